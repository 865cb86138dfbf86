"""Ways to play that look at the others: who is a partner, who is nearly out, who is ahead."""

from __future__ import annotations

from typing import Any

from engines.bacon.actions import PASS, top_of
from engines.bacon.copies import cards_in
from engines.bacon.state import PLAY
from engines.bits import EMPTY, lowest_bit, without_lowest
from engines.compilation import kernel
from strategies.api import Parameter, strategy
from strategies.bacon.features import (
    FAR,
    ME,
    NEVER,
    counted_worth,
    default_choice,
    enemies,
    enemy_owns_pile,
    fewest_cards,
    goes_out,
    hold_chance,
    is_needless,
    look_at_others,
    mate_owns_pile,
    partner_choice,
    partners,
    plain_worth,
    unbeaten_ranks,
)

RACE = 1.5
WAIT = 0.6
"""How `partner` and `soloist` count winners and losers (see `control`)."""


@strategy(
    "bacon",
    parameters=[
        Parameter("awareness", 1.0, 0.0, 1.0, "how much it cares that it has partners: 0 not at all"),
        Parameter("yield", 1.5, 0.0, 10.0, "cost of beating a partner, in turns; more where his play would win"),
        Parameter("feed", 2.0, 0.0, 10.0, "worth of a low single, or pair, led to a partner who can go out on it"),
        Parameter("few", 2.0, 0.0, 6.0, "cards of a partner from which on it feeds him"),
    ],
)
def partner(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Passes over its partner, gives the lead to the mate with fewest cards, and feeds who is nearly out with low singles.

    Believes that a partnership has one hand of many cards: the trick that a partner wins is won, and points are made by the
    second of a team to go out. Its own hand it counts as `control` does; with `awareness` 0 it is `control`. The first lesson
    of Tichu.
    """
    value = weights.value
    aware = value[0]
    if view.decision != PLAY:
        return partner_choice(view, moves, n, rng) if aware > 0.0 else default_choice(view, moves, n, rng)
    look_at_others(view)
    unbeaten = unbeaten_ranks(view)
    beats_mate = 0.0
    if mate_owns_pile(view):
        beats_mate = aware * value[1] * (0.5 + hold_chance(view, view.pile))
    mate_cards = fewest_cards(view, partners(view))
    feeds = view.pile == PASS and mate_cards <= value[3]
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        worth = counted_worth(view, move, unbeaten, RACE, WAIT)
        if move != PASS:
            worth -= beats_mate
            if feeds and cards_in(view.cards, move) == mate_cards:
                worth += aware * value[2] * (1.0 - top_of(move) / view.cards.ranks)
        if worth > most:
            best = index
            most = worth
    return best


@strategy(
    "bacon",
    parameters=[
        Parameter("hold-up", 1.5, 0.0, 10.0, "worth of beating an opponent, or winning a trick, once a mate of his is out"),
        Parameter("long", 1.0, 0.0, 10.0, "worth of a lead of more cards than he has left, then"),
    ],
)
def blocker(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Plays quietly until an opponent is out, then spends what it has to hold up that opponent's partner.

    Believes that the deal is decided at the second place: first and second make the most points, first and last the fewest. So
    once an opponent is out it beats his partner with everything, and leads what he has too few cards for. In solo play it holds
    up whoever has fewest cards, once somebody is out.
    """
    if view.decision != PLAY:
        return partner_choice(view, moves, n, rng)
    look_at_others(view)
    others = enemies(view)
    blocks = any_enemy_out(view)
    size = fewest_cards(view, others)
    beats = weights.value[0] * (blocks and enemy_owns_pile(view))
    yields = 1.5 * mate_owns_pile(view)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        worth = plain_worth(view, move)
        if move != PASS:
            worth += beats - yields
            if blocks:
                worth += weights.value[0] * hold_chance(view, move)
                worth += weights.value[1] * (view.pile == PASS and cards_in(view.cards, move) > size)
        if worth > most:
            best = index
            most = worth
    return best


@kernel
def any_enemy_out(view: Any) -> bool:
    """Whether an opponent has gone out already."""
    for seat in range(view.cards.players):
        if view.player[seat].place > 0 and view.player[seat].side != view.player[ME].side:
            return True
    return False


@kernel
def cards_of_leader(view: Any) -> Any:
    """The fewest cards of an opponent who has as many points as oneself or more; FAR if there is none."""
    fewest = FAR
    rest = enemies(view)
    while rest != EMPTY:
        other = view.player[lowest_bit(rest)]
        if other.score >= view.player[ME].score:
            fewest = min(fewest, int(other.size))
        rest = without_lowest(rest)
    return fewest


@strategy(
    "bacon",
    parameters=[
        Parameter("press", 1.0, 0.0, 20.0, "worth of winning the trick, divided by the fewest cards of an opponent"),
        Parameter("danger", 1.5, 0.0, 20.0, "cost of a play on which an opponent may go out, having just as many cards"),
        Parameter("leader", 1.0, 0.0, 20.0, "further cost of that, if he has as many points as oneself or more"),
    ],
)
def soloist(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Plays for itself and against whoever is nearly out, hardest against those who lead in points.

    Believes that in solo play a place is lost to each who goes out before: it fights for tricks the more the fewer cards the
    shortest hand has, and does not lead plays of just as many cards. Every player of Big Two knows: never a single to the one
    with one card.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    value = weights.value
    look_at_others(view)
    unbeaten = unbeaten_ranks(view)
    nearest = fewest_cards(view, enemies(view))
    leader = cards_of_leader(view)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_needless(view, move):
            continue
        worth = counted_worth(view, move, unbeaten, RACE, WAIT)
        if move != PASS and not goes_out(view, move):
            chance = hold_chance(view, move)
            count = cards_in(view.cards, move)
            worth += value[0] * chance / nearest
            worth -= (1.0 - chance) * (value[1] * (count == nearest) + value[2] * (count == leader))
        if worth > most:
            best = index
            most = worth
    return best
