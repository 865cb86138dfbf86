"""A study on another machine: the files of strategies, game and edition travel with it, and its engine must be the same."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import pickle
import platform
import re
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import engines
from engines.compilation import kernel_sources
from engines.game import UsageError
from engines.user_games import give_way
from experiments.bench import Block, BlockResult, play_block
from experiments.faults import EngineFault, StrategyFault
from experiments.study import Study
from strategies.loading import file_digest
from strategies.user_files import read_user_file

_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []
"""Folders of files that came with studies; they go when the process ends."""


Files = tuple[tuple[str, bytes], ...]
"""Name, relative to a folder, and content of each."""


@dataclass(frozen=True)
class PackedStudy:
    """A study with what it needs: the files of each strategy file (by its path), of a user's own game and of the edition.

    sources: the engine's digest.
    """

    study: Study
    strategies: tuple[tuple[str, Files], ...]
    game: Files
    edition: Files
    sources: str


@functools.lru_cache
def sources_digest(game: str) -> str:
    """SHA-256 of the code that plays a game: what engines and strategies share, and the game's own."""
    root = Path(engines.__file__).parent.parent
    digest = hashlib.sha256()
    for path in kernel_sources():
        place = path.relative_to(root).parts
        if len(place) == 2 or place[1] == game:
            digest.update("/".join(place).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def pack(study: Study) -> bytes:
    """The study as bytes for a worker."""
    edition = () if study.edition_path is None else _edition_files(Path(study.edition_path))
    own = set(study.game.source_files)
    strategies = tuple((path, tuple(read_user_file(path).files.items())) for path, _ in study.file_sha256 if path not in own)
    return pickle.dumps(
        PackedStudy(study, strategies, _game_files(study.game.folder), edition, sources_digest(study.game_name))
    )


def play_packed(packed: bytes, block: Block, keep: bool) -> bytes:
    """Play one block of a packed study: the task that is sent to a cluster. Raises UsageError, StrategyFault, EngineFault.

    The result comes packed too: most counts are 0, so it shrinks to a twentieth.
    """
    study, places = unpack(packed)
    try:
        return zlib.compress(pickle.dumps(play_block(study, block, keep)), 1)
    except (StrategyFault, EngineFault, UsageError) as fault:
        text = str(fault)
        for there, here in places:
            text = text.replace(there, here)
        raise type(fault)(text) from None


def open_result(packed: bytes) -> BlockResult:
    """What came back from a cluster."""
    result: BlockResult = pickle.loads(zlib.decompress(packed))
    return result


@functools.lru_cache(maxsize=8)
def unpack(packed: bytes) -> tuple[Study, tuple[tuple[str, str], ...]]:
    """The study with its files as they are on this machine; and the pairs (path here, path at home) of those that were laid.

    A file that is here with the same bytes is used where it is. Raises UsageError if this machine has another engine.
    """
    whole: PackedStudy = pickle.loads(packed)
    study = whole.study
    if sources_digest(study.game_name) != whole.sources:
        raise UsageError(f"the worker on {platform.node()} has another version of Meeple Carlo; install the same on all.")
    places: list[tuple[str, str]] = []
    digests = dict(study.file_sha256)
    specs, found = list(study.specs), []
    for path, files in whole.strategies:
        here = path
        if not Path(path).is_file() or file_digest(path) != digests[path]:
            folder = _laid(files)
            here = str(folder / files[0][0])
            places.append((here, path))
            places += [(str(folder / name), str(Path(path).parent / name)) for name, _ in files[1:]]
        found.append((here, digests[path]))
        specs = [_respelled(spec, path, here) for spec in specs]
    game_name = study.game_name
    if whole.game:
        if _game_files(game_name) != whole.game:
            folder = _laid(whole.game)
            give_way(folder)
            game_name = str(folder)
            places.append((game_name, study.game_name))
        found += [(str(file), file_digest(str(file))) for file in (Path(game_name, name) for name, _ in whole.game)]
    edition = study.edition_path
    if edition is not None and _edition_files(Path(edition)) != whole.edition:
        folder = _laid(whole.edition)
        alone = [name for name, _ in whole.edition] == [Path(edition).name]
        places.append((str(folder / Path(edition).name) if alone else str(folder), edition))
        edition = places[-1][0]
    moved = dataclasses.replace(study, game_name=game_name, specs=tuple(specs), file_sha256=tuple(found), edition_path=edition)
    return moved, tuple(places)


def _respelled(spec: str, path: str, here: str) -> str:
    """A spec with another path in place of one: of a strategy's file, or of its weights after `@`."""
    return re.sub(rf"(^|@){re.escape(path)}(?=[:@]|$)", lambda match: match[1] + here, spec)


def _edition_files(path: Path) -> Files:
    """Name and content of an edition's file, or of the tables in its folder; nothing where there is none."""
    files = sorted(path.glob("*.csv")) if path.is_dir() else [path]
    return tuple((file.name, file.read_bytes()) for file in files if file.is_file())


def _game_files(folder: str) -> Files:
    """Name and content of the files of a user's own game; nothing for a game that comes with the laboratory."""
    files = sorted(Path(folder).rglob("*.py")) if folder else []
    return tuple((file.relative_to(folder).as_posix(), file.read_bytes()) for file in files)


def _laid(files: Files) -> Path:
    """A folder with these files, for as long as this process lives."""
    folder = tempfile.TemporaryDirectory(prefix="meeplecarlo-")
    _FOLDERS.append(folder)
    for name, content in files:
        place = Path(folder.name, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return Path(folder.name).resolve()
