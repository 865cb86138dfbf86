"""Ways to play Pig."""

from engines.rng import random_below
from strategies.api import Parameter, strategy

from .play import HOLD, ROLL


@strategy("pig", name="random")
def random_player(view, moves, n, weights, rng):
    """Rolls or holds, each as often."""
    return random_below(rng, n)


@strategy("pig", name="hold-at-20", parameters=[Parameter("hold_at", 20, 2, 200, "points of a turn that are enough")])
def hold_at_20(view, moves, n, weights, rng):
    """Rolls until the turn has 20 points: there the next roll gains nothing on average."""
    return HOLD if view.turn >= weights.value[0] else ROLL


@strategy("pig", parameters=[Parameter("race", 29, 0, 200, "only winning counts when somebody lacks no more points")])
def end_race(view, moves, n, weights, rng):
    """Holds at 21 and an eighth of what it is behind, and rolls for the win at the end (Neller and Presser 2010)."""
    other = view.score[1 : view.players].max()
    if view.target - max(view.score[0], other) <= weights.value[0]:
        return ROLL
    return HOLD if view.turn >= 21 + round((other - view.score[0]) / 8) else ROLL
