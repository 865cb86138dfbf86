"""A game of Beer & Bread, compiled: deal, applying a move; with the loops that all games share."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from engines.beerbread import cards as card_tables
from engines.beerbread.actions import (
    HARVEST,
    NOTHING_GIVEN,
    PLAIN,
    SELL,
    STOP,
    action_of,
    card_of,
    given_of,
)
from engines.beerbread.declaration import GAME
from engines.beerbread.metrics import (
    BEERS_SOLD,
    BREADS_SOLD,
    DECISIONS,
    DRY_OPTIONS,
    DRY_TURNS,
    FRUITFUL_OPTIONS,
    FRUITFUL_TURNS,
    HARVESTED,
    HARVESTS,
    SOLD,
    TOKENS_ACCEPTED,
    TOKENS_HARVESTED,
    TOKENS_OFFERED,
    TUCKED,
)
from engines.beerbread.options import legal_moves, permitted
from engines.beerbread.rules import SEED_NUMBERS
from engines.beerbread.stages import (
    clean,
    draw_to_hand,
    end_offer,
    exchange,
    go_on_accepting,
    go_on_offering,
    is_fruitful,
    settle_storage,
    step,
    tuck_pending,
)
from engines.beerbread.state import (
    ACCEPT,
    BEER,
    BREAD,
    CARDS,
    DISCARD_BACK,
    DISCARD_BACK_NEXT,
    FOLLOW_HARVEST,
    LAST_DECISION,
    MOVES,
    OUTCOME,
    OVER,
    PAY,
    PLAY,
    REPLACE,
    REPLACE_NEXT,
    RESERVE,
    RESERVE_NEXT,
    RESOURCES,
    SEATS,
    SEEDING,
    SETUP,
    STATE,
    SURPLUS,
    TOKENS,
    TUCK_AFTER_CLEANING,
    TURN_END,
    VIEW,
    WATER,
)
from engines.beerbread.tokens import (
    first_due,
    lane,
    lanes,
    take_harvest,
    unit_cost,
)
from engines.beerbread.view import observe, prepare_view
from engines.bits import EMPTY, bit, holds
from engines.compilation import kernel
from engines.game import Mode
from engines.loop import clear_outcome, complete
from engines.records import new_record
from engines.rng import shuffle

__all__ = [
    "LAST_DECISION", "MOVES", "OUTCOME", "OVER", "SETUP", "SIDE_SLOTS", "STATE", "VIEW",
    "apply_choice", "deal", "legal_moves", "make_setup", "observe", "permitted", "prepare_view", "step",
]  # fmt: skip

SIDE_SLOTS = 2
"""Strategies that `play_block` takes: always the most sides that the game can have, so that it is compiled once."""


def make_setup(mode: Mode, rules: Mapping[str, int], edition: Any) -> Any:
    """The setup record for rule values (see `Game.rule_values`) and an edition; nothing is forbidden."""
    setup = new_record(SETUP)
    card_tables.fill_tables(setup["cards"], edition)
    setup["field_exact"] = rules["field_reset"]
    setup["column_all"] = rules["harvest_column"]
    setup["clean_first"] = rules["clean_order"]
    setup["windmill_during"] = rules["last_windmill"]
    setup["seed_number"] = [[rules[f"seed_{year}_{grain}"] for grain in fields] for year, fields in SEED_NUMBERS.items()]
    for name in ("hand_size", "row_size", "years", "storage_spaces", "brewery_spaces", "bakery_spaces"):
        setup[name] = rules[name]
    return setup


@kernel
def clear(state: Any, setup: Any) -> None:
    """Empty table, all tokens in the supply."""
    for seat in range(SEATS):
        player = state.seat[seat]
        player.hand = EMPTY
        player.reserved = EMPTY
        player.known = EMPTY
        player.harvested = EMPTY
        player.in_place = EMPTY
        player.plaza = EMPTY
        player.tucked = EMPTY
        player.storage[:] = 0
        player.column[:] = 0
        player.space = setup.storage_spaces
        player.water_space = 0
        player.room[BEER] = setup.brewery_spaces
        player.room[BREAD] = setup.bakery_spaces
        player.replace = 0
        player.reserve = 0
        player.draw_last = 0
        player.discard_back = 0
        player.seed_gain[:] = 0
        player.from_supply[:] = 0
        player.extra[:, :] = 0
        player.extras = 0
        player.follow_water = 0
        player.swap[:, :, :] = 0
        player.swaps = 0
        player.broom_water[:] = 0
        player.broom_only[:, :] = 0
        player.broom_both = 0
        player.band_coin[:] = 0
        player.pair_coin[:] = 0
        player.more_upgrades = 0
        player.more_tokens = 0
        player.all_kinds[:] = 0
    for resource in range(RESOURCES):
        state.supply[resource] = TOKENS[resource]
    state.field[:] = 0
    state.offered[:] = 0
    state.due[:] = 0
    state.returned = EMPTY
    state.row = EMPTY
    state.discards = EMPTY
    state.reshuffles = 0
    state.reshuffled = EMPTY
    state.drawn = 0
    state.drew_last = 0
    state.took_water = 0
    state.pending_card = -1
    state.pending_given = NOTHING_GIVEN


@kernel
def deal(state: Any, setup: Any, outcome: Any, deck: Any) -> None:
    """Begin a game: the deck is shuffled whole; seat 0 holds the windmill."""
    clear(state, setup)
    clear_outcome(outcome)
    for card in range(CARDS):
        state.deck[card] = card
    shuffle(state.deck, CARDS, deck)
    state.deck_next = 0
    state.deck_size = CARDS
    state.holder = 0
    state.holder_in_year = 0
    state.active = 0
    state.actor = 0
    state.year = 1
    state.turn = 0
    state.stage = SEEDING


@kernel
def harvest(state: Any, setup: Any, outcome: Any, card: int) -> None:
    """Harvest and store: a token for each icon and one for each it matches in the column, then H3 and H4; one batch."""
    player = state.seat[state.active]
    player.hand &= ~bit(card)
    player.harvested |= bit(card)
    took = np.uint64(0)
    total = 0
    for resource in range(RESOURCES):
        icon = setup.cards.icon[card, resource]
        column = (player.column[resource] + icon) * max(icon, setup.column_all)
        player.column[resource] = column
        taken = take_harvest(state, player, resource, icon * column)
        total += taken
        took |= np.uint64(taken > 0) << np.uint64(resource)
    if player.extras > 0:
        for resource in range(RESOURCES):
            wanted = 0
            for trigger in range(RESOURCES):
                if holds(took, trigger):
                    wanted += player.extra[trigger, resource]
            if wanted > 0:
                total += take_harvest(state, player, resource, wanted)
    state.took_water = 1 if holds(took, WATER) else 0
    outcome.seat[state.active, TOKENS_HARVESTED] += total
    outcome.seat[state.active, HARVESTS] += 1
    settle_storage(state, state.active, FOLLOW_HARVEST)


@kernel
def may_swap(player: Any, due: Any) -> bool:
    """Whether there is another way than the plain one to pay some unit of what is due."""
    for resource in range(RESOURCES):
        for source in range(RESOURCES):
            if due[resource] > 0 and player.swap[source, resource, 0] + player.swap[source, resource, 1] > 0:
                return True
    return False


@kernel
def start_payment(state: Any, setup: Any, outcome: Any, card: int, given: int) -> None:
    """Produce and sell: with substitutions each unit is a decision, otherwise the recipe is paid at once."""
    state.pending_card = card
    state.pending_given = given
    for resource in range(RESOURCES):
        state.due[resource] = setup.cards.need[card, resource]
    state.pay_floor = PLAIN
    player = state.seat[state.active]
    if player.swaps > 0 and may_swap(player, state.due):
        state.stage = PAY
        return
    for resource in range(RESOURCES):
        player.storage[resource] -= state.due[resource]
        state.supply[resource] += state.due[resource]
        state.due[resource] = 0
    complete_sale(state, setup, outcome)


@kernel
def complete_sale(state: Any, setup: Any, outcome: Any) -> None:
    """The recipe is paid: the card is sold, and fills its space until it is cleaned."""
    if state.pending_given != NOTHING_GIVEN:
        exchange(state, outcome, state.pending_card, state.pending_given)
    card = bit(state.pending_card)
    player = state.seat[state.active]
    player.hand &= ~card
    player.in_place |= card
    sold = BEERS_SOLD if setup.cards.type[state.pending_card] == BEER else BREADS_SOLD
    outcome.seat[state.active, sold] += 1
    state.stage = TURN_END


@kernel
def upgrade(state: Any, setup: Any, outcome: Any, card: int, given: int) -> None:
    """Upgrade and clean; the new upgrade counts for its own cleaning, unless the switch `clean_order` says otherwise."""
    state.pending_card = card
    state.pending_given = given
    if setup.clean_first == 1:
        clean(state, setup.cards, outcome, state.active, TUCK_AFTER_CLEANING)
    else:
        tuck_pending(state, setup, outcome)
        clean(state, setup.cards, outcome, state.active, TURN_END)


@kernel
def apply_play(state: Any, setup: Any, outcome: Any, move: int) -> None:
    """A turn: one card, one action, in dry years with an exchange before it."""
    action = action_of(move)
    card = card_of(move)
    given = given_of(move)
    if action == SELL:
        outcome.item[state.active, card, SOLD] += 1
        start_payment(state, setup, outcome, card, given)
    elif action == HARVEST:
        if given != NOTHING_GIVEN:
            exchange(state, outcome, card, given)
        outcome.item[state.active, card, HARVESTED] += 1
        harvest(state, setup, outcome, card)
    else:
        outcome.item[state.active, card, TUCKED] += 1
        upgrade(state, setup, outcome, card, given)


@kernel
def apply_payment(state: Any, setup: Any, outcome: Any, option: int) -> None:
    """Pay one unit of the recipe."""
    player = state.seat[state.actor]
    resource = first_due(lanes(state.due))
    cost = unit_cost(player, resource, option)
    for paid in range(RESOURCES):
        player.storage[paid] -= lane(cost, paid)
        state.supply[paid] += lane(cost, paid)
    state.due[resource] -= 1
    state.pay_floor = option if state.due[resource] > 0 else PLAIN
    if first_due(lanes(state.due)) == RESOURCES:
        complete_sale(state, setup, outcome)


@kernel
def apply_choice(state: Any, setup: Any, outcome: Any, chance: Any, move: int) -> None:
    """Carry out a move, without what follows by itself."""
    stage = state.stage
    player = state.seat[state.actor]
    if stage == PLAY:
        apply_play(state, setup, outcome, move)
    elif stage == PAY:
        apply_payment(state, setup, outcome, move)
    elif stage == SURPLUS:
        player.storage[move] -= 1
        state.offered[move] += 1
        outcome.seat[state.actor, TOKENS_OFFERED] += 1
        go_on_offering(state, outcome)
    elif stage == ACCEPT:
        if move == STOP:
            end_offer(state, outcome)
        else:
            player.storage[move] += 1
            state.offered[move] -= 1
            outcome.seat[state.actor, TOKENS_ACCEPTED] += 1
            go_on_accepting(state, outcome)
    elif stage == RESERVE:
        player.reserved = bit(move)
        state.stage = RESERVE_NEXT
    elif stage == REPLACE:
        state.stage = REPLACE_NEXT
        if move != STOP:
            player.hand &= ~bit(move)
            state.discards |= bit(move)
            draw_to_hand(state, state.actor, chance)
            state.replacing -= 1
            if state.replacing > 0:
                state.stage = REPLACE
    elif stage == DISCARD_BACK:
        if move != STOP:
            player.hand &= ~bit(move)
            state.discards |= bit(move)
            state.returned &= ~bit(move)
        if move == STOP or state.returned == EMPTY:
            state.stage = DISCARD_BACK_NEXT


@kernel
def count_options(state: Any, outcome: Any, n: int) -> None:
    """Count a decision: every turn to act, and every other point with more than one option."""
    if state.stage == PLAY:
        outcome.game[DECISIONS] += 1
        if is_fruitful(state):
            outcome.game[FRUITFUL_OPTIONS] += n
            outcome.game[FRUITFUL_TURNS] += 1
        else:
            outcome.game[DRY_OPTIONS] += n
            outcome.game[DRY_TURNS] += 1
    elif n > 1:
        outcome.game[DECISIONS] += 1


apply: Any
"""Taken over from `engines.loop`; named here because strategies that play on use it."""

complete(sys.modules[__name__], GAME)
