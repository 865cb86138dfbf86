"""Ratings: one strength a strategy, and how sure the order is.

All models are conditional logits: of the possible results of a game, result z has the probability exp(x_z) / sum of exp(x),
with x linear in the strengths.

    Plackett-Luce (1959, 1975), the winner   x = strength of the slot's strategy, for each slot of a line-up
    Bradley-Terry (1952)                     the same with two slots; a shared win is half a win for each
    Davidson (1970), ties counted            first wins: s_a; second wins: s_b; tie: (s_a + s_b) / 2 + log nu

A weak prior keeps strategies finite that never lost: each has one imaginary game against the average strategy, which was drawn
(half won, half lost); log nu has the like. The log likelihood is then concave with one maximum, found by Newton's method.

Intervals come from a bootstrap over groups of deals. Each half of an imaginary game gets a random weight from the gamma
distribution with shape 1/2, as which it would give Jeffreys' posterior of a share: a strategy that won all its 20 games is not
taken to be surely unbeatable. Percentiles are moved out for few groups (Hesterberg 2015).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_softmax, ndtr, softmax

from analysis.grouped import Floats, bootstrap_weights
from analysis.pairwise import PairSeries
from analysis.winning import Interval, quantile_of_t

ELO = 400 / math.log(10)
"""Elo points a unit of strength: 400 points are odds of ten to one."""

LEAST_GROUPS = 5
"""With fewer groups of deals there are no intervals."""

CHUNK = 100
"""Replicates solved together; it bounds the memory."""


@dataclass(frozen=True)
class Ratings:
    """Ratings of K strategies, and the certainty of their order. Nothing is said of certainty for fewer than five groups.

    elo: ratings with mean 0, or with the baseline at 0. intervals: their intervals. order: strategies, best first.
    order_certainty: share of the replicates with exactly this order. rank_certainty: by strategy, share of the replicates in
    which it has at least its rank. nu: Davidson's tie parameter (a tie of equals has the odds nu : 2), None in other models.
    """

    elo: tuple[float, ...]
    intervals: tuple[Interval, ...] | None
    order: tuple[int, ...]
    order_certainty: float | None
    rank_certainty: tuple[float, ...] | None
    nu: float | None = None


@dataclass(frozen=True)
class Choices:
    """L kinds of games with Z possible results each. predictors: [L, Z, P]; the first K of the P parameters are strengths."""

    predictors: Floats
    strategies: int


def pair_ratings(
    series: PairSeries, baseline: int | None = None, level: float = 0.95, replicates: int = 1000, seed: int = 1
) -> Ratings:
    """Bradley-Terry ratings from pairings. In balanced line-ups of more than two sides they describe the pairing's share."""
    pairs = series.pairs
    lineups = [list(pair) for pair in pairs]
    wins = np.zeros((len(series.deals), len(pairs), 2))
    for number, (a, b) in enumerate(pairs):
        wins[:, number, 0], wins[:, number, 1] = series.wins[a, b], series.wins[b, a]
    return slot_ratings(wins, lineups, len(series.games), baseline, level, replicates, seed)


def slot_ratings(
    wins: Any,
    lineups: Sequence[Sequence[int]],
    strategies: int,
    baseline: int | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 1,
) -> Ratings:
    """Plackett-Luce ratings. wins: [G, L, Z] sums of win shares (a win = 1) by group, line-up and slot.

    A strategy may fill several slots of a line-up. Line-ups of the same strategies in another order are taken together.
    """
    wins = np.asarray(wins, np.float64)
    kinds = {key: number for number, key in enumerate(dict.fromkeys(tuple(sorted(lineup)) for lineup in lineups))}
    slots = wins.shape[2]
    merged = np.zeros((len(wins), len(kinds), slots))
    predictors = np.zeros((len(kinds), slots, strategies))
    for number, lineup in enumerate(lineups):
        turn = np.argsort(lineup, kind="stable")
        kind = kinds[tuple(sorted(lineup))]
        merged[:, kind] += wins[:, number, turn]
        predictors[kind, np.arange(slots), np.asarray(lineup)[turn]] = 1.0
    return _rate(Choices(predictors, strategies), merged, baseline, level, replicates, seed)


def davidson_ratings(
    results: Any,
    pairs: Sequence[tuple[int, int]],
    strategies: int,
    baseline: int | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 1,
) -> Ratings:
    """Davidson's ratings of two-sided games. results: [G, pairs, 3] games won by the first, by the second, and tied."""
    predictors = np.zeros((len(pairs), 3, strategies + 1))
    for number, (a, b) in enumerate(pairs):
        predictors[number, 0, a] = predictors[number, 1, b] = 1.0
        predictors[number, 2, [a, b]] = 0.5
        predictors[number, 2, strategies] = 1.0
    return _rate(Choices(predictors, strategies), np.asarray(results, np.float64), baseline, level, replicates, seed)


def _rate(choices: Choices, results: Floats, baseline: int | None, level: float, replicates: int, seed: int) -> Ratings:
    """Fit, and bootstrap over the groups of results [G, L, Z] that hold any."""
    results = results[results.any(axis=(1, 2))]
    size, groups = choices.strategies, len(results)
    extra = choices.predictors.shape[2] - size
    best = fit(choices, results.sum(axis=0))
    order = np.argsort(-np.round(best[:size], 9), kind="stable")
    elo = _on_scale(best[None, :size], baseline)[0]
    nu = math.exp(best[size]) if extra else None
    names = tuple(int(strategy) for strategy in order)
    figures = tuple(float(value) for value in elo)
    if groups < LEAST_GROUPS:
        return Ratings(figures, None, names, None, None, nu)
    weights = bootstrap_weights(groups, replicates, seed)
    # A weight below 1e-6 is drawn once in 900 times; it would only make the equations all but singular.
    halves = np.maximum(1e-6, np.random.default_rng([seed, 1]).gamma(0.5, size=(replicates, 2, size + extra)))
    drawn = (weights @ results.reshape(groups, -1)).reshape(replicates, *results.shape[1:])
    solved = np.concatenate(
        [_newton(choices, drawn[at : at + CHUNK], halves[at : at + CHUNK], best) for at in range(0, replicates, CHUNK)]
    )[:, :size]
    ranks = np.argsort(np.argsort(-solved, axis=1, kind="stable"), axis=1)
    rank = np.argsort(order)
    return Ratings(
        elo=figures,
        intervals=_percentiles(_on_scale(solved, baseline), elo, level, groups),
        order=names,
        order_certainty=float((ranks == rank).all(axis=1).mean()),
        rank_certainty=tuple(float(share) for share in (ranks <= rank).mean(axis=0)),
        nu=nu,
    )


def _on_scale(strengths: Floats, baseline: int | None) -> Floats:
    """Elo points [B, K] from strengths [B, K], with mean 0 or with the baseline at 0."""
    zero = strengths.mean(axis=1) if baseline is None else strengths[:, baseline]
    return (strengths - zero[:, None]) * ELO


def _percentiles(replicates: Floats, estimates: Floats, level: float, groups: int) -> tuple[Interval, ...]:
    """Expanded percentile intervals from replicates [B, K]: as wide as Student's t would be where those are normal."""
    tail = float(ndtr(-math.sqrt(groups / (groups - 1)) * quantile_of_t(level, groups - 1)))
    low, high = np.quantile(replicates, [tail, 1 - tail], axis=0)
    return tuple(
        Interval(float(value), float(min(a, value)), float(max(b, value)))
        for value, a, b in zip(estimates, low, high, strict=True)
    )


def fit(choices: Choices, results: Floats) -> Floats:
    """The parameters [P] of most posterior likelihood for results [L, Z]; the strengths have mean 0."""
    parameters = choices.predictors.shape[2]
    halves = np.full((1, 2, parameters), 0.5)

    def cost(point: Floats) -> float:
        chance = log_softmax(choices.predictors @ point, axis=1)
        own = _centred(point[None], choices.strategies)[0]
        return float(-(results * chance).sum() + 0.5 * np.logaddexp(0, own).sum() + 0.5 * np.logaddexp(0, -own).sum())

    found = minimize(
        cost,
        np.zeros(parameters),
        jac=lambda point: -_slopes(choices, results[None], halves, point[None])[0][0],
        hess=lambda point: _slopes(choices, results[None], halves, point[None])[1][0],
        method="trust-exact",
        options={"gtol": 1e-5},
    )
    return _newton(choices, results[None], halves, found.x)[0]


def _centred(points: Floats, strategies: int) -> Floats:
    """Parameters [B, P] with the strengths' mean taken out."""
    shift = np.zeros_like(points)
    shift[:, :strategies] = points[:, :strategies].mean(axis=1, keepdims=True)
    return points - shift


def _slopes(choices: Choices, results: Floats, halves: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Gradient [B, P] and negative Hessian [B, P, P] of the log posterior.

    results: [B, L, Z]. halves: [B, 2, P] weights of the imaginary wins and losses. points: [B, P] parameters. Only differences
    of strengths matter; their mean is held by adding 1/K to each entry of the Hessian's block of strengths.
    """
    kinds, alternatives, parameters = choices.predictors.shape
    size = choices.strategies
    flat = choices.predictors.reshape(-1, parameters)
    chance = softmax((points @ flat.T).reshape(len(points), kinds, alternatives), axis=2)
    games = results.sum(axis=2)
    expected = chance * games[:, :, None]
    gradient = (results - expected).reshape(len(points), kinds * alternatives) @ flat
    squares = (flat[:, :, None] * flat[:, None, :]).reshape(-1, parameters**2)
    mean = np.einsum("blz,lzp->blp", chance, choices.predictors, optimize=True)
    hessian = (expected.reshape(len(points), kinds * alternatives) @ squares).reshape(len(points), parameters, parameters)
    hessian = hessian - (mean * games[:, :, None]).transpose(0, 2, 1) @ mean

    project = np.eye(parameters)
    project[:size, :size] -= 1 / size
    imagined = expit(points @ project)
    total = halves.sum(axis=1)
    gradient = gradient + (halves[:, 0] - total * imagined) @ project
    curve = total * imagined * (1 - imagined)
    hessian = hessian + (project * curve[:, None, :]) @ project
    hessian[:, :size, :size] += 1 / size
    return gradient, hessian


def _newton(choices: Choices, results: Floats, halves: Floats, start: Floats) -> Floats:
    """The maxima [B, P] of B concave log posteriors, from a common start [P]; steps are at most 1 in any parameter."""
    points = np.repeat(start[None], len(results), axis=0)
    for _ in range(200):
        gradient, hessian = _slopes(choices, results, halves, points)
        step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
        points = points + step / np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True))
        if np.abs(step).max() < 1e-9:
            break
    return _centred(points, choices.strategies)
