"""Moves of Bacon as packed integers, and what they mean.

A play is type + 16 x top + 256 x wilds + 1024 x (suit + 1), where `suit` is that of a straight or stretch flush, else
nothing. So the low byte of a play is what must be beaten, and no play is 0, which is PASS. The options of the other decisions
are: a seat counted clockwise from the giver (give lead), NO or YES (want lead), a suit or WILD (spend).
"""

from __future__ import annotations

from engines.bacon.play_types import FIRST_BOMB
from engines.compilation import kernel

PASS = 0
NO_SUIT = -1
NO, YES = 0, 1
WILD = 4
RANKING_CODES = 256


@kernel
def pack_play(play_type: int, top: int, wilds: int, suit: int) -> int:
    """The play of a type with a top rank, so many wilds in it, and its suit if it is a flush (else NO_SUIT)."""
    return play_type + 16 * top + 256 * wilds + 1024 * (suit + 1)


@kernel
def play_type_of(move: int) -> int:
    """The type of a play (see `play_types`)."""
    return move & 15


@kernel
def top_of(move: int) -> int:
    """The top rank of a play."""
    return (move >> 4) & 15


@kernel
def wilds_of(move: int) -> int:
    """The number of wilds in a play."""
    return (move >> 8) & 3


@kernel
def suit_of(move: int) -> int:
    """The suit of a straight or stretch flush; NO_SUIT for other plays."""
    return (move >> 10) - 1


@kernel
def ranking_of(move: int) -> int:
    """Type and top of a play together, 0 to 255: all that matters for beating it. 0 for PASS, or an empty pile."""
    return move & 255


@kernel
def is_bomb(move: int) -> bool:
    """Whether a play is a bomb."""
    return play_type_of(move) >= FIRST_BOMB
