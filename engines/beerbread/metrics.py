"""What is counted in a game of Beer & Bread."""

from __future__ import annotations

from engines.game import Metric

SEAT_METRICS = (
    Metric("score", "coins", "the lower of beer and bread total", 599),
    Metric("beer", "coins", "beer total with coin upgrades", 1199),
    Metric("bread", "coins", "bread total with coin upgrades", 1199),
    Metric("coin_bonus", "coins", "what coin upgrades added to both totals", 959),
    Metric("harvests", "actions", "harvest and store", 80),
    Metric("beers_sold", "cards", "beer cards produced and sold", 63),
    Metric("breads_sold", "cards", "bread cards produced and sold", 63),
    Metric("upgrades", "cards", "upgrades tucked", 63),
    Metric("exchanges", "cards", "hand cards exchanged with the row in dry years", 63),
    Metric("cleaned", "cards", "sold cards moved to the plaza", 63),
    Metric("tokens_harvested", "tokens", "taken by harvest actions, extras included", 2401),
    Metric("tokens_from_upgrades", "tokens", "taken by H1, H5 and brooms", 840),
    Metric("tokens_offered", "tokens", "offered to the opponent for lack of space", 3241),
    Metric("tokens_accepted", "tokens", "accepted from the opponent's offers", 3241),
    Metric("tokens_lost", "tokens", "offered, not accepted, returned to the supply", 3241),
    Metric("tokens_left", "tokens", "in storage at the end", 127),
    Metric("windmill_years", "years", "years begun with the windmill", 15),
)
"""Each bound holds for every edition and every setting of the rules.

A player has P = 80 plays (`limits.MOST_YEARS * limits.MOST_PLAYS`) and C = 60 cards. Of s sold cards, each of t tucked coin
upgrades adds at most s coins: 9 s + s t with s + t <= 60 and s <= 30 is at most 1,170 for one good; with s sold of each good,
9 s + s t with 2 s + t <= 60 is at most 595 for the lower one; s t alone at most 900. A harvest takes at most 4 k tokens by
its icons, where it is the k-th of its year, and one for each of t tucked H3 or H4: (P - t) (18 + t) tokens in a game, at most
2,401. Whatever else is taken comes from fields and river, which only seeding fills, with at most 84 tokens a year. Offered is
at most what was taken, accepted at most what the other offered.
"""

GAME_METRICS = (
    Metric("decisions", "decisions", "turns to act and other points with a choice", 13999),
    Metric("fruitful_options", "plays", "legal plays, summed over the turns of fruitful years", 2047),
    Metric("dry_options", "plays", "legal plays, summed over the turns of dry years", 6499),
    Metric("fruitful_turns", "turns", "turns in fruitful years", 80),
    Metric("dry_turns", "turns", "turns in dry years", 80),
    Metric("reshuffles", "times", "the discards became a new deck", 799),
    Metric("level_scores", "games", "equal scores, decided by a tie-break", 1),
    Metric("years", "years", "years played", 15),
)
"""Bounds as above. With 60 upgrades between them both players take at most 4,800 + 840 tokens; each may be offered and
accepted by a decision of its own, with a stop for each of 340 batches; 160 plays, 60 recipes of 9 units, 5 years with 10
reservations and 80 cards taken back, 60 copies of S1 in 10 years. A reshuffle needs a draw: 165 for hands and rows, 600 by S1,
10 by S3. A dry turn with h hand cards and a row of 5 has at most 18 h options, h from 8 down to 1.
"""

ITEM_WAYS = ("harvested", "sold", "tucked", "passed_on")
CHOSEN_WAYS = ITEM_WAYS[:3]
"""The ways that are plays, in the order of the actions (`actions.ACTION_NAMES`). What is passed on is only left over."""

(
    SCORE, BEER_TOTAL, BREAD_TOTAL, COIN_BONUS, HARVESTS, BEERS_SOLD, BREADS_SOLD, UPGRADES, EXCHANGES, CLEANED,
    TOKENS_HARVESTED, TOKENS_FROM_UPGRADES, TOKENS_OFFERED, TOKENS_ACCEPTED, TOKENS_LOST, TOKENS_LEFT, WINDMILL_YEARS,
) = range(len(SEAT_METRICS))  # fmt: skip
DECISIONS, FRUITFUL_OPTIONS, DRY_OPTIONS, FRUITFUL_TURNS, DRY_TURNS, RESHUFFLES, LEVEL_SCORES, YEARS_PLAYED = range(
    len(GAME_METRICS)
)
HARVESTED, SOLD, TUCKED, PASSED_ON = range(len(ITEM_WAYS))
