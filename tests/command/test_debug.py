"""`--debug`: the same games step by step, with every value that the engine keeps recomputed after each action."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result, untimed

Run = Callable[..., Result]
PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"
RECOUNT = '''
from engines.derived import Derived


class Recount:
    """The points of a turn, by the dice that were rolled in it."""

    def __init__(self, table, edition):
        self.table = table
        self.points = 0

    def after(self, before, move):
        state = self.table.state
        if state["rolls"] == before["rolls"] + 1:
            self.points = 0 if state["die"] == 1 else self.points + int(state["die"]) {fault}
        elif state["rolls"] == 0:
            self.points = 0
        yield Derived("points of the turn", int(state["turn"]), self.points)
'''


@pytest.mark.parametrize(
    ("game", "options", "games"),
    [
        ("beerbread", (), 12),
        ("bacon", ("--players", "4"), 4),
        ("bacon", ("--players", "3"), 6),
        ("animarche", ("--players", "3"), 6),
    ],
)
def test_the_games_are_the_same_and_no_value_drifts(simulate: Run, game: str, options: tuple[str, ...], games: int) -> None:
    """Two jobs as threads; the variable alone, since bounds checks would have to be compiled for each game."""
    line = ("--game", game, *options, "--seed", "4", "--n", str(games), "--format", "json", "--quiet")
    quick, checked = simulate(*line), simulate(*line, MEEPLECARLO_RECOUNT="1")
    assert checked.code == 0, checked.err
    assert untimed(checked.json) == untimed(quick.json)


def test_debug_is_both_and_works_in_processes_too(simulate: Run) -> None:
    line = ("--game", "beerbread", "--strategies", "random", "--seed", "4", "--n", "6", "--format", "json", "--quiet")
    checked = simulate(*line, "--debug", "--jobs", "2", "--backend", "processes", "--block-size", "2")
    assert checked.code == 0, checked.err
    assert untimed(checked.json) == untimed(simulate(*line).json)


def pig(folder: Path, fault: str = "") -> Path:
    """A copy of Pig with a recount, which may be wrong."""
    shutil.copytree(PIG, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "recount.py").write_text(RECOUNT.format(fault=fault))
    return folder


def test_a_users_game_may_have_a_recount(simulate: Run, tmp_path: Path) -> None:
    folder = pig(tmp_path / "counted")
    line = ("--game", str(folder), "--seed", "1", "--n", "40", "--format", "json")
    checked = simulate(*line, "--debug")
    assert checked.code == 0, checked.err
    assert untimed(checked.json) == untimed(simulate(*line).json)


def test_a_value_that_drifts_is_named_with_game_and_choice(simulate: Run, tmp_path: Path) -> None:
    """A recount that is wrong by a point when a 6 is rolled stands for a game that is."""
    folder = pig(tmp_path / "drifting", fault='+ (state["die"] == 6)')
    line = ("--game", str(folder), "--strategies", "hold-at-20,end-race", "--seed", "1")
    result = simulate(*line, "--n", "40", "--debug", "--quiet")
    assert (result.code, result.out) == (1, "")
    assert "keeps a value that drifted (points of the turn: kept 6, recomputed 7) in game " in result.err
    assert "a fault of the game, not of a strategy" in result.err
    assert "Traceback" not in result.err
    number = result.err.split(" in game ")[1].split(",")[0]
    seen = simulate("replay", *line, "--game-index", number, "--debug")
    assert seen.code == 1
    assert "points of the turn: kept 6, recomputed 7" in seen.err
    assert seen.out.splitlines()[0].startswith("Pig, game ")


def test_a_game_without_a_recount_says_so(simulate: Run) -> None:
    result = simulate("--game", str(PIG), "--seed", "1", "--n", "40", "--debug")
    assert result.code == 0
    assert "Pig has no recount.py: bounds are checked, but no value is recomputed." in result.err


def test_debug_is_for_this_machine(simulate: Run) -> None:
    refused = simulate("--game", "beerbread", "--n", "10", "--debug", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert refused.code == 2
    assert "--debug works on this machine only, not with --backend dask" in refused.err
