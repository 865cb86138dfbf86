"""Strategies: who plays. One module a game, and the means by which users write and name their own."""
