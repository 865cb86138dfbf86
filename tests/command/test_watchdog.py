"""A strategy that loops for ever is noticed, named and left behind."""

from __future__ import annotations

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
        ("view.year >= 1", ("--jobs", "1")),
        ("view.year == 2 and n == 29", ("--jobs", "1")),
        ("view.year == 2 and n == 29", ("--jobs", "2", "--backend", "processes")),
    ],
)
def test_a_strategy_that_loops_for_ever_is_named_with_its_game(
    simulate: Run, tmp_path: Path, condition: str, options: tuple[str, ...]
) -> None:
    (tmp_path / "brooder.py").write_text(SOURCE.format(condition=condition))
    result = simulate("--game", "beerbread", "--strategies", "brooder.py:brooder,random", "--n", "20000", "--seed", "3",
                      "--block-size", "100", "--watchdog", "2", *options, cwd=tmp_path)  # fmt: skip
    assert (result.code, result.out) == (1, "")
    assert "strategy brooder has not come back for 2 s in game " in result.err
    assert "simulate replay --game beerbread --seed 3" in result.err
    assert "Traceback" not in result.err
