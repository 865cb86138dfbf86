"""The engines' figures against a transcription that was typed from the texts alone (`tests/transcriptions`).

The engines' tables were typed once, and a slip of the hand in them would go into every game. Here each figure stands a second
time, typed by somebody who had not seen them, with the place that states it.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.transcriptions import animarche, bacon, beerbread
from tests.transcriptions.figures import (
    changed,
    differences,
    flat,
    read_transcription,
    same,
    with_figure,
    without_figure,
)

FIGURES = {"beerbread": 270, "bacon": 224, "animarche": 281}
"""How many figures each transcription holds, and the comparison must have seen."""

MODULES = {"beerbread": beerbread, "bacon": bacon, "animarche": animarche}

every_game = pytest.mark.parametrize("game", FIGURES)


@pytest.fixture(scope="module")
def used() -> dict[str, Any]:
    """The figures that each engine uses."""
    return {game: module.used_figures() for game, module in MODULES.items()}


@every_game
def test_the_engine_uses_the_figures_of_the_texts(game: str, used: dict[str, Any]) -> None:
    found = differences(read_transcription(game), used[game])
    assert not found, "\n".join(found)


@every_game
def test_every_figure_of_the_transcription_is_compared(game: str, used: dict[str, Any]) -> None:
    texts = dict(flat(read_transcription(game)))
    engine = dict(flat(used[game]))
    compared = texts.keys() & engine.keys()
    assert len(compared) == len(texts) == len(engine) == FIGURES[game]


@every_game
def test_every_figure_has_a_place_in_the_texts(game: str) -> None:
    for path, (_, place) in flat(read_transcription(game)):
        assert place.startswith(("source ", "rules ")), path


@every_game
def test_a_figure_typed_wrongly_is_found_whichever_it_is(game: str, used: dict[str, Any]) -> None:
    transcription = read_transcription(game)
    for path, (figure, place) in flat(transcription):
        for other in changed(figure):
            found = differences(with_figure(transcription, path, other), used[game])
            assert len(found) == 1, (path, figure, other, found)
            assert place in found[0]


@every_game
def test_a_figure_left_out_is_found_whichever_it_is(game: str, used: dict[str, Any]) -> None:
    transcription = read_transcription(game)
    for path, _ in flat(transcription):
        assert differences(without_figure(transcription, path), used[game]), path


@every_game
def test_two_figures_that_changed_places_are_found(game: str, used: dict[str, Any]) -> None:
    transcription = read_transcription(game)
    figures = [(path, figure) for path, (figure, _) in flat(transcription)]
    chooser = random.Random(1)
    for _ in range(200):
        (path, figure), (other_path, other) = chooser.sample(figures, 2)
        exchanged = with_figure(with_figure(transcription, path, other), other_path, figure)
        assert bool(differences(exchanged, used[game])) != same(figure, other), (path, other_path)


def test_yes_is_not_one_and_an_empty_list_is_not_nothing() -> None:
    assert differences({"a": True}, {"a": 1}) == ["a: the texts state True (), the engine uses 1"]
    assert differences({"place": "source 1", "a": []}, {"a": ["b"]}) == [
        "a: the texts state 'none' (source 1), the engine has no such figure",
        "a[0]: the engine uses 'b', the texts state no such figure",
    ]
