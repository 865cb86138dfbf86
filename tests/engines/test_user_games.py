"""A user's own game is loaded from its folder; what is missing or wrong in it is named; an edit is noticed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.game import UsageError, find_game, game_names
from experiments.running import warm_up
from experiments.study import make_study
from strategies.loading import builtin_strategies
from tests.conftest import Result

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of Pig under a name of its own, so that all of them can be loaded in this process."""
    copy = tmp_path / "my game"
    shutil.copytree(ROOT / "examples" / "pig", copy, ignore=shutil.ignore_patterns("__pycache__"))
    edit(copy, "declaration", 'name="pig"', f'name="{tmp_path.name}"')
    edit(copy, "strategies", '"pig"', f'"{tmp_path.name}"')
    return copy


def edit(folder: Path, part: str, old: str, new: str) -> int:
    """Replace a text in a file; the number of the first line that changed."""
    path = folder / f"{part}.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_a_game_is_found_by_its_folder_and_then_by_its_name(folder: Path) -> None:
    game = find_game(str(folder))
    assert (game.title, game.spec) == ("Pig", str(folder))
    assert find_game(game.name).name == game.name
    assert list(builtin_strategies(game.name)) == ["random", "hold-at-20", "end-race"]
    assert [Path(path).name for path in game.source_files] == ["declaration.py", "describe.py", "play.py", "strategies.py"]
    assert game.name not in game_names()


def test_a_folder_in_the_working_folder_needs_no_slash(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert find_game("my game").title == "Pig"


def test_an_unknown_name_is_still_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"unknown game 'bakon'\. Did you mean 'bacon'"):
        find_game("bakon")


def test_nothing_is_left_in_the_folder(folder: Path) -> None:
    assert find_game(str(folder)).describe
    assert not list(folder.rglob("__pycache__"))


def test_a_game_may_do_without_strategies_of_its_own(folder: Path) -> None:
    (folder / "strategies.py").unlink()
    assert builtin_strategies(find_game(str(folder)).name) == {}


@pytest.mark.parametrize(
    ("part", "old", "new", "words"),
    [
        ("declaration", "GAME = Game(", "GAMES = Game(", "declaration.py: there is no GAME in it"),
        ("declaration", "package=__package__", 'package="pig"', "GAME must be declared with package=__package__, not 'pig'"),
        ("declaration", '"decisions", "de', '"choices", "de', "must have 'decisions' (there are: rounds, choices)"),
        ("declaration", 'length_metric="rounds"', 'length_metric="turns"', "must have 'turns' (there are: rounds, decisions)"),
        ("declaration", '"table": (', '"tables": (', "default_lineup must name 2 strategies for mode 'table'"),
        ("declaration", "version=1", "version=1 / 0", "declaration.py, line {line}: ZeroDivisionError: division by zero."),
        ("declaration", "version=1,", "version=1", "declaration.py, line"),
        ("declaration", "engines.game import", "engines.rules import", "line {line}: ModuleNotFoundError: No module named"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_declaration_is_named(folder: Path, part: str, old: str, new: str, words: str) -> None:
    words = words.format(line=edit(folder, part, old, new))
    with pytest.raises(UsageError) as caught:
        find_game(str(folder))
    assert words in str(caught.value)


def test_a_name_that_is_taken_is_refused(folder: Path) -> None:
    edit(folder, "declaration", f'name="{folder.parent.name}"', 'name="bacon"')
    with pytest.raises(UsageError, match="the name 'bacon' is that of a game that comes with Meeple Carlo"):
        find_game(str(folder))


def test_two_folders_with_games_of_one_name_are_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    find_game(str(folder))
    assert find_game(str(other)).name == find_game(str(folder)).name, "the same game in two places is no matter"
    edit(other, "declaration", "version=1", "version=2")
    with pytest.raises(UsageError, match=r"is that of the game in .*my game too; give one of them another name"):
        find_game(str(other))


@pytest.mark.parametrize("part", ["declaration", "play", "describe"])
def test_a_missing_file_is_named(folder: Path, part: str) -> None:
    (folder / f"{part}.py").unlink()
    with pytest.raises(
        UsageError, match=rf"there is no {part}\.py in the folder. A game has declaration\.py, play\.py, describe\.py"
    ):
        find_game(str(folder))


def test_what_is_no_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such folder"):
        find_game(str(tmp_path / "nowhere"))
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="not a folder"):
        find_game(str(tmp_path / "file"))


@pytest.mark.parametrize(
    ("part", "old", "new", "words"),
    [
        ("play", "def legal_moves", "def legal_move", "play.py: it does not define legal_moves."),
        ("play", "MOVES = ", "MOVE = ", "MOVES"),
        ("play", "complete(sys", "complete(system", "play.py, line {line}: NameError: name 'system' is not defined."),
        ("describe", "def as_text", "def text_of", "describe.py: it does not define as_text."),
        ("describe", "class Describer:", "class Describer", "describe.py, line {line}: expected ':'."),
        ("strategies", "from .play import HOLD", "from .play import HALT", "strategies.py, line {line}: ImportError"),
    ],
)
def test_what_is_wrong_in_another_part_is_named_when_it_is_needed(
    folder: Path, part: str, old: str, new: str, words: str
) -> None:
    words = words.format(line=edit(folder, part, old, new))
    game = find_game(str(folder))
    with pytest.raises(UsageError) as caught:
        {"play": lambda: game.kernels, "describe": lambda: game.describe}.get(part, lambda: builtin_strategies(game.name))()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("state.rolls += 1", "state.roles += 1", "there is no field 'roles' in that record"),
        ("random_below(chance, 6)", "random_below(chance, None)", "the game cannot be compiled"),
        ("end_turn(state, setup, outcome)\n\n", "end_game(state, setup, outcome)\n\n", "'end_game'"),
    ],
)
def test_what_numba_cannot_compile_is_named_with_its_line(folder: Path, old: str, new: str, words: str) -> None:
    line = edit(folder, "play", old, new)
    with pytest.raises(UsageError) as caught:
        warm_up(make_study(game_name=str(folder), seed=1))
    assert f"play.py, line {line}: " in str(caught.value)
    assert words in str(caught.value)


def test_a_study_refuses_a_game_that_was_edited_since(folder: Path) -> None:
    study = make_study(game_name=str(folder), seed=1)
    edit(folder, "declaration", "default_number=100", "default_number=150")
    with pytest.raises(UsageError, match=r"declaration\.py: the file has changed since the study was made"):
        _ = study.players


def test_an_edit_within_a_process_makes_another_game(folder: Path) -> None:
    assert find_game(str(folder)).rules[0].default == "100"
    edit(folder, "declaration", "default_number=100", "default_number=150")
    assert find_game(str(folder)).rules[0].default == "150"


PROGRAM = """
import sys
from engines.game import find_game
from engines.kernels import Table
game = find_game(sys.argv[1])
table = Table(game, game.modes[0], game.settle_rules({}), None, seed=3)
table.start(0, 0)
table.run_to_decision()
print(int(table.state["die"]), sum(game.kernels.advance.stats.cache_hits.values()))
"""


def test_machine_code_is_kept_until_a_source_of_the_game_is_edited(folder: Path, tmp_path: Path) -> None:
    """`advance`, of which the source is not the game's, must not go on with the old `step` of the game's file."""

    def run() -> tuple[int, int]:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(folder)],
            cwd=ROOT,
            env=os.environ | {"MEEPLECARLO_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        die, hits = done.stdout.split()
        return int(die), int(hits)

    die, hits = run()
    assert (1 <= die <= 6, hits) == (True, 0)
    assert run() == (die, 1)
    edit(folder, "play", "random_below(chance, 6)", "random_below(chance, 6) + 10")
    assert run() == (die + 10, 0)
    edit(folder, "play", "random_below(chance, 6) + 10", "random_below(chance, 6)")
    assert run() == (die, 1)


def test_the_command_says_what_is_wrong_in_one_line(simulate: Callable[..., Result], folder: Path) -> None:
    (folder / "play.py").unlink()
    result = simulate("--game", str(folder), "--n", "10")
    assert result.code == 2
    assert "there is no play.py in the folder" in result.err
    assert "Traceback" not in result.err
