"""How fast the search of Animarche is: decisions and playouts a second and core, by budget.

    python benchmarks/animarche_rollout.py [--players 2] [--budgets 16,64,256] [--games 10]

Games are played by the evaluator in all seats; at every decision with a choice the search is asked too. Processor time.
"""

from __future__ import annotations

import time

import click
import numpy as np

from engines.game import find_game
from engines.kernels import Table
from strategies.animarche.rollout import WORKSPACE, search
from strategies.compiling import compiled, weight_records
from strategies.loading import parse_player


@click.command()
@click.option("--players", default=2, show_default=True)
@click.option("--budgets", default="16,64,256", show_default=True)
@click.option("--width", default=8, show_default=True)
@click.option("--games", default=10, show_default=True)
def main(players: int, budgets: str, width: int, games: int) -> None:
    """Time the search at each budget."""
    game = find_game("animarche")
    table = Table(game, game.find_mode(None, players), game.settle_rules({}), game.load_edition(None), 1)
    guide = parse_player("evaluator", game)
    choose, weights = compiled(guide.strategy), weight_records([guide])[0]
    for budget in (0, *map(int, budgets.split(","))):  # the first one compiles
        asked = playouts = 0
        elapsed = 0.0
        for deal in range(games):
            table.start(deal, 0)
            while n := table.run_to_decision():
                stream = table.seat_stream(int(table.state["actor"]))
                move = int(table.moves["move"][choose(table.look(), table.moves, n, weights, stream)])
                if n > 1:
                    began = time.process_time()
                    playouts += search(np.zeros(1, WORKSPACE), table.look(), table.moves, n, max(1, budget), width, stream)[1]
                    elapsed += time.process_time() - began
                    asked += 1
                table.choose_move(move)
        if budget:
            print(f"budget {budget}: {asked / elapsed:.0f} decisions/s, {playouts / elapsed:.0f} playouts/s, "
                  f"{playouts / asked:.1f} playouts a decision")  # fmt: skip


if __name__ == "__main__":
    main()
