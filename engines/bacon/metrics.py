"""What is counted in a match of Bacon.

The ranges hold for all modes and all values of the rules. In a deal a seat has at most 18 cards (solo 3), all seats 84 (with
six). A play takes a card or more, so a seat plays as often as it has cards at most, and passes at most once on each play of
the others (who hold 70 cards with six). So there are at most 84 x 6 turns in a deal; and after each play a lead to give, two
mates to ask, and for each card a choice of suit. A match has at most `MOST_DEALS` deals, and before the last one no side has
reached the target.
"""

from __future__ import annotations

from engines.game import Metric

SEAT_METRICS = (
    Metric("score", "points", "the side's points at the end of the match", 95),
    Metric("first_outs", "deals", "out first", 20),
    Metric("double_wins", "deals", "first and second place went to the own team", 20),
    Metric("places", "places", "places summed over the deals", 120),
    Metric("plays", "plays", "cards played, leads included", 360),
    Metric("passes", "passes", "passes, forced ones included", 1400),
    Metric("leads", "plays", "tricks led", 360),
    Metric("tricks_won", "tricks", "piles cleared after an own play", 360),
    Metric("leads_given", "times", "let a partner lead after the pile was cleared", 360),
    Metric("quads", "bombs", "bombs of four of a rank", 80),
    Metric("straight_flushes", "bombs", "bombs of five consecutive ranks of a suit", 60),
    Metric("quints", "bombs", "bombs of five of a rank", 60),
    Metric("stretch_flushes", "bombs", "bombs of six consecutive ranks of a suit", 60),
    Metric("hexes", "bombs", "bombs of six of a rank", 60),
    Metric("wilds_single", "wilds", "played alone, as the highest single", 40),
    Metric("wilds_pair", "wilds", "played as the highest pair", 40),
    Metric("wilds_filler", "wilds", "played with other cards in an ordinary play", 40),
    Metric("wilds_bomb", "wilds", "played in a bomb", 40),
    Metric("cards_left", "cards", "held when deals ended, wilds included", 360),
)

GAME_METRICS = (
    Metric("decisions", "decisions", "turns to act, forced passes included, and other points with a choice", 16800),
    Metric("turns", "turns", "turns to act, forced passes included", 10080),
    Metric("forced", "turns", "turns to act with one option", 10080),
    Metric("deals", "deals", "deals played", 20),
    Metric("plays", "plays", "plays of all players", 1680),
    Metric("tricks", "tricks", "piles cleared; the one on which a deal ends is not", 1680),
    Metric("bombs", "bombs", "bombs of all players", 420),
    Metric("deal_points", "points", "points scored by all sides", 426),
    Metric("mate_second", "deals", "the best mate of the player out first came in second", 20),
    Metric("mate_third", "deals", "the best mate of the player out first came in third", 20),
    Metric("mate_fourth", "deals", "the best mate of the player out first came in fourth", 20),
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
