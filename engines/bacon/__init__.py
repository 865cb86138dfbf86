"""Bacon: a climbing game with wilds and bombs, for two teams or each for himself."""

from engines.bacon.declaration import GAME as GAME
