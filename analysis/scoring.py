"""Distributions of whole-number metrics from their histograms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


@dataclass(frozen=True)
class Distribution:
    """A metric's distribution. sd is the sample standard deviation (0 for one value)."""

    n: int
    mean: float
    sd: float
    low: int
    high: int
    quantiles: dict[str, int]

    def as_dict(self) -> dict[str, float]:
        """The figures by name, as results print them."""
        return {"mean": self.mean, "sd": self.sd, "min": self.low, **self.quantiles, "max": self.high}


def distribution(bins: np.ndarray[Any, np.dtype[np.int64]]) -> Distribution:
    """The distribution from a histogram: bins[v] counts the value v; at least one value.

    A quantile q is the smallest value v such that at least a share q of the values is not above it.
    """
    values = np.flatnonzero(bins)
    counts = bins[values]
    n = int(counts.sum())
    total = int(values @ counts)
    square = int((values * values) @ counts)
    spread = math.sqrt(max(0.0, (square - total * total / n) / (n - 1))) if n > 1 else 0.0
    reached = np.cumsum(counts)
    quantiles = {name: int(values[np.searchsorted(reached, q * n - 1e-9)]) for name, q in QUANTILES.items()}
    return Distribution(n, total / n, spread, int(values[0]), int(values[-1]), quantiles)


def spread_entry(bins: np.ndarray[Any, np.dtype[np.int64]]) -> dict[str, Any] | None:
    """The distribution of a histogram as an entry of a report, with the share of each value; None for an empty one.

    Keys: n, mean, sd, min, q05 .. q95, max, and bins, a list of [value, share] for the values that occurred.
    """
    if not bins.any():
        return None
    spread = distribution(bins)
    shares = [[int(value), int(bins[value]) / spread.n] for value in np.flatnonzero(bins)]
    return {"n": spread.n, **spread.as_dict(), "bins": shares}
