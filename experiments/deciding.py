"""Two strategies on the same deals until it is decided which is better, or until their share is known closely enough."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from analysis.entries import interval_entry
from analysis.sequential import (
    SequentialTest,
    Verdict,
    deals_for_precision,
    elo_of_share,
    precise_enough,
)
from analysis.winning import Interval, share_interval, variance
from engines.game import SHARE_UNIT
from experiments.counts import RunCounts
from experiments.interrupts import uninterrupted
from experiments.progress import Progress
from experiments.results import edition_entry, package_version
from experiments.running import play_study
from experiments.simulate import Settings, prepare, say
from experiments.study import Study
from experiments.unfinished import unfinished_remark

PILOT_DEALS = 200
"""Deals from which the spread is estimated before the test begins; they count for the test too."""

STEP = 1.1
"""After each look the number of deals grows by this factor, so that looking costs nothing."""


@dataclass(frozen=True)
class Goal:
    """When to stop: a sequential test, or a half-width of the share's interval; and after so many games at the latest."""

    test: SequentialTest | None
    precision: float | None
    most_games: int


@dataclass
class Standing:
    """What is known after some deals. share: of the first strategy, in games against the second only."""

    deals: int
    games: int
    share: Interval
    deal_sd: float
    total: float
    square: float
    verdict: Verdict | None


def decide(study: Study, settings: Settings, goal: Goal) -> int:
    """Play until the goal is reached and print the verdict; the exit code: 0, or 130 after an interrupt."""
    prepare(study, settings.quiet)
    began = time.perf_counter()
    counts = RunCounts.empty(study)
    interrupted = False
    most = max(1, goal.most_games // study.design.games_per_deal)
    standing: Standing | None = None
    expected: dict[str, float] = {}
    with Progress(most * study.design.games_per_deal, quiet=settings.quiet) as progress:
        try:
            for end in looks(most):
                _play_to(study, counts, end, settings, progress)
                standing = standing_of(study, counts, goal)
                if not expected:
                    expected = expected_games(study, goal, standing)
                    say(expectation_text(expected, goal), settings.quiet)
                if reached(standing, goal):
                    break
        except KeyboardInterrupt:
            interrupted = True
            standing = standing_of(study, counts, goal) if counts.deals else None
    if standing is None:
        return 130
    if remark := unfinished_remark(study, counts):
        say(remark, False)
    show(result_object(study, standing, goal, expected, time.perf_counter() - began, interrupted), settings.output_format)
    return 130 if interrupted else 0


def looks(most: int) -> Iterator[int]:
    """The numbers of deals after which the standing is looked at, up to the most."""
    deals = min(PILOT_DEALS, most)
    while True:
        yield deals
        if deals >= most:
            return
        deals = min(most, math.ceil(deals * STEP))


def _play_to(study: Study, counts: RunCounts, end: int, settings: Settings, progress: Progress) -> None:
    """Play the deals up to one."""
    with closing(
        play_study(
            study,
            end - counts.deals,
            first_deal=counts.deals,
            arrived=progress.add,
            **settings.workers,
        )
    ) as results:
        for result in results:
            with uninterrupted():
                counts.add(result)


def standing_of(study: Study, counts: RunCounts, goal: Goal) -> Standing:
    """What the counts say of the first strategy."""
    games = study.design.games_per_deal
    unit = SHARE_UNIT * games
    total = float(counts.tally.share[0]) / unit
    square = float(counts.tally.share_cross[0, 0]) / unit**2
    share = share_interval(total, square, counts.deals, games)
    sd = math.sqrt(variance(total, square, counts.deals)) if counts.deals > 1 else 0.0
    verdict = goal.test.judge(counts.deals, total, square, games) if goal.test else None
    return Standing(counts.deals, counts.games, share, sd, total, square, verdict)


def reached(standing: Standing, goal: Goal) -> bool:
    """Whether the goal is reached."""
    if standing.verdict is not None and standing.verdict.decided:
        return True
    return goal.precision is not None and precise_enough(standing.share, goal.precision, standing.deals)


def expected_games(study: Study, goal: Goal, pilot: Standing) -> dict[str, float]:
    """How many games it will take on average, from the spread of the first deals; nothing if they had none."""
    games = study.design.games_per_deal
    if pilot.deal_sd <= 0:
        return {}
    if goal.test is None:
        assert goal.precision is not None
        return {"games": float(deals_for_precision(pilot.deal_sd, goal.precision) * games)}
    test = goal.test
    middle = (test.elo0 + test.elo1) / 2
    return {f"at {elo:g} Elo": games * test.expected_deals(elo, pilot.deal_sd) for elo in (test.elo0, middle, test.elo1)}


def expectation_text(expected: dict[str, float], goal: Goal) -> str:
    """The expected number of games as a remark."""
    if not expected:
        return "All deals so far ended alike, so the number of games cannot be foreseen."
    if goal.test is None:
        return f"About {expected['games']:,.0f} games will be needed."
    parts = [f"{games:,.0f} {name}" for name, games in expected.items()]
    return f"Games to be expected: {', '.join(parts)}; fewer the further the truth is from these."


def result_object(
    study: Study, standing: Standing, goal: Goal, expected: dict[str, float], elapsed_s: float, interrupted: bool
) -> dict[str, Any]:
    """The verdict as one object, in plain Python types."""
    first, second = (player.label for player in study.players)
    return {
        "game": study.game_name,
        "title": study.game.title,
        "mode": study.mode_name,
        "players": study.player_count,
        "first": first,
        "second": second,
        "seed": study.seed,
        "edition": edition_entry(study),
        "rules": dict(study.rules),
        "default_rules": {rule.name: rule.default for rule in study.game.rules},
        "n": standing.games,
        "deals": standing.deals,
        "share": interval_entry(standing.share),
        "elo": elo_of_share(standing.share.estimate),
        "elo_ci": [elo_of_share(standing.share.low), elo_of_share(standing.share.high)],
        "deal_sd": standing.deal_sd,
        "state": _state(standing, goal),
        "text": _verdict_text(standing, goal, first, second),
        "log_ratio": standing.verdict.log_ratio if standing.verdict else None,
        "bounds": list(standing.verdict.bounds) if standing.verdict else None,
        "expected_games": expected or None,
        "interrupted": interrupted,
        "elapsed_s": elapsed_s,
        "version": package_version(),
    }


def _state(standing: Standing, goal: Goal) -> str:
    """The verdict's state, or whether the precision was reached."""
    if standing.verdict is not None and (standing.verdict.decided or goal.precision is None):
        return standing.verdict.state
    return "precise" if reached(standing, goal) else "open"


def _verdict_text(standing: Standing, goal: Goal, first: str, second: str) -> str:
    """The verdict as a sentence."""
    share = standing.share
    spread = f"{100 * share.estimate:.2f}% of the wins [{100 * share.low:.2f}, {100 * share.high:.2f}]"
    head = f"{first} takes {spread} against {second}"
    if standing.verdict is not None and (standing.verdict.decided or goal.precision is None):
        return f"{head}. {standing.verdict.text}"
    if reached(standing, goal):
        return f"{head}: known to ±{100 * share.half_width:.2f} points."
    return f"{head}: not yet known closely enough after {standing.games:,} games. Give more with --max-n."


def show(result: dict[str, Any], output_format: str) -> None:
    """Print the verdict on standard output."""
    if output_format == "json":
        print(json.dumps(result, ensure_ascii=False))
        return
    if output_format == "csv":
        names = ("first", "second", "n", "deals", "state")
        values = [str(result[name]) for name in names] + [str(result["share"][name]) for name in ("estimate", "low", "high")]
        print(",".join((*names, "share", "ci_low", "ci_high")))
        print(",".join(values))
        return
    from rich.text import Text

    from reports.terminal import heading, make_console

    console = make_console()
    console.print(heading(result))
    console.print(Text(result["text"]))
    if result["elo"] is not None:
        low, high = ("-" if bound is None else f"{bound:+.1f}" for bound in result["elo_ci"])
        console.print(Text(f"Elo {result['elo']:+.1f} [{low}, {high}]. Intervals at a stop that the result chose are a guide."))
    console.print(Text(f"{result['n']:,} games in {result['elapsed_s']:.1f} s."))
