"""Time and peak memory of whole commands: comparisons, reports, sweeps, editions.

python benchmarks/commands.py                 # all of them, about fifteen minutes on two cores
python benchmarks/commands.py compare report  # those with these words in their names
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import click

SIMULATE = str(Path(sys.executable).with_name("simulate"))
SWEEP = ("--game", "beerbread", "--n", "2000", "--seed", "1", "--quiet")
SIZES = [str(size) for size in range(3, 23)]

COMMANDS = {
    "compare bacon all": [("compare", "--game", "bacon", "--strategies", "all", "--seed", "1", "--quiet")],
    "report beerbread": [("report", "--game", "beerbread", "--seed", "1", "--quiet", "-o", "beerbread.pdf")],
    "report bacon": [("report", "--game", "bacon", "--seed", "1", "--quiet", "-o", "bacon.pdf")],
    "report animarche": [("report", "--game", "animarche", "--seed", "1", "--quiet", "-o", "animarche.pdf")],
    "kept run of 1,000,000 games": [
        ("--game", "beerbread", "--n", "1M", "--seed", "1", "--quiet", "--out", "run", "--keep-games", "--force")
    ],
    "analysis of it": [("report", "--run", "run", "-o", "run.pdf")],
    "sweep of 20 points": [("sweep", "--rule", f"storage_spaces={','.join(SIZES)}", *SWEEP)],
    "20 separate runs": [("--rule", f"storage_spaces={size}", *SWEEP) for size in SIZES],
    "editions 200 x 20,000": [("editions", "--game", "beerbread", "--count", "200", "--n", "20k", "--seed", "1", "--quiet")],
}


def measured(commands: Sequence[Sequence[str]], folder: str) -> tuple[float, float]:
    """Seconds of all commands together, and the highest peak memory of one, in MB."""
    began = time.perf_counter()
    peak = 0.0
    for words in commands:
        process = subprocess.Popen([SIMULATE, *words], cwd=folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise click.ClickException(f"simulate {' '.join(words)} failed")
        peak = max(peak, usage.ru_maxrss / 1024)
    return time.perf_counter() - began, peak


@click.command()
@click.argument("words", nargs=-1)
def main(words: tuple[str, ...]) -> None:
    """Run the commands whose names have one of the words, or all, and print a line on each."""
    with tempfile.TemporaryDirectory() as folder:
        for name, commands in COMMANDS.items():
            if words and not any(word in name for word in words):
                continue
            seconds, peak = measured(commands, folder)
            print(f"{name:30s} {seconds:7.1f} s {peak:7.0f} MB", flush=True)


if __name__ == "__main__":
    main()
