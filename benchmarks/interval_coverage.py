"""How often intervals hold what is true, and how often the sequential test errs: simulated studies whose truth is known.

    python benchmarks/interval_coverage.py [--studies 2000]      (about two minutes of one core)

Every study draws deals of several games. "independent": games have nothing in common. "rotated": each deal favours some seats,
and all seats are played, so the games of a deal even out. "shared": each deal favours a strategy, whatever its seat. Deals are
counted in up to 256 groups, as runs count them. The ratings take a bootstrap each, so they get a quarter of the studies.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Iterator

import click
import numpy as np

from analysis.grouped import holm, paired_difference, residuals, share_of_groups, simultaneous_quantile
from analysis.power import deals_needed
from analysis.ratings import ELO, slot_ratings
from analysis.sequential import LEAST_DEALS, SequentialTest, precise_enough, share_of_elo
from analysis.winning import share_interval

SEED = int(os.environ.get("SEED", "20261130"))


def game_chances(kind: str, p: float, shape: tuple[int, ...], games: int, random: np.random.Generator) -> np.ndarray:
    """Win probabilities [*shape, games] with mean exactly p, deals along the last axis of shape."""
    room = 0.9 * min(p, 1 - p)
    if kind == "independent":
        return np.full((*shape, games), p)
    luck = random.uniform(-room, room, (*shape, 1))
    turns = np.cos(2 * np.pi * np.arange(games) / games) if kind == "rotated" else np.ones(games)
    return p + luck * turns


def deal_wins(kind: str, p: float, shape: tuple[int, ...], games: int, random: np.random.Generator) -> np.ndarray:
    """Wins [*shape] of deals of so many games."""
    return (random.random((*shape, games)) < game_chances(kind, p, shape, games, random)).sum(axis=-1)


def by_group(values: np.ndarray, groups: int = 256) -> np.ndarray:
    """Sums [..., G] of values [..., deals] by group, deal number mod 256."""
    deals = values.shape[-1]
    padded = np.zeros((*values.shape[:-1], -(-deals // groups) * groups))
    padded[..., :deals] = values
    return padded.reshape(*values.shape[:-1], -1, groups).sum(axis=-2)[..., : min(deals, groups)]


def chunks(studies: int, deals: int) -> Iterator[int]:
    """Numbers of studies to draw at a time, so that memory stays small."""
    size = max(1, min(studies, 400_000 // deals))
    yield from (min(size, studies - at) for at in range(0, studies, size))


def share_coverage(kind: str, p: float, games: int, deals: int, studies: int) -> tuple[float, float, float]:
    """Coverage of the interval over deals and of that over groups, and the mean half-width of the latter."""
    random = np.random.default_rng(SEED)
    held, grouped, width = 0, 0, 0.0
    played = by_group(np.full(deals, games))
    for size in chunks(studies, deals):
        wins = deal_wins(kind, p, (size, deals), games, random)
        shares = wins / games
        for total, square, sums in zip(shares.sum(axis=1), np.square(shares).sum(axis=1), by_group(wins), strict=True):
            interval = share_interval(total, square, deals, games)
            held += interval.low <= p <= interval.high
            estimate = share_of_groups(sums, played, games)
            assert estimate is not None
            interval = estimate.interval()
            grouped += interval.low <= p <= interval.high
            width += interval.half_width
    return held / studies, grouped / studies, width / studies


def difference_coverage(p: float, changed: float, games: int, deals: int, studies: int) -> tuple[float, float]:
    """Coverage of a paired difference, and how often p <= 5%, where only a share of the games can end differently.

    Of the changed games the second strategy wins the share p anew, so that the true difference is 0.
    """
    random = np.random.default_rng(SEED)
    held, found = 0, 0
    weights = by_group(np.ones(deals))
    for size in chunks(studies, deals):
        first = random.random((size, deals, games)) < game_chances("rotated", p, (size, deals), games, random)
        anew = random.random((size, deals, games)) < p
        second = np.where(random.random((size, deals, games)) < changed, anew, first)
        for one, two in zip(by_group(first.mean(axis=2)), by_group(second.mean(axis=2)), strict=True):
            difference = paired_difference(one, two, weights, 1 / games, limit=1)
            assert difference is not None
            held += difference.interval.low <= 0 <= difference.interval.high
            found += difference.p_value <= 0.05
    return held / studies, found / studies


def pairing_coverage(strengths: list[float], games: int, deals: int, studies: int) -> tuple[float, float]:
    """How often all intervals of a table hold at once, and how often Holm's tests find an equal pair different."""
    random = np.random.default_rng(SEED)
    chances = [1 / (1 + math.exp(b - a)) for a, b in itertools.combinations(strengths, 2)]
    held, wrong = 0, 0
    played = by_group(np.full(deals, games))
    for _ in range(studies):
        wins = np.stack([by_group(deal_wins("rotated", p, (deals,), games, random)) for p in chances])
        quantile = simultaneous_quantile(residuals(wins, played))
        estimates = [share_of_groups(row, played, games) for row in wins]
        intervals = [estimate.interval_at(quantile) for estimate in estimates if estimate is not None]
        held += all(interval.low <= p <= interval.high for interval, p in zip(intervals, chances, strict=True))
        adjusted = holm([estimate.p_value(0.5) for estimate in estimates if estimate is not None])
        wrong += any(value <= 0.05 for value, p in zip(adjusted, chances, strict=True) if p == 0.5)
    return held / studies, wrong / studies


def rating_coverage(strengths: list[float], sides: int, deals: int, studies: int) -> tuple[float, ...]:
    """Coverage of each strategy's Elo interval; line-ups are all pairs, or all ways of filling more sides."""
    random = np.random.default_rng(SEED)
    true = np.array(strengths) - np.mean(strengths)
    lineups = [row for row in itertools.combinations_with_replacement(range(len(true)), sides) if len(set(row)) > 1]
    chances = np.exp(true[np.array(lineups)])
    chances /= chances.sum(axis=1, keepdims=True)
    held = np.zeros(len(true))
    each = by_group(np.full(deals, sides)).astype(int)
    for study in range(studies):
        wins = random.multinomial(each[:, None], chances)
        intervals = slot_ratings(wins, lineups, len(true), replicates=500, seed=study).intervals
        assert intervals is not None
        held += [interval.low <= mean <= interval.high for interval, mean in zip(intervals, true * ELO, strict=True)]
    return tuple(held / studies)


def sequential_rates(test: SequentialTest, elo: float, games: int, block: int, studies: int) -> tuple[float, float, float]:
    """How often H1 is accepted, the mean number of deals, and the standard deviation of a deal; looked at after each block."""
    random = np.random.default_rng(SEED)
    p = share_of_elo(elo)
    pilot = (deal_wins("rotated", p, (50_000,), games, random) / games).std()
    low, high = test.bounds
    most = int(12 * test.expected_deals((test.elo0 + test.elo1) / 2, pilot))
    accepted, deals_used = 0, 0
    for size in chunks(studies, most):
        shares = deal_wins("rotated", p, (size, most), games, random) / games
        looked = np.arange(block, most + 1, block)
        total = shares.cumsum(axis=1)[:, looked - 1]
        square = np.square(shares).cumsum(axis=1)[:, looked - 1]
        ratio = test.log_ratio(looked, total, square, games)
        ended = ((ratio <= low) | (ratio >= high)) & (looked >= LEAST_DEALS)
        first = np.where(ended.any(axis=1), ended.argmax(axis=1), len(looked) - 1)
        accepted += int((ratio[np.arange(size), first] >= high).sum())
        deals_used += int(looked[first].sum())
    return accepted / studies, deals_used / studies, float(pilot)


def precision_coverage(p: float, target: float, studies: int) -> tuple[float, float]:
    """Coverage of an interval at whose target width a run stopped (looked at after each 10 deals), and the mean deals."""
    random = np.random.default_rng(SEED)
    held, used = 0, 0
    for _ in range(studies):
        shares = deal_wins("rotated", p, (2000,), 2, random) / 2
        total, square = shares.cumsum(), np.square(shares).cumsum()
        for deals in range(LEAST_DEALS, 2001, 10):
            interval = share_interval(total[deals - 1], square[deals - 1], deals, 2)
            if precise_enough(interval, target, deals):
                break
        held += interval.low <= p <= interval.high
        used += deals
    return held / studies, used / studies


def print_shares(studies: int) -> None:
    """Win shares, one at a time."""
    print("| games of a deal | share | deals | kind | over deals | over groups | half-width |\n|---|---|---|---|---|---|---|")
    cells = [(games, p) for games in (2, 3, 4, 6) for p in (1 / games, 0.03)] + [(2, 0.97)]
    for (games, p), deals in itertools.product(cells, (50, 300, 2000)):
        for kind in ("independent", "rotated", "shared") if (games, deals) == (2, 300) else ("rotated",):
            one, two, width = share_coverage(kind, p, games, deals, studies if deals < 2000 else studies // 2)
            print(f"| {games} | {p:.2f} | {deals} | {kind} | {one:.1%} | {two:.1%} | {width:.4f} |", flush=True)


def print_differences(studies: int) -> None:
    """Paired differences."""
    print("| share | games that can differ | games of a deal | deals | coverage | p <= 5% |\n|---|---|---|---|---|---|")
    for (p, changed), (games, deals) in itertools.product(
        [(0.5, 0.5), (0.5, 0.02), (0.05, 0.3)], [(2, 50), (2, 300), (6, 1000)]
    ):
        held, found = difference_coverage(p, changed, games, deals, studies)
        print(f"| {p:.2f} | {changed:.0%} | {games} | {deals} | {held:.1%} | {found:.1%} |", flush=True)


def print_pairings(studies: int) -> None:
    """Tables of pairings."""
    print("| strengths | games of a pairing and deal | deals | all at once | any false find |\n|---|---|---|---|---|")
    cells = [([0.0] * 5, 2), ([0.0, 0.0, 0.5, 0.5, 3.5], 2), ([0.0, 0.0, 0.3, 0.6], 6), ([0.0, 0.0, 0.3], 14)]
    for (strengths, games), deals in itertools.product(cells, (15, 50, 400)):
        held, wrong = pairing_coverage(strengths, games, deals, studies // 2)
        print(f"| {strengths} | {games} | {deals} | {held:.1%} | {wrong:.1%} |", flush=True)


def print_ratings(studies: int) -> None:
    """Ratings."""
    print("| strengths | sides | deals | coverage of each |\n|---|---|---|---|")
    cells = [([0.5, 0.0, -0.5], 2), ([4.0, 0.0, -0.5], 2), ([0.5, 0.0, -0.5], 4)]
    for (strengths, sides), deals in itertools.product(cells, (20, 60, 500)):
        held = rating_coverage(strengths, sides, deals, max(50, studies // 4))
        print(f"| {strengths} | {sides} | {deals} | {', '.join(f'{value:.1%}' for value in held)} |", flush=True)


def print_sequential(studies: int) -> None:
    """The sequential test with alpha = beta = 5%, and stopping at a precision."""
    print("| elo0 | elo1 | games of a deal | look each | at elo0: H1, deals | at elo1: H0, deals | forecast | fixed |")
    print("|---|---|---|---|---|---|---|---|")
    for (elo0, elo1, games), block in itertools.product([(0, 40, 2), (0, 30, 6), (-20, 20, 4), (300, 360, 2)], (1, 50)):
        test = SequentialTest(elo0, elo1)
        false, below, sd = sequential_rates(test, elo0, games, block, studies)
        right, above, other = sequential_rates(test, elo1, games, block, studies)
        low, high = test.shares
        fixed = deals_needed(high - low, sd, 0.95, 0.10)
        forecast = f"{test.expected_deals(elo0, sd):.0f}, {test.expected_deals(elo1, other):.0f}"
        row = [elo0, elo1, games, block, f"{false:.1%}, {below:.0f}", f"{1 - right:.1%}, {above:.0f}", forecast, fixed]
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    print("\n| share | stop at +- | coverage | mean deals |\n|---|---|---|---|")
    for p, target in [(0.5, 0.05), (0.6, 0.02), (0.95, 0.02)]:
        held, used = precision_coverage(p, target, studies // 2)
        print(f"| {p} | {target} | {held:.1%} | {used:.0f} |", flush=True)


@click.command()
@click.option("--studies", default=2000, show_default=True, help="Simulated studies a cell.")
@click.option("--only", metavar="WORD", default="", help="Only the tables whose titles have this word.")
def main(studies: int, only: str) -> None:
    """Print all tables; the intervals are to hold in 95%. The environment variable SEED sets another seed."""
    began = time.perf_counter()
    print(f"{studies} studies a cell: a coverage of 95% is known to +-{2 * math.sqrt(0.95 * 0.05 / studies):.1%}.\n")
    printers = (print_shares, print_differences, print_pairings, print_ratings, print_sequential)
    for printer in (printer for printer in printers if only in (printer.__doc__ or "")):
        print(f"\n### {printer.__doc__}\n")
        printer(studies)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
