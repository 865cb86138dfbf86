"""The options of each decision of Beer & Bread."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.actions import (
    HARVEST,
    NOTHING_GIVEN,
    PAY_OPTIONS,
    PLAIN,
    SELL,
    STOP,
    UPGRADE,
    action_of,
    card_of,
    pack_play,
)
from engines.beerbread.stages import playable_hand
from engines.beerbread.state import (
    ACCEPT,
    DISCARD_BACK,
    PAY,
    PLAY,
    REPLACE,
    RESERVE,
    RESOURCES,
    SURPLUS,
)
from engines.beerbread.tokens import (
    can_complete,
    covers,
    first_due,
    fits,
    lane,
    lanes,
    may_offer,
    unit_cost,
    units,
)
from engines.bits import EMPTY, ONE, count_bits, lowest_bit, without_lowest
from engines.compilation import kernel


@kernel
def sellable(player: Any, cards: Any, some: np.uint64) -> np.uint64:
    """Those of some cards for which there is a free space and the whole recipe can be paid."""
    found = EMPTY
    for type_ in range(2):
        if count_bits(player.in_place & cards.of_type[type_]) >= player.room[type_]:
            some &= ~cards.of_type[type_]
    stored = lanes(player.storage)
    while some != EMPTY:
        card = lowest_bit(some)
        some = without_lowest(some)
        pays = covers(stored, cards.need_lanes[card])
        if player.swaps > 0 and not pays:
            pays = can_complete(player, stored, cards.need_lanes[card], PLAIN)
        found |= np.uint64(pays) << np.uint64(card)
    return found


@kernel
def list_plays(card: int, given: int, sells: np.uint64, moves: Any, n: int) -> Any:
    """Append the actions that a card can be used for; the new count."""
    moves.move[n] = pack_play(HARVEST, card, given)
    moves.move[n + 1] = pack_play(UPGRADE, card, given)
    moves.move[n + 2] = pack_play(SELL, card, given)
    return n + 2 + np.int64(sells >> np.uint64(card) & ONE)


@kernel
def legal_plays(state: Any, setup: Any, moves: Any) -> int:
    """Distinct (card, action), in dry years also (given, taken, action)."""
    player = state.seat[state.actor]
    playable = playable_hand(state, state.actor)
    sells = sellable(player, setup.cards, playable | state.row)
    n = 0
    rest = playable
    while rest != EMPTY:
        n = list_plays(lowest_bit(rest), NOTHING_GIVEN, sells, moves, n)
        rest = without_lowest(rest)
    row = state.row
    while row != EMPTY:
        taken = lowest_bit(row)
        row = without_lowest(row)
        rest = playable
        while rest != EMPTY:
            n = list_plays(taken, lowest_bit(rest), sells, moves, n)
            rest = without_lowest(rest)
    return n


@kernel
def legal_payments(state: Any, moves: Any) -> int:
    """Ways to pay the next unit after which the rest can still be paid."""
    player = state.seat[state.actor]
    stored = lanes(player.storage)
    due = lanes(state.due)
    resource = first_due(due)
    rest = due - units(resource, 1)
    n = 0
    for option in range(state.pay_floor, PAY_OPTIONS):
        cost = unit_cost(player, resource, option)
        if cost != np.uint64(0) and covers(stored, cost):
            next_floor = option if lane(rest, resource) > 0 else PLAIN
            if can_complete(player, stored - cost, rest, next_floor):
                moves.move[n] = option
                n += 1
    return n


@kernel
def list_cards(cards: np.uint64, moves: Any, n: int) -> int:
    """Append the members of a set as moves; the new count."""
    while cards != EMPTY:
        moves.move[n] = lowest_bit(cards)
        cards = without_lowest(cards)
        n += 1
    return n


@kernel
def legal_moves(state: Any, setup: Any, moves: Any) -> int:
    """Write the options of the present decision; how many they are (0 when the game is over)."""
    stage = state.stage
    player = state.seat[state.actor]
    n = 0
    if stage == PLAY:
        n = legal_plays(state, setup, moves)
    elif stage == PAY:
        n = legal_payments(state, moves)
    elif stage == SURPLUS:
        for resource in range(RESOURCES):
            moves.move[n] = resource
            n += may_offer(player, resource)
    elif stage == ACCEPT:
        for resource in range(RESOURCES):
            moves.move[n] = resource
            n += (state.offered[resource] > 0) & fits(player, resource)
        moves.move[n] = STOP
        n += 1
    elif stage == RESERVE:
        n = list_cards(state.seat[state.actor].hand, moves, 0)
    elif stage == REPLACE:
        n = list_cards(state.seat[state.actor].hand, moves, 0)
        moves.move[n] = STOP
        n += 1
    elif stage == DISCARD_BACK:
        n = list_cards(state.returned, moves, 0)
        moves.move[n] = STOP
        n += 1
    return n


@kernel
def permitted(state: Any, setup: Any, side: int, moves: Any, n: int) -> int:
    """Remove the plays that use a card in a way forbidden to a side; the new count.

    The order of the others is kept. If nothing would be left, all n options stay: a player must play, so a forbidden card is
    then used. The ways harvested, sold and tucked have the numbers of the actions; other decisions use no card.
    """
    if state.stage != PLAY:
        return n
    kept = 0
    for index in range(n):
        move = moves.move[index]
        if (setup.forbidden[side, card_of(move)] >> action_of(move)) & 1 == 0:
            kept += 1
    if kept == 0:
        return n
    kept = 0
    for index in range(n):
        move = moves.move[index]
        moves.move[kept] = move
        kept += (setup.forbidden[side, card_of(move)] >> action_of(move)) & 1 == 0
    return kept
