"""What cards of Animarche give, cost and count: the parts of the rules that a strategy may want to reckon with too.

`cards` is the record of card tables, a player a record of dtype SEAT (of the state, or of a view).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.animarche.items import FACES
from engines.animarche.metrics import COINS_LOST, COINS_SALES, COINS_SPENT, VP_SALES, WOOD_LOST, WOOD_SALES, WOOD_SPENT
from engines.animarche.state import (
    ADS_WON,
    AT_ONCE_CUT,
    BUILD_CUT,
    COINS_HELD,
    CUTS,
    ICON_STANDING,
    ICON_TYPES,
    ICON_TYPES_STANDING,
    MOVE_CUT,
    NOTHING,
    PLOTS,
    PUBLIC_CUT,
    PUBLIC_DONE,
    SALES_MADE,
    SHOPS_STANDING,
    UPGRADE_CUT,
    UPGRADED_STANDING,
    VISITS_DONE,
    WOOD_HELD,
)
from engines.bits import EMPTY, bit, count_bits, holds, lowest_bit, without_lowest
from engines.compilation import kernel

LANE = 8
"""Bits between the icons in a word that says which plots show which icon."""

_LANE = np.uint64(LANE)
_PLOTS = np.uint64((1 << PLOTS) - 1)


@kernel
def gain(player: Any, cards: Any, outcome: Any, source: int, gained: Any) -> None:
    """A player gets a GAIN; what exceeds a cap is lost. `source` is one of metrics.FROM_SALES .. FROM_INCOME."""
    add(player, cards, outcome, source, gained.coins, gained.wood, gained.vp)


@kernel
def add(player: Any, cards: Any, outcome: Any, source: int, coins: int, wood: int, vp: int) -> None:
    """A player gets coins, wood and VP."""
    seat = player.seat
    if coins > 0:
        kept = min(coins, cards.rules.coin_cap - player.coins)
        player.coins += kept
        outcome.seat[seat, COINS_SALES + source] += kept
        outcome.seat[seat, COINS_LOST] += coins - kept
    if wood > 0:
        kept = min(wood, cards.rules.wood_cap - player.wood)
        player.wood += kept
        outcome.seat[seat, WOOD_SALES + source] += kept
        outcome.seat[seat, WOOD_LOST] += wood - kept
    if vp > 0:
        player.vp += vp
        outcome.seat[seat, VP_SALES + source] += vp


@kernel
def can_pay(player: Any, cost: tuple[int, int]) -> bool:
    """Whether a player has the coins and wood of a cost."""
    return cost[0] <= player.coins and cost[1] <= player.wood


@kernel
def pay(player: Any, outcome: Any, cost: tuple[int, int]) -> None:
    """A player pays coins and wood."""
    player.coins -= cost[0]
    player.wood -= cost[1]
    outcome.seat[player.seat, COINS_SPENT] += cost[0]
    outcome.seat[player.seat, WOOD_SPENT] += cost[1]


@kernel
def reduced(cost: Any, cut: Any) -> tuple[int, int]:
    """A COST less a discount, per resource and never below 0, as (coins, wood)."""
    return max(0, cost.coins - cut.coins), max(0, cost.wood - cut.wood)


@kernel
def cost_of_build(player: Any, face: int) -> tuple[int, int]:
    """What it costs a player to build a face (a back: to build and upgrade at once)."""
    cost = player.cost[face]
    return cost.coins, cost.wood


@kernel
def cost_of_upgrade(player: Any, cards: Any, plot: int) -> tuple[int, int]:
    """What it costs a player to turn over the basic shop on a plot."""
    return reduced(cards.upgrade_cost[cards.shop_of[player.face[plot]]], player.cut[UPGRADE_CUT])


@kernel
def cost_of_public(player: Any, cards: Any, building: int) -> tuple[int, int]:
    """What it costs a player to build a public building."""
    return reduced(cards.public_cost[building], player.cut[PUBLIC_CUT])


@kernel
def cost_of_move(player: Any, cards: Any) -> tuple[int, int]:
    """What it costs a player to move or remove a public building."""
    return 0, max(0, cards.rules.move_wood - player.cut[MOVE_CUT].wood)


@kernel
def can_upgrade(player: Any, cards: Any, plot: int) -> bool:
    """Whether a basic shop lies on a plot with its front up, and the player can pay for turning it over."""
    face = player.face[plot]
    if face == NOTHING or cards.is_special[face] == 1 or cards.is_upgraded[face] == 1:
        return False
    return can_pay(player, cost_of_upgrade(player, cards, plot))


@kernel
def income_with(player: Any, cards: Any, face: int, animals: int) -> Any:
    """What a face with so many animals pays in the income phase, with the player's icons as they are: coins, wood, VP."""
    row = cards.income[face, animals]
    coins, wood, vp = np.int64(row.coins), np.int64(row.wood), np.int64(row.vp)
    if cards.pays_by_icons[face] == 1:
        times = animals if cards.seats[face] > 0 else 1
        for icon in range(ICON_TYPES):
            each = cards.icon_income[face, icon]
            count = times * player.icons[icon]
            coins += count * each.coins
            wood += count * each.wood
            vp += count * each.vp
    return coins, wood, vp


@kernel
def income_of(player: Any, cards: Any, plot: int) -> Any:
    """What the shop on a plot would pay now: coins, wood, VP."""
    if player.face[plot] == NOTHING:
        return 0, 0, 0
    return income_with(player, cards, player.face[plot], player.animals[plot])


@kernel
def standing_vp(player: Any, cards: Any) -> int:
    """The VP of a player's shops, for standing at the end or for sale."""
    total = 0
    for plot in range(PLOTS):
        if player.face[plot] != NOTHING:
            total += cards.vp[player.face[plot]]
    return total


@kernel
def count_icon_types(showing: np.uint64) -> int:
    """How many icon types shops show when each gives one: the largest matching of icons and shops (Hall's theorem).

    showing: bit LANE x icon + plot says that the shop on the plot shows the icon.
    """
    food = showing & _PLOTS
    goods = (showing >> _LANE) & _PLOTS
    service = showing >> (_LANE + _LANE)
    best = min(ICON_TYPES, count_bits(food | goods | service))
    best = min(best, 2 + min(count_bits(food), count_bits(goods), count_bits(service)))
    return min(best, 1 + min(count_bits(food | goods), count_bits(food | service), count_bits(goods | service)))


@kernel
def count_for_goal(player: Any, condition: int, icon: int) -> int:
    """What a goal's condition counts."""
    if condition == SHOPS_STANDING:
        return player.shops
    if condition == UPGRADED_STANDING:
        return player.upgraded
    if condition == ICON_STANDING:
        return player.icons[icon]
    if condition == ICON_TYPES_STANDING:
        return player.icon_types
    if condition == COINS_HELD:
        return player.coins
    if condition == WOOD_HELD:
        return player.wood
    if condition == SALES_MADE:
        return player.sales
    if condition == VISITS_DONE:
        return player.visits
    if condition == ADS_WON:
        return player.ads
    if condition == PUBLIC_DONE:
        return player.public
    return player.most_drawn


@kernel
def goal_is_met(player: Any, cards: Any, goal: int) -> bool:
    """Whether a goal's condition holds now."""
    return count_for_goal(player, cards.condition[goal], cards.icon[goal]) >= cards.k[goal]


@kernel
def animals_before(plaza: Any, cards: Any, seat: int, plot: int) -> int:
    """How many animals stand on the squares that a plot of a place at the table faces."""
    total = 0
    squares = cards.front[seat, plot] & plaza.occupied
    while squares != EMPTY:
        total += plaza.animals[lowest_bit(squares)]
        squares = without_lowest(squares)
    return total


@kernel
def rivals_for(view: Any, square: int) -> int:
    """How many other players could draw an animal from a square now: a free seat on the line, and not passed."""
    rivals = 0
    for ahead in range(1, view.cards.players):
        if holds(view.playing, ahead) and holds(view.player[ahead].reach, square):
            rivals += 1
    return rivals


@kernel
def refresh(player: Any, cards: Any) -> None:
    """Work out anew what follows from the shops of a player: counts, icons, seats, lines, discounts and costs."""
    player.shops = 0
    player.upgraded = 0
    player.owned = EMPTY
    player.free_plots = EMPTY
    player.reach = EMPTY
    showing = EMPTY
    coins_cut, wood_cut = total_cut(player)
    for action in range(CUTS):
        player.cut[action].coins = cards.manager_cut[player.manager, action].coins
        player.cut[action].wood = cards.manager_cut[player.manager, action].wood
    for plot in range(PLOTS):
        face = player.face[plot]
        player.free_seats[plot] = 0
        player.free_worker_seats[plot] = 0
        if face == NOTHING:
            player.free_plots |= bit(plot)
            continue
        player.shops += 1
        player.upgraded += cards.is_upgraded[face]
        player.owned |= cards.faces_of[cards.shop_of[face]]
        player.free_seats[plot] = cards.seats[face] - player.animals[plot]
        player.free_worker_seats[plot] = cards.worker_seats[face] - player.visitors[plot]
        if player.free_seats[plot] > 0:
            player.reach |= cards.front[player.seat, plot]
        for icon in range(ICON_TYPES):
            if cards.shows[face, icon] == 1:
                showing |= bit(LANE * icon + plot)
        for action in range(CUTS):
            player.cut[action].coins += cards.face_cut[face, action].coins
            player.cut[action].wood += cards.face_cut[face, action].wood
    for icon in range(ICON_TYPES):
        player.icons[icon] = count_bits((showing >> np.uint64(LANE * icon)) & _PLOTS)
    player.icon_types = count_icon_types(showing)
    if total_cut(player) != (coins_cut, wood_cut):
        refresh_costs(player, cards)


@kernel
def total_cut(player: Any) -> tuple[int, int]:
    """The discounts of all actions as two words, to see whether one changed."""
    coins = 0
    wood = 0
    for action in range(CUTS):
        coins = coins << 8 | player.cut[action].coins
        wood = wood << 8 | player.cut[action].wood
    return coins, wood


@kernel
def refresh_costs(player: Any, cards: Any) -> None:
    """Work out anew what building each face costs a player."""
    for face in range(FACES):
        cut = player.cut[AT_ONCE_CUT if cards.is_upgraded[face] == 1 else BUILD_CUT]
        cost = reduced(cards.build_cost[face], cut)
        player.cost[face].coins = cost[0]
        player.cost[face].wood = cost[1]
