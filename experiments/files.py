"""Files that a crash cannot leave half-written, names of parts by deal range, and the lock of a run's folder."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import filelock

from engines.game import UsageError

UNFINISHED = ".part"
"""The end of the name of a file that is being written; it begins with a dot, so readers of a folder pass over it."""

LOCK_FILES = (".lock", ".holder")

_PART_NAME = re.compile(r"part-(\d+)-(\d+)\.\w+")


class StorageFault(RuntimeError):
    """The disk took no more: full, over a quota, gone. What was saved before stays."""


@dataclass(frozen=True, order=True)
class Span:
    """Deals [first, end)."""

    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first

    def holds(self, other: Span) -> bool:
        """Whether all deals of another span are in this one."""
        return self.first <= other.first and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether a deal is in both."""
        return self.first < other.end and other.first < self.end

    def part_name(self, suffix: str) -> str:
        """The name of a part file; names sort in the order of deals."""
        return f"part-{self.first:013d}-{self.end:013d}{suffix}"


def span_of(path: Path) -> Span | None:
    """The span that a part file's name tells; None for another name."""
    match = _PART_NAME.fullmatch(path.name)
    return None if match is None else Span(int(match[1]), int(match[2]))


def missing_spans(present: list[Span], whole: Span) -> list[Span]:
    """What is not covered of a span, in order."""
    missing, at = [], whole.first
    for span in sorted(present):
        if span.first > at:
            missing.append(Span(at, min(span.first, whole.end)))
        at = max(at, span.end)
    if at < whole.end:
        missing.append(Span(at, whole.end))
    return missing


def write_durably(path: Path, write: Callable[[Path], object]) -> None:
    """Write under a temporary name, wait until it is on the disk, then rename: at any moment the old file or the new one.

    Raises StorageFault if the disk takes no more; the old file then stays.
    """
    unfinished = path.with_name(f".{path.name}{UNFINISHED}")
    try:
        write(unfinished)
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise StorageFault(f"{path}: {error.strerror or error}.") from error


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a crash, on systems where a folder can be opened for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write an object as readable JSON. Raises StorageFault."""
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    write_durably(path, lambda unfinished: unfinished.write_text(text, encoding="utf-8"))


class FolderLock:
    """The right to write in a run's folder, held by one process at a time; the system frees it when the process dies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = filelock.FileLock(folder / ".lock")

    def acquire(self) -> None:
        """Take the folder. Raises UsageError, with the holder's process id, if another process has it."""
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise UsageError(f"{self.folder}: {self._holder()} is writing in this folder. Wait for it, or stop it.") from None
        except OSError as error:
            raise UsageError(f"{self.folder}: {error.strerror or error}.") from None
        with suppress(OSError):
            (self.folder / ".holder").write_text(str(os.getpid()), encoding="ascii")

    def _holder(self) -> str:
        try:
            return f"process {int((self.folder / '.holder').read_text(encoding='ascii'))}"
        except (OSError, ValueError):
            return "another process"

    def release(self) -> None:
        """Give the folder up and remove the lock's files (while it is held, so nobody loses his)."""
        if self._lock.is_locked:
            for name in reversed(LOCK_FILES):
                with suppress(OSError):
                    (self.folder / name).unlink(missing_ok=True)
            self._lock.release()
