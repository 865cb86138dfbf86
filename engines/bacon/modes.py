"""The six ways to play Bacon, as data: how many play, which cards there are, what a place is worth, when a match ends."""

from __future__ import annotations

from dataclasses import dataclass

WILDS_DEALT = 2
"""Wilds that each player gets on top of his cards, always."""

SUIT_LETTERS = "rgby"
"""The suits as transcripts name them; three or four of them are used."""

COPIES = 2
"""Every rank exists twice in every suit."""


@dataclass(frozen=True)
class Layout:
    """One mode with a number of players.

    worth[p - 1] is what place p counts: in team play the worth of the mates of the player out first, summed; in solo play
    each player's own. `deals` is the most deals of a match; in solo play there is no such rule, but the scores grow by a
    fixed sum with every deal, so that somebody reaches the target by then.
    """

    name: str
    players: int
    teams: int
    ranks: int
    suits: int
    dealt: int
    worth: tuple[int, ...]
    target: int
    deals: int

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat: team mates alternate, in solo play each is his own side."""
        return tuple(seat % (self.teams or self.players) for seat in range(self.players))

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What seats are called in reports. The first starter is drawn, so seats differ by their order only."""
        return tuple(f"seat {seat + 1}" for seat in range(self.players))


def _most_deals(worth: tuple[int, ...], target: int) -> int:
    """The deals after which somebody must have reached the target: before, all scores together are players x (target - 1)."""
    return len(worth) * (target - 1) // sum(worth) + 1


def _solo(players: int, ranks: int, suits: int, dealt: int, target: int) -> Layout:
    worth = tuple(range(players - 1, -1, -1))
    return Layout("solo", players, 0, ranks, suits, dealt, worth, target, _most_deals(worth, target))


LAYOUTS = (
    Layout("team", 4, 2, ranks=10, suits=3, dealt=15, worth=(0, 4, 2, 1), target=8, deals=8),
    Layout("team", 6, 2, ranks=9, suits=4, dealt=12, worth=(0, 8, 4, 2, 1, 0), target=24, deals=6),
    _solo(3, ranks=8, suits=3, dealt=16, target=6),
    _solo(4, ranks=10, suits=3, dealt=15, target=8),
    _solo(5, ranks=10, suits=3, dealt=12, target=10),
    _solo(6, ranks=9, suits=4, dealt=12, target=12),
)

MOST_DEALS = max(layout.deals for layout in LAYOUTS)
"""The longest match of any mode, in deals."""


def layout_of(name: str, players: int) -> Layout:
    """The layout of a mode."""
    return next(layout for layout in LAYOUTS if (layout.name, layout.players) == (name, players))
