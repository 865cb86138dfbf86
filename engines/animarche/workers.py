"""The workers phase of Animarche: what a player can do with a worker, and doing it."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.animarche.actions import (
    AD,
    BUILD,
    COIN,
    MOVE,
    PASS,
    PUBLIC,
    REMOVE,
    TAKE,
    UPGRADE,
    VISIT,
    WOOD,
    a_of,
    b_of,
    c_of,
    kind_of,
    pack,
)
from engines.animarche.ads import join_ad, list_ads
from engines.animarche.effects import (
    add,
    can_pay,
    can_upgrade,
    cost_of_build,
    cost_of_move,
    cost_of_public,
    cost_of_upgrade,
    gain,
    pay,
)
from engines.animarche.items import BUILDING_ITEM, BUILDINGS, BUILT, FACE_ITEM, VISITED
from engines.animarche.metrics import (
    ACTIONS,
    COINS_LOST,
    COINS_TAKEN,
    FROM_PUBLIC,
    FROM_VISITS_MADE,
    FROM_VISITS_RECEIVED,
    PUBLIC_BUILT,
    PUBLIC_MOVED,
    PUBLIC_REMOVED,
    VISITS,
    VISITS_RECEIVED,
    WOOD_LOST,
    WOOD_TAKEN,
)
from engines.animarche.plaza import find_free_pairs, lift_building, put_building
from engines.animarche.shops import build_shop, upgrade_shop
from engines.animarche.state import ALL_PLOTS, PLOTS
from engines.bits import EMPTY, bit, lowest_bit, without_lowest
from engines.compilation import kernel


@kernel
def list_actions(state: Any, setup: Any, moves: Any) -> int:
    """Write the options of a turn in the workers phase; without a worker at home only a pass."""
    moves.move[0] = PASS
    n = 1
    if state.seat[state.actor].home == 0:
        return n
    moves.move[1] = pack(TAKE, COIN, 0, 0)
    moves.move[2] = pack(TAKE, WOOD, 0, 0)
    n = list_builds(state, setup, moves, 3)
    n = list_upgrades(state, setup, moves, n)
    n = list_visits(state, setup, moves, n)
    n = list_ads(state, setup, moves, n)
    return list_public_actions(state, setup, moves, n)


@kernel
def list_builds(state: Any, setup: Any, moves: Any, n: int) -> int:
    """Append the builds: what is in the supply, not owned and affordable, on every plot that may be used."""
    player = state.seat[state.actor]
    plots = ALL_PLOTS if setup.cards.rules.build_on_occupied == 1 else player.free_plots
    if plots == EMPTY:
        return n
    faces = state.market.available & ~player.owned
    while faces != EMPTY:
        face = lowest_bit(faces)
        faces = without_lowest(faces)
        if can_pay(player, cost_of_build(player, face)):
            rest = plots
            while rest != EMPTY:
                moves.move[n] = pack(BUILD, face, lowest_bit(rest), 0)
                rest = without_lowest(rest)
                n += 1
    return n


@kernel
def list_upgrades(state: Any, setup: Any, moves: Any, n: int) -> int:
    """Append the upgrades."""
    player = state.seat[state.actor]
    for plot in range(PLOTS):
        if can_upgrade(player, setup.cards, plot):
            moves.move[n] = pack(UPGRADE, plot, 0, 0)
            n += 1
    return n


@kernel
def list_visits(state: Any, setup: Any, moves: Any, n: int) -> int:
    """Append the visits: free worker seats of others' shops."""
    seat = state.actor
    for ahead in range(1, setup.cards.players):
        owner = state.seat[(seat + ahead) % setup.cards.players]
        for plot in range(PLOTS):
            if owner.free_worker_seats[plot] > 0 and (
                setup.cards.rules.repeat_visits == 1 or (owner.visited_by[plot] >> seat) & 1 == 0
            ):
                moves.move[n] = pack(VISIT, ahead, plot, 0)
                n += 1
    return n


@kernel
def list_pairs(pairs: np.uint64, kind: int, a: int, moves: Any, n: int) -> int:
    """Append a move of a kind for each pair of squares of a set; the new count."""
    while pairs != EMPTY:
        moves.move[n] = pack(kind, a, lowest_bit(pairs), 0)
        pairs = without_lowest(pairs)
        n += 1
    return n


@kernel
def list_public_actions(state: Any, setup: Any, moves: Any, n: int) -> int:
    """Append what can be done with public buildings: build, move, remove."""
    player = state.seat[state.actor]
    plaza = state.plaza
    for building in range(BUILDINGS):
        if plaza.supply[building] > 0 and can_pay(player, cost_of_public(player, setup.cards, building)):
            n = list_pairs(plaza.free_pairs, PUBLIC, building, moves, n)
    if plaza.built == EMPTY or not can_pay(player, cost_of_move(player, setup.cards)):
        return n
    built = plaza.built
    while built != EMPTY:
        pair = lowest_bit(built)
        built = without_lowest(built)
        others = plaza.built & ~bit(pair)
        n = list_pairs(find_free_pairs(plaza, setup.cards, others) & ~bit(pair), MOVE, pair, moves, n)
        moves.move[n] = pack(REMOVE, pair, 0, 0)
        n += 1
    return n


@kernel
def act(state: Any, setup: Any, outcome: Any, move: int) -> None:
    """Carry out an action of the player to act with one of his workers."""
    cards = setup.cards
    player = state.seat[state.actor]
    kind = kind_of(move)
    outcome.seat[player.seat, ACTIONS] += 1
    state.changed |= bit(state.actor)
    if kind == AD:
        join_ad(state, setup, outcome, a_of(move), b_of(move), c_of(move))
        return
    player.home -= 1
    player.out += 1
    if kind == BUILD:
        pay(player, outcome, cost_of_build(player, a_of(move)))
        build_shop(state, player, cards, outcome, a_of(move), b_of(move))
    elif kind == UPGRADE:
        pay(player, outcome, cost_of_upgrade(player, cards, a_of(move)))
        upgrade_shop(player, cards, outcome, a_of(move))
    elif kind == VISIT:
        visit(state, cards, outcome, player, (state.actor + a_of(move)) % cards.players, b_of(move))
    elif kind == TAKE:
        take(player, cards, outcome, a_of(move))
    elif kind == PUBLIC:
        build_public(state.plaza, player, cards, outcome, a_of(move), b_of(move))
    elif kind == MOVE:
        move_public(state.plaza, player, cards, outcome, a_of(move), b_of(move))
    elif kind == REMOVE:
        remove_public(state.plaza, player, cards, outcome, a_of(move))


@kernel
def visit(state: Any, cards: Any, outcome: Any, player: Any, host: int, plot: int) -> None:
    """A worker takes a seat in another's shop; visitor and owner each get their reward, the visitor's manager his gain."""
    owner = state.seat[host]
    face = owner.face[plot]
    owner.visitors[plot] += 1
    owner.free_worker_seats[plot] -= 1
    owner.visited_by[plot] |= 1 << player.seat
    player.visits += 1
    gain(player, cards, outcome, FROM_VISITS_MADE, cards.visitor[face])
    gain(player, cards, outcome, FROM_VISITS_MADE, cards.on_visit[player.manager])
    gain(owner, cards, outcome, FROM_VISITS_RECEIVED, cards.owner[face])
    state.changed |= bit(host)
    outcome.seat[player.seat, VISITS] += 1
    outcome.seat[host, VISITS_RECEIVED] += 1
    outcome.item[host, FACE_ITEM + face, VISITED] += 1


@kernel
def take(player: Any, cards: Any, outcome: Any, what: int) -> None:
    """A coin or a wood is taken; at the cap it is lost."""
    if what == COIN:
        kept = min(1, cards.rules.coin_cap - player.coins)
        player.coins += kept
        outcome.seat[player.seat, COINS_TAKEN] += kept
        outcome.seat[player.seat, COINS_LOST] += 1 - kept
    else:
        kept = min(1, cards.rules.wood_cap - player.wood)
        player.wood += kept
        outcome.seat[player.seat, WOOD_TAKEN] += kept
        outcome.seat[player.seat, WOOD_LOST] += 1 - kept


@kernel
def build_public(plaza: Any, player: Any, cards: Any, outcome: Any, building: int, pair: int) -> None:
    """A public building is built: VP at once, unless the copy was there before (rule rebuild_scores), unused ones first."""
    pay(player, outcome, cost_of_public(player, cards, building))
    plaza.supply[building] -= 1
    if plaza.fresh[building] > 0 or cards.rules.rebuild_scores == 1:
        add(player, cards, outcome, FROM_PUBLIC, 0, 0, cards.public_vp[building])
    if plaza.fresh[building] > 0:
        plaza.fresh[building] -= 1
    put_building(plaza, cards, building, pair)
    gain(player, cards, outcome, FROM_PUBLIC, cards.on_public[player.manager])
    player.public += 1
    outcome.seat[player.seat, PUBLIC_BUILT] += 1
    outcome.item[player.seat, BUILDING_ITEM + building, BUILT] += 1


@kernel
def move_public(plaza: Any, player: Any, cards: Any, outcome: Any, old: int, new: int) -> None:
    """A public building goes to other squares; it brings VP only with the rule move_scores."""
    pay(player, outcome, cost_of_move(player, cards))
    building = lift_building(plaza, cards, old)
    put_building(plaza, cards, building, new)
    if cards.rules.move_scores == 1:
        add(player, cards, outcome, FROM_PUBLIC, 0, 0, cards.public_vp[building])
    outcome.seat[player.seat, PUBLIC_MOVED] += 1


@kernel
def remove_public(plaza: Any, player: Any, cards: Any, outcome: Any, pair: int) -> None:
    """A public building returns to the supply."""
    pay(player, outcome, cost_of_move(player, cards))
    plaza.supply[lift_building(plaza, cards, pair)] += 1
    outcome.seat[player.seat, PUBLIC_REMOVED] += 1
