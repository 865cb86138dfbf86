"""A tournament from counts: who is best, who beats whom, and its sections of a report."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis.tournament import rotations_of, tournament
from analysis.tournament_sections import order_text, tournament_sections
from tests.analysis.counting import DUEL, MIRROR, PAIRS, THREE, UNIT, Played, Seating, info_of, random_games
from tests.analysis.grouping import grouped


def test_the_more_skilled_player_is_first_and_beats_the_others() -> None:
    games = random_games(PAIRS, 300, seed=1, skill=0.5)
    result = tournament(grouped(games, PAIRS), info_of(PAIRS))
    assert result.order == (2, 1, 0), "strategy n gains more with n"
    assert result.beaten_by(2) == ["strategy 1", "strategy 0"]
    assert result.metagame is not None
    assert result.metagame.nash == pytest.approx((0, 0, 1), abs=1e-6)
    assert all(top == 2 for _, top, _ in result.metagame.sensitivity[2:])


def test_shares_are_those_of_a_plain_count() -> None:
    games = random_games(PAIRS, 40, seed=2)
    result = tournament(grouped(games, PAIRS), info_of(PAIRS))
    won = dict.fromkeys(((0, 1), (0, 2), (1, 2)), 0.0)
    for game in games:
        pair = PAIRS.lineups[PAIRS.lineup_of[game.k]]
        won[pair] += game.shares(PAIRS.sides)[PAIRS.seatings[game.k].index(pair[0])] / UNIT
    for (a, b), wins in won.items():
        cell, back = result.matrix[a][b], result.matrix[b][a]
        assert cell is not None
        assert back is not None
        assert cell.games == 80
        assert cell.share.estimate == pytest.approx(wins / 80)
        assert back.share.estimate == pytest.approx(1 - wins / 80)
    first = result.overall[0]
    assert first is not None
    assert first.estimate == pytest.approx((won[0, 1] + won[0, 2]) / 160)


def test_ties_of_two_sides_are_rated_by_davidsons_model_and_others_have_no_tie_parameter() -> None:
    games = random_games(PAIRS, 100, seed=3)
    assert any(UNIT not in game.shares(PAIRS.sides) for game in games)
    assert tournament(grouped(games, PAIRS), info_of(PAIRS)).ratings.nu is not None
    decided = [Played(deal, k, [[2, 1] if (deal + k) % 2 else [1, 2]]) for deal in range(50) for k in range(6)]
    assert tournament(grouped(decided, PAIRS), info_of(PAIRS)).ratings.nu is None


def test_line_ups_of_three_have_no_pairings_but_ratings() -> None:
    result = tournament(grouped(random_games(THREE, 200, seed=4, skill=0.5), THREE), info_of(THREE))
    assert result.par == pytest.approx(1 / 3)
    assert all(cell is None for row in result.matrix for cell in row)
    assert result.order == (2, 1, 0)
    assert result.metagame is None
    assert result.cycles == []
    shares = [share.estimate for share in result.overall if share is not None]
    assert sum(shares) == pytest.approx(1)


def test_a_pairing_that_was_not_played_is_missing_and_there_is_no_mixture() -> None:
    table = Seating((0, 1), ((0, 1), (1, 2)), (0, 0, 1, 1), ((0, 1), (1, 0), (1, 2), (2, 1)))
    result = tournament(grouped(random_games(table, 50, seed=5), table), info_of(table))
    assert result.matrix[0][2] is None
    assert result.metagame is None
    section = tournament_sections(result)
    assert section["metagame"]["text"].startswith("Not all pairings were played.")
    assert [entry["mixture"] for entry in section["ranking"]] == [None, None, None]


def test_a_strategy_that_never_wins_has_a_finite_rating() -> None:
    games = [Played(deal, k, [[1, 0] if DUEL.seatings[k][0] == 0 else [0, 1]]) for deal in range(30) for k in range(2)]
    result = tournament(grouped(games, DUEL), info_of(DUEL))
    assert result.order == (0, 1)
    assert all(np.isfinite(result.ratings.elo))
    cell = result.matrix[0][1]
    assert cell is not None
    assert cell.share.estimate == 1
    assert cell.share.low < 1, "60 of 60 do not prove that it always wins"


def test_the_baseline_is_zero() -> None:
    result = tournament(grouped(random_games(PAIRS, 60, seed=6, skill=0.3), PAIRS), info_of(PAIRS), baseline=1)
    assert result.ratings.elo[1] == 0
    assert result.differences is not None
    own = result.differences[1]
    assert own is not None
    assert (own.interval.estimate, own.interval.low, own.interval.high) == (0, 0, 0)


@pytest.mark.parametrize("table", [DUEL, PAIRS, THREE, MIRROR], ids=["duel", "pairs", "three", "mirror"])
@pytest.mark.parametrize("deals", [1, 2, 40])
def test_sections_are_plain_and_ranked(table: Seating, deals: int) -> None:
    """JSON without NaN for one deal, two deals and many; the best first in every part."""
    section = tournament_sections(tournament(grouped(random_games(table, deals, seed=7), table), info_of(table)))
    json.dumps(section, allow_nan=False)
    elos = [entry["elo"] for entry in section["ranking"]]
    assert elos == sorted(elos, reverse=True)
    assert section["matchups"]["names"] == [entry["name"] for entry in section["ranking"]]
    assert len(section["order"]["text"]) > 20


def test_the_order_is_told_with_its_certainty() -> None:
    sure = tournament(grouped(random_games(PAIRS, 300, seed=1, skill=0.5), PAIRS), info_of(PAIRS))
    assert order_text(sure).startswith("strategy 2 is first in 100% of 1,000 resamplings of the deals and beats 2 of 2 others")
    few = tournament(grouped(random_games(PAIRS, 2, seed=1), PAIRS), info_of(PAIRS))
    assert "too few deals" in order_text(few)


def test_a_circle_is_found() -> None:
    """0 beats 1, 1 beats 2, 2 beats 0, each in nine of ten deals."""
    winner = {(0, 1): 0, (0, 2): 2, (1, 2): 1}
    games = []
    for deal in range(100):
        for k, seating in enumerate(PAIRS.seatings):
            best = winner[PAIRS.lineups[PAIRS.lineup_of[k]]]
            first = (seating[0] == best) == (deal % 10 > 0)
            games.append(Played(deal, k, [[1, 0] if first else [0, 1]]))
    result = tournament(grouped(games, PAIRS), info_of(PAIRS))
    assert [cycle.significant for cycle in result.cycles] == [True]
    assert sorted(result.cycles[0].strategies) == [0, 1, 2]
    assert result.metagame is not None
    assert result.metagame.nash == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-6)
    assert tournament_sections(result)["metagame"]["text"].startswith("No single strategy is best")


def test_rotations_are_counted_by_line_up() -> None:
    assert rotations_of(info_of(PAIRS)) == [2, 2, 2]
    assert rotations_of(info_of(MIRROR)) == [1]
