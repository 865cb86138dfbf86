"""A whole state of Animarche that a view could be of: what the seat cannot see is dealt at random.

Hidden are the order of the deck of ads and the others' goals that they have not shown. Each seat's hidden goals are drawn in
turn, all that it can hold with the same probability: what others' choices let one guess about their goals is not used.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.animarche.effects import goal_is_met
from engines.animarche.goals import deal_goal
from engines.animarche.state import AD_PLACES, GOALS_HELD, NOTHING, SMALL_HELD
from engines.bits import EMPTY, as_seen_from, bit, holds
from engines.compilation import kernel
from engines.rng import random_member


@kernel
def determinise(view: Any, state: Any, rng: Any) -> None:
    """Write a state of which the seat to act has this view, with the hidden cards dealt by the stream `rng`."""
    players = view.cards.players
    state.stage = view.decision
    state.actor = view.seat
    state.round = view.round
    state.start = seat_at(view, view.start)
    state.first_pass = seat_at(view, view.first_pass)
    state.cursor = (players - view.start) % players + 1
    state.playing = as_seen_from(view.playing, players - view.seat, players)
    state.changed = EMPTY
    state.plaza = view.plaza
    state.market = view.market
    for ahead in range(players):
        state.seat[seat_at(view, ahead)] = view.player[ahead]
    for place in range(AD_PLACES):
        state.ad[place] = view.ad[place]
        state.ad[place].seat = seat_at(view, view.ad[place].seat)
    deal_unseen_ads(view, state, rng)
    deal_unseen_goals(view, state, rng)


@kernel
def seat_at(view: Any, ahead: int) -> int:
    """The place at the table that lies so many seats clockwise from the player; NOTHING stays that."""
    return NOTHING if ahead == NOTHING else (view.seat + ahead) % view.cards.players


@kernel
def deal_unseen_ads(view: Any, state: Any, rng: Any) -> None:
    """The ads that never lay open become the deck, in random order."""
    state.ads_seen = view.ads_seen
    state.ad_next = 0
    for ad in range(view.cards.ads):
        if holds(view.ads_seen, ad):
            state.ad_deck[state.ad_next] = ad
            state.ad_next += 1
    unseen = (bit(view.cards.ads) - bit(0)) & ~view.ads_seen
    for place in range(state.ad_next, view.cards.ads):
        state.ad_deck[place] = random_member(unseen, rng)
        unseen &= ~bit(state.ad_deck[place])


@kernel
def deal_unseen_goals(view: Any, state: Any, rng: Any) -> None:
    """The others keep the goals that they have shown; their hidden ones are dealt from those that the player has not seen."""
    cards = view.cards
    small = goals_in_play(cards.small_goal, cards.small_goals)
    big = goals_in_play(cards.big_goal, cards.big_goals)
    for place in range(GOALS_HELD):
        seen = bit(view.goals.goal[place])
        for ahead in range(1, cards.players):
            if view.shown_goals[ahead, place] != NOTHING:
                seen |= bit(view.shown_goals[ahead, place])
        small &= ~seen
        big &= ~seen
    state.goals[view.seat] = view.goals
    for ahead in range(1, cards.players):
        seat = seat_at(view, ahead)
        goals = state.goals[seat]
        goals.open = EMPTY
        for place in range(GOALS_HELD):
            shown = view.shown_goals[ahead, place]
            if shown != NOTHING:
                goals.goal[place] = shown
                goals.achieved[place] = 1
                continue
            goal = draw_hidden_goal(state.seat[seat], cards, small if place < SMALL_HELD else big, rng)
            small &= ~bit(goal)
            big &= ~bit(goal)
            deal_goal(goals, cards, place, goal)


@kernel
def draw_hidden_goal(player: Any, cards: Any, rest: np.uint64, rng: Any) -> int:
    """A random goal of a set that the player can hold hidden: one "when achieved" that he meets he would have shown."""
    goal = random_member(rest, rng)
    while cards.at_end[goal] == 0 and goal_is_met(player, cards, goal) and rest != bit(goal):
        rest &= ~bit(goal)
        goal = random_member(rest, rng)
    return goal


@kernel
def goals_in_play(numbers: Any, count: int) -> np.uint64:
    """The first goals of a list, as a set."""
    goals = EMPTY
    for place in range(count):
        goals |= bit(numbers[place])
    return goals
