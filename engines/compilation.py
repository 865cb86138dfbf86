"""How kernels are compiled and where the machine code is kept.

Every function that runs inside a simulation is marked with `@kernel`. Numba's own cache looks only at the file of the cached
function: after an edit of a helper in another file it would run old and new code together. So the cache folder is named by
a hash of *all* kernel sources, the versions of Numba and Python, and the processor, before the first kernel is defined. The
kernels of a user's own game (`engines.user_games`) lie in a folder within it that is named by a hash of its sources too.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import platform
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding
import numba
import platformdirs
from numba.core.caching import FunctionCache
from numba.core.errors import NumbaExperimentalFeatureWarning

from engines.game import Game
from engines.user_games import digest_for, is_of_strategy_file

log = logging.getLogger("meeplecarlo.compilation")

BOUNDSCHECK_VARIABLE = "MEEPLECARLO_BOUNDSCHECK"
"""Environment variable: `1` compiles every kernel with bounds checks (worker processes inherit it)."""

CACHE_VARIABLE = "MEEPLECARLO_CACHE_DIR"
"""Environment variable: a folder to use instead of the user's cache folder."""

SAID_VARIABLE = "MEEPLECARLO_CACHE_SAID"
"""Environment variable: `1` once it was said that code cannot be kept; worker processes inherit it and are silent."""

KEPT_FOLDERS = 6
"""Cache folders of earlier sources or settings that are kept for switching back and forth."""

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGES = ("engines", "strategies")
_ROOT = Path(__file__).resolve().parent.parent


def bounds_checked() -> bool:
    """Whether kernels are compiled with bounds checks (`simulate --debug`, `simulate check`)."""
    return os.environ.get(BOUNDSCHECK_VARIABLE, "") == "1"


def kernel_sources() -> list[Path]:
    """Every Python file that can hold a kernel, in a fixed order."""
    return sorted(path for package in _PACKAGES for path in (_ROOT / package).rglob("*.py"))


def source_key() -> str:
    """Hex digest of all that machine code depends on: sources, versions, processor, bounds checks."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(str(path.relative_to(_ROOT)).encode())
        digest.update(path.read_bytes())
    surroundings = (
        numba.__version__,
        llvmlite.__version__,
        platform.python_version(),
        llvmlite.binding.get_host_cpu_name(),
        str(bounds_checked()),
    )
    digest.update("\0".join(surroundings).encode())
    return digest.hexdigest()[:24]


def _parent_folder() -> Path:
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("meeplecarlo", appauthor=False)) / "kernels"


def _say_unwritable(error: Exception) -> None:
    """Say, once for a program and all its processes, that machine code cannot be kept."""
    if os.environ.get(SAID_VARIABLE, "") != "1":
        os.environ[SAID_VARIABLE] = "1"
        log.warning("no writable cache folder (%s): kernels are compiled anew at each start", error)


def _open_cache_folder() -> Path | None:
    """The folder for this source key, made and tried for writing; None where there is no writable one."""
    folder = _parent_folder() / source_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
    except OSError as error:
        _say_unwritable(error)
        return None
    return folder


def _last_used(folder: Path) -> float:
    """When a folder was last used; now, if another process has just removed it."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return time.time()


def _remove_old_folders(current: Path) -> None:
    """Keep the few most recently used folders; machine code that is loaded does not need its file any more."""
    others = [path for path in current.parent.iterdir() if path.is_dir() and path != current]
    for stale in sorted(others, key=_last_used, reverse=True)[KEPT_FOLDERS:]:
        if time.time() - _last_used(stale) > 3600:
            shutil.rmtree(stale, ignore_errors=True)


CACHE_FOLDER = _open_cache_folder()
"""Where machine code of this process is kept, or None."""

if CACHE_FOLDER is not None:
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    _remove_old_folders(CACHE_FOLDER)


@functools.cache
def game_cache(digest: str) -> Path | None:
    """Where the machine code of a user's game lies, by the digest of its sources; None where nothing is kept."""
    if CACHE_FOLDER is None:
        return None
    folder = CACHE_FOLDER / "games" / digest[:24]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError as error:
        _say_unwritable(error)
        return None
    _remove_old_folders(folder)
    return folder


def _home_of(file: str) -> Path | None:
    """Where the machine code of a game's file is kept: each game has a folder. None for files that belong to no game.

    Games share the loops of `engines.loop`, whose code would otherwise lie in one file for all of them.
    """
    digest = digest_for(file)
    if digest is not None:
        return game_cache(digest)
    folder = Path(file).parent
    return CACHE_FOLDER / folder.name if CACHE_FOLDER is not None and folder.parent == _ROOT / "engines" else None


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function. Where the disk is full, or can no longer be written, the code is used all the same."""

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, if that can be done."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_unwritable(error)


def _keep_code(dispatcher: Any, file: str) -> None:
    """Let the machine code of a function be kept, with that of the file; not at all if a user's game has no folder for it."""
    home = _home_of(file)
    if CACHE_FOLDER is None or (home is None and digest_for(file) is not None):
        return
    before = numba.config.CACHE_DIR
    if home is not None:
        numba.config.CACHE_DIR = str(home)  # Numba's cache looks there when it is made
    try:
        dispatcher._cache = _KernelCache(dispatcher.py_func)
    except RuntimeError as error:  # there is no place for a file
        _say_unwritable(error)
    finally:
        numba.config.CACHE_DIR = before


def is_warm(game: Game) -> bool:
    """Whether there is compiled code of a game for these sources (otherwise the first call takes a while)."""
    folder = _home_of(str(game.part("play").__file__))
    return folder is not None and any(folder.glob("*/*.play_block-*.nbc"))


def clear_cache() -> None:
    """Delete the compiled code for these sources."""
    if CACHE_FOLDER is not None:
        for path in CACHE_FOLDER.iterdir():
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def kernel(function: F) -> F:
    """Compile at first use, without the interpreter lock, cached on disk. Division by zero raises, as in Python."""
    return kernel_of_file(function, function.__code__.co_filename)


def kernel_of_file(function: F, file: str) -> F:
    """As `kernel`, for a function that a file uses as its own: its machine code is kept with that of the file.

    Helpers in a user's strategy file are compiled with bounds checks, as the strategies are.
    """
    checked = bounds_checked() or is_of_strategy_file(file)
    compiled: F = numba.njit(nogil=True, boundscheck=checked, error_model="python")(function)
    _keep_code(compiled, file)
    return compiled


def compile_function(function: Callable[..., Any], signature: Any, *, cached: bool, checked: bool) -> Any:
    """Compile a strategy at once for its game's explicit signature.

    cached: keep the machine code on disk (built-in strategies, whose sources are part of the key).
    checked: bounds checks, whatever the mode (strategies from a user's file).
    """
    options = {"nogil": True, "boundscheck": checked or bounds_checked(), "error_model": "python"}
    if not cached:
        return numba.njit(signature, **options)(function)
    compiled = numba.njit(**options)(function)
    _keep_code(compiled, function.__code__.co_filename)
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


@contextmanager
def without_experimental_warning() -> Iterator[None]:
    """Silence Numba's one warning that first-class functions are experimental, where it arises.

    `tests/engines/test_compilation.py` notices if the feature changes.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        yield


def surviving_damage(compile_or_load: Callable[[], Any]) -> Any:
    """Call; where a cache file turns out to be damaged, clear the cache, say so, and call once more."""
    try:
        return compile_or_load()
    except Exception as error:
        if not came_from_cache(error):
            raise
        log.warning("the kernel cache was damaged (%s); compiling again", type(error).__name__)
        clear_cache()
        return compile_or_load()


def came_from_cache(error: BaseException) -> bool:
    """Whether an exception was raised by Numba's cache reader."""
    trace = error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == "caching.py":
            return True
        trace = trace.tb_next
    return False


@functools.lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Versions that a manifest records for reproducing a run."""
    import numpy

    return {
        "python": platform.python_version(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "numpy": numpy.__version__,
    }
