"""Strategy files of a user's own, and the modules beside them that they import.

Such a module belongs to the file: it counts in its digest, travels with it to other machines, and is loaded for it
alone. Two files in two folders may each import their own `helpers`, and after an edit of `helpers` a worker that has loaded it
before does not go on with the old one: modules are named by a hash of the file's path and of all that belongs to it.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from engines.game import UsageError
from engines.user_games import keep_code_of, loaded_games

RESERVED = sys.stdlib_module_names | {"engines", "strategies", "experiments", "analysis", "reports"}
"""Names that always mean Python's own modules and the laboratory's, whatever lies beside a strategy file."""

_MAIN = "__main__"
"""The name of the strategy file itself among its modules; no import statement names it."""


@dataclass(frozen=True)
class UserFile:
    """A file with what belongs to it: names (relative to its folder, with slashes) and bytes, its own first.

    modules: by dotted name, the name of each module's file.
    """

    path: str
    folder: Path
    files: Mapping[str, bytes]
    modules: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name of the file itself."""
        return next(iter(self.files))

    @property
    def digest(self) -> str:
        """SHA-256 of the file; of all names and contents where something belongs to it. The same wherever they lie."""
        digests = {name: hashlib.sha256(content).hexdigest() for name, content in self.files.items()}
        own = digests.pop(self.name)
        return own if not digests else hashlib.sha256(repr([own, sorted(digests.items())]).encode()).hexdigest()

    def spelled(self, name: str) -> str:
        """The path of a file that belongs to it, in the way that the user wrote that of the file itself."""
        if name == self.name:
            return self.path
        near = Path(self.path).parent
        return str((near if near.resolve() == self.folder else self.folder) / name)


def read_text(path: str, what: str) -> str:
    """The text of a user's file. what: what it should hold, such as "strategy". Raises UsageError."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"{path}: there is no such {what} file.") from None
    except IsADirectoryError:
        raise UsageError(f"{path}: this is a folder, not a {what} file.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: this is not a text file in UTF-8.") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}.") from None


def read_user_file(path: str) -> UserFile:
    """A file with the modules of its folder that its import statements name, and those that these import.

    Imports are read, not run, so that every machine comes to the same. A file that is not Python imports nothing. Raises
    UsageError for what cannot be read.
    """
    file = Path(path).resolve()
    content = _read(file)
    files, modules = {file.name: content}, {}
    waiting = [("", content)]
    while waiting:
        package, content = waiting.pop()
        for name in _imported_names(content, package):
            for module, place in _modules_on_the_way(file.parent, name):
                if module not in modules:
                    modules[module] = place
                    files[place] = _read(file.parent / place)
                    inner = module if place.endswith("__init__.py") else module.rpartition(".")[0]
                    waiting.append((inner, files[place]))
    return UserFile(path, file.parent, files, modules)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}.") from None


def _imported_names(content: bytes, package: str) -> Iterator[str]:
    """The dotted names, from the folder on, that a module's import statements may mean. package: the one that it lies in."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if not _is_reserved(alias.name))
        elif isinstance(node, ast.ImportFrom):
            base = [node.module] if node.module else []
            if node.level:
                parents = package.split(".") if package else []
                base = parents[: len(parents) - node.level + 1] + base
            elif _is_reserved(base[0]):
                continue
            yield from (".".join([*base, alias.name]) for alias in node.names)


def _is_reserved(name: str) -> bool:
    return name.partition(".")[0] in RESERVED


def _modules_on_the_way(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    """The modules in a folder that importing a dotted name runs, from the outermost, each with the name of its file."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        stem = "/".join(parts[:count])
        if (folder / stem / "__init__.py").is_file():
            yield ".".join(parts[:count]), f"{stem}/__init__.py"
        elif (folder / f"{stem}.py").is_file():
            yield ".".join(parts[:count]), f"{stem}.py"
            return
        elif not (folder / stem).is_dir():
            return


_packages: dict[str, UserFile] = {}
"""What was loaded, by the name of the package that its modules are in."""

_loading = threading.RLock()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of packages of strategy files."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package, _, name = fullname.partition(".")
        user_file = _packages.get(package)
        if user_file is None:
            return None
        place = user_file.modules.get(name)
        if place is not None:
            return _spec(user_file, package, fullname, place)
        if not name or any(module.startswith(f"{name}.") for module in user_file.modules):
            return importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        return None


_FINDER = _Finder()


class _Loader(importlib.abc.Loader):
    """Runs the bytes that were read, without byte code: an edit within a second would find that of before."""

    def __init__(self, user_file: UserFile, package: str, place: str) -> None:
        self.content = user_file.files[place]
        self.file = str(user_file.folder / place)
        tops = {module.partition(".")[0] for module in user_file.modules} - RESERVED

        def import_own(name: str, names: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
            """`import helpers` as an import from the package."""
            top = name.partition(".")[0]
            if level or top not in tops:
                return builtins.__import__(name, names, local, wanted, level)
            module = builtins.__import__(f"{package}.{name}", names, local, wanted)
            return module if wanted else sys.modules[f"{package}.{top}"]

        self.builtins = vars(builtins) | {"__import__": import_own}

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = self.builtins
        exec(compile(self.content, self.file, "exec", dont_inherit=True), vars(module))


def _spec(user_file: UserFile, package: str, fullname: str, place: str) -> importlib.machinery.ModuleSpec:
    """How a module is made; it has no search path, for nothing but what was read belongs to it."""
    found = importlib.util.spec_from_file_location(
        fullname,
        user_file.folder / place,
        loader=_Loader(user_file, package, place),
        submodule_search_locations=[] if place.endswith("/__init__.py") else None,
    )
    assert found is not None
    return found


def load_user_file(path: str) -> ModuleType:
    """The module of a strategy file, run once for each state of it and of what belongs to it.

    The users' games that are loaded count too: a strategy can take over their constants. Raises UsageError, with file and
    line, for what is wrong.
    """
    read_text(path, "strategy")
    user_file = read_user_file(path)
    fixed = [str(user_file.folder), user_file.name, user_file.digest, loaded_games()]
    identity = hashlib.sha256(repr(fixed).encode()).hexdigest()
    package = f"meeplecarlo_user_{identity[:12]}"
    main = f"{package}.{_MAIN}"
    with _loading:
        if main in sys.modules:
            return sys.modules[main]
        if _FINDER not in sys.meta_path:
            sys.meta_path.insert(0, _FINDER)
        _packages[package] = user_file
        keep_code_of([user_file.folder / name for name in user_file.files], identity)
        try:
            importlib.import_module(package)
            spec = _spec(user_file, package, main, user_file.name)
            module = sys.modules[main] = importlib.util.module_from_spec(spec)
            assert spec.loader is not None
            spec.loader.exec_module(module)
        except BaseException as error:
            for name in [name for name in sys.modules if name.partition(".")[0] == package]:
                del sys.modules[name]
            if not isinstance(error, Exception):
                raise
            raise _wrong(user_file, package, error) from None
        return module


def _wrong(user_file: UserFile, package: str, error: Exception) -> UsageError:
    """What is wrong in a file that could not be run, with the last of its lines that the exception passed through."""
    names = {str(user_file.folder / name): name for name in user_file.files}
    if isinstance(error, SyntaxError) and error.filename in names:
        return UsageError(f"{user_file.spelled(names[error.filename])}, line {error.lineno}: {error.msg}.")
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in names]
    where = f"{user_file.spelled(names[own[-1].filename])}, line {own[-1].lineno}" if own else user_file.path
    if isinstance(error, UsageError):
        return UsageError(f"{where}: {error}")
    text = str(error).replace(f"{package}.", "")
    return UsageError(f"{where}: {type(error).__name__}: {text}.")
