"""The six ways to play Bacon, as data: how many play, which cards there are, what a place is worth, when a match ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engines.game import UsageError

MOST_WILDS = 2
"""Wilds that each player gets on top of his cards, at most (rule wilds): plays with more are not provided for."""

MOST_DEALS = 20
"""The longest match that rules can ask for, in deals."""

MOST_TARGET = 60
MOST_WORTH = 12
"""The highest points for a match, and for a place in a deal, that rules can ask for."""

WORTH_BY_MODE = -1
"""Value of the rules worth_1 to worth_6: as the mode says."""

SUIT_LETTERS = "rgby"
"""The suits as transcripts name them; three or four of them are used."""

COPIES = 2
"""Every rank exists twice in every suit."""


@dataclass(frozen=True)
class Layout:
    """One mode with a number of players.

    worth[p - 1] is what place p counts: in team play the worth of the mates of the player out first, summed; in solo play
    each player's own. `deals` is the most deals of a match; in solo play there is no such rule, but the scores grow by a
    fixed sum with every deal, so that somebody reaches the target by then. `dealt` cards and `wilds` make a hand.
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
    wilds: int = MOST_WILDS

    @property
    def pack(self) -> int:
        """Numbered cards in all."""
        return COPIES * self.ranks * self.suits

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

MOST_PLACES = max(layout.players for layout in LAYOUTS)
"""Places of the largest mode."""


def layout_of(name: str, players: int) -> Layout:
    """The layout of a mode."""
    return next(layout for layout in LAYOUTS if (layout.name, layout.players) == (name, players))


def with_rules(layout: Layout, rules: Mapping[str, int]) -> Layout:
    """The layout with the numbers that the rules set (values, see `Game.rule_values`).

    Raises UsageError where they do not go together: more cards than there are, points for places that there are not, a solo
    match without an end.
    """
    worth = tuple(
        by_mode if rules[f"worth_{place}"] == WORTH_BY_MODE else rules[f"worth_{place}"]
        for place, by_mode in enumerate(layout.worth, start=1)
    )
    changed = replace(
        layout,
        worth=worth,
        wilds=rules["wilds"],
        dealt=rules["hand_size"] or layout.dealt,
        target=rules["target"] or layout.target,
    )
    _check_numbers(changed, rules)
    return replace(changed, deals=rules["most_deals"] or _deals_of(changed))


def _check_numbers(layout: Layout, rules: Mapping[str, int]) -> None:
    """Raises UsageError for hands that the cards do not suffice for, and for points of places beyond the last."""
    where = f"{layout.name} with {layout.players}"
    if layout.dealt * layout.players > layout.pack:
        most = layout.pack // layout.players
        raise UsageError(f"rule hand_size: {layout.dealt} is too many; in {where} there are {most} cards for each.")
    for place in range(layout.players + 1, MOST_PLACES + 1):
        if rules[f"worth_{place}"] != WORTH_BY_MODE:
            raise UsageError(f"rule worth_{place}: in {where} the last place is {layout.players}.")


def _deals_of(layout: Layout) -> int:
    """The most deals of a match if no rule says so. Raises UsageError for a solo match that could take too many."""
    if layout.teams > 0:
        return layout.deals
    if sum(layout.worth) > 0 and (deals := _most_deals(layout.worth, layout.target)) <= MOST_DEALS:
        return deals
    raise UsageError(
        f"rules target and worth_1 to worth_{layout.players}: nobody might reach {layout.target} points within {MOST_DEALS} "
        f"deals; lower the target, raise the points, or set most_deals."
    )
