"""Parts of the variance of results: known parts are found, intervals hold them, what cannot be told is not told."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.luck import luck_section, moments, raw_parts, scaled
from tests.analysis.counting import DUEL, MIRROR, PAIRS, THREE, Played, Seating, count, info_of


def counts_of(x: np.ndarray) -> dict[str, np.ndarray]:
    """The counts that matter from results x[deal, game, place] in sixtieths."""
    sums = x.sum(axis=1)
    return {
        "deals": np.array([len(x)]),
        "games": np.array([x.shape[0] * x.shape[1]]),
        "game_share": x.sum(axis=0),
        "place_share": sums.sum(axis=0),
        "place_cross": sums.T @ sums,
        "place_square": np.square(x).sum(axis=(0, 1)),
    }


def duels(rng: np.random.Generator, deals: int, skill: float, seat: float, luck: float) -> np.ndarray:
    """Duels in both seatings: place 0 wins with 1/2 + seat + luck of the deal (either sign) + the skill of who sits there."""
    favour = rng.choice([-luck, luck], deals)[:, None]
    chance = 0.5 + seat + favour + np.array([skill, -skill])
    won = rng.random((deals, 2)) < chance
    return 60 * np.stack([won, ~won], axis=-1).astype(np.int64)


def share_of(section: dict, name: str) -> dict:
    return next(part for part in section["parts"] if part["name"] == name)["share"]


@pytest.mark.parametrize(("skill", "seat", "luck"), [(0.2, 0.05, 0.15), (0.0, 0.0, 0.3), (0.3, 0.0, 0.0), (0.1, 0.1, 0.25)])
def test_known_parts_are_found(skill: float, seat: float, luck: float) -> None:
    """Of the variance 1/4 the parts are the squares of the effects; the rest is what is left."""
    section = luck_section(counts_of(duels(np.random.default_rng(1), 200_000, skill, seat, luck)), info_of(DUEL))
    for name, effect in (("strategy", skill), ("seat", seat), ("deal", luck)):
        assert share_of(section, name)["estimate"] == pytest.approx(4 * effect**2, abs=0.01)


def test_parts_are_unbiased_in_small_studies_and_intervals_hold_them() -> None:
    """2,000 studies of 40 deals. The mean of an estimate has a standard error below 0.004; bounds hold at least 95% less 1%."""
    rng = np.random.default_rng(2)
    truth = {"strategy": 0.15**2, "seat": 0.1**2, "deal": 0.2**2}
    found: dict[str, list[float]] = {name: [] for name in truth}
    held = dict.fromkeys([*truth, "rest"], 0)
    for _ in range(2000):
        counts = counts_of(duels(rng, 40, 0.15, 0.1, 0.2))
        raw = raw_parts(moments(counts, info_of(DUEL)))
        section = luck_section(counts, info_of(DUEL))
        for name in held:
            share = share_of(section, name)
            value = 4 * truth[name] if name in truth else 1 - 4 * sum(truth.values())
            held[name] += share["low"] <= value <= share["high"]
        for name in truth:
            found[name].append(raw[name])
    for name, value in truth.items():
        assert np.mean(found[name]) == pytest.approx(value, abs=0.004)
    assert all(n / 2000 > 0.94 for n in held.values()), held


def test_the_deal_is_the_covariance_between_games_at_a_place() -> None:
    rng = np.random.default_rng(3)
    x = rng.multinomial(1, [0.5, 0.3, 0.2], (50, 3)) * 60
    raw = raw_parts(moments(counts_of(x), info_of(THREE)))
    covariances = [np.cov(x[:, :, place].T / 60) for place in range(3)]
    expected = np.mean([matrix[~np.eye(3, dtype=bool)].mean() for matrix in covariances])
    assert raw["deal"] == pytest.approx(expected)


def test_three_strategies_in_pairs_differ_by_what_they_win() -> None:
    """Strategy 0 always beats 1 and 2, these are equal: cells 1, 0, 1, 0, 1/2, 1/2 have the variance 1/6."""
    rng = np.random.default_rng(4)
    won = np.concatenate([np.tile([True, False, True, False], (20_000, 1)), rng.random((20_000, 2)) < 0.5], axis=1)
    section = luck_section(counts_of(60 * np.stack([won, ~won], axis=-1).astype(np.int64)), info_of(PAIRS))
    assert share_of(section, "strategy")["estimate"] == pytest.approx(2 / 3, abs=0.01)
    assert share_of(section, "deal")["estimate"] < 0.01


def test_a_mirror_cannot_tell_the_deal_from_the_rest() -> None:
    won = np.random.default_rng(5).random((5000, 1)) < 0.7
    section = luck_section(counts_of(60 * np.stack([won, ~won], axis=-1).astype(np.int64)), info_of(MIRROR))
    assert share_of(section, "strategy") is None
    assert share_of(section, "deal") is None
    assert "cannot be told from the rest" in section["parts"][2]["reason"]
    assert share_of(section, "seat")["estimate"] == pytest.approx(4 * 0.2**2, abs=0.03)
    assert share_of(section, "seat")["estimate"] + share_of(section, "rest")["estimate"] == pytest.approx(1)


def test_mirrors_of_several_strategies_tell_the_deal() -> None:
    """Each of two strategies meets itself on the same deals; both follow the luck of the deal, place 0 has no advantage."""
    rng = np.random.default_rng(6)
    won = rng.random((50_000, 2)) < 0.5 + rng.choice([-0.3, 0.3], 50_000)[:, None]
    mirrors = Seating((0, 1), ((0, 0), (1, 1)), (0, 1), ((0, 0), (1, 1)))
    counts = counts_of(60 * np.stack([won, ~won], axis=-1).astype(np.int64))
    section = luck_section(counts, info_of(mirrors, mirror=True))
    assert share_of(section, "strategy")["estimate"] < 0.005
    assert share_of(section, "deal")["estimate"] == pytest.approx(4 * 0.3**2, abs=0.02)


def test_one_deal_and_shared_wins_only_tell_nothing() -> None:
    one = luck_section(count([Played(0, k, [[2, 1]]) for k in range(2)], DUEL), info_of(DUEL))
    shared = luck_section(count([Played(deal, k, [[1, 1]]) for deal in range(9) for k in range(2)], DUEL), info_of(DUEL))
    for section, reason in ((one, "two deals"), (shared, "nothing varies")):
        assert all(part["share"] is None and reason in part["reason"] for part in section["parts"])


def test_what_is_estimated_below_0_is_named() -> None:
    """Each place wins exactly one of a deal's two games, so the covariance is -1/4."""
    x = np.array([[[60, 0], [0, 60]], [[0, 60], [60, 0]]] * 10)
    section = luck_section(counts_of(x), info_of(DUEL))
    assert "deal" in section["method"].rsplit("Estimated below 0 and set to 0: ", 1)[1]
    assert share_of(section, "deal")["estimate"] == 0


@given(st.sampled_from([DUEL, MIRROR, THREE, PAIRS]), st.integers(2, 12), st.integers(0, 10_000))
def test_parts_add_up(table: Seating, deals: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    chance = rng.dirichlet(np.ones(table.places), len(table.seatings))
    x = np.stack([rng.multinomial(1, p, deals) for p in chance], axis=1) * 60
    section = luck_section(counts_of(x), info_of(table))
    shares = [part["share"] for part in section["parts"] if part["share"] is not None]
    assert sum(share["estimate"] for share in shares) == pytest.approx(1)
    assert all(0 <= share["low"] <= share["estimate"] <= share["high"] <= 1 for share in shares)


def test_parts_that_are_too_large_are_scaled() -> None:
    assert scaled({"strategy": 0.3, "seat": -0.1, "deal": 0.1, "rest": -0.05}) == pytest.approx(
        {"strategy": 0.75, "seat": 0, "deal": 0.25, "rest": 0}
    )
