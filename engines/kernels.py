"""A set of working records on which games are played: whole blocks in compiled code, or one game step by step."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engines.compilation import came_from_cache, without_experimental_warning
from engines.game import Game, Mode
from engines.records import aligned, new_record
from engines.rng import CHANCE, DECK, SEAT_STREAM, STREAM, seed_key
from engines.user_games import compile_error

FAULT_NONE = 0
FAULT_ILLEGAL_CHOICE = 1

NOTHING_RUNS, GAME_RUNS, STRATEGY_RUNS = range(3)
"""Whose code runs, or did when an exception was raised."""

STATUS = aligned(
    [
        ("deal", "i8"),
        ("rotation", "i8"),
        ("turn", "i8"),
        ("seat", "i8"),
        ("side", "i8"),
        ("runs", "i8"),
        ("longest", "i8"),
        ("fault", "i8"),
        ("choice", "i8"),
        ("options", "i8"),
    ]
)
"""Where a block stands: which game, whose decision, whose code runs, and the illegal choice if one was made. `longest`: the
choices after which a game is broken off (see `Game.longest`)."""


_compiling = threading.Lock()


def _compiled_loop(game: Game, arguments: tuple[Any, ...]) -> Callable[..., int]:
    """The machine code of the game's `play_block`, which has one signature. Raises UsageError for a fault in a user's game.

    The dispatcher works out the types of its arguments at every call, and warns each time that functions as arguments are
    experimental. Silencing that is not safe among threads, so it happens once, under a lock.
    """
    play_block = game.kernels.play_block
    if not play_block.overloads:
        with _compiling, without_experimental_warning():
            try:
                play_block.compile(tuple(play_block.typeof_pyval(argument) for argument in arguments))
            except Exception as error:
                if not game.folder or came_from_cache(error):
                    raise
                raise compile_error(error, game.folder) from None
    entry: Callable[..., int] = next(iter(play_block.overloads.values())).entry_point
    return entry


class Table:
    """One set of working records: everything that a thread needs to play games of one mode, rules and edition."""

    def __init__(self, game: Game, mode: Mode, rules: Mapping[str, str], edition: Any, seed: int) -> None:
        self.game = game
        self.mode = mode
        self.edition = edition
        self.kernels = game.kernels
        self.setup = self.kernels.make_setup(mode, game.rule_values(rules), edition)
        self.state = new_record(self.kernels.STATE)
        self.view = new_record(self.kernels.VIEW)
        self.moves = new_record(self.kernels.MOVES)
        self.outcome = new_record(self.kernels.OUTCOME)
        self.status = new_record(STATUS)
        self.status["longest"] = game.longest
        self.streams = np.zeros(SEAT_STREAM + mode.players, STREAM)
        self.rotations = np.array(mode.rotations, dtype=np.int64)
        self.sides = self.rotations[0]
        self.key = np.uint64(seed_key(seed))

    def forbid(self, masks: Any) -> None:
        """Forbid the use of items: masks[side, item] has bit w for way w. It holds until it is called again."""
        self.setup["forbidden"][:] = 0
        self.setup["forbidden"][: len(masks), : masks.shape[1]] = masks
        self.setup["forbids"] = int(masks.any())

    def play(self, choosers: tuple[Any, ...], weights: Any, first_deal: int, outcomes: Any, rotations: int) -> int:
        """Play deals from `first_deal` on, in so many rotations, into `outcomes` (deals x rotations, dtype OUTCOME).

        choosers: one compiled strategy a side; weights: their records. Returns the number of whole games: fewer than
        asked for if a strategy made an illegal choice, which `status` then describes.
        """
        slots = self.kernels.SIDE_SLOTS
        choosers = choosers + choosers[-1:] * (slots - len(choosers))
        self.status["fault"] = FAULT_NONE
        arguments = (
            choosers,
            weights,
            self.rotations[:rotations],
            self.state,
            self.setup,
            self.view,
            self.moves,
            self.streams,
            self.status,
            self.key,
            first_deal,
            outcomes,
        )
        played: int = _compiled_loop(self.game, arguments)(*arguments)
        return played

    def start(self, deal: int, rotation: int) -> None:
        """Deal a game, before anything has happened: for playing it step by step."""
        self.kernels.prepare_view(self.setup, self.view)
        self.sides = self.rotations[rotation]
        self.kernels.start_streams(self.streams, self.key, deal, rotation)
        self.kernels.deal(self.state, self.setup, self.outcome, self.streams[DECK])

    def run_to_decision(self) -> int:
        """Run what happens by itself; the number of options of the decision then reached, 0 at the end."""
        self.kernels.advance(self.state, self.setup, self.outcome, self.streams[CHANCE])
        return self.options()

    def options(self) -> int:
        """Write the options of the present decision into `moves`; how many."""
        count: int = self.kernels.legal_moves(self.state, self.setup, self.moves)
        if count and self.setup["forbids"]:
            side = self.sides[int(self.state["actor"])]
            count = self.kernels.permitted(self.state, self.setup, side, self.moves, count)
        return count

    def look(self) -> Any:
        """The view of the seat to act."""
        self.kernels.observe(self.state, self.setup, self.view)
        return self.view

    def seat_stream(self, seat: int) -> Any:
        """The random stream of a seat's own."""
        return self.streams[SEAT_STREAM + seat]

    def choose_move(self, move: int) -> None:
        """Carry out a move of the present decision, without what follows by itself. Raises ValueError if it is not legal."""
        if move not in self.moves["move"][: self.options()]:
            raise ValueError(f"move {move} is not legal here")
        self.kernels.apply_choice(self.state, self.setup, self.outcome, self.streams[CHANCE], move)

    def step(self) -> None:
        """Run one stage that runs by itself."""
        self.kernels.step(self.state, self.setup, self.outcome, self.streams[CHANCE])

    @property
    def awaits_decision(self) -> bool:
        """Whether somebody must choose now."""
        return 0 < int(self.state["stage"]) <= self.kernels.LAST_DECISION

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.kernels.is_over(self.state))
