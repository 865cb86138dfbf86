"""What the use of cards, shops and plays goes with: use rates, win shares with and without, adjusted effects, flags.

A seat-game is one seat in one game; u says whether it used an item in a way, y is its win share.

Raw difference: the mean of y where used less that where not. Variance over deals by linearisation: with D and X the seat-games
and win share of a deal that used it, N_u (N_n) seat-games in all that did (did not), r_u and r_n their shares, each deal
contributes e = X (1/N_u + 1/N_n) - D (r_u/N_u + r_n/N_n), less its mean.

Adjusted effect: the coefficient of u in the least-squares regression of y on u with an effect for each stratum, a strategy in
a seat. By Frisch, Waugh and Lovell it is the mean of the strata's differences with the weights u_g n_g / (u_g + n_g). So strong
strategies do not lend their strength to what they like. Its standard error is robust to unequal variances (HC1), times the
square root of the design effect of deals. That is taken from the raw difference: its variance over deals, divided by the one
that it would have if seat-games were independent within their strata. A design effect below 1 is not used.

Holm's correction and the simultaneous (Sidak) intervals are over all rows that are tested.

An effect is an association: those who use a card may be those who were winning anyway. Only where chance deals the item (the
way "held", of a kind that is used in no chosen way) is it the effect of having it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtr
from statsmodels.stats.multitest import multipletests

from analysis.entries import interval_entry, points_range
from analysis.ratios import RatioSums, least_square, ratio_interval, steady
from analysis.summary import RunInfo
from analysis.thresholds import Thresholds
from analysis.winning import Interval, quantile_of_t

DEALT_WAY = "held"
"""The way of use of what chance deals. It is causal for kinds of item that nobody chooses in any other way."""


@dataclass(frozen=True)
class Strata:
    """Seat-games, shares and squared shares by stratum (a strategy in a seat), of all and of those with a use."""

    games: Any
    share: Any
    square: Any
    used: Any
    used_share: Any
    used_square: Any


@dataclass(frozen=True)
class Effect:
    """A difference of win shares with its standard error and the degrees of freedom of its test."""

    estimate: float
    error: float
    degrees: float

    @property
    def p(self) -> float:
        """The two-sided p-value of Student's test that there is no difference."""
        if self.error == 0:
            return 1.0 if self.estimate == 0 else 0.0
        return float(2 * stdtr(self.degrees, -abs(self.estimate) / self.error))

    def interval(self, level: float) -> Interval:
        """The interval of a level, within the possible -1 to 1."""
        reach = quantile_of_t(level, self.degrees) * self.error
        return Interval(self.estimate, max(-1.0, self.estimate - reach), min(1.0, self.estimate + reach))


def used_sums(counts: Mapping[str, Any], info: RunInfo, item: int, way: int) -> RatioSums:
    """Sums over deals of the seat-games that used an item in a way, and of their win shares."""
    unit = float(info.share_unit)
    return RatioSums(
        float(counts["item_used"][:, :, item, way].sum()),
        counts["item_share"][:, :, item, way].sum() / unit,
        float(counts["item_dd"][item, way]),
        counts["item_dx"][item, way] / unit,
        counts["item_xx"][item, way] / unit**2,
    )


def unused_sums(used: RatioSums, deals: int, seat_games: float, share: float) -> RatioSums:
    """Sums of the seat-games without a use; seat_games and share are a deal's totals, the same in each deal."""
    return RatioSums(
        deals * seat_games - used.count,
        deals * share - used.total,
        deals * seat_games**2 - 2 * seat_games * used.count + used.dd,
        deals * seat_games * share - seat_games * used.total - share * used.count + used.dx,
        deals * share**2 - 2 * share * used.total + used.xx,
    )


def raw_effect(used: RatioSums, unused: RatioSums, deals: int) -> Effect:
    """The difference of the shares with and without, its variance over deals (module docstring); both must have occurred."""
    by_share = 1 / used.count + 1 / unused.count
    by_use = used.ratio / used.count + unused.ratio / unused.count
    xx = used.xx - used.total**2 / deals
    dx = used.dx - used.total * used.count / deals
    dd = used.dd - used.count**2 / deals
    clusters = min(used.clusters, unused.clusters)
    independent = sum(steady(side) * (1 - steady(side)) / side.count for side in (used, unused))
    square = max(0.0, by_share**2 * xx - 2 * by_share * by_use * dx + by_use**2 * dd) + independent / clusters
    error = max(math.sqrt(square), least_error(used, unused))
    return Effect(used.ratio - unused.ratio, error, max(1.0, clusters - 1))


def least_error(used: RatioSums, unused: RatioSums) -> float:
    """The least standard error that whole numbers of wins allow the less certain of the two shares."""
    return math.sqrt(max(least_square(side) / side.count**2 for side in (used, unused)))


def independent_variance(used: RatioSums, unused: RatioSums, strata: Strata) -> float:
    """The variance of the raw difference if seat-games were independent within their strata, whose sizes are fixed.

    A seat-game adds (y - r_u) / N_u where it used the item and -(y - r_n) / N_n where not.
    """
    square = np.zeros(len(strata.games))
    total = np.zeros(len(strata.games))
    parts = (
        (used, 1, strata.used, strata.used_share, strata.used_square),
        (
            unused,
            -1,
            strata.games - strata.used,
            strata.share - strata.used_share,
            strata.square - strata.used_square,
        ),
    )
    for side, sign, n, x, xx in parts:
        r = side.ratio
        square += (xx - 2 * r * x + r * r * n) / side.count**2
        total += sign * (x - r * n) / side.count
    return float((square - np.square(total) / np.maximum(strata.games, 1)).sum())


def adjusted_effect(strata: Strata) -> tuple[float, float] | None:
    """The coefficient of use with strata effects and its HC1 standard error; None if no stratum has both use and non-use."""
    unused = strata.games - strata.used
    both = (strata.used > 0) & (unused > 0)
    if not both.any():
        return None
    n, u, v = (part[both].astype(float) for part in (strata.games, strata.used, unused))
    xu, x = strata.used_share[both], strata.share[both]
    weight = u * v / n
    effect = float((weight * (xu / u - (x - xu) / v)).sum() / weight.sum())
    base = x / n - effect * u / n  # fitted value without a use
    with_use = strata.used_square[both] - 2 * (base + effect) * xu + (base + effect) ** 2 * u
    without = strata.square[both] - strata.used_square[both] - 2 * base * (x - xu) + base**2 * v
    meat = float(((v / n) ** 2 * np.maximum(with_use, 0.0) + (u / n) ** 2 * np.maximum(without, 0.0)).sum())
    total = float(strata.games.sum())
    spare = max(1.0, total - int((strata.games > 0).sum()) - 1)
    return effect, math.sqrt(meat * total / spare) / float(weight.sum())


def effect_over_deals(used: RatioSums, unused: RatioSums, strata: Strata, raw: Effect) -> Effect | None:
    """The adjusted effect with its error over deals (module docstring); None where use and strata cannot be told apart."""
    adjusted = adjusted_effect(strata)
    if adjusted is None:
        return None
    independent = independent_variance(used, unused, strata)
    design = max(1.0, raw.error**2 / independent) if independent > 0 else 1.0
    error = max(adjusted[1] * math.sqrt(design), least_error(used, unused))
    return Effect(adjusted[0], error, raw.degrees)


def strata_of(counts: Mapping[str, Any], info: RunInfo, item: int, way: int) -> Strata:
    """The strata of an item and way, flat arrays over strategies and seats."""
    unit = float(info.share_unit)
    return Strata(
        counts["seat_games"].ravel(),
        counts["seat_share"].ravel() / unit,
        counts["seat_square"].ravel() / unit**2,
        counts["item_used"][:, :, item, way].ravel(),
        counts["item_share"][:, :, item, way].ravel() / unit,
        counts["item_square"][:, :, item, way].ravel() / unit**2,
    )


def rows_to_show(counts: Mapping[str, Any], info: RunInfo) -> list[tuple[int, int]]:
    """Item and way of each row: named items, in the ways that their kind was used in, or all chosen ways if it never was."""
    used = counts["item_used"].sum(axis=(0, 1)) > 0
    kinds: dict[str, list[int]] = {}
    for number, (name, kind) in enumerate(info.items):
        if name:
            kinds.setdefault(kind, []).append(number)
    rows = []
    for numbers in kinds.values():
        ways = used[numbers].any(axis=0)
        if not ways.any():
            ways = np.array([way in info.chosen_ways for way in info.item_ways])
        rows += [(number, int(way)) for number in numbers for way in np.flatnonzero(ways)]
    return rows


def is_dealt(counts: Mapping[str, Any], info: RunInfo, kind: str, way: str) -> bool:
    """Whether chance alone decides who uses the items of a kind in a way: they are held, and no choice leads to them."""
    if way != DEALT_WAY:
        return False
    chosen = [number for number, name in enumerate(info.item_ways) if name in info.chosen_ways]
    own = [number for number, (name, other) in enumerate(info.items) if name and other == kind]
    return way not in info.chosen_ways and not counts["item_used"][:, :, own][..., chosen].any()


def items_section(counts: Mapping[str, Any], info: RunInfo, thresholds: Thresholds) -> dict[str, Any]:
    """One row an item and way, the most effective first; rows without an estimate last, with the reason."""
    tested: list[tuple[dict[str, Any], Effect]] = []
    rows = []
    for item, way in rows_to_show(counts, info):
        row, effect = _row(counts, info, thresholds, item, way)
        rows.append(row)
        if effect is not None:
            tested.append((row, effect))
    if tested:
        corrected = multipletests([effect.p for _, effect in tested], method="holm")[1]
        level = 0.95 ** (1 / len(tested))
        for (row, effect), p in zip(tested, corrected, strict=True):
            row["effect"] = interval_entry(effect.interval(level))
            row["p_holm"] = float(p)
    for row in rows:
        row["flag"] = _flag(row, thresholds)
    rows.sort(key=lambda row: (row["effect"] is None, -row["effect"]["estimate"] if row["effect"] else 0.0))
    ways = [way for way in info.item_ways if any(row["way"] == way for row in rows)]
    text = _text(rows, len(tested))
    return {"text": text, "thresholds": thresholds.of_items(), "ways": ways, "rows": rows, "tested": len(tested)}


def _row(
    counts: Mapping[str, Any], info: RunInfo, thresholds: Thresholds, item: int, way: int
) -> tuple[dict[str, Any], Effect | None]:
    """One row without what depends on the other rows, and its adjusted effect."""
    deals = int(counts["deals"][0])
    seat_games = float(counts["seat_games"].sum()) / deals
    share = float(counts["seat_share"].sum()) / info.share_unit / deals
    used = used_sums(counts, info, item, way)
    unused = unused_sums(used, deals, seat_games, share)
    every = RatioSums(deals * seat_games, used.count, deals * seat_games**2, seat_games * used.count, used.dd)
    name, kind = info.items[item]
    row: dict[str, Any] = {
        "item": name,
        "kind": kind,
        "way": info.item_ways[way],
        "chosen": info.item_ways[way] in info.chosen_ways,
        "dealt": is_dealt(counts, info, kind, info.item_ways[way]),
        "use_rate": every.ratio,
        "use": interval_entry(ratio_interval(every)),
        "used_n": int(used.count),
        "n": int(every.count),
        "share_used": interval_entry(ratio_interval(used)),
        "share_unused": interval_entry(ratio_interval(unused)),
        "effect": None,
        "raw_effect": None,
        "p_holm": None,
        "reason": _too_few(used, unused, thresholds),
        "causal": None,
    }
    if row["reason"]:
        return row, None
    raw = raw_effect(used, unused, deals)
    row["raw_effect"] = interval_entry(raw.interval(0.95))
    effect = effect_over_deals(used, unused, strata_of(counts, info, item, way), raw)
    if effect is None:
        row["reason"] = "each strategy in each seat used it always or never, so its effect cannot be told from theirs"
    return row, effect


def _too_few(used: RatioSums, unused: RatioSums, thresholds: Thresholds) -> str | None:
    """Why an effect cannot be estimated, or None."""
    if used.count == 0:
        return "never used"
    if unused.count == 0:
        return "always used"
    for side, what in ((used, "used"), (unused, "not used")):
        if side.count < thresholds.fewest_uses:
            return f"{what} in only {side.count:.0f} of a player's games; {thresholds.fewest_uses} are needed"
        if side.clusters < thresholds.fewest_deals:
            return f"{what} in too few deals (effectively {side.clusters:.1f}; {thresholds.fewest_deals} are needed)"
    return None


def _flag(row: Mapping[str, Any], thresholds: Thresholds) -> str:
    """What stands out: strong or weak before dead or must; only of choices, and strength also of what is dealt."""
    if not row["chosen"] and not row["dealt"]:
        return "none"
    if row["effect"] is not None and row["p_holm"] < thresholds.significance:
        if row["effect"]["estimate"] > thresholds.item_effect:
            return "strong"
        if row["effect"]["estimate"] < -thresholds.item_effect:
            return "weak"
    if row["chosen"] and row["use_rate"] < thresholds.dead_use:
        return "dead"
    if row["chosen"] and row["use_rate"] > thresholds.must_use:
        return "must"
    return "none"


def _text(rows: list[dict[str, Any]], tested: int) -> str:
    """The sentence on items."""
    if not rows:
        return "No use of items was counted."
    if not tested:
        return "No item was used often enough, and left out often enough, to tell what its use goes with."
    best, worst = rows[0], rows[tested - 1]
    first = f"Of {tested} tested uses, {best['item']!r} ({best['way']}) goes with the largest gain of win share, "
    first += points_range(best["effect"])
    if tested > 1:
        first += f", and {worst['item']!r} ({worst['way']}) with the least, {points_range(worst['effect'])}"
    return f"{first}; this is an association, except for what chance deals."
