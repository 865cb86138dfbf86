"""The plaza of Animarche against the table in the rules: squares in play, the lines that plots face, where buildings fit."""

from __future__ import annotations

import itertools

import pytest

from engines.animarche import GAME
from engines.animarche.geometry import PLACES, adjacent_pairs, front_squares, row_and_column, square_at, squares_in_play
from tests.engines.animarche.conftest import edition_of, tables_for

COUNTS = (2, 3, 4)
EDITION = edition_of()


def line(players: int, place: str, plot: int) -> set[tuple[int, int]]:
    """Row and column of the squares that a plot faces."""
    return {row_and_column(square) for square in front_squares(players, PLACES[players].index(place), plot)}


def test_seats_are_clockwise_south_west_north_east() -> None:
    assert PLACES == {4: ("south", "west", "north", "east"), 3: ("south", "west", "north"), 2: ("south", "north")}
    assert [mode.seat_names for mode in GAME.modes] == [PLACES[4], PLACES[3], PLACES[2]]


@pytest.mark.parametrize("plot", range(4))
def test_with_four_players_each_plot_faces_a_full_line(plot: int) -> None:
    assert line(4, "south", plot) == {(row, plot) for row in range(4)}
    assert line(4, "north", plot) == {(row, 3 - plot) for row in range(4)}
    assert line(4, "west", plot) == {(plot, column) for column in range(4)}
    assert line(4, "east", plot) == {(3 - plot, column) for column in range(4)}


@pytest.mark.parametrize("plot", range(4))
def test_with_three_players_the_squares_of_one_diagonal_do_not_exist_so_each_plot_faces_three(plot: int) -> None:
    assert {row_and_column(square) for square in squares_in_play(3)} == {(r, c) for r in range(4) for c in range(4) if r != c}
    for place in PLACES[3]:
        assert line(3, place, plot) == line(4, place, plot) - {(n, n) for n in range(4)}
        assert len(line(3, place, plot)) == 3


@pytest.mark.parametrize("plot", range(4))
def test_with_two_players_the_board_is_folded_so_each_plot_faces_two(plot: int) -> None:
    assert {row_and_column(square) for square in squares_in_play(2)} == {(r, c) for r in range(2) for c in range(4)}
    assert line(2, "south", plot) == {(0, plot), (1, plot)}
    assert line(2, "north", 3 - plot) == {(0, plot), (1, plot)}


@pytest.mark.parametrize("players", COUNTS)
def test_every_player_reaches_every_square_through_exactly_one_plot(players: int) -> None:
    for seat in range(players):
        lines = [front_squares(players, seat, plot) for plot in range(4)]
        assert sorted(itertools.chain(*lines)) == list(squares_in_play(players))


@pytest.mark.parametrize(("players", "squares", "pairs"), [(4, 16, 24), (3, 12, 12), (2, 8, 10)])
def test_public_buildings_fit_on_two_adjacent_squares_inside(players: int, squares: int, pairs: int) -> None:
    found = adjacent_pairs(players)
    assert len(squares_in_play(players)) == squares
    assert len(found) == len(set(found)) == pairs
    for one, other in found:
        (row, column), (row2, column2) = row_and_column(one), row_and_column(other)
        assert abs(row - row2) + abs(column - column2) == 1
        assert {one, other} <= set(squares_in_play(players))


@pytest.mark.parametrize(("players", "most"), [(4, 8), (3, 4), (2, 4)])
def test_at_most_eight_public_buildings_fit_with_four_players_and_four_otherwise(players: int, most: int) -> None:
    pairs = adjacent_pairs(players)

    def largest(free: tuple[tuple[int, int], ...], left: frozenset[int]) -> int:
        """The most pairs without a common square that cover squares in ascending order (a square may stay empty)."""
        if not left:
            return 0
        first = min(left)
        best = largest(free, left - {first})
        for pair in free:
            if pair[0] == first and pair[1] in left:
                best = max(best, 1 + largest(free, left - set(pair)))
        return best

    assert largest(pairs, frozenset(squares_in_play(players))) == most


@pytest.mark.parametrize("players", COUNTS)
def test_the_kernels_read_the_same_geometry(players: int) -> None:
    tables = tables_for(EDITION, players)
    pairs = adjacent_pairs(players)
    assert int(tables["squares"]) == sum(1 << square for square in squares_in_play(players))
    for seat in range(players):
        for plot in range(4):
            squares = front_squares(players, seat, plot)
            assert int(tables["front"][seat, plot]) == sum(1 << square for square in squares)
            assert all(tables["plot_of"][seat, square] == plot for square in squares)
    assert int(tables["pairs"]) == len(pairs)
    assert int(tables["all_pairs"]) == 2 ** len(pairs) - 1
    for number, pair in enumerate(pairs):
        assert tuple(tables["pair_square"][number]) == pair
        assert int(tables["pair_squares"][number]) == (1 << pair[0]) + (1 << pair[1])
        touching = {other for other, squares in enumerate(pairs) if set(squares) & set(pair)}
        assert int(tables["conflict"][number]) == sum(1 << other for other in touching)


def test_squares_are_numbered_by_rows_from_the_north_west() -> None:
    assert [square_at(0, 0), square_at(0, 3), square_at(3, 0), square_at(3, 3)] == [0, 3, 12, 15]
