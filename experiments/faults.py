"""Faults of a strategy while it plays: which strategy, which game, whose turn, and how to see it again."""

from __future__ import annotations

import shlex

from experiments.study import Study


class StrategyFault(RuntimeError):
    """A strategy raised an exception or chose an option that does not exist."""


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
