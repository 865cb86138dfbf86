"""The largest values of the rules that are numbers: what arrays and metrics must hold."""

from __future__ import annotations

MOST_ROUNDS = 8
MOST_STARTING_WORKERS = 4
MOST_COIN_CAP = 50
MOST_WOOD_CAP = 30
MOST_MORE_SEATS = 2
MOST_OPEN_ADS = 4
