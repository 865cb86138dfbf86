"""Forbidding items of Animarche: who must not use one in a way does not, the others may, and otherwise nothing changes."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engines.animarche import GAME
from engines.animarche.actions import UPGRADE, kind_of
from engines.animarche.edition import load_edition
from engines.animarche.items import AD_ITEM, ADS, BUILDING_ITEM, BUILDINGS, CHOSEN_WAYS, FACE_ITEM, FACES, ITEM_WAYS, ITEMS
from engines.compilation import compile_function
from engines.kernels import Table
from engines.records import WEIGHTS
from engines.rng import random_below
from tests.engines.animarche.conftest import DEFAULT_RULES, Situation, basic, edition_of, face, gain

MODE = GAME.modes[0]
SHOP_ITEMS = range(FACE_ITEM, FACE_ITEM + FACES)
AD_ITEMS = range(AD_ITEM, AD_ITEM + ADS)
BUILDING_ITEMS = range(BUILDING_ITEM, BUILDING_ITEM + BUILDINGS)
SIDE = 2


def choose_at_random(view, moves, n, weights, rng):
    return random_below(rng, n)


@pytest.fixture(scope="module")
def chooser() -> Any:
    return compile_function(choose_at_random, GAME.kernels.CHOOSE, cached=False, checked=False)


def forbid(setup: Any, side: int, item: int, way: str) -> None:
    setup["forbids"] = 1
    setup["forbidden"][side, item] |= 1 << ITEM_WAYS.index(way)


def played(chooser: Any, bans: list[tuple[int, int, str]], deals: int = 300, forbids: int | None = None) -> Any:
    """Outcomes of games of four random players with bans (side, item, way), side s on seat s."""
    table = Table(GAME, MODE, DEFAULT_RULES, load_edition(), 11)
    for ban in bans:
        forbid(table.setup, *ban)
    if forbids is not None:
        table.setup["forbids"] = forbids
    outcomes = np.zeros((deals, 1), table.kernels.OUTCOME)
    assert table.play((chooser,) * 4, np.zeros(4, WEIGHTS), 0, outcomes, 1) == deals
    return outcomes


def uses(outcomes: Any, items: range, way: str) -> list[int]:
    """How often each seat used any of some items in a way, over all games."""
    return outcomes["item"][:, 0, :, items.start : items.stop, ITEM_WAYS.index(way)].sum(axis=(0, 2), dtype=int).tolist()


@pytest.mark.parametrize(
    ("items", "way"),
    [(SHOP_ITEMS, "built"), (SHOP_ITEMS, "upgraded"), (SHOP_ITEMS, "sold"), (AD_ITEMS, "visited"), (BUILDING_ITEMS, "built")],
    ids=["build", "upgrade", "sell", "ad", "public"],
)
def test_a_side_does_not_use_what_is_forbidden_to_it_and_the_others_do(chooser: Any, items: range, way: str) -> None:
    outcomes = played(chooser, [(SIDE, item, way) for item in items])
    found = uses(outcomes, items, way)
    assert found[SIDE] == 0
    assert min(found[:SIDE] + found[SIDE + 1 :]) > 10
    assert min(uses(played(chooser, []), items, way)) > 10


def test_a_ban_of_one_item_leaves_the_others(chooser: Any) -> None:
    monument = range(BUILDING_ITEM, BUILDING_ITEM + 1)
    found = played(chooser, [(SIDE, BUILDING_ITEM, "built")])
    assert uses(found, monument, "built")[SIDE] == 0
    assert min(uses(found, BUILDING_ITEMS, "built")) > 0


def test_who_must_not_visit_a_shop_does_not_whoever_owns_it(chooser: Any) -> None:
    """A visit counts as a use of its owner, so all visits of all seats are looked at, and all sides banned."""
    outcomes = played(chooser, [(side, item, "visited") for side in range(4) for item in SHOP_ITEMS])
    assert uses(outcomes, SHOP_ITEMS, "visited") == [0] * 4
    assert min(uses(outcomes, AD_ITEMS, "visited")) > 10, "ads are other items"
    one = played(chooser, [(SIDE, item, "visited") for item in SHOP_ITEMS])
    visits = one["seat"][:, 0, :, [metric.name for metric in GAME.seat_metrics].index("visits")].sum(axis=0)
    assert visits[SIDE] == 0
    assert min(np.delete(visits, SIDE)) > 10
    assert uses(one, SHOP_ITEMS, "visited")[SIDE] > 10, "others may visit its shops"


def test_what_remains_keeps_its_order_and_is_never_nothing() -> None:
    """Everything that can be forbidden is: what remains are draws, keeping, coins, wood, moves and passes, in order."""
    table = Table(GAME, MODE, DEFAULT_RULES, load_edition(), 3)
    everything = sum(1 << ITEM_WAYS.index(way) for way in CHOSEN_WAYS)
    kernels, setup = table.kernels, table.setup
    chance = random.Random(3)
    asked = shortened = 0
    for deal in range(6):
        setup["forbidden"][:] = 0
        table.start(deal, 0)
        while table.run_to_decision():
            n = table.options()
            before = table.moves["move"][:n].tolist()
            assert kernels.permitted(table.state, setup, 0, table.moves, n) == n, "nothing is forbidden"
            setup["forbidden"][0] = everything
            left = kernels.permitted(table.state, setup, 0, table.moves, n)
            after = table.moves["move"][:left].tolist()
            assert left > 0
            assert after == [move for move in before if move in set(after)]
            assert kernels.permitted(table.state, setup, 1, table.moves, left) == left, "another side may"
            setup["forbidden"][0] = 0
            asked += 1
            shortened += left < n
            table.choose_move(chance.choice(before))
    assert asked > 500
    assert shortened > 200


def test_an_upgrade_is_a_use_of_the_face_that_it_turns_up() -> None:
    inn = basic("inn", face(worker_seats=1, visitor=gain(1)), face(), upgrade=(1, 0))
    game = Situation(edition_of([inn]), coins=[9], wood=[9], plots=[{0: "inn"}])
    for words, left in (("inn", True), ("inn back", False)):
        game.table.setup["forbidden"][:] = 0
        forbid(game.table.setup, 0, FACE_ITEM + game.face_number(words), "upgraded")
        n = game.table.options()
        n = game.table.kernels.permitted(game.state, game.table.setup, 0, game.table.moves, n)
        assert (UPGRADE in {kind_of(move) for move in game.table.moves["move"][:n].tolist()}) == left


def test_a_ban_of_what_is_never_used_changes_nothing(chooser: Any) -> None:
    plain = played(chooser, [])
    used = plain["item"].sum(axis=(0, 1, 2))
    never = next(item for item in AD_ITEMS if not used[item].any())
    banned = played(chooser, [(side, never, way) for side in range(4) for way in CHOSEN_WAYS])
    assert banned.tobytes() == plain.tobytes()
    assert played(chooser, [], forbids=1).tobytes() == plain.tobytes()


def test_a_new_setup_forbids_nothing() -> None:
    setup = Table(GAME, MODE, DEFAULT_RULES, load_edition(), 0).setup
    assert int(setup["forbids"]) == 0
    assert setup["forbidden"].shape == (4, ITEMS)
    assert not setup["forbidden"].any()
