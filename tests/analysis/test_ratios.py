"""Ratio intervals over clusters: the known special case, borders, few clusters, and coverage."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.ratios import RatioSums, borrowed_interval, ratio_interval
from analysis.winning import share_interval


def sums_of(d: np.ndarray, x: np.ndarray) -> RatioSums:
    return RatioSums(float(d.sum()), float(x.sum()), float(d @ d), float(d @ x), float(x @ x))


def test_with_as_many_events_in_each_deal_it_is_the_interval_of_a_win_share() -> None:
    x = np.random.default_rng(1).binomial(2, 0.6, 500).astype(float)
    ours = ratio_interval(sums_of(np.full(500, 2.0), x))
    theirs = share_interval(x.sum() / 2, np.square(x / 2).sum(), 500, 2)
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_the_error_is_that_of_a_ratio() -> None:
    """For many deals the interval is the estimate and 1.96 times Cochran's standard error on both sides."""
    rng = np.random.default_rng(2)
    d = rng.integers(0, 5, 20_000).astype(float)
    x = rng.binomial(d.astype(int), np.clip(0.5 + rng.normal(0, 0.2, len(d)), 0, 1)).astype(float)
    r = x.sum() / d.sum()
    error = np.sqrt(np.square(x - r * d).sum()) / d.sum()
    interval = ratio_interval(sums_of(d, x))
    assert interval is not None
    assert interval.half_width == pytest.approx(1.96 * error, rel=2e-3)


def test_no_event_has_no_share() -> None:
    nothing = RatioSums(0, 0, 0, 0, 0)
    assert ratio_interval(nothing) is None
    assert borrowed_interval(0, 0, nothing) is None
    alone = borrowed_interval(3, 10, nothing)
    assert alone is not None
    assert alone.low < 0.3 < alone.high


def test_five_wins_of_five_in_a_thousand_deals_do_not_prove_certainty() -> None:
    d = np.zeros(1000)
    d[:5] = 1
    interval = ratio_interval(sums_of(d, d))
    assert interval is not None
    assert interval.high == 1
    assert 0.4 < interval.low < 0.62, "about what five of five won games allow"


def test_two_uses_in_one_deal_say_next_to_nothing() -> None:
    d = np.zeros(1000)
    d[7] = 2
    interval = ratio_interval(sums_of(d, d / 2))
    assert interval is not None
    assert interval.high - interval.low > 0.8


def test_no_ties_in_grouped_deals_count_no_more_than_the_games() -> None:
    """256 groups of 4 deals of 2 games without a tie: as 2,048 games, not as many more."""
    d = np.full(256, 8.0)
    interval = ratio_interval(sums_of(d, np.zeros(256)))
    assert interval is not None
    assert 1.5 / 2048 < interval.high < 5 / 2048


@given(st.lists(st.tuples(st.integers(0, 4), st.floats(0, 1)), min_size=1, max_size=40))
def test_an_interval_holds_its_estimate_and_lies_within_0_and_1(deals: list[tuple[int, float]]) -> None:
    d = np.array([n for n, _ in deals], float)
    interval = ratio_interval(sums_of(d, np.array([round(n * p) for n, p in deals], float)))
    if interval is None:
        assert not d.any()
    else:
        assert 0 <= interval.low <= interval.estimate <= interval.high <= 1


@pytest.mark.parametrize(("p", "spread"), [(0.5, 0.3), (0.9, 0.0), (0.97, 0.0)])
def test_95_per_cent_intervals_cover(p: float, spread: float) -> None:
    """800 studies of 200 deals with 0 to 3 events: within three standard errors (0.008) of 95%, a little wide at the border."""
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(800):
        d = rng.integers(0, 4, 200)
        x = rng.binomial(d, np.clip(p + rng.uniform(-spread, spread, 200), 0, 1))
        interval = ratio_interval(sums_of(d.astype(float), x.astype(float)))
        assert interval is not None
        covered += interval.low <= p <= interval.high
    assert 0.927 <= covered / 800 <= 0.985
