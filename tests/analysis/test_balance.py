"""The balance sections of any run: ready for JSON, shares within 0 and 1, the same as the games say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.balance import balance
from analysis.verdicts import balance_findings
from tests.analysis.counting import DUEL, MIRROR, PAIRS, TEAMS, THREE, Played, Seating, count, info_of, random_games

TABLES = (DUEL, MIRROR, PAIRS, TEAMS, THREE)


def intervals(value: Any) -> list[dict[str, float]]:
    """All estimates with an interval anywhere in a section."""
    if isinstance(value, dict):
        own = [value] if set(value) == {"estimate", "low", "high"} else []
        return own + [found for part in value.values() for found in intervals(part)]
    return [found for part in value for found in intervals(part)] if isinstance(value, list) else []


def check(games: list[Played], table: Seating) -> dict[str, Any]:
    """The sections of the games, checked for what holds of all runs."""
    sections = balance(count(games, table), info_of(table))
    text = json.dumps([sections, balance_findings(sections)], allow_nan=False)
    assert "nan" not in text.lower().replace("finance", "")
    for found in intervals(sections):
        assert found["low"] <= found["estimate"] <= found["high"]
    for name in ("seats", "luck", "length", "trajectories"):
        assert all(found["low"] >= 0 and found["high"] <= 1 for found in intervals(sections[name]))
    bins = [sections["length"]["bins"], sections["scores"]["margin"]["bins"], sections["trajectories"]["lead_changes"]]
    bins += [entry["bins"] for entry in sections["scores"]["by_strategy"] + sections["scores"]["by_seat"]]
    assert all(sum(share for _, share in part) == pytest.approx(1) for part in bins)
    assert sum(place["share"]["estimate"] for place in sections["seats"]["modes"][0]["places"]) == pytest.approx(1)
    return sections


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TABLES), st.integers(1, 25), st.integers(0, 1000), st.integers(1, 5), st.integers(0, 2), st.floats(0, 3))
@pytest.mark.filterwarnings("error")
def test_any_run_gives_sections_ready_for_json(
    table: Seating, deals: int, seed: int, shortest: int, more: int, skill: float
) -> None:
    check(random_games(table, deals, seed, (shortest, min(5, shortest + more)), skill), table)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("deals", [1, 2])
@pytest.mark.filterwarnings("error")
def test_one_or_two_deals(table: Seating, deals: int) -> None:
    sections = check(random_games(table, deals, 3, (1, 4)), table)
    assert all(row["effect"] is None and row["reason"] for row in sections["items"]["rows"])


@pytest.mark.filterwarnings("error")
def test_shared_wins_only() -> None:
    games = [Played(deal, k, [[1, 1, 1], [2, 2, 2]]) for deal in range(40) for k in range(3)]
    sections = check(games, THREE)
    assert sections["scores"]["ties"]["share"]["estimate"] == 1
    assert all(place["share"]["estimate"] == pytest.approx(1 / 3) for place in sections["seats"]["modes"][0]["places"])
    assert sections["trajectories"]["settled90"] is None


@pytest.mark.filterwarnings("error")
def test_a_strategy_that_never_wins() -> None:
    games = [
        Played(deal, k, [[3 * player for player in seating]]) for deal in range(40) for k, seating in enumerate(PAIRS.seatings)
    ]
    sections = check(games, PAIRS)
    parts = {part["name"]: part["share"]["estimate"] for part in sections["luck"]["parts"]}
    assert parts["strategy"] == pytest.approx(1), "who plays decides everything"


@pytest.mark.filterwarnings("error")
def test_no_items_at_all() -> None:
    counts = count(random_games(DUEL, 10, 4), DUEL)
    assert balance(counts, info_of(DUEL, items=()))["items"]["text"] == "No use of items was counted."
