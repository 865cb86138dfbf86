"""The plaza of Animarche, as data: its squares, which of them each plot faces, and where a public building fits.

A square is numbered 4 x row + column; row 0 is north, column 0 west. Plots are numbered from their owner's left, so a line
belongs to the plot that faces it, and every player reaches every square through exactly one plot.
"""

from __future__ import annotations

SIDE = 4
"""Squares along a side of the plaza, and plots of a player."""

SQUARES = SIDE * SIDE
PLACES = {2: ("south", "north"), 3: ("south", "west", "north"), 4: ("south", "west", "north", "east")}
"""Where the seats are, clockwise, by number of players."""

MOST_PAIRS = 2 * SIDE * (SIDE - 1)
"""Pairs of adjacent squares on the whole plaza."""


def square_at(row: int, column: int) -> int:
    """The number of a square."""
    return SIDE * row + column


def row_and_column(square: int) -> tuple[int, int]:
    """Where a square is."""
    return divmod(square, SIDE)


def squares_in_play(players: int) -> tuple[int, ...]:
    """All squares; at 3 players those of one diagonal are out, at 2 the plaza is folded to its northern half."""
    squares = range(SQUARES)
    if players == 3:
        return tuple(square for square in squares if row_and_column(square)[0] != row_and_column(square)[1])
    return tuple(squares[: SQUARES // 2]) if players == 2 else tuple(squares)


def front_squares(players: int, seat: int, plot: int) -> tuple[int, ...]:
    """The squares that a plot faces: a full line of the plaza."""
    place = PLACES[players][seat]
    line = plot if place in ("south", "west") else SIDE - 1 - plot
    axis = 1 if place in ("south", "north") else 0
    return tuple(square for square in squares_in_play(players) if row_and_column(square)[axis] == line)


def adjacent_pairs(players: int) -> tuple[tuple[int, int], ...]:
    """Where a public building fits: two squares side by side, the lower number first, in ascending order."""
    squares = squares_in_play(players)
    pairs = []
    for square in squares:
        row, column = row_and_column(square)
        if column + 1 < SIDE and square + 1 in squares:
            pairs.append((square, square + 1))
        if row + 1 < SIDE and square + SIDE in squares:
            pairs.append((square, square + SIDE))
    return tuple(pairs)
