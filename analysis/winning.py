"""Win shares and their intervals.

The unit of analysis is the deal: all games on the same shuffles, in rotated seats. Games of a deal are correlated (mostly
negatively: rotation gives the luck of the deal to each in turn), so the variance is taken over deals. At the borders a normal
interval would collapse: a strategy that won 20 of 20 would get [1, 1]. So the variance over deals is turned into an effective
number of games, and the interval is Wilson's with that number and Student's quantile.

    x_d   mean share of a strategy in deal d, of m games        p   mean of x_d over n deals
    s2    variance of x_d, blended with one deal's worth of the variance v0 / m of independent games
    n_eff = p' (1 - p') / (s2 / n)   with p' = (m sum of x_d + 2) / (m n + 4), never 0 or 1

A sum of m wins is a whole number, so the variance over deals cannot be below f (1 - f) / m**2 with f the fractional part of
m p'. That bound keeps n_eff near the number of games where p is near 0 or 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import stdtrit


@dataclass(frozen=True)
class Interval:
    """An estimate with a two-sided confidence interval."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def quantile_of_t(level: float, degrees: float) -> float:
    """The two-sided quantile of Student's t distribution for a confidence level (0 to 1) and degrees of freedom (> 0)."""
    return float(stdtrit(degrees, 0.5 + level / 2))


def variance(total: float, square: float, n: int) -> float:
    """The sample variance of n >= 2 numbers from their sum and the sum of their squares; never negative."""
    return max(0.0, (square - total * total / n) / (n - 1))


def wilson(p: float, n: float, quantile: float) -> Interval:
    """Wilson's score interval for a share p of n (effective) trials; n may be fractional."""
    z2 = quantile * quantile
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    spread = quantile / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Interval(p, max(0.0, min(p, centre - spread)), min(1.0, max(p, centre + spread)))


def effective_games(wins: float, games: float, observed: float, units: int, games_per_deal: float) -> float:
    """The number of independent games that tell as much of a win share as these correlated ones.

    wins: sum of win shares (0 to games). observed: variance of the share, as found from `units` independent units (deals or
    groups of deals). games_per_deal: games whose sum of wins is a whole number, from which a bound of the variance follows.
    """
    steady = (wins + 2) / (games + 4)
    independent = steady * (1 - steady)
    blended = ((units - 1) * observed + independent / games) / units
    fraction = (games_per_deal * steady) % 1.0
    floor = fraction * (1 - fraction) / (games_per_deal * games)
    return independent / max(blended, floor, 1e-12 / games)


def share_interval(total: float, square: float, deals: int, games_per_deal: float, level: float = 0.95) -> Interval:
    """The interval of a win share over deals.

    total, square: sum over deals of a deal's mean share x_d (0 to 1), and of its square. games_per_deal: games of a deal in
    which the strategy plays. deals >= 1.
    """
    observed = variance(total, square, deals) / deals if deals > 1 else 0.0
    effective = effective_games(total * games_per_deal, deals * games_per_deal, observed, deals, games_per_deal)
    return wilson(total / deals, effective, quantile_of_t(level, deals))


def mean_interval(total: float, square: float, deals: int, games_per_deal: float, level: float = 0.95) -> Interval | None:
    """The interval of a mean per game over deals; None for fewer than 2 deals, which say nothing of the spread.

    total, square: sum over deals of a deal's sum, and of its square.
    """
    if deals < 2:
        return None
    mean = total / deals / games_per_deal
    error = math.sqrt(variance(total, square, deals) / deals) / games_per_deal
    reach = quantile_of_t(level, deals - 1) * error
    return Interval(mean, mean - reach, mean + reach)
