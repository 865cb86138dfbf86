"""The rounds of Animarche: what happens by itself between decisions.

`step` runs one stage and names the next; decisions are stages too, at which `step` must not be called. Stages that serve the
players in turn count them by `cursor`: 0 is the start player, then clockwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.animarche.effects import add, gain, income_of, refresh, standing_vp
from engines.animarche.goals import check_goals, score_final_goals, score_if_ended
from engines.animarche.items import FACE_ITEM, HELD
from engines.animarche.metrics import (
    ANIMALS,
    ANIMALS_BY_ROUND,
    BUILDINGS_LEFT,
    COINS_BY_ROUND,
    COINS_LEFT,
    COINS_SALES,
    COINS_TAKEN,
    COUNTED_ROUNDS,
    EMPTY_BY_ROUND,
    FROM_INCOME,
    INCOME_BY_ROUND,
    PLAZA_LEFT_BY_ROUND,
    ROUNDS_PLAYED,
    SCORE,
    SEATS_EMPTY,
    SHARED_WIN,
    VP_STANDING,
    WOOD_BY_ROUND,
    WOOD_LEFT,
    WOOD_SALES,
    WOOD_TAKEN,
    WORKERS,
    WORKERS_BY_ROUND,
    WORKERS_STUCK,
)
from engines.animarche.plaza import animals_on_plaza, empty_seats, fill_squares
from engines.animarche.state import (
    ATTRACT,
    ATTRACT_NEXT,
    CLOSING,
    FIRST_SHOP,
    FIRST_SHOP_NEXT,
    GAME_END,
    MANAGER_INCOME,
    NOTHING,
    OVER,
    PLOTS,
    ROUND_END,
    ROUND_START,
    SELL,
    SELL_NEXT,
    SHOP_INCOME,
    WORK,
    WORK_NEXT,
    WORK_START,
)
from engines.bits import EMPTY, bit, count_bits, lowest_bit
from engines.compilation import kernel
from engines.game import SHARE_UNIT


@kernel
def all_seats(cards: Any) -> np.uint64:
    """The set of all seats."""
    return bit(cards.players) - bit(0)


@kernel
def seat_in_order(state: Any, cards: Any) -> int:
    """The seat that a stage serves now: the start player first."""
    return (state.start + state.cursor) % cards.players


@kernel
def next_playing(state: Any, seat: int) -> int:
    """The first seat that has not passed, clockwise from a seat, that one last."""
    after = state.playing & ~(bit(seat + 1) - bit(0))
    return lowest_bit(after if after != EMPTY else state.playing)


@kernel
def ask(state: Any, setup: Any, outcome: Any, seat: int, decision: int) -> None:
    """A decision point is reached: hidden goals are checked, and the seat is asked."""
    if state.changed != EMPTY:
        check_goals(state, setup, outcome)
    state.actor = seat
    state.stage = decision


@kernel
def ask_for_first_shop(state: Any, setup: Any, outcome: Any) -> None:
    """The next player, the start player first, chooses the plot of his first shop."""
    if state.cursor == setup.cards.players:
        state.stage = ROUND_START
        return
    ask(state, setup, outcome, seat_in_order(state, setup.cards), FIRST_SHOP)
    state.cursor += 1


@kernel
def start_round(state: Any, setup: Any, outcome: Any) -> None:
    """Phase 1, attract, begins with the player who holds the start marker."""
    for seat in range(setup.cards.players):
        player = state.seat[seat]
        player.drawn = 0
        count_by_round(state, outcome, seat, WORKERS_BY_ROUND, player.home + player.on_ads)
    state.playing = all_seats(setup.cards)
    state.first_pass = NOTHING
    ask(state, setup, outcome, state.start, ATTRACT)


@kernel
def ask_to_attract(state: Any, setup: Any, outcome: Any) -> None:
    """The next player who has not passed attracts. When all have, who passed first holds the start marker."""
    if state.playing != EMPTY:
        ask(state, setup, outcome, next_playing(state, state.actor), ATTRACT)
        return
    for seat in range(setup.cards.players):
        player = state.seat[seat]
        empty = empty_seats(player)
        outcome.seat[seat, ANIMALS] += player.drawn
        outcome.seat[seat, SEATS_EMPTY] += empty
        count_by_round(state, outcome, seat, ANIMALS_BY_ROUND, player.drawn)
        count_by_round(state, outcome, seat, EMPTY_BY_ROUND, empty)
    if state.round <= COUNTED_ROUNDS:
        outcome.game[PLAZA_LEFT_BY_ROUND + state.round - 1] = animals_on_plaza(state.plaza)
    state.start = state.first_pass
    state.stage = MANAGER_INCOME


@kernel
def pay_managers(state: Any, setup: Any, outcome: Any) -> None:
    """Phase 2, income: first each manager's gain each round."""
    cards = setup.cards
    for seat in range(cards.players):
        player = state.seat[seat]
        each_round = cards.each_round[player.manager]
        gain(player, cards, outcome, FROM_INCOME, each_round)
        count_income(state, outcome, seat, each_round.coins, each_round.wood, each_round.vp)
    state.changed = all_seats(cards)
    state.cursor = 0
    state.stage = SHOP_INCOME


@kernel
def pay_shops(state: Any, setup: Any, outcome: Any) -> None:
    """Then in turn order each player's shops pay."""
    cards = setup.cards
    seat = seat_in_order(state, cards)
    player = state.seat[seat]
    for plot in range(PLOTS):
        coins, wood, vp = income_of(player, cards, plot)
        add(player, cards, outcome, FROM_INCOME, coins, wood, vp)
        count_income(state, outcome, seat, coins, wood, vp)
    state.cursor += 1
    if state.cursor == cards.players:
        state.cursor = 0
        state.stage = SELL_NEXT


@kernel
def count_by_round(state: Any, outcome: Any, seat: int, metric: int, count: int) -> None:
    """Count something for a metric of this round, if the round has metrics."""
    if state.round <= COUNTED_ROUNDS:
        outcome.seat[seat, metric + state.round - 1] += count


@kernel
def count_income(state: Any, outcome: Any, seat: int, coins: int, wood: int, vp: int) -> None:
    """Count what an income phase brings, the part beyond a cap included."""
    count_by_round(state, outcome, seat, INCOME_BY_ROUND, 2 * coins + 3 * wood + 4 * vp)


@kernel
def ask_to_sell(state: Any, setup: Any, outcome: Any) -> None:
    """Phase 3, sale: the next player may sell a shop."""
    if state.cursor == setup.cards.players:
        state.stage = WORK_START
        return
    ask(state, setup, outcome, seat_in_order(state, setup.cards), SELL)
    state.cursor += 1


@kernel
def start_work(state: Any, setup: Any, outcome: Any) -> None:
    """Phase 4, workers, begins."""
    state.playing = all_seats(setup.cards)
    ask(state, setup, outcome, state.start, WORK)


@kernel
def ask_to_work(state: Any, setup: Any, outcome: Any) -> None:
    """The next player who has not passed acts."""
    if state.playing == EMPTY:
        state.stage = ROUND_END
    else:
        ask(state, setup, outcome, next_playing(state, state.actor), WORK)


@kernel
def end_round(state: Any, setup: Any, outcome: Any) -> None:
    """The round is counted; the last one needs no closing."""
    check_goals(state, setup, outcome)
    outcome.game[ROUNDS_PLAYED] = state.round
    for seat in range(setup.cards.players):
        score = score_if_ended(state.seat[seat], state.goals[seat], setup.cards)
        for later in range(state.round - 1, outcome.round_score.shape[1]):
            outcome.round_score[seat, later] = score
        coins = gained_since(outcome, seat, COINS_SALES, COINS_TAKEN, COINS_BY_ROUND)
        wood = gained_since(outcome, seat, WOOD_SALES, WOOD_TAKEN, WOOD_BY_ROUND)
        count_by_round(state, outcome, seat, COINS_BY_ROUND, coins)
        count_by_round(state, outcome, seat, WOOD_BY_ROUND, wood)
    state.stage = GAME_END if state.round == setup.cards.rules.rounds else CLOSING


@kernel
def gained_since(outcome: Any, seat: int, first: int, last: int, by_round: int) -> int:
    """What a seat gained in this round: all sources in the game less the rounds before."""
    total = 0
    for metric in range(first, last + 1):
        total += outcome.seat[seat, metric]
    for metric in range(by_round, by_round + COUNTED_ROUNDS):
        total -= outcome.seat[seat, metric]
    return total


@kernel
def close_shops(state: Any, setup: Any) -> None:
    """Phase 5, closing: the plaza is filled, used and new workers come home; those on ads stay there."""
    fill_squares(state.plaza)
    for seat in range(setup.cards.players):
        player = state.seat[seat]
        player.home += player.out + player.hired
        player.out = 0
        player.hired = 0
        for plot in range(PLOTS):
            player.animals[plot] = 0
            player.visitors[plot] = 0
            player.visited_by[plot] = 0
        refresh(player, setup.cards)
    state.round += 1
    state.stage = ROUND_START


@kernel
def end_game(state: Any, setup: Any, outcome: Any) -> None:
    """Shops standing and goals are scored; most VP wins, and tied players all win."""
    cards = setup.cards
    check_goals(state, setup, outcome)
    highest = 0
    for seat in range(cards.players):
        player = state.seat[seat]
        score_final_goals(player, state.goals[seat], cards, outcome)
        standing = standing_vp(player, cards)
        player.vp += standing
        outcome.seat[seat, VP_STANDING] += standing
        highest = max(highest, player.vp)
        count_end(outcome, player)
    winners = EMPTY
    for seat in range(cards.players):
        if state.seat[seat].vp == highest:
            winners |= bit(seat)
    for seat in range(cards.players):
        if state.seat[seat].vp == highest:
            outcome.share[seat] = SHARE_UNIT // count_bits(winners)
    outcome.game[SHARED_WIN] = 1 if count_bits(winners) > 1 else 0
    outcome.game[BUILDINGS_LEFT] = count_bits(state.plaza.built)
    state.stage = OVER


@kernel
def count_end(outcome: Any, player: Any) -> None:
    """Count how a player stands at the end."""
    seat = player.seat
    outcome.seat[seat, SCORE] = player.vp
    outcome.seat[seat, COINS_LEFT] = player.coins
    outcome.seat[seat, WOOD_LEFT] = player.wood
    outcome.seat[seat, WORKERS] = player.home + player.out + player.hired + player.on_ads
    outcome.seat[seat, WORKERS_STUCK] = player.on_ads
    for plot in range(PLOTS):
        if player.face[plot] != NOTHING:
            outcome.item[seat, FACE_ITEM + player.face[plot], HELD] += 1


@kernel
def step(state: Any, setup: Any, outcome: Any, chance: Any) -> None:
    """Run one stage that runs by itself. `chance` is not used: all there is to draw is drawn at the deal."""
    stage = state.stage
    if stage == WORK_NEXT:
        ask_to_work(state, setup, outcome)
    elif stage == ATTRACT_NEXT:
        ask_to_attract(state, setup, outcome)
    elif stage == SELL_NEXT:
        ask_to_sell(state, setup, outcome)
    elif stage == SHOP_INCOME:
        pay_shops(state, setup, outcome)
    elif stage == MANAGER_INCOME:
        pay_managers(state, setup, outcome)
    elif stage == FIRST_SHOP_NEXT:
        ask_for_first_shop(state, setup, outcome)
    elif stage == ROUND_START:
        start_round(state, setup, outcome)
    elif stage == WORK_START:
        start_work(state, setup, outcome)
    elif stage == ROUND_END:
        end_round(state, setup, outcome)
    elif stage == CLOSING:
        close_shops(state, setup)
    elif stage == GAME_END:
        end_game(state, setup, outcome)
