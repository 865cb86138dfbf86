"""The rules of Beer & Bread apart from upgrades: each test builds a situation and says what must come of it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines.beerbread import state
from engines.beerbread.actions import ACTION_NAMES, NOTHING_GIVEN, action_of, given_of
from engines.beerbread.edition import load_edition
from engines.kernels import Table
from tests.engines.beerbread.conftest import DEFAULT_RULES, GAME, Situation, beer, bread, plain, random_move, tokens


def named(prefix: str, count: int) -> list:
    """Cards "a1", "a2" and so on."""
    return [beer(f"{prefix}{number}") for number in range(1, count + 1)]


# 1 Seeding


def seeded(year: int, *, fields: dict | None = None, stored: tuple = ({}, {}), **rules: str) -> Situation:
    game = Situation("seeding", year=year, fields={"water": 0} if fields is None else fields, stored=stored, **rules)
    game.run_to("seed_gains")
    return game


@pytest.mark.parametrize("year", [1, 3, 5])
def test_fruitful_seeding_is_7_8_6_6_and_all_water(year: int) -> None:
    game = seeded(year)
    assert game.fields() == tokens(wheat=7, barley=8, rye=6, hops=6, water=18)
    assert game.supply() == tokens(wheat=11, barley=10, rye=9, hops=9)
    assert sum(game.fields().values()) - 18 == 27, "the most grain that a fruitful year places"


@pytest.mark.parametrize("year", [2, 4, 6])
def test_dry_seeding_is_5_4_4_4_and_all_water(year: int) -> None:
    game = seeded(year)
    assert game.fields() == tokens(wheat=5, barley=4, rye=4, hops=4, water=18)
    assert game.supply() == tokens(wheat=13, barley=14, rye=11, hops=11)
    assert sum(game.fields().values()) - 18 == 17, "the most grain that a dry year places"


@pytest.mark.parametrize("field_reset", ["top_up", "exact"])
def test_a_field_below_its_number_is_brought_up_to_it(field_reset: str) -> None:
    game = seeded(1, fields=tokens(wheat=3, barley=8, hops=5), field_reset=field_reset)
    assert game.fields() == tokens(wheat=7, barley=8, rye=6, hops=6, water=18)


def test_a_field_above_its_number_keeps_the_excess_by_default() -> None:
    game = seeded(2, fields=tokens(wheat=7, barley=6, rye=4, hops=1))
    assert game.fields() == tokens(wheat=7, barley=6, rye=4, hops=4, water=18)
    assert game.supply() == tokens(wheat=11, barley=12, rye=11, hops=11)


def test_with_field_reset_exact_the_excess_returns_to_the_supply() -> None:
    game = seeded(2, fields=tokens(wheat=7, barley=6, rye=4, hops=1), field_reset="exact")
    assert game.fields() == tokens(wheat=5, barley=4, rye=4, hops=4, water=18)
    assert game.supply() == tokens(wheat=13, barley=14, rye=11, hops=11)


def test_a_short_supply_places_what_there_is() -> None:
    game = seeded(1, stored=(tokens(wheat=9), tokens(wheat=7, hops=2)))
    assert game.fields() == tokens(wheat=2, barley=8, rye=6, hops=6, water=18)
    assert game.supply() == tokens(barley=10, rye=9, hops=7)


@pytest.mark.parametrize("field_reset", ["top_up", "exact"])
def test_the_river_gets_all_water_of_the_supply_beside_what_it_has(field_reset: str) -> None:
    game = seeded(2, fields=tokens(water=3), stored=(tokens(water=4), tokens(water=1)), field_reset=field_reset)
    assert game.fields()["water"] == 13, "18 less the 5 stored"
    assert "water" not in game.supply()


# 2 Cards


@pytest.mark.parametrize("holder", [0, 1])
def test_in_fruitful_years_each_draws_five_the_windmill_holder_first(holder: int) -> None:
    game = Situation("draw_hands", year=3, holder=holder, deck=named("d", 11))
    game.run_on()
    assert game.cards("hand", holder) == {"d1", "d2", "d3", "d4", "d5"}
    assert game.cards("hand", 1 - holder) == {"d6", "d7", "d8", "d9", "d10"}
    assert game.deck()[0] == "d11"
    assert game.cards("row") == set()
    assert game.asks == ("play", holder)


@pytest.mark.parametrize("holder", [0, 1])
def test_in_dry_years_both_take_back_their_harvest_and_draw_to_five_and_three_cards_are_turned_up(holder: int) -> None:
    harvested = (named("a", 2), named("b", 4)) if holder == 0 else (named("b", 4), named("a", 2))
    game = Situation("take_back", year=2, holder=holder, harvested=harvested, deck=named("d", 8))
    game.run_on()
    assert game.cards("hand", holder) == {"a1", "a2", "d1", "d2", "d3"}
    assert game.cards("hand", 1 - holder) == {"b1", "b2", "b3", "b4", "d4"}
    assert game.cards("row") == {"d5", "d6", "d7"}
    assert game.cards("harvested", 0) == game.cards("harvested", 1) == set()
    assert game.deck()[0] == "d8"


def test_five_cards_taken_back_need_no_drawing() -> None:
    game = Situation("take_back", year=4, harvested=(named("a", 5), named("b", 5)), deck=named("d", 3))
    game.run_on()
    assert game.cards("hand", 0) == {"a1", "a2", "a3", "a4", "a5"}
    assert game.cards("row") == {"d1", "d2", "d3"}


def test_the_discards_stay_where_they_are_while_the_deck_lasts() -> None:
    game = Situation("draw_hands", deck=named("d", 10), deck_ends=True, discards=named("x", 3))
    game.run_on()
    assert game.deck() == []
    assert game.cards("discards") == {"x1", "x2", "x3"}
    assert int(game.state["reshuffles"]) == 0


def test_an_empty_deck_is_made_anew_from_the_discards_in_mid_draw() -> None:
    game = Situation("draw_hands", deck=named("d", 3), deck_ends=True, discards=named("x", 9))
    game.run_on()
    assert {"d1", "d2", "d3"} < game.cards("hand", 0)
    everywhere = [*game.cards("hand", 0), *game.cards("hand", 1), *game.deck()]
    assert Counter(everywhere) == Counter([f"d{n}" for n in (1, 2, 3)] + [f"x{n}" for n in range(1, 10)])
    assert [len(game.cards("hand", seat)) for seat in (0, 1)] == [5, 5]
    assert game.cards("discards") == set()
    assert int(game.state["reshuffles"]) == 1


def test_the_new_deck_is_in_an_order_of_chance() -> None:
    first = set()
    for seed in range(40):
        game = Situation("draw_hands", deck_ends=True, discards=named("x", 12), seed=seed)
        game.run_on()
        first.add(game.deck()[0])
    assert len(first) > 8, "40 draws should show most of 12 cards"


def test_with_both_piles_empty_hands_stay_short_the_holders_last() -> None:
    game = Situation("draw_hands", holder=1, deck=named("d", 4), deck_ends=True, discards=named("x", 3))
    game.run_on()
    assert [len(game.cards("hand", seat)) for seat in (0, 1)] == [2, 5]
    assert game.deck() == []
    assert game.cards("discards") == set()


def test_with_both_piles_empty_the_row_stays_short_or_empty() -> None:
    for left, expected in ((2, {"d1", "d2"}), (0, set())):
        hands = (named("a", 5), named("b", 5))
        game = Situation("draw_hands", year=2, hands=hands, deck=named("d", left), deck_ends=True)
        game.run_on()
        assert game.cards("row") == expected
        assert game.asks == ("play", 0)


def test_a_year_is_played_to_its_end_with_hands_of_different_length() -> None:
    for year in (1, 2):
        game = Situation("turn_start", year=year, hands=(named("a", 2), named("b", 1)), deck_ends=True)
        game.run_on()
        actors = []
        while int(game.state["year"]) == year:
            actors.append(game.asks[1])
            game.choose_any()
        assert actors == ([0, 1, 1] if year == 1 else [0, 1, 0])


# 3 Actions: the order of turns


def test_in_fruitful_years_both_play_a_card_holder_first_and_swap_their_whole_hands_until_these_are_empty() -> None:
    game = Situation("turn_start", holder=1, actor=1, turn=0, hands=(named("a", 5), named("b", 5)))
    game.run_on()
    for seat, card in ((1, "b1"), (0, "a1"), (1, "a2"), (0, "b2"), (1, "b3"), (0, "a3"), (1, "a4"), (0, "b4"), (1, "b5")):
        assert game.asks == ("play", seat)
        game.harvest(card)
        game.run_on()
    assert game.cards("hand", 0) == {"a5"}
    game.harvest("a5")
    game.run_to("windmill")
    assert game.stage == "windmill"
    assert game.cards("harvested", 0) == {"a1", "b2", "a3", "b4", "a5"}
    assert game.cards("harvested", 1) == {"b1", "a2", "b3", "a4", "b5"}


def test_in_dry_years_both_take_turns_holder_first_and_keep_their_hands() -> None:
    game = Situation("turn_start", year=2, holder=1, actor=1, turn=0, hands=(named("a", 2), named("b", 2)))
    game.run_on()
    for seat, card in ((1, "b1"), (0, "a1"), (1, "b2"), (0, "a2")):
        assert game.asks == ("play", seat)
        game.harvest(card)
        game.run_to("windmill")
    assert game.stage == "windmill"


def test_every_hand_card_may_be_harvested_and_tucked_even_for_nothing_but_not_sold_unpaid() -> None:
    game = Situation(hands=(named("a", 2), plain(1)))
    assert game.options() == {("harvest", "a1"), ("upgrade", "a1"), ("harvest", "a2"), ("upgrade", "a2")}
    game.upgrade("a1")
    assert game.stored(0) == {}
    game = Situation(hands=(named("a", 1), plain(1)))
    game.harvest("a1")
    assert game.stored(0) == {}
    assert game.cards("harvested", 0) == {"a1"}


@pytest.mark.parametrize(("year", "most"), [(1, 15), (2, 60)])
def test_at_most_15_plays_are_legal_in_fruitful_and_60_in_dry_years(year: int, most: int) -> None:
    cheap = [bread(f"bread {number}", need=tokens(wheat=1)) for number in range(8)]
    game = Situation(year=year, hands=(cheap[:5], plain(5)), row=cheap[5:] if year == 2 else (), stored=(tokens(wheat=1), {}))
    assert len(game.options()) == most


# 3 Actions: the exchange of dry years


def exchanging(hand_size: int = 2, **more) -> Situation:
    row = [beer("r1", icons="wheat"), beer("r2", need=tokens(hops=2), effect="T1 3"), bread("r3")]
    return Situation(year=2, hands=(named("a", hand_size), named("b", 2)), row=row, **more)


def test_in_dry_years_a_hand_card_may_first_be_exchanged_for_one_of_the_row() -> None:
    plays = {("harvest", "a1"), ("upgrade", "a1"), ("harvest", "a2"), ("upgrade", "a2")}
    plays |= {(action, f"r{r}", f"a{a}") for action in ("harvest", "upgrade") for r in (1, 2, 3) for a in (1, 2)}
    assert exchanging().options() == plays


def test_the_card_taken_is_played_at_once_and_the_card_given_lies_in_the_row_open_to_both() -> None:
    game = exchanging()
    deck = game.deck()
    game.harvest("r1", giving="a2")
    assert game.stored(0) == tokens(wheat=1)
    assert game.cards("harvested", 0) == {"r1"}
    assert game.cards("hand", 0) == {"a1"}
    assert game.cards("row") == {"a2", "r2", "r3"}
    game.run_on()
    assert game.asks == ("play", 1)
    assert game.deck() == deck, "the row is not refilled"
    game.upgrade("a2", giving="b1")
    assert game.cards("row") == {"b1", "r2", "r3"}
    assert game.cards("tucked", 1) == {"a2"}


def test_the_card_taken_may_be_sold_or_tucked_too() -> None:
    game = exchanging(stored=(tokens(hops=2), {}))
    game.sell("r2", giving="a1")
    assert game.cards("in_place", 0) == {"r2"}
    assert game.stored(0) == {}
    assert game.cards("row") == {"r1", "a1", "r3"}
    game = exchanging()
    game.upgrade("r2", giving="a1")
    assert game.cards("tucked", 0) == {"r2"}
    assert game.cards("row") == {"r1", "a1", "r3"}


@pytest.mark.parametrize("clean_order", ["upgrade_first", "clean_first"])
def test_an_exchanged_card_may_be_tucked_under_either_clean_order(clean_order: str) -> None:
    game = exchanging(clean_order=clean_order, sold=([beer("ale")], []))
    game.upgrade("r3", giving="a1")
    game.run_to("turn_end")
    assert game.cards("tucked", 0) == {"r3"}
    assert game.cards("plaza", 0) == {"ale"}
    assert game.cards("row") == {"r1", "r2", "a1"}
    assert game.cards("hand", 0) == {"a2"}


def test_the_exchange_is_allowed_with_the_last_hand_card() -> None:
    game = exchanging(hand_size=1)
    game.harvest("r3", giving="a1")
    assert game.cards("hand", 0) == set()
    game.run_on()
    assert game.asks == ("play", 1)


def test_the_row_is_as_it_lay_before_the_swap_so_the_card_given_cannot_be_taken() -> None:
    game = exchanging()
    assert all(len(option) == 2 or option[1] in {"r1", "r2", "r3"} for option in game.options())
    game.harvest("r1", giving="a1")
    assert game.asks is None, "at most one exchange a turn: the turn is over"


def test_an_exchanged_card_paid_with_substitutes_leaves_its_place_only_with_the_sale() -> None:
    game = exchanging(stored=(tokens(hops=1, wheat=2), {}), upgrades=(["C3 wheat hops"], []))
    game.sell("r2", giving="a1")
    game.choose("plain", "2 wheat")
    assert game.cards("in_place", 0) == {"r2"}
    assert game.cards("row") == {"r1", "a1", "r3"}


# 3 Actions: harvest and store


def harvest_in_turn(*icons: str, **more) -> Situation:
    """Seat 0 harvests cards of these icons one after the other in a dry year; the other's turns bring nothing."""
    mine = [beer(f"a{number}", icons=text) for number, text in enumerate(icons, start=1)]
    game = Situation(year=2, hands=(mine, named("b", len(icons))), **more)
    for number in range(1, len(icons) + 1):
        game.harvest(f"a{number}")
        if number < len(icons):
            game.run_on()
            game.harvest(f"b{number}")
            game.run_on()
    return game


def test_a_card_harvests_one_token_for_each_icon() -> None:
    game = harvest_in_turn("wheat rye water")
    assert game.stored(0) == tokens(wheat=1, rye=1, water=1)
    assert game.fields() == tokens(wheat=4, barley=4, rye=3, hops=4, water=17)


def test_each_matching_icon_right_above_brings_one_more() -> None:
    """Wheat 1 + 2 = 3, rye 1, hops 1 (second card) + 0."""
    assert harvest_in_turn("wheat rye", "wheat hops").stored(0) == tokens(wheat=3, rye=1, hops=1)


def test_contiguous_counts_the_unbroken_run_and_all_counts_every_earlier_card() -> None:
    """Rye on the first and third card: the gap breaks the run, so 1 + 1; with `all`, 1 + 2. Wheat has no gap: 1 + 2 + 3."""
    cards = ("wheat rye", "wheat", "rye")
    assert harvest_in_turn(*cards).stored(0) == tokens(wheat=3, rye=2)
    assert harvest_in_turn(*cards, harvest_column="all").stored(0) == tokens(wheat=3, rye=3)
    assert harvest_in_turn("hops", "hops", "hops", fields=tokens(hops=9)).stored(0) == tokens(hops=6)


def test_icons_count_in_the_column_even_where_they_brought_nothing() -> None:
    game = Situation(year=2, hands=([beer("a1", icons="rye"), beer("a2", icons="rye")], named("b", 2)), fields={"water": 0})
    game.harvest("a1")
    game.run_on()
    game.harvest("b1")
    game.run_on()
    game.state["field"][state.RYE] = 4
    game.state["supply"][state.RYE] -= 4
    game.harvest("a2")
    assert game.stored(0) == tokens(rye=2)


def test_the_opponents_column_and_sold_or_tucked_cards_bring_nothing_more() -> None:
    mine = [beer("a1", icons="rye", need=tokens(wheat=1)), beer("a2", icons="rye"), beer("a3", icons="rye")]
    game = Situation(year=2, hands=(mine, [beer("b1", icons="rye"), *plain(2)]), stored=(tokens(wheat=1), {}))
    game.sell("a1")
    game.run_on()
    game.harvest("b1")
    game.run_on()
    game.upgrade("a2")
    game.run_on()
    game.choose_any()
    game.harvest("a3")
    assert game.stored(0) == tokens(rye=1)


def test_a_new_year_begins_a_new_column() -> None:
    game = Situation(year=1, hands=([beer("a1", icons="wheat")], []), deck=[beer("a2", icons="wheat"), *plain(9)])
    game.harvest("a1")
    game.run_on()
    assert int(game.state["year"]) == 2
    assert game.asks == ("play", 1), "the storage of seat 0 is fuller"
    game.choose_any()
    game.harvest("a1")
    assert game.stored(0) == tokens(wheat=2), "1 in year 1 and 1 in year 2"


def test_a_field_gives_no_more_than_it_has() -> None:
    assert harvest_in_turn("wheat", "wheat", fields=tokens(wheat=2)).stored(0) == tokens(wheat=2)


def full_storage(*, stored: dict | None = None, others: dict | None = None, icons: str = "rye hops", **more) -> Situation:
    """Seat 0 harvests into a storage of nine wheat."""
    stored = tokens(wheat=9) if stored is None else stored
    game = Situation(hands=([beer("a", icons=icons)], plain(1)), stored=(stored, others or {}), **more)
    game.harvest("a")
    return game


def test_nine_tokens_fit_and_exactly_what_is_beyond_must_be_offered() -> None:
    assert full_storage(stored=tokens(wheat=7)).asks is None
    game = full_storage(stored=tokens(wheat=8))
    assert game.asks == ("surplus", 0)
    game.choose("wheat")
    assert game.asks == ("accept", 1)


def test_the_surplus_is_chosen_among_stored_and_new_alike() -> None:
    game = full_storage()
    assert game.options() == {"wheat", "rye", "hops"}
    game.choose("rye")
    assert game.asks == ("surplus", 0)
    assert game.options() == {"wheat", "hops"}
    game.choose("wheat")
    assert game.stored(0) == tokens(wheat=8, hops=1)
    assert game.offered() == tokens(rye=1, wheat=1)


def test_the_other_takes_any_part_of_the_offer_and_the_rest_goes_to_the_supply_not_to_the_fields() -> None:
    before = full_storage()
    supply, fields = before.supply(), before.fields()
    before.choose("rye", "wheat")
    assert before.options() == {"rye", "wheat", None}
    before.choose("rye")
    assert before.options() == {"wheat", None}
    before.choose(None)
    assert before.stored(1) == tokens(rye=1)
    assert before.supply() == supply | {"wheat": supply["wheat"] + 1}
    assert before.fields() == fields
    assert before.offered() == {}


def test_the_other_may_take_all_or_none() -> None:
    game = full_storage()
    game.choose("rye", "wheat", "wheat", "rye")
    assert game.asks is None
    assert game.stored(1) == tokens(rye=1, wheat=1)
    game = full_storage()
    game.choose("rye", "wheat", None)
    assert game.stored(1) == {}
    assert game.supply() == tokens(wheat=3, barley=10, rye=10, hops=9)


def test_the_other_takes_only_what_fits_and_is_not_asked_with_a_full_storage() -> None:
    one_space = full_storage(others=tokens(barley=8))
    one_space.choose("rye", "wheat", "wheat")
    assert one_space.asks is None
    assert one_space.stored(1) == tokens(barley=8, wheat=1)
    assert one_space.supply()["rye"] == 10
    full = full_storage(others=tokens(barley=9))
    full.choose("rye", "wheat")
    assert full.asks is None
    assert full.offered() == {}


def test_a_full_storage_with_an_empty_water_only_space_accepts_water_only() -> None:
    game = full_storage(icons="rye water", others=tokens(barley=9), upgrades=([], ["T2 1"]))
    game.choose("rye", "water")
    assert game.options() == {"water", None}
    game.choose("water")
    assert game.asks is None
    assert game.stored(1) == tokens(barley=9, water=1)


def test_accepted_tokens_are_no_harvest() -> None:
    game = full_storage(icons="rye water", upgrades=(["H5"], ["H3 rye hops", "H4 rye"]))
    game.choose("rye", "water", "rye", "water")
    game.run_to("turn_start")
    assert game.stored(1) == tokens(rye=1, water=1)
    assert game.stored(0) == tokens(wheat=9)
    assert (game.metric("tokens_harvested", 0), game.metric("tokens_harvested", 1)) == (2, 0)
    assert game.metric("tokens_accepted", 1) == 2


# 3 Actions: produce and sell


def may_sell(card, stored: dict, sold: list) -> bool:
    return Situation(hands=([card], plain(1)), stored=(stored, {}), sold=(sold, [])).can_sell(card.id)


def test_selling_needs_the_whole_recipe() -> None:
    card = beer("brew", need=tokens(barley=2, hops=1))
    assert may_sell(card, tokens(barley=2, hops=1), [])
    assert not may_sell(card, tokens(barley=2), [])
    assert not may_sell(card, tokens(barley=1, hops=8), [])


def test_selling_needs_a_free_space_of_its_own_type() -> None:
    brew, loaf = beer("brew", need=tokens(hops=1)), bread("loaf", need=tokens(hops=1))
    assert not may_sell(brew, tokens(hops=1), [beer("old")])
    assert may_sell(brew, tokens(hops=1), [bread("old")])
    assert not may_sell(loaf, tokens(hops=1), [bread("old")])
    assert may_sell(loaf, tokens(hops=1), [beer("old")])


def test_the_recipe_is_paid_to_the_supply_and_the_card_fills_its_space_until_cleaned() -> None:
    cards = [beer("brew", need=tokens(barley=2, hops=1)), beer("next", need=tokens(barley=1)), *named("a", 2)]
    game = Situation(year=2, hands=(cards, named("b", 4)), stored=(tokens(barley=4, hops=1), {}))
    game.sell("brew")
    assert game.stored(0) == tokens(barley=2)
    assert game.supply() == tokens(wheat=13, barley=12, rye=11, hops=11)
    assert game.cards("in_place", 0) == {"brew"}
    game.run_on()
    game.harvest("b1")
    game.run_on()
    assert not game.can_sell("next")
    game.upgrade("a1")
    game.run_on()
    game.harvest("b2")
    game.run_on()
    assert game.can_sell("next")


# 3 Actions: upgrade and clean


def test_upgrading_moves_all_sold_cards_of_brewery_and_bakery_to_the_own_plaza() -> None:
    sold = [beer("ale"), beer("stout"), bread("loaf")]
    game = Situation(hands=(named("a", 1), plain(1)), sold=(sold, [beer("theirs")]), plaza=([bread("bun")], []))
    game.upgrade("a1")
    assert game.cards("plaza", 0) == {"ale", "stout", "loaf", "bun"}
    assert game.cards("in_place", 0) == set()
    assert game.cards("tucked", 0) == {"a1"}
    assert game.cards("in_place", 1) == {"theirs"}


def test_a_slot_takes_any_number_of_upgrades() -> None:
    game = Situation(
        year=2, hands=([beer("sack", effect="T1 1")], plain(1)), upgrades=(["T1 1"] * 8, []), stored=(tokens(wheat=9), {})
    )
    game.upgrade("sack")
    assert len(game.cards("tucked", 0)) == 9
    assert int(game.state["seat"][0]["space"]) == 18


def test_with_clean_first_the_surplus_of_the_brooms_is_settled_before_the_card_is_tucked() -> None:
    game = Situation(
        hands=([beer("sack", effect="T1 2")], plain(1)),
        upgrades=(["B1"], []),
        sold=([beer("ale")], []),
        stored=(tokens(wheat=9), {}),
        clean_order="clean_first",
    )
    game.upgrade("sack")
    assert game.asks == ("surplus", 0)
    assert "sack" not in game.cards("tucked", 0)
    game.choose("water", None)
    game.run_to("turn_end")
    assert "sack" in game.cards("tucked", 0)
    assert "sack" not in game.cards("hand", 0)
    assert game.stored(0) == tokens(wheat=9)


# 4 Windmill


def after_year(year: int, *, holder: int = 0, stored: tuple = ({}, {}), **more) -> Situation:
    game = Situation("windmill", year=year, holder=holder, stored=stored, **more)
    game.run_to("seeding")
    return game


@pytest.mark.parametrize("holder", [0, 1])
def test_the_windmill_goes_to_the_player_with_fewer_stored_tokens(holder: int) -> None:
    game = after_year(1, holder=holder, stored=(tokens(rye=2), tokens(wheat=1, water=2)))
    assert int(game.state["holder"]) == 0
    game = after_year(2, holder=holder, stored=(tokens(rye=2), tokens(water=1)))
    assert int(game.state["holder"]) == 1


@pytest.mark.parametrize("holder", [0, 1])
def test_on_a_tie_the_windmill_goes_to_who_did_not_hold_it(holder: int) -> None:
    game = after_year(1, holder=holder, stored=(tokens(rye=2), tokens(wheat=2)))
    assert int(game.state["holder"]) == 1 - holder


def test_water_in_water_only_spaces_counts_for_the_windmill() -> None:
    game = after_year(1, holder=1, stored=(tokens(wheat=5, water=2), tokens(rye=6)), upgrades=(["T2 2"], []))
    assert int(game.state["holder"]) == 1


def test_the_new_holder_acts_first_in_the_next_year() -> None:
    game = after_year(2, stored=(tokens(rye=2), {}))
    game.run_on()
    assert int(game.state["year"]) == 3
    assert game.asks == ("play", 1)


def test_after_a_dry_year_the_row_and_the_harvested_cards_are_discarded() -> None:
    game = after_year(
        2, harvested=(named("a", 2), named("b", 1)), row=named("r", 3), sold=([beer("ale")], []), discards=named("x", 1)
    )
    assert game.cards("discards") == {"a1", "a2", "b1", "r1", "r2", "r3", "x1"}
    assert game.cards("row") == game.cards("harvested", 0) == game.cards("harvested", 1) == set()
    assert game.cards("in_place", 0) == {"ale"}


def test_after_a_fruitful_year_the_harvested_cards_stay_for_the_dry_year() -> None:
    game = after_year(1, harvested=(named("a", 2), named("b", 1)))
    assert game.cards("discards") == set()
    assert game.cards("harvested", 0) == {"a1", "a2"}
    game.run_on()
    assert game.cards("hand", 0) > {"a1", "a2"}


@pytest.mark.parametrize("year", [1, 2, 3, 4, 5, 6])
def test_the_game_ends_after_year_6_and_not_before(year: int) -> None:
    game = after_year(year)
    assert game.table.is_over == (year == 6)
    assert int(game.state["year"]) == min(year + 1, 6)


# Scoring


def scored(mine: tuple, others: tuple, *, holder: int = 0, stored: tuple = ({}, {}), **rules: str) -> Situation:
    """The end of year 6; each player's sold beers and breads by their coins."""
    plazas = [
        [beer(f"{seat} beer {n}", coins=coins) for n, coins in enumerate(beers)]
        + [bread(f"{seat} bread {n}", coins=coins) for n, coins in enumerate(breads)]
        for seat, (beers, breads) in enumerate((mine, others))
    ]
    game = Situation("windmill", year=6, holder=holder, plaza=plazas, stored=stored, **rules)
    game.run_on()
    return game


def test_the_score_is_the_lower_total_and_the_higher_score_wins() -> None:
    game = scored(((9, 9), (4,)), ((5,), (5,)))
    assert [game.metric("score", seat) for seat in (0, 1)] == [4, 5]
    assert game.winner == 1
    assert int(game.table.outcome["game"][6]) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_at_equal_scores_the_higher_other_total_wins(seat: int) -> None:
    better, worse = ((5,), (9,)), ((8,), (5,))
    for holder in (0, 1):
        game = scored(*((better, worse) if seat == 0 else (worse, better)), holder=holder)
        assert [game.metric("score", s) for s in (0, 1)] == [5, 5]
        assert game.winner == seat
        assert int(game.table.outcome["game"][6]) == 1


@pytest.mark.parametrize("holder", [0, 1])
def test_still_tied_the_player_without_the_windmill_after_year_6_wins(holder: int) -> None:
    """The tie of stored tokens passes the windmill on, so who held it in year 6 is now without."""
    assert scored(((5,), (6,)), ((6,), (5,)), holder=holder).winner == holder
    keeps = (tokens(rye=1), tokens(rye=2)) if holder == 0 else (tokens(rye=2), tokens(rye=1))
    assert scored(((5,), (6,)), ((6,), (5,)), holder=holder, stored=keeps).winner == 1 - holder


@pytest.mark.parametrize("holder", [0, 1])
def test_with_last_windmill_during_the_player_without_it_in_year_6_wins(holder: int) -> None:
    assert scored(((5,), (6,)), ((6,), (5,)), holder=holder, last_windmill="during").winner == 1 - holder
    keeps = (tokens(rye=1), tokens(rye=2)) if holder == 0 else (tokens(rye=2), tokens(rye=1))
    assert scored(((5,), (6,)), ((6,), (5,)), holder=holder, stored=keeps, last_windmill="during").winner == 1 - holder


# A whole game


def test_every_player_plays_exactly_five_cards_a_year_30_a_game() -> None:
    table = Table(GAME, GAME.modes[0], DEFAULT_RULES, load_edition(), seed=1)
    chooser = random.Random(1)
    for deal in range(5):
        table.start(deal, 0)
        played: Counter[tuple[int, int]] = Counter()
        while table.run_to_decision():
            move = random_move(table, chooser)
            if int(table.state["stage"]) == state.PLAY:
                played[int(table.state["year"]), int(table.state["actor"])] += 1
                fruitful = int(table.state["year"]) % 2 == 1
                assert table.options() <= (15 if fruitful else 60)
                assert ACTION_NAMES[action_of(move)] in ("harvest", "sell", "upgrade")
                assert given_of(move) == NOTHING_GIVEN or not fruitful
            table.choose_move(move)
        assert played == {(year, seat): 5 for year in range(1, 7) for seat in (0, 1)}
