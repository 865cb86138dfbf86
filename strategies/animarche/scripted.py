"""Ways to play Animarche that have one idea each, and what is sensible for the rest."""

from __future__ import annotations

from typing import Any

from engines.animarche.actions import AD, BUILD, PUBLIC, UPGRADE, VISIT, a_of, b_of, kind_of
from engines.animarche.effects import cost_of_build, cost_of_public, cost_of_upgrade
from engines.animarche.state import NOTHING, SELL, WORK
from engines.compilation import kernel
from engines.rng import next_word, random_below
from strategies.animarche.valuation import ME, jitter, slot_of
from strategies.animarche.working import Taste, choice_of_taste
from strategies.api import Parameter, strategy


@kernel
def plain_taste(
    goal: float, sale: float, build: float, great: float, upgrade: float, visit: float, ad: float, public: float
) -> Any:
    """What is sensible at most tables, and how much more VP than that a strategy sees in goals, a sale and each action.

    Who is set on public buildings also prizes wood, and what they do to others' lines.
    """
    wood = 2.2 if public > 0.0 else 1.5
    spite = 1.5 if public > 0.0 else 0.5
    return Taste(
        0.6, 0.6, 0.2, wood, 0.5, 8.0, 0.5, 0.3, 1.0, 1.0, 0.1, 0.5, 0.25, 1.5, 0.0, spite,
        goal, 0.5, 0.5, 0.1, 0.05, 1.0, 0.0, 0.0, sale, build, great, upgrade, visit, ad, public,
    )  # fmt: skip


@strategy("animarche", name="random")
def random_player(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Does anything that is allowed, each option as often as the others.

    Believes nothing. It is the zero of every scale: a strategy that does not beat it has a fault.
    """
    return random_below(rng, n)


@kernel
def points_now(view: Any, move: int) -> float:
    """The VP that an action brings at once, standing shops counted, and a little for what it leaves in hand."""
    cards = view.cards
    me = view.player[ME]
    kind = kind_of(move)
    points = 0.0
    coins = wood = 0
    if kind == BUILD:
        gain = cards.on_build[a_of(move)]
        cost = cost_of_build(me, a_of(move))
        points = float(cards.vp[a_of(move)] + gain.vp)
        coins, wood = gain.coins - cost[0], gain.wood - cost[1]
    elif kind == UPGRADE:
        face = me.face[a_of(move)]
        cost = cost_of_upgrade(me, cards, a_of(move))
        points = float(cards.vp[cards.back_face[cards.shop_of[face]]] - cards.vp[face])
        coins, wood = -cost[0], -cost[1]
    elif kind == VISIT:
        gain = cards.visitor[view.player[a_of(move)].face[b_of(move)]]
        extra = cards.on_visit[me.manager]
        points = float(gain.vp + extra.vp)
        coins, wood = gain.coins + extra.coins, gain.wood + extra.wood
    elif kind == AD:
        lying = view.ad[a_of(move)]
        points = float(cards.on_ad[me.manager].vp)
        if lying.seat != NOTHING:
            points += cards.slot_vp[lying.ad, b_of(move), slot_of(view, move)]
    elif kind == PUBLIC:
        cost = cost_of_public(me, cards, a_of(move))
        points = float(cards.public_vp[a_of(move)] + cards.on_public[me.manager].vp)
        coins, wood = -cost[0], -cost[1]
    return points + 0.05 * coins + 0.07 * wood


@strategy("animarche")
def greedy(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Takes whatever brings the most VP at once, shops standing counted, and never thinks of the next round.

    Believes that points on the board are points. It builds the dearest card that it can pay, and does not sell, as that brings
    nothing that does not stand already. The yardstick of every economic game: without income it runs dry.
    """
    if view.decision != WORK:
        taste = plain_taste(0.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        return choice_of_taste(view, moves, n, rng, taste) if view.decision != SELL else 0
    word = next_word(rng)
    best, most = 0, 0.0
    for index in range(n):
        worth = points_now(view, moves.move[index]) + 1e-3 * jitter(word, index)
        if worth > most:
            best, most = index, worth
    return best


@strategy("animarche", parameters=[Parameter("zeal", 6.0, 0.0, 20.0, "VP that a build seems worth beyond what it is")])
def builder(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Fills its plots with shops as fast as it can pay, for the workers that they hire and the income that follows.

    Believes that who has four shops and five workers first stays ahead. While a plot is free it builds before anything else;
    then it upgrades what pays. The opening that every worker placement game teaches: grow the family first.
    """
    zeal = weights.value[0] * (view.player[ME].most_shops < 4)
    return choice_of_taste(view, moves, n, rng, plain_taste(0.0, -3.0, zeal, -0.5 * zeal, 0.0, 0.0, 0.0, 0.0))


@strategy("animarche", parameters=[Parameter("zeal", 5.0, 0.0, 20.0, "VP that an upgrade seems worth beyond what it is")])
def upgrader(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Turns over every shop that it has before it thinks of another, and keeps what it has made great.

    Believes that an upgraded shop pays twice, in seats and in VP, for less than a new one. It sells only what it can well
    replace. The way of those who improve their village in Agricola or San Juan before they spread.
    """
    zeal = weights.value[0]
    return choice_of_taste(view, moves, n, rng, plain_taste(0.0, -6.0, 0.0, zeal, zeal, 0.0, 0.0, 0.0))


@strategy(
    "animarche",
    parameters=[
        Parameter("eager", 7.0, 0.0, 20.0, "VP that a sale seems worth beyond what it is"),
        Parameter("rebuild", 2.0, 0.0, 20.0, "VP that a build seems worth beyond what it is"),
    ],
)
def seller(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Builds, earns, sells and builds again: a plot that is sold each round scores more than one that stands.

    Believes that a shop's VP can be had several times on one plot, once in each round from the second on, and that a card sold
    may be bought back in the same round. As in Saint Petersburg or Power Grid, where old works make room for better ones.
    """
    sale = weights.value[0] if view.round > 1 else -9.0
    return choice_of_taste(view, moves, n, rng, plain_taste(0.0, sale, weights.value[1], 0.0, 0.0, 0.0, 0.0, 0.0))


@strategy(
    "animarche", parameters=[Parameter("zeal", 4.0, 0.0, 20.0, "VP that a worker on an ad seems worth beyond what he is")]
)
def advertiser(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Puts its workers and coins on ads, both slots of one if it can, and others' half-paid ads first.

    Believes that an ad is VP without building, a point for a coin, and that somebody will complete what it begins. The trap is
    a lone worker whom nobody joins. The way of those who buy points outright, as with the late buildings of Puerto Rico.
    """
    return choice_of_taste(view, moves, n, rng, plain_taste(0.0, -1.0, 0.0, 0.0, 0.0, 0.0, weights.value[0], 0.0))


@strategy("animarche", parameters=[Parameter("zeal", 3.0, 0.0, 20.0, "VP that a visit seems worth beyond what it is")])
def visitor(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Sends its workers into the others' shops wherever there is a free seat, and builds with what they bring home.

    Believes that a visit costs nothing and pays at once, and does not mind that its owner is paid too. How guests play Caylus:
    on the others' buildings.
    """
    return choice_of_taste(view, moves, n, rng, plain_taste(0.0, 0.0, 0.0, 0.0, 0.0, weights.value[0], 0.0, 0.0))


@strategy(
    "animarche", parameters=[Parameter("zeal", 6.0, 0.0, 20.0, "VP that a public building seems worth beyond what it is")]
)
def civic(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Puts up monuments and stages for itself, and construction sites where the others draw their animals.

    Believes that wood is best spent on the plaza: VP at once that nobody can take, a stage on its own lines, a site on those
    of the others. As blockers play wherever a board is shared.
    """
    return choice_of_taste(view, moves, n, rng, plain_taste(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, weights.value[0]))


@strategy("animarche", parameters=[Parameter("zeal", 1.5, 0.0, 5.0, "how many times its VP a goal seems worth")])
def goal_seeker(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Reads its goal cards first and does what they ask for, one step after the other, before anything else.

    Believes that three goals are worth as much as three shops and that everything else follows from them. What ticket cards
    teach players of Ticket to Ride.
    """
    return choice_of_taste(view, moves, n, rng, plain_taste(weights.value[0], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
