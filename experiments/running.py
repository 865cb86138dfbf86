"""Playing a study: blocks of deals in threads or processes, counted as they come back."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

import joblib
import numpy as np

from engines.compilation import surviving_damage
from engines.game import UsageError
from engines.groups import GroupSums
from engines.kernels import FAULT_ILLEGAL_CHOICE, Table
from engines.tally import DealSums, SeatedLineup, Tally, count_outcomes
from experiments.faults import fault_at, place_in_source
from experiments.study import Study
from strategies.compiling import compiled, weight_records

BLOCK_GAMES = 2048
"""About so many games are played in a block: some ten milliseconds of work, one or two megabytes of outcomes."""

BLOCKS_IN_FLIGHT = 24
"""Blocks a worker has in a wave. Waves keep memory flat and results in order; the wait at their end is under 2 per cent."""


@dataclass(frozen=True)
class Block:
    """Deals [first, first + count) of a study."""

    first: int
    count: int


@dataclass
class BlockResult:
    """What was counted in a block and, where games are kept, the outcomes by line-up (deals x rotations records)."""

    block: Block
    tally: Tally
    groups: GroupSums
    outcomes: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class PreparedLineup:
    """A line-up ready for play: compiled strategies and weights by side, and what is forbidden to each (side x item)."""

    seated: SeatedLineup
    choosers: tuple[Any, ...]
    weights: Any
    forbidden: Any


class Bench:
    """A study made ready for playing in this process: compiled strategies, weights, and working records for each thread."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.lineups = [self._prepared(lineup) for lineup in study.design.seated]
        self._local = threading.local()

    def _prepared(self, lineup: SeatedLineup) -> PreparedLineup:
        """Compiled strategies by side, their weights, and what is forbidden to them."""
        numbers = self.study.lineups[lineup.number]
        players = [self.study.players[player] for player in numbers]
        choosers = tuple(compiled(player.strategy) for player in players)
        return PreparedLineup(lineup, choosers, weight_records(players), self.study.forbidden(numbers))

    def table(self) -> Table:
        """The working records of this thread."""
        if not hasattr(self._local, "table"):
            study = self.study
            self._local.table = Table(study.game, study.mode, dict(study.rules), study.edition, study.seed)
        table: Table = self._local.table
        return table

    def play(self, block: Block, keep: bool) -> BlockResult:
        """Play a block and count it."""
        study = self.study
        game, mode, players = study.game, study.mode, len(study.players)
        tally = Tally.empty(game, mode, players, study.design.games_per_deal)
        sums = DealSums.empty(game, mode, players, len(self.lineups), block.count)
        kept = []
        for lineup in self.lineups:
            outcomes = self.play_lineup(lineup, block)
            count_outcomes(tally, sums, game, mode, lineup.seated, outcomes)
            if keep:
                kept.append(outcomes.copy())
        sums.close(tally)
        return BlockResult(block, tally, GroupSums.of_block(sums), kept)

    def play_lineup(self, lineup: PreparedLineup, block: Block) -> Any:
        """The outcomes of one line-up's games. Raises StrategyFault, and UsageError for a user's game that cannot be compiled.

        They lie in this thread's buffer, which its next call uses again: new memory for each block costs page faults.
        """
        seated = lineup.seated
        table = self.table()
        table.forbid(lineup.forbidden)
        outcomes = self._outcomes(table, block.count, len(seated.slots))
        try:
            table.play(lineup.choosers, lineup.weights, block.first, outcomes, len(seated.slots))
        except UsageError:
            raise
        except (ArithmeticError, LookupError, ValueError, RuntimeError, AssertionError, TypeError) as error:
            side, seat = int(table.status["side"]), int(table.status["seat"])
            strategy = self.study.players[self.study.lineups[seated.number][side]].strategy
            place = place_in_source(strategy, table, lineup.weights[side], seat)
            raise self._fault(table, seated, f"raised {type(error).__name__} ({error}){place}") from error
        if table.status["fault"] == FAULT_ILLEGAL_CHOICE:
            options, choice = int(table.status["options"]), int(table.status["choice"])
            what = f"chose option {choice} of {options} (possible: 0 to {options - 1})"
            raise self._fault(table, seated, what)
        return outcomes

    def _outcomes(self, table: Table, deals: int, rotations: int) -> Any:
        """Room for the outcomes of so many games: deals x rotations records."""
        games = deals * rotations
        if getattr(self._local, "buffer", None) is None or len(self._local.buffer) < games:
            self._local.buffer = np.zeros(games, table.kernels.OUTCOME)
        return self._local.buffer[:games].reshape(deals, rotations)

    def _fault(self, table: Table, seated: SeatedLineup, what: str) -> Exception:
        status = table.status
        player = self.study.lineups[seated.number][int(status["side"])]
        place = seated.first_game + int(status["rotation"])
        return fault_at(self.study, place, int(status["deal"]), player, int(status["seat"]), int(status["turn"]), what)


@functools.lru_cache(maxsize=8)
def bench_for(study: Study) -> Bench:
    """The bench of a study in this process."""
    return Bench(study)


def play_block(study: Study, block: Block, keep: bool) -> BlockResult:
    """Play one block: the task that is sent to workers."""
    return bench_for(study).play(block, keep)


def warm_up(study: Study) -> None:
    """Compile or load everything that the study needs, by playing its first deal."""
    surviving_damage(lambda: play_block(study, Block(0, 1), False))


def blocks_of(study: Study, deals: int, block_games: int, first_deal: int = 0) -> list[Block]:
    """The blocks that make up so many deals, from one on."""
    size = max(1, block_games // study.design.games_per_deal)
    end = first_deal + deals
    return [Block(first, min(size, end - first)) for first in range(first_deal, end, size)]


def play_study(
    study: Study,
    deals: int,
    *,
    first_deal: int = 0,
    jobs: int = 1,
    backend: str = "threads",
    keep: bool = False,
    block_games: int = BLOCK_GAMES,
    arrived: Callable[[int], None] = lambda games: None,
) -> Generator[BlockResult, None, None]:
    """Play so many deals, from `first_deal` on, and yield what was counted, block by block, in order.

    backend: "threads" (kernels release the interpreter lock) or "processes". `arrived` is told the number of games of each
    block as soon as it is back. Raises StrategyFault.
    """
    blocks = blocks_of(study, deals, block_games, first_deal)
    if jobs == 1 and backend == "threads":
        for block in blocks:
            result = play_block(study, block, keep)
            arrived(int(result.tally.games[0]))
            yield result
        return
    kind = "threading" if backend == "threads" else "loky"
    with joblib.Parallel(n_jobs=jobs, backend=kind, return_as="generator_unordered", batch_size=1) as pool:
        width = jobs * BLOCKS_IN_FLIGHT
        for start in range(0, len(blocks), width):
            wave = []
            for result in pool(joblib.delayed(play_block)(study, block, keep) for block in blocks[start : start + width]):
                arrived(int(result.tally.games[0]))
                wave.append(result)
            yield from sorted(wave, key=lambda result: result.block.first)
