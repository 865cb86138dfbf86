"""Ctrl-C: the result so far is printed, the exit code is 130, nothing half-written stays."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pandas as pd

from tests.conftest import SIMULATE


def interrupted(folder: Path) -> tuple[int, str, str]:
    """Start a long run that keeps its games, and interrupt it when some have been written."""
    process = subprocess.Popen(
        [
            str(SIMULATE),
            "--game",
            "beerbread",
            "--n",
            "1e9",
            "--seed",
            "1",
            "--format",
            "json",
            "--out",
            str(folder),
            "--keep-games",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while not list(folder.glob("games/part-*")) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_an_interrupted_run_reports_and_keeps_the_games_that_it_played(tmp_path: Path) -> None:
    code, out, err = interrupted(tmp_path / "run")
    assert code == 130
    assert "Interrupted" in err
    assert "Traceback" not in err
    assert "Warning" not in err
    result = json.loads(out)
    assert result["interrupted"] is True
    assert 0 < result["n"] < 10**9
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["games"] == result["n"]
    assert not list((tmp_path / "run").rglob(".*"))
    assert pd.read_parquet(tmp_path / "run" / "games")["game"].nunique() == result["n"]
