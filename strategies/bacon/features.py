"""What strategies of Bacon look at: who owns the pile, who is nearly out, what a play may be beaten by, what it leaves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.bacon.actions import NO, PASS, YES, is_bomb, play_type_of, ranking_of, suit_of, top_of, wilds_of
from engines.bacon.combinations import STRAIGHT_FLUSH_SHIFT, STRETCH_FLUSH_SHIFT, find_plays
from engines.bacon.copies import cards_in
from engines.bacon.play_types import PLATE, STAIR, STRAIGHT_FLUSH
from engines.bacon.spending import best_card
from engines.bacon.state import FLUSH_WORD, GIVE_LEAD, GROUPS_WORD, LANE_BITS, NOBODY, PLAY_WORDS, RUNS_WORD, SPEND
from engines.bits import EMPTY, ONE, bit, count_bits, highest_bit, holds, lowest_bit, without_lowest
from engines.compilation import kernel
from strategies.bacon.plan import arrangement, lowness, ranks_after

ME = 0
OTHERS = 0
"""The work hand in which all cards that the others hold are looked at together."""

BOMBS_ONLY = PLATE + 16 * 10
"""The ranking of a play that bombs alone can beat."""

NEVER = -1.0e9
OUT = 1000.0
"""Worth of going out, above everything else."""
FAR = 99


@kernel
def is_needless(view: Any, move: int) -> bool:
    """Whether a play spends a wild for a card that is held: it can be made with fewer wilds."""
    wilds = wilds_of(move)
    if wilds == 0:
        return False
    play_type, top = play_type_of(move), top_of(move)
    suit = suit_of(move)
    plays = view.me.plays[wilds - 1]
    if suit >= 0:
        shift = top - STRAIGHT_FLUSH_SHIFT if play_type == STRAIGHT_FLUSH else top + STRETCH_FLUSH_SHIFT
        return holds(plays[FLUSH_WORD], LANE_BITS * suit + shift)
    word = RUNS_WORD if play_type < STAIR else GROUPS_WORD
    return holds(plays[word], int(view.cards.shift[play_type]) + top)


@kernel
def enemies(view: Any) -> np.uint64:
    """The opponents who still hold cards."""
    return view.holding & ~view.mates


@kernel
def partners(view: Any) -> np.uint64:
    """The mates who still hold cards, without himself."""
    return view.holding & view.mates & ~ONE


@kernel
def fewest_cards(view: Any, seats: np.uint64) -> Any:
    """The cards of the one among the seats who has fewest; FAR if there is none."""
    fewest = FAR
    while seats != EMPTY:
        fewest = min(fewest, int(view.player[lowest_bit(seats)].size))
        seats = without_lowest(seats)
    return fewest


@kernel
def most_wilds(view: Any, seats: np.uint64) -> Any:
    """The wilds of the one among the seats who has most."""
    most = 0
    while seats != EMPTY:
        most = max(most, int(view.player[lowest_bit(seats)].wilds))
        seats = without_lowest(seats)
    return most


@kernel
def mate_owns_pile(view: Any) -> bool:
    """Whether a partner played last."""
    return view.pile_owner > ME and holds(view.mates, view.pile_owner)


@kernel
def enemy_owns_pile(view: Any) -> bool:
    """Whether an opponent played last."""
    return view.pile_owner != NOBODY and not holds(view.mates, view.pile_owner)


@kernel
def goes_out(view: Any, move: int) -> bool:
    """Whether a play empties the hand."""
    return move != PASS and cards_in(view.cards, move) == view.me.size


@kernel
def look_at_others(view: Any) -> None:
    """Write all unseen cards, with as many wilds as one opponent has at most, into a work hand, with their plays."""
    others = view.work[OTHERS]
    others.one = view.unseen_one
    others.both = view.unseen_both
    others.wilds = min(2, most_wilds(view, enemies(view)))
    others.size = count_bits(others.one) + count_bits(others.both) + others.wilds
    find_plays(others, view.cards)


@kernel
def threats(view: Any, move: int) -> Any:
    """How many plays (type and top) of the unseen cards, wilds aside, beat a play; of bombs only if it is one itself.

    `look_at_others` comes first.
    """
    beats = view.cards.beats[ranking_of(move)]
    plays = view.work[OTHERS].plays[0]
    if is_bomb(move):
        return count_bits(beats[GROUPS_WORD] & plays[GROUPS_WORD]) + count_bits(beats[FLUSH_WORD] & plays[FLUSH_WORD])
    if play_type_of(move) < STAIR:
        return count_bits(beats[RUNS_WORD] & plays[RUNS_WORD])
    return count_bits(beats[GROUPS_WORD] & ~view.cards.beats[BOMBS_ONLY, GROUPS_WORD] & plays[GROUPS_WORD])


@kernel
def is_safe(view: Any, move: int) -> bool:
    """Whether no opponent can beat a play, whatever he holds of the unseen cards and his wilds.

    `look_at_others` comes first.
    """
    beats = view.cards.beats[ranking_of(move)]
    plays = view.work[OTHERS].plays
    found = EMPTY
    for word in range(PLAY_WORDS):
        found |= beats[word] & (plays[0, word] | plays[1, word] | plays[2, word])
    return found == EMPTY


RISK = np.array([0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.5, 0.3, 0.3, 0.15, 0.12, 0.1, 0.1, 0.1])
"""How much each threat counts, by type of play: who could make a long play seldom has all its cards in one hand."""


@kernel
def hold_chance(view: Any, move: int) -> float:
    """About how likely a play is to win the trick, 0 to 1. `look_at_others` comes first."""
    chance = 1.0 / (1.0 + RISK[play_type_of(move)] * threats(view, move))
    if not is_bomb(move) and view.work[OTHERS].wilds > 0 and top_of(move) <= view.cards.ranks:
        chance *= 0.75
    return chance


@kernel
def above(ranks: np.uint64) -> np.uint64:
    """The ranks above all of a word."""
    return ~(bit(highest_bit(ranks) + 1) - ONE)


class Unbeaten(NamedTuple):
    """The ranks of singles, pairs and triples that no unseen set of naturals beats."""

    singles: Any
    pairs: Any
    triples: Any


@kernel
def unbeaten_ranks(view: Any) -> Any:
    """The ranks above all that others can show. `look_at_others` comes first."""
    level = view.work[OTHERS].at_least
    return Unbeaten(above(level[1]), above(level[2]), above(level[3]))


@kernel
def winners_among(ranks: Any, loose: np.uint64, unbeaten: Any) -> Any:
    """How many loose singles, pairs and triples of a hand are winners."""
    count = count_bits(loose & unbeaten.singles)
    count += count_bits(ranks.two & ~ranks.three & unbeaten.pairs)
    return count + count_bits(ranks.three & unbeaten.triples)


@kernel
def tidiness(view: Any, ranks: Any, plan: Any, wilds: int) -> float:
    """What a hand with an arrangement is worth: few turns, no low cards alone, no low pairs, wilds."""
    worth = 1.5 * wilds - 0.4 * plan.turns - 0.09 * lowness(view.cards, plan.loose)
    return worth - 0.045 * lowness(view.cards, ranks.two & ~ranks.three)


@kernel
def plain_worth(view: Any, move: int) -> float:
    """What a play or a pass is worth to strategies with one belief: a tidy hand, half a turn for the trick, no bomb wasted.

    `look_at_others` comes first.
    """
    if goes_out(view, move):
        return OUT
    ranks = ranks_after(view.me, view.cards, move)
    worth = tidiness(view, ranks, arrangement(ranks), view.me.wilds - wilds_of(move))
    if move == PASS:
        return worth
    return worth + 0.8 * hold_chance(view, move) - 0.5 * is_bomb(move)


@kernel
def counted_worth(view: Any, move: int, unbeaten: Any, race: float, wait: float) -> float:
    """As `plain_worth`, but it counts: `wait` is lost for each loser too many, `race` is for a trick when there is none.

    A hand has a loser too many when its winners (unbeaten sets and wilds) do not cover all other turns but the last.
    """
    if goes_out(view, move):
        return OUT
    wilds = view.me.wilds - wilds_of(move)
    ranks = ranks_after(view.me, view.cards, move)
    plan = arrangement(ranks)
    losers = max(0, plan.turns - winners_among(ranks, plan.loose, unbeaten) - wilds - 1)
    worth = tidiness(view, ranks, plan, wilds) - wait * losers
    if move == PASS:
        return worth
    return worth + (0.8 + race * (losers == 0)) * hold_chance(view, move) - 0.5 * is_bomb(move)


@kernel
def index_of(moves: Any, n: int, move: int) -> Any:
    """The place of a move among the options; -1 if it is none."""
    for index in range(n):
        if moves.move[index] == move:
            return index
    return -1


@kernel
def nearest_to_out(view: Any, moves: Any, n: int) -> Any:
    """On give_lead: the option that lets that mate lead who has fewest cards, himself included; one of the own side if any."""
    best = 0
    fewest = 10 * FAR
    for index in range(n):
        seat = moves.move[index]
        size = int(view.player[seat].size)
        if not holds(view.mates, seat):
            size += FAR
        if size < fewest:
            fewest = size
            best = index
    return best


@kernel
def default_choice(view: Any, moves: Any, n: int, rng: Any) -> int:
    """For strategies that care for plays only: leads himself, out of cards lets a partner lead, does not ask for the lead."""
    if view.decision == SPEND:
        return best_card(view, moves, n)
    if view.decision == GIVE_LEAD:
        return 0 if moves.move[0] == ME else nearest_to_out(view, moves, n)
    return index_of(moves, n, NO)


@kernel
def partner_choice(view: Any, moves: Any, n: int, rng: Any) -> int:
    """As `default_choice`, but the mate with fewest cards shall lead, and who has few cards asks for the lead."""
    if view.decision == SPEND:
        return best_card(view, moves, n)
    if view.decision == GIVE_LEAD:
        return nearest_to_out(view, moves, n)
    wants = view.player[ME].size <= fewest_cards(view, partners(view))
    return index_of(moves, n, YES if wants else NO)
