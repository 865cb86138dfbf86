"""Random streams: published vectors, no bias, and a stream of its own for every seed, game and purpose."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engines.compilation import kernel
from engines.records import new_record
from engines.rng import (
    CHANCE,
    DECK,
    ROTATION_STEP,
    SEAT,
    STREAM,
    next_word,
    philox,
    random_below,
    random_unit,
    seed_key,
    shuffle,
    start_stream,
)

ONES = 0xFFFFFFFF
# Random123 1.14, tests/kat_vectors: philox4x32 with 10 rounds; four counter words, two key words, four results.
KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES, ONES, ONES, ONES), (ONES, ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def stream(key: int = 0, game: int = 0, purpose: int = 0) -> Any:
    record = new_record(STREAM)
    start_stream(record, np.uint64(key), game, purpose)
    return record


def words(record: Any, count: int = 8) -> list[int]:
    return [int(next_word(record)) for _ in range(count)]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN_ANSWERS)
def test_philox_gives_the_published_answers(counter: tuple[int, ...], key: tuple[int, int], answer: tuple[int, ...]) -> None:
    record = new_record(STREAM)
    for name, word in zip(("block", "purpose", "game_low", "game_high", "key0", "key1"), (*counter, *key), strict=True):
        record[name] = word
    philox(record)
    assert tuple(int(word) for word in record["word"]) == answer


def test_a_stream_is_laid_out_as_key_and_counter_say() -> None:
    """Key 0, game 0, purpose 0: the first block is the vector of zeros. Seed and game fill both their words."""
    assert words(stream(), 4) == list(KNOWN_ANSWERS[0][2])
    counter, key, answer = KNOWN_ANSWERS[2]
    record = stream(key[0] | key[1] << 32, counter[2] | counter[3] << 32, counter[1])
    record["block"] = counter[0]
    assert words(record, 4) == list(answer)


def test_a_stream_goes_on_with_new_blocks_and_does_not_repeat() -> None:
    assert len(set(words(stream(), 4000))) == 4000


def test_starting_anew_gives_the_same_numbers_however_far_the_stream_had_run() -> None:
    record = stream(5, 6, 7)
    first = words(record, 10)
    words(record, 13)
    start_stream(record, np.uint64(5), 6, 7)
    assert words(record, 10) == first == words(stream(5, 6, 7), 10)


def test_streams_of_other_seeds_games_and_purposes_are_different() -> None:
    keys = [seed_key(seed) for seed in (0, 1, 2, 2**32, 2**64, 2**64 + 1, 2**100)]
    games = [0, 1, 2, 2**31, 2**32, 2**32 + 1, 2**40, 2**62]
    seats = [SEAT + seat + ROTATION_STEP * rotation for seat in range(6) for rotation in range(6)]
    purposes = [DECK, CHANCE, *seats]
    firsts = [tuple(words(stream(*place), 4)) for place in itertools.product(keys, games, purposes)]
    assert len(set(firsts)) == len(firsts) == 7 * 8 * 38


def test_streams_of_neighbouring_games_are_not_alike() -> None:
    """The first words of 3,000 games in a row are uniform over 16 bins."""
    bins = Counter(words(stream(seed_key(1), game), 1)[0] >> 28 for game in range(3000))
    assert stats.chisquare([bins[n] for n in range(16)]).pvalue > 0.001


@kernel
def draws_below(record: Any, n: int, counts: Any, draws: int) -> None:
    for _ in range(draws):
        counts[random_below(record, n)] += 1


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 10, 60, 97])
def test_random_below_is_in_range_and_unbiased(n: int) -> None:
    counts = np.zeros(n + 2, np.int64)
    draws_below(stream(seed_key(11), n), n, counts[1:], 200_000)
    assert (counts[0], counts[-1], counts.sum()) == (0, 0, 200_000)
    assert n == 1 or stats.chisquare(counts[1:-1]).pvalue > 0.001


def test_random_below_has_no_bias_where_n_is_a_large_part_of_2_to_the_32() -> None:
    """Of 3 x 2**30 numbers each remainder by 3 must get a third; without rejection remainder 0 would get a half."""
    n = 3 * 2**30
    record = stream(seed_key(3))
    drawn = [int(random_below(record, n)) for _ in range(6000)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    parts = Counter(value % 3 for value in drawn)
    assert stats.chisquare([parts[part] for part in range(3)]).pvalue > 0.001


def test_random_unit_lies_from_0_to_below_1_and_is_uniform() -> None:
    record = stream(seed_key(4))
    drawn = np.array([random_unit(record) for _ in range(5000)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    assert stats.kstest(drawn, "uniform").pvalue > 0.001


def test_random_unit_uses_53_bits() -> None:
    """Twice the first two words of the zero vector: 27 high bits of one, 26 of the other."""
    high, low = 0x6627E8D5 >> 5, 0xE169C58D >> 6
    assert random_unit(stream()) == (high * 2**26 + low) / 2**53


@kernel
def shuffles(record: Any, counts: Any, rounds: int, cards: Any) -> None:
    for _ in range(rounds):
        for card in range(4):
            cards[card] = card
        shuffle(cards, 4, record)
        counts[cards[0], cards[1], cards[2], cards[3]] += 1


def test_shuffle_brings_all_24_orders_of_4_cards_equally_often() -> None:
    counts = np.zeros((4, 4, 4, 4), np.int64)
    shuffles(stream(seed_key(8)), counts, 120_000, np.zeros(4, np.int8))
    orders = [counts[order] for order in itertools.permutations(range(4))]
    assert sum(orders) == 120_000
    assert stats.chisquare(orders).pvalue > 0.001


def test_shuffle_leaves_cards_beyond_the_first_n_in_place() -> None:
    cards = np.arange(10, dtype=np.int8)
    shuffle(cards, 6, stream(seed_key(9)))
    assert sorted(cards[:6].tolist()) == [0, 1, 2, 3, 4, 5]
    assert cards[:6].tolist() != [0, 1, 2, 3, 4, 5]
    assert cards[6:].tolist() == [6, 7, 8, 9]


def test_the_key_of_a_seed_is_the_same_everywhere_and_any_seed_will_do() -> None:
    assert seed_key(0) == 15793235383387715774
    assert seed_key(2**70) != seed_key(0)
    with pytest.raises(ValueError, match="non-negative"):
        seed_key(-1)
