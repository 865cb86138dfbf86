"""Animarche as the laboratory sees it: modes, rules, metrics, decisions, items."""

from __future__ import annotations

from engines.animarche.geometry import PLACES
from engines.animarche.items import CHOSEN_WAYS, ITEM_WAYS, items_of
from engines.animarche.limits import MOST_ROUNDS
from engines.animarche.metrics import GAME_METRICS, SEAT_METRICS
from engines.animarche.rules import RULES
from engines.game import Decision, Game, Mode

GAME = Game(
    name="animarche",
    title="Animarche",
    summary="2 to 4 players, 5 rounds: draw animals from a shared plaza into shops, earn, sell, place workers",
    version=2,
    package="engines.animarche",
    modes=tuple(Mode("market", tuple(range(players)), PLACES[players]) for players in (4, 3, 2)),
    rules=RULES,
    seat_metrics=SEAT_METRICS,
    game_metrics=GAME_METRICS,
    decisions=(
        Decision("first_shop", "the plot of the shop that each player starts with"),
        Decision("attract", "a square from which to draw an animal, or a pass"),
        Decision("sell", "a shop to sell, or to keep all"),
        Decision("work", "what to do with a worker, or a pass"),
    ),
    rounds=MOST_ROUNDS,
    round_name="round",
    item_ways=ITEM_WAYS,
    has_edition=True,
    default_lineup={"market": ("evaluator", "builder", "seller", "upgrader")},
    items=items_of,
    chosen_ways=CHOSEN_WAYS,
    length_metric="rounds",
)
