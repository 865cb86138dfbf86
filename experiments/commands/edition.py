"""`simulate edition`: make another edition."""

from __future__ import annotations

import click


@click.command("edition")
@click.option("--game", "game_name", required=True, metavar="GAME", help="A game with card tables: see `simulate games`.")
@click.option("--seed", type=click.IntRange(min=0), required=True, metavar="S", help="Seed of the generator.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter of the generator; may be repeated.")
@click.argument("path", metavar="PATH")
def command(game_name: str, seed: int, settings: tuple[str, ...], path: str) -> None:
    """Make another edition (card tables) under the constraints of the shipped one and write it to PATH."""
    from experiments.new_edition import write_generated

    click.echo(write_generated(game_name, seed, settings, path))
