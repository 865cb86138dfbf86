"""`simulate replay`: a game of a run, turn by turn, is the game that was counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from tests.conftest import Result

Run = Callable[..., Result]


def test_replayed_games_end_as_they_did_in_the_run(simulate: Run, tmp_path: Path) -> None:
    line_up = ("--game", "beerbread", "--seed", "21", "--strategies", "random,balanced,greedy")
    simulate(*line_up, "--n", "60", "--out", str(tmp_path / "run"), "--keep-games")
    games = pd.read_parquet(tmp_path / "run" / "games")
    for index in (0, 1, 2, 5, 17, 59):
        lines = simulate("replay", *line_up, "--game-index", str(index), "--format", "jsonl").out.splitlines()
        events = [json.loads(line) for line in lines]
        rows = games[games.game == index].sort_values("seat")
        assert events[0]["players"] == list(rows.strategy)
        assert [seat["score"] for seat in events[-1]["seats"]] == list(rows.score)
        assert [seat["beer"] for seat in events[-1]["seats"]] == list(rows.beer)
        assert events[-1]["shares"] == list(rows.win_share)
        assert sum(event["event"] == "play" and event["action"] == "harvest" for event in events) == rows.harvests.sum()


def test_the_text_can_be_followed(simulate: Run) -> None:
    text = simulate("replay", "--game", "beerbread", "--seed", "21", "--game-index", "3").out
    parts = "evaluator", "balanced", "Deck:", "Year 1 (fruitful)", "Year 6 (dry)", "harvest", "Exchange row", "Result", "wins."
    for part in parts:
        assert part in text


OTHER_GAMES = [
    ("bacon", "team", "4"),
    ("bacon", "team", "6"),
    ("bacon", "solo", "3"),
    ("animarche", "market", "4"),
    ("animarche", "market", "2"),
]


@pytest.mark.parametrize(("game", "mode", "players"), OTHER_GAMES)
def test_a_replayed_game_of_every_kind_ends_as_it_did_in_the_run(
    simulate: Run, tmp_path: Path, game: str, mode: str, players: str
) -> None:
    line_up = ("--game", game, "--mode", mode, "--players", players, "--seed", "5")
    simulate(*line_up, "--n", "24", "--out", str(tmp_path / "run"), "--keep-games")
    games = pd.read_parquet(tmp_path / "run" / "games")
    sides = json.loads((tmp_path / "run" / "manifest.json").read_text())["sides"]
    for index in (0, 1, 7, 23):
        lines = simulate("replay", *line_up, "--game-index", str(index), "--format", "jsonl").out.splitlines()
        events = [json.loads(line) for line in lines]
        rows = games[games.game == index].sort_values("seat")
        by_side = dict(zip(sides, rows.win_share, strict=True))
        assert events[-1]["event"] == "result"
        assert events[-1]["shares"] == pytest.approx([by_side[side] for side in sorted(by_side)])
