"""How many deals show a difference, and which difference a number of deals can show.

A paired design compares two strategies on the same deals: what counts is the standard deviation of a deal's difference. An
unpaired design compares means of deals that have nothing in common. Both are Student's t tests, two-sided (Cohen 1988): with
noncentrality c = difference / standard error, the power is the chance that a noncentral F(1, degrees; c**2) exceeds t**2.
"""

from __future__ import annotations

import math

from scipy.optimize import brentq
from scipy.special import ncfdtr, ndtri

from analysis.winning import quantile_of_t


def independent_sd(share: float, games_per_deal: float) -> float:
    """A guess of the standard deviation of a deal's mean share: independent games. Rotated seats mostly make it smaller."""
    return math.sqrt(share * (1 - share) / games_per_deal)


def power_of(difference: float, deals: int, deal_sd: float, significance: float = 0.05, paired: bool = True) -> float:
    """The probability that a true difference is found significant.

    difference: of mean shares. deals: >= 2 (unpaired: for each strategy). deal_sd: standard deviation over deals of the
    difference (paired) or of one strategy's mean share (unpaired), > 0.
    """
    samples = 1 if paired else 2
    degrees = samples * (deals - 1)
    square = (difference / deal_sd) ** 2 * deals / samples
    return float(1 - ncfdtr(1, degrees, square, quantile_of_t(1 - significance, degrees) ** 2))


def deals_needed(
    difference: float, deal_sd: float, power: float = 0.9, significance: float = 0.05, paired: bool = True
) -> int | None:
    """The fewest deals (unpaired: for each strategy) that find a difference with the power wanted; None for no difference.

    Arguments as in `power_of`. Multiply by the games of a deal for games.
    """
    if difference == 0:
        return None
    low, high = 1, 2
    while power_of(difference, high, deal_sd, significance, paired) < power:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if power_of(difference, middle, deal_sd, significance, paired) < power:
            low = middle
        else:
            high = middle
    return high


def detectable_difference(
    deals: int, deal_sd: float, power: float = 0.9, significance: float = 0.05, paired: bool = True
) -> float | None:
    """The least difference that so many deals find with the power wanted; None for fewer than 2 deals.

    Arguments as in `power_of`. It may exceed 1, which no shares can differ by: then the deals are too few for any.
    """
    if deals < 2:
        return None
    rough = deal_sd * (float(ndtri(power)) - float(ndtri(significance / 2))) * math.sqrt((1 if paired else 2) / deals)
    top = rough
    while power_of(top, deals, deal_sd, significance, paired) < power:
        top *= 2
    return float(brentq(lambda d: power_of(d, deals, deal_sd, significance, paired) - power, 0.0, top, xtol=1e-9))
