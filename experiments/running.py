"""Playing a study: blocks of deals in threads, processes or on a cluster, counted as they come back."""

from __future__ import annotations

import functools
import itertools
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engines.compilation import surviving_damage
from engines.derived import CheckedTable, Drift, can_recount, recount_asked
from engines.game import UsageError
from engines.groups import GroupSums
from engines.kernels import FAULT_ILLEGAL_CHOICE, GAME_RUNS, NOTHING_RUNS, Table
from engines.tally import Counts, DealSums, SeatedLineup, Tally, count_outcomes
from experiments.faults import EngineFault, StrategyFault, engine_fault_at, fault_at, place_in_source
from experiments.files import Span
from experiments.interrupts import WORKER_THREAD
from experiments.study import Study
from experiments.unfinished import first_games, no_games
from experiments.watchdog import WATCHDOG_S, Watchdog
from experiments.workers import CLUSTERS, open_workers
from strategies.compiling import compiled, weight_records

BLOCK_GAMES = 2048
"""About so many games are played in a block: some ten milliseconds of work, one or two megabytes of outcomes."""

BLOCK_S = 0.25
"""Blocks of slow strategies have fewer games, so that they take about so long: for progress, interrupts and checkpoints."""

CLUSTER_BLOCK_GAMES = 1 << 17
"""The same on a cluster, where a task costs about a millisecond, and its result some hundred kilobytes on the way."""

CLUSTER_BLOCK_S = 2.0

BLOCKS_IN_FLIGHT = 24
"""Blocks a worker has in a wave. Waves keep memory flat and results in order; the wait at their end is under 2 per cent."""

PACING_S = 0.02
"""So long the first deals are played to see how fast games are."""

GRACE_S = 5.0
"""How long the end of a run waits for the blocks in flight."""


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


def warm_up(study: Study, watchdog_s: float = WATCHDOG_S) -> None:
    """Compile or load everything that the study needs, by playing its first deal. Raises StrategyFault, Stuck."""

    def play_first() -> None:
        Watchdog(bench_for(study), watchdog_s).run(lambda: play_block(study, Block(0, 1), False))

    surviving_damage(play_first)


def blocks_of(study: Study, spans: Sequence[Span], block_games: int) -> Iterator[Block]:
    """The blocks that make up the deals of spans."""
    size = max(1, block_games // study.design.games_per_deal)
    for span in spans:
        for first in range(span.first, span.end, size):
            yield Block(first, min(size, span.end - first))


@functools.lru_cache(maxsize=64)
def paced_games(study: Study, most: int, seconds: float) -> int:
    """Games of a block that takes about so many seconds, at most `most`: judged by the first deals, one, two, four ..

    It is processor time that is measured, so a busy machine does not make blocks small.
    """
    per_deal = study.design.games_per_deal
    deals = 1
    while True:
        began = time.thread_time()
        play_block(study, Block(0, deals), False)
        elapsed = time.thread_time() - began
        if elapsed >= PACING_S or deals * per_deal >= BLOCK_GAMES:
            return max(1, min(most, int(deals * per_deal * seconds / elapsed)))
        deals *= 2


def play_study(
    study: Study,
    deals: int,
    *,
    first_deal: int = 0,
    spans: Sequence[Span] | None = None,
    jobs: int = 1,
    backend: str = "threads",
    scheduler: str | None = None,
    keep: bool = False,
    block_games: int | None = None,
    watchdog_s: float = WATCHDOG_S,
    arrived: Callable[[int], None] = lambda games: None,
) -> Generator[BlockResult, None, None]:
    """Play so many deals, from `first_deal` on, or those of `spans`, and yield what was counted, block by block, in order.

    backend: one of BACKENDS; scheduler: the address of a cluster's. block_games: games of a block; by their speed if absent.
    `arrived` is told the number of games of each block as soon as it is back. Blocks are handed out by a thread of their own,
    so that this one hears signals and sees when nothing comes back for `watchdog_s` seconds.

    Raises StrategyFault, and Stuck where nothing came back.
    """
    if block_games is None:
        most, seconds = (CLUSTER_BLOCK_GAMES, CLUSTER_BLOCK_S) if backend in CLUSTERS else (BLOCK_GAMES, BLOCK_S)
        block_games = paced_games(study, most, seconds)
    blocks = blocks_of(study, spans if spans is not None else [Span(first_deal, first_deal + deals)], block_games)
    dispatch = Dispatch(study, blocks, jobs, backend, scheduler, keep)
    try:
        yield from dispatch.results(Watchdog(bench_for(study), watchdog_s), arrived)
    finally:
        dispatch.stop()


class Dispatch:
    """Hands out blocks from a thread of its own, wave by wave, and takes what comes back."""

    def __init__(
        self, study: Study, blocks: Iterator[Block], jobs: int, backend: str, scheduler: str | None, keep: bool
    ) -> None:
        self.study = study
        self.keep = keep
        self._blocks = blocks
        self._place = (backend, jobs, scheduler)
        self._back: queue.Queue[BlockResult | list[Block] | BaseException | None] = queue.Queue(maxsize=2 * BLOCKS_IN_FLIGHT)
        self._stopping = threading.Event()
        self._played_here: set[int] = set()
        self._thread = threading.Thread(target=self._hand_out, name=WORKER_THREAD, daemon=True)
        self._thread.start()

    def _hand_out(self) -> None:
        """What the thread does: into the queue go each wave's blocks, their results in any order, at last None or a fault."""
        try:
            self._play_waves()
            self._put(None)
        except BaseException as error:
            self._put(error)

    def _play_waves(self) -> None:
        backend, jobs, scheduler = self._place
        task: Any = play_block
        what: Any = self.study
        opened: Callable[[Any], BlockResult] | None = None
        if backend in CLUSTERS:
            from experiments.remote import open_result, pack, play_packed

            task, what, opened = play_packed, pack(self.study), open_result
        with open_workers(backend, jobs, scheduler, task) as workers:
            width = workers.count * BLOCKS_IN_FLIGHT
            while wave := list(itertools.islice(self._blocks, width)):
                self._put(wave)
                results = workers.map((what, block, self.keep) for block in wave)
                for result in results:
                    self._put(opened(result) if opened is not None else result)
                    if self._stopping.is_set():
                        results.close()
                        return

    def _put(self, thing: BlockResult | list[Block] | BaseException | None) -> None:
        """Put into the queue, unless nobody takes from it any more."""
        while not self._stopping.is_set():
            try:
                self._back.put(thing, timeout=0.5)
                return
            except queue.Full:
                continue

    def results(self, watchdog: Watchdog, arrived: Callable[[int], None]) -> Generator[BlockResult, None, None]:
        """The results in the order of their blocks."""
        waiting: dict[int, BlockResult] = {}
        order: list[Block] = []
        heard = time.monotonic()
        while True:
            try:
                thing = self._back.get(timeout=watchdog.poll_s)
            except queue.Empty:
                watchdog.look()
                if order and self._place[0] != "threads" and time.monotonic() - heard >= watchdog.seconds:
                    self._play_here(order[0])
                continue
            heard = time.monotonic()
            if thing is None:
                assert not order, f"{len(order)} blocks did not come back"
                return
            if isinstance(thing, BaseException):
                raise thing
            if isinstance(thing, list):
                order = list(thing)
                continue
            arrived(int(thing.tally.games[0]))
            waiting[thing.block.first] = thing
            while order and order[0].first in waiting:
                yield waiting.pop(order.pop(0).first)

    def _play_here(self, block: Block) -> None:
        """Play a block that does not come back from elsewhere in this process too, where the watchdog sees it."""
        if block.first not in self._played_here:
            self._played_here.add(block.first)
            threading.Thread(target=play_block, args=(self.study, block, False), name=WORKER_THREAD, daemon=True).start()

    def stop(self) -> None:
        """End the thread, which gives up its workers; blocks in flight get some seconds."""
        self._stopping.set()
        self._thread.join(GRACE_S)
