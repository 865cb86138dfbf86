"""Everything there is in a game of Beer & Bread, as records; the stages of a year; what a seat can see.

Sets of cards are words of 60 bits: bit c is the card in row c of the edition. Resources are counted in the order wheat,
barley, rye, hops, water. Fields named `field` hold the four fields and, as the fifth, the river.
"""

from __future__ import annotations

import numpy as np

from engines.beerbread.limits import MOST_PLAYS, MOST_ROW, MOST_YEARS
from engines.beerbread.metrics import GAME_METRICS, ITEM_WAYS, SEAT_METRICS
from engines.records import aligned

SEATS = 2
CARDS = 60
ALL_CARDS = np.uint64((1 << CARDS) - 1)
RESOURCES = 5
GRAINS = 4
WHEAT, BARLEY, RYE, HOPS, WATER = range(RESOURCES)
BEER, BREAD = 0, 1
BANDS = 3
TOKENS = (18, 18, 15, 15, 18)

# Decisions: stages at which a player is asked.
OVER = 0
PLAY = 1
PAY = 2
SURPLUS = 3
ACCEPT = 4
RESERVE = 5
REPLACE = 6
DISCARD_BACK = 7
LAST_DECISION = DISCARD_BACK

# Stages that run by themselves, in the order of a year.
SEEDING = 8
SEED_GAINS = 9
TAKE_BACK = 10
DISCARD_BACK_NEXT = 11
DRAW_HANDS = 12
TURN_UP_ROW = 13
REPLACE_NEXT = 14
TURN_START = 15
FOLLOW_HARVEST = 16
TUCK_AFTER_CLEANING = 17
TURN_END = 18
RESERVE_NEXT = 19
SWAP_HANDS = 20
WINDMILL = 21

STAGE_NAMES = (
    "over", "play", "pay", "surplus", "accept", "reserve", "replace", "discard_back", "seeding", "seed_gains", "take_back",
    "discard_back_next", "draw_hands", "turn_up_row", "replace_next", "turn_start", "follow_harvest", "tuck_after_cleaning",
    "turn_end", "reserve_next", "swap_hands", "windmill",
)  # fmt: skip

CARD_TABLES = aligned(
    [
        ("type", "i1", (CARDS,)),
        ("kind", "i1", (CARDS,)),
        ("coins", "i1", (CARDS,)),
        ("icon", "i1", (CARDS, RESOURCES)),
        ("need", "i1", (CARDS, RESOURCES)),
        ("need_lanes", "u8", (CARDS,)),
        ("upgrade", "i1", (CARDS,)),
        ("param1", "i1", (CARDS,)),
        ("param2", "i1", (CARDS,)),
        ("of_type", "u8", (2,)),
        ("of_kind", "u8", (2, BANDS)),
        ("of_band", "u8", (BANDS,)),
    ]
)
"""The edition: one entry a card. `upgrade` is the row of the effect in `edition.UPGRADES`; `need_lanes` the recipe, a byte a
resource; `of_type[t]`, `of_kind[t, k]`, `of_band[k]` the sets of cards of a type, of a kind, of a value band."""

SETUP = aligned(
    [
        ("cards", CARD_TABLES),
        ("field_exact", "i8"),
        ("column_all", "i8"),
        ("clean_first", "i8"),
        ("windmill_during", "i8"),
        ("seed_number", "i8", (2, GRAINS)),
        ("hand_size", "i8"),
        ("row_size", "i8"),
        ("years", "i8"),
        ("storage_spaces", "i8"),
        ("brewery_spaces", "i8"),
        ("bakery_spaces", "i8"),
        ("forbids", "i8"),
        ("forbidden", "u1", (SEATS, CARDS)),
    ]
)
"""Rules and card tables: read by kernels, never written. `seed_number[0]` is for fruitful years, `[1]` for dry ones.
`forbidden[side, card]` has a bit for each way of use (bit w: `ITEM_WAYS[w]`) that is forbidden to a side; `forbids` is 1 if
any is."""

SEAT = aligned(
    [
        ("hand", "u8"),
        ("reserved", "u8"),
        ("known", "u8"),
        ("harvested", "u8"),
        ("in_place", "u8"),
        ("plaza", "u8"),
        ("tucked", "u8"),
        ("storage", "i1", (RESOURCES,)),
        ("column", "i1", (RESOURCES,)),
        ("space", "i2"),
        ("water_space", "i2"),
        ("room", "i1", (2,)),
        ("replace", "i1"),
        ("reserve", "i1"),
        ("draw_last", "i1"),
        ("discard_back", "i1"),
        ("seed_gain", "i1", (RESOURCES,)),
        ("from_supply", "i1", (RESOURCES,)),
        ("extra", "i1", (RESOURCES, RESOURCES)),
        ("extras", "i1"),
        ("follow_water", "i1"),
        ("swap", "i1", (RESOURCES, RESOURCES, 2)),
        ("swaps", "i1"),
        ("broom_water", "i1", (2,)),
        ("broom_only", "i1", (2, RESOURCES)),
        ("broom_both", "i1"),
        ("band_coin", "i1", (BANDS,)),
        ("pair_coin", "i1", (2,)),
        ("more_upgrades", "i1"),
        ("more_tokens", "i1"),
        ("all_kinds", "i1", (2,)),
    ]
)
"""One player. Sets of cards: `hand` (a card reserved by the other may travel in it), `reserved` (S2, wherever it travels),
`known` (hidden cards whose face he has seen), `harvested` this year, sold cards `in_place` and on the `plaza`, `tucked`
upgrades. `column[r]` icons in the harvest column that one more of r would match.
Then what his upgrades give: spaces (base included), `room[type]` of brewery and bakery, copies of S1, S2, S3, S4,
`seed_gain` H1, `from_supply` H2, `extra[trigger, resource]` H3 and H4, `follow_water` H5, `swap[from, to, ratio - 2]` C3
and C4, `broom_water[type]` B1 and B2, `broom_only[type, resource]` B3 and B4, `broom_both` B5, `band_coin` E1 to E3,
`pair_coin[type]` E4 and E5, `more_upgrades` E6, `more_tokens` E7, `all_kinds[type]` E9 and E8."""

STATE = aligned(
    [
        ("stage", "i8"),
        ("actor", "i8"),
        ("year", "i8"),
        ("turn", "i8"),
        ("holder", "i8"),
        ("holder_in_year", "i8"),
        ("active", "i8"),
        ("cursor", "i8"),
        ("resume", "i8"),
        ("replacing", "i8"),
        ("returned", "u8"),
        ("drew_last", "i8"),
        ("took_water", "i8"),
        ("pending_card", "i8"),
        ("pending_given", "i8"),
        ("pay_floor", "i8"),
        ("reshuffles", "i8"),
        ("reshuffled", "u8"),
        ("row", "u8"),
        ("discards", "u8"),
        ("deck_size", "i8"),
        ("deck_next", "i8"),
        ("drawn", "i8"),
        ("deck", "i1", (CARDS,)),
        ("due", "i1", (RESOURCES,)),
        ("supply", "i1", (RESOURCES,)),
        ("field", "i1", (RESOURCES,)),
        ("offered", "i1", (RESOURCES,)),
        ("seat", SEAT, (SEATS,)),
    ]
)
"""A game. `stage` says what comes next; `actor` who is asked, where that is a decision. `deck[deck_next : deck_size]` is the
deck, top first; `reshuffled` the discards of which it was last made. Seat 0 holds the windmill first."""

VIEW = aligned(
    [
        ("cards", CARD_TABLES),
        ("decision", "i8"),
        ("seat", "i8"),
        ("year", "i8"),
        ("years", "i8"),
        ("hand_size", "i8"),
        ("fruitful", "i8"),
        ("turn", "i8"),
        ("turns_left", "i8"),
        ("has_windmill", "i8"),
        ("column_all", "i8"),
        ("excess", "i8"),
        ("pending_card", "i8"),
        ("hand", "u8"),
        ("other_hand", "u8"),
        ("row", "u8"),
        ("discards", "u8"),
        ("reshuffled", "u8"),
        ("unseen", "u8"),
        ("other_hidden", "i1", (2,)),
        ("reserved_here", "i1", (2,)),
        ("deck_size", "i8"),
        ("deck_top_type", "i8"),
        ("supply", "i1", (RESOURCES,)),
        ("field", "i1", (RESOURCES,)),
        ("offered", "i1", (RESOURCES,)),
        ("due", "i1", (RESOURCES,)),
        ("seed_number", "i1", (2, GRAINS)),
        ("drew_last", "i8"),
        ("shown", "u8"),
        ("reserved_there", "i1", (2,)),
        ("me", SEAT),
        ("other", SEAT),
        ("setup", SETUP),
    ]
)
"""What a player knows, with perfect memory.

`hand`: the own cards that he may play; `other_hand`: cards that he knows to be in the other hand; `other_hidden[type]`:
further cards there, of which he sees the backs, `reserved_there[type]` of them reserved by the other; `reserved_here[type]`:
backs in his own hand that the other reserved; `shown`: own hand cards that the other knows;
`unseen`: cards that may be any of those hidden or in the deck; `reshuffled`: the discards that were last made the deck (a card
of `unseen` outside it was drawn before); `deck_top_type` is -1 for an empty deck. `me` and `other` are
the players as the table shows them: in `other` the sets `hand`, `reserved` and `known` are empty. `excess`: tokens still to
be offered (surplus). `turns_left`: own turns of this year that have not begun. `due`: what is still to be paid (pay).
`seed_number[0]` are the numbers to which a fruitful year fills the fields, `[1]` a dry one. `cards` is a copy of the card
tables; `setup` has them too, with all rules, as the engine's kernels take them: for strategies that play on. `drew_last`: 1 if
who has the turn drew by S3."""

MOVE_SLOTS = 3 * MOST_PLAYS * (1 + MOST_ROW)
"""Plays in a dry year: 3 actions for each hand card, and for each card of the row with each hand card given."""

MOVES = aligned([("move", "i4", (MOVE_SLOTS,))])
"""The options of a decision, packed (see `actions`)."""

OUTCOME = aligned(
    [
        ("share", "i4", (SEATS,)),
        ("unfinished", "i4"),
        ("game", "i4", (len(GAME_METRICS),)),
        ("seat", "i4", (SEATS, len(SEAT_METRICS))),
        ("round_score", "i4", (SEATS, MOST_YEARS)),
        ("item", "i1", (SEATS, CARDS, len(ITEM_WAYS))),
    ]
)
"""What is counted in a game: win shares (sixtieths), metrics, the lower total after each year (the last one for years that
are not played), how each card was used."""
