"""Lists and transcripts as text: games, strategies, one game turn by turn."""

from __future__ import annotations

import json
from collections.abc import Iterator

from engines.game import find_game, game_names
from experiments.replay import Replay
from experiments.study import Study
from strategies.loading import builtin_strategies


def list_games(names: list[str] | None = None) -> str:
    """Games (all, unless named) with modes, rules and defaults."""
    lines = []
    for name in names or game_names():
        game = find_game(name)
        modes = ", ".join(f"{mode.name} with {mode.players}" for mode in game.modes)
        lines += [f"{name}: {game.title}. {game.summary}.", f"  modes: {modes} players", "  rules (the default first):"]
        for rule in game.rules:
            values = " | ".join(rule.choices) if rule.choices else f"{rule.default} ({rule.low} to {rule.high})"
            lines.append(f"    {rule.name}={values}: {rule.meaning}")
    return "\n".join(lines)


def describe_game(name: str) -> str:
    """A game with its rules, what is counted in it, and its items."""
    game = find_game(name)
    lines = [list_games([name]), "  metrics of a seat:"]
    lines += [f"    {metric.name} ({metric.unit}): {metric.meaning}" for metric in game.seat_metrics]
    lines.append("  metrics of a game:")
    lines += [f"    {metric.name} ({metric.unit}): {metric.meaning}" for metric in game.game_metrics]
    kinds: dict[str, list[str]] = {}
    for item in game.items(game.load_edition(None)):
        if item.name:
            kinds.setdefault(item.kind, []).append(item.name)
    lines.append(f"  items, used in these ways: {', '.join(game.item_ways)} (a choice: {', '.join(game.chosen_ways)}):")
    lines += [f"    {kind}: {', '.join(items)}" for kind, items in kinds.items()]
    return "\n".join(lines)


def list_strategies(game_name: str, long_form: bool) -> str:
    """Every strategy of a game: a line on each, and its parameters."""
    game = find_game(game_name)
    lines = []
    for strategy in builtin_strategies(game.name).values():
        lines.append(f"{strategy.name}: {strategy.summary}")
        if long_form:
            lines += [f"    {line}".rstrip() for line in strategy.documentation.split("\n")[1:]]
        for p in strategy.parameters:
            lines.append(f"    {p.name}={p.default:g} ({p.low:g} to {p.high:g}): {p.meaning}")
    return "\n".join(lines)


def transcript(study: Study, game_index: int, output_format: str) -> Iterator[str]:
    """The lines of a transcript, as text or as JSON lines."""
    replay = Replay(study, game_index)
    as_text = study.game.describe.as_text
    for event in replay.events():
        if output_format == "jsonl":
            yield json.dumps(event, ensure_ascii=False)
        elif event["event"] == "game":
            edition = f", edition {event['edition']['name']}" if event["edition"] else ""
            yield f"{study.game.title}, game {game_index} of seed {study.seed}{edition}: {' against '.join(event['players'])}"
        elif event["event"] == "unfinished":
            yield f"Broken off: the game did not end within {event['choices']:,} choices. It counts as shared by all."
        else:
            yield as_text(event, replay.names)
