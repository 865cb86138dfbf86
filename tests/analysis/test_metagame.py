"""Mixtures, alpha-rank and cycles: games whose solutions are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.metagame import alpha_rank, alpha_sensitivity, complete, cycles, nash_mixture
from analysis.pairwise import Pairing
from analysis.winning import Interval

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def biased(a: float, b: float, c: float) -> np.ndarray:
    """Shares of a game in which 0 gains a from 1, 1 gains b from 2, 2 gains c from 0. Its Nash mixture is (b, c, a) / sum."""
    gains = np.array([[0, a, -c], [-a, 0, b], [c, -b, 0]])
    return 0.5 + gains


def test_rock_paper_scissors_is_uniform() -> None:
    assert nash_mixture(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3, abs=1e-6)


@pytest.mark.parametrize("gains", [(0.1, 0.2, 0.3), (0.01, 0.4, 0.05), (1e-3, 2e-3, 5e-3)])
def test_biased_rock_paper_scissors_has_its_known_mixture(gains: tuple[float, float, float]) -> None:
    a, b, c = gains
    assert nash_mixture(biased(a, b, c)) == pytest.approx(np.array([b, c, a]) / (a + b + c), abs=1e-4)


def test_a_dominant_strategy_is_all_there_is() -> None:
    shares = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])
    assert nash_mixture(shares) == pytest.approx([1, 0, 0])


@pytest.mark.parametrize("gap", [1e-3, 1e-2])
def test_a_strategy_that_is_hardly_worse_is_left_out(gap: float) -> None:
    """The last is a copy of rock that does a little worse against each: it is dominated, and the rest is uniform."""
    rows = [0, 1, 2, 0]
    shares = ROCK_PAPER_SCISSORS[np.ix_(rows, rows)].copy()
    shares[3, :3] -= gap
    shares[:3, 3] += gap
    assert nash_mixture(shares) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)


def test_copies_share_evenly() -> None:
    """Rock, rock again, paper, scissors: any split of the rocks is an equilibrium, and the even one has the most entropy."""
    rows = [0, 0, 1, 2]
    shares = ROCK_PAPER_SCISSORS[np.ix_(rows, rows)]
    assert nash_mixture(shares) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-6)


def test_equals_are_mixed_evenly_and_a_loser_is_left_out() -> None:
    shares = np.full((4, 4), 0.5)
    shares[3, :3], shares[:3, 3] = 0.2, 0.8
    assert nash_mixture(shares) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)


def test_nobody_gains_against_the_mixture_of_a_random_game() -> None:
    random = np.random.default_rng(1)
    for size in (2, 5, 9, 15):
        gains = random.uniform(-0.5, 0.5, (size, size))
        shares = 0.5 + (gains - gains.T) / 2
        mixture = nash_mixture(shares)
        assert mixture.sum() == pytest.approx(1)
        assert (shares @ mixture).max() < 0.5 + 1e-6


def test_one_strategy_alone() -> None:
    assert nash_mixture([[0.5]]) == pytest.approx([1])
    assert alpha_rank([[0.5]], 10.0) == pytest.approx([1])


def test_shares_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        nash_mixture([[0.5, 0.7], [0.7, 0.5]])


def test_a_missing_pairing_is_no_game() -> None:
    assert complete([[None, 0.6], [None, None]]) is None
    matrix = complete([[None, 0.6], [0.4, None]])
    assert matrix is not None
    assert matrix.tolist() == [[0.5, 0.6], [0.4, 0.5]]


@pytest.mark.parametrize("alpha", [0.0, 0.1, 10.0, 1e6])
def test_alpha_rank_of_rock_paper_scissors_is_uniform(alpha: float) -> None:
    """Omidshafiei et al. 2019, figure on Rock-Paper-Scissors: a third each for any intensity."""
    assert alpha_rank(ROCK_PAPER_SCISSORS, alpha) == pytest.approx([1 / 3] * 3)


def test_alpha_rank_of_biased_rock_paper_scissors_is_uniform_for_strong_selection() -> None:
    """Omidshafiei et al. 2019, table of the biased game: a third each in the limit, unlike the Nash mixture (1, 10, 5) / 16."""
    payoffs = np.array([[0, -0.5, 1.0], [0.5, 0, -0.1], [-1.0, 0.1, 0]])
    assert alpha_rank(payoffs, 1e4) == pytest.approx([1 / 3] * 3, abs=1e-6)


@pytest.mark.parametrize(("alpha", "share"), [(0.1, 0.6), (1.0, 0.52), (50.0, 0.501)])
def test_two_strategies_have_the_odds_of_the_closed_form(alpha: float, share: float) -> None:
    """rho(u) / rho(-u) = exp((m - 1) u), with u = alpha * (2 share - 1)."""
    ranks = alpha_rank([[0.5, share], [1 - share, 0.5]], alpha, population=20)
    assert ranks[0] / ranks[1] == pytest.approx(math.exp(19 * alpha * (2 * share - 1)), rel=1e-9)


def test_alpha_rank_is_the_stationary_distribution_of_its_chain() -> None:
    random = np.random.default_rng(2)
    gains = random.uniform(-0.2, 0.2, (5, 5))
    payoffs, alpha, m = 0.5 + gains - gains.T, 0.7, 10
    chain = np.zeros((5, 5))
    for now in range(5):
        for mutant in range(5):
            if mutant != now:
                u = alpha * (payoffs[mutant, now] - payoffs[now, mutant])
                chain[now, mutant] = (1 - math.exp(-u)) / (1 - math.exp(-m * u)) / 4
        chain[now, now] = 1 - chain[now].sum()
    assert np.linalg.matrix_power(chain, 100_000)[0] == pytest.approx(alpha_rank(payoffs, alpha, m), abs=1e-9)


def test_strong_selection_finds_the_dominant_strategy_without_overflow() -> None:
    shares = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])
    weak, strong = alpha_sensitivity(shares, [1e-9, 1e12])
    assert weak == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert strong == pytest.approx([1, 0, 0])


def pairing(share: float, p_value: float) -> Pairing:
    return Pairing(Interval(share, share - 0.01, share + 0.01), 1000, 0.5, p_value, p_value, False)


def table(entries: dict[tuple[int, int], Pairing], size: int) -> list[list[Pairing | None]]:
    rows: list[list[Pairing | None]] = [[None] * size for _ in range(size)]
    for (a, b), entry in entries.items():
        rows[a][b], rows[b][a] = entry, entry.turned()
    return rows


@pytest.mark.parametrize("sign", [1, -1])
def test_a_cycle_is_as_sure_as_its_least_sure_pairing(sign: int) -> None:
    entries = {
        (0, 1): pairing(0.5 + sign * 0.1, 0.001),
        (1, 2): pairing(0.5 + sign * 0.05, 0.02),
        (0, 2): pairing(0.5 - sign * 0.2, 1e-5),
    }
    (cycle,) = cycles(table(entries, 3))
    assert cycle.strategies == ((0, 1, 2) if sign == 1 else (0, 2, 1))
    assert cycle.shares == pytest.approx((0.6, 0.55, 0.7) if sign == 1 else (0.7, 0.55, 0.6))
    assert cycle.p_value == pytest.approx(0.01)
    assert cycle.significant


def test_all_triples_count_for_the_adjustment() -> None:
    """Rock, paper, scissors and one that beats all: four triples, one cycle."""
    entries = {(0, 1): pairing(0.6, 0.02), (1, 2): pairing(0.6, 0.02), (0, 2): pairing(0.4, 0.02)}
    entries |= {(3, number): pairing(0.9, 1e-9) for number in range(3)}
    (cycle,) = cycles(table(entries, 4))
    assert cycle.p_holm == pytest.approx(0.04)


def test_without_a_cycle_or_a_pairing_there_is_none() -> None:
    assert cycles(table({(0, 1): pairing(0.6, 0.01), (1, 2): pairing(0.6, 0.01), (0, 2): pairing(0.6, 0.01)}, 3)) == []
    assert cycles(table({(0, 1): pairing(0.6, 0.01)}, 3)) == []
    assert cycles([[None]]) == []
