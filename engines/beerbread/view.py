"""What a seat of Beer & Bread sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.stages import is_fruitful
from engines.beerbread.state import (
    ACCEPT,
    ALL_CARDS,
    GRAINS,
    PAY,
    PLAY,
    RESOURCES,
    SEATS,
    SEED_GAINS,
    SURPLUS,
)
from engines.beerbread.tokens import excess_tokens
from engines.bits import EMPTY, count_bits
from engines.compilation import kernel


@kernel
def table_of(player: Any) -> np.uint64:
    """The cards that lie before a player, seen by both."""
    return player.harvested | player.in_place | player.plaza | player.tucked


@kernel
def prepare_view(setup: Any, view: Any) -> None:
    """Write what stays the same in all games: card tables and rules."""
    view.setup = setup
    view.cards = setup.cards
    view.years = setup.years
    view.hand_size = setup.hand_size
    view.column_all = setup.column_all
    for dry in range(2):
        for grain in range(GRAINS):
            view.seed_number[dry, grain] = setup.seed_number[dry, grain]


@kernel
def turns_to_come(state: Any, setup: Any, seat: int) -> int:
    """Own turns of this year that have not begun, with full hands: the holder has the even turns."""
    in_turn = state.stage in (PLAY, PAY) or (state.stage in (SURPLUS, ACCEPT) and state.resume != SEED_GAINS)
    start = state.turn + (1 if in_turn else 0)
    parity = 0 if seat == state.holder else 1
    first = start + ((start ^ parity) & 1)
    return max(0, (SEATS * setup.hand_size - first + 1) >> 1)


@kernel
def observe(state: Any, setup: Any, view: Any) -> None:
    """Write what the seat to act knows. `view` must have been prepared."""
    seat = state.actor
    me = state.seat[seat]
    other = state.seat[SEATS - 1 - seat]
    view.me = me
    view.other = other
    hidden_here = me.hand & other.reserved
    visible_there = other.hand & me.known
    hidden_there = other.hand & ~visible_there
    hand = me.hand & ~hidden_here
    view.other.hand = EMPTY
    view.other.reserved = EMPTY
    view.other.known = EMPTY
    view.hand = hand
    view.me.hand = hand
    view.other_hand = visible_there
    view.unseen = ALL_CARDS & ~(hand | visible_there | state.row | state.discards | table_of(me) | table_of(other))
    for type_ in range(2):
        view.other_hidden[type_] = count_bits(hidden_there & setup.cards.of_type[type_])
        view.reserved_there[type_] = count_bits(hidden_there & other.reserved & setup.cards.of_type[type_])
        view.reserved_here[type_] = count_bits(hidden_here & setup.cards.of_type[type_])
    view.deck_size = state.deck_size - state.deck_next
    view.deck_top_type = setup.cards.type[state.deck[state.deck_next]] if view.deck_size > 0 else -1
    view.decision = state.stage
    view.seat = seat
    view.year = state.year
    view.fruitful = 1 if is_fruitful(state) else 0
    view.turn = state.turn
    view.turns_left = turns_to_come(state, setup, seat)
    view.has_windmill = 1 if state.holder == seat else 0
    view.excess = excess_tokens(me)
    view.pending_card = state.pending_card
    view.row = state.row
    view.discards = state.discards
    view.reshuffled = state.reshuffled
    view.shown = hand & other.known
    view.drew_last = state.drew_last
    for resource in range(RESOURCES):
        view.supply[resource] = state.supply[resource]
        view.field[resource] = state.field[resource]
        view.offered[resource] = state.offered[resource]
        view.due[resource] = state.due[resource]
