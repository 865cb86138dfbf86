"""Options that several commands share, and what they describe: a study, and how it is played."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

FORMATS = ("table", "json", "csv")


class Mistake(click.ClickException):
    """A user's mistake, shown without a traceback."""

    exit_code = 2


def several(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Several options as one decorator, shown in this order."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


SPEC_HELP = "NAME or PATH.py:NAME, then :parameter=value as often as needed."

DEBUG_HELP = "Check bounds, and recompute after each action all that the engine keeps: the same games, about one a second."

settings_without_players = several(
    click.option("--game", "game_name", metavar="GAME", help="The game: see `simulate games`; or the folder of your own."),
    click.option("--mode", metavar="MODE", help="How it is seated, where a game has several modes."),
    click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Seed of all random numbers; drawn if absent."),
    click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="Set a rule; may be repeated."),
    click.option("--edition", metavar="PATH", help="Another edition (card tables): a file, a folder, or generated:SEED."),
    click.option("--forbid", "bans", multiple=True, metavar="ITEM[:WAY][@STRATEGY]", help="Forbid an item; may be repeated."),
    click.option("--debug", is_flag=True, help=DEBUG_HELP),
)
"""What is played, without who plays and how many."""

setting_options = several(
    click.option("--players", type=int, metavar="P", help="Number of players, where a game takes several."),
    settings_without_players,
)
"""What is played, without who plays."""

game_options = several(
    click.option(
        "--strategies",
        metavar="A,B,..",
        help=f"One strategy a side, or one for all sides, or more for every line-up. {SPEC_HELP}",
    ),
    click.option(
        "--design",
        type=click.Choice(["line-ups", "pairs", "mixed", "mirror", "challenge", "invader"]),
        default="line-ups",
        show_default=True,
        help="Who meets whom: one strategy a side; every two; random line-ups of all; each against itself; the first against "
        "each other one; the second on one side among the first.",
    ),
    setting_options,
)
"""What is played by whom: the options of a study."""

field_options = several(
    click.option("--strategies", metavar="A,B,..", help=f"The strategies, or `all` (the default). {SPEC_HELP}"),
    setting_options,
)
"""What is played, by a field of any number of strategies."""

playing_options = several(
    click.option(
        "--jobs", type=click.IntRange(min=1), metavar="J", help="Blocks played at the same time; all cores if absent."
    ),
    click.option(
        "--backend",
        type=click.Choice(["threads", "processes", "dask", "ray"]),
        default="threads",
        show_default=True,
        help="Where blocks are played; on a cluster it decides how many at a time.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="A cluster's address, such as tcp://127.0.0.1:8786."),
    click.option(
        "--watchdog",
        "watchdog_s",
        type=click.FloatRange(min=0.1),
        default=300.0,
        show_default=True,
        metavar="SECONDS",
        help="A decision that takes longer is taken to loop for ever.",
    ),
    click.option("--checkpoint-seconds", "checkpoint_s", type=click.FloatRange(min=0), default=5.0, hidden=True),
    click.option("--block-size", type=click.IntRange(min=1), metavar="B", hidden=True),
    click.option("--quiet", is_flag=True, help="No progress, no remarks."),
)

show_options = click.option(
    "--format", "output_format", type=click.Choice(FORMATS), default="table", show_default=True, help="What is printed."
)


def check_bounds() -> None:
    """Ask for bounds checks before any kernel is defined; worker processes inherit the variable."""
    os.environ["MEEPLECARLO_BOUNDSCHECK"] = "1"


def choose_checks(debug: bool) -> None:
    """Ask for the debug mode, if it is wanted, before any kernel is defined."""
    if debug:
        check_bounds()
        os.environ["MEEPLECARLO_RECOUNT"] = "1"


def study_of(options: dict[str, Any]) -> Any:
    """The study that the options describe."""
    from experiments.study import make_study

    specs = options["specs"] if "specs" in options else split_names(options["strategies"])
    return make_study(**arguments_of(options), specs=specs, design=options["design"])


def split_names(text: str | None) -> list[str] | None:
    """The strategies of a list with commas, if there is one."""
    from strategies.loading import split_specs

    return split_specs(text) if text else None


def split_counts(text: str | None) -> list[int]:
    """The numbers of players of a list with commas; none if there is no list. Raises Mistake."""
    counts = [part.strip() for part in text.split(",")] if text else []
    for count in counts:
        if not count.isdecimal():
            raise Mistake(f"--players {text!r}: {count!r} is not a number of players.")
    return [int(count) for count in dict.fromkeys(counts)]


def drawn_seed() -> int:
    """A random seed, short enough to type."""
    import secrets

    return secrets.randbelow(10**9)


def arguments_of(options: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `make_study` that the setting options describe: all but who plays."""
    from experiments.numbers import parse_rules

    return {
        "game_name": options["game_name"],
        "mode_name": options["mode"],
        "player_count": options["players"],
        "rules": parse_rules(options["rules"]),
        "edition_path": options["edition"],
        "bans": options["bans"],
        "seed": drawn_seed() if options["seed"] is None else options["seed"],
    }


def playing_settings(
    options: dict[str, Any], games: int, *, out: str | None = None, keep_games: bool = False, force: bool = False
) -> Any:
    """The settings that the options describe, for so many games."""
    from experiments.simulate import Settings
    from experiments.workers import check_backend

    check_backend(options["backend"], options["scheduler"])
    if options.get("debug") and options["backend"] not in ("threads", "processes"):
        raise Mistake(f"--debug works on this machine only, not with --backend {options['backend']}; leave one of them out.")
    return Settings(
        games=games,
        jobs=options["jobs"] or os.cpu_count() or 1,
        backend=options["backend"],
        out=out,
        keep_games=keep_games,
        force=force,
        output_format=options.get("output_format", "table"),
        quiet=options["quiet"],
        block_games=options["block_size"],
        scheduler=options["scheduler"],
        watchdog_s=options["watchdog_s"],
        checkpoint_s=options["checkpoint_s"],
    )
