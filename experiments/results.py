"""What a run leaves behind: its manifest, its tables on disk, and the JSON object of a result."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from engines.compilation import versions
from engines.game import SHARE_UNIT, UsageError
from experiments.run_info import run_info
from experiments.running import BlockResult
from experiments.study import Study

SCHEMA_VERSION = 2


def package_version() -> str:
    """The version of Meeple Carlo."""
    return importlib.metadata.version("meeplecarlo")


def edition_entry(study: Study) -> dict[str, str] | None:
    """What the card tables are: name, provenance and hash."""
    if study.edition is None:
        return None
    info = study.edition.info
    return {"name": info.name, "provenance": info.provenance, "sha256": info.sha256}


def manifest(study: Study, deals: int, command: Sequence[str], timings: dict[str, float]) -> dict[str, Any]:
    """Everything that is needed to run a study again and to read its tables."""
    game = study.game
    return {
        "schema": SCHEMA_VERSION,
        "version": package_version(),
        "command": list(command),
        "game": game.name,
        "title": game.title,
        "game_version": game.version,
        "mode": study.mode_name,
        "players": study.player_count,
        "seat_names": list(study.mode.seat_names),
        "sides": list(study.mode.sides),
        "seed": study.seed,
        "deals": deals,
        "games": deals * study.design.games_per_deal,
        "design": {
            "name": study.design_name,
            "lineups": [list(lineup) for lineup in study.lineups],
            "seatings": [list(place.seating) for place in study.design.places],
        },
        "forbidden": [ban.spec for ban in study.bans],
        "rules": dict(study.rules),
        "default_rules": {rule.name: {"default": rule.default, "meaning": rule.meaning} for rule in game.rules},
        "edition": (edition_entry(study) or {}) | {"path": study.edition_path} if study.edition is not None else None,
        "strategies": [
            {
                "name": player.label,
                "summary": player.strategy.summary,
                "spec": spec,
                "weights": dict(zip((p.name for p in player.strategy.parameters), player.weights, strict=True)),
                "file": player.strategy.file,
                "sha256": dict(study.file_sha256).get(player.strategy.file or ""),
            }
            for player, spec in zip(study.players, study.specs, strict=True)
        ],
        "metrics": {
            "seat": [[m.name, m.unit, m.meaning, m.high] for m in game.seat_metrics],
            "game": [[m.name, m.unit, m.meaning, m.high] for m in game.game_metrics],
        },
        "info": asdict(run_info(study)),
        "packages": versions(),
        "platform": platform.platform(),
        "timings": timings,
    }


def prepare_folder(path: str, *, force: bool) -> Path:
    """A folder for a run. Raises UsageError if it cannot be written or holds something, unless `force`."""
    folder = Path(path)
    try:
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"--out {path}: this is a file, not a folder.")
        if folder.exists() and any(folder.iterdir()):
            if not force:
                raise UsageError(f"--out {path}: the folder is not empty. Choose another, or say --force to overwrite.")
            _remove_run(folder)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {path}: {error.strerror}.") from None
    if not os.access(folder, os.W_OK):
        raise UsageError(f"--out {path}: the folder cannot be written.")
    return folder


def _remove_run(folder: Path) -> None:
    """Delete what an earlier run wrote; anything else in the folder stays."""
    for name in ("manifest.json", "summary.parquet", "counts.npz", "games.parquet"):
        (folder / name).unlink(missing_ok=True)
        (folder / f"{name}.part").unlink(missing_ok=True)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write under a temporary name, and rename when whole."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(path)


def write_table(path: Path, table: Any) -> None:
    """Write a pandas table as Parquet under a temporary name, and rename when whole."""
    part = path.with_name(path.name + ".part")
    pq.write_table(pa.Table.from_pandas(table, preserve_index=False), part)
    part.replace(path)


class GamesFile:
    """`games.parquet`, streamed: a row a game and seat, in the order of game and seat."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.study = study
        self.path = folder / "games.parquet"
        self._part = self.path.with_name(self.path.name + ".part")
        self._writer: pq.ParquetWriter | None = None

    def add(self, result: BlockResult) -> None:
        """Append the games of a block. Blocks must come in order."""
        table = games_table(self.study, result)
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._part, table.schema)
        self._writer.write_table(table)

    def close(self) -> None:
        """Finish the file and give it its name."""
        if self._writer is not None:
            self._writer.close()
            self._part.replace(self.path)

    def discard(self) -> None:
        """Leave nothing half-written."""
        if self._writer is not None:
            self._writer.close()
        shutil.rmtree(self._part, ignore_errors=True) if self._part.is_dir() else self._part.unlink(missing_ok=True)


def games_table(study: Study, result: BlockResult) -> pa.Table:
    """The games of a block as rows: game, deal, rotation, seat, strategy, win_share, the seat's metrics, the game's."""
    import numpy as np

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
            pa.array(np.tile(seating.reshape(-1), deals).astype(np.int32)), [player.label for player in study.players]
        ),
        "win_share": outcomes["share"][:, :, :seats].reshape(-1) / SHARE_UNIT,
    }
    for number, metric in enumerate(study.game.seat_metrics):
        columns[metric.name] = outcomes["seat"][:, :, :seats, number].reshape(-1).astype(np.int32)
    for number, metric in enumerate(study.game.game_metrics):
        columns[metric.name] = np.repeat(outcomes["game"][..., number].reshape(-1), seats).astype(np.int32)
    return pa.table(columns)
