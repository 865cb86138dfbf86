"""What is counted in a game of Beer & Bread."""

from __future__ import annotations

from engines.game import Metric

SEAT_METRICS = (
    Metric("score", "coins", "the lower of beer and bread total", 255),
    Metric("beer", "coins", "beer total with coin upgrades", 255),
    Metric("bread", "coins", "bread total with coin upgrades", 255),
    Metric("coin_bonus", "coins", "what coin upgrades added to both totals", 511),
    Metric("harvests", "actions", "harvest and store", 63),
    Metric("beers_sold", "cards", "beer cards produced and sold", 63),
    Metric("breads_sold", "cards", "bread cards produced and sold", 63),
    Metric("upgrades", "cards", "upgrades tucked", 63),
    Metric("exchanges", "cards", "hand cards exchanged with the row in dry years", 63),
    Metric("cleaned", "cards", "sold cards moved to the plaza", 63),
    Metric("tokens_harvested", "tokens", "taken by harvest actions, extras included", 511),
    Metric("tokens_from_upgrades", "tokens", "taken by H1, H5 and brooms", 255),
    Metric("tokens_offered", "tokens", "offered to the opponent for lack of space", 511),
    Metric("tokens_accepted", "tokens", "accepted from the opponent's offers", 511),
    Metric("tokens_lost", "tokens", "offered, not accepted, returned to the supply", 511),
    Metric("tokens_left", "tokens", "in storage at the end", 127),
    Metric("windmill_years", "years", "years begun with the windmill", 15),
)

GAME_METRICS = (
    Metric("decisions", "decisions", "turns to act and other points with a choice", 511),
    Metric("fruitful_options", "plays", "legal plays, summed over the turns of fruitful years", 2047),
    Metric("dry_options", "plays", "legal plays, summed over the turns of dry years", 4095),
    Metric("fruitful_turns", "turns", "turns in fruitful years", 63),
    Metric("dry_turns", "turns", "turns in dry years", 63),
    Metric("reshuffles", "times", "the discards became a new deck", 63),
    Metric("level_scores", "games", "equal scores, decided by a tie-break", 1),
)

ITEM_WAYS = ("harvested", "sold", "tucked", "passed_on")

(
    SCORE, BEER_TOTAL, BREAD_TOTAL, COIN_BONUS, HARVESTS, BEERS_SOLD, BREADS_SOLD, UPGRADES, EXCHANGES, CLEANED,
    TOKENS_HARVESTED, TOKENS_FROM_UPGRADES, TOKENS_OFFERED, TOKENS_ACCEPTED, TOKENS_LOST, TOKENS_LEFT, WINDMILL_YEARS,
) = range(len(SEAT_METRICS))  # fmt: skip
DECISIONS, FRUITFUL_OPTIONS, DRY_OPTIONS, FRUITFUL_TURNS, DRY_TURNS, RESHUFFLES, LEVEL_SCORES = range(len(GAME_METRICS))
HARVESTED, SOLD, TUCKED, PASSED_ON = range(len(ITEM_WAYS))
