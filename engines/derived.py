"""The debug mode: games played step by step, and all that an engine keeps recomputed after each action.

An engine keeps values that follow from others (counts, sums, sets), for speed. Each game's module `recount` says of all of them
what they should be, in plain Python from what cannot be derived.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines.game import Game
from engines.kernels import FAULT_ILLEGAL_CHOICE, FAULT_NONE, GAME_RUNS, NOTHING_RUNS, STRATEGY_RUNS, Table
from engines.loop import break_off

RECOUNT_VARIABLE = "MEEPLECARLO_RECOUNT"
"""Environment variable: `1` plays step by step and recomputes derived values (worker processes inherit it)."""


@dataclass(frozen=True)
class Derived:
    """A value that an engine keeps although it follows from others: its name, as kept, as recomputed.

    Both are ints, or both lists or both tuples of ints.
    """

    name: str
    kept: Any
    recomputed: Any


class Drift(ArithmeticError):
    """A value that an engine keeps is no longer what it follows from: a fault of the engine, not of the user."""


def recount_asked() -> bool:
    """Whether this process is to recompute derived values (`simulate --debug`)."""
    return os.environ.get(RECOUNT_VARIABLE, "") == "1"


def can_recount(game: Game) -> bool:
    """Whether the game has a module `recount`; users' own games may do without."""
    return game.has_part("recount")


class CheckedTable(Table):
    """A table on which games are played step by step, with the same results, and looked through after each action."""

    def play(self, choosers: tuple[Any, ...], weights: Any, first_deal: int, outcomes: Any, rotations: int) -> int:
        """As `Table.play`. Raises Drift, and what a strategy raises."""
        played = 0
        self.status["fault"] = FAULT_NONE
        for row in range(len(outcomes)):
            for rotation in range(rotations):
                self.status["deal"], self.status["rotation"] = first_deal + row, rotation
                if not self._play_game(choosers, weights):
                    return played
                outcomes[row, rotation] = self.outcome
                played += 1
        self.status["runs"] = NOTHING_RUNS
        return played

    def _play_game(self, choosers: tuple[Any, ...], weights: Any) -> bool:
        """One game from deal to end; False after an illegal choice."""
        status = self.status
        status["runs"], status["turn"] = GAME_RUNS, 0
        self.start(int(status["deal"]), int(status["rotation"]))
        recount = self.game.part("recount").Recount(self, self.edition)
        choices = 0
        while not self.is_over:
            before = self.state.copy()
            if not self.awaits_decision:
                self.step()
                compare(recount.after(before, None))
                continue
            if choices == status["longest"]:
                break_off(self.outcome, self.sides, self.kernels.LENGTH)
                return True
            choices += 1
            n = self.options()
            index = self._choice(choosers, weights, n) if n > 1 else 0
            if not 0 <= index < n:
                status["fault"], status["choice"], status["options"] = FAULT_ILLEGAL_CHOICE, index, n
                return False
            self.kernels.count_options(self.state, self.outcome, n)
            move = int(self.moves["move"][index])
            self.choose_move(move)
            compare(recount.after(before, move))
        return True

    def _choice(self, choosers: tuple[Any, ...], weights: Any, n: int) -> int:
        """The index that the strategy to act chooses."""
        status, seat = self.status, int(self.state["actor"])
        side = int(self.sides[seat])
        view = self.look()
        status["seat"], status["side"], status["runs"] = seat, side, STRATEGY_RUNS
        status["turn"] += 1
        index = int(choosers[side](view, self.moves, n, weights[side], self.seat_stream(seat)))
        status["runs"] = GAME_RUNS
        return index


def compare(values: Iterator[Derived]) -> None:
    """Raise Drift if a value is not what it should be."""
    for value in values:
        if value.kept != value.recomputed:
            raise Drift(f"{value.name}: kept {value.kept}, recomputed {value.recomputed}")
