"""The fifteen types of play, as data.

A type is a number of consecutive ranks and of copies of each: a tube is 3 ranks of 2. Types from QUAD on are bombs, weakest
first.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.bacon.modes import MOST_WILDS
from engines.game import Item


@dataclass(frozen=True)
class PlayType:
    """How a type of play is made up; `in_suit` types need their ranks in one suit."""

    name: str
    length: int
    height: int
    in_suit: bool = False

    def tops(self, ranks: int) -> range:
        """The top ranks that a play of the type can have where wilds may stand for the rank above the highest.

        Wilds alone are a single or a pair of that rank; in sequences all copies of it must be wilds.
        """
        all_wild = self.length == 1 and self.height <= MOST_WILDS
        extends = self.length > 1 and self.height <= MOST_WILDS
        return range(self.length, ranks + 1 + (all_wild or extends))


PLAY_TYPES = (
    PlayType("single", 1, 1),
    PlayType("pair", 1, 2),
    PlayType("triple", 1, 3),
    PlayType("run", 3, 1),
    PlayType("bobtail", 4, 1),
    PlayType("straight", 5, 1),
    PlayType("stretch", 6, 1),
    PlayType("stair", 2, 2),
    PlayType("tube", 3, 2),
    PlayType("plate", 2, 3),
    PlayType("quad", 1, 4),
    PlayType("straight_flush", 5, 1, in_suit=True),
    PlayType("quint", 1, 5),
    PlayType("stretch_flush", 6, 1, in_suit=True),
    PlayType("hex", 1, 6),
)

TYPE_NAMES = tuple(play_type.name for play_type in PLAY_TYPES)

(
    SINGLE, PAIR, TRIPLE, RUN, BOBTAIL, STRAIGHT, STRETCH, STAIR, TUBE, PLATE, QUAD, STRAIGHT_FLUSH, QUINT, STRETCH_FLUSH, HEX,
) = range(len(PLAY_TYPES))  # fmt: skip

FIRST_BOMB = QUAD

ITEMS = tuple(Item(name, "bomb" if number >= FIRST_BOMB else "ordinary") for number, name in enumerate(TYPE_NAMES))
"""The types of play as items whose use is counted."""


def beats(play_type: int, top: int, pile_type: int, pile_top: int) -> bool:
    """Whether a play beats another: higher of the same type, or a bomb over an ordinary play or a weaker bomb."""
    if play_type == pile_type:
        return top > pile_top
    return play_type >= FIRST_BOMB and play_type > pile_type
