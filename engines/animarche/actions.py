"""Moves of Animarche as packed integers, and what they mean.

A move is kind + 16 x a + 1024 x b + 65536 x c:

    kind       a              b      c                      decision
    PASS       -              -      -                      attract, work
    PLACE      plot           -      -                      first_shop
    DRAW       square         -      -                      attract
    KEEP       -              -      -                      sell
    SELL_SHOP  plot           -      -                      sell
    BUILD      face           plot   -                      work (a back: build and upgrade at once)
    UPGRADE    plot           -      -                      work
    VISIT      seats ahead    plot   -                      work (the owner's place, counted clockwise from the visitor)
    AD         place          frame  slot, WHOLE, or coins  work (coins with the rule ad_frames=free_payment)
    PUBLIC     building       pair   -                      work
    MOVE       pair           pair   -                      work (from, to)
    REMOVE     pair           -      -                      work
    TAKE       COIN or WOOD   -      -                      work
"""

from __future__ import annotations

from engines.compilation import kernel

PASS, PLACE, DRAW, KEEP, SELL_SHOP, BUILD, UPGRADE, VISIT, AD, PUBLIC, MOVE, REMOVE, TAKE = range(13)
KIND_NAMES = (
    "pass", "place", "draw", "keep", "sell", "build", "upgrade", "visit", "ad", "public", "move", "remove", "take",
)  # fmt: skip
COIN, WOOD = 0, 1
WHOLE = 2
"""In the place of a slot: the whole fee (rule ad_single)."""


@kernel
def pack(kind: int, a: int, b: int, c: int) -> int:
    """The move of a kind with its three numbers (0 where it has none)."""
    return kind + (a << 4) + (b << 10) + (c << 16)


@kernel
def kind_of(move: int) -> int:
    """The kind of a move."""
    return move & 15


@kernel
def a_of(move: int) -> int:
    """The first number of a move."""
    return (move >> 4) & 63


@kernel
def b_of(move: int) -> int:
    """The second number of a move."""
    return (move >> 10) & 63


@kernel
def c_of(move: int) -> int:
    """The third number of a move."""
    return move >> 16
