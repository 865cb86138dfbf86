"""What a seat of Bacon sees."""

from __future__ import annotations

from typing import Any

from engines.bacon.state import NOBODY
from engines.bits import as_seen_from
from engines.compilation import kernel


@kernel
def prepare_view(setup: Any, view: Any) -> None:
    """Write what stays the same in all games: the tables and the rules."""
    view.cards = setup.cards
    view.setup = setup
    view.setup.forbids = 0
    view.setup.forbidden[:, :] = 0


@kernel
def observe(state: Any, setup: Any, view: Any) -> None:
    """Write what the seat to act knows. `view` must have been prepared."""
    seat = state.actor
    players = setup.cards.players
    view.decision = state.stage
    view.seat = seat
    view.deal = state.deal
    view.starter = (state.starter - seat) % players
    view.pile = state.pile
    view.pile_owner = NOBODY if state.pile_owner == NOBODY else (state.pile_owner - seat) % players
    view.passed = as_seen_from(state.passed, seat, players)
    view.holding = as_seen_from(state.holding, seat, players)
    view.mates = as_seen_from(setup.mates[seat], seat, players)
    view.may_lead = as_seen_from(state.may_lead, seat, players)
    view.me = state.hand[seat]
    known_twice = state.played_both | view.me.both | (state.played_one & view.me.one)
    view.played_one = state.played_one
    view.played_both = state.played_both
    view.unseen_one = setup.cards.all_cards & ~known_twice
    view.unseen_both = setup.cards.all_cards & ~(state.played_one | view.me.one)
    view.spend_move = state.spend_move
    view.spend_rank = state.spend_rank
    view.spend_copy = state.spend_copy
    view.spend_suit = state.spend_suit
    view.spend_wilds = state.spend_wilds
    view.spend_one = state.spend_one
    view.spend_both = state.spend_both
    place = 0
    for other in range(seat, players):
        view.player[place] = state.player[other]
        place += 1
    for other in range(seat):
        view.player[place] = state.player[other]
        place += 1
