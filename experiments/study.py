"""A study: everything that fixes which games are played. It is small, can be sent to worker processes, and can be saved."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from engines.game import Game, Mode, UsageError, find_game
from experiments.design import Design, make_design
from strategies.api import Player
from strategies.loading import file_digest, parse_players


@dataclass(frozen=True)
class Study:
    """A game with its mode, rules and edition, the players' specs, and the seed. Given (study, game index), a game is fixed."""

    game_name: str
    mode_name: str
    player_count: int
    rules: tuple[tuple[str, str], ...]
    edition_path: str | None
    edition_sha256: str | None
    specs: tuple[str, ...]
    file_sha256: tuple[tuple[str, str], ...]
    seed: int

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
        """The strategies with their weights. Raises UsageError if a user's file has changed."""
        for path, digest in self.file_sha256:
            if file_digest(path) != digest:
                raise UsageError(f"{path}: the strategy file has changed since the study was made.")
        return parse_players(list(self.specs), self.game)

    @functools.cached_property
    def design(self) -> Design:
        """Who sits where."""
        return make_design(self.mode, len(self.players))

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
    seed: int,
) -> Study:
    """A study from what a user asked for; every name and value is checked. Raises UsageError."""
    game = find_game(game_name)
    mode = game.find_mode(mode_name, player_count)
    settled = game.settle_rules(rules or {})
    edition = game.load_edition(edition_path)
    chosen = list(specs) if specs else list(game.default_lineup[mode.name][: mode.side_count])
    players = parse_players(chosen, game)
    files = sorted({player.strategy.file for player in players if player.strategy.file is not None})
    study = Study(
        game_name=game_name,
        mode_name=mode.name,
        player_count=mode.players,
        rules=tuple(settled.items()),
        edition_path=edition_path,
        edition_sha256=None if edition is None else edition.info.sha256,
        specs=tuple(chosen),
        file_sha256=tuple((path, file_digest(path)) for path in files),
        seed=seed,
    )
    make_design(mode, len(players))
    return study
