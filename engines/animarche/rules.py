"""The rules of Animarche that a user may set: readings of what the texts leave open, and numbers to turn."""

from __future__ import annotations

from engines.animarche.limits import (
    MOST_COIN_CAP,
    MOST_MORE_SEATS,
    MOST_OPEN_ADS,
    MOST_ROUNDS,
    MOST_STARTING_WORKERS,
    MOST_WOOD_CAP,
)
from engines.game import Rule

RULES = (
    Rule("public_cost", "which cost column of public buildings is paid", ("wood", "coins", "both")),
    Rule("move_scores", "whether moving a public building brings its VP", ("no", "yes")),
    Rule("rebuild_scores", "whether a public building that was on the plaza before brings VP again", ("yes", "no")),
    Rule("build_on_occupied", "whether a shop may be built over an own one, which returns without VP", ("no", "yes")),
    Rule("repeat_visits", "whether a player may visit one shop several times in a round", ("yes", "no")),
    Rule(
        "ad_frames",
        "an ad is paid in slots of fixed price, or the first pays what he likes and the second the rest",
        ("fixed_slots", "free_payment"),
    ),
    Rule("ad_single", "whether the first worker may pay an ad's whole fee", ("no", "yes")),
    Rule("ad_card_value", "ad cards count for goals only, or bring their printed VP too", ("goals_only", "printed_vp")),
    Rule("rounds", "rounds of a game", default_number=5, low=1, high=MOST_ROUNDS),
    Rule("starting_workers", "workers at the start", default_number=2, low=1, high=MOST_STARTING_WORKERS),
    Rule("coin_cap", "most coins that a player can have", default_number=30, low=10, high=MOST_COIN_CAP),
    Rule("wood_cap", "most wood that a player can have", default_number=15, low=5, high=MOST_WOOD_CAP),
    Rule("basic_coins", "coins for building a basic shop", default_number=4, low=0, high=10),
    Rule("special_coins", "coins for building a special shop", default_number=3, low=0, high=10),
    Rule("special_wood", "wood for building a special shop", default_number=1, low=0, high=5),
    Rule("move_wood", "wood for moving or removing a public building", default_number=3, low=0, high=10),
    Rule("upgrade_coins", "coins that an upgrade costs more (or less) than printed, not below 0", low=-5, high=5),
    Rule("start_coins", "coins at the start beyond the manager's", low=0, high=20),
    Rule("start_wood", "wood at the start beyond the manager's", low=0, high=10),
    Rule("hires", "workers that a player can hire, for his second, third and fourth shop", default_number=3, low=0, high=3),
    Rule(
        "basic_seats",
        "customer seats of basic shops more (or less) than printed, where there are any; one always stays, and an animal"
        " beyond the printed seats adds what the last of these does",
        low=-MOST_MORE_SEATS,
        high=MOST_MORE_SEATS,
    ),
    Rule("special_seats", "the same for special shops", low=-MOST_MORE_SEATS, high=MOST_MORE_SEATS),
    Rule(
        "worker_seats",
        "worker seats of shops more (or less) than printed, where there are any; none may stay",
        low=-MOST_MORE_SEATS,
        high=MOST_MORE_SEATS,
    ),
    Rule("open_ads", "ads that lie open", default_number=3, low=0, high=MOST_OPEN_ADS),
    Rule("big_goals_scored", "big goals of which a player scores the dearest that count", default_number=2, low=0, high=3),
)
