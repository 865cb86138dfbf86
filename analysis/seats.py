"""Seat advantage: what each place at the table wins when every strategy sits there equally often.

The design plays each deal in every rotation of a line-up, so a place's win share does not depend on who plays; its par is
1 / sides. A run of one strategy against itself (a mirror) shows the seats between equal players. Intervals are over deals
(`analysis.winning`) and hold for all places at once: Bonferroni over the places, and over one where there are two, since their
shares add up to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.entries import interval_entry, percent_range, round_percent
from analysis.summary import RunInfo
from analysis.winning import Interval, share_interval


def place_intervals(counts: Mapping[str, Any], info: RunInfo, level: float = 0.95) -> list[Interval]:
    """The win share of each place (0 to 1), with intervals that hold at once with at least the level."""
    deals, games = int(counts["deals"][0]), int(counts["games"][0])
    unit = info.share_unit * games / deals
    comparisons = 1 if len(info.places) == 2 else len(info.places)
    each = 1 - (1 - level) / comparisons
    return [
        share_interval(float(total) / unit, float(square) / unit**2, deals, games / deals, each)
        for total, square in zip(counts["place_share"], counts["place_cross"].diagonal(), strict=True)
    ]


def seat_mode(counts: Mapping[str, Any], info: RunInfo, label: str) -> dict[str, Any]:
    """One run's seats: label, kind ("mirror: NAMES" or "all strategies"), par, games, places with their shares."""
    return {
        "label": label,
        "kind": f"mirror: {', '.join(info.strategies)}" if info.mirror else "all strategies",
        "par": 1 / len(info.places),
        "games": int(counts["games"][0]),
        "places": [
            {"name": name, "share": interval_entry(share)}
            for name, share in zip(info.places, place_intervals(counts, info), strict=True)
        ],
    }


def seats_section(modes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The section of one or several runs (modes); its text speaks of the first."""
    return {"text": seat_sentence(modes[0]), "modes": list(modes)}


def furthest_place(mode: Mapping[str, Any]) -> dict[str, Any]:
    """The place whose share is furthest from par; of equals the best."""
    return max(mode["places"], key=lambda place: (abs(place["share"]["estimate"] - mode["par"]), place["share"]["estimate"]))


def seat_sentence(mode: Mapping[str, Any]) -> str:
    """What the seats are worth, in one sentence; the place furthest from par (of two, the better) is named."""
    place = furthest_place(mode)
    share = place["share"]
    who = "between equal players" if mode["kind"].startswith("mirror") else "over all strategies"
    sure = not share["low"] <= mode["par"] <= share["high"]
    verdict = "a seat effect that chance does not explain" if sure else "no seat effect is proved"
    par = round_percent(mode["par"])
    return f"The place {place['name']!r} wins {percent_range(share)} of games {who} (par {par}): {verdict}."
