"""Moves of Beer & Bread as packed integers, and what they mean.

A play is action + 4 x card + 256 x (given + 1), where `given` is the hand card left in the row for `card`, or nothing. The
options of the other decisions are: a resource (surplus, accept), a card (reserve, replace, discard back), a way to pay a
unit (0 plain, else 1 + 2 x from + ratio - 2), or STOP.
"""

from __future__ import annotations

from engines.compilation import kernel

HARVEST, SELL, UPGRADE = 0, 1, 2
ACTION_NAMES = ("harvest", "sell", "upgrade")
NOTHING_GIVEN = -1
STOP = 63
PLAIN = 0
PAY_OPTIONS = 11


@kernel
def pack_play(action: int, card: int, given: int) -> int:
    """The play of a card for an action; `given` is NOTHING_GIVEN or the hand card exchanged for it."""
    return action + 4 * card + 256 * (given + 1)


@kernel
def action_of(move: int) -> int:
    """The action of a play."""
    return move & 3


@kernel
def card_of(move: int) -> int:
    """The card that a play uses."""
    return (move >> 2) & 63


@kernel
def given_of(move: int) -> int:
    """The hand card that a play leaves in the row, or NOTHING_GIVEN."""
    return (move >> 8) - 1


@kernel
def swap_resource(option: int) -> int:
    """The resource that stands in, for a way to pay that is not PLAIN."""
    return (option - 1) >> 1


@kernel
def swap_ratio(option: int) -> int:
    """How many tokens stand in for one, for a way to pay that is not PLAIN."""
    return 2 + ((option - 1) & 1)
