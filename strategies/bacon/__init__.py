"""The strategies of Bacon, from the one that believes nothing to the one that weighs everything."""

# Lists show strategies in the order of these imports.
# isort: off
from strategies.bacon.scripted import (
    random_player,
    low,
    sprint,
    min_turns,
    control,
    wild_saver,
    wild_bomber,
    bomb_timing,
)
from strategies.bacon.team import partner, blocker, soloist
from strategies.bacon.evaluator import evaluator
from strategies.bacon.rollout import rollout

__all__ = [
    "blocker",
    "bomb_timing",
    "control",
    "evaluator",
    "low",
    "min_turns",
    "partner",
    "random_player",
    "rollout",
    "soloist",
    "sprint",
    "wild_bomber",
    "wild_saver",
]
