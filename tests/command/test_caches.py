"""Kept machine code: damaged it is made anew, where it cannot be kept all works without, and an edit makes it stale."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import SIMULATE, Result
from tests.engines.test_compilation import PROGRAM, run, tree

__all__ = ["tree"]

Run = Callable[..., Result]
PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"
SMALL = ("--game", str(PIG), "--n", "200", "--seed", "1", "--jobs", "1", "--format", "csv")
WORD = "no writable cache folder"


def test_a_truncated_cache_is_made_anew_with_a_word_and_once(simulate: Run, tmp_path: Path) -> None:
    """Only the code of Pig, and of that one strategy's is cut short."""
    from engines.compilation import CACHE_FOLDER, game_cache
    from engines.game import find_game
    from engines.user_games import digest_for

    usual = simulate(*SMALL)
    assert CACHE_FOLDER is not None
    folder = game_cache(digest_for(str(find_game(str(PIG)).part("play").__file__)) or "")
    assert folder is not None
    for part in (*CACHE_FOLDER.glob("engines_*"), folder):
        shutil.copytree(part, tmp_path / part.relative_to(CACHE_FOLDER.parent))
    cut = list(tmp_path.rglob("strategies.end_race*.nb?"))
    assert len(cut) == 2
    for path in cut:
        path.write_bytes(path.read_bytes()[:100])
    place = {"MEEPLECARLO_CACHE_DIR": str(tmp_path)}
    again = simulate(*SMALL, **place)
    assert (again.code, again.out) == (0, usual.out)
    assert again.err.count("the kernel cache was damaged") == 1
    assert simulate(*SMALL, **place) == Result(0, usual.out, "")


def test_where_the_disk_is_full_the_run_works_and_says_so_once(tmp_path: Path, simulate: Run) -> None:
    """A limit on the size of files stands for the disk: the system refuses in the middle of a file of machine code."""
    done = subprocess.run(
        [str(SIMULATE), *SMALL],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
        env=os.environ | {"MEEPLECARLO_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, simulate(*SMALL).out)
    assert done.stderr.count(WORD) == 1
    assert "File too large" in done.stderr
    assert list(tmp_path.rglob("*.nbi"))
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size >= 20_000]


TWICE = """
import subprocess, sys
{program}
if len(sys.argv) == 1:
    subprocess.run([sys.executable, "-c", {program!r}, "again"], check=True)
"""


def test_processes_that_a_program_starts_do_not_say_it_again(tree: Path) -> None:
    (tree / "cache").write_text("a file where the folder should be")
    out, err = run(tree, TWICE.format(program=PROGRAM))
    assert out.split() == ["20", "0", "20", "0"]
    assert err.count(WORD) == 1


def test_a_read_only_folder_is_done_without(tree: Path) -> None:
    """Root writes where permissions forbid it, so the folder is mounted for reading only, in a name space of its own."""
    unshare = shutil.which("unshare")
    mounted = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
    run(tree)
    words = [str(unshare), "--mount", "sh", "-c", mounted, str(tree / "cache")]
    if unshare is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    before = sorted((tree / "cache").rglob("*"))
    program = f'"{shutil.which("env")}" PYTHONPATH={tree} MEEPLECARLO_CACHE_DIR={tree}/cache "{sys.executable}" -c "$1"'
    done = subprocess.run(
        [*words[:4], f"{mounted} && {program}", words[5], PROGRAM], cwd=tree, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["20", "0"]
    assert done.stderr.count(WORD) == 1
    assert sorted((tree / "cache").rglob("*")) == before


STRATEGY = '''from strategies.api import strategy


@strategy("pig")
def it(view, moves, n, weights, rng):
    """One of two options."""
    return {choice}
'''


def test_an_edited_strategy_file_is_compiled_anew_also_if_its_date_and_size_are_the_same(simulate: Run, tmp_path: Path) -> None:
    """As after `cp -p` or a checkout that sets dates; Python's own cache of byte code looks at no more than these."""
    found = []
    for choice in ("0", "1"):
        path = tmp_path / "it.py"
        path.write_text(STRATEGY.format(choice=choice))
        os.utime(path, (1.6e9, 1.6e9))
        words = (*SMALL, "--strategies", "it.py,random")
        result = simulate(*words, cwd=tmp_path, PYTHONDONTWRITEBYTECODE="")
        assert result.code == 0, result.err
        found.append(result.out)
    assert found[0] != found[1]
    assert [path.name for path in tmp_path.iterdir()] == ["it.py"], "nothing is left beside it"
