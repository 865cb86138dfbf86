"""Which cards a play spends: always such as form it, and such as leave the best flush; or any, where the player is asked."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from engines.bacon import copies, spending, state
from engines.bacon.describe import named_cards
from engines.bacon.play_types import PLAY_TYPES, TYPE_NAMES
from engines.kernels import Table
from engines.records import new_record
from tests.engines.bacon.conftest import Situation, fill_hand, make_table, packed, plays_of
from tests.engines.bacon.test_combinations import MODES_BY_RANKS, read, small_hand

MODES = [(ranks, *mode) for ranks, mode in MODES_BY_RANKS.items()]


def left_after(cards: list[str], play: tuple, table: Table) -> list[str]:
    """The hand that a play leaves, sorted by name."""
    hand, after = new_record(state.HAND), new_record(state.HAND)
    fill_hand(hand, cards, table.setup["cards"])
    copies.hand_after(hand, table.setup["cards"], packed(*play), after)
    left = named_cards(after)
    assert after["size"] == len(left)
    again = new_record(state.HAND)
    fill_hand(again, left, table.setup["cards"])
    assert again == after
    return sorted(left)


def without(cards: list[str], spent: list[str]) -> list[str]:
    rest = list(cards)
    for card in spent:
        rest.remove(card)
    return sorted(rest)


def all_choices(cards: list[str], play: tuple, ranks: int, rules: dict[str, str]) -> set[tuple[str, ...]]:
    """Every set of cards of a hand that forms a play, by brute force: its natural cards, sorted."""
    play_type = PLAY_TYPES[TYPE_NAMES.index(play[0])]
    count = play_type.length * play_type.height - play[2]
    naturals = sorted(card for card in cards if card != "X")
    return {
        subset
        for subset in set(itertools.combinations(naturals, count))
        if play in read([(int(card[:-1]), card[-1]) for card in subset], play[2], ranks, rules)
    }


def flush_worth(cards: list[str], table: Table) -> tuple:
    """The best flush of a hand: fewest wilds, a stretch before a straight flush, then the highest."""
    flushes = [play for play in plays_of(cards, table) if play[0] in ("straight_flush", "stretch_flush")]
    return max(((-play[2], play[0] == "stretch_flush", play[1]) for play in flushes), default=(-9,))


@pytest.mark.parametrize(("ranks", "mode", "players", "suits"), MODES)
@pytest.mark.parametrize("flush_is_bomb", ["yes", "no"])
@pytest.mark.parametrize("x_extends", ["yes", "no"])
def test_a_play_spends_cards_that_form_it_and_leaves_the_best_flush(
    ranks: int, mode: str, players: int, suits: str, flush_is_bomb: str, x_extends: str
) -> None:
    rules = {"x_extends": x_extends, "flush_is_bomb": flush_is_bomb}
    table = make_table(mode, players, **rules)
    chooser = random.Random(f"{ranks}{rules}")
    for number in range(30):
        cards = small_hand(chooser, ranks, suits, wilds=number % 3)
        plays = plays_of(cards, table)
        for play in chooser.sample(plays, min(len(plays), 25)):
            choices = all_choices(cards, play, ranks, rules)
            left = left_after(cards, play, table)
            spent = tuple(card for card in without(cards, left) if card != "X")
            assert spent in choices, (cards, play)
            worth = {choice: flush_worth(without(cards, [*choice, *["X"] * play[2]]), table) for choice in choices}
            if worth[spent] != max(worth.values()):
                assert is_exchanged(play, spent, table), (cards, play, spent, max(worth, key=worth.__getitem__))


def is_exchanged(play: tuple, spent: tuple[str, ...], table: Table) -> bool:
    """Whether it is the exception: a natural straight with but one card that is not of the suit of the others."""
    suits = [card[-1] for card in spent]
    return play[0] in ("straight", "stretch") and play[2] == 0 and max(map(suits.count, suits)) == len(suits) - 1


@pytest.mark.parametrize(
    ("cards", "play", "left"),
    [
        ("7r 7g 7b", ("single", 7, 0), "7b 7g"),
        ("7r 7r 7g", ("single", 7, 0), "7g 7r"),
        ("5r 6r 7r 8r 9r 7b", ("single", 7, 0), "5r 6r 7r 8r 9r"),
        ("5r 6r 7r 8r 9r 7b", ("straight", 9, 0), "7r"),
        ("5g 6g 7g X X", ("run", 7, 1), "7g X"),
        ("5g 6g 7g X X", ("run", 9, 2), "5g 6g"),
        ("4g 5r 6g 7g 8g X X", ("run", 6, 1), "6g 7g 8g X"),
        ("5r 5g 5b 5b", ("pair", 5, 0), "5b 5g"),
        ("5r 5r 6r 6r X", ("stair", 6, 1), "6r"),
    ],
)
def test_wilds_go_high_and_second_copies_first(cards: str, play: tuple, left: str) -> None:
    assert left_after(cards.split(), play, make_table()) == left.split()


def walk(game: Situation, before: Any, seat: int) -> set[tuple[str, ...]]:
    """All sets of natural cards that the questions after a play lead to; no two ways lead to the same."""
    if game.stage != "spend":
        return {tuple(card for card in without(named_cards(before["hand"][seat]), game.hand(seat)) if card != "X")}
    here = game.state.copy()
    found: set[tuple[str, ...]] = set()
    options = game.options()
    assert options
    for option in options:
        game.restore(here)
        game.choose(option)
        reached = walk(game, before, seat)
        assert not reached & found
        found |= reached
    return found


@pytest.mark.parametrize(("ranks", "mode", "players", "suits"), MODES)
def test_with_suits_all_the_best_choice_can_be_followed(ranks: int, mode: str, players: int, suits: str) -> None:
    chooser = random.Random(ranks)
    for number in range(20):
        cards = small_hand(chooser, ranks, suits, wilds=number % 3)
        game = Situation([" ".join(cards), *["1r 1r"] * (players - 1)], mode=mode, suits="all")
        play = chooser.choice(game.options())
        game.choose(play)
        while game.stage == "spend":
            options = game.options()
            game.choose(options[spending.best_card(game.table.look(), game.table.moves, len(options))])
        assert sorted(game.hand(0)) == left_after(cards, play, game.table)


@pytest.mark.parametrize(("ranks", "mode", "players", "suits"), MODES)
@pytest.mark.parametrize("flush_is_bomb", ["yes", "no"])
@pytest.mark.parametrize("x_extends", ["yes", "no"])
def test_with_suits_all_every_choice_of_cards_can_be_made(
    ranks: int, mode: str, players: int, suits: str, flush_is_bomb: str, x_extends: str
) -> None:
    rules = {"x_extends": x_extends, "flush_is_bomb": flush_is_bomb}
    chooser = random.Random(f"{ranks}{rules}all")
    for number in range(6):
        cards = small_hand(chooser, ranks, suits, wilds=number % 3)
        game = Situation([" ".join(cards), *["1r 1r"] * (players - 1)], mode=mode, suits="all", **rules)
        before = game.state.copy()
        plays = game.options()
        for play in chooser.sample(plays, min(len(plays), 12)):
            game.restore(before)
            if play not in (("single", ranks + 1, 1), ("pair", ranks + 1, 2)):
                game.choose(play)
                assert walk(game, before, 0) == all_choices(cards, play, ranks, rules), (cards, play)
