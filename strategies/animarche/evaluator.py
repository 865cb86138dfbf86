"""The evaluator: weighs what every action brings until the end, what it costs, and what the others make of it."""

from __future__ import annotations

from typing import Any

from engines.compilation import kernel
from strategies.animarche.working import Taste, choice_of_taste
from strategies.api import Parameter, strategy

PARAMETERS = (
    Parameter("early", 1.04, 0.0, 3.0, "VP that a coin is worth four rounds before the last"),
    Parameter("late", 0.635, 0.0, 3.0, "VP that a coin is worth in the last round, while there are workers to use it"),
    Parameter("end", 0.199, 0.0, 3.0, "VP that a coin is worth in the last workers phase for each other worker at home"),
    Parameter("wood", 0.828, 0.0, 4.0, "coins that a wood is worth"),
    Parameter("animal", 3.16, 0.0, 5.0, "coins that an animal would earn in other own shops, if they have seats enough"),
    Parameter("crowd", 1.12, 1.0, 16.0, "customer seats of the other own shops that are seats enough"),
    Parameter("cuts", 3.35, 0.0, 5.0, "builds and upgrades that it expects a round, for what discounts save"),
    Parameter("guests", 2.1e-05, 0.0, 2.0, "visits that it expects a round at each own worker seat"),
    Parameter("worker", 1.99, 0.0, 10.0, "VP for which a worker has other uses, when a sale asks for a new shop"),
    Parameter("hire", 0.782, 0.0, 10.0, "VP that a hired worker brings in each round to come"),
    Parameter("line", 0.386, 0.0, 2.0, "VP for each animal more on the line of a plot, for each seat of the shop built there"),
    Parameter("envy", 0.266, 0.0, 3.0, "share of what another gains by an action that is a loss, divided by his rivals"),
    Parameter("trust", 0.624, 0.0, 1.0, "chance that one who could complete an ad does"),
    Parameter("stuck", 2.27, 0.0, 10.0, "cost of a worker who waits on an ad for a round"),
    Parameter("card", 0.00202, 0.0, 5.0, "VP that an ad card is worth beyond goals"),
    Parameter("spite", 1.08, 0.0, 5.0, "share of what a building takes from others' lines that it gains, with all rivals"),
    Parameter("goal", 0.486, 0.0, 2.0, "share of a goal's VP that the last step to it is worth"),
    Parameter("far", 0.153, 0.0, 1.0, "how much less each step before it is worth than the next"),
    Parameter("contest", 0.00635, 0.0, 5.0, "how much sooner it draws for a shop whose animals others can take"),
    Parameter("deny", 0.337, 0.0, 2.0, "VP for each other player who can draw from a square"),
    Parameter("idle", -0.0709, -1.0, 1.0, "VP of a draw that pays nothing this round; below 0 it passes instead"),
    Parameter("keep", 0.0205, 0.0, 10.0, "VP that a sale must be worth"),
    Parameter("glut", 0.497, 0.0, 2.0, "share of its worth that a coin loses with 20 in hand"),
    Parameter("wood-glut", 0.0295, 0.0, 2.0, "share of its worth that a wood loses with 10 in hand"),
    Parameter("build", -0.106, -5.0, 5.0, "VP of a build beyond what is reckoned"),
    Parameter("great", -0.88, -5.0, 5.0, "VP beyond that of building and upgrading at once"),
    Parameter("upgrade", 0.492, -5.0, 5.0, "VP of an upgrade beyond what is reckoned"),
    Parameter("visit", 0.0787, -5.0, 5.0, "VP of a visit beyond what is reckoned"),
    Parameter("ad", -0.274, -5.0, 5.0, "VP of a worker on an ad beyond what is reckoned"),
    Parameter("public", 0.45, -5.0, 5.0, "VP of a public building beyond what is reckoned"),
)  # fmt: skip


@kernel
def taste_of(value: Any) -> Any:
    """The taste that the evaluator's parameters make up, in the order of their declaration."""
    return Taste(
        value[0], value[1], value[2], value[3], value[4], value[5], value[6], value[7], value[8], value[9], value[10],
        value[11], value[12], value[13], value[14], value[15], value[16], value[17], value[18], value[19], value[20],
        value[21], value[22], value[23], 0.0, value[24], value[25], value[26], value[27], value[28], value[29],
    )  # fmt: skip


@strategy("animarche", parameters=PARAMETERS)
def evaluator(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Reckons what each draw, sale and action is worth until the end, goals and rivals included, and takes the best.

    Believes that everything has a price in VP that falls round by round: coins and wood are worth what they can still buy, a
    shop its VP and what it earns beyond what its animals would earn elsewhere, a sale the better shop that can stand there
    next. It counts the steps to its goals, grudges visits and ads to their owners, and draws first where others can take.
    A linear evaluation with prices, as in many programs for economic games; the weights come from games against itself.
    """
    return choice_of_taste(view, moves, n, rng, taste_of(weights.value))
