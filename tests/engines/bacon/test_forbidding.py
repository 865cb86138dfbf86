"""Forbidden types of play: a side that shall not use them does not, unless it must; nothing else changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines import rng
from engines.bacon import GAME, metrics, play
from engines.bacon.play_types import HEX, PAIR, QUAD, SINGLE, STRETCH_FLUSH, TYPE_NAMES
from engines.compilation import compile_function, without_experimental_warning
from engines.game import Mode
from engines.records import WEIGHTS
from tests.engines.bacon.conftest import Situation, make_table

TEAM, SOLO = GAME.modes[0], GAME.modes[2]
ALL_BUT_SINGLES = range(SINGLE + 1, len(TYPE_NAMES))


def random_choice(view: Any, moves: Any, n: int, weights: Any, stream: Any) -> int:
    return rng.random_below(stream, n)


@pytest.fixture(scope="module")
def chooser() -> Any:
    return compile_function(random_choice, play.CHOOSE, cached=False, checked=False)


def outcomes_of(mode: Mode, chooser: Any, bans: dict[tuple[int, int], int], deals: int = 60, **rules: str) -> Any:
    """Random matches in all rotations; bans: {(side, type): bits of ways}."""
    table = make_table(mode.name, mode.players, seed=7, **rules)
    for (side, type_), ways in bans.items():
        table.setup["forbidden"][side, type_] = ways
    table.setup["forbids"] = bool(bans)
    outcomes = np.zeros((deals, len(mode.rotations)), play.OUTCOME)
    with without_experimental_warning():
        played = table.play((chooser,) * mode.side_count, np.zeros(6, WEIGHTS), 0, outcomes, len(mode.rotations))
    assert played == outcomes.size
    return outcomes


def uses(outcomes: Any, mode: Mode, side: int, type_: int, way: int) -> int:
    """How often a side of the line-up used a type of play in a way."""
    return sum(
        int(outcomes["item"][:, rotation, seat, type_, way].sum())
        for rotation, seating in enumerate(mode.rotations)
        for seat in range(mode.players)
        if seating[seat] == side
    )


@pytest.mark.parametrize("mode", [TEAM, SOLO], ids=["team", "solo"])
@pytest.mark.parametrize("type_", [PAIR, QUAD])
def test_a_type_that_a_side_shall_not_play_is_neither_led_nor_played_by_it(mode: Mode, type_: int, chooser: Any) -> None:
    """A leader is forced only if all his cards are pairs or quads: that is too rare to be met here."""
    outcomes = outcomes_of(mode, chooser, {(1, type_): 1 << metrics.PLAYED})
    assert uses(outcomes, mode, 1, type_, metrics.PLAYED) == 0
    assert uses(outcomes, mode, 1, type_, metrics.LED) == 0
    for side in set(range(mode.side_count)) - {1}:
        assert uses(outcomes, mode, side, type_, metrics.LED) > 0
        assert uses(outcomes, mode, side, type_, metrics.PLAYED) > uses(outcomes, mode, side, type_, metrics.LED)


@pytest.mark.parametrize("mode", [TEAM, SOLO], ids=["team", "solo"])
def test_a_type_that_a_side_shall_not_lead_can_still_be_played_by_it(mode: Mode, chooser: Any) -> None:
    outcomes = outcomes_of(mode, chooser, {(0, PAIR): 1 << metrics.LED})
    assert uses(outcomes, mode, 0, PAIR, metrics.LED) == 0
    assert uses(outcomes, mode, 0, PAIR, metrics.PLAYED) > 0
    assert uses(outcomes, mode, 1, PAIR, metrics.LED) > 0


def test_bans_hold_too_where_cards_are_chosen_one_by_one(chooser: Any) -> None:
    outcomes = outcomes_of(TEAM, chooser, {(1, PAIR): 1 << metrics.PLAYED}, suits="all")
    assert uses(outcomes, TEAM, 1, PAIR, metrics.PLAYED) == 0


def test_what_is_never_used_may_be_forbidden_without_any_effect(chooser: Any) -> None:
    """With three cards and no wilds nobody has six of a rank, or six in a row."""
    unused = {(side, type_): 3 for side in range(2) for type_ in (HEX, STRETCH_FLUSH)}
    free = outcomes_of(TEAM, chooser, {}, hand_size="3", wilds="0")
    assert free["item"][..., [HEX, STRETCH_FLUSH], :].sum() == 0
    assert outcomes_of(TEAM, chooser, unused, hand_size="3", wilds="0").tobytes() == free.tobytes()


def test_a_flag_without_bans_changes_nothing(chooser: Any) -> None:
    assert outcomes_of(SOLO, chooser, {(0, PAIR): 0}).tobytes() == outcomes_of(SOLO, chooser, {}).tobytes()


def permitted_options(game: Situation, side: int, *types: int, ways: int = 3) -> list[Any]:
    """The options of the present decision for a side with these types forbidden."""
    setup = game.table.setup
    setup["forbidden"][:] = 0
    setup["forbidden"][side, list(types)] = ways
    count = game.table.options()
    count = play.permitted(game.state, setup, side, game.table.moves, count)
    return [game._in_words(move) for move in game.table.moves["move"][:count].tolist()]


def test_the_order_of_what_is_left_is_kept() -> None:
    game = Situation(["5r 5g 7r 7g 9b", "6r", "6r", "6r"])
    before = game.options()
    left = permitted_options(game, 0, PAIR)
    assert left == [option for option in before if option[0] != "pair"]
    assert len(left) < len(before)


def test_a_leader_who_has_nothing_else_uses_what_is_forbidden() -> None:
    game = Situation(["5r 5g 7r", "6r", "6r", "6r"])
    assert permitted_options(game, 0, *range(len(TYPE_NAMES))) == game.options()
    assert permitted_options(game, 0, SINGLE) == [("pair", 5, 0)]


def test_who_follows_can_pass_and_so_is_never_forced() -> None:
    game = Situation(["5r", "6r 9r X", "6r", "6r"])
    game.choose(("single", 5, 0))
    assert permitted_options(game, 1, *range(len(TYPE_NAMES))) == ["pass"]
    assert permitted_options(game, 1, SINGLE, ways=1 << metrics.LED) == game.options()


def test_a_ban_on_one_side_leaves_the_other_free() -> None:
    game = Situation(["5r 5g 7r", "6r", "6r", "6r"])
    setup, moves = game.table.setup, game.table.moves
    setup["forbidden"][1, :] = 3
    count = game.table.options()
    assert play.permitted(game.state, setup, 0, moves, count) == count == 3


def test_who_gives_the_lead_is_not_restricted() -> None:
    game = Situation(["10r 2r", "1r 3r 5r", "1r 3r 5r", "1r 3r 5r"])
    game.choose(("single", 10, 0), "pass", "pass", "pass")
    assert game.asks == ("give_lead", 0)
    assert permitted_options(game, 0, *range(len(TYPE_NAMES))) == [0, 2]


def test_with_all_but_singles_forbidden_only_singles_are_played(chooser: Any) -> None:
    """Every leader has a single, so nothing is ever forced."""
    bans = {(side, type_): 1 << metrics.PLAYED for side in range(3) for type_ in ALL_BUT_SINGLES}
    outcomes = outcomes_of(SOLO, chooser, bans)
    assert outcomes["item"][..., SINGLE + 1 :, :].sum() == 0
    assert outcomes["game"][..., metrics.ALL_PLAYS].min() > 0


def test_a_view_has_the_rules_but_not_the_bans() -> None:
    """Bans are on sides of the line-up, which a seat does not know; it is only offered less."""
    game = Situation(["5r 5g 7r", "6r", "6r", "6r"], wilds="1")
    setup = game.table.setup
    setup["forbids"], setup["forbidden"][0, PAIR] = 1, 3
    game.table.kernels.prepare_view(setup, game.table.view)
    seen = game.table.look()["setup"]
    assert seen["forbids"] == 0
    assert not seen["forbidden"].any()
    assert setup["forbidden"][0, PAIR] == 3
    for field in ("cards", "ask_for_lead", "ask_for_cards", "deck_size", "deck", "side", "mates"):
        assert np.all(seen[field] == setup[field]), field
