"""The command line: `simulate` (also installed as `meeplecarlo`).

This module is imported at every start, so it imports nothing heavy; each command is a module of `experiments.commands`, which
imports what it needs when it runs.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from experiments.commands.options import (
    Mistake,
    choose_checks,
    game_options,
    playing_options,
    playing_settings,
    show_options,
    study_of,
)
from experiments.interrupts import exit_code, leave

COMMANDS = (
    "compare",
    "report",
    "sweep",
    "ablate",
    "editions",
    "tune",
    "run",
    "power",
    "resume",
    "query",
    "games",
    "strategies",
    "replay",
    "edition",
    "check",
)
"""The commands beside the first one, in the order in which help lists them; each is a module with an object `command`."""

FAULTS = ("StrategyFault", "EngineFault", "Stuck", "StorageFault")
"""Names of exceptions that are shown without a traceback (their modules are not light to import)."""


class PlayFault(click.ClickException):
    """A fault found while playing, shown without a traceback."""

    exit_code = 1


class Commands(click.Group):
    """The group of commands: finds them when asked for, and turns the laboratory's errors into messages and exit codes."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of a name."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"experiments.commands.{name}").command
        return command

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        """The command that the arguments name; an unknown one is answered with the nearest."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from engines.game import unknown_name

            raise Mistake(str(unknown_name("command", args[0], list(COMMANDS))))
        return super().resolve_command(context, args)

    def invoke(self, context: click.Context) -> Any:
        """Run a command. Exit code 2 for a user's mistake, 1 for a fault while playing, 130 or 143 after an interrupt."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt as interrupt:
            click.echo("Interrupted.", err=True)
            raise click.exceptions.Exit(exit_code(interrupt)) from None
        except (ValueError, RuntimeError) as error:
            raise _as_fault(error) from None


def _as_fault(error: Exception) -> Exception:
    """The exception to show for one that a command raised; itself where it is a fault of the program."""
    from engines.game import UsageError

    if isinstance(error, UsageError):
        return Mistake(str(error))
    if type(error).__name__ in FAULTS:
        return PlayFault(str(error))
    return error


def _version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        from importlib.metadata import version

        click.echo(f"Meeple Carlo {version('meeplecarlo')}")
        context.exit()


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@game_options
@click.option("--n", "games", default="100000", show_default=True, metavar="N", help="Games to play: 1000000, 1e6, 1M.")
@playing_options
@click.option("--out", metavar="DIR", help="Write the run there: manifest.json, summary.parquet, counts.npz.")
@click.option("--keep-games", is_flag=True, help="With --out: also games/part-*.parquet, a row a game and seat.")
@click.option("--force", is_flag=True, help="Overwrite the run in --out.")
@show_options
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
    choose_checks(options["debug"])
    from experiments.numbers import parse_count
    from experiments.simulate import simulate

    settings = playing_settings(
        options,
        parse_count(options["games"], "--n"),
        out=options["out"],
        keep_games=options["keep_games"],
        force=options["force"],
    )
    context.exit(simulate(study_of(options), settings, sys.argv))


def main() -> None:
    """The entry point of the console scripts: output that no stream can crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        main_command(prog_name=os.path.basename(sys.argv[0]) or "simulate")
    except SystemExit as end:
        leave(end.code)


if __name__ == "__main__":
    main()
