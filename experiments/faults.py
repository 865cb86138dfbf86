"""Faults of a strategy while it plays: which strategy, which game, whose turn, and how to see it again."""

from __future__ import annotations

import shlex
import traceback
from typing import Any

import numpy as np

from engines.kernels import Table
from experiments.study import DESIGNS, Study
from strategies.api import Strategy


class StrategyFault(RuntimeError):
    """A strategy raised an exception or chose an option that does not exist."""


class EngineFault(RuntimeError):
    """A game's own code raised an exception, or a value that it keeps drifted from what it counts."""


class Stuck(RuntimeError):
    """No game came back for a long time: a strategy, or the game's own code, loops for ever."""


def replay_command(study: Study, game_index: int) -> str:
    """The command that prints the game turn by turn."""
    words = ["simulate", "replay", "--game", study.game_name]
    if len(study.game.modes) > 1:
        words += ["--mode", study.mode_name, "--players", str(study.player_count)]
    words += ["--seed", str(study.seed), "--game-index", str(game_index), "--strategies", ",".join(study.specs)]
    for rule in study.game.rules:
        value = dict(study.rules)[rule.name]
        if value != rule.default:
            words += ["--rule", f"{rule.name}={value}"]
    if study.edition_path is not None:
        words += ["--edition", study.edition_path]
    if study.design_name != DESIGNS[0]:
        words += ["--design", study.design_name]
    for ban in study.bans:
        words += ["--forbid", ban.spec]
    return shlex.join(words)


def fault_at(study: Study, place: int, deal: int, player: int, seat: int, turn: int, what: str) -> StrategyFault:
    """The fault with all that is needed to find it. place: the game's place in its deal; turn counts choices from 1."""
    game_index = deal * study.design.games_per_deal + place
    label = study.players[player].label
    return StrategyFault(
        f"strategy {label} {what} in game {game_index}, seat {seat} ({study.mode.seat_names[seat]}), "
        f"choice {turn} of the game.\n"
        f"See it with: {replay_command(study, game_index)}"
    )


def engine_fault_at(study: Study, place: int, deal: int, turn: int, what: str) -> EngineFault:
    """The fault of the game itself with all that is needed to find it; arguments as for `fault_at`."""
    game_index = deal * study.design.games_per_deal + place
    whose = f"the game in {study.game.folder}" if study.game.folder else f"the engine of {study.game.title}"
    return EngineFault(
        f"{whose} {what} in game {game_index}, after choice {turn} of the game: a fault of the game, not of a strategy.\n"
        f"See it with: {replay_command(study, game_index)}"
    )


def as_attributes(record: Any) -> Any:
    """A copy of a record whose fields are attributes in Python too, as they are in compiled code."""
    return np.array(record, dtype=np.dtype((np.record, record.dtype)))[()]


def place_in_source(strategy: Strategy, table: Table, weights: Any, seat: int) -> str:
    """Where a strategy raised, as " at FILE, line N"; empty if it cannot be told.

    Compiled code does not keep lines, so the decision is put to the plain Python function once more.
    """
    legal = table.options()
    arguments = [as_attributes(record) for record in (table.view, table.moves, weights, table.seat_stream(seat))]
    view, moves, values, stream = arguments
    try:
        with np.errstate(divide="raise", invalid="raise"):
            strategy.function(view, moves, legal, values, stream)
    except Exception as error:
        file = strategy.function.__code__.co_filename
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        return f" at {strategy.file or file}, line {lines[-1]}" if lines else ""
    return ""
