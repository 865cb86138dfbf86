"""How many games it takes to see a difference, or which difference a number of games can show."""

from __future__ import annotations

import json
import math
import os
from typing import Any

from analysis.power import deals_needed, detectable_difference, independent_sd
from analysis.winning import variance
from engines.game import SHARE_UNIT, UsageError
from experiments.batch import Part, play_parts
from experiments.simulate import Settings, prepare
from experiments.study import Study

PILOT_DEALS = 500
"""Deals of the pilot that measures the spread."""

GUESSED_GAMES = 2
"""Games a deal where no game is named: two sides, each once."""


def measured_sd(study: Study, quiet: bool) -> float:
    """The standard deviation of a deal's share of the first of two strategies, from a pilot.

    Raises UsageError if all deals end alike.
    """
    prepare(study, quiet)
    settings = Settings(0, os.cpu_count() or 1, "threads", None, False, False, "table", True)
    tally = play_parts([Part(study, PILOT_DEALS)], settings).counts[0].tally
    unit = SHARE_UNIT * study.design.games_per_deal
    spread = variance(float(tally.share[0]) / unit, float(tally.share_cross[0, 0]) / unit**2, PILOT_DEALS)
    if spread <= 0:
        raise UsageError(f"all {PILOT_DEALS} deals of the pilot ended alike, so the number of games cannot be told.")
    return math.sqrt(spread)


def needed(
    difference: float | None, games: int | None, study: Study | None, power: float, significance: float, quiet: bool
) -> dict[str, Any]:
    """The answer as one object: the games for a difference (0 to 1 of the win share), or the difference that games can show.

    study: two strategies from whose games the spread is measured; None for a guess of independent games of two sides.
    """
    per_deal = GUESSED_GAMES if study is None else study.design.games_per_deal
    spread = independent_sd(0.5, per_deal) if study is None else measured_sd(study, quiet)
    result: dict[str, Any] = {"power": power, "significance": significance, "deal_sd": spread, "games_per_deal": per_deal}
    if difference is not None:
        deals = deals_needed(difference, spread, power, significance)
        return result | {"difference": difference, "deals": deals, "games": None if deals is None else deals * per_deal}
    assert games is not None
    deals = games // per_deal
    return result | {"games": games, "deals": deals, "difference": detectable_difference(deals, spread, power, significance)}


def show(result: dict[str, Any], study: Study | None, output_format: str) -> None:
    """Print the answer on standard output."""
    if output_format == "json":
        print(json.dumps(result))
    elif output_format == "csv":
        print(",".join(result))
        print(",".join("" if value is None else f"{value:g}" for value in result.values()))
    else:
        print(as_text(result, study))


def as_text(result: dict[str, Any], study: Study | None) -> str:
    """The answer as sentences."""
    if result["difference"] is None or result["games"] is None:
        return "No number of games shows a difference of nothing; and one deal shows no difference."
    source = "guessed as for independent games of two sides; name a game and two strategies to have it measured"
    if study is not None:
        first, second = (player.label for player in study.players)
        source = f"measured in {PILOT_DEALS} deals of {first} against {second}"
    return (
        f"{result['games']:,} games ({result['deals']:,} deals) show a difference of {100 * result['difference']:.2f} points "
        f"of win share from 50% with a probability of {100 * result['power']:g}%, at a significance of "
        f"{result['significance']:g}.\n"
        f"The standard deviation of a deal's share is {result['deal_sd']:.3f}: {source}."
    )
