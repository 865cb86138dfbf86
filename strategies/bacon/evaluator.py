"""The evaluator: weighs the hand that each play would leave, the chance that the play holds, and what others can make of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.bacon.actions import PASS, is_bomb, play_type_of, top_of, wilds_of
from engines.bacon.copies import best_flush, cards_in, flush_window, ranks_between, ranks_of
from engines.bacon.modes import MOST_WILDS
from engines.bacon.state import FLUSH_WORD, GIVE_LEAD, PLAY
from engines.bits import EMPTY, count_bits
from engines.compilation import kernel
from strategies.api import Parameter, strategy
from strategies.bacon.features import (
    FAR,
    ME,
    NEVER,
    OTHERS,
    RISK,
    enemies,
    fewest_cards,
    goes_out,
    is_needless,
    is_safe,
    look_at_others,
    mate_owns_pile,
    nearest_to_out,
    partner_choice,
    partners,
    threats,
    unbeaten_ranks,
    winners_among,
)
from strategies.bacon.plan import arrangement, lowness, ranks_after

PARAMETERS = (
    Parameter("turn", 0.686, 0.0, 5.0, "cost of each turn that the hand still takes; all other weights are measured by it"),
    Parameter("single", 0.277, 0.0, 3.0, "cost of a lone card of rank 1, less for higher ones"),
    Parameter("pair", 0.3, 0.0, 3.0, "cost of a pair of rank 1, less for higher ones"),
    Parameter("triple", 0.0856, 0.0, 3.0, "cost of a triple of rank 1, less for higher ones"),
    Parameter("winner", 0.303, 0.0, 3.0, "worth of a single, pair or triple that no unseen set beats"),
    Parameter("wild", 2.48, 0.0, 5.0, "worth of a wild kept"),
    Parameter("quad", 1.67, 0.0, 5.0, "worth of four or more of a rank kept"),
    Parameter("bomb", 1.25, 0.0, 5.0, "cost of playing a bomb, beyond the cards"),
    Parameter("card", 0.0123, 0.0, 1.0, "cost of each card left"),
    Parameter("hold", 0.00485, 0.0, 5.0, "worth of winning the trick"),
    Parameter("finish", 4.07, 0.0, 20.0, "worth of winning the trick with one turn left"),
    Parameter("safe", 0.566, 0.0, 20.0, "worth of a play that cannot be beaten, with two turns left or less"),
    Parameter("mate", 2.89, 0.0, 10.0, "cost of beating a partner's play"),
    Parameter("mate-high", 0.688, 0.0, 10.0, "further cost of that, where the partner's play would probably win"),
    Parameter("mate-near", 3.43, 0.0, 20.0, "further cost of that, divided by the cards that the partner has left"),
    Parameter("block", 18.9, 0.0, 20.0, "worth of beating an opponent's play, divided by the cards he has left"),
    Parameter("press", 2.96, 0.0, 20.0, "worth of winning the trick, divided by the fewest cards of an opponent"),
    Parameter("danger", 1.14, 0.0, 20.0, "cost of a play that an opponent could go out on, with as many cards as he has"),
    Parameter("feed", 2.54, 0.0, 20.0, "worth of a low lead that a partner could go out on"),
    Parameter("gift", 0.811, -10.0, 10.0, "cards less that a partner is taken to have when it decides who leads"),
    Parameter("flush", 0.872, 0.0, 5.0, "worth of the best straight or stretch flush kept, less if it needs wilds"),
    Parameter("spend", 0.5, 0.0, 5.0, "share of what kept wilds and bombs are worth that goes, divided by an opponent's cards"),
    Parameter("spend-own", 0.676, 0.0, 5.0, "further share of that, divided by the own turns and one"),
    Parameter("risk", 0.161, 0.0, 5.0, "how much it believes that unseen plays that would beat its own are in one hand"),
    Parameter("wild-risk", 0.994, 0.0, 5.0, "how much it believes that an opponent beats it with a wild"),
    Parameter("crowd", 0.31, 0.0, 1.0, "solo: share of block and press that it leaves to others, for each opponent beyond two"),
    Parameter("patience", 0.03, 0.0, 2.0, "solo: share by which a wild is worth more, for each opponent beyond two"),
)  # fmt: skip
(
    TURN, SINGLE, PAIR, TRIPLE, WINNER, WILD, QUAD, BOMB, CARD, HOLD, FINISH, SAFE, MATE, MATE_HIGH, MATE_NEAR, BLOCK, PRESS,
    DANGER, FEED, GIFT, FLUSH, SPEND, SPEND_OWN, BELIEF, WILD_BELIEF, CROWD, PATIENCE,
) = range(len(PARAMETERS))  # fmt: skip


MANY_CARDS = 9
"""With more cards in hand it does not even consider both wilds in one ordinary play."""

SHARE = np.array([1.0 / (1 + turns) for turns in range(24)])
"""One part of so many turns and one more."""


@kernel
def chance_of(view: Any, weights: Any, move: int) -> float:
    """About how likely a play is to win the trick (see `features.hold_chance`), as the weights have it."""
    doubt = weights.value[BELIEF] * RISK[play_type_of(move)] * threats(view, move)
    if view.work[OTHERS].wilds > 0 and top_of(move) <= view.cards.ranks and not is_bomb(move):
        doubt += weights.value[WILD_BELIEF]
    return 1.0 / (1.0 + doubt)


@kernel
def flush_held(view: Any) -> Any:
    """The ranks of the natural cards of the best flush in hand with fewest wilds, and these; no ranks if there is none."""
    for wilds in range(view.me.wilds + 1):
        flushes = view.me.plays[wilds, FLUSH_WORD]
        if flushes != EMPTY:
            cards = view.me.one & flush_window(best_flush(flushes))
            return ranks_of(cards), wilds
    return EMPTY, 0


@kernel
def keeps_flush(view: Any, flush: np.uint64, wilds: int, move: int) -> bool:
    """Whether a flush of these ranks and so many wilds is still there after a play."""
    play_type, top = play_type_of(move), top_of(move)
    window = ranks_between(top - view.cards.length[play_type] + 1, top) & flush
    spare = view.me.at_least[view.cards.height[play_type] + 1]
    return window & ~spare == EMPTY and view.me.wilds - wilds_of(move) >= wilds


@kernel
def cost_of_beating(view: Any, weights: Any, alone: float) -> float:
    """What it costs to beat a partner's play; negative for what it is worth to beat an opponent's."""
    value = weights.value
    if view.pile == PASS:
        return 0.0
    size = view.player[view.pile_owner].size
    share = SHARE[size - 1] if size > 0 else 1.0
    if mate_owns_pile(view):
        return value[MATE] + value[MATE_HIGH] * chance_of(view, weights, view.pile) + value[MATE_NEAR] * share
    return -alone * value[BLOCK] * share


@kernel
def lead_choice(view: Any, weights: Any, moves: Any, n: int) -> int:
    """Who shall lead: a partner, if he has fewer cards than oneself less `gift`."""
    best = nearest_to_out(view, moves, n)
    if moves.move[0] == ME and view.player[moves.move[best]].size - weights.value[GIFT] >= view.me.size:
        return 0
    return best


@strategy("bacon", parameters=PARAMETERS)
def evaluator(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Weighs for each play the hand that it leaves, the chance to win the trick, and who else could profit.

    Believes that a hand is worth what it promises: few turns, no low cards alone, winners, wilds and bombs for the tricks that
    count, which are those near the end, its own or an opponent's. It beats a partner at a price, feeds one who is nearly out,
    and does not play what an opponent can go out on. Wilds are its treasure: it gives one for several turns, not for one.
    A linear evaluation after each move, as in the first programs for Tichu and Dou Dizhu; the weights were tuned by playing
    team matches against itself, `control` and `blocker`.
    """
    if view.decision != PLAY:
        if view.decision == GIVE_LEAD:
            return lead_choice(view, weights, moves, n)
        return partner_choice(view, moves, n, rng)
    value = weights.value
    look_at_others(view)
    unbeaten = unbeaten_ranks(view)
    flush, flush_wilds = flush_held(view)
    flush_worth = value[FLUSH] * SHARE[flush_wilds] * (flush != EMPTY)
    enemy_cards = fewest_cards(view, enemies(view))
    mate_cards = fewest_cards(view, partners(view)) if view.pile == PASS else FAR
    crowd = 0 if view.cards.team_play == 1 else view.cards.players - 3
    alone = max(0.0, 1.0 - value[CROWD] * crowd)
    beating = cost_of_beating(view, weights, alone)
    trick = value[HOLD] + alone * value[PRESS] / enemy_cards
    keep = 1.0 - value[SPEND] / enemy_cards
    wild = value[WILD] * (1.0 + value[PATIENCE] * crowd)
    step = 1.0 / view.cards.ranks
    hoards = view.me.size > MANY_CARDS
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if (hoards and wilds_of(move) == MOST_WILDS and not is_bomb(move)) or is_needless(view, move):
            continue
        if goes_out(view, move):
            return index
        wilds = view.me.wilds - wilds_of(move)
        ranks = ranks_after(view.me, view.cards, move)
        plan = arrangement(ranks)
        kept = wild * wilds + value[QUAD] * count_bits(ranks.four)
        kept += flush_worth * keeps_flush(view, flush, flush_wilds, move)
        worth = kept * max(0.0, keep - value[SPEND_OWN] * SHARE[plan.turns]) - value[TURN] * plan.turns
        worth += value[WINNER] * winners_among(ranks, plan.loose, unbeaten)
        low = value[SINGLE] * lowness(view.cards, plan.loose)
        low += value[PAIR] * lowness(view.cards, ranks.two & ~ranks.three)
        low += value[TRIPLE] * lowness(view.cards, ranks.three)
        worth -= step * low
        if move != PASS:
            count = cards_in(view.cards, move)
            chance = chance_of(view, weights, move)
            worth += trick * chance + value[CARD] * count - value[BOMB] * is_bomb(move) - beating
            if plan.turns <= 1:
                worth += value[FINISH] * chance
            if plan.turns <= 2 and is_safe(view, move):
                worth += value[SAFE]
            if count == enemy_cards:
                worth -= value[DANGER] * (1.0 - chance)
            elif count == mate_cards:
                worth += value[FEED] * (1.0 - step * top_of(move))
        if worth > most:
            best = index
            most = worth
    return best
