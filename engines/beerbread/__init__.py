"""Beer & Bread: two villages share fields, brew and bake for six years, and score their lower good."""

from engines.beerbread.declaration import GAME as GAME
