"""Figures transcribed from the texts: reading them, setting them beside those that an engine uses, changing single ones.

A transcription is a TOML file of nested tables. `place` says where in the texts a table's figures are stated and holds for the
tables below it too; a `note` explains; every other value is a figure. An engine's figures come as a dictionary of that shape.
Each figure has a path: ("seeding", "fruitful", "wheat"), in lists with the number of the entry.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
REMARKS = ("place", "note")
NONE = "none"
"""What stands for an empty list, which is a figure too: that there is nothing."""

Figure = int | float | str
Key = str | int
Path_ = tuple[Key, ...]


class Stated(NamedTuple):
    """A figure of the texts, and where they state it."""

    figure: Figure
    place: str


def read_transcription(game: str) -> dict[str, Any]:
    """The transcription of a game's texts."""
    return tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))


def flat(entry: Any, path: Path_ = (), place: str = "") -> Iterator[tuple[Path_, Stated]]:
    """All figures below an entry by their paths, each with the place that holds for it."""
    if isinstance(entry, Mapping):
        place = entry.get("place", place)
        for name, inner in entry.items():
            if name not in REMARKS:
                yield from flat(inner, (*path, name), place)
    elif isinstance(entry, list) and entry:
        for number, inner in enumerate(entry):
            yield from flat(inner, (*path, number), place)
    else:
        yield path, Stated(NONE if isinstance(entry, list) else entry, place)


def figures_only(entry: Any) -> Any:
    """A transcription without places and notes."""
    if not isinstance(entry, Mapping):
        return entry
    return {name: figures_only(inner) for name, inner in entry.items() if name not in REMARKS}


def only(values: Iterable[Any]) -> Any:
    """The one value that there is; all of them where they differ, which no text states."""
    found = sorted(set(values))
    return found[0] if len(found) == 1 else found


def same(one: Figure, other: Figure) -> bool:
    """Whether two figures are the same; yes is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def in_words(path: Path_) -> str:
    """A path as in "seeding.fruitful.wheat" or "bands.first[0]"."""
    words = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return words.removeprefix(".")


def differences(transcription: Mapping[str, Any], used: Mapping[str, Any]) -> list[str]:
    """A sentence for each figure of the texts that is not the engine's, and for each figure that stands on one side only."""
    texts = dict(flat(transcription))
    engine = {path: figure for path, (figure, _) in flat(used)}
    found = []
    for path, (figure, place) in texts.items():
        if path not in engine:
            found.append(f"{in_words(path)}: the texts state {figure!r} ({place}), the engine has no such figure")
        elif not same(figure, engine[path]):
            found.append(f"{in_words(path)}: the texts state {figure!r} ({place}), the engine uses {engine[path]!r}")
    for path in engine.keys() - texts.keys():
        found.append(f"{in_words(path)}: the engine uses {engine[path]!r}, the texts state no such figure")
    return found


def changed(figure: Figure) -> list[Figure]:
    """What might have been typed instead of a figure."""
    if isinstance(figure, bool):
        return [not figure]
    if isinstance(figure, int):
        return [figure - 1, figure + 1, 10 * figure + 1, str(figure)]
    if isinstance(figure, float):
        return [figure - 0.1, figure + 0.1, 2 * figure + 1]
    return ["", figure + "s", figure[:-1], 0]


def with_figure(entry: Any, path: Path_, figure: Any) -> Any:
    """A copy of a transcription in which another figure (or table, or list) stands at a path."""
    if not path:
        return figure
    changed_entry = copy.copy(entry)
    changed_entry[path[0]] = with_figure(entry[path[0]], path[1:], figure)
    return changed_entry


def without_figure(entry: Any, path: Path_) -> Any:
    """A copy of a transcription in which nothing stands at a path."""
    changed_entry = copy.copy(entry)
    if len(path) == 1:
        del changed_entry[path[0]]
    else:
        changed_entry[path[0]] = without_figure(entry[path[0]], path[1:])
    return changed_entry
