"""`simulate sweep`: what rules, weights and player counts change."""

from __future__ import annotations

from typing import Any

import click

from experiments.commands.options import (
    DEBUG_HELP,
    SPEC_HELP,
    Mistake,
    choose_checks,
    drawn_seed,
    playing_options,
    playing_settings,
    show_options,
    split_names,
)


@click.command("sweep")
@click.option("--game", "game_name", metavar="GAME", help="The game: see `simulate games`; or the folder of your own.")
@click.option("--mode", metavar="MODE", help="How it is seated, where a game has several modes.")
@click.option("--players", metavar="P,Q,..", help="Number of players, or several to sweep.")
@click.option("--strategies", metavar="A,B,..", help=f"Who plays. {SPEC_HELP}")
@click.option("--rule", "rules", multiple=True, metavar="NAME=V,W,..", help="Values of a rule, or lo:hi, or lo:hi:k.")
@click.option("--weight", "weights", multiple=True, metavar="STRATEGY.NAME=lo:hi:k", help="Values of a strategy's weight.")
@click.option("--design", type=click.Choice(["grid", "lhs", "sobol"]), default="grid", show_default=True,
              help="All combinations; or points spread over ranges by Latin hypercube or Sobol's sequence.")  # fmt: skip
@click.option("--points", type=click.IntRange(min=1), default=16, show_default=True, help="Points of lhs or sobol.")
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="Show this metric too; may be repeated.")
@click.option("--n", "games", default="20000", show_default=True, metavar="N", help="Games a setting.")
@click.option("--chart", metavar="FILE", help="Draw a chart: .pdf, .svg or .png.")
@click.option("--edition", metavar="PATH", help="Another edition (card tables): a file, a folder, or generated:SEED.")
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Seed of all random numbers; drawn if absent.")
@click.option("--yes", "confirmed", is_flag=True, help="Do it, however many games it takes.")
@click.option("--debug", is_flag=True, help=DEBUG_HELP)
@playing_options
@show_options
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Play the same deals under other settings, and say what each changes.

    \b
    simulate sweep --game beerbread --rule field_reset=top_up,exact
    simulate sweep --game animarche --rule rounds=4:6 --players 2,3,4
    """
    if options["game_name"] is None:
        raise Mistake("say which game: --game GAME")
    choose_checks(options["debug"])
    from experiments.numbers import parse_count
    from experiments.sweep import sweep

    base, axes, points = sweep_of(options)
    context.exit(
        sweep(
            base,
            axes,
            points,
            playing_settings(options, parse_count(options["games"], "--n")),
            metrics=options["metrics"],
            chart=options["chart"],
            confirmed=options["confirmed"],
        )
    )


def sweep_of(options: dict[str, Any]) -> tuple[Any, list[Any], list[Any]]:
    """The base, the axes and the points that the options describe. Raises UsageError."""
    from engines.game import find_game
    from experiments.grid import GRID, grid_points, players_axis, rule_axis, spread_points, weight_axis
    from experiments.sweep import Base

    game = find_game(options["game_name"])
    seed = drawn_seed() if options["seed"] is None else options["seed"]
    counts = options["players"] or ""
    several = "," in counts
    axes = [rule_axis(text, game) for text in options["rules"]]
    if several:
        axes.append(players_axis(counts, game, options["mode"]))
    arguments = {
        "game_name": options["game_name"],
        "mode_name": options["mode"],
        "player_count": None if several or not counts else _one_count(counts),
        "edition_path": options["edition"],
        "specs": split_names(options["strategies"]),
        "seed": seed,
    }
    base = Base(arguments)
    if options["weights"]:
        players = base.study().players
        axes += [weight_axis(text, players) for text in options["weights"]]
    if not axes:
        return base, [], []
    design = options["design"]
    return base, axes, grid_points(axes) if design == GRID else spread_points(axes, design, options["points"], seed)


def _one_count(text: str) -> int:
    if not text.isdecimal():
        raise Mistake(f"--players {text!r} is not a number of players.")
    return int(text)
