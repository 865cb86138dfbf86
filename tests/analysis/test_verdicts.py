"""Verdicts: the status follows from where the whole interval lies, and sentences have the figures."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.balance import balance
from analysis.entries import counted, percent_range, plain, points_range, round_percent
from analysis.thresholds import Thresholds
from analysis.verdicts import (
    Contest,
    balance_findings,
    comebacks,
    dead_items,
    decisiveness,
    dominating_items,
    judge,
    length,
    luck_share,
    runaway_leader,
    seat_fairness,
    strategic_variety,
    ties,
)
from tests.analysis.counting import DUEL, MIRROR, count, info_of, random_games

LIMITS = Thresholds()


def entry(estimate: float, half: float) -> dict[str, float]:
    return {"estimate": estimate, "low": estimate - half, "high": estimate + half}


@pytest.mark.parametrize(
    ("estimate", "half", "status"),
    [(0.4, 0.05, "good"), (0.48, 0.05, "notice"), (0.52, 0.05, "notice"), (0.6, 0.05, "concern"), (0.5, 0.0, "good")],
)
def test_the_whole_interval_decides(estimate: float, half: float, status: str) -> None:
    assert judge(entry(estimate, half), high=0.5) == status
    assert judge(entry(1 - estimate, half), low=0.5) == status


def seats_of(first: float, half: float, kind: str = "mirror: evaluator") -> dict[str, Any]:
    places = [{"name": "windmill first", "share": entry(first, half)}, {"name": "second", "share": entry(1 - first, half)}]
    return {"modes": [{"label": "2 players", "kind": kind, "par": 0.5, "games": 1000, "places": places}]}


def test_seats() -> None:
    fair = seat_fairness(seats_of(0.518, 0.006), LIMITS)
    assert fair["status"] == "good"
    assert fair["text"] == (
        "The place 'windmill first' wins 51.8% (51.2 to 52.4) of games between equal players: within the 3 points around 50% "
        "that we call fair."
    )
    assert seat_fairness(seats_of(0.56, 0.01), LIMITS)["status"] == "concern"
    assert seat_fairness(seats_of(0.44, 0.01), LIMITS)["text"].startswith("The place 'second' wins 56.0%")
    assert fair["measured"] == {name: pytest.approx(value) for name, value in entry(0.518, 0.006).items()}
    assert (fair["beyond"], seat_fairness(seats_of(0.54, 0.02), LIMITS)["beyond"]) == (False, True)
    unsure = seat_fairness(seats_of(0.54, 0.02), LIMITS)
    assert (unsure["status"], "though not with certainty" in unsure["text"]) == ("notice", True)


def test_seats_between_equal_players_count_before_others() -> None:
    seats = seats_of(0.6, 0.01, "all strategies")
    seats["modes"] += seats_of(0.5, 0.01)["modes"]
    assert seat_fairness(seats, LIMITS)["status"] == "good"


def test_variety() -> None:
    names = ("a", "b", "c")
    beats = [[None, entry(0.6, 0.02), entry(0.7, 0.02)], [entry(0.4, 0.02), None, None], [entry(0.3, 0.02), None, None]]
    assert strategic_variety(Contest(names, beats, (1.0, 0.0, 0.0)), LIMITS)["status"] == "concern"
    close = [[None, entry(0.51, 0.02), None], *beats[1:]]
    assert strategic_variety(Contest(names, close, (1.0, 0.0, 0.0)), LIMITS)["status"] == "notice"
    varied = strategic_variety(Contest(names, beats, (0.5, 0.3, 0.2)), LIMITS)
    assert (varied["status"], "3 have a part" in varied["text"]) == ("good", True)
    ranked = strategic_variety(Contest(names, beats, None, (0.95, 0.05, 0.0)), LIMITS)
    assert (ranked["status"], "alpha-rank" in ranked["text"]) == ("concern", True)
    for contest in (None, Contest(("a",), [[None]], (1.0,)), Contest(names, beats)):
        assert strategic_variety(contest, LIMITS)["status"] == "unknown"


def luck_of(deal: dict[str, float] | None) -> dict[str, Any]:
    parts = [{"name": "strategy", "share": entry(0.2, 0.01)}, {"name": "deal", "share": deal, "reason": "played once"}]
    return {"parts": parts, "n": 100}


def test_luck() -> None:
    assert luck_share(luck_of(entry(0.1, 0.05)), LIMITS)["status"] == "good"
    assert luck_share(luck_of(entry(0.5, 0.05)), LIMITS)["status"] == "concern"
    unknown = luck_share(luck_of(None), LIMITS)
    assert (unknown["status"], unknown["text"]) == ("unknown", "Luck share cannot be told: played once.")


def length_of(bins: list[list[float]], deals: int) -> dict[str, Any]:
    values = [value for value, _ in bins]
    return {
        "unit": "deals", "median": 4, "mean": 4.5, "min": min(values), "max": max(values),
        "bins": bins, "n": deals, "deals": deals,
    }  # fmt: skip


def test_length() -> None:
    assert length(length_of([[4, 1.0]], 1000), LIMITS)["status"] == "good"
    assert length(length_of([[4, 1.0]], 10), LIMITS)["status"] == "notice", "ten games do not show that one in twenty is rare"
    assert length(length_of([[4, 0.8], [9, 0.2]], 1000), LIMITS)["status"] == "concern"
    assert length(length_of([[4, 0.8], [8, 0.2]], 1000), LIMITS)["status"] == "good", "twice the median is not more than twice"


def scores_of(margin: dict[str, float] | None, mean: float, tied: float = 0.01) -> dict[str, Any]:
    by_strategy = [{"n": 100, "mean_interval": entry(mean, 0.5)}, {"n": 300, "mean_interval": entry(mean, 0.5)}]
    margins = {"mean_interval": margin, "n": 200}
    return {
        "unit": "coins", "margin": margins, "by_strategy": by_strategy, "ties": {"share": entry(tied, 0.005), "n": 200},
    }  # fmt: skip


def test_decisiveness_is_the_lead_over_the_score() -> None:
    close = decisiveness(scores_of(entry(4, 0.2), 20), LIMITS)
    assert (close["status"], "20.0% (18.5 to 21.5) of the mean score of 20" in close["text"]) == ("good", True)
    assert decisiveness(scores_of(entry(14, 0.2), 20), LIMITS)["status"] == "concern"
    assert decisiveness(scores_of(entry(10, 0.5), 20), LIMITS)["status"] == "notice"
    assert decisiveness(scores_of(None, 20), LIMITS)["status"] == "unknown"
    assert decisiveness(scores_of(entry(1, 0.1), 0.2), LIMITS)["status"] == "unknown", "no mean score to speak of"


def test_ties() -> None:
    assert ties(scores_of(None, 1, 0.01), LIMITS)["status"] == "good"
    assert ties(scores_of(None, 1, 0.12), LIMITS)["status"] == "concern"


def course_of(leader: float, behind: float) -> dict[str, Any]:
    return {
        "half_time": 3,
        "round_name": "year",
        "leader_wins": [{"round": t, "share": entry(leader if t == 3 else 0.5, 0.01), "n": 10} for t in (1, 2, 3, 4, 5)],
        "comeback": [{"round": t, "share": entry(behind if t == 3 else 0.5, 0.01), "n": 10} for t in (1, 2, 3, 4, 5)],
    }


def test_leaders_and_comebacks_are_of_half_time() -> None:
    lead = runaway_leader(course_of(0.741, 0.2), LIMITS)
    assert (lead["status"], "(after year 3) wins 74.1% (73.1 to 75.1)" in lead["text"]) == ("good", True)
    assert runaway_leader(course_of(0.9, 0.2), LIMITS)["status"] == "concern"
    assert comebacks(course_of(0.7, 0.2), LIMITS)["status"] == "good"
    rare = comebacks(course_of(0.7, 0.05), LIMITS)
    assert (rare["status"], "fewer than the 10%" in rare["text"]) == ("concern", True)
    assert comebacks(course_of(0.7, 0.095), LIMITS)["status"] == "notice"


def use(item: str, rate: float, flag: str = "none", effect: dict[str, float] | None = None, **more: Any) -> dict[str, Any]:
    row = {"item": item, "way": "built", "chosen": True, "dealt": False, "causal": None, "flag": flag, "effect": effect}
    return row | {"use": entry(rate, 0.002)} | more


def test_dead_items_are_used_in_no_way() -> None:
    alive = use("axe", 0.3)
    dead = use("bow", 0.001)
    assert dead_items({"rows": [alive]}, LIMITS)["status"] == "good"
    found = dead_items({"rows": [alive, dead]}, LIMITS)
    assert (found["status"], "Of 2 items, these strategies use 1 in fewer than 1%" in found["text"]) == ("concern", True)
    assert dead_items({"rows": [dead, use("bow", 0.2)]}, LIMITS)["status"] == "good", "it is used in another way"
    assert dead_items({"rows": [alive, use("bow", 0.009)]}, LIMITS)["status"] == "notice"
    assert dead_items({"rows": [alive, use("bow", 0.011)]}, LIMITS)["status"] == "notice"
    assert dead_items({"rows": [use("bow", 0.001, chosen=False)]}, LIMITS)["status"] == "unknown"


def test_dominating_items() -> None:
    strong = use("axe", 0.3, "strong", entry(0.2, 0.05))
    mild = use("bow", 0.3, "none", entry(0.02, 0.03))
    found = dominating_items({"rows": [strong, mild]}, LIMITS)
    assert (found["status"], "'axe' (built) +20.0 points (+15.0 to +25.0)" in found["text"]) == ("concern", True)
    assert "an association, not proof" in found["evidence"]
    assert dominating_items({"rows": [mild]}, LIMITS)["status"] == "good"
    assert dominating_items({"rows": [use("axe", 0.3, "strong", entry(0.13, 0.05))]}, LIMITS)["status"] == "notice"
    assert dominating_items({"rows": [use("axe", 0.3, "none", entry(0.08, 0.05))]}, LIMITS)["status"] == "notice"
    weak = dominating_items({"rows": [mild, use("cat", 0.3, "weak", entry(-0.2, 0.02))]}, LIMITS)
    assert (weak["status"], "Too weak: 'cat (built)'" in weak["text"]) == ("notice", True)
    assert dominating_items({"rows": [use("axe", 1.0, "must")]}, LIMITS)["status"] == "unknown"


def test_a_ban_that_changes_nothing_clears_an_item() -> None:
    cleared = use("axe", 0.3, "strong", entry(0.2, 0.05), causal=entry(0.0, 0.01))
    proved = use("axe", 0.3, "strong", entry(0.2, 0.05), causal=entry(0.15, 0.01))
    mild = use("bow", 0.3, "none", entry(0.02, 0.03))
    assert dominating_items({"rows": [cleared, mild]}, LIMITS)["status"] == "good"
    assert dominating_items({"rows": [proved, mild]}, LIMITS)["status"] == "concern"


def test_all_findings_have_their_parts_and_name_a_reconstructed_edition() -> None:
    sections = balance(count(random_games(DUEL, 100, 1), DUEL), info_of(DUEL))
    findings = balance_findings(sections, reconstructed_edition="reconstructed")
    assert [finding["key"] for finding in findings] == [
        "seat_fairness", "strategic_variety", "luck_share", "length", "decisiveness", "ties", "runaway_leader", "comebacks",
        "dead_items", "dominating_items",
    ]  # fmt: skip
    for finding in findings:
        assert finding["status"] in {"good", "notice", "concern", "unknown"}
        assert all(finding[name] for name in ("topic", "text", "evidence", "threshold"))
        assert finding["text"].endswith(" (Edition 'reconstructed', not the published cards.)")
    assert "reconstructed" not in balance_findings(sections)[0]["text"]


def test_one_game_gives_no_verdict_but_notices() -> None:
    sections = balance(count(random_games(MIRROR, 1, 2), MIRROR), info_of(MIRROR))
    assert {finding["status"] for finding in balance_findings(sections)} <= {"notice", "unknown"}


def test_figures_as_words() -> None:
    assert [plain(value) for value in (7.0, 7.44, 143.2, 0.25, 12345)] == ["7", "7.4", "143", "0.25", "12,345"]
    assert (counted(1, "year"), counted(7.44, "deal")) == ("1 year", "7.4 deals")
    assert (round_percent(0.05), round_percent(1 / 3)) == ("5%", "33.3%")
    assert percent_range({"estimate": 0.5, "low": 0.5, "high": 0.5}) == "50.0%"
    assert percent_range({"estimate": 0.0, "low": 0.0, "high": 0.0002}) == "0.00% (0.00 to 0.02)"
    assert points_range(entry(-0.031, 0.02)) == "-3.1 points (-5.1 to -1.1)"
