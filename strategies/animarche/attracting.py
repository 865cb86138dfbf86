"""Where animals are drawn from, and where the first shop stands: what a shop gains, and what the others can still take."""

from __future__ import annotations

from typing import Any

from engines.animarche.actions import PASS, a_of
from engines.animarche.effects import animals_before, rivals_for
from engines.animarche.state import ICON_TYPES, NOTHING
from engines.bits import count_bits, holds
from engines.compilation import kernel
from engines.rng import next_word
from strategies.animarche.valuation import ME, NEVER, jitter, line_quality, look, worth_now


@kernel
def seat_worth(view: Any, plot: int, scale: Any) -> float:
    """What an animal more is worth to the shop on a plot: the best mean of what the next animals would add this round."""
    me = view.player[ME]
    cards = view.cards
    face = me.face[plot]
    if face == NOTHING or me.free_seats[plot] <= 0:
        return 0.0
    there = me.animals[plot]
    waiting = min(me.free_seats[plot], animals_before(view.plaza, cards, me.seat, plot))
    each = 0.0
    if cards.pays_by_icons[face] == 1:
        for icon in range(ICON_TYPES):
            each += me.icons[icon] * worth_now(cards.icon_income[face, icon], scale)
    now = worth_now(cards.income[face, there], scale) if there > 0 else 0.0
    best = 0.0
    for more in range(1, waiting + 1):
        best = max(best, (worth_now(cards.income[face, there + more], scale) - now) / more)
    return best + each


@kernel
def haste(view: Any, plot: int, contest: float) -> float:
    """How much sooner a plot's line should be drawn from: more where others can take what the shop needs."""
    me = view.player[ME]
    squares = view.cards.front[me.seat, plot] & view.plaza.occupied
    waiting = animals_before(view.plaza, view.cards, me.seat, plot)
    sought = count_bits(squares & view.contested)
    return 1.0 + contest * (sought + me.free_seats[plot]) / (waiting + 1.0)


@kernel
def attract_choice(view: Any, moves: Any, n: int, rng: Any, scale: Any, contest: float, deny: float, idle: float) -> int:
    """The square to draw from: what the shop gains by it, sooner where others can take it.

    contest: weight of haste; deny: worth of each other who can draw from a square, if it holds one animal; idle: worth of a
    draw that pays nothing.
    """
    me = view.player[ME]
    gains = (seat_worth(view, 0, scale), seat_worth(view, 1, scale), seat_worth(view, 2, scale), seat_worth(view, 3, scale))
    hastes = (haste(view, 0, contest), haste(view, 1, contest), haste(view, 2, contest), haste(view, 3, contest))
    word = next_word(rng)
    best, most = 0, 0.0
    for index in range(n):
        move = moves.move[index]
        if move == PASS:
            continue
        square = a_of(move)
        plot = view.cards.plot_of[me.seat, square]
        worth = gains[plot] * hastes[plot] + idle + 1e-4 * jitter(word, index)
        if holds(view.contested, square):
            worth += deny * rivals_for(view, square) / view.plaza.animals[square]
        if worth > most:
            best, most = index, worth
    return best


@kernel
def first_shop_choice(view: Any, moves: Any, n: int, rng: Any) -> int:
    """The plot whose line meets the fewest lines of others' shops."""
    lines = look(view)
    word = next_word(rng)
    best, most = 0, NEVER
    for index in range(n):
        worth = line_quality(view, lines, a_of(moves.move[index])) + 0.01 * jitter(word, index)
        if worth > most:
            best, most = index, worth
    return best
