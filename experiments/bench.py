"""Playing a block of deals in this process: compiled strategies, working records for each thread, outcomes counted."""

from __future__ import annotations

import functools
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engines.derived import CheckedTable, Drift, can_recount, recount_asked
from engines.game import UsageError
from engines.groups import GroupSums
from engines.kernels import FAULT_ILLEGAL_CHOICE, GAME_RUNS, NOTHING_RUNS, Table
from engines.tally import Counts, DealSums, SeatedLineup, Tally, count_outcomes
from experiments.faults import EngineFault, StrategyFault, engine_fault_at, fault_at, place_in_source
from experiments.study import Study
from experiments.unfinished import first_games, no_games
from strategies.compiling import compiled, weight_records

BLOCK_GAMES = 2048
"""About so many games are played in a block: some ten milliseconds of work, one or two megabytes of outcomes."""


@dataclass(frozen=True)
class Block:
    """Deals [first, first + count) of a study."""

    first: int
    count: int


@dataclass
class BlockResult:
    """What was counted in a block and, where games are kept, the outcomes by line-up (deals x rotations records).

    unfinished: the games that did not end (`unfinished.first_games`).
    """

    block: Block
    tally: Tally
    groups: GroupSums
    outcomes: list[Any] = field(default_factory=list)
    unfinished: Counts = field(default_factory=no_games)


@dataclass(frozen=True)
class PreparedLineup:
    """A line-up ready for play: compiled strategies and weights by side, and what is forbidden to each (side x item)."""

    seated: SeatedLineup
    choosers: tuple[Any, ...]
    weights: Any
    forbidden: Any


@dataclass
class Desk:
    """Working records for one thread, room for outcomes (or None), and the line-up that is played there now (or None)."""

    table: Table
    buffer: Any = None
    lineup: PreparedLineup | None = None

    def outcomes(self, deals: int, rotations: int) -> Any:
        """Room for the outcomes of games (deals x rotations), used again: new memory for each block costs page faults."""
        games = deals * rotations
        if self.buffer is None or len(self.buffer) < games:
            self.buffer = np.zeros(games, self.table.kernels.OUTCOME)
        return self.buffer[:games].reshape(deals, rotations)


class Bench:
    """A study made ready for playing in this process: compiled strategies, weights, and a desk for each thread that plays."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.lineups = [self._prepared(lineup) for lineup in study.design.seated]
        self.desks: list[Desk] = []
        self._free: queue.LifoQueue[Desk] = queue.LifoQueue()

    def _prepared(self, lineup: SeatedLineup) -> PreparedLineup:
        """Compiled strategies by side, their weights, and what is forbidden to them."""
        numbers = self.study.lineups[lineup.number]
        players = [self.study.players[player] for player in numbers]
        choosers = tuple(compiled(player.strategy) for player in players)
        return PreparedLineup(lineup, choosers, weight_records(players), self.study.forbidden(numbers))

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """A desk that no other thread has; after a fault it is not used again."""
        try:
            desk = self._free.get_nowait()
        except queue.Empty:
            study = self.study
            kind = CheckedTable if recount_asked() and can_recount(study.game) else Table
            desk = Desk(kind(study.game, study.mode, dict(study.rules), study.edition, study.seed))
            self.desks.append(desk)
        yield desk
        self._free.put(desk)

    def play(self, block: Block, keep: bool) -> BlockResult:
        """Play a block and count it; a large one in pieces, for outcomes take memory."""
        step = max(1, BLOCK_GAMES // self.study.design.games_per_deal)
        if block.count <= step:
            return self._play_piece(block, keep)
        study = self.study
        players = len(study.players)
        tally = Tally.empty(study.game, study.mode, players, study.design.games_per_deal)
        groups = GroupSums.empty(study.game, study.mode, players, len(self.lineups))
        pieces, unfinished = [], no_games()
        for start in range(0, block.count, step):
            piece = self._play_piece(Block(block.first + start, min(step, block.count - start)), keep)
            tally.add(piece.tally)
            groups.add_block(start, piece.groups)
            pieces.append(piece.outcomes)
            unfinished = first_games(unfinished, piece.unfinished)
        kept = [np.concatenate(parts) for parts in zip(*pieces, strict=True)]
        return BlockResult(block, tally, groups, kept, unfinished)

    def _play_piece(self, block: Block, keep: bool) -> BlockResult:
        """Play and count deals whose outcomes fit in memory."""
        study = self.study
        game, mode, players = study.game, study.mode, len(study.players)
        tally = Tally.empty(game, mode, players, study.design.games_per_deal)
        sums = DealSums.empty(game, mode, players, len(self.lineups), block.count)
        kept, unfinished = [], no_games()
        with self.desk() as desk:
            for lineup in self.lineups:
                outcomes = self._play_lineup(desk, lineup, block)
                count_outcomes(tally, sums, game, mode, lineup.seated, outcomes)
                unfinished = first_games(unfinished, self._unfinished(block, lineup.seated, outcomes))
                if keep:
                    kept.append(outcomes.copy())
        sums.close(tally)
        return BlockResult(block, tally, GroupSums.of_block(sums), kept, unfinished)

    def _unfinished(self, block: Block, seated: SeatedLineup, outcomes: Any) -> Counts:
        """The numbers of a line-up's games that did not end."""
        row, rotation = np.nonzero(outcomes["unfinished"])
        return (block.first + row) * self.study.design.games_per_deal + seated.first_game + rotation

    def play_lineup(self, number: int, block: Block) -> Any:
        """The outcomes of the games of one line-up: deals x rotations records. Raises StrategyFault."""
        with self.desk() as desk:
            return self._play_lineup(desk, self.lineups[number], block).copy()

    def _play_lineup(self, desk: Desk, lineup: PreparedLineup, block: Block) -> Any:
        """The outcomes of one line-up's games, which lie on the desk.

        Raises StrategyFault, EngineFault, and UsageError for a user's game that cannot be compiled.
        """
        seated = lineup.seated
        table, desk.lineup = desk.table, lineup
        table.forbid(lineup.forbidden)
        outcomes = desk.outcomes(block.count, len(seated.slots))
        try:
            table.play(lineup.choosers, lineup.weights, block.first, outcomes, len(seated.slots))
        except UsageError:
            raise
        except Drift as drift:
            raise self._engine_fault(table, seated, f"keeps a value that drifted ({drift})") from None
        except (ArithmeticError, LookupError, ValueError, RuntimeError, AssertionError, TypeError) as error:
            if table.status["runs"] == NOTHING_RUNS:
                raise
            if table.status["runs"] == GAME_RUNS:
                raise self._engine_fault(table, seated, f"raised {type(error).__name__} ({error})") from error
            side, seat = int(table.status["side"]), int(table.status["seat"])
            strategy = self.study.players[self.study.lineups[seated.number][side]].strategy
            place = place_in_source(strategy, table, lineup.weights[side], seat)
            raise self._fault(table, seated, f"raised {type(error).__name__} ({error}){place}") from error
        if table.status["fault"] == FAULT_ILLEGAL_CHOICE:
            options, choice = int(table.status["options"]), int(table.status["choice"])
            what = f"chose option {choice} of {options} (possible: 0 to {options - 1})"
            raise self._fault(table, seated, what)
        desk.lineup = None
        return outcomes

    def _fault(self, table: Table, seated: SeatedLineup, what: str) -> StrategyFault:
        status = table.status
        player = self.study.lineups[seated.number][int(status["side"])]
        place = seated.first_game + int(status["rotation"])
        return fault_at(self.study, place, int(status["deal"]), player, int(status["seat"]), int(status["turn"]), what)

    def _engine_fault(self, table: Table, seated: SeatedLineup, what: str) -> EngineFault:
        status = table.status
        place = seated.first_game + int(status["rotation"])
        return engine_fault_at(self.study, place, int(status["deal"]), int(status["turn"]), what)


@functools.lru_cache(maxsize=8)
def bench_for(study: Study) -> Bench:
    """The bench of a study in this process."""
    return Bench(study)


def play_block(study: Study, block: Block, keep: bool) -> BlockResult:
    """Play one block: the task that is sent to workers."""
    return bench_for(study).play(block, keep)
