"""Reading a stored run: its manifest and its counts. Nothing of the game is needed; its names are in the manifest."""

from __future__ import annotations

import json
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from analysis.summary import RunInfo

NEWEST_SCHEMA = 2
"""The newest layout of a run's folder that this version can read."""

OLDEST_SCHEMA = 2
"""The oldest one: before it, runs did not keep their counts."""


class UnreadableRun(ValueError):
    """A folder that holds no run which can be read; the text says what is wrong with which file."""


def load_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run. Raises UnreadableRun."""
    path = folder / "manifest.json"
    if not folder.is_dir():
        raise UnreadableRun(f"{folder}: there is no such folder.")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UnreadableRun(f"{folder}: there is no manifest.json, so this is not the folder of a run.") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UnreadableRun(f"{path}: the file is truncated or damaged ({error}).") from None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("schema"), int):
        raise UnreadableRun(f"{path}: this is not the manifest of a run.")
    schema = manifest["schema"]
    if schema > NEWEST_SCHEMA:
        raise UnreadableRun(
            f"{path}: the run was written by a newer version (schema {schema}; this version reads up to {NEWEST_SCHEMA}). "
            "Update Meeple Carlo."
        )
    if schema < OLDEST_SCHEMA:
        raise UnreadableRun(
            f"{path}: the run was written by an older version that kept no counts (schema {schema}). Run it again."
        )
    return manifest


def info_of(manifest: dict[str, Any]) -> RunInfo:
    """The names that the analysis needs, from a manifest. Raises UnreadableRun if some are missing."""
    entry = manifest.get("info")
    names = [field.name for field in fields(RunInfo)]
    missing = [name for name in names if not isinstance(entry, dict) or name not in entry]
    if entry is None or missing:
        raise UnreadableRun(f"manifest.json: entry info lacks {', '.join(missing)}.")
    return RunInfo(**{name: _as_tuples(entry[name]) for name in names})


def _as_tuples(value: Any) -> Any:
    """JSON's lists as tuples."""
    return tuple(_as_tuples(entry) for entry in value) if isinstance(value, list) else value


def load_counts(folder: Path) -> dict[str, Any]:
    """The arrays of a run's counts, by name. Raises UnreadableRun if the file is missing, truncated or damaged."""
    path = folder / "counts.npz"
    try:
        with np.load(path, allow_pickle=False) as archive:
            counts = {name: archive[name] for name in archive.files}
    except FileNotFoundError:
        raise UnreadableRun(f"{path}: the file is missing; the run was not finished.") from None
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile):
        raise UnreadableRun(f"{path}: the file is truncated or damaged.") from None
    if not counts.get("deals", np.zeros(1)).any():
        raise UnreadableRun(f"{path}: no game was counted in this run.")
    return counts


def load_run(folder: Path) -> tuple[dict[str, Any], RunInfo, dict[str, Any]]:
    """A run's counts, names and manifest. Raises UnreadableRun."""
    manifest = load_manifest(folder)
    info, counts = info_of(manifest), load_counts(folder)
    players = len(info.strategies)
    if counts["share"].shape != (players,) or counts["game_share"].shape[0] != len(info.seatings):
        raise UnreadableRun(f"{folder}: counts.npz and manifest.json are not of the same run.")
    return counts, info, manifest
