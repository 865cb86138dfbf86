"""Who sits where: line-ups, seatings and the numbering of games.

A deal is one shuffle of everything random. Each line-up plays each deal in every distinct rotation of its seats, with the
same shuffles; so no strategy profits from a seat or from the luck of the draw. Games are numbered deal by deal:
game index = deal x games a deal + place in the deal.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass

import numpy as np

from engines.game import Mode, UsageError
from engines.tally import SeatedLineup

Lineup = tuple[int, ...]
"""The players of a line-up by their numbers, one a side."""

MIXED_LINEUPS = 60
"""About so many random line-ups of all strategies make up a mixed design."""


@dataclass(frozen=True)
class Place:
    """One game of each deal: the line-up (players by side), the rotation, and the player in each seat."""

    lineup: int
    rotation: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Design:
    """The line-ups of a study and the seats of the mode."""

    mode: Mode
    lineups: tuple[Lineup, ...]

    @functools.cached_property
    def seated(self) -> tuple[SeatedLineup, ...]:
        """Each line-up in its distinct rotations."""
        found = []
        first = 0
        for number, players in enumerate(self.lineups):
            turned = {tuple(players[slot] for slot in rotation): rotation for rotation in reversed(self.mode.rotations)}
            slots = np.array([rotation for rotation in self.mode.rotations if rotation in turned.values()], np.int64)
            found.append(SeatedLineup(number, first, slots, np.array(players, np.int64)[slots]))
            first += len(slots)
        return tuple(found)

    @functools.cached_property
    def places(self) -> tuple[Place, ...]:
        """The games of a deal, in order."""
        return tuple(
            Place(lineup.number, rotation, tuple(int(player) for player in seating))
            for lineup in self.seated
            for rotation, seating in enumerate(lineup.players)
        )

    @property
    def games_per_deal(self) -> int:
        """Number of games that a deal takes."""
        return len(self.places)

    def deals_for(self, games: int) -> int:
        """The fewest deals that give at least so many games."""
        return -(-games // self.games_per_deal)


def all_lineups(mode: Mode, players: int) -> tuple[Lineup, ...]:
    """All line-ups of the players: one player fills all sides; more than the sides play in every choice of that many."""
    sides = mode.side_count
    if players == 1:
        return ((0,) * sides,)
    if players < sides:
        raise UsageError(
            f"{players} strategies cannot fill {sides} sides. Give {sides} (or more, for every line-up of {sides}), or one, "
            f"which then fills all sides."
        )
    return tuple(itertools.combinations(range(players), sides))


def mirror_lineups(mode: Mode, players: int) -> tuple[Lineup, ...]:
    """Each player against himself."""
    return tuple((player,) * mode.side_count for player in range(players))


def pair_lineups(mode: Mode, players: int) -> tuple[Lineup, ...]:
    """Every pairing as a balanced table: all ways to spread two players over the sides, none of them twice by rotation.

    In all rotations of these line-ups each of the two plays on every seat equally often, against every number of the other.
    """
    patterns: dict[frozenset[Lineup], Lineup] = {}
    for pattern in itertools.product((0, 1), repeat=mode.side_count):
        if 0 < sum(pattern) < mode.side_count:
            seatings = frozenset(tuple(pattern[slot] for slot in rotation) for rotation in mode.rotations)
            patterns.setdefault(seatings, pattern)
    return tuple(
        tuple(pair[which] for which in pattern)
        for pair in itertools.combinations(range(players), 2)
        for pattern in patterns.values()
    )


def challenge_lineups(mode: Mode, players: int) -> tuple[Lineup, ...]:
    """The pairings of the first player with each of the others, as balanced tables."""
    return tuple(lineup for lineup in pair_lineups(mode, players) if 0 in lineup)


def invader_lineups(mode: Mode) -> tuple[Lineup, ...]:
    """The second player on one side, the first on all the others."""
    return ((1,) + (0,) * (mode.side_count - 1),)


def mixed_lineups(mode: Mode, players: int, seed: int) -> tuple[Lineup, ...]:
    """Random line-ups of all players, in which each plays equally often: about MIXED_LINEUPS of them, fixed by the seed.

    Each line-up takes those who have most games left, at random among equals. So nobody ever has more left than there are
    line-ups to come, and the last line-up uses up the last games.
    """
    sides = mode.side_count
    if players < sides:
        raise UsageError(f"a mixed design needs at least {sides} strategies here, not {players}.")
    generator = np.random.default_rng(np.random.SeedSequence([seed, players, sides]))
    appearances = math.lcm(players, sides) // players
    appearances *= max(1, round(MIXED_LINEUPS * sides / players / appearances))
    left = np.full(players, appearances)
    lineups = []
    for _ in range(players * appearances // sides):
        order = np.lexsort((generator.random(players), -left))
        chosen = generator.permutation(order[:sides])
        left[chosen] -= 1
        lineups.append(tuple(int(player) for player in chosen))
    return tuple(lineups)
