"""The compiled engine and the plain-Python reading of the rules play the same matches: same decisions, states and results."""

from __future__ import annotations

import functools
import itertools
import os
import random

import pytest

from engines.bacon import GAME, metrics
from engines.bacon.actions import NO_SUIT, PASS, WILD, YES, play_type_of, suit_of, top_of, wilds_of
from engines.bacon.modes import LAYOUTS, SUIT_LETTERS
from engines.bacon.play_types import TYPE_NAMES
from engines.bacon.state import LANE_BITS, NOBODY, PLAY, SPEND, STAGE_NAMES
from engines.game import SHARE_UNIT, Mode
from engines.kernels import Table
from tests.engines.bacon.conftest import DEFAULT_RULES
from tests.reference.bacon import ReferenceMatch

MATCHES = int(os.environ.get("REFERENCE_MATCHES", "3"))
"""Matches of each mode, setting and taste: 56 x 3 x 3 = 504. The full run was made with 84: 14,112, at least 2,016 a mode."""

SWITCH_RULES = [rule for rule in GAME.rules if rule.choices]
SWITCHES = [
    dict(zip([rule.name for rule in SWITCH_RULES], values, strict=True))
    for values in itertools.product(*(rule.choices for rule in SWITCH_RULES))
]
TASTES = ["none", "wilds", "long"]


NUMBERS = [
    {"target": "3", "wilds": "1"},
    {"target": "15", "most_deals": "2", "hand_size": "11"},
    {"most_deals": "3", "worth_1": "3", "worth_2": "0", "worth_3": "0"},
    {"most_deals": "4", "worth_1": "2", "worth_2": "1", "worth_3": "5", "hand_size": "5", "wilds": "0"},
    {"most_deals": "1", "worth_1": "0", "worth_2": "4", "worth_3": "4", "hand_size": "1"},
    {"most_deals": "2", "worth_1": "0", "worth_2": "0", "worth_3": "0", "hand_size": "7", "target": "1"},
]
"""Settings of the rules that are numbers."""


CASES = [(mode, rules) for mode in GAME.modes for rules in SWITCHES if mode == GAME.modes[1] or rules["ask_for_lead"] == "no"]


@functools.lru_cache(maxsize=10_000)
def named_cards(one: int, both: int, wilds: int = 0) -> list[str]:
    """The cards of two words (held at least once, held twice) and wilds, sorted by name."""
    names = ["X"] * wilds
    for word in (one, both):
        names += [f"{bit % LANE_BITS}{SUIT_LETTERS[bit // LANE_BITS]}" for bit in range(64) if word >> bit & 1]
    return sorted(names)


def hand_cards(hand) -> list[str]:
    return list(named_cards(int(hand["one"]), int(hand["both"]), int(hand["wilds"])))


def as_option(kind: str, move: int, actor: int, players: int) -> tuple:
    """A packed move in the words of the reference engine."""
    if kind == "give_lead":
        return ("lead", (actor + move) % players)
    if kind == "want_lead":
        return ("yes",) if move == YES else ("no",)
    if move == PASS:
        return ("pass",)
    suit = "" if suit_of(move) == NO_SUIT else SUIT_LETTERS[suit_of(move)]
    return ("play", TYPE_NAMES[play_type_of(move)], top_of(move), wilds_of(move), suit)


def as_numbers(rules: dict[str, str], mode: Mode) -> dict[str, int | tuple[int, ...]]:
    """What differs from the mode's numbers, as the reference engine takes it."""
    numbers: dict[str, int | tuple[int, ...]] = {"wilds": int(rules["wilds"])}
    if rules["target"] != "0":
        numbers["target"] = int(rules["target"])
    if rules["most_deals"] != "0":
        numbers["deals"] = int(rules["most_deals"])
    by_mode = LAYOUTS[GAME.modes.index(mode)].worth
    worth = [int(rules[f"worth_{place}"]) for place in range(1, mode.players + 1)]
    if max(worth) >= 0:
        numbers["worth"] = tuple(given if given >= 0 else usual for given, usual in zip(worth, by_mode, strict=True))
    return numbers


class CoStepper:
    """Plays matches on both engines at once and compares them at every decision."""

    def __init__(self, mode: Mode, rules: dict[str, str], seed: int) -> None:
        self.mode = mode
        rules = DEFAULT_RULES | rules
        self.table = Table(GAME, mode, rules, None, seed)
        self.rules = {rule.name: rules[rule.name] for rule in SWITCH_RULES if rule.name != "suits"}
        self.numbers = as_numbers(rules, mode)

    def play(self, deal: int, chooser: random.Random, taste: str) -> None:
        self.table.start(deal, 0)
        self.engine_runs()
        reference = ReferenceMatch(
            self.mode.name, self.mode.players, self.rules, self.cards_dealt, int(self.table.state["starter"]), self.numbers
        )
        while reference.decision is not None:
            self.compare(reference)
            self.both_choose(reference, self.preferred(reference.decision.options, chooser, taste), chooser)
        assert self.table.is_over
        self.compare_results(reference.result())

    def cards_dealt(self, number: int) -> list[list[str]]:
        """The natural cards that the engine has just dealt."""
        assert int(self.table.state["deal"]) == number + 1
        hands = self.table.state["hand"][: self.mode.players]
        return [named_cards(int(hand["one"]), int(hand["both"])) for hand in hands]

    def compare(self, reference: ReferenceMatch) -> None:
        state, decision = self.table.state, reference.decision
        kind, actor = STAGE_NAMES[int(state["stage"])], int(state["actor"])
        moves = self.table.moves["move"][: self.table.options()].tolist()
        self.by_option = {as_option(kind, move, actor, self.mode.players): move for move in moves}
        assert (kind, actor) == (decision.kind, decision.seat)
        assert len(self.by_option) == len(moves)
        assert self.by_option.keys() == set(decision.options)
        table, snapshot = self.snapshot(), reference.snapshot()
        pile = snapshot.pop("pile")
        snapshot["passed"].sort()
        assert table.pop("pile") == (None if pile is None else (*pile[:3], pile[4]))
        assert table == {name: snapshot[name] for name in table}

    def snapshot(self) -> dict:
        state = self.table.state
        seats = range(self.mode.players)
        scores = dict(zip(self.mode.sides, state["player"]["score"].tolist(), strict=False))
        places = {int(state["player"][seat]["place"]): seat for seat in seats if state["player"][seat]["place"]}
        pile, owner = int(state["pile"]), int(state["pile_owner"])
        for seat in seats:
            hand, public = state["hand"][seat], state["player"][seat]
            assert (hand["size"], hand["wilds"]) == (public["size"], public["wilds"])
            assert hand["size"] == len(hand_cards(hand))
        return {
            "deal": int(state["deal"]) - 1,
            "starter": int(state["starter"]),
            "hands": [hand_cards(state["hand"][seat]) for seat in seats],
            "pile": None if pile == PASS else (TYPE_NAMES[play_type_of(pile)], top_of(pile), wilds_of(pile), owner),
            "passed": sorted(seat for seat in seats if int(state["passed"]) >> seat & 1),
            "places": [places[place] for place in sorted(places)],
            "scores": [scores[side] for side in range(self.mode.side_count)],
        }

    def both_choose(self, reference: ReferenceMatch, option: tuple, chooser: random.Random) -> None:
        """Choose on both engines; the reference spends the cards that the engine spent."""
        state = self.table.state
        seat = int(state["actor"])
        before = hand_cards(state["hand"][seat])
        self.table.choose_move(self.by_option[option])
        while int(state["stage"]) == SPEND:
            moves = self.table.moves["move"][: self.table.options()].tolist()
            assert moves
            assert all(move == WILD or 0 <= move < 4 for move in moves)
            self.table.choose_move(chooser.choice(moves))
        spent = list(before)
        for card in hand_cards(state["hand"][seat]):
            spent.remove(card)
        self.engine_runs()
        reference.apply(option, tuple(sorted(spent)) if option[0] == "play" else None)

    def engine_runs(self) -> None:
        """Run the engine to its next turn or choice, and check the pile's owner where there is no pile."""
        while not self.table.is_over and not self.table.awaits_decision:
            self.table.step()
        state = self.table.state
        if int(state["stage"]) == PLAY and int(state["pile"]) == PASS:
            assert int(state["pile_owner"]) == NOBODY

    @staticmethod
    def preferred(options: list[tuple], chooser: random.Random, taste: str) -> tuple:
        """A random option; with a taste, mostly one with wilds, or a long one (so that rare situations are met)."""
        tasty = [
            option
            for option in options
            if option[0] == "play" and ((taste == "wilds" and option[3] > 0) or (taste == "long" and option[1] in LONG))
        ]
        return chooser.choice(tasty if tasty and chooser.random() < 0.7 else options)

    def compare_results(self, result: dict) -> None:
        outcome, seats = self.table.outcome, range(self.mode.players)
        totals = [result["totals"][side] for side in self.mode.sides]
        assert outcome["seat"][: len(seats), metrics.SCORE].tolist() == totals
        assert outcome["round_score"][: len(seats), -1].tolist() == totals
        assert outcome["game"][metrics.DEALS] == result["deals"]
        shares = [round(SHARE_UNIT * result["shares"][side]) for side in self.mode.sides]
        assert outcome["share"][: len(seats)].tolist() == shares
        assert [seat for seat in seats if outcome["share"][seat]] == sorted(result["winners"])


LONG = ("straight", "stretch", "stair", "tube", "plate", "quad", "straight_flush", "quint", "stretch_flush", "hex")


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize(
    ("mode", "rules"), CASES, ids=["-".join([mode.name, str(mode.players), *rules.values()]) for mode, rules in CASES]
)
def test_both_engines_play_the_same_random_matches(mode: Mode, rules: dict[str, str], taste: str) -> None:
    number = CASES.index((mode, rules)) * len(TASTES) + TASTES.index(taste)
    chooser = random.Random(number)
    stepper = CoStepper(mode, rules, seed=number)
    for deal in range(MATCHES):
        stepper.play(deal, chooser, taste)


@pytest.mark.parametrize("numbers", NUMBERS, ids=lambda numbers: "-".join(f"{name}={value}" for name, value in numbers.items()))
@pytest.mark.parametrize("mode", GAME.modes, ids=lambda mode: f"{mode.name}{mode.players}")
def test_both_engines_play_the_same_matches_with_other_numbers(mode: Mode, numbers: dict[str, str]) -> None:
    seed = 1000 + NUMBERS.index(numbers)
    chooser = random.Random(seed)
    stepper = CoStepper(mode, numbers, seed=seed)
    for deal in range(2 * MATCHES):
        stepper.play(deal, chooser, "none")
