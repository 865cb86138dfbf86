"""The compiled Animarche engine against the plain-Python reference, random play of the same deals, in one run.

    python benchmarks/animarche_against_reference.py [--games 60]

The reference is timed as it plays (its `apply` lists the options of each decision, as the engine does), with choices drawn
beforehand, as random numbers; the engine plays its random line-up.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from experiments.bench import Block, bench_for
from experiments.running import warm_up
from experiments.study import make_study
from tests.engines.animarche.test_animarche_against_reference import CoStepper


@click.command()
@click.option("--games", default=60, show_default=True)
def main(games: int) -> None:
    """Time both at four players."""
    study = make_study(game_name="animarche", specs=["random"] * 4, seed=1)
    warm_up(study)
    stepper = CoStepper(study.mode, study.edition, dict(study.rules), study.seed)
    chooser = random.Random(1)
    slow = 0.0
    for deal in range(games):
        stepper.table.start(deal, 0)
        numbers = [chooser.random() for _ in range(1000)]
        began = time.process_time()
        game = stepper.reference_game()
        turn = 0
        while game.decision is not None:
            options = game.decision.options
            game.apply(options[int(numbers[turn] * len(options))])
            turn += 1
        slow += (time.process_time() - began) / games
    block = Block(0, games)
    played = 0
    began = time.process_time()
    for _ in range(20):
        played += bench_for(study).play_lineup(0, block).size
    fast = (time.process_time() - began) / played
    print(f"reference {slow * 1e3:.2f} ms, engine {fast * 1e6:.1f} us a game: {slow / fast:,.0f} times")


if __name__ == "__main__":
    main()
