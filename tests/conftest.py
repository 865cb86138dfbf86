"""What tests share: running the command as a user does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SIMULATE = Path(sys.executable).with_name("simulate")

if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what it runs in the background deaf to Ctrl-C, and all its children with it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="session")
def simulate() -> Callable[..., Result]:
    """Runs `simulate` in a process of its own; returns exit code and both streams."""

    def run(*arguments: str, cwd: Path | None = None, timeout: float = 300, **environment: str) -> Result:
        done = subprocess.run(
            [str(SIMULATE), *arguments],
            cwd=cwd,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return run


TIMING_FIELDS = ("elapsed_s", "games_per_s", "decisions_per_s")


def untimed(result: dict[str, Any]) -> dict[str, Any]:
    """A JSON result without the fields that depend on the clock."""
    return {name: value for name, value in result.items() if name not in TIMING_FIELDS}
