"""The recount finds nothing in sound games of Animarche, and every value that is not what it should be."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engines.animarche import GAME, metrics
from engines.animarche.actions import KIND_NAMES, kind_of
from engines.animarche.edition import Edition, load_edition
from engines.animarche.edition_generator import generate_edition
from engines.animarche.edition_vocabulary import Gain
from engines.animarche.items import ITEM_WAYS
from engines.animarche.recount import NOT_FOLLOWED, PRIMARY, Recount
from engines.animarche.state import SEATS, SELL, STATE, WORK
from engines.derived import Derived
from engines.kernels import Table
from tests.engines.animarche.conftest import DEFAULT_RULES, random_move

SHIPPED = load_edition()
EDITIONS = {"shipped": SHIPPED, "generated 3": generate_edition(3), "generated 8": generate_edition(8)}
TASTES = [(), ("animal", "build", "upgrade", "sell"), ("public", "move", "remove", "take"), ("ad", "visit", "build", "animal")]
FACES = [face.name for face in SHIPPED.faces]
BUILDINGS = [building.name for building in SHIPPED.public_buildings]
CUTS = ("build", "upgrade", "public", "move", "build and upgrade")
ICONS = ("food", "goods", "service")

RECOMPUTED: dict[str, Callable[..., str]] = {
    "actor": lambda: "seat to act",
    "round": lambda: "round",
    "start": lambda: "start player",
    "first_pass": lambda: "who passed first",
    "cursor": lambda: "players served in this phase",
    "playing": lambda: "seats that have not passed",
    "changed": lambda: "seats whose goals must be looked at",
    "ad_next": lambda: "ads turned up",
    "ads_seen": lambda: "ads that lie or lay open",
    "ad.paid": "paid for ad {}".format,
    "plaza.occupied": lambda: "plaza: squares with an animal",
    "plaza.built": lambda: "plaza: pairs with a public building",
    "plaza.free_pairs": lambda: "plaza: free pairs of squares",
    "plaza.aside": lambda: "plaza: animals aside",
    "plaza.capacity": "plaza: capacity of square {}".format,
    "plaza.supply": lambda building: f"plaza: supply of {BUILDINGS[building]}",
    "plaza.fresh": lambda building: f"plaza: unused copies of {BUILDINGS[building]}",
    "market.available": lambda: "market: faces that can be built",
    "market.supply": lambda shop: f"market: supply of {SHIPPED.shops[shop].front.name}",
    "seat.owned": "seat {}: faces of own shops".format,
    "seat.free_plots": "seat {}: free plots".format,
    "seat.reach": "seat {}: squares from which it can draw".format,
    "seat.vp": "seat {}: VP".format,
    "seat.coins": "seat {}: coins".format,
    "seat.wood": "seat {}: wood".format,
    "seat.seat": "seat {}: place at the table".format,
    "seat.home": "seat {}: workers at home".format,
    "seat.out": "seat {}: workers used".format,
    "seat.hired": "seat {}: workers hired in this round".format,
    "seat.on_ads": "seat {}: workers on ads".format,
    "seat.most_shops": "seat {}: most shops so far".format,
    "seat.shops": "seat {}: shops".format,
    "seat.upgraded": "seat {}: upgraded shops".format,
    "seat.icon_types": "seat {}: icon types".format,
    "seat.sales": "seat {}: sales".format,
    "seat.visits": "seat {}: visits made".format,
    "seat.ads": "seat {}: ads taken".format,
    "seat.public": "seat {}: public buildings built".format,
    "seat.drawn": "seat {}: animals drawn in this round".format,
    "seat.most_drawn": "seat {}: most animals drawn in one round".format,
    "seat.icons": lambda seat, icon: f"seat {seat}: shops with the icon {ICONS[icon]}",
    "seat.free_seats": "seat {}: free seats of plot {}".format,
    "seat.visitors": "seat {}: visitors of plot {}".format,
    "seat.free_worker_seats": "seat {}: free worker seats of plot {}".format,
    "seat.visited_by": "seat {}: seats (as 1 << seat) of the visitors of plot {}".format,
    "seat.cut.coins": lambda seat, action: f"seat {seat}: discount on {CUTS[action]} in coins, wood",
    "seat.cut.wood": lambda seat, action: f"seat {seat}: discount on {CUTS[action]} in coins, wood",
    "seat.cost.coins": lambda seat, face: f"seat {seat}: cost of building {FACES[face]} in coins, wood",
    "seat.cost.wood": lambda seat, face: f"seat {seat}: cost of building {FACES[face]} in coins, wood",
    "goals.achieved": lambda seat, place: f"seat {seat}: goal {GOALS[seat][place]} achieved",
    "goals.open": "seat {}: places of goals that may yet be achieved".format,
}
"""Every field of STATE that is recomputed, and under which name each of its elements is."""
GOALS: list[list[str]] = []
"""The goals of each seat in the game in which values are spoilt."""


def leaves(dtype: np.dtype[Any], path: str = "") -> Iterator[str]:
    """The dotted paths of the fields that have no fields themselves."""
    for name in dtype.names or ():
        inner = dtype[name].base
        yield from leaves(inner, f"{path}{name}.") if inner.names else [path + name]


def test_primary_and_recomputed_fields_make_up_the_state() -> None:
    assert not PRIMARY & set(RECOMPUTED)
    assert PRIMARY | set(RECOMPUTED) == set(leaves(STATE))


class Follower:
    """A game of random choices, and its recount."""

    def __init__(self, edition: Edition, players: int, rules: Mapping[str, str], deal: int) -> None:
        self.edition = edition
        self.table = Table(GAME, GAME.find_mode(None, players), DEFAULT_RULES | rules, edition, 0)
        self.table.start(deal, 0)
        self.recount = Recount(self.table, edition)
        self.chooser = random.Random(deal)
        self.taste = TASTES[deal % len(TASTES)]
        self.kinds: set[str] = set()

    def act(self) -> tuple[Any, int | None]:
        """One choice or stage; the state before it, and the move."""
        before = self.table.state.copy()
        if not self.table.awaits_decision:
            self.table.step()
            return before, None
        move = random_move(self.table, self.edition, self.chooser, self.taste)
        self.kinds.add(KIND_NAMES[kind_of(move)])
        self.table.choose_move(move)
        return before, move

    def differences(self) -> list[Derived]:
        """What differs after one more choice or stage."""
        return differing(self.recount.after(*self.act()))

    def play_to_end(self) -> None:
        while not self.table.is_over:
            assert self.differences() == []


def differing(values: Iterator[Derived]) -> list[Derived]:
    return [value for value in values if value.kept != value.recomputed]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_differs_in_games_by_default_rules(players: int, edition: str) -> None:
    for deal in range(len(TASTES)):
        Follower(EDITIONS[edition], players, {}, deal).play_to_end()


SWITCHES = [(rule.name, choice) for rule in GAME.rules for choice in rule.choices if choice != rule.default]
EXTREMES = [(rule.name, str(value)) for rule in GAME.rules if not rule.choices for value in (rule.low, rule.high)]


@pytest.mark.parametrize(("rule", "value"), SWITCHES + EXTREMES)
def test_nothing_differs_under_another_value_of_a_rule(rule: str, value: str) -> None:
    number = (SWITCHES + EXTREMES).index((rule, value))
    Follower(list(EDITIONS.values())[number % 2], 2 + number % 3, {rule: value}, number).play_to_end()


def test_games_under_all_rules_at_once_meet_every_action_and_every_count() -> None:
    """What never happens is not tested: the games together have every kind of move, and count everything."""
    counted = np.zeros(len(metrics.SEAT_METRICS), bool)
    in_game = np.zeros(len(metrics.GAME_METRICS), bool)
    ways = np.zeros(len(ITEM_WAYS), bool)
    kinds: set[str] = set()
    scarce = {"coin_cap": "10", "wood_cap": "5", "start_coins": "8", "start_wood": "4", "worker_seats": "1"}
    for deal in range(16):
        chooser = random.Random(deal)
        rules = {rule.name: chooser.choice(rule.choices) for rule in GAME.rules if rule.choices}
        game = Follower(generous(SHIPPED), 2 + deal % 3, rules | (scarce if deal % 2 else {}), deal)
        game.play_to_end()
        outcome = game.table.outcome
        counted |= outcome["seat"].any(axis=0)
        in_game |= outcome["game"] > 0
        ways |= outcome["item"].any(axis=(0, 1))
        kinds |= game.kinds
    assert kinds == set(KIND_NAMES)
    assert [metric.name for metric, met in zip(GAME.seat_metrics, counted, strict=True) if not met] == []
    followed = [number for number in range(len(GAME.game_metrics)) if number not in NOT_FOLLOWED]
    assert {GAME.game_metrics[number].name for number in followed if not in_game[number]} <= {"shared_win"}
    assert ways.all()


def generous(edition: Edition) -> Edition:
    """The cards of an edition, with managers and visits that bring some of everything."""
    some = Gain(1, 1, 1)
    managers = [replace(m, each_round=some, on_sale=some, on_visit=some, on_ad=some, on_public=some) for m in edition.managers]
    shops = [
        replace(shop, front=replace(shop.front, owner=some)) if shop.front.worker_seats else shop for shop in edition.shops
    ]
    return replace(edition, managers=tuple(managers), shops=tuple(shops))


# Spoilt values


def follow_to(stage: int, *, round: int) -> Follower:
    """A game of the shipped cards up to a decision of a round."""
    game = Follower(SHIPPED, SEATS, {}, 1)
    while not (game.table.state["stage"] == stage and game.table.state["round"] == round):
        assert game.differences() == []
    GOALS[:] = [[SHIPPED.goals[goal].id for goal in goals] for goals in game.table.state["goals"]["goal"]]
    return game


def elements(record: Any, path: str) -> Iterator[tuple[Any, Any, tuple[int, ...]]]:
    """The elements of a leaf field: what holds each, the key there, and its place by seat, plot .."""
    *outer, name = path.split(".")
    for part in outer:
        record = record[part]
    if np.ndim(record[name]) == 0:
        yield record, name, ()
        return
    for place in np.ndindex(record[name].shape):
        yield record[name], place, place


def is_set(path: str) -> bool:
    dtype: Any = STATE
    for part in path.split("."):
        dtype = dtype[part].base
    return bool(dtype == np.uint64)


@pytest.mark.parametrize("path", RECOMPUTED)
def test_a_spoilt_value_of_the_state_is_reported_by_its_name(path: str, game_at_sale: Follower) -> None:
    table, recount = game_at_sale.table, game_at_sale.recount
    for holder, key, place in elements(table.state, path):
        sound = int(holder[key])
        holder[key] = sound ^ 2 if is_set(path) else sound + 1
        wrong = differing(recount.values())
        assert [value.name for value in wrong] == [RECOMPUTED[path](*place)]
        assert wrong[0].kept != wrong[0].recomputed
        holder[key] = sound
    assert differing(recount.values()) == []


@pytest.fixture(scope="module")
def game_at_sale() -> Follower:
    """A game at a sale of its third round: of all decisions, that at which no value is left over."""
    return follow_to(SELL, round=3)


def test_a_seat_that_should_be_looked_at_for_its_goals_is_missed() -> None:
    """Between decisions a seat may be looked at without need, but none may be missed."""
    game = follow_to(WORK, round=2)
    while game.table.state["changed"] == 0:
        before, move = game.act()
        values = game.recount.after(before, move)
        if game.table.state["changed"] == 0:
            assert differing(values) == []
    game.table.state["changed"] = 0
    assert [value.name for value in differing(game.recount.values())] == ["seats whose goals must be looked at"]
    game.table.state["changed"] = 15
    assert differing(game.recount.values()) == []


def names_of_counts(seat: int) -> dict[str, list[str]]:
    """Under which name each count of a seat in the outcome is, by field."""
    items = [item.name or f"item {number}" for number, item in enumerate(GAME.items(SHIPPED))]
    return {
        "seat": [f"seat {seat}: metric {metric.name}" for metric in GAME.seat_metrics],
        "round_score": [f"seat {seat}: score after round {round}" for round in range(1, GAME.rounds + 1)],
        "item": [f"seat {seat}: {item} {way}" for item in items for way in ITEM_WAYS],
    }


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_spoilt_count_of_a_seat_is_reported_by_its_name(seat: int, game_at_sale: Follower) -> None:
    table, recount = game_at_sale.table, game_at_sale.recount
    table.outcome["share"][seat] += 1
    assert [value.name for value in differing(recount.values())] == [f"seat {seat}: win share"]
    table.outcome["share"][seat] -= 1
    for field, names in names_of_counts(seat).items():
        counts = table.outcome[field][seat]
        places = list(np.ndindex(counts.shape))
        assert len(places) == len(names)
        for place, name in zip(places, names, strict=True):
            counts[place] += 1
            assert [value.name for value in differing(recount.values())] == [name]
            counts[place] -= 1
    assert differing(recount.values()) == []


def test_a_spoilt_count_of_the_game_is_reported_by_its_name(game_at_sale: Follower) -> None:
    table, recount = game_at_sale.table, game_at_sale.recount
    for number, metric in enumerate(GAME.game_metrics):
        if number not in NOT_FOLLOWED:
            table.outcome["game"][number] += 1
            assert [value.name for value in differing(recount.values())] == [f"game metric {metric.name}"]
            table.outcome["game"][number] -= 1
    assert differing(recount.values()) == []


def test_what_is_not_followed_is_what_the_loop_counts() -> None:
    names = {metric.name for number, metric in enumerate(GAME.game_metrics) if number in NOT_FOLLOWED}
    assert names == {"decisions", "forced", "attract_turns", "work_turns", "most_options"} | {
        f"{decision}_options" for decision in ("attract", "sell", "work")
    }


def test_a_seat_that_nobody_has_counts_nothing() -> None:
    game = Follower(SHIPPED, 2, {}, 0)
    assert game.differences() == []
    game.table.outcome["seat"][3, metrics.ACTIONS] = 1
    assert [value.name for value in differing(game.recount.values())] == ["seat 3: metric actions"]


def test_names_are_told_apart_and_values_are_whole_numbers(game_at_sale: Follower) -> None:
    values = list(game_at_sale.recount.values())
    assert len({value.name for value in values}) == len(values)
    for value in values:
        assert type(value.kept) is type(value.recomputed)
        for number in value.kept if isinstance(value.kept, tuple) else [value.kept]:
            assert type(number) is int, value.name


def test_the_recount_reads_nothing_that_it_recomputes() -> None:
    """Whatever stands in the other fields, before and after an action, the recount is the same."""
    game = Follower(SHIPPED, SEATS, {"ad_frames": "free_payment", "build_on_occupied": "yes"}, 2)
    chooser = np.random.default_rng(0)
    while not game.table.is_over:
        before, move = game.act()
        sound, outcome = game.table.state.copy(), game.table.outcome.copy()
        for path in RECOMPUTED:
            for record in (before, game.table.state):
                for holder, key, _ in elements(record, path):
                    holder[key] = chooser.integers(100)
        for field in ("share", "game", "seat", "round_score", "item"):
            game.table.outcome[field] = chooser.integers(100, size=game.table.outcome[field].shape)
        assert differing(game.recount.after(before, move)) != []
        for record, values in ((game.table.state, sound), (game.table.outcome, outcome)):
            for name in record.dtype.names:
                record[name] = values[name]
        assert differing(game.recount.values()) == []
