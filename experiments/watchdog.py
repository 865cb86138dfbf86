"""Seeing that a strategy or a game loops for ever, and which. Compiled code cannot be stopped from outside: this only tells."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from engines.kernels import GAME_RUNS, NOTHING_RUNS
from experiments.faults import Stuck, engine_fault_at, fault_at
from experiments.interrupts import WORKER_THREAD

WATCHDOG_S = 300.0
"""A decision that takes longer is taken to last for ever. Most take less than a microsecond, a search some seconds."""


class Watchdog:
    """Looks at where each desk of a bench stands: kernels write game, seat and turn into its status before each decision."""

    def __init__(self, bench: Any, seconds: float) -> None:
        self.bench = bench
        self.seconds = seconds
        self.poll_s = min(1.0, seconds / 4)
        self._since: dict[int, tuple[Any, float]] = {}

    def look(self) -> None:
        """Raises Stuck if a desk has been at the same decision for too long. To be called every `poll_s` seconds."""
        now = time.monotonic()
        for number, desk in enumerate(list(self.bench.desks)):
            place = (id(desk.lineup), desk.table.status.tobytes())
            before, since = self._since.get(number, (None, now))
            if place != before or desk.lineup is None or desk.table.status["runs"] == NOTHING_RUNS:
                self._since[number] = (place, now)
            elif now - since >= self.seconds:
                raise self._fault(desk)

    def _fault(self, desk: Any) -> Stuck:
        """Who does not come back."""
        study, status, seated = self.bench.study, desk.table.status, desk.lineup.seated
        player = study.lineups[seated.number][int(status["side"])]
        place = seated.first_game + int(status["rotation"])
        what = f"has not come back for {self.seconds:g} s"
        deal, seat, turn = int(status["deal"]), int(status["seat"]), int(status["turn"])
        if status["runs"] == GAME_RUNS:
            return Stuck(str(engine_fault_at(study, place, deal, turn, what)))
        return Stuck(str(fault_at(study, place, deal, player, seat, turn, what)))

    def run(self, work: Callable[[], Any]) -> None:
        """Do something that plays in a thread, under watch. Raises what it raises, or Stuck."""
        faults: list[BaseException] = []

        def guarded() -> None:
            try:
                work()
            except BaseException as error:
                faults.append(error)

        thread = threading.Thread(target=guarded, name=WORKER_THREAD, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(self.poll_s)
            self.look()
        if faults:
            raise faults[0]
