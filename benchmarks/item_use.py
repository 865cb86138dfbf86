"""How often each item (card, shop face, manager, goal, type of play) is used, and how its users fare.

    python benchmarks/item_use.py --game animarche --strategies evaluator [--deals 6000]

For each way of use: uses a game / win share of those who used it, times the number of sides (1 is average).
"""

from __future__ import annotations

import click

from engines.game import SHARE_UNIT
from experiments.bench import Block, bench_for
from experiments.running import warm_up
from experiments.study import make_study


@click.command()
@click.option("--game", "game_name", default="animarche", show_default=True)
@click.option("--players", type=int)
@click.option("--strategies", default="evaluator", show_default=True)
@click.option("--deals", default=6000, show_default=True)
def main(game_name: str, players: int | None, strategies: str, deals: int) -> None:
    """Print a line an item."""
    study = make_study(game_name=game_name, player_count=players, specs=strategies.split(","), seed=3)
    warm_up(study)
    tally = bench_for(study).play(Block(0, deals), False).tally
    games, sides = int(tally.games[0]), study.mode.side_count
    used, uses, share = (
        counts.reshape(-1, *counts.shape[-2:]).sum(axis=0) for counts in (tally.item_used, tally.item_uses, tally.item_share)
    )
    for number, name in enumerate(item.name for item in study.game.items(study.edition)):
        parts = [
            f"{way} {uses[number, w] / games:.3f}/{sides * share[number, w] / SHARE_UNIT / used[number, w]:.2f}"
            for w, way in enumerate(study.game.item_ways)
            if used[number, w]
        ]
        if name:
            print(f"{name:32s}", "  ".join(parts) or "never used")


if __name__ == "__main__":
    main()
