"""Recognisable ways to play Bacon, each with one belief about the own hand; none cares who is a partner.

A play that spends a wild for a card that is held is considered by `random` only.
"""

from __future__ import annotations

from typing import Any

from engines.bacon.actions import PASS, is_bomb, top_of, wilds_of
from engines.bacon.copies import cards_in
from engines.bacon.state import PLAY
from engines.bits import count_bits
from engines.rng import random_below
from strategies.api import Parameter, strategy
from strategies.bacon.features import (
    NEVER,
    OUT,
    counted_worth,
    default_choice,
    enemies,
    fewest_cards,
    goes_out,
    is_needless,
    look_at_others,
    plain_worth,
    unbeaten_ranks,
)
from strategies.bacon.plan import arrangement, ranks_after


@strategy("bacon", name="random")
def random_player(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Plays anything that is legal or passes, each option as often as the others.

    Believes nothing. It is the zero of every scale: a strategy that does not beat it has a fault.
    """
    return random_below(rng, n)


@strategy("bacon")
def low(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Leads its longest play, as low as it can, and beats whatever it can as cheaply as it can.

    Believes that low cards must go first and that it is never wrong to get rid of some. Cheap means without wilds, without a
    bomb, with a low top; it breaks up anything for that. The first rule of thumb that everybody is told at a climbing game.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    leads = view.pile == PASS
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if move == PASS:
            continue
        worth = -top_of(move) - 40.0 * wilds_of(move) - 200.0 * is_bomb(move)
        if leads:
            worth += 20.0 * cards_in(view.cards, move)
        if worth > most:
            best = index
            most = worth
    return best


@strategy("bacon")
def sprint(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Gets rid of as many cards as it can at every turn, and spends high cards, wilds and bombs freely.

    Believes that a card gone is a card gone, and that who leads once should lead again: of plays of a length it takes the
    highest. How beginners play Tichu, out of bombs after three tricks and left with small singles.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if move == PASS or is_needless(view, move):
            continue
        worth = 20.0 * cards_in(view.cards, move) + top_of(move)
        if worth > most:
            best = index
            most = worth
    return best


@strategy("bacon")
def min_turns(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Plays what leaves a hand of the fewest turns, and passes rather than break anything up.

    Believes that a hand is as good as the number of plays in it. It sorts its cards into sets and sequences, and plays the
    lowest card or set that does not disturb them. The rule of most Dou Dizhu programs (the fewest hands, least rounds to go).
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        turns = arrangement(ranks_after(view.me, view.cards, move)).turns
        worth = -20.0 * turns - top_of(move) - 10.0 * wilds_of(move) - 15.0 * is_bomb(move) + OUT * goes_out(view, move)
        worth -= 19.0 * (move == PASS)
        if worth > most:
            best = index
            most = worth
    return best


@strategy(
    "bacon",
    parameters=[
        Parameter("race", 1.5, 0.0, 10.0, "worth of winning the trick when at most one loser would be left"),
        Parameter("wait", 0.6, 0.0, 5.0, "cost of each loser that is not made up for by a winner kept"),
    ],
)
def control(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Counts winners and losers in its hand: races when its winners bring it out, and sheds losers until then.

    Believes that a hand is ready when it has a winner for every loser but the last: then it takes the lead and keeps it.
    Winners are the sets that no unseen set beats, and wilds. Known from Big Two and Tichu as counting controls.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    look_at_others(view)
    unbeaten = unbeaten_ranks(view)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        worth = counted_worth(view, move, unbeaten, weights.value[0], weights.value[1])
        if worth > most:
            best = index
            most = worth
    return best


@strategy("bacon", parameters=[Parameter("until", 6.0, 0.0, 17.0, "cards in hand from which on it spends its wilds")])
def wild_saver(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Keeps its wilds for the end: spends none before its hand is small.

    Believes that a wild is worth most when the others have none left and few cards are out: then it wins a trick or completes
    the last play. The advice of hoarders at any game with jokers.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    look_at_others(view)
    saving = view.me.size > weights.value[0]
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        worth = plain_worth(view, move) - OUT * (saving and wilds_of(move) > 0 and not goes_out(view, move))
        if worth > most:
            best = index
            most = worth
    return best


@strategy("bacon", parameters=[Parameter("appetite", 2.0, 0.0, 10.0, "worth of a bomb that is made with wilds, in turns")])
def wild_bomber(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Makes bombs of its wilds, and uses them for little else.

    Believes that two wilds are a bomb in the making: any pair becomes a quad, any three of a suit in a row nearly a straight
    flush. It wins the trick that it wants, and has no wild left for its last loser.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    look_at_others(view)
    appetite = weights.value[0]
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        worth = plain_worth(view, move)
        if wilds_of(move) > 0:
            worth += appetite if is_bomb(move) else -0.5 * appetite
        if worth > most:
            best = index
            most = worth
    return best


@strategy(
    "bacon",
    parameters=[
        Parameter("near", 5.0, 0.0, 17.0, "cards of an opponent from which on it bombs"),
        Parameter("ready", 2.0, 0.0, 10.0, "turns that it may have left after a bomb that is to bring it out"),
    ],
)
def bomb_timing(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Holds its bombs until an opponent is nearly out, or until it can go out itself behind one.

    Believes that a bomb is a trick won whenever one likes, and so is best when a trick decides the deal. Until then it neither
    plays nor breaks up what it holds of four. As strong players of Tichu and Dou Dizhu advise.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    look_at_others(view)
    danger = fewest_cards(view, enemies(view)) <= weights.value[0]
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        worth = plain_worth(view, move)
        ranks = ranks_after(view.me, view.cards, move)
        if is_bomb(move):
            ready = arrangement(ranks).turns <= weights.value[1]
            worth += 2.0 if danger or ready else -OUT * (not goes_out(view, move))
        else:
            worth += 0.8 * count_bits(ranks.four)
        if worth > most:
            best = index
            most = worth
    return best
