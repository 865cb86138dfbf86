"""The game of choosing a strategy: which mixtures last, and whether strategies beat each other in a circle.

Payoffs are the win shares of the pairings, shares[a][b] with shares[a][b] + shares[b][a] = 1. Par is 1/2.

    Nash mixture   of the symmetric zero-sum game with payoffs shares - 1/2; where there are several, the one of maximum
                   entropy, which is unique (Balduzzi et al. 2018)
    alpha-rank     Omidshafiei et al. (2019) for one population of m players: how often a population that imitates the
                   better strategy with intensity alpha, with rare mutants, is found playing each strategy
    cycles         a beats b beats c beats a; all three must hold, so the p-value is the largest of the three
                   (intersection-union test, Berger 1982), adjusted by Holm over all triples
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog, minimize
from scipy.special import logsumexp, softmax

from analysis.grouped import Floats, holm
from analysis.pairwise import Pairing

LEAST_WEIGHT = 1e-6
"""A strategy that no Nash mixture holds more of is in none."""


@dataclass(frozen=True)
class Cycle:
    """Three strategies that beat each other in a circle: the first beats the second, it the third, it the first."""

    strategies: tuple[int, int, int]
    shares: tuple[float, float, float]
    p_value: float
    p_holm: float
    significant: bool


def complete(shares: Sequence[Sequence[float | None]]) -> Floats | None:
    """The payoffs [K, K] with 1/2 on the diagonal, or None if a pairing is missing: then no mixture can be known."""
    size = len(shares)
    matrix = np.full((size, size), 0.5)
    for a, b in itertools.permutations(range(size), 2):
        share = shares[a][b]
        if share is None:
            return None
        matrix[a, b] = share
    return matrix


def nash_mixture(payoffs: Any) -> Floats:
    """The Nash mixture [K] of payoffs [K, K] (win shares); of several the one of maximum entropy.

    Raises ValueError if two shares of a pairing do not add up to 1.
    """
    payoffs = np.asarray(payoffs, np.float64)
    if not np.allclose(payoffs + payoffs.T, 1, atol=1e-9):
        raise ValueError("Win shares of a and b against each other must add up to 1; these do not.")
    advantage = (payoffs - payoffs.T) / 2
    advantage /= max(float(np.abs(advantage).max()), 1e-12)
    mixture = np.zeros(len(advantage))
    inside = [number for number in range(len(advantage)) if _most_of(advantage, number) > LEAST_WEIGHT]
    mixture[inside] = _most_even(advantage[inside])
    return mixture


def _most_of(advantage: Floats, number: int) -> float:
    """The most that a Nash mixture can hold of one strategy. Against such a mixture no opponent gains more than 0."""
    size = len(advantage)
    goal = np.zeros(size)
    goal[number] = -1
    found = linprog(
        goal,
        A_ub=-advantage.T,
        b_ub=np.zeros(size),
        A_eq=np.ones((1, size)),
        b_eq=[1.0],
        bounds=(0, 1),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return float(found.x[number])


def _most_even(advantage: Floats) -> Floats:
    """The mixture of most entropy over the rows of advantage [n, K] that no column beats.

    The dual is smooth: the mixture is softmax(advantage @ multipliers) for multipliers >= 0 that minimise log sum exp.
    """
    rows, columns = advantage.shape
    if rows == 1:
        return np.ones(1)
    found = minimize(
        lambda at: (logsumexp(advantage @ at), softmax(advantage @ at) @ advantage),
        np.zeros(columns),
        jac=True,
        bounds=[(0, None)] * columns,
        method="L-BFGS-B",
        options={"ftol": 1e-16, "gtol": 1e-11, "maxiter": 20000, "maxfun": 40000},
    )
    mixture: Floats = softmax(advantage @ found.x)
    return mixture


def alpha_rank(payoffs: Any, alpha: float, population: int = 50) -> Floats:
    """The shares [K] of the time that a population plays each strategy; payoffs [K, K], alpha >= 0, population m >= 2.

    A single mutant r among players of s takes over with probability (1 - exp(-u)) / (1 - exp(-m u)), where
    u = alpha * (payoff of r against s - payoff of s against r); for u = 0 it is 1 / m. It stays exact for any alpha: all is
    computed in logarithms, and the stationary distribution without subtractions.
    """
    payoffs = np.asarray(payoffs, np.float64)
    size = len(payoffs)
    if size == 1:
        return np.ones(1)
    drive = alpha * (payoffs.T - payoffs)
    rates = _log_fixation(drive, population)
    np.fill_diagonal(rates, -np.inf)
    return np.exp(_log_stationary(rates))


def alpha_sensitivity(payoffs: Any, alphas: Sequence[float], population: int = 50) -> list[Floats]:
    """The alpha-rank distribution for each of several alphas."""
    return [alpha_rank(payoffs, alpha, population) for alpha in alphas]


def _log_fixation(drive: Floats, population: int) -> Floats:
    """Logarithm of the probability that a mutant takes over, for its advantage u (any sign and size)."""
    size = np.abs(drive)
    safe = np.where(size < 1e-14, 1.0, size)
    ratio = np.log(-np.expm1(-safe)) - np.log(-np.expm1(-population * safe))
    against = ratio - (population - 1) * safe
    return np.where(size < 1e-14, -np.log(population), np.where(drive > 0, ratio, against))


def _log_stationary(rates: Floats) -> Floats:
    """The log stationary distribution [K] of a chain from the logs [K, K] of its rates (from row to column).

    Grassmann, Taksar and Heyman (1985): Gaussian elimination from the last state to the first that never subtracts.
    """
    size = len(rates)
    rates = rates.copy()
    for last in range(size - 1, 0, -1):
        rates[:last, last] -= logsumexp(rates[last, :last])
        passed = rates[:last, last, None] + rates[None, last, :last]
        rates[:last, :last] = np.logaddexp(rates[:last, :last], passed)
    logs = np.zeros(size)
    for state in range(1, size):
        logs[state] = logsumexp(logs[:state] + rates[:state, state])
    return np.asarray(logs - logsumexp(logs))


def cycles(pairings: Sequence[Sequence[Pairing | None]], level: float = 0.95) -> list[Cycle]:
    """All circles of three in the estimates, the surest first, with p-values adjusted over all triples that were compared."""
    triples: list[tuple[tuple[int, int, int], tuple[float, float, float]]] = []
    values: list[float] = []
    for a, b, c in itertools.combinations(range(len(pairings)), 3):
        sides = [pairings[a][b], pairings[b][c], pairings[c][a]]
        met = [side for side in sides if side is not None]
        if len(met) < 3:
            continue
        names = (a, b, c)
        if all(side.share.estimate < side.par for side in met):
            names, met = (a, c, b), [side.turned() for side in reversed(met)]
        circle = all(side.share.estimate > side.par for side in met)
        values.append(max(side.p_value for side in met) / 2 if circle else 1.0)
        first, second, third = (side.share.estimate for side in met)
        triples.append((names, (first, second, third)))
    found = [
        Cycle(names, shares, value, adjusted, adjusted <= 1 - level)
        for (names, shares), value, adjusted in zip(triples, values, holm(values), strict=True)
        if value < 1
    ]
    return sorted(found, key=lambda cycle: (cycle.p_value, cycle.strategies))
