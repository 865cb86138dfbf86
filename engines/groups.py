"""Sums by group of deals: what the bootstrap over deals and differences between runs need, in memory that does not grow.

Deals are independent, the games of a deal are not. Deal d belongs to group d mod GROUPS, so runs with the same seed have the
same deals in the same groups, and a difference between two runs is taken group by group.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from engines.game import Game, Mode
from engines.tally import Counts, DealSums

GROUPS = 256
"""Number of groups: enough for intervals from their spread, few enough to be kept for every line-up and metric."""


@dataclass
class GroupSums:
    """Sums by group of deals, G = GROUPS of them; in a block, one row a deal from its first on, at most G. See `DealSums`."""

    deals: Counts  # [G]
    lineup_share: Counts  # [G, L, Z] win shares by line-up and slot
    place: Counts  # [G, Z] win shares by place
    metric: Counts  # [G, P, M] sums of seat metrics by player
    game_metric: Counts  # [G, metrics of the game]
    margin: Counts  # [G]
    lineup_ties: Counts  # [G, L] games with several winning sides

    @classmethod
    def empty(cls, game: Game, mode: Mode, players: int, lineups: int) -> GroupSums:
        """Nothing summed yet."""
        return cls(
            deals=np.zeros(GROUPS, np.int64),
            lineup_share=np.zeros((GROUPS, lineups, mode.side_count), np.int64),
            place=np.zeros((GROUPS, mode.side_count), np.int64),
            metric=np.zeros((GROUPS, players, len(game.seat_metrics)), np.int64),
            game_metric=np.zeros((GROUPS, len(game.game_metrics)), np.int64),
            margin=np.zeros(GROUPS, np.int64),
            lineup_ties=np.zeros((GROUPS, lineups), np.int64),
        )

    @classmethod
    def of_block(cls, sums: DealSums) -> GroupSums:
        """The sums of a block: row i for the deals i, i + G, .. counted from its first."""
        return cls(
            deals=_folded(np.ones(len(sums.margin), np.int64)),
            lineup_share=_folded(sums.lineup_share),
            place=_folded(sums.place),
            metric=_folded(sums.metric),
            game_metric=_folded(sums.game_metric),
            margin=_folded(sums.margin),
            lineup_ties=_folded(sums.lineup_ties),
        )

    def add_block(self, first_deal: int, block: GroupSums) -> None:
        """Add the sums of a block that begins with a deal."""
        groups = (first_deal + np.arange(len(block.deals))) % GROUPS
        for entry in fields(self):
            getattr(self, entry.name)[groups] += getattr(block, entry.name)

    def add(self, other: GroupSums) -> None:
        """Add the sums of other deals."""
        for entry in fields(self):
            total = getattr(self, entry.name)
            total += getattr(other, entry.name)


def _folded(values: Counts) -> Counts:
    """Deals [D, ..] summed to at most GROUPS rows: row i has the deals i, i + GROUPS, .."""
    if len(values) <= GROUPS:
        return values
    rows = -len(values) % GROUPS
    padded = np.concatenate([values, np.zeros((rows, *values.shape[1:]), np.int64)])
    folded: Counts = padded.reshape(-1, GROUPS, *values.shape[1:]).sum(axis=0)
    return folded
