"""`simulate power`: how many games does it take?"""

from __future__ import annotations

from typing import Any

import click

from experiments.commands.options import SPEC_HELP, Mistake, choose_checks, setting_options, show_options, split_names, study_of


@click.command("power")
@click.option("--difference", type=float, metavar="D", help="Difference of the win share from one half: 0.01 is a point.")
@click.option("--n", "games", metavar="N", help="Instead: the games there are; which difference do they show?")
@click.option("--power", type=float, default=0.9, show_default=True, help="Probability that the difference is found.")
@click.option("--significance", type=float, default=0.05, show_default=True, help="Probability of finding one where none is.")
@click.option("--strategies", metavar="A,B", help=f"Two strategies whose spread is measured. {SPEC_HELP}")
@setting_options
@click.option("--quiet", is_flag=True, help="No remarks.")
@show_options
def command(**options: Any) -> None:
    """Say how many games are needed to see a difference of win share, or which difference a number of games can show.

    \b
    simulate power --difference 0.01
    simulate power --n 100k --game beerbread --strategies greedy,denier
    """
    if (options["difference"] is None) == (options["games"] is None):
        raise Mistake("say either --difference D or --n N.")
    if options["difference"] is not None and not 0 < options["difference"] < 0.5:
        raise Mistake(f"--difference {options['difference']:g} is not between 0 and 0.5; 0.01 is one point of win share.")
    for name in ("power", "significance"):
        if not 0 < options[name] < 1:
            raise Mistake(f"--{name} {options[name]:g} is not between 0 and 1.")
    choose_checks(options["debug"])
    from experiments.numbers import parse_count
    from experiments.planning import needed, show

    study = None
    named = split_names(options["strategies"])
    if options["game_name"] is not None:
        if named is None or len(named) != 2:
            raise Mistake("name two strategies whose spread is measured: --strategies A,B.")
        study = study_of(options | {"design": "pairs"})
    elif named is not None:
        raise Mistake("say which game: --game GAME")
    games = None if options["games"] is None else parse_count(options["games"], "--n")
    result = needed(options["difference"], games, study, options["power"], options["significance"], options["quiet"])
    show(result, study, options["output_format"])
