"""How much do the copies matter that a play spends? The evaluator, but careless of suits (see `docs/bacon.md`):

simulate --game bacon --rule suits=all --strategies examples/bacon_careless.py:careless,evaluator --n 20k
"""

from engines.bacon.state import SPEND
from engines.compilation import kernel
from engines.rng import random_below
from strategies.api import strategy
from strategies.bacon import evaluator

evaluate = kernel(evaluator.function)


@strategy("bacon", parameters=evaluator.parameters)
def careless(view, moves, n, weights, rng):
    """Plays as the evaluator, but spends any of its copies, whatever flushes that breaks.

    Under the rule suits=all each card of a play is chosen; this strategy chooses at random among those that make the play.
    """
    if view.decision == SPEND:
        return random_below(rng, n)
    return evaluate(view, moves, n, weights, rng)
