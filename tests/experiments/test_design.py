"""Seats are balanced: every line-up plays every deal in every rotation, and designs give everyone the same seats and games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from engines.game import Mode, UsageError
from experiments.design import (
    Design,
    all_lineups,
    challenge_lineups,
    invader_lineups,
    mirror_lineups,
    mixed_lineups,
    pair_lineups,
)

DUEL = Mode("duel", (0, 1), ("first", "second"))
TEAMS = Mode("team", (0, 1, 0, 1), ("n", "e", "s", "w"))
SOLO = Mode("solo", (0, 1, 2), ("a", "b", "c"))
FOUR = Mode("four", (0, 1, 2, 3), ("a", "b", "c", "d"))
SIX = Mode("six", (0, 1, 2, 3, 4, 5), ("a", "b", "c", "d", "e", "f"))
TRIOS = Mode("trios", (0, 1, 2, 0, 1, 2), ("a", "b", "c", "d", "e", "f"))
ALL_MODES = (DUEL, TEAMS, SOLO, FOUR, SIX, TRIOS)

every_mode = pytest.mark.parametrize("mode", ALL_MODES, ids=lambda mode: mode.name)


def seatings(design: Design) -> list[tuple[int, ...]]:
    return [place.seating for place in design.places]


def test_two_players_sit_both_ways() -> None:
    assert seatings(Design(DUEL, all_lineups(DUEL, 2))) == [(0, 1), (1, 0)]


def test_teams_are_rotated_as_teams() -> None:
    assert seatings(Design(TEAMS, all_lineups(TEAMS, 2))) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_three_players_take_every_seat_once() -> None:
    assert seatings(Design(SOLO, all_lineups(SOLO, 3))) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_a_mirror_match_needs_no_rotation() -> None:
    assert all_lineups(SOLO, 1) == ((0, 0, 0),)
    assert seatings(Design(SOLO, ((0, 0, 0),))) == [(0, 0, 0)]


def test_two_of_a_kind_among_three_need_all_three_rotations_and_a_pattern_that_repeats_needs_fewer() -> None:
    assert seatings(Design(SOLO, ((0, 0, 1),))) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert seatings(Design(FOUR, ((0, 1, 0, 1),))) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_more_strategies_than_sides_make_every_line_up() -> None:
    design = Design(DUEL, all_lineups(DUEL, 4))
    assert design.lineups == tuple(combinations(range(4), 2))
    assert design.games_per_deal == 12
    for player in range(4):
        assert [Counter(seating[seat] for seating in seatings(design))[player] for seat in (0, 1)] == [3, 3]


def test_too_few_strategies_are_refused() -> None:
    with pytest.raises(UsageError, match="2 strategies cannot fill 3 sides"):
        all_lineups(SOLO, 2)


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert Design(DUEL, all_lineups(DUEL, 2)).deals_for(999) == 500
    assert Design(SOLO, all_lineups(SOLO, 3)).deals_for(1) == 1


@every_mode
def test_line_ups_are_seated_in_the_first_rotations_of_the_mode_numbered_through_the_deal(mode: Mode) -> None:
    """The engine plays the first so many rotations of a mode, so those of a line-up must be the first ones."""
    design = Design(mode, (*pair_lineups(mode, 3), *mirror_lineups(mode, 3)))
    first = 0
    for number, lineup in enumerate(design.seated):
        players = np.array(design.lineups[number])
        assert (lineup.number, lineup.first_game) == (number, first)
        assert lineup.slots.tolist() == [list(rotation) for rotation in mode.rotations[: len(lineup.slots)]]
        assert np.array_equal(lineup.players, players[lineup.slots])
        turned = {tuple(players[list(rotation)].tolist()) for rotation in mode.rotations}
        assert len(lineup.slots) == len(turned) == len({tuple(row) for row in lineup.players.tolist()})
        first += len(lineup.slots)
    assert design.games_per_deal == len(design.places) == first
    assert [(place.lineup, place.rotation) for place in design.places] == [
        (lineup.number, rotation) for lineup in design.seated for rotation in range(len(lineup.slots))
    ]


@every_mode
def test_mirror_line_ups_are_each_player_against_himself(mode: Mode) -> None:
    assert mirror_lineups(mode, 3) == tuple((player,) * mode.side_count for player in range(3))


@every_mode
def test_an_invader_sits_on_every_place_once_and_the_others_are_all_alike(mode: Mode) -> None:
    found = seatings(Design(mode, invader_lineups(mode)))
    places = [tuple(seating[mode.sides.index(side)] for side in range(mode.side_count)) for seating in found]
    assert sorted(places) == sorted(tuple(int(place == z) for place in range(mode.side_count)) for z in range(mode.side_count))


@every_mode
def test_a_challenge_is_the_pairings_of_the_first_with_each_other_one(mode: Mode) -> None:
    pairs = {frozenset(lineup) for lineup in challenge_lineups(mode, 4)}
    assert pairs == {frozenset((0, other)) for other in (1, 2, 3)}
    assert len(challenge_lineups(mode, 4)) == 3 * len(pair_lineups(mode, 2))


@every_mode
def test_a_pairing_has_every_spread_of_the_two_over_the_places_once(mode: Mode) -> None:
    """Z sides can be filled by two players in 2^Z - 2 ways, not counting those with one of them alone."""
    spreads = set(product((0, 1), repeat=mode.side_count)) - {(0,) * mode.side_count, (1,) * mode.side_count}
    by_seat = [tuple(spread[side] for side in mode.sides) for spread in spreads]
    found = seatings(Design(mode, pair_lineups(mode, 2)))
    assert len(found) == 2**mode.side_count - 2
    assert sorted(found) == sorted(by_seat)


@every_mode
def test_each_of_a_pairing_sits_on_every_seat_equally_often(mode: Mode) -> None:
    design = Design(mode, pair_lineups(mode, 3))
    for pair in combinations(range(3), 2):
        games = [seating for seating in seatings(design) if set(seating) == set(pair)]
        for seat in range(mode.players):
            counted = Counter(seating[seat] for seating in games)
            assert counted[pair[0]] == counted[pair[1]] == len(games) / 2
    assert all(len(set(seating)) == 2 for seating in seatings(design))


@every_mode
def test_equal_players_of_a_pairing_each_have_half_whatever_the_places_are_worth(mode: Mode) -> None:
    """Place z wins the share w_z, whoever sits there. Then each of the two gets one half: par of a pairing."""
    worth = [Fraction(1 + 3 * z, sum(1 + 3 * z for z in range(mode.side_count))) for z in range(mode.side_count)]
    first_seats = [mode.sides.index(side) for side in range(mode.side_count)]
    games = seatings(Design(mode, pair_lineups(mode, 2)))
    won = sum(worth[z] for seating in games for z, seat in enumerate(first_seats) if seating[seat] == 0)
    assert won / len(games) == Fraction(1, 2)


@every_mode
@pytest.mark.parametrize("more", [0, 1, 2, 5])
def test_in_a_mixed_design_all_play_equally_often_and_nobody_twice_in_a_line_up(mode: Mode, more: int) -> None:
    players = mode.side_count + more
    lineups = mixed_lineups(mode, players, seed=3)
    assert 50 <= len(lineups) <= 70
    assert all(len(set(lineup)) == mode.side_count for lineup in lineups)
    appearances = Counter(player for lineup in lineups for player in lineup)
    assert set(appearances) == set(range(players))
    assert len(set(appearances.values())) == 1


@every_mode
def test_a_mixed_design_brings_all_together_about_equally(mode: Mode) -> None:
    """Two players meet in a line-up with probability Z(Z-1) / P(P-1): how often they do differs no more than by chance."""
    players = mode.side_count + 3
    meetings: Counter[tuple[int, ...]] = Counter()
    lineups = [lineup for seed in range(30) for lineup in mixed_lineups(mode, players, seed)]
    for lineup in lineups:
        meetings.update(combinations(sorted(lineup), 2))
    expected = len(lineups) * mode.side_count * (mode.side_count - 1) / (players * (players - 1))
    assert len(meetings) == players * (players - 1) // 2
    assert all(abs(number - expected) < 5 * expected**0.5 for number in meetings.values())


def test_a_mixed_design_is_fixed_by_its_seed() -> None:
    assert mixed_lineups(FOUR, 6, seed=1) == mixed_lineups(FOUR, 6, seed=1)
    assert mixed_lineups(FOUR, 6, seed=1) != mixed_lineups(FOUR, 6, seed=2)


def test_a_mixed_design_needs_a_strategy_for_every_side() -> None:
    with pytest.raises(UsageError, match="a mixed design needs at least 4 strategies here, not 3"):
        mixed_lineups(FOUR, 3, seed=1)
