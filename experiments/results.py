"""What a run leaves behind: its folder, its manifest and its tables."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from engines.compilation import versions
from engines.game import UsageError
from experiments.counts import RunCounts
from experiments.files import LOCK_FILES, UNFINISHED, FolderLock, write_durably
from experiments.remote import sources_digest
from experiments.run_info import run_info
from experiments.study import Study
from experiments.unfinished import unfinished_entry

SCHEMA_VERSION = 2

MANIFEST = "manifest.json"


def package_version() -> str:
    """The version of Meeple Carlo."""
    return importlib.metadata.version("meeplecarlo")


def edition_entry(study: Study) -> dict[str, str] | None:
    """What the card tables are: name, provenance and hash."""
    if study.edition is None:
        return None
    info = study.edition.info
    return {"name": info.name, "provenance": info.provenance, "sha256": info.sha256}


def run_id(study: Study) -> str:
    """What tells the parts of a run from those of others: a digest of all that fixes its games, and of nothing else."""
    edition = edition_entry(study)
    fixed = {
        "game": [study.game_name, study.game.version, sources_digest(study.game_name)],
        "seats": [study.mode_name, study.player_count, [place.seating for place in study.design.places], study.lineups],
        "rules": study.rules,
        "edition": None if edition is None else edition["sha256"],
        "players": [[player.label, player.weights, player.strategy.file is None] for player in study.players],
        "files": [digest for _, digest in study.file_sha256],
        "forbidden": [[ban.item, ban.ways, ban.player] for ban in study.bans],
        "seed": study.seed,
    }
    return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()


def manifest(
    study: Study,
    counts: RunCounts,
    command: Sequence[str],
    timings: dict[str, float],
    *,
    state: str = "complete",
    deals_asked: int | None = None,
    games_asked: int | None = None,
    keep_games: bool = False,
) -> dict[str, Any]:
    """Everything that is needed to run a study again, to go on with it, and to read its tables.

    counts: what is counted so far. state: "running", "interrupted", "failed" or "complete". deals_asked, games_asked: how many
    the run is to have, and as the user said it. Paths are as the user wrote them, from the folder `directory`.
    """
    game, deals = study.game, counts.deals
    return {
        "schema": SCHEMA_VERSION,
        "state": state,
        "run": run_id(study),
        "version": package_version(),
        "command": list(command),
        "directory": os.getcwd(),
        "game": game.name,
        "title": game.title,
        "game_folder": game.folder or None,
        "game_files": {path: dict(study.file_sha256)[path] for path in game.source_files},
        "game_version": game.version,
        "engine_sha256": sources_digest(game.name),
        "mode": study.mode_name,
        "players": study.player_count,
        "seat_names": list(study.mode.seat_names),
        "sides": list(study.mode.sides),
        "seed": study.seed,
        "deals_asked": deals if deals_asked is None else deals_asked,
        "games_asked": deals * study.design.games_per_deal if games_asked is None else games_asked,
        "keep_games": keep_games,
        "deals": deals,
        "games": deals * study.design.games_per_deal,
        "unfinished": unfinished_entry(study, counts),
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


@contextmanager
def new_folder(path: str, *, force: bool) -> Iterator[Path]:
    """A folder for a run, locked. Raises UsageError if it is in use, cannot be written or holds something, unless `force`."""
    folder = Path(path)
    try:
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"--out {path}: this is a file, not a folder.")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {path}: {error.strerror}.") from None
    if not os.access(folder, os.W_OK):
        raise UsageError(f"--out {path}: the folder cannot be written.")
    with locked(folder):
        if any(entry.name not in LOCK_FILES for entry in folder.iterdir()):
            if not force:
                resume = f", or go on with `simulate resume {path}`" if (folder / MANIFEST).exists() else ""
                raise UsageError(f"--out {path}: the folder is not empty. Choose another, or say --force to overwrite{resume}.")
            _remove_run(folder)
        yield folder


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from writing in a folder. Raises UsageError, with the other's process id, if one does."""
    lock = FolderLock(folder)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _remove_run(folder: Path) -> None:
    """Delete what an earlier run wrote; anything else in the folder stays."""
    for pattern in (MANIFEST, "summary.parquet", "counts.npz", "counts/part-*.npz", "games/part-*.parquet", f".*{UNFINISHED}"):
        for path in folder.glob(pattern):
            path.unlink()


def write_table(path: Path, table: Any) -> None:
    """Write a pandas table as Parquet. Raises StorageFault."""
    whole = pa.Table.from_pandas(table, preserve_index=False)
    write_durably(path, lambda unfinished: pq.write_table(whole, unfinished))
