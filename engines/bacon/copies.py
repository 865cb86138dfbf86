"""Which cards a play spends: the copies that leave the best flush, or a choice card by card.

A play is a type, a top rank, a number of wilds, and for flushes a suit. What it spends beyond that is settled here so that
the hand keeps the best straight or stretch flush that any choice would leave it: with the fewest wilds, then a stretch before
a straight flush, then the highest. So a card of that flush is spent only if nothing else can stand for it. Where this leaves a
choice, wilds stand for the highest ranks of the play, second copies of a card are spent before single ones, and then the
first suit. (One exception: where a straight of naturals would come out in one suit, which is a bomb, one of its cards is
exchanged for one of another suit.)

Under the rule suits=all the player is asked instead, from the lowest rank up, and within a rank in the order of the suits and
wilds last; a card is offered if the play can be completed after it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.bacon.actions import NO_SUIT, play_type_of, suit_of, top_of, wilds_of
from engines.bacon.combinations import STRAIGHT_LENGTH, STRETCH_FLUSH_BIT, STRETCH_LENGTH, find_plays
from engines.bacon.play_types import STRAIGHT, STRETCH
from engines.bacon.state import COLUMN, FLUSH_WORD, LANE, LANE_BITS
from engines.bits import EMPTY, ONE, bit, count_bits, highest_bit, holds, lowest_bit, without_lowest
from engines.compilation import kernel

_LANE_SHIFT = np.uint64(LANE_BITS)
_HALF_SHIFT = np.uint64(2 * LANE_BITS)


@kernel
def lane(cards: np.uint64, suit: int) -> np.uint64:
    """The ranks of a suit in a word of cards."""
    return (cards >> np.uint64(LANE_BITS * suit)) & LANE


@kernel
def ranks_of(cards: np.uint64) -> np.uint64:
    """The ranks of which a word has a card of any suit."""
    folded = cards | (cards >> _HALF_SHIFT)
    return (folded | (folded >> _LANE_SHIFT)) & LANE


@kernel
def ranks_between(low: int, top: int) -> np.uint64:
    """The ranks from low to top, as bits of a lane."""
    return (bit(top - low + 1) - ONE) << np.uint64(low)


@kernel
def naturals_needed(cards: Any, move: int) -> int:
    """How many cards other than wilds a play spends."""
    play_type = play_type_of(move)
    return cards.length[play_type] * cards.height[play_type] - wilds_of(move)


@kernel
def cards_in(cards: Any, move: int) -> int:
    """How many cards a play spends, wilds included."""
    play_type = play_type_of(move)
    return cards.length[play_type] * cards.height[play_type]


@kernel
def held_level(hand: Any, suit: int, n: int) -> np.uint64:
    """The ranks of which a hand has n copies or more, counting one suit only unless it is NO_SUIT."""
    if suit == NO_SUIT:
        return hand.at_least[n]
    if n > 2:
        return EMPTY
    return lane(hand.one if n == 1 else hand.both, suit)


@kernel
def free_level(hand: Any, suit: int, n: int, kept: np.uint64) -> np.uint64:
    """The ranks of which n copies can be spent while one copy of each rank in `kept` stays."""
    return held_level(hand, suit, n + 1) | (held_level(hand, suit, n) & ~kept)


@kernel
def kept_ranks(kept: np.uint64, suit: int) -> np.uint64:
    """The ranks of cards to keep, of one suit only unless it is NO_SUIT."""
    return ranks_of(kept) if suit == NO_SUIT else lane(kept, suit)


@kernel
def free_cards(hand: Any, suit: int, height: int, ranks: np.uint64, kept: np.uint64) -> int:
    """How many cards of the ranks, at most `height` of each, can be spent while one of each rank in `kept` stays."""
    total = 0
    for n in range(1, height + 1):
        total += count_bits(free_level(hand, suit, n, kept) & ranks)
    return total


@kernel
def best_flush(flushes: np.uint64) -> int:
    """The bit of the best flush in a flush word: a stretch before a straight, then the highest, then the first suit."""
    kind = highest_bit(ranks_of(flushes))
    return lowest_bit(flushes & (COLUMN << np.uint64(kind)))


@kernel
def flush_window(flush: int) -> np.uint64:
    """The cards of a flush, given its bit in a flush word; also the one above the highest rank."""
    suit, kind = flush // LANE_BITS, flush % LANE_BITS
    if kind < STRETCH_FLUSH_BIT:
        return (bit(STRAIGHT_LENGTH) - ONE) << np.uint64(LANE_BITS * suit + kind + 1)
    return (bit(STRETCH_LENGTH) - ONE) << np.uint64(LANE_BITS * suit + kind + 1 - STRETCH_FLUSH_BIT)


@kernel
def flush_size(flush: int) -> int:
    """The number of ranks of a flush, given its bit in a flush word."""
    return STRAIGHT_LENGTH if flush % LANE_BITS < STRETCH_FLUSH_BIT else STRETCH_LENGTH


@kernel
def flush_to_keep(hand: Any, cards: Any, move: int, height: int, ranks: np.uint64) -> np.uint64:
    """The cards of the best flush that can be left by a play of up to `height` cards of each of the ranks.

    The play may still take as many of them as the remaining wilds can stand for.
    """
    suit = suit_of(move)
    needed = naturals_needed(cards, move)
    low = lowest_bit(ranks)
    must_spend_low = top_of(move) != cards.highest or cards.length[play_type_of(move)] == 1
    for spare in range(hand.wilds - wilds_of(move) + 1):
        rest = hand.plays[spare, FLUSH_WORD]
        while rest != EMPTY:
            flush = best_flush(rest)
            kept = hand.one & flush_window(flush)
            may_take = spare - (flush_size(flush) - count_bits(kept))
            kept_here = kept_ranks(kept, suit)
            lacking = needed - free_cards(hand, suit, height, ranks, kept_here)
            if must_spend_low and lacking <= 0 and not holds(free_level(hand, suit, 1, kept_here), low):
                lacking = 1
            if lacking <= may_take:
                return kept
            rest &= ~bit(flush)
    return EMPTY


@kernel
def pick_copies(hand: Any, rank: int, suit: int, count: int, kept: np.uint64) -> tuple[np.uint64, np.uint64]:
    """So many copies of a rank: second copies first, then cards not to be kept, then the others. Words of what is spent."""
    column = COLUMN if suit == NO_SUIT else bit(LANE_BITS * suit)
    second = (hand.both >> np.uint64(rank)) & column
    loose = ((hand.one & ~kept) >> np.uint64(rank)) & column
    tied = ((hand.one & kept) >> np.uint64(rank)) & column
    one, both = EMPTY, EMPTY
    for _ in range(count):
        if second != EMPTY:
            card = second & ~(second - ONE)
            second ^= card
        elif loose != EMPTY:
            card = loose & ~(loose - ONE)
            loose ^= card
        else:
            card = tied & ~(tied - ONE)
            tied ^= card
        both |= one & card
        one |= card
    return one << np.uint64(rank), both << np.uint64(rank)


@kernel
def is_one_suit(cards: np.uint64) -> bool:
    """Whether all cards of a word, which is not empty, are of one suit."""
    suit = lowest_bit(cards) // LANE_BITS
    return cards == lane(cards, suit) << np.uint64(LANE_BITS * suit)


@kernel
def mix_suits(hand: Any, one: np.uint64, kept: np.uint64) -> np.uint64:
    """Cards of one suit, a card each rank, with one exchanged for a card of another suit, better one not to be kept."""
    suit = lowest_bit(one) // LANE_BITS
    others = hand.one & ~(LANE << np.uint64(LANE_BITS * suit))
    for candidates in (others & (~kept | hand.both), others):
        ranks = lane(one, suit)
        while ranks != EMPTY:
            rank = lowest_bit(ranks)
            choice = candidates & (COLUMN << np.uint64(rank))
            if choice != EMPTY:
                return (one & ~bit(LANE_BITS * suit + rank)) | (choice & ~(choice - ONE))
            ranks = without_lowest(ranks)
    return one


@kernel
def leaves_no_choice(hand: Any, height: int, ranks: np.uint64, needed: int) -> bool:
    """Whether a play must spend all that is held of its ranks."""
    surplus = hand.at_least[height + 1] & ranks
    return surplus == EMPTY and free_cards(hand, NO_SUIT, height, ranks, EMPTY) == needed


@kernel
def spent_cards(hand: Any, cards: Any, move: int) -> tuple[np.uint64, np.uint64]:
    """The natural cards that a play spends: those of which a copy goes, and those of which both go."""
    needed = naturals_needed(cards, move)
    one, both = EMPTY, EMPTY
    if needed == 0:
        return one, both
    play_type, top, suit = play_type_of(move), top_of(move), suit_of(move)
    length = cards.length[play_type]
    height = cards.height[play_type] if length > 1 else needed
    low = top - length + 1
    ranks = ranks_between(low, top)
    if suit == NO_SUIT and leaves_no_choice(hand, height, ranks, needed):
        column = ranks * COLUMN
        return hand.one & column, hand.both & column
    kept = flush_to_keep(hand, cards, move, height, ranks)
    kept_here = kept_ranks(kept, suit)
    must_spend_low = top != cards.highest or length == 1
    excess = free_cards(hand, suit, height, ranks, kept_here) - needed
    take_low = must_spend_low and not holds(free_level(hand, suit, 1, kept_here), low)
    if take_low:
        excess += 1
    for rank in range(min(top, cards.ranks), low - 1, -1):
        count = 0
        for n in range(1, height + 1):
            if holds(free_level(hand, suit, n, kept_here), rank):
                count += 1
        if rank == low and take_low:
            count += 1
        elif excess < 0 and count < height and holds(kept_here, rank):
            count += 1
            excess += 1
        if excess > 0:
            fewer = min(excess, count - 1 if rank == low and must_spend_low else count)
            count -= fewer
            excess -= fewer
        more_one, more_both = pick_copies(hand, rank, suit, count, kept)
        one |= more_one
        both |= more_both
    if play_type in (STRAIGHT, STRETCH) and needed == length and cards.natural_flush_is_bomb == 1 and is_one_suit(one):
        one = mix_suits(hand, one, kept)
    return one, both


@kernel
def remove_cards(hand: Any, cards: Any, one: np.uint64, both: np.uint64, wilds: int) -> None:
    """Take cards from a hand and work out its plays anew."""
    hand.size -= count_bits(one) + count_bits(both) + wilds
    hand.wilds -= wilds
    left_one = (hand.one & ~one) | (hand.both & ~both)
    hand.both &= ~one
    hand.one = left_one
    find_plays(hand, cards)


@kernel
def hand_after(hand: Any, cards: Any, move: int, after: Any) -> None:
    """Write the hand that a play leaves into `after` (not the same record), with its plays."""
    one, both = spent_cards(hand, cards, move)
    after.one = hand.one
    after.both = hand.both
    after.wilds = hand.wilds
    after.size = hand.size
    remove_cards(after, cards, one, both, wilds_of(move))
