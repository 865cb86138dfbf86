"""A run's folder while it is played: what is there already, what is still to be played, and saving what has come back.

Counts lie in part files of a range of deals each, which are merged so that there are few; kept games likewise (`kept.py`).
Which deals are done is told by the files alone, so there is no index that could contradict them.
"""

from __future__ import annotations

import itertools
import shutil
import time
from pathlib import Path

from experiments.bench import BlockResult
from experiments.counts import DamagedCounts, RunCounts
from experiments.files import UNFINISHED, Span, missing_spans, span_of
from experiments.kept import GamesParts
from experiments.study import Study

CHECKPOINT_S = 5.0
"""Seconds between two checkpoints; one takes some hundredths of a second."""

COUNTS_FILE, COUNTS_FOLDER, GAMES_FOLDER = "counts.npz", "counts", "games"


class CountParts:
    """The folder `counts`: counts by range of deals. Neighbours are merged while the earlier is not twice as long."""

    def __init__(self, folder: Path, study: Study, run: str) -> None:
        self.folder = folder
        self.study = study
        self.run = run
        self.total = RunCounts.empty(study)
        self.remarks: list[str] = []
        self._on_disk: list[Span] = []
        self._pending: list[tuple[Span, RunCounts]] = []
        folder.mkdir(exist_ok=True)

    def scan(self, finished: Path | None) -> list[Span]:
        """The deals that are counted on the disk. finished: the file of all counts, of a run that was complete.

        Damaged parts are removed, with a remark. Raises UsageError at those of another run.
        """
        if finished is not None:
            counts = self._load(finished, None)
            if counts is not None:
                self.total.merge(counts)
                return [Span(0, counts.deals)]
        paths = sorted(self.folder.glob("part-*.npz"), key=lambda path: -len(span_of(path) or ()))
        for path in paths:
            span = span_of(path) or Span(0, 0)
            if any(other.overlaps(span) for other in self._on_disk):
                path.unlink()  # a merge was cut short: the merged part is there, and so are those that it replaces
                continue
            counts = self._load(path, len(span))
            if counts is not None:
                self.total.merge(counts)
                self._on_disk.append(span)
        self._on_disk.sort()
        return list(self._on_disk)

    def _load(self, path: Path, deals: int | None) -> RunCounts | None:
        """A part, if it is whole and has so many deals; otherwise it is removed, with a remark."""
        try:
            counts = RunCounts.load(path, self.study, self.run)
            if deals in (None, counts.deals):
                return counts
        except DamagedCounts:
            pass
        self.remarks.append(f"{path}: the counts are missing, truncated or damaged; their deals are played again.")
        path.unlink(missing_ok=True)
        return None

    def add(self, result: BlockResult) -> None:
        """Count a block; `total` has it when it is saved."""
        first, end = result.block.first, result.block.first + result.block.count
        if self._pending and self._pending[-1][0].end == first:
            span, counts = self._pending.pop()
            first = span.first
        else:
            counts = RunCounts.empty(self.study)
        counts.add(result)
        self._pending.append((Span(first, end), counts))

    def save(self) -> None:
        """Write what was counted since the last time."""
        while self._pending:
            span, counts = self._pending[0]
            counts.save(self._path(span), self.run)
            self._pending.pop(0)
            self.total.merge(counts)
            self._on_disk = sorted([*self._on_disk, span])
        self._merge()

    def _merge(self) -> None:
        """Merge neighbours; the merged file is whole before the two that it replaces go."""
        place = len(self._on_disk) - 1
        while place > 0:
            left, right = self._on_disk[place - 1 : place + 1]
            if left.end == right.first and len(left) < 2 * len(right):
                both = Span(left.first, right.end)
                counts = RunCounts.load(self._path(left), self.study, self.run)
                counts.merge(RunCounts.load(self._path(right), self.study, self.run))
                counts.save(self._path(both), self.run)
                self._on_disk[place - 1 : place + 1] = [both]
                self._path(left).unlink()
                self._path(right).unlink()
            place -= 1

    def _path(self, span: Span) -> Path:
        return self.folder / span.part_name(".npz")


class Checkpoint:
    """Takes the blocks of a run and saves them every `every_s` seconds. `todo`: the deals that are still to be played."""

    def __init__(self, folder: Path, study: Study, run: str, deals: int, *, keep_games: bool, every_s: float) -> None:
        self.folder = folder
        self.every_s = every_s
        self.keeps_games = keep_games
        self._run = run
        self._counts = CountParts(folder / COUNTS_FOLDER, study, run)
        self._games = GamesParts(folder / GAMES_FOLDER, study, run, deals) if keep_games else None
        self._whole = Span(0, deals)
        self._uncounted: list[Span] = [self._whole]
        self._unkept: list[Span] = [self._whole] if keep_games else []
        self._saved = time.monotonic()

    def open(self, *, complete: bool) -> list[str]:
        """Look at what is there; remarks on what is damaged. complete: whether the run was finished once.

        Raises UsageError if something is of another run.
        """
        for path in self.folder.rglob(f".*{UNFINISHED}"):
            path.unlink()
        self._uncounted = missing_spans(self._counts.scan(self.folder / COUNTS_FILE if complete else None), self._whole)
        if self._games is not None:
            self._unkept = missing_spans(self._games.scan(), self._whole)
        return self._counts.remarks + (self._games.remarks if self._games is not None else [])

    @property
    def counts(self) -> RunCounts:
        """All that is counted and saved."""
        return self._counts.total

    @property
    def todo(self) -> list[Span]:
        """What is to be played, in spans of which all is to be counted or nothing, all to be kept or nothing."""
        missing = self._uncounted + self._unkept
        cuts = sorted({cut for span in missing for cut in (span.first, span.end)})
        spans = [Span(first, end) for first, end in itertools.pairwise(cuts)]
        return [span for span in spans if any(other.holds(span) for other in missing)]

    def add(self, result: BlockResult) -> None:
        """Take a block of `todo`, and save if it is time."""
        span = Span(result.block.first, result.block.first + result.block.count)
        if any(other.holds(span) for other in self._uncounted):
            self._counts.add(result)
        if self._games is not None and any(other.holds(span) for other in self._unkept):
            self._games.add(result)
        if time.monotonic() - self._saved >= self.every_s:
            self.save()

    def save(self) -> None:
        """Save all that came back. Raises StorageFault."""
        if self._games is not None:
            self._games.save()
        self._counts.save()
        self._saved = time.monotonic()

    def write_counts(self) -> None:
        """Write the file of all counts."""
        self.counts.save(self.folder / COUNTS_FILE, self._run)

    def clear(self) -> None:
        """Remove the parts of counts, when the file of all counts is written and the run is marked as complete."""
        shutil.rmtree(self.folder / COUNTS_FOLDER, ignore_errors=True)
