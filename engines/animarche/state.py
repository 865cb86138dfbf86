"""Everything there is in a game of Animarche, as records; the stages of a round; what a seat can see.

Sets are words: bit s of a set of squares is square s, and likewise for plots, pairs of squares, seats and shop faces. Shops,
faces (a front directly before its back), managers, ads, public buildings and goals are numbered as in the edition.
"""

from __future__ import annotations

import numpy as np

from engines.animarche.edition_vocabulary import CONDITIONS, GOALS_DEALT, ICONS, MOST_SEATS
from engines.animarche.geometry import MOST_PAIRS, SIDE, SQUARES
from engines.animarche.items import ADS, BIG_GOALS, BUILDINGS, FACES, GOALS, ITEM_WAYS, ITEMS, MANAGERS, SHOPS, SMALL_GOALS
from engines.animarche.limits import MOST_MORE_SEATS, MOST_OPEN_ADS, MOST_ROUNDS
from engines.animarche.metrics import GAME_METRICS, SEAT_METRICS
from engines.records import aligned

SEATS = 4
SIDE_SLOTS = SEATS
"""Most sides that the game can have: `play_block` always takes so many strategies, so that it is compiled once."""
PLOTS = SIDE
ALL_PLOTS = np.uint64((1 << PLOTS) - 1)
ANIMALS = 20
AD_PLACES = MOST_OPEN_ADS
FRAMES = 2
SLOTS = 2
ICON_TYPES = len(ICONS)
GOALS_HELD = sum(GOALS_DEALT.values())
SMALL_HELD = GOALS_DEALT["small"]
"""A player's goals: the first SMALL_HELD are small ones, the others big."""
NOTHING = -1
"""No shop, face, building, ad or seat."""

# Actions that a discount can name, and the one action that is two of them.
BUILD_CUT, UPGRADE_CUT, PUBLIC_CUT, MOVE_CUT, AT_ONCE_CUT = range(5)
CUTS = 5

# Conditions of goals.
(
    SHOPS_STANDING, UPGRADED_STANDING, ICON_STANDING, ICON_TYPES_STANDING, COINS_HELD, WOOD_HELD, SALES_MADE, VISITS_DONE,
    ADS_WON, PUBLIC_DONE, ANIMALS_DRAWN,
) = range(len(CONDITIONS))  # fmt: skip

# Decisions: stages at which a player is asked.
OVER = 0
FIRST_SHOP = 1
ATTRACT = 2
SELL = 3
WORK = 4
LAST_DECISION = WORK

# Stages that run by themselves, in the order of a game.
FIRST_SHOP_NEXT = 5
ROUND_START = 6
ATTRACT_NEXT = 7
MANAGER_INCOME = 8
SHOP_INCOME = 9
SELL_NEXT = 10
WORK_START = 11
WORK_NEXT = 12
ROUND_END = 13
CLOSING = 14
GAME_END = 15

STAGE_NAMES = (
    "over", "first_shop", "attract", "sell", "work", "first_shop_next", "round_start", "attract_next", "manager_income",
    "shop_income", "sell_next", "work_start", "work_next", "round_end", "closing", "game_end",
)  # fmt: skip

COST = aligned([("coins", "i1"), ("wood", "i1")])
"""What an action costs, or what one discount takes off."""

CUT = aligned([("coins", "i2"), ("wood", "i2")])
"""What all discounts of a player take off an action."""

GAIN = aligned([("coins", "i1"), ("wood", "i1"), ("vp", "i1")])
"""What a player gets at once."""

RULES = aligned(
    [
        ("move_scores", "i8"),
        ("rebuild_scores", "i8"),
        ("build_on_occupied", "i8"),
        ("repeat_visits", "i8"),
        ("free_payment", "i8"),
        ("ad_single", "i8"),
        ("ad_card_vp", "i8"),
        ("rounds", "i8"),
        ("starting_workers", "i8"),
        ("coin_cap", "i8"),
        ("wood_cap", "i8"),
        ("move_wood", "i8"),
        ("hires", "i8"),
        ("open_ads", "i8"),
        ("big_goals_scored", "i8"),
    ]
)
"""The switches, 1 for yes, and the numbers. Costs, seats and what players start with stand in the card tables."""

CARD_TABLES = aligned(
    [
        ("rules", RULES),
        ("players", "i8"),
        ("pairs", "i8"),
        ("ads", "i8"),
        ("first_shop", "i8"),
        ("small_goals", "i8"),
        ("big_goals", "i8"),
        ("squares", "u8"),
        ("all_pairs", "u8"),
        ("front", "u8", (SEATS, PLOTS)),
        ("pair_squares", "u8", (MOST_PAIRS,)),
        ("conflict", "u8", (MOST_PAIRS,)),
        ("pair_square", "i1", (MOST_PAIRS, 2)),
        ("plot_of", "i1", (SEATS, SQUARES)),
        ("front_face", "i1", (SHOPS,)),
        ("back_face", "i1", (SHOPS,)),
        ("copies", "i1", (SHOPS,)),
        ("upgrade_cost", COST, (SHOPS,)),
        ("faces_of", "u8", (SHOPS,)),
        ("shop_of", "i1", (FACES,)),
        ("is_upgraded", "i1", (FACES,)),
        ("is_special", "i1", (FACES,)),
        ("build_cost", COST, (FACES,)),
        ("shows", "i1", (FACES, ICON_TYPES)),
        ("seats", "i1", (FACES,)),
        ("worker_seats", "i1", (FACES,)),
        ("pays_by_icons", "i1", (FACES,)),
        ("vp", "i1", (FACES,)),
        ("income", GAIN, (FACES, MOST_SEATS + MOST_MORE_SEATS + 1)),
        ("icon_income", GAIN, (FACES, ICON_TYPES)),
        ("visitor", GAIN, (FACES,)),
        ("owner", GAIN, (FACES,)),
        ("on_build", GAIN, (FACES,)),
        ("on_sale", GAIN, (FACES,)),
        ("face_cut", COST, (FACES, CUTS)),
        ("start", COST, (MANAGERS,)),
        ("each_round", GAIN, (MANAGERS,)),
        ("manager_on_sale", GAIN, (MANAGERS,)),
        ("on_visit", GAIN, (MANAGERS,)),
        ("on_ad", GAIN, (MANAGERS,)),
        ("on_public", GAIN, (MANAGERS,)),
        ("manager_cut", COST, (MANAGERS, CUTS)),
        ("slot_price", "i1", (ADS, FRAMES, SLOTS)),
        ("slot_vp", "i1", (ADS, FRAMES, SLOTS)),
        ("fee", "i1", (ADS,)),
        ("card_vp", "i1", (ADS,)),
        ("public_cost", COST, (BUILDINGS,)),
        ("public_vp", "i1", (BUILDINGS,)),
        ("capacity", "i1", (BUILDINGS,)),
        ("public_copies", "i1", (BUILDINGS,)),
        ("small_goal", "i1", (SMALL_GOALS,)),
        ("big_goal", "i1", (BIG_GOALS,)),
        ("at_end", "i1", (GOALS,)),
        ("condition", "i1", (GOALS,)),
        ("icon", "i1", (GOALS,)),
        ("k", "i1", (GOALS,)),
        ("goal_vp", "i1", (GOALS,)),
    ]
)
"""The edition, the rules and the plaza, as they are with so many players.

`front[seat, plot]` squares that a plot faces, `plot_of[seat, square]` the plot that faces a square. A pair is where a public
building can stand: `pair_square` its two squares, `pair_squares` the same as a set, `conflict` the pairs that share a square
with it (itself included), `pairs` how many there are. `back_face` is NOTHING for special shops; `faces_of[shop]` both faces as
a set; `build_cost` of a back is that of building and upgrading at once. Discounts: `face_cut[face, action]` for the five
actions BUILD_CUT .. AT_ONCE_CUT. `small_goal` and `big_goal` list the goals in play."""

SETUP = aligned([("cards", CARD_TABLES), ("forbids", "i8"), ("forbidden", "u1", (SIDE_SLOTS, ITEMS))])
"""Rules and card tables: read by kernels, never written. `forbids` is 1 if anything is forbidden to anybody; bit w of
`forbidden[side, item]` says that the side must not use the item in way w (see `options.permitted`)."""

SEAT = aligned(
    [
        ("owned", "u8"),
        ("free_plots", "u8"),
        ("reach", "u8"),
        ("vp", "i2"),
        ("coins", "i1"),
        ("wood", "i1"),
        ("seat", "i1"),
        ("manager", "i1"),
        ("home", "i1"),
        ("out", "i1"),
        ("hired", "i1"),
        ("on_ads", "i1"),
        ("most_shops", "i1"),
        ("shops", "i1"),
        ("upgraded", "i1"),
        ("icon_types", "i1"),
        ("sales", "i1"),
        ("visits", "i1"),
        ("ads", "i1"),
        ("public", "i1"),
        ("drawn", "i1"),
        ("most_drawn", "i1"),
        ("icons", "i1", (ICON_TYPES,)),
        ("face", "i1", (PLOTS,)),
        ("animals", "i1", (PLOTS,)),
        ("free_seats", "i1", (PLOTS,)),
        ("visitors", "i1", (PLOTS,)),
        ("free_worker_seats", "i1", (PLOTS,)),
        ("visited_by", "i1", (PLOTS,)),
        ("cut", CUT, (CUTS,)),
        ("cost", COST, (FACES,)),
    ]
)
"""One player, as all can see him (his goals are in GOALS_OF_SEAT).

Workers: `home`, `out` (used), `hired` (home at this closing), `on_ads`. Counts: `sales`, `visits` made, `ads` taken, `public`
buildings built; animals `drawn` in this round and `most_drawn` in one. By plot: the `face` standing (or NOTHING), `animals`,
`visitors`, `visited_by` (seats of visitors in this round, seat 0 as 1, seat 1 as 2 ..).
What follows from that: `owned` (both faces of the own shops), `free_plots`, `reach` (squares on the line of a shop with a
free seat), numbers of `shops`, `upgraded` ones, `icons`, `icon_types`, `free_seats` and `free_worker_seats` by plot, what his
discounts take off (`cut[action]`), and what building costs him (`cost[face]`; of a back: at once)."""

GOALS_OF_SEAT = aligned([("goal", "i1", (GOALS_HELD,)), ("achieved", "i1", (GOALS_HELD,)), ("open", "u8")])
"""The goals of a player, the small one first; which are achieved for good; and as a set those that may yet be achieved before
the end."""

PLAZA = aligned(
    [
        ("occupied", "u8"),
        ("built", "u8"),
        ("free_pairs", "u8"),
        ("aside", "i8"),
        ("animals", "i1", (SQUARES,)),
        ("capacity", "i1", (SQUARES,)),
        ("building", "i1", (MOST_PAIRS,)),
        ("supply", "i1", (BUILDINGS,)),
        ("fresh", "i1", (BUILDINGS,)),
    ]
)
"""The plaza. `occupied`: squares with an animal; `built`: pairs with a public building, `building` which one; `free_pairs`:
pairs where one can be built. `supply` of buildings, and how many of them were never on the plaza (`fresh`)."""

MARKET = aligned([("available", "u8"), ("supply", "i1", (SHOPS,))])
"""The supply of shops, and the faces that can be built from it."""

AD_PLACE = aligned([("ad", "i1"), ("seat", "i1"), ("frame", "i1"), ("slot", "i1"), ("paid", "i1")])
"""An ad that lies open, or NOTHING, and its first worker: whose, in which frame and slot (rule ad_frames=fixed_slots), and
what was paid. `seat` is NOTHING while there is none."""

STATE = aligned(
    [
        ("stage", "i8"),
        ("actor", "i8"),
        ("round", "i8"),
        ("start", "i8"),
        ("first_pass", "i8"),
        ("cursor", "i8"),
        ("playing", "u8"),
        ("changed", "u8"),
        ("ad_next", "i8"),
        ("ads_seen", "u8"),
        ("ad_deck", "i1", (ADS,)),
        ("ad", AD_PLACE, (AD_PLACES,)),
        ("plaza", PLAZA),
        ("market", MARKET),
        ("seat", SEAT, (SEATS,)),
        ("goals", GOALS_OF_SEAT, (SEATS,)),
    ]
)
"""A game. `stage` says what comes next; `actor` who is asked, where that is a decision. `start` holds the start marker;
`first_pass` passed first in this attract phase. `playing`: seats that have not passed in this phase; `changed`: seats whose
goals must be looked at. `ad_deck[ad_next :]` is the deck of ads, top first; `ads_seen` the others."""

VIEW = aligned(
    [
        ("cards", CARD_TABLES),
        ("decision", "i8"),
        ("seat", "i8"),
        ("round", "i8"),
        ("start", "i8"),
        ("first_pass", "i8"),
        ("playing", "u8"),
        ("contested", "u8"),
        ("ads_left", "i8"),
        ("ads_seen", "u8"),
        ("ad", AD_PLACE, (AD_PLACES,)),
        ("plaza", PLAZA),
        ("market", MARKET),
        ("goals", GOALS_OF_SEAT),
        ("shown_goals", "i1", (SEATS, GOALS_HELD)),
        ("player", SEAT, (SEATS,)),
    ]
)
"""What a player knows. Seats are counted clockwise from himself: `player[0]` is he, and so in `start`, `first_pass`, `playing`
and the ads' `seat`; `player[n].seat` and his own `seat` are places at the table, with which the card tables' geometry is read,
and so are the `visited_by`. Others' goals are not there but for those "when achieved" that they have achieved and so shown:
`shown_goals[n]` (small first, NOTHING where a goal is hidden). Nor is the order of the ad deck; `ads_left` is its size and
`ads_seen` the set of ads that lie or lay open. `contested`: squares from which another player who has not passed could draw an
animal now. `cards` is a copy of the card tables."""

MOVE_SLOTS = 672
"""At most 112 builds, 4 upgrades, 12 visits, 400 ways to pay for ads (4 ads, 2 frames, 1 to 50 coins), some 110 for public
buildings, 2 to take, and a pass."""

MOVES = aligned([("move", "i4", (MOVE_SLOTS,))])
"""The options of a decision, packed (see `actions`)."""

OUTCOME = aligned(
    [
        ("share", "i4", (SEATS,)),
        ("unfinished", "i4"),
        ("game", "i4", (len(GAME_METRICS),)),
        ("seat", "i4", (SEATS, len(SEAT_METRICS))),
        ("round_score", "i4", (SEATS, MOST_ROUNDS)),
        ("item", "i1", (SEATS, ITEMS, len(ITEM_WAYS))),
    ]
)
"""What is counted in a game: win shares (sixtieths), metrics, the score after each round as if the game ended there (after the
last one it stays), how each item was used."""
