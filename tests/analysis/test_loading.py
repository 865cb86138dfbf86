"""Reading a stored run: what is wrong with it is named."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.loading import NEWEST_SCHEMA, UnreadableRun, info_of, load_counts, load_manifest, load_run
from tests.analysis import counting
from tests.analysis.grouping import grouped

INFO = counting.info_of(counting.DUEL)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a run of made-up games."""
    manifest = {"schema": NEWEST_SCHEMA, "info": asdict(INFO)}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    np.savez_compressed(tmp_path / "counts.npz", **grouped(counting.random_games(counting.DUEL, 5, seed=1), counting.DUEL))
    return tmp_path


def change(run: Path, **entries: Any) -> None:
    manifest = json.loads((run / "manifest.json").read_text()) | entries
    (run / "manifest.json").write_text(json.dumps(manifest))


def test_what_was_written_is_read(run: Path) -> None:
    counts, info, _ = load_run(run)
    assert info == INFO
    assert counts["games"].tolist() == [10]


def test_a_folder_that_is_none_or_has_no_run(tmp_path: Path) -> None:
    with pytest.raises(UnreadableRun, match="there is no such folder"):
        load_manifest(tmp_path / "nowhere")
    with pytest.raises(UnreadableRun, match=r"there is no manifest\.json"):
        load_manifest(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"game": "beerbread"}', "\x00\xff"])
def test_a_manifest_that_is_none(run: Path, text: str) -> None:
    (run / "manifest.json").write_text(text, encoding="latin-1")
    with pytest.raises(UnreadableRun, match=r"manifest\.json"):
        load_manifest(run)


def test_newer_and_older_schemas_are_refused_with_what_to_do(run: Path) -> None:
    change(run, schema=NEWEST_SCHEMA + 1)
    with pytest.raises(UnreadableRun, match="Update Meeple Carlo"):
        load_run(run)
    change(run, schema=1)
    with pytest.raises(UnreadableRun, match="Run it again"):
        load_run(run)


def test_names_that_are_missing_are_named(run: Path) -> None:
    entry = asdict(INFO)
    del entry["items"]
    with pytest.raises(UnreadableRun, match="lacks items"):
        info_of({"info": entry})
    with pytest.raises(UnreadableRun, match="lacks"):
        info_of({})


@pytest.mark.parametrize("length", [0, 100, -10])
def test_truncated_counts(run: Path, length: int) -> None:
    content = (run / "counts.npz").read_bytes()
    (run / "counts.npz").write_bytes(content[:length])
    with pytest.raises(UnreadableRun, match="truncated or damaged"):
        load_counts(run)


def test_counts_of_another_run_or_of_nothing(run: Path) -> None:
    change(run, info=asdict(counting.info_of(counting.PAIRS)))
    with pytest.raises(UnreadableRun, match="not of the same run"):
        load_run(run)
    np.savez_compressed(run / "counts.npz", deals=np.zeros(1, np.int64))
    with pytest.raises(UnreadableRun, match="no game was counted"):
        load_counts(run)
