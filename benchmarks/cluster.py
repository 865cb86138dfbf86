"""What a task costs on a cluster: bytes on the way, time a task, and games per second beside threads on the same machine.

python benchmarks/cluster.py [--game beerbread] [--games 300000] [--workers 2]

The cluster is Dask's, of worker processes on this machine that are reached over TCP. Strategies are `random`.
"""

from __future__ import annotations

import time

import click

from experiments.bench import Block
from experiments.counts import RunCounts
from experiments.remote import open_result, pack, play_packed
from experiments.running import play_study, warm_up
from experiments.study import Study, make_study

SMALL_TASKS = 300


def seconds(study: Study, games: int, block_games: int, **where: object) -> float:
    """Wall seconds of a run, from the first block handed out to the last one counted."""
    began = time.perf_counter()
    counts = RunCounts.empty(study)
    for result in play_study(study, study.design.deals_for(games), block_games=block_games, **where):  # type: ignore[arg-type]
        counts.add(result)
    assert counts.games >= games
    return time.perf_counter() - began


@click.command()
@click.option("--game", "game_name", default="beerbread", show_default=True)
@click.option("--games", default=300_000, show_default=True)
@click.option("--workers", default=2, show_default=True)
def main(game_name: str, games: int, workers: int) -> None:
    """Print a line a figure."""
    from distributed import LocalCluster

    study = make_study(game_name=game_name, specs=["random"], seed=1)
    warm_up(study)
    packed = pack(study)
    result = play_packed(packed, Block(0, 1000), False)
    print(f"a task: {len(packed)} bytes; a result: {len(result) / 1000:.1f} kB")

    counts = RunCounts.empty(study)
    began = time.perf_counter()
    for _ in range(50):
        counts.add(open_result(result))
    print(f"to open a result and add it: {(time.perf_counter() - began) / 50 * 1000:.1f} ms")

    per_deal = study.design.games_per_deal
    block = games // 10
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, protocol="tcp://", dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        there = {"backend": "dask", "scheduler": cluster.scheduler_address}
        seconds(study, workers * 4 * per_deal, per_deal, **there)  # workers load the machine code
        small = seconds(study, SMALL_TASKS * per_deal, per_deal, **there)
        each = small / SMALL_TASKS
        print(f"{SMALL_TASKS} tasks of a deal each: {small:.1f} s, {each * 1000:.1f} ms a task, {1 / each:.0f} a second")
        for _ in range(2):
            print(f"{games:,} games in ten tasks, {workers} Dask workers: {seconds(study, games, block, **there):.1f} s")
            print(f"the same, {workers} threads: {seconds(study, games, block, jobs=workers, backend='threads'):.1f} s")


if __name__ == "__main__":
    main()
