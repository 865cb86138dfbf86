"""Distributions from histograms equal those of the numbers themselves."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.scoring import distribution


def test_a_histogram_gives_the_figures_of_its_numbers() -> None:
    numbers = np.random.default_rng(1).integers(0, 40, 999)
    spread = distribution(np.bincount(numbers, minlength=64))
    assert spread.n == 999
    assert spread.mean == pytest.approx(numbers.mean())
    assert spread.sd == pytest.approx(numbers.std(ddof=1))
    assert (spread.low, spread.high) == (numbers.min(), numbers.max())
    assert spread.quantiles["median"] == np.median(numbers)
    for name, q in (("q05", 0.05), ("q25", 0.25), ("q75", 0.75), ("q95", 0.95)):
        assert spread.quantiles[name] == np.quantile(numbers, q, method="inverted_cdf")


def test_one_number_has_no_spread() -> None:
    spread = distribution(np.array([0, 0, 1]))
    assert spread.as_dict() == {"mean": 2, "sd": 0, "min": 2, "q05": 2, "q25": 2, "median": 2, "q75": 2, "q95": 2, "max": 2}
