"""The 29 upgrade effects of Beer & Bread, each on its own: when it works, when it must not, what copies do."""

from __future__ import annotations

import pytest

from tests.engines.beerbread.conftest import Situation, beer, bread, plain, tokens

FIVE = ("a", "b", "c", "d", "e")


def hand(names: tuple[str, ...] = FIVE) -> list:
    return [beer(name) for name in names]


# S1: end of the card phase, every year: may discard one hand card and draw one, once per copy


def test_s1_lets_a_hand_card_be_discarded_for_the_top_card_of_the_deck() -> None:
    game = Situation("replace_next", hands=(hand(), plain(5)), upgrades=(["S1"], []), deck=[beer("top")])
    game.run_on()
    assert game.asks == ("replace", 0)
    assert game.options() == {*FIVE, None}
    game.choose("c")
    assert game.cards("hand", 0) == {"a", "b", "d", "e", "top"}
    assert game.cards("discards") == {"c"}
    assert game.asks == ("play", 0)


def test_s1_may_be_declined_and_then_a_second_copy_does_not_ask_again() -> None:
    game = Situation("replace_next", hands=(hand(), plain(5)), upgrades=(["S1", "S1"], []))
    game.run_on()
    game.choose(None)
    assert game.cards("hand", 0) == set(FIVE)
    assert game.cards("discards") == set()
    assert game.asks == ("play", 0)


def test_s1_works_once_per_copy_and_the_card_drawn_may_be_replaced_too() -> None:
    game = Situation(
        "replace_next", hands=(hand(), plain(5)), upgrades=(["S1", "S1"], []), deck=[beer("first"), beer("second")]
    )
    game.run_on()
    game.choose("a")
    assert game.asks == ("replace", 0)
    assert game.options() == {"b", "c", "d", "e", "first", None}
    game.choose("first")
    assert game.cards("hand", 0) == {"b", "c", "d", "e", "second"}
    assert game.cards("discards") == {"a", "first"}
    assert game.asks == ("play", 0)


def test_s1_works_in_dry_years_after_the_row_was_turned_up() -> None:
    row = [beer("row 1"), bread("row 2"), beer("row 3")]
    game = Situation("draw_hands", year=2, hands=(hand(), plain(5)), upgrades=(["S1"], []), deck=[*row, beer("fourth")])
    game.run_on()
    assert game.asks == ("replace", 0)
    assert game.cards("row") == {"row 1", "row 2", "row 3"}
    game.choose("e")
    assert "fourth" in game.cards("hand", 0)


def test_s1_asks_the_windmill_holder_first_and_nobody_without_it() -> None:
    both = Situation("replace_next", holder=1, hands=(plain(5), plain(5)), upgrades=(["S1"], ["S1"]))
    both.run_on()
    assert both.asks == ("replace", 1)
    both.choose(None)
    assert both.asks == ("replace", 0)
    nobody = Situation("replace_next", hands=(plain(5), plain(5)))
    nobody.run_on()
    assert nobody.asks == ("play", 0)


def test_s1_draws_its_own_discard_again_when_both_piles_are_empty() -> None:
    game = Situation("replace_next", hands=(hand(), plain(5)), upgrades=(["S1"], []), deck_ends=True)
    game.run_on()
    game.choose("b")
    assert game.cards("hand", 0) == set(FIVE)
    assert game.cards("discards") == set()


# S2: fruitful, after both first plays, just before the first swap: reserve a hand card


def after_first_plays(*, year: int = 1, holder: int = 0, upgrades: tuple = (["S2"], [])) -> Situation:
    """Both have played their first card; four each are left."""
    mine, others = hand(("a", "b", "c", "d")), hand(("w", "x", "y", "z"))
    game = Situation("turn_end", year=year, holder=holder, actor=1 - holder, hands=(mine, others), upgrades=upgrades)
    game.run_on()
    return game


def test_s2_reserves_a_hand_card_after_both_first_plays_and_must_be_used() -> None:
    game = after_first_plays()
    assert game.asks == ("reserve", 0)
    assert game.options() == {"a", "b", "c", "d"}


def test_s2_the_reserved_card_travels_with_the_hand_but_only_its_owner_may_play_it() -> None:
    game = after_first_plays()
    game.choose("b")
    assert game.asks == ("play", 0)
    game.harvest("w")
    game.run_on()
    assert game.asks == ("play", 1)
    assert game.cards("hand", 1) == {"a", "b", "c", "d"}
    assert game.options() == {("harvest", "a"), ("upgrade", "a"), ("harvest", "c"), ("upgrade", "c")} | {
        ("harvest", "d"),
        ("upgrade", "d"),
    }
    game.harvest("a")
    game.run_on()
    assert game.cards("hand", 0) == {"b", "c", "d"}
    assert ("harvest", "b") in game.options()


def test_s2_lapses_at_the_years_end() -> None:
    game = after_first_plays()
    game.choose("b")
    for card in ("w", "a", "c", "x", "y", "d", "b", "z"):
        assert game.cards("reserved", 0) == {"b"}
        game.upgrade(card)
        game.run_on()
    assert int(game.state["year"]) == 2
    assert game.cards("reserved", 0) == set()


def test_s2_counts_if_it_was_tucked_in_that_first_turn() -> None:
    game = Situation(actor=1, hands=(plain(4), [beer("new", effect="S2"), *hand(("w", "x", "y", "z"))]))
    game.upgrade("new")
    game.run_on()
    assert game.asks == ("reserve", 1)


def test_s2_tucked_after_the_first_swap_waits_for_another_year() -> None:
    game = Situation(actor=1, turn=3, hands=(plain(3), [beer("late", effect="S2"), *plain(3)]))
    game.upgrade("late")
    game.run_on()
    assert game.asks == ("play", 0)


def test_s2_reserves_one_card_whatever_the_copies() -> None:
    game = after_first_plays(upgrades=(["S2", "S2"], []))
    game.choose("a")
    assert game.asks == ("play", 0)
    assert game.cards("reserved", 0) == {"a"}


def test_s2_asks_the_windmill_holder_first() -> None:
    game = after_first_plays(holder=1, upgrades=(["S2"], ["S2"]))
    assert game.asks == ("reserve", 1)
    game.choose("z")
    assert game.asks == ("reserve", 0)


def test_s2_does_nothing_in_dry_years() -> None:
    assert after_first_plays(year=2).asks == ("play", 0)


# S3: fruitful, turn begun with exactly one hand card: draw one, play one of the two, the other is discarded


def last_card(*, year: int = 1, cards: int = 1, upgrades: tuple = (["S3"], []), **more) -> Situation:
    """Seat 0 begins a turn with so many cards; seat 1 has as many."""
    mine = hand(FIVE[:cards])
    turn = 10 - 2 * cards
    game = Situation("turn_start", year=year, turn=turn, hands=(mine, plain(cards)), upgrades=upgrades, **more)
    game.run_on()
    return game


def test_s3_draws_one_for_the_last_card_and_either_may_be_played() -> None:
    game = last_card(deck=[beer("drawn"), beer("next")])
    assert game.asks == ("play", 0)
    assert game.options() == {("harvest", "a"), ("upgrade", "a"), ("harvest", "drawn"), ("upgrade", "drawn")}
    assert game.deck()[0] == "next"


@pytest.mark.parametrize(("played", "other"), [("a", "drawn"), ("drawn", "a")])
def test_s3_the_card_not_played_is_discarded_and_not_harvested(played: str, other: str) -> None:
    game = last_card(deck=[beer("drawn")])
    game.harvest(played)
    game.run_on()
    assert game.cards("discards") == {other}
    assert game.cards("hand", 0) == set()
    assert game.cards("harvested", 0) == {played}
    assert game.asks == ("play", 1)


def test_s3_draws_one_whatever_the_copies() -> None:
    game = last_card(upgrades=(["S3", "S3"], []), deck=[beer("drawn"), beer("next")])
    assert game.cards("hand", 0) == {"a", "drawn"}


def test_s3_needs_exactly_one_card_in_a_fruitful_year() -> None:
    assert last_card(cards=2).cards("hand", 0) == {"a", "b"}
    assert last_card(year=2).cards("hand", 0) == {"a"}
    assert last_card(upgrades=([], ["S3"])).cards("hand", 0) == {"a"}


def test_s3_is_read_at_the_turns_beginning_so_a_dry_or_second_last_turn_discards_nothing() -> None:
    game = last_card(cards=2)
    game.harvest("a")
    game.run_on()
    assert game.cards("discards") == set()


def test_s3_shuffles_the_discards_if_the_deck_is_empty_and_draws_nothing_if_there_are_none() -> None:
    assert last_card(deck_ends=True, discards=[beer("old")]).cards("hand", 0) == {"a", "old"}
    game = last_card(deck_ends=True)
    assert game.cards("hand", 0) == {"a"}
    game.harvest("a")
    game.run_on()
    assert game.cards("discards") == set()


def test_s3_that_draws_nothing_discards_nothing_so_a_card_reserved_by_the_other_stays_for_him() -> None:
    """Both piles empty, hands short: seat 0's one card is reserved by seat 1, so his turn passes and the hand travels on."""
    game = Situation(
        "turn_start", turn=2, hands=([beer("kept")], [beer("free"), beer("last")]), upgrades=(["S3"], ["S2"]), deck_ends=True
    )
    game.state["seat"][1]["reserved"] = game.state["seat"][0]["hand"]
    game.run_on()
    assert game.asks == ("play", 1)
    assert game.cards("discards") == set()
    game.harvest("free")
    game.run_on()
    assert game.asks == ("play", 0)
    game.harvest("last")
    game.run_on()
    assert game.options() == {("harvest", "kept"), ("upgrade", "kept")}


# S4: dry, taking back harvest cards: may discard any of them, then draw to five


def taking_back(*, year: int = 2, upgrades: tuple = (["S4"], []), holder: int = 0, harvested: tuple | None = None) -> Situation:
    mine = hand(("a", "b", "c")) if harvested is None else harvested[0]
    others = hand(("x", "y")) if harvested is None else harvested[1]
    deck = [beer(f"deck {number}") for number in range(1, 14)]
    game = Situation("take_back", year=year, holder=holder, harvested=(mine, others), upgrades=upgrades, deck=deck)
    game.run_on()
    return game


def test_s4_lets_any_of_the_cards_taken_back_be_discarded_before_drawing_to_five() -> None:
    game = taking_back()
    assert game.asks == ("discard_back", 0)
    assert game.options() == {"a", "b", "c", None}
    game.choose("c")
    assert game.options() == {"a", "b", None}
    game.choose("a", None)
    assert game.cards("discards") == {"a", "c"}
    assert game.cards("hand", 0) == {"b", "deck 1", "deck 2", "deck 3", "deck 4"}
    assert game.cards("hand", 1) == {"x", "y", "deck 5", "deck 6", "deck 7"}


def test_s4_may_discard_all_or_none() -> None:
    game = taking_back()
    game.choose("a", "b", "c")
    assert game.asks == ("play", 0)
    assert game.cards("hand", 0) == {"deck 1", "deck 2", "deck 3", "deck 4", "deck 5"}
    game = taking_back()
    game.choose(None)
    assert game.cards("hand", 0) == {"a", "b", "c", "deck 1", "deck 2"}


def test_s4_asks_the_holder_first_and_both_before_anybody_draws() -> None:
    game = taking_back(holder=1, upgrades=(["S4"], ["S4"]))
    assert game.asks == ("discard_back", 1)
    game.choose("x", None)
    assert game.asks == ("discard_back", 0)
    assert game.cards("hand", 1) == {"y"}
    game.choose(None)
    assert game.cards("hand", 1) == {"y", "deck 1", "deck 2", "deck 3", "deck 4"}
    assert game.cards("hand", 0) == {"a", "b", "c", "deck 5", "deck 6"}


def test_s4_asks_once_whatever_the_copies() -> None:
    game = taking_back(upgrades=(["S4", "S4"], []))
    game.choose(None)
    assert game.asks == ("play", 0)


def test_s4_asks_nobody_in_fruitful_years_nor_where_nothing_was_harvested_nor_without_it() -> None:
    assert taking_back(year=3, harvested=([], [])).asks == ("play", 0)
    assert taking_back(harvested=([], hand(("x",)))).asks == ("play", 0)
    assert taking_back(upgrades=([], [])).asks == ("play", 0)


# H1: end of seeding, every year: take one of a resource from its field


def seeding(
    *, year: int = 1, holder: int = 0, upgrades: tuple, stored: tuple = ({}, {}), fields: dict | None = None
) -> Situation:
    """After the fields were filled, before H1."""
    game = Situation("seed_gains", year=year, holder=holder, upgrades=upgrades, stored=stored, fields=fields)
    game.run_to("take_back")
    return game


@pytest.mark.parametrize("year", [1, 2, 3, 4, 5, 6])
def test_h1_takes_one_of_its_resource_from_the_field_every_year(year: int) -> None:
    game = seeding(year=year, upgrades=(["H1 hops"], []))
    assert game.stored(0) == tokens(hops=1)
    assert game.stored(1) == {}
    assert game.fields()["hops"] == (5 if year % 2 else 3)


def test_h1_works_after_the_field_was_filled() -> None:
    game = Situation("seeding", upgrades=(["H1 wheat"], []), fields=tokens(wheat=1))
    game.run_to("take_back")
    assert game.fields()["wheat"] == 6
    assert game.stored(0) == tokens(wheat=1)


def test_h1_copies_add_up_and_each_names_its_own_resource() -> None:
    game = seeding(upgrades=(["H1 rye", "H1 rye", "H1 water"], []))
    assert game.stored(0) == tokens(rye=2, water=1)
    assert game.fields() == tokens(wheat=7, barley=8, rye=4, hops=6, water=17)


def test_h1_takes_nothing_from_an_empty_field_not_even_with_h2() -> None:
    game = seeding(upgrades=(["H1 rye", "H2 rye", "H2 any"], []), fields=tokens(wheat=7))
    assert game.stored(0) == {}
    assert game.supply()["rye"] == 15


def test_h1_serves_the_windmill_holder_first() -> None:
    game = seeding(holder=1, upgrades=(["H1 hops"], ["H1 hops"]), fields=tokens(hops=1))
    assert (game.stored(0), game.stored(1)) == ({}, tokens(hops=1))


def test_h1_of_one_player_is_one_batch_whose_surplus_is_offered_to_the_other() -> None:
    game = seeding(upgrades=(["H1 rye", "H1 hops"], ["H1 wheat"]), stored=(tokens(barley=9), {}))
    assert game.asks == ("surplus", 0)
    assert game.stored(0) == tokens(barley=9, rye=1, hops=1)
    game.choose("barley", "rye")
    assert game.asks == ("accept", 1)
    game.choose("rye")
    assert game.stored(1) == tokens(rye=1)
    game.choose(None)
    assert game.stored(0) == tokens(barley=8, hops=1)
    assert game.stored(1) == tokens(rye=1, wheat=1)


# H2: own harvest action: field first, then the supply


def harvest(
    icons: str, *, upgrades: tuple = ([], []), fields: dict | None = None, stored: tuple = ({}, {}), columns: dict | None = None
) -> Situation:
    """Seat 0 harvests with a card of these icons; `columns` are icons of the same run that lie there already."""
    game = Situation(hands=([beer("sheaf", icons=icons)], plain(1)), upgrades=upgrades, fields=fields, stored=stored)
    for resource, count in (columns or {}).items():
        game.state["seat"][0]["column"][("wheat", "barley", "rye", "hops", "water").index(resource)] = count
    game.harvest("sheaf")
    return game


def test_h2_takes_from_the_field_first_and_the_rest_from_the_supply() -> None:
    game = harvest("wheat", columns={"wheat": 2}, upgrades=(["H2 wheat"], []), fields=tokens(wheat=1))
    assert game.stored(0) == tokens(wheat=3)
    assert "wheat" not in game.fields()
    assert game.supply()["wheat"] == 15


def test_h2_leaves_the_supply_alone_while_the_field_lasts() -> None:
    game = harvest("wheat", upgrades=(["H2 wheat"], []), fields=tokens(wheat=2))
    assert (game.fields()["wheat"], game.supply()["wheat"]) == (1, 16)


def test_without_h2_an_empty_field_gives_nothing() -> None:
    assert harvest("wheat rye", fields=tokens(rye=1)).stored(0) == tokens(rye=1)


def test_h2_serves_its_own_resource_and_its_own_owner_only() -> None:
    assert harvest("wheat rye", upgrades=(["H2 wheat"], ["H2 rye"]), fields=tokens()).stored(0) == tokens(wheat=1)


def test_h2_any_serves_all_five_resources() -> None:
    game = harvest("wheat barley rye hops water", upgrades=(["H2 any"], []), fields={"water": 0})
    assert game.stored(0) == tokens(wheat=1, barley=1, rye=1, hops=1, water=1)


def test_h2_may_be_water_and_the_supply_too_may_run_out() -> None:
    game = harvest(
        "water", columns={"water": 2}, upgrades=(["H2 water"], []), fields={"water": 0}, stored=({}, tokens(water=16))
    )
    assert game.stored(0) == tokens(water=2)


def test_h2_copies_of_one_resource_do_no_more_than_one() -> None:
    game = harvest("rye", upgrades=(["H2 rye", "H2 rye", "H2 any"], []), fields=tokens())
    assert game.stored(0) == tokens(rye=1)


def test_h2_serves_the_extras_of_h3_and_h4_too() -> None:
    game = harvest("wheat", upgrades=(["H2 any", "H3 wheat rye", "H4 wheat"], []), fields={"wheat": 1, "water": 0})
    assert game.stored(0) == tokens(wheat=1, rye=1, water=1)
    only_wheat = harvest("wheat", upgrades=(["H2 wheat", "H3 wheat rye", "H4 wheat"], []), fields={"wheat": 1, "water": 0})
    assert only_wheat.stored(0) == tokens(wheat=1)


def test_h2_does_not_serve_h5() -> None:
    game = harvest("water", upgrades=([], ["H5", "H2 water", "H2 any"]), fields={"water": 1})
    game.run_to("turn_end")
    assert game.supply()["water"] == 17
    assert (game.stored(0), game.stored(1)) == (tokens(water=1), {})


def test_h2_does_not_serve_brooms() -> None:
    game = Situation(
        hands=([beer("broom", effect="B3 rye")], plain(1)),
        upgrades=(["H2 any", "B1"], []),
        sold=([beer("ale")], []),
        fields={"water": 0},
    )
    game.upgrade("broom")
    assert game.stored(0) == {}


# H3 and H4: own harvest action that took the trigger: one more


def test_h3_adds_one_of_its_resource_when_the_icons_brought_the_trigger() -> None:
    game = harvest("wheat", upgrades=(["H3 wheat rye"], []))
    assert game.stored(0) == tokens(wheat=1, rye=1)
    assert game.fields() == tokens(wheat=6, barley=8, rye=5, hops=6, water=18)


def test_h3_adds_nothing_without_the_trigger_nor_to_the_opponents_harvest() -> None:
    assert harvest("rye", upgrades=(["H3 wheat rye"], [])).stored(0) == tokens(rye=1)
    assert harvest("wheat", upgrades=([], ["H3 wheat rye"])).stored(1) == {}


def test_h3_adds_nothing_if_the_icon_brought_no_token() -> None:
    assert harvest("wheat", upgrades=(["H3 wheat rye"], []), fields=tokens(rye=6)).stored(0) == {}


def test_h3_is_triggered_by_a_token_that_h2_brought_from_the_supply() -> None:
    game = harvest("wheat", upgrades=(["H3 wheat rye", "H2 wheat"], []), fields=tokens(rye=6))
    assert game.stored(0) == tokens(wheat=1, rye=1)


def test_h3_works_once_a_copy_and_action_however_many_triggers_were_taken() -> None:
    game = harvest("wheat", columns={"wheat": 3}, upgrades=(["H3 wheat rye"], []))
    assert game.stored(0) == tokens(wheat=4, rye=1)


def test_h3_copies_add_up_and_get_no_column_bonus() -> None:
    game = harvest("wheat", columns={"rye": 3}, upgrades=(["H3 wheat rye", "H3 wheat rye", "H3 wheat hops"], []))
    assert game.stored(0) == tokens(wheat=1, rye=2, hops=1)


def test_h3_may_name_its_own_trigger() -> None:
    assert harvest("barley", upgrades=(["H3 barley barley"], [])).stored(0) == tokens(barley=2)


def test_tokens_from_h3_trigger_no_h3_and_no_h4() -> None:
    game = harvest("wheat", upgrades=(["H3 wheat rye", "H3 rye hops", "H4 rye"], []))
    assert game.stored(0) == tokens(wheat=1, rye=1)


def test_h3_takes_from_a_field_that_the_icons_did_not_empty() -> None:
    assert harvest("wheat rye", upgrades=(["H3 wheat rye"], []), fields=tokens(wheat=1, rye=1)).stored(0) == tokens(
        wheat=1, rye=1
    )


def test_h3_is_one_batch_with_the_icons_and_a_later_surplus_still_counts() -> None:
    game = harvest("wheat", upgrades=(["H3 wheat rye"], []), stored=(tokens(hops=9), {}))
    assert game.asks == ("surplus", 0)
    assert game.stored(0) == tokens(hops=9, wheat=1, rye=1)
    game.choose("wheat", "hops")
    assert game.stored(0) == tokens(hops=8, rye=1)


def test_h4_adds_one_water_when_the_icons_brought_the_trigger() -> None:
    game = harvest("hops", upgrades=(["H4 hops"], []))
    assert game.stored(0) == tokens(hops=1, water=1)
    assert game.fields()["water"] == 17


def test_h4_adds_nothing_without_a_trigger_token_or_with_a_dry_river() -> None:
    assert harvest("rye", upgrades=(["H4 hops"], [])).stored(0) == tokens(rye=1)
    assert harvest("hops", upgrades=(["H4 hops"], []), fields=tokens(water=5)).stored(0) == {}
    assert harvest("hops", upgrades=(["H4 hops"], []), fields={"hops": 1, "water": 0}).stored(0) == tokens(hops=1)


def test_h4_copies_add_up_each_once_an_action() -> None:
    game = harvest("hops", columns={"hops": 1, "water": 2}, upgrades=(["H4 hops", "H4 hops"], []))
    assert game.stored(0) == tokens(hops=2, water=2)


def test_water_from_h4_triggers_neither_an_h3_for_water_nor_the_others_h5() -> None:
    game = harvest("hops", upgrades=(["H4 hops", "H3 water rye"], ["H5"]))
    game.run_to("turn_end")
    assert game.stored(0) == tokens(hops=1, water=1)
    assert game.stored(1) == {}


def test_water_from_h3_does_not_trigger_the_others_h5() -> None:
    game = harvest("hops", upgrades=(["H3 hops water"], ["H5"]))
    game.run_to("turn_end")
    assert game.stored(1) == {}


# H5: end of the opponent's harvest action in which he took water: take one water


def test_h5_takes_one_water_after_the_opponents_icons_brought_water() -> None:
    game = harvest("water", columns={"water": 2}, upgrades=([], ["H5"]))
    assert (game.stored(0), game.stored(1)) == (tokens(water=3), tokens(water=1))
    assert game.fields()["water"] == 14


def test_h5_copies_add_up_as_far_as_the_river_goes() -> None:
    assert harvest("water", upgrades=([], ["H5", "H5"])).stored(1) == tokens(water=2)
    assert harvest("water", upgrades=([], ["H5", "H5"]), fields=tokens(water=2)).stored(1) == tokens(water=1)


def test_h5_takes_nothing_after_a_harvest_without_water_nor_after_ones_own() -> None:
    assert harvest("wheat", upgrades=([], ["H5"])).stored(1) == {}
    assert harvest("water", upgrades=([], ["H5"]), fields=tokens(water=0, wheat=1) | {"water": 0}).stored(1) == {}
    assert harvest("water", upgrades=(["H5"], [])).stored(0) == tokens(water=1)


def test_h5_does_not_follow_water_taken_by_seeding_gains_or_brooms() -> None:
    game = seeding(upgrades=(["H1 water"], ["H5"]))
    assert game.stored(1) == {}
    game = Situation(hands=([beer("broom", effect="B1")], plain(1)), upgrades=([], ["H5"]), sold=([beer("ale")], []))
    game.upgrade("broom")
    game.run_to("turn_start")
    assert (game.stored(0), game.stored(1)) == (tokens(water=1), {})


def test_h5_comes_after_the_active_players_surplus_which_still_counts_as_taken() -> None:
    game = harvest("water", upgrades=([], ["H5"]), stored=(tokens(wheat=9), {}), fields=tokens(water=2))
    assert game.asks == ("surplus", 0)
    game.choose("water")
    assert game.asks == ("accept", 1)
    assert game.stored(1) == {}
    game.choose(None)
    assert game.stored(0) == tokens(wheat=9)
    assert game.stored(1) == tokens(water=1)
    assert game.fields() == {}


def test_h5_has_a_surplus_of_its_own_that_is_offered_to_the_active_player() -> None:
    game = harvest("water", upgrades=([], ["H5"]), stored=({}, tokens(rye=9)))
    assert game.asks == ("surplus", 1)
    game.choose("rye")
    assert game.asks == ("accept", 0)
    game.choose("rye")
    assert game.stored(0) == tokens(water=1, rye=1)
    assert game.stored(1) == tokens(rye=8, water=1)


# T1 and T2: more storage


def test_without_sacks_a_tenth_token_does_not_fit() -> None:
    assert harvest("rye", stored=(tokens(wheat=8), {})).asks is None
    assert harvest("rye", stored=(tokens(wheat=9), {})).asks == ("surplus", 0)


def test_t1_adds_spaces_for_any_token_and_copies_add_up() -> None:
    two = (["T1 2"], [])
    assert harvest("rye", upgrades=two, stored=(tokens(wheat=10), {})).asks is None
    assert harvest("rye", upgrades=two, stored=(tokens(wheat=11), {})).asks == ("surplus", 0)
    assert harvest("rye", upgrades=(["T1 2", "T1 3"], []), stored=(tokens(wheat=9, hops=4), {})).asks is None
    assert harvest("rye", upgrades=(["T1 2", "T1 3"], []), stored=(tokens(wheat=9, hops=5), {})).asks == ("surplus", 0)
    assert harvest("rye", upgrades=([], ["T1 9"]), stored=(tokens(wheat=9), {})).asks == ("surplus", 0)


def test_t2_adds_spaces_for_water_only() -> None:
    two = (["T2 2"], [])
    assert harvest("water", upgrades=two, stored=(tokens(wheat=9, water=1), {})).asks is None
    assert harvest("water", upgrades=two, stored=(tokens(wheat=9, water=2), {})).asks == ("surplus", 0)
    assert harvest("rye", upgrades=two, stored=(tokens(wheat=9), {})).asks == ("surplus", 0)


def test_t2_copies_add_up() -> None:
    game = harvest("water", upgrades=(["T2 1", "T2 3"], []), stored=(tokens(wheat=9, water=3), {}))
    assert game.asks is None
    assert game.stored(0) == tokens(wheat=9, water=4)


def test_water_that_lies_in_water_only_spaces_is_not_offered() -> None:
    game = harvest("rye", upgrades=(["T2 2"], []), stored=(tokens(wheat=9, water=2), {}))
    assert game.options() == {"wheat", "rye"}
    game = harvest("rye", upgrades=(["T2 2"], []), stored=(tokens(wheat=8, water=3), {}))
    assert game.options() == {"wheat", "rye", "water"}
    game.choose("water")
    assert game.stored(0) == tokens(wheat=8, rye=1, water=2)


def test_a_new_sack_holds_what_its_own_cleaning_brings() -> None:
    game = Situation(
        hands=([beer("sack", effect="T1 1")], plain(1)),
        upgrades=(["B1"], []),
        sold=([beer("ale")], []),
        stored=(tokens(wheat=9), {}),
    )
    game.upgrade("sack")
    assert game.asks is None
    assert game.stored(0) == tokens(wheat=9, water=1)


# C1 and C2: brewery or bakery holds one more


def selling(sold: list, *, upgrades: tuple = ([], [])) -> Situation:
    hands = ([beer("new beer", need=tokens(hops=1)), bread("new bread", need=tokens(wheat=1))], plain(2))
    return Situation(hands=hands, sold=(sold, []), upgrades=upgrades, stored=(tokens(hops=1, wheat=1), {}))


def test_without_hats_brewery_and_bakery_hold_one_each() -> None:
    game = selling([beer("beer 1")])
    assert (game.can_sell("new beer"), game.can_sell("new bread")) == (False, True)
    game = selling([bread("bread 1")])
    assert (game.can_sell("new beer"), game.can_sell("new bread")) == (True, False)


def test_c1_makes_the_brewery_hold_one_more_but_not_the_bakery() -> None:
    first = [beer("beer 1"), bread("bread 1")]
    game = selling(first, upgrades=(["C1"], []))
    assert (game.can_sell("new beer"), game.can_sell("new bread")) == (True, False)
    assert not selling([*first, beer("beer 2")], upgrades=(["C1"], [])).can_sell("new beer")
    assert not selling(first, upgrades=([], ["C1"])).can_sell("new beer")


def test_c1_copies_add_up() -> None:
    assert selling([beer("beer 1"), beer("beer 2")], upgrades=(["C1", "C1"], [])).can_sell("new beer")
    assert not selling([beer("1"), beer("2"), beer("3")], upgrades=(["C1", "C1"], [])).can_sell("new beer")


def test_c2_makes_the_bakery_hold_one_more_but_not_the_brewery() -> None:
    first = [beer("beer 1"), bread("bread 1")]
    game = selling(first, upgrades=(["C2"], []))
    assert (game.can_sell("new beer"), game.can_sell("new bread")) == (False, True)
    assert not selling([*first, bread("bread 2")], upgrades=(["C2"], [])).can_sell("new bread")


def test_c2_copies_add_up() -> None:
    assert selling([bread("bread 1"), bread("bread 2")], upgrades=(["C2", "C2"], [])).can_sell("new bread")
    assert not selling([bread("1"), bread("2"), bread("3")], upgrades=(["C2", "C2"], [])).can_sell("new bread")


# C3 and C4: producing, two or three of one resource stand for one of another


def paying(need: dict, stored: dict, *upgrades: str) -> Situation:
    """Seat 0 may have the beer "brew", of this recipe, to sell."""
    return Situation(hands=([beer("brew", need=need)], plain(1)), stored=(stored, {}), upgrades=(upgrades, []))


def test_c3_two_of_one_resource_stand_for_one_of_the_other() -> None:
    assert not paying(tokens(hops=1), tokens(wheat=2)).can_sell("brew")
    assert not paying(tokens(hops=1), tokens(wheat=1), "C3 wheat hops").can_sell("brew")
    game = paying(tokens(hops=1), tokens(wheat=3), "C3 wheat hops")
    game.sell("brew")
    game.choose("2 wheat")
    assert game.stored(0) == tokens(wheat=1)
    assert game.supply()["wheat"] == 10, "18 less 7 on the field less the 1 left"
    assert game.cards("in_place", 0) == {"brew"}


def test_c3_works_in_its_direction_only_and_with_one_resource_only() -> None:
    assert not paying(tokens(wheat=1), tokens(hops=2), "C3 wheat hops").can_sell("brew")
    assert not paying(tokens(hops=1), tokens(wheat=1, rye=1), "C3 wheat hops", "C3 rye hops").can_sell("brew")


def test_c3_may_be_used_any_number_of_times() -> None:
    game = paying(tokens(hops=3), tokens(wheat=6), "C3 wheat hops")
    game.sell("brew")
    game.choose("2 wheat", "2 wheat", "2 wheat")
    assert game.stored(0) == {}
    assert not paying(tokens(hops=3), tokens(wheat=5), "C3 wheat hops").can_sell("brew")


def test_c3_copies_of_one_pair_do_no_more_than_one() -> None:
    assert not paying(tokens(hops=1), tokens(wheat=1), "C3 wheat hops", "C3 wheat hops").can_sell("brew")
    game = paying(tokens(hops=1), tokens(wheat=2), "C3 wheat hops", "C3 wheat hops")
    game.sell("brew")
    assert game.options() == {"2 wheat"}


def test_c4_three_of_one_resource_stand_for_one_of_the_other_and_water_may_too() -> None:
    assert not paying(tokens(rye=1), tokens(water=2), "C4 water rye").can_sell("brew")
    game = paying(tokens(rye=1), tokens(water=4), "C4 water rye")
    game.sell("brew")
    game.choose("3 water")
    assert game.stored(0) == tokens(water=1)
    assert game.supply()["water"] == 3


def test_c4_works_in_its_direction_only_and_its_copies_do_no_more_than_one() -> None:
    assert not paying(tokens(water=1), tokens(rye=3), "C4 water rye").can_sell("brew")
    assert not paying(tokens(rye=1), tokens(water=2), "C4 water rye", "C4 water rye").can_sell("brew")


def test_substitutions_may_be_mixed_within_one_resource() -> None:
    game = paying(tokens(barley=3), tokens(barley=1, wheat=2, rye=3), "C3 wheat barley", "C4 rye barley")
    game.sell("brew")
    game.choose("plain", "2 wheat", "3 rye")
    assert game.stored(0) == {}
    assert game.cards("in_place", 0) == {"brew"}


def test_the_payer_may_substitute_even_where_the_plain_recipe_is_in_store() -> None:
    game = paying(tokens(hops=1), tokens(hops=1, wheat=3), "C3 wheat hops", "C4 wheat hops")
    game.sell("brew")
    assert game.options() == {"plain", "2 wheat", "3 wheat"}
    game.choose("3 wheat")
    assert game.stored(0) == tokens(hops=1)


def test_plain_is_not_offered_where_the_token_must_stand_in_for_another() -> None:
    """Wheat 1 and barley 1 are due; the two wheat must stand in for barley, so the wheat is paid with rye."""
    game = paying(tokens(wheat=1, barley=1), tokens(wheat=2, rye=2), "C3 wheat barley", "C3 rye wheat")
    game.sell("brew")
    assert game.options() == {"2 rye"}
    game.choose("2 rye")
    assert game.options() == {"2 wheat"}
    game.choose("2 wheat")
    assert game.stored(0) == {}


def test_each_token_pays_once() -> None:
    assert not paying(tokens(wheat=1, hops=1), tokens(wheat=2), "C3 wheat hops").can_sell("brew")
    assert paying(tokens(wheat=1, hops=1), tokens(wheat=3), "C3 wheat hops").can_sell("brew")


def test_only_stored_tokens_stand_in_so_there_are_no_chains() -> None:
    assert not paying(tokens(barley=1), tokens(rye=4), "C3 rye wheat", "C3 wheat barley").can_sell("brew")


def test_the_opponents_hats_do_not_help() -> None:
    game = Situation(
        hands=([beer("brew", need=tokens(hops=1))], plain(1)),
        stored=(tokens(wheat=3), {}),
        upgrades=([], ["C3 wheat hops", "C4 wheat hops"]),
    )
    assert not game.can_sell("brew")


# B1 to B5: cleaning


def cleaning(
    sold: list, *, upgrades: tuple = ([], []), card: str = "E9", stored: dict | None = None, fields: dict | None = None, **rules
) -> Situation:
    """Seat 0 tucks a card with the effect, and so cleans."""
    game = Situation(
        hands=([beer("tucked", effect=card)], plain(1)),
        sold=(sold, []),
        upgrades=upgrades,
        stored=(stored or {}, {}),
        fields=fields,
        **rules,
    )
    game.upgrade("tucked")
    return game


ALE, STOUT = beer("ale"), beer("stout")
LOAF, BUN = bread("loaf"), bread("bun")


def test_b1_brings_one_water_for_each_beer_cleaned() -> None:
    assert cleaning([ALE], upgrades=(["B1"], [])).stored(0) == tokens(water=1)
    assert cleaning([ALE, STOUT, LOAF], upgrades=(["B1", "C1"], [])).stored(0) == tokens(water=2)


def test_b1_brings_nothing_for_bread_nor_to_the_other_player_nor_beyond_the_river() -> None:
    assert cleaning([LOAF], upgrades=(["B1"], [])).stored(0) == {}
    assert cleaning([ALE], upgrades=([], ["B1"])).stored(1) == {}
    assert cleaning([ALE, STOUT], upgrades=(["B1", "C1"], []), fields=tokens(water=1)).stored(0) == tokens(water=1)


def test_b1_copies_add_up() -> None:
    assert cleaning([ALE, STOUT], upgrades=(["B1", "B1", "C1"], [])).stored(0) == tokens(water=4)


def test_b2_brings_one_water_for_each_bread_cleaned_and_copies_add_up() -> None:
    assert cleaning([LOAF, ALE], upgrades=(["B2"], [])).stored(0) == tokens(water=1)
    assert cleaning([LOAF, BUN], upgrades=(["B2", "C2"], [])).stored(0) == tokens(water=2)
    assert cleaning([LOAF, BUN], upgrades=(["B2", "B2", "C2"], [])).stored(0) == tokens(water=4)


def test_b2_brings_nothing_for_beer() -> None:
    assert cleaning([ALE], upgrades=(["B2"], [])).stored(0) == {}


def test_b3_brings_two_of_its_resource_once_a_cleaning_of_beer_only() -> None:
    assert cleaning([ALE], upgrades=(["B3 rye"], [])).stored(0) == tokens(rye=2)
    assert cleaning([ALE, STOUT], upgrades=(["B3 rye", "C1"], [])).stored(0) == tokens(rye=2)
    assert cleaning([ALE, LOAF], upgrades=(["B3 rye"], [])).stored(0) == {}
    assert cleaning([LOAF], upgrades=(["B3 rye"], [])).stored(0) == {}


def test_b3_copies_add_up_and_take_what_the_field_has() -> None:
    assert cleaning([ALE], upgrades=(["B3 rye", "B3 rye", "B3 hops"], [])).stored(0) == tokens(rye=4, hops=2)
    assert cleaning([ALE], upgrades=(["B3 rye"], []), fields=tokens(rye=1)).stored(0) == tokens(rye=1)


def test_b4_brings_two_of_its_resource_once_a_cleaning_of_bread_only() -> None:
    assert cleaning([LOAF], upgrades=(["B4 hops"], [])).stored(0) == tokens(hops=2)
    assert cleaning([LOAF, BUN], upgrades=(["B4 hops", "C2"], [])).stored(0) == tokens(hops=2)
    assert cleaning([LOAF, ALE], upgrades=(["B4 hops"], [])).stored(0) == {}
    assert cleaning([ALE], upgrades=(["B4 hops"], [])).stored(0) == {}


def test_b4_copies_add_up() -> None:
    assert cleaning([LOAF], upgrades=(["B4 hops", "B4 hops"], [])).stored(0) == tokens(hops=4)


def test_b5_brings_two_water_once_a_cleaning_of_both() -> None:
    assert cleaning([ALE, LOAF], upgrades=(["B5"], [])).stored(0) == tokens(water=2)
    assert cleaning([ALE, STOUT, LOAF, BUN], upgrades=(["B5", "C1", "C2"], [])).stored(0) == tokens(water=2)
    assert cleaning([ALE], upgrades=(["B5"], [])).stored(0) == {}
    assert cleaning([LOAF], upgrades=(["B5"], [])).stored(0) == {}


def test_b5_copies_add_up() -> None:
    assert cleaning([ALE, LOAF], upgrades=(["B5", "B5"], [])).stored(0) == tokens(water=4)


def test_a_cleaning_of_nothing_pays_nothing() -> None:
    assert cleaning([], upgrades=(["B1", "B2", "B3 rye", "B4 rye", "B5"], [])).stored(0) == {}


@pytest.mark.parametrize(
    ("effect", "sold", "brought"),
    [
        ("B1", [ALE], tokens(water=1)),
        ("B2", [LOAF], tokens(water=1)),
        ("B3 wheat", [ALE], tokens(wheat=2)),
        ("B4 wheat", [LOAF], tokens(wheat=2)),
        ("B5", [ALE, LOAF], tokens(water=2)),
    ],
)
def test_a_new_broom_sweeps_at_once_unless_the_cleaning_comes_first(effect: str, sold: list, brought: dict) -> None:
    assert cleaning(sold, card=effect).stored(0) == brought
    assert cleaning(sold, card=effect, clean_order="clean_first").stored(0) == {}


def test_all_brooms_of_a_cleaning_are_one_batch_with_one_surplus() -> None:
    game = cleaning([ALE], upgrades=(["B1", "B3 rye"], []), stored=tokens(wheat=8))
    assert game.asks == ("surplus", 0)
    assert game.stored(0) == tokens(wheat=8, rye=2, water=1)
    game.choose("rye", "rye")
    assert game.asks == ("accept", 1)
    game.choose(None)
    assert game.stored(0) == tokens(wheat=8, water=1)


# E1 to E9: coins at the end. Cards are worth what is printed, so the totals below add up by hand.


def final(plaza: list, *upgrades: str, others: list | None = None, stored: tuple = ({}, {}), in_place: list | None = None):
    """Beer and bread total of seat 0 at the end of year 6."""
    game = Situation(
        "windmill",
        year=6,
        plaza=(plaza, []),
        sold=(in_place or [], []),
        upgrades=(upgrades, others or []),
        stored=stored,
    )
    game.run_on()
    return game.final(0)


def beers(*coins: int) -> list:
    return [beer(f"beer {number} of {worth}", coins=worth) for number, worth in enumerate(coins)]


def breads(*coins: int) -> list:
    return [bread(f"bread {number} of {worth}", coins=worth) for number, worth in enumerate(coins)]


ALL_BEERS, ALL_BREADS = beers(4, 5, 6, 7, 8, 9), breads(4, 5, 6, 7, 8, 9)
"""39 coins each, two cards of each band."""


def test_without_upgrades_the_totals_are_the_printed_coins_of_cards_cleaned_and_in_place() -> None:
    assert final([*ALL_BEERS, *breads(4)]) == (39, 4)
    assert final([], in_place=[*beers(9), *breads(5)]) == (9, 5)


@pytest.mark.parametrize(("effect", "low", "high"), [("E1", 4, 5), ("E2", 6, 7), ("E3", 8, 9)])
def test_e1_e2_e3_add_one_for_each_card_of_their_band_to_its_own_type(effect: str, low: int, high: int) -> None:
    assert final([*ALL_BEERS, *ALL_BREADS], effect) == (41, 41)
    assert final(beers(low, low, high), effect) == (2 * low + high + 3, 0)
    assert final(breads(high), effect) == (0, high + 1)
    others = [coins for coins in range(4, 10) if coins not in (low, high)]
    assert final(beers(*others), effect) == (sum(others), 0)


@pytest.mark.parametrize("effect", ["E1", "E2", "E3"])
def test_e1_e2_e3_copies_add_up_and_the_opponents_do_not_count(effect: str) -> None:
    assert final(ALL_BEERS, effect, effect) == (43, 0)
    assert final(ALL_BEERS, others=[effect]) == (39, 0)


def test_e1_e2_e3_go_by_printed_coins_so_one_does_not_lift_a_card_into_the_next_band() -> None:
    assert final(beers(5), "E1", "E2") == (6, 0)
    assert final(beers(7), "E2", "E3") == (8, 0)


def test_e1_counts_cards_still_in_brewery_and_bakery() -> None:
    assert final(beers(4), "E1", in_place=breads(5)) == (5, 6)


def test_e4_adds_one_for_every_two_beers_rounded_down_for_each_copy() -> None:
    assert final([*beers(4, 4), *breads(4, 4)], "E4") == (9, 8)
    assert final(beers(4, 4, 4), "E4") == (13, 0)
    assert final(beers(4, 4, 4), "E4", "E4") == (14, 0)
    assert final(beers(4), "E4", "E4") == (4, 0)
    assert final(beers(4, 4, 4), "E4", in_place=[beer("fourth")]) == (18, 0)


def test_e5_adds_one_for_every_two_breads_rounded_down_for_each_copy() -> None:
    assert final([*beers(4, 4), *breads(4, 4)], "E5") == (8, 9)
    assert final(breads(4, 4, 4), "E5", "E5") == (0, 14)
    assert final(breads(4), "E5") == (0, 4)


def test_e6_adds_two_for_strictly_more_upgrades_than_the_opponent() -> None:
    assert final([], "E6") == (2, 0)
    assert final([], "E6", others=["T1 1"]) == (0, 0)
    assert final([], "E6", "T1 1", others=["T1 1"]) == (2, 0)
    assert final([], "E6", others=["T1 1", "T1 1"]) == (0, 0)


def test_e6_copies_add_up_each_goes_whole_to_beer_or_bread() -> None:
    assert final([], "E6", "E6") == (2, 2)
    assert final(beers(4), "E6", "E6") == (4, 4)


def test_e7_adds_two_for_at_least_two_more_stored_tokens() -> None:
    assert final([], "E7", stored=(tokens(rye=3), tokens(hops=1))) == (2, 0)
    assert final([], "E7", stored=(tokens(rye=2), tokens(hops=1))) == (0, 0)
    assert final([], "E7", stored=(tokens(rye=1), tokens(hops=3))) == (0, 0)
    assert final([], "E7", stored=({}, {})) == (0, 0)


def test_e7_counts_water_in_water_only_spaces_of_both() -> None:
    assert final([], "E7", "T2 2", stored=(tokens(wheat=9, water=2), tokens(rye=9))) == (2, 0)
    assert final([], "E7", others=["T2 2"], stored=(tokens(wheat=9), tokens(rye=6, water=2))) == (0, 0)


def test_e7_copies_add_up() -> None:
    assert final([], "E7", "E7", stored=(tokens(rye=2), {})) == (2, 2)


def test_e8_adds_two_for_all_three_kinds_of_bread() -> None:
    assert final(breads(4, 6, 8), "E8") == (2, 18)
    assert final(breads(5, 7, 9), "E8") == (2, 21)
    assert final(breads(4, 5, 6, 7), "E8") == (0, 22)
    assert final(beers(4, 6, 8), "E8") == (18, 0)
    assert final(breads(4, 6), "E8", in_place=breads(8)[:1]) == (2, 18)


def test_e9_adds_two_for_all_three_kinds_of_beer_where_they_help_most() -> None:
    assert final(beers(4, 6, 8), "E9") == (18, 2)
    assert final(beers(6, 7, 8, 9), "E9") == (30, 0)
    assert final(breads(4, 6, 8), "E9") == (0, 18)


def test_e8_and_e9_copies_add_up() -> None:
    assert final(breads(4, 6, 8), "E8", "E8") == (4, 18)
    assert final(beers(4, 6, 8), "E9", "E9") == (18, 4)
    assert final([*beers(4, 6, 8), *breads(4, 6, 8)], "E8", "E9") == (20, 20)


@pytest.mark.parametrize(
    ("printed_beer", "printed_bread", "bonuses", "totals"),
    [
        ((5, 5), (9,), 1, (10, 11)),  # on bread: lower total 10; on beer it would be 9
        ((9,), (5, 5), 1, (11, 10)),
        ((5, 5), (5, 5), 1, (12, 10)),  # the lower total is 10 either way, so on beer
        ((8,), (4, 9), 2, (12, 13)),
        ((8,), (4, 9), 3, (14, 13)),  # 13 with three on beer, 12 with two
        ((5, 5), (4, 7), 2, (12, 13)),  # one each: 12; both on beer 11, both on bread 10
        ((4,), (9, 9), 3, (10, 18)),
        ((), (9,), 1, (2, 9)),
        ((9, 8), (9, 9), 1, (19, 18)),  # 17 and 18: on beer the lower is 18
        ((9, 8), (8, 8), 1, (17, 18)),  # 17 and 16: on bread the lower is 17
    ],
)
def test_bonuses_of_two_are_indivisible_and_placed_to_lift_the_lower_total_and_on_beer_where_that_is_equal(
    printed_beer: tuple[int, ...], printed_bread: tuple[int, ...], bonuses: int, totals: tuple[int, int]
) -> None:
    assert final([*beers(*printed_beer), *breads(*printed_bread)], *["E6"] * bonuses) == totals


def test_either_bonuses_of_all_kinds_are_placed_together_after_the_fixed_ones() -> None:
    """Beer 18 + 1 (E4: 3 cards) = 19, bread 9; E6, E7 and E9 bring three bonuses, all on bread: 15."""
    game = Situation(
        "windmill",
        year=6,
        plaza=([*beers(4, 6, 8), *breads(9)], []),
        upgrades=(["E4", "E6", "E7", "E9"], []),
        stored=(tokens(rye=2), {}),
    )
    game.run_on()
    assert game.final(0) == (19, 15)
    assert game.metric("score", 0) == 15
    assert game.metric("coin_bonus", 0) == 7
