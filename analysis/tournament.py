"""A tournament as a whole: match-ups, overall shares, ratings and their order, mixtures and circles, from one run's counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.grouped import Difference
from analysis.metagame import Cycle, alpha_rank, alpha_sensitivity, complete, cycles, nash_mixture
from analysis.pairwise import Pairing, PairSeries, compare_pairs, differences_to, overall_shares, pair_series
from analysis.ratings import Ratings, davidson_ratings, pair_ratings, slot_ratings
from analysis.summary import RunInfo, Summary, summarise
from analysis.winning import Interval

ALPHA = 50.0
"""Selection intensity of alpha-rank where one number is shown."""

ALPHAS = (1.0, 5.0, 20.0, 50.0, 100.0, 500.0)
"""Intensities over which its sensitivity is shown."""


@dataclass(frozen=True)
class Metagame:
    """Which strategies last: the Nash mixture and alpha-rank by strategy, and alpha-rank for other intensities."""

    nash: tuple[float, ...]
    alpharank: tuple[float, ...]
    sensitivity: tuple[tuple[float, int, float], ...]  # (alpha, the strategy played most, its share)


@dataclass(frozen=True)
class Tournament:
    """What a tournament of K strategies shows.

    matrix: [K][K] pairings, None where two never met alone. overall: each one's share over its pairings (par 1/2), or over all
    its games in a mixed design (`par` then is 1/sides). differences: overall share less the baseline's, None without one.
    metagame: None where a pairing is missing or there is one strategy only.
    """

    names: tuple[str, ...]
    par: float
    matrix: list[list[Pairing | None]]
    overall: list[Interval | None]
    ratings: Ratings
    differences: list[Difference | None] | None
    metagame: Metagame | None
    cycles: list[Cycle]
    summary: Summary

    @property
    def order(self) -> tuple[int, ...]:
        """The strategies, best rating first."""
        return self.ratings.order

    def beaten_by(self, strategy: int) -> list[str]:
        """The names of those whom a strategy beats significantly (Holm), the best of them first."""
        return [self.names[other] for other in self.order if (pairing := self.matrix[strategy][other]) and pairing.beats]


def tournament(counts: Mapping[str, Any], info: RunInfo, baseline: int | None = None) -> Tournament:
    """The tournament in a run's counts, of at least one deal.

    baseline: the number of the strategy that is the zero of ratings and differences.
    """
    rotations = rotations_of(info)
    strategies = len(info.strategies)
    series = pair_series(counts["group_lineup_share"], info.lineups, counts["group_deals"], rotations, strategies)
    summary = summarise(counts, info)
    if series.pairs:
        matrix, overall, par = compare_pairs(series), overall_shares(series), 0.5
        ratings = _pair_ratings(counts, info, series, rotations, baseline)
    else:
        matrix, par = [[None] * strategies for _ in range(strategies)], 1 / len(info.places)
        overall = [entry.win_share for entry in summary.strategies]
        ratings = _slot_ratings(counts, info, baseline)
    return Tournament(
        names=info.strategies,
        par=par,
        matrix=matrix,
        overall=overall,
        ratings=ratings,
        differences=differences_to(series, baseline) if baseline is not None and series.pairs else None,
        metagame=_metagame(series),
        cycles=cycles(matrix),
        summary=summary,
    )


def rotations_of(info: RunInfo) -> list[int]:
    """Games of a deal by line-up."""
    games = Counter(info.lineup_of)
    return [games[lineup] for lineup in range(len(info.lineups))]


def _pair_ratings(
    counts: Mapping[str, Any], info: RunInfo, series: PairSeries, rotations: Sequence[int], baseline: int | None
) -> Ratings:
    """Bradley-Terry ratings; with two sides ties are counted (Davidson) if there are any."""
    pairs = [number for number, lineup in enumerate(info.lineups) if len(lineup) == 2 and lineup[0] != lineup[1]]
    played = counts["group_deals"] > 0
    ties = counts["group_lineup_ties"][played][:, pairs].astype(float)
    if len(info.places) != 2 or not ties.any():
        return pair_ratings(series, baseline)
    shares = counts["group_lineup_share"][played][:, pairs] / info.share_unit
    results = np.concatenate([shares - ties[..., None] / 2, ties[..., None]], axis=2)
    met = [(info.lineups[number][0], info.lineups[number][1]) for number in pairs]
    return davidson_ratings(results, met, len(info.strategies), baseline)


def _slot_ratings(counts: Mapping[str, Any], info: RunInfo, baseline: int | None) -> Ratings:
    """Plackett-Luce ratings from line-ups of more than two strategies."""
    played = counts["group_deals"] > 0
    wins = counts["group_lineup_share"][played] / info.share_unit
    return slot_ratings(wins, info.lineups, len(info.strategies), baseline)


def _metagame(series: PairSeries) -> Metagame | None:
    """Mixtures over the pairings' shares, if all were played."""
    payoffs = complete(series.shares()) if series.pairs else None
    if payoffs is None:
        return None
    sensitivity = []
    for alpha, shares in zip(ALPHAS, alpha_sensitivity(payoffs, ALPHAS), strict=True):
        top = int(np.argmax(shares))
        sensitivity.append((alpha, top, float(shares[top])))
    nash, ranked = nash_mixture(payoffs), alpha_rank(payoffs, ALPHA)
    return Metagame(tuple(map(float, nash)), tuple(map(float, ranked)), tuple(sensitivity))
