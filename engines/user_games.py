"""Games of a user's own: a folder with the modules of a game, found by its path (`--game PATH`).

The folder holds `declaration.py`, `play.py`, `describe.py`, and where it brings strategies `strategies.py`; they import each
other relatively. It becomes a package under a name made of its path and its sources, so an edited game is another package. A
hash of both also names the folder in which its machine code is kept (see `engines.compilation`).
"""

from __future__ import annotations

import hashlib
import importlib
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from engines.game import Game, Kernels, UsageError, game_names, unknown_name
from engines.numba_messages import gist, line_using, places, plain_text

PARTS = ("declaration", "play", "describe")
"""The modules that a game must have."""

_OFFERED = {
    "play": sorted({name for name in vars(Kernels) if not name.startswith("_")} | set(Kernels.__annotations__)),
    "describe": ["Describer", "as_text"],
}
"""The names that a part must define."""

_PLAIN = {
    "play": ["make_setup"],
    "describe": ["as_text"],
    "edition": ["load_edition"],
    "edition_generator": ["generate_edition"],
}
"""Functions of a part that run in plain Python whenever somebody calls them."""


@dataclass(frozen=True)
class UserGame:
    """A game that was loaded: its folder, the SHA-256 of its sources, and its declaration."""

    folder: Path
    digest: str
    game: Game


_loaded: dict[str, UserGame] = {}
"""By the name that the declaration gives."""

_identities: dict[Path, str] = {}
"""The SHA-256 of the path and sources of each folder, when it was last loaded. Machine code that is kept refers to the package,
whose name is made of the path too: the same game in another folder has to be compiled there."""

_file_identities: dict[Path, str] = {}
"""The same of strategy files and of the modules beside them that they import, when they were last loaded. Without it, code of a
function would be kept though a module that it takes a constant from was edited."""

_passing: set[Path] = set()
"""Folders whose games give way to another of the same name: they came with a study from another machine."""


def digest_for(file: str) -> str | None:
    """The SHA-256 of path and sources of the user's game or strategy file that a source file belongs to; None if to neither."""
    path = Path(file)
    if path in _file_identities:
        return _file_identities[path]
    return next((identity for folder, identity in _identities.items() if path.is_relative_to(folder)), None)


def is_of_strategy_file(file: str) -> bool:
    """Whether a source file is a user's strategy file or a module that belongs to one."""
    return Path(file) in _file_identities


def keep_code_of(files: Iterable[Path], identity: str) -> None:
    """Have the machine code of files kept under an identity (64 hexadecimal digits) of their own."""
    _file_identities.update(dict.fromkeys(files, identity))


def loaded_games() -> list[str]:
    """What tells the users' games that are loaded from other states of them."""
    return sorted(_identities.values())


def give_way(folder: Path) -> None:
    """Let the game in a folder be replaced by another of its name without a word."""
    _passing.add(folder.resolve())


def find_user_game(name: str) -> Game:
    """The game in a folder, or one that was loaded before by its own name. Raises UsageError."""
    folder = Path(name)
    if not ("/" in name or "\\" in name or (folder / "declaration.py").is_file()):
        if name in _loaded:
            return _loaded[name].game
        unknown = unknown_name("game", name, game_names())
        raise UsageError(f"{unknown} A game of your own is named by its folder: --game FOLDER.")
    if not folder.is_dir():
        raise UsageError(f"--game {name}: there is no such folder." if not folder.exists() else f"--game {name}: not a folder.")
    for part in PARTS:
        if not (folder / f"{part}.py").is_file():
            raise UsageError(
                f"--game {name}: there is no {part}.py in the folder. A game has {', '.join(f'{p}.py' for p in PARTS)}; "
                f"docs/add_a_game.md shows how they are made."
            )
    found = _load(folder.resolve())
    return replace(found, folder=name)


def _load(folder: Path) -> Game:
    """The declaration in a folder, loaded once for each state of its sources."""
    digest = _digest(folder)
    for entry in _loaded.values():
        if entry.folder == folder and entry.digest == digest:
            return entry.game
    identity = hashlib.sha256(f"{folder}{digest}".encode()).hexdigest()
    package = f"meeplecarlo_game_{identity[:12]}"
    module = ModuleType(package)
    module.__path__ = [str(folder)]
    sys.modules[package] = module
    _identities[folder] = identity
    game = _checked(import_part(package, "declaration"), folder, package)
    game = replace(game, folder=str(folder), items=telling_lines(folder)(game.items))
    other = _loaded.get(game.name)
    if other is not None and other.digest != digest and other.folder not in {folder, *_passing} and other.folder.is_dir():
        raise UsageError(
            f"{folder / 'declaration.py'}: the name {game.name!r} is that of the game in {other.folder} too; "
            f"give one of them another name."
        )
    _loaded[game.name] = UserGame(folder, digest, game)
    return game


def _digest(folder: Path) -> str:
    """The SHA-256 of all sources with their names."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _checked(declaration: Any, folder: Path, package: str) -> Game:
    """The game that a declaration declares. Raises UsageError if something is missing or contradicts something else."""
    where = folder / "declaration.py"
    game = getattr(declaration, "GAME", None)
    if not isinstance(game, Game):
        raise UsageError(f"{where}: there is no GAME in it, an engines.game.Game.")
    if game.name in game_names():
        raise UsageError(f"{where}: the name {game.name!r} is that of a game that comes with Meeple Carlo; choose another.")
    if game.package != package:
        raise UsageError(f"{where}: GAME must be declared with package=__package__, not {game.package!r}.")
    metrics = [metric.name for metric in game.game_metrics]
    for needed in (game.length_metric, "decisions"):
        if needed not in metrics:
            raise UsageError(f"{where}: game_metrics must have {needed!r} (there are: {', '.join(metrics)}).")
    for mode in game.modes:
        if len(game.default_lineup.get(mode.name, ())) < mode.side_count:
            raise UsageError(f"{where}: default_lineup must name {mode.side_count} strategies for mode {mode.name!r}.")
    return game


def import_part(package: str, part: str) -> Any:
    """A module of a user's game. Raises UsageError, with file and line, for what is wrong in it or missing."""
    folder = Path(sys.modules[package].__path__[0])
    try:
        with _no_bytecode():
            module = importlib.import_module(f"{package}.{part}")
    except SyntaxError as error:
        raise UsageError(f"{error.filename}, line {error.lineno}: {error.msg}.") from None
    except Exception as error:
        text = str(error) if isinstance(error, UsageError) else _what(error, package)
        raise UsageError(f"{_place(error, folder) or folder / f'{part}.py'}: {text}") from None
    missing = [name for name in _OFFERED.get(part, []) if not hasattr(module, name)]
    if missing:
        raise UsageError(f"{folder / f'{part}.py'}: it does not define {', '.join(missing)}.")
    for name in _PLAIN.get(part, []):
        function = getattr(module, name, None)
        if function is not None and not hasattr(function, "__wrapped__"):
            setattr(module, name, telling_lines(folder)(function))
    return module


@contextmanager
def telling_lines(folder: str | Path) -> Iterator[None]:
    """Make a UsageError, with file and line, of an exception that passes through the files of a user's game in Python.

    An empty folder, that of a game that comes with the laboratory, changes nothing. It can be a decorator too.
    """
    try:
        yield
    except UsageError:
        raise
    except Exception as error:
        place = _place(error, Path(folder).resolve()) if str(folder) else ""
        if not place:
            raise
        raise UsageError(f"{place}: {_what(error)}") from None


def _what(error: Exception, package: str = "") -> str:
    """The kind and text of an exception; modules of a package are named as the user names them."""
    text = str(error).replace(f"{package}.", "") if package else str(error)
    return f"{type(error).__name__}: {text}."


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Leave no byte code: Python takes it for current after an edit within the same second that keeps the file's size."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _place(error: BaseException, folder: Path) -> str:
    """The last place in the folder's files that an exception passed through, as "FILE, line N"; empty if there is none."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else ""


def compile_error(error: Exception, folder: str) -> UsageError:
    """The error for a user's game that Numba cannot compile: file, line and the gist of what it says."""
    root = Path(folder).resolve()
    if isinstance(error, KeyError):  # Numba's way of saying that a record has no such field
        name = str(error.args[0])
        return UsageError(f"{_first_use(name, root)}: there is no field {name!r} in that record.")
    text = plain_text(error)
    unknown = re.search(r"name '(\w+)' is not defined", text)
    if unknown is not None:
        return UsageError(f"{_first_use(unknown[1], root)}: {unknown[0]}.")
    own = [f"{file}, line {line}" for file, line in places(text) if Path(file).resolve().is_relative_to(root)]
    return UsageError(f"{own[-1] if own else folder}: the game cannot be compiled: {gist(text)}")


def _first_use(name: str, folder: Path) -> str:
    """The first file and line in a folder that use a name or an attribute; the folder if none does."""
    for path in sorted(folder.rglob("*.py")):
        line = line_using(name, path.read_text(encoding="utf-8"))
        if line is not None:
            return f"{path}, line {line}"
    return str(folder)
