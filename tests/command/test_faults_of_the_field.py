"""Kinds of faults that the trackers of such tools show: strange environments, global state, odd names, progress.

All kinds, with where each of them is tested, are in `docs/faults.md`.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command.printing import Job, run_jobs
from tests.conftest import Result

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]
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
def test_output_crashes_in_no_environment(simulate: Run, environment: dict[str, str]) -> None:
    """The table has letters that these encodings lack (`test_printing` tries all commands)."""
    result = simulate(*SMALL, "--quiet", **environment)
    assert (result.code, result.err) == (0, "")
    assert "win share" in result.out


STATE = """
import importlib, locale, logging, multiprocessing, os, pkgutil, signal, sys, threading, warnings
def state():
    numbers = sorted(set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})
    matplotlib = sys.modules["matplotlib"]
    return {
        "signal handlers": [signal.getsignal(number) for number in numbers],
        "backend": matplotlib.rcParams._get_backend_or_none(),
        "style": matplotlib.rcParams.copy(),
        "start method": multiprocessing.get_start_method(allow_none=True) or multiprocessing.get_all_start_methods()[0],
        "interpreter": (sys.getrecursionlimit(), sys.excepthook, sys.getswitchinterval(), list(sys.path)),
        "float errors": dict(numpy.geterr()),
        "random numbers": str(numpy.random.get_state()),
        "environment": {name: value for name, value in os.environ.items() if name not in OTHERS},
        "folder": (os.getcwd(), os.umask(0o22)),
        "language": locale.setlocale(locale.LC_ALL),
        "log": (list(logging.root.handlers), logging.root.level),
    }
import duckdb, matplotlib, numba, numpy, pandas, scipy.special
OTHERS = ("KMP_INIT_AT_FORK", "KMP_DUPLICATE_LIB_OK")
os.umask(0o22)
before, filters = state(), list(warnings.filters)
for package in ("engines", "strategies", "analysis", "reports", "experiments"):
    for module in pkgutil.walk_packages([package], package + "."):
        importlib.import_module(module.name)
from experiments.study import make_study
from experiments.simulate import Settings, play
study = make_study(game_name="beerbread", specs=["random"], seed=1)
play(study, 50, Settings(50, 2, "threads", None, False, False, "table", True))
play(study, 50, Settings(50, 2, "processes", None, False, False, "table", True))
from reports.sweep_chart import write_sweep_chart
from pathlib import Path
row = {"setting": 1.0, "metric": "win share", "unit": "share", "estimate": 0.5, "low": 0.4, "high": 0.6}
write_sweep_chart([row, row | {"setting": 2.0}], Path(sys.argv[1]))
after = state()
added = [entry for entry in warnings.filters if entry not in filters]
print([name for name in before if before[name] != after[name]])
print([entry for entry in added if not any(word in str(entry) for word in ("scipy", "matrix subclass"))])
print([thread.name for thread in threading.enumerate() if not thread.daemon])
"""


def test_importing_and_playing_changes_no_global_state(tmp_path: Path) -> None:
    """All modules are imported, games played in threads and processes, and a chart drawn.

    Filters of warnings that SciPy and its sparse matrices add are left out.
    """
    words = [sys.executable, "-c", STATE, str(tmp_path / "chart.svg")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["[]", "[]", "['MainThread']"]


NAMES = ["with space", "Ünï-日本", "100%", "$HOME", "under_score", "-dash", "a;b&c", "it's"]
STRATEGY = '''from strategies.api import strategy


@strategy("beerbread")
def mine(view, moves, n, weights, rng):
    """First."""
    return 0
'''


def test_names_and_paths_of_every_kind_work(tmp_path: Path) -> None:
    """A folder, a strategy file and the run's folder of each name; the run goes on from there."""
    jobs = []
    for name in NAMES:
        home = tmp_path / name
        home.mkdir()
        (home / f"{name}.py").write_text(STRATEGY, encoding="utf-8")
        first = (*SMALL, "--strategies", f"./{name}.py:mine,random", "--quiet", "--out", f"./{name}", "--keep-games")
        jobs += [Job(first, folder=str(home)), Job(("resume", f"./{name}", "--quiet"), folder=str(home))]
    for job, result in zip(jobs, run_jobs(jobs, first=[SMALL]), strict=True):
        assert (result.code, result.err) == (0, ""), job
    for name in NAMES:
        assert {path.name for path in (tmp_path / name).iterdir()} - {"__pycache__"} == {name, f"{name}.py"}


def test_files_that_commands_write_and_read_may_have_any_name(tmp_path: Path) -> None:
    """Report, chart, weights, edition, study file and the folder of a game."""
    name = "-Ünï_日本 100% of $HOME; it's"
    shutil.copytree(ROOT / "examples" / "pig", tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    game = ("--game", f"./{name}", "--jobs", "1", "--seed", "1", "--quiet")
    (tmp_path / f"{name}.toml").write_text(f'command = "simulate"\ngame = "./{name}"\nn = 20\nseed = 1\n', encoding="utf-8")
    commands = [
        ("report", *game, "--n", "20", "--html", "-o", f"{name}.html"),
        ("sweep", *game, "--n", "20", "--rule", "target=50,60", "--chart", f"{name}.svg"),
        ("tune", *game, "--strategy", "hold-at-20", "--against", "random", "--budget", "30k", "-o", f"{name} tuned.toml"),
        (*game, "--n", "20", "--strategies", f"hold-at-20@./{name} tuned.toml,random"),
        ("edition", "--game", "beerbread", "--seed", "1", f"./{name}.csv"),
        ("--game", "beerbread", "--n", "20", "--strategies", "random", "--edition", f"./{name}.csv"),
        ("run", f"./{name}.toml"),
    ]
    results = run_jobs([Job(words, folder=str(tmp_path)) for words in commands], first=[])
    for words, result in zip(commands, results, strict=True):
        assert (result.code, "Traceback" in result.err) == (0, False), (words, result.err)
    written = {f"{name}{end}" for end in ("", ".html", ".svg", " tuned.toml", ".csv", ".toml")} | {"report.json"}
    assert {path.name for path in tmp_path.iterdir()} == written


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_is_never_ahead_of_the_work(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """Told is a block that was played, not one that was handed out; and every one, with one job too."""
    from experiments import running
    from experiments.study import make_study

    played: list[int] = []
    told: list[int] = []
    play_block = running.play_block

    def playing(*arguments: Any) -> Any:
        result = play_block(*arguments)
        played.append(int(result.tally.games[0]))
        return result

    def arrived(games: int) -> None:
        told.append(games)
        assert sum(told) <= sum(played)

    monkeypatch.setattr(running, "play_block", playing)
    study = make_study(game_name="beerbread", specs=["random", "greedy"], seed=1)
    counted = 0
    for result in running.play_study(study, 300, jobs=jobs, block_games=40, arrived=arrived):
        counted += int(result.tally.games[0])
        assert counted <= sum(told)
    assert (told, counted) == ([40] * 15, 600)


PIG = ("--game", str(ROOT / "examples" / "pig"), "--n", "20000", "--seed", "1", "--block-size", "200")


@pytest.mark.parametrize(("columns", "shown"), [(100, "games/s"), (40, "of 20,000 games, "), (20, "%, ")])
def test_progress_is_shown_with_one_job_and_fits_the_terminal(columns: int, shown: str) -> None:
    """The line that is written again and again is whole, grows, and ends with all games."""
    words = (*PIG, "--jobs", "1", "--format", "csv")
    (result,) = run_jobs([Job(words, columns=columns, terminal="xterm", both=True)], first=[])
    assert result.code == 0
    lines = [re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", line) for line in re.split("[\r\n]", result.out)]
    lines = [line.strip() for line in lines if line.rstrip().endswith("left")]
    assert all(shown in line and "…" not in line and len(line) <= columns for line in lines)
    counts = [int(re.findall(r"([\d,]+)(?: of|%)", line)[0].replace(",", "")) for line in lines]
    assert len(set(counts)) > 2
    assert counts == sorted(counts)
    assert counts[-1] == (100 if columns == 20 else 20_000)


class Dumb(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_a_line_now_and_then_where_no_line_can_be_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    from experiments import progress

    monkeypatch.setattr(progress, "PLAIN_INTERVAL_S", 0)
    for terminal, stream in (("dumb", Dumb()), ("xterm", io.StringIO())):
        monkeypatch.setenv("TERM", terminal)
        monkeypatch.setattr("sys.stderr", stream)
        with progress.Progress(2000, quiet=False) as shown:
            shown.add(500)
            shown.add(1500)
        lines = stream.getvalue().splitlines()
        assert [line.split(" games,")[0] for line in lines] == ["500 of 2,000", "2,000 of 2,000"]
        assert "\x1b" not in stream.getvalue()
