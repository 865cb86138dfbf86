"""The rules of Beer & Bread that a user may set: readings of what the texts leave open, and numbers to turn."""

from __future__ import annotations

from engines.beerbread.limits import MOST_HAND, MOST_PLACES, MOST_ROW, MOST_STORAGE, MOST_YEARS
from engines.game import Rule

SWITCHES = (
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
        "the last tie-break looks at the windmill after the last year's windmill phase (after) or during that year (during)",
        ("after", "during"),
    ),
)

SEED_NUMBERS = {
    "fruitful": {"wheat": 7, "barley": 8, "rye": 6, "hops": 6},
    "dry": {"wheat": 5, "barley": 4, "rye": 4, "hops": 4},
}
"""To how many tokens seeding fills a field."""

_TOKENS = {"wheat": 18, "barley": 18, "rye": 15, "hops": 15}

NUMBERS = (
    Rule("years", "years of a game, fruitful and dry in turn", default_number=6, low=1, high=MOST_YEARS),
    Rule("hand_size", "cards to which each player draws in a year", default_number=5, low=1, high=MOST_HAND),
    Rule("row_size", "cards turned up for exchange in a dry year", default_number=3, low=0, high=MOST_ROW),
    Rule("storage_spaces", "tokens that a storage holds at the start", default_number=9, low=1, high=MOST_STORAGE),
    Rule("brewery_spaces", "sold beers that a brewery holds at the start", default_number=1, low=1, high=MOST_PLACES),
    Rule("bakery_spaces", "sold breads that a bakery holds at the start", default_number=1, low=1, high=MOST_PLACES),
    *(
        Rule(
            f"seed_{year}_{grain}",
            f"tokens to which seeding fills the {grain} field in a {year} year",
            default_number=number,
            low=0,
            high=_TOKENS[grain],
        )
        for year, fields in SEED_NUMBERS.items()
        for grain, number in fields.items()
    ),
)

RULES = SWITCHES + NUMBERS
