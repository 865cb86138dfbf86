"""The rules of Beer & Bread that are numbers: what each does, and that nothing counted can leave its range."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engines.beerbread import limits, metrics, state
from engines.beerbread.rules import NUMBERS
from engines.game import UsageError
from engines.kernels import Table
from engines.records import WEIGHTS
from tests.engines.beerbread.conftest import GAME, Situation, bread, plain, random_move, shipped_with, tokens
from tests.engines.beerbread.test_invariants import choosers


def ordinary_numbers() -> dict[str, str]:
    return {rule.name: rule.default for rule in NUMBERS}


def table_with(**rules: int) -> Table:
    table = Table(
        GAME, GAME.modes[0], GAME.settle_rules({name: str(value) for name, value in rules.items()}), GAME.load_edition(None), 1
    )
    table.start(0, 0)
    return table


def test_the_defaults_are_what_the_rules_print() -> None:
    assert ordinary_numbers() == {
        "years": "6", "hand_size": "5", "row_size": "3", "storage_spaces": "9", "brewery_spaces": "1", "bakery_spaces": "1",
        "seed_fruitful_wheat": "7", "seed_fruitful_barley": "8", "seed_fruitful_rye": "6", "seed_fruitful_hops": "6",
        "seed_dry_wheat": "5", "seed_dry_barley": "4", "seed_dry_rye": "4", "seed_dry_hops": "4",
    }  # fmt: skip


@pytest.mark.parametrize("rule", NUMBERS, ids=lambda rule: rule.name)
def test_a_number_out_of_its_range_is_refused_with_the_range(rule) -> None:
    for value in (rule.low - 1, rule.high + 1):
        with pytest.raises(UsageError, match=f"{rule.name}: {value} is not from {rule.low} to {rule.high}"):
            GAME.rule_values(GAME.settle_rules({rule.name: str(value)}))


@pytest.mark.parametrize("years", [1, 4, 10])
def test_years_is_how_many_are_played_and_the_score_stays_after_the_last(years: int) -> None:
    table = Table(GAME, GAME.modes[0], GAME.settle_rules({"years": str(years)}), GAME.load_edition(None), 3)
    outcomes = np.zeros((4, 1), GAME.kernels.OUTCOME)
    assert table.play(choosers(), np.zeros(2, WEIGHTS), 0, outcomes, 1) == 4
    for outcome in outcomes[:, 0]:
        assert outcome["game"][metrics.YEARS_PLAYED] == years
        assert outcome["seat"][:, metrics.WINDMILL_YEARS].sum() == years
        after_years = outcome["round_score"]
        assert (after_years[:, years - 1 :] == outcome["seat"][:, [metrics.SCORE]]).all()
    assert any((outcomes["round_score"][:, 0, :, 0] != outcomes["round_score"][:, 0, :, -1]).ravel()) == (years > 1)


def test_hand_size_is_drawn_to_in_every_year() -> None:
    table = table_with(hand_size=7)
    table.run_to_decision()
    assert [int(seat["hand"]).bit_count() for seat in table.state["seat"]] == [7, 7]
    game = Situation("draw_hands", year=2, hands=(plain(1), plain(2)), hand_size="4")
    game.run_to("turn_start")
    assert [len(game.cards("hand", seat)) for seat in (0, 1)] == [4, 4]


@pytest.mark.parametrize("size", [0, 5])
def test_row_size_is_turned_up_in_dry_years(size: int) -> None:
    game = Situation("draw_hands", year=2, hands=(plain(5), plain(5)), row_size=str(size))
    game.run_to("turn_start")
    assert len(game.cards("row")) == size


def test_storage_spaces_is_how_many_tokens_fit() -> None:
    game = Situation(hands=([bread("a", icons="rye hops water")], plain(1)), stored=(tokens(wheat=2), {}), storage_spaces="4")
    game.harvest("a")
    assert game.asks == ("surplus", 0)
    game.choose("wheat")
    assert game.asks == ("accept", 1)


@pytest.mark.parametrize(("name", "kind"), [("brewery_spaces", "beer"), ("bakery_spaces", "bread")])
def test_brewery_and_bakery_spaces_are_what_can_be_sold_without_cleaning(name: str, kind: str) -> None:
    table = table_with(**{name: 3})
    rooms = table.state["seat"]["room"].tolist()
    assert rooms == ([[3, 1], [3, 1]] if kind == "beer" else [[1, 3], [1, 3]])


@pytest.mark.parametrize("grain", ["wheat", "barley", "rye", "hops"])
@pytest.mark.parametrize(("year", "number"), [("fruitful", 1), ("dry", 2)])
def test_seed_numbers_are_those_of_their_year_and_field(grain: str, year: str, number: int) -> None:
    """seed_fruitful_* and seed_dry_*: the field named is seeded with 11, the others as printed."""
    game = Situation("seeding", year=number, fields={}, **{f"seed_{year}_{grain}": "11"})
    game.table.step()
    printed = {
        "fruitful": {"wheat": 7, "barley": 8, "rye": 6, "hops": 6},
        "dry": {"wheat": 5, "barley": 4, "rye": 4, "hops": 4},
    }
    assert game.fields() == printed[year] | {grain: 11, "water": 18}


def test_a_reserved_card_may_come_back_to_its_owner_after_the_last_turns_of_an_even_hand() -> None:
    """The one way to play a card more than the hand size (`limits.MOST_PLAYS`): the other may not play it, so it returns."""
    mine, others = plain(2), plain(2)
    game = Situation(hands=(mine, others), upgrades=(["S2"], []), turn=0, hand_size="2")
    kept = mine[1].id
    game.harvest(mine[0].id)
    game.run_on()
    game.harvest(others[0].id)
    game.run_on()
    assert game.asks == ("reserve", 0)
    game.choose(kept)
    game.run_on()
    game.harvest(others[1].id)
    game.run_to("swap_hands")
    assert game.cards("hand", 1) == {kept}, "seat 1 may not play it"
    game.run_on()
    assert game.asks == ("play", 0)
    assert {card for _, card in game.options()} == {kept}


def test_spaces_do_not_overflow_with_many_store_rooms() -> None:
    """Sixty copies of T1 with 9 spaces and the largest storage are more than a byte holds."""
    edition = shipped_with("T1 9")
    table = Table(GAME, GAME.modes[0], GAME.settle_rules({"storage_spaces": "30", "years": "10"}), edition, 2)
    table.start(0, 0)
    chooser = random.Random(2)
    while table.run_to_decision():
        table.choose_move(random_move(table, chooser, "upgrade"))
    tucked = [int(seat["tucked"]).bit_count() for seat in table.state["seat"]]
    assert max(tucked) > 14
    assert table.state["seat"]["space"].tolist() == [30 + 9 * count for count in tucked]


def highest(name: str) -> int:
    return next(metric.high for metric in (*GAME.seat_metrics, *GAME.game_metrics) if metric.name == name)


def test_no_metric_can_leave_its_range_whatever_the_rules() -> None:
    """The bounds of `metrics`, by trying all ways to divide 60 cards and all plays into sales, upgrades and harvests."""
    plays = limits.MOST_YEARS * limits.MOST_PLAYS
    cards, of_a_type = state.CARDS, state.CARDS // 2
    one_good = max(9 * s + s * (cards - s) for s in range(of_a_type + 1))
    both_goods = max(9 * s + s * (cards - 2 * s) for s in range(of_a_type + 1))
    bonus = max(s * (cards - s) for s in range(cards + 1))
    assert min(highest("beer"), highest("bread")) >= one_good
    assert highest("score") >= both_goods
    assert highest("coin_bonus") >= bonus
    icons = [4 * k for k in range(1, limits.MOST_PLAYS + 1)] * limits.MOST_YEARS
    harvested = max(sum(icons) * (plays - t) // plays + t * (plays - t) for t in range(plays + 1))
    in_the_box = sum(state.TOKENS)
    from_fields = in_the_box * limits.MOST_YEARS
    assert highest("tokens_harvested") >= harvested
    assert highest("tokens_from_upgrades") >= from_fields
    assert min(highest(f"tokens_{name}") for name in ("offered", "accepted", "lost")) >= harvested + from_fields - 1
    assert highest("tokens_left") >= in_the_box
    assert min(highest("harvests"), highest("fruitful_turns"), highest("dry_turns")) >= plays
    assert min(highest("upgrades"), highest("cleaned"), highest("beers_sold"), highest("exchanges")) >= 60
    dry_options = sum(3 * h * (1 + limits.MOST_ROW) for h in range(1, limits.MOST_PLAYS + 1))
    assert highest("dry_options") >= 2 * dry_options * limits.MOST_YEARS // 2
    assert min(highest("years"), highest("windmill_years")) >= limits.MOST_YEARS
    assert state.MOVE_SLOTS >= 3 * limits.MOST_PLAYS * (1 + limits.MOST_ROW)
