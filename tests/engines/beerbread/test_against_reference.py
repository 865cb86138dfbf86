"""The compiled engine and the plain-Python reading of the rules play the same games: same decisions, states and scores."""

from __future__ import annotations

import dataclasses
import itertools
import random

import pytest

from engines.beerbread import metrics, rules
from engines.beerbread.actions import ACTION_NAMES, NOTHING_GIVEN, STOP, action_of, card_of, given_of, swap_ratio, swap_resource
from engines.beerbread.edition import RESOURCES, load_edition
from engines.beerbread.edition_generator import generate_edition
from engines.beerbread.state import STAGE_NAMES
from engines.game import find_game
from engines.kernels import Table
from tests.reference.beerbread import ReferenceGame

GAME = find_game("beerbread")
SWITCHES = [
    dict(zip([rule.name for rule in rules.SWITCHES], values, strict=True))
    for values in itertools.product(*(rule.choices for rule in rules.SWITCHES))
]
STOP_NAMES = {"accept": "stop", "discard_back": "stop", "replace": "none"}


def members(cards: int) -> list[int]:
    return [card for card in range(60) if int(cards) >> card & 1]


def reference_cards(edition) -> list[dict]:
    rows = []
    for card in edition.cards:
        row = dataclasses.asdict(card)
        row |= {f"icon_{name}": count for name, count in zip(RESOURCES, card.icons, strict=True)}
        row |= {f"need_{name}": count for name, count in zip(RESOURCES, card.need, strict=True)}
        rows.append(row)
    return rows


def as_option(kind: str, move: int) -> tuple:
    """A packed move in the words of the reference engine."""
    if kind == "play":
        given = given_of(move)
        return (ACTION_NAMES[action_of(move)], card_of(move), None if given == NOTHING_GIVEN else given)
    if kind == "pay":
        return ("plain",) if move == 0 else ("swap", RESOURCES[swap_resource(move)], swap_ratio(move))
    if move == STOP:
        return (STOP_NAMES[kind],)
    return (RESOURCES[move],) if kind in ("surplus", "accept") else (move,)


def snapshot(table: Table) -> dict:
    state = table.state
    seats = [state["seat"][seat] for seat in (0, 1)]
    reserved = [members(seat["reserved"]) for seat in seats]
    return {
        "year": int(state["year"]),
        "holder": int(state["holder"]),
        "supply": state["supply"].tolist(),
        "fields": state["field"].tolist(),
        "offered": state["offered"].tolist(),
        "storage": [seat["storage"].tolist() for seat in seats],
        "hands": [members(seat["hand"]) for seat in seats],
        "row": members(state["row"]),
        "discards": members(state["discards"]),
        "deck": state["deck"][state["deck_next"] : state["deck_size"]].tolist(),
        "harvested": [members(seat["harvested"]) for seat in seats],
        "sold_in_place": [members(seat["in_place"]) for seat in seats],
        "plaza": [members(seat["plaza"]) for seat in seats],
        "upgrades": [members(seat["tucked"]) for seat in seats],
        "reserved": [cards[0] if cards else None for cards in reserved],
    }


class CoStepper:
    """Plays a game on both engines at once and compares them at every decision."""

    def __init__(self, edition, settings: dict[str, str], seed: int) -> None:
        self.settings = GAME.settle_rules(settings)
        self.table = Table(GAME, GAME.modes[0], self.settings, edition, seed)
        self.edition = edition

    def play(self, deal: int, chooser: random.Random, taste: str) -> None:
        table = self.table
        table.start(deal, 0)
        deck = table.state["deck"].tolist()
        reference = ReferenceGame(reference_cards(self.edition), self.settings, deck, 0, self.reshuffled)
        self.engine_runs()
        while reference.decision is not None:
            kind = STAGE_NAMES[int(table.state["stage"])]
            decision = reference.decision
            moves = table.moves["move"][: table.options()].tolist()
            by_option = {as_option(kind, move): move for move in moves}
            assert (kind, int(table.state["actor"])) == (decision.kind, decision.seat)
            assert sorted(by_option, key=str) == sorted(decision.options, key=str)
            assert snapshot(table) == reference.snapshot()
            option = self.preferred(decision.options, chooser, taste)
            table.choose_move(by_option[option])
            self.engine_runs()
            reference.apply(option)
        assert table.is_over
        assert snapshot(table) == reference.snapshot()
        self.compare_results(reference.result())

    def engine_runs(self) -> None:
        """Run the engine to its next real choice."""
        while not self.table.is_over:
            if not self.table.awaits_decision:
                self.table.step()
            elif self.table.options() == 1:
                self.table.choose_move(int(self.table.moves["move"][0]))
            else:
                return

    def reshuffled(self, cards: list[int]) -> list[int]:
        """The order into which the engine brought the same discards."""
        order = self.table.state["deck"][: len(cards)].tolist()
        assert sorted(order) == sorted(cards)
        return order

    @staticmethod
    def preferred(options: list[tuple], chooser: random.Random, taste: str) -> tuple:
        """A random option; with a taste for an action, mostly one of it (so that rare situations are met)."""
        tasty = [option for option in options if option[0] == taste]
        return chooser.choice(tasty if tasty and chooser.random() < 0.8 else options)

    def compare_results(self, result: dict) -> None:
        seats = self.table.outcome["seat"]
        assert seats[:, metrics.SCORE].tolist() == result["scores"]
        assert seats[:, metrics.BEER_TOTAL].tolist() == result["beer"]
        assert seats[:, metrics.BREAD_TOTAL].tolist() == result["bread"]
        assert seats[:, metrics.COIN_BONUS].tolist() == [
            a + b for a, b in zip(result["bonus_beer"], result["bonus_bread"], strict=True)
        ]
        assert self.table.outcome["share"].tolist() == [60, 0] if result["winner"] == 0 else [0, 60]


@pytest.mark.parametrize("taste", ["none", "harvest", "sell", "upgrade"])
@pytest.mark.parametrize("switches", SWITCHES, ids=lambda switches: "-".join(switches.values()))
def test_both_engines_play_the_same_random_games(switches: dict[str, str], taste: str) -> None:
    """16 settings of the switches x 4 tastes x 35 games = 2,240 games, a third of them with generated editions."""
    number = SWITCHES.index(switches) * 4 + ["none", "harvest", "sell", "upgrade"].index(taste)
    edition = generate_edition(number) if number % 3 == 0 else load_edition()
    chooser = random.Random(number)
    stepper = CoStepper(edition, switches, seed=number)
    for deal in range(35):
        stepper.play(deal, chooser, taste)


TURNED = {
    "years": (1, 3, 10),
    "hand_size": (1, 4, 7),
    "row_size": (0, 5),
    "storage_spaces": (1, 4, 30),
    "brewery_spaces": (2, 5),
    "bakery_spaces": (2, 5),
    "seed_fruitful_wheat": (0, 18),
    "seed_fruitful_barley": (0, 18),
    "seed_fruitful_rye": (0, 15),
    "seed_fruitful_hops": (0, 15),
    "seed_dry_wheat": (0, 18),
    "seed_dry_barley": (0, 18),
    "seed_dry_rye": (0, 15),
    "seed_dry_hops": (0, 15),
}


def test_every_number_among_the_rules_is_turned_here() -> None:
    assert list(TURNED) == [rule.name for rule in rules.NUMBERS]


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in TURNED.items() for value in values])
def test_both_engines_play_the_same_games_when_a_number_is_turned(name: str, value: int) -> None:
    """Each number alone, at its ends and between; games with many sales, upgrades or harvests."""
    chooser = random.Random(f"{name} {value}")
    stepper = CoStepper(load_edition(), {name: str(value)}, seed=value)
    for deal in range(4):
        stepper.play(deal, chooser, ("none", "harvest", "sell", "upgrade")[deal % 4])


@pytest.mark.parametrize("number", range(16))
def test_both_engines_play_the_same_games_when_all_numbers_are_turned(number: int) -> None:
    """All at once, at random, with all switches: long games in which the cards run out, too."""
    chooser = random.Random(number)
    settings = {rule.name: str(chooser.randint(rule.low, rule.high)) for rule in rules.NUMBERS}
    edition = generate_edition(number) if number % 2 else load_edition()
    stepper = CoStepper(edition, settings | SWITCHES[number % len(SWITCHES)], seed=number)
    for deal in range(4):
        stepper.play(deal, chooser, ("none", "harvest", "sell", "upgrade")[deal % 4])
