"""Faults in a user's own game: every command names file and line, without a traceback, as the first command does."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result

Run = Callable[..., Result]
PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"


def broken(folder: Path, part: str, old: str, new: str) -> tuple[str, int]:
    """Pig with a text replaced in one of its files: that file as messages name it, and the line of the text."""
    shutil.copytree(PIG, folder / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "pig" / f"{part}.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    (folder / "bots.py").write_text(
        'from strategies.api import strategy\n\n\n@strategy("pig")\ndef bold(view, moves, n, weights, rng):\n    return 0\n'
    )
    return str(path.resolve()), text[: text.index(old)].count("\n") + 1


COMMANDS = [
    (),
    ("replay", "--seed", "1", "--game-index", "0"),
    ("compare", "--strategies", "random,hold-at-20"),
    ("report", "-o", "pig.pdf"),
    ("sweep", "--rule", "target=50,60"),
    ("ablate", "--item", "3 rolls"),
    ("tune", "--strategy", "hold-at-20", "--against", "random", "--budget", "30k"),
    ("power", "--difference", "0.1", "--strategies", "random,hold-at-20"),
    ("check", "bots.py"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:1]))
def test_what_cannot_be_compiled_is_a_mistake_with_file_and_line_at_every_command(
    simulate: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    file, line = broken(tmp_path, "play", "state.rolls += 1", "state.roles += 1")
    done = simulate(*command, "--game", "./pig", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert f"{file}, line {line}: there is no field 'roles' in that record." in done.err
    assert "Traceback" not in done.err


PLAIN = [
    ("play", 'rules["target"]', 'rules["sides"]', "KeyError: 'sides'."),
    (
        "declaration",
        "LONGEST + 1))",
        "LONGEST + edition))",
        "TypeError: unsupported operand type(s) for +",
    ),
    ("describe", 'after["turn"]', 'after["turns"]', "ValueError: no field of name turns."),
    ("describe", "event['points']", "event['point']", "KeyError: 'point'."),
    ("describe", "return []", "return len()", "TypeError: len() takes exactly one argument (0 given)."),
]


@pytest.mark.parametrize(("part", "old", "new", "words"), PLAIN)
def test_what_fails_in_plain_python_is_a_mistake_with_file_and_line(
    simulate: Run, tmp_path: Path, part: str, old: str, new: str, words: str
) -> None:
    file, line = broken(tmp_path, part, old, new)
    done = simulate("replay", "--seed", "1", "--game-index", "0", "--game", "./pig", cwd=tmp_path)
    assert done.code == 2
    assert f"{file}, line {line}: {words}" in done.err
    assert "Traceback" not in done.err
    if part != "describe":
        assert words in simulate("--game", "./pig", "--n", "20", cwd=tmp_path).err


def test_what_the_game_raises_while_it_is_replayed_is_told_as_in_a_run(simulate: Run, tmp_path: Path) -> None:
    broken(tmp_path, "play", "        state.stage = OVER", "        state.stage = OVER // (state.actor - state.actor)")
    run = simulate("--game", "./pig", "--n", "20", "--seed", "1", cwd=tmp_path)
    replayed = simulate("replay", "--game", "./pig", "--seed", "1", "--game-index", "0", cwd=tmp_path)
    for done in (run, replayed):
        assert done.code == 1
        assert "the game in ./pig raised ZeroDivisionError" in done.err
        assert "Traceback" not in done.err
    assert [line for line in run.err.splitlines() if "raised" in line] == [
        line for line in replayed.err.splitlines() if "raised" in line
    ]
    assert "hold-at-20 rolls" in replayed.out, "the game up to the fault"
