"""What a study will play, and about how long that takes on this machine."""

from __future__ import annotations

import os
from typing import Any

import click

from engines.compilation import is_warm
from experiments.batch import part_for, play_parts
from experiments.commands.options import split_names
from experiments.compare import specs_for_comparison
from experiments.numbers import parse_count
from experiments.report import BAN_PART, MIRROR_PART, MOST_BANS, PAIRING_PART
from experiments.simulate import Settings, prepare
from experiments.study import Study, make_study

PILOT_GAMES = 4000
"""Games from which the speed is measured."""


def forecast(command: str, options: dict[str, Any]) -> str:
    """How many games a command will play at most, and about how long, in a sentence. options: as click parsed them."""
    study = _pilot_study(options)
    games = games_of(command, options, study)
    settings = Settings(PILOT_GAMES, os.cpu_count() or 1, "threads", None, False, False, "table", True)
    warm = is_warm(study.game)
    prepare(study, True)
    pilot = part_for(study, PILOT_GAMES)
    play_parts([pilot], settings)  # the first run in a process loads what later ones have at hand
    batch = play_parts([pilot], settings)
    rate = batch.counts[0].games / batch.elapsed_s
    cold = "" if warm else ", after compiling once"
    return f"At most {games:,} games, about {_duration(games / rate)} at {rate:,.0f} games/s on this machine{cold}."


def _pilot_study(options: dict[str, Any]) -> Study:
    """A study of the game's usual line-up, or of the strategies named, from which speed is told."""
    count = options.get("players")
    count = int(str(count).split(",")[0]) if count else None
    named = split_names(options.get("strategies")) or []
    spec = options.get("strategy")
    specs = [spec] if spec else named if named and named != ["all"] else None
    arguments = {"game_name": options["game_name"], "mode_name": options["mode"], "player_count": count, "seed": 0}
    if specs is None:
        return make_study(**arguments)
    return make_study(**arguments, specs=specs, design="mirror")


def games_of(command: str, options: dict[str, Any], study: Study) -> int:
    """The games that a command will play at most."""
    if command == "tune":
        return parse_count(options["budget"], "--budget")
    games = parse_count(options["games"], "--n")
    if command in ("compare", "report"):
        strategies = len(specs_for_comparison(split_names(options["strategies"]) or [], study.game_name))
        pairings = strategies * (strategies - 1) // 2
        if command == "compare":
            if options["until_decided"] or options["target_precision"] is not None:
                return parse_count(options["max_n"], "--max-n")
            return games * (pairings if options["design"] == "pairs" else 1)
        modes = sum(mode.name == study.mode_name for mode in study.game.modes)
        tries = (options["editions"] or -1) + 1
        parts = modes * games // MIRROR_PART + (MOST_BANS + 1) * games // BAN_PART
        return games + pairings * games // PAIRING_PART + parts + tries * games // BAN_PART
    if command == "sweep":
        from experiments.commands.sweep import sweep_of

        _, _, points = sweep_of(options)
        return games * (len(points) + 1)
    if command == "ablate":
        items = len([item for item in study.game.items(study.edition) if item.name])
        return games * (1 + (items if options["items"] == ("all",) else len(options["items"])))
    if command == "editions":
        return games * (1 + options["count"])
    return games


def _duration(seconds: float) -> str:
    """A length of time as people say it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def parsed(command: click.Command, arguments: list[str]) -> dict[str, Any]:
    """The options as a command would get them from arguments."""
    with command.make_context(command.name or "", list(arguments)) as context:
        return dict(context.params)
