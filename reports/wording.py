"""Figures in words: shares, intervals, whole numbers and lists as a report prints them; what is not known is a dash."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NOTHING = "–"
HARD_SPACE = "\u00a0"
"""Holds an interval together where a cell is broken into lines."""

NO_REASON = "it was not part of this run"


@dataclass(frozen=True)
class Estimate:
    """An estimate and, where it is known, its interval."""

    value: float
    low: float | None
    high: float | None

    @property
    def half_width(self) -> float | None:
        """The larger distance from the estimate to an end of its interval."""
        if self.low is None or self.high is None:
            return None
        return max(self.high - self.value, self.value - self.low)


def finite(value: object) -> float | None:
    """The value as a number, or None if it is none that can be drawn."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def estimate(figure: object) -> Estimate | None:
    """The estimate of a report's {"estimate", "low", "high"} (or of a bare number); None where there is none."""
    if not isinstance(figure, Mapping):
        value = finite(figure)
        return None if value is None else Estimate(value, None, None)
    value = finite(figure.get("estimate"))
    if value is None:
        return None
    return Estimate(value, finite(figure.get("low")), finite(figure.get("high")))


def reason(section: object) -> str:
    """Why a section or figure is missing, as the end of a sentence."""
    if isinstance(section, Mapping) and section.get("reason"):
        return str(section["reason"]).rstrip(".")
    return NO_REASON


def decimals(half_width: float | None) -> int:
    """Decimals that show an interval of this half width with at least about two digits: 0 to 3, 1 where it is not known."""
    if half_width is None:
        return 1
    if half_width <= 0:
        return 1
    return min(3, max(0, 1 - math.floor(math.log10(half_width))))


def number(value: float | None, digits: int = 1, sign: bool = False) -> str:
    """A number with thousands separated and a real minus sign; a dash for None."""
    if value is None:
        return NOTHING
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = f"{0:.{digits}f}"
    return text.replace("-", "−")


def percent(value: float | None, digits: int = 1) -> str:
    """A share as a percentage; a dash for None."""
    return NOTHING if value is None else number(100 * value, digits) + "%"


def share(figure: object) -> str:
    """A share with its interval: `61.2% (60.9 to 61.5)`."""
    return _with_interval(figure, 100.0, "%")


def points(figure: object) -> str:
    """A difference of shares in percentage points with its interval: `+3.1 (1.0 to 5.2)`."""
    return _with_interval(figure, 100.0, "", sign=True)


def measure(figure: object, sign: bool = False) -> str:
    """A measure in its own unit with its interval."""
    return _with_interval(figure, 1.0, "", sign)


def _with_interval(figure: object, scale: float, unit: str, sign: bool = False) -> str:
    found = estimate(figure)
    if found is None:
        return NOTHING
    half = found.half_width
    digits = decimals(None if half is None else scale * half)
    if scale == 100.0:
        digits = min(2, max(1, digits))
    text = number(scale * found.value, digits, sign) + unit
    if found.low is None or found.high is None:
        return text
    if found.low == found.high:
        return text + " (exact)"
    ends = number(scale * found.low, digits), number(scale * found.high, digits)
    return f"{text} ({HARD_SPACE.join((ends[0], 'to', ends[1]))})"


def whole(value: object) -> str:
    """A whole number with thousands separated; a dash for None."""
    found = finite(value)
    return NOTHING if found is None else f"{found:,.0f}"


def probability(value: object) -> str:
    """A p value: three decimals, or `< 0.001`."""
    found = finite(value)
    if found is None:
        return NOTHING
    return "< 0.001" if found < 0.001 else f"{found:.3f}"


def ranks(numbers: Sequence[int]) -> str:
    """Whole numbers in order as ranges: `2, 4–6`; "none" without numbers."""
    groups: list[list[int]] = []
    for value in sorted(numbers):
        if groups and value == groups[-1][-1] + 1:
            groups[-1].append(value)
        else:
            groups.append([value])
    texts = [str(g[0]) if len(g) == 1 else f"{g[0]}{', ' if len(g) == 2 else '–'}{g[-1]}" for g in groups]
    return ", ".join(texts) or "none"


def items_of(section: Mapping[str, Any] | None, key: str) -> list[Any]:
    """The list under a key of a section; empty where either is missing."""
    found = (section or {}).get(key)
    return list(found) if isinstance(found, list | tuple) else []


def sentence(text: object, otherwise: str) -> str:
    """The text if there is one, else the other."""
    return str(text).strip() if text else otherwise
