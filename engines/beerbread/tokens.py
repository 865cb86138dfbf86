"""Tokens of Beer & Bread: taking them, storage limits, recipes and the ways to pay them."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.actions import PAY_OPTIONS, PLAIN, swap_ratio, swap_resource
from engines.beerbread.state import RESOURCES, WATER
from engines.compilation import kernel

_LANE = np.uint64(8)
_TOP_BITS = np.uint64(0x8080808080)
_BYTE = np.uint64(0xFF)
_ENTRY = np.uint64(7)
_ENTRY_MASK = np.uint64(127)


@kernel
def lanes(tokens: Any) -> np.uint64:
    """Five small counts (0 to 127) as the bytes of one word."""
    packed = np.uint64(0)
    for resource in range(RESOURCES):
        packed |= np.uint64(tokens[resource]) << (_LANE * np.uint64(resource))
    return packed


@kernel
def covers(stored: np.uint64, due: np.uint64) -> bool:
    """Whether every byte of `stored` is at least that of `due`."""
    return ((stored | _TOP_BITS) - due) & _TOP_BITS == _TOP_BITS


@kernel
def units(resource: int, count: int) -> np.uint64:
    """`count` tokens of one resource, as bytes."""
    return np.uint64(count) << (_LANE * np.uint64(resource))


@kernel
def lane(tokens: np.uint64, resource: int) -> Any:
    """The count of one resource."""
    return np.int64((tokens >> (_LANE * np.uint64(resource))) & _BYTE)


@kernel
def unit_cost(player: Any, resource: int, option: int) -> np.uint64:
    """What a way to pay one unit of a resource takes from storage; 0 where the player has no such upgrade (C3, C4)."""
    if option == PLAIN:
        return units(resource, 1)
    source = swap_resource(option)
    ratio = swap_ratio(option)
    if player.swap[source, resource, ratio - 2] == 0:
        return np.uint64(0)
    return units(source, ratio)


@kernel
def first_due(due: np.uint64) -> int:
    """The first resource of which something is due; RESOURCES if nothing is."""
    for resource in range(RESOURCES):
        if lane(due, resource) > 0:
            return resource
    return RESOURCES


@kernel
def can_complete(player: Any, stored: np.uint64, due: np.uint64, floor: int) -> bool:
    """Whether what is due can be paid from what is stored, by plain tokens and the player's substitutions (C3, C4).

    Plain first is not always possible: a token may be needed to stand in for another. So all ways are searched, depth first,
    with units of one resource paid in ascending order of the ways, the first from `floor` on. The path, at most nine units,
    is kept in one word. (Numba crashes on loading a cached function that calls itself.)
    """
    path = np.uint64(0)
    option: Any = floor
    while True:
        resource = first_due(due)
        if resource == RESOURCES or (option == PLAIN and covers(stored, due)):
            return True
        cost = np.uint64(0)
        while option < PAY_OPTIONS:
            cost = unit_cost(player, resource, option)
            if cost != np.uint64(0) and covers(stored, cost):
                break
            option += 1
        if option < PAY_OPTIONS:
            stored -= cost
            due -= units(resource, 1)
            path = (path << _ENTRY) | np.uint64(option * 8 + resource + 1)
            option = option if lane(due, resource) > 0 else PLAIN
        elif path == np.uint64(0):
            return False
        else:
            entry: Any = np.int64(path & _ENTRY_MASK)
            path >>= _ENTRY
            resource = entry % 8 - 1
            option = entry // 8
            stored += unit_cost(player, resource, option)
            due += units(resource, 1)
            option += 1


@kernel
def stored_tokens(player: Any) -> int:
    """All tokens in storage, water-only spaces included."""
    return count_tokens(player.storage)


@kernel
def count_tokens(tokens: Any) -> Any:
    """All tokens of five counts."""
    return tokens[0] + tokens[1] + tokens[2] + tokens[3] + tokens[4]


@kernel
def water_in_general_spaces(player: Any) -> int:
    """Water that does not fit into the water-only spaces."""
    return max(0, player.storage[WATER] - player.water_space)


@kernel
def free_spaces(player: Any) -> Any:
    """General spaces left; below 0, so many tokens must be offered.

    A storage fits if grain + max(0, water - water-only spaces) is at most the number of general spaces.
    """
    grain = stored_tokens(player) - player.storage[WATER]
    return player.space - grain - water_in_general_spaces(player)


@kernel
def excess_tokens(player: Any) -> int:
    """How many tokens must be offered."""
    return max(0, -free_spaces(player))


@kernel
def may_offer(player: Any, resource: int) -> bool:
    """Whether a token of the resource lies in a general space (water in water-only spaces is not offered)."""
    kept = player.water_space if resource == WATER else 0
    return player.storage[resource] > kept


@kernel
def fits(player: Any, resource: int) -> bool:
    """Whether one more token of the resource fits."""
    return (free_spaces(player) > 0) | ((resource == WATER) & (player.storage[WATER] < player.water_space))


@kernel
def any_fits(player: Any, tokens: Any) -> bool:
    """Whether one of the tokens fits."""
    some = (free_spaces(player) > 0) & (count_tokens(tokens) > 0)
    return some | ((tokens[WATER] > 0) & (player.storage[WATER] < player.water_space))


@kernel
def take(state: Any, player: Any, resource: int, wanted: int) -> int:
    """Take up to `wanted` tokens from field or river into storage (limits are settled later); how many were taken."""
    taken = min(wanted, state.field[resource])
    state.field[resource] -= taken
    player.storage[resource] += taken
    return taken


@kernel
def take_harvest(state: Any, player: Any, resource: int, wanted: int) -> int:
    """Take by a harvest action: field first, then the supply where H2 allows it; how many were taken."""
    taken = take(state, player, resource, wanted)
    if taken < wanted and player.from_supply[resource] > 0:
        more = min(wanted - taken, state.supply[resource])
        state.supply[resource] -= more
        player.storage[resource] += more
        taken += more
    return taken
