"""The course of games: hand-made games with known leads, changes and comebacks."""

from __future__ import annotations

import pytest

from analysis.thresholds import Thresholds
from analysis.trajectories import half_time, lead_sums, trajectories_section
from analysis.verdicts import comebacks, runaway_leader
from tests.analysis.counting import DUEL, MIRROR, Played, count, info_of, random_games

AHEAD = [[2, 0], [3, 1], [5, 3], [6, 4]]
"""Seat 0 leads throughout."""
TURNED = [[0, 3], [1, 4], [4, 4], [6, 5]]
"""Seat 0 is 3 behind, comes level, and wins."""
SHORT = [[0, 1], [3, 2]]
"""Seat 0 is behind, and wins in the second round."""
LEVEL = [[1, 0], [1, 1], [2, 2], [3, 3]]
"""A shared win."""


def section_of(*courses: list[list[int]]) -> dict:
    games = [Played(deal, 0, course) for deal, course in enumerate(courses)]
    return trajectories_section(count(games, MIRROR), info_of(MIRROR))


def test_what_a_lead_is_worth_round_by_round() -> None:
    section = section_of(AHEAD, TURNED, SHORT, LEVEL)
    first, second, third = section["leader_wins"]
    assert (first["n"], first["share"]["estimate"]) == (4, pytest.approx(1.5 / 4)), "one leader won, one shared the win"
    assert (second["n"], second["share"]["estimate"]) == (2, 0.5)
    assert (third["n"], third["share"]["estimate"]) == (1, 1)
    assert [entry["running"] for entry in section["leader_wins"]] == [1, 0.75, 0.75]
    assert second["led"] == pytest.approx(2 / 3)


def test_changes_settling_deficits_and_comebacks() -> None:
    section = section_of(AHEAD, TURNED, SHORT, LEVEL)
    assert dict(map(tuple, section["lead_changes"])) == {0: 0.5, 1: 0.5}
    assert dict(map(tuple, section["settled"])) == pytest.approx({1: 1 / 3, 2: 1 / 3, 4: 1 / 3})
    assert (section["settled_n"], section["settled90"]) == (3, 4)
    assert section["deficit"]["mean"] == pytest.approx(4 / 3)
    assert [(entry["n"], entry["share"]["estimate"]) for entry in section["comeback"]] == [
        (3, pytest.approx(2 / 3)),
        (2, 0.5),
        (2, 0.0),
    ]


def test_scores_by_round_keep_the_last_score_of_a_finished_game() -> None:
    section = section_of(AHEAD, SHORT)
    assert section["rounds"] == [1, 2, 3, 4]
    assert section["by_strategy"][0]["mean"] == [3 / 4, 9 / 4, 13 / 4, 15 / 4]
    assert section["by_strategy"][0]["n"] == 4


def test_results_are_settled_when_nine_in_ten_are() -> None:
    assert section_of(*[AHEAD] * 9, TURNED)["settled90"] == 1
    assert section_of(*[AHEAD] * 8, TURNED, SHORT)["settled90"] == 2


def test_shared_wins_only_settle_nothing() -> None:
    section = section_of(LEVEL, LEVEL)
    assert (section["settled90"], section["settled"]) == (None, [])
    assert section["reason"] == "no game had a sole winner"
    assert section["deficit"] is None
    assert all(entry["share"] is None and entry["reason"] for entry in section["comeback"])
    assert comebacks(section, Thresholds())["status"] == "unknown"
    assert runaway_leader(section, Thresholds())["status"] == "unknown"


def test_games_of_one_round_have_no_half_time() -> None:
    section = section_of([[2, 1]], [[3, 1]])
    assert (section["half_time"], section["leader_wins"], section["comeback"]) == (None, [], [])
    assert (section["settled90"], section["deficit"]["mean"]) == (1, 0)
    assert runaway_leader(section, Thresholds())["status"] == "unknown"


def test_half_time_is_the_round_before_the_middle() -> None:
    assert [half_time(rounds) for rounds in (1, 2, 3, 6, 7)] == [None, 1, 1, 3, 3]


def test_leads_are_summed_by_deal() -> None:
    games = random_games(DUEL, 50, 1)
    sums = lead_sums(count(games, DUEL), info_of(DUEL), 1)
    by_deal: dict[int, list[float]] = {}
    for game in games:
        first = game.rounds[0]
        if first[0] != first[1]:
            by_deal.setdefault(game.deal, []).append(game.shares((0, 1))[int(first[1] > first[0])] / 60)
    assert sums.count == sum(len(won) for won in by_deal.values())
    assert sums.residual_square == pytest.approx(sum((sum(won) - sums.ratio * len(won)) ** 2 for won in by_deal.values()))
