"""Animarche as the laboratory sees it: modes, switches, metrics, decisions."""

from __future__ import annotations

from engines.animarche.geometry import PLACES
from engines.animarche.items import CHOSEN_WAYS, ITEM_WAYS, items_of
from engines.animarche.limits import (
    MOST_COIN_CAP,
    MOST_MORE_SEATS,
    MOST_OPEN_ADS,
    MOST_ROUNDS,
    MOST_STARTING_WORKERS,
    MOST_WOOD_CAP,
)
from engines.animarche.metrics import GAME_METRICS, SEAT_METRICS
from engines.game import Decision, Game, Mode, Rule

GAME = Game(
    name="animarche",
    title="Animarche",
    summary="2 to 4 players, 5 rounds: draw animals from a shared plaza into shops, earn, sell, place workers",
    version=1,
    package="engines.animarche",
    modes=tuple(Mode("market", tuple(range(players)), PLACES[players]) for players in (4, 3, 2)),
    rules=(
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
    ),
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
