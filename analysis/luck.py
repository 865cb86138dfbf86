"""What decides who wins: strategy, seat, the deal, and the rest, as shares of the variance of results.

A result x is a side's win share in one game (0 to 1). The games k = 1 .. K of a deal d are the line-ups in all rotations, with
the same shuffles; z is the place at the table, mu_kz the mean of x over deals, T_dz = sum_k x_dkz. Per place and game:

    total     V = E x^2 - 1 / Z^2                                       (the mean is 1 / Z)
    cells     B = mean (mu_kz - 1 / Z)^2                                which strategies sit where
    seat      S = mean over z of (mu_z - 1 / Z)^2                       mu_z: the mean at place z over all games
    strategy  B - S                                                     with the line-up, and who sits where in it
    deal      C = mean over z of [Var T_z - sum_k Var x_kz] / (K(K-1))  covariance at a place between games of a deal
    rest      V - B - C       chance after the deal, and how well a strategy suits the deal

Squares of estimated means are too large by the variance of the estimate, which is taken off. So a part may come out below 0; it
is then set to 0, and all parts are scaled to add up to 1.

Intervals are conservative, since fourth moments are not counted: a number in [0, 1] with mean m has a variance of at most
m(1 - m), and (T - E T)^2, which lies in [0, M^2] and has the mean V_T, one of at most V_T(M^2 - V_T) (Bhatia & Davis, 2000).
The interval of the seats comes from those of the places. V is taken as known: without shared wins it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.entries import interval_entry, percent
from analysis.seats import place_intervals
from analysis.summary import RunInfo
from analysis.winning import Interval, quantile_of_t

PARTS = ("strategy", "seat", "deal", "rest")
METHOD = (
    "Variance of a side's result (win share in a game), split by the rotated design: each deal is played by every line-up in "
    "every rotation. The deal's part is the covariance at the same place between games of a deal. The rest is chance after the "
    "deal and how well a strategy suits it. Intervals are conservative bounds."
)


@dataclass(frozen=True)
class Moments:
    """What the parts are made of: n deals of K games; mean [K, Z], square [Z] the mean of x^2, sum_square [Z] that of T^2."""

    deals: int
    mean: np.ndarray[Any, np.dtype[np.float64]]
    square: np.ndarray[Any, np.dtype[np.float64]]
    sum_square: np.ndarray[Any, np.dtype[np.float64]]

    @property
    def games(self) -> int:
        """The number K of games of a deal."""
        return len(self.mean)

    @property
    def par(self) -> float:
        """The mean result."""
        return 1 / self.mean.shape[1]

    @property
    def place(self) -> Any:
        """The mean at each place, [Z]."""
        return self.mean.mean(axis=0)

    @property
    def total(self) -> float:
        """The variance V of results."""
        return float(self.square.mean() - self.par**2)

    @property
    def sum_variance(self) -> Any:
        """The variance of T over deals (sample variance), [Z]."""
        return np.maximum(0.0, self.sum_square - (self.games * self.place) ** 2) * self.deals / (self.deals - 1)

    @property
    def cell_variance(self) -> Any:
        """The mean over k of the variance of x over deals (sample variance), [Z]."""
        within = self.square - np.square(self.mean).mean(axis=0)
        return np.maximum(0.0, within) * self.deals / (self.deals - 1)


def moments(counts: Mapping[str, Any], info: RunInfo) -> Moments:
    """The moments of results in the units of wins."""
    deals, unit = int(counts["deals"][0]), float(info.share_unit)
    mean = counts["game_share"] / (deals * unit)
    return Moments(
        deals=deals,
        mean=mean,
        square=counts["place_square"] / (deals * len(mean) * unit**2),
        sum_square=counts["place_cross"].diagonal() / (deals * unit**2),
    )


def raw_parts(m: Moments) -> dict[str, float]:
    """Unbiased estimates of the parts in units of variance; at least 2 deals. Without a second game the deal is in the rest."""
    cells = float(np.square(m.mean - m.par).mean() - m.cell_variance.mean() / m.deals)
    seat = float(np.square(m.place - m.par).mean() - m.sum_variance.mean() / m.games**2 / m.deals)
    if m.games == 1:
        return {"seat": seat, "rest": m.total - seat}
    deal = float((m.sum_variance - m.games * m.cell_variance).mean()) / (m.games * (m.games - 1))
    return {"strategy": cells - seat, "seat": seat, "deal": deal, "rest": m.total - cells - deal}


def deal_error(m: Moments) -> float:
    """An upper bound of the standard error of the deal's part (module docstring); K >= 2."""
    furthest = np.maximum(m.games * m.place, m.games * (1 - m.place))
    of_sum = np.sqrt(np.clip(m.sum_variance * (furthest**2 - m.sum_variance), 0.0, None))
    of_cells = (np.abs(1 - 2 * m.mean) * np.sqrt(m.mean * (1 - m.mean))).sum(axis=0)
    shared = np.clip(m.place - m.square, 0.0, 0.25)
    of_shared = m.games * np.sqrt(shared * (0.25 - shared))
    error = (of_sum + of_cells + of_shared).mean() / (m.games * (m.games - 1))
    return float(error) / math.sqrt(m.deals)


def strategy_error(m: Moments) -> float:
    """An upper bound of the standard error of the strategies' part: a cell's error weighs by its distance from the place's."""
    error = np.sqrt(m.mean * (1 - m.mean) / m.deals)
    slope = 2 * np.abs(m.mean - m.place)
    return float((slope * error).mean() + math.sqrt(2) * np.square(error).mean())


def _seat_bounds(counts: Mapping[str, Any], info: RunInfo, level: float) -> tuple[float, float]:
    """The least and the largest part of the seats that the intervals of the places allow."""
    par = 1 / len(info.places)
    lows, highs = [], []
    for share in place_intervals(counts, info, level):
        ends = sorted(((share.low - par) ** 2, (share.high - par) ** 2))
        lows.append(0.0 if share.low <= par <= share.high else ends[0])
        highs.append(ends[1])
    return sum(lows) / len(lows), sum(highs) / len(highs)


def _bounds(counts: Mapping[str, Any], info: RunInfo, m: Moments, raw: Mapping[str, float], level: float) -> Any:
    """Low and high of each part but the rest, as shares of the variance."""
    reach = quantile_of_t(level, m.deals - 1)
    bounds = {"seat": _seat_bounds(counts, info, level)}
    for name, error in (("strategy", strategy_error), ("deal", deal_error)):
        if name in raw:
            width = reach * error(m)
            bounds[name] = (raw[name] - width, raw[name] + width)
    return {name: (max(0.0, low / m.total), min(1.0, max(0.0, high / m.total))) for name, (low, high) in bounds.items()}


def scaled(raw: Mapping[str, float]) -> dict[str, float]:
    """The parts as shares that are not negative and add up to 1."""
    kept = {name: max(0.0, value) for name, value in raw.items()}
    total = sum(kept.values())
    return {name: value / total for name, value in kept.items()}


def luck_section(counts: Mapping[str, Any], info: RunInfo) -> dict[str, Any]:
    """The parts of the variance with intervals; a part that cannot be told has the share None and a reason."""
    m = moments(counts, info)
    if m.deals < 2:
        return _unknown("it takes two deals or more to tell what varies")
    if m.total < 1e-12:
        return _unknown("all games ended in a win shared by all, so nothing varies")
    raw = raw_parts(m)
    shares = scaled(raw)
    bounds = _bounds(counts, info, m, raw, 0.95)
    apart = _bounds(counts, info, m, raw, 1 - 0.05 / len(bounds))
    bounds["rest"] = (
        max(0.0, 1 - sum(high for _, high in apart.values())),
        min(1.0, max(0.0, 1 - sum(low for low, _ in apart.values()))),
    )
    parts = []
    for name in PARTS:
        if name in shares:
            share = shares[name]
            low, high = bounds[name]
            parts.append({"name": name, "share": interval_entry(Interval(share, min(low, share), max(high, share)))})
        else:
            parts.append({"name": name, "share": None, "reason": _alone(info, name)})
    below = [name for name, value in raw.items() if value < 0]
    remark = f" Estimated below 0 and set to 0: {', '.join(below)}." if below else ""
    return {"text": _text(shares), "parts": parts, "method": METHOD + remark, "n": m.deals}


def _alone(info: RunInfo, name: str) -> str:
    """Why a part cannot be told where a deal has one game only."""
    why = "one strategy plays against itself" if info.mirror else "one line-up plays in one seating"
    if name == "strategy":
        return f"{why}, so strategies make no difference"
    return f"{why}, so each deal is played once, and its luck cannot be told from the rest, which includes it"


def _unknown(reason: str) -> dict[str, Any]:
    """The section where nothing can be told."""
    parts = [{"name": name, "share": None, "reason": reason} for name in PARTS]
    return {"text": f"What decides who wins cannot be told: {reason}.", "parts": parts, "method": METHOD, "n": 0}


def _text(shares: Mapping[str, float]) -> str:
    """The sentence on luck."""
    if "deal" not in shares:
        return (
            f"The seat makes up {percent(shares['seat'])} of the variance of results between equal players; the luck of the "
            "deal cannot be told from the rest, since each deal is played once."
        )
    return (
        f"Of the variance of results, the strategies make up {percent(shares['strategy'])}, the seat "
        f"{percent(shares['seat'])}, the luck of the deal {percent(shares['deal'])}; the remaining {percent(shares['rest'])} "
        "is chance after the deal and how well a strategy suits it."
    )
