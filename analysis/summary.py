"""The summary of a run: what the first table shows and `summary.parquet` and the JSON object hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis.scoring import Distribution, distribution
from analysis.winning import Interval, mean_interval, share_interval


@dataclass(frozen=True)
class RunInfo:
    """What must be known of a run to read its counts.

    Metrics are (name, unit, highest value), the score first. places: the names of the sides' places; seats: of the seats;
    sides: the place of each seat. mirror: in every line-up one strategy fills all sides, so that its share is fixed by design.
    lineups: players by side; seatings: players by seat for each game of a deal, lineup_of: its line-up. items: (name, kind) by
    number, "" where a number is not used; chosen_ways: the ways of use (of item_ways) that are a player's choice.
    length_metric: the game metric that counts the rounds played.
    """

    strategies: tuple[str, ...]
    places: tuple[str, ...]
    seats: tuple[str, ...]
    sides: tuple[int, ...]
    seat_metrics: tuple[tuple[str, str, int], ...]
    game_metrics: tuple[tuple[str, str, int], ...]
    share_unit: int
    mirror: bool
    lineups: tuple[tuple[int, ...], ...]
    seatings: tuple[tuple[int, ...], ...]
    lineup_of: tuple[int, ...]
    items: tuple[tuple[str, str], ...]
    item_ways: tuple[str, ...]
    chosen_ways: tuple[str, ...]
    round_name: str
    length_metric: str


@dataclass(frozen=True)
class StrategySummary:
    """One strategy: games, win share, and its metrics, the score first."""

    name: str
    games: int
    win_share: Interval
    score_interval: Interval | None
    metrics: dict[str, Distribution]


@dataclass(frozen=True)
class Summary:
    """A run at a glance."""

    deals: int
    games: int
    strategies: tuple[StrategySummary, ...]
    places: tuple[tuple[str, Interval], ...]
    ties: int
    margin: Distribution
    game_metrics: dict[str, Distribution]


def split_bins(bins: Any, metrics: Sequence[tuple[str, str, int]]) -> dict[str, Any]:
    """The histograms of metrics (name, unit, high) from a flat row."""
    ends = np.cumsum([high + 1 for _, _, high in metrics])
    return {name: part for (name, _, _), part in zip(metrics, np.split(bins, ends[:-1]), strict=True)}


def summarise(counts: Mapping[str, Any], info: RunInfo) -> Summary:
    """The summary of the counts of a run (the arrays of a tally, by name); at least one deal."""
    deals = int(counts["deals"][0])
    games = int(counts["games"][0])
    return Summary(
        deals=deals,
        games=games,
        strategies=tuple(_strategy(counts, info, number, deals) for number in range(len(info.strategies))),
        places=tuple(
            (name, _share(counts["place_share"][n], counts["place_cross"][n, n], info, deals, games / deals))
            for n, name in enumerate(info.places)
        ),
        ties=int(counts["ties"][0]),
        margin=distribution(counts["margin_bins"]),
        game_metrics={name: distribution(bins) for name, bins in split_bins(counts["game_bins"], info.game_metrics).items()},
    )


def _strategy(counts: Mapping[str, Any], info: RunInfo, number: int, deals: int) -> StrategySummary:
    """The summary of one strategy."""
    appearances = int(counts["player_games"][number].sum())
    bins = counts["seat_bins"][number].sum(axis=0)
    metrics = {name: distribution(part) for name, part in split_bins(bins, info.seat_metrics).items()}
    score = next(iter(metrics.values()))
    return StrategySummary(
        name=info.strategies[number],
        games=deals * sum(number in seating for seating in info.seatings),
        win_share=_win_share(counts, info, number, deals, appearances / deals),
        score_interval=mean_interval(score.mean * score.n, float(counts["metric_square"][number, 0]), deals, score.n / deals),
        metrics=metrics,
    )


def _win_share(counts: Mapping[str, Any], info: RunInfo, number: int, deals: int, games_per_deal: float) -> Interval:
    """The win share; in a mirror match it is what it is by construction, without error."""
    if info.mirror:
        exact = 1 / len(info.places)
        return Interval(exact, exact, exact)
    return _share(counts["share"][number], counts["share_cross"][number, number], info, deals, games_per_deal)


def _share(total: int, square: int, info: RunInfo, deals: int, games_per_deal: float) -> Interval:
    """The interval of a share from its exact sums, which are in units of 1 / share_unit of a win."""
    unit = info.share_unit * games_per_deal
    return share_interval(float(total) / unit, float(square) / unit**2, deals, games_per_deal)


def summary_table(summary: Summary, info: RunInfo) -> pd.DataFrame:
    """The summary as a tidy table, a row a figure: level, name, metric, unit, n, mean, ci_low, ci_high, sd, min .. max."""
    rows: list[dict[str, Any]] = []
    units = {name: unit for name, unit, _ in (*info.seat_metrics, *info.game_metrics)}
    for entry in summary.strategies:
        rows.append(_share_row("strategy", entry.name, entry.games, entry.win_share))
        for name, spread in entry.metrics.items():
            interval = entry.score_interval if name == info.seat_metrics[0][0] else None
            rows.append(_row("strategy", entry.name, name, units[name], spread, interval))
    rows += [_share_row("place", name, summary.games, share) for name, share in summary.places]
    rows.append(_row("game", "all", "margin", info.seat_metrics[0][1], summary.margin, None))
    rows += [_row("game", "all", name, units[name], spread, None) for name, spread in summary.game_metrics.items()]
    return pd.DataFrame(rows)


def _share_row(level: str, name: str, n: int, share: Interval) -> dict[str, Any]:
    return {
        "level": level, "name": name, "metric": "win_share", "unit": "share", "n": n,
        "mean": share.estimate, "ci_low": share.low, "ci_high": share.high,
    }  # fmt: skip


def _row(level: str, name: str, metric: str, unit: str, spread: Distribution, interval: Interval | None) -> dict[str, Any]:
    row: dict[str, Any] = {"level": level, "name": name, "metric": metric, "unit": unit, "n": spread.n}
    if interval is not None:
        row |= {"ci_low": interval.low, "ci_high": interval.high}
    return row | {**spread.as_dict()}
