"""`simulate games`: what can be played."""

from __future__ import annotations

import click


@click.command("games")
@click.option(
    "--game", "game_name", metavar="GAME", help="Only this one (or the folder of your own), with its metrics and items."
)
def command(game_name: str | None) -> None:
    """List the games, their modes and rules; with --game also what is counted and which items there are."""
    from experiments.listing import describe_game, list_games

    click.echo(list_games() if game_name is None else describe_game(game_name))
