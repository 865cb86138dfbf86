"""The strategies of Animarche, from the one that believes nothing to the one that weighs everything."""

# Lists show strategies in the order of these imports.
# isort: off
from strategies.animarche.scripted import (
    random_player,
    greedy,
    builder,
    upgrader,
    seller,
    advertiser,
    visitor,
    civic,
    goal_seeker,
)
from strategies.animarche.evaluator import evaluator
from strategies.animarche.rollout import rollout

__all__ = [
    "advertiser",
    "builder",
    "civic",
    "evaluator",
    "goal_seeker",
    "greedy",
    "random_player",
    "rollout",
    "seller",
    "upgrader",
    "visitor",
]
