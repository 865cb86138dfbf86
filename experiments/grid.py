"""The settings that a sweep visits: rules, weights and player counts, as a grid or spread by a space-filling design."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import qmc

from engines.game import Game, Rule, UsageError, unknown_name
from strategies.api import Parameter, Player

MOST_UNASKED_GAMES = 10**10
"""A sweep of more games than this must be confirmed."""

GRID, LHS, SOBOL = "grid", "lhs", "sobol"


@dataclass(frozen=True)
class Axis:
    """One thing that is varied. kind: rule, weight or players; target: the strategy's label for a weight.

    values: what a grid visits, as a user would write them; low, high: the range for a space-filling design, None if it has
    none. whole: only whole numbers make sense.
    """

    kind: str
    name: str
    target: str
    values: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    whole: bool = True

    @property
    def label(self) -> str:
        """The name that results show."""
        return f"{self.target}.{self.name}" if self.target else self.name

    def at(self, position: float) -> str:
        """The value at a position from 0 to 1 of the range."""
        assert self.low is not None and self.high is not None
        if self.whole:
            steps = int(self.high - self.low) + 1
            return str(int(self.low) + min(int(position * steps), steps - 1))
        return f"{self.low + position * (self.high - self.low):.6g}"


Point = tuple[str, ...]
"""A value for each axis."""


def rule_axis(text: str, game: Game) -> Axis:
    """The axis of NAME=v1,v2,.. or NAME=lo:hi or NAME=lo:hi:k. Raises UsageError."""
    name, values = _split(text, "--rule", "rounds=4,5,6")
    known = {rule.name: rule for rule in game.rules}
    if name not in known:
        raise unknown_name(f"rule of {game.title}", name, known)
    rule = known[name]
    low, high, count = _range_of(values, text)
    if low is None or high is None:
        listed = tuple(dict.fromkeys(value.strip() for value in values.split(",")))
        for value in listed:
            rule.value(value)
        return Axis("rule", name, "", listed)
    return Axis("rule", name, "", _whole_values(rule, low, high, count, text), low, high)


def _whole_values(rule: Rule, low: float, high: float, count: int | None, text: str) -> tuple[str, ...]:
    """The values of a numeric rule over a range, checked."""
    if rule.choices:
        raise UsageError(f"--rule {text!r}: {rule.name} is a switch; list its values: {','.join(rule.choices)}.")
    if low != int(low) or high != int(high):
        raise UsageError(f"--rule {text!r}: {rule.name} takes whole numbers.")
    numbers = np.linspace(low, high, count or int(high - low) + 1)
    values = tuple(dict.fromkeys(str(round(number)) for number in numbers))
    for value in values:
        rule.value(value)
    return values


def weight_axis(text: str, players: Sequence[Player]) -> Axis:
    """The axis of STRATEGY.NAME=lo:hi:k or STRATEGY.NAME=v1,v2,... Raises UsageError."""
    head, values = _split(text, "--weight", "evaluator.tempo=0:2:5")
    label, sign, name = head.rpartition(".")
    labels = [player.label for player in players]
    if not sign:
        raise UsageError(f"--weight {text!r} should be STRATEGY.NAME=lo:hi:k, such as evaluator.tempo=0:2:5.")
    if label not in labels:
        raise unknown_name("strategy in this sweep", label, labels)
    known = {parameter.name: parameter for parameter in players[labels.index(label)].strategy.parameters}
    if name not in known:
        raise unknown_name(f"parameter of {label}", name, known)
    low, high, count = _range_of(values, text)
    if low is None or high is None:
        listed = tuple(dict.fromkeys(value.strip() for value in values.split(",")))
    else:
        listed = tuple(f"{number:.6g}" for number in np.linspace(low, high, count or 5))
    _check_weights(known[name], listed)
    return Axis("weight", name, label, listed, low, high, whole=False)


def _check_weights(parameter: Parameter, values: Sequence[str]) -> None:
    for value in values:
        parameter.parse(value)


def players_axis(text: str, game: Game, mode: str | None) -> Axis:
    """The axis of player counts such as 2,3,4. Raises UsageError for one that the game cannot seat."""
    counts = tuple(dict.fromkeys(count.strip() for count in text.split(",")))
    for count in counts:
        if not count.isdecimal():
            raise UsageError(f"--players {text!r}: {count!r} is not a number of players.")
        game.find_mode(mode, int(count))
    return Axis("players", "players", "", counts)


def _split(text: str, option: str, example: str) -> tuple[str, str]:
    name, sign, values = text.partition("=")
    if not sign or not name or not values:
        raise UsageError(f"{option} {text!r} should be NAME=VALUES, such as {example}.")
    if not all(value.strip() for value in values.split(",")):
        raise UsageError(f"{option} {text!r}: there is an empty value in the list.")
    return name, values


def _range_of(values: str, text: str) -> tuple[float | None, float | None, int | None]:
    """The range lo:hi or lo:hi:k of an axis; Nones if it is a list."""
    parts = values.split(":")
    if len(parts) == 1:
        return None, None, None
    try:
        low, high = float(parts[0]), float(parts[1])
        count = int(parts[2]) if len(parts) == 3 else None
    except ValueError:
        raise UsageError(f"{text!r}: a range is lo:hi or lo:hi:k with numbers.") from None
    if len(parts) > 3 or not (math.isfinite(low) and math.isfinite(high)) or low >= high or (count is not None and count < 2):
        raise UsageError(f"{text!r}: a range is lo:hi or lo:hi:k with lo < hi and k of at least 2.")
    return low, high, count


def grid_points(axes: Sequence[Axis]) -> list[Point]:
    """All combinations of the axes' values."""
    return list(itertools.product(*(axis.values for axis in axes)))


def spread_points(axes: Sequence[Axis], design: str, count: int, seed: int) -> list[Point]:
    """`count` points spread over the ranges by Latin hypercube (lhs) or Sobol's sequence. Raises UsageError.

    Points that fall together after rounding to whole numbers are visited once.
    """
    for axis in axes:
        if axis.low is None:
            raise UsageError(f"--design {design} needs ranges: give {axis.label} as lo:hi.")
    generator = np.random.default_rng(seed)
    if design == LHS:
        positions = qmc.LatinHypercube(len(axes), rng=generator).random(count)
    else:
        power = max(0, math.ceil(math.log2(count)))
        positions = qmc.Sobol(len(axes), rng=generator).random_base2(power)[:count]
    points = [tuple(axis.at(float(place)) for axis, place in zip(axes, row, strict=True)) for row in positions]
    return list(dict.fromkeys(points))
