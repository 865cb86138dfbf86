"""Games of Beer & Bread that a seat cannot tell from the real one: a whole state from a view, hidden cards dealt at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.actions import NOTHING_GIVEN, PLAIN
from engines.beerbread.state import PLAY, RESOURCES, SEATS, TURN_END
from engines.bits import EMPTY, bit, count_bits, lowest_bit, nth_member, without_lowest
from engines.compilation import kernel
from engines.rng import random_below, shuffle


@kernel
def random_members(cards: np.uint64, count: int, stream: Any) -> np.uint64:
    """`count` members of a set, each choice as likely as any other."""
    chosen = EMPTY
    for _ in range(count):
        chosen |= bit(nth_member(cards & ~chosen, random_below(stream, count_bits(cards & ~chosen))))
    return chosen


@kernel
def lay_deck(view: Any, state: Any, cards: np.uint64, stream: Any) -> None:
    """Make the deck of a set of cards, in random order under a top card of the type that is seen."""
    state.deck_next = 0
    state.deck_size = count_bits(cards)
    if cards == EMPTY:
        return
    fitting = cards & view.cards.of_type[view.deck_top_type]
    top = nth_member(fitting, random_below(stream, count_bits(fitting)))
    rest = cards & ~bit(top)
    size = 0
    while rest != EMPTY:
        state.deck[size] = lowest_bit(rest)
        rest = without_lowest(rest)
        size += 1
    shuffle(state.deck, size, stream)
    state.deck[size] = state.deck[0]
    state.deck[0] = top


@kernel
def deal_hidden(view: Any, state: Any, stream: Any) -> None:
    """Deal the cards that the view's seat has not seen: to the other hand, to the backs in its own, to the deck.

    Their types are seen. A card that was not among the discards of the last reshuffle is in a hand.
    """
    me = state.seat[view.seat]
    other = state.seat[SEATS - 1 - view.seat]
    left = view.unseen
    for type_ in range(2):
        of_type = view.unseen & view.cards.of_type[type_]
        in_hands = view.other_hidden[type_] + view.reserved_here[type_]
        certain = of_type & ~view.reshuffled if view.reshuffled != EMPTY else EMPTY
        hidden = certain | random_members(of_type & ~certain, in_hands - count_bits(certain), stream)
        here = random_members(hidden, view.reserved_here[type_], stream)
        there = hidden & ~here
        me.hand |= here
        other.hand |= there
        other.reserved |= here | random_members(there, view.reserved_there[type_], stream)
        left &= ~hidden
    lay_deck(view, state, left, stream)


@kernel
def determinise(view: Any, state: Any, stream: Any) -> None:
    """Fill a STATE at a `play` decision from what its seat knows, with the hidden cards dealt at random.

    Every deal that agrees with the view is as likely as any other: what the other's choices may tell of his cards is not used.
    `observe` makes the same view of the state.
    """
    seat = view.seat
    state.stage = PLAY
    state.actor = seat
    state.active = seat
    state.resume = TURN_END
    state.year = view.year
    state.turn = view.turn
    state.holder = seat if view.has_windmill == 1 else SEATS - 1 - seat
    state.holder_in_year = state.holder
    state.cursor = 0
    state.replacing = 0
    state.returned = EMPTY
    state.drew_last = view.drew_last
    state.took_water = 0
    state.pending_card = view.pending_card
    state.pending_given = NOTHING_GIVEN
    state.pay_floor = PLAIN
    state.reshuffles = 0
    state.drawn = 0
    state.reshuffled = view.reshuffled
    state.row = view.row
    state.discards = view.discards
    for resource in range(RESOURCES):
        state.due[resource] = view.due[resource]
        state.supply[resource] = view.supply[resource]
        state.field[resource] = view.field[resource]
        state.offered[resource] = view.offered[resource]
    state.seat[seat] = view.me
    state.seat[SEATS - 1 - seat] = view.other
    state.seat[SEATS - 1 - seat].hand = view.other_hand
    state.seat[SEATS - 1 - seat].known = view.shown
    deal_hidden(view, state, stream)
