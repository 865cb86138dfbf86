"""The evaluator: weighs the hand that each play would leave, the chance that the play holds, and what others can make of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from engines.bacon.actions import PASS, is_bomb, play_type_of, top_of, wilds_of
from engines.bacon.copies import best_flush, cards_in, flush_window, ranks_between, ranks_of
from engines.bacon.state import FLUSH_WORD, GIVE_LEAD, PLAY
from engines.bits import EMPTY, count_bits
from engines.compilation import kernel
from strategies.api import Parameter, strategy
from strategies.bacon.features import (
    ME,
    NEVER,
    OTHERS,
    RISK,
    enemies,
    enemy_owns_pile,
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
    winners_among,
)
from strategies.bacon.plan import loose_singles, lowness, ranks_after, turns_of

PARAMETERS = (
    Parameter("turn", 0.36, 0.0, 5.0, "cost of each turn that the hand still takes; all other weights are measured by it"),
    Parameter("single", 0.9, 0.0, 3.0, "cost of a lone card of rank 1, less for higher ones"),
    Parameter("pair", 0.45, 0.0, 3.0, "cost of a pair of rank 1, less for higher ones"),
    Parameter("triple", 0.06, 0.0, 3.0, "cost of a triple of rank 1, less for higher ones"),
    Parameter("winner", 0.45, 0.0, 3.0, "worth of a single, pair or triple that no unseen set beats"),
    Parameter("wild", 1.5, 0.0, 5.0, "worth of a wild kept"),
    Parameter("quad", 0.8, 0.0, 5.0, "worth of four or more of a rank kept"),
    Parameter("bomb", 0.3, 0.0, 5.0, "cost of playing a bomb, beyond the cards"),
    Parameter("card", 0.018, 0.0, 1.0, "cost of each card left"),
    Parameter("hold", 0.9, 0.0, 5.0, "worth of winning the trick"),
    Parameter("finish", 2.0, 0.0, 20.0, "worth of winning the trick with one turn left"),
    Parameter("safe", 1.0, 0.0, 20.0, "worth of a play that cannot be beaten, with two turns left or less"),
    Parameter("mate", 0.8, 0.0, 10.0, "cost of beating a partner's play"),
    Parameter("mate-high", 1.0, 0.0, 10.0, "further cost of that, where the partner's play would probably win"),
    Parameter("mate-near", 1.0, 0.0, 20.0, "further cost of that, divided by the cards that the partner has left"),
    Parameter("block", 3.0, 0.0, 20.0, "worth of beating an opponent's play, divided by the cards he has left"),
    Parameter("press", 2.0, 0.0, 20.0, "worth of winning the trick, divided by the fewest cards of an opponent"),
    Parameter("danger", 1.5, 0.0, 20.0, "cost of a play that an opponent could go out on, with as many cards as he has"),
    Parameter("feed", 1.5, 0.0, 20.0, "worth of a low lead that a partner could go out on"),
    Parameter("gift", 0.0, -10.0, 10.0, "cards less that a partner is taken to have when it decides who leads"),
    Parameter("flush", 0.4, 0.0, 5.0, "worth of the best straight or stretch flush kept, less if it needs wilds"),
    Parameter("spend", 0.5, 0.0, 5.0, "share of the worth of wilds and bombs kept that is lost, divided by an opponent's cards"),
    Parameter("spend-own", 0.5, 0.0, 5.0, "share of that that is lost, divided by the own turns"),
    Parameter("risk", 1.0, 0.0, 5.0, "how much it believes that unseen plays that would beat its own are in one hand"),
    Parameter("wild-risk", 0.3, 0.0, 5.0, "how much it believes that an opponent beats it with a wild"),
)  # fmt: skip
(
    TURN, SINGLE, PAIR, TRIPLE, WINNER, WILD, QUAD, BOMB, CARD, HOLD, FINISH, SAFE, MATE, MATE_HIGH, MATE_NEAR, BLOCK, PRESS,
    DANGER, FEED, GIFT, FLUSH, SPEND, SPEND_OWN, BELIEF, WILD_BELIEF,
) = range(len(PARAMETERS))  # fmt: skip


class Now(NamedTuple):
    """What all plays of a decision have in common."""

    leads: Any
    beats_mate: Any
    beats_enemy: Any
    enemy_cards: Any
    mate_cards: Any
    flush_ranks: Any
    flush_wilds: Any


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
def keeps_flush(view: Any, now: Any, move: int) -> bool:
    """Whether the flush in hand is still there after a play."""
    if now.flush_ranks == EMPTY:
        return False
    if move == PASS:
        return True
    play_type, top = play_type_of(move), top_of(move)
    window = ranks_between(top - view.cards.length[play_type] + 1, top) & now.flush_ranks
    spare = view.me.at_least[view.cards.height[play_type] + 1]
    return window & ~spare == EMPTY and view.me.wilds - wilds_of(move) >= now.flush_wilds


@kernel
def situation(view: Any, weights: Any) -> Any:
    """Look at the table once: the cost of beating a partner, the worth of beating an opponent, the fewest cards of each."""
    value = weights.value
    ranks, wilds = flush_held(view)
    beats_mate = 0.0
    beats_enemy = 0.0
    if mate_owns_pile(view):
        size = view.player[view.pile_owner].size
        beats_mate = value[MATE] + value[MATE_HIGH] * chance_of(view, weights, view.pile) + value[MATE_NEAR] / max(1, size)
    elif enemy_owns_pile(view):
        beats_enemy = value[BLOCK] / max(1, view.player[view.pile_owner].size)
    return Now(
        view.pile == PASS,
        beats_mate,
        beats_enemy,
        fewest_cards(view, enemies(view)),
        fewest_cards(view, partners(view)),
        ranks,
        wilds,
    )


@kernel
def hand_worth(view: Any, weights: Any, now: Any, move: int, ranks: Any, turns: int) -> float:
    """What the hand left by a play (or PASS) is worth (mostly it is negative)."""
    value = weights.value
    wilds = view.me.wilds - wilds_of(move)
    size = view.me.size - (cards_in(view.cards, move) if move != PASS else 0)
    kept = value[WILD] * wilds + value[QUAD] * count_bits(ranks.four)
    kept += value[FLUSH] * keeps_flush(view, now, move) / (1 + now.flush_wilds)
    worth = kept * max(0.0, 1.0 - value[SPEND] / now.enemy_cards - value[SPEND_OWN] / (1 + turns))
    worth += value[WINNER] * winners_among(view, ranks)
    worth -= value[TURN] * turns + value[CARD] * size
    worth -= value[SINGLE] * lowness(view.cards, loose_singles(ranks))
    worth -= value[PAIR] * lowness(view.cards, ranks.two & ~ranks.three)
    return worth - value[TRIPLE] * lowness(view.cards, ranks.three)


@kernel
def play_worth(view: Any, weights: Any, now: Any, move: int, turns: int) -> float:
    """What the play itself brings: the trick, perhaps; a partner or an opponent beaten; a chance for who has few cards."""
    value = weights.value
    chance = chance_of(view, weights, move)
    worth = value[HOLD] * chance - value[BOMB] * is_bomb(move) - now.beats_mate + now.beats_enemy
    worth += value[PRESS] * chance / now.enemy_cards
    if turns <= 1:
        worth += value[FINISH] * chance
    if turns <= 2 and is_safe(view, move):
        worth += value[SAFE]
    count = cards_in(view.cards, move)
    if count == now.enemy_cards:
        worth -= value[DANGER] * (1.0 - chance)
    elif now.leads and count == now.mate_cards:
        worth += value[FEED] * (1.0 - top_of(move) / view.cards.ranks)
    return worth


@kernel
def lead_choice(view: Any, weights: Any, moves: Any, n: int) -> int:
    """Who shall lead: a partner, if he has fewer cards than oneself less `gift`."""
    best = nearest_to_out(view, moves, n)
    if moves.move[0] == ME and moves.move[best] != ME:
        if view.player[moves.move[best]].size - weights.value[GIFT] >= view.me.size:
            return 0
    return best


@strategy("bacon", parameters=PARAMETERS)
def evaluator(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Weighs for each play the hand that it leaves, the chance to win the trick, and who else could profit.

    Believes that a hand is the number of turns that it takes.
    """
    if view.decision != PLAY:
        if view.decision == GIVE_LEAD:
            return lead_choice(view, weights, moves, n)
        return partner_choice(view, moves, n, rng)
    look_at_others(view)
    now = situation(view, weights)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        if goes_out(view, move):
            return index
        ranks = ranks_after(view.me, view.cards, move)
        turns = turns_of(ranks)
        worth = hand_worth(view, weights, now, move, ranks, turns)
        if move != PASS:
            worth += play_worth(view, weights, now, move, turns)
        if worth > most:
            best = index
            most = worth
    return best
