"""What is counted in a match of Bacon."""

from __future__ import annotations

from engines.game import Metric

SEAT_METRICS = (
    Metric("score", "points", "the side's points at the end of the match", 63),
    Metric("first_outs", "deals", "out first", 15),
    Metric("double_wins", "deals", "first and second place went to the own team", 15),
    Metric("places", "places", "places summed over the deals", 63),
    Metric("plays", "plays", "cards played, leads included", 255),
    Metric("passes", "passes", "passes, forced ones included", 511),
    Metric("leads", "plays", "tricks led", 255),
    Metric("tricks_won", "tricks", "piles cleared after an own play", 255),
    Metric("leads_given", "times", "let a partner lead after the pile was cleared", 255),
    Metric("quads", "bombs", "bombs of four of a rank", 63),
    Metric("straight_flushes", "bombs", "bombs of five consecutive ranks of a suit", 63),
    Metric("quints", "bombs", "bombs of five of a rank", 63),
    Metric("stretch_flushes", "bombs", "bombs of six consecutive ranks of a suit", 63),
    Metric("hexes", "bombs", "bombs of six of a rank", 63),
    Metric("wilds_single", "wilds", "played alone, as the highest single", 31),
    Metric("wilds_pair", "wilds", "played as the highest pair", 31),
    Metric("wilds_filler", "wilds", "played with other cards in an ordinary play", 31),
    Metric("wilds_bomb", "wilds", "played in a bomb", 31),
    Metric("cards_left", "cards", "held when deals ended, wilds included", 255),
)

GAME_METRICS = (
    Metric("decisions", "decisions", "turns to act, forced passes included, and other points with a choice", 8191),
    Metric("turns", "turns", "turns to act, forced passes included", 4095),
    Metric("forced", "turns", "turns to act with one option", 4095),
    Metric("deals", "deals", "deals played", 15),
    Metric("plays", "plays", "plays of all players", 1023),
    Metric("tricks", "tricks", "piles cleared; the one on which a deal ends is not", 1023),
    Metric("bombs", "bombs", "bombs of all players", 511),
    Metric("deal_points", "points", "points scored by all sides", 127),
    Metric("mate_second", "deals", "the best mate of the player out first came in second", 15),
    Metric("mate_third", "deals", "the best mate of the player out first came in third", 15),
    Metric("mate_fourth", "deals", "the best mate of the player out first came in fourth", 15),
    Metric("early_end", "matches", "the last deal was stopped, because nothing could change the result", 1),
    Metric("shared_win", "matches", "several sides had the highest score", 1),
)
"""Deals that were stopped early are left out of the three counts of mates."""

ITEM_WAYS = ("led", "played")
"""An item is a type of play: how often it opened a trick, and how often it was played at all."""

(
    SCORE, FIRST_OUTS, DOUBLE_WINS, PLACES, PLAYS, PASSES, LEADS, TRICKS_WON, LEADS_GIVEN, QUADS, STRAIGHT_FLUSHES, QUINTS,
    STRETCH_FLUSHES, HEXES, WILDS_SINGLE, WILDS_PAIR, WILDS_FILLER, WILDS_BOMB, CARDS_LEFT,
) = range(len(SEAT_METRICS))  # fmt: skip
(
    DECISIONS, TURNS, FORCED, DEALS, ALL_PLAYS, TRICKS, BOMBS, DEAL_POINTS, MATE_SECOND, MATE_THIRD, MATE_FOURTH, EARLY_END,
    SHARED_WIN,
) = range(len(GAME_METRICS))  # fmt: skip
LED, PLAYED = range(len(ITEM_WAYS))
