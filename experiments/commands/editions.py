"""`simulate editions`: do the findings hold for other card tables?"""

from __future__ import annotations

from typing import Any

import click

from experiments.commands.options import (
    SPEC_HELP,
    Mistake,
    arguments_of,
    choose_checks,
    playing_options,
    playing_settings,
    setting_options,
    show_options,
    split_names,
)


@click.command("editions")
@setting_options
@click.option("--strategies", metavar="A,B,..", help=f"Who plays every pairing; four good ones if absent. {SPEC_HELP}")
@click.option("--count", type=click.IntRange(min=1), default=200, show_default=True, metavar="E", help="Other editions.")
@click.option("--n", "games", default="20000", show_default=True, metavar="N", help="Games on each edition.")
@playing_options
@show_options
@click.pass_context
def command(context: click.Context, /, count: int, **options: Any) -> None:
    """Make other editions under the same constraints, play the same study on each, and say which findings hold.

    \b
    simulate editions --game beerbread --count 200
    """
    if options["game_name"] is None:
        raise Mistake("say which game: --game GAME")
    choose_checks(options["debug"])
    from experiments.editions import editions
    from experiments.numbers import parse_count

    arguments = arguments_of(options)
    settings = playing_settings(options, parse_count(options["games"], "--n"))
    context.exit(editions(arguments, split_names(options["strategies"]), count, settings))
