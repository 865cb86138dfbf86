"""`simulate replay`: play one game again."""

from __future__ import annotations

from typing import Any

import click

from experiments.commands.options import Mistake, choose_checks, game_options, study_of


@click.command("replay")
@game_options
@click.option("--game-index", type=int, required=True, metavar="I", help="Number of the game, from 0.")
@click.option("--format", "output_format", type=click.Choice(["text", "jsonl"]), default="text", show_default=True)
def command(game_index: int, output_format: str, **options: Any) -> None:
    """Play one game of a run again and print it turn by turn."""
    if options["seed"] is None:
        raise Mistake("say which run: --seed S, as the run printed it")
    if options["game_name"] is None:
        raise Mistake("say which game: --game GAME")
    choose_checks(options["debug"])
    from experiments.listing import transcript

    for line in transcript(study_of(options), game_index, output_format):
        click.echo(line)
