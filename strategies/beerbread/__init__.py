"""The strategies of Beer & Bread, from the one that believes nothing to the one that weighs everything, and a search."""

# Lists show strategies in the order of these imports.
# isort: off
from strategies.beerbread.scripted import (
    random_player,
    greedy,
    balanced,
    beer_first,
    engine,
    harvester,
    denier,
    gourmet,
    peddler,
)
from strategies.beerbread.evaluator import evaluator
from strategies.beerbread.rollout import rollout

__all__ = [
    "balanced",
    "beer_first",
    "denier",
    "engine",
    "evaluator",
    "gourmet",
    "greedy",
    "harvester",
    "peddler",
    "random_player",
    "rollout",
]
