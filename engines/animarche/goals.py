"""The hidden goals of Animarche: when they are achieved, and what they bring."""

from __future__ import annotations

from typing import Any

from engines.animarche.effects import goal_is_met, standing_vp
from engines.animarche.items import GOAL_ITEM, SCORED
from engines.animarche.metrics import GOALS_SCORED, VP_GOALS
from engines.animarche.state import GOALS_HELD, SMALL_HELD
from engines.bits import EMPTY, bit, lowest_bit, without_lowest
from engines.compilation import kernel


@kernel
def deal_goal(goals: Any, cards: Any, place: int, goal: int) -> None:
    """Give a player a goal; those that count when achieved are watched from now on."""
    goals.goal[place] = goal
    goals.achieved[place] = 0
    if cards.at_end[goal] == 0:
        goals.open |= bit(place)


@kernel
def check_goals(state: Any, setup: Any, outcome: Any) -> None:
    """Goals "when achieved" of the seats that changed: achieved for good; a small one pays at once."""
    seats = state.changed
    state.changed = EMPTY
    while seats != EMPTY:
        seat = lowest_bit(seats)
        seats = without_lowest(seats)
        goals = state.goals[seat]
        places = goals.open
        while places != EMPTY:
            place = lowest_bit(places)
            places = without_lowest(places)
            if goal_is_met(state.seat[seat], setup.cards, goals.goal[place]):
                goals.open &= ~bit(place)
                goals.achieved[place] = 1
                if place < SMALL_HELD:
                    score_goal(state.seat[seat], setup.cards, outcome, goals.goal[place])


@kernel
def score_goal(player: Any, cards: Any, outcome: Any, goal: int) -> None:
    """A goal brings its VP."""
    player.vp += cards.goal_vp[goal]
    outcome.seat[player.seat, VP_GOALS] += cards.goal_vp[goal]
    outcome.seat[player.seat, GOALS_SCORED] += 1
    outcome.item[player.seat, GOAL_ITEM + goal, SCORED] += 1


@kernel
def counts_at_end(player: Any, goals: Any, cards: Any, place: int) -> bool:
    """Whether a goal that has not paid yet would count if the game ended now."""
    goal = goals.goal[place]
    if cards.at_end[goal] == 1:
        return goal_is_met(player, cards, goal)
    return place >= SMALL_HELD and goals.achieved[place] == 1


@kernel
def scores_at_end(player: Any, goals: Any, cards: Any, place: int) -> bool:
    """Whether a goal that has not paid yet would pay if the game ended now: of big ones that count, only the dearest do."""
    if not counts_at_end(player, goals, cards, place):
        return False
    if place < SMALL_HELD:
        return True
    worth = cards.goal_vp[goals.goal[place]]
    before = 0
    for other in range(SMALL_HELD, GOALS_HELD):
        other_worth = cards.goal_vp[goals.goal[other]]
        if other_worth > worth or (other_worth == worth and other > place):
            before += counts_at_end(player, goals, cards, other)
    return before < cards.rules.big_goals_scored


@kernel
def score_if_ended(player: Any, goals: Any, cards: Any) -> int:
    """A player's score if the game ended now: VP so far, shops standing, goals that count at the end."""
    total = player.vp + standing_vp(player, cards)
    for place in range(GOALS_HELD):
        if scores_at_end(player, goals, cards, place):
            total += cards.goal_vp[goals.goal[place]]
    return total


@kernel
def score_final_goals(player: Any, goals: Any, cards: Any, outcome: Any) -> None:
    """The end: goals that count now bring their VP, of the big ones the dearest."""
    for place in range(GOALS_HELD):
        if scores_at_end(player, goals, cards, place):
            score_goal(player, cards, outcome, goals.goal[place])
