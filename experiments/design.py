"""Who sits where: line-ups, seatings and the numbering of games.

A deal is one shuffle of everything random. Each line-up plays each deal in every distinct rotation of its seats, with the
same shuffles; so no strategy profits from a seat or from the luck of the draw. Games are numbered deal by deal:
game index = deal x games a deal + place in the deal.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from engines.game import Mode, UsageError
from engines.tally import Counts


@dataclass(frozen=True)
class Place:
    """One game of each deal: the line-up (players by side), the rotation, and the player in each seat."""

    lineup: int
    rotation: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Design:
    """The line-ups of a study, as tuples of players, one a side, and the seats of the mode."""

    mode: Mode
    lineups: tuple[tuple[int, ...], ...]

    def seatings(self, lineup: int) -> Counts:
        """Distinct rotations of a line-up: [rotations, seats], the player in each seat."""
        players = self.lineups[lineup]
        turned = [tuple(players[side] for side in rotation) for rotation in self.mode.rotations]
        return np.array(list(dict.fromkeys(turned)), np.int64)

    def places(self) -> list[Place]:
        """The games of a deal, in order."""
        return [
            Place(lineup, rotation, tuple(int(player) for player in seating))
            for lineup in range(len(self.lineups))
            for rotation, seating in enumerate(self.seatings(lineup))
        ]

    @property
    def games_per_deal(self) -> int:
        """Number of games that a deal takes."""
        return len(self.places())

    def deals_for(self, games: int) -> int:
        """The fewest deals that give at least so many games."""
        return -(-games // self.games_per_deal)


def make_design(mode: Mode, players: int) -> Design:
    """All line-ups of the players: one player fills all sides; more than the sides play in every choice of that many."""
    sides = mode.side_count
    if players == 1:
        return Design(mode, ((0,) * sides,))
    if players < sides:
        raise UsageError(
            f"{players} strategies cannot fill {sides} sides. Give {sides} (or more, for every line-up of {sides}), or one, "
            f"which then fills all sides."
        )
    return Design(mode, tuple(itertools.combinations(range(players), sides)))
