"""Decisions per second and core against OpenSpiel's dou_dizhu, random play driven from Python.

    pip install open_spiel && python benchmarks/against_openspiel.py [--seconds 10]

OpenSpiel is needed for this benchmark only. Both play uniformly at random in one thread, timed by processor time in turns.
"""

from __future__ import annotations

import random
import time

import click

from engines.game import find_game
from experiments.bench import Block, bench_for
from experiments.running import warm_up
from experiments.study import make_study


def openspiel_rate(seconds: float, seed: int) -> float:
    """Player decisions per second of random dou_dizhu games."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    chooser = random.Random(seed)
    decisions = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(actions, chances)[0])
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.process_time() - began)


def our_rate(game_name: str, seconds: float) -> float:
    """Decisions per second of the random line-up in the game's first mode."""
    sides = find_game(game_name).modes[0].side_count
    study = make_study(game_name=game_name, specs=["random"] * sides, seed=1)
    warm_up(study)
    decisions, first = 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        outcomes = bench_for(study).play_lineup(0, Block(first, 500))
        decisions += int(outcomes["game"][:, :, 0].sum())
        first += 500
    return decisions / (time.process_time() - began)


@click.command()
@click.option("--game", "game_name", default="beerbread", show_default=True)
@click.option("--seconds", default=10.0, show_default=True)
def main(game_name: str, seconds: float) -> None:
    """Time both, in turns, and print the ratio."""
    ours, theirs = [], []
    for seed in range(3):
        theirs.append(openspiel_rate(seconds / 3, seed))
        ours.append(our_rate(game_name, seconds / 3))
    mine, other = sum(ours) / 3, sum(theirs) / 3
    print(f"{game_name} {mine:,.0f}, OpenSpiel dou_dizhu {other:,.0f} decisions/s and core: {mine / other:,.0f} times")


if __name__ == "__main__":
    main()
