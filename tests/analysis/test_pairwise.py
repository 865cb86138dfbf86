"""Pairings: par in balanced tables, known shares, missing pairings, identical strategies."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from analysis.pairwise import PairSeries, compare_pairs, differences_to, overall_shares, pair_series


def necklaces(a: int, b: int, sides: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """All ways of seating a and b in a ring with both present, one of each set of rotations, and how many rotations differ."""
    seen: dict[tuple[int, ...], int] = {}
    for lineup in itertools.product((a, b), repeat=sides):
        turns = {lineup[at:] + lineup[:at] for at in range(sides)}
        if len(set(lineup)) == 2:
            seen[min(turns)] = len(turns)
    return list(seen), list(seen.values())


def tournament(sides: int, strategies: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """The necklaces of all pairs."""
    lineups: list[tuple[int, ...]] = []
    rotations: list[int] = []
    for a, b in itertools.combinations(range(strategies), 2):
        more, turns = necklaces(a, b, sides)
        lineups += more
        rotations += turns
    return lineups, rotations


def played(
    lineups: list[tuple[int, ...]], rotations: list[int], strengths: np.ndarray, deals: np.ndarray, seed: int
) -> np.ndarray:
    """[G, L, Z] win shares in sixtieths; a slot wins with a chance in proportion to its strategy's strength."""
    random = np.random.default_rng(seed)
    result = np.zeros((len(deals), len(lineups), len(lineups[0])), np.int64)
    for number, lineup in enumerate(lineups):
        weights = strengths[list(lineup)]
        result[:, number] = 60 * random.multinomial(deals * rotations[number], weights / weights.sum())
    return result


def series_of(strengths: list[float], sides: int, deals: np.ndarray, seed: int = 1) -> PairSeries:
    lineups, rotations = tournament(sides, len(strengths))
    shares = played(lineups, rotations, np.array(strengths), deals, seed)
    return pair_series(shares, lineups, deals, rotations, len(strengths))


@pytest.mark.parametrize(("sides", "games"), [(2, 2), (3, 6), (4, 14), (6, 62)])
def test_par_is_a_half_for_any_number_of_sides(sides: int, games: int) -> None:
    """2**sides - 2 games of a deal hold both; equal strategies share them equally."""
    series = series_of([1.0, 1.0, 1.0], sides, np.full(256, 20))
    matrix = compare_pairs(series)
    for a, b in itertools.permutations(range(3), 2):
        pairing = matrix[a][b]
        assert pairing is not None
        assert series.games[a, b] == games
        assert pairing.par == pytest.approx(0.5)
        assert pairing.share.low < 0.5 < pairing.share.high
        assert not pairing.significant


@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_shares_are_those_of_the_design(sides: int) -> None:
    """With strength 2 : 1 a slot of the strong wins 2 / sum; the expected share is that over all seatings but the uniform."""
    expected = np.mean(
        [2 * sum(row) / (2 * sum(row) + sides - sum(row)) for row in itertools.product((0, 1), repeat=sides)][1:-1]
    )
    matrix = compare_pairs(series_of([2.0, 1.0], sides, np.full(256, 100)))
    pairing, turned = matrix[0][1], matrix[1][0]
    assert pairing is not None
    assert turned is not None
    assert pairing.share.low < expected < pairing.share.high
    assert pairing.share.half_width < 0.01
    assert pairing.beats
    assert not turned.beats
    assert turned.significant
    assert turned.share.estimate == pytest.approx(1 - pairing.share.estimate)


def test_holm_is_that_over_all_pairings() -> None:
    matrix = compare_pairs(series_of([1.0, 1.08, 1.15, 1.0], 2, np.full(256, 4)))
    upper = [matrix[a][b] for a, b in itertools.combinations(range(4), 2)]
    values = [pairing.p_value for pairing in upper if pairing is not None]
    assert len(values) == 6
    assert [p.p_holm for p in upper if p is not None] == pytest.approx(multipletests(values, method="holm")[1])


def test_a_missing_pairing_is_none() -> None:
    lineups, rotations = [(0, 1), (1, 2)], [2, 2]
    shares = played(lineups, rotations, np.array([2.0, 1.0, 1.0]), np.full(256, 4), 2)
    series = pair_series(shares, lineups, np.full(256, 4), rotations, 3)
    matrix = compare_pairs(series)
    assert matrix[0][2] is None
    assert matrix[2][0] is None
    assert series.shares()[0][2] is None
    overall = overall_shares(series)
    assert overall[0] is not None
    differences = differences_to(series, 1)
    assert differences[0] is None, "0 has not met 2, which the baseline has"
    assert differences[1] is not None


def test_one_strategy_alone_has_no_pairing() -> None:
    series = pair_series(np.full((256, 1, 2), 60), [(0, 0)], np.full(256, 1), [1], 1)
    assert compare_pairs(series) == [[None]]
    assert overall_shares(series) == [None]
    assert differences_to(series, 0) == [None]


def test_identical_strategies_are_exactly_level() -> None:
    """In all rotations two equal strategies win exactly half of each deal, and the same against a third."""
    lineups, rotations = tournament(2, 3)
    random = np.random.default_rng(3)
    shares = np.zeros((256, 3, 2), np.int64)
    shares[:, 0] = 60
    shares[:, 1, 0] = 60 * random.binomial(2, 0.7, 256)
    shares[:, 1, 1] = 120 - shares[:, 1, 0]
    shares[:, 2] = shares[:, 1]
    series = pair_series(shares, lineups, np.ones(256, np.int64), rotations, 3)
    pairing = compare_pairs(series)[0][1]
    assert pairing is not None
    assert (pairing.share.estimate, pairing.p_value) == (0.5, 1.0)
    assert pairing.share.half_width < 0.01
    difference = differences_to(series, 0)[1]
    assert difference is not None
    assert (difference.interval.low, difference.interval.high, difference.p_value) == (0, 0, 1)


@pytest.mark.parametrize("deals", [1, 2])
def test_one_or_two_deals_prove_nothing(deals: int) -> None:
    held = np.zeros(256, np.int64)
    held[:deals] = 1
    matrix = compare_pairs(series_of([1e9, 1.0, 1.0], 2, held))
    pairing = matrix[0][1]
    assert pairing is not None
    assert not pairing.significant
    assert pairing.share.high - pairing.share.low > 0.7


def test_no_deal_at_all_is_nothing() -> None:
    series = series_of([1.0, 1.0], 2, np.zeros(256, np.int64))
    assert compare_pairs(series) == [[None, None], [None, None]]
    assert overall_shares(series) == [None, None]


def test_overall_shares_are_means_over_pairings_and_differences_are_of_them() -> None:
    series = series_of([3.0, 2.0, 1.0], 2, np.full(256, 8))
    shares, overall, differences = series.shares(), overall_shares(series), differences_to(series, 2)
    for strategy in range(3):
        mine = [share for share in shares[strategy] if share is not None]
        own, last, difference = overall[strategy], overall[2], differences[strategy]
        assert own is not None
        assert last is not None
        assert difference is not None
        assert own.estimate == pytest.approx(np.mean(mine))
        assert difference.interval.estimate == pytest.approx(own.estimate - last.estimate)
    best = overall[0]
    assert best is not None
    assert best.low < (3 / 5 + 3 / 4) / 2 < best.high


def test_pairings_of_equals_are_rarely_found_different() -> None:
    """400 tournaments of four equals: the chance of any false find is 5% +- 2.2% (two standard errors)."""
    wrong = 0
    for seed in range(400):
        matrix = compare_pairs(series_of([1.0] * 4, 2, np.full(256, 2), seed))
        wrong += any(pairing.significant for row in matrix for pairing in row if pairing is not None)
    assert wrong / 400 <= 0.075
