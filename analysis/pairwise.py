"""Pairings of strategies: who beats whom, by how much, and how sure that is.

A pairing of a and b is made of all games in which only these two play and both do. a's share of the pairing is the sum of the
win shares of its slots over the games. If the line-ups are all ways of filling the sides with a and b (all necklaces in all
rotations), each of the two fills half of all slots, so that par is 1/2 for any number of sides.

Intervals of all pairings hold at once (`analysis.grouped`). p-values test each share against par, adjusted by Holm (1979).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.grouped import Difference, Floats, holm, paired_difference, residuals, share_of_groups, simultaneous_quantile
from analysis.winning import Interval

SHARE_UNIT = 60
"""Win shares are counted in sixtieths."""


@dataclass(frozen=True)
class PairSeries:
    """Wins of K strategies in their pairings by group of deals; groups without deals are left out.

    wins: [K, K, G] wins of the first against the second. games: [K, K] games a deal (0: they never met alone). slots: [K, K]
    share of the slots that the first filled, its par. deals: [G] deals, all positive.
    """

    wins: Floats
    games: np.ndarray[Any, np.dtype[np.int64]]
    slots: Floats
    deals: np.ndarray[Any, np.dtype[np.int64]]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairings played, each once, the lower number first."""
        return [(a, b) for a, b in itertools.combinations(range(len(self.games)), 2) if self.games[a, b]]

    def opponents(self, strategy: int) -> list[int]:
        """Whom a strategy met."""
        return [other for other in range(len(self.games)) if self.games[strategy, other]]

    def shares(self) -> list[list[float | None]]:
        """[K][K] win shares; None on the diagonal and where two never met."""
        trials = self.games * int(self.deals.sum())
        return [
            [float(won / n) if n else None for won, n in zip(row, counts, strict=True)]
            for row, counts in zip(self.wins.sum(axis=2), trials, strict=True)
        ]


@dataclass(frozen=True)
class Pairing:
    """One strategy against another: its share with an interval that holds together with all others, and tests against par."""

    share: Interval
    games: int
    par: float
    p_value: float
    p_holm: float
    significant: bool

    @property
    def beats(self) -> bool:
        """Whether the strategy won significantly more than par."""
        return self.significant and self.share.estimate > self.par

    def turned(self) -> Pairing:
        """The same from the other side."""
        share = Interval(1 - self.share.estimate, 1 - self.share.high, 1 - self.share.low)
        return Pairing(share, self.games, 1 - self.par, self.p_value, self.p_holm, self.significant)


def pair_series(
    group_lineup_share: Any, lineups: Sequence[Sequence[int]], group_deals: Any, rotations: Sequence[int], strategies: int
) -> PairSeries:
    """The pairings of a run. Line-ups with one strategy or with more than two belong to no pairing.

    group_lineup_share: [G, L, Z] sums of win shares in sixtieths by group, line-up and slot. lineups: [L][Z] strategy in each
    slot. group_deals: [G] deals. rotations: [L] games of a deal that a line-up plays.
    """
    deals = np.asarray(group_deals, np.int64)
    held = deals > 0
    shares = np.asarray(group_lineup_share)[held] / SHARE_UNIT
    wins = np.zeros((strategies, strategies, int(held.sum())))
    games = np.zeros((strategies, strategies), np.int64)
    filled = np.zeros((strategies, strategies))
    for number, lineup in enumerate(lineups):
        present = sorted(set(lineup))
        if len(present) != 2:
            continue
        for own, other in (present, present[::-1]):
            mine = np.asarray(lineup) == own
            wins[own, other] += shares[:, number, mine].sum(axis=1)
            games[own, other] += rotations[number]
            filled[own, other] += rotations[number] * mine.mean()
    return PairSeries(wins, games, filled / np.maximum(games, 1), deals[held])


def compare_pairs(series: PairSeries, level: float = 0.95) -> list[list[Pairing | None]]:
    """The matrix [K][K] of all pairings; None on the diagonal, for pairs that never met alone, and without any deal."""
    size = len(series.games)
    matrix: list[list[Pairing | None]] = [[None] * size for _ in range(size)]
    pairs = series.pairs
    if not pairs or not len(series.deals):
        return matrix
    estimates = []
    for a, b in pairs:
        estimate = share_of_groups(series.wins[a, b], series.games[a, b] * series.deals, int(series.games[a, b]))
        assert estimate is not None, "groups without deals were left out"
        estimates.append(estimate)
    quantile = simultaneous_quantile([residuals(series.wins[pair], series.deals) for pair in pairs], level)
    values = [estimate.p_value(float(series.slots[pair])) for pair, estimate in zip(pairs, estimates, strict=True)]
    adjusted = holm(values)
    for number, (a, b) in enumerate(pairs):
        pairing = Pairing(
            share=estimates[number].interval_at(quantile),
            games=int(series.games[a, b] * series.deals.sum()),
            par=float(series.slots[a, b]),
            p_value=values[number],
            p_holm=adjusted[number],
            significant=adjusted[number] <= 1 - level,
        )
        matrix[a][b], matrix[b][a] = pairing, pairing.turned()
    return matrix


def overall_shares(series: PairSeries, level: float = 0.95) -> list[Interval | None]:
    """Each strategy's mean share over its pairings, all pairings weighing the same; None for one that met nobody."""
    result: list[Interval | None] = []
    for strategy in range(len(series.games)):
        games = int(series.games[strategy].sum())
        won = _overall(series, strategy)
        estimate = None if won is None else share_of_groups(won * games, series.deals * games, games)
        result.append(None if estimate is None else estimate.interval(level))
    return result


def differences_to(series: PairSeries, baseline: int, level: float = 0.95) -> list[Difference | None]:
    """Each strategy's overall share less the baseline's, paired by deals.

    None where the two have not met the same opponents (each other aside), which would not be a fair comparison, and for fewer
    than two groups. The baseline differs from itself by exactly 0.
    """
    rivals = set(series.opponents(baseline))
    own = _overall(series, baseline)
    result: list[Difference | None] = []
    for strategy in range(len(series.games)):
        other = _overall(series, strategy)
        same = set(series.opponents(strategy)) - {baseline} == rivals - {strategy}
        if own is None or other is None or not (same or strategy == baseline):
            result.append(None)
            continue
        step = 1 / int(max(series.games[strategy].sum(), series.games[baseline].sum()))
        result.append(paired_difference(other, own, series.deals, step, level, limit=1.0))
    return result


def _overall(series: PairSeries, strategy: int) -> Floats | None:
    """[G] sums over the deals of a group of the mean share over a strategy's pairings."""
    rivals = series.opponents(strategy)
    if not rivals:
        return None
    mean: Floats = (series.wins[strategy, rivals] / series.games[strategy, rivals][:, None]).mean(axis=0)
    return mean
