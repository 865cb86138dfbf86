"""`simulate ablate`: what an item is worth, by forbidding it."""

from __future__ import annotations

from typing import Any

import click

from experiments.commands.options import (
    SPEC_HELP,
    Mistake,
    choose_checks,
    playing_options,
    playing_settings,
    setting_options,
    show_options,
    study_of,
)


@click.command("ablate")
@setting_options
@click.option("--item", "items", multiple=True, required=True, metavar="NAME", help="The item, or `all`; may be repeated.")
@click.option("--way", metavar="WAY", help="Forbid only this way of use; all that are a choice if absent.")
@click.option("--strategy", metavar="SPEC", help=f"Who plays on all sides; the game's best if absent. {SPEC_HELP}")
@click.option("--to", "whom", type=click.Choice(["one", "all"]), default="one", show_default=True, help="Who does without.")
@click.option("--n", "games", default="20000", show_default=True, metavar="N", help="Games an item.")
@playing_options
@show_options
@click.pass_context
def command(context: click.Context, /, items: tuple[str, ...], strategy: str | None, **options: Any) -> None:
    """Play the same deals with an item forbidden, to one side or to all: what it changes is what the item is worth.

    \b
    simulate ablate --game beerbread --item all
    simulate ablate --game bacon --item straight --to all
    """
    if options["game_name"] is None:
        raise Mistake("say which game: --game GAME")
    if options["bans"]:
        raise Mistake("what is forbidden is said with --item here, not with --forbid.")
    choose_checks(options["debug"])
    from engines.game import find_game
    from experiments.ablation import ablate
    from experiments.numbers import parse_count

    game = find_game(options["game_name"])
    mode = game.find_mode(options["mode"], options["players"])
    spec = strategy or game.default_lineup[mode.name][0]
    design = {"one": ("invader", [spec, spec]), "all": ("mirror", [spec])}[options["whom"]]
    study = study_of(options | {"design": design[0], "specs": design[1]})
    named = () if items == ("all",) else items
    context.exit(ablate(study, playing_settings(options, parse_count(options["games"], "--n")), named, options["way"]))
