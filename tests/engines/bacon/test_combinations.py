"""What plays a hand has: the readings, orders and counts of the rules, and all subsets of small hands by brute force."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from engines.bacon import combinations
from engines.bacon.actions import NO_SUIT
from engines.bacon.play_types import FIRST_BOMB, PLAY_TYPES, TYPE_NAMES, beats
from engines.bacon.state import MOVE_SLOTS
from tests.engines.bacon.conftest import make_table, packed, plays_of

TEAM_4 = make_table()


def readings(cards: str, **rules: str) -> set[tuple]:
    """What a set of cards can be played as: the plays of a hand of just these that leave nothing."""
    table = make_table(**rules) if rules else TEAM_4
    sizes = {play_type.name: play_type.length * play_type.height for play_type in PLAY_TYPES}
    wilds = cards.split().count("X")
    return {
        (play[0], play[1], *play[3:])
        for play in plays_of(cards, table)
        if sizes[play[0]] == len(cards.split()) and play[2] == wilds
    }


GOLDEN = {
    "X": {("single", 11)},
    "X X": {("pair", 11)},
    "9r 10g X": {("run", 11)},
    "9r X X": {("triple", 9), ("run", 11)},
    "10r 10g X X": {("quad", 10), ("stair", 11)},
    "1r 1g X X": {("quad", 1), ("stair", 2)},
    "9r 9g 10r 10g X X": {("tube", 11), ("plate", 10)},
    "2r 4g 6r X X": {("straight", 6)},
    "5r 5r 5g 5g 5b X": {("hex", 5)},
    "8r 9g X X": {("bobtail", 11), ("stair", 9)},
    "2r 3r X 5r X 7r": {("stretch_flush", 7, "r"), ("stretch", 7)},
    "10r 1g 2r": set(),
    "3r 3g 4r 5g": set(),
    "2r 4g 7r X X": set(),
    "4r 4g 4g 4b 4b X X": set(),
    "1r 2g 3r 4g 5r": {("straight", 5)},
    "1r 2r 3r 4r 5r": {("straight_flush", 5, "r")},
    "1r 2r 3r X 5r": {("straight_flush", 5, "r"), ("straight", 5)},
    "5g 6g 7g 8g 9g 10g": {("stretch_flush", 10, "g")},
    "7g 8g 9g 10g X": {("straight_flush", 11, "g"), ("straight", 11)},
    "1r 1g 1b 2r 2g 2b": {("plate", 2)},
    "1r 1g 2r 2g 3r 3b": {("tube", 3)},
    "6b": {("single", 6)},
    "6b 6b": {("pair", 6)},
    "6b X": {("pair", 6)},
    "6b 6b X": {("triple", 6)},
    "6b 6b 7b": set(),
}
"""`9 10 X` can be read as a run topped 11 or 10, but the highest top of a type is taken, so nobody is offered the other."""


@pytest.mark.parametrize("cards", GOLDEN)
def test_a_set_of_cards_is_read_as_the_rules_say(cards: str) -> None:
    assert readings(cards) == GOLDEN[cards]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("9r 10g X", {("run", 10)}),
        ("9r X X", {("triple", 9), ("run", 10)}),
        ("10r 10g X X", {("quad", 10), ("stair", 10)}),
        ("9r 9g 10r 10g X X", {("tube", 10), ("plate", 10)}),
        ("7g 8g 9g 10g X", {("straight_flush", 10, "g"), ("straight", 10)}),
        ("X", {("single", 11)}),
        ("X X", {("pair", 11)}),
    ],
)
def test_without_x_extends_no_sequence_goes_above_the_highest_rank(cards: str, expected: set) -> None:
    assert readings(cards, x_extends="no") == expected


@pytest.mark.parametrize("cards", ["1r 2r 3r 4r 5r", "5g 6g 7g 8g 9g 10g"])
def test_without_flush_is_bomb_a_natural_flush_may_be_played_as_either(cards: str) -> None:
    kinds = {play[0] for play in readings(cards, flush_is_bomb="no")}
    assert kinds == ({"straight", "straight_flush"} if len(cards.split()) == 5 else {"stretch", "stretch_flush"})


def test_there_are_90_ordinary_plays_and_43_bombs_with_ten_ranks() -> None:
    meaning = set(combinations.play_bits().values())
    pairs = Counter(play_type for play_type, _, suit in meaning if suit in (NO_SUIT, 0))
    counts = [pairs[play_type] for play_type in range(len(PLAY_TYPES))]
    assert counts[:FIRST_BOMB] == [11, 11, 10, 9, 8, 7, 6, 10, 9, 9]
    assert counts[FIRST_BOMB:] == [10, 7, 10, 6, 10]
    assert (sum(counts[:FIRST_BOMB]), sum(counts[FIRST_BOMB:])) == (90, 43)


def test_no_hand_can_have_more_plays_than_there_are_slots_for_moves() -> None:
    assert 3 * len(combinations.play_bits()) + 1 <= MOVE_SLOTS


BEATEN = [
    (("pair", 11), ("pair", 10)),
    (("quad", 1), ("pair", 11)),
    (("quint", 1), ("straight_flush", 11)),
    (("stretch_flush", 6), ("quint", 10)),
    (("hex", 1), ("stretch_flush", 11)),
    (("straight_flush", 5), ("quad", 10)),
    (("run", 4), ("run", 3)),
    (("quad", 2), ("quad", 1)),
    (("quad", 1), ("plate", 10)),
]


@pytest.mark.parametrize(("higher", "lower"), BEATEN)
def test_a_play_is_beaten_as_the_rules_say(higher: tuple, lower: tuple) -> None:
    assert is_in_table(higher, lower)
    assert not is_in_table(lower, higher)


@pytest.mark.parametrize("pair", [(("single", 11), ("single", 11)), (("triple", 5), ("pair", 4)), (("stair", 9), ("pair", 2))])
def test_neither_beats_the_other(pair: tuple) -> None:
    assert not is_in_table(pair[0], pair[1])
    assert not is_in_table(pair[1], pair[0])


def is_in_table(play: tuple, pile: tuple) -> bool:
    """Whether the table of what beats a pile has a play."""
    tables = TEAM_4.setup["cards"]
    ranking = pile[1] * 16 + TYPE_NAMES.index(pile[0])
    bits = [place for place, meaning in combinations.play_bits().items() if (TYPE_NAMES[meaning[0]], meaning[1]) == play]
    found = {bool(int(tables["beats"][ranking, word]) >> bit & 1) for word, bit in bits}
    assert len(found) == 1
    return found.pop()


def test_the_order_of_plays_is_total_within_each_type_and_among_bombs() -> None:
    plays = [(t, top) for t, play_type in enumerate(PLAY_TYPES) for top in play_type.tops(10)]
    for (type_a, top_a), (type_b, top_b) in itertools.product(plays, plays):
        comparable = type_a == type_b or max(type_a, type_b) >= FIRST_BOMB
        decided = beats(type_a, top_a, type_b, top_b) + beats(type_b, top_b, type_a, top_a)
        assert decided == (comparable and (type_a, top_a) != (type_b, top_b))


# Brute force: every subset of a hand, every rank for each wild.


def read(cards: Sequence[tuple[int, str]], wilds: int, ranks: int, rules: dict[str, str]) -> set[tuple]:
    """All (type, top, wilds, suit) that exactly these cards and wilds may be played as."""
    naturals = [rank for rank, _ in cards]
    tops: dict[str, set[int]] = {}
    for stand_ins in itertools.combinations_with_replacement(range(1, ranks + 2), wilds):
        counts = Counter([*naturals, *stand_ins])
        low, top = min(counts), max(counts)
        length, heights = top - low + 1, set(counts.values())
        if len(counts) != length or len(heights) != 1 or (length > 1 and top > ranks and rules["x_extends"] == "no"):
            continue
        for play_type in PLAY_TYPES:
            if (play_type.length, play_type.height) == (length, *heights):
                tops.setdefault(play_type.name, set()).add(top)
    suits = {suit for _, suit in cards}
    found = set()
    for name, possible in tops.items():
        flush = PLAY_TYPES[TYPE_NAMES.index(name)].in_suit
        if flush and len(suits) == 1:
            found.add((name, max(possible), wilds, *suits))
        bomb_only = wilds == 0 and len(suits) == 1 and rules["flush_is_bomb"] == "yes" and name in ("straight", "stretch")
        if not flush and not bomb_only:
            found.add((name, max(possible), wilds))
    return found


def every_play(hand: Sequence[str], ranks: int, rules: dict[str, str]) -> set[tuple]:
    """What the subsets of a hand can be played as."""
    naturals = [(int(card[:-1]), card[-1]) for card in hand if card != "X"]
    found = set()
    for wilds in range(list(hand).count("X") + 1):
        for size in range(0, 7 - wilds):
            for subset in set(itertools.combinations(sorted(naturals), size)):
                if size + wilds:
                    found |= read(subset, wilds, ranks, rules)
    return found


def small_hand(chooser: random.Random, ranks: int, suits: str, wilds: int) -> list[str]:
    """Nine or ten cards, mostly near each other, so that there is much to play."""
    low = chooser.randint(1, ranks - 4)
    span = chooser.choice([3, 5, 6, ranks])
    near = [f"{rank}{suit}" for rank in range(low, min(low + span, ranks + 1)) for suit in chooser.sample(suits, 2)] * 2
    return chooser.sample(near, min(len(near), 10 - wilds)) + ["X"] * wilds


MODES_BY_RANKS = {8: ("solo", 3, "rgb"), 9: ("team", 6, "rgby"), 10: ("team", 4, "rgb")}


@pytest.mark.parametrize("ranks", MODES_BY_RANKS)
@pytest.mark.parametrize("x_extends", ["yes", "no"])
@pytest.mark.parametrize("flush_is_bomb", ["yes", "no"])
def test_every_valid_set_of_cards_is_found_and_none_invented(ranks: int, x_extends: str, flush_is_bomb: str) -> None:
    mode, players, suits = MODES_BY_RANKS[ranks]
    rules = {"x_extends": x_extends, "flush_is_bomb": flush_is_bomb}
    table = make_table(mode, players, **rules)
    chooser = random.Random(f"{ranks}{rules}")
    for number in range(120):
        hand = small_hand(chooser, ranks, suits, wilds=number % 3)
        found = plays_of(hand, table)
        assert len(found) == len(set(found))
        assert set(found) == every_play(hand, ranks, rules), hand


def test_what_beats_a_pile_is_what_the_order_says() -> None:
    chooser = random.Random(7)
    for _ in range(60):
        hand = small_hand(chooser, 10, "rgb", wilds=2)
        everything = plays_of(hand, TEAM_4)
        pile = chooser.choice(everything)
        expected = {
            play for play in everything if beats(TYPE_NAMES.index(play[0]), play[1], TYPE_NAMES.index(pile[0]), pile[1])
        }
        assert set(plays_of(hand, TEAM_4, packed(*pile))) == expected
