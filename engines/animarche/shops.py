"""Shops of Animarche on plots: placing, upgrading, selling."""

from __future__ import annotations

from typing import Any

from engines.animarche.effects import gain, refresh
from engines.animarche.items import BUILT, FACE_ITEM, SHOPS, SOLD, UPGRADED
from engines.animarche.metrics import (
    BUILT_UPGRADED,
    FROM_INCOME,
    FROM_SALES,
    SHOPS_BUILT,
    SHOPS_SOLD,
    SHOPS_UPGRADED,
    VP_SALES,
)
from engines.animarche.plaza import animals_leave
from engines.animarche.state import NOTHING
from engines.bits import EMPTY
from engines.compilation import kernel


@kernel
def clear_market(market: Any, cards: Any) -> None:
    """All shops in the supply, but the first shops, which are dealt out."""
    market.available = EMPTY
    for shop in range(SHOPS):
        market.supply[shop] = 0 if shop == cards.first_shop else cards.copies[shop]
        if market.supply[shop] > 0:
            market.available |= cards.faces_of[shop]


@kernel
def take_card(market: Any, cards: Any, shop: int) -> None:
    """A copy of a shop leaves the supply."""
    market.supply[shop] -= 1
    if market.supply[shop] == 0:
        market.available &= ~cards.faces_of[shop]


@kernel
def return_card(market: Any, cards: Any, shop: int) -> None:
    """A copy of a shop goes back to the supply."""
    market.supply[shop] += 1
    market.available |= cards.faces_of[shop]


@kernel
def place_first_shop(player: Any, cards: Any, plot: int) -> None:
    """The first shop is placed: no build, so no gain and no hire."""
    player.face[plot] = cards.front_face[cards.first_shop]
    player.most_shops = 1
    refresh(player, cards)


@kernel
def clear_plot(state: Any, player: Any, cards: Any, plot: int) -> None:
    """The shop on a plot goes back to the supply, its animals go aside, its visitors have no seat there any more."""
    return_card(state.market, cards, cards.shop_of[player.face[plot]])
    animals_leave(state.plaza, player, plot)
    player.face[plot] = NOTHING
    player.visitors[plot] = 0
    player.visited_by[plot] = 0


@kernel
def build_shop(state: Any, player: Any, cards: Any, outcome: Any, face: int, plot: int) -> None:
    """A paid shop is placed with a face up. A count of 2, 3 or 4 shops reached first hires a worker; then the on-build gain.

    With the rule `hires` below 3 only the first of these counts do.
    """
    if player.face[plot] != NOTHING:
        clear_plot(state, player, cards, plot)
    take_card(state.market, cards, cards.shop_of[face])
    player.face[plot] = face
    refresh(player, cards)
    if player.shops > player.most_shops:
        if 1 < player.shops <= 1 + cards.rules.hires:
            player.hired += 1
        player.most_shops = player.shops
    gain(player, cards, outcome, FROM_INCOME, cards.on_build[face])
    outcome.seat[player.seat, SHOPS_BUILT] += 1
    outcome.seat[player.seat, BUILT_UPGRADED] += cards.is_upgraded[face]
    outcome.item[player.seat, FACE_ITEM + face, BUILT] += 1


@kernel
def upgrade_shop(player: Any, cards: Any, outcome: Any, plot: int) -> None:
    """A paid basic shop is turned over: animals and visitors keep their seats, and there is no on-build gain."""
    face = cards.back_face[cards.shop_of[player.face[plot]]]
    player.face[plot] = face
    refresh(player, cards)
    outcome.seat[player.seat, SHOPS_UPGRADED] += 1
    outcome.item[player.seat, FACE_ITEM + face, UPGRADED] += 1


@kernel
def sell_shop(state: Any, player: Any, cards: Any, outcome: Any, plot: int) -> None:
    """A shop brings its VP at once and goes back to the supply; then the on-sale gains of shop and manager."""
    face = player.face[plot]
    player.vp += cards.vp[face]
    outcome.seat[player.seat, VP_SALES] += cards.vp[face]
    gain(player, cards, outcome, FROM_SALES, cards.on_sale[face])
    gain(player, cards, outcome, FROM_SALES, cards.manager_on_sale[player.manager])
    clear_plot(state, player, cards, plot)
    refresh(player, cards)
    player.sales += 1
    outcome.seat[player.seat, SHOPS_SOLD] += 1
    outcome.item[player.seat, FACE_ITEM + face, SOLD] += 1
