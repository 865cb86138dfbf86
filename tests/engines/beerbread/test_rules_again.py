"""Rules of Beer & Bread that no other test says on their own: deal, card phase, tokens, single effects, plausible play."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines.beerbread import metrics, state
from engines.beerbread.actions import ACTION_NAMES, STOP, action_of
from engines.beerbread.edition import Edition, load_edition
from engines.game import SHARE_UNIT
from engines.kernels import Table
from strategies.compiling import compiled, weight_records
from strategies.loading import parse_player
from tests.engines.beerbread.conftest import (
    DEFAULT_RULES,
    GAME,
    Situation,
    beer,
    bread,
    plain,
    random_move,
    shipped_with,
    tokens,
)


def named(prefix: str, count: int) -> list:
    """Cards "a1", "a2" and so on."""
    return [beer(f"{prefix}{number}") for number in range(1, count + 1)]


def dealt(deal: int, rotation: int = 0, edition: Edition | None = None) -> Table:
    table = Table(GAME, GAME.modes[0], DEFAULT_RULES, edition or load_edition(), seed=1)
    table.start(deal, rotation)
    return table


# Components and deal


def test_all_60_cards_beer_and_bread_are_one_deck_in_an_order_of_chance() -> None:
    decks = [dealt(deal).state["deck"].tolist() for deal in range(200)]
    assert all(sorted(deck) == list(range(60)) for deck in decks)
    on_top = Counter(load_edition().cards[deck[0]].type for deck in decks)
    assert 70 < on_top["beer"] < 130, "a beer on top of half of 200 decks, give or take 4 standard errors"
    assert len({deck[0] for deck in decks}) > 45, "200 draws should show nearly all of 60 cards"


def test_a_game_begins_without_tokens_or_upgrades_with_9_storage_spaces_and_1_place_in_brewery_and_bakery() -> None:
    now = dealt(0).state
    assert now["supply"].tolist() == [18, 18, 15, 15, 18]
    assert now["field"].tolist() == [0, 0, 0, 0, 0]
    for player in now["seat"]:
        assert player["storage"].tolist() == [0, 0, 0, 0, 0]
        assert (int(player["space"]), int(player["water_space"]), player["room"].tolist()) == (9, 0, [1, 1])
        assert [int(player[name]) for name in ("tucked", "in_place", "plaza", "harvested")] == [0, 0, 0, 0]


def test_seat_0_holds_the_windmill_first_and_every_deal_is_played_in_both_seatings_with_the_same_deck() -> None:
    """What stands for the random first holder."""
    first, second = dealt(7, 0), dealt(7, 1)
    assert (int(first.state["holder"]), int(second.state["holder"])) == (0, 0)
    assert [tables.sides.tolist() for tables in (first, second)] == [[0, 1], [1, 0]]
    assert first.state["deck"].tolist() == second.state["deck"].tolist()
    assert len(GAME.modes[0].rotations) == 2


# The card phase


def test_only_the_cards_harvested_with_are_taken_back_each_by_who_harvested() -> None:
    game = Situation(
        "windmill",
        year=1,
        harvested=(named("a", 2), named("b", 1)),
        sold=([beer("ale")], []),
        plaza=([bread("loaf")], []),
        upgrades=(["T1 1"], []),
        discards=named("x", 2),
        deck=named("d", 10),
    )
    tucked = game.cards("tucked", 0)
    game.run_on()
    assert game.cards("hand", 1) == {"b1", "d1", "d2", "d3", "d4"}, "the windmill passed to seat 1, who draws first"
    assert game.cards("hand", 0) == {"a1", "a2", "d5", "d6", "d7"}
    assert game.cards("in_place", 0) == {"ale"}
    assert game.cards("plaza", 0) == {"loaf"}
    assert game.cards("tucked", 0) == tucked
    assert game.cards("discards") == {"x1", "x2"}


def test_cards_harvested_with_in_a_dry_year_are_not_taken_back() -> None:
    game = Situation("windmill", year=2, harvested=(named("a", 5), named("b", 5)), deck=named("d", 10))
    game.run_on()
    assert game.cards("hand", 0) | game.cards("hand", 1) == {f"d{number}" for number in range(1, 11)}
    assert game.cards("discards") == {f"{letter}{number}" for letter in "ab" for number in range(1, 6)}


def test_a_dry_years_card_phase_is_taking_back_s4_both_hands_the_row_then_s1_the_holder_first_in_each() -> None:
    sunny = ["S4", "S1"]
    game = Situation("take_back", year=4, holder=1, harvested=(named("a", 2), named("b", 2)), upgrades=(sunny, sunny))
    asked = []
    game.run_on()
    while game.asks and game.asks[0] != "play":
        hands = [len(game.cards("hand", seat)) for seat in (0, 1)]
        asked.append((*game.asks, hands, len(game.cards("row"))))
        game.choose(None)
        game.run_on()
    assert asked == [
        ("discard_back", 1, [2, 2], 0),
        ("discard_back", 0, [2, 2], 0),
        ("replace", 1, [5, 5], 3),
        ("replace", 0, [5, 5], 3),
    ]


def test_the_row_too_is_drawn_on_from_the_shuffled_discards() -> None:
    game = Situation(
        "turn_up_row", year=2, hands=(plain(5), plain(5)), deck=named("d", 1), deck_ends=True, discards=named("x", 4)
    )
    game.run_on()
    row = game.cards("row")
    assert "d1" in row
    assert len(row & {"x1", "x2", "x3", "x4"}) == 2
    assert set(game.deck()) == {"x1", "x2", "x3", "x4"} - row


def test_a_game_draws_69_cards_less_those_harvested_with_in_fruitful_years_and_more_for_s1_s3_and_s4() -> None:
    """Three pairs of years: 10 + 10 hand cards and 3 of the row; what was harvested with comes back instead of a drawn card.

    Few cards are tucked, so the piles never run out.
    """
    chooser = random.Random(1)
    met: Counter[str] = Counter()
    for deal in range(12):
        table = dealt(deal, 0, shipped_with("S4, T1 1, S1, S3, E1") if deal % 2 else load_edition())
        counts: Counter[str] = Counter()
        while not table.is_over:
            before, move = table.state.copy(), STOP
            if table.awaits_decision:
                move = random_move(table, chooser, ("", "harvest", "sell")[deal % 3])
                table.choose_move(move)
            else:
                table.step()
            stage = state.STAGE_NAMES[int(before["stage"])]
            if stage == "play" and before["year"] % 2 == 1:
                counts["harvested"] += ACTION_NAMES[action_of(move)] == "harvest"
            elif stage in ("replace", "discard_back"):
                counts[stage] += move != STOP
            elif stage == "turn_start":
                counts["s3"] += int(table.state["drew_last"])
        assert int(table.state["drawn"]) == 69 - counts["harvested"] + counts["replace"] + counts["s3"] + counts["discard_back"]
        met += counts
    assert set(met) == {"harvested", "replace", "s3", "discard_back"}


# Exchange


def test_the_card_given_may_be_taken_back_from_the_row_in_a_later_turn_of_the_same_player() -> None:
    game = Situation(year=2, hands=(named("a", 2), named("b", 2)), row=[beer("r1")])
    game.harvest("r1", giving="a1")
    game.run_on()
    game.harvest("b1")
    game.run_on()
    assert ("harvest", "a1", "a2") in game.options()
    game.harvest("a1", giving="a2")
    assert game.cards("harvested", 0) == {"r1", "a1"}
    assert game.cards("row") == {"a2"}


# Tokens


FULL = tokens(barley=9)


def full_harvest() -> Situation:
    game = Situation(hands=([beer("a", icons="rye")], plain(1)), stored=(FULL, {}))
    game.harvest("a")
    return game


def full_gleaning() -> Situation:
    game = Situation("seed_gains", upgrades=(["H1 rye"], []), stored=(FULL, {}))
    game.run_on()
    return game


def full_following() -> Situation:
    game = Situation(actor=1, hands=(plain(1), [beer("b", icons="water")]), upgrades=(["H5"], []), stored=(FULL, {}))
    game.harvest("b")
    return game


def full_cleaning() -> Situation:
    game = Situation(hands=([beer("a")], plain(1)), sold=([beer("ale")], []), upgrades=(["B1"], []), stored=(FULL, {}))
    game.upgrade("a")
    return game


@pytest.mark.parametrize(
    ("take", "resource"),
    [(full_harvest, "rye"), (full_gleaning, "rye"), (full_following, "water"), (full_cleaning, "water")],
)
def test_taking_is_compulsory_even_with_a_full_storage(take: Any, resource: str) -> None:
    game = take()
    assert game.asks == ("surplus", 0)
    assert game.stored(0) == FULL | {resource: 1}
    assert game.options() == {"barley", resource}, "a token must be offered, there is no way to leave it"


def test_water_that_is_not_accepted_goes_to_the_supply_and_to_the_river_only_with_the_next_seeding() -> None:
    game = Situation(hands=([beer("a", icons="water")], []), stored=(tokens(wheat=9), {}), fields=tokens(water=5))
    game.harvest("a")
    game.choose("water", None)
    assert game.fields() == tokens(water=4)
    assert game.supply()["water"] == 14
    game.run_to("seed_gains")
    assert game.fields()["water"] == 18


def test_water_of_a_recipe_goes_to_the_supply_and_to_the_river_only_with_the_next_seeding() -> None:
    game = Situation(hands=([beer("a", need=tokens(water=2, hops=1))], []), stored=(tokens(water=3, hops=1), {}))
    game.sell("a")
    assert game.stored(0) == tokens(water=1)
    assert (game.fields()["water"], game.supply()["water"]) == (15, 2)
    game.run_to("seed_gains")
    assert game.fields()["water"] == 17


def test_who_accepts_may_fill_his_own_store_rooms() -> None:
    game = Situation(
        hands=([beer("a", icons="rye hops")], plain(1)),
        stored=(tokens(wheat=9), tokens(barley=9)),
        upgrades=([], ["T1 1"]),
    )
    game.harvest("a")
    game.choose("rye", "hops")
    assert game.asks == ("accept", 1)
    game.choose("hops")
    assert game.asks is None, "the one space more is full"
    assert game.stored(1) == tokens(barley=9, hops=1)


# Single effects


@pytest.mark.parametrize("year", range(1, 7))
def test_s1_asks_at_the_end_of_every_years_card_phase(year: int) -> None:
    game = Situation("draw_hands", year=year, upgrades=(["S1"], []))
    game.run_on()
    assert game.asks == ("replace", 0)


@pytest.mark.parametrize("year", [1, 3, 5])
def test_s2_reserves_a_card_in_every_fruitful_year(year: int) -> None:
    game = Situation("turn_end", year=year, actor=1, hands=(named("a", 4), named("b", 4)), upgrades=(["S2"], []))
    game.run_on()
    assert game.asks == ("reserve", 0)
    game.choose("a1")
    assert game.cards("reserved", 0) == {"a1"}


def test_s3_the_other_card_is_discarded_after_the_whole_action_and_not_taken_back_in_the_dry_year() -> None:
    game = Situation(
        "turn_start",
        turn=8,
        hands=([beer("last", icons="rye")], plain(1)),
        upgrades=(["S3"], []),
        stored=(tokens(wheat=9), {}),
        deck=[beer("drawn")],
    )
    game.run_on()
    game.harvest("last")
    assert game.asks == ("surplus", 0)
    assert game.cards("discards") == set()
    game.choose("rye", None)
    game.run_on()
    assert game.cards("discards") == {"drawn"}
    game.choose_any()
    assert int(game.state["year"]) == 2
    assert "last" in game.cards("hand", 0)
    assert "drawn" not in game.cards("hand", 0)


def test_water_taken_by_h5_is_no_harvest_and_does_not_let_the_others_h5_follow() -> None:
    game = Situation(hands=([beer("a", icons="water")], plain(1)), upgrades=(["H5", "H3 water rye"], ["H5", "H3 water hops"]))
    game.harvest("a")
    game.run_to("turn_start")
    assert game.stored(0) == tokens(water=1, rye=1)
    assert game.stored(1) == tokens(water=1)


@pytest.mark.parametrize(("effect", "other", "sold"), [("B3", "B1", beer("ale")), ("B4", "B2", bread("loaf"))])
def test_b3_and_b4_may_name_water_and_add_up_with_b1_and_b2(effect: str, other: str, sold: Any) -> None:
    game = Situation(hands=([beer("a")], plain(1)), sold=([sold], []), upgrades=([f"{effect} water", other], []))
    game.upgrade("a")
    assert game.stored(0) == tokens(water=3)


def test_c1_counts_from_the_next_turn_on() -> None:
    hands = ([beer("kettle", effect="C1"), beer("one", need=tokens(hops=1)), beer("two", need=tokens(hops=1))], named("b", 3))
    game = Situation(year=2, hands=hands, stored=(tokens(hops=2), {}))
    game.upgrade("kettle")
    for card, other in (("one", "b1"), ("two", "b2")):
        game.run_on()
        game.harvest(other)
        game.run_on()
        game.sell(card)
    assert game.cards("in_place", 0) == {"one", "two"}


# Plausible play


def outcomes_of(first: str, second: str, deals: int) -> Any:
    """Outcomes of so many deals in both seatings."""
    players = [parse_player(name, GAME) for name in (first, second)]
    table = Table(GAME, GAME.modes[0], DEFAULT_RULES, load_edition(), seed=2)
    outcomes = np.zeros((deals, 2), GAME.kernels.OUTCOME)
    assert (
        table.play(tuple(compiled(player.strategy) for player in players), weight_records(players), 0, outcomes, 2) == 2 * deals
    )
    return outcomes


def test_random_play_scores_about_3_with_nearly_half_of_the_scores_0() -> None:
    scores = outcomes_of("random", "random", 1500)["seat"][:, :, :, metrics.SCORE]
    assert 2.9 < scores.mean() < 3.9
    assert 0.40 < (scores == 0).mean() < 0.50


def test_greedy_play_scores_21_to_27_and_beats_random_play_nearly_always() -> None:
    outcomes = outcomes_of("greedy", "greedy", 500)
    assert 21 < outcomes["seat"][:, :, :, metrics.SCORE].mean() < 27
    assert 0.44 < outcomes["share"][:, :, 0].mean() / SHARE_UNIT < 0.56, "who holds the windmill first has no great advantage"
    against = outcomes_of("greedy", "random", 500)["share"]
    assert (against[:, 0, 0] + against[:, 1, 1]).mean() / (2 * SHARE_UNIT) > 0.98


def test_there_are_about_6_legal_plays_in_fruitful_years_and_26_in_dry_ones() -> None:
    game = outcomes_of("greedy", "greedy", 300)["game"].reshape(-1, len(GAME.game_metrics)).sum(axis=0)
    assert 5.8 < game[metrics.FRUITFUL_OPTIONS] / game[metrics.FRUITFUL_TURNS] < 7
    assert 23 < game[metrics.DRY_OPTIONS] / game[metrics.DRY_TURNS] < 29
