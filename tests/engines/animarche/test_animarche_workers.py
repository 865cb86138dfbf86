"""The worker actions of Animarche, hiring, discounts and managers' gains, rule by rule."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engines.animarche.conftest import (
    Situation,
    ad,
    basic,
    building,
    cut,
    edition_of,
    face,
    gain,
    manager,
    special,
)

TOWN = edition_of(
    [
        basic("cafe", face(seats=1, on_build=gain(1, 1, 1)), face(seats=2, on_build=gain(0, 0, 2)), upgrade=(3, 2)),
        basic("office", face(worker_seats=1), face(worker_seats=2), upgrade=(1, 0)),
        basic("bakery", copies=4),
        special("palace", face(on_build=gain(2))),
    ]
)


# Passing, and who has no worker


def test_each_player_does_one_action_a_turn_and_passes_when_he_likes() -> None:
    game = Situation(TOWN, workers=[1, 2, 1, 0], start=0)
    asked = []
    for choice in [("take", "coin"), ("take", "wood"), ("pass",), ("pass",), ("pass",), ("take", "wood")]:
        asked.append(game.asks)
        game.choose(*choice)
    assert asked == [("work", seat) for seat in (0, 1, 2, 3, 0, 1)]
    assert game.asks == ("work", 1)
    assert game.options() == {("pass",)}, "who has no worker at home passes"
    assert game.workers(2) == (1, 0, 0, 0), "a pass uses no worker"
    assert game.metric("workers_idle", 2) == 1


def test_a_pass_is_final_for_the_phase() -> None:
    game = Situation(TOWN, workers=[2, 2, 0, 0])
    game.choose("pass")
    game.choose("take", "coin")
    game.choose("pass")
    game.choose("pass")
    assert game.asks == ("work", 1)


# Build


def test_a_basic_shop_costs_four_coins_and_its_on_build_gain_comes_at_once() -> None:
    game = Situation(TOWN, coins=[5], wood=[1])
    game.choose("build", "cafe", 2, "front")
    assert game.shop(0, 2) == "cafe"
    assert game.has(0) == (5 - 4 + 1, 1 + 1, 1)
    assert game.workers(0) == (1, 1, 0, 0)
    assert game.supply("cafe") == 0
    assert (game.metric("vp_income", 0), game.metric("coins_spent", 0), game.metric("built", 0)) == (1, 4, 1)


def test_a_special_shop_costs_three_coins_and_one_wood() -> None:
    game = Situation(TOWN, coins=[3], wood=[1])
    assert {option for option in game.options("build") if option[1] == "palace"} == {
        ("build", "palace", plot, "front") for plot in range(4)
    }
    game.choose("build", "palace", 0, "front")
    assert game.has(0) == (2, 0, 0)
    assert not Situation(TOWN, coins=[3], wood=[0]).options("build")
    assert not Situation(TOWN, coins=[2], wood=[1]).options("build")


@pytest.mark.parametrize(
    ("coins", "wood", "sides"), [(3, 2, set()), (4, 9, {"front"}), (7, 1, {"front"}), (7, 2, {"front", "back"})]
)
def test_building_and_upgrading_at_once_costs_both(coins: int, wood: int, sides: set[str]) -> None:
    game = Situation(TOWN, coins=[coins], wood=[wood])
    assert {option[3] for option in game.options("build") if option[1] == "cafe"} == sides


def test_building_and_upgrading_at_once_is_one_action_with_the_on_build_gain_of_the_back() -> None:
    game = Situation(TOWN, coins=[7], wood=[2])
    game.choose("build", "cafe", 1, "back")
    assert game.shop(0, 1) == "cafe back"
    assert game.has(0) == (0, 0, 2)
    assert game.workers(0) == (1, 1, 0, 0)
    assert (game.metric("built", 0), game.metric("built_upgraded", 0), game.metric("upgraded", 0)) == (1, 1, 0)


def test_a_shop_is_built_on_an_own_free_plot() -> None:
    game = Situation(TOWN, coins=[4], plots=[{0: "store", 2: "palace"}])
    assert {option[2] for option in game.options("build")} == {1, 3}
    assert not Situation(TOWN, coins=[9], plots=[{0: "store", 1: "cafe", 2: "office", 3: "palace"}]).options("build")


@pytest.mark.parametrize("standing", ["bakery", "bakery back"])
def test_no_second_copy_of_a_card_on_either_face(standing: str) -> None:
    game = Situation(TOWN, coins=[20], wood=[9], plots=[{0: standing}])
    assert "bakery" not in {option[1] for option in game.options("build")}
    game.choose("pass")
    assert game.options("build") == set(), "the others have no coins"
    game = Situation(TOWN, actor=1, coins=[0, 20], wood=[0, 9], plots=[{0: standing}])
    assert "bakery" in {option[1] for option in game.options("build")}, "another player may have one"


def test_what_is_not_in_the_supply_cannot_be_built() -> None:
    game = Situation(TOWN, coins=[20], wood=[9], plots=[{}, {0: "cafe"}])
    assert "cafe" not in {option[1] for option in game.options("build")}


def test_special_shops_have_no_back() -> None:
    assert {option[3] for option in Situation(TOWN, coins=[30], wood=[15]).options("build") if option[1] == "palace"} == {
        "front"
    }


def test_cards_for_more_players_are_out() -> None:
    edition = edition_of([special("old restaurant", min_players=3)])
    for players, there in ((2, False), (3, True), (4, True)):
        game = Situation(edition, players=players, coins=[30], wood=[15])
        assert ("old restaurant" in {option[1] for option in game.options("build")}) is there


# Hiring


def test_the_second_third_and_fourth_shop_hire_a_worker_each_usable_from_the_next_round() -> None:
    game = Situation(TOWN, workers=[5], coins=[30], wood=[9], plots=[{0: "store"}])
    for hired, (shop, plot) in enumerate([("cafe", 1), ("office", 2), ("palace", 3)], start=1):
        game.choose("build", shop, plot, "front")
        assert game.workers(0)[2] == hired
        game.all_pass_to(0)
    game.all_pass()
    assert game.asks == ("attract", 0)
    assert game.workers(0) == (8, 0, 0, 0)


def test_a_hired_worker_does_nothing_in_the_round_of_his_hire() -> None:
    game = Situation(TOWN, workers=[1], coins=[8], plots=[{0: "store"}])
    game.choose("build", "cafe", 1, "front")
    assert game.workers(0) == (0, 1, 1, 0)
    game.all_pass_to(0)
    assert game.options() == {("pass",)}


def test_of_six_workers_one_marks_the_score_so_nobody_ever_has_more_than_five() -> None:
    game = Situation(TOWN, coins=[30], wood=[15], plots=[{0: "store"}])
    for shop, plot in (("cafe", 1), ("office", 2)):
        game.choose("build", shop, plot, "front")
        game.all_pass_to(0)
    game.all_pass("work")
    game.all_pass("attract", "sell")
    assert game.workers(0) == (4, 0, 0, 0)
    game.choose("build", "palace", 3, "front")
    game.all_pass("work")
    game.all_pass("attract")
    assert game.workers(0) == (5, 0, 0, 0)
    game.choose("sell", 3)
    game.all_pass("sell")
    game.choose("build", "bakery", 3, "front")
    game.all_pass("work")
    assert game.workers(0) == (5, 0, 0, 0)


def test_a_count_that_was_reached_before_hires_nobody() -> None:
    game = Situation(TOWN, stage="sell", coins=[8], plots=[{0: "store", 1: "office"}])
    game.choose("sell", 1)
    game.all_pass("sell")
    game.choose("build", "office", 1, "front")
    assert game.workers(0) == (1, 1, 0, 0)


def test_selling_never_costs_a_worker() -> None:
    game = Situation(TOWN, stage="sell", workers=[3], plots=[{0: "store", 1: "office"}])
    game.choose("sell", 0)
    assert game.workers(0) == (3, 0, 0, 0)


# Upgrade


def test_an_upgrade_costs_the_cards_upgrade_cost_and_brings_no_on_build_gain() -> None:
    game = Situation(TOWN, coins=[3], wood=[2], plots=[{1: "cafe"}])
    assert game.options("upgrade") == {("upgrade", 1)}
    game.choose("upgrade", 1)
    assert game.shop(0, 1) == "cafe back"
    assert game.has(0) == (0, 0, 0)
    assert (game.metric("upgraded", 0), game.metric("built", 0)) == (1, 0)


def test_a_shop_may_be_upgraded_in_the_round_of_its_building_with_another_worker() -> None:
    game = Situation(TOWN, coins=[6], wood=[1])
    game.choose("build", "cafe", 1, "front")
    game.all_pass_to(0)
    game.choose("upgrade", 1)
    assert game.shop(0, 1) == "cafe back"
    assert game.has(0) == (6 - 4 + 1 - 3, 1 + 1 - 2, 1), "with the on-build gain of the front"
    assert game.workers(0) == (0, 2, 0, 0)


def test_only_a_basic_shop_with_its_front_up_that_one_can_pay_for_is_upgraded() -> None:
    game = Situation(TOWN, coins=[30], wood=[15], plots=[{0: "cafe back", 1: "palace", 2: "office"}])
    assert game.options("upgrade") == {("upgrade", 2)}
    assert not Situation(TOWN, coins=[2], wood=[2], plots=[{1: "cafe"}]).options("upgrade")
    assert not Situation(TOWN, coins=[3], wood=[1], plots=[{1: "cafe"}]).options("upgrade")


def test_animals_and_visitors_keep_their_seats_at_an_upgrade() -> None:
    game = Situation(TOWN, actor=1, coins=[9], wood=[9], plots=[{1: "cafe", 2: "office"}])
    game.put_animals(0, 0, 1)
    game.choose("visit", 0, 2)
    assert not game.options("visit"), "the office's one seat is taken"
    game.all_pass_to(0)
    game.choose("upgrade", 1)
    game.all_pass_to(0)
    game.choose("upgrade", 2)
    assert game.animals(0) == [0, 1, 0, 0]
    assert game.seat(0)["visitors"].tolist() == [0, 0, 1, 0]
    assert game.seat(0)["free_seats"].tolist() == [0, 1, 0, 0]
    assert game.seat(0)["free_worker_seats"].tolist() == [0, 0, 1, 0]


# Discounts

DISCOUNTS = edition_of(
    [
        basic(
            "lumber", face(discount=cut("build upgrade", coins=1)), face(discount=cut("build upgrade", coins=2)), upgrade=(2, 0)
        ),
        basic("mill", face(discount=cut("upgrade", wood=1)), upgrade=(2, 2)),
        basic("cafe", upgrade=(3, 2)),
        basic("gift", upgrade=(0, 0)),
        special("palace"),
        special("town hall", face(discount=cut("public", coins=9, wood=1))),
        special("harbour", face(discount=cut("move", wood=1))),
    ],
    managers=[
        manager("planner", discount=cut("public move", wood=1)),
        manager("mason", discount=cut("build", coins=1, wood=1)),
    ],
)


def cheapest(action: tuple, plots: dict[int, str], *, name: str = "") -> tuple[int, int]:
    """The coins and wood that an action costs: the least of either with which it is an option."""

    def possible(coins: int, wood: int) -> bool:
        return action in Situation(DISCOUNTS, coins=[coins], wood=[wood], plots=[plots], managers=[name]).options()

    return min(c for c in range(31) if possible(c, 15)), min(w for w in range(16) if possible(30, w))


BUILD = ("build", "cafe", 3, "front")
AT_ONCE = ("build", "cafe", 3, "back")


def test_without_discounts_costs_are_as_printed() -> None:
    assert cheapest(BUILD, {}) == (4, 0)
    assert cheapest(AT_ONCE, {}) == (7, 2)
    assert cheapest(("upgrade", 0), {0: "cafe"}) == (3, 2)
    assert cheapest(("build", "palace", 3, "front"), {}) == (3, 1)


def test_a_discount_that_names_building_and_upgrading_counts_once_for_both_at_once() -> None:
    assert cheapest(BUILD, {0: "lumber"}) == (3, 0)
    assert cheapest(AT_ONCE, {0: "lumber"}) == (6, 2)
    assert cheapest(("upgrade", 1), {0: "lumber", 1: "cafe"}) == (2, 2)


def test_a_discount_that_names_one_of_both_counts_for_both_at_once() -> None:
    assert cheapest(BUILD, {0: "mill"}) == (4, 0)
    assert cheapest(AT_ONCE, {0: "mill"}) == (7, 1)
    assert cheapest(AT_ONCE, {}, name="mason") == (6, 1)
    assert cheapest(("upgrade", 1), {1: "cafe"}, name="mason") == (3, 2)


def test_discounts_add_up_with_the_managers_and_special_shops_have_them_too() -> None:
    assert cheapest(AT_ONCE, {0: "lumber back", 1: "mill"}, name="mason") == (7 - 2 - 1, 2 - 1 - 1)
    assert cheapest(("build", "palace", 3, "front"), {0: "lumber back"}, name="mason") == (0, 0)


def test_a_cost_is_never_below_nothing() -> None:
    game = Situation(DISCOUNTS, coins=[1], wood=[0], plots=[{0: "lumber back", 1: "gift"}])
    game.choose("upgrade", 1)
    assert game.has(0) == (1, 0, 0)


def test_the_card_being_built_gives_no_discount_and_the_card_being_upgraded_gives_its_basic_faces() -> None:
    assert cheapest(("build", "lumber", 0, "front"), {}) == (4, 0)
    assert cheapest(("build", "lumber", 0, "back"), {}) == (6, 0)
    assert cheapest(("upgrade", 0), {0: "lumber"}) == (1, 0)


def test_a_discount_ends_with_the_sale_of_its_shop() -> None:
    game = Situation(DISCOUNTS, stage="sell", coins=[3], plots=[{0: "lumber"}])
    game.choose("sell", 0)
    game.all_pass("sell")
    assert not game.options("build")


def test_public_buildings_and_moving_them_have_discounts_of_their_own() -> None:
    pair = ((0, 0), (0, 1))
    assert cheapest(("public", "monument", pair), {}) == (0, 2)
    assert cheapest(("public", "monument", pair), {0: "town hall"}) == (0, 1)
    assert cheapest(("public", "monument", pair), {0: "town hall"}, name="planner") == (0, 0)
    for plots, name, wood in (({}, "", 3), ({0: "harbour"}, "", 2), ({0: "harbour"}, "planner", 1), ({0: "town hall"}, "", 3)):
        game = Situation(DISCOUNTS, wood=[wood], plots=[plots], managers=[name])
        game.put_building("monument", (0, 0), (0, 1))
        game.choose("remove", pair)
        assert game.has(0) == (0, 0, 0)
        game = Situation(DISCOUNTS, wood=[wood - 1], plots=[plots], managers=[name])
        game.put_building("monument", (0, 0), (0, 1))
        assert not game.options("remove") | game.options("move")


# Visit

INN = edition_of(
    [
        basic("inn", face(worker_seats=2, visitor=gain(2, 1, 0), owner=gain(0, 0, 1))),
        basic("club", face(worker_seats=1, visitor=gain(vp=3), owner=gain(1)), copies=4),
    ],
    managers=[manager("traveller", on_visit=gain(1, 0, 1))],
)


def test_a_visit_pays_visitor_and_owner_and_takes_a_seat() -> None:
    game = Situation(INN, plots=[{0: "club"}, {}, {2: "inn"}])
    assert game.options("visit") == {("visit", 2, 2)}, "not an own shop"
    game.choose("visit", 2, 2)
    assert game.has(0) == (2, 1, 0)
    assert game.has(2) == (0, 0, 1)
    assert game.workers(0) == (1, 1, 0, 0)
    assert (game.metric("coins_visits_made", 0), game.metric("vp_visits_received", 2)) == (2, 1)
    assert (game.metric("visits", 0), game.metric("visited", 2)) == (1, 1)


def test_a_shop_takes_as_many_visits_as_it_has_worker_seats_also_of_one_player() -> None:
    game = Situation(INN, workers=[3], plots=[{}, {}, {2: "inn"}])
    for left in (1, 0):
        game.choose("visit", 2, 2)
        game.all_pass_to(0)
        assert bool(game.options("visit")) == bool(left)
    assert game.has(0) == (4, 2, 0)


def test_the_managers_gain_on_visit_is_for_his_own_visits_only() -> None:
    game = Situation(INN, managers=["traveller"], plots=[{0: "club"}, {3: "club"}])
    game.choose("visit", 1, 3)
    assert game.has(0) == (1, 0, 3 + 1)
    assert game.has(1) == (1, 0, 0)
    game.choose("visit", 0, 0)
    assert game.has(0) == (1 + 1, 0, 4), "as an owner he gets the owner's reward only"
    assert game.metric("vp_visits_made", 0) == 4


def test_rewards_beyond_the_caps_are_lost_for_visitor_and_owner() -> None:
    game = Situation(INN, coins=[29, 30], wood=[15], plots=[{}, {3: "inn", 0: "club"}])
    game.choose("visit", 1, 3)
    assert game.has(0) == (30, 15, 0)
    game.all_pass_to(0)
    game.choose("visit", 1, 0)
    assert game.has(1) == (30, 0, 1)


# Ads

ADS = edition_of(
    ads=[
        ad("paper", "4:5 2:1", "3:4 3:4", card_vp=9),
        ad("poster", "2:2 1:1", "2:2 1:1"),
        ad("radio", "9:9 1:1", "5:5 5:5"),
        ad("screen", "1:1 1:1", "1:1 1:1"),
    ],
    managers=[manager("publicist", on_ad=gain(1, 1, 2))],
)


def test_an_empty_ad_offers_every_slot_that_can_be_paid() -> None:
    game = Situation(ADS, coins=[3])
    assert game.options("ad") == {
        ("ad", "paper", 0, 1), ("ad", "paper", 1, 0), ("ad", "paper", 1, 1), ("ad", "radio", 0, 1),
        *(("ad", "poster", frame, slot) for frame in (0, 1) for slot in (0, 1)),
    }  # fmt: skip


def test_an_ad_with_a_worker_offers_only_the_other_slot_of_the_frame() -> None:
    game = Situation(ADS, coins=[4, 30])
    game.choose("ad", "paper", 0, 0)
    assert game.workers(0) == (1, 0, 0, 1)
    assert game.has(0) == (0, 0, 0), "nothing before it fires"
    assert {option for option in game.options("ad") if option[1] == "paper"} == {("ad", "paper", 0, 1)}


def test_a_paid_up_ad_fires_each_slot_brings_its_vp_and_who_paid_most_takes_the_card() -> None:
    game = Situation(ADS, coins=[2, 4])
    game.choose("ad", "paper", 0, 1)
    game.choose("ad", "paper", 0, 0)
    assert game.has(0) == (0, 0, 1)
    assert game.has(1) == (0, 0, 5)
    assert game.state["seat"]["ads"].tolist() == [0, 1, 0, 0]
    assert game.workers(0) == game.workers(1) == (1, 1, 0, 0), "both come home at this closing"
    assert (game.metric("vp_ads", 0), game.metric("ads_fired", 0), game.metric("ads_taken", 1)) == (1, 1, 1)


def test_on_equal_payments_the_first_payer_takes_the_card() -> None:
    game = Situation(ADS, actor=2, coins=[0, 0, 3, 3])
    game.choose("ad", "paper", 1, 1)
    game.choose("ad", "paper", 1, 0)
    assert game.state["seat"]["ads"].tolist() == [0, 0, 1, 0]


def test_one_player_may_take_both_slots_with_two_actions() -> None:
    game = Situation(ADS, coins=[6])
    game.choose("ad", "paper", 0, 0)
    game.all_pass_to(0)
    game.choose("ad", "paper", 0, 1)
    assert game.has(0) == (0, 0, 6)
    assert game.workers(0) == (0, 2, 0, 0)
    assert game.state["seat"]["ads"].tolist() == [1, 0, 0, 0]


def test_a_fired_ad_is_replaced_at_once_from_the_deck_while_it_lasts() -> None:
    game = Situation(ADS, workers=[6], coins=[30])
    assert [game.ad(place) for place in range(3)] == ["paper", "poster", "radio"]
    expected = [("poster", "screen"), ("screen", "dull ad 4"), ("dull ad 4", None)]
    for old, new in expected:
        assert game.ad(1) == old
        for slot in (0, 1):
            game.choose("ad", old, 0, slot)
            game.all_pass_to(0)
        assert game.ad(1) == new
    assert {option[1] for option in game.options("ad")} <= {"paper", "radio"}


def test_a_worker_on_an_unfired_ad_stays_there_over_the_rounds() -> None:
    game = Situation(ADS, coins=[4, 2])
    game.choose("ad", "paper", 0, 0)
    game.all_pass("work", "attract", "sell")
    assert game.table.is_over
    assert game.metric("workers_stuck", 0) == 1
    game = Situation(ADS, coins=[4, 2])
    game.choose("ad", "paper", 0, 0)
    game.all_pass("work")
    game.all_pass("attract", "sell")
    game.all_pass_to(1)
    game.choose("ad", "paper", 0, 1)
    assert game.has(0)[2] == 5
    game.all_pass("work")
    assert game.workers(0) == (2, 0, 0, 0)


def test_the_managers_gain_on_ad_comes_at_once_for_each_worker_that_he_puts_there() -> None:
    game = Situation(ADS, managers=["publicist"], coins=[4, 2])
    game.choose("ad", "paper", 0, 0)
    assert game.has(0) == (1, 1, 2)
    game.choose("ad", "paper", 0, 1)
    assert game.has(0) == (1, 1, 2 + 5), "nothing for the other's worker"
    assert game.metric("vp_ads", 0) == 7


# Public buildings


def test_a_public_building_costs_wood_brings_vp_at_once_and_stands_on_two_adjacent_squares() -> None:
    game = Situation(wood=[2])
    assert len(game.options("public")) == 3 * 24
    game.choose("public", "monument", ((0, 0), (1, 0)))
    assert game.has(0) == (0, 0, 6)
    assert game.supply("monument") == 1
    assert (game.metric("vp_public", 0), game.metric("public_built", 0)) == (6, 1)
    assert not Situation(wood=[1]).options("public")


@pytest.mark.parametrize(("players", "pairs"), [(4, 24), (3, 12), (2, 10)])
def test_a_public_building_stands_inside_the_plaza(players: int, pairs: int) -> None:
    places = {option[2] for option in Situation(players=players, wood=[2]).options("public")}
    assert len(places) == pairs
    for (row, column), (row2, column2) in places:
        assert (row2 - row, column2 - column) in {(0, 1), (1, 0)}
        assert max(row2, column2) <= 3
        if players == 3:
            assert row != column
            assert row2 != column2
        if players == 2:
            assert row2 <= 1


def test_public_buildings_do_not_overlap() -> None:
    game = Situation(wood=[2])
    game.put_building("stage", (1, 1), (1, 2))
    pairs = {option[2] for option in game.options("public")}
    assert len(pairs) == 24 - 7, "7 pairs have a square of it"
    assert not any({(1, 1), (1, 2)} & set(pair) for pair in pairs)


def test_only_copies_in_the_supply_can_be_built() -> None:
    game = Situation(edition_of(buildings=[building("monument", copies=1), building("stage"), building("site")]), wood=[2])
    game.put_building("monument", (0, 0), (0, 1))
    assert {option[1] for option in game.options("public")} == {"stage", "site"}


def test_a_monument_leaves_the_animals_on_its_squares_as_many_as_they_are() -> None:
    game = Situation(wood=[2])
    game.state["plaza"]["animals"][1] = 0
    game.state["plaza"]["occupied"] &= ~np.uint64(2)
    game.state["plaza"]["aside"] += 1
    game.choose("public", "monument", ((0, 0), (0, 1)))
    assert (game.square(0, 0), game.square(0, 1), game.aside) == (1, 0, 5)
    game.all_pass("work")
    assert (game.square(0, 0), game.square(0, 1), game.aside) == (1, 1, 4)


def test_a_construction_site_clears_squares_of_two_animals_too() -> None:
    """A stage that is moved away leaves two animals on each of its squares."""
    game = Situation(wood=[5])
    game.put_building("stage", (0, 0), (0, 1))
    game.choose("move", ((0, 0), (0, 1)), ((3, 2), (3, 3)))
    game.all_pass_to(0)
    aside = game.aside
    game.choose("public", "site", ((0, 0), (0, 1)))
    assert (game.square(0, 0), game.square(0, 1), game.aside) == (0, 0, aside + 4)


def test_animals_under_a_construction_site_leave_at_once_and_others_stay_on_top() -> None:
    game = Situation(wood=[4])
    game.choose("public", "site", ((0, 0), (0, 1)))
    assert (game.square(0, 0), game.square(0, 1), game.aside) == (0, 0, 6)
    game.all_pass_to(0)
    game.choose("public", "stage", ((3, 0), (3, 1)))
    assert (game.square(3, 0), game.square(3, 1)) == (1, 1), "more animals come at the closing"
    game.all_pass("work")
    assert (game.square(0, 0), game.square(3, 0)) == (0, 2)


def test_moving_costs_three_wood_brings_no_vp_and_may_share_one_square_with_the_old_place() -> None:
    game = Situation(wood=[3])
    game.put_building("monument", (1, 1), (1, 2))
    targets = {option[2] for option in game.options("move")}
    assert ((1, 1), (1, 2)) not in targets, "a move goes to other squares"
    assert len(targets) == 23
    game.choose("move", ((1, 1), (1, 2)), ((1, 2), (1, 3)))
    assert game.has(0) == (0, 0, 0)
    assert game.metric("public_moved", 0) == 1
    assert not Situation(wood=[2]).options("move")


def test_a_building_is_not_moved_onto_another() -> None:
    game = Situation(wood=[3])
    game.put_building("monument", (1, 1), (1, 2))
    game.put_building("stage", (2, 1), (2, 2))
    targets = {option[2] for option in game.options("move") if option[1] == ((1, 1), (1, 2))}
    assert ((0, 1), (1, 1)) in targets
    assert not any({(2, 1), (2, 2)} & set(pair) for pair in targets)
    assert len(targets) == 24 - 7 - 1


@pytest.mark.parametrize("action", ["move", "remove"])
def test_who_built_keeps_his_vp_whatever_becomes_of_the_building(action: str) -> None:
    pair = ((0, 0), (0, 1))
    game = Situation(wood=[2, 3])
    game.choose("public", "monument", pair)
    game.choose(*("move", pair, ((2, 0), (2, 1))) if action == "move" else ("remove", pair))
    assert (game.has(0), game.has(1)) == ((0, 0, 6), (0, 0, 0))


def test_a_moved_building_takes_its_effect_with_it_from_the_next_closing_on() -> None:
    game = Situation(wood=[3])
    game.put_building("stage", (0, 0), (0, 1))
    game.choose("move", ((0, 0), (0, 1)), ((0, 1), (1, 1)))
    assert [game.square(*at) for at in ((0, 0), (0, 1), (1, 1))] == [2, 2, 1], "squares stay as they are"
    game.all_pass("work")
    assert [game.square(*at) for at in ((0, 0), (0, 1), (1, 1))] == [1, 2, 2]


def test_a_moved_construction_site_clears_its_new_squares_at_once_and_frees_the_old_at_closing() -> None:
    game = Situation(wood=[3])
    game.put_building("site", (0, 0), (0, 1))
    game.choose("move", ((0, 0), (0, 1)), ((3, 2), (3, 3)))
    assert [game.square(*at) for at in ((0, 0), (0, 1), (3, 2), (3, 3))] == [0, 0, 0, 0]
    game.all_pass("work")
    assert [game.square(*at) for at in ((0, 0), (0, 1), (3, 2), (3, 3))] == [1, 1, 0, 0]


def test_a_removed_building_returns_to_the_supply_and_its_squares_are_free() -> None:
    game = Situation(wood=[5])
    game.put_building("stage", (0, 0), (0, 1))
    game.choose("remove", ((0, 0), (0, 1)))
    assert game.has(0) == (0, 2, 0)
    assert game.supply("stage") == 2
    game.all_pass_to(0)
    assert ("public", "stage", ((0, 0), (0, 1))) in game.options()
    game.all_pass("work")
    assert (game.square(0, 0), game.square(0, 1)) == (1, 1)


def test_any_players_building_can_be_moved_or_removed() -> None:
    game = Situation(wood=[2, 3])
    game.choose("public", "monument", ((0, 0), (0, 1)))
    assert game.asks == ("work", 1)
    assert ("remove", ((0, 0), (0, 1))) in game.options()


def test_the_managers_gain_on_public_building_is_for_building_and_not_for_moving() -> None:
    edition = edition_of(managers=[manager("planner", on_public=gain(1, 0, 2))])
    game = Situation(edition, managers=["planner"], wood=[5])
    game.choose("public", "monument", ((0, 0), (0, 1)))
    assert game.has(0) == (1, 3, 6 + 2)
    game.all_pass_to(0)
    game.choose("move", ((0, 0), (0, 1)), ((2, 0), (2, 1)))
    assert game.has(0) == (1, 0, 8)
    assert game.metric("vp_public", 0) == 8


# Take


def test_a_worker_may_take_a_coin_or_a_wood() -> None:
    game = Situation(workers=[2])
    game.choose("take", "coin")
    game.all_pass_to(0)
    game.choose("take", "wood")
    assert game.has(0) == (1, 1, 0)
    assert game.workers(0) == (0, 2, 0, 0)


def test_taking_is_legal_at_the_cap_and_brings_nothing() -> None:
    game = Situation(coins=[30], wood=[15])
    assert game.options("take") == {("take", "coin"), ("take", "wood")}
    game.choose("take", "coin")
    game.all_pass_to(0)
    game.choose("take", "wood")
    assert game.has(0) == (30, 15, 0)
    assert (game.metric("coins_lost", 0), game.metric("wood_lost", 0)) == (1, 1)
