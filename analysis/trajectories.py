"""How games run: scores by round, leads and what they are worth, changes of the leader, comebacks.

A side leads after a round if its score is alone the best. The last round of a game is its end and is not counted as during the
game. Whether a leader wins is a ratio over deals (`analysis.ratios`): games led, and what their leaders won. Comebacks were not
summed by deal; they take the design effect of the leads of the same round, of which they are almost the complement.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analysis.entries import interval_entry, percent_range, round_percent
from analysis.outcomes import length_bins
from analysis.ratios import RatioSums, borrowed_interval, ratio_interval
from analysis.scoring import distribution, spread_entry
from analysis.summary import RunInfo

SETTLED_SHARE = 0.9
"""A result counts as settled from the round on by which so many decided games had found their winner."""


def trajectories_section(counts: Mapping[str, Any], info: RunInfo) -> dict[str, Any]:
    """The course of games, round by round; lists of rounds begin with round 1 and end with the longest game's last."""
    length = distribution(length_bins(counts, info))
    last = min(length.high, counts["round_sum"].shape[1])
    half = half_time(length.quantiles["median"])
    leads = [_lead(counts, info, t) for t in range(1, last)]
    settled = _settled(counts)
    return {
        "round_name": info.round_name,
        "rounds": list(range(1, last + 1)),
        "by_strategy": [_scores(counts, name, number, last) for number, name in enumerate(info.strategies)],
        "half_time": half,
        "leader_wins": leads,
        **_changes(counts),
        **settled,
        "deficit": spread_entry(counts["deficit_bins"]),
        "comeback": [_comeback(counts, info, t) for t in range(1, last)],
        "text": _text(leads, settled, info.round_name, half),
    }


def half_time(rounds: int) -> int | None:
    """The round after which half of a game of so many rounds is over; None for a game of one round."""
    return rounds // 2 if rounds >= 2 else None


def lead_sums(counts: Mapping[str, Any], info: RunInfo, t: int) -> RatioSums:
    """Games led after round t (1, 2, ..) and what their leaders won of them."""
    n, unit = t - 1, float(info.share_unit)
    return RatioSums(
        float(counts["led"][n]),
        counts["led_share"][n] / unit,
        float(counts["led_dd"][n]),
        counts["led_dx"][n] / unit,
        counts["led_xx"][n] / unit**2,
    )


def _lead(counts: Mapping[str, Any], info: RunInfo, t: int) -> dict[str, Any]:
    """How often a leader after round t wins. running: share of games still going on; led: share of these with a sole leader."""
    running, led = int(counts["running"][t - 1]), int(counts["led"][t - 1])
    entry: dict[str, Any] = {
        "round": t,
        "share": interval_entry(ratio_interval(lead_sums(counts, info, t))),
        "n": led,
        "running": running / int(counts["games"][0]),
        "led": led / running if running else None,
    }
    return entry if led else {**entry, "reason": "no game had a sole leader after this round and went on"}


def _scores(counts: Mapping[str, Any], name: str, number: int, last: int) -> dict[str, Any]:
    """Mean and standard deviation of a strategy's score after each round; a finished game keeps its last score."""
    n = int(counts["seat_games"][number].sum())
    sums, squares = counts["round_sum"][number, :last], counts["round_square"][number, :last]
    spread = [
        (max(0.0, float(square) - float(total) ** 2 / n) / (n - 1)) ** 0.5 if n > 1 else 0.0
        for total, square in zip(sums, squares, strict=True)
    ]
    return {"name": name, "n": n, "mean": [float(total) / n for total in sums], "sd": spread}


def _changes(counts: Mapping[str, Any]) -> dict[str, Any]:
    """How often the lead changed hands in a game: [number, share of games], and the mean."""
    changes = spread_entry(counts["lead_changes"])
    return {
        "lead_changes": changes["bins"] if changes else [],
        "lead_changes_mean": changes["mean"] if changes else None,
        "lead_changes_n": changes["n"] if changes else 0,
    }


def _settled(counts: Mapping[str, Any]) -> dict[str, Any]:
    """From which round on the sole winner led to the end: [round, share of decided games], and when 90% were settled."""
    bins = np.array(counts["settled"], np.int64)
    bins[0] = 0  # games with a shared win are not decided
    spread = spread_entry(bins)
    if spread is None:
        return {"settled": [], "settled_n": 0, "settled90": None, "reason": "no game had a sole winner"}
    reached = np.cumsum(bins) / bins.sum()
    by = int(np.argmax(reached >= SETTLED_SHARE - 1e-12))
    return {"settled": spread["bins"], "settled_n": spread["n"], "settled90": by}


def _comeback(counts: Mapping[str, Any], info: RunInfo, t: int) -> dict[str, Any]:
    """Of the decided games that went on after round t, the share whose winner was behind then."""
    going, behind = int(counts["won_going"][t - 1]), int(counts["behind"][t - 1])
    share = borrowed_interval(behind, going, lead_sums(counts, info, t))
    entry: dict[str, Any] = {"round": t, "share": interval_entry(share), "n": going}
    return entry if going else {**entry, "reason": "no decided game went on after this round"}


def _text(leads: list[dict[str, Any]], settled: Mapping[str, Any], noun: str, half: int | None) -> str:
    """The sentence on the course of games."""
    if half is None:
        return f"Most games last no more than one {noun}, so there is no half-time to speak of."
    share = leads[half - 1]["share"]
    led = f"At half-time (after {noun} {half}) "
    led += f"a sole leader wins {percent_range(share)} of games" if share else "no game that went on had a sole leader"
    if settled["settled90"] is None:
        return f"{led}; no game had a sole winner."
    by = f"by {noun} {settled['settled90']} the winner of {round_percent(SETTLED_SHARE)} of decided games leads for good"
    return f"{led}; {by}."
