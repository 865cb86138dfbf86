"""`simulate compare` and `simulate power` through real processes."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest

from tests.conftest import Result

Simulate = Callable[..., Result]


@pytest.fixture(scope="module")
def tournament(simulate: Simulate) -> Result:
    """Three strategies of Beer & Bread, of which random is the worst by far."""
    words = ("--game", "beerbread", "--n", "400", "--seed", "5", "--quiet", "--format", "json", "--baseline", "greedy")
    result = simulate("compare", "random", "greedy", "balanced", *words)
    assert result.code == 0, result.err
    return result


def test_the_ranking_is_best_first_and_complete(tournament: Result) -> None:
    ranking = tournament.json["ranking"]
    assert [entry["name"] for entry in ranking] == ["balanced", "greedy", "random"]
    elos = [entry["elo"] for entry in ranking]
    assert elos == sorted(elos, reverse=True)
    assert ranking[0]["beats"] == ["greedy", "random"]
    assert ranking[2]["beats"] == []
    assert ranking[0]["mixture"] == pytest.approx(1)


def test_the_matrix_is_that_of_a_game_of_two(tournament: Result) -> None:
    matchups = tournament.json["matchups"]
    assert matchups["n_per_pairing"] == 400
    for own in range(3):
        assert matchups["share"][own][own] is None
        for other in range(own):
            forth, back = matchups["share"][own][other], matchups["share"][other][own]
            assert forth["estimate"] + back["estimate"] == pytest.approx(1)
            assert forth["low"] <= forth["estimate"] <= forth["high"]


def test_the_baseline_has_rating_0_and_differs_from_itself_by_exactly_0(tournament: Result) -> None:
    ranking = {entry["name"]: entry for entry in tournament.json["ranking"]}
    assert ranking["greedy"]["elo"] == 0
    differences = {entry["name"]: entry["difference"] for entry in tournament.json["differences"]}
    assert differences["greedy"] == {"estimate": 0, "low": 0, "high": 0}
    assert differences["random"]["high"] < 0 < differences["balanced"]["low"]


def test_pairings_play_the_deals_that_they_play_alone(simulate: Simulate, tournament: Result) -> None:
    """The share of a pairing is that of the first command with the same seed and deals."""
    alone = simulate("--game", "beerbread", "--strategies", "greedy,balanced", "--n", "400", "--seed", "5", "--format", "json")
    share = {entry["name"]: entry["win_share"] for entry in alone.json["strategies"]}
    assert tournament.json["matchups"]["share"][0][1]["estimate"] == pytest.approx(share["balanced"])


def test_csv_has_a_row_for_each_ordered_pairing(simulate: Simulate) -> None:
    result = simulate("compare", "random", "greedy", "--game", "beerbread", "--n", "100", "--seed", "5", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [(row["strategy"], row["opponent"]) for row in rows] == [("greedy", "random"), ("random", "greedy")]
    assert float(rows[0]["share"]) + float(rows[1]["share"]) == pytest.approx(1)


def test_three_players_meet_two_by_two_in_balanced_tables(simulate: Simulate) -> None:
    """Of three seats two strategies leave 2^3 - 2 spreads; equal strategies take half each, up to chance."""
    words = ("--game", "bacon", "--mode", "solo", "--players", "3", "--n", "600", "--seed", "1", "--format", "json")
    result = simulate("compare", "random", "low", "sprint", *words)
    assert result.code == 0, result.err
    assert result.json["n"] == 3 * 600
    assert result.json["par"] == 0.5
    assert result.json["ranking"][-1]["name"] == "random"


def test_a_mixed_design_needs_no_pairings(simulate: Simulate) -> None:
    words = ("--game", "bacon", "--mode", "solo", "--players", "3", "--n", "300", "--seed", "1", "--design", "mixed")
    result = simulate("compare", "random", "low", "sprint", "control", *words, "--format", "json")
    assert result.code == 0, result.err
    assert result.json["par"] == pytest.approx(1 / 3)
    assert result.json["matchups"]["n_per_pairing"] == 0
    assert sum(entry["share"]["estimate"] for entry in result.json["ranking"]) == pytest.approx(4 / 3)


def test_one_deal_gives_no_nonsense(simulate: Simulate) -> None:
    """One deal: no interval of ratings, no NaN, no warning."""
    result = simulate(
        "compare", "random", "greedy", "--game", "beerbread", "--n", "1", "--seed", "5", "--format", "json", "--quiet"
    )
    assert result.code == 0
    assert result.err == ""
    assert "NaN" not in result.out
    assert result.json["ranking"][0]["rating"] is None
    table = simulate("compare", "random", "greedy", "--game", "beerbread", "--n", "2", "--seed", "5", "--quiet")
    assert table.code == 0
    assert "too few deals" in table.out


def test_a_strategy_against_itself_is_not_told_apart(simulate: Simulate) -> None:
    result = simulate("compare", "greedy", "greedy", "--game", "beerbread", "--n", "200", "--seed", "5", "--format", "json")
    assert [entry["name"] for entry in result.json["ranking"]] != ["greedy", "greedy"]
    assert result.json["matchups"]["share"][0][1]["estimate"] == 0.5
    assert not result.json["matchups"]["share"][0][1]["significant"]


def test_it_is_decided_which_of_two_is_better(simulate: Simulate) -> None:
    words = ("--game", "beerbread", "--seed", "5", "--until-decided", "--format", "json")
    result = simulate("compare", "balanced", "greedy", *words)
    assert result.code == 0, result.err
    assert result.json["state"] == "better"
    assert result.json["n"] < 5000
    assert set(result.json["expected_games"]) == {"at 0 Elo", "at 5 Elo", "at 10 Elo"}
    worse = simulate("compare", "greedy", "balanced", *words)
    assert worse.json["state"] == "not better"
    sure = simulate("compare", "greedy", "random", *words)
    assert sure.json["state"] == "better"
    assert sure.json["expected_games"] is None, "deals that all end alike tell nothing of the spread"


def test_it_plays_until_the_share_is_known_closely_enough(simulate: Simulate) -> None:
    words = ("--game", "beerbread", "--seed", "5", "--target-precision", "0.03", "--format", "json")
    result = simulate("compare", "greedy", "denier", *words)
    share = result.json["share"]
    assert (share["high"] - share["low"]) / 2 <= 0.03
    assert result.json["state"] == "precise"
    short = simulate("compare", "greedy", "denier", *words, "--max-n", "100")
    assert short.json["state"] == "open"
    assert short.json["n"] == 100


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("greedy",), "at least two strategies"),
        (("greedy", "gredy"), "Did you mean 'greedy'?"),
        (("greedy", "random", "--baseline", "balanced"), "unknown strategy in this comparison 'balanced'"),
        (("greedy", "random", "denier", "--until-decided"), "takes two strategies, not 3"),
        (("greedy", "random", "--until-decided", "--elo1", "-5"), "elo0 must be less than elo1"),
        (("greedy", "random", "--target-precision", "2"), "--target-precision 2 is not between 0 and 0.5"),
        (("greedy", "--strategies", "random"), "name the strategies once"),
        (("greedy", "random", "--n", "0"), "--n 0 must be at least 1"),
    ],
)
def test_mistakes_are_explained(simulate: Simulate, words: tuple[str, ...], message: str) -> None:
    result = simulate("compare", "--game", "beerbread", *words)
    assert result.code == 2
    assert message in result.err
    assert "Traceback" not in result.err


def test_power_says_how_many_games_show_a_difference(simulate: Simulate) -> None:
    """Half-point shares of independent pairs of games: n = (1.960 + 1.282)^2 x 0.125 / 0.01^2 deals, about 13,137."""
    result = simulate("power", "--difference", "0.01", "--format", "json")
    assert result.json["deals"] == pytest.approx((1.959964 + 1.281552) ** 2 * 0.125 / 0.01**2, rel=0.001)
    assert result.json["games"] == 2 * result.json["deals"]
    back = simulate("power", "--n", str(result.json["games"]), "--format", "json")
    assert back.json["difference"] == pytest.approx(0.01, rel=0.001)


def test_power_measures_the_spread_of_two_strategies(simulate: Simulate) -> None:
    words = ("--game", "beerbread", "--strategies", "greedy,denier", "--seed", "1", "--quiet")
    result = simulate("power", "--difference", "0.02", *words)
    assert result.code == 0, result.err
    assert "measured in 500 deals of greedy against denier" in result.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "say either --difference D or --n N"),
        (("--difference", "0.7"), "is not between 0 and 0.5"),
        (("--difference", "0.01", "--power", "1"), "--power 1 is not between 0 and 1"),
        (("--difference", "0.01", "--game", "beerbread"), "name two strategies"),
    ],
)
def test_mistakes_about_power_are_explained(simulate: Simulate, words: tuple[str, ...], message: str) -> None:
    result = simulate("power", *words)
    assert result.code == 2
    assert message in result.err
