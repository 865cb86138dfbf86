"""A game of Animarche, compiled: deal, applying a move; with the loops that all games share."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from engines.animarche.actions import PASS, SELL_SHOP, a_of, kind_of
from engines.animarche.ads import turn_up_ad
from engines.animarche.cards import fill_tables
from engines.animarche.declaration import GAME
from engines.animarche.effects import refresh, refresh_costs
from engines.animarche.goals import deal_goal
from engines.animarche.items import ADS, GOAL_ITEM, HELD, MANAGER_ITEM, MANAGERS
from engines.animarche.metrics import (
    ANIMALS_CONTESTED,
    ATTRACT_OPTIONS,
    ATTRACT_TURNS,
    DECISIONS,
    FIRST_PASSES,
    FORCED,
    MOST_OPTIONS,
    SELL_OPTIONS,
    WORK_OPTIONS,
    WORK_TURNS,
    WORKERS_IDLE,
)
from engines.animarche.options import legal_moves, permitted
from engines.animarche.plaza import clear_plaza, draw_animal
from engines.animarche.shops import clear_market, place_first_shop, sell_shop
from engines.animarche.stages import step
from engines.animarche.state import (
    AD_PLACES,
    ATTRACT,
    ATTRACT_NEXT,
    CUTS,
    FIRST_SHOP,
    FIRST_SHOP_NEXT,
    GOALS_HELD,
    LAST_DECISION,
    MOVES,
    NOTHING,
    OUTCOME,
    OVER,
    PLOTS,
    SEATS,
    SELL,
    SELL_NEXT,
    SETUP,
    SIDE_SLOTS,
    SMALL_HELD,
    STATE,
    VIEW,
    WORK,
    WORK_NEXT,
)
from engines.animarche.view import observe, prepare_view
from engines.animarche.workers import act
from engines.bits import EMPTY, bit, holds
from engines.compilation import kernel
from engines.game import Mode
from engines.loop import clear_outcome, complete
from engines.records import new_record
from engines.rng import random_below, random_member, shuffle

__all__ = [
    "LAST_DECISION", "MOVES", "OUTCOME", "OVER", "SETUP", "SIDE_SLOTS", "STATE", "VIEW",
    "apply_choice", "deal", "legal_moves", "make_setup", "observe", "permitted", "prepare_view", "step",
]  # fmt: skip


def make_setup(mode: Mode, rules: Mapping[str, int], edition: Any) -> Any:
    """The setup record for rule values (see `Game.rule_values`) and an edition, with nothing forbidden."""
    setup = new_record(SETUP)
    fill_tables(setup["cards"], edition, mode.players, rules)
    return setup


@kernel
def clear_seat(player: Any, seat: int) -> None:
    """A player without anything."""
    player.seat = seat
    player.manager = 0
    player.vp = 0
    player.coins = 0
    player.wood = 0
    player.home = 0
    player.out = 0
    player.hired = 0
    player.on_ads = 0
    player.most_shops = 0
    player.sales = 0
    player.visits = 0
    player.ads = 0
    player.public = 0
    player.drawn = 0
    player.most_drawn = 0
    player.icons[:] = 0
    player.icon_types = 0
    for plot in range(PLOTS):
        player.face[plot] = NOTHING
        player.animals[plot] = 0
        player.visitors[plot] = 0
        player.visited_by[plot] = 0
    for action in range(CUTS):
        player.cut[action].coins = 0
        player.cut[action].wood = 0


@kernel
def deal_managers(state: Any, setup: Any, outcome: Any, deck: Any) -> None:
    """Each player is dealt a manager, and has what it starts with."""
    cards = setup.cards
    rest = bit(MANAGERS) - bit(0)
    for seat in range(SEATS):
        player = state.seat[seat]
        clear_seat(player, seat)
        if seat < cards.players:
            player.manager = random_member(rest, deck)
            rest &= ~bit(player.manager)
            player.coins = min(cards.start[player.manager].coins, cards.rules.coin_cap)
            player.wood = min(cards.start[player.manager].wood, cards.rules.wood_cap)
            player.home = cards.rules.starting_workers
            refresh(player, cards)
            refresh_costs(player, cards)
            outcome.item[seat, MANAGER_ITEM + player.manager, HELD] += 1


@kernel
def deal_goals(state: Any, setup: Any, outcome: Any, deck: Any) -> None:
    """Each player is dealt a small goal and three big ones, of those in play at this number of players."""
    cards = setup.cards
    small = bit(cards.small_goals) - bit(0)
    big = bit(cards.big_goals) - bit(0)
    for seat in range(SEATS):
        goals = state.goals[seat]
        goals.open = EMPTY
        for place in range(GOALS_HELD):
            goals.goal[place] = NOTHING
            goals.achieved[place] = 0
            if seat >= cards.players:
                continue
            if place < SMALL_HELD:
                drawn = random_member(small, deck)
                small &= ~bit(drawn)
                deal_goal(goals, cards, place, cards.small_goal[drawn])
            else:
                drawn = random_member(big, deck)
                big &= ~bit(drawn)
                deal_goal(goals, cards, place, cards.big_goal[drawn])
            outcome.item[seat, GOAL_ITEM + goals.goal[place], HELD] += 1


@kernel
def deal(state: Any, setup: Any, outcome: Any, deck: Any) -> None:
    """Set up a game: managers, goals, the deck of ads and the start player are drawn. Nothing else is left to chance."""
    cards = setup.cards
    clear_outcome(outcome)
    clear_plaza(state.plaza, cards)
    clear_market(state.market, cards)
    deal_managers(state, setup, outcome, deck)
    deal_goals(state, setup, outcome, deck)
    for ad in range(ADS):
        state.ad_deck[ad] = ad if ad < cards.ads else NOTHING
    shuffle(state.ad_deck, cards.ads, deck)
    state.ad_next = 0
    state.ads_seen = EMPTY
    for place in range(AD_PLACES):
        turn_up_ad(state, setup, place)
    state.start = random_below(deck, cards.players)
    state.first_pass = NOTHING
    state.actor = state.start
    state.round = 1
    state.cursor = 0
    state.playing = EMPTY
    state.changed = bit(cards.players) - bit(0)
    state.stage = FIRST_SHOP_NEXT


@kernel
def is_contested(state: Any, setup: Any, square: int) -> bool:
    """Whether another player who has not passed could draw an animal from a square."""
    for seat in range(setup.cards.players):
        if seat != state.actor and holds(state.playing, seat) and holds(state.seat[seat].reach, square):
            return True
    return False


@kernel
def attract(state: Any, setup: Any, outcome: Any, move: int) -> None:
    """A turn of the attract phase: an animal is drawn, or the player passes until the phase ends."""
    seat = state.actor
    if move == PASS:
        state.playing &= ~bit(seat)
        if state.first_pass == NOTHING:
            state.first_pass = seat
            outcome.seat[seat, FIRST_PASSES] += 1
    else:
        if is_contested(state, setup, a_of(move)):
            outcome.seat[seat, ANIMALS_CONTESTED] += 1
        draw_animal(state.plaza, state.seat[seat], setup.cards, a_of(move))
        state.changed |= bit(seat)
    state.stage = ATTRACT_NEXT


@kernel
def work(state: Any, setup: Any, outcome: Any, move: int) -> None:
    """A turn of the workers phase: an action, or the player passes until the phase ends."""
    if move == PASS:
        state.playing &= ~bit(state.actor)
        outcome.seat[state.actor, WORKERS_IDLE] += state.seat[state.actor].home
    else:
        act(state, setup, outcome, move)
    state.stage = WORK_NEXT


@kernel
def apply_choice(state: Any, setup: Any, outcome: Any, chance: Any, move: int) -> None:
    """Carry out a move, without what follows by itself."""
    stage = state.stage
    if stage == WORK:
        work(state, setup, outcome, move)
    elif stage == ATTRACT:
        attract(state, setup, outcome, move)
    elif stage == SELL:
        if kind_of(move) == SELL_SHOP:
            sell_shop(state, state.seat[state.actor], setup.cards, outcome, a_of(move))
            state.changed |= bit(state.actor)
        state.stage = SELL_NEXT
    elif stage == FIRST_SHOP:
        place_first_shop(state.seat[state.actor], setup.cards, a_of(move))
        state.changed |= bit(state.actor)
        state.stage = FIRST_SHOP_NEXT


@kernel
def count_options(state: Any, outcome: Any, n: int) -> None:
    """Count a decision: every turn, forced passes included."""
    outcome.game[DECISIONS] += 1
    outcome.game[MOST_OPTIONS] = max(outcome.game[MOST_OPTIONS], n)
    if n == 1:
        outcome.game[FORCED] += 1
    if state.stage == WORK:
        outcome.game[WORK_TURNS] += 1
        outcome.game[WORK_OPTIONS] += n
    elif state.stage == ATTRACT:
        outcome.game[ATTRACT_TURNS] += 1
        outcome.game[ATTRACT_OPTIONS] += n
    elif state.stage == SELL:
        outcome.game[SELL_OPTIONS] += n


apply: Any
is_over: Any
"""Taken over from `engines.loop`; named here because strategies that play on use them."""

complete(sys.modules[__name__], GAME)
