"""The largest values of the rules that are numbers: what arrays and metrics must hold."""

from __future__ import annotations

MOST_YEARS = 10
MOST_HAND = 7
MOST_ROW = 5
MOST_STORAGE = 30
MOST_PLACES = 5
"""Brewery or bakery spaces at the start."""

MOST_PLAYS = MOST_HAND + 1
"""Plays of a player in a year. One more than the hand: where hands are of an even size, a card that was reserved may come
back to its owner after the last pair of turns (with an odd size he holds it in the last pair)."""
