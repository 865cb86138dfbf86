"""Whether findings hold for other editions: what a result about an unpublished card table is worth.

Each edition gives the findings of the balance report anew. A finding holds in an edition if its estimate lies on the same side
of the threshold as in the report. The spread of the estimates between editions is shown beside the mean sampling error: only
what is larger than that error is a difference of editions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

NORMAL_95 = 1.96
"""Half the width of a 95% interval in standard errors."""

LOW, HIGH = 0.05, 0.95
"""Quantiles over editions that are shown."""


def robustness_section(
    findings: Sequence[Mapping[str, Any]], by_edition: Sequence[Sequence[Mapping[str, Any]]], games_each: int
) -> dict[str, Any]:
    """The section `robustness` of a report. findings: the report's; by_edition: the findings of each other edition."""
    rows = [_row(finding, [_same(others, finding["key"]) for others in by_edition]) for finding in findings]
    judged = [row for row in rows if row["holds_share"] is not None]
    sure = [row["topic"] for row in judged if row["holds_share"] >= HIGH]
    count = len(by_edition)
    if not judged:
        text = f"None of the findings could be judged in the {count} other editions."
    else:
        text = f"{len(sure)} of {len(judged)} findings hold in at least 95% of {count} other editions"
        text += f" made under the same constraints: {', '.join(sure)}." if sure else "."
    return {"editions": count, "games_each": games_each, "text": text, "rows": rows}


def holds_in(row: Mapping[str, Any], editions: int) -> dict[str, Any] | None:
    """What a finding says of other editions; None where it could not be judged."""
    if row["holds_share"] is None:
        return None
    share, spread = row["holds_share"], row["between_sd"]
    return {
        "share": share,
        "editions": editions,
        "spread": spread,
        "text": f"It holds in {100 * share:.0f}% of {editions} other editions.",
    }


def _same(findings: Sequence[Mapping[str, Any]], key: str) -> Mapping[str, Any] | None:
    return next((finding for finding in findings if finding["key"] == key), None)


def _row(finding: Mapping[str, Any], others: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    """One finding over the editions in which it could be judged."""
    judged = [other for other in others if other is not None and other["beyond"] is not None]
    row: dict[str, Any] = {"key": finding["key"], "topic": finding["topic"], "n": len(judged)}
    if finding["beyond"] is None or not judged:
        nothing = dict.fromkeys(("holds_share", "estimate", "between_sd", "sampling_sd", "low", "high"))
        return row | nothing | {"reason": "it cannot be told" if finding["beyond"] is None else "no other edition tells"}
    estimates = np.array([other["measured"]["estimate"] for other in judged], float)
    errors = [
        (other["measured"]["high"] - other["measured"]["low"]) / 2 / NORMAL_95
        for other in judged
        if other["measured"]["low"] is not None
    ]
    return row | {
        "holds_share": sum(other["beyond"] == finding["beyond"] for other in judged) / len(judged),
        "estimate": float(estimates.mean()),
        "between_sd": float(estimates.std(ddof=1)) if len(judged) > 1 else None,
        "sampling_sd": math.sqrt(float(np.mean(np.square(errors)))) if errors else None,
        "low": float(np.quantile(estimates, LOW)),
        "high": float(np.quantile(estimates, HIGH)),
        "reason": None,
    }
