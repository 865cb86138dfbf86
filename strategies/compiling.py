"""Strategies as compiled functions, and their weights as records."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Sequence
from typing import Any

import numba.core.errors
import numpy as np

from engines.compilation import compile_function, surviving_damage
from engines.game import UsageError, find_game
from engines.numba_messages import gist, line_using, places, plain_text
from engines.records import WEIGHTS
from strategies.api import Player, Strategy
from strategies.user_files import read_text, read_user_file


@functools.lru_cache(maxsize=256)
def compiled(strategy: Strategy) -> Any:
    """The strategy, compiled for its game's signature. One from a user's file is compiled with bounds checks, uncached.

    Raises UsageError, with the line, if Numba cannot compile it.
    """
    signature = find_game(strategy.game).kernels.CHOOSE
    own = strategy.file is None

    def compile_it() -> Any:
        return compile_function(strategy.function, signature, cached=own, checked=not own)

    try:
        return surviving_damage(compile_it)
    except (numba.core.errors.NumbaError, KeyError, NameError) as error:
        raise UsageError(f"strategy {strategy.name} cannot be compiled: {_explain(error, strategy)}") from None


def _explain(error: Exception, strategy: Strategy) -> str:
    """What is wrong, in one paragraph, with the line of the strategy's file."""
    if isinstance(error, KeyError):  # Numba's way of saying that a record has no such field
        name = str(error.args[0])
        return f"{_place_of(name, strategy)}: there is no field {name!r} in that record."
    if isinstance(error, NameError):
        return f"{_place_of(str(error.name), strategy)}: {error}."
    return _explain_numba(error, strategy)


def _place_of(name: str, strategy: Strategy) -> str:
    """File and line where a strategy, or what belongs to its file, uses a name or an attribute."""
    lines, first = inspect.getsourcelines(strategy.function)
    line = line_using(name, "".join(lines))
    own, *_ = files = _files_of(strategy)
    if line is not None:
        return f"{own}, line {first + line - 1}"
    for file in files:
        line = line_using(name, read_text(file, "strategy"))
        if line is not None:
            return f"{file}, line {line}"
    return own


def _files_of(strategy: Strategy) -> list[str]:
    """The file that a strategy is in, and the modules beside it that belong to it."""
    if strategy.file is None:
        return [strategy.function.__code__.co_filename]
    user_file = read_user_file(strategy.file)
    return [str(user_file.folder / name) for name in user_file.files]


def _explain_numba(error: Exception, strategy: Strategy) -> str:
    """The gist of one of Numba's long messages."""
    text = plain_text(error)
    unknown = re.search(r"name '(\w+)' is not defined", text)
    if unknown is not None:
        return f"{_place_of(unknown[1], strategy)}: {unknown[0]}."
    files = _files_of(strategy)
    found = [f"{own}, line {line}" for file, line in places(text) for own in files if file.endswith(own) or own.endswith(file)]
    return f"{found[-1] if found else files[0]}: {gist(text)}"


def weight_records(players: Sequence[Player]) -> Any:
    """The weights of players, one record each."""
    records = np.zeros(len(players), WEIGHTS)
    for record, player in zip(records, players, strict=True):
        record["value"][: len(player.weights)] = player.weights
    return records
