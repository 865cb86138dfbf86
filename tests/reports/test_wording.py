"""Figures in words, text in lines, and labels apart."""

from __future__ import annotations

from itertools import pairwise

import pytest

from reports.distributions import spread_out
from reports.rows import limits
from reports.tables import shared_out
from reports.typography import cut, text_width, wrap
from reports.wording import estimate, number, percent, points, probability, ranks, share

INTERVAL = {"estimate": 0.51834, "low": 0.51201, "high": 0.5244}


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_shares_and_differences() -> None:
    assert plain(share(INTERVAL)) == "51.83% (51.20 to 52.44)"
    assert plain(share({"estimate": 0.5, "low": 0.41, "high": 0.6})) == "50.0% (41.0 to 60.0)"
    assert plain(points({"estimate": -0.031, "low": -0.05, "high": 0.0})) == "−3.1 (−5.0 to 0.0)"
    assert share({"estimate": 0.5, "low": 0.5, "high": 0.5}) == "50.0% (exact)"
    assert share({"estimate": 0.5, "low": None, "high": None}) == "50.0%"
    assert share(None) == share({"estimate": None}) == share({"estimate": float("nan")}) == "–"
    assert percent(0.0301, 0) == "3%"


def test_numbers() -> None:
    assert number(-1234.56, 1) == "−1,234.6"
    assert number(-0.04, 1) == "0.0", "no negative zero"
    assert number(3.0, 0, sign=True) == "+3"
    assert probability(0.00001) == "< 0.001"
    assert ranks([5, 2, 6, 7, 9, 10]) == "2, 5–7, 9, 10"
    assert ranks([]) == "none"
    assert estimate(True) is None


def test_lines_are_no_wider_than_asked_and_lose_nothing() -> None:
    text = "The player with the windmill first wins 麦とパンの職人は勝つ and evaluator:harvest=0.25,sell=0.75,upgrade=1 loses"
    for width in (0.4, 1.0, 2.5):
        lines = wrap(text, width, 8)
        assert all(text_width(line, 8) <= width for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_too_many_lines_end_with_an_ellipsis() -> None:
    lines = wrap("one two three four five six seven eight nine ten", 0.7, 8, most=2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(text_width(line, 8) <= 0.7 for line in lines)


def test_a_cut_text_is_the_longest_beginning_that_fits() -> None:
    text = "evaluator:harvest=0.25"
    short = cut(text, 0.8, 8)
    kept = len(short) - 1
    assert text.startswith(short[:-1])
    assert text_width(short, 8) <= 0.8 < text_width(text[: kept + 1] + "…", 8)
    assert cut("fits", 5.0, 8) == "fits"


@pytest.mark.parametrize("places", [[0.5, 0.5, 0.5, 0.5], [0.99, 0.98, 0.1], [0.0, 1.0], [0.3]])
def test_labels_are_spread_apart_in_their_order(places: list[float]) -> None:
    moved = spread_out(places, 0.2)
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    gaps = [moved[b] - moved[a] for a, b in pairwise(order)]
    assert all(gap >= 0.2 - 1e-12 for gap in gaps)
    assert all(-1e-12 <= place <= 1 + 1e-12 for place in moved)


def test_room_is_shared_so_that_small_wishes_are_met() -> None:
    assert shared_out([0.5, 5.0, 5.0], 4.5) == pytest.approx([0.5, 2.0, 2.0])
    assert shared_out([1.0, 16.0, 4.0], 7.0) == pytest.approx([1.0, 4.0, 2.0]), "four times as long, twice as wide"
    assert shared_out([1.0, 2.0], 9.0) == pytest.approx([1.0, 2.0])


def test_an_axis_holds_its_values_and_stays_in_its_bounds() -> None:
    low, high = limits([40.0, 60.0], 5.0, 0, 100)
    assert low < 40 and high > 60
    assert limits([], 4.0) == pytest.approx((-2.2, 2.2))
    assert limits([50.0], 100.0, 0, 100) == pytest.approx((-2, 102))
