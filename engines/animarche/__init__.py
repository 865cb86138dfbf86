"""Animarche: two to four shopkeepers draw animals from a shared plaza into their shops for five rounds."""

from engines.animarche.declaration import GAME as GAME
