"""The same blocks on a cluster: a real Dask cluster of separate processes over TCP, and Ray where it is installed."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from tests.conftest import SIMULATE, Result, untimed

Run = Callable[..., Result]
STUDY = ("--game", "beerbread", "--strategies", "random,greedy", "--seed", "5", "--n", "3000", "--quiet", "--format", "json")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two worker processes, each with one thread."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, protocol="tcp://", dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        yield cluster.scheduler_address


def test_a_cluster_gives_the_bytes_of_one_machine_also_for_strategies_and_editions_in_files(
    simulate: Run, scheduler: str, tmp_path: Path
) -> None:
    """The files have relative paths, and the workers run in another folder, so they do not find them."""
    from engines.beerbread.edition import write_edition
    from engines.beerbread.edition_generator import generate_edition

    (tmp_path / "mine.py").write_text(
        'from strategies.api import strategy\n\n\n@strategy("beerbread")\ndef last(view, moves, n, weights, rng):\n'
        '    """Takes the last option."""\n    return n - 1\n'
    )
    write_edition(generate_edition(11, name="my deck"), tmp_path / "deck.csv")
    assert not Path("mine.py").exists()
    study = (*STUDY, "--strategies", "mine.py:last,random", "--edition", "deck.csv", "--keep-games")
    here = simulate(*study, "--out", "here", cwd=tmp_path)
    there = simulate(*study, "--out", "there", "--backend", "dask", "--scheduler", scheduler, cwd=tmp_path)
    assert there.code == 0, there.err
    assert untimed(there.json) == untimed(here.json)
    for name in ("counts.npz", "summary.parquet", "games/part-0000000000000-0000000001500.parquet"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def write_bot(folder: Path, limit: int) -> None:
    """A strategy that takes an early option; two modules beside it, of which one imports the other, say how early."""
    (folder / "mine.py").write_text(
        "from helpers import pick\nfrom strategies.api import strategy\n\n\n"
        '@strategy("beerbread")\ndef early(view, moves, n, weights, rng):\n    """Says so."""\n    return pick(n)\n'
    )
    (folder / "helpers.py").write_text(
        "from engines.compilation import kernel\nfrom tables.limits import LIMIT\n\n\n@kernel\ndef pick(n):\n"
        "    return min(n - 1, LIMIT)\n"
    )
    (folder / "tables").mkdir(exist_ok=True)
    (folder / "tables" / "limits.py").write_text(f"LIMIT = {limit}\n")


def test_modules_beside_a_strategy_file_travel_with_it_and_an_edit_reaches_workers_that_have_them(
    simulate: Run, scheduler: str, tmp_path: Path
) -> None:
    study = (*STUDY, "--strategies", "mine.py:early,random")
    shares = []
    for limit in (0, 3):
        write_bot(tmp_path, limit)
        here = simulate(*study, "--backend", "processes", "--jobs", "2", cwd=tmp_path)
        there = simulate(*study, "--backend", "dask", "--scheduler", scheduler, cwd=tmp_path)
        assert there.code == 0, there.err
        assert untimed(there.json) == untimed(here.json) == untimed(simulate(*study, cwd=tmp_path).json)
        shares.append(there.json["strategies"][0]["win_share"])
    assert shares[0] != shares[1]


def test_a_run_does_not_go_on_after_an_edit_of_a_module_beside_the_strategy_file(simulate: Run, tmp_path: Path) -> None:
    write_bot(tmp_path, 0)
    done = simulate(*STUDY, "--strategies", "mine.py:early,random", "--out", "run", cwd=tmp_path)
    assert done.code == 0, done.err
    assert simulate("resume", "run", "--quiet", cwd=tmp_path).code == 0
    write_bot(tmp_path, 3)
    refused = simulate("resume", "run", "--quiet", cwd=tmp_path)
    assert (refused.code, "mine.py has changed since" in refused.err) == (2, True), refused.err


WORKER = """
import sys
from pathlib import Path
from experiments.remote import unpack
for packed in sys.argv[1:]:
    study, _ = unpack(Path(packed).read_bytes())
    print(study.game.rules[0].default, [player.label for player in study.players])
"""


def test_a_worker_that_laid_a_users_game_somewhere_takes_an_edited_one_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from experiments.remote import pack
    from experiments.study import make_study

    pig = Path(__file__).parents[2] / "examples" / "pig"
    shutil.copytree(pig, tmp_path / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    declaration = Path("pig", "declaration.py")
    for points in ("100", "150"):
        declaration.write_text(declaration.read_text().replace("default_number=100", f"default_number={points}"))
        Path(points).write_bytes(pack(make_study(game_name="./pig", seed=1)))
    shutil.rmtree("pig")
    done = subprocess.run([sys.executable, "-c", WORKER, "100", "150"], capture_output=True, text=True, check=False)
    assert done.stdout.split("\n")[:2] == ["100 ['end-race', 'hold-at-20']", "150 ['end-race', 'hold-at-20']"], done.stderr


FAULTY_WORKER = """
import sys
from pathlib import Path
from experiments.remote import play_packed
from experiments.bench import Block
try:
    play_packed(Path(sys.argv[1]).read_bytes(), Block(0, 20), False)
except (RuntimeError, ValueError) as fault:
    print(type(fault).__name__, fault)
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("state.die = 1 +", "state.die = 1 // (state.actor * 0) +", "EngineFault the game in ./pig raised ZeroDivisionError"),
        (
            "state.rolls += 1",
            "state.roles += 1",
            "UsageError ./pig/play.py, line {line}: there is no field 'roles'",
        ),
    ],
)
def test_a_fault_of_a_users_game_on_a_worker_is_told_with_the_users_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    from experiments.remote import pack
    from experiments.study import make_study

    pig = Path(__file__).parents[2] / "examples" / "pig"
    shutil.copytree(pig, tmp_path / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    play = Path("pig", "play.py")
    text = play.read_text()
    play.write_text(text.replace(old, new))
    Path("packed").write_bytes(pack(make_study(game_name="./pig", seed=1)))
    shutil.rmtree("pig")
    done = subprocess.run([sys.executable, "-c", FAULTY_WORKER, "packed"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith(words.format(line=text[: text.index(old)].count("\n") + 1)), done.stdout + done.stderr


def test_a_fault_on_a_cluster_is_told_as_at_home(simulate: Run, scheduler: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(
        'from strategies.api import strategy\n\n\n@strategy("beerbread")\ndef wrong(view, moves, n, weights, rng):\n'
        '    """Takes an option that is not there, in some games."""\n'
        "    return n if view.year == 2 and n == 29 else 0\n"
    )
    study = (*STUDY, "--strategies", "wrong.py:wrong,random", "--n", "40000", "--block-size", "4000")
    there = simulate(*study, "--backend", "dask", "--scheduler", scheduler, cwd=tmp_path)
    assert (there.code, there.out) == (1, "")
    assert "strategy wrong chose option" in there.err
    assert "--strategies wrong.py:wrong,random" in there.err, "the path is that of the user"
    assert "Traceback" not in there.err


def test_a_worker_killed_in_the_middle_loses_nothing(simulate: Run, scheduler: str, tmp_path: Path) -> None:
    study = (*STUDY, "--n", "40000", "--block-size", "200")
    cluster = ("--backend", "dask", "--scheduler", scheduler)
    process = subprocess.Popen(
        [str(SIMULATE), *study, *cluster, "--out", str(tmp_path / "run"), "--checkpoint-seconds", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    with Client(scheduler, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())
        deadline = time.monotonic() + 120
        while not list((tmp_path / "run").glob("counts/part-*")) and time.monotonic() < deadline:
            time.sleep(0.01)
        os.kill(pids[0], signal.SIGKILL)
    out, _ = process.communicate(timeout=200)
    assert process.returncode == 0
    assert untimed(json.loads(out)) == untimed(simulate(*study).json)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--backend", "dask"), "needs the scheduler's address"),
        (("--scheduler", "tcp://127.0.0.1:1"), "needs --backend dask or --backend ray"),
        (("--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"), "no Dask scheduler answers there"),
    ],
)
def test_mistakes_about_clusters_are_explained(simulate: Run, options: tuple[str, ...], message: str) -> None:
    result = simulate(*STUDY, *options)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert "Traceback" not in result.err


def test_a_missing_package_is_named_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from engines.game import UsageError
    from experiments.workers import check_backend

    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'meeplecarlo\[dask\]'"):
        check_backend("dask", "tcp://127.0.0.1:1")


def test_another_engine_on_a_worker_is_refused() -> None:
    import dataclasses
    import pickle

    from engines.game import UsageError
    from experiments.remote import pack, unpack
    from experiments.study import make_study

    packed = pack(make_study(game_name="beerbread", specs=["random"], seed=1))
    other = dataclasses.replace(pickle.loads(packed), sources="0")
    with pytest.raises(UsageError, match="another version of Meeple Carlo"):
        unpack(pickle.dumps(other))


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_ray_gives_the_result_of_one_machine(simulate: Run) -> None:
    there = simulate(*STUDY, "--backend", "ray", RAY_USAGE_STATS_ENABLED="0")
    assert there.code == 0, there.err
    assert untimed(there.json) == untimed(simulate(*STUDY).json)
