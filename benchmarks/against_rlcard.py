"""Decisions per second and core of Bacon's random line-up against RLCard's doudizhu with random agents.

    pip install rlcard && python benchmarks/against_rlcard.py [--seconds 20]

RLCard is needed for this benchmark only.
"""

from __future__ import annotations

import time

import click
from against_openspiel import our_rate


def rlcard_rate(seconds: float) -> float:
    """Player decisions per second of doudizhu with RLCard's random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    environment = rlcard.make("doudizhu", config={"seed": 1})
    environment.set_agents([RandomAgent(num_actions=environment.num_actions) for _ in range(environment.num_players)])
    decisions = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        trajectories, _ = environment.run(is_training=False)
        decisions += sum(len(trajectory) // 2 for trajectory in trajectories)
    return decisions / (time.process_time() - began)


@click.command()
@click.option("--seconds", default=20.0, show_default=True)
def main(seconds: float) -> None:
    """Time both and print the ratio."""
    theirs, mine = rlcard_rate(seconds), our_rate("bacon", seconds / 4)
    print(f"bacon {mine:,.0f}, RLCard doudizhu {theirs:,.0f} decisions/s and core: {mine / theirs:,.0f} times")


if __name__ == "__main__":
    main()
