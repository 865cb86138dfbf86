"""A strategy that writes into what it is given to read changes no game: it is harmless, or named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result, untimed

Run = Callable[..., Result]
SOURCE = '''
from strategies.api import Parameter, strategy


@strategy("beerbread", parameters=[Parameter("patience", 1, 0, 9, "nothing")])
def scribbler(view, moves, n, weights, rng):
    """Takes the first option, and writes."""
    {line}
    return 0
'''
LINE = ("--game", "beerbread", "--seed", "6", "--n", "3000", "--format", "json", "--quiet")


def played(simulate: Run, folder: Path, line: str, *options: str) -> Result:
    folder.mkdir(exist_ok=True)
    (folder / "scribbler.py").write_text(SOURCE.format(line=line))
    return simulate(*LINE, "--strategies", "scribbler.py:scribbler,balanced", *options, cwd=folder)


@pytest.mark.parametrize(
    "line",
    [
        "moves.move[:] = 7",
        "moves.move[0] = moves.move[n - 1]",
        "view.hand = view.other_hand",
        "view.supply[:] = 0",
        "view.me.storage[:] = 9",
    ],
)
def test_what_is_written_anew_at_each_decision_may_be_spoilt(simulate: Run, tmp_path: Path, line: str) -> None:
    """The options and the present position: the game goes on from its state, and with the options that it had."""
    plain, spoilt = played(simulate, tmp_path, "pass"), played(simulate, tmp_path, line)
    assert spoilt.code == 0, spoilt.err
    assert untimed(spoilt.json) == untimed(plain.json)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("view.cards.icon[3, 1] += 1", "the part of its view that is the same in all games (card tables, rules)"),
        ("view.setup.years = 1", "the part of its view that is the same in all games (card tables, rules)"),
        ("weights.value[0] += 0.001", "its weights"),
    ],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_stays_for_many_games_must_not_be_written_into(
    simulate: Run, tmp_path: Path, line: str, what: str, jobs: str
) -> None:
    """Else the games would depend on which ones were played before them in the same thread."""
    result = played(simulate, tmp_path, line, "--jobs", jobs)
    assert (result.code, result.out) == (1, "")
    assert f"strategy scribbler wrote into {what} in one of the games " in result.err
    assert "Traceback" not in result.err


def test_check_tells_it_too(simulate: Run, tmp_path: Path) -> None:
    (tmp_path / "scribbler.py").write_text(SOURCE.format(line="weights.value[0] = 2"))
    result = simulate("check", "scribbler.py", "--game", "beerbread", "--n", "50", cwd=tmp_path)
    assert result.code == 1
    assert "strategy scribbler wrote into its weights" in result.err
