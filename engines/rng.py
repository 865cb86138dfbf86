"""Counter-based random streams: Philox 4x32 with 10 rounds.

Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. The key is the user's seed, the counter
holds the game, the purpose and a running block number. So every (seed, game, purpose) has a stream of its own, which can be
started anywhere without drawing what lies before, and a strategy that draws more numbers cannot change the cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.bits import count_bits, nth_member
from engines.compilation import kernel
from engines.records import aligned

# Purposes: the third word of the counter. A seat's own stream is SEAT + seat, told apart by rotation.
DECK = 0
CHANCE = 1
SEAT = 16
ROTATION_STEP = 256

SEAT_STREAM = 2
"""Place of seat 0's stream among the streams of a game; DECK and CHANCE lie before it."""

STREAM = aligned(
    [
        ("key0", "u8"),
        ("key1", "u8"),
        ("game_low", "u8"),
        ("game_high", "u8"),
        ("purpose", "u8"),
        ("block", "u8"),
        ("word", "u8", (4,)),
        ("used", "i8"),
    ]
)
"""A stream: 32-bit words kept in 64-bit fields (no sign or width surprises in Numba's integer arithmetic)."""

_LOW = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_MULTIPLIER_0 = np.uint64(0xD2511F53)
_MULTIPLIER_1 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_ONE = np.uint64(1)
_ROUNDS = 10
_TO_UNIT = 1.0 / 2.0**53


def seed_key(seed: int) -> int:
    """The 64-bit key of a user's seed (any non-negative integer), mixed by NumPy's SeedSequence."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


@kernel
def philox(stream: Any) -> None:
    """Fill the four words of the stream's present block from its key and counter."""
    c0, c1, c2, c3 = stream.block, stream.purpose, stream.game_low, stream.game_high
    k0, k1 = stream.key0, stream.key1
    for _ in range(_ROUNDS):
        product0 = _MULTIPLIER_0 * c0
        product1 = _MULTIPLIER_1 * c2
        c0 = (product1 >> _SHIFT) ^ c1 ^ k0
        c1 = product1 & _LOW
        c2 = (product0 >> _SHIFT) ^ c3 ^ k1
        c3 = product0 & _LOW
        k0 = (k0 + _WEYL_0) & _LOW
        k1 = (k1 + _WEYL_1) & _LOW
    stream.word[0] = c0
    stream.word[1] = c1
    stream.word[2] = c2
    stream.word[3] = c3


@kernel
def start_stream(stream: Any, key: np.uint64, game: int, purpose: int) -> None:
    """Put the stream at the beginning of (key, game, purpose). Nothing is computed before the first draw."""
    stream.key0 = key & _LOW
    stream.key1 = key >> _SHIFT
    stream.game_low = np.uint64(game) & _LOW
    stream.game_high = np.uint64(game) >> _SHIFT
    stream.purpose = np.uint64(purpose)
    stream.block = np.uint64(0)
    stream.used = 4


@kernel
def next_word(stream: Any) -> np.uint64:
    """The next 32 random bits, as uint64."""
    if stream.used == 4:
        philox(stream)
        stream.block += _ONE
        stream.used = 0
    word = stream.word[stream.used]
    stream.used += 1
    return word


@kernel
def random_below(stream: Any, n: int) -> Any:
    """A uniform integer from 0 to n - 1, for 1 <= n < 2**32, without bias (Lemire 2019)."""
    bound = np.uint64(n)
    product = next_word(stream) * bound
    if (product & _LOW) < bound:
        threshold = (_LOW + _ONE - bound) % bound
        while (product & _LOW) < threshold:
            product = next_word(stream) * bound
    return np.int64(product >> _SHIFT)


@kernel
def random_unit(stream: Any) -> float:
    """A uniform float in [0, 1) with 53 random bits."""
    high = next_word(stream) >> np.uint64(5)
    low = next_word(stream) >> np.uint64(6)
    return (np.float64(high) * 67108864.0 + np.float64(low)) * _TO_UNIT


@kernel
def shuffle(cards: Any, n: int, stream: Any) -> None:
    """Put the first n cards of an array into random order (Fisher and Yates)."""
    for last in range(n - 1, 0, -1):
        other = random_below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@kernel
def random_member(rest: np.uint64, stream: Any) -> int:
    """A random member of a set."""
    return nth_member(rest, random_below(stream, count_bits(rest)))
