"""Rule suits=all: the cards of a play are chosen one by one.

They are asked for from the lowest rank up, and within a rank in the order of the suits and wilds last, so that every choice of
cards comes about in one way only. A card is offered if the play can be completed after it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.bacon.actions import NO_SUIT, WILD, play_type_of, suit_of, top_of, wilds_of
from engines.bacon.copies import free_cards, is_one_suit, ranks_between, spent_cards
from engines.bacon.play_types import STRAIGHT, STRETCH
from engines.bacon.state import COLUMN, LANE, LANE_BITS, SPEND, SUITS
from engines.bits import EMPTY, bit, holds
from engines.compilation import kernel


@kernel
def start_spending(state: Any, cards: Any, move: int) -> None:
    """Begin to ask for the cards of a play."""
    state.spend_move = move
    state.spend_rank = top_of(move) - cards.length[play_type_of(move)] + 1
    state.spend_copy = 0
    state.spend_suit = 0
    state.spend_wilds = wilds_of(move)
    state.spend_one = EMPTY
    state.spend_both = EMPTY
    state.stage = SPEND


@kernel
def copies_left(hand: Any, state: Any, rank: int, suit: int) -> int:
    """Copies of a card that are held and not chosen yet."""
    card = LANE_BITS * suit + rank
    held = int(holds(hand.one, card)) + int(holds(hand.both, card))
    return held - int(holds(state.spend_one, card)) - int(holds(state.spend_both, card))


@kernel
def stays_ordinary(hand: Any, state: Any, cards: Any, suit: int, above: np.uint64) -> bool:
    """Whether with a card of the suit next, the play need not come out as a flush (rule flush_is_bomb)."""
    play_type = play_type_of(state.spend_move)
    if play_type not in (STRAIGHT, STRETCH) or wilds_of(state.spend_move) > 0 or cards.natural_flush_is_bomb == 0:
        return True
    if not is_one_suit(state.spend_one | bit(LANE_BITS * suit + state.spend_rank)):
        return True
    others = hand.one & ~(LANE << np.uint64(LANE_BITS * suit))
    return others & (above * COLUMN) != EMPTY


@kernel
def list_cards(hand: Any, state: Any, cards: Any, moves: Any) -> int:
    """Write the cards that may be chosen next: suits, or WILD; how many."""
    move = state.spend_move
    play_type, top, suit = play_type_of(move), top_of(move), suit_of(move)
    height = cards.height[play_type]
    rank = state.spend_rank
    wilds = state.spend_wilds
    ranks_above = ranks_between(rank + 1, top)
    natural_above = free_cards(hand, suit, height, ranks_above, EMPTY)
    left_here = height - state.spend_copy - 1
    left = left_here + height * (top - rank)
    natural_here = -1
    for choice in range(state.spend_suit, SUITS):
        if suit in (NO_SUIT, choice):
            natural_here += copies_left(hand, state, rank, choice)
    n = 0
    for choice in range(state.spend_suit, SUITS):
        if suit in (NO_SUIT, choice):
            copies = copies_left(hand, state, rank, choice)
            completes = wilds <= left <= wilds + min(natural_here, left_here) + natural_above
            if copies > 0 and completes and stays_ordinary(hand, state, cards, choice, ranks_above):
                moves.move[n] = choice
                n += 1
            natural_here -= copies
    is_lowest = state.spend_copy == 0 and rank == top - cards.length[play_type] + 1
    if left_here < wilds <= left + 1 <= wilds + natural_above and (top == cards.highest or not is_lowest):
        moves.move[n] = WILD
        n += 1
    return n


@kernel
def best_card(view: Any, moves: Any, n: int) -> int:
    """For strategies: the option that follows rule suits=best, if it was followed so far; else the first."""
    one, both = spent_cards(view.me, view.cards, view.spend_move)
    wanted = WILD
    for suit in range(SUITS - 1, -1, -1):
        card = LANE_BITS * suit + view.spend_rank
        chosen = int(holds(view.spend_one, card)) + int(holds(view.spend_both, card))
        if int(holds(one, card)) + int(holds(both, card)) > chosen:
            wanted = suit
    for index in range(n):
        if moves.move[index] == wanted:
            return index
    return 0


@kernel
def choose_card(state: Any, cards: Any, choice: int) -> bool:
    """Take a card, or a wild, for the play; whether the play is complete."""
    if choice == WILD:
        state.spend_wilds -= 1
    else:
        card = bit(LANE_BITS * choice + state.spend_rank)
        state.spend_both |= state.spend_one & card
        state.spend_one |= card
    state.spend_suit = choice
    state.spend_copy += 1
    if state.spend_copy == cards.height[play_type_of(state.spend_move)]:
        state.spend_copy = 0
        state.spend_suit = 0
        state.spend_rank += 1
    return state.spend_rank > top_of(state.spend_move)
