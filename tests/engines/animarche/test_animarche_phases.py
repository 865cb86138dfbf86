"""The rules of Animarche but for workers and goals: setup, attract, income, sale, closing and the end, rule by rule."""

from __future__ import annotations

import numpy as np
import pytest

from engines.animarche import GAME, state
from engines.animarche.edition import load_edition
from engines.animarche.edition_vocabulary import PER_PLAYER
from engines.compilation import compile_function
from engines.kernels import Table
from engines.records import WEIGHTS
from tests.engines.animarche.conftest import (
    DEFAULT_RULES,
    Situation,
    basic,
    edition_of,
    face,
    first_shop,
    gain,
    goal,
    manager,
    special,
)

COUNTS = (2, 3, 4)


def fresh(players: int, seed: int = 0, deal: int = 0, edition=None, **rules: str) -> Table:
    table = Table(GAME, GAME.find_mode(None, players), DEFAULT_RULES | rules, edition or load_edition(), seed)
    table.start(deal, 0)
    return table


def choose_first(table: Table) -> None:
    table.options()
    table.choose_move(int(table.moves["move"][0]))


# Setup


@pytest.mark.parametrize(("players", "squares"), [(4, 16), (3, 12), (2, 8)])
def test_twenty_animals_one_a_square_and_the_rest_aside(players: int, squares: int) -> None:
    table = fresh(players)
    plaza = table.state["plaza"]
    in_play = [int(plaza["animals"][n]) for n in range(16) if int(table.setup["cards"]["squares"]) >> n & 1]
    assert in_play == [1] * squares
    assert plaza["animals"].sum() == squares
    assert plaza["aside"] == 20 - squares


@pytest.mark.parametrize("players", COUNTS)
def test_each_player_has_a_manager_of_his_own_what_it_starts_with_and_two_workers(players: int) -> None:
    edition = load_edition()
    for deal in range(20):
        seats = fresh(players, deal=deal).state["seat"][:players]
        assert len(set(seats["manager"].tolist())) == players
        for seat in seats:
            start = edition.managers[seat["manager"]].start
            assert (seat["coins"], seat["wood"], seat["vp"]) == (start.coins, start.wood, 0)
            assert (seat["home"], seat["out"], seat["hired"], seat["on_ads"]) == (2, 0, 0, 0)


def test_what_a_manager_brings_beyond_a_cap_is_lost() -> None:
    rich = edition_of(managers=[manager(f"rich {n}", (28, 14)) for n in range(7)])
    seat = fresh(4, edition=rich, coin_cap="20", wood_cap="8").state["seat"][0]
    assert (seat["coins"], seat["wood"]) == (20, 8)


@pytest.mark.parametrize("players", COUNTS)
def test_one_small_goal_and_three_big_ones_each_none_twice(players: int) -> None:
    edition = load_edition()
    seen = set()
    for deal in range(60):
        held = fresh(players, deal=deal).state["goals"]["goal"][:players]
        assert len(set(held.ravel().tolist())) == 4 * players
        for mine in held:
            assert [edition.goals[g].deck for g in mine] == ["small", "big", "big", "big"]
            assert all(edition.goals[g].min_players <= players for g in mine)
        seen |= set(held.ravel().tolist())
    assert len(seen) == sum(g.min_players <= players for g in edition.goals), "every goal in play is dealt some time"


@pytest.mark.parametrize("players", COUNTS)
def test_three_ads_lie_open_and_the_others_are_the_deck(players: int) -> None:
    now = fresh(players).state
    assert now["ad"]["ad"].tolist() == [*now["ad_deck"][:3].tolist(), -1]
    assert sorted(now["ad_deck"][:14].tolist()) == list(range(14))
    assert now["ad_next"] == 3


def test_the_start_player_is_drawn() -> None:
    assert {int(fresh(4, deal=deal).state["start"]) for deal in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("players", COUNTS)
def test_in_turn_order_each_chooses_the_plot_of_his_first_shop(players: int) -> None:
    table = fresh(players, deal=3)
    start = int(table.state["start"])
    asked = []
    while table.run_to_decision() and table.state["stage"] == state.FIRST_SHOP:
        asked.append(int(table.state["actor"]))
        assert table.options() == 4
        choose_first(table)
    assert asked == [(start + n) % players for n in range(players)]
    assert (table.state["stage"], int(table.state["actor"])) == (state.ATTRACT, start)


@pytest.mark.parametrize("players", COUNTS)
def test_managers_lie_face_up_and_of_goals_one_sees_ones_own_only(players: int) -> None:
    table = fresh(players, deal=4)
    table.run_to_decision()
    seen, me = table.look(), int(table.state["actor"])
    for ahead in range(players):
        assert seen["player"][ahead]["manager"] == table.state["seat"][(me + ahead) % players]["manager"]
    assert seen["goals"]["goal"].tolist() == table.state["goals"][me]["goal"].tolist()
    assert [name for name in seen.dtype.names if "goal" in name] == ["goals", "shown_goals"]
    assert (seen["shown_goals"] == state.NOTHING).all(), "at first nobody has achieved any"


def test_the_first_shop_brings_no_on_build_gain_and_hires_nobody() -> None:
    edition = edition_of(store=first_shop(face(seats=2, on_build=gain(3, 2, 1))))
    game = Situation(edition, stage="first_shop", actor=1)
    game.choose("plot", 2)
    assert game.shop(1, 2) == "store"
    assert game.has(1) == (0, 0, 0)
    assert game.workers(1) == (2, 0, 0, 0)


@pytest.mark.parametrize("players", COUNTS)
def test_per_player_cards_have_a_copy_each_and_all_first_shops_are_dealt_out(players: int) -> None:
    edition = load_edition()
    supply = dict(zip([s.id for s in edition.shops], fresh(players).state["market"]["supply"].tolist(), strict=True))
    assert supply["general-store"] == 0
    assert supply["bakery"] == supply["lumber-shop"] == players
    assert supply["cafe"] == supply["theatre"] == 1
    assert supply["old-restaurant"] == (0 if players == 2 else 1)


# Phase 1: attract

CAFE = edition_of([basic("cafe", face(seats=1)), basic("office"), basic("inn", face(seats=4), copies=PER_PLAYER)])


def attracting(**laid: object) -> Situation:
    return Situation(CAFE, stage="round_start", **laid)  # type: ignore[arg-type]


def test_an_animal_is_drawn_from_the_front_squares_of_a_shop_with_a_free_seat() -> None:
    game = attracting(plots=[{0: "cafe", 2: "office"}])
    game.run_on()
    assert game.options() == {("pass",), *(("animal", row, 0) for row in range(4))}
    game.choose("animal", 2, 0)
    assert game.animals(0) == [1, 0, 0, 0]
    assert game.square(2, 0) == 0


def test_a_full_shop_draws_no_more_and_passing_is_all_that_is_left() -> None:
    game = attracting(plots=[{1: "cafe"}])
    game.run_on()
    game.choose("animal", 0, 1)
    for _ in range(3):
        game.choose("pass")
    assert game.asks == ("attract", 0)
    assert game.options() == {("pass",)}


def test_one_may_pass_while_there_is_something_to_draw_and_a_pass_is_final_for_the_phase() -> None:
    game = attracting(plots=[{0: "inn"}, {0: "inn"}])
    game.run_on()
    game.choose("pass")
    game.choose("animal", 0, 3)
    game.choose("pass")
    game.choose("pass")
    assert game.asks == ("attract", 1), "all others have passed"


def test_the_first_to_pass_starts_from_the_income_phase_on_and_not_before() -> None:
    game = attracting(plots=[{0: "inn"}] * 4, start=2)
    game.run_on()
    order = []
    for _ in range(6):
        order.append(game.asks[1])  # type: ignore[index]
        choice = ("pass",) if game.asks == ("attract", 3) else min(game.options("animal"))
        game.choose(*choice)
    assert order == [2, 3, 0, 1, 2, 0]
    game.all_pass()
    assert game.asks == ("sell", 3)
    game.all_pass("sell")
    assert game.asks == ("work", 3)
    game.all_pass("work")
    assert game.asks == ("attract", 3), "and he starts the next attract phase"


def test_passing_for_lack_of_anything_to_attract_counts_as_passing_first() -> None:
    game = attracting(plots=[{0: "inn"}, {0: "office"}, {0: "inn"}])
    game.run_on()
    game.choose("animal", 0, 0)
    assert game.options() == {("pass",)}
    game.choose("pass")
    game.all_pass()
    assert game.asks == ("sell", 1)


def test_two_animals_on_one_square_are_one_decision() -> None:
    game = attracting(plots=[{0: "inn"}])
    game.put_building("stage", (0, 0), (1, 0))
    game.run_on()
    assert game.square(0, 0) == 2
    assert game.options("animal") == {("animal", row, 0) for row in range(4)}
    game.choose("animal", 0, 0)
    assert game.square(0, 0) == 1
    for _ in range(3):
        game.choose("pass")
    assert ("animal", 0, 0) in game.options()


def test_players_who_face_one_line_draw_from_the_same_squares() -> None:
    """With two players south's plot 0 and north's plot 3 both face column 0."""
    game = attracting(players=2, plots=[{0: "inn"}, {3: "inn"}])
    game.run_on()
    game.choose("animal", 0, 0)
    assert game.options() == {("pass",), ("animal", 1, 0)}
    game.choose("animal", 1, 0)
    assert game.options() == {("pass",)}
    assert game.metric("animals_contested", 0) == 1, "north could have drawn it"


# Phase 2: income


def earned(plots: dict[int, str], animals: list[int], edition, seat: int = 0, **laid: object) -> tuple[int, int, int]:
    """Coins, wood and VP that a player has after the income phase, having had nothing."""
    game = Situation(edition, stage="manager_income", plots=[plots], **laid)  # type: ignore[arg-type]
    game.put_animals(0, *animals)
    game.run_on()
    assert game.stage == "sell"
    return game.has(seat)


def test_a_row_of_the_table_is_the_whole_gain_for_so_many_animals() -> None:
    edition = edition_of([basic("odd", face(seats=3, pays=[gain(1), gain(0, 2), gain(5, 1, 1)]))])
    assert earned({0: "odd"}, [0], edition) == (0, 0, 0)
    assert earned({0: "odd"}, [1], edition) == (1, 0, 0)
    assert earned({0: "odd"}, [2], edition) == (0, 2, 0)
    assert earned({0: "odd"}, [3], edition) == (5, 1, 1)


def test_a_shop_without_customer_seats_pays_its_one_row() -> None:
    edition = edition_of([basic("bank", face(pays=[gain(2, 0, 1)]))])
    assert earned({3: "bank"}, [], edition) == (2, 0, 1)


def test_an_upgraded_shop_pays_by_its_back() -> None:
    edition = edition_of([basic("cafe", face(seats=1, pays=[gain(1)]), face(seats=1, pays=[gain(4)]))])
    assert earned({0: "cafe"}, [1], edition) == (1, 0, 0)
    assert earned({0: "cafe back"}, [1], edition) == (4, 0, 0)


ICON_SHOPS = edition_of(
    [
        basic("court", face(seats=2, pays=[gain(1), gain(2)], per={"food": gain(1, 0, 1)}, icons="food")),
        basic("office", face(per={"goods": gain(0, 1)}, icons="service")),
        basic("stand", face(icons="food")),
        basic("mixed", face(icons="goods service")),
    ]
)


def test_icon_income_counts_own_standing_shops_itself_included_once_for_each_animal() -> None:
    """Row 2 coins; two food shops: 2 coins and 2 VP for each of two animals."""
    assert earned({0: "court", 1: "stand", 2: "mixed"}, [2], ICON_SHOPS) == (2 + 4, 0, 4)
    assert earned({0: "court"}, [1], ICON_SHOPS) == (1 + 1, 0, 1)


def test_icon_income_pays_nothing_without_animals_where_there_are_seats() -> None:
    assert earned({0: "court", 1: "stand"}, [0], ICON_SHOPS) == (0, 0, 0)


def test_icon_income_of_a_shop_without_seats_is_paid_once() -> None:
    assert earned({0: "office"}, [], ICON_SHOPS) == (0, 0, 0)
    assert earned({0: "office", 1: "mixed"}, [], ICON_SHOPS) == (0, 1, 0)


def test_a_two_icon_shop_counts_for_whichever_icon_is_read_and_others_shops_do_not() -> None:
    edition = edition_of(
        [
            basic("goods payer", face(per={"goods": gain(1)}, icons="food")),
            basic("service payer", face(per={"service": gain(0, 1)}, icons="food")),
            basic("mixed", face(icons="goods service")),
            basic("goods shop", face(icons="goods")),
        ]
    )
    assert earned({0: "goods payer", 1: "service payer", 2: "mixed"}, [], edition) == (1, 1, 0)
    game = Situation(edition, stage="manager_income", plots=[{0: "goods payer"}, {0: "goods shop"}])
    game.run_on()
    assert game.has(0) == (0, 0, 0)


def test_managers_are_paid_before_shops_and_these_player_by_player_from_the_start_player_on() -> None:
    edition = edition_of(
        [basic("bank", face(pays=[gain(2)]), copies=PER_PLAYER)], managers=[manager("banker", each_round=gain(1))]
    )
    game = Situation(edition, stage="manager_income", start=2, plots=[{0: "bank"}] * 4, managers=["banker"])
    coins = []
    while game.stage != "sell_next":
        game.table.step()
        coins.append(game.state["seat"]["coins"].tolist())
    assert coins == [[1, 0, 0, 0], [1, 0, 2, 0], [1, 0, 2, 2], [3, 0, 2, 2], [3, 2, 2, 2]]


def test_income_beyond_the_caps_is_lost() -> None:
    edition = edition_of([basic("mint", face(pays=[gain(9, 9, 9)]))])
    game = Situation(edition, stage="manager_income", plots=[{0: "mint"}], coins=[25], wood=[14])
    game.run_on()
    assert game.has(0) == (30, 15, 9)
    assert (game.metric("coins_income", 0), game.metric("coins_lost", 0)) == (5, 4)
    assert (game.metric("wood_income", 0), game.metric("wood_lost", 0)) == (1, 8)


def test_each_managers_gain_each_round_is_paid_in_the_income_phase() -> None:
    edition = edition_of(managers=[manager("banker", each_round=gain(1, 2, 3))])
    game = Situation(edition, stage="manager_income", managers=["", "banker"])
    game.run_on()
    assert [game.has(seat) for seat in range(4)] == [(0, 0, 0), (1, 2, 3), (0, 0, 0), (0, 0, 0)]
    assert game.metric("vp_income", 1) == 3
    assert game.metric("income_r1", 1) == 2 * 1 + 3 * 2 + 4 * 3


# Phase 3: sale

SALES = edition_of(
    [
        basic("cafe", face(seats=2, vp=3, on_sale=gain(2, 1, 1)), face(seats=2, vp=6)),
        special("palace", face(vp=8)),
    ],
    managers=[manager("auctioneer", on_sale=gain(1, 0, 2))],
)


def test_each_player_in_turn_may_sell_one_shop_or_keep_all() -> None:
    game = Situation(SALES, stage="sell_next", start=2, plots=[{0: "store", 1: "cafe"}, {}, {3: "palace"}])
    game.run_on()
    assert game.asks == ("sell", 2)
    assert game.options() == {("keep",), ("sell", 3)}
    game.choose("keep")
    game.choose("keep")
    assert game.options() == {("keep",), ("sell", 0), ("sell", 1)}
    game.choose("sell", 0)
    assert game.asks == ("sell", 1), "one sale a round"
    assert game.options() == {("keep",)}


def test_a_sale_brings_the_shops_vp_and_its_on_sale_gain_and_the_card_goes_back() -> None:
    game = Situation(SALES, stage="sell", plots=[{1: "cafe"}])
    game.put_animals(0, 0, 2)
    aside = game.aside
    assert game.supply("cafe") == 0
    game.choose("sell", 1)
    assert game.has(0) == (2, 1, 3 + 1)
    assert game.shop(0, 1) is None
    assert game.supply("cafe") == 1
    assert game.animals(0) == [0, 0, 0, 0]
    assert game.aside == aside + 2
    assert (game.metric("vp_sales", 0), game.metric("sold", 0)) == (4, 1)


def test_an_upgraded_shop_is_sold_by_its_back_and_comes_back_basic_side_up() -> None:
    game = Situation(SALES, stage="sell", plots=[{1: "cafe back"}], coins=[4])
    game.choose("sell", 1)
    assert game.has(0) == (4, 0, 6), "the back has no on-sale gain"
    game.all_pass("sell")
    assert ("build", "cafe", 1, "front") in game.options("build")


def test_the_managers_on_sale_gain_counts_for_each_of_his_sales() -> None:
    game = Situation(SALES, stage="sell", plots=[{1: "palace"}], managers=["auctioneer"])
    game.choose("sell", 1)
    assert game.has(0) == (1, 0, 8 + 2)
    assert game.metric("vp_sales", 0) == 10


def test_a_sold_special_shop_lies_in_the_supply_for_everybody() -> None:
    game = Situation(SALES, stage="sell", plots=[{1: "palace"}], coins=[0, 3], wood=[0, 1])
    game.choose("sell", 1)
    game.all_pass("sell")
    game.all_pass_to(1)
    game.choose("build", "palace", 0, "front")
    assert (game.shop(0, 1), game.shop(1, 0), game.supply("palace")) == (None, "palace", 0)


def test_the_last_shop_and_the_first_shop_may_be_sold_and_bought_back_in_the_same_round() -> None:
    game = Situation(SALES, stage="sell", plots=[{1: "store"}], coins=[4])
    assert game.supply("store") == 0
    game.choose("sell", 1)
    assert game.supply("store") == 1
    game.all_pass("sell")
    game.choose("build", "store", 3, "front")
    assert game.shop(0, 3) == "store"
    assert game.workers(0) == (1, 1, 0, 0), "one shop again, so nobody is hired"


def test_the_first_shop_cannot_be_built_while_nobody_has_sold_one() -> None:
    game = Situation(SALES, plots=[{1: "cafe"}], coins=[30], wood=[15])
    assert not [option for option in game.options("build") if option[1] == "store"]


# Phase 5: closing


def test_closing_fills_every_square_exactly_to_its_capacity() -> None:
    game = Situation(CAFE, stage="work", plots=[{0: "inn"}])
    game.put_building("stage", (0, 0), (0, 1))
    game.put_building("site", (3, 2), (3, 3))
    game.put_animals(0, 2)
    game.state["plaza"]["animals"][4] = 0
    game.state["plaza"]["aside"] += 1
    game.all_pass("work")
    expected = {(0, 0): 2, (0, 1): 2, (3, 2): 0, (3, 3): 0}
    for row in range(4):
        for column in range(4):
            assert game.square(row, column) == expected.get((row, column), 1)
    assert game.animals(0) == [0, 0, 0, 0]
    assert game.aside == 20 - 16


@pytest.mark.parametrize(("players", "squares"), [(3, 12), (2, 8)])
def test_closing_puts_no_animal_where_the_plaza_has_no_square(players: int, squares: int) -> None:
    game = Situation(CAFE, stage="work", players=players, plots=[{0: "inn"}])
    game.put_animals(0, 2)
    game.all_pass("work")
    filled = {(row, column) for row in range(4) for column in range(4) if game.square(row, column) == 1}
    assert filled == {(r, c) for r in range(4) for c in range(4) if (r != c if players == 3 else r < 2)}
    assert game.aside == 20 - squares


def test_closing_brings_used_and_new_workers_home_but_not_those_on_ads() -> None:
    game = Situation(CAFE, workers=[4], plots=[{0: "store"}], coins=[15])
    game.choose("ad", "dull ad 0", 0, 0)
    for _ in range(3):
        game.choose("pass")
    game.choose("build", "cafe", 1, "front")
    assert game.workers(0) == (2, 1, 1, 1)
    game.all_pass()
    assert game.asks == ("attract", 0)
    assert game.workers(0) == (4, 0, 0, 1)


def test_closing_frees_worker_seats() -> None:
    edition = edition_of([basic("inn", face(worker_seats=1, visitor=gain(1)))])
    game = Situation(edition, plots=[{}, {0: "inn"}], workers=[3])
    game.choose("visit", 1, 0)
    game.all_pass()
    game.all_pass("attract", "sell")
    assert ("visit", 1, 0) in game.options()


# Rounds and the end


def test_a_game_has_five_rounds_and_no_closing_after_the_last() -> None:
    game = Situation(CAFE, stage="round_start", plots=[{0: "inn"}] * 4)
    game.run_on()
    for number in range(1, 6):
        assert game.state["round"] == number
        game.choose(*min(game.options("animal")))
        game.all_pass("attract")
        game.all_pass("sell", "work")
    assert game.table.is_over
    assert game.state["seat"]["animals"].sum() == 1


@pytest.mark.parametrize("rounds", [1, 3, 8])
def test_the_number_of_rounds_is_a_rule(rounds: int) -> None:
    game = Situation(CAFE, stage="round_start", rounds=str(rounds))
    game.run_on()
    game.all_pass("attract", "sell", "work")
    assert game.table.is_over
    assert game.state["round"] == rounds


def test_the_starting_workers_are_a_rule() -> None:
    assert fresh(4, starting_workers="3").state["seat"]["home"].tolist() == [3, 3, 3, 3]


def test_the_score_is_vp_so_far_and_the_vp_of_shops_standing_and_leftovers_are_worth_nothing() -> None:
    game = Situation(SALES, stage="work", round=5, plots=[{0: "cafe back", 1: "palace"}], coins=[30], wood=[15])
    game.seat(0)["vp"] = 10
    game.all_pass()
    assert game.scores == [10 + 6 + 8, 0, 0, 0]
    assert game.metric("vp_standing", 0) == 14
    assert (game.metric("coins_left", 0), game.metric("wood_left", 0)) == (30, 15)


def test_an_unsold_shop_brings_no_on_sale_gain_at_the_end() -> None:
    game = Situation(SALES, stage="work", round=5, plots=[{0: "cafe"}], managers=["auctioneer"])
    game.all_pass()
    assert game.scores[0] == 3


@pytest.mark.parametrize(
    ("vp", "shares"),
    [([5, 4, 3, 2], [60, 0, 0, 0]), ([5, 5, 3, 2], [30, 30, 0, 0]), ([1, 5, 5, 5], [0, 20, 20, 20]), ([0] * 4, [15] * 4)],
)
def test_most_vp_wins_and_tied_players_all_win(vp: list[int], shares: list[int]) -> None:
    game = Situation(CAFE, stage="work", round=5)
    game.state["seat"]["vp"] = vp
    game.all_pass()
    assert game.table.outcome["share"].tolist() == shares


def test_the_score_after_a_round_is_that_of_a_game_ending_there() -> None:
    held = [goal("small", "coins", 5, 3), goal("big", "coins", 5, 4, "end"), goal("big", "wood", 1, 7, "end")]
    edition = edition_of([basic("palace", face(vp=8))], goals=held)
    game = Situation(edition, stage="work", plots=[{0: "palace"}], coins=[5], goals=[held])
    game.state["changed"] = 1
    game.all_pass()
    assert game.table.outcome["round_score"][0].tolist() == [8 + 3 + 4] * 8, "and stays so while no other round ends"


def choose_the_middle(view, moves, n, weights, rng):
    return n // 2


@pytest.mark.parametrize("players", COUNTS)
def test_turns_are_counted_with_all_their_options_and_forced_passes_are_turns_too(players: int) -> None:
    chooser = compile_function(choose_the_middle, GAME.kernels.CHOOSE, cached=False, checked=False)
    names = [metric.name for metric in GAME.game_metrics]
    table = fresh(players)
    outcomes = np.zeros((4, 1), table.kernels.OUTCOME)
    assert table.play((chooser,) * players, np.zeros(players, WEIGHTS), 0, outcomes, 1) == 4
    for deal in range(4):
        table.start(deal, 0)
        options: dict[int, list[int]] = {stage: [] for stage in (state.FIRST_SHOP, state.ATTRACT, state.SELL, state.WORK)}
        while n := table.run_to_decision():
            options[int(table.state["stage"])].append(n)
            table.choose_move(int(table.moves["move"][n // 2]))
        every = [n for asked in options.values() for n in asked]
        assert every.count(1) > 0
        assert dict(zip(names, outcomes["game"][deal, 0].tolist(), strict=True)).items() >= {
            "decisions": len(every), "forced": every.count(1), "most_options": max(every),
            "attract_turns": len(options[state.ATTRACT]), "work_turns": len(options[state.WORK]),
            "attract_options": sum(options[state.ATTRACT]), "sell_options": sum(options[state.SELL]),
            "work_options": sum(options[state.WORK]),
        }.items()  # fmt: skip


def test_deals_depend_on_the_seed_and_are_repeated() -> None:
    same = [fresh(4, seed=1, deal=2).state.tobytes() for _ in range(2)]
    assert same[0] == same[1]
    assert len({fresh(4, seed=1, deal=deal).state.tobytes() for deal in range(50)}) == 50
    assert not np.array_equal(fresh(4, seed=1).state["ad_deck"], fresh(4, seed=2).state["ad_deck"])
