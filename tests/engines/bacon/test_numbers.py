"""The rules of Bacon that are numbers: what each does, what is refused, and that no count can leave its range."""

from __future__ import annotations

import random

import pytest

from engines.bacon import GAME, metrics
from engines.bacon.modes import LAYOUTS, MOST_DEALS, MOST_TARGET, MOST_WILDS, MOST_WORTH, Layout
from engines.bacon.state import DEAL_END
from engines.game import UsageError
from tests.contract import play_at_random
from tests.engines.bacon.conftest import Situation, make_table

MODE_IDS = [f"{layout.name}{layout.players}" for layout in LAYOUTS]
every_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=MODE_IDS)


def played(layout: Layout, deal: int = 0, **rules: str) -> tuple[list[list[int]], int]:
    """A random match: the scores of the seats after each deal, and how many deals it took."""
    table = make_table(layout.name, layout.players, **rules)
    table.start(deal, 0)
    play_at_random(table, random.Random(deal))
    return table.outcome["round_score"][: layout.players].T.tolist(), int(table.outcome["game"][metrics.DEALS])


@every_layout
@pytest.mark.parametrize("target", [1, 5, 11])
def test_target_ends_the_match_with_the_deal_in_which_it_is_reached(layout: Layout, target: int) -> None:
    for deal in range(5):
        scores, deals = played(layout, deal, target=str(target), most_deals="20")
        assert max(scores[deals - 1]) >= target
        assert all(max(after) < target for after in scores[: deals - 1])


@every_layout
@pytest.mark.parametrize("most", [1, 3])
def test_most_deals_ends_the_match_even_if_nobody_is_near_the_target(layout: Layout, most: int) -> None:
    assert played(layout, most_deals=str(most), target="60")[1] == most


@every_layout
def test_round_scores_stay_when_no_deal_is_played_any_more(layout: Layout) -> None:
    scores, deals = played(layout, most_deals="2", target="60")
    assert deals == 2
    assert scores[0] != scores[1]
    assert scores[1:] == [scores[1]] * (MOST_DEALS - 1)


@every_layout
@pytest.mark.parametrize("size", [1, 7, 12])
@pytest.mark.parametrize("wilds", [0, 1, 2])
def test_hand_size_and_wilds_make_the_hands(layout: Layout, size: int, wilds: int) -> None:
    table = make_table(layout.name, layout.players, hand_size=str(size), wilds=str(wilds))
    table.start(3, 0)
    table.step()
    hands = table.state["hand"][: layout.players]
    assert hands["size"].tolist() == [size + wilds] * layout.players
    assert hands["wilds"].tolist() == [wilds] * layout.players
    naturals = [int(hand["one"]).bit_count() + int(hand["both"]).bit_count() for hand in hands]
    assert naturals == [size] * layout.players


def test_without_wilds_nobody_plays_one_and_with_one_nobody_plays_two() -> None:
    for wilds in (0, 1):
        table = make_table("team", 4, wilds=str(wilds))
        table.start(0, 0)
        spent = {move >> 8 & 3 for move in play_at_random(table, random.Random(0))}
        assert spent == set(range(wilds + 1))


def test_cards_that_were_not_dealt_may_be_in_any_hand_for_all_that_a_player_knows() -> None:
    table = make_table("solo", 3, hand_size="4", wilds="0")
    table.start(0, 0)
    table.run_to_decision()
    view = table.look()
    assert int(view["unseen_one"]).bit_count() + int(view["unseen_both"]).bit_count() == 48 - 4


@pytest.mark.parametrize("place", range(1, 7))
def test_worth_of_a_place_is_scored_by_who_comes_in_there_in_solo_play(place: int) -> None:
    layout = LAYOUTS[5]
    scores = scored(layout, (0, 1, 2, 3, 4, 5), **{f"worth_{place}": "11"})
    assert scores == [11 if seat + 1 == place else 5 - seat for seat in range(6)]


@pytest.mark.parametrize("place", range(1, 7))
def test_worth_of_a_place_is_scored_by_the_team_of_the_player_out_first(place: int) -> None:
    usual = {1: 0, 2: 8, 3: 4, 4: 2, 5: 1, 6: 0}
    of_first_team = usual[1] + usual[3] + usual[5]
    scores = scored(LAYOUTS[1], (0, 1, 2, 3, 4, 5), **{f"worth_{place}": "12"})
    assert scores == [of_first_team + (12 - usual[place] if place % 2 else 0), 0]


def scored(layout: Layout, order: tuple[int, ...], **rules: str) -> list[int]:
    """The points of the sides after a first deal in which players went out in this order."""
    game = Situation(["1r 3r 5r"] * layout.players, mode=layout.name, **(UNENDING | rules))
    for place, seat in enumerate(order, start=1):
        game.state["player"][seat]["place"] = place
    game.state["first_out"] = order[0]
    game.state["outs"] = layout.players
    game.state["stage"] = DEAL_END
    game.table.step()
    return game.scores()


UNENDING = {"target": "60", "most_deals": "20"}


@pytest.mark.parametrize(
    ("layout", "rules", "text"),
    [
        (LAYOUTS[0], {"hand_size": "16"}, "rule hand_size: 16 is too many; in team with 4 there are 15 cards for each."),
        (LAYOUTS[5], {"hand_size": "13"}, "rule hand_size: 13 is too many; in solo with 6 there are 12 cards for each."),
        (LAYOUTS[0], {"worth_5": "1"}, "rule worth_5: in team with 4 the last place is 4."),
        (LAYOUTS[2], {"worth_4": "0"}, "rule worth_4: in solo with 3 the last place is 3."),
        (LAYOUTS[2], {"target": "21"}, "nobody might reach 21 points within 20 deals"),
        (LAYOUTS[3], {"worth_1": "0", "worth_2": "0", "worth_3": "0"}, "nobody might reach 8 points within 20 deals"),
    ],
)
def test_numbers_that_do_not_go_together_are_refused(layout: Layout, rules: dict[str, str], text: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_table(layout.name, layout.players, **rules)
    assert text in str(caught.value)


def test_a_solo_match_that_could_be_too_long_is_played_with_most_deals_set() -> None:
    scores, deals = played(LAYOUTS[3], worth_1="0", worth_2="0", worth_3="0", most_deals="4")
    assert deals == 4
    assert scores[-1] == [0, 0, 0, 0]
    assert played(LAYOUTS[2], target="20")[1] <= 20


@pytest.mark.parametrize("name", ["target", "most_deals", "hand_size", "wilds", *(f"worth_{p}" for p in range(1, 7))])
def test_numbers_out_of_range_are_refused(name: str) -> None:
    rule = next(rule for rule in GAME.rules if rule.name == name)
    for number in (rule.low - 1, rule.high + 1):
        with pytest.raises(UsageError, match=f"rule {name}: {number} is not from"):
            GAME.settle_rules({name: str(number)})
    assert rule.low <= rule.default_number <= rule.high


def test_no_count_can_leave_its_range() -> None:
    """The bounds that the module `metrics` gives, for the largest hands, longest matches and dearest places of any mode."""
    seat: dict[str, int] = dict.fromkeys((metric.name for metric in GAME.seat_metrics), 0)
    whole: dict[str, int] = dict.fromkeys((metric.name for metric in GAME.game_metrics), 0)
    for layout in LAYOUTS:
        hand, players = layout.pack // layout.players + MOST_WILDS, layout.players
        cards, others = hand * players, hand * (players - 1)
        mates = players // layout.teams if layout.teams else 1
        score = MOST_TARGET - 1 + mates * MOST_WORTH
        for names, bound in (
            (("score",), score),
            (("first_outs", "double_wins"), MOST_DEALS),
            (("places",), players * MOST_DEALS),
            (("plays", "leads", "tricks_won", "leads_given", "cards_left"), hand * MOST_DEALS),
            (("passes",), others * MOST_DEALS),
            (("quads",), hand // 4 * MOST_DEALS),
            (("straight_flushes", "quints"), hand // 5 * MOST_DEALS),
            (("stretch_flushes", "hexes"), hand // 6 * MOST_DEALS),
            (("wilds_single", "wilds_pair", "wilds_filler", "wilds_bomb"), MOST_WILDS * MOST_DEALS),
        ):
            seat |= {name: max(seat[name], bound) for name in names}
        turns = cards * players
        choices = cards * (1 + (mates - 1 if mates == 3 else 0) + 1)
        for names, bound in (
            (("decisions",), (turns + choices) * MOST_DEALS),
            (("turns", "forced"), turns * MOST_DEALS),
            (("plays", "tricks"), cards * MOST_DEALS),
            (("bombs",), cards // 4 * MOST_DEALS),
            (("deals", "mate_second", "mate_third", "mate_fourth"), MOST_DEALS),
            (("deal_points",), sum(score for _ in range(layout.teams or players))),
            (("early_end", "shared_win"), 1),
        ):
            whole |= {name: max(whole[name], bound) for name in names}
    assert {metric.name: metric.high for metric in GAME.seat_metrics} == seat
    assert {metric.name: metric.high for metric in GAME.game_metrics} == whole
