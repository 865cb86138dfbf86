"""Stopping a comparison early: a sequential probability ratio test, and stopping at a precision.

The test decides between two Elo differences of a strategy's share of its deals, s(elo) = 1 / (1 + 10**(-elo / 400)):
H0: elo <= elo0 and H1: elo >= elo1. It is the test of chess engine testers for games in pairs (Van den Bergh 2020): the games
of a deal give one number x in [0, 1], so that their correlation is in its variance. With m the mean of n deals and n_eff the
number of independent games that would be as telling (as in `analysis.winning`, times (n - 3) / (n - 1) as the variance is
estimated)

    LLR = n_eff * (m log(s1 / s0) + (1 - m) log((1 - s1) / (1 - s0)))

the binomial quasi-likelihood (McCullagh 1983): it takes any results in [0, 1], and allows for the smaller variance of shares
near 0 and 1. The test ends when LLR leaves Wald's (1945) bounds log(beta / (1 - alpha)) .. log((1 - beta) / alpha). Nothing is
decided before `LEAST_DEALS`, so neither a lucky start nor a few deals that are all alike end the test.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.winning import Interval, quantile_of_t, variance

LEAST_DEALS = 50
"""Deals before which nothing is decided: fewer tell too little of the variance."""

MOST_ELO = 2000
"""The largest difference that can be tested: a share of 0.99999."""


def share_of_elo(elo: float) -> float:
    """The expected share of a strategy that is so many Elo points better."""
    return 1 / (1 + math.pow(10, -elo / 400))


def elo_of_share(share: float) -> float | None:
    """The Elo difference of an expected share; None for 0 and 1, where there is none."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


@dataclass(frozen=True)
class SequentialTest:
    """What is to be told apart, and how surely. Elo points; alpha, beta: rates of wrongly accepting H1, H0 (0 to 1/2).

    Raises ValueError for values out of range.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if max(abs(self.elo0), abs(self.elo1)) > MOST_ELO:
            raise ValueError(f"elo0 and elo1 must be within +-{MOST_ELO}; they are {self.elo0:g} and {self.elo1:g}.")
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1; they are {self.elo0:g} and {self.elo1:g}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta must be between 0 and 0.5; they are {self.alpha:g} and {self.beta:g}.")

    @property
    def shares(self) -> tuple[float, float]:
        """The expected shares at elo0 and elo1."""
        return share_of_elo(self.elo0), share_of_elo(self.elo1)

    @property
    def middle(self) -> float:
        """The Elo difference halfway between both shares, at which the test takes longest."""
        both = sum(self.shares)
        return 400 * math.log10(both / (2 - both))

    @property
    def bounds(self) -> tuple[float, float]:
        """Log likelihood ratios at and below, at and above which H0, H1 is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, deals: Any, total: Any, square: Any, games_per_deal: float) -> Any:
        """The log likelihood ratio after so many deals (>= 1); arrays give one for each entry.

        total, square: sum over deals of a deal's mean share x (0 to 1), and of its square.
        """
        mean = total / deals
        steady = (total * games_per_deal + 2) / (deals * games_per_deal + 4)
        independent = steady * (1 - steady)
        spread = np.maximum(0.0, square - total * mean) + independent / games_per_deal
        fraction = (games_per_deal * steady) % 1.0
        floor = fraction * (1 - fraction) / games_per_deal**2
        # The inverse of a variance of n normal numbers is too large by (n - 1) / (n - 3) on average.
        precise = np.maximum(deals - 3, 0) / np.maximum(deals - 1, 1)
        effective = precise * deals * independent / np.maximum(spread / deals, floor)
        low, high = self.shares
        return effective * (mean * math.log(high / low) + (1 - mean) * math.log((1 - high) / (1 - low)))

    def judge(self, deals: int, total: float, square: float, games_per_deal: float) -> Verdict:
        """Where the test stands after so many deals."""
        if deals < 1:
            return Verdict("open", 0.0, self.bounds, "No deal has been played.")
        ratio = float(self.log_ratio(deals, total, square, games_per_deal))
        low, high = self.bounds
        if deals < LEAST_DEALS:
            return Verdict("open", ratio, self.bounds, f"Too early to tell: {deals} of at least {LEAST_DEALS} deals.")
        if ratio >= high:
            text = f"Better by {self.elo1:g} Elo or more rather than {self.elo0:g} or less (error rate {self.alpha:g})."
            return Verdict("better", ratio, self.bounds, text)
        if ratio <= low:
            text = f"Better by {self.elo0:g} Elo or less rather than {self.elo1:g} or more (error rate {self.beta:g})."
            return Verdict("not better", ratio, self.bounds, text)
        if deals > 1 and variance(total, square, deals) < 1e-12:
            share = total / deals
            text = f"All {deals} deals ended alike, with a share of {share:.3f} each; more of the same may never decide."
            return Verdict("alike", ratio, self.bounds, text)
        return Verdict("open", ratio, self.bounds, f"Not decided after {deals} deals: {ratio:.2f} in {low:.2f} .. {high:.2f}.")

    def expected_deals(self, elo: float, deal_sd: float) -> float:
        """How many deals the test takes on average if the true difference is elo.

        Wald's approximation, with bounds moved out by Siegmund's (1985) 0.583 standard deviations for the overshoot.
        deal_sd: standard deviation of a deal's mean share, from a pilot or `analysis.power.independent_sd`; > 0.
        """
        share, (s0, s1) = share_of_elo(elo), self.shares
        tested = min(max(share, s0), s1)
        effective = tested * (1 - tested) / deal_sd**2
        step = effective * math.log(s1 * (1 - s0) / (s0 * (1 - s1))) * deal_sd
        drift = effective * (share * math.log(s1 / s0) + (1 - share) * math.log((1 - s1) / (1 - s0)))
        low, high = self.bounds[0] - 0.583 * step, self.bounds[1] + 0.583 * step
        tilt = -2 * drift / step**2
        if abs(tilt * (high - low)) < 1e-6:
            return max(float(LEAST_DEALS), -low * high / step**2)
        # exp(tilt * LLR) is a martingale (Wald's identity); both forms of the same ratio keep the exponentials below 1.
        if tilt > 0:
            up = (math.exp(-tilt * high) - math.exp(-tilt * (high - low))) / -math.expm1(-tilt * (high - low))
        else:
            up = math.expm1(-tilt * low) / math.expm1(tilt * (high - low))
        return max(float(LEAST_DEALS), (up * high + (1 - up) * low) / drift)


@dataclass(frozen=True)
class Verdict:
    """Where a sequential test stands. state: better, not better, open, or alike (no spread at all, and undecided)."""

    state: str
    log_ratio: float
    bounds: tuple[float, float]
    text: str

    @property
    def decided(self) -> bool:
        """Whether one of the hypotheses was accepted."""
        return self.state in {"better", "not better"}


def precise_enough(interval: Interval, target: float, deals: int) -> bool:
    """Whether an interval is no wider than +-target and rests on enough deals to trust its width.

    Intervals at such a stop keep their coverage for many deals (Chow and Robbins 1965).
    """
    return deals >= LEAST_DEALS and interval.half_width <= target


def deals_for_precision(deal_sd: float, target: float, level: float = 0.95) -> int:
    """About how many deals give an interval of +-target; deal_sd: standard deviation of a deal's mean share."""
    return max(LEAST_DEALS, math.ceil((quantile_of_t(level, 1e9) * deal_sd / target) ** 2))
