"""Bacon as the laboratory sees it: modes, switches, metrics, decisions."""

from __future__ import annotations

from engines.bacon.metrics import GAME_METRICS, ITEM_WAYS, SEAT_METRICS
from engines.bacon.modes import LAYOUTS, MOST_DEALS, MOST_PLACES, MOST_TARGET, MOST_WILDS, MOST_WORTH, WORTH_BY_MODE
from engines.bacon.play_types import ITEMS
from engines.game import Decision, Game, Mode, Rule

GAME = Game(
    name="bacon",
    title="Bacon",
    summary="3 to 6 players, in two teams or solo: get rid of your cards by beating the play on the pile",
    version=1,
    package="engines.bacon",
    modes=tuple(Mode(layout.name, layout.sides, layout.seat_names) for layout in LAYOUTS),
    rules=(
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
    ),
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
