"""Figures as entries of a report and as words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.winning import Interval

Entry = dict[str, float]
"""An estimate with its interval: estimate, low, high."""

NARROW = 0.002
"""Shares whose interval is narrower than this are written with two digits after the point."""


def interval_entry(interval: Interval | None) -> Entry | None:
    """An interval as reports hold it: plain numbers by name; None stays None."""
    if interval is None:
        return None
    return {"estimate": float(interval.estimate), "low": float(interval.low), "high": float(interval.high)}


def percent(share: float) -> str:
    """A share as a percentage: `51.8%`."""
    return f"{100 * share:.1f}%"


def round_percent(share: float) -> str:
    """A share that is a round number, such as a threshold: `5%`, `33.3%`."""
    return f"{100 * share:.3g}%"


def percent_range(entry: Mapping[str, Any]) -> str:
    """A share with its interval: `51.8% (51.2 to 52.4)`; without one where the design leaves no error."""
    if entry["low"] == entry["high"]:
        return percent(entry["estimate"])
    digits = 1 if entry["high"] - entry["low"] >= NARROW else 2
    estimate, low, high = (f"{100 * entry[name]:.{digits}f}" for name in ("estimate", "low", "high"))
    return f"{estimate}% ({low} to {high})"


def points(difference: float) -> str:
    """A difference of shares in percentage points, with its sign: `+3.1 points`."""
    return f"{100 * difference:+.1f} points"


def points_range(entry: Mapping[str, Any]) -> str:
    """A difference of shares with its interval: `+3.1 points (+1.2 to +5.0)`."""
    return f"{points(entry['estimate'])} ({100 * entry['low']:+.1f} to {100 * entry['high']:+.1f})"


def plain(value: float) -> str:
    """A number as a designer reads it: `7`, `7.4`, `143`."""
    if abs(value) >= 100 or float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"


def counted(number: float, noun: str) -> str:
    """A number with its noun: `1 year`, `7.4 years`."""
    return f"{plain(number)} {noun if plain(number) == '1' else noun + 's'}"
