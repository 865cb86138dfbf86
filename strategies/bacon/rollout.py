"""Search as a yardstick: every play is tried in many deals that could be, each played to its end by the evaluator."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.bacon.play import apply_choice, legal_moves, observe, prepare_view, step
from engines.bacon.sampling import determinise
from engines.bacon.state import DEAL_HANDS, LAST_DECISION, MATCH_END, MOVES, OUTCOME, PLAY, STATE, VIEW
from engines.compilation import kernel
from engines.records import WEIGHT_SLOTS, WEIGHTS, aligned
from engines.rng import STREAM
from strategies.api import Parameter, strategy
from strategies.bacon.evaluator import evaluator
from strategies.bacon.features import ME, is_needless

WIDEST = 32
"""The most plays that are tried at a decision."""

DESK = aligned(
    [
        ("base", STATE),
        ("state", STATE),
        ("seen", VIEW),
        ("moves", MOVES),
        ("outcome", OUTCOME),
        ("weights", WEIGHTS),
        ("chance", STREAM),
        ("index", "i8", (WIDEST,)),
        ("worth", "f8", (WIDEST,)),
        ("playouts", "i8"),
    ]
)
"""The working records of one decision. `base` is a match that could be, `state` how it goes on after a play; `seen`, `moves`
and `weights` are those of the players in it. `index` are the options that are still tried, the likeliest first, and `worth` the
points that they have brought in all; `playouts` is how often a deal was played to its end."""

POLICY_WEIGHTS = np.zeros(WEIGHT_SLOTS)
POLICY_WEIGHTS[: len(evaluator.defaults)] = evaluator.defaults

policy = kernel(evaluator.function)
"""Who plays on, on all seats: the evaluator with its default weights. It draws no random numbers."""


@kernel
def shortlist(desk: Any, view: Any, moves: Any, n: int, width: int, rng: Any) -> int:
    """Write the options that the policy likes best, best first, into `desk.index`; how many.

    The policy is asked again and again, each time without what it has chosen already. Plays that waste a wild are left out.
    """
    for index in range(n):
        desk.moves.move[index] = moves.move[index]
    left = n
    count = 0
    while count < width and left > 0:
        chosen = policy(view, desk.moves, left, desk.weights, rng)
        move = desk.moves.move[chosen]
        if count > 0 and is_needless(view, move):
            break
        for index in range(n):
            if moves.move[index] == move:
                desk.index[count] = index
        count += 1
        left -= 1
        for place in range(chosen, left):
            desk.moves.move[place] = desk.moves.move[place + 1]
    return count


@kernel
def play_out(desk: Any, setup: Any, rng: Any) -> None:
    """Play the deal on `desk.state` to its end, with the policy on all seats."""
    state = desk.state
    while state.stage not in (DEAL_HANDS, MATCH_END):
        if state.stage > LAST_DECISION:
            step(state, setup, desk.outcome, desk.chance)
            continue
        n = legal_moves(state, setup, desk.moves)
        index = 0
        if n > 1:
            observe(state, setup, desk.seen)
            index = policy(desk.seen, desk.moves, n, desk.weights, rng)
        apply_choice(state, setup, desk.outcome, desk.chance, desk.moves.move[index])


@kernel
def advantage(cards: Any, player: Any, seat: int) -> float:
    """The points of a seat's side less the mean of those of the other seats of other sides.

    In teams points beyond the target count nothing: one side only scores in a deal, so who reaches the target wins.
    """
    side = player[seat].side
    own = float(player[seat].score)
    others = 0.0
    count = 0
    for other in range(cards.players):
        if player[other].side != side:
            score = float(player[other].score)
            others += min(score, float(cards.target)) if cards.team_play == 1 else score
            count += 1
    if cards.team_play == 1:
        own = min(own, float(cards.target))
    return own - others / count


@kernel
def try_options(desk: Any, view: Any, moves: Any, count: int, rng: Any) -> None:
    """Deal the unseen cards once, and play the deal to its end after each of the first `count` options."""
    setup = view.setup
    determinise(view, desk.base, rng)
    before = advantage(view.cards, view.player, ME)
    for place in range(count):
        desk.state = desk.base
        apply_choice(desk.state, setup, desk.outcome, desk.chance, moves.move[desk.index[place]])
        play_out(desk, setup, rng)
        desk.worth[place] += advantage(view.cards, desk.state.player, view.seat) - before
        desk.playouts += 1


@kernel
def sort_options(desk: Any, count: int) -> None:
    """Put the options that have brought most first; equal ones keep their order."""
    for place in range(1, count):
        index, worth = desk.index[place], desk.worth[place]
        free = place
        while free > 0 and desk.worth[free - 1] < worth:
            desk.index[free] = desk.index[free - 1]
            desk.worth[free] = desk.worth[free - 1]
            free -= 1
        desk.index[free] = index
        desk.worth[free] = worth


@kernel
def search(view: Any, moves: Any, n: int, budget: int, width: int, rng: Any, desks: Any) -> int:
    """The option that brings most points in the deal: sequential halving over a short list, `budget` playouts at most.

    In each round the options that are left are tried in the same deals, and the better half goes on to the next round; the
    rounds share the budget equally (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).
    desks: an array of one DESK, zeroed. With a budget of less than two it is the policy's choice.
    """
    desk = desks[0]
    for slot in range(WEIGHT_SLOTS):
        desk.weights.value[slot] = POLICY_WEIGHTS[slot]
    prepare_view(view.setup, desk.seen)
    count = shortlist(desk, view, moves, n, max(1, min(width, budget)), rng)
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    while count > 1 and budget - desk.playouts >= count:
        for _ in range(max(1, (budget - desk.playouts) // (rounds * count))):
            try_options(desk, view, moves, count, rng)
        sort_options(desk, count)
        count = (count + 1) // 2
        rounds -= 1
    return desk.index[0]


@strategy(
    "bacon",
    parameters=[
        Parameter("budget", 200.0, 1.0, 100000.0, "deals that it plays to their end for one decision, at most"),
        Parameter("width", 8.0, 1.0, float(WIDEST), "plays that it tries, those that the evaluator likes best"),
    ],
    slow=True,
)
def rollout(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Tries its plays in hundreds of deals that could be, each played to its end by the evaluator on all seats.

    Believes that what wins most often in thought wins most often at the table. The cards that it cannot see it deals at random,
    the same for all plays; what the others' passes give away about their hands it does not use. Flat Monte Carlo as in the
    first strong programs for Bridge (Ginsberg's GIB) and in Tesauro and Galperin's rollouts for Backgammon. A yardstick for
    the other strategies, and slow.
    """
    budget = int(weights.value[0]) if view.decision == PLAY else 0
    return search(view, moves, n, budget, int(weights.value[1]), rng, np.zeros(1, DESK))
