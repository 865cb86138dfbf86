"""All that is counted in a run: what the analysis reads, and what is saved of a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from engines.game import UsageError
from engines.groups import GroupSums
from engines.tally import Counts, Tally
from experiments.bench import BlockResult
from experiments.files import write_durably
from experiments.study import Study
from experiments.unfinished import first_games, no_games

GROUP_PREFIX = "group_"

RUN_ENTRY = "run"
"""The entry of a file of counts that says of which run they are."""


class DamagedCounts(ValueError):
    """A file of counts that cannot be read, or is not that of the study."""


@dataclass
class RunCounts:
    """The tally of a run and its sums by group of deals. unfinished: the games that did not end (`unfinished.first_games`)."""

    tally: Tally
    groups: GroupSums
    unfinished: Counts

    @classmethod
    def empty(cls, study: Study) -> RunCounts:
        """Nothing counted yet."""
        players = len(study.players)
        return cls(
            Tally.empty(study.game, study.mode, players, study.design.games_per_deal),
            GroupSums.empty(study.game, study.mode, players, len(study.lineups)),
            no_games(),
        )

    @property
    def deals(self) -> int:
        """Deals counted so far."""
        return int(self.tally.deals[0])

    @property
    def games(self) -> int:
        """Games counted so far."""
        return int(self.tally.games[0])

    def add(self, result: BlockResult) -> None:
        """Add a block."""
        self.tally.add(result.tally)
        self.groups.add_block(result.block.first, result.groups)
        self.unfinished = first_games(self.unfinished, result.unfinished)

    def merge(self, other: RunCounts) -> None:
        """Add the counts of other deals."""
        self.tally.add(other.tally)
        self.groups.add(other.groups)
        self.unfinished = first_games(self.unfinished, other.unfinished)

    def arrays(self) -> dict[str, Any]:
        """All counts by name; those by group begin with `group_`."""
        return dict(self._named())

    def _named(self) -> Iterator[tuple[str, Any]]:
        for entry in fields(self.tally):
            yield entry.name, getattr(self.tally, entry.name)
        for entry in fields(self.groups):
            yield GROUP_PREFIX + entry.name, getattr(self.groups, entry.name)
        yield "unfinished_games", self.unfinished

    def save(self, path: Path, run: str = "") -> None:
        """Write all counts, and of which run they are, as one compressed NumPy archive. Raises StorageFault."""
        named: dict[str, Any] = {**self.arrays(), RUN_ENTRY: np.array(run)}

        def write(unfinished: Path) -> None:
            with unfinished.open("wb") as file:
                np.savez_compressed(file, **named)

        write_durably(path, write)

    @classmethod
    def load(cls, path: Path, study: Study, run: str | None = None) -> RunCounts:
        """The counts of a study from a file. run: the run of which they must be, if that matters.

        Raises DamagedCounts if the file is truncated or of another shape, UsageError if it is of another run.
        """
        counts = cls.empty(study)
        if run is not None and str(_read(path, [RUN_ENTRY])[RUN_ENTRY]) != run:
            raise UsageError(f"{path}: these counts are of another run. Remove the file, and resume again.")
        named = dict(counts._named())
        for name, stored in _read(path, list(named)).items():
            if stored.shape != named[name].shape or stored.dtype != named[name].dtype:
                raise DamagedCounts(f"{path}: the counts of {name} are not those of this study.")
            named[name][...] = stored
        return counts


def _read(path: Path, names: list[str]) -> dict[str, Any]:
    """The arrays of those names in an archive. Raises DamagedCounts."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in names}
    except Exception:  # on a damaged file the readers of ZIP, zlib and NumPy headers each raise errors of their own
        raise DamagedCounts(f"{path}: the file is missing, truncated or damaged.") from None
