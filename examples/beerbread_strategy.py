"""A strategy of one's own for Beer & Bread, as `docs/strategies.md` describes it. Try it:

simulate check examples/beerbread_strategy.py
simulate --game beerbread --strategies examples/beerbread_strategy.py:thirsty,balanced --n 20k
"""

from engines.beerbread.actions import HARVEST, SELL, action_of, card_of
from engines.beerbread.state import PLAY, RESOURCES, WATER
from engines.compilation import kernel
from strategies.api import Parameter, strategy
from strategies.beerbread.valuation import default_choice

THIRST = 0  # the place of the parameter in weights.value


@kernel
def harvest_value(view, card, thirst):
    """Tokens that harvesting a card would bring, water counted by thirst."""
    value = 0.0
    for resource in range(RESOURCES):
        if view.cards.icon[card, resource] > 0:
            tokens = min(view.me.column[resource] + 1, view.field[resource])
            value += tokens * (thirst if resource == WATER else 1.0)
    return value


@strategy("beerbread", parameters=[Parameter("thirst", 1.5, 0.0, 5.0, "what a token of water is worth against one of grain")])
def thirsty(view, moves, n, weights, rng):
    """Sells what it can, the dearest first, and otherwise harvests where the most water is.

    It believes that water runs out first, because both goods need it; it ignores the balance of beer and bread.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    best = 0
    best_value = -1.0
    for index in range(n):
        move = moves.move[index]
        card = card_of(move)
        value = 1.0
        if action_of(move) == SELL:
            value = 10.0 + view.cards.coins[card]
        elif action_of(move) == HARVEST:
            value = harvest_value(view, card, weights.value[THIRST])
        if value > best_value:
            best_value = value
            best = index
    return best
