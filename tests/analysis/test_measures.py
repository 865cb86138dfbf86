"""Measures of a run, and what a setting changes: checked against plain means over games."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analysis.measures import Measure, changes, corrected, measures
from tests.analysis.counting import DUEL, MIRROR, PAIRS, TEAMS, UNIT, info_of, random_games
from tests.analysis.grouping import grouped


def by_name(found: list[Measure]) -> dict[tuple[str, str], Measure]:
    return {(measure.name, measure.who): measure for measure in found}


@pytest.mark.parametrize("table", [DUEL, PAIRS, TEAMS], ids=["duel", "pairs", "teams"])
def test_measures_are_means_over_games(table) -> None:
    games = random_games(table, 30, seed=1, rounds=(2, 4))
    found = by_name(measures(grouped(games, table), info_of(table), ("cards", "decisions")))
    assert found["rounds", "game"].value == pytest.approx(np.mean([len(game.rounds) for game in games]))
    assert found["decisions", "game"].value == pytest.approx(10 * found["rounds", "game"].value)
    ties = np.mean([UNIT not in game.shares(table.sides) for game in games])
    assert found["shared_wins", "game"].value == pytest.approx(ties)
    first = np.mean([game.shares(table.sides)[0] / UNIT for game in games])
    assert found["seat_share", "place 0"].value == pytest.approx(first)
    for player in range(table.players):
        scores, shares = [], []
        for game in games:
            seating = table.seatings[game.k]
            scores += [score for seat, score in enumerate(game.rounds[-1]) if seating[seat] == player]
            sides = {table.sides[seat] for seat in range(len(seating)) if seating[seat] == player}
            shares += [game.shares(table.sides)[side] / UNIT for side in sides]
        assert found["score", f"strategy {player}"].value == pytest.approx(np.mean(scores))
        assert found["win_share", f"strategy {player}"].value == pytest.approx(np.mean(shares))
        assert found["cards", f"strategy {player}"].value == 1


def test_the_interval_of_a_mean_is_students_over_deals() -> None:
    games = random_games(DUEL, 30, seed=2)
    score = by_name(measures(grouped(games, DUEL), info_of(DUEL)))["score", "strategy 0"]
    deals = [
        np.mean([game.rounds[-1][DUEL.seatings[game.k].index(0)] for game in games if game.deal == deal]) for deal in range(30)
    ]
    low, high = stats.t.interval(0.95, 29, np.mean(deals), stats.sem(deals))
    interval = score.interval()
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((low, high))


def test_a_metric_that_never_varies_has_an_interval_of_no_width() -> None:
    found = by_name(measures(grouped(random_games(DUEL, 20, seed=3), DUEL), info_of(DUEL)))
    interval = found["rounds", "game"].interval()
    assert interval is not None
    assert (interval.low, interval.estimate, interval.high) == (3, 3, 3)


def test_a_mirror_match_has_no_win_share_to_compare() -> None:
    found = by_name(measures(grouped(random_games(MIRROR, 5, seed=4), MIRROR), info_of(MIRROR)))
    assert ("win_share", "strategy 0") not in found


def test_the_same_games_differ_by_exactly_0() -> None:
    counts = grouped(random_games(DUEL, 20, seed=5), DUEL)
    found = measures(counts, info_of(DUEL))
    for change in changes(found, measures(counts, info_of(DUEL))):
        assert change.difference is not None
        assert (change.difference.interval.low, change.difference.interval.high) == (0, 0)
        assert change.p_holm == 1


def test_a_difference_is_paired_by_deals() -> None:
    """Scores that are higher by 1 on every deal differ by exactly 1, however much deals differ among themselves."""
    games = random_games(DUEL, 25, seed=6)
    better = random_games(DUEL, 25, seed=6)
    for game in better:
        game.rounds[-1] = [score + 1 for score in game.rounds[-1]]
    base, other = (measures(grouped(played, DUEL), info_of(DUEL)) for played in (games, better))
    scores = [change for change in changes(base, other) if change.measure.name == "score"]
    for change in scores:
        assert change.difference is not None
        assert change.difference.interval.estimate == pytest.approx(1)
        assert change.p_holm is not None
        assert change.p_holm < 0.001
    unpaired = base[2].interval()
    assert unpaired is not None
    assert scores[0].difference is not None
    assert scores[0].difference.interval.half_width < unpaired.half_width


def test_runs_of_different_deals_are_not_compared() -> None:
    base = measures(grouped(random_games(DUEL, 20, seed=7), DUEL), info_of(DUEL))
    other = measures(grouped(random_games(DUEL, 21, seed=7), DUEL), info_of(DUEL))
    assert all(change.difference is None and change.p_holm is None for change in changes(base, other))


def test_holms_correction_is_over_all_changes_that_can_be_told() -> None:
    counts = grouped(random_games(DUEL, 20, seed=8), DUEL)
    found = changes(measures(counts, info_of(DUEL)), measures(grouped(random_games(DUEL, 20, seed=9), DUEL), info_of(DUEL)))
    smallest = min(change.difference.p_value for change in found if change.difference is not None)
    known = [(change.measure, change.difference) for change in found]
    alone = corrected([*known, (known[0][0], None)])
    assert alone[-1].p_holm is None
    assert min(c.p_holm for c in alone if c.p_holm is not None) == pytest.approx(min(1, smallest * len(known)))
