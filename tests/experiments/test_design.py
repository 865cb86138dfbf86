"""Seats are balanced: every line-up plays every deal in every rotation."""

from __future__ import annotations

import pytest

from engines.game import Mode, UsageError
from experiments.design import make_design

DUEL = Mode("duel", (0, 1), ("first", "second"))
TEAMS = Mode("team", (0, 1, 0, 1), ("n", "e", "s", "w"))
SOLO = Mode("solo", (0, 1, 2), ("a", "b", "c"))


def test_two_players_sit_both_ways() -> None:
    design = make_design(DUEL, 2)
    assert [place.seating for place in design.places()] == [(0, 1), (1, 0)]


def test_teams_are_rotated_as_teams() -> None:
    assert [place.seating for place in make_design(TEAMS, 2).places()] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_three_players_take_every_seat_once() -> None:
    seatings = [place.seating for place in make_design(SOLO, 3).places()]
    assert seatings == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_a_mirror_match_needs_no_rotation() -> None:
    assert [place.seating for place in make_design(SOLO, 1).places()] == [(0, 0, 0)]


def test_more_strategies_than_sides_make_every_line_up() -> None:
    design = make_design(DUEL, 4)
    assert len(design.lineups) == 6
    assert design.games_per_deal == 12
    seats = [place.seating for place in design.places()]
    for player in range(4):
        assert sum(seating[0] == player for seating in seats) == sum(seating[1] == player for seating in seats) == 3


def test_too_few_strategies_are_refused() -> None:
    with pytest.raises(UsageError, match="2 strategies cannot fill 3 sides"):
        make_design(SOLO, 2)


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert make_design(DUEL, 2).deals_for(999) == 500
    assert make_design(SOLO, 3).deals_for(1) == 1
