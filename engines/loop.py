"""What is alike in every game: the records of outcome and bans, and the kernels that play games from deal to end.

A game's module `play` defines its own part (see `complete`) and takes over the rest. The functions here say `play.step`,
`play.OVER` ..: `complete` makes copies of them for which `play` is the game's module, so each game compiles its own.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from engines.compilation import kernel, kernel_of_file
from engines.game import SHARE_UNIT, Game
from engines.kernels import FAULT_ILLEGAL_CHOICE, GAME_RUNS, NOTHING_RUNS, STATUS, STRATEGY_RUNS
from engines.records import WEIGHTS, aligned, numba_type
from engines.rng import CHANCE, DECK, ROTATION_STEP, SEAT, SEAT_STREAM, STREAM, start_stream

play: Any = None
"""Stands for the game's module in the functions that it takes over."""


def outcome_record(game: Game, seats: int, items: int) -> np.dtype[Any]:
    """The record of what is counted in a game: win shares in sixtieths, metrics, scores after each round, use of items.

    `unfinished` is 1 for a game that was broken off (see `break_off`).
    """
    return aligned(
        [
            ("share", "i4", (seats,)),
            ("unfinished", "i4"),
            ("game", "i4", (len(game.game_metrics),)),
            ("seat", "i4", (seats, len(game.seat_metrics))),
            ("round_score", "i4", (seats, game.rounds)),
            ("item", "i4", (seats, items, len(game.item_ways))),
        ]
    )


def ban_fields(sides: int, items: int) -> list[tuple[Any, ...]]:
    """The fields of SETUP that say what is forbidden: whether anything is, and bit w for way w of an item by side."""
    return [("forbids", "i8"), ("forbidden", "u1", (sides, items))]


@kernel
def clear_outcome(outcome: Any) -> None:
    """Nothing counted yet."""
    outcome.share[:] = 0
    outcome.unfinished = 0
    outcome.game[:] = 0
    outcome.seat[:, :] = 0
    outcome.round_score[:, :] = 0
    outcome.item[:, :, :] = 0


@kernel
def share_win(outcome: Any, score: Any, seats: int) -> None:
    """The seats with most points share the win."""
    best = score[:seats].max()
    winners = (score[:seats] == best).sum()
    for seat in range(seats):
        outcome.share[seat] = SHARE_UNIT // winners if score[seat] == best else 0


@kernel
def break_off(outcome: Any, sides: Any, length: int) -> None:
    """Give up a game that does not end: all sides share the win, and rounds not played repeat the last score.

    sides[seat]: the side of each seat; length: the number of the metric that counts the rounds played.
    """
    outcome.unfinished = 1
    for seat in range(len(sides)):
        outcome.share[seat] = SHARE_UNIT // (sides.max() + 1)
    outcome.game[length] = max(outcome.game[length], 1)
    last = outcome.game[length] - 1
    for seat in range(len(sides)):
        for later in range(last + 1, outcome.round_score.shape[1]):
            outcome.round_score[seat, later] = outcome.round_score[seat, last]


def complete(module: ModuleType, game: Game) -> None:
    """Give the module `play` of a game all that `engines.game.Kernels` asks for and it does not define itself.

    It must define STATE (with `stage` and `actor`), SETUP (with `ban_fields`), VIEW, MOVES (with `move`), OUTCOME (with the
    fields of `outcome_record`), SIDE_SLOTS, LAST_DECISION, OVER, `make_setup`, `deal`, `legal_moves`, `observe`,
    `apply_choice` and `step`. Call it at the end of the module.
    """
    offered: Any = module
    offered.STATUS = STATUS
    offered.CHOOSE = numba.types.int64(
        numba_type(offered.VIEW), numba_type(offered.MOVES), numba.types.int64, numba_type(WEIGHTS), numba_type(STREAM)
    )
    names = [metric.name for metric in game.game_metrics]
    offered.DECISIONS, offered.LENGTH = names.index("decisions"), names.index(game.length_metric)
    for function in (
        prepare_view, permitted, start_streams, advance, apply, is_over, count_options, play_game, play_block,
    ):  # fmt: skip
        if not hasattr(module, function.__name__):
            own = FunctionType(function.__code__, {**globals(), "play": module}, function.__name__)
            own.__doc__ = function.__doc__
            setattr(module, function.__name__, kernel_of_file(own, str(module.__file__)))


def prepare_view(setup: Any, view: Any) -> None:
    """Nothing is written once for many games."""


def permitted(state: Any, setup: Any, side: int, moves: Any, n: int) -> int:
    """Nothing can be forbidden."""
    return n


def start_streams(streams: Any, key: np.uint64, deal_index: int, rotation: int) -> None:
    """Start all streams of a game: the deck and chance by deal, each seat's own by deal and rotation."""
    start_stream(streams[DECK], key, deal_index, DECK)
    start_stream(streams[CHANCE], key, deal_index, CHANCE)
    for seat in range(streams.shape[0] - SEAT_STREAM):
        start_stream(streams[SEAT_STREAM + seat], key, deal_index, SEAT + seat + ROTATION_STEP * rotation)


def advance(state: Any, setup: Any, outcome: Any, chance: Any) -> None:
    """Run the stages that run by themselves, up to the next decision or the end."""
    while state.stage > play.LAST_DECISION:
        play.step(state, setup, outcome, chance)


def apply(state: Any, setup: Any, outcome: Any, chance: Any, move: int) -> None:
    """Carry out a move and everything that follows by itself, up to the next decision."""
    play.apply_choice(state, setup, outcome, chance, move)
    play.advance(state, setup, outcome, chance)


def is_over(state: Any) -> bool:
    """Whether the game has ended."""
    return state.stage == play.OVER


def count_options(state: Any, outcome: Any, n: int) -> None:
    """Count a decision: every point with more than one option."""
    if n > 1:
        outcome.game[play.DECISIONS] += 1


def play_game(players: Any, weights: Any, sides: Any, state: Any, setup: Any, view: Any, moves: Any, streams: Any,
              status: Any, outcome: Any) -> bool:  # fmt: skip
    """Play a dealt game to its end, or to `status.longest` choices; False if a strategy made an illegal choice."""
    chance = streams[CHANCE]
    play.advance(state, setup, outcome, chance)
    choices = 0
    while not play.is_over(state):
        if choices == status.longest:
            break_off(outcome, sides, play.LENGTH)
            return True
        choices += 1
        n = play.legal_moves(state, setup, moves)
        seat = state.actor
        side = sides[seat]
        if setup.forbids != 0:
            n = play.permitted(state, setup, side, moves, n)
        index = 0
        if n > 1:
            play.observe(state, setup, view)
            status.seat = seat
            status.side = side
            status.turn += 1
            status.runs = STRATEGY_RUNS
            index = players[side](view, moves, n, weights[side], streams[SEAT_STREAM + seat])
            status.runs = GAME_RUNS
            if index < 0 or index >= n:
                status.fault = FAULT_ILLEGAL_CHOICE
                status.choice = index
                status.options = n
                return False
        play.count_options(state, outcome, n)
        play.apply(state, setup, outcome, chance, moves.move[index])
    return True


def play_block(players: Any, weights: Any, rotations: Any, state: Any, setup: Any, view: Any, moves: Any, streams: Any,
               status: Any, key: Any, first_deal: Any, outcomes: Any) -> int:  # fmt: skip
    """Play deals from `first_deal` on, each in all rotations, until `outcomes` (deals x rotations) is filled.

    players: tuple of strategies, one a side; weights: their records; rotations[r, seat]: the side of each seat.
    Returns the number of games played: fewer than asked for if a strategy made an illegal choice (see `status`).
    """
    played = 0
    play.prepare_view(setup, view)
    status.runs = GAME_RUNS
    for row in range(outcomes.shape[0]):
        for rotation in range(rotations.shape[0]):
            outcome = outcomes[row, rotation]
            status.deal = first_deal + row
            status.rotation = rotation
            status.turn = 0
            play.start_streams(streams, key, first_deal + row, rotation)
            play.deal(state, setup, outcome, streams[DECK])
            if not play.play_game(players, weights, rotations[rotation], state, setup, view, moves, streams, status, outcome):
                return played
            played += 1
    status.runs = NOTHING_RUNS
    return played
