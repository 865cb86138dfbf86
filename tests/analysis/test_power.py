"""Power: known values, the way back, and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestIndPower, TTestPower

from analysis.power import deals_needed, detectable_difference, independent_sd, power_of


def test_known_sample_sizes() -> None:
    """Cohen 1988: d = 0.5, power 0.8, 5% two-sided take 64 a group unpaired and 34 paired."""
    assert deals_needed(0.5, 1.0, power=0.8, paired=False) == 64
    assert deals_needed(0.5, 1.0, power=0.8) == 34


def test_many_deals_follow_the_normal_formula() -> None:
    expected = ((stats.norm.ppf(0.9) + stats.norm.ppf(0.975)) * 0.3 / 0.001) ** 2
    assert deals_needed(0.001, 0.3) == pytest.approx(expected, rel=1e-4)
    assert deals_needed(0.001, 0.3, paired=False) == pytest.approx(2 * expected, rel=1e-4)


@pytest.mark.parametrize("deals", [2, 3, 50, 5000])
@pytest.mark.parametrize("difference", [0.0, 0.004, 0.05, 0.3])
def test_the_power_is_that_of_statsmodels(difference: float, deals: int) -> None:
    paired = TTestPower().power(difference / 0.3, deals, 0.05) if difference * math.sqrt(deals) < 6 else 1.0
    unpaired = TTestIndPower().power(difference / 0.3, deals, 0.05) if difference * math.sqrt(deals) < 6 else 1.0
    assert power_of(difference, deals, 0.3) == pytest.approx(paired, abs=1e-9)
    assert power_of(difference, deals, 0.3, paired=False) == pytest.approx(unpaired, abs=1e-9)


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("deals", [2, 20, 500, 20_000, 20_001, 1_000_000])
def test_the_detectable_difference_needs_as_many_deals(deals: int, paired: bool) -> None:
    difference = detectable_difference(deals, 0.3, paired=paired)
    assert difference is not None
    assert power_of(difference, deals, 0.3, paired=paired) == pytest.approx(0.9, abs=1e-5)
    needed = deals_needed(difference * (1 + 1e-6), 0.3, paired=paired)
    assert needed == pytest.approx(deals, rel=1e-3, abs=1)


def test_a_huge_difference_takes_two_or_three_deals_and_none_takes_forever() -> None:
    assert deals_needed(0.9, 0.001) in {2, 3}
    assert deals_needed(0.0, 0.3) is None
    assert detectable_difference(1, 0.3) is None
    assert power_of(0.0, 50, 0.3) == pytest.approx(0.05, abs=1e-6), "the power against nothing is the significance"


def test_independent_games_have_the_binomial_deviation() -> None:
    assert independent_sd(0.5, 4) == 0.25
    assert independent_sd(0.2, 1) == pytest.approx(math.sqrt(0.16))


def test_the_power_is_met_in_simulation() -> None:
    """4,000 paired studies of 40 deals: the rate is known to +- 1.3% (two standard errors)."""
    samples = np.random.default_rng(1).normal(0.15, 0.3, (4000, 40))
    found = (stats.ttest_1samp(samples, 0, axis=1).pvalue < 0.05).mean()
    assert found == pytest.approx(power_of(0.15, 40, 0.3), abs=0.015)
