"""Decisions per second and core of the compiled kernels alone, by line-up.

    python benchmarks/kernel_speed.py [--game beerbread] [--games 40000] [--repeat 5]

Every line-up plays the same deals in one thread; line-ups take turns, so that a drift of the machine hits all alike. Time is
processor time. The best and the median of the repetitions are printed.
"""

from __future__ import annotations

import statistics
import time

import click

from engines.game import find_game
from experiments.bench import Block, bench_for
from experiments.running import warm_up
from experiments.study import make_study

BLOCK_DEALS = 512


@click.command()
@click.option("--game", "game_name", default="beerbread", show_default=True)
@click.option("--games", default=40_000, show_default=True)
@click.option("--repeat", default=5, show_default=True)
def main(game_name: str, games: int, repeat: int) -> None:
    """Time every mode's random and default line-up."""
    game = find_game(game_name)
    studies = {}
    for mode in game.modes:
        for name, specs in (
            ("random", ["random"] * mode.side_count),
            ("default", list(game.default_lineup[mode.name][: mode.side_count])),
        ):
            studies[f"{mode.name} {mode.players}, {name}: {','.join(specs)}"] = make_study(
                game_name=game_name, mode_name=mode.name, player_count=mode.players, specs=specs, seed=1
            )
    rates: dict[str, list[float]] = {name: [] for name in studies}
    lengths: dict[str, float] = {}
    for study in studies.values():
        warm_up(study)
    for _ in range(repeat):
        for name, study in studies.items():
            decisions, played, elapsed = 0, 0, 0.0
            for first in range(0, study.design.deals_for(games), BLOCK_DEALS):
                began = time.process_time()
                outcomes = bench_for(study).play_lineup(0, Block(first, BLOCK_DEALS))
                elapsed += time.process_time() - began
                decisions += int(outcomes["game"][:, :, 0].sum())
                played += outcomes.size
            rates[name].append(decisions / elapsed)
            lengths[name] = decisions / played
    for name, found in rates.items():
        best, middle = max(found) / 1e6, statistics.median(found) / 1e6
        print(f"{name}: {middle:.2f} million decisions/s and core (best {best:.2f}), {lengths[name]:.1f} decisions a game")


if __name__ == "__main__":
    main()
