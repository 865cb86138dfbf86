"""Intervals of ratios over clusters: a share of events where their number differs from deal to deal.

A deal d has D_d events (say, uses of a card), which won X_d in all. The share r = sum X / sum D is a ratio estimate (Cochran,
Sampling Techniques, 1977, 6.4): its variance is that of the residuals X_d - r D_d. As in `analysis.winning` the variance is
turned into an effective number of trials, and the interval is Wilson's:

    c = (sum D)^2 / sum D^2     effective number of clusters (all deals, where D is the same in each)
    Q = sum of (X_d - r D_d)^2, blended with one cluster's worth of independent trials, p'(1 - p') sum D / c
    n_eff = p' (1 - p') (sum D)^2 / max(Q, bound)     with p' = (sum X + 2) / (sum D + 4), never 0 or 1

The bound: X_d is a sum of wins, a whole number, so its variance is at least q D - (q D)^2 with q = min(p', 1 - p'). It keeps
n_eff near the number of events where all, or none, of them won. Where D is the same in each deal, this is `share_interval`.
"""

from __future__ import annotations

from dataclasses import dataclass

from analysis.winning import Interval, quantile_of_t, wilson


@dataclass(frozen=True)
class RatioSums:
    """Sums over clusters of the number of events D and of their shares X (0 to 1 an event), and of D*D, D*X and X*X."""

    count: float
    total: float
    dd: float
    dx: float
    xx: float

    @property
    def ratio(self) -> float:
        """The share; there must be events."""
        return self.total / self.count

    @property
    def clusters(self) -> float:
        """The effective number of clusters, at least 1; there must be events."""
        return max(1.0, self.count**2 / self.dd)

    @property
    def residual_square(self) -> float:
        """The sum over clusters of the squared residual X - r D; never negative."""
        r = self.ratio
        return max(0.0, self.xx - 2 * r * self.dx + r * r * self.dd)


def least_square(sums: RatioSums) -> float:
    """The least sum of squared residuals that whole numbers of wins allow (module docstring)."""
    p = steady(sums)
    q = min(p, 1 - p)
    return max(0.0, q * sums.count - q * q * sums.dd)


def steady(sums: RatioSums) -> float:
    """The share drawn a little to a half, so that it is never 0 or 1."""
    return (sums.total + 2) / (sums.count + 4)


def effective_trials(sums: RatioSums) -> float:
    """How many independent trials would say as much of the share (> 0); there must be events."""
    unit = steady(sums) * (1 - steady(sums))
    blended = sums.residual_square + unit * sums.count / sums.clusters
    return unit * sums.count**2 / max(blended, least_square(sums))


def ratio_interval(sums: RatioSums, level: float = 0.95) -> Interval | None:
    """The interval of a share over clusters; None where there is no event."""
    if sums.count <= 0:
        return None
    return wilson(sums.ratio, effective_trials(sums), quantile_of_t(level, sums.clusters))


def borrowed_interval(total: float, count: float, lender: RatioSums) -> Interval | None:
    """The interval of a share total / count whose sums by deal were not counted; None where there is no event.

    It takes the design effect of a closely related share, `lender`; never less than that of independent events.
    """
    if count <= 0:
        return None
    kept, clusters = 1.0, count
    if lender.count > 0:
        kept = min(1.0, effective_trials(lender) / lender.count)
        clusters = min(count, lender.clusters)
    return wilson(total / count, count * kept, quantile_of_t(0.95, max(1.0, clusters)))
