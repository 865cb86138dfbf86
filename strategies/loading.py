"""Finding strategies by what a user writes: `name` or `path.py:name`, then perhaps `@weights.toml` and `:parameter=value`."""

from __future__ import annotations

import importlib
import re
import tomllib
from dataclasses import replace
from pathlib import Path

from engines.game import Game, UsageError, find_game, game_names, unknown_name
from strategies.api import Player, Strategy, strategies_in
from strategies.user_files import load_user_file, read_text, read_user_file

_WITH_WEIGHTS = re.compile(r"(?P<head>[^@]+)@(?P<file>.+?\.toml)(?P<settings>(:.*)?)")


def builtin_strategies(game: str) -> dict[str, Strategy]:
    """The strategies that come with a game, by name. Raises UsageError for what is wrong in a user's own game."""
    if game in game_names():
        return strategies_in(vars(importlib.import_module(f"strategies.{game}")), game)
    found = find_game(game)
    if not (Path(found.folder) / "strategies.py").is_file():
        return {}
    return strategies_in(vars(found.part("strategies")), found.name)


def file_digest(path: str) -> str:
    """SHA-256 of a user's file, for the manifest and for workers that load it again. Modules that belong to it count."""
    return read_user_file(path).digest


def load_strategies(path: str) -> list[Strategy]:
    """The strategies for all games in a user's file. Raises UsageError with the line of what is wrong."""
    found = [value for value in vars(load_user_file(path)).values() if isinstance(value, Strategy)]
    return [replace(strategy, file=path) for strategy in found]


def load_file(path: str, game: str) -> dict[str, Strategy]:
    """The strategies for a game in a user's file, by name. Raises UsageError with the line of what is wrong."""
    strategies = load_strategies(path)
    found = {strategy.name: strategy for strategy in strategies if strategy.game == game}
    if not found:
        others = ", ".join(dict.fromkeys(strategy.game for strategy in strategies))
        there = f"; those in it are for {others}" if others else " in it"
        raise UsageError(f'{path}: no strategy for {game}{there}. A strategy is a function under @strategy("{game}").')
    return found


def split_specs(text: str) -> list[str]:
    """The specs of a comma-separated list."""
    specs = [spec.strip() for spec in text.split(",")]
    if not all(specs):
        raise UsageError(f"--strategies {text!r}: there is an empty name in the list.")
    return specs


def find_strategy(spec: str, game: Game) -> tuple[Strategy, list[str]]:
    """The strategy that a spec names, and its settings `parameter=value`."""
    parts = spec.split(":")
    if len(parts) > 1 and len(parts[0]) == 1 and parts[1][:1] in ("/", "\\"):
        parts = [f"{parts[0]}:{parts[1]}", *parts[2:]]
    head, rest = parts[0], parts[1:]
    if not (head.endswith(".py") or "/" in head or "\\" in head):
        known = builtin_strategies(game.name)
        if head not in known:
            raise unknown_name(f"strategy of {game.title}", head, known)
        return known[head], rest
    found = load_file(head, game.name)
    if rest and "=" not in rest[0]:
        if rest[0] not in found:
            raise unknown_name(f"strategy in {head}", rest[0], found)
        return found[rest[0]], rest[1:]
    if len(found) > 1:
        raise UsageError(f"{head} has several strategies; write {head}:NAME. There are: {', '.join(found)}.")
    return next(iter(found.values())), rest


def parse_player(spec: str, game: Game) -> Player:
    """The player that a spec describes. Raises UsageError for an unknown name, parameter or value."""
    match = _WITH_WEIGHTS.fullmatch(spec)
    strategy, settings = find_strategy(spec if match is None else match["head"] + match["settings"], game)
    known = {parameter.name: number for number, parameter in enumerate(strategy.parameters)}
    weights = list(strategy.defaults)
    if match is not None:
        for name, value in load_weights(match["file"], strategy).items():
            weights[known[name]] = value
    changed: list[tuple[str, float]] = []
    for setting in settings:
        name, sign, text = setting.partition("=")
        if not sign:
            raise UsageError(f"{spec!r}: {setting!r} should be parameter=value.")
        if name not in known:
            if not known:
                raise UsageError(f"{spec!r}: strategy {strategy.name} has no parameters.")
            raise unknown_name(f"parameter of {strategy.name}", name, known)
        weights[known[name]] = strategy.parameters[known[name]].parse(text)
        changed.append((name, weights[known[name]]))
    head = strategy.name if match is None else f"{strategy.name}@{Path(match['file']).stem}"
    label = ":".join([head, *(f"{name}={value:g}" for name, value in changed)])
    return Player(strategy, tuple(weights), label, tuple(changed), None if match is None else match["file"])


def load_weights(path: str, strategy: Strategy) -> dict[str, float]:
    """The weights in a TOML file that `simulate tune` wrote, checked. Raises UsageError, which names the file."""
    try:
        content = tomllib.loads(read_text(path, "weights"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: this is not TOML: {error}.") from None
    weights = content.get("weights")
    if not isinstance(weights, dict):
        raise UsageError(f"{path}: there is no table [weights] in it.")
    if content.get("game", strategy.game) != strategy.game:
        raise UsageError(f"{path}: these weights are for the game {content['game']}, not for {strategy.game}.")
    known = {parameter.name: parameter for parameter in strategy.parameters}
    found = {}
    for name, value in weights.items():
        if name not in known:
            raise UsageError(f"{path}: {unknown_name(f'parameter of {strategy.name}', name, known)}")
        try:
            found[name] = known[name].parse(str(value))
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from None
    return found


def with_weight(spec: str, name: str, value: str) -> str:
    """A spec with a parameter set, in place of what it said of that."""
    return ":".join([*(part for part in spec.split(":") if part.partition("=")[0] != name), f"{name}={value}"])


def parse_players(specs: list[str], game: Game) -> list[Player]:
    """The players of several specs, with labels that tell them apart."""
    players = [parse_player(spec, game) for spec in specs]
    labels: dict[str, int] = {}
    distinct = []
    for player in players:
        count = labels[player.label] = labels.get(player.label, 0) + 1
        label = player.label if count == 1 else f"{player.label} ({count})"
        distinct.append(replace(player, label=label))
    return distinct
