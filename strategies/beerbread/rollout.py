"""Rollout: plays each candidate on to the end many times, with hidden cards dealt at random, and takes what ends best.

Flat Monte Carlo search with a scripted policy (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search",
NIPS 1996), over deals that agree with the view (Ginsberg, "GIB: imperfect information in a computationally challenging game",
JAIR 2001). Playouts are divided by sequential halving (Karnin, Koren and Somekh, ICML 2013); in each of its rounds all
candidates are tried on the same deals and with the same luck, so that differences are those of the plays. A yardstick for
scripted strategies: it shows how much is to be won by looking ahead, at a cost in time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.options import legal_moves
from engines.beerbread.play import apply
from engines.beerbread.sampling import determinise
from engines.beerbread.stages import winner_of
from engines.beerbread.state import MOVE_SLOTS, MOVES, OUTCOME, OVER, PLAY, SEATS, STATE, VIEW
from engines.beerbread.upgrades import totals
from engines.beerbread.view import observe
from engines.compilation import kernel
from engines.records import WEIGHTS, aligned
from engines.rng import CHANCE, DECK, STREAM, next_word, start_stream
from strategies.api import Parameter, strategy
from strategies.beerbread.evaluator import evaluator

PARAMETERS = (
    Parameter("budget", 200, 0, 1_000_000, "playouts for each choice of a play"),
    Parameter("width", 6, 1, 64, "candidates: as many plays as the evaluator would choose first"),
    Parameter("win", 10, 0, 1000, "coins that a win counts, beside the difference of the scores"),
)
BUDGET, WIDTH, WIN = range(len(PARAMETERS))

EVALUATOR_WEIGHTS = np.array(evaluator.defaults)
policy = kernel(evaluator.function)
"""Who plays on, for both players."""

WORK = aligned(
    [
        ("root", STATE),
        ("state", STATE),
        ("outcome", OUTCOME),
        ("seen", VIEW),
        ("moves", MOVES),
        ("weights", WEIGHTS),
        ("hidden", STREAM),
        ("chance", STREAM),
        ("candidate", "i8", (MOVE_SLOTS,)),
        ("total", "f8", (MOVE_SLOTS,)),
        ("playouts", "i8"),
    ]
)
"""The working records of a search. `root` is a deal, `state` the game played on; `candidate` are indices of options, the best
first, `total[index]` the sum of what an option ended with; `playouts` counts them."""


@kernel
def list_candidates(view: Any, moves: Any, n: int, count: int, work: Any) -> None:
    """Put the plays that the evaluator would choose first, each as if those before it were not possible."""
    for index in range(n):
        work.candidate[index] = index
    for place in range(count):
        for index in range(place, n):
            work.moves.move[index - place] = moves.move[work.candidate[index]]
        at = place + policy(view, work.moves, n - place, work.weights, work.hidden)
        chosen = work.candidate[at]
        for index in range(at, place, -1):
            work.candidate[index] = work.candidate[index - 1]
        work.candidate[place] = chosen


@kernel
def play_on(work: Any, setup: Any) -> None:
    """Play the game on to its end, both players by the policy."""
    state = work.state
    while state.stage != OVER:
        n = legal_moves(state, setup, work.moves)
        index = 0
        if n > 1:
            observe(state, setup, work.seen)
            index = policy(work.seen, work.moves, n, work.weights, work.hidden)
        apply(state, setup, work.outcome, work.chance, work.moves.move[index])


@kernel
def result(state: Any, setup: Any, seat: int, win: float) -> float:
    """What the end of a game is worth to a seat: the difference of the scores, in coins, and `win` coins for a win."""
    beer, bread, _, _ = totals(state, setup.cards, seat)
    other_beer, other_bread, _, _ = totals(state, setup.cards, SEATS - 1 - seat)
    worth = float(min(beer, bread) - min(other_beer, other_bread))
    return worth + win if winner_of(state, setup) == seat else worth


@kernel
def try_candidates(view: Any, moves: Any, count: int, key: np.uint64, sample: int, win: float, work: Any) -> None:
    """Play each candidate on once, all in the same deal and with the same luck."""
    start_stream(work.hidden, key, sample, DECK)
    determinise(view, work.root, work.hidden)
    for place in range(count):
        work.state = work.root
        start_stream(work.chance, key, sample, CHANCE)
        option = work.candidate[place]
        apply(work.state, view.setup, work.outcome, work.chance, moves.move[option])
        play_on(work, view.setup)
        work.total[option] += result(work.state, view.setup, view.seat, win)
        work.playouts += 1


@kernel
def best_half(count: int, work: Any) -> int:
    """Order the candidates by what they ended with, the best first, equal ones as before; half of them, rounded up."""
    for place in range(1, count):
        option = work.candidate[place]
        at = place
        while at > 0 and work.total[work.candidate[at - 1]] < work.total[option]:
            work.candidate[at] = work.candidate[at - 1]
            at -= 1
        work.candidate[at] = option
    return (count + 1) // 2


@kernel
def halvings(count: int) -> int:
    """How often a number of candidates is halved until one is left."""
    rounds = 0
    while count > 1:
        count = (count + 1) // 2
        rounds += 1
    return rounds


@kernel
def search(view: Any, moves: Any, n: int, weights: Any, rng: Any, records: Any) -> int:
    """The play with the best playouts. `records` is an array of one WORK: a record alone would not be kept alive.

    Sequential halving: each round has an equal part of the budget. So many candidates are tried that the first round can try
    each once; with a budget for less than two the evaluator's choice is taken.
    """
    work = records[0]
    budget = int(weights.value[BUDGET])
    count = min(n, int(weights.value[WIDTH]))
    while count > 1 and count * halvings(count) > budget:
        count -= 1
    for place in range(EVALUATOR_WEIGHTS.size):
        work.weights.value[place] = EVALUATOR_WEIGHTS[place]
    list_candidates(view, moves, n, count, work)
    work.seen = view
    key = next_word(rng) << np.uint64(32) | next_word(rng)
    share = budget // max(1, halvings(count))
    sample = 0
    while count > 1:
        for _ in range(share // count):
            try_candidates(view, moves, count, key, sample, weights.value[WIN], work)
            sample += 1
        count = best_half(count, work)
    return work.candidate[0]


@strategy("beerbread", parameters=PARAMETERS, slow=True)
def rollout(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Tries its best plays in hundreds of imagined games, in which both go on as the evaluator does, and takes the best.

    Believes that a play is as good as the games that follow it. Of the cards that it has not seen it imagines every deal that
    is possible; of the other player it expects the evaluator's play. Decisions apart from the play it leaves to the
    evaluator. A yardstick for what can be won by looking ahead: some thousand times slower than any other.
    """
    if view.decision != PLAY:
        return policy(view, moves, n, weights, rng)
    return search(view, moves, n, weights, rng, np.zeros(1, WORK))
