"""Ctrl-C and SIGTERM at a moment that suits: what belongs together is done as a whole first."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

WORKER_THREAD = "meeplecarlo-blocks"
"""The name of the thread that hands out blocks; it is the only one that may still be at work when the program ends."""


class Terminated(KeyboardInterrupt):
    """The process was asked to end by SIGTERM: it does what it does after Ctrl-C, with another exit code."""


def exit_code(error: KeyboardInterrupt) -> int:
    """130 after Ctrl-C, 143 after SIGTERM, as shells count."""
    return 128 + (signal.SIGTERM if isinstance(error, Terminated) else signal.SIGINT)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _terminate(number: int, frame: Any) -> NoReturn:
    raise Terminated


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM raises Terminated while this lasts. Does nothing outside the main thread."""
    if not _in_main_thread():
        yield
        return
    previous = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back Ctrl-C and SIGTERM until the block is done; then raise them. Does nothing outside the main thread."""
    if not _in_main_thread():
        yield
        return
    held: list[int] = []
    numbers = [signal.SIGINT, signal.SIGTERM]
    previous = [(number, signal.signal(number, lambda number, frame: held.append(number))) for number in numbers]
    try:
        yield
    finally:
        for number, handler in previous:
            signal.signal(number, handler)
    if held:
        raise Terminated if held[0] == signal.SIGTERM else KeyboardInterrupt


def leave(code: Any) -> NoReturn:
    """End the program. Threads cannot be stopped, so one that a strategy holds for ever is left behind by force.

    What was printed is written before the end: if nobody reads it any more, the code is 1, without a word, as click has it.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written at the very end
        code = 1
    if any(thread.name == WORKER_THREAD for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))
    raise SystemExit(code)
