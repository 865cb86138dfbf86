"""`simulate report`: a balance report as PDF or as one HTML page."""

from __future__ import annotations

import sys
from typing import Any

import click

from experiments.commands.options import (
    Mistake,
    arguments_of,
    choose_checks,
    field_options,
    playing_options,
    playing_settings,
    split_names,
)


@click.command("report")
@field_options
@click.option("--run", "run_folder", metavar="DIR", help="Report on a stored run (--out DIR) instead of playing.")
@click.option("--n", "games", default="100000", show_default=True, metavar="N", help="Games of the main run.")
@click.option("--editions", type=click.IntRange(min=2), metavar="E", help="Also try the findings on so many other editions.")
@click.option("-o", "--output", metavar="FILE", help="Where it is written: balance.pdf, or balance.html with --html.")
@click.option("--html", is_flag=True, help="One self-contained HTML page instead of a PDF.")
@playing_options
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Play what a balance report needs, and write it. The same numbers are in report.json beside it.

    \b
    simulate report --game beerbread -o balance.pdf
    simulate report --run run -o run.html --html
    """
    if (options["game_name"] is None) == (options["run_folder"] is None):
        raise Mistake("say which game with --game GAME, or which stored run with --run DIR, and not both.")
    choose_checks(options["debug"])
    from experiments.report import Stopped, output_paths
    from experiments.write_report import write_report

    output = options["output"] or ("balance.html" if options["html"] else "balance.pdf")
    path, json_path = output_paths(output, options["html"])
    try:
        report = _report(options)
    except Stopped as error:
        click.echo(str(error), err=True)
        context.exit(130)
    write_report(report, path, json_path, html=options["html"])
    for finding in report["findings"]:
        click.echo(f"{finding['status']:8}{finding['topic']}: {finding['text']}")
    click.echo(f"Wrote {path} and {json_path}.")


def _report(options: dict[str, Any]) -> dict[str, Any]:
    """The report's object: of a stored run, or of games played now."""
    from analysis.loading import UnreadableRun
    from experiments.compare import specs_for_comparison
    from experiments.numbers import parse_count
    from experiments.report import play_report, report_object, report_of_run

    if options["run_folder"] is not None:
        try:
            return report_of_run(options["run_folder"], sys.argv)
        except UnreadableRun as error:
            raise Mistake(f"--run {error}") from None
    arguments = arguments_of(options)
    named = split_names(options["strategies"]) or []
    specs = named if len(named) == 1 and named != ["all"] else specs_for_comparison(named, options["game_name"])
    settings = playing_settings(options, parse_count(options["games"], "--n"))
    if options["editions"]:
        from engines.game import find_game
        from experiments.editions import check_editions

        check_editions(find_game(options["game_name"]))
    played = play_report(arguments, specs, settings)
    robustness = None
    if options["editions"]:
        from experiments.editions import robustness_for_report

        study, _ = played.main
        robustness = robustness_for_report(arguments, study.specs, options["editions"], settings)
    return report_object(played, sys.argv, robustness)
