"""Playing several studies one after the other, with one progress display: comparisons, reports, sweeps."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from experiments.counts import RunCounts
from experiments.interrupts import uninterrupted
from experiments.progress import Progress
from experiments.running import play_study
from experiments.simulate import Settings, say
from experiments.study import Study
from experiments.unfinished import unfinished_remark


@dataclass(frozen=True)
class Part:
    """A study and how many deals of it are played, from deal `first` on."""

    study: Study
    deals: int
    first: int = 0

    @property
    def games(self) -> int:
        """Games that the part takes."""
        return self.deals * self.study.design.games_per_deal


@dataclass(frozen=True)
class Batch:
    """The counts of each part, in order; an interrupted one has fewer deals than were asked for, the later ones none."""

    parts: tuple[Part, ...]
    counts: tuple[RunCounts, ...]
    elapsed_s: float
    interrupted: bool


def part_for(study: Study, games: int) -> Part:
    """The part that has at least so many games, in whole deals."""
    return Part(study, study.design.deals_for(games))


def play_parts(parts: Sequence[Part], settings: Settings) -> Batch:
    """Play all parts, or as much as there is before an interrupt. Raises StrategyFault."""
    began = time.perf_counter()
    counts = [RunCounts.empty(part.study) for part in parts]
    interrupted = False
    with Progress(sum(part.games for part in parts), quiet=settings.quiet) as progress:
        for part, total in zip(parts, counts, strict=True):
            results = play_study(
                part.study,
                part.deals,
                first_deal=part.first,
                arrived=progress.add,
                **settings.workers,
            )
            try:
                for result in results:
                    with uninterrupted():
                        total.add(result)
            except KeyboardInterrupt:
                interrupted = True
                break
            finally:
                results.close()
    for part, total in zip(parts, counts, strict=True):
        if remark := unfinished_remark(part.study, total):
            say(remark, False)
    return Batch(tuple(parts), tuple(counts), time.perf_counter() - began, interrupted)
