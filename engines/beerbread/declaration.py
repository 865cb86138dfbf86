"""Beer & Bread as the laboratory sees it: modes, switches, metrics, decisions."""

from __future__ import annotations

from engines.beerbread.metrics import GAME_METRICS, ITEM_WAYS, SEAT_METRICS
from engines.game import Decision, Game, Mode, Rule

GAME = Game(
    name="beerbread",
    title="Beer & Bread",
    summary="2 players, 6 years: harvest shared fields, brew and bake, score the lower of both goods",
    version=1,
    package="engines.beerbread",
    modes=(Mode("duel", (0, 1), ("windmill first", "windmill second")),),
    rules=(
        Rule(
            "field_reset",
            "seeding brings a field up to its number, and one above it keeps the excess (top_up) or returns it (exact)",
            ("top_up", "exact"),
        ),
        Rule(
            "harvest_column",
            "an icon matches the unbroken run of the same icon right above it (contiguous) or every earlier card (all)",
            ("contiguous", "all"),
        ),
        Rule(
            "clean_order",
            "a new upgrade counts for its own cleaning (upgrade_first) or is tucked after it (clean_first)",
            ("upgrade_first", "clean_first"),
        ),
        Rule(
            "last_windmill",
            "the last tie-break looks at the windmill after year 6's windmill phase (after) or during year 6 (during)",
            ("after", "during"),
        ),
    ),
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
    rounds=6,
    round_name="year",
    item_ways=ITEM_WAYS,
    has_edition=True,
    default_lineup={"duel": ("evaluator", "balanced")},
)
