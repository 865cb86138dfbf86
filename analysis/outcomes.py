"""How games end: scores by strategy and seat, margins, shared wins, and how long games last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analysis.entries import counted, interval_entry, percent_range, plain
from analysis.ratios import RatioSums, borrowed_interval, ratio_interval
from analysis.scoring import spread_entry
from analysis.summary import RunInfo, split_bins
from analysis.winning import mean_interval


def scores_section(counts: Mapping[str, Any], info: RunInfo) -> dict[str, Any]:
    """Distributions of the score by strategy and by seat, the winner's margin, and shared wins.

    Strategies and the margin also have the interval of their mean over deals (`mean_interval`, None for one deal).
    """
    score, unit, high = info.seat_metrics[0]
    bins = counts["seat_bins"][:, :, : high + 1]
    margin = _margin(counts)
    ties = tie_rates(counts, info)
    return {
        "text": _score_text(spread_entry(bins.sum(axis=(0, 1))), margin, ties, f"{score} ({unit})" if unit != score else unit),
        "unit": unit,
        "by_strategy": [_of_strategy(counts, bins, name, number) for number, name in enumerate(info.strategies)],
        "by_seat": [{"name": name, **(spread_entry(bins[:, seat].sum(axis=0)) or {})} for seat, name in enumerate(info.seats)],
        "margin": margin,
        "ties": ties,
    }


def _of_strategy(counts: Mapping[str, Any], bins: Any, name: str, number: int) -> dict[str, Any]:
    """The score of one strategy over all seats."""
    deals = int(counts["deals"][0])
    spread = spread_entry(bins[number].sum(axis=0)) or {"n": 0, "mean": 0.0, "bins": []}
    square = float(counts["metric_square"][number, 0])
    interval = mean_interval(spread["mean"] * spread["n"], square, deals, spread["n"] / deals) if spread["n"] else None
    return {"name": name, **spread, "mean_interval": interval_entry(interval)}


def _margin(counts: Mapping[str, Any]) -> dict[str, Any]:
    """The winner's score less the best other side's."""
    deals, games = int(counts["deals"][0]), int(counts["games"][0])
    spread = spread_entry(counts["margin_bins"]) or {}
    interval = mean_interval(spread["mean"] * spread["n"], float(counts["margin_square"][0]), deals, games / deals)
    return {**spread, "mean_interval": interval_entry(interval)}


def tie_rates(counts: Mapping[str, Any], info: RunInfo) -> dict[str, Any]:
    """The share of games with a shared win, and of each strategy's and place's games those in which it shared one.

    The interval of the first is over groups of deals; the others take its design effect.
    """
    games, deals = int(counts["games"][0]), int(counts["deals"][0])
    count = counts["group_deals"].astype(float) * (games / deals)
    ties = counts["group_lineup_ties"].sum(axis=1).astype(float)
    sums = RatioSums(float(games), float(counts["ties"][0]), float(count @ count), float(count @ ties), float(ties @ ties))
    tied, played = counts["tied"], counts["player_games"]

    def rates(axis: int, names: tuple[str, ...]) -> list[dict[str, Any]]:
        return [
            {"name": name, "share": interval_entry(borrowed_interval(float(shared), float(n), sums)), "n": int(n)}
            for name, shared, n in zip(names, tied.sum(axis=axis), played.sum(axis=axis), strict=True)
        ]

    return {
        "share": interval_entry(ratio_interval(sums)),
        "n": games,
        "by_strategy": rates(1, info.strategies),
        "by_place": rates(0, info.places),
    }


def _score_text(spread: Any, margin: Mapping[str, Any], ties: Mapping[str, Any], what: str) -> str:
    """The sentence on scores."""
    return (
        f"The mean {what} is {plain(spread['mean'])} (standard deviation {plain(spread['sd'])}); the best side is "
        f"{plain(margin['mean'])} ahead on average (median {plain(margin['median'])}), and "
        f"{percent_range(ties['share'])} of games end in a shared win."
    )


def length_bins(counts: Mapping[str, Any], info: RunInfo) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The histogram of the rounds played. Raises ValueError if the run has no such metric."""
    metrics: dict[str, np.ndarray[Any, np.dtype[np.int64]]] = split_bins(counts["game_bins"], info.game_metrics)
    if info.length_metric not in metrics:
        raise ValueError(f"no game metric {info.length_metric!r} to tell the length of games; there are: {', '.join(metrics)}")
    return metrics[info.length_metric]


def length_section(counts: Mapping[str, Any], info: RunInfo) -> dict[str, Any]:
    """The distribution of rounds played, and the mean number of decisions where that was counted (else None)."""
    spread = spread_entry(length_bins(counts, info)) or {}
    units = {name: unit for name, unit, _ in info.game_metrics}
    taken = split_bins(counts["game_bins"], info.game_metrics).get("decisions")
    decisions = spread_entry(taken) if taken is not None else None
    return {
        "text": _length_text(spread, decisions, info.round_name),
        "metric": info.length_metric,
        "unit": units[info.length_metric],
        **spread,
        "deals": int(counts["deals"][0]),
        "decisions": {"mean": decisions["mean"], "sd": decisions["sd"]} if decisions else None,
    }


def _length_text(spread: Mapping[str, Any], decisions: Mapping[str, Any] | None, noun: str) -> str:
    """The sentence on length."""
    if spread["min"] == spread["max"]:
        lasts = f"Every game lasts {counted(spread['min'], noun)}"
    else:
        lasts = (
            f"A game lasts {counted(spread['mean'], noun)} on average (median {plain(spread['median'])}; nine in ten games "
            f"last {plain(spread['q05'])} to {plain(spread['q95'])})"
        )
    return f"{lasts} and takes {plain(decisions['mean'])} decisions on average." if decisions else f"{lasts}."
