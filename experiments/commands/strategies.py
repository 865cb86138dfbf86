"""`simulate strategies`: list a game's strategies."""

from __future__ import annotations

import click


@click.command("strategies")
@click.option(
    "--game", "game_name", required=True, metavar="GAME", help="The game: see `simulate games`; or the folder of your own."
)
@click.option("--long", "long_form", is_flag=True, help="The whole description of each strategy.")
def command(game_name: str, long_form: bool) -> None:
    """List the strategies of a game and their parameters."""
    from experiments.listing import list_strategies

    click.echo(list_strategies(game_name, long_form))
