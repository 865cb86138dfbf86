"""Animarche: two to four shopkeepers draw animals from a shared plaza, earn, sell and build for five rounds."""
