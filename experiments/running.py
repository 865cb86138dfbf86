"""Playing a study: blocks of deals in threads, processes or on a cluster, counted as they come back."""

from __future__ import annotations

import functools
import itertools
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

from engines.compilation import surviving_damage
from experiments.bench import BLOCK_GAMES, Block, BlockResult, bench_for, play_block
from experiments.files import Span
from experiments.interrupts import WORKER_THREAD
from experiments.remote import open_result, pack, play_packed
from experiments.study import Study
from experiments.watchdog import WATCHDOG_S, Watchdog
from experiments.workers import CLUSTERS, open_workers

BLOCK_S = 0.25
"""Blocks of slow strategies have fewer games, so that they take about so long: for progress, interrupts and checkpoints."""

CLUSTER_BLOCK_GAMES = 1 << 17
"""The same on a cluster, where a task costs some milliseconds, and its result some tens of kilobytes on the way."""

CLUSTER_BLOCK_S = 2.0

BLOCKS_IN_FLIGHT = 24
"""Blocks a worker has in a wave. Waves keep memory flat and results in order; the wait at their end is under 2 per cent."""

KEPT_BLOCKS_IN_FLIGHT = 6
KEPT_BLOCK_GAMES = 1 << 13
"""The same, and the most games of a block, where games are kept: their results are large, and wait until they are written."""

PACING_S = 0.02
"""So long the first deals are played to see how fast games are."""

GRACE_S = 5.0
"""How long the end of a run waits for the blocks in flight."""


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

    The answer is kept, so that it can be worked out in a thread, under watch. It is processor time that is measured, so a busy
    machine does not make blocks small.
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
        most = min(most, KEPT_BLOCK_GAMES) if keep else most
        Watchdog(bench_for(study), watchdog_s).run(lambda: paced_games(study, most, seconds))
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
        self._in_flight = KEPT_BLOCKS_IN_FLIGHT if keep else BLOCKS_IN_FLIGHT
        self._back: queue.Queue[BlockResult | list[Block] | BaseException | None] = queue.Queue(maxsize=2 * self._in_flight)
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
            task, what, opened = play_packed, pack(self.study), open_result
        with open_workers(backend, jobs, scheduler, task) as workers:
            width = workers.count * self._in_flight
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
