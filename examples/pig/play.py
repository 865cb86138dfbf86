"""A game of Pig, compiled: records, stages, options, what a seat sees. `engines.loop` adds what every game has."""

import sys

from engines.compilation import kernel
from engines.loop import ban_fields, clear_outcome, complete, outcome_record, share_win
from engines.records import aligned, new_record
from engines.rng import random_below

from .declaration import GAME, LONGEST

SIDE_SLOTS = 4
OVER, DECIDE, ROLLING, TURN_END = range(4)  # stages: decisions come first, then what happens by itself
LAST_DECISION = DECIDE
ROLL, HOLD = range(2)
HELD, BUST, WON = range(3)  # the numbers of the ways of an item, and of the metrics
SCORE = 0
ROUNDS = 0

STATE = aligned(
    [(name, "i8") for name in ("stage", "actor", "round", "die", "rolls", "turn")] + [("score", "i8", (SIDE_SLOTS,))]
)
SETUP = aligned([("players", "i8"), ("target", "i8"), *ban_fields(SIDE_SLOTS, LONGEST)])
VIEW = aligned([("players", "i8"), ("target", "i8"), ("rolls", "i8"), ("turn", "i8"), ("score", "i8", (SIDE_SLOTS,))])
MOVES = aligned([("move", "i4", (2,))])
OUTCOME = outcome_record(GAME, SIDE_SLOTS, LONGEST)


def make_setup(mode, rules, edition):
    """The record of rules for a mode."""
    setup = new_record(SETUP)
    setup["players"], setup["target"] = mode.players, rules["target"]
    return setup


@kernel
def deal(state, setup, outcome, deck):
    """The first seat begins; nobody has any points."""
    clear_outcome(outcome)
    state.score[:] = 0
    state.actor, state.round, state.turn, state.rolls, state.stage = 0, 1, 0, 0, ROLLING


@kernel
def legal_moves(state, setup, moves):
    """Roll or hold; the first roll of a turn is no decision."""
    moves.move[0], moves.move[1] = ROLL, HOLD
    return 2 if state.stage == DECIDE else 0


@kernel
def permitted(state, setup, side, moves, n):
    """To hold after so many rolls can be forbidden; then one must roll."""
    return 1 if setup.forbidden[side, min(state.rolls, LONGEST) - 1] >> HELD & 1 else n


@kernel
def observe(state, setup, view):
    """All that there is; scores are counted from the seat to act, clockwise."""
    view.players, view.target, view.rolls, view.turn = setup.players, setup.target, state.rolls, state.turn
    for ahead in range(setup.players):
        view.score[ahead] = state.score[(state.actor + ahead) % setup.players]


@kernel
def apply_choice(state, setup, outcome, chance, move):
    """Roll, or end the turn."""
    state.stage = ROLLING if move == ROLL else TURN_END


@kernel
def step(state, setup, outcome, chance):
    """Roll the die, or end a turn."""
    if state.stage == ROLLING:
        state.die = 1 + random_below(chance, 6)
        state.rolls += 1
        state.turn = 0 if state.die == 1 else state.turn + state.die
        state.stage = DECIDE if 0 < state.turn < setup.target - state.score[state.actor] else TURN_END
    else:
        end_turn(state, setup, outcome)


@kernel
def end_turn(state, setup, outcome):
    """Bank the turn's points; the next seat begins, or the game is over."""
    seat = state.actor
    state.score[seat] += state.turn
    won = state.score[seat] >= setup.target
    outcome.item[seat, min(state.rolls, LONGEST) - 1, WON if won else BUST if state.turn == 0 else HELD] += 1
    outcome.seat[seat, SCORE] = state.score[seat]
    outcome.round_score[seat, state.round - 1 :] = state.score[seat]
    outcome.game[ROUNDS] = state.round
    state.actor = (seat + 1) % setup.players
    state.round += state.actor == 0
    state.turn, state.rolls, state.stage = 0, 0, ROLLING
    if won or state.round > outcome.round_score.shape[1]:
        share_win(outcome, state.score, setup.players)
        state.stage = OVER


complete(sys.modules[__name__], GAME)
