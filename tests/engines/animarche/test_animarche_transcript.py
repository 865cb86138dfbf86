"""A transcript of Animarche says enough to check every resource, worker, animal and card without the engine."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from engines.animarche import GAME
from engines.animarche.describe import COUNTED, Describer, as_text
from engines.animarche.edition import Edition, load_edition
from engines.animarche.edition_generator import generate_edition
from engines.animarche.geometry import row_and_column, squares_in_play
from engines.kernels import Table
from tests.engines.animarche.conftest import DEFAULT_RULES, random_move

TASTES = [(), ("animal", "build", "upgrade", "sell"), ("public", "move", "remove", "take"), ("ad", "visit", "build", "animal")]


class Checker:
    """Keeps the accounts of a game from its events alone."""

    def __init__(self, edition: Edition, players: int) -> None:
        self.players = players
        self.seats: list[Counter[str]] = []
        self.animals: Counter[str] = Counter({"{},{}".format(*row_and_column(n)): 1 for n in squares_in_play(players)})
        self.animals["aside"] = 20 - len(self.animals)
        self.supply: Counter[str] = Counter({shop.id: shop.copies_at(players) for shop in edition.shops if not shop.first_shop})
        self.supply.update({building.id: building.copies for building in edition.public_buildings})
        self.round_scores: list[list[int]] = []
        self.fired: list[str] = []

    def read(self, event: dict[str, Any]) -> None:
        if event["event"] == "deal":
            rows = zip(event["coins"], event["wood"], event["workers"], strict=True)
            self.seats = [Counter(coins=coins, wood=wood, home=workers) for coins, wood, workers in rows]
        for seat, moved in event.get("changes", {}).items():
            self.seats[int(seat)].update(moved)
        self.animals.update(event.get("animals", {}) if event["event"] != "attracted" else {})
        self.supply.update(event.get("supply", {}))
        if event["event"] == "round_end":
            self.round_scores.append(event["scores"])
        if event["event"] == "ad_fired":
            self.fired.append(event["ad"])
        if event["event"] == "income":
            self.incomes_are_those_of_the_shops(event)

    def incomes_are_those_of_the_shops(self, event: dict[str, Any]) -> None:
        """The VP in full; coins and wood may have met a cap."""
        moved = event.get("changes", {}).get(str(event["seat"]), {})
        assert sum(shop["vp"] for shop in event["shops"]) == moved.get("vp", 0)
        for name in ("coins", "wood"):
            assert moved.get(name, 0) <= sum(shop[name] for shop in event["shops"])

    def compare(self, table: Table) -> None:
        """All accounts against the table."""
        now = table.state
        for seat, account in enumerate(self.seats):
            assert {name: account[name] for name in COUNTED} == {name: int(now["seat"][seat][name]) for name in COUNTED}
        squares = {"{},{}".format(*row_and_column(n)): int(now["plaza"]["animals"][n]) for n in range(16)}
        shops = {f"shop {s}.{p}": int(now["seat"][s]["animals"][p]) for s in range(self.players) for p in range(4)}
        places = squares | shops | {"aside": int(now["plaza"]["aside"])}
        assert {place: self.animals[place] for place in places} == places
        assert self.animals.total() == 20


def played(
    mode: Any, edition: Edition, rules: dict[str, str], seed: int, taste: tuple[str, ...]
) -> tuple[Checker, list[dict[str, Any]], Table]:
    """Play a game at random, write its transcript, and check the accounts after every step."""
    table = Table(GAME, mode, DEFAULT_RULES | rules, edition, seed)
    table.start(0, 0)
    describer = Describer(table, edition)
    checker = Checker(edition, mode.players)
    chooser = random.Random(seed)
    events = describer.begin()
    for event in events:
        checker.read(event)
    while not table.is_over:
        before = table.state.copy()
        if table.awaits_decision:
            legal = table.options()
            move = random_move(table, edition, chooser, taste)
            table.choose_move(move)
            new = describer.after_choice(before, move, legal)
        else:
            table.step()
            new = describer.after_step(before)
        for event in new:
            checker.read(event)
        events += new
        checker.compare(table)
    return checker, events, table


RULES = [
    {},
    {"ad_frames": "free_payment", "ad_single": "yes", "build_on_occupied": "yes", "move_scores": "yes"},
    {"ad_single": "yes", "rebuild_scores": "no", "coin_cap": "10", "wood_cap": "5", "ad_card_value": "printed_vp"},
]


@pytest.mark.parametrize("rules", RULES, ids=["default", "free", "capped"])
@pytest.mark.parametrize("taste", TASTES, ids=["any", "shops", "public", "ads"])
@pytest.mark.parametrize("mode", GAME.modes, ids=lambda mode: f"{mode.players}-players")
def test_every_resource_can_be_checked_from_the_transcript(mode: Any, taste: tuple[str, ...], rules: dict[str, str]) -> None:
    edition = load_edition() if taste else generate_edition(7)
    checker, events, table = played(mode, edition, rules, seed=TASTES.index(taste), taste=taste)
    result = events[-1]
    assert [seat["score"] for seat in result["seats"]] == [account["vp"] for account in checker.seats]
    assert [sum(seat["vp"].values()) for seat in result["seats"]] == [seat["score"] for seat in result["seats"]]
    assert checker.round_scores[-1] == [seat["score"] for seat in result["seats"]]
    assert len(checker.round_scores) == 5
    standing = Counter(
        edition.shops[table.setup["cards"]["shop_of"][face]].id
        for seat in table.state["seat"][: mode.players]
        for face in seat["face"]
        if face >= 0
    )
    for shop in edition.shops:
        assert checker.supply[shop.id] + standing[shop.id] == shop.copies_at(mode.players)
    assert sorted(checker.fired) == sorted(set(checker.fired)), "an ad fires once"


def test_events_are_json_and_every_one_has_a_text() -> None:
    mode = GAME.modes[0]
    for taste in TASTES:
        _, events, _ = played(mode, load_edition(), {}, seed=1, taste=taste)
        assert json.loads(json.dumps(events)) == events
        texts = [as_text(event, list(mode.seat_names)) for event in events]
        assert all(text.strip() for text in texts)
        assert not any("None" in text for text in texts)


def test_a_transcript_names_every_decision_with_its_number_of_options() -> None:
    _, events, table = played(GAME.modes[1], load_edition(), {}, seed=3, taste=TASTES[1])
    decisions = [event for event in events if "legal" in event]
    assert len(decisions) >= 3 + 5 * 3 * 3
    kinds = {
        "first_shop",
        "attract",
        "pass",
        "sell",
        "keep",
        "build",
        "upgrade",
        "visit",
        "ad",
        "public",
        "move",
        "remove",
        "take",
    }
    assert {event["event"] for event in decisions} <= kinds
    assert all(event["legal"] >= 1 for event in decisions)
    rounds = [event["round"] for event in events if event["event"] == "round"]
    assert rounds == [1, 2, 3, 4, 5]
    assert table.is_over
