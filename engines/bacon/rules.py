"""The rules of Bacon that a user may set: readings of what the texts leave open, and numbers to turn."""

from __future__ import annotations

from engines.bacon.modes import LAYOUTS, MOST_DEALS, MOST_PLACES, MOST_TARGET, MOST_WILDS, MOST_WORTH, WORTH_BY_MODE
from engines.game import Rule

RULES = (
    Rule("x_extends", "a wild may be the rank above the highest in sequences (9 10 X is a run topped 11)", ("yes", "no")),
    Rule(
        "flush_is_bomb",
        "a one-suit straight or stretch without wilds is a bomb only (yes) or may be played as either (no)",
        ("yes", "no"),
    ),
    Rule("ask_for_lead", "with six in teams, mates say whether they want the lead before it is given", ("no", "yes")),
    Rule(
        "suits",
        "which copies a play spends: those that leave the best flush (best), or asked card by card (all)",
        ("best", "all"),
    ),
    Rule("target", "points of a side that end the match (0: as the mode says)", default_number=0, low=0, high=MOST_TARGET),
    Rule(
        "most_deals",
        "deals after which the match ends at the latest (0: as the mode says; in solo play that is without limit)",
        default_number=0,
        low=0,
        high=MOST_DEALS,
    ),
    Rule(
        "hand_size",
        "cards dealt to each besides his wilds; what is left over stays hidden (0: as the mode says, all cards)",
        default_number=0,
        low=0,
        high=max(layout.dealt for layout in LAYOUTS),
    ),
    Rule("wilds", "wilds that each player gets", default_number=MOST_WILDS, low=0, high=MOST_WILDS),
    *(
        Rule(
            f"worth_{place}",
            f"points for place {place} in a deal, in teams of the side of the player out first (-1: as the mode says)",
            default_number=WORTH_BY_MODE,
            low=WORTH_BY_MODE,
            high=MOST_WORTH,
        )
        for place in range(1, MOST_PLACES + 1)
    ),
)
