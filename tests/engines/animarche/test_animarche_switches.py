"""The switches of Animarche, each on its own."""

from __future__ import annotations

import pytest

from tests.engines.animarche.conftest import (
    Situation,
    ad,
    basic,
    building,
    edition_of,
    face,
    gain,
    goal,
    manager,
)

PAIR, OTHER = ((0, 0), (0, 1)), ((2, 0), (2, 1))


@pytest.mark.parametrize(("value", "left"), [("wood", (9, 7)), ("coins", (6, 9)), ("both", (8, 8))])
def test_public_cost_chooses_the_cost_column(value: str, left: tuple[int, int]) -> None:
    """2 wood, or 3 coins, or a coin and a wood."""
    game = Situation(coins=[9], wood=[9], public_cost=value)
    game.choose("public", "monument", PAIR)
    assert game.has(0)[:2] == left


@pytest.mark.parametrize(("value", "vp"), [("no", 0), ("yes", 6)])
def test_move_scores_lets_a_move_bring_the_buildings_vp_to_the_mover(value: str, vp: int) -> None:
    game = Situation(wood=[3], move_scores=value)
    game.put_building("monument", *PAIR)
    game.choose("move", PAIR, OTHER)
    assert game.has(0) == (0, 0, vp)
    assert game.metric("vp_public", 0) == vp


def test_with_move_scores_the_managers_gain_is_still_for_building_only() -> None:
    edition = edition_of(managers=[manager("planner", on_public=gain(1, 0, 2))])
    game = Situation(edition, managers=["planner"], wood=[3], move_scores="yes")
    game.put_building("monument", *PAIR)
    game.choose("move", PAIR, OTHER)
    assert game.has(0) == (0, 0, 6)


@pytest.mark.parametrize(("value", "again"), [("yes", 6), ("no", 0)])
def test_rebuild_scores_no_lets_a_copy_score_once_and_unused_copies_are_taken_first(value: str, again: int) -> None:
    edition = edition_of(buildings=[building("monument", vp=6, copies=2), building("stage"), building("site")])
    game = Situation(edition, wood=[15], workers=[5], move_wood="0", rebuild_scores=value)
    scored = []
    for pair in (PAIR, OTHER, PAIR, OTHER):
        if pair in {option[1] for option in game.options("remove")} and len(scored) > 1:
            game.choose("remove", pair)
            game.all_pass_to(0)
        if game.workers(0)[0] == 0:
            break
        before = game.has(0)[2]
        game.choose("public", "monument", pair)
        scored.append(game.has(0)[2] - before)
        game.all_pass_to(0)
    assert scored == [6, 6, again]
    assert game.metric("public_built", 0) == 3


def test_with_rebuild_scores_no_a_building_that_is_put_back_and_built_again_pays_the_manager_all_the_same() -> None:
    edition = edition_of(
        buildings=[building("monument", vp=6, copies=1), building("stage"), building("site")],
        managers=[manager("planner", on_public=gain(vp=1))],
    )
    game = Situation(edition, wood=[5], managers=["planner"], rebuild_scores="no", move_wood="0", workers=[2])
    game.put_building("monument", *PAIR)
    game.choose("remove", PAIR)
    game.all_pass_to(0)
    game.choose("public", "monument", PAIR)
    assert game.has(0) == (0, 3, 1)


OCCUPIED = edition_of(
    [
        basic("cafe", face(seats=2, worker_seats=1, visitor=gain(1), vp=5, on_sale=gain(3))),
        basic("office", face(seats=1, worker_seats=1)),
    ],
    managers=[manager("auctioneer", on_sale=gain(vp=4))],
)


def test_build_on_occupied_returns_the_old_card_without_vp_or_sale_effect() -> None:
    game = Situation(OCCUPIED, coins=[4], plots=[{0: "cafe"}], managers=["auctioneer"], build_on_occupied="yes")
    game.put_animals(0, 2)
    aside = game.aside
    game.choose("build", "office", 0, "front")
    assert game.shop(0, 0) == "office"
    assert game.has(0) == (0, 0, 0)
    assert (game.supply("cafe"), game.supply("office")) == (1, 0)
    assert game.animals(0) == [0, 0, 0, 0]
    assert game.aside == aside + 2
    assert int(game.seat(0)["free_seats"][0]) == 1
    assert int(game.seat(0)["sales"]) == 0


def test_build_on_occupied_hires_nobody_and_is_not_allowed_onto_the_own_kind() -> None:
    game = Situation(OCCUPIED, coins=[4], plots=[{0: "cafe", 1: "store"}], build_on_occupied="yes")
    game.seat(0)["most_shops"] = 1
    builds = game.options("build")
    assert {option[2] for option in builds} == {0, 1, 2, 3}
    assert "cafe" not in {option[1] for option in builds}
    game.seat(0)["most_shops"] = 2
    game.choose("build", "office", 1, "front")
    assert game.workers(0) == (1, 1, 0, 0)
    assert game.supply("store") == 1


def test_build_on_occupied_puts_visitors_out_until_closing() -> None:
    game = Situation(OCCUPIED, actor=1, coins=[4], plots=[{0: "cafe"}], build_on_occupied="yes")
    game.choose("visit", 0, 0)
    game.all_pass_to(0)
    game.choose("build", "office", 0, "front")
    assert game.workers(1) == (1, 1, 0, 0)
    assert game.seat(0)["visitors"].tolist() == [0, 0, 0, 0]
    game.all_pass_to(1)
    assert ("visit", 0, 0) in game.options(), "the new shop's seat is free"
    game.all_pass()
    assert game.workers(1)[0] == 2


def test_without_build_on_occupied_an_occupied_plot_is_not_built_on() -> None:
    game = Situation(OCCUPIED, coins=[4], plots=[{0: "cafe"}])
    assert 0 not in {option[2] for option in game.options("build")}


INNS = edition_of([basic("inn", face(worker_seats=3, visitor=gain(1)), face(worker_seats=3, visitor=gain(1)), copies=2)])


def test_repeat_visits_no_allows_one_visit_a_visitor_shop_and_round() -> None:
    game = Situation(INNS, workers=[3, 2, 2], plots=[{}, {0: "inn"}, {0: "inn"}], repeat_visits="no", coins=[0, 2], wood=[0, 1])
    assert game.options("visit") == {("visit", 1, 0), ("visit", 2, 0)}
    game.choose("visit", 1, 0)
    game.choose("upgrade", 0)
    assert game.options("visit") == {("visit", 1, 0)}, "another visitor may come"
    game.choose("visit", 1, 0)
    game.all_pass_to(0)
    assert game.options("visit") == {("visit", 2, 0)}, "also not after an upgrade"
    game.all_pass("work")
    game.all_pass("attract", "sell")
    game.all_pass_to(0)
    assert game.options("visit") == {("visit", 1, 0), ("visit", 2, 0)}, "in the next round again"


ADS = edition_of(ads=[ad("paper", "4:5 2:1", "3:4 3:4", card_vp=9)], managers=[manager("publicist", on_ad=gain(vp=2))])


def paper(game: Situation) -> set[tuple]:
    return {option for option in game.options("ad") if option[1] == "paper"}


def test_with_free_payment_the_first_pays_from_one_coin_to_less_than_the_fee() -> None:
    game = Situation(ADS, coins=[30], ad_frames="free_payment")
    assert paper(game) == {("ad", "paper", frame, amount) for frame in (0, 1) for amount in range(1, 6)}
    assert paper(Situation(ADS, coins=[2], ad_frames="free_payment")) == {
        ("ad", "paper", frame, amount) for frame in (0, 1) for amount in (1, 2)
    }


def test_with_free_payment_the_second_pays_the_rest_exactly() -> None:
    game = Situation(ADS, coins=[2, 4, 3], ad_frames="free_payment")
    game.choose("ad", "paper", 0, 2)
    assert paper(game) == {("ad", "paper", 0, 4)}
    game.choose("pass")
    assert paper(game) == set()


@pytest.mark.parametrize(("first", "second", "vp", "taker"), [(2, 4, (1, 5), 1), (4, 2, (5, 1), 0), (3, 3, (5, 1), 0)])
def test_with_free_payment_the_bigger_payment_gets_the_dearer_slots_vp_on_a_tie_the_earlier(
    first: int, second: int, vp: tuple[int, int], taker: int
) -> None:
    game = Situation(ADS, coins=[first, second], ad_frames="free_payment")
    game.choose("ad", "paper", 0, first)
    game.choose("ad", "paper", 0, second)
    assert (game.has(0)[2], game.has(1)[2]) == vp
    assert int(game.seat(taker)["ads"]) == 1


def test_ad_single_lets_the_first_worker_pay_the_whole_fee_for_the_dearer_slots_vp_and_the_card() -> None:
    game = Situation(ADS, coins=[6], managers=["publicist"], ad_single="yes")
    assert ("ad", "paper", 0, "whole") in paper(game)
    game.choose("ad", "paper", 0, "whole")
    assert game.has(0) == (0, 0, 5 + 2)
    assert game.workers(0) == (1, 1, 0, 0)
    assert int(game.seat(0)["ads"]) == 1
    assert game.ad(0) == "dull ad 3"
    assert not any(
        option[3] == "whole" for option in Situation(ADS, coins=[5], ad_single="yes").options("ad") if option[1] == "paper"
    )
    assert not any(option[3] == "whole" for option in Situation(ADS, coins=[30]).options("ad"))


def test_ad_single_is_for_the_first_worker_only() -> None:
    game = Situation(ADS, coins=[2, 30], ad_single="yes")
    game.choose("ad", "paper", 0, 1)
    assert paper(game) == {("ad", "paper", 0, 0)}


def test_ad_single_with_free_payment_lets_the_first_pay_the_fee_in_coins() -> None:
    game = Situation(ADS, coins=[6], ad_frames="free_payment", ad_single="yes")
    assert ("ad", "paper", 1, 6) in paper(game)
    game.choose("ad", "paper", 1, 6)
    assert game.has(0) == (0, 0, 4)


@pytest.mark.parametrize(("value", "vp"), [("goals_only", 5), ("printed_vp", 5 + 9)])
def test_ad_card_value_printed_vp_counts_for_the_taker_at_once(value: str, vp: int) -> None:
    game = Situation(ADS, coins=[4, 2], ad_card_value=value)
    game.choose("ad", "paper", 0, 0)
    game.choose("ad", "paper", 0, 1)
    assert game.has(0)[2] == vp
    assert game.metric("vp_ads", 0) == vp


def test_caps_and_costs_are_numbers_of_the_rules() -> None:
    rules = {"basic_coins": "2", "special_coins": "1", "special_wood": "3", "coin_cap": "12", "wood_cap": "6", "move_wood": "1"}
    game = Situation(coins=[2], wood=[0], **rules)
    assert {option[1].startswith("plain special") for option in game.options("build")} == {False}
    game = Situation(coins=[1], wood=[3], **rules)
    assert {option[1].startswith("plain special") for option in game.options("build")} == {True}
    game = Situation(coins=[12], wood=[6], **rules)
    game.put_building("monument", *PAIR)
    game.choose("take", "coin")
    game.all_pass_to(0)
    game.choose("remove", PAIR)
    assert game.has(0) == (12, 5, 0)


def test_a_lower_cap_cuts_what_is_gained() -> None:
    held = goal("small", "coins", 13, 3)
    bank = basic("bank", face(pays=[gain(9)]))
    edition = edition_of([bank], goals=[held])
    game = Situation(edition, stage="manager_income", plots=[{0: "bank"}], coins=[8], coin_cap="12", goals=[[held]])
    game.run_on()
    assert game.has(0) == (12, 0, 0)
