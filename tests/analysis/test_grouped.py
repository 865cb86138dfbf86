"""Estimates from groups: agreement with other computations, borders, few groups."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from analysis.grouped import (
    bonferroni_quantile,
    bootstrap_weights,
    holm,
    paired_difference,
    residuals,
    share_of_groups,
    simultaneous_quantile,
)
from analysis.winning import quantile_of_t, share_interval


def test_one_deal_a_group_is_the_interval_over_deals() -> None:
    wins = np.random.default_rng(1).binomial(4, 0.4, 200)
    estimate = share_of_groups(wins, np.full(200, 4), 4)
    assert estimate is not None
    deals = share_interval((wins / 4).sum(), np.square(wins / 4).sum(), 200, 4)
    grouped = estimate.interval()
    assert (grouped.estimate, grouped.low, grouped.high) == pytest.approx((deals.estimate, deals.low, deals.high))


def test_the_variance_of_a_ratio_is_that_of_the_jackknife() -> None:
    random = np.random.default_rng(2)
    games = random.integers(20, 40, 256)
    wins = random.binomial(games, 0.3).astype(float)
    left_out = (wins.sum() - wins) / (games.sum() - games)
    jackknife = 255 / 256 * np.square(left_out - left_out.mean()).sum()
    estimate = share_of_groups(wins, games)
    assert estimate is not None
    p = estimate.share
    assert p * (1 - p) / estimate.effective == pytest.approx(jackknife, rel=0.01)


def test_the_p_value_agrees_with_the_interval() -> None:
    wins = np.random.default_rng(3).binomial(10, 0.55, 60)
    estimate = share_of_groups(wins, np.full(60, 10), 10)
    assert estimate is not None
    edge = estimate.interval(0.95).low
    assert estimate.p_value(edge) == pytest.approx(0.05, abs=1e-9)


def test_without_games_there_is_no_share() -> None:
    assert share_of_groups(np.zeros(256), np.zeros(256)) is None


@pytest.mark.parametrize("deals", [1, 2])
def test_one_or_two_deals_give_a_wide_interval(deals: int) -> None:
    wins, games = np.zeros(256), np.zeros(256)
    wins[:deals], games[:deals] = 4, 4
    estimate = share_of_groups(wins, games, 4)
    assert estimate is not None
    interval = estimate.interval()
    assert interval.high == 1
    assert 0 < interval.low < 0.5


def test_a_strategy_that_never_wins_may_win_as_often_as_the_rule_of_three_allows() -> None:
    estimate = share_of_groups(np.zeros(256), np.full(256, 40), 4)
    assert estimate is not None
    interval = estimate.interval()
    assert interval.low == 0
    assert 1.0 < interval.high * 10240 / 3 < 2.0


def test_differences_are_those_of_the_paired_t_test() -> None:
    random = np.random.default_rng(4)
    first, second = random.normal(40, 9, 300), random.normal(38, 9, 300)
    found = paired_difference(first, second, np.ones(300), 1e-6)
    assert found is not None
    theirs = stats.ttest_rel(first, second)
    expected = theirs.confidence_interval(0.95)
    assert found.p_value == pytest.approx(theirs.pvalue, rel=1e-6)
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), rel=1e-6)


@pytest.mark.parametrize("groups", [1, 2, 256])
def test_identical_series_differ_by_exactly_nothing(groups: int) -> None:
    series = np.random.default_rng(5).random(groups) * 100
    found = paired_difference(series, series * 3 / 3, np.ones(groups), 1 / 60)
    assert found is not None
    assert (found.interval.low, found.interval.estimate, found.interval.high, found.p_value) == (0, 0, 0, 1)


def test_one_group_says_nothing_of_a_difference() -> None:
    assert paired_difference([3.0], [2.0], [4.0], 1.0) is None
    assert paired_difference([], [], [], 1.0) is None


def test_a_difference_that_never_varied_has_some_width() -> None:
    found = paired_difference(np.ones(20), np.zeros(20), np.ones(20), 0.5, limit=1)
    assert found is not None
    assert found.interval.high == 1
    assert 0.9 < found.interval.low < 0.99
    assert found.p_value < 1e-6


def test_a_mean_of_games_that_are_all_alike_has_no_width() -> None:
    """Six rounds in every game: the length of a game with a fixed number of rounds."""
    games = np.array([8, 8, 4])
    found = paired_difference(6 * games, np.zeros(3), games, step=0.0)
    assert found is not None
    assert (found.interval.estimate, found.interval.low, found.interval.high, found.p_value) == (6, 6, 6, 0)
    nothing = paired_difference(np.zeros(3), np.zeros(3), games, step=0.0)
    assert nothing is not None and (nothing.interval.estimate, nothing.p_value) == (0, 1)


def test_residuals_add_up_to_nothing() -> None:
    random = np.random.default_rng(6)
    games = random.integers(1, 9, (3, 50))
    assert residuals(random.random((3, 50)) * games, games).sum(axis=1) == pytest.approx(np.zeros(3), abs=1e-12)


def test_simultaneous_quantiles_of_independent_statistics_are_those_of_sidak() -> None:
    deviations = np.random.default_rng(7).normal(size=(10, 256))
    sidak = quantile_of_t(0.95 ** (1 / 10), 255)
    assert simultaneous_quantile(deviations, replicates=20_000) == pytest.approx(sidak, abs=0.05)


def test_simultaneous_quantiles_of_one_statistic_many_times_are_students() -> None:
    deviations = np.repeat(np.random.default_rng(8).normal(size=(1, 256)), 10, axis=0)
    assert simultaneous_quantile(deviations, replicates=20_000) == pytest.approx(quantile_of_t(0.95, 256), abs=0.05)


def test_few_groups_take_bonferroni() -> None:
    deviations = np.random.default_rng(9).normal(size=(10, 5))
    assert simultaneous_quantile(deviations) == bonferroni_quantile(0.95, 10, 5)
    assert math.isfinite(simultaneous_quantile(np.zeros((3, 256)))), "statistics without spread"
    assert math.isfinite(simultaneous_quantile(np.zeros((0, 256)))), "no statistic at all"


@pytest.mark.parametrize("games", [2, 3, 4, 6])
@pytest.mark.parametrize("near_border", [False, True])
def test_shares_of_unequal_groups_are_covered(games: int, near_border: bool) -> None:
    """800 studies of 300 deals in groups of one or two: 95% +- 1.5% (two standard errors)."""
    random = np.random.default_rng(games)
    p = 0.04 if near_border else 1 / games
    turns = 1 + 0.9 * np.cos(2 * np.pi * np.arange(games) / games) * random.uniform(-1, 1, (800, 300, 1))
    wins = (random.random((800, 300, games)) < p * turns).sum(axis=2)
    grouped = wins[:, :256].copy()
    grouped[:, :44] += wins[:, 256:]
    played = np.full(256, games)
    played[:44] *= 2
    covered = 0
    for row in grouped:
        estimate = share_of_groups(row, played, games)
        assert estimate is not None
        interval = estimate.interval()
        covered += interval.low <= p <= interval.high
    assert 0.93 <= covered / 800 <= 0.975


@pytest.mark.parametrize("p", [0.5, 0.2])
def test_paired_differences_are_covered(p: float) -> None:
    """800 studies in which half of the games end as before; the true difference is 0: 95% +- 1.5% (two standard errors)."""
    random = np.random.default_rng(12)
    first = random.random((800, 256, 4)) < p
    second = np.where(random.random((800, 256, 4)) < 0.5, first, random.random((800, 256, 4)) < p)
    covered = 0
    for one, two in zip(first.sum(axis=2), second.sum(axis=2), strict=True):
        found = paired_difference(one, two, np.full(256, 4), 1, limit=1)
        assert found is not None
        covered += found.interval.low <= 0 <= found.interval.high
    assert 0.93 <= covered / 800 <= 0.975


def correlated_wins(random: np.random.Generator, chances: np.ndarray) -> np.ndarray:
    """[6, 256] wins of correlated games: a normal luck of the deal is half of the variance."""
    luck = (random.normal(size=(1, 256)) + random.normal(size=(6, 256))) / math.sqrt(2)
    return (luck < stats.norm.ppf(chances)[:, None]).astype(float)


def test_simultaneous_intervals_hold_together() -> None:
    """400 studies of 6 correlated shares; 95% +- 2.2% (two standard errors)."""
    random = np.random.default_rng(10)
    chances = np.array([0.5, 0.5, 0.5, 0.5, 0.5, 0.3])
    covered = 0
    for _ in range(400):
        wins = correlated_wins(random, chances)
        quantile = simultaneous_quantile(residuals(wins, np.ones(256)), replicates=1000)
        estimates = [share_of_groups(row, np.ones(256), 1) for row in wins]
        intervals = [estimate.interval_at(quantile) for estimate in estimates if estimate is not None]
        covered += all(interval.low <= p <= interval.high for interval, p in zip(intervals, chances, strict=True))
    assert 0.925 <= covered / 400 <= 0.975


@pytest.mark.parametrize("values", [[], [0.03], [0.01, 0.04, 0.03, 0.005], [0.02, 0.02, 0.9, 0.5]])
def test_holm_is_that_of_statsmodels(values: list[float]) -> None:
    assert holm(values) == pytest.approx(multipletests(values, method="holm")[1] if values else [])


def test_bootstrap_weights_are_multinomial() -> None:
    weights = bootstrap_weights(50, 4000, 11)
    assert weights.shape == (4000, 50)
    assert np.all(weights.sum(axis=1) == 50)
    assert weights.var() == pytest.approx(1 - 1 / 50, rel=0.02)
    assert np.array_equal(weights, bootstrap_weights(50, 4000, 11)), "the same seed gives the same weights"
