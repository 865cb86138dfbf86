"""In how many editions a finding holds."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.robustness import holds_in, robustness_section


def finding(estimate: float | None, limit: float = 0.5, half: float = 0.1) -> dict[str, Any]:
    """A finding about a share that should not exceed a limit; None: it cannot be told."""
    entry: dict[str, Any] = {"key": "ties", "topic": "ties", "measured": None, "beyond": None}
    if estimate is not None:
        entry |= {
            "measured": {"estimate": estimate, "low": estimate - half, "high": estimate + half},
            "beyond": estimate > limit,
        }
    return entry


def test_a_finding_holds_where_the_estimate_is_on_the_same_side_of_the_threshold() -> None:
    others = [[finding(0.2)], [finding(0.6)], [finding(0.4)], [finding(0.45)]]
    section = robustness_section([finding(0.3)], others, games_each=100)
    (row,) = section["rows"]
    assert row["holds_share"] == 0.75
    assert row["estimate"] == pytest.approx(0.4125)
    assert row["between_sd"] == pytest.approx(0.16520, abs=1e-5)
    assert row["sampling_sd"] == pytest.approx(0.1 / 1.96)
    assert section["text"].startswith("0 of 1 findings hold in at least 95% of 4 other editions")


def test_a_concern_that_others_share_holds() -> None:
    section = robustness_section([finding(0.9)], [[finding(0.8)], [finding(0.7)]], games_each=100)
    assert section["rows"][0]["holds_share"] == 1
    assert section["text"].endswith("ties.")
    held = holds_in(section["rows"][0], 2)
    assert held is not None
    assert held["text"] == "It holds in 100% of 2 other editions."


def test_what_cannot_be_told_is_said_to_be_so() -> None:
    unknown = robustness_section([finding(None)], [[finding(0.8)]], games_each=1)
    assert unknown["rows"][0]["holds_share"] is None
    assert unknown["rows"][0]["reason"] == "it cannot be told"
    assert holds_in(unknown["rows"][0], 1) is None
    nobody = robustness_section([finding(0.2)], [[finding(None)]], games_each=1)
    assert nobody["rows"][0]["reason"] == "no other edition tells"
    assert nobody["text"] == "None of the findings could be judged in the 1 other editions."


def test_editions_that_cannot_tell_do_not_count() -> None:
    (row,) = robustness_section([finding(0.2)], [[finding(None)], [finding(0.3)], []], games_each=1)["rows"]
    assert row["n"] == 1
    assert row["holds_share"] == 1
    assert row["between_sd"] is None
