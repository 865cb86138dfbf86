"""Estimates from groups of deals: shares, paired differences, simultaneous intervals and bootstrap weights.

A run counts its games by groups of deals (deal number mod 256). Deals are independent, so groups are; games of a deal are not.
With X_g the wins and n_g the games of group g, and G the number of groups that hold deals:

    p = sum X_g / sum n_g       r_g = X_g - p n_g       var(p) = G / (G - 1) * sum r_g**2 / (sum n_g)**2

(the variance of a ratio estimate, Cochran 1977, 6.3). A share becomes an interval by way of an effective number of games, as in
`analysis.winning`. Many intervals at once take the quantile of the largest |t| among them, found by flipping the signs of whole
groups (Romano and Wolf 2005): it makes use of the correlation of statistics of the same deals, which Bonferroni's does not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import stdtr

from analysis.winning import Interval, effective_games, quantile_of_t, wilson

Floats = np.ndarray[Any, np.dtype[np.float64]]

FEW_GROUPS = 20
"""With fewer groups the largest |t| is not simulated; Bonferroni's quantile is taken instead."""


@dataclass(frozen=True)
class ShareEstimate:
    """A win share with what its intervals need: the effective number of games, and the groups that it was found from."""

    share: float
    effective: float
    groups: int

    def interval(self, level: float = 0.95) -> Interval:
        """The interval of this share alone."""
        return self.interval_at(quantile_of_t(level, self.groups))

    def interval_at(self, quantile: float) -> Interval:
        """The interval with a quantile given, such as one for many intervals at once."""
        return wilson(self.share, self.effective, quantile)

    def p_value(self, par: float) -> float:
        """Two-sided p-value of the score test that the true share is par (0 to 1, exclusive); it agrees with `interval`."""
        score = (self.share - par) / math.sqrt(par * (1 - par) / self.effective)
        return float(2 * stdtr(self.groups, -abs(score)))


@dataclass(frozen=True)
class Difference:
    """A difference of two means over the same deals, and the two-sided p-value that there is none."""

    interval: Interval
    p_value: float


def residuals(wins: Any, games: Any) -> Floats:
    """The groups' deviations r_g from the common ratio, [..., G], for wins [..., G] and games [..., G] or [G]."""
    wins, games = np.asarray(wins, np.float64), np.asarray(games, np.float64)
    ratio = wins.sum(axis=-1, keepdims=True) / games.sum(axis=-1, keepdims=True)
    return wins - ratio * games


def ratio_variance(deviations: Floats, games: float) -> float:
    """The variance of a ratio from its residuals [G], G >= 2, and the games in all."""
    groups = len(deviations)
    return groups / (groups - 1) * float(deviations @ deviations) / games**2


def share_of_groups(wins: Any, games: Any, games_per_deal: float | None = None) -> ShareEstimate | None:
    """A win share from wins [G] (sums of shares, a win = 1) and games [G] by group; None without any game.

    games_per_deal: games of each deal if that is fixed by the design; then a sharper bound of the variance is known. Groups
    without games are left out. One group says nothing of the spread: its games count as independent, at one degree of freedom.
    """
    wins, games = np.asarray(wins, np.float64), np.asarray(games, np.float64)
    played = games > 0
    wins, games = wins[played], games[played]
    groups = len(games)
    if groups == 0:
        return None
    total, trials = float(wins.sum()), float(games.sum())
    observed = ratio_variance(residuals(wins, games), trials) if groups > 1 else 0.0
    effective = effective_games(total, trials, observed, groups, games_per_deal or trials / groups)
    return ShareEstimate(min(1.0, total / trials), effective, groups)


def paired_difference(
    first: Any, second: Any, weights: Any, step: float, level: float = 0.95, limit: float = math.inf
) -> Difference | None:
    """The difference of two means over the same deals: (sum of first - sum of second) / sum of weights, by Student's t.

    first, second: [G] sums by group. weights: [G] games (or deals) by group. step: what one game changes in a sum, such as 1
    for wins; one imaginary change by a step is added to the spread, for rare differences. With step 0 there is none, and a
    difference that is the same everywhere has an interval of no width. limit: the largest difference there can be. Series that
    are the same in all groups differ by exactly 0. None for fewer than two groups unless they are the same.
    """
    weights = np.asarray(weights, np.float64)
    held = weights > 0
    change = (np.asarray(first, np.float64) - np.asarray(second, np.float64))[held]
    weights = weights[held]
    groups = len(weights)
    if groups and np.all(np.abs(change) < 1e-9 * step):
        return Difference(Interval(0.0, 0.0, 0.0), 1.0)
    if groups < 2:
        return None
    total = float(weights.sum())
    estimate = float(change.sum()) / total
    spread = ratio_variance(residuals(change, weights), total) + groups / (groups - 1) * (step / total) ** 2
    error = math.sqrt(spread)
    reach = quantile_of_t(level, groups - 1) * error
    interval = Interval(estimate, max(-limit, estimate - reach), min(limit, estimate + reach))
    if error == 0.0:
        return Difference(interval, 0.0 if estimate else 1.0)
    return Difference(interval, float(2 * stdtr(groups - 1, -abs(estimate) / error)))


def mean_of_groups(sums: Any, weights: Any, level: float = 0.95) -> Interval | None:
    """A mean, sum of sums [G] / sum of weights [G], by Student's t over the groups with weight; None for fewer than two."""
    sums, weights = np.asarray(sums, np.float64), np.asarray(weights, np.float64)
    held = weights > 0
    groups = int(held.sum())
    if groups < 2:
        return None
    total = float(weights.sum())
    mean = float(sums.sum()) / total
    reach = quantile_of_t(level, groups - 1) * math.sqrt(ratio_variance(residuals(sums[held], weights[held]), total))
    return Interval(mean, mean - reach, mean + reach)


def bonferroni_quantile(level: float, intervals: int, degrees: float) -> float:
    """Student's quantile with which `intervals` intervals hold at once with at least a probability of `level`."""
    return quantile_of_t(1 - (1 - level) / max(intervals, 1), degrees)


def holm(values: Sequence[float]) -> list[float]:
    """p-values adjusted by Holm (1979): those not above a rate keep the chance of any false find below it."""
    ordered = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    adjusted = np.empty(len(values))
    adjusted[ordered] = np.minimum(1.0, np.maximum.accumulate(np.asarray(values, np.float64)[ordered] * factors))
    return [float(value) for value in adjusted]


def simultaneous_quantile(deviations: Any, level: float = 0.95, replicates: int = 4000, seed: int = 20261130) -> float:
    """The quantile for K intervals at once from their residuals [K, G]; between Student's and Bonferroni's.

    Each replicate flips the sign of each group for all statistics together and takes the largest studentised |mean|. Statistics
    without any spread do not count. The result is the same for the same input (the seed is fixed).
    """
    deviations = np.asarray(deviations, np.float64)
    groups = deviations.shape[1]
    squares = np.square(deviations).sum(axis=1)
    spread = squares > 1e-18
    deviations, squares = deviations[spread], squares[spread]
    widest = bonferroni_quantile(level, len(deviations), max(groups, 1))
    if groups < FEW_GROUPS or len(deviations) < 2:
        return widest
    means = np.square(_signs(groups, replicates, seed) @ (deviations / np.sqrt(squares)[:, None]).T)
    largest = means.max(axis=1)
    # With z = sum of signed residuals / root of their squares, the studentised mean is t**2 = (G - 1) z**2 / (G - z**2).
    t = np.sqrt((groups - 1) * largest / (groups - np.minimum(largest, groups * (1 - 1e-12))))
    return float(min(widest, max(quantile_of_t(level, groups), np.quantile(t, level))))


@lru_cache(maxsize=2)
def _signs(groups: int, replicates: int, seed: int) -> Floats:
    """Random signs [replicates, groups], kept because the tables of a report all take the same."""
    return np.random.default_rng(seed).integers(0, 2, (replicates, groups), np.int8) * 2.0 - 1.0


def bootstrap_weights(groups: int, replicates: int, seed: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """How often each replicate draws each group: [replicates, groups], rows add up to groups (>= 1).

    All statistics of a run take the same weights, so that what is computed from several of them stays consistent.
    """
    return np.random.default_rng(seed).multinomial(groups, np.full(groups, 1 / groups), size=replicates)
