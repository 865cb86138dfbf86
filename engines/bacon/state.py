"""Everything there is in a match of Bacon, as records; the stages of a deal; what a seat can see.

Cards are held in words of four lanes of 16 bits: lane s is suit s, bit r of it the card of rank r. There are two copies of
each card, so a hand takes two words: `one` has the cards of which at least one copy is held, `both` those of which two are.
Sets of seats are words too: bit s is seat s.
"""

from __future__ import annotations

import numpy as np

from engines.bacon.actions import RANKING_CODES
from engines.bacon.metrics import GAME_METRICS, ITEM_WAYS, SEAT_METRICS
from engines.bacon.modes import MOST_DEALS, MOST_WILDS
from engines.bacon.play_types import PLAY_TYPES
from engines.records import aligned
from engines.rng import STREAM

SEATS = 6
DECK_SLOTS = 72
TYPES = len(PLAY_TYPES)
SUITS = 4
LANE_BITS = 16
LANE = np.uint64(0xFFFF)
COLUMN = np.uint64(0x0001000100010001)
NOBODY = -1

# The words in which the plays of a hand are kept.
RUNS_WORD = 0
GROUPS_WORD = 1
FLUSH_WORD = 2
PLAY_WORDS = 3
WORD_BITS = 64

# Decisions: stages at which a player is asked.
OVER = 0
PLAY = 1
GIVE_LEAD = 2
WANT_LEAD = 3
SPEND = 4
LAST_DECISION = SPEND

# Stages that run by themselves.
DEAL_HANDS = 5
NEXT_TURN = 6
GO_OUT = 7
CLEAR_PILE = 8
DEAL_END = 9
MATCH_END = 10

STAGE_NAMES = (
    "over", "play", "give_lead", "want_lead", "spend", "deal_hands", "next_turn", "go_out", "clear_pile", "deal_end",
    "match_end",
)  # fmt: skip

HELD_LEVELS = 9
"""At most eight copies of a rank can be held: two in each of four suits."""

CARD_TABLES = aligned(
    [
        ("players", "i8"),
        ("team_play", "i8"),
        ("ranks", "i8"),
        ("suits", "i8"),
        ("dealt", "i8"),
        ("wilds", "i8"),
        ("target", "i8"),
        ("deals", "i8"),
        ("worth", "i8", (SEATS + 1,)),
        ("highest", "i8"),
        ("natural_flush_is_bomb", "i8"),
        ("all_cards", "u8"),
        ("tops", "u8"),
        ("end", "u8"),
        ("wild_alone", "u8", (MOST_WILDS + 1,)),
        ("length", "i8", (TYPES,)),
        ("height", "i8", (TYPES,)),
        ("shift", "u8", (TYPES,)),
        ("move", "i4", (PLAY_WORDS, WORD_BITS)),
        ("beats", "u8", (RANKING_CODES, PLAY_WORDS)),
    ]
)
"""The mode's numbers as the rules have them, and the tables of plays.

Each player is dealt `dealt` cards and `wilds` wilds. `worth[p]`: what place p counts; `deals`: the most deals of a match.
`highest`: the highest top of a sequence, R + 1 or R (rule `x_extends`); in a lane, `tops` has the bits up to it and `end` its
bit. `wild_alone[w]`: the plays of w wilds alone, as bits of the runs word. `length[type]` ranks of `height[type]` copies;
`shift[type]` is how far bit r is shifted to stand for the play with top r in its word. `move[word, bit]`: the packed play,
without its wilds. `beats[ranking, word]`: the plays that beat what lies on the pile (row 0: the empty pile, so all)."""

SETUP = aligned(
    [
        ("cards", CARD_TABLES),
        ("ask_for_lead", "i8"),
        ("ask_for_cards", "i8"),
        ("deck_size", "i8"),
        ("deck", "i1", (DECK_SLOTS,)),
        ("side", "i1", (SEATS,)),
        ("mates", "u8", (SEATS,)),
        ("forbids", "i8"),
        ("forbidden", "u1", (SEATS, TYPES)),
    ]
)
"""Rules and tables: read by kernels, never written. `deck`: the bit of each numbered card; `mates[seat]`: the seats of his
side, himself included. `forbids`: whether anything is forbidden; `forbidden[side, type]` has bit w if that side shall not use
that type of play in way w (see `options.permitted`)."""

HAND = aligned(
    [
        ("one", "u8"),
        ("both", "u8"),
        ("wilds", "i8"),
        ("size", "i8"),
        ("at_least", "u8", (HELD_LEVELS,)),
        ("plays", "u8", (MOST_WILDS + 1, PLAY_WORDS)),
    ]
)
"""The cards of one player, and what follows from them (see `combinations.find_plays`): `at_least[n]` has bit r if he holds n
cards of rank r or more, wilds aside; `plays[w, word]` are his plays with w wilds. `size` counts wilds too."""

PLAYER = aligned(
    [("size", "i1"), ("wilds", "i1"), ("place", "i1"), ("side", "i1"), ("seat", "i1"), ("wants", "i1"), ("score", "i2")]
)
"""What all know of a player: cards and wilds held, his place in this deal once he is out (else 0), his side, his seat, whether
he wants the lead (0 not asked, 1 no, 2 yes), the points of his side."""

STATE = aligned(
    [
        ("stage", "i8"),
        ("actor", "i8"),
        ("deal", "i8"),
        ("starter", "i8"),
        ("pile", "i8"),
        ("pile_owner", "i8"),
        ("passed", "u8"),
        ("holding", "u8"),
        ("may_lead", "u8"),
        ("outs", "i8"),
        ("first_out", "i8"),
        ("ended_early", "i8"),
        ("played_one", "u8"),
        ("played_both", "u8"),
        ("spend_move", "i8"),
        ("spend_rank", "i8"),
        ("spend_copy", "i8"),
        ("spend_suit", "i8"),
        ("spend_wilds", "i8"),
        ("spend_one", "u8"),
        ("spend_both", "u8"),
        ("deck", STREAM),
        ("order", "i1", (DECK_SLOTS,)),
        ("player", PLAYER, (SEATS,)),
        ("hand", HAND, (SEATS,)),
    ]
)
"""A match. `stage` says what comes next; `actor` who is asked, where that is a decision. `pile` is the play to beat, or PASS
for an empty pile, `pile_owner` who played it. Sets of seats: `passed` since the last play, `holding` cards, `may_lead` next as
the giver decides. `outs`: players out in this deal. `played_one` and `played_both`: the cards played in this deal. The
`spend` fields: a play of which the cards are being chosen, rank by rank (rule suits=all): the next card is copy `spend_copy`
of `spend_rank`, of suit `spend_suit` or later, with `spend_wilds` still to be used; `spend_one` and `spend_both` are chosen.
`deck` is the stream from which all deals of the match are drawn, in turn."""

WORK_HANDS = 8
"""Hands that a strategy can write down while it thinks."""

VIEW = aligned(
    [
        ("cards", CARD_TABLES),
        ("decision", "i8"),
        ("seat", "i8"),
        ("deal", "i8"),
        ("starter", "i8"),
        ("pile", "i8"),
        ("pile_owner", "i8"),
        ("passed", "u8"),
        ("holding", "u8"),
        ("mates", "u8"),
        ("may_lead", "u8"),
        ("played_one", "u8"),
        ("played_both", "u8"),
        ("unseen_one", "u8"),
        ("unseen_both", "u8"),
        ("spend_move", "i8"),
        ("spend_rank", "i8"),
        ("spend_copy", "i8"),
        ("spend_suit", "i8"),
        ("spend_wilds", "i8"),
        ("spend_one", "u8"),
        ("spend_both", "u8"),
        ("me", HAND),
        ("player", PLAYER, (SEATS,)),
        ("work", HAND, (WORK_HANDS,)),
        ("setup", SETUP),
    ]
)
"""What a player knows, with perfect memory. Seats are counted clockwise from himself: seat 0 is he.

`seat` is his place at the table; `deal` counts from 1. `pile` is the play to beat (PASS: none, so he leads), `pile_owner` who
played it (NOBODY if the pile is empty; on `give_lead` and `want_lead` the giver). `mates`: the seats of his side, his own
included; `may_lead`: who may lead next, on `give_lead` and `want_lead`. `played`: cards played in this deal; `unseen`: those
that the others hold, or that were not dealt (rule hand_size). `cards` is a copy of the tables, `setup` of all rules, for
playing on in thought (what is forbidden to sides is left out: it shows in the options). `work` is work space for a strategy
that looks ahead with `copies.hand_after`; what it holds means nothing."""

MOVE_SLOTS = 520
"""At most one of each play with 0, 1 and 2 wilds, and a pass: 3 x (90 + 30 + 4 x 13) + 1 = 517."""

MOVES = aligned([("move", "i4", (MOVE_SLOTS,))])
"""The options of a decision, packed (see `actions`)."""

OUTCOME = aligned(
    [
        ("share", "i2", (SEATS,)),
        ("unfinished", "i2"),
        ("game", "i2", (len(GAME_METRICS),)),
        ("seat", "i2", (SEATS, len(SEAT_METRICS))),
        ("round_score", "i2", (SEATS, MOST_DEALS)),
        ("item", "i2", (SEATS, TYPES, len(ITEM_WAYS))),
    ]
)
"""What is counted in a match: win shares of the seats' sides (sixtieths), metrics, the side's score after each deal (after the
last one it stays), how often each type of play was used."""
