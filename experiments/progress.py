"""Progress of long work on standard error: games, rate, time left."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

PLAIN_INTERVAL_S = 10.0
"""Where standard error is no terminal, a line is written about this often."""


class Progress:
    """Shows how many games were played. A bar in a terminal, a line now and then elsewhere, nothing if quiet."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.total = total
        self.done = 0
        self.quiet = quiet
        self._began = time.monotonic()
        self._printed = self._began
        self._bar: Any = self._make_bar() if not quiet and sys.stderr.isatty() else None

    def _make_bar(self) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        bar = RichProgress(
            BarColumn(bar_width=20),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games, {task.fields[rate]} games/s,"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=Console(file=sys.stderr, highlight=False),
            transient=True,
        )
        self._task = bar.add_task("", total=self.total, rate="0")
        return bar

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def add(self, games: int) -> None:
        """Count games that were played."""
        self.done += games
        now = time.monotonic()
        rate = self.done / max(now - self._began, 1e-9)
        if self._bar is not None:
            self._bar.update(self._task, completed=self.done, rate=f"{rate:,.0f}")
        elif not self.quiet and now - self._printed >= PLAIN_INTERVAL_S:
            self._printed = now
            left = (self.total - self.done) / rate
            print(f"{self.done:,} of {self.total:,} games, {rate:,.0f} games/s, {left:.0f} s left", file=sys.stderr, flush=True)
