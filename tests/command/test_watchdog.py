"""A strategy, or a user's game, that loops for ever is noticed, named and left behind."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result

Run = Callable[..., Result]
SOURCE = '''
from strategies.api import strategy

@strategy("beerbread")
def brooder(view, moves, n, weights, rng):
    """Thinks for ever about some decisions."""
    thoughts = 0
    while {condition}:
        thoughts += 1 - (thoughts > 1000) * 500
    return thoughts % n
'''


@pytest.mark.parametrize(
    ("condition", "options"),
    [
        ("view.year >= 1", ("--jobs", "1", "--block-size", "100")),
        ("view.year == 2 and n == 29", ("--jobs", "1", "--block-size", "100")),
        ("view.year == 2 and n == 29", ("--jobs", "1")),  # found while the size of blocks is settled
        ("view.year == 2 and n == 29", ("--jobs", "2", "--backend", "processes", "--block-size", "100")),
    ],
)
def test_a_strategy_that_loops_for_ever_is_named_with_its_game(
    simulate: Run, tmp_path: Path, condition: str, options: tuple[str, ...]
) -> None:
    (tmp_path / "brooder.py").write_text(SOURCE.format(condition=condition))
    result = simulate("--game", "beerbread", "--strategies", "brooder.py:brooder,random", "--n", "20000", "--seed", "3",
                      "--watchdog", "2", *options, cwd=tmp_path)  # fmt: skip
    assert (result.code, result.out) == (1, "")
    assert "strategy brooder has not come back for 2 s in game " in result.err
    assert "simulate replay --game beerbread --seed 3" in result.err
    assert "Traceback" not in result.err


def test_a_game_that_loops_for_ever_by_itself_is_named_and_not_a_strategy(simulate: Run, tmp_path: Path) -> None:
    """Pig whose die never comes to rest in the third round."""
    folder = tmp_path / "restless"
    shutil.copytree(Path(__file__).resolve().parents[2] / "examples" / "pig", folder)
    path = folder / "play.py"
    rolling = "        state.rolls += 1\n"
    assert rolling in path.read_text()
    restless = "        while state.round == 3 and state.die > 0:\n            state.die = 1 + state.die % 6\n"
    path.write_text(path.read_text().replace(rolling, restless + rolling))
    result = simulate("--game", "restless", "--n", "2000", "--seed", "3", "--watchdog", "2", cwd=tmp_path)
    assert (result.code, result.out) == (1, "")
    assert "the game in restless has not come back for 2 s in game " in result.err
    assert "a fault of the game, not of a strategy" in result.err
    assert "simulate replay --game restless" in result.err
    assert "Traceback" not in result.err


def test_an_exception_in_a_game_is_not_blamed_on_a_strategy(simulate: Run, tmp_path: Path) -> None:
    """Pig that divides by zero in the third round."""
    folder = tmp_path / "broken"
    shutil.copytree(Path(__file__).resolve().parents[2] / "examples" / "pig", folder)
    path = folder / "play.py"
    path.write_text(path.read_text().replace("state.rolls += 1\n", "state.rolls += 1 // (3 - state.round)\n"))
    result = simulate("--game", "broken", "--n", "2000", "--seed", "3", cwd=tmp_path)
    assert (result.code, result.out) == (1, "")
    assert "the game in broken raised ZeroDivisionError" in result.err
    assert "a fault of the game, not of a strategy" in result.err
    assert "Traceback" not in result.err
