"""Compiled code is kept under a key of all kernel sources, and survives damage to its files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numba
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]

HELPER = """
from engines.compilation import kernel

@kernel
def helper(x):
    return x + {number}
"""

CALLER = """
from engines.compilation import kernel
from engines.trial_helper import helper

@kernel
def caller(x):
    return 10 * helper(x)
"""

PROGRAM = """
import logging
logging.basicConfig()
from engines import compilation
from engines.trial_caller import caller
print(compilation.surviving_damage(lambda: caller(1)), sum(caller.stats.cache_hits.values()))
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small copy of the kernel machinery with a helper in one file and its caller in another."""
    (tmp_path / "engines").mkdir()
    (tmp_path / "strategies").mkdir()
    for name in ("__init__.py", "compilation.py", "game.py", "numba_messages.py", "records.py", "user_games.py"):
        shutil.copy(ROOT / "engines" / name, tmp_path / "engines" / name)
    (tmp_path / "engines" / "trial_helper.py").write_text(HELPER.format(number=1))
    (tmp_path / "engines" / "trial_caller.py").write_text(CALLER)
    return tmp_path


def run(tree: Path, program: str = PROGRAM, **environment: str) -> tuple[str, str]:
    settings = os.environ | {"PYTHONPATH": str(tree), "MEEPLECARLO_CACHE_DIR": str(tree / "cache")} | environment
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tree, env=settings, capture_output=True, text=True, timeout=120, check=True
    )
    return done.stdout.strip(), done.stderr


def test_the_second_process_loads_what_the_first_compiled(tree: Path) -> None:
    assert run(tree)[0] == "20 0"
    assert run(tree)[0] == "20 1"


def test_an_edit_of_a_helper_in_another_file_is_noticed(tree: Path) -> None:
    assert run(tree)[0] == "20 0"
    (tree / "engines" / "trial_helper.py").write_text(HELPER.format(number=2))
    assert run(tree)[0] == "30 0", "old helper code must not be mixed with new code"
    (tree / "engines" / "trial_helper.py").write_text(HELPER.format(number=1))
    assert run(tree)[0] == "20 1", "going back finds the first code again"


def test_numbas_own_key_misses_such_an_edit(tree: Path) -> None:
    """Why the key of our own exists. If this fails, Numba has learnt it."""
    program = PROGRAM.replace("import logging", "import numba; numba.config.CACHE_DIR = 'fixed'; import logging")
    plain = (tree / "engines" / "compilation.py").read_text().replace("numba.config.CACHE_DIR = str(CACHE_FOLDER)", "pass")
    (tree / "engines" / "compilation.py").write_text(plain)
    assert run(tree, program)[0] == "20 0"
    (tree / "engines" / "trial_helper.py").write_text(HELPER.format(number=2))
    assert run(tree, program)[0] == "20 1"


def test_bounds_checked_code_is_kept_apart(tree: Path) -> None:
    assert run(tree)[0] == "20 0"
    assert run(tree, MEEPLECARLO_BOUNDSCHECK="1")[0] == "20 0"


@pytest.mark.parametrize("size", [0, 20])
def test_a_truncated_cache_file_is_replaced_and_said(tree: Path, size: int) -> None:
    run(tree)
    for path in (tree / "cache").rglob("*caller*.nb[ic]"):
        path.write_bytes(path.read_bytes()[:size])
    out, err = run(tree)
    assert out == "20 0"
    assert "damaged" in err
    assert run(tree)[0] == "20 1"


def test_without_a_writable_folder_it_runs_uncached_and_says_so(tree: Path) -> None:
    (tree / "cache").write_text("a file where the folder should be")
    out, err = run(tree)
    assert out == "20 0"
    assert "no writable cache folder" in err


def test_first_class_functions_still_work_as_the_engine_uses_them() -> None:
    """The one experimental feature of Numba that the design rests on: a tuple of functions with one signature."""
    signature = numba.int64(numba.int64)

    @numba.njit(signature)
    def one_more(x):
        return x + 1

    @numba.njit(signature)
    def twice(x):
        return 2 * x

    @numba.njit
    def call(functions, which, x):
        return functions[which](x)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", numba.core.errors.NumbaExperimentalFeatureWarning)
        results = [call((one_more, twice), which, 5) for which in (0, 1)]
        assert results == [6, 10]
        assert [call((twice, one_more), which, 5) for which in (0, 1)] == [10, 6]
    assert len(call.signatures) == 1, "swapping strategies must not compile again"


def test_importing_the_machinery_changes_no_global_state() -> None:
    program = (
        "import signal, warnings, multiprocessing, numpy\n"
        "import numba, pandas, scipy.special, pyarrow.parquet, joblib, rich.table\n"
        "def state():\n"
        "    start = multiprocessing.get_start_method(True)\n"
        "    return signal.getsignal(signal.SIGINT), list(warnings.filters), start, numpy.geterr()\n"
        "before = state()\n"
        "import engines.beerbread.play, strategies.compiling, experiments.running, analysis.summary, reports.terminal\n"
        "print([a == b for a, b in zip(before, state())])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[True, True, True, True]", done.stderr


def test_records_reach_kernels_as_written() -> None:
    from engines.records import WEIGHTS, new_record

    weights = new_record(WEIGHTS)
    weights["value"][3] = 0.5

    @numba.njit
    def read(record):
        return record.value[3]

    assert read(weights) == np.float64(0.5)
