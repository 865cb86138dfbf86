"""The recount of `simulate --debug` finds nothing in any game, and finds each value that is made wrong."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from engines.beerbread import state
from engines.beerbread.edition import Edition, load_edition
from engines.beerbread.edition_generator import generate_edition
from engines.beerbread.recount import NAMES, NOT_COUNTED, PRIMARY, Recount
from engines.beerbread.rules import NUMBERS, SWITCHES
from engines.derived import Derived
from engines.kernels import Table
from tests.engines.beerbread.conftest import DEFAULT_RULES, GAME, members, random_move, shipped_with

TASTES = ("", "harvest", "sell", "upgrade")
FAMILIES = (
    "S1, S2, S3, S4",
    "H1 wheat, H2 any, H3 wheat water, H3 water rye, H4 hops, H5, H1 water, H2 water",
    "T1 9, T2 9, T1 1, T2 1, H5, H4 barley",
    "C1, C2, C3 wheat barley, C3 rye wheat, C4 water hops, C4 barley water, C3 hops rye",
    "B1, B2, B3 rye, B4 hops, B5, C1, C2",
    "E1, E2, E3, E4, E5, E6, E7, E8, E9",
    "E6, E7, E8, E9",
)
EVERYTHING = "C3 wheat rye, S1, C3 rye hops, H1 water, S4, C4 barley wheat, S2, H1 rye, C1, C2, C4 water barley, C3 hops wheat"


@cache
def edition_named(name: str) -> Edition:
    if name == "shipped":
        return load_edition()
    return generate_edition(int(name)) if name.isdecimal() else shipped_with(name)


class Followed:
    """A random game that is followed by a recount."""

    def __init__(
        self, edition: str = "shipped", rules: dict[str, str] | None = None, *, taste: str = "", seed: int = 0
    ) -> None:
        cards = edition_named(edition)
        self.table = Table(GAME, GAME.modes[0], DEFAULT_RULES | (rules or {}), cards, seed)
        self.table.start(seed, 0)
        self.recount = Recount(self.table, cards)
        self.chooser = random.Random(seed)
        self.taste = taste

    def actions(self) -> Iterator[tuple[Any, int | None]]:
        """Act to the end: the state before each action, and the move (None where a stage ran by itself)."""
        while not self.table.is_over:
            before, move = self.table.state.copy(), None
            if self.table.awaits_decision:
                move = random_move(self.table, self.chooser, self.taste)
                self.table.choose_move(move)
            else:
                self.table.step()
            yield before, move

    def differences(self, before: Any, move: int | None) -> list[Derived]:
        return [value for value in self.recount.after(before, move) if value.kept != value.recomputed]

    def all_differences(self) -> list[Derived]:
        return [value for action in self.actions() for value in self.differences(*action)]


# Nothing is found in games that are as they should be.


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("edition", ["shipped", "1", *FAMILIES])
def test_no_game_differs_from_its_recount(edition: str, taste: str) -> None:
    assert Followed(edition, taste=taste, seed=TASTES.index(taste)).all_differences() == []


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize(("switch", "choice"), [(rule.name, choice) for rule in SWITCHES for choice in rule.choices[1:]])
def test_no_game_differs_from_its_recount_under_another_switch(switch: str, choice: str, taste: str) -> None:
    edition = FAMILIES[4] if switch == "clean_order" else "shipped"
    assert Followed(edition, {switch: choice}, taste=taste, seed=TASTES.index(taste)).all_differences() == []


@pytest.mark.parametrize("edition", ["shipped", FAMILIES[0]])
@pytest.mark.parametrize(
    ("rule", "end"), list(itertools.product(NUMBERS, ("low", "high"))), ids=lambda value: getattr(value, "name", value)
)
def test_no_game_differs_from_its_recount_at_the_ends_of_a_number(rule: Any, end: str, edition: str) -> None:
    taste = TASTES[NUMBERS.index(rule) % len(TASTES)]
    assert Followed(edition, {rule.name: str(getattr(rule, end))}, taste=taste).all_differences() == []


@pytest.mark.parametrize("end", ["low", "high"])
def test_no_game_differs_from_its_recount_with_all_numbers_at_an_end(end: str) -> None:
    rules = {rule.name: str(getattr(rule, end)) for rule in NUMBERS} | {"years": "10"}
    for taste in TASTES:
        assert Followed("2", rules, taste=taste).all_differences() == []


def test_the_game_metrics_that_are_left_out_are_those_that_neither_choices_nor_stages_count() -> None:
    game = Followed()
    assert game.all_differences() == []
    counted = {metric.name: int(count) for metric, count in zip(GAME.game_metrics, game.table.outcome["game"], strict=True)}
    assert [counted[name] for name in NOT_COUNTED] == [0] * len(NOT_COUNTED)
    assert counted["years"] == 6


# Every field is recounted, or named as one that cannot be.


def leaves(dtype: np.dtype[Any], path: str = "") -> set[str]:
    found = set()
    for name in dtype.names or ():
        inner = dtype[name].base
        found |= leaves(inner, f"{path}{name}.") if inner.names else {path + name}
    return found


def test_every_field_of_the_state_is_primary_or_recounted() -> None:
    assert PRIMARY & set(NAMES) == set()
    assert PRIMARY | set(NAMES) == leaves(state.STATE)


def test_no_name_is_the_beginning_of_another() -> None:
    assert not any(other.startswith(name) for name, other in itertools.permutations(NAMES.values(), 2))


# What is made wrong is found, and named.

WHEN = {
    "actor": {"play", "pay", "surplus", "accept", "reserve", "replace", "discard_back"},
    "active": {"turn_start", "play", "pay", "turn_end", "reserve", "follow_harvest"},
    "resume": {"surplus", "accept"},
    "replacing": {"replace"},
    "returned": {"discard_back"},
    "pay_floor": {"pay"},
}
"""The stages at which a field matters, where it does not always."""


def places_of(path: str) -> list[tuple[int | None, tuple[int, ...]]]:
    """Seat (None where there is none) and index of each number of a field."""
    *seat, name = path.split(".")
    shape = (state.SEAT if seat else state.STATE)[name].shape
    return [(number, index) for number in ((0, 1) if seat else (None,)) for index in np.ndindex(shape)]


def corrupted(record: Any, name: str, index: tuple[int, ...], bit: int = 0) -> Any:
    """Make a number of a record wrong; the field as it was. In a set of cards one card is added or taken away."""
    was = record[name].copy()
    if index:
        record[name][index] += 1
    else:
        record[name] = was ^ was.dtype.type(1 << bit) if was.dtype == np.uint64 else was + 1
    return was


@pytest.mark.parametrize("path", NAMES)
def test_a_wrong_field_is_reported_under_its_name_and_nothing_else_is(path: str) -> None:
    name = path.removeprefix("seat.")
    places = places_of(path)
    for seed in range(20):
        game = Followed(EVERYTHING, {"storage_spaces": "5"}, taste=TASTES[seed % 4], seed=seed)
        for before, move in game.actions():
            now = game.table.state
            seat, index = places[0]
            there = members(now["seat"][1 - seat]["hand"]) if path == "seat.known" else [0]
            if state.STAGE_NAMES[int(now["stage"])] not in WHEN.get(path, state.STAGE_NAMES) or not there:
                assert game.differences(before, move) == []
                continue
            record = now if seat is None else now["seat"][seat]
            was = corrupted(record, name, index, there[0])
            wrong = {value.name for value in game.differences(before, move)}
            record[name] = was
            # What is on offer is no longer in the supply.
            wrong -= {NAMES["supply"]} if path == "offered" else set()
            assert len(wrong) == 1
            assert wrong.pop().startswith(("" if seat is None else f"seat {seat}: ") + NAMES[path])
            places.pop(0)
            if not places:
                return
    pytest.fail(f"{path} {places} never mattered")


def outcome_names() -> dict[tuple[str, tuple[int, ...]], str]:
    """The name of each counter of the outcome."""
    names: dict[tuple[str, tuple[int, ...]], str] = {("unfinished", ()): "whether the game was broken off"}
    for number, metric in enumerate(GAME.game_metrics):
        if metric.name not in NOT_COUNTED:
            names["game", (number,)] = f"metric {metric.name}"
    for seat in (0, 1):
        names["share", (seat,)] = f"seat {seat}: share of the win"
        for number, metric in enumerate(GAME.seat_metrics):
            names["seat", (seat, number)] = f"seat {seat}: metric {metric.name}"
        for year in range(GAME.rounds):
            names["round_score", (seat, year)] = f"seat {seat}: lower total after each year"
        for number, card in enumerate(load_edition().cards):
            for way in range(len(GAME.item_ways)):
                names["item", (seat, number, way)] = f"seat {seat}: card {card.id} harvested, sold, tucked, passed_on"
    return names


def test_each_wrong_counter_is_reported_under_its_name() -> None:
    names = outcome_names()
    sizes = {field: int(np.prod(GAME.kernels.OUTCOME[field].shape)) for field in GAME.kernels.OUTCOME.names}
    assert len(names) == sum(sizes.values()) - len(NOT_COUNTED)
    left = list(names.items())
    for seed in range(20):
        game = Followed(seed=seed)
        for before, move in game.actions():
            (field, index), name = left[0]
            was = corrupted(game.table.outcome, field, index)
            wrong = [value.name for value in game.differences(before, move)]
            game.table.outcome[field] = was
            assert wrong == [name]
            left.pop(0)
            if not left:
                return
    pytest.fail(f"{len(left)} counters were not tried")


def wrong_after(change: Any) -> set[str]:
    """The names of what differs when the state is changed after the first play."""
    game = Followed(seed=1)
    for before, move in game.actions():
        if int(before["stage"]) == state.PLAY:
            change(game.table.state)
            return {value.name for value in game.differences(before, move)}
        assert game.differences(before, move) == []
    raise AssertionError("nobody played")


def test_a_token_from_nowhere_is_missed_in_the_supply() -> None:
    def add(now: Any) -> None:
        now["field"][state.HOPS] += 1

    assert wrong_after(add) == {"tokens in the supply"}


def test_a_card_that_lies_nowhere_is_missed_among_the_discards() -> None:
    def lose(now: Any) -> None:
        now["seat"][1]["hand"] = 0

    assert wrong_after(lose) == {"discard pile"}


def test_a_card_in_two_places_is_found() -> None:
    def double(now: Any) -> None:
        now["seat"][0]["plaza"] = now["seat"][1]["hand"]

    assert wrong_after(double) >= {"cards that lie in two places"}


def test_a_changed_deck_is_found() -> None:
    def change(now: Any) -> None:
        now["deck"][0] = now["deck"][-1]

    assert wrong_after(change) == {"cards of the deck, drawn ones included"}


def test_a_tucked_card_without_its_effect_is_found() -> None:
    """The shipped cards of seat 1's hand, tucked by nobody."""

    def tuck(now: Any) -> None:
        now["seat"][1]["tucked"], now["seat"][1]["hand"] = now["seat"][1]["hand"], 0

    assert any(name.startswith("seat 1: copies of ") for name in wrong_after(tuck))


def test_an_action_is_counted_even_if_nobody_looks_at_what_it_gives() -> None:
    game = Followed(seed=2)
    for number, (before, move) in enumerate(game.actions()):
        if number % 2:
            game.recount.after(before, move)
        else:
            assert game.differences(before, move) == []
