"""`simulate compare`: a tournament, or two strategies until it is decided."""

from __future__ import annotations

from typing import Any

import click

from experiments.commands.options import (
    Mistake,
    choose_checks,
    field_options,
    playing_options,
    playing_settings,
    show_options,
    study_of,
)


@click.command("compare")
@click.argument("named", metavar="[STRATEGY]...", nargs=-1)
@field_options
@click.option("--design", type=click.Choice(["pairs", "mixed"]), default="pairs", show_default=True,
              help="Every two as a balanced table, or random balanced line-ups of all.")  # fmt: skip
@click.option("--n", "games", default="10000", show_default=True, metavar="N", help="Games a pairing; with mixed, in all.")
@click.option("--baseline", metavar="STRATEGY", help="Give differences to this strategy, with rating 0.")
@playing_options
@show_options
@click.pass_context
def command(context: click.Context, /, named: tuple[str, ...], **options: Any) -> None:
    """Compare strategies: who beats whom, by how much, and how sure that is.

    \b
    simulate compare --game bacon --strategies all
    simulate compare greedy balanced --game beerbread
    """
    if options["game_name"] is None:
        raise Mistake("say which game: --game GAME")
    if named and options["strategies"]:
        raise Mistake("name the strategies once: as arguments, or with --strategies.")
    choose_checks(options["debug"])
    from experiments.compare import compare, specs_for_comparison
    from experiments.numbers import parse_count
    from strategies.loading import split_specs

    given = named or (split_specs(options["strategies"]) if options["strategies"] else ())
    study = study_of(options | {"specs": specs_for_comparison(given, options["game_name"])})
    settings = playing_settings(options, parse_count(options["games"], "--n"))
    context.exit(compare(study, settings, options["baseline"]))
