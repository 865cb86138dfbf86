"""Rollout: tries each promising option in sampled games that the evaluator plays to the end for all seats.

Flat Monte Carlo on a sample of what is hidden, with the same samples for all options and sequential halving (Karnin, Koren and
Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). Improving a policy by one step of search over its own
playouts: Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.animarche.actions import PASS
from engines.animarche.play import apply, is_over, legal_moves, observe, prepare_view
from engines.animarche.sampling import determinise
from engines.animarche.state import MOVES, OUTCOME, SEATS, SETUP, STATE, VIEW
from engines.compilation import kernel
from engines.records import aligned
from engines.rng import STREAM, next_word, start_stream
from strategies.animarche.evaluator import PARAMETERS, taste_of
from strategies.animarche.working import choice_of_taste
from strategies.api import Parameter, strategy

MOST_WIDTH = 32

WORKSPACE = aligned(
    [
        ("setup", SETUP),
        ("sample", STATE),
        ("state", STATE),
        ("seen", VIEW),
        ("moves", MOVES),
        ("options", MOVES),
        ("index", "i8", (MOVES["move"].shape[0],)),
        ("candidate", "i8", (MOST_WIDTH,)),
        ("total", "f8", (MOST_WIDTH,)),
        ("stream", STREAM, (SEATS + 1,)),
        ("outcome", OUTCOME),
    ]
)
"""What one search works with. `sample`: the state with the hidden cards dealt; `state`: the game that is played on from it,
with `seen` and `moves` for whoever is asked. `options` and `index`: options still to be ranked, and where they stand among all.
`candidate`: options that are tried, and the `total` of what their playouts were worth. `stream`: one a seat, and one for the
hidden cards. `outcome` is never read."""

TASTE = tuple(parameter.default for parameter in PARAMETERS)
SAMPLES = SEATS
"""The stream of the hidden cards, after those of the seats."""
SHIFT = np.uint64(32)


@kernel
def list_candidates(space: Any, view: Any, moves: Any, n: int, width: int, rng: Any, taste: Any) -> int:
    """Write the options that are tried: all, or the best `width` as the evaluator ranks them, down to a pass; how many."""
    if n <= width:
        for index in range(n):
            space.candidate[index] = index
        return n
    for index in range(n):
        space.options.move[index] = moves.move[index]
        space.index[index] = index
    for rank in range(width):
        best = choice_of_taste(view, space.options, n - rank, rng, taste)
        space.candidate[rank] = space.index[best]
        if space.options.move[best] == PASS:
            return rank + 1
        for index in range(best, n - rank - 1):
            space.options.move[index] = space.options.move[index + 1]
            space.index[index] = space.index[index + 1]
    return width


@kernel
def play_out(space: Any, taste: Any) -> None:
    """The evaluator plays the game on to its end, for all seats."""
    state = space.state
    while not is_over(state):
        n = legal_moves(state, space.setup, space.moves)
        index = 0
        if n > 1:
            observe(state, space.setup, space.seen)
            index = choice_of_taste(space.seen, space.moves, n, space.stream[state.actor], taste)
        apply(state, space.setup, space.outcome, space.stream[SAMPLES], space.moves.move[index])


@kernel
def worth_at_end(state: Any, seat: int, players: int) -> float:
    """What a finished game is worth to a seat: its lead over the best of the others, in VP."""
    best = -1
    for ahead in range(1, players):
        best = max(best, state.seat[(seat + ahead) % players].vp)
    return float(state.seat[seat].vp - best)


@kernel
def try_candidates(space: Any, view: Any, moves: Any, alive: int, key: np.uint64, sample: int, taste: Any) -> None:
    """Deal the hidden cards anew, and play every option that is still tried out from there, with the same random numbers."""
    start_stream(space.stream[SAMPLES], key, sample, SAMPLES)
    determinise(view, space.sample, space.stream[SAMPLES])
    for rank in range(alive):
        space.state = space.sample
        for seat in range(SEATS):
            start_stream(space.stream[seat], key, sample, seat)
        apply(space.state, space.setup, space.outcome, space.stream[SAMPLES], moves.move[space.candidate[rank]])
        play_out(space, taste)
        space.total[rank] += worth_at_end(space.state, view.seat, view.cards.players)


@kernel
def sort_candidates(space: Any, alive: int) -> None:
    """Put what has been worth most first (insertion sort, equals keep their order)."""
    for last in range(1, alive):
        candidate, total = space.candidate[last], space.total[last]
        rank = last
        while rank > 0 and space.total[rank - 1] < total:
            space.candidate[rank], space.total[rank] = space.candidate[rank - 1], space.total[rank - 1]
            rank -= 1
        space.candidate[rank], space.total[rank] = candidate, total


@kernel
def search(spaces: Any, view: Any, moves: Any, n: int, budget: int, width: int, rng: Any) -> tuple[int, int]:
    """The option that is worth most in the playouts, and how many these were: at most `budget`.

    spaces: an array of one WORKSPACE, zeroed (a record of its own would not keep its memory alive in a kernel).
    """
    space = spaces[0]
    space.setup.cards = view.cards
    prepare_view(space.setup, space.seen)
    taste = taste_of(TASTE)
    alive = list_candidates(space, view, moves, n, min(width, budget), rng, taste)
    key = next_word(rng) << SHIFT | next_word(rng)
    halvings = 0
    while 1 << halvings < alive:
        halvings += 1
    sample = spent = 0
    for _ in range(halvings):
        for _ in range(max(1, budget // (halvings * alive))):
            if spent + alive <= budget:
                try_candidates(space, view, moves, alive, key, sample, taste)
                spent += alive
                sample += 1
        sort_candidates(space, alive)
        alive = (alive + 1) // 2
    return space.candidate[0], spent


@strategy(
    "animarche",
    parameters=[
        Parameter("budget", 64, 1, 100_000, "most playouts for a decision"),
        Parameter("width", 8, 1, MOST_WIDTH, "options that are tried at most: those that the evaluator likes best"),
    ],
    slow=True,
)
def rollout(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Tries each promising option in games that the evaluator plays to the end, and takes what leads by most on average.

    Believes that what an option is worth shows when the game is played on. It deals the others' goals and the deck of ads at
    random, as it does not see them, and looks one choice ahead: a yardstick for the strategies that only reckon. It is slow.
    """
    return search(np.zeros(1, WORKSPACE), view, moves, n, int(weights.value[0]), int(weights.value[1]), rng)[0]
