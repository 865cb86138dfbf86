"""Games per second of Animarche's random line-up against catanatron's random players, one process each.

    pip install 'catanatron>=3.2' && python benchmarks/against_catanatron.py [--seconds 20]

catanatron is needed for this benchmark only.
"""

from __future__ import annotations

import time

import click

from experiments.bench import Block, bench_for
from experiments.running import warm_up
from experiments.study import make_study


def catanatron_rate(seconds: float) -> float:
    """Games of Catan per second with four random players."""
    from catanatron import Color, Game, RandomPlayer

    games = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]).play()
        games += 1
    return games / (time.process_time() - began)


def our_rate(seconds: float) -> float:
    """Games of Animarche per second with four random players."""
    study = make_study(game_name="animarche", specs=["random"] * 4, seed=1)
    warm_up(study)
    games, first = 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        outcomes = bench_for(study).play_lineup(0, Block(first, 500))
        games += outcomes.size
        first += 500
    return games / (time.process_time() - began)


@click.command()
@click.option("--seconds", default=20.0, show_default=True)
def main(seconds: float) -> None:
    """Time both and print the ratio."""
    theirs, mine = catanatron_rate(seconds), our_rate(seconds / 4)
    print(f"animarche {mine:,.0f}, catanatron {theirs:,.1f} games/s: {mine / theirs:,.0f} times")


if __name__ == "__main__":
    main()
