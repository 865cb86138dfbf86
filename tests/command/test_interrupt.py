"""Ctrl-C: the result so far is printed, the exit code is 130, nothing half-written stays."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

from tests.conftest import SIMULATE


def interrupted(*arguments: str, after_s: float = 4.0) -> tuple[int, str, str]:
    process = subprocess.Popen(
        [str(SIMULATE), "--game", "beerbread", "--n", "1e9", "--seed", "1", "--format", "json", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(after_s)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_an_interrupted_run_reports_the_games_that_it_played(simulate, tmp_path: Path) -> None:
    simulate("--game", "beerbread", "--n", "100")  # compiles, so that playing has begun when the interrupt comes
    code, out, err = interrupted("--out", str(tmp_path / "run"), "--keep-games")
    assert code == 130
    assert "Interrupted" in err
    assert "Traceback" not in err
    result = json.loads(out)
    assert result["interrupted"] is True
    assert 0 < result["n"] < 10**9
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["games"] == result["n"]
    assert not list((tmp_path / "run").glob("*.part"))
