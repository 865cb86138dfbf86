"""No two purposes share random numbers, and what a strategy draws moves no card and no other player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.compilation import compile_function
from engines.game import Game, Mode, find_game, game_names
from engines.kernels import Table
from engines.records import WEIGHTS
from engines.rng import CHANCE, DECK, SEAT_STREAM, next_word, random_below

PIG = str(Path(__file__).resolve().parents[2] / "examples" / "pig")
GAMES = [find_game(name) for name in (*game_names(), PIG)]
MODES = [(game, mode) for game in GAMES for mode in game.modes]

every_mode = pytest.mark.parametrize(
    ("game", "mode"), MODES, ids=lambda value: value.name if isinstance(value, Game) else f"{value.name}{value.players}"
)


def table_of(game: Game, mode: Mode, seed: int) -> Table:
    return Table(game, mode, game.settle_rules({}), game.load_edition(None), seed)


@every_mode
def test_seats_games_and_seeds_have_streams_of_their_own(game: Game, mode: Mode) -> None:
    """The first words of all streams differ, but for the deck and chance, which a deal has in common in all its rotations."""
    found: dict[tuple[int, ...], set[tuple[object, ...]]] = {}
    for seed in (1, 2):
        table = table_of(game, mode, seed)
        for deal in (0, 1, 2**40):
            for rotation in range(len(mode.rotations)):
                table.kernels.start_streams(table.streams, table.key, deal, rotation)
                assert len(table.streams) == SEAT_STREAM + mode.players
                for number, stream in enumerate(table.streams):
                    words = tuple(int(next_word(stream)) for _ in range(2))
                    shared = number in (DECK, CHANCE)
                    found.setdefault(words, set()).add((seed, deal, number, None if shared else rotation))
    assert [owners for owners in found.values() if len(owners) > 1] == []
    assert len(found) == 2 * 3 * (2 + mode.players * len(mode.rotations))


def thirsty(view, moves, n, weights, rng):
    """Draws as many numbers as its first weight says, and plays by what is on the table alone."""
    for _ in range(int(weights.value[0])):
        random_below(rng, 6)
    return moves.move[n // 2] % n


def at_random(view, moves, n, weights, rng):
    return random_below(rng, n)


@pytest.fixture(scope="module")
def choosers() -> dict[str, tuple[Any, Any]]:
    """For each game one that draws and does not use it, and one that plays at random."""
    return {
        game.name: tuple(
            compile_function(function, game.kernels.CHOOSE, cached=False, checked=False) for function in (thirsty, at_random)
        )
        for game in GAMES
    }


@every_mode
def test_a_strategy_that_draws_more_changes_neither_the_cards_nor_the_others_choices(
    game: Game, mode: Mode, choosers: dict[str, tuple[Any, Any]]
) -> None:
    """It sits on the first side; all the others play at random. All games end alike to the last bit."""
    own, other = choosers[game.name]
    ends = []
    for draws in (0, 1, 7):
        table = table_of(game, mode, 5)
        weights = np.zeros(table.kernels.SIDE_SLOTS, WEIGHTS)
        weights[0]["value"][0] = draws
        outcomes = np.zeros((20, len(mode.rotations)), table.kernels.OUTCOME)
        table.play((own, *[other] * (mode.side_count - 1)), weights, 0, outcomes, len(mode.rotations))
        ends.append(outcomes.tobytes())
    assert ends[0] == ends[1] == ends[2]
