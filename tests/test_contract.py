"""The contract of games, over every registered game, those in `examples/`, and folders that MEEPLECARLO_GAMES names.

And a fingerprint of each registered one, so that a change is seen.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.compilation import compile_function
from engines.game import Game, Mode, find_game, game_names
from engines.records import WEIGHTS
from engines.rng import random_below
from tests.contract import Contract, new_table

EXAMPLES = sorted(path.parent for path in (Path(__file__).resolve().parents[1] / "examples").glob("*/declaration.py"))
FOLDERS = [*map(str, EXAMPLES), *filter(None, os.environ.get("MEEPLECARLO_GAMES", "").split(os.pathsep))]
GAMES = [find_game(name) for name in (*game_names(), *FOLDERS)]
MODES = [(game, mode) for game in GAMES for mode in game.modes]

every_mode = pytest.mark.parametrize(
    ("game", "mode"), MODES, ids=lambda value: value.name if isinstance(value, Game) else f"{value.name}{value.players}"
)


def choose_at_random(view, moves, n, weights, rng):
    return random_below(rng, n)


@pytest.fixture(scope="session")
def choosers() -> dict[str, Any]:
    """A uniformly random strategy for each game."""
    return {game.name: compile_function(choose_at_random, game.kernels.CHOOSE, cached=False, checked=False) for game in GAMES}


@every_mode
@pytest.mark.parametrize(
    "clause",
    [
        "kernels_offer_what_is_promised",
        "random_games_end",
        "rounds_are_counted_and_scores_stay_after_the_last",
        "finished_games_stay_finished",
        "illegal_moves_are_refused",
        "equal_choices_give_equal_games",
        "views_are_of_the_seat_to_act",
        "transcripts_end_as_the_game",
    ],
)
def test_a_game_holds_its_contract(game: Game, mode: Mode, clause: str) -> None:
    getattr(Contract(game, mode), clause)()


@every_mode
@pytest.mark.parametrize(
    "clause", ["compiled_play_equals_stepping", "a_game_that_does_not_end_is_shared", "equal_strategies_win_equally"]
)
def test_compiled_play_holds_it_too(game: Game, mode: Mode, clause: str, choosers: dict[str, Any]) -> None:
    getattr(Contract(game, mode), clause)(choosers[game.name])


FINGERPRINTS = {
    ("beerbread", "duel", 2): "07abd9532d9257a7",
    ("bacon", "team", 4): "3e0f2178e8e58a1a",
    ("bacon", "team", 6): "14a14f84e71a3c08",
    ("bacon", "solo", 3): "48a61451a48ae83c",
    ("bacon", "solo", 4): "5c0046ac056622d9",
    ("bacon", "solo", 5): "7e874abfd4681ac6",
    ("bacon", "solo", 6): "c5e4b478f0809b8f",
    ("animarche", "market", 4): "1ec42a34bd69c246",
    ("animarche", "market", 3): "a251a52510a10a5a",
    ("animarche", "market", 2): "da7552ae177058df",
}


@pytest.mark.parametrize(
    ("game", "mode"), [(game, mode) for game, mode in MODES if not game.folder], ids=lambda value: str(value.name)
)
def test_a_thousand_random_games_are_the_pinned_ones(game: Game, mode: Mode, choosers: dict[str, Any]) -> None:
    """Fails when the rules, the edition or the random numbers change: then raise the game's version and pin anew."""
    table = new_table(game, mode, seed=20261130)
    outcomes = np.zeros((1000, 1), table.kernels.OUTCOME)
    table.play((choosers[game.name],) * mode.side_count, np.zeros(table.kernels.SIDE_SLOTS, WEIGHTS), 0, outcomes, 1)
    digest = hashlib.sha256(b"".join(outcomes[name].tobytes() for name in ("share", "game", "seat", "round_score", "item")))
    assert digest.hexdigest()[:16] == FINGERPRINTS[game.name, mode.name, mode.players]
