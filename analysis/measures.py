"""What can be measured of a run and compared with another on the same deals: shares, seats, scores, length, any metric.

A measure is a ratio of two sums by group of deals. Runs with the same seed and number of deals have the same deals in a group,
so the difference of a measure between two settings is taken group by group: what is luck of the deal cancels out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.grouped import Difference, Floats, holm, mean_of_groups, paired_difference, share_of_groups
from analysis.summary import RunInfo
from analysis.winning import Interval


@dataclass(frozen=True)
class Measure:
    """A quantity of a run. name, unit; who: a strategy, a place, or "game".

    sums, weights: [G] by group of deals; the quantity is sum(sums) / sum(weights). limit: the largest value if it is a share.
    """

    name: str
    unit: str
    who: str
    sums: Floats
    weights: Floats
    limit: float = float("inf")

    @property
    def value(self) -> float:
        """The estimate."""
        return float(self.sums.sum() / self.weights.sum())

    def interval(self) -> Interval | None:
        """The estimate with its 95% interval; None for a mean from fewer than two groups of deals."""
        if self.limit == 1.0:
            estimate = share_of_groups(self.sums, self.weights)
            return None if estimate is None else estimate.interval()
        return mean_of_groups(self.sums, self.weights)


@dataclass(frozen=True)
class Change:
    """A measure's difference to another run on the same deals; p_holm is adjusted over all changes compared at once."""

    measure: Measure
    difference: Difference | None
    p_holm: float | None


def measures(counts: Mapping[str, Any], info: RunInfo, metrics: Sequence[str] = ()) -> list[Measure]:
    """The measures of a run of at least one deal.

    Win share and score of each strategy, win share of each place, length, margin and shared wins; and further metrics, by name.
    """
    deals = counts["group_deals"].astype(float)
    games = deals * len(info.seatings)
    found = [*_win_shares(counts, info, deals), *_seat_metrics(counts, info, deals, {info.seat_metrics[0][0], *metrics})]
    for number, place in enumerate(info.places):
        share = counts["group_place"][:, number] / info.share_unit
        found.append(Measure("seat_share", "share", place, share, games, 1.0))
    for number, (name, unit, _) in enumerate(info.game_metrics):
        if name in {info.length_metric, *metrics}:
            found.append(Measure(name, unit, "game", counts["group_game_metric"][:, number].astype(float), games))
    found.append(Measure("margin", info.seat_metrics[0][1], "game", counts["group_margin"].astype(float), games))
    ties = counts["group_lineup_ties"].sum(axis=1).astype(float)
    found.append(Measure("shared_wins", "share", "game", ties, games, 1.0))
    return found


def _win_shares(counts: Mapping[str, Any], info: RunInfo, deals: Floats) -> list[Measure]:
    """The win share of each strategy over the sides that it fills; none in mirror matches, where it is fixed."""
    if info.mirror:
        return []
    rotations = np.bincount(info.lineup_of, minlength=len(info.lineups))
    shares = counts["group_lineup_share"] / info.share_unit
    found = []
    for player, name in enumerate(info.strategies):
        mine = np.array(info.lineups) == player
        games = float((mine * rotations[:, None]).sum())
        if games:
            found.append(Measure("win_share", "share", name, shares[:, mine].sum(axis=1), deals * games, 1.0))
    return found


def _seat_metrics(counts: Mapping[str, Any], info: RunInfo, deals: Floats, wanted: set[str]) -> list[Measure]:
    """The mean of seat metrics for each strategy."""
    seatings = np.array(info.seatings)
    found = []
    for number, (name, unit, _) in enumerate(info.seat_metrics):
        if name not in wanted:
            continue
        for player, label in enumerate(info.strategies):
            seats = int((seatings == player).sum())
            if seats:
                sums = counts["group_metric"][:, player, number].astype(float)
                found.append(Measure(name, unit, label, sums, deals * seats))
    return found


def changes(base: Sequence[Measure], other: Sequence[Measure]) -> list[Change]:
    """The differences of all measures that two runs on the same deals share, other less base, with Holm's correction."""
    known = {(measure.name, measure.who): measure for measure in base}
    found = []
    for measure in other:
        before = known.get((measure.name, measure.who))
        found.append((measure, None if before is None else _difference(measure, before)))
    return corrected(found)


def corrected(found: Sequence[tuple[Measure, Difference | None]]) -> list[Change]:
    """Changes with Holm's correction over all that could be estimated."""
    values = [difference.p_value for _, difference in found if difference is not None]
    adjusted = iter(holm(values))
    return [Change(measure, difference, None if difference is None else float(next(adjusted))) for measure, difference in found]


def _difference(measure: Measure, before: Measure) -> Difference | None:
    """The paired difference of a measure; None for fewer than two groups, or where the runs differ in their deals."""
    if not np.array_equal(measure.weights > 0, before.weights > 0):
        return None
    scale = measure.weights.sum() / max(before.weights.sum(), 1e-12)
    return paired_difference(measure.sums, before.sums * scale, measure.weights, step=1.0, limit=measure.limit)
