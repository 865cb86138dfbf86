"""A match of Bacon, compiled: deal, applying a move; with the loops that all games share."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from engines.bacon.actions import PASS, is_bomb, play_type_of, wilds_of
from engines.bacon.combinations import fill_tables
from engines.bacon.copies import naturals_needed, remove_cards, spent_cards
from engines.bacon.declaration import GAME
from engines.bacon.metrics import (
    DECISIONS,
    FORCED,
    LEADS_GIVEN,
    LED,
    PASSES,
    PLAYED,
    WILDS_BOMB,
    WILDS_FILLER,
    WILDS_PAIR,
    WILDS_SINGLE,
)
from engines.bacon.modes import COPIES, layout_of, with_rules
from engines.bacon.options import legal_moves, permitted
from engines.bacon.play_types import SINGLE
from engines.bacon.spending import choose_card, start_spending
from engines.bacon.stages import ask_next_mate, start_trick, step
from engines.bacon.state import (
    DEAL_HANDS,
    GIVE_LEAD,
    GO_OUT,
    LANE_BITS,
    LAST_DECISION,
    MOVES,
    NEXT_TURN,
    NOBODY,
    OUTCOME,
    OVER,
    PLAY,
    SEATS,
    SETUP,
    SPEND,
    STATE,
    VIEW,
    WANT_LEAD,
)
from engines.bacon.view import observe, prepare_view
from engines.bits import EMPTY, bit, holds
from engines.compilation import kernel
from engines.game import Mode
from engines.loop import clear_outcome, complete
from engines.records import new_record
from engines.rng import random_below

__all__ = [
    "LAST_DECISION", "MOVES", "OUTCOME", "OVER", "SETUP", "SIDE_SLOTS", "STATE", "VIEW",
    "apply_choice", "deal", "legal_moves", "make_setup", "observe", "permitted", "prepare_view", "step",
]  # fmt: skip

SIDE_SLOTS = 6
"""Strategies that `play_block` takes: always the most sides that the game can have, so that it is compiled once."""


def make_setup(mode: Mode, rules: Mapping[str, int], edition: Any) -> Any:
    """The setup record for rule values (see `Game.rule_values`), with nothing forbidden; `edition` is None.

    Raises UsageError for numbers that do not go together (see `modes.with_rules`).
    """
    setup = new_record(SETUP)
    layout = with_rules(layout_of(mode.name, mode.players), rules)
    fill_tables(setup["cards"], layout, x_extends=rules["x_extends"] == 0, flush_is_bomb=rules["flush_is_bomb"] == 0)
    setup["ask_for_lead"] = rules["ask_for_lead"] == 1 and layout.teams > 0
    setup["ask_for_cards"] = rules["suits"] == 1
    deck = [LANE_BITS * suit + rank for suit in range(layout.suits) for rank in range(1, layout.ranks + 1)] * COPIES
    setup["deck_size"] = len(deck)
    setup["deck"][: len(deck)] = deck
    setup["side"][: layout.players] = layout.sides
    for seat, side in enumerate(layout.sides):
        setup["mates"][seat] = sum(1 << other for other, its_side in enumerate(layout.sides) if its_side == side)
    return setup


@kernel
def deal(state: Any, setup: Any, outcome: Any, deck: Any) -> None:
    """Begin a match: the first starter is drawn, all scores are 0. All its deals are drawn in turn from the deck stream."""
    clear_outcome(outcome)
    state.deck = deck
    state.deal = 1
    state.ended_early = 0
    state.starter = random_below(state.deck, setup.cards.players)
    state.actor = state.starter
    state.pile = PASS
    state.pile_owner = NOBODY
    state.spend_move = PASS
    for seat in range(SEATS):
        player = state.player[seat]
        player.side = setup.side[seat]
        player.seat = seat
        player.score = 0
        player.size = 0
        player.wilds = 0
        player.place = 0
        player.wants = 0
    state.stage = DEAL_HANDS


@kernel
def complete_play(state: Any, setup: Any, outcome: Any, move: int, one: np.uint64, both: np.uint64) -> None:
    """Put a play on the pile: its natural cards and wilds leave the hand."""
    seat = state.actor
    hand = state.hand[seat]
    wilds = wilds_of(move)
    play_type = play_type_of(move)
    remove_cards(hand, setup.cards, one, both, wilds)
    player = state.player[seat]
    player.size = hand.size
    player.wilds = hand.wilds
    state.played_both |= both | (state.played_one & one)
    state.played_one |= one
    if state.pile == PASS:
        outcome.item[seat, play_type, LED] += 1
    outcome.item[seat, play_type, PLAYED] += 1
    if wilds > 0:
        count_wilds(setup, outcome, seat, move)
    state.pile = move
    state.pile_owner = seat
    state.passed = EMPTY
    state.stage = NEXT_TURN if hand.size > 0 else GO_OUT


@kernel
def count_wilds(setup: Any, outcome: Any, seat: int, move: int) -> None:
    """Count how the wilds of a play were spent."""
    if is_bomb(move):
        way = WILDS_BOMB
    elif naturals_needed(setup.cards, move) > 0:
        way = WILDS_FILLER
    elif play_type_of(move) == SINGLE:
        way = WILDS_SINGLE
    else:
        way = WILDS_PAIR
    outcome.seat[seat, way] += wilds_of(move)


@kernel
def apply_play(state: Any, setup: Any, outcome: Any, move: int) -> None:
    """A turn: pass, or play; which cards are spent is settled here, or asked for (rule suits=all)."""
    if move == PASS:
        outcome.seat[state.actor, PASSES] += 1
        state.passed |= bit(state.actor)
        state.stage = NEXT_TURN
    elif setup.ask_for_cards == 1 and naturals_needed(setup.cards, move) > 0:
        start_spending(state, setup.cards, move)
    else:
        one, both = spent_cards(state.hand[state.actor], setup.cards, move)
        complete_play(state, setup, outcome, move, one, both)


@kernel
def apply_choice(state: Any, setup: Any, outcome: Any, chance: Any, move: int) -> None:
    """Carry out a move, without what follows by itself."""
    stage = state.stage
    if stage == PLAY:
        apply_play(state, setup, outcome, move)
    elif stage == GIVE_LEAD:
        leader = (state.actor + move) % setup.cards.players
        if leader != state.actor and holds(setup.mates[state.actor], leader):
            outcome.seat[state.actor, LEADS_GIVEN] += 1
        start_trick(state, setup, leader)
    elif stage == WANT_LEAD:
        state.player[state.actor].wants = 1 + move
        ask_next_mate(state, setup)
    elif stage == SPEND and choose_card(state, setup.cards, move):
        move = state.spend_move
        state.spend_move = PASS
        complete_play(state, setup, outcome, move, state.spend_one, state.spend_both)


@kernel
def count_options(state: Any, outcome: Any, n: int) -> None:
    """Count a decision: every turn to act, and every other point with more than one option."""
    if state.stage == PLAY:
        outcome.game[DECISIONS] += 1
        if n == 1:
            outcome.game[FORCED] += 1
    elif n > 1:
        outcome.game[DECISIONS] += 1


complete(sys.modules[__name__], GAME)
