"""`simulate games`: list the games."""

from __future__ import annotations

import click


@click.command("games")
def command() -> None:
    """List the games, their modes and rules."""
    from experiments.listing import list_games

    click.echo(list_games())
