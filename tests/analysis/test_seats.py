"""Seat advantage: shares of places, intervals that hold at once, and the sentence."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.seats import furthest_place, place_intervals, seat_mode, seats_section
from analysis.winning import share_interval
from tests.analysis.counting import DUEL, MIRROR, TEAMS, THREE, Played, Seating, count, info_of, random_games


@pytest.mark.parametrize("table", [DUEL, MIRROR, THREE, TEAMS])
def test_shares_of_places_are_those_of_the_games(table: Seating) -> None:
    games = random_games(table, 40, 1)
    mode = seat_mode(count(games, table), info_of(table), "this run")
    shares = np.mean([game.shares(table.sides) for game in games], axis=0) / 60
    assert [place["share"]["estimate"] for place in mode["places"]] == pytest.approx(shares)
    assert mode["games"] == len(games)
    assert mode["par"] == 1 / table.places


def test_two_places_are_one_comparison_and_three_are_three() -> None:
    for table, level in ((DUEL, 0.95), (THREE, 1 - 0.05 / 3)):
        counts = count(random_games(table, 60, 2), table)
        unit = 60 * len(table.seatings)
        total, square = counts["place_share"][0] / unit, counts["place_cross"][0, 0] / unit**2
        expected = share_interval(total, square, 60, len(table.seatings), level)
        assert place_intervals(counts, info_of(table))[0] == expected


def test_three_places_hold_at_once_in_95_per_cent() -> None:
    """1,000 studies of 100 deals; three standard errors are 0.02, and Bonferroni may be a little wide."""
    rng = np.random.default_rng(4)
    truth = np.array([0.4, 0.35, 0.25])
    held = 0
    for _ in range(1000):
        won = rng.multinomial(3, truth, 100) * 60
        counts = {
            "deals": np.array([100]),
            "games": np.array([300]),
            "place_share": won.sum(axis=0),
            "place_cross": won.T @ won,
        }
        shares = place_intervals(counts, info_of(THREE))
        held += all(share.low <= p <= share.high for share, p in zip(shares, truth, strict=True))
    assert 0.93 <= held / 1000 <= 0.98


def test_the_sentence_names_the_place_furthest_from_par() -> None:
    won_by_second = [Played(deal, 0, [[1, 2]]) for deal in range(200)]
    section = seats_section([seat_mode(count(won_by_second, MIRROR), info_of(MIRROR), "this run")])
    assert section["text"].startswith("The place 'place 1' wins 100.0% (9")
    assert "between equal players (par 50%)" in section["text"]
    assert "chance does not explain" in section["text"]
    assert section["modes"][0]["kind"] == "mirror: strategy 0"


def test_a_single_deal_proves_no_seat_effect() -> None:
    mode = seat_mode(count([Played(0, 0, [[3, 2]])], MIRROR), info_of(MIRROR), "this run")
    share = furthest_place(mode)["share"]
    assert share["low"] < 0.5 < share["high"]
    assert "no seat effect is proved" in seats_section([mode])["text"]
