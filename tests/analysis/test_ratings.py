"""Ratings: recovered parameters, agreement with a direct maximisation, the prior, certainty."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize

from analysis.pairwise import pair_series
from analysis.ratings import ELO, LEAST_GROUPS, davidson_ratings, pair_ratings, slot_ratings
from analysis.winning import Interval


def slots(strengths: np.ndarray, lineups: list[tuple[int, ...]], games: int, groups: int, seed: int) -> np.ndarray:
    """[G, L, Z] wins of games whose winner is drawn by Plackett and Luce's rule; strengths are logarithms."""
    random = np.random.default_rng(seed)
    chances = np.exp(strengths[np.array(lineups)])
    chances /= chances.sum(axis=1, keepdims=True)
    return np.stack([random.multinomial(games, chances) for _ in range(groups)])


PAIRS = list(itertools.combinations(range(4), 2))
TRUE = np.array([0.6, 0.1, -0.2, -0.5])


def test_bradley_terry_is_recovered_from_pairings() -> None:
    wins = slots(TRUE, PAIRS, 40, 256, 1)
    found = pair_ratings(pair_series(wins * 60, PAIRS, np.full(256, 20), [2] * 6, 4))
    assert found.elo == pytest.approx(TRUE * ELO, abs=12)
    assert found.order == (0, 1, 2, 3)
    assert found.order_certainty == 1
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)
    assert found.nu is None


def test_two_strategies_have_the_rating_of_their_share() -> None:
    """A share of 1 / (1 + 10**(-d / 400)) is a difference of d; the prior of one game each moves 7,680 games by little."""
    wins = np.tile([[[20, 10]]], (256, 1, 1))
    found = slot_ratings(wins, [(0, 1)], 2, baseline=1)
    assert found.elo[1] == 0
    assert found.elo[0] == pytest.approx(400 * np.log10(2), abs=0.1)


@pytest.mark.parametrize("sides", [3, 4])
def test_plackett_luce_is_recovered_with_a_strategy_in_several_slots(sides: int) -> None:
    lineups = [lineup for lineup in itertools.combinations_with_replacement(range(4), sides) if len(set(lineup)) > 1]
    found = slot_ratings(slots(TRUE, lineups, 30, 256, 2), lineups, 4, replicates=300)
    assert found.elo == pytest.approx(TRUE * ELO, abs=12)
    assert found.intervals is not None
    assert all(interval.low < true < interval.high for interval, true in zip(found.intervals, TRUE * ELO, strict=True))


def test_the_order_of_slots_does_not_matter() -> None:
    wins = slots(TRUE, [(0, 1, 2), (2, 0, 1)], 30, 20, 3)
    turned = np.stack([wins[:, 0], wins[:, 1][:, [1, 2, 0]]], axis=1)
    assert slot_ratings(wins, [(0, 1, 2), (2, 0, 1)], 4).elo == pytest.approx(slot_ratings(turned, [(0, 1, 2)] * 2, 4).elo)


def test_the_maximum_is_that_of_a_search_without_derivatives() -> None:
    wins = slots(TRUE[:3], [(0, 1), (0, 2), (1, 2)], 2, 5, 4).sum(axis=0)

    def cost(point: np.ndarray) -> float:
        own = np.append(point, -point.sum())
        total = -0.5 * sum(np.log(1 / (1 + np.exp(-s))) + np.log(1 / (1 + np.exp(s))) for s in own)
        for (a, b), (won, lost) in zip([(0, 1), (0, 2), (1, 2)], wins, strict=True):
            total -= won * np.log(1 / (1 + np.exp(own[b] - own[a]))) + lost * np.log(1 / (1 + np.exp(own[a] - own[b])))
        return float(total)

    expected = minimize(cost, np.zeros(2), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12}).x
    found = slot_ratings(wins[None], [(0, 1), (0, 2), (1, 2)], 3)
    assert np.array(found.elo[:2]) / ELO == pytest.approx(expected, abs=1e-5)


def test_davidson_is_recovered() -> None:
    nu, random = 0.8, np.random.default_rng(5)
    strength = np.exp(TRUE)
    results = np.zeros((256, 6, 3))
    for number, (a, b) in enumerate(PAIRS):
        chances = np.array([strength[a], strength[b], nu * np.sqrt(strength[a] * strength[b])])
        results[:, number] = random.multinomial(30, chances / chances.sum(), size=256)
    found = davidson_ratings(results, PAIRS, 4, replicates=200)
    assert found.elo == pytest.approx(TRUE * ELO, abs=15)
    assert found.nu == pytest.approx(nu, rel=0.05)


def test_all_ties_make_equals_and_a_finite_tie_parameter() -> None:
    results = np.tile([[[0, 0, 2]]], (256, 1, 1))
    found = davidson_ratings(results, [(0, 1)], 2, replicates=100)
    assert found.elo == pytest.approx((0, 0), abs=1e-6)
    assert found.nu is not None
    assert 100 < found.nu < 10_000


def test_an_unbeaten_strategy_stays_finite_and_unsure() -> None:
    found = slot_ratings(np.tile([[[2, 0]]], (10, 1, 1)), [(0, 1)], 2, baseline=1)
    assert found.intervals is not None
    low, high = found.intervals[0].low, found.intervals[0].high
    assert 200 < low < found.elo[0] < high < 5000
    share = 1 / (1 + 10 ** (-low / 400))
    assert 0.75 < share < 0.95, "20 wins of 20 allow a share of about 0.86 (the rule of three)"


def test_a_strategy_that_never_wins_among_many_is_last() -> None:
    wins = slots(np.array([0.2, 0.0, -40.0]), [(0, 1, 2)], 30, 256, 6)
    found = slot_ratings(wins, [(0, 1, 2)], 3)
    assert found.order[-1] == 2
    assert np.isfinite(found.elo).all()


def test_identical_strategies_are_equal_and_their_order_is_open() -> None:
    wins = np.tile([[[5, 5], [7, 3], [7, 3]]], (64, 1, 1))
    found = slot_ratings(wins, [(0, 1), (0, 2), (1, 2)], 3, replicates=2000)
    assert found.elo[0] == pytest.approx(found.elo[1], abs=1e-6)
    assert found.order == (0, 1, 2)
    assert found.order_certainty == pytest.approx(0.5, abs=0.05)
    assert found.rank_certainty is not None
    assert found.rank_certainty[1:] == (1, 1), "being second at least is sure for the second, third at least for anybody"


def test_one_strategy_alone_is_at_zero() -> None:
    found = slot_ratings(np.zeros((256, 0, 2)), [], 1)
    assert (found.elo, found.order) == ((0,), (0,))
    mirror = slot_ratings(np.ones((256, 1, 2)), [(0, 0)], 1, replicates=50)
    assert mirror.order_certainty == 1
    assert mirror.intervals == (Interval(0, 0, 0),)


def test_few_groups_give_no_certainty() -> None:
    wins = np.zeros((256, 1, 2))
    wins[: LEAST_GROUPS - 1] = 1
    found = slot_ratings(wins, [(0, 1)], 2)
    assert (found.intervals, found.order_certainty, found.rank_certainty) == (None, None, None)


def test_a_strategy_that_met_nobody_is_average() -> None:
    found = slot_ratings(np.tile([[[5, 5]]], (64, 1, 1)), [(0, 1)], 3, replicates=50)
    assert found.elo == pytest.approx((0, 0, 0), abs=1e-6)


def test_95_per_cent_intervals_cover() -> None:
    """400 studies of two strategies, whose intervals are one: 95% +- 2.2% (two standard errors)."""
    covered = 0
    for seed in range(400):
        found = slot_ratings(slots(TRUE[:2], [(0, 1)], 2, 128, seed), [(0, 1)], 2, 1, replicates=400, seed=seed)
        assert found.intervals is not None
        covered += found.intervals[0].low <= (TRUE[0] - TRUE[1]) * ELO <= found.intervals[0].high
    assert 0.93 <= covered / 400 <= 0.975
