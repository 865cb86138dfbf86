"""What a game offers to the rest of the laboratory: its declaration, and the kernels that play it.

A declaration is cheap to import (no Numba), so that help, validation and reports can read it. The kernels of a game are in
its module `play`, imported only when something is played; `Kernels` says which functions it must offer.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

SHARE_UNIT = 60
"""A game's win is counted in sixtieths, so that it can be shared exactly by two to six winners."""


GENERATED = "generated:"
"""An edition of this name and a seed is made when it is needed, instead of being read from files."""


class UsageError(ValueError):
    """Something that a user asked for cannot be done; the text says what, and what would be right."""


def unknown_name(kind: str, name: str, known: Mapping[str, Any] | list[str]) -> UsageError:
    """The error for a name that is not known: suggests the nearest, lists what there is."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    listing = f" Known: {', '.join(names)}." if names else ""
    return UsageError(f"unknown {kind} {name!r}.{hint}{listing}")


@dataclass(frozen=True)
class Mode:
    """A way to seat a game. `sides[seat]` is the side of each seat: a side is a seat, or a team in team play."""

    name: str
    sides: tuple[int, ...]
    seat_names: tuple[str, ...]

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.sides)

    @property
    def side_count(self) -> int:
        """Number of sides."""
        return max(self.sides) + 1

    @cached_property
    def rotations(self) -> tuple[tuple[int, ...], ...]:
        """The distinct cyclic seatings of the sides: rotations[r][seat] is the side that sits there."""
        seats = len(self.sides)
        turned = [tuple(self.sides[(seat + r) % seats] for seat in range(seats)) for r in range(seats)]
        return tuple(dict.fromkeys(turned))


@dataclass(frozen=True)
class Rule:
    """A switch (named choices, the default first) or a number with a range that a designer may turn."""

    name: str
    meaning: str
    choices: tuple[str, ...] = ()
    default_number: int = 0
    low: int = 0
    high: int = 0

    @property
    def default(self) -> str:
        """The default as a user would write it."""
        return self.choices[0] if self.choices else str(self.default_number)

    def value(self, text: str) -> int:
        """The value of a setting as the kernels read it: the index of a choice, or the number itself."""
        if self.choices:
            if text not in self.choices:
                raise unknown_name(f"value for rule {self.name}", text, list(self.choices))
            return self.choices.index(text)
        try:
            number = int(text)
        except ValueError:
            raise UsageError(f"rule {self.name}: {text!r} is not a whole number.") from None
        if not self.low <= number <= self.high:
            raise UsageError(f"rule {self.name}: {number} is not from {self.low} to {self.high}.")
        return number


@dataclass(frozen=True)
class Metric:
    """An integer that is counted in each game: for each seat, or once a game. Its values lie in 0 .. high."""

    name: str
    unit: str
    meaning: str
    high: int


@dataclass(frozen=True)
class Item:
    """A card, shop, kind of play .. whose use is counted. kind: the items that it is compared with."""

    name: str
    kind: str


@dataclass(frozen=True)
class Decision:
    """A kind of decision that a strategy can be asked for: its name in transcripts, and what it is."""

    name: str
    meaning: str


class Kernels(Protocol):
    """What the module `play` of a game offers. All functions but `make_setup` are compiled.

    Records: `state` is everything there is in a game, hidden cards too; `setup` holds the rules and the card tables and is
    never written; `view` is what one seat knows; `moves` the options of a decision; `outcome` what is counted in a game.
    """

    STATE: Any
    SETUP: Any
    VIEW: Any
    MOVES: Any
    OUTCOME: Any
    STATUS: Any
    CHOOSE: Any
    SIDE_SLOTS: int
    LAST_DECISION: int

    def make_setup(self, mode: Mode, rules: Mapping[str, int], edition: Any) -> Any:
        """The record with rules (values, see `Game.rule_values`) and card tables."""

    def start_streams(self, streams: Any, key: Any, deal_index: int, rotation: int) -> None:
        """Start all random streams of a game."""

    def deal(self, state: Any, setup: Any, outcome: Any, deck: Any) -> None:
        """Set up a game from its deck stream, as far as the first decision's preparation."""

    def legal_moves(self, state: Any, setup: Any, moves: Any) -> int:
        """Write the options of the present decision; how many they are (0 only when the game is over)."""

    def prepare_view(self, setup: Any, view: Any) -> None:
        """Write what a view holds of rules and card tables, once for many games."""

    def observe(self, state: Any, setup: Any, view: Any) -> None:
        """Write what the seat to act knows."""

    def apply_choice(self, state: Any, setup: Any, outcome: Any, chance: Any, move: int) -> None:
        """Carry out a move, without what follows by itself."""

    def step(self, state: Any, setup: Any, outcome: Any, chance: Any) -> None:
        """Run one stage that runs by itself."""

    def advance(self, state: Any, setup: Any, outcome: Any, chance: Any) -> None:
        """Run such stages up to the next decision or the end."""

    def apply(self, state: Any, setup: Any, outcome: Any, chance: Any, move: int) -> None:
        """Carry out a move and everything that follows by itself, up to the next decision."""

    def is_over(self, state: Any) -> bool:
        """Whether the game has ended."""

    def permitted(self, state: Any, setup: Any, side: int, moves: Any, n: int) -> int:
        """Remove the options that use an item in a way that is forbidden to a side; the new count, never 0."""

    def count_options(self, state: Any, outcome: Any, n: int) -> None:
        """Count a decision with so many options."""

    def play_block(self, *arguments: Any) -> int:
        """Play games [first deal, last deal) in all rotations."""


@dataclass(frozen=True)
class Game:
    """The declaration of a game.

    items: the items of an edition, by number; an unused number has the name "". item_ways: how an item can be used; of these,
    chosen_ways are a player's choice and can be forbidden. length_metric: the game metric that counts the rounds played. A game
    metric `decisions` counts the choices; no game lasts longer than it can hold (see `longest`).
    folder: where a user's own game was loaded from (see `engines.user_games`); empty for those that come with the laboratory.
    """

    name: str
    title: str
    summary: str
    version: int
    package: str
    modes: tuple[Mode, ...]
    rules: tuple[Rule, ...]
    seat_metrics: tuple[Metric, ...]
    game_metrics: tuple[Metric, ...]
    decisions: tuple[Decision, ...]
    rounds: int
    round_name: str
    item_ways: tuple[str, ...]
    has_edition: bool
    default_lineup: Mapping[str, tuple[str, ...]]
    items: Callable[[Any], tuple[Item, ...]]
    chosen_ways: tuple[str, ...]
    length_metric: str
    folder: str = ""

    @property
    def longest(self) -> int:
        """Choices, forced ones too, after which a game is broken off as unfinished: what the metric `decisions` holds."""
        return next(metric.high for metric in self.game_metrics if metric.name == "decisions")

    @property
    def spec(self) -> str:
        """How a user asks for the game: its name, or the folder that it is in."""
        return self.folder or self.name

    def part(self, name: str) -> Any:
        """A module of the game's package. Raises UsageError for what is wrong in a user's game."""
        if self.folder:
            return importlib.import_module("engines.user_games").import_part(self.package, name)
        return importlib.import_module(f"{self.package}.{name}")

    def has_part(self, name: str) -> bool:
        """Whether the game's package has a module of that name."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    @property
    def source_files(self) -> list[str]:
        """The files of a user's own game; none for one that comes with the laboratory."""
        return [str(path) for path in sorted(Path(self.folder).rglob("*.py"))] if self.folder else []

    @property
    def kernels(self) -> Any:
        """The compiled part (see `Kernels`); imports Numba."""
        return self.part("play")

    @property
    def describe(self) -> Any:
        """The transcript writer of the game."""
        return self.part("describe")

    def load_edition(self, path: str | None) -> Any:
        """The card tables at a path, or those that the generator makes of `generated:SEED`, or the shipped ones.

        None for a game without. Raises UsageError.
        """
        if not self.has_edition:
            if path is not None:
                raise UsageError(f"{self.title} has no card table, so it takes no --edition.")
            return None
        if path is not None and path.startswith(GENERATED):
            return self._generated_edition(path.removeprefix(GENERATED))
        return self.part("edition").load_edition(path)

    def _generated_edition(self, seed: str) -> Any:
        """The edition that the generator makes of a seed, with its default parameters."""
        if not seed.isdecimal():
            raise UsageError(f"edition {GENERATED}{seed}: after the colon comes a seed, a whole number from 0.")
        return self.part("edition_generator").generate_edition(int(seed))

    def find_mode(self, name: str | None, players: int | None) -> Mode:
        """The mode of that name and number of players; what is not given is the first that fits."""
        names = list(dict.fromkeys(mode.name for mode in self.modes))
        if name is not None and name not in names:
            raise unknown_name(f"mode of {self.title}", name, names)
        fitting = [mode for mode in self.modes if name in (None, mode.name)]
        for mode in fitting:
            if players in (None, mode.players):
                return mode
        counts = ", ".join(str(count) for count in sorted({mode.players for mode in fitting}))
        where = f" in mode {name}" if name else ""
        raise UsageError(f"{self.title} cannot seat {players} players{where}; possible: {counts}.")

    def settle_rules(self, settings: Mapping[str, str]) -> dict[str, str]:
        """All rules with their values: the settings, checked, over the defaults."""
        known = {rule.name: rule for rule in self.rules}
        for name, text in settings.items():
            if name not in known:
                raise unknown_name(f"rule of {self.title}", name, known)
            known[name].value(text)
        return {name: settings.get(name, rule.default) for name, rule in known.items()}

    def rule_values(self, rules: Mapping[str, str]) -> dict[str, int]:
        """The rules' values as the kernels read them."""
        return {rule.name: rule.value(rules[rule.name]) for rule in self.rules}


_PACKAGES = {"beerbread": "engines.beerbread", "bacon": "engines.bacon", "animarche": "engines.animarche"}


def game_names() -> list[str]:
    """The names of the games that come with the laboratory."""
    return list(_PACKAGES)


def find_game(name: str) -> Game:
    """The declaration of the game of that name, or of a user's own game in a folder. Raises UsageError."""
    if name in _PACKAGES:
        game: Game = importlib.import_module(_PACKAGES[name]).GAME
    else:
        game = importlib.import_module("engines.user_games").find_user_game(name)
    return game
