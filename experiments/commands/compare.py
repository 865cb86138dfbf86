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
@click.option("--until-decided", is_flag=True, help="Two strategies: play until a sequential test says which is better.")
@click.option("--elo0", type=float, default=0.0, show_default=True, help="Test: not better is this much, in Elo, or less.")
@click.option("--elo1", type=float, default=10.0, show_default=True, help="Test: better is this much, in Elo, or more.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Test: rate of wrong `better`.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Test: rate of wrong `not better`.")
@click.option("--target-precision", type=float, metavar="H", help="Two strategies: play until the share is known to ± H.")
@click.option("--max-n", default="10M", show_default=True, metavar="N", help="Most games until it is decided.")
@playing_options
@show_options
@click.pass_context
def command(context: click.Context, /, named: tuple[str, ...], **options: Any) -> None:
    """Compare strategies: who beats whom, by how much, and how sure that is.

    \b
    simulate compare --game bacon --strategies all
    simulate compare greedy balanced --game beerbread --until-decided
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
    specs = specs_for_comparison(given, options["game_name"])
    if options["until_decided"] or options["target_precision"] is not None:
        context.exit(_decide(specs, options))
    study = study_of(options | {"specs": specs})
    settings = playing_settings(options, parse_count(options["games"], "--n"))
    context.exit(compare(study, settings, options["baseline"]))


def _decide(specs: list[str], options: dict[str, Any]) -> int:
    """Play two strategies until it is decided; the exit code."""
    from analysis.sequential import SequentialTest
    from experiments.deciding import Goal, decide
    from experiments.numbers import parse_count

    if len(specs) != 2:
        raise Mistake(f"to decide which is better takes two strategies, not {len(specs)}.")
    precision = options["target_precision"]
    if precision is not None and not 0 < precision < 0.5:
        raise Mistake(f"--target-precision {precision:g} is not between 0 and 0.5 (a share of the wins).")
    test = None
    if options["until_decided"]:
        try:
            test = SequentialTest(options["elo0"], options["elo1"], options["alpha"], options["beta"])
        except ValueError as error:
            raise Mistake(str(error)) from None
    most = parse_count(options["max_n"], "--max-n")
    study = study_of(options | {"specs": specs, "design": "pairs"})
    return decide(study, playing_settings(options, most), Goal(test, precision, most))
