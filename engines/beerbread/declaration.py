"""Beer & Bread as the laboratory sees it: modes, rules, metrics, decisions, items."""

from __future__ import annotations

from typing import Any

from engines.beerbread.limits import MOST_YEARS
from engines.beerbread.metrics import CHOSEN_WAYS, GAME_METRICS, ITEM_WAYS, SEAT_METRICS
from engines.beerbread.rules import RULES
from engines.game import Decision, Game, Item, Mode


def cards_of(edition: Any) -> tuple[Item, ...]:
    """The cards of an edition (`edition.Edition`), compared within beer and within bread."""
    return tuple(Item(card.id, card.type) for card in edition.cards)


GAME = Game(
    name="beerbread",
    title="Beer & Bread",
    summary="2 players, 6 years: harvest shared fields, brew and bake, score the lower of both goods",
    version=1,
    package="engines.beerbread",
    modes=(Mode("duel", (0, 1), ("windmill first", "windmill second")),),
    rules=RULES,
    seat_metrics=SEAT_METRICS,
    game_metrics=GAME_METRICS,
    decisions=(
        Decision("play", "a card and an action, in dry years perhaps with an exchange"),
        Decision("pay", "how to pay the next unit of a recipe, with C3 or C4"),
        Decision("surplus", "which token to offer that does not fit"),
        Decision("accept", "which offered token to take, or stop"),
        Decision("reserve", "S2: which hand card only you may play this year"),
        Decision("replace", "S1: which hand card to discard for a new one, or none"),
        Decision("discard_back", "S4: which card taken back to discard, or stop"),
    ),
    rounds=MOST_YEARS,
    round_name="year",
    item_ways=ITEM_WAYS,
    chosen_ways=CHOSEN_WAYS,
    items=cards_of,
    length_metric="years",
    has_edition=True,
    default_lineup={"duel": ("evaluator", "balanced")},
)
