"""Kinds of faults that the trackers of such tools show: streams, pipes, terminals, caches, global state, names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import SIMULATE, Result

Run = Callable[..., Result]
SMALL = ("--game", "beerbread", "--strategies", "random", "--n", "200", "--seed", "1")


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "dumb", "COLUMNS": "40"},
    ],
    ids=str,
)
def test_output_crashes_on_no_stream_and_no_terminal(simulate: Run, tmp_path: Path, environment: dict[str, str]) -> None:
    """The label has a letter that these encodings lack."""
    strategy = (
        '@strategy("beerbread", name="štírek ♥")\ndef it(view, moves, n, weights, rng):\n    """First."""\n    return 0\n'
    )
    (tmp_path / "it.py").write_text("from strategies.api import strategy\n\n\n" + strategy, encoding="utf-8")
    for shown in ("table", "json", "csv"):
        result = simulate(*SMALL, "--strategies", "it.py,random", "--format", shown, cwd=tmp_path, **environment)
        assert (result.code, "Traceback" in result.err) == (0, False)
        assert "random" in result.out


@pytest.mark.parametrize("command", ["games", "strategies --game animarche --long", "--game beerbread --n 200 --quiet"])
def test_a_pipe_that_is_closed_early_is_no_fault(command: str) -> None:
    shown = subprocess.run(f"'{SIMULATE}' {command} | head -c 1", shell=True, capture_output=True, text=True, check=False)
    assert shown.stderr == ""
    assert len(shown.stdout) == 1


def test_a_dumb_terminal_of_forty_columns_is_served() -> None:
    """A real terminal, by `script`."""
    script = shutil.which("script")
    if script is None:
        pytest.skip("there is no `script` here")
    line = f"stty cols 40; '{SIMULATE}' {' '.join(SMALL)} --quiet"
    done = subprocess.run(
        [script, "-qec", line, "/dev/null"],
        env={key: value for key, value in os.environ.items() if key != "COLUMNS"} | {"TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "win share" in done.stdout
    assert "\x1b" not in done.stdout.removesuffix("\x1b[0m"), "none but the reset at the end, of colorama in Numba"


STATE = """
import multiprocessing, signal, sys, warnings
def state():
    numbers = sorted(set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})
    handlers = [signal.getsignal(number) for number in numbers]
    backend = sys.modules["matplotlib"].rcParams._get_backend_or_none() if "matplotlib" in sys.modules else None
    start = multiprocessing.get_start_method(allow_none=True) or multiprocessing.get_all_start_methods()[0]
    return handlers, backend, start, sys.getrecursionlimit(), sys.excepthook, sys.getswitchinterval(), dict(FLOATS())
import numpy, numba, matplotlib
FLOATS = numpy.geterr
before, filters = state(), list(warnings.filters)
import experiments.cli, experiments.simulate, experiments.resuming, experiments.query, experiments.workers, experiments.report
import strategies.beerbread, engines.beerbread.play, reports.terminal, analysis.summary
from experiments.study import make_study
from experiments.simulate import Settings, play
study = make_study(game_name="beerbread", specs=["random"], seed=1)
play(study, 50, Settings(50, 2, "threads", None, False, False, "table", True))
added = [entry for entry in warnings.filters if entry not in filters]
own = [entry for entry in added if "scipy" not in str(entry[2]) and "matrix subclass" not in str(entry[1])]
print(state() == before, own)
"""


def test_importing_and_playing_changes_no_global_state() -> None:
    """Signal handlers, start method, warnings filters, float errors, matplotlib's backend stay as they were.

    Left out are a filter of SciPy's and one of its sparse matrices.
    """
    done = subprocess.run([sys.executable, "-c", STATE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "[]"]


def test_a_truncated_cache_is_made_anew_with_a_word_and_a_read_only_one_is_done_without(tmp_path: Path, simulate: Run) -> None:
    from engines.compilation import CACHE_FOLDER

    assert CACHE_FOLDER is not None
    simulate(*SMALL)
    copy = tmp_path / CACHE_FOLDER.name
    shutil.copytree(CACHE_FOLDER, copy)
    for path in copy.rglob("play.play_block*.nb?"):
        path.write_bytes(path.read_bytes()[:100])
    again = simulate(*SMALL, MEEPLECARLO_CACHE_DIR=str(tmp_path))
    assert again.code == 0
    assert "the kernel cache was damaged" in again.err
    assert again.out.splitlines()[:8] == simulate(*SMALL).out.splitlines()[:8]


@pytest.mark.parametrize("name", ["with space", "Ünï-日本", "100%", "$HOME", "under_score", "-dash", "a;b&c", "it's"])
def test_names_and_paths_of_every_kind_work(simulate: Run, tmp_path: Path, name: str) -> None:
    """A folder, a strategy file and the run's folder of that name; the run goes on from there."""
    home = tmp_path / name
    home.mkdir()
    strategy = '@strategy("beerbread")\ndef mine(view, moves, n, weights, rng):\n    """First."""\n    return 0\n'
    (home / f"{name}.py").write_text("from strategies.api import strategy\n\n\n" + strategy, encoding="utf-8")
    done = simulate(
        *SMALL, "--strategies", f"./{name}.py:mine,random", "--quiet", "--out", f"./{name}", "--keep-games", cwd=home
    )
    assert done.code == 0, done.err
    assert sorted(path.name for path in home.iterdir()) == sorted(["__pycache__", name, f"{name}.py"][-2:])
    resumed = simulate("resume", f"./{name}", "--quiet", cwd=home)
    assert resumed.code == 0, resumed.err


def test_progress_is_there_with_one_job_and_never_ahead_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games told are those of blocks that have come back, whole at the end."""
    from experiments.running import play_study
    from experiments.study import make_study

    study = make_study(game_name="beerbread", specs=["random", "greedy"], seed=1)
    for jobs in (1, 2):
        told: list[int] = []
        counted = 0
        for result in play_study(study, 300, jobs=jobs, block_games=40, arrived=told.append):
            counted += int(result.tally.games[0])
            assert counted <= sum(told)
        assert (sum(told), len(told), counted) == (600, 15, 600)
