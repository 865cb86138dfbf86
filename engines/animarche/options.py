"""The options of each decision of Animarche, and which of them a ban leaves."""

from __future__ import annotations

from typing import Any

from engines.animarche.actions import (
    AD,
    BUILD,
    DRAW,
    KEEP,
    PASS,
    PLACE,
    PUBLIC,
    SELL_SHOP,
    UPGRADE,
    VISIT,
    a_of,
    b_of,
    kind_of,
    pack,
)
from engines.animarche.items import AD_ITEM, BUILDING_ITEM, BUILT, FACE_ITEM, SOLD, UPGRADED, VISITED
from engines.animarche.state import ATTRACT, FIRST_SHOP, NOTHING, PLOTS, SELL, WORK
from engines.animarche.workers import list_actions
from engines.bits import EMPTY, lowest_bit, without_lowest
from engines.compilation import kernel


@kernel
def list_squares(state: Any, moves: Any) -> int:
    """Write the options in the attract phase: squares with an animal on the line of a shop with a free seat, and a pass."""
    moves.move[0] = PASS
    n = 1
    squares = state.seat[state.actor].reach & state.plaza.occupied
    while squares != EMPTY:
        moves.move[n] = pack(DRAW, lowest_bit(squares), 0, 0)
        squares = without_lowest(squares)
        n += 1
    return n


@kernel
def list_sales(state: Any, moves: Any) -> int:
    """Write the options of a sale: any own shop, and to keep all."""
    moves.move[0] = KEEP
    n = 1
    for plot in range(PLOTS):
        if state.seat[state.actor].face[plot] != NOTHING:
            moves.move[n] = pack(SELL_SHOP, plot, 0, 0)
            n += 1
    return n


@kernel
def legal_moves(state: Any, setup: Any, moves: Any) -> int:
    """Write the options of the present decision; how many they are (0 when the game is over)."""
    stage = state.stage
    n = 0
    if stage == WORK:
        n = list_actions(state, setup, moves)
    elif stage == ATTRACT:
        n = list_squares(state, moves)
    elif stage == SELL:
        n = list_sales(state, moves)
    elif stage == FIRST_SHOP:
        for plot in range(PLOTS):
            moves.move[plot] = pack(PLACE, plot, 0, 0)
        n = PLOTS
    return n


@kernel
def permitted(state: Any, setup: Any, side: int, moves: Any, n: int) -> int:
    """Remove the options that use an item in a way that is forbidden to a side, in place and in order; the new count.

    It is never 0: to place the first shop, to draw, to keep all shops and to pass are no uses that can be forbidden.
    """
    kept = 0
    for index in range(n):
        move = moves.move[index]
        if not is_forbidden(state, setup, side, move):
            moves.move[kept] = move
            kept += 1
    return kept


@kernel
def is_forbidden(state: Any, setup: Any, side: int, move: int) -> bool:
    """Whether a move of the player to act uses an item in a way that is forbidden to a side."""
    kind, a = kind_of(move), a_of(move)
    cards = setup.cards
    plots = state.seat[state.actor].face
    if kind == BUILD:
        item, way = FACE_ITEM + a, BUILT
    elif kind == UPGRADE:
        item, way = FACE_ITEM + cards.back_face[cards.shop_of[plots[a]]], UPGRADED
    elif kind == SELL_SHOP:
        item, way = FACE_ITEM + plots[a], SOLD
    elif kind == VISIT:
        item, way = FACE_ITEM + state.seat[(state.actor + a) % cards.players].face[b_of(move)], VISITED
    elif kind == AD:
        item, way = AD_ITEM + state.ad[a].ad, VISITED
    elif kind == PUBLIC:
        item, way = BUILDING_ITEM + a, BUILT
    else:
        return False
    return (setup.forbidden[side, item] >> way) & 1 == 1
