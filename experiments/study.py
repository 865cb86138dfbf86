"""A study: everything that fixes which games are played. It is small, can be sent to worker processes, and can be saved."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import Game, Mode, UsageError, find_game, unknown_name
from engines.tally import Counts
from experiments.design import (
    Design,
    Lineup,
    all_lineups,
    challenge_lineups,
    invader_lineups,
    mirror_lineups,
    mixed_lineups,
    pair_lineups,
)
from strategies.api import Player
from strategies.loading import file_digest, parse_players

DESIGNS = ("line-ups", "pairs", "mixed", "mirror", "challenge", "invader")
"""How players are put together: every choice of one a side; every two; random line-ups of all; each against himself; the first
against each of the others; the second on one side and the first on all others."""


@dataclass(frozen=True)
class Ban:
    """An item that may not be used in some ways, by one player (his number) or by all (None). spec: as the user wrote it."""

    spec: str
    item: str
    ways: tuple[str, ...]
    player: int | None


@dataclass(frozen=True)
class Study:
    """A game with its mode, rules and edition, the players' specs, who meets whom, what is forbidden, and the seed.

    Given (study, game index), a game is fixed.
    """

    game_name: str
    mode_name: str
    player_count: int
    rules: tuple[tuple[str, str], ...]
    edition_path: str | None
    edition_sha256: str | None
    specs: tuple[str, ...]
    file_sha256: tuple[tuple[str, str], ...]
    design_name: str
    lineups: tuple[Lineup, ...]
    seed: int
    bans: tuple[Ban, ...] = ()

    @functools.cached_property
    def game(self) -> Game:
        """The game's declaration."""
        return find_game(self.game_name)

    @functools.cached_property
    def mode(self) -> Mode:
        """How the game is seated."""
        return self.game.find_mode(self.mode_name, self.player_count)

    @functools.cached_property
    def edition(self) -> Any:
        """The card tables. Raises UsageError if the file is no longer that of the study."""
        edition = self.game.load_edition(self.edition_path)
        if edition is not None and edition.info.sha256 != self.edition_sha256:
            raise UsageError(f"{self.edition_path}: the edition has changed since the study was made.")
        return edition

    @functools.cached_property
    def players(self) -> list[Player]:
        """The strategies with their weights. Raises UsageError if a file of the user's own, strategy or game, has changed."""
        for path, digest in self.file_sha256:
            if file_digest(path) != digest:
                raise UsageError(f"{path}: the file has changed since the study was made.")
        return parse_players(list(self.specs), self.game)

    def forbidden(self, lineup: Lineup) -> Counts:
        """What is forbidden to each side of a line-up: [sides, items], bit w for way w."""
        items = [item.name for item in self.game.items(self.edition)]
        masks = np.zeros((len(lineup), len(items)), np.int64)
        for ban in self.bans:
            bits = sum(1 << self.game.item_ways.index(way) for way in ban.ways)
            numbers = [number for number, name in enumerate(items) if name == ban.item]
            for side, player in enumerate(lineup):
                if ban.player in (None, player):
                    masks[side, numbers] |= bits
        return masks

    @functools.cached_property
    def design(self) -> Design:
        """Who sits where."""
        return Design(self.mode, self.lineups)

    def __getstate__(self) -> dict[str, Any]:
        """Only the fields travel to workers, not what is derived from them."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}


def make_study(
    *,
    game_name: str,
    mode_name: str | None = None,
    player_count: int | None = None,
    rules: dict[str, str] | None = None,
    edition_path: str | None = None,
    specs: list[str] | None = None,
    design: str = "line-ups",
    bans: Sequence[str] = (),
    seed: int,
) -> Study:
    """A study from what a user asked for; every name and value is checked. Raises UsageError."""
    game = find_game(game_name)
    mode = game.find_mode(mode_name, player_count)
    settled = game.settle_rules(rules or {})
    edition = game.load_edition(edition_path)
    chosen = list(specs) if specs else list(game.default_lineup[mode.name][: mode.side_count])
    players = parse_players(chosen, game)
    own = {file for player in players for file in (player.strategy.file, player.weights_file) if file is not None}
    files = sorted(own | set(game.source_files))
    return Study(
        game_name=game_name,
        mode_name=mode.name,
        player_count=mode.players,
        rules=tuple(settled.items()),
        edition_path=edition_path,
        edition_sha256=None if edition is None else edition.info.sha256,
        specs=tuple(chosen),
        file_sha256=tuple((path, file_digest(path)) for path in files),
        design_name=design,
        lineups=make_lineups(design, mode, len(players), seed),
        seed=seed,
        bans=tuple(parse_ban(text, game, edition, players) for text in bans),
    )


def make_lineups(design: str, mode: Mode, players: int, seed: int) -> tuple[Lineup, ...]:
    """The line-ups of a design (one of DESIGNS) for so many players. Raises UsageError if they are too few."""
    if design in ("pairs", "challenge"):
        if players < 2:
            raise UsageError("a comparison needs at least two strategies.")
        return pair_lineups(mode, players) if design == "pairs" else challenge_lineups(mode, players)
    if design == "mixed":
        return mixed_lineups(mode, players, seed)
    if design == "mirror":
        return mirror_lineups(mode, players)
    if design == "invader":
        if players != 2:
            raise UsageError(f"an invasion takes two strategies, not {players}.")
        return invader_lineups(mode)
    return all_lineups(mode, players)


def parse_ban(text: str, game: Game, edition: Any, players: Sequence[Player]) -> Ban:
    """The ban that a user wrote: ITEM, ITEM:WAY, or either with @STRATEGY. Raises UsageError."""
    head, at, label = text.rpartition("@") if "@" in text else (text, "", "")
    labels = [player.label for player in players]
    if at and label not in labels:
        raise unknown_name("strategy in this study", label, labels)
    names = [entry.name for entry in game.items(edition) if entry.name]
    item, colon, way = head, "", ""
    if head not in names and ":" in head:
        item, colon, way = head.rpartition(":")
    if item not in names:
        raise unknown_name(f"item of {game.title}", item, names)
    if colon and way not in game.chosen_ways:
        raise unknown_name("way of use that a player can choose", way, list(game.chosen_ways))
    return Ban(text, item, (way,) if colon else game.chosen_ways, labels.index(label) if at else None)
