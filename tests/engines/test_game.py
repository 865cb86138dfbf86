"""Declarations of games: seatings, rules and their errors, modes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.game import Mode, Rule, UsageError, find_game, game_names

DUEL = Mode("duel", (0, 1), ("first", "second"))
FREE_FOR_ALL = Mode("all", (0, 1, 2, 3), ("a", "b", "c", "d"))
TEAMS = Mode("teams", (0, 1, 0, 1), ("a", "b", "c", "d"))
TRIPLES = Mode("three teams", (0, 1, 2, 0, 1, 2), tuple("abcdef"))
GAME = replace(
    find_game("beerbread"),
    title="Any Game",
    modes=(DUEL, FREE_FOR_ALL, Mode("all", (0, 1, 2), ("a", "b", "c")), TEAMS),
    rules=(
        Rule("harvest", "how", ("contiguous", "all")),
        Rule("rounds", "how many", default_number=6, low=1, high=12),
    ),
)


def test_a_duel_has_two_seatings() -> None:
    assert DUEL.rotations == ((0, 1), (1, 0))
    assert (DUEL.players, DUEL.side_count) == (2, 2)


def test_alone_everybody_sits_once_on_every_seat() -> None:
    assert FREE_FOR_ALL.rotations == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
    for seat in range(4):
        assert {seating[seat] for seating in FREE_FOR_ALL.rotations} == {0, 1, 2, 3}


def test_teams_have_only_the_distinct_seatings() -> None:
    """Two teams of two in turn: the third and fourth rotation would be the first and second again."""
    assert TEAMS.rotations == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert (TEAMS.players, TEAMS.side_count) == (4, 2)
    assert TRIPLES.rotations == ((0, 1, 2, 0, 1, 2), (1, 2, 0, 1, 2, 0), (2, 0, 1, 2, 0, 1))
    assert (TRIPLES.players, TRIPLES.side_count) == (6, 3)


def test_a_team_that_sits_together_has_all_its_rotations() -> None:
    assert Mode("pairs", (0, 0, 1, 1), tuple("abcd")).rotations == ((0, 0, 1, 1), (0, 1, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1))


def test_a_switch_is_read_as_the_place_of_its_choice_and_the_first_is_the_default() -> None:
    rule = Rule("harvest", "how", ("contiguous", "all"))
    assert (rule.default, rule.value("contiguous"), rule.value("all")) == ("contiguous", 0, 1)


def test_an_unknown_choice_is_refused_with_the_nearest_and_all_choices() -> None:
    rule = Rule("harvest", "how", ("contiguous", "all"))
    with pytest.raises(UsageError) as caught:
        rule.value("continuous")
    assert str(caught.value) == (
        "unknown value for rule harvest 'continuous'. Did you mean 'contiguous'? Known: contiguous, all."
    )
    with pytest.raises(UsageError) as caught:
        rule.value("0")
    assert str(caught.value) == "unknown value for rule harvest '0'. Known: contiguous, all."


def test_a_number_is_read_within_its_range() -> None:
    rule = Rule("rounds", "how many", default_number=6, low=1, high=12)
    assert (rule.default, rule.value("1"), rule.value("12")) == ("6", 1, 12)
    for text, reason in (
        ("0", "rule rounds: 0 is not from 1 to 12."),
        ("13", "rule rounds: 13 is not from 1 to 12."),
        ("six", "rule rounds: 'six' is not a whole number."),
        ("6.0", "rule rounds: '6.0' is not a whole number."),
        ("", "rule rounds: '' is not a whole number."),
    ):
        with pytest.raises(UsageError) as caught:
            rule.value(text)
        assert str(caught.value) == reason


def test_settings_stand_over_the_defaults() -> None:
    assert GAME.settle_rules({}) == {"harvest": "contiguous", "rounds": "6"}
    assert GAME.settle_rules({"rounds": "3"}) == {"harvest": "contiguous", "rounds": "3"}
    assert GAME.rule_values(GAME.settle_rules({"harvest": "all"})) == {"harvest": 1, "rounds": 6}


def test_unknown_rules_and_wrong_values_are_refused_when_settled() -> None:
    with pytest.raises(UsageError) as caught:
        GAME.settle_rules({"harvset": "all"})
    assert str(caught.value) == "unknown rule of Any Game 'harvset'. Did you mean 'harvest'? Known: harvest, rounds."
    with pytest.raises(UsageError, match="rounds: 0 is not from 1 to 12"):
        GAME.settle_rules({"rounds": "0"})


def test_a_mode_is_found_by_name_players_both_or_neither() -> None:
    assert GAME.find_mode(None, None) is GAME.modes[0]
    assert GAME.find_mode("all", None) is GAME.modes[1]
    assert GAME.find_mode("all", 3) is GAME.modes[2]
    assert GAME.find_mode(None, 4) is GAME.modes[1]
    assert GAME.find_mode("teams", 4) is GAME.modes[3]


def test_a_mode_that_is_not_there_is_refused_with_what_is_possible() -> None:
    with pytest.raises(UsageError) as caught:
        GAME.find_mode("team", None)
    assert str(caught.value) == "unknown mode of Any Game 'team'. Did you mean 'teams'? Known: duel, all, teams."
    with pytest.raises(UsageError, match="Any Game cannot seat 5 players; possible: 2, 3, 4"):
        GAME.find_mode(None, 5)
    with pytest.raises(UsageError) as caught:
        GAME.find_mode("all", 2)
    assert str(caught.value) == "Any Game cannot seat 2 players in mode all; possible: 3, 4."


def test_a_game_is_found_by_name_and_an_unknown_one_refused_with_the_nearest() -> None:
    assert "beerbread" in game_names()
    assert find_game("beerbread").title == "Beer & Bread"
    with pytest.raises(UsageError, match=r"unknown game 'beerbred'\. Did you mean 'beerbread'\? Known: .*beerbread"):
        find_game("beerbred")


def test_usage_errors_are_value_errors() -> None:
    assert issubclass(UsageError, ValueError)


def test_beer_and_bread_declares_what_the_rules_file_names() -> None:
    game = find_game("beerbread")
    assert {rule.name: rule.choices for rule in game.rules if rule.choices} == {
        "field_reset": ("top_up", "exact"),
        "harvest_column": ("contiguous", "all"),
        "clean_order": ("upgrade_first", "clean_first"),
        "last_windmill": ("after", "during"),
    }
    assert game.find_mode(None, 2).seat_names == ("windmill first", "windmill second")
    with pytest.raises(UsageError, match="cannot seat 3 players; possible: 2"):
        game.find_mode(None, 3)
