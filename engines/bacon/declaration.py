"""Bacon as the laboratory sees it: modes, rules, metrics, decisions, items."""

from __future__ import annotations

from engines.bacon.metrics import GAME_METRICS, ITEM_WAYS, SEAT_METRICS
from engines.bacon.modes import LAYOUTS, MOST_DEALS
from engines.bacon.play_types import ITEMS
from engines.bacon.rules import RULES
from engines.game import Decision, Game, Mode

GAME = Game(
    name="bacon",
    title="Bacon",
    summary="3 to 6 players, in two teams or solo: get rid of your cards by beating the play on the pile",
    version=1,
    package="engines.bacon",
    modes=tuple(Mode(layout.name, layout.sides, layout.seat_names) for layout in LAYOUTS),
    rules=RULES,
    seat_metrics=SEAT_METRICS,
    game_metrics=GAME_METRICS,
    decisions=(
        Decision("play", "a play that beats the pile, or a pass"),
        Decision("give_lead", "who leads after the own play has won the trick"),
        Decision("want_lead", "whether one wants a mate to give one the lead (rule ask_for_lead)"),
        Decision("spend", "which card to use for the next card of a play (rule suits=all)"),
    ),
    rounds=MOST_DEALS,
    round_name="deal",
    item_ways=ITEM_WAYS,
    has_edition=False,
    default_lineup={
        "team": ("evaluator", "control"),
        "solo": ("evaluator", "control", "soloist", "min-turns", "sprint", "low"),
    },
    items=lambda edition: ITEMS,
    chosen_ways=ITEM_WAYS,
    length_metric="deals",
)
