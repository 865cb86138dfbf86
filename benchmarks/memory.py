"""Peak memory of `simulate` by number of games, with and without kept games: it should not grow.

python benchmarks/memory.py [--game bacon --rule most_deals=1] [--games 100000] [--games 1000000] [--way kept] [--jobs 2]

Strategies are `random`, and rules may make games short, to save time; memory depends on the numbers of strategies and games.
What is measured is the peak of the resident set of the process (ru_maxrss), which plays in threads.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

SIMULATE = Path(sys.executable).with_name("simulate")


def peak(game: str, rules: tuple[str, ...], games: int, jobs: int, keep: bool) -> tuple[float, float, float]:
    """Peak memory in MB, wall seconds, and MB on the disk, of a run into a folder."""
    with tempfile.TemporaryDirectory() as parent:
        out = Path(parent, "run")
        command = [
            str(SIMULATE),
            "--game",
            game,
            "--strategies",
            "random",
            "--n",
            str(games),
            "--seed",
            "1",
            "--jobs",
            str(jobs),
        ]
        command += [word for rule in rules for word in ("--rule", rule)]
        command += ["--quiet", "--format", "json", "--out", str(out), *(["--keep-games"] if keep else [])]
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        result = json.loads(process.stdout.read())
        _, status, usage = os.wait4(process.pid, 0)
        assert (status, result["n"] >= games) == (0, True)
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
        return usage.ru_maxrss / 1024, time.perf_counter() - began, size / 1e6


@click.command()
@click.option("--game", "names", multiple=True, default=("beerbread", "bacon", "animarche"), show_default=True)
@click.option("--games", "sizes", multiple=True, type=int, default=(100_000, 1_000_000, 10_000_000), show_default=True)
@click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="For one game.")
@click.option(
    "--way", "ways", multiple=True, type=click.Choice(["counted", "kept"]), default=("counted", "kept"), show_default=True
)
@click.option("--jobs", default=2, show_default=True)
def main(names: tuple[str, ...], sizes: tuple[int, ...], rules: tuple[str, ...], ways: tuple[str, ...], jobs: int) -> None:
    """Print a line a game, size and way."""
    for name in names:
        peak(name, rules, 2, jobs, False)  # compile before measuring
        for way in ways:
            for games in sizes:
                memory, seconds, disk = peak(name, rules, games, jobs, way == "kept")
                print(
                    f"{name:10} {games:>12,} games {way:8} peak {memory:7.1f} MB, {seconds:7.1f} s, {disk:8.1f} MB on disk",
                    flush=True,
                )


if __name__ == "__main__":
    main()
