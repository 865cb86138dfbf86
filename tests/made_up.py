"""A game of which there are only outcomes, drawn by chance: for testing what counts them."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from engines.game import Game, Item, Metric, Mode
from engines.groups import GroupSums
from engines.records import aligned
from engines.tally import DealSums, Tally, count_outcomes
from experiments.design import Design

SEAT_METRICS = (Metric("score", "points", "", 40), Metric("cards", "cards", "", 7))
ROUNDS, ITEMS, WAYS = 5, 4, 2
GAME_METRICS = (Metric("turns", "turns", "", 12), Metric("rounds", "rounds", "", ROUNDS))


@dataclass(frozen=True)
class MadeUpGame(Game):
    """A game without play. Its records have room for one seat more than there are seats."""

    seats: int = 2

    @property
    def kernels(self) -> Any:
        return SimpleNamespace(OUTCOME=outcome_dtype(self.seats))


def outcome_dtype(seats: int) -> Any:
    slots = seats + 1
    return aligned(
        [
            ("share", "i4", (slots,)),
            ("unfinished", "i4"),
            ("game", "i4", (len(GAME_METRICS),)),
            ("seat", "i4", (slots, len(SEAT_METRICS))),
            ("round_score", "i4", (slots, ROUNDS)),
            ("item", "i1", (slots, ITEMS, WAYS)),
        ]
    )


def game_for(mode: Mode) -> MadeUpGame:
    return MadeUpGame(
        name="made-up",
        title="",
        summary="",
        version=1,
        package="",
        modes=(mode,),
        rules=(),
        seat_metrics=SEAT_METRICS,
        game_metrics=GAME_METRICS,
        decisions=(),
        rounds=ROUNDS,
        round_name="round",
        items=lambda edition: tuple(Item(f"item {number}", "thing") for number in range(ITEMS)),
        item_ways=("used", "kept"),
        chosen_ways=("used",),
        has_edition=False,
        default_lineup={},
        length_metric="rounds",
        seats=mode.players,
    )


def made_up_outcomes(mode: Mode, deals: int, rotations: int, seed: int) -> Any:
    """Outcomes drawn by chance; the sides of the best score share the win. Low scores, so that they are often level."""
    rng = np.random.default_rng(seed)
    outcomes = np.zeros((deals, rotations), outcome_dtype(mode.players))
    for place in np.ndindex(outcomes.shape):
        record = outcomes[place]
        record["seat"] = rng.integers(0, [5, 8], record["seat"].shape)
        record["game"] = [rng.integers(0, 13), rng.integers(1, ROUNDS + 1)]
        record["round_score"] = rng.integers(0, 4, record["round_score"].shape)
        record["unfinished"] = rng.integers(0, 2)
        record["item"] = rng.integers(-1, 3, record["item"].shape)
        best = [
            max(record["seat"][s, 0] for s in range(mode.players) if mode.sides[s] == side) for side in range(mode.side_count)
        ]
        winners = [side for side in range(mode.side_count) if best[side] == max(best)]
        record["share"][: mode.players] = [60 // len(winners) * (side in winners) for side in mode.sides]
        record["share"][mode.players :] = 60
    return outcomes


def count(design: Design, outcomes: list[Any], players: int) -> tuple[Tally, GroupSums]:
    """What is counted in a block: all line-ups of the same deals."""
    mode = design.mode
    game = game_for(mode)
    tally = Tally.empty(game, mode, players, design.games_per_deal)
    sums = DealSums.empty(game, mode, players, len(design.lineups), len(outcomes[0]))
    for lineup, records in zip(design.seated, outcomes, strict=True):
        count_outcomes(tally, sums, game, mode, lineup, records)
    sums.close(tally)
    return tally, GroupSums.of_block(sums)
