"""What things of Animarche are worth, in VP: coins and wood by round, shops, sales, visits, ads, buildings, animals.

A strategy first makes a `Scale` (what a coin and a wood are worth now, and in each round to come) and looks at the table once
a decision (`look`); the rest is reckoned with these. Every kernel reads only what a view holds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.animarche.actions import WHOLE, a_of, b_of, c_of
from engines.animarche.ads import price_of
from engines.animarche.state import (
    BUILD_CUT,
    ICON_TYPES,
    NOTHING,
    PLOTS,
    SLOTS,
    UPGRADE_CUT,
    WORK,
)
from engines.bits import EMPTY, count_bits, holds, lowest_bit, without_lowest
from engines.compilation import kernel

NEVER = -1e9
ME = 0
_MIX = np.uint64(0x9E3779B97F4A7C15)
_TO_UNIT = 1.0 / (1 << 24)


class Scale(NamedTuple):
    """VP that a coin and a wood are worth now, and one of each in every round to come; the rounds to come."""

    coin: float
    wood: float
    coins: float
    wood_each: float
    left: float


class Lines(NamedTuple):
    """Squares that the shops with customer seats of each player face, oneself first; own seats in all."""

    own: np.uint64
    first: np.uint64
    second: np.uint64
    third: np.uint64
    seats: float


class Offer(NamedTuple):
    """The best shop that could be built: its face, and what it is worth beyond its cost."""

    face: int
    worth: float


@kernel
def jitter(word: np.uint64, index: int) -> float:
    """A number in [0, 1) that differs from option to option: breaks ties without a liking for any seat or plot."""
    mixed = (word + np.uint64(index + 1)) * _MIX
    mixed ^= mixed >> np.uint64(29)
    mixed *= _MIX
    return (mixed >> np.uint64(40)) * _TO_UNIT


@kernel
def scale_of(view: Any, early: float, late: float, end: float, wood: float, glut: float, wood_glut: float) -> Any:
    """The scale when a coin is worth `late` in the last round and `early` four rounds before, a wood `wood` coins.

    In the last workers phase a coin is worth `end` for each other worker who could still spend it, and nothing to the last.
    glut, wood_glut: the share of its worth that a coin loses with 20 in hand, and a wood with 10.
    """
    me = view.player[ME]
    left = float(view.cards.rules.rounds - view.round)
    slope = (early - late) / 4.0
    coin = late + slope * left
    if left == 0.0 and view.decision == WORK:
        coin = 0.01 + min(late, end * (me.home - 1.0))
    coin_held = coin * max(0.1, 1.0 - glut * me.coins / 20.0)
    wood_held = wood * coin * max(0.1, 1.0 - wood_glut * me.wood / 10.0)
    coins = left * late + slope * left * (left - 1.0) / 2.0
    return Scale(coin_held, wood_held, coins, wood * coins, left)


@kernel
def worth_now(gain: Any, scale: Any) -> float:
    """What a GAIN is worth now."""
    return scale.coin * gain.coins + scale.wood * gain.wood + gain.vp


@kernel
def cost_worth(cost: Any, scale: Any) -> float:
    """What a COST is worth."""
    return scale.coin * cost.coins + scale.wood * cost.wood


@kernel
def pair_worth(cost: tuple[int, int], scale: Any) -> float:
    """What coins and wood are worth."""
    return scale.coin * cost[0] + scale.wood * cost[1]


@kernel
def income_worth(view: Any, face: int, extra: int, scale: Any, animal: float) -> float:
    """What a shop face earns in the rounds to come, less `animal` coins for each animal, as others of the shops could use it.

    It takes as many animals as pay best. extra: 1 if it does not stand yet, so that its own icons are still to be counted.
    """
    cards = view.cards
    seats = cards.seats[face]
    each = 0.0
    if cards.pays_by_icons[face] == 1:
        for icon in range(ICON_TYPES):
            row = cards.icon_income[face, icon]
            count = view.player[ME].icons[icon] + extra * cards.shows[face, icon]
            each += count * (scale.coins * row.coins + scale.wood_each * row.wood + scale.left * row.vp)
    if seats == 0:
        row = cards.income[face, 0]
        return scale.coins * row.coins + scale.wood_each * row.wood + scale.left * row.vp + each
    best = 0.0
    price = animal * scale.coins
    for animals in range(1, seats + 1):
        row = cards.income[face, animals]
        worth = scale.coins * row.coins + scale.wood_each * row.wood + scale.left * row.vp + animals * (each - price)
        best = max(best, worth)
    return best


@kernel
def cuts_worth(view: Any, face: int, scale: Any, cuts: float) -> float:
    """What a face's discounts save in the rounds to come, with so many builds and upgrades a round."""
    build = view.cards.face_cut[face, BUILD_CUT]
    upgrade = view.cards.face_cut[face, UPGRADE_CUT]
    coins = scale.coins * (build.coins + upgrade.coins)
    return 0.5 * cuts * (coins + scale.wood_each * (build.wood + upgrade.wood))


@kernel
def guests_worth(view: Any, face: int, scale: Any, guests: float) -> float:
    """What others' visits bring its owner in the rounds to come, with so many visits a round to each seat."""
    cards = view.cards
    row = cards.owner[face]
    each = scale.coins * row.coins + scale.wood_each * row.wood + scale.left * row.vp
    return guests * cards.worker_seats[face] * each


@kernel
def face_worth(view: Any, face: int, extra: int, scale: Any, animal: float, cuts: float, guests: float) -> float:
    """What a shop face is worth from now on: its VP, and what it earns and saves in the rounds to come."""
    worth = view.cards.vp[face] + income_worth(view, face, extra, scale, animal)
    if view.cards.worker_seats[face] > 0:
        worth += guests_worth(view, face, scale, guests)
    return worth + cuts_worth(view, face, scale, cuts)


@kernel
def resale_worth(view: Any, face: int, scale: Any) -> float:
    """What the sale of a face brings beyond its VP."""
    return worth_now(view.cards.on_sale[face], scale) + worth_now(view.cards.manager_on_sale[view.player[ME].manager], scale)


@kernel
def animal_price(seats: float, price: float, crowd: float) -> float:
    """What an animal is worth elsewhere, in coins: `price` once the other own shops have `crowd` seats or more."""
    return price * min(1.0, seats / crowd)


@kernel
def lines_of(view: Any, ahead: int) -> np.uint64:
    """The squares that a player's shops with customer seats face."""
    lines = EMPTY
    if ahead < view.cards.players:
        player = view.player[ahead]
        for plot in range(PLOTS):
            if player.face[plot] != NOTHING and view.cards.seats[player.face[plot]] > 0:
                lines |= view.cards.front[player.seat, plot]
    return lines


@kernel
def look(view: Any) -> Any:
    """Whose shops face which squares."""
    seats = 0.0
    for plot in range(PLOTS):
        if view.player[ME].face[plot] != NOTHING:
            seats += view.cards.seats[view.player[ME].face[plot]]
    return Lines(lines_of(view, 0), lines_of(view, 1), lines_of(view, 2), lines_of(view, 3), seats)


@kernel
def rivals_on(lines: Any, squares: np.uint64) -> int:
    """How often others' shops face squares of a set."""
    return count_bits(lines.first & squares) + count_bits(lines.second & squares) + count_bits(lines.third & squares)


@kernel
def line_quality(view: Any, lines: Any, plot: int) -> float:
    """How many animals a plot's line promises: what its squares hold, less where others' shops face them."""
    squares = view.cards.front[view.player[ME].seat, plot]
    holding = 0
    rest = squares
    while rest != EMPTY:
        holding += view.plaza.capacity[lowest_bit(rest)]
        rest = without_lowest(rest)
    return holding - rivals_on(lines, squares) / view.cards.players


@kernel
def visit_worth(view: Any, move: int, scale: Any, envy: float) -> float:
    """What a visit brings, less `envy` for what it brings its owner, shared by all his rivals."""
    cards = view.cards
    face = view.player[a_of(move)].face[b_of(move)]
    worth = worth_now(cards.visitor[face], scale) + worth_now(cards.on_visit[view.player[ME].manager], scale)
    return worth - envy * worth_now(cards.owner[face], scale) / (cards.players - 1)


@kernel
def slot_of(view: Any, move: int) -> int:
    """The slot that a worker would come to have on an ad."""
    lying = view.ad[a_of(move)]
    choice = c_of(move)
    if view.cards.rules.free_payment == 0:
        return 0 if choice == WHOLE else choice
    paid = lying.paid if lying.seat != NOTHING else view.cards.fee[lying.ad] - choice
    return 0 if choice > paid or (choice == paid and lying.seat == NOTHING) else 1


@kernel
def could_join(view: Any, price: int) -> int:
    """How many others have a worker at home and so many coins, and have not passed."""
    found = 0
    for ahead in range(1, view.cards.players):
        other = view.player[ahead]
        if holds(view.playing, ahead) and other.home > 0 and other.coins >= price:
            found += 1
    return found


@kernel
def ad_worth(view: Any, move: int, scale: Any, envy: float, trust: float, stuck: float, card: float) -> float:
    """What a worker on an ad is worth.

    trust: the chance that one of those who could join does; stuck: what a worker is worth a round, who waits on an ad;
    card: worth of the card. Who can pay both slots himself counts half of what both bring.
    """
    cards = view.cards
    me = view.player[ME]
    lying = view.ad[a_of(move)]
    ad, frame = lying.ad, b_of(move)
    slot = slot_of(view, move)
    price = price_of(cards, ad, frame, c_of(move))
    effect = worth_now(cards.on_ad[me.manager], scale)
    mine = float(cards.slot_vp[ad, frame, slot])
    rest = cards.fee[ad] - price
    gets = card + cards.rules.ad_card_vp * cards.card_vp[ad]
    if lying.seat != NOTHING:
        takes = lying.seat == ME or price > lying.paid
        theirs = float(cards.slot_vp[ad, frame, SLOTS - 1 - slot])
        worth = mine + effect + gets * takes - scale.coin * price
        if lying.seat != ME:
            return worth - envy * (theirs + gets * (not takes)) / (cards.players - 1)
        return worth + theirs + stuck * (scale.left > 0.0)
    if rest <= 0:
        return mine + effect + gets - scale.coin * price
    other = float(cards.slot_vp[ad, frame, SLOTS - 1 - slot])
    takes = price >= rest
    alone = NEVER
    if me.home > 1 and me.coins >= price + rest:
        alone = 0.5 * (mine + other + gets + 2.0 * effect - scale.coin * (price + rest))
    chance = 0.0
    for _ in range(could_join(view, rest)):
        chance += (1.0 - chance) * trust
    later = 0.5 * (1.0 - chance) * (scale.left > 0.0)
    shared = (chance + later) * (mine + gets * takes) + effect - scale.coin * price
    shared -= envy * chance * (other + gets * (not takes)) / (cards.players - 1) + 2.0 * stuck * later
    return max(alone, shared)


@kernel
def squares_worth(view: Any, lines: Any, squares: np.uint64, capacity: int, scale: Any, animal: float, spite: float) -> float:
    """What it is worth that squares come to hold so many animals: `animal` coins each for oneself, `spite` of it for others."""
    if scale.left == 0.0 or capacity == 1:
        return 0.0
    own = count_bits(lines.own & squares) * scale.coins * animal / view.cards.players
    theirs = rivals_on(lines, squares) * scale.coins * animal / view.cards.players
    return (capacity - 1) * (own - spite * theirs / (view.cards.players - 1))


@kernel
def points_of(view: Any, building: int, scale: Any) -> float:
    """What a public building is worth wherever it is built, its cost not counted: its VP and the manager's gain."""
    worth = worth_now(view.cards.on_public[view.player[ME].manager], scale)
    if view.cards.rules.rebuild_scores == 1 or view.plaza.fresh[building] > 0:
        worth += view.cards.public_vp[building]
    return worth


@kernel
def move_worth(view: Any, old: int, lines: Any, scale: Any, animal: float, spite: float) -> float:
    """What it is worth that a building goes from its squares, its cost not counted."""
    capacity = view.cards.capacity[view.plaza.building[old]]
    return -squares_worth(view, lines, view.cards.pair_squares[old], capacity, scale, animal, spite)


@kernel
def best_offer(view: Any, plot: int, coins: int, wood: int, scale: Any, animal: float, cuts: float, guests: float) -> Any:
    """The best shop that a player could build for so many coins and wood if the shop on a plot were sold."""
    me = view.player[ME]
    cards = view.cards
    sold = cards.faces_of[cards.shop_of[me.face[plot]]]
    faces = (view.market.available & ~me.owned) | sold
    best, most = NOTHING, 0.0
    while faces != EMPTY:
        face = lowest_bit(faces)
        faces = without_lowest(faces)
        cost = me.cost[face]
        if cost.coins <= coins and cost.wood <= wood:
            worth = face_worth(view, face, 1, scale, animal, cuts, guests) + worth_now(cards.on_build[face], scale)
            worth -= cost_worth(cost, scale)
            if worth > most:
                best, most = face, worth
    return Offer(best, most)


@kernel
def sale_worth(
    view: Any, plot: int, lines: Any, scale: Any, price: float, crowd: float, cuts: float, guests: float, worker: float
) -> float:
    """What the sale of the shop on a plot is worth: what could be built in its place, less what it would still earn.

    Its VP come either way, now or at the end. worker: what the worker is worth who has to build.
    """
    me = view.player[ME]
    cards = view.cards
    face = me.face[plot]
    animal = animal_price(lines.seats - cards.seats[face], price, crowd)
    free = count_bits(me.free_plots)
    gain = cards.on_sale[face]
    coins = me.coins + gain.coins - 5 * free
    wood = me.wood + gain.wood - free
    worth = resale_worth(view, face, scale)
    if me.home > free:
        worth += max(0.0, best_offer(view, plot, coins, wood, scale, animal, cuts, guests).worth - worker)
    return worth + cards.vp[face] - face_worth(view, face, 0, scale, animal, cuts, guests)
