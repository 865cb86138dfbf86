"""Cards that are forbidden to a side in some way: it does not use them so, unless nothing else is left; others are free."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from engines.beerbread import actions, metrics, play, state
from engines.compilation import compile_function, without_experimental_warning
from engines.game import Item
from engines.kernels import Table
from engines.records import WEIGHTS
from engines.rng import random_below
from tests.engines.beerbread.conftest import (
    DEFAULT_RULES,
    GAME,
    Situation,
    beer,
    bread,
    edition_of,
    plain,
    shipped_with,
    tokens,
)

GAMES = 150
WAYS = GAME.chosen_ways


@cache
def chooser() -> Any:
    """A uniformly random strategy, which uses every card in every way."""

    def choose_at_random(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
        return random_below(rng, n)

    return compile_function(choose_at_random, GAME.kernels.CHOOSE, cached=False, checked=False)


def outcomes_with(bans: dict[tuple[int, int], int], edition: Any = None, rules: Mapping[str, str] = DEFAULT_RULES) -> Any:
    """Random games in both seatings; bans[side, card] are bits of ways."""
    table = Table(GAME, GAME.modes[0], GAME.settle_rules(rules), edition or GAME.load_edition(None), 11)
    for (side, card), ways in bans.items():
        table.setup["forbidden"][side, card] = ways
    table.setup["forbids"] = int(bool(bans))
    outcomes = np.zeros((GAMES, 2), GAME.kernels.OUTCOME)
    with without_experimental_warning():
        assert table.play((chooser(), chooser()), np.zeros(2, WEIGHTS), 0, outcomes, 2) == 2 * GAMES
    return outcomes


def uses(outcomes: Any, side: int) -> Any:
    """[games, cards, ways] of a side: it sits on the seat of its number, in the second seating on the other."""
    return np.concatenate([outcomes["item"][:, 0, side], outcomes["item"][:, 1, 1 - side]])


def test_the_ways_that_can_be_forbidden_are_the_actions_in_their_order() -> None:
    assert WAYS == ("harvested", "sold", "tucked")
    assert (actions.HARVEST, actions.SELL, actions.UPGRADE) == (metrics.HARVESTED, metrics.SOLD, metrics.TUCKED)


def test_the_items_are_the_cards_of_the_edition_by_type() -> None:
    edition = edition_of([bread("rolls"), beer("stout")])
    items = GAME.items(edition)
    assert items[:2] == (Item("rolls", "bread"), Item("stout", "beer"))
    assert len(items) == state.CARDS == GAME.kernels.OUTCOME["item"].shape[1]


@pytest.mark.parametrize("way", range(3), ids=WAYS)
@pytest.mark.parametrize("side", [0, 1])
def test_a_way_forbidden_to_a_side_is_not_used_by_it_and_is_by_the_other(side: int, way: int) -> None:
    """Ten cards; always with another way left, so it is never forced."""
    cards = range(0, 60, 6)
    outcomes = outcomes_with({(side, card): 1 << way for card in cards})
    mine, others = uses(outcomes, side), uses(outcomes, 1 - side)
    assert mine[:, cards, way].sum() == 0
    assert others[:, cards, way].sum() > 0
    for free in {0, 1, 2} - {way}:
        assert mine[:, cards, free].sum() > 0, "the other ways stay open"
    rest = [card for card in range(60) if card not in cards]
    assert mine[:, rest, way].sum() > 0


def test_a_card_forbidden_in_every_way_is_used_only_where_nothing_else_is_left() -> None:
    """With one such card it is the last of a hand; with random play of both it is mostly avoided."""
    free, banned = uses(outcomes_with({}), 0), uses(outcomes_with({(0, 7): 0b111}), 0)
    assert free[:, 7, :3].sum() > 30
    assert 0 < banned[:, 7, :3].sum() < 0.5 * free[:, 7, :3].sum()


def test_what_does_not_occur_can_be_forbidden_without_a_change() -> None:
    """Without hops on the fields, H2 and substitutes, recipes with hops cannot be paid: nothing changes."""
    edition = shipped_with("E9")
    no_hops = {"seed_fruitful_hops": "0", "seed_dry_hops": "0"}
    with_hops = [number for number, card in enumerate(edition.cards) if card.need[state.HOPS] > 0]
    bans = {(side, card): 1 << metrics.SOLD for side in (0, 1) for card in with_hops}
    free = outcomes_with({}, edition, no_hops)
    assert free["item"][..., with_hops, metrics.TUCKED].sum() > 0
    assert free["item"][..., metrics.SOLD].sum() > 0
    assert outcomes_with(bans, edition, no_hops).tobytes() == free.tobytes()


def options_left(game: Situation, bans: dict[str, int]) -> list[Any]:
    """The options after the bans of side 0, in words and in order."""
    setup = game.table.setup
    for name, ways in bans.items():
        setup["forbidden"][0, game.number[name]] = ways
    n = game.table.options()
    before = game.table.moves["move"][:n].tolist()
    kept = play.permitted(game.table.state, setup, 0, game.table.moves, n)
    after = game.table.moves["move"][:kept].tolist()
    assert after == [move for move in before if move in after], "the order is kept"
    return [game._in_words(move) for move in after]


def test_permitted_removes_exactly_the_forbidden_plays_with_and_without_exchange() -> None:
    game = Situation(
        year=2, hands=([beer("a", need=tokens(rye=1)), bread("b")], plain(2)), row=[beer("r")], stored=(tokens(rye=2), {})
    )
    left = options_left(game, {"a": 0b010, "r": 0b001})
    everything = {
        ("harvest", "a"), ("upgrade", "a"), ("sell", "a"), ("harvest", "b"), ("upgrade", "b"), ("harvest", "r", "a"),
        ("upgrade", "r", "a"), ("harvest", "r", "b"), ("upgrade", "r", "b"),
    }  # fmt: skip
    assert set(left) == everything - {("sell", "a"), ("harvest", "r", "a"), ("harvest", "r", "b")}


def test_where_all_plays_are_forbidden_all_stay() -> None:
    game = Situation(hands=([beer("a")], plain(1)))
    assert options_left(game, {"a": 0b111}) == [("harvest", "a"), ("upgrade", "a")]


def test_decisions_that_use_no_card_are_left_alone() -> None:
    game = Situation("reserve_next", hands=([beer("a"), beer("b")], plain(2)), upgrades=(["S2"], []), turn=2)
    game.run_on()
    assert game.asks == ("reserve", 0)
    assert options_left(game, {"a": 0b111}) == ["a", "b"]
