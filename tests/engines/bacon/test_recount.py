"""The recount of debug mode: it agrees with the engine at every step, and says so of each value that does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numba.extending import is_jitted

from engines.bacon import GAME, recount, state
from engines.bacon.actions import PASS
from engines.bacon.combinations import play_bits
from engines.bacon.metrics import DECISIONS, FORCED
from engines.bacon.modes import MOST_DEALS, MOST_WILDS
from engines.bacon.play_types import TYPE_NAMES
from engines.bacon.recount import PRIMARY, Recount
from engines.game import Mode
from engines.kernels import Table
from tests.engines.bacon.conftest import make_table

SHORT = {"most_deals": "2"}
SETTINGS: list[dict[str, str]] = [
    {},
    SHORT | {"x_extends": "no"},
    SHORT | {"flush_is_bomb": "no"},
    SHORT | {"ask_for_lead": "yes"},
    SHORT | {"suits": "all"},
    SHORT | {"x_extends": "no", "flush_is_bomb": "no", "ask_for_lead": "yes", "suits": "all"},
    {"target": "1", "wilds": "1"},
    {"target": "60", "most_deals": "20", "hand_size": "1", "wilds": "0"},
    {"target": "60", "most_deals": "20", "hand_size": "3", "worth_1": "12", "worth_2": "12", "worth_3": "12"},
    {"most_deals": "1", "wilds": "0"},
    {"most_deals": "3", "hand_size": "6", "worth_1": "0", "worth_2": "0", "worth_3": "0"},
]
TEAM_6 = GAME.modes[1]
GAME_COUNTERS = [number for number in range(len(GAME.game_metrics)) if number not in (DECISIONS, FORCED)]


@dataclass(frozen=True)
class Step:
    """An action that has just been carried out: the state before it, and the move if it was a choice."""

    before: Any
    move: int | None


def started(mode: Mode, seed: int, rules: dict[str, str]) -> tuple[Table, Recount]:
    """A match that has been dealt, and its recount."""
    table = make_table(mode.name, mode.players, seed, **rules)
    table.start(seed, 0)
    return table, Recount(table, None)


def steps(table: Table, seed: int) -> Iterator[Step]:
    """Play a match at random, step by step; rather often the option that comes last, so that bombs and wilds are met."""
    chooser = random.Random(seed)
    while not table.is_over:
        before, move = table.state.copy(), None
        if table.awaits_decision:
            options = table.moves["move"][: table.options()].tolist()
            move = options[-1] if chooser.random() < 0.2 else chooser.choice(options)
            table.choose_move(move)
        else:
            table.step()
        yield Step(before, move)


def faults(recounted: Recount, step: Step) -> dict[str, tuple[Any, Any]]:
    """What differs after a step: as kept and as recomputed, by name."""
    derived = list(recounted.after(step.before, step.move))
    assert len({value.name for value in derived}) == len(derived), "each value has a name of its own"
    return {value.name: (value.kept, value.recomputed) for value in derived if value.kept != value.recomputed}


# It agrees with the engine.


MATCHES = [(mode, rules) for mode in GAME.modes for rules in SETTINGS]
MATCH_IDS = [
    "-".join([f"{mode.name}{mode.players}", *(f"{name}={value}" for name, value in rules.items())]) for mode, rules in MATCHES
]


@pytest.mark.parametrize(("mode", "rules"), MATCHES, ids=MATCH_IDS)
def test_nothing_differs_at_any_step(mode: Mode, rules: dict[str, str]) -> None:
    seed = MATCHES.index((mode, rules))
    table, recounted = started(mode, seed, rules)
    for number, step in enumerate(steps(table, seed)):
        assert faults(recounted, step) == {}, (number, step.move)


def test_nothing_differs_where_types_of_play_are_forbidden() -> None:
    table, recounted = started(TEAM_6, 3, SHORT)
    table.forbid(np.full((2, len(TYPE_NAMES)), 3, np.uint8) * (np.arange(len(TYPE_NAMES)) > 3))
    for step in steps(table, 3):
        assert faults(recounted, step) == {}


def test_everything_that_is_counted_happens_in_the_matches_that_are_followed() -> None:
    met: set[str] = set()
    for seed, (mode, rules) in enumerate(MATCHES):
        table, _ = started(mode, seed, rules)
        for _ in steps(table, seed):
            pass
        outcome = table.outcome
        met |= {metric.name for number, metric in enumerate(GAME.seat_metrics) if outcome["seat"][:, number].any()}
        met |= {f"match {GAME.game_metrics[number].name}" for number in GAME_COUNTERS if outcome["game"][number]}
        met |= {name for number, name in enumerate(TYPE_NAMES) if outcome["item"][:, number].any()}
    everything = {metric.name for metric in GAME.seat_metrics} | set(TYPE_NAMES)
    everything |= {f"match {GAME.game_metrics[number].name}" for number in GAME_COUNTERS}
    assert everything - met == set()


# It tells what differs.


def leaves(dtype: np.dtype[Any], prefix: str = "") -> Iterator[str]:
    """The fields of a record that are no records, as dotted paths."""
    assert dtype.fields is not None
    for name, (field, *_) in dtype.fields.items():
        base = field.base
        if base.names:
            yield from leaves(base, f"{prefix}{name}.")
        else:
            yield prefix + name


@dataclass(frozen=True)
class Corruption:
    """A bit of a value to be turned: its field, its place in the arrays on the way to it, and the name of what is reported."""

    path: str
    places: tuple[int, ...]
    bit: int
    name: str

    def turn(self, record: Any) -> None:
        *outer, field = self.path.split(".")
        places = list(self.places)
        for part in outer:
            record = record[part][places.pop(0)]
        if places:
            array = record[field]
            array[tuple(places)] = int(array[tuple(places)]) ^ 1 << self.bit
        else:
            record[field] = int(record[field]) ^ 1 << self.bit


SINGLE_VALUES = {
    "deal": "deal",
    "starter": "starter",
    "pile": "play on the pile",
    "pile_owner": "owner of the pile",
    "passed": "seats that passed",
    "holding": "seats that hold cards",
    "may_lead": "seats that may lead",
    "outs": "places given",
    "first_out": "first out",
    "ended_early": "deal stopped early",
    "spend_move": "play that cards are chosen for",
    "spend_rank": "rank to choose next",
    "spend_copy": "copy to choose next",
    "spend_suit": "suit to choose from",
    "spend_wilds": "wilds to choose still",
}
PLAYER_VALUES = {
    "player.size": "cards counted",
    "player.wilds": "wilds counted",
    "player.place": "place",
    "player.side": "side",
    "player.seat": "number of the seat",
    "player.wants": "answer whether he wants the lead",
    "player.score": "points of his side",
    "hand.wilds": "wilds in hand",
    "hand.size": "cards in hand",
}
CARDS = {
    "played_one": "cards played",
    "played_both": "cards played twice",
    "spend_one": "cards chosen",
    "spend_both": "cards chosen twice",
    "hand.one": "cards held",
    "hand.both": "cards held twice",
}


def corruptions_of_the_state() -> Iterator[Corruption]:
    for path, name in SINGLE_VALUES.items():
        yield Corruption(path, (), 0, name)
    for seat in range(state.SEATS):
        for path, name in PLAYER_VALUES.items():
            yield Corruption(path, (seat,), 0, f"seat {seat}: {name}")
        for level in range(1, state.HELD_LEVELS):
            yield Corruption("hand.at_least", (seat, level), 4, f"seat {seat}: ranks of which he holds {level} or more")
        for wilds in range(MOST_WILDS + 1):
            for word in range(state.PLAY_WORDS):
                yield of_play(seat, wilds, word, 17)
    for path, name in CARDS.items():
        for suit, letter in enumerate("rgby"):
            bit = 16 * suit + 7
            if path.startswith("hand"):
                for seat in range(state.SEATS):
                    yield Corruption(path, (seat,), bit, f"seat {seat}: {name}, suit {letter}")
            else:
                yield Corruption(path, (), bit, f"{name}, suit {letter}")


def of_play(seat: int, wilds: int, word: int, bit: int) -> Corruption:
    """A play that is there or not, or a bit that stands for none."""
    if (word, bit) in play_bits():
        play_type, _, suit = play_bits()[word, bit]
        what = "tops of " + TYPE_NAMES[play_type] + (f" of suit {'rgby'[suit]}" if suit >= 0 else "")
    else:
        what = "bits that are no play"
    return Corruption("hand.plays", (seat, wilds, word), bit, f"seat {seat}: {what}, wilds {wilds}")


def corruptions_of_the_outcome() -> Iterator[Corruption]:
    yield Corruption("unfinished", (), 0, "match broken off")
    for number in GAME_COUNTERS:
        yield Corruption("game", (number,), 1, f"match: {GAME.game_metrics[number].name}")
    for seat in range(state.SEATS):
        yield Corruption("share", (seat,), 2, f"seat {seat}: share of the win")
        for deal in range(MOST_DEALS):
            yield Corruption("round_score", (seat, deal), 0, f"seat {seat}: scores after the deals")
        for number, metric in enumerate(GAME.seat_metrics):
            yield Corruption("seat", (seat, number), 0, f"seat {seat}: {metric.name}")
        for play_type, name in enumerate(TYPE_NAMES):
            for way, used in enumerate(GAME.item_ways):
                yield Corruption("item", (seat, play_type, way), 0, f"seat {seat}: {name} {used}")


def check_each(table: Table, record: Any, corruptions: list[Corruption], seed: int, allowed: Callable[..., bool]) -> None:
    """Follow matches, corrupt one value after each step and restore it then: just that value must be reported, by its name.

    allowed (step, corruption): whether the value means anything after a step and can be corrupted there.
    """
    left = list(corruptions)
    while left:
        table.start(seed, 0)
        recounted, before = Recount(table, None), len(left)
        for step in steps(table, seed):
            corruption = next((corruption for corruption in left if allowed(step, corruption)), None)
            if corruption is None:
                assert faults(recounted, step) == {}
                continue
            left.remove(corruption)
            corruption.turn(record)
            assert set(faults(recounted, step)) == {corruption.name}
            corruption.turn(record)
        assert len(left) < before, f"never met: {left}"
        seed += 1


def test_primary_and_recounted_fields_are_all_fields_of_the_state() -> None:
    recounted = {corruption.path for corruption in corruptions_of_the_state()}
    assert not recounted & PRIMARY
    assert sorted(recounted | PRIMARY) == sorted(leaves(state.STATE))


def test_each_value_of_the_state_that_is_corrupted_is_reported() -> None:
    table = make_table("team", 6, suits="all", ask_for_lead="yes")

    def allowed(step: Step, corruption: Corruption) -> bool:
        """Cards leave a hand at choices: which ones, the recount takes from the hand. Choosing cards is a stage of its own."""
        if corruption.path.startswith("spend") and corruption.path != "spend_move":
            return int(table.state["stage"]) == state.SPEND
        return step.move is None

    check_each(table, table.state, list(corruptions_of_the_state()), 1, allowed)


def test_every_bit_of_the_plays_of_a_hand_is_compared() -> None:
    table = make_table("team", 6)
    words = [(wilds, word) for wilds in range(MOST_WILDS + 1) for word in range(state.PLAY_WORDS)]
    corruptions = [of_play(2, wilds, word, bit) for wilds, word in words for bit in range(state.WORD_BITS)]
    check_each(table, table.state, corruptions, 2, lambda step, corruption: True)


def test_each_counter_that_is_corrupted_is_reported() -> None:
    table = make_table("team", 6)
    check_each(table, table.outcome, list(corruptions_of_the_outcome()), 4, lambda step, corruption: True)


def test_each_counter_of_the_outcome_can_be_corrupted_above() -> None:
    assert {corruption.path for corruption in corruptions_of_the_outcome()} == set(leaves(state.OUTCOME))


def test_a_card_that_is_twice_too_often_in_the_deck_is_reported() -> None:
    table, recounted = started(TEAM_6, 5, {})
    for step in steps(table, 5):
        table.state["order"][3] = table.state["order"][4]
        differ = faults(recounted, step)
        assert "cards in the deck" in differ
        assert any(name.startswith("seat 0: cards held") for name in differ)
        break


@pytest.mark.parametrize("suits", ["best", "all"])
def test_a_play_that_takes_a_card_of_another_rank_is_reported(suits: str) -> None:
    table, recounted = started(TEAM_6, 6, {"suits": suits})
    for step in steps(table, 6):
        seat = int(step.before["actor"])
        hand, old = table.state["hand"][seat], step.before["hand"][seat]
        spent, left = int(old["one"]) & ~int(hand["one"]), int(hand["one"]) & ~int(hand["both"])
        other = next((bit for bit in range(64) if left >> bit & 1 and bit % 16 not in ranks_of(spent)), None)
        if step.move is None or not spent or other is None:
            assert faults(recounted, step) == {}
            continue
        back = spent & -spent
        hand["one"] = (int(hand["one"]) | back) & ~(1 << other)
        differ = faults(recounted, step)
        assert {name.split(",")[0] for name in differ} >= {f"seat {seat}: cards held"}
        return


def ranks_of(word: int) -> set[int]:
    return {bit % 16 for bit in range(64) if word >> bit & 1}


def test_a_play_that_takes_too_few_cards_is_reported() -> None:
    """The number of cards follows from the play, whatever the hand says."""
    table, recounted = started(TEAM_6, 7, {})
    for step in steps(table, 7):
        if int(step.before["stage"]) != state.PLAY or step.move == PASS:
            assert faults(recounted, step) == {}
            continue
        seat = int(step.before["actor"])
        table.state["hand"][seat] = step.before["hand"][seat]
        table.state["player"][seat] = step.before["player"][seat]
        assert f"seat {seat}: cards counted" in faults(recounted, step)
        return


def test_the_recount_runs_no_compiled_code_of_the_engine() -> None:
    assert [name for name, value in vars(recount).items() if is_jitted(value)] == []
