"""`simulate games`: list the games."""

from __future__ import annotations

import click


@click.command("games")
@click.option("--game", "game_name", metavar="GAME", help="Only this game: a name, or the folder of a game of your own.")
def command(game_name: str | None) -> None:
    """List the games, their modes and rules."""
    from engines.game import game_names
    from experiments.listing import list_games

    click.echo(list_games(game_names() if game_name is None else [game_name]))
