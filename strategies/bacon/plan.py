"""How few turns a hand takes: sequences that tidy up loose cards, looked up in a table for all hands of up to ten ranks.

A hand is looked at as words of ranks: of which it has one card, two, three, four and more. Every set of a rank is a turn; what
saves turns is a run to stretch through cards that are alone, or pairs and triples in a row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.bacon.actions import NO_SUIT, play_type_of, suit_of, top_of
from engines.bacon.combinations import RANKS_LIMIT
from engines.bacon.copies import lane, ranks_between
from engines.bacon.play_types import RUN, STRETCH
from engines.bacon.state import HELD_LEVELS
from engines.bits import EMPTY, ONE, count_bits
from engines.compilation import kernel

RUNS_SHIFT = 12
LONGEST = STRETCH - RUN + 3

_COUNTS = 3
_RANK_BITS = (np.uint64(0xAAAA), np.uint64(0xCCCC), np.uint64(0xF0F0), np.uint64(0xFF00))
_RUNS_SHIFT = np.uint64(RUNS_SHIFT)
_RANK_MASK = np.uint64((1 << RUNS_SHIFT) - 1)


def best_runs() -> Any:
    """For each hand of lone cards and others: the lone cards that are best played in sequences, and in how many.

    A hand is a number with a digit a rank, the lowest rank last: 0 no card, 1 one, 2 more. A sequence saves a turn for every
    lone card in it but one. Found rank by rank: a rank is the top of no sequence, or of one of 3 to 6 ranks.
    Entries: bit r for the card of rank r, and the number of sequences from bit `RUNS_SHIFT` on.
    """
    saved = [np.zeros(1, np.int16)]
    entry = [np.zeros(1, np.uint16)]
    for top in range(1, RANKS_LIMIT + 1):
        best = np.tile(saved[top - 1], _COUNTS)
        chosen = np.tile(entry[top - 1], _COUNTS)
        for length in range(3, min(top, LONGEST) + 1):
            low = top - length
            digits = np.indices((_COUNTS,) * length).reshape(length, -1)
            lone = (digits == 1).sum(axis=0)
            gain = np.where((digits > 0).all(axis=0), lone - 1, -1).astype(np.int16)
            cards = sum((digits[place] == 1) << (top - place) for place in range(length)) + (1 << RUNS_SHIFT)
            worth = np.where(gain > 0, gain, -99)[:, None] + saved[low][None, :]
            with_run = (cards[:, None] + entry[low].astype(np.int64)[None, :]).ravel()
            better = worth.ravel() > best
            best = np.where(better, worth.ravel(), best).astype(np.int16)
            chosen = np.where(better, with_run, chosen).astype(np.uint16)
        saved.append(best)
        entry.append(chosen)
    return entry[RANKS_LIMIT]


BEST_RUNS = best_runs()

PLACE_VALUE = np.array(
    [sum(_COUNTS**rank for rank in range(RANKS_LIMIT) if word >> rank & 1) for word in range(1 << RANKS_LIMIT)], np.int32
)
"""A set of ranks (from bit 0 on) as a number with digits 0 and 1 to the base of three."""


class Ranks(NamedTuple):
    """The ranks of which a hand has one card or more, two, three, four or more."""

    one: Any
    two: Any
    three: Any
    four: Any


@kernel
def ranks_held(hand: Any) -> Any:
    """The ranks of a hand as it is."""
    level = hand.at_least
    return Ranks(level[1], level[2], level[3], level[4])


@kernel
def level_after(hand: Any, window: np.uint64, n: int, spent: int) -> np.uint64:
    """The ranks of which n cards are left when so many of each rank in the window are spent, or all there are."""
    left = hand.at_least[n] & ~window
    if n + spent < HELD_LEVELS:
        left |= hand.at_least[n + spent] & window
    return left


@kernel
def ranks_after(hand: Any, cards: Any, move: int) -> Any:
    """The ranks of the hand that a play leaves, if no wild is spent in it for a card that is held."""
    play_type = play_type_of(move)
    top = top_of(move)
    height = cards.height[play_type]
    suit = suit_of(move)
    window = ranks_between(top - cards.length[play_type] + 1, top)
    if suit != NO_SUIT:
        window &= lane(hand.one, suit)
    return Ranks(
        level_after(hand, window, 1, height),
        level_after(hand, window, 2, height),
        level_after(hand, window, 3, height),
        level_after(hand, window, 4, height),
    )


@kernel
def sequences(ranks: Any) -> np.uint64:
    """The entry of `BEST_RUNS` for a hand."""
    number = PLACE_VALUE[np.int64(ranks.one >> ONE)] + PLACE_VALUE[np.int64(ranks.two >> ONE)]
    return np.uint64(BEST_RUNS[number])


@kernel
def turns_saved_in_row(ranks: Any) -> Any:
    """The turns that pairs in a row (as stairs and tubes) and triples in a row (as plates) save."""
    pairs = ranks.two & ~ranks.three
    steps = pairs & (pairs << ONE)
    too_long = steps & (steps << ONE) & (steps << np.uint64(2))
    triples = ranks.three & ~ranks.four
    plates = triples & (triples << ONE)
    return count_bits(steps) - (too_long != EMPTY) + count_bits(plates & ~(plates << ONE))


class Arrangement(NamedTuple):
    """A hand sorted into plays: the lone cards that no sequence takes along, and how many turns it takes in all."""

    loose: Any
    turns: Any


@kernel
def arrangement(ranks: Any) -> Any:
    """Sort the natural cards of a hand into about the fewest plays; wilds go along with them."""
    entry = sequences(ranks)
    in_runs = entry & _RANK_MASK
    saved = count_bits(in_runs) - np.int64(entry >> _RUNS_SHIFT) + turns_saved_in_row(ranks)
    return Arrangement(ranks.one & ~ranks.two & ~in_runs, count_bits(ranks.one) - saved)


@kernel
def rank_sum(ranks: np.uint64) -> Any:
    """The sum of the ranks of a word."""
    total = count_bits(ranks & _RANK_BITS[0]) + 2 * count_bits(ranks & _RANK_BITS[1])
    return total + 4 * count_bits(ranks & _RANK_BITS[2]) + 8 * count_bits(ranks & _RANK_BITS[3])


@kernel
def lowness(cards: Any, ranks: np.uint64) -> Any:
    """How low some ranks are, added up: 1 for the highest rank, R for rank 1."""
    return (cards.ranks + 1) * count_bits(ranks) - rank_sum(ranks)
