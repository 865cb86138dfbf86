"""`simulate tune`: better weights for a strategy."""

from __future__ import annotations

import sys
from typing import Any

import click

from experiments.commands.options import (
    SPEC_HELP,
    Mistake,
    arguments_of,
    choose_checks,
    playing_options,
    playing_settings,
    settings_without_players,
    show_options,
    split_counts,
    split_names,
)


@click.command("tune")
@settings_without_players
@click.option("--players", metavar="P,Q,..", help="Number of players, or several that count alike.")
@click.option("--strategy", required=True, metavar="SPEC", help=f"Whose weights. {SPEC_HELP}")
@click.option(
    "--against", required=True, metavar="A,B,..|self", help="Opponents; `self` is the strategy with its first weights."
)
@click.option("--weights", metavar="A,B,..", help="Which weights; all if absent.")
@click.option("--budget", default="1M", show_default=True, metavar="N", help="Games in all.")
@click.option("-o", "--output", default="tuned.toml", show_default=True, metavar="FILE", help="Where the weights are written.")
@playing_options
@show_options
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Search for weights that win more, and try them on fresh deals. An interrupted search goes on with the same command.

    \b
    simulate tune --game bacon --strategy evaluator --against self,control --seed 1 --budget 2M
    """
    if options["game_name"] is None:
        raise Mistake("say which game: --game GAME")
    choose_checks(options["debug"])
    from experiments.numbers import parse_count
    from experiments.tuning import make_task, tune

    counts = split_counts(options["players"])
    arguments = arguments_of(options | {"players": None})
    del arguments["player_count"]
    budget = parse_count(options["budget"], "--budget")
    names = split_names(options["weights"]) or []
    against = split_names(options["against"]) or []
    task = make_task(arguments, options["strategy"], against, names, budget, counts or [None])
    context.exit(tune(task, playing_settings(options, budget), options["output"], sys.argv))
