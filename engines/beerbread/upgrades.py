"""What the 29 upgrade effects of Beer & Bread do when they are tucked, at cleaning and at the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.edition import UPGRADES
from engines.beerbread.state import BANDS, BEER, BREAD, RESOURCES, SEATS, WATER
from engines.beerbread.tokens import stored_tokens
from engines.bits import EMPTY, bit, count_bits, lowest_bit, without_lowest
from engines.compilation import kernel

EFFECT = {name: number for number, name in enumerate(UPGRADES)}
"""The number of each effect, as the card tables hold it."""

(
    S1, S2, S3, S4, H1, H2, H3, H4, H5, T1, T2, C1, C2, C3, C4, B1, B2, B3, B4, B5, E1, E2, E3, E4, E5, E6, E7, E8, E9,
) = (EFFECT[name] for name in (
    "S1", "S2", "S3", "S4", "H1", "H2", "H3", "H4", "H5", "T1", "T2", "C1", "C2", "C3", "C4", "B1", "B2", "B3", "B4", "B5",
    "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9",
))  # fmt: skip

ANY = RESOURCES
"""The parameter `any` of H2."""


@kernel
def tuck(player: Any, cards: Any, card: int) -> None:
    """Tuck a card: its effect holds from now on. Copies are counted; of S2, S3, S4, H2, C3 and C4 one does all."""
    player.tucked |= bit(card)
    effect = cards.upgrade[card]
    first = cards.param1[card]
    second = cards.param2[card]
    if effect == S1:
        player.replace += 1
    elif effect == S2:
        player.reserve += 1
    elif effect == S3:
        player.draw_last += 1
    elif effect == S4:
        player.discard_back += 1
    elif effect == H1:
        player.seed_gain[first] += 1
    elif effect == H2:
        for resource in range(RESOURCES):
            if first in (ANY, resource):
                player.from_supply[resource] += 1
    elif effect == H3:
        player.extra[first, second] += 1
        player.extras += 1
    elif effect == H4:
        player.extra[first, WATER] += 1
        player.extras += 1
    elif effect == H5:
        player.follow_water += 1
    elif effect == T1:
        player.space += first
    elif effect == T2:
        player.water_space += first
    elif effect == C1:
        player.room[BEER] += 1
    elif effect == C2:
        player.room[BREAD] += 1
    elif effect == C3:
        player.swap[first, second, 0] += 1
        player.swaps += 1
    elif effect == C4:
        player.swap[first, second, 1] += 1
        player.swaps += 1
    elif effect == B1:
        player.broom_water[BEER] += 1
    elif effect == B2:
        player.broom_water[BREAD] += 1
    elif effect == B3:
        player.broom_only[BEER, first] += 1
    elif effect == B4:
        player.broom_only[BREAD, first] += 1
    elif effect == B5:
        player.broom_both += 1
    elif effect == E1:
        player.band_coin[0] += 1
    elif effect == E2:
        player.band_coin[1] += 1
    elif effect == E3:
        player.band_coin[2] += 1
    elif effect == E4:
        player.pair_coin[BEER] += 1
    elif effect == E5:
        player.pair_coin[BREAD] += 1
    elif effect == E6:
        player.more_upgrades += 1
    elif effect == E7:
        player.more_tokens += 1
    elif effect == E8:
        player.all_kinds[BREAD] += 1
    elif effect == E9:
        player.all_kinds[BEER] += 1


@kernel
def broom_tokens(player: Any, resource: int, beers: int, breads: int) -> int:
    """Tokens of a resource that the brooms bring for a cleaning of so many beer and bread cards (B1 to B5)."""
    total = 0
    if resource == WATER:
        total += player.broom_water[BEER] * beers + player.broom_water[BREAD] * breads
        if beers > 0 and breads > 0:
            total += 2 * player.broom_both
    if beers > 0 and breads == 0:
        total += 2 * player.broom_only[BEER, resource]
    if breads > 0 and beers == 0:
        total += 2 * player.broom_only[BREAD, resource]
    return total


@kernel
def coins_of(cards: Any, some: np.uint64) -> int:
    """The printed coins of a set of cards."""
    total = 0
    while some != EMPTY:
        total += cards.coins[lowest_bit(some)]
        some = without_lowest(some)
    return total


@kernel
def fixed_bonus(player: Any, cards: Any, type_: int) -> int:
    """Coins that E1 to E5 add to one type: a coin a sold card of a band, a coin for two sold cards of the type."""
    sold = (player.in_place | player.plaza) & cards.of_type[type_]
    total = player.pair_coin[type_] * (count_bits(sold) // 2)
    for band in range(BANDS):
        if player.band_coin[band] > 0:
            total += player.band_coin[band] * count_bits(sold & cards.of_band[band])
    return total


@kernel
def free_bonuses(player: Any, other: Any, cards: Any) -> int:
    """How many indivisible +2 a player may place on beer or bread (E6, E7, E8, E9)."""
    count = 0
    if player.more_upgrades > 0 and count_bits(player.tucked) > count_bits(other.tucked):
        count += player.more_upgrades
    if player.more_tokens > 0 and stored_tokens(player) >= stored_tokens(other) + 2:
        count += player.more_tokens
    sold = player.in_place | player.plaza
    for type_ in range(2):
        if player.all_kinds[type_] > 0:
            complete = True
            for kind in range(BANDS):
                complete = complete and sold & cards.of_kind[type_, kind] != EMPTY
            if complete:
                count += player.all_kinds[type_]
    return count


@kernel
def bonuses_on_beer(beer: int, bread: int, count: int) -> int:
    """How many of the +2 go on beer, so that the lower total is highest; on equal placements more on beer."""
    best = 0
    best_lower = -1
    for on_beer in range(count + 1):
        lower = min(beer + 2 * on_beer, bread + 2 * (count - on_beer))
        if lower >= best_lower:
            best_lower = lower
            best = on_beer
    return best


@kernel
def totals(state: Any, cards: Any, seat: int) -> tuple[int, int, int, int]:
    """Beer and bread total with coin upgrades, and what these added to each, as if the game ended now."""
    player = state.seat[seat]
    other = state.seat[SEATS - 1 - seat]
    sold = player.in_place | player.plaza
    printed_beer = coins_of(cards, sold & cards.of_type[BEER])
    printed_bread = coins_of(cards, sold & cards.of_type[BREAD])
    beer = printed_beer + fixed_bonus(player, cards, BEER)
    bread = printed_bread + fixed_bonus(player, cards, BREAD)
    free = free_bonuses(player, other, cards)
    on_beer = bonuses_on_beer(beer, bread, free)
    beer += 2 * on_beer
    bread += 2 * (free - on_beer)
    return beer, bread, beer - printed_beer, bread - printed_bread
