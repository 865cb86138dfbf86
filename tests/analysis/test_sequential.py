"""The sequential test: error rates and length by simulation, known formulas, guards."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.power import deals_needed
from analysis.sequential import (
    LEAST_DEALS,
    SequentialTest,
    deals_for_precision,
    elo_of_share,
    precise_enough,
    share_of_elo,
)
from analysis.winning import Interval, share_interval

WIDE = SequentialTest(elo0=0, elo1=40)
DEAL_SD = 0.3


def run(test: SequentialTest, elo: float, sequences: int, deals: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Which sequences accept H1, and after how many deals they end; deals of two games with correlated results."""
    random = np.random.default_rng(seed)
    share = share_of_elo(elo)
    both = 2 * DEAL_SD**2 + (share - 0.5)
    chances = np.array([1 - both - 2 * (share - both), 2 * (share - both), both])
    results = random.choice([0.0, 0.5, 1.0], p=chances, size=(sequences, deals))
    played = np.arange(1, deals + 1)
    total, square = results.cumsum(axis=1), np.square(results).cumsum(axis=1)
    ratio = test.log_ratio(played, total, square, 2)
    low, high = test.bounds
    ended = ((ratio <= low) | (ratio >= high)) & (played >= LEAST_DEALS)
    assert ended[:, -1].any() or ended.any(axis=1).all()
    first = np.where(ended.any(axis=1), ended.argmax(axis=1), deals - 1)
    return ratio[np.arange(sequences), first] >= high, first + 1


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, True), (40.0, False)])
def test_error_rates_are_no_more_than_stated(elo: float, wrong: bool) -> None:
    """2,000 sequences: the rate is known to +- 1% (two standard errors). The mean length is below that of the fixed design."""
    better, deals = run(WIDE, elo, 2000, 2500, 1)
    assert (better == wrong).mean() <= 0.05 + 0.01
    low, high = WIDE.shares
    fixed = deals_needed((high - low), DEAL_SD, power=0.95, significance=0.10)
    assert fixed is not None
    assert deals.mean() < 0.8 * fixed
    assert deals.mean() == pytest.approx(WIDE.expected_deals(elo, DEAL_SD), rel=0.12), "Wald's approximation"


def test_halfway_takes_longest_and_is_even() -> None:
    middle = WIDE.middle
    better, deals = run(WIDE, middle, 1000, 5000, 2)
    assert better.mean() == pytest.approx(0.5, abs=0.04)
    assert deals.mean() == pytest.approx(WIDE.expected_deals(middle, DEAL_SD), rel=0.12)
    assert deals.mean() > WIDE.expected_deals(0, DEAL_SD)


def test_expected_deals_are_smooth_through_the_middle() -> None:
    """The formula has a gap where the drift is nil; both sides lead to its limit."""
    middle = WIDE.middle
    exact = WIDE.expected_deals(middle, DEAL_SD)
    assert WIDE.expected_deals(middle + 0.01, DEAL_SD) == pytest.approx(exact, rel=1e-3)
    assert WIDE.expected_deals(middle - 0.01, DEAL_SD) == pytest.approx(exact, rel=1e-3)
    assert math.isfinite(WIDE.expected_deals(3000, 0.001))
    assert math.isfinite(WIDE.expected_deals(-3000, 0.001))


def test_elo_and_share_are_inverse() -> None:
    assert share_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_share(share_of_elo(-37)) == pytest.approx(-37)
    assert share_of_elo(WIDE.middle) == pytest.approx(sum(WIDE.shares) / 2)
    assert elo_of_share(1.0) is None
    assert elo_of_share(0.0) is None


def test_bounds_are_walds() -> None:
    assert SequentialTest(alpha=0.05, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_the_log_ratio_is_that_of_normal_laws_of_known_variance() -> None:
    """n (s1 - s0) (2 m - s0 - s1) / (2 v), which the ratio for unknown variance approaches for small differences."""
    test, n, share, sd = SequentialTest(0, 5), 20_000, 0.51, 0.3
    total = n * share
    square = n * (sd**2 + share**2)
    s0, s1 = test.shares
    expected = n * (s1 - s0) * (2 * share - s0 - s1) / (2 * sd**2)
    assert float(test.log_ratio(n, total, square, 2)) == pytest.approx(expected, rel=0.01)


def test_identical_strategies_are_found_not_better() -> None:
    verdict = WIDE.judge(500, 250.0, 125.0, 2)
    assert (verdict.state, verdict.decided) == ("not better", True)


def test_deals_that_are_all_alike_may_never_decide_and_say_so() -> None:
    verdict = SequentialTest(-10, 10).judge(500, 250.0, 125.0, 2)
    assert (verdict.state, verdict.decided) == ("alike", False)
    assert "0.500" in verdict.text


def test_a_few_deals_decide_nothing_however_they_end() -> None:
    assert WIDE.judge(LEAST_DEALS - 1, LEAST_DEALS - 1.0, LEAST_DEALS - 1.0, 2).state == "open"
    assert WIDE.judge(0, 0.0, 0.0, 2).state == "open"


def test_a_strategy_that_always_wins_is_better_and_one_that_never_does_is_not() -> None:
    assert WIDE.judge(60, 60.0, 60.0, 2).state == "better"
    assert WIDE.judge(60, 0.0, 0.0, 2).state == "not better"
    assert WIDE.judge(60, 31.0, 20.0, 2).state == "open"


@pytest.mark.parametrize("values", [{"elo0": 5, "elo1": 5}, {"alpha": 0}, {"beta": 0.5}, {"elo1": 1e5}])
def test_settings_out_of_range_are_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        SequentialTest(**values)


def test_stopping_at_a_precision_keeps_the_coverage() -> None:
    """400 studies that stop at +-4% keep 95% +- 2.2% (two standard errors)."""
    random = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        results = random.binomial(2, 0.6, 600) / 2
        for deals in range(40, 601, 20):
            part = results[:deals]
            interval = share_interval(part.sum(), np.square(part).sum(), deals, 2)
            if precise_enough(interval, 0.04, deals):
                break
        else:
            raise AssertionError("600 deals are enough for +-4%")
        covered += interval.low <= 0.6 <= interval.high
    assert 0.925 <= covered / 400 <= 0.975


def test_precision_is_forecast() -> None:
    assert deals_for_precision(0.3, 0.01) == math.ceil((1.959964 * 30) ** 2)
    assert not precise_enough(Interval(0.5, 0.5, 0.5), 0.01, 2)
