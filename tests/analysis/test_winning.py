"""Intervals of win shares: known values, borders, and coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from analysis.winning import mean_interval, quantile_of_t, share_interval, variance, wilson


def interval_of(shares: np.ndarray, games_per_deal: int):
    return share_interval(shares.sum(), np.square(shares).sum(), len(shares), games_per_deal)


@pytest.mark.parametrize(("wins", "n"), [(0, 10), (3, 10), (10, 10), (512, 1000)])
def test_wilson_is_that_of_statsmodels(wins: int, n: int) -> None:
    low, high = proportion_confint(wins, n, method="wilson")
    ours = wilson(wins / n, n, 1.959963984540054)
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-12)


def test_the_quantile_is_students() -> None:
    assert quantile_of_t(0.95, 10) == pytest.approx(2.228139, abs=1e-6)
    assert quantile_of_t(0.95, 1e9) == pytest.approx(1.959964, abs=1e-5)


def test_variance_is_the_sample_variance() -> None:
    numbers = np.array([0.5, 1.0, 0.0, 0.25])
    assert variance(numbers.sum(), np.square(numbers).sum(), 4) == pytest.approx(numbers.var(ddof=1))
    assert variance(3.0, 3.0 - 1e-12, 3) == 0.0, "rounding never makes it negative"


def test_twenty_wins_of_twenty_do_not_prove_a_perfect_strategy() -> None:
    interval = interval_of(np.ones(10), 2)
    assert interval.high == 1
    assert 0.75 < interval.low < 0.92


def test_a_strategy_that_lost_thousands_of_games_in_few_deals_may_win_one_in_a_thousand() -> None:
    interval = interval_of(np.zeros(20), 336)
    assert interval.low == 0
    assert 0.0004 < interval.high < 0.001, "about what 6,720 lost games allow"


def test_a_single_game_says_next_to_nothing() -> None:
    interval = interval_of(np.array([1.0]), 1)
    assert interval.high - interval.low > 0.6


def test_deals_that_always_split_are_nearly_certain() -> None:
    interval = interval_of(np.full(1000, 0.5), 2)
    assert interval.half_width < 0.002, "rotation takes the luck of the deal out"


def test_means_need_two_deals() -> None:
    assert mean_interval(12.0, 144.0, 1, 2) is None
    interval = mean_interval(60.0, 1800.0, 2, 2)
    assert interval is not None
    assert (interval.estimate, interval.low, interval.high) == (15, 15, 15)


def simulated(kind: str, p: float, deals: int, random: np.random.Generator) -> np.ndarray:
    """Deal means of 2 rotated games with win probability p, independent or as correlated as rotation makes them."""
    if kind == "independent":
        return random.binomial(2, p, deals) / 2
    luck = random.uniform(-0.25, 0.25, deals)
    chance = np.clip(np.stack([p + luck, p - luck]), 0, 1)
    return (random.random((2, deals)) < chance).mean(axis=0)


@pytest.mark.parametrize("deals", [50, 1000])
@pytest.mark.parametrize(("kind", "p"), [("independent", 0.5), ("independent", 0.95), ("rotated", 0.5), ("rotated", 0.7)])
def test_95_per_cent_intervals_cover_in_95_per_cent(kind: str, p: float, deals: int) -> None:
    """2,000 simulated studies each; discrete counts near the border make small samples a little conservative."""
    random = np.random.default_rng(20261130)
    covered = 0
    for _ in range(2000):
        interval = interval_of(simulated(kind, p, deals, random), 2)
        covered += interval.low <= p <= interval.high
    assert 0.94 <= covered / 2000 <= (0.98 if deals == 50 else 0.963)
