"""`simulate check`: try a user's strategies."""

from __future__ import annotations

import click

from experiments.commands.options import check_bounds


@click.command("check")
@click.argument("path", metavar="PATH.py")
@click.option("--game", "game_name", metavar="GAME", help="Only those for this game: its name, or the folder of your own.")
@click.option("--n", "games", default="1000", show_default=True, metavar="N", help="Games to play with each.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
def command(path: str, game_name: str | None, games: str, seed: int) -> None:
    """Try the strategies of a file in bounds-checked mode and report faults with their line."""
    check_bounds()
    from experiments.check import check_file
    from experiments.numbers import parse_count

    for line in check_file(path, game_name, parse_count(games, "--n"), seed):
        click.echo(line)
