"""The command as a user runs it: time and peak memory by number of games, and start-up with an empty and a full cache.

python benchmarks/whole_command.py [--game beerbread] [--largest 10000000]
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


def run(*arguments: str, **environment: str) -> tuple[float, float, dict]:
    """Wall seconds, peak memory in MB and the JSON result of a command."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [str(SIMULATE), *arguments, "--format", "json", "--quiet"], stdout=subprocess.PIPE, env=os.environ | environment
    )
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, status
    return time.perf_counter() - began, usage.ru_maxrss / 1024, json.loads(out)


@click.command()
@click.option("--game", "game_name", default="beerbread", show_default=True)
@click.option("--largest", default=10_000_000, show_default=True)
def main(game_name: str, largest: int) -> None:
    """Measure start-up, then growing numbers of games."""
    with tempfile.TemporaryDirectory() as empty:
        wall, _, _ = run("--game", game_name, "--n", "2", MEEPLECARLO_CACHE_DIR=empty)
        print(f"empty cache, first result after {wall:.1f} s")
    run("--game", game_name, "--n", "2")
    wall, _, result = run("--game", game_name, "--n", "2")
    print(f"full cache, first game after {wall - result['elapsed_s']:.2f} s at most, result after {wall:.2f} s")
    games = 100_000
    while games <= largest:
        wall, memory, result = run("--game", game_name, "--n", str(games), "--seed", "1")
        rate, decisions = result["games_per_s"], result["decisions_per_s"]
        print(f"{games:>12,} games: {wall:7.1f} s, {rate:9,.0f} games/s, {decisions:12,.0f} decisions/s, peak {memory:6.1f} MB")
        games *= 10


if __name__ == "__main__":
    main()
