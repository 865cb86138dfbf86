"""The balance sections of a report from the counts of one run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.items import items_section
from analysis.luck import luck_section
from analysis.outcomes import length_section, scores_section
from analysis.seats import seat_mode, seats_section
from analysis.summary import RunInfo
from analysis.thresholds import Thresholds
from analysis.trajectories import trajectories_section


def balance(
    counts: Mapping[str, Any], info: RunInfo, label: str = "this run", thresholds: Thresholds | None = None
) -> dict[str, Any]:
    """The sections seats, scores, length, trajectories, luck and items, in plain Python types ready for JSON.

    counts: the arrays of a tally by name, of at least one deal. label: what the run is called among the modes of the seats.
    What cannot be estimated is None, and a `reason` beside it says why.
    """
    return {
        "seats": seats_section([seat_mode(counts, info, label)]),
        "scores": scores_section(counts, info),
        "length": length_section(counts, info),
        "trajectories": trajectories_section(counts, info),
        "luck": luck_section(counts, info),
        "items": items_section(counts, info, thresholds or Thresholds()),
    }
