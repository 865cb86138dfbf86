"""The rules of a deal and of a match: each test builds a situation and says what must come of it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from engines.bacon import GAME, metrics, state
from engines.bacon.modes import LAYOUTS, Layout
from engines.game import SHARE_UNIT
from tests.engines.bacon.conftest import Situation, make_table

MODE_IDS = [f"{layout.name}{layout.players}" for layout in LAYOUTS]
TEAM_LAYOUTS = [layout for layout in LAYOUTS if layout.name == "team"]
IDLE = "1r 3r 5r"
"""A hand that stays."""


def single(top: int) -> tuple[str, int, int]:
    return ("single", top, 0)


# Dealing


@pytest.mark.parametrize("layout", LAYOUTS, ids=MODE_IDS)
def test_all_cards_are_dealt_and_two_wilds_to_each(layout: Layout) -> None:
    table = make_table(layout.name, layout.players)
    table.start(3, 0)
    table.step()
    hands = table.state["hand"][: layout.players]
    assert hands["size"].tolist() == [layout.dealt + 2] * layout.players
    assert hands["wilds"].tolist() == [2] * layout.players
    assert layout.dealt * layout.players == 2 * layout.ranks * layout.suits
    for bit in range(64):
        copies = sum((int(hand["one"]) >> bit & 1) + (int(hand["both"]) >> bit & 1) for hand in hands)
        is_card = bit // 16 < layout.suits and 1 <= bit % 16 <= layout.ranks
        assert copies == 2 * is_card


def test_the_first_starter_is_drawn() -> None:
    table = make_table("solo", 5)
    starters = set()
    for deal in range(60):
        table.start(deal, 0)
        starters.add(int(table.state["starter"]))
    assert starters == {0, 1, 2, 3, 4}


def test_later_deals_do_not_depend_on_how_the_earlier_ones_were_played() -> None:
    table = make_table()
    seconds = []
    for last in (0, -1):
        table.start(8, 0)
        table.run_to_decision()
        while int(table.state["deal"]) == 1:
            move = int(table.moves["move"][: table.options()][last])
            table.choose_move(move)
            table.run_to_decision()
        seconds.append([state_word.tolist() for state_word in (table.state["hand"]["one"], table.state["hand"]["both"])])
    assert seconds[0] == seconds[1]


# Turns


def test_the_leader_must_play_and_others_may_pass() -> None:
    game = Situation(["5r 7r", IDLE, IDLE, IDLE])
    assert "pass" not in game.options()
    game.choose(single(5))
    assert game.asks == ("play", 1)
    assert game.options() == ["pass"]


def test_a_playable_hand_may_pass_and_play_when_the_turn_comes_back() -> None:
    game = Situation(["5r 7r", "6r 8r 10r", IDLE, "2r 6r 9r"])
    game.choose(single(5), "pass", "pass", single(6))
    assert game.asks == ("play", 0)
    game.choose(single(7))
    assert game.asks == ("play", 1)
    assert game.options() == ["pass", single(8), single(10)]


def test_a_play_asks_all_who_passed_again() -> None:
    game = Situation(["5r 5g", "6r 6g", "7r 7g", "8r 8g"])
    game.choose(single(5), "pass", single(7))
    assert int(game.state["passed"]) == 0
    game.choose("pass", "pass")
    assert game.asks == ("play", 1)


def test_the_pile_is_cleared_when_all_others_have_passed() -> None:
    game = Situation(["5r 5g 5b", "6r", IDLE, IDLE], mode="solo")
    game.choose(single(5), "pass", "pass", "pass")
    assert game.asks == ("play", 0)
    assert ("pair", 5, 0) in game.options()
    assert int(game.state["pile"]) == 0


def test_players_without_cards_are_skipped() -> None:
    game = Situation(["5r 5g", "", "9r 9g", "10r 10g"], mode="solo", out=[1])
    game.choose(single(5))
    assert game.asks == ("play", 2)
    game.choose("pass", "pass")
    assert game.asks == ("play", 0)


def test_bombs_are_played_in_turn_and_beat_ordinary_plays() -> None:
    game = Situation(["10r X 2r", IDLE, "1r 1r 1g 1b 9r", IDLE])
    game.choose(("single", 11, 1), "pass")
    assert game.options() == ["pass", ("quad", 1, 0)]


# Giving the lead


def cleared(hands: list[str], passes: int, play: tuple = ("single", 10, 0), **more: object) -> Situation:
    """Seat 0 leads a play and the others pass."""
    game = Situation(hands, **more)  # type: ignore[arg-type]
    game.choose(play, *["pass"] * passes)
    return game


def test_who_played_last_may_let_his_partner_lead() -> None:
    game = cleared(["10r 2r", IDLE, IDLE, IDLE], 3)
    assert game.asks == ("give_lead", 0)
    assert game.options() == [0, 2]
    game.choose(2)
    assert game.asks == ("play", 2)
    assert "pass" not in game.options()
    assert game.table.outcome["seat"][0, metrics.LEADS_GIVEN] == 1


def test_he_leads_without_being_asked_if_his_partner_is_out() -> None:
    game = cleared(["10r 2r", IDLE, "", IDLE], 2, out=[2])
    assert game.asks == ("play", 0)


def test_a_player_who_went_out_chooses_between_a_partner_and_the_next_at_the_left() -> None:
    game = cleared(["10r", IDLE, IDLE, IDLE], 3)
    assert int(game.state["player"][0]["place"]) == 1
    assert game.asks == ("give_lead", 0)
    assert game.options() == [1, 2]
    game.choose(1)
    assert game.asks == ("play", 1)
    assert game.table.outcome["seat"][0, metrics.LEADS_GIVEN] == 0


def test_the_next_at_the_left_may_be_the_partner_himself() -> None:
    game = cleared(["10r", "", IDLE, IDLE], 2, out=[1])
    assert game.asks == ("play", 2)


def test_six_players_choose_among_all_partners_with_cards() -> None:
    assert cleared(["9r 2r", *[IDLE] * 5], 5, single(9)).options() == [0, 2, 4]
    assert cleared(["9r", *[IDLE] * 5], 5, single(9)).options() == [1, 2, 4]
    assert cleared(["9r", IDLE, "", *[IDLE] * 3], 4, single(9), out=[2]).options() == [1, 4]


def test_solo_nobody_is_asked_for_the_lead() -> None:
    assert cleared(["10r 2r", IDLE, IDLE, IDLE], 3, mode="solo").asks == ("play", 0)
    assert cleared(["10r", IDLE, IDLE, IDLE], 3, mode="solo").asks == ("play", 1)
    assert cleared(["10r", "", IDLE, IDLE], 2, mode="solo", out=[1]).asks == ("play", 2)


def test_asked_mates_say_whether_they_want_the_lead() -> None:
    game = cleared([IDLE + " 9r", *[IDLE] * 5], 5, single(9), ask_for_lead="yes")
    assert game.asks == ("want_lead", 2)
    assert game.options() == ["no", "yes"]
    game.choose("yes")
    assert game.asks == ("want_lead", 4)
    game.choose("no")
    assert game.asks == ("give_lead", 0)
    assert game.table.look()["player"]["wants"].tolist() == [0, 0, 2, 0, 1, 0]
    assert game.options() == [0, 2, 4], "an answer binds nobody"
    game.choose(4)
    assert game.state["player"]["wants"].tolist() == [0] * 6


def test_a_giver_who_is_out_hears_his_mates_too_but_not_a_single_one() -> None:
    assert cleared(["9r", *[IDLE] * 5], 5, single(9), ask_for_lead="yes").asks == ("want_lead", 2)
    game = cleared(["9r 1r", IDLE, IDLE, IDLE, "", IDLE], 4, single(9), out=[4], ask_for_lead="yes")
    assert game.asks == ("give_lead", 0)


def test_mates_are_not_asked_by_default_nor_where_there_is_one_only() -> None:
    assert cleared([IDLE + " 9r", *[IDLE] * 5], 5, single(9)).asks == ("give_lead", 0)
    assert cleared(["10r 2r", IDLE, IDLE, IDLE], 3, ask_for_lead="yes").asks == ("give_lead", 0)


# Scoring


def go_out_in(order: tuple[int, ...], layout: Layout, **more: object) -> tuple[Situation, int]:
    """Let players go out in an order until the deal is over, and score it; also how many went out."""
    game = Situation([IDLE] * layout.players, mode=layout.name, **more)  # type: ignore[arg-type]
    outs = 0
    while game.stage != "deal_end":
        game.state["actor"] = order[outs]
        game.state["hand"][order[outs]]["size"] = 0
        game.state["stage"] = state.GO_OUT
        game.table.step()
        outs += 1
    places = game.state["player"]["place"][: layout.players].tolist()
    assert [places[seat] for seat in order[:outs]] == list(range(1, outs + 1))
    game.table.step()
    places = game.state["player"]["place"][: layout.players].tolist()
    assert sorted(places) == list(range(1, layout.players + 1))
    return game, outs


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_team_of_four_scores_by_the_partner_of_the_first_out(order: tuple[int, ...]) -> None:
    game, outs = go_out_in(order, LAYOUTS[0])
    first, partner = order[0], (order[0] + 2) % 4
    place = order.index(partner) + 1
    assert outs == {2: 2, 3: 3, 4: 3}[place], "the deal ends when both of a team are out"
    assert game.scores()[first % 2] == {2: 4, 3: 2, 4: 1}[place]
    assert game.scores()[1 - first % 2] == 0


@pytest.mark.parametrize("first_team", list(itertools.combinations(range(1, 7), 3)))
def test_team_of_six_sums_the_places_of_both_mates(first_team: tuple[int, ...]) -> None:
    values = {1: 0, 2: 8, 3: 4, 4: 2, 5: 1, 6: 0}
    others = [place for place in range(1, 7) if place not in first_team]
    winners, losers = (first_team, others) if 1 in first_team else (others, first_team)
    seat_of = dict(zip(winners, (1, 3, 5), strict=True)) | dict(zip(losers, (0, 2, 4), strict=True))
    game, outs = go_out_in(tuple(seat_of[place] for place in range(1, 7)), LAYOUTS[1])
    assert game.scores() == [0, sum(values[place] for place in winners)]
    assert outs == min(max(winners), max(losers)), "the deal ends when all of a team are out"


def test_out_first_third_and_fifth_of_six_is_five_points() -> None:
    game, _ = go_out_in((0, 1, 2, 3, 4, 5), LAYOUTS[1])
    assert game.scores() == [5, 0]


@pytest.mark.parametrize("layout", LAYOUTS[2:], ids=MODE_IDS[2:])
def test_solo_everybody_scores_by_place(layout: Layout) -> None:
    for order in itertools.permutations(range(layout.players)):
        game, outs = go_out_in(order, layout)
        assert outs == layout.players - 1, "the deal ends when one player is left"
        assert [game.scores()[seat] for seat in order] == list(range(layout.players - 1, -1, -1))


def test_points_add_up_over_the_deals() -> None:
    game, _ = go_out_in((1, 3, 0, 2), LAYOUTS[0], scores=[3, 2])
    assert game.scores() == [3, 6]
    assert game.table.outcome["round_score"][:4, 0].tolist() == [3, 6, 3, 6]


# The match


def next_starter(scores: list[int], starter: int, mode: str = "solo") -> int:
    """Who starts after a deal that has left these scores (the points of the deal are taken off before)."""
    layout = next(entry for entry in LAYOUTS if entry.name == mode and entry.players == (4 if mode == "team" else len(scores)))
    order = tuple(range(layout.players))
    points = [2, 0] if mode == "team" else list(range(layout.players - 1, -1, -1))
    before = [score - point for score, point in zip(scores, points, strict=True)]
    game, _ = go_out_in(order, layout, scores=before, starter=starter)
    assert game.scores() == scores
    assert game.stage == "deal_hands"
    assert int(game.state["deal"]) == 2
    return int(game.state["starter"])


@pytest.mark.parametrize("starter", range(4))
def test_the_lowest_score_starts(starter: int) -> None:
    assert next_starter([5, 4, 2, 6], starter) == 2


@pytest.mark.parametrize(("starter", "expected"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_among_the_lowest_the_nearest_clockwise_of_the_last_starter_starts_and_he_last(starter: int, expected: int) -> None:
    assert next_starter([5, 3, 4, 3], starter) == expected


@pytest.mark.parametrize(("starter", "expected"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_a_member_of_the_lower_team_starts(starter: int, expected: int) -> None:
    assert next_starter([4, 2], starter, "team") == expected


@pytest.mark.parametrize("starter", range(4))
def test_with_equal_teams_the_next_clockwise_starts(starter: int) -> None:
    assert next_starter([4, 4], starter, "team") == (starter + 1) % 4


def result(game: Situation) -> list[int]:
    """The win shares by side, in sixtieths."""
    assert game.stage == "match_end"
    game.table.step()
    assert game.table.is_over
    sides = game.table.mode.sides
    by_seat = game.table.outcome["share"][: len(sides)].tolist()
    shares = [by_seat[sides.index(side)] for side in range(game.table.mode.side_count)]
    assert by_seat == [shares[side] for side in sides]
    assert sum(shares) == SHARE_UNIT
    return shares


def test_a_team_match_ends_at_the_target() -> None:
    game, _ = go_out_in((0, 1, 2, 3), LAYOUTS[0], scores=[6, 7])
    assert result(game) == [60, 0]
    assert next_starter([7, 7], 0, "team") == 1


def test_a_team_match_ends_after_the_last_deal_and_equal_points_are_a_tie() -> None:
    game, _ = go_out_in((0, 1, 2, 3), LAYOUTS[0], scores=[2, 4], deal=8)
    assert game.scores() == [4, 4]
    assert result(game) == [30, 30]
    assert game.table.outcome["game"][metrics.SHARED_WIN] == 1


def test_a_solo_match_ends_with_the_deal_in_which_the_target_is_reached_and_the_highest_wins() -> None:
    game, _ = go_out_in((0, 1, 2, 3), LAYOUTS[3], scores=[5, 7, 3, 0], deal=9)
    assert game.scores() == [8, 9, 4, 0]
    assert result(game) == [0, 60, 0, 0]


def test_equal_highest_scores_share_the_win() -> None:
    game, _ = go_out_in((0, 1, 2, 3), LAYOUTS[3], scores=[5, 6, 7, 0])
    assert game.scores() == [8, 8, 8, 0]
    assert result(game) == [20, 20, 20, 0]


@pytest.mark.parametrize("layout", LAYOUTS[2:], ids=MODE_IDS[2:])
def test_no_solo_match_is_longer_than_its_bound(layout: Layout) -> None:
    below_target = layout.players * (layout.target - 1)
    assert (layout.deals - 1) * sum(layout.worth) <= below_target < layout.deals * sum(layout.worth)


# The early end of the last deal


@pytest.mark.parametrize(
    ("scores", "order", "outs"),
    [
        ([5, 5], (0,), 1),  # at least 1 more: it wins
        ([5, 6], (0, 1, 3), 3),  # 1 more ties, 2 more win: played on to the end
        ([5, 6], (0, 1, 2), 3),
        ([2, 7], (0,), 1),  # at most 4 more: it loses
        ([3, 7], (0, 1), 2),  # 4 more would tie, but no longer
        ([3, 7], (0, 2), 2),
        ([7, 2], (1,), 1),
        ([4, 7], (0, 1), 2),
    ],
)
def test_the_last_deal_of_four_stops_when_the_result_is_settled(scores: list[int], order: tuple, outs: int) -> None:
    game, played = go_out_in(order, LAYOUTS[0], scores=scores, deal=8)
    assert played == outs
    game.table.step()
    natural_end = {seat % 2 for seat in order} == {order[0] % 2} and len(order) == 2
    natural_end |= len(order) == 3
    assert game.table.outcome["game"][metrics.EARLY_END] == (not natural_end)


def test_no_other_deal_stops_early() -> None:
    _, played = go_out_in((0, 1, 3), LAYOUTS[0], scores=[5, 5], deal=7)
    assert played == 3


def test_a_deal_stopped_early_gives_the_unfinished_mates_the_last_places() -> None:
    game, _ = go_out_in((0,), LAYOUTS[0], scores=[5, 5], deal=8)
    assert game.scores() == [6, 5]
    assert game.table.outcome["game"][metrics.MATE_FOURTH] == 0, "what it was worth is not known"


def test_every_last_deal_stops_as_soon_as_no_end_changes_the_winner_and_not_before() -> None:
    """Against all ways in which the deal could go on, for all orders and a range of leads."""
    for layout in TEAM_LAYOUTS:
        for lead in range(-13, 2):
            for first_seats in set(itertools.permutations([seat % 2 for seat in range(layout.players)])):
                seats = {0: iter(range(0, 6, 2)), 1: iter(range(1, 6, 2))}
                order = tuple(next(seats[team]) for team in first_seats)
                scores = [20, 20]
                scores[first_seats[0]] += lead
                _, outs = go_out_in(order, layout, scores=scores, deal=layout.deals)
                assert outs == settled_after(first_seats, lead, layout), (layout, lead, first_seats)


def settled_after(teams: tuple[int, ...], lead: int, layout: Layout) -> int:
    """After how many places the winner is known, the teams going out in this order; the first team is ahead by `lead`."""
    for outs in range(1, layout.players):
        results = set()
        for rest in set(itertools.permutations(teams[outs:])):
            whole = teams[:outs] + rest
            points = sum(worth for worth, team in zip(layout.worth, whole, strict=True) if team == teams[0])
            results.add(int(np.sign(lead + points)))
        team_is_out = any(teams[:outs].count(team) == layout.players // 2 for team in (0, 1))
        if len(results) == 1 or team_is_out:
            return outs
    raise AssertionError


# What is counted


def test_wilds_are_counted_by_how_they_are_spent() -> None:
    game = Situation(["X 10r 1r", "X X 2r 2g 3r", "2b 2r 5r 5g X X 7r", IDLE], mode="solo")
    game.choose(
        ("single", 11, 1), "pass", ("quad", 5, 2), "pass", "pass", "pass", ("pair", 2, 0), "pass", "pass", ("pair", 11, 2)
    )
    counted = game.table.outcome["seat"][
        :, [metrics.WILDS_SINGLE, metrics.WILDS_PAIR, metrics.WILDS_FILLER, metrics.WILDS_BOMB]
    ]
    assert counted[:3].tolist() == [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 2]]


def test_items_are_types_of_play_led_and_played() -> None:
    game = Situation(["5r 5g 1r", "6r 6g 1r", IDLE, IDLE])
    game.choose(("pair", 5, 0), ("pair", 6, 0))
    pair = [item.name for item in GAME.items(None)].index("pair")
    assert game.table.outcome["item"][:2, pair].tolist() == [[1, 1], [0, 1]]


def test_types_of_play_are_ordinary_or_bombs() -> None:
    kinds = {item.name: item.kind for item in GAME.items(None)}
    assert [name for name, kind in kinds.items() if kind == "bomb"] == [
        "quad", "straight_flush", "quint", "stretch_flush", "hex",
    ]  # fmt: skip
    assert len(kinds) == 15
    assert set(kinds.values()) == {"ordinary", "bomb"}
