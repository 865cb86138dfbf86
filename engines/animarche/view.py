"""What a seat of Animarche sees."""

from __future__ import annotations

from typing import Any

from engines.animarche.state import AD_PLACES, GOALS_HELD, NOTHING
from engines.bits import EMPTY, as_seen_from, holds
from engines.compilation import kernel


@kernel
def prepare_view(setup: Any, view: Any) -> None:
    """Write what stays the same in all games: the tables."""
    view.cards = setup.cards


@kernel
def show_goals(goals: Any, shown: Any) -> None:
    """Goals "when achieved" lie open once they are."""
    for place in range(GOALS_HELD):
        if goals.achieved[place] == 1:
            shown[place] = goals.goal[place]


@kernel
def observe(state: Any, setup: Any, view: Any) -> None:
    """Write what the seat to act knows. `view` must have been prepared."""
    seat = state.actor
    players = setup.cards.players
    view.decision = state.stage
    view.seat = seat
    view.round = state.round
    view.start = (state.start - seat) % players
    view.first_pass = NOTHING if state.first_pass == NOTHING else (state.first_pass - seat) % players
    view.playing = as_seen_from(state.playing, seat, players)
    view.ads_left = setup.cards.ads - state.ad_next
    view.ads_seen = state.ads_seen
    view.plaza = state.plaza
    view.market = state.market
    view.goals = state.goals[seat]
    view.shown_goals[:, :] = NOTHING
    view.contested = EMPTY
    for ahead in range(players):
        other = (seat + ahead) % players
        view.player[ahead] = state.seat[other]
        show_goals(state.goals[other], view.shown_goals[ahead])
        if ahead > 0 and holds(state.playing, other):
            view.contested |= state.seat[other].reach
    view.contested &= state.plaza.occupied
    for place in range(AD_PLACES):
        view.ad[place] = state.ad[place]
        if state.ad[place].seat != NOTHING:
            view.ad[place].seat = (state.ad[place].seat - seat) % players
