"""The rules of Animarche that are numbers, those that add to or take from what is printed."""

from __future__ import annotations

import pytest

from engines.animarche import GAME
from engines.animarche.edition import load_edition
from engines.game import UsageError
from tests.engines.animarche.conftest import (
    Situation,
    ad,
    basic,
    edition_of,
    face,
    first_shop,
    gain,
    goal,
    manager,
    special,
    tables_for,
)

PAYS = [gain(1), gain(3), gain(4, 1, 2)]
SHOPS = edition_of(
    [
        basic("inn", face(seats=3, pays=PAYS, worker_seats=1, visitor=gain(1)), face(seats=4, worker_seats=3)),
        basic("bank", face(pays=[gain(2)])),
        special("hall", face(seats=1, pays=[gain(wood=2)], worker_seats=2)),
    ],
    store=first_shop(face(seats=2)),
)


def seats(name: str, **rules: str) -> tuple[int, int]:
    """Customer and worker seats of a face that stands empty."""
    game = Situation(SHOPS, plots=[{0: name}], **rules)
    return int(game.seat(0)["free_seats"][0]), int(game.seat(0)["free_worker_seats"][0])


@pytest.mark.parametrize(("more", "found"), [("-2", 1), ("-1", 2), ("0", 3), ("1", 4), ("2", 5)])
def test_basic_seats_adds_customer_seats_to_basic_shops_but_one_stays(more: str, found: int) -> None:
    assert seats("inn", basic_seats=more) == (found, 1)
    assert seats("inn back", basic_seats=more) == (found + 1 if more != "-2" else 2, 3)
    assert seats("bank", basic_seats=more) == (0, 0), "what has no seats pays without animals"
    assert seats("hall", basic_seats=more) == (1, 2)


def test_special_seats_adds_customer_seats_to_special_shops() -> None:
    assert [seats("hall", special_seats=more)[0] for more in ("-2", "0", "2")] == [1, 1, 3]
    assert seats("inn", special_seats="2") == (3, 1)


def test_worker_seats_adds_seats_for_visitors_where_there_are_any() -> None:
    assert [seats("inn", worker_seats=more) for more in ("-2", "-1", "0", "2")] == [(3, 0), (3, 0), (3, 1), (3, 3)]
    assert seats("bank", worker_seats="2") == (0, 0)
    game = Situation(SHOPS, plots=[{}, {0: "inn"}], workers=[3], worker_seats="1")
    game.choose("visit", 1, 0)
    game.all_pass_to(0)
    game.choose("visit", 1, 0)
    assert game.options("visit") == set()


@pytest.mark.parametrize(
    ("animals", "income"), [(1, (1, 0, 0)), (3, (4, 1, 2)), (4, (4 + 1, 1 + 1, 2 + 2)), (5, (4 + 2, 1 + 2, 2 + 4))]
)
def test_an_animal_beyond_the_printed_seats_adds_what_the_last_of_them_does(animals: int, income: tuple[int, int, int]) -> None:
    game = Situation(SHOPS, stage="manager_income", plots=[{0: "inn"}], basic_seats="2")
    game.put_animals(0, animals)
    game.run_on()
    assert game.has(0) == income


def test_an_animal_beyond_the_printed_seats_takes_nothing_away_where_the_table_falls() -> None:
    edition = edition_of([special("hall", face(seats=2, pays=[gain(3, 1), gain(1, 4)]))])
    game = Situation(edition, stage="manager_income", plots=[{0: "hall"}], special_seats="1")
    game.put_animals(0, 3)
    game.run_on()
    assert game.has(0) == (1, 4 + 3, 0)


@pytest.mark.parametrize(("more", "cost"), [("-5", 0), ("-1", 1), ("0", 2), ("3", 5)])
def test_upgrade_coins_changes_what_an_upgrade_costs_alone_and_at_once(more: str, cost: int) -> None:
    """Printed are 2 coins and 1 wood; a basic shop is 4 coins."""
    game = Situation(SHOPS, coins=[9], wood=[9], plots=[{0: "inn"}], upgrade_coins=more)
    game.choose("upgrade", 0)
    assert game.has(0)[:2] == (9 - cost, 8)
    game = Situation(SHOPS, coins=[9], wood=[9], upgrade_coins=more)
    game.choose("build", "inn", 0, "back")
    assert game.has(0)[:2] == (9 - 4 - cost, 8)


def test_start_coins_and_start_wood_come_on_top_of_the_managers_up_to_the_caps() -> None:
    managers = [manager(f"m{number}", start=(number, 1)) for number in range(7)]
    edition = edition_of(managers=managers)
    plain = tables_for(edition, 4)["start"]
    more = tables_for(edition, 4, start_coins="20", start_wood="10")["start"]
    assert (more["coins"] - plain["coins"]).tolist() == [20] * 7
    assert (more["wood"] - plain["wood"]).tolist() == [10] * 7
    game = Situation(edition, start_coins="20", coin_cap="12", start_wood="10", wood_cap="5")
    game.table.start(1, 0)
    assert game.state["seat"]["coins"].tolist() == [12] * 4
    assert game.state["seat"]["wood"].tolist() == [5] * 4


@pytest.mark.parametrize(("hires", "workers"), [("0", [0, 0, 0]), ("1", [1, 1, 1]), ("2", [1, 2, 2]), ("3", [1, 2, 3])])
def test_hires_limits_the_workers_that_shops_hire(hires: str, workers: list[int]) -> None:
    game = Situation(coins=[30], workers=[3, 0, 0, 0], plots=[{0: "store"}], hires=hires)
    hired = []
    for plot in (1, 2, 3):
        game.choose("build", f"plain {plot}", plot, "front")
        hired.append(game.workers(0)[2])
        game.all_pass_to(0)
    assert hired == workers


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_open_ads_is_how_many_ads_lie_open(count: int) -> None:
    edition = edition_of(ads=[ad(f"ad {number}", "1:1 1:1", "1:1 1:1") for number in range(6)])
    game = Situation(edition, open_ads=str(count))
    game.table.start(2, 0)
    deck = [edition.ads[number].id for number in game.state["ad_deck"][:6]]
    assert [game.ad(place) for place in range(4)] == deck[:count] + [None] * (4 - count)
    describer = GAME.describe.Describer(game.table, edition)
    text = GAME.describe.as_text(describer.begin()[0], list("abcd"))
    assert f"Ads: {' '.join(deck[:count]) or 'none'}, then {' '.join(deck[count:])}" in text


def test_an_ad_that_fires_is_replaced_at_its_place_only() -> None:
    edition = edition_of(ads=[ad("paper", "1:1 1:1", "1:1 1:1")])
    game = Situation(edition, coins=[2], workers=[2], open_ads="1")
    for place in (1, 2):
        game.state["ad"][place]["ad"] = -1
    game.state["ad_next"] = 1
    game.choose("ad", "paper", 0, 0)
    game.all_pass_to(0)
    game.choose("ad", "paper", 0, 1)
    assert [game.ad(place) for place in range(4)] == ["dull ad 1", None, None, None]


@pytest.mark.parametrize(("scored", "worth"), [("0", 0), ("1", 9), ("2", 15), ("3", 19)])
def test_big_goals_scored_is_how_many_of_the_dearest_pay(scored: str, worth: int) -> None:
    held = [goal("big", "coins", 1, vp, "end") for vp in (6, 4, 9)]
    small = goal("small", "coins", 1, 2, "end")
    edition = edition_of(goals=[small, *held])
    game = Situation(edition, coins=[1], round=5, goals=[[small, *held]], big_goals_scored=scored)
    game.all_pass()
    assert game.scores[0] == 2 + worth
    assert game.table.outcome["round_score"][0].tolist()[4:] == [2 + worth] * 4


def test_of_equally_dear_big_goals_one_pays() -> None:
    held = [goal("big", "coins", 1, 5, "end") for _ in range(3)]
    game = Situation(edition_of(goals=held), coins=[1], round=5, goals=[held], big_goals_scored="1")
    game.all_pass()
    assert game.scores[0] == 5


@pytest.mark.parametrize("rule", [rule for rule in GAME.rules if not rule.choices], ids=lambda rule: rule.name)
def test_a_number_keeps_within_its_range_and_its_ends_can_be_played(rule) -> None:
    for number in (rule.low - 1, rule.high + 1):
        with pytest.raises(UsageError, match=f"rule {rule.name}: {number} is not from {rule.low} to {rule.high}"):
            rule.value(str(number))
    for number in (rule.low, rule.high):
        assert tables_for(load_edition(), 3, **{rule.name: str(number)})["players"] == 3
    assert rule.low <= rule.default_number <= rule.high
