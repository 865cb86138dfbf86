"""Sets of up to 64 cards as one word: counting and walking the members."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engines.compilation import kernel

ONE = np.uint64(1)
EMPTY = np.uint64(0)


@intrinsic
def count_bits(typing_context: Any, word: Any) -> Any:
    """Number of set bits of a uint64, as int64 (LLVM's ctpop; np.bitwise_count is not supported in kernels)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """Position of the lowest set bit of a uint64, as int64; 64 for the empty word (LLVM's cttz)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def highest_bit(typing_context: Any, word: Any) -> Any:
    """Position of the highest set bit of a uint64, as int64; -1 for the empty word (LLVM's ctlz)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        leading = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

    return types.int64(types.uint64), generate


@kernel
def bit(card: int) -> np.uint64:
    """The set that holds one card."""
    return ONE << np.uint64(card)


@kernel
def holds(cards: np.uint64, card: int) -> bool:
    """Whether a set holds a card."""
    return (cards >> np.uint64(card)) & ONE != EMPTY


@kernel
def without_lowest(cards: np.uint64) -> np.uint64:
    """The set without its lowest member."""
    return cards & (cards - ONE)


@kernel
def nth_member(cards: np.uint64, n: int) -> int:
    """The n-th member of a set in ascending order, counting from 0."""
    for _ in range(n):
        cards = without_lowest(cards)
    return lowest_bit(cards)


@kernel
def as_seen_from(seats: np.uint64, seat: int, players: int) -> np.uint64:
    """A set of seats, counted clockwise from a seat."""
    return ((seats >> np.uint64(seat)) | (seats << np.uint64(players - seat))) & (bit(players) - bit(0))
