"""What is counted in a game of Animarche.

The highest values hold for cards like the shipped ones, whatever the rules: with 8 rounds, 4 players of 7 workers, and shops
of 6 seats, a game has at most 224 actions, 56 a player, and 256 turns with a worker.
"""

from __future__ import annotations

from engines.game import Metric

SOURCES = ("sales", "ads", "public", "visits_made", "visits_received", "income")
"""What brings coins, wood and VP. A manager's effect counts under the event that triggers it, on-build gains as income."""

COUNTED_ROUNDS = 5
"""Rounds that have metrics of their own (`..._r1` to `..._r5`)."""

_SOURCE_MEANINGS = {
    "sales": "sold shops, on-sale gains",
    "ads": "slots of ads that fired, and with them",
    "public": "public buildings",
    "visits_made": "visits to others' shops",
    "visits_received": "others' visits",
    "income": "income phases, managers' gains each round, on-build gains",
}


def _by_source(unit: str, short: str, highs: dict[str, int]) -> tuple[Metric, ...]:
    return tuple(
        Metric(f"{short}_{source}", unit, f"{unit} from {_SOURCE_MEANINGS[source]}", highs[source]) for source in SOURCES
    )


def _by_round(name: str, unit: str, meaning: str, high: int) -> tuple[Metric, ...]:
    return tuple(Metric(f"{name}_r{r}", unit, f"{meaning}, round {r}", high) for r in range(1, COUNTED_ROUNDS + 1))


SEAT_METRICS = (
    Metric("score", "VP", "victory points at the end", 1023),
    *_by_source("VP", "vp", dict.fromkeys(SOURCES, 255) | {"public": 511, "income": 511}),
    Metric("vp_standing", "VP", "shops standing at the end", 127),
    Metric("vp_goals", "VP", "goals", 127),
    *_by_source("coins", "coins", dict.fromkeys(SOURCES, 511)),
    Metric("coins_taken", "coins", "coins from workers who took one", 63),
    *_by_source("wood", "wood", dict.fromkeys(SOURCES, 255)),
    Metric("wood_taken", "wood", "wood from workers who took one", 63),
    Metric("coins_spent", "coins", "paid for actions", 4095),
    Metric("wood_spent", "wood", "paid for actions", 2047),
    Metric("coins_lost", "coins", "gained beyond the cap", 2047),
    Metric("wood_lost", "wood", "gained beyond the cap", 1023),
    Metric("coins_left", "coins", "in hand at the end", 63),
    Metric("wood_left", "wood", "in hand at the end", 31),
    Metric("workers", "workers", "owned at the end", 15),
    Metric("workers_idle", "workers", "at home when their owner passed, over the rounds", 63),
    Metric("workers_stuck", "workers", "on ads that had not fired at the end", 7),
    Metric("actions", "actions", "worker actions", 63),
    Metric("built", "shops", "shops built, the first one not counted", 63),
    Metric("built_upgraded", "shops", "of them built and upgraded at once", 63),
    Metric("upgraded", "shops", "shops upgraded later", 63),
    Metric("sold", "shops", "shops sold", 15),
    Metric("visits", "visits", "visits made", 63),
    Metric("visited", "visits", "visits received", 255),
    Metric("ads_joined", "workers", "workers put on ads", 63),
    Metric("ads_fired", "slots", "of them on ads that fired", 63),
    Metric("ads_taken", "cards", "ad cards taken", 63),
    Metric("public_built", "buildings", "public buildings built", 63),
    Metric("public_moved", "buildings", "public buildings moved", 63),
    Metric("public_removed", "buildings", "public buildings removed", 63),
    Metric("goals_scored", "goals", "goals that brought VP", 7),
    Metric("animals", "animals", "animals attracted", 255),
    Metric("animals_contested", "animals", "of them from squares from which another player could still draw", 255),
    Metric("seats_empty", "seats", "customer seats empty after attracting, over the rounds", 255),
    Metric("first_passes", "rounds", "passed first in the attract phase, and so took the start marker", 15),
    *_by_round("animals", "animals", "animals attracted", 31),
    *_by_round("empty", "seats", "customer seats empty after attracting", 31),
    *_by_round("income", "half coins", "2 x coins + 3 x wood + 4 x VP of the income phase", 2047),
    *_by_round("coins", "coins", "coins gained", 255),
    *_by_round("wood", "wood", "wood gained", 255),
    *_by_round("workers", "workers", "workers that can be used", 15),
)

GAME_METRICS = (
    Metric("decisions", "decisions", "turns to act, forced passes included", 1023),
    Metric("forced", "turns", "turns with one option", 1023),
    Metric("attract_turns", "turns", "turns in the attract phases", 511),
    Metric("work_turns", "turns", "turns in the workers phases", 511),
    Metric("attract_options", "options", "options, summed over the turns of the attract phases", 8191),
    Metric("sell_options", "options", "options, summed over the sales", 511),
    Metric("work_options", "options", "options, summed over the turns of the workers phases", 131071),
    Metric("most_options", "options", "the most options of a turn", 671),
    Metric("ads_fired", "ads", "ads that fired", 63),
    Metric("buildings_left", "buildings", "public buildings on the plaza at the end", 15),
    Metric("shared_win", "games", "several players had the highest score", 1),
    Metric("rounds", "rounds", "rounds played", 15),
    *_by_round("plaza_left", "animals", "animals left on the plaza after attracting", 31),
)

(
    SCORE,
    VP_SALES, VP_ADS, VP_PUBLIC, VP_VISITS_MADE, VP_VISITS_RECEIVED, VP_INCOME, VP_STANDING, VP_GOALS,
    COINS_SALES, COINS_ADS, COINS_PUBLIC, COINS_VISITS_MADE, COINS_VISITS_RECEIVED, COINS_INCOME, COINS_TAKEN,
    WOOD_SALES, WOOD_ADS, WOOD_PUBLIC, WOOD_VISITS_MADE, WOOD_VISITS_RECEIVED, WOOD_INCOME, WOOD_TAKEN,
    COINS_SPENT, WOOD_SPENT, COINS_LOST, WOOD_LOST, COINS_LEFT, WOOD_LEFT, WORKERS, WORKERS_IDLE, WORKERS_STUCK, ACTIONS,
    SHOPS_BUILT, BUILT_UPGRADED, SHOPS_UPGRADED, SHOPS_SOLD, VISITS, VISITS_RECEIVED, ADS_JOINED, ADS_FIRED, ADS_TAKEN,
    PUBLIC_BUILT, PUBLIC_MOVED, PUBLIC_REMOVED, GOALS_SCORED, ANIMALS, ANIMALS_CONTESTED, SEATS_EMPTY, FIRST_PASSES,
    FIRST_BY_ROUND,
) = range(len(SEAT_METRICS) - 6 * COUNTED_ROUNDS + 1)  # fmt: skip
ANIMALS_BY_ROUND, EMPTY_BY_ROUND, INCOME_BY_ROUND, COINS_BY_ROUND, WOOD_BY_ROUND, WORKERS_BY_ROUND = range(
    FIRST_BY_ROUND, len(SEAT_METRICS), COUNTED_ROUNDS
)
"""Where the metrics of rounds begin: the one of round r is r - 1 further on."""
(
    DECISIONS, FORCED, ATTRACT_TURNS, WORK_TURNS, ATTRACT_OPTIONS, SELL_OPTIONS, WORK_OPTIONS, MOST_OPTIONS, ALL_ADS_FIRED,
    BUILDINGS_LEFT, SHARED_WIN, ROUNDS_PLAYED, PLAZA_LEFT_BY_ROUND,
) = range(len(GAME_METRICS) - COUNTED_ROUNDS + 1)  # fmt: skip

FROM_SALES, FROM_ADS, FROM_PUBLIC, FROM_VISITS_MADE, FROM_VISITS_RECEIVED, FROM_INCOME = range(len(SOURCES))
"""Sources as `effects.gain` takes them: added to VP_SALES, COINS_SALES and WOOD_SALES they give the metric."""
