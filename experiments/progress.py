"""Progress of long work on standard error: games, rate, time left."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

PLAIN_INTERVAL_S = 10.0
"""Where standard error is no terminal, or one that cannot rewrite a line, a line is written about this often."""

BAR_WIDTH = 16
ALL_WIDTH, COUNT_WIDTH = BAR_WIDTH + 45, 25
"""What bar, rate and time take beside two counts of games, and what the time takes; a narrower terminal gets less of it."""


class Progress:
    """Shows how many games were played. A bar in a terminal, a line now and then elsewhere, nothing if quiet."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.total = total
        self.done = 0
        self.quiet = quiet
        self._began = time.monotonic()
        self._printed = self._began
        self._bar: Any = None if quiet or not sys.stderr.isatty() else self._make_bar()

    def _make_bar(self) -> Any:
        """The bar; None for a terminal that cannot rewrite a line. Rich would cut what does not fit, also within numbers."""
        from rich.console import Console
        from rich.progress import BarColumn, ProgressColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        console = Console(file=sys.stderr, highlight=False)
        if console.is_dumb_terminal:
            return None
        counts = "{task.completed:,.0f} of {task.total:,.0f} games,"
        room = console.width - 2 * len(f"{self.total:,}")
        shown: list[ProgressColumn]
        if room >= ALL_WIDTH:
            shown = [BarColumn(bar_width=BAR_WIDTH), TextColumn(counts + " {task.fields[rate]} games/s,")]
        else:
            shown = [TextColumn(counts if room >= COUNT_WIDTH else "{task.fields[percent]}%,")]
        bar = RichProgress(*shown, TimeRemainingColumn(), TextColumn("left"), console=console, transient=True)
        self._task = bar.add_task("", total=self.total, rate="0", percent=0)
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
            percent = 100 * self.done // self.total  # rounded down: 100 when all is done
            self._bar.update(self._task, completed=self.done, rate=f"{rate:,.0f}", percent=percent)
        elif not self.quiet and now - self._printed >= PLAIN_INTERVAL_S:
            self._printed = now
            left = (self.total - self.done) / rate
            print(f"{self.done:,} of {self.total:,} games, {rate:,.0f} games/s, {left:.0f} s left", file=sys.stderr, flush=True)
