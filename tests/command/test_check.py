"""`simulate check`: which game a file's strategies are for, also when it is a user's own."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import SIMULATE, Result

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]

STRATEGY = '''
@strategy("{game}")
def {name}(view, moves, n, weights, rng):
    """Says always the same."""
    return {answer}
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with Pig in a folder of its own, where no file finds it by its name."""
    shutil.copytree(ROOT / "examples" / "pig", tmp_path / "games" / "of mine", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def write(folder: Path, *strategies: tuple[str, str, str], begin: str = "") -> str:
    """A file with strategies: (game, name, answer); its name."""
    sources = [STRATEGY.format(game=game, name=name, answer=answer) for game, name, answer in strategies]
    (folder / "bots.py").write_text("\n".join(["from strategies.api import strategy", begin, *sources]), encoding="utf-8")
    return "bots.py"


def test_a_strategy_for_a_game_of_ones_own_is_tried_with_its_folder(simulate: Run, folder: Path) -> None:
    path = write(folder, ("pig", "bold", "0"))
    without = simulate("check", path, cwd=folder)
    assert (without.code, without.out) == (2, "")
    for part in ("strategy bold was not tried: unknown game 'pig'.", "say: simulate check bots.py --game FOLDER"):
        assert part in without.err
    done = simulate("check", path, "--game", "games/of mine", "--n", "60", cwd=folder)
    assert done.code == 0, done.err
    assert "bold: sound in 60 games of Pig (table, 2 players)" in done.out
    assert "bold: sound in 60 games of Pig (table, 4 players)" in done.out


def test_a_file_that_asks_for_a_game_of_ones_own_by_name_is_told_of_the_folder(simulate: Run, folder: Path) -> None:
    path = write(
        folder, ("pig", "bold", "ROLL"), begin="from engines.game import find_game\nROLL = find_game('pig').kernels.ROLL"
    )
    without = simulate("check", path, cwd=folder)
    assert without.code == 2
    assert "bots.py, line 3: unknown game 'pig'" in without.err
    assert "A game of your own is named by its folder: --game FOLDER." in without.err
    assert simulate("check", path, "--game", "games/of mine", "--n", "60", cwd=folder).code == 0


def test_a_file_for_several_games_is_tried_as_far_as_they_are_known(simulate: Run, folder: Path) -> None:
    path = write(
        folder, ("beerbred", "typo", "0"), ("pig", "bold", "0"), ("beerbread", "first", "0"), ("beerbread", "wrong", "-1")
    )
    done = simulate("check", path, "--n", "20", cwd=folder)
    assert done.code == 1
    assert done.out.startswith("first: sound in 20 games of Beer & Bread")
    for part in (
        "strategy wrong chose option -1",
        "typo was not tried: unknown game 'beerbred'. Did you mean 'beerbread'?",
        "bold was",
    ):
        assert part in done.err
    path = write(folder, ("beerbred", "typo", "0"), ("beerbread", "first", "0"))
    assert simulate("check", path, "--n", "20", cwd=folder).code == 2, "what was not tried is not sound"


@pytest.mark.parametrize(
    ("source", "game", "words"),
    [
        ("x = 1", (), "bots.py: no strategy in it."),
        (
            STRATEGY.format(game="pig", name="bold", answer=0),
            ("--game", "bacon"),
            "no strategy for bacon; those in it are for pig.",
        ),
        ("x = 1", ("--game", "bacon"), "bots.py: no strategy for bacon in it."),
    ],
)
def test_a_file_without_fitting_strategies_is_explained(
    simulate: Run, tmp_path: Path, source: str, game: tuple[str, ...], words: str
) -> None:
    (tmp_path / "bots.py").write_text(f"from strategies.api import strategy\n{source}\n")
    done = simulate("check", "bots.py", *game, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err


def test_ctrl_c_ends_a_check_while_a_strategy_loops(tmp_path: Path) -> None:
    path = write(tmp_path, ("beerbread", "first", "0"), ("beerbread", "endless", "0 if view.year > 0 else 1"))
    text = (tmp_path / path).read_text()
    loop = "while view.year > 0:\n        n += 1\n    return 0"
    (tmp_path / path).write_text(text.replace("return 0 if view.year > 0 else 1", loop))
    with subprocess.Popen([str(SIMULATE), "check", path], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("first: sound")
        time.sleep(5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
