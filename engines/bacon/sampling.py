"""From what a player knows to a whole match that could be: the cards that he does not see are dealt at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.bacon.combinations import find_plays
from engines.bacon.state import NOBODY
from engines.bits import EMPTY, as_seen_from, bit, count_bits, lowest_bit, without_lowest
from engines.compilation import kernel
from engines.rng import DECK, next_word, shuffle, start_stream

_HALF_KEY = np.uint64(32)


@kernel
def determinise(view: Any, state: Any, rng: Any) -> None:
    """Fill a STATE with a match that looks to the seat to act exactly as the view says, and can be played on.

    All deals of the unseen cards that agree with the numbers of cards held are equally likely, also those that nobody would
    have played that way. Later deals come from a stream of their own, started from `rng`.
    """
    write_table(view, state)
    write_spending(view, state)
    deal_unseen(view, state, rng)
    start_stream(state.deck, (next_word(rng) << _HALF_KEY) | next_word(rng), 0, DECK)


@kernel
def write_table(view: Any, state: Any) -> None:
    """Write what lies open, with seats as the table counts them."""
    players = view.cards.players
    seat = view.seat
    back = players - seat
    state.stage = view.decision
    state.actor = seat
    state.deal = view.deal
    state.starter = (view.starter + seat) % players
    state.pile = view.pile
    state.pile_owner = NOBODY if view.pile_owner == NOBODY else (view.pile_owner + seat) % players
    state.passed = as_seen_from(view.passed, back, players)
    state.holding = as_seen_from(view.holding, back, players)
    state.may_lead = as_seen_from(view.may_lead, back, players)
    state.played_one = view.played_one
    state.played_both = view.played_both
    state.outs = players - count_bits(view.holding)
    state.first_out = NOBODY
    state.ended_early = 0
    for ahead in range(players):
        other = (seat + ahead) % players
        state.player[other] = view.player[ahead]
        if view.player[ahead].place == 1:
            state.first_out = other


@kernel
def write_spending(view: Any, state: Any) -> None:
    """Write how far the choice of cards for a play has come (rule suits=all)."""
    state.spend_move = view.spend_move
    state.spend_rank = view.spend_rank
    state.spend_copy = view.spend_copy
    state.spend_suit = view.spend_suit
    state.spend_wilds = view.spend_wilds
    state.spend_one = view.spend_one
    state.spend_both = view.spend_both


@kernel
def deal_unseen(view: Any, state: Any, rng: Any) -> None:
    """Give the seat to act its hand, and each other seat as many unseen cards and wilds as it holds."""
    players = view.cards.players
    state.hand[view.seat] = view.me
    count = list_cards_of(view.unseen_one, state.order, 0)
    count = list_cards_of(view.unseen_both, state.order, count)
    shuffle(state.order, count, rng)
    number = 0
    for ahead in range(1, players):
        other = (view.seat + ahead) % players
        hand = state.hand[other]
        hand.one = EMPTY
        hand.both = EMPTY
        hand.wilds = view.player[ahead].wilds
        hand.size = view.player[ahead].size
        for _ in range(hand.size - hand.wilds):
            card = bit(state.order[number])
            number += 1
            hand.both |= hand.one & card
            hand.one |= card
        find_plays(hand, view.cards)


@kernel
def list_cards_of(cards: np.uint64, order: Any, count: int) -> Any:
    """Append the cards of a word to a list of so many; the new count."""
    while cards != EMPTY:
        order[count] = lowest_bit(cards)
        cards = without_lowest(cards)
        count += 1
    return count
