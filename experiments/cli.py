"""The command line: `simulate` (also installed as `meeplecarlo`).

This module is imported at every start, so it imports nothing heavy; each command imports what it needs when it runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import click

FORMATS = ("table", "json", "csv")


class Mistake(click.ClickException):
    """A user's mistake, shown without a traceback."""

    exit_code = 2


class PlayFault(click.ClickException):
    """A fault found while playing, shown without a traceback."""

    exit_code = 1


class Commands(click.Group):
    """The group of commands: turns the laboratory's errors into messages and exit codes."""

    def invoke(self, context: click.Context) -> Any:
        """Run a command. Exit code 2 for a user's mistake, 1 for a fault while playing, 130 after an interrupt."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            raise click.exceptions.Exit(130) from None
        except (ValueError, RuntimeError) as error:
            raise _as_fault(error) from None


def _as_fault(error: Exception) -> Exception:
    """The exception to show for one that a command raised; itself where it is a fault of the program."""
    from engines.game import UsageError

    if isinstance(error, UsageError):
        return Mistake(str(error))
    if type(error).__name__ == "StrategyFault":
        return PlayFault(str(error))
    return error


def _version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        from importlib.metadata import version

        click.echo(f"Meeple Carlo {version('meeplecarlo')}")
        context.exit()


def _options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Several options as one decorator, shown in this order."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


game_options = _options(
    click.option("--game", "game_name", metavar="GAME", help="The game: see `simulate games`."),
    click.option("--mode", metavar="MODE", help="How it is seated, where a game has several modes."),
    click.option("--players", type=int, metavar="P", help="Number of players, where a game takes several."),
    click.option(
        "--strategies",
        metavar="A,B,..",
        help="One strategy a side, or one for all sides, or more for every line-up. NAME or PATH.py:NAME, then "
        ":parameter=value as often as needed.",
    ),
    click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Seed of all random numbers; drawn if absent."),
    click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="Set a rule switch; may be repeated."),
    click.option("--edition", metavar="PATH", help="Another edition (card tables): a file or folder."),
    click.option("--debug", is_flag=True, help="Compile with bounds checks (slower)."),
)


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@game_options
@click.option("--n", "games", default="100000", show_default=True, metavar="N", help="Games to play: 1000000, 1e6, 1M.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Blocks played at the same time; all cores if absent.")
@click.option("--backend", type=click.Choice(["threads", "processes"]), default="threads", show_default=True, help="Workers.")
@click.option("--out", metavar="DIR", help="Write manifest.json and summary.parquet there.")
@click.option("--keep-games", is_flag=True, help="With --out: also games.parquet, a row a game and seat.")
@click.option("--force", is_flag=True, help="Overwrite the run in --out.")
@click.option(
    "--format", "output_format", type=click.Choice(FORMATS), default="table", show_default=True, help="What is printed."
)
@click.option("--block-size", type=click.IntRange(min=1), metavar="B", hidden=True)
@click.option("--quiet", is_flag=True, help="No progress, no remarks.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version.")
@click.pass_context
def main_command(context: click.Context, /, **options: Any) -> None:
    """Play many games between scripted strategies, and say what that shows.

    \b
    simulate --game beerbread --n 1000000
    simulate --game beerbread --strategies greedy,balanced --rule field_reset=exact
    """
    if context.invoked_subcommand is not None:
        return
    if options["game_name"] is None:
        if context.get_parameter_source("games") is click.core.ParameterSource.DEFAULT:
            click.echo(context.get_help())
            return
        from engines.game import game_names

        raise Mistake(f"say which game: --game {' | '.join(game_names())}")
    _choose_checks(options["debug"])
    from experiments.numbers import parse_count
    from experiments.running import BLOCK_GAMES
    from experiments.simulate import Settings, simulate

    settings = Settings(
        games=parse_count(options["games"], "--n"),
        jobs=options["jobs"] or os.cpu_count() or 1,
        backend=options["backend"],
        out=options["out"],
        keep_games=options["keep_games"],
        force=options["force"],
        output_format=options["output_format"],
        quiet=options["quiet"],
        block_games=options["block_size"] or BLOCK_GAMES,
    )
    context.exit(simulate(_study(options), settings, sys.argv))


def _choose_checks(debug: bool) -> None:
    """Ask for bounds checks before any kernel is defined; worker processes inherit the variable."""
    if debug:
        os.environ["MEEPLECARLO_BOUNDSCHECK"] = "1"


def _study(options: dict[str, Any]) -> Any:
    """The study that the options describe."""
    from experiments.numbers import parse_rules
    from experiments.study import make_study
    from strategies.loading import split_specs

    return make_study(
        game_name=options["game_name"],
        mode_name=options["mode"],
        player_count=options["players"],
        rules=parse_rules(options["rules"]),
        edition_path=options["edition"],
        specs=split_specs(options["strategies"]) if options["strategies"] else None,
        seed=_drawn_seed() if options["seed"] is None else options["seed"],
    )


def _drawn_seed() -> int:
    """A random seed, short enough to type."""
    import secrets

    return secrets.randbelow(10**9)


@main_command.command("games")
def games_command() -> None:
    """List the games, their modes and rules."""
    from experiments.listing import list_games

    click.echo(list_games())


@main_command.command("strategies")
@click.option("--game", "game_name", required=True, metavar="GAME", help="The game: see `simulate games`.")
@click.option("--long", "long_form", is_flag=True, help="The whole description of each strategy.")
def strategies_command(game_name: str, long_form: bool) -> None:
    """List the strategies of a game and their parameters."""
    from experiments.listing import list_strategies

    click.echo(list_strategies(game_name, long_form))


@main_command.command("replay")
@game_options
@click.option("--game-index", type=int, required=True, metavar="I", help="Number of the game, from 0.")
@click.option("--format", "output_format", type=click.Choice(["text", "jsonl"]), default="text", show_default=True)
def replay_command(game_index: int, output_format: str, **options: Any) -> None:
    """Play one game of a run again and print it turn by turn."""
    if options["seed"] is None:
        raise Mistake("say which run: --seed S, as the run printed it")
    if options["game_name"] is None:
        raise Mistake("say which game: --game GAME")
    _choose_checks(options["debug"])
    from experiments.listing import transcript

    for line in transcript(_study(options), game_index, output_format):
        click.echo(line)


@main_command.command("edition")
@click.option("--game", "game_name", required=True, metavar="GAME", help="A game with card tables: see `simulate games`.")
@click.option("--seed", type=click.IntRange(min=0), required=True, metavar="S", help="Seed of the generator.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter of the generator; may be repeated.")
@click.argument("path", metavar="PATH")
def edition_command(game_name: str, seed: int, settings: tuple[str, ...], path: str) -> None:
    """Make another edition (card tables) under the constraints of the shipped one and write it to PATH."""
    from experiments.new_edition import write_generated

    click.echo(write_generated(game_name, seed, settings, path))


@main_command.command("check")
@click.argument("path", metavar="PATH.py")
@click.option("--game", "game_name", metavar="GAME", help="Only the strategies for this game.")
@click.option("--n", "games", default="1000", show_default=True, metavar="N", help="Games to play with each.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
def check_command(path: str, game_name: str | None, games: str, seed: int) -> None:
    """Try the strategies of a file in bounds-checked mode and report faults with their line."""
    _choose_checks(True)
    from experiments.check import check_file
    from experiments.numbers import parse_count

    for line in check_file(path, game_name, parse_count(games, "--n"), seed):
        click.echo(line)


def main() -> None:
    """The entry point of the console scripts: output that no stream can crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    main_command(prog_name=os.path.basename(sys.argv[0]) or "simulate")


if __name__ == "__main__":
    main()
