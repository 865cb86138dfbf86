"""The goals of Animarche: each condition, both timings, small and big ones, and that they stay hidden."""

from __future__ import annotations

import pytest

from engines.animarche.edition_vocabulary import CONDITIONS, Goal
from engines.animarche.state import NOTHING
from tests.engines.animarche.conftest import (
    Situation,
    ad,
    basic,
    building,
    edition_of,
    face,
    gain,
    goal,
    special,
)

SHOPS = [
    basic("food shop", face(seats=4, icons="food", worker_seats=4, visitor=gain(1)), face(icons="food")),
    basic("goods shop", face(icons="goods"), face(icons="goods")),
    basic("service shop", face(icons="service"), face(icons="service")),
    basic("mixed shop", face(icons="goods service"), face(icons="goods service")),
    basic("other food shop", face(icons="food")),
    special("palace", face(icons="service")),
]
CHEAP_AD = ad("poster", "1:1 1:1", "1:1 1:1")


def holding(held: Goal, others: tuple[Goal, ...] = (), **laid: object) -> Situation:
    """Seat 0 holds a goal (and others)."""
    edition = edition_of(SHOPS, goals=(held, *others), ads=[CHEAP_AD], buildings=[building(n) for n in ("a", "b", "c")])
    return Situation(edition, goals=[[held, *others]], **laid)  # type: ignore[arg-type]


def scores_at_end(condition: str, k: int, icon: str = "", **laid: object) -> bool:
    """Whether a big goal of 7 VP, to be fulfilled at the end, is."""
    game = holding(goal("big", condition, k, 7, "end", icon=icon), round=5, **laid)
    game.all_pass()
    assert game.metric("goals_scored", 0) == game.metric("vp_goals", 0) // 7
    return game.metric("vp_goals", 0) == 7


def achieves(condition: str, k: int, *choices: tuple, **laid: object) -> list[bool]:
    """Whether a small goal has paid, at first and after each choice of seat 0, the others passing."""
    game = holding(goal("small", condition, k, 3), **laid)
    paid = [game.metric("vp_goals", 0) == 3]
    for choice in choices:
        game.choose(*choice)
        paid.append(game.metric("vp_goals", 0) == 3)
        game.all_pass_to(0)
    return paid


# Conditions


def test_shops_counts_shops_standing() -> None:
    plots = {0: "food shop", 1: "palace"}
    assert scores_at_end("shops", 2, plots=[plots])
    assert not scores_at_end("shops", 3, plots=[plots])
    assert achieves("shops", 2, ("build", "goods shop", 2, "front"), plots=[{0: "food shop"}], coins=[4]) == [False, True]


def test_upgraded_counts_upgraded_shops_standing() -> None:
    assert scores_at_end("upgraded", 1, plots=[{0: "food shop back", 1: "goods shop"}])
    assert not scores_at_end("upgraded", 2, plots=[{0: "food shop back", 1: "goods shop"}])
    assert achieves("upgraded", 1, ("upgrade", 0), plots=[{0: "food shop"}], coins=[2], wood=[1]) == [False, True]
    assert achieves("upgraded", 1, ("build", "food shop", 1, "back"), coins=[6], wood=[1]) == [False, True]


def test_icon_counts_standing_shops_that_show_it() -> None:
    plots = {0: "food shop", 1: "other food shop", 2: "mixed shop"}
    assert scores_at_end("icon", 2, "food", plots=[plots])
    assert not scores_at_end("icon", 3, "food", plots=[plots])
    assert scores_at_end("icon", 1, "goods", plots=[plots]), "a two-icon shop shows either"
    assert scores_at_end("icon", 1, "service", plots=[plots])
    assert not scores_at_end("icon", 2, "service", plots=[plots])


def test_icon_types_takes_one_type_of_a_two_icon_shop_the_best_for_its_owner() -> None:
    assert scores_at_end("icon_types", 3, plots=[{0: "food shop", 1: "goods shop", 2: "service shop"}])
    assert not scores_at_end("icon_types", 3, plots=[{0: "mixed shop", 1: "palace"}])
    assert scores_at_end("icon_types", 3, plots=[{0: "mixed shop", 1: "palace", 2: "food shop"}]), "as goods"
    assert scores_at_end("icon_types", 3, plots=[{0: "mixed shop", 1: "goods shop", 2: "food shop"}]), "as service"
    assert not scores_at_end("icon_types", 3, plots=[{0: "mixed shop", 1: "food shop", 2: "other food shop"}])
    assert not scores_at_end("icon_types", 1)


def test_general_store_and_bank_together_do_not_show_all_three_types() -> None:
    store_and_bank = {0: "mixed shop", 1: "service shop"}
    assert not scores_at_end("icon_types", 3, plots=[store_and_bank])
    assert scores_at_end("icon_types", 2, plots=[store_and_bank])


def test_coins_and_wood_count_what_is_in_hand() -> None:
    assert scores_at_end("coins", 6, coins=[6])
    assert not scores_at_end("coins", 6, coins=[5])
    assert scores_at_end("wood", 4, wood=[4])
    assert not scores_at_end("wood", 4, wood=[3])
    assert achieves("coins", 6, ("take", "coin"), coins=[5]) == [False, True]
    assert achieves("wood", 1, ("take", "wood")) == [False, True]


def test_visits_counts_visits_made_over_the_game() -> None:
    visit = ("visit", 1, 0)
    assert achieves("visits", 2, visit, visit, workers=[2], plots=[{}, {0: "food shop"}]) == [False, False, True]
    game = holding(goal("small", "visits", 1, 3), actor=1, plots=[{0: "food shop"}])
    game.choose("visit", 0, 0)
    assert game.metric("vp_goals", 0) == 0, "visits received do not count"


def test_ads_counts_ad_cards_taken() -> None:
    first, second = ("ad", "poster", 0, 0), ("ad", "poster", 0, 1)
    assert achieves("ads", 1, first, second, coins=[2]) == [False, False, True]
    game = holding(goal("small", "ads", 1, 3), actor=3, coins=[1, 0, 0, 1])
    game.choose("ad", "poster", 0, 0)
    game.choose("ad", "poster", 0, 1)
    assert game.metric("vp_goals", 0) == 0, "the first payer has the card"


def test_public_counts_public_buildings_built_over_the_game() -> None:
    pair, other = ((0, 0), (0, 1)), ((2, 0), (2, 1))
    build, remove, move = ("public", "a", pair), ("remove", pair), ("move", pair, other)
    assert achieves("public", 2, build, remove, build, wood=[7], workers=[3]) == [False, False, False, True]
    assert achieves("public", 2, build, move, wood=[5]) == [False, False, False]


def test_sales_counts_shops_sold_over_the_game() -> None:
    game = holding(goal("small", "sales", 1, 3), stage="sell", plots=[{0: "food shop"}])
    game.choose("sell", 0)
    assert game.metric("vp_goals", 0) == 3


def test_animals_counts_those_attracted_in_one_round_the_best_so_far() -> None:
    game = holding(goal("small", "animals", 3, 3), stage="round_start", plots=[{0: "food shop"}])
    game.run_on()
    for row in (0, 1):
        game.choose("animal", row, 0)
        game.all_pass_to(0)
    game.all_pass("attract")
    game.all_pass("sell", "work")
    for row in (0, 1):
        game.all_pass_to(0)
        game.choose("animal", row, 0)
    assert game.metric("vp_goals", 0) == 0, "two rounds of two animals are not three in one"
    game.all_pass_to(0)
    game.choose("animal", 2, 0)
    assert game.metric("vp_goals", 0) == 3
    assert int(game.seat(0)["most_drawn"]) == 3


def test_every_condition_of_the_vocabulary_is_tested_here() -> None:
    tested = ("shops", "upgraded", "icon", "icon_types", "coins", "wood", "sales", "visits", "ads", "public", "animals")
    assert set(tested) == set(CONDITIONS)


SOLD_WITH = [("shops", 2, ""), ("upgraded", 1, ""), ("icon", 1, "food"), ("icon_types", 2, "")]


@pytest.mark.parametrize(("condition", "k", "icon"), SOLD_WITH)
@pytest.mark.parametrize("sells", [False, True])
def test_a_shop_that_was_sold_counts_for_nothing(sells: bool, condition: str, k: int, icon: str) -> None:
    held = goal("big", condition, k, 7, "end", icon=icon)
    game = holding(held, stage="sell", round=5, plots=[{0: "food shop back", 1: "palace"}])
    game.choose(*("sell", 0) if sells else ("keep",))
    game.all_pass("sell", "work")
    assert game.metric("vp_goals", 0) == (0 if sells else 7)


@pytest.mark.parametrize(
    ("condition", "rounds"),
    [
        ("sales", [[("sell", 0)], [("sell", 1)]]),
        ("visits", [[("keep",), ("visit", 1, 0)], [("keep",), ("visit", 1, 0)]]),
        ("public", [[("keep",), ("public", "a", ((0, 0), (0, 1)))], [("keep",), ("public", "b", ((2, 0), (2, 1)))]]),
        (
            "ads",
            [
                [("keep",), ("ad", "poster", 0, 0), ("ad", "poster", 0, 1)],
                [("keep",), ("ad", "dull ad 1", 0, 0), ("ad", "dull ad 1", 0, 1)],
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_counted_over_the_game_is_counted_on_in_the_next_round(condition: str, rounds: list[list[tuple]]) -> None:
    plots = [{0: "palace", 1: "goods shop"}, {0: "food shop"}]
    game = holding(goal("small", condition, 2, 3), stage="sell", coins=[7], wood=[4], plots=plots)
    paid = []
    for choices in rounds:
        for choice in choices:
            if game.stage == "work":
                game.all_pass_to(0)
            game.choose(*choice)
            if choice[0] in ("sell", "keep"):
                game.all_pass("sell")
        paid.append(game.metric("vp_goals", 0))
        game.all_pass("work")
        game.all_pass("attract")
    assert paid == [0, 3]


# Timing


def test_a_small_goal_pays_at_once_and_only_once() -> None:
    assert achieves("coins", 1, ("take", "coin"), ("take", "coin"), workers=[3]) == [False, True, True]


def test_what_was_achieved_stays_achieved() -> None:
    held = goal("big", "coins", 4, 5)
    game = holding(held, coins=[3], round=5)
    game.choose("take", "coin")
    game.all_pass_to(0)
    game.choose("build", "goods shop", 0, "front")
    game.all_pass()
    assert game.metric("coins_left", 0) == 0
    assert game.scores[0] == 5


def test_a_big_goal_that_was_achieved_pays_at_the_end_only() -> None:
    game = holding(goal("big", "coins", 1, 5), round=5)
    game.choose("take", "coin")
    assert game.has(0) == (1, 0, 0)
    assert game.state["goals"][0]["achieved"].tolist()[1] == 1
    game.all_pass()
    assert game.scores[0] == 5


def test_a_goal_for_the_end_does_not_count_for_having_been_fulfilled_before() -> None:
    held = goal("big", "coins", 4, 5, "end")
    game = holding(held, coins=[4], round=5)
    game.choose("build", "goods shop", 0, "front")
    game.all_pass()
    assert game.scores[0] == 0


def test_goals_are_checked_for_all_players_after_every_decision() -> None:
    """Seat 0 reaches 5 coins by an owner's reward, in the turn of another."""
    hotel = basic("hotel", face(worker_seats=1, visitor=gain(1), owner=gain(1)))
    held = goal("small", "coins", 5, 3)
    game = Situation(edition_of([hotel], goals=[held]), actor=2, coins=[4], plots=[{0: "hotel"}], goals=[[held]])
    game.choose("visit", 0, 0)
    assert game.has(0) == (5, 0, 3)


def test_goals_are_checked_after_everything_that_follows_by_itself() -> None:
    """The last pass of the attract phase leads to income, and so to the fifth coin."""
    bank = basic("bank", face(pays=[gain(2)]))
    held = goal("small", "coins", 5, 3)
    game = Situation(edition_of([bank], goals=[held]), stage="round_start", coins=[3], plots=[{0: "bank"}], goals=[[held]])
    game.run_on()
    game.all_pass()
    assert game.asks == ("sell", 0)
    assert game.has(0) == (5, 0, 3)


def test_a_goal_achieved_by_the_last_action_counts() -> None:
    game = holding(goal("small", "coins", 1, 3), round=5, actor=1)
    game.all_pass_to(3)
    assert game.metric("vp_goals", 0) == 0
    game.choose("pass")
    game.choose("take", "coin")
    game.choose("pass")
    assert game.scores[0] == 3


@pytest.mark.parametrize(("fulfilled", "score"), [(0, 0), (1, 4), (2, 4 + 6), (3, 6 + 9)])
def test_of_three_big_goals_the_two_dearest_score(fulfilled: int, score: int) -> None:
    held = (goal("big", "coins", 1, 4), goal("big", "wood", 1, 6, "end"), goal("big", "shops", 1, 9, "end"))
    start = {"coins": [fulfilled > 0], "wood": [fulfilled > 1], "plots": [{0: "food shop"} if fulfilled > 2 else {}]}
    game = holding(held[0], held[1:], round=5, **start)
    game.state["changed"] = 1
    game.all_pass()
    assert game.scores[0] == score
    assert game.metric("goals_scored", 0) == min(fulfilled, 2)


def test_a_small_goal_scores_besides_two_big_ones() -> None:
    big = (goal("big", "coins", 1, 4, "end"), goal("big", "coins", 2, 6, "end"), goal("big", "coins", 3, 9, "end"))
    game = holding(goal("small", "coins", 3, 2, "end"), big, round=5, coins=[3])
    game.all_pass()
    assert game.scores[0] == 2 + 6 + 9


def test_who_achieves_a_goal_shows_it_to_all() -> None:
    """A goal card "when achieved" is shown when it is: the others then know which one it is, and only then."""
    small = [goal("small", "coins", 2, 3), goal("small", "coins", 3, 3)]
    edition = edition_of(goals=small)
    for held in small:
        number = edition.goals.index(held)
        game = Situation(edition, coins=[1], goals=[[held]])
        game.choose("take", "coin")
        assert game.asks == ("work", 1)
        achieved = held.k == 2
        assert game.metric("goals_scored", 0) == achieved
        assert game.table.look()["shown_goals"][-1 % game.table.mode.players, 0] == (number if achieved else NOTHING)
