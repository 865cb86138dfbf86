"""What a strategy is, and how it is written, named and given weights.

A strategy is a function `choose(view, moves, n, weights, rng) -> index` that Numba can compile. It gets what its seat knows
(`view`), the packed options (`moves.move[0 .. n - 1]`), its parameters (`weights.value[0 ..]`, in the order of their
declaration) and a random stream of its own, and returns the index of an option:

    @strategy("beerbread", parameters=[Parameter("courage", 0.5, 0.0, 1.0, "how often it dares")])
    def timid(view, moves, n, weights, rng):
        \"\"\"Harvests unless it dares to sell.\"\"\"
        ...

The first line of the docstring is what `simulate strategies` prints.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines.game import UsageError, unknown_name

WEIGHT_LIMIT = 32
"""Most parameters of a strategy (`engines.records.WEIGHT_SLOTS`)."""


@dataclass(frozen=True)
class Parameter:
    """A named weight of a strategy, with its default and the range in which it makes sense."""

    name: str
    default: float
    low: float
    high: float
    meaning: str

    def parse(self, text: str) -> float:
        """The value that a user wrote. Raises UsageError if it is no number or out of range."""
        try:
            value = float(text)
        except ValueError:
            raise UsageError(f"parameter {self.name}: {text!r} is not a number.") from None
        if not self.low <= value <= self.high:
            raise UsageError(f"parameter {self.name}: {text} is not from {self.low:g} to {self.high:g}.")
        return value


@dataclass(frozen=True)
class Strategy:
    """A way to play a game: its function, and what it says about itself.

    slow: it searches, so it is left out where all strategies of a game are asked for.
    """

    name: str
    game: str
    function: Callable[..., int]
    parameters: tuple[Parameter, ...] = ()
    documentation: str = ""
    file: str | None = None
    slow: bool = False

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return self.documentation.strip().partition("\n")[0]

    @property
    def defaults(self) -> tuple[float, ...]:
        """The default of each parameter."""
        return tuple(parameter.default for parameter in self.parameters)

    def __call__(self, *arguments: Any) -> int:
        """The plain Python function, for tests."""
        return self.function(*arguments)


def strategy(
    game: str, *, name: str | None = None, parameters: Sequence[Parameter] = (), slow: bool = False
) -> Callable[[Callable[..., int]], Strategy]:
    """Make a strategy of a function. Its name is the function's, with dashes for underscores, unless given."""
    if len(parameters) > WEIGHT_LIMIT:
        raise UsageError(f"a strategy has at most {WEIGHT_LIMIT} parameters, not {len(parameters)}.")

    def declare(function: Callable[..., int]) -> Strategy:
        return Strategy(
            name=name or function.__name__.replace("_", "-"),
            game=game,
            function=function,
            parameters=tuple(parameters),
            documentation=inspect.cleandoc(function.__doc__ or ""),
            slow=slow,
        )

    return declare


def variant(base: Strategy, name: str, documentation: str, **weights: float) -> Strategy:
    """A strategy with the function of another and other default weights: a family shares one compiled function."""
    known = {parameter.name: parameter for parameter in base.parameters}
    for changed in weights:
        if changed not in known:
            raise unknown_name(f"parameter of {base.name}", changed, known)
    parameters = tuple(Parameter(p.name, weights.get(p.name, p.default), p.low, p.high, p.meaning) for p in base.parameters)
    return replace(base, name=name, parameters=parameters, documentation=inspect.cleandoc(documentation))


@dataclass(frozen=True)
class Player:
    """A strategy with the weights with which it plays, under the label that results show."""

    strategy: Strategy
    weights: tuple[float, ...]
    label: str
    changed: tuple[tuple[str, float], ...] = field(default=())
    weights_file: str | None = None


def strategies_in(namespace: dict[str, Any], game: str) -> dict[str, Strategy]:
    """The strategies for a game among the names of a module, by their own names, in the order of definition."""
    found = [value for value in namespace.values() if isinstance(value, Strategy) and value.game == game]
    return {entry.name: entry for entry in found}
