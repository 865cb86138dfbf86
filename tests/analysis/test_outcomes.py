"""Scores, margins, shared wins and length against the games themselves."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.outcomes import length_section, scores_section, tie_rates
from analysis.ratios import RatioSums, ratio_interval
from tests.analysis.counting import DUEL, MIRROR, PAIRS, TEAMS, THREE, Played, Seating, count, info_of, random_games


@pytest.mark.parametrize("table", [DUEL, MIRROR, PAIRS, TEAMS, THREE])
def test_scores_by_strategy_and_seat_are_those_of_the_games(table: Seating) -> None:
    games = random_games(table, 30, 1, (1, 4), skill=0.4)
    section = scores_section(count(games, table), info_of(table))
    for player, entry in enumerate(section["by_strategy"]):
        scores = [game.rounds[-1][seat] for game in games for seat, who in enumerate(table.seatings[game.k]) if who == player]
        assert (entry["n"], entry["mean"]) == (len(scores), pytest.approx(np.mean(scores)))
        assert entry["sd"] == pytest.approx(np.std(scores, ddof=1))
        assert dict(map(tuple, entry["bins"])) == pytest.approx({v: scores.count(v) / len(scores) for v in set(scores)})
    for seat, entry in enumerate(section["by_seat"]):
        assert entry["mean"] == pytest.approx(np.mean([game.rounds[-1][seat] for game in games]))


def test_the_mean_margin_has_the_interval_of_deal_sums() -> None:
    games = random_games(DUEL, 50, 2)
    margin = scores_section(count(games, DUEL), info_of(DUEL))["margin"]
    of_deal = [np.mean([abs(g.rounds[-1][0] - g.rounds[-1][1]) for g in games if g.deal == deal]) for deal in range(50)]
    assert margin["mean"] == pytest.approx(np.mean(of_deal))
    reach = 2.0096 * np.std(of_deal, ddof=1) / np.sqrt(50)  # Student's quantile for 49 degrees of freedom
    assert margin["mean_interval"]["high"] == pytest.approx(np.mean(of_deal) + reach, rel=1e-4)


def test_tie_rates_count_games_and_the_games_of_each_strategy() -> None:
    level, decided = [[5, 5]], [[5, 4]]
    games = [
        Played(deal, k, level if (deal, k) in ((0, 0), (1, 1), (2, 0)) else decided) for deal in range(3) for k in range(2)
    ]
    rates = tie_rates(count(games, DUEL), info_of(DUEL))
    assert rates["share"]["estimate"] == 0.5
    assert [entry["share"]["estimate"] for entry in rates["by_strategy"]] == [0.5, 0.5]
    three = [[5, 5, 1]]
    rates = tie_rates(count([Played(0, k, three) for k in range(3)], THREE), info_of(THREE))
    assert rates["share"]["estimate"] == 1
    assert [entry["share"]["estimate"] for entry in rates["by_place"]] == [1, 1, 0]
    assert [entry["share"]["estimate"] for entry in rates["by_strategy"]] == pytest.approx([2 / 3] * 3)


def test_the_tie_rate_is_clustered_by_deal() -> None:
    """With fewer than 256 deals each group is a deal, so the interval is that over deals."""
    games = random_games(DUEL, 120, 3)
    tied = np.zeros(120)
    for game in games:
        tied[game.deal] += len(set(game.rounds[-1])) == 1
    sums = RatioSums(240, tied.sum(), 120 * 4.0, 2 * tied.sum(), tied @ tied)
    expected = ratio_interval(sums)
    share = tie_rates(count(games, DUEL), info_of(DUEL))["share"]
    assert expected is not None
    assert (share["low"], share["high"]) == pytest.approx((expected.low, expected.high))
    assert 0 < share["low"] < share["estimate"] < share["high"]


def test_no_tie_in_a_thousand_games_is_not_none_in_a_million() -> None:
    """1,000 games in 500 deals, so groups hold several deals: the bound is about 4 in 1,000, as for independent games."""
    games = [Played(deal, k, [[2, 1]]) for deal in range(500) for k in range(2)]
    assert 0.0025 < tie_rates(count(games, DUEL), info_of(DUEL))["share"]["high"] < 0.008


def test_length_is_that_of_the_games() -> None:
    games = random_games(MIRROR, 100, 4, (2, 5))
    section = length_section(count(games, MIRROR), info_of(MIRROR))
    lengths = [len(game.rounds) for game in games]
    assert section["mean"] == pytest.approx(np.mean(lengths))
    assert dict(map(tuple, section["bins"])) == pytest.approx({n: lengths.count(n) / 100 for n in set(lengths)})
    assert section["decisions"]["mean"] == pytest.approx(10 * np.mean(lengths))
    assert "takes" in section["text"]


def test_games_of_one_length_say_so_and_decisions_may_be_missing() -> None:
    counts = count(random_games(MIRROR, 5, 5, (3, 3)), MIRROR)
    counts["game_bins"] = counts["game_bins"][:6]
    section = length_section(counts, info_of(MIRROR, game_metrics=(("rounds", "rounds", 5),)))
    assert section["text"] == "Every game lasts 3 rounds."
    assert section["decisions"] is None


def test_a_run_without_the_metric_of_length_is_told_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"no game metric 'years' .* there are: rounds, decisions"):
        length_section(count(random_games(MIRROR, 2, 6), MIRROR), info_of(MIRROR, length_metric="years"))
