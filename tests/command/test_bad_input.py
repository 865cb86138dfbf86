"""Mistakes of users: each a clear message on standard error, exit code 2 (1 for a fault found while playing), no traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result

Run = Callable[..., Result]
GAME = ("--game", "beerbread")

MISTAKES = [
    (("--game", "berbread"), ["unknown game 'berbread'", "'beerbread'"]),
    ((*GAME, "--strategies", "greedy,ballanced"), ["unknown strategy", "'ballanced'", "'balanced'"]),
    ((*GAME, "--strategies", "greedy,evaluator:watr=1"), ["unknown parameter of evaluator 'watr'", "'water'"]),
    ((*GAME, "--strategies", "greedy,evaluator:water=much"), ["'much' is not a number"]),
    ((*GAME, "--strategies", "greedy,evaluator:water=1e9"), ["water", "is not from"]),
    ((*GAME, "--strategies", "greedy,evaluator:water"), ["should be parameter=value"]),
    ((*GAME, "--strategies", "greedy,,balanced"), ["empty name"]),
    ((*GAME, "--rule", "field_rest=exact"), ["unknown rule", "'field_rest'", "'field_reset'"]),
    ((*GAME, "--rule", "field_reset=exactly"), ["unknown value for rule field_reset", "'exact'"]),
    ((*GAME, "--rule", "field_reset"), ["should be NAME=VALUE"]),
    ((*GAME, "--n", "0"), ["at least 1"]),
    ((*GAME, "--n", "-5"), ["at least 1"]),
    ((*GAME, "--n", "many"), ["'many' is not a number", "1e6"]),
    ((*GAME, "--n", "1.5"), ["not a whole number"]),
    ((*GAME, "--n", "1e15"), ["more than 1,000,000,000,000 games"]),
    ((*GAME, "--players", "3"), ["cannot seat 3 players", "possible: 2"]),
    ((*GAME, "--mode", "dule"), ["unknown mode", "'duel'"]),
    ((*GAME, "--edition", "nowhere.csv"), ["nowhere.csv"]),
    ((*GAME, "--keep-games"), ["--out DIR"]),
    ((*GAME, "--strategies", "nowhere.py:mine,greedy"), ["nowhere.py", "no such strategy file"]),
    (("--n", "100"), ["--game beerbread"]),
    (("--game",), ["requires an argument"]),
    (("replay", *GAME, "--game-index", "0"), ["--seed"]),
    (("replay", *GAME, "--seed", "1", "--game-index", "-1"), ["numbered from 0"]),
    (("strategies", "--game", "bear"), ["unknown game 'bear'"]),
    (("stratgies",), ["unknown command 'stratgies'", "'strategies'"]),
]  # fmt: skip


def words(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else ""


@pytest.mark.parametrize(("arguments", "parts"), MISTAKES, ids=words)
def test_a_mistake_is_explained(simulate: Run, arguments: tuple[str, ...], parts: list[str]) -> None:
    result = simulate(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert "Traceback" not in result.err
    for part in parts:
        assert part in result.err


@pytest.mark.parametrize("strategies", ["greedy", "greedy,balanced", "greedy,balanced,random"])
def test_beer_and_bread_takes_one_two_or_more_strategies(simulate: Run, strategies: str) -> None:
    assert simulate(*GAME, "--n", "60", "--strategies", strategies).code == 0


def test_a_folder_with_something_in_it_is_not_overwritten(simulate: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("keep me")
    result = simulate(*GAME, "--n", "60", "--out", str(tmp_path))
    assert (result.code, result.out) == (2, "")
    assert "not empty" in result.err
    assert "--force" in result.err
    assert simulate(*GAME, "--n", "60", "--out", str(tmp_path), "--force").code == 0
    assert (tmp_path / "notes.txt").read_text() == "keep me", "only an earlier run's files are replaced"


def test_a_file_as_out_folder_is_refused(simulate: Run, tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    result = simulate(*GAME, "--n", "60", "--out", str(tmp_path / "run"))
    assert result.code == 2
    assert "not a folder" in result.err


def test_an_unwritable_place_is_refused(simulate: Run) -> None:
    result = simulate(*GAME, "--n", "60", "--out", "/proc/nowhere/run")
    assert result.code == 2
    assert "/proc/nowhere/run" in result.err


def test_a_wrong_edition_names_file_line_and_column(simulate: Run, tmp_path: Path) -> None:
    from engines.beerbread.edition import load_edition, write_edition

    path = tmp_path / "deck.csv"
    write_edition(load_edition(), path)
    lines = path.read_text().splitlines()
    row = next(number for number, line in enumerate(lines) if line.startswith("beer-07,"))
    cells = lines[row].split(",")
    cells[3] = "12"
    path.write_text("\n".join([*lines[:row], ",".join(cells), *lines[row + 1 :]]) + "\n")
    result = simulate(*GAME, "--n", "60", "--edition", str(path))
    assert result.code == 2
    for part in ("deck.csv", f"line {row + 1}", "coins", "12"):
        assert part in result.err


STRATEGY_FILE = '''
from strategies.api import strategy
{extra}

@strategy("beerbread")
def mine(view, moves, n, weights, rng):
    """Tries things."""
{body}
'''

FAULTS = [
    ("    return n", "", ["strategy mine chose option", "possible: 0 to", "in game", "seat", "simulate replay"]),
    ("    return -1", "", ["chose option -1"]),
    ("    return 10**9", "", ["chose option 1000000000"]),
    ("    return 1 // (n - n)", "", ["ZeroDivisionError", "line 8", "in game", "simulate replay"]),
    ("    view.me.storage[n + 400] = 1\n    return 0", "", ["IndexError", "out of bounds", "line 8"]),
    ("    if n > 3:\n        raise ValueError('no idea')\n    return 0", "", ["ValueError (no idea)", "line 9"]),
]


def write_strategy(folder: Path, body: str, extra: str = "") -> Path:
    path = folder / "my strategies %$_ü.py"
    path.write_text(STRATEGY_FILE.format(body=body, extra=extra), encoding="utf-8")
    return path


@pytest.mark.parametrize(("body", "extra", "parts"), FAULTS, ids=lambda value: value.strip() if isinstance(value, str) else "")
def test_a_fault_while_playing_names_strategy_game_seat_and_turn(
    simulate: Run, tmp_path: Path, body: str, extra: str, parts: list[str]
) -> None:
    path = write_strategy(tmp_path, body, extra)
    strategies, out = f"{path}:mine,balanced", str(tmp_path / "run")
    result = simulate(*GAME, "--n", "100", "--seed", "3", "--strategies", strategies, "--out", out)
    assert (result.code, result.out) == (1, "")
    assert "Traceback" not in result.err
    for part in parts:
        assert part in result.err
    if (tmp_path / "run" / "manifest.json").exists():
        assert json.loads((tmp_path / "run" / "manifest.json").read_text())["state"] == "failed"


def test_the_replay_command_of_a_fault_shows_the_game_up_to_it(simulate: Run, tmp_path: Path) -> None:
    import shlex

    path = write_strategy(tmp_path, "    if view.year == 2:\n        return n\n    return 0")
    result = simulate(*GAME, "--n", "100", "--seed", "3", "--strategies", f"{path}:mine,balanced")
    command = next(line for line in result.err.splitlines() if "simulate replay" in line).partition("See it with: ")[2]
    replayed = simulate(*shlex.split(command)[1:])
    assert "Year 2" in replayed.out
    assert replayed.code == 1
    assert "strategy mine chose option" in replayed.err


WRONG_FILES = [
    ("def mine(view:\n    return 0", ["line 1"]),
    ("import no_such_module\n", ["line 1", "ModuleNotFoundError"]),
    ("x = 1\n", ["no strategy for beerbread"]),
    (STRATEGY_FILE.format(extra="", body="    return view.no_such_field"), ["cannot be compiled", "no_such_field", "line 8"]),
    (STRATEGY_FILE.format(extra="", body="    return 'zero'"), ["cannot be compiled"]),
]


@pytest.mark.parametrize(("source", "parts"), WRONG_FILES)
def test_a_wrong_strategy_file_is_explained(simulate: Run, tmp_path: Path, source: str, parts: list[str]) -> None:
    (tmp_path / "wrong.py").write_text(source)
    result = simulate(*GAME, "--n", "60", "--strategies", f"{tmp_path}/wrong.py:mine,greedy")
    assert (result.code, result.out) == (2, "")
    assert "Traceback" not in result.err
    for part in ["wrong.py", *parts]:
        assert part in result.err


def test_check_finds_a_fault_with_its_line(simulate: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(STRATEGY_FILE.format(extra="", body="    return view.no_such_field"))
    result = simulate("check", str(tmp_path / "wrong.py"))
    assert result.code == 2
    assert "line 8" in result.err
    good = simulate("check", str(write_strategy(tmp_path, "    return 0")))
    assert good.code == 0
    assert "mine: sound in 1,000 games of Beer & Bread" in good.out
