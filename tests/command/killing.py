"""Not a test: plays a run in child processes that are killed with SIGKILL at random moments, until so many were killed.

python killing.py FOLDER KILLS SEED ARGUMENT ..

The children are forked from this process, which has everything loaded, so that they play at once and the moments fall into
play and into the writing of files. A run that ends before it is killed is moved to FOLDER-N and begun again.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from experiments.cli import main_command


def start(arguments: list[str]) -> int:
    """Run the command in a child; its process id."""
    child = os.fork()
    if child:
        return child
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    try:
        main_command(arguments, prog_name="simulate")
    except SystemExit as end:
        os._exit(end.code)
    os._exit(99)


def wait(child: int, seconds: float) -> int | None:
    """The exit code of a child that ends within so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.001)
    return None


def main() -> None:
    folder, kills, seed, arguments = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    options = arguments[arguments.index("--quiet") :]
    moments = random.Random(seed)
    main_command([*arguments, "--n", "2"], prog_name="simulate", standalone_mode=False)
    killed = finished = 0
    while killed < kills:
        begun = (folder / "manifest.json").exists()
        resume = ["resume", str(folder), *options]
        child = start(resume if begun else [*arguments, "--out", str(folder), "--keep-games", "--force"])
        code = wait(child, moments.uniform(0.0, 0.6))
        if code is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            killed += 1
            continue
        assert code == 0, f"exit code {code} after {killed} kills"
        finished += 1
        folder.rename(f"{folder}-{finished}")
    if folder.exists() and not (folder / "manifest.json").exists():
        return
    code = wait(start(["resume", str(folder), *options]), 120)
    assert code == 0, code


if __name__ == "__main__":
    main()
