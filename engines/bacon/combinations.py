"""All plays of a hand, found at once with words of bits.

A window is a number of consecutive ranks. In the words below, bit t of a 16-bit lane stands for the window with top rank t; to
look at all windows one rank further down, the cards are shifted up by one more. A window that lacks at most w cards can be
played with w wilds: what is not lacking is then played with a wild although the card is held, which is legal.

A set of cards is given the highest top that it can be read as. So the lowest rank of a sequence is a natural card: were it a
wild, the wild could as well go on top. Only where the window ends at the highest top there is (`cards.end`) wilds may stand
below.

The plays with w wilds are three words: `RUNS_WORD` (single to stretch), `GROUPS_WORD` (stair to plate, quad, quint, hex),
each type having bits of its own by top rank, and `FLUSH_WORD`, a lane a suit: bits 0 to 6 straight flushes with tops 5 to 11,
bits 8 to 13 stretch flushes with tops 6 to 11.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from engines.bacon.actions import NO_SUIT, RANKING_CODES, ranking_of
from engines.bacon.modes import Layout
from engines.bacon.play_types import (
    BOBTAIL,
    HEX,
    PAIR,
    PLATE,
    PLAY_TYPES,
    QUAD,
    QUINT,
    RUN,
    SINGLE,
    STAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRETCH,
    STRETCH_FLUSH,
    TRIPLE,
    TUBE,
    beats,
)
from engines.bacon.state import COLUMN, FLUSH_WORD, GROUPS_WORD, LANE, LANE_BITS, PLAY_WORDS, RUNS_WORD, SUITS
from engines.bits import EMPTY, lowest_bit, without_lowest
from engines.compilation import kernel

RANKS_LIMIT = 10
"""The highest rank of any mode: the words have bits for it and for the rank above."""

STRAIGHT_FLUSH_SHIFT = 5
STRETCH_FLUSH_SHIFT = 2
STRETCH_FLUSH_BIT = 8
STRAIGHT_LENGTH = 5
STRETCH_LENGTH = 6

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_FIVE = np.uint64(5)
_LANE_SHIFT = np.uint64(LANE_BITS)
_HALF_SHIFT = np.uint64(2 * LANE_BITS)
_HALF = np.uint64(0xFFFFFFFF)

_WORD_ORDER = {
    RUNS_WORD: (SINGLE, PAIR, TRIPLE, RUN, BOBTAIL, STRAIGHT, STRETCH),
    GROUPS_WORD: (STAIR, TUBE, PLATE, QUAD, QUINT, HEX),
}


def play_bits() -> dict[tuple[int, int], tuple[int, int, int]]:
    """What each bit of the words stands for: (word, bit) -> (type, top, suit)."""
    meaning = {}
    for word, order in _WORD_ORDER.items():
        bit = PLAY_TYPES[order[0]].length
        for play_type in order:
            for top in PLAY_TYPES[play_type].tops(RANKS_LIMIT):
                meaning[word, bit] = (play_type, top, NO_SUIT)
                bit += 1
    for suit in range(SUITS):
        for play_type, first_bit in ((STRAIGHT_FLUSH, 0), (STRETCH_FLUSH, STRETCH_FLUSH_BIT)):
            for place, top in enumerate(PLAY_TYPES[play_type].tops(RANKS_LIMIT)):
                meaning[FLUSH_WORD, LANE_BITS * suit + first_bit + place] = (play_type, top, suit)
    return meaning


@functools.cache
def beating_plays() -> Any:
    """The plays that beat each pile, as words of bits: uint64 [ranking, word]. Ranking 0 is the empty pile."""
    meaning = play_bits()
    table = np.zeros((RANKING_CODES, PLAY_WORDS), np.uint64)
    for ranking in {0} | {play_type + 16 * top for play_type, top, _ in meaning.values()}:
        words = [0] * PLAY_WORDS
        for (word, bit), (play_type, top, _) in meaning.items():
            if ranking == 0 or beats(play_type, top, ranking % 16, ranking // 16):
                words[word] |= 1 << bit
        table[ranking] = words
    return table


def fill_tables(tables: Any, layout: Layout, x_extends: bool, flush_is_bomb: bool) -> None:
    """Write a mode and its rules into a record of dtype `state.CARD_TABLES`."""
    for name in ("players", "ranks", "suits", "dealt", "wilds", "target", "deals"):
        tables[name] = getattr(layout, name)
    tables["team_play"] = layout.teams > 0
    tables["worth"][1 : 1 + layout.players] = layout.worth
    tables["natural_flush_is_bomb"] = flush_is_bomb
    highest = layout.ranks + x_extends
    tables["highest"] = highest
    tables["tops"] = sum(1 << top for top in range(1, highest + 1))
    tables["end"] = 1 << highest
    cards = [1 << (LANE_BITS * suit + rank) for suit in range(layout.suits) for rank in range(1, layout.ranks + 1)]
    tables["all_cards"] = sum(cards)
    for number, shape in enumerate(PLAY_TYPES):
        tables["length"][number] = shape.length
        tables["height"][number] = shape.height
    meaning = play_bits()
    for (word, bit), (play_type, top, suit) in meaning.items():
        tables["move"][word, bit] = play_type + 16 * top + 1024 * (suit + 1)
        if suit == NO_SUIT:
            tables["shift"][play_type] = bit - top
        if play_type in (SINGLE, PAIR) and top == layout.ranks + 1:
            tables["wild_alone"][1 if play_type == SINGLE else 2] = 1 << bit
    tables["beats"] = beating_plays()


@kernel
def merge_levels(hand: Any) -> None:
    """Count the copies of each rank over the suits, all ranks at once, into `hand.at_least`.

    Two sorted counts (at least 1, 2, ..) are merged: there are n or more in all if there are i in one part and n - i in the
    other.
    """
    low1, low2 = hand.one & _HALF, hand.both & _HALF
    high1, high2 = hand.one >> _HALF_SHIFT, hand.both >> _HALF_SHIFT
    pair1 = low1 | high1
    pair2 = low2 | high2 | (low1 & high1)
    pair3 = (low1 & high2) | (low2 & high1)
    pair4 = low2 & high2
    a1, b1 = pair1 & LANE, pair1 >> _LANE_SHIFT
    a2, b2 = pair2 & LANE, pair2 >> _LANE_SHIFT
    a3, b3 = pair3 & LANE, pair3 >> _LANE_SHIFT
    a4, b4 = pair4 & LANE, pair4 >> _LANE_SHIFT
    hand.at_least[1] = a1 | b1
    hand.at_least[2] = a2 | b2 | (a1 & b1)
    hand.at_least[3] = a3 | b3 | (a2 & b1) | (a1 & b2)
    hand.at_least[4] = a4 | b4 | (a3 & b1) | (a2 & b2) | (a1 & b3)
    hand.at_least[5] = (a4 & b1) | (a3 & b2) | (a2 & b3) | (a1 & b4)
    hand.at_least[6] = (a4 & b2) | (a3 & b3) | (a2 & b4)
    hand.at_least[7] = (a4 & b3) | (a3 & b4)
    hand.at_least[8] = a4 & b4


@kernel
def find_sets(hand: Any, cards: Any) -> None:
    """Singles to hexes: n of a rank with w wilds need n - w natural cards; and wilds alone."""
    level = hand.at_least
    shift = cards.shift
    plays = hand.plays
    runs0 = (level[1] << shift[SINGLE]) | (level[2] << shift[PAIR]) | (level[3] << shift[TRIPLE])
    runs1 = (level[1] << shift[PAIR]) | (level[2] << shift[TRIPLE])
    plays[0, RUNS_WORD] = runs0
    plays[1, RUNS_WORD] = runs1 | cards.wild_alone[1]
    plays[2, RUNS_WORD] = (level[1] << shift[TRIPLE]) | cards.wild_alone[2]
    for wilds in range(3):
        plays[wilds, GROUPS_WORD] = (
            (level[4 - wilds] << shift[QUAD]) | (level[5 - wilds] << shift[QUINT]) | (level[6 - wilds] << shift[HEX])
        )


@kernel
def find_runs(hand: Any, cards: Any) -> None:
    """Runs to stretches: windows of 3 to 6 ranks that lack at most w, by adding one rank below at a time."""
    held = hand.at_least[1]
    plays = hand.plays
    lacks0, lacks1, lacks2 = held, cards.tops, cards.tops
    for length in range(2, STRETCH_LENGTH + 1):
        below = held << np.uint64(length - 1)
        natural0, natural1, natural2 = lacks0 & below, lacks1 & below, lacks2 & below
        if length >= 3:
            shift = cards.shift[RUN + length - 3]
            plays[0, RUNS_WORD] |= natural0 << shift
            plays[1, RUNS_WORD] |= (natural1 | (lacks0 & cards.end)) << shift
            plays[2, RUNS_WORD] |= (natural2 | (lacks1 & cards.end)) << shift
        lacks0, lacks1, lacks2 = natural0, natural1 | lacks0, natural2 | lacks1


@kernel
def find_flushes(hand: Any, cards: Any) -> None:
    """Straight and stretch flushes: the same in all suits at once."""
    held = hand.one
    plays = hand.plays
    tops = cards.tops * COLUMN
    end = cards.end * COLUMN
    lacks0, lacks1, lacks2 = held, tops, tops
    for length in range(2, STRETCH_LENGTH + 1):
        below = held << np.uint64(length - 1)
        natural0, natural1, natural2 = lacks0 & below, lacks1 & below, lacks2 & below
        if length == STRAIGHT_LENGTH:
            shift = np.uint64(STRAIGHT_FLUSH_SHIFT)
            plays[0, FLUSH_WORD] = natural0 >> shift
            plays[1, FLUSH_WORD] = (natural1 | (lacks0 & end)) >> shift
            plays[2, FLUSH_WORD] = (natural2 | (lacks1 & end)) >> shift
        elif length == STRETCH_LENGTH:
            shift = np.uint64(STRETCH_FLUSH_SHIFT)
            plays[0, FLUSH_WORD] |= natural0 << shift
            plays[1, FLUSH_WORD] |= (natural1 | (lacks0 & end)) << shift
            plays[2, FLUSH_WORD] |= (natural2 | (lacks1 & end)) << shift
        lacks0, lacks1, lacks2 = natural0, natural1 | lacks0, natural2 | lacks1


@kernel
def find_pairs_and_triples_in_row(hand: Any, cards: Any) -> None:
    """Stairs, tubes and plates: each rank lacks what is short of two (three) copies; its lowest rank has a natural card."""
    some, two, three = hand.at_least[1], hand.at_least[2], hand.at_least[3]
    plays = hand.plays
    lacks0, lacks1, lacks2 = two, some, cards.tops
    for length in range(2, 4):
        shift_down = np.uint64(length - 1)
        some_below, two_below = some << shift_down, two << shift_down
        natural0 = lacks0 & two_below
        natural1 = (lacks1 & two_below) | (lacks0 & some_below)
        natural2 = (lacks2 & two_below) | (lacks1 & some_below)
        lacks2 = natural2 | lacks0
        shift = cards.shift[STAIR + length - 2]
        plays[0, GROUPS_WORD] |= natural0 << shift
        plays[1, GROUPS_WORD] |= natural1 << shift
        plays[2, GROUPS_WORD] |= (natural2 | (lacks0 & cards.end)) << shift
        lacks0, lacks1 = natural0, natural1
    some_below, two_below, three_below = some << _ONE, two << _ONE, three << _ONE
    shift = cards.shift[PLATE]
    plays[0, GROUPS_WORD] |= (three & three_below) << shift
    plays[1, GROUPS_WORD] |= ((three & two_below) | (two & three_below)) << shift
    plays[2, GROUPS_WORD] |= ((three & some_below) | (two & two_below) | (some & three_below)) << shift


@kernel
def forbid_one_suit_straights(hand: Any, cards: Any) -> None:
    """Rule flush_is_bomb: where all natural cards of a straight are of one suit, it is a bomb and nothing else."""
    half = (hand.one & _HALF) & (hand.one >> _HALF_SHIFT)
    either = (hand.one & _HALF) | (hand.one >> _HALF_SHIFT)
    several = (half | (half >> _LANE_SHIFT) | (either & (either >> _LANE_SHIFT))) & LANE
    alone = hand.one & ~(several * COLUMN)
    two = alone & (alone << _ONE)
    four = two & (two << _TWO)
    five = four & (alone << _FOUR)
    six = five & (alone << _FIVE)
    straights = five | (five >> _HALF_SHIFT)
    stretches = six | (six >> _HALF_SHIFT)
    straights = (straights | (straights >> _LANE_SHIFT)) & LANE
    stretches = (stretches | (stretches >> _LANE_SHIFT)) & LANE
    hand.plays[0, RUNS_WORD] &= ~((straights << cards.shift[STRAIGHT]) | (stretches << cards.shift[STRETCH]))


@kernel
def find_plays(hand: Any, cards: Any) -> None:
    """Work out what follows from the cards of a hand: copies by rank, and all plays by number of wilds."""
    merge_levels(hand)
    find_sets(hand, cards)
    find_runs(hand, cards)
    find_flushes(hand, cards)
    find_pairs_and_triples_in_row(hand, cards)
    if cards.natural_flush_is_bomb == 1 and hand.plays[0, FLUSH_WORD] != EMPTY:
        forbid_one_suit_straights(hand, cards)
    for wilds in range(hand.wilds + 1, 3):
        for word in range(PLAY_WORDS):
            hand.plays[wilds, word] = EMPTY


@kernel
def list_plays(hand: Any, cards: Any, pile: int, moves: Any, n: int) -> int:
    """Append the plays of a hand that beat a pile (PASS: an empty one) as moves; the new count."""
    ranking = ranking_of(pile)
    for wilds in range(hand.wilds + 1):
        for word in range(PLAY_WORDS):
            rest = hand.plays[wilds, word] & cards.beats[ranking, word]
            while rest != EMPTY:
                moves.move[n] = cards.move[word, lowest_bit(rest)] + 256 * wilds
                rest = without_lowest(rest)
                n += 1
    return n
