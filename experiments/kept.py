"""Kept games: Parquet files of fixed ranges of deals, the same bytes however often the run was interrupted."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from engines.game import SHARE_UNIT, UsageError
from experiments.bench import BlockResult
from experiments.files import Span, span_of, write_durably
from experiments.study import Study

PART_GAMES = 1 << 16
"""Games of a part file: some megabytes on the disk, some tens of them in memory while it fills."""

ROW_GROUP = 1 << 18

RUN_KEY = b"meeplecarlo.run"
"""Where a part's schema says to which run it belongs."""


def games_table(study: Study, result: BlockResult) -> pa.Table:
    """The games of a block as rows: game, deal, rotation, seat, strategy, win_share, unfinished, metrics of seat and game."""
    places = study.design.places
    seats = study.player_count
    deals = result.block.count
    outcomes = np.concatenate(result.outcomes, axis=1)
    first = result.block.first
    per_deal = len(places)
    deal = np.repeat(np.arange(first, first + deals), per_deal * seats)
    place = np.tile(np.repeat(np.arange(per_deal), seats), deals)
    seating = np.array([p.seating for p in places])
    columns: dict[str, Any] = {
        "game": deal * per_deal + place,
        "deal": deal,
        "rotation": np.array([p.rotation for p in places], np.int16)[place],
        "seat": np.tile(np.arange(seats, dtype=np.int8), deals * per_deal),
        "strategy": pa.DictionaryArray.from_arrays(
            pa.array(np.tile(seating.reshape(-1), deals).astype(np.int32)), _labels(study)
        ),
        "win_share": outcomes["share"][:, :, :seats].reshape(-1) / SHARE_UNIT,
        "unfinished": np.repeat(outcomes["unfinished"].reshape(-1) == 1, seats),
    }
    for number, metric in enumerate(study.game.seat_metrics):
        columns[metric.name] = outcomes["seat"][:, :, :seats, number].reshape(-1).astype(np.int32)
    for number, metric in enumerate(study.game.game_metrics):
        columns[metric.name] = np.repeat(outcomes["game"][..., number].reshape(-1), seats).astype(np.int32)
    return pa.table(columns)


def _labels(study: Study) -> pa.Array:
    return pa.array([player.label for player in study.players])


class GamesParts:
    """The folder `games`: part k has the deals [k * D, (k + 1) * D). The part that fills is saved with what it has."""

    def __init__(self, folder: Path, study: Study, run: str, deals: int) -> None:
        self.folder = folder
        self.study = study
        self.run = run
        self.deals = deals
        self.deals_per_part = max(1, PART_GAMES // study.design.games_per_deal)
        self.rows_per_deal = study.design.games_per_deal * study.player_count
        self.remarks: list[str] = []
        self._filling: dict[int, list[tuple[Span, pa.Table]]] = {}
        self._missing: dict[int, int] = {}
        self._on_disk: set[Span] = set()
        folder.mkdir(exist_ok=True)

    def scan(self) -> list[Span]:
        """The deals that lie on the disk whole. Damaged parts are removed, with a remark. Raises UsageError at foreign ones."""
        longest_first = sorted(self.folder.glob("part-*.parquet"), key=lambda path: -len(span_of(path) or ()))
        for path in longest_first:
            span = span_of(path)
            if span is None or not self._is_whole(path, span):
                self.remarks.append(f"{path}: the part is truncated or damaged; its games are played again.")
                path.unlink()
            elif any(other.overlaps(span) for other in self._on_disk):
                path.unlink()  # the longer part that replaces it had just been written
            else:
                self._on_disk.add(span)
        return sorted(self._on_disk)

    def _is_whole(self, path: Path, span: Span) -> bool:
        """Whether a part can be read and has the rows that its name promises. Raises UsageError if it is of another run."""
        try:
            metadata = pq.read_metadata(path)
            stated = metadata.schema.to_arrow_schema().metadata or {}
        except (pa.ArrowInvalid, OSError):
            return False
        if stated.get(RUN_KEY, b"").decode() != self.run:
            raise UsageError(f"{path}: this part is of another run. Remove it, and resume again.")
        return bool(metadata.num_rows == len(span) * self.rows_per_deal)

    def add(self, result: BlockResult) -> None:
        """Take the games of a block; a part that it completes is written."""
        table = games_table(self.study, result).replace_schema_metadata({RUN_KEY: self.run.encode()})
        span = Span(result.block.first, result.block.first + result.block.count)
        for part in range(span.first // self.deals_per_part, (span.end - 1) // self.deals_per_part + 1):
            whole = self._whole(part)
            piece = Span(max(span.first, whole.first), min(span.end, whole.end))
            rows = table.slice((piece.first - span.first) * self.rows_per_deal, len(piece) * self.rows_per_deal)
            self._pieces(part).append((piece, rows))
            self._missing[part] -= len(piece)
            if not self._missing[part]:
                self._write(part)
                del self._filling[part]

    def save(self) -> None:
        """Write what the parts that fill have so far."""
        for part in self._filling:
            self._write(part)

    def _whole(self, part: int) -> Span:
        return Span(part * self.deals_per_part, min((part + 1) * self.deals_per_part, self.deals))

    def _pieces(self, part: int) -> list[tuple[Span, pa.Table]]:
        """What a part has so far; from the disk, where an earlier process began it."""
        if part not in self._filling:
            begun = [span for span in self._on_disk if self._whole(part).holds(span)]
            self._filling[part] = [(span, self._read(span)) for span in begun]
            self._missing[part] = len(self._whole(part)) - sum(map(len, begun))
        return self._filling[part]

    def _write(self, part: int) -> None:
        """Put what a part has into as few files as there are runs of deals, and remove those that these replace."""
        runs = list(_joined(self._filling[part]))
        self._filling[part] = runs
        for span, table in runs:
            if span not in self._on_disk:
                write_durably(self._path(span), functools.partial(pq.write_table, table, row_group_size=ROW_GROUP))
                self._on_disk.add(span)
                for old in [old for old in self._on_disk if old != span and span.holds(old)]:
                    self._remove(old)

    def _read(self, span: Span) -> pa.Table:
        """A part that an earlier process began; strategies numbered as in a new one."""
        table = pq.read_table(self._path(span), partitioning=None)
        place = table.schema.get_field_index("strategy")
        labels = _labels(self.study)
        codes = pc.index_in(table.column(place).cast(pa.string()), value_set=labels).combine_chunks()
        return table.set_column(place, "strategy", pa.DictionaryArray.from_arrays(codes, labels))

    def _remove(self, span: Span) -> None:
        self._on_disk.discard(span)
        self._path(span).unlink(missing_ok=True)

    def _path(self, span: Span) -> Path:
        return self.folder / span.part_name(".parquet")


def _joined(pieces: list[tuple[Span, pa.Table]]) -> Iterator[tuple[Span, pa.Table]]:
    """Pieces of deals that follow one another, as one table each."""
    ordered = sorted(pieces, key=lambda piece: piece[0])
    while ordered:
        first, tables = ordered[0][0].first, []
        end = first
        while ordered and ordered[0][0].first == end:
            span, table = ordered.pop(0)
            end = span.end
            tables.append(table)
        yield Span(first, end), pa.concat_tables(tables).combine_chunks()
