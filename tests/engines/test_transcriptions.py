"""The engines' figures against a transcription that was typed from the texts alone (`tests/transcriptions`).

The engines' tables were typed once, and a slip of the hand in them would go into every game. Here each figure stands a second
time, typed by somebody who had not seen them, with the place that states it.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

from tests.transcriptions import animarche, bacon, beerbread
from tests.transcriptions.figures import (
    changed,
    differences,
    figures_only,
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


@functools.cache
def used_figures(game: str) -> dict[str, Any]:
    """The figures that an engine uses; to measure them takes a while."""
    return MODULES[game].used_figures()


@every_game
def test_the_engine_uses_the_figures_of_the_texts(game: str) -> None:
    found = differences(read_transcription(game), used_figures(game))
    assert not found, "\n".join(found)


@every_game
def test_every_figure_of_the_transcription_is_compared(game: str) -> None:
    texts = dict(flat(read_transcription(game)))
    engine = dict(flat(used_figures(game)))
    compared = texts.keys() & engine.keys()
    assert len(compared) == len(texts) == len(engine) == FIGURES[game]


@every_game
def test_every_figure_has_a_place_in_the_texts(game: str) -> None:
    for path, (_, place) in flat(read_transcription(game)):
        assert place.startswith(("source ", "rules ")), path


@every_game
def test_a_figure_typed_wrongly_is_found_whichever_it_is(game: str) -> None:
    transcription = read_transcription(game)
    for path, (figure, place) in flat(transcription):
        for other in changed(figure):
            found = differences(with_figure(transcription, path, other), used_figures(game))
            assert len(found) == 1, (path, figure, other, found)
            assert place in found[0]


@every_game
def test_a_figure_left_out_is_found_whichever_it_is(game: str) -> None:
    transcription = read_transcription(game)
    for path, _ in flat(transcription):
        assert differences(without_figure(transcription, path), used_figures(game)), path


@every_game
def test_two_figures_that_changed_places_are_found(game: str) -> None:
    transcription = read_transcription(game)
    figures = [(path, figure) for path, (figure, _) in flat(transcription)]
    chooser = random.Random(1)
    for _ in range(200):
        (path, figure), (other_path, other) = chooser.sample(figures, 2)
        exchanged = with_figure(with_figure(transcription, path, other), other_path, figure)
        assert bool(differences(exchanged, used_figures(game))) != same(figure, other), (path, other_path)


def test_yes_is_not_one_and_an_empty_list_is_not_nothing() -> None:
    assert differences({"a": True}, {"a": 1}) == ["a: the texts state True (), the engine uses 1"]
    assert differences({"place": "source 1", "a": []}, {"a": ["b"]}) == [
        "a: the texts state 'none' (source 1), the engine has no such figure",
        "a[0]: the engine uses 'b', the texts state no such figure",
    ]


def test_totals_of_beer_and_bread_follow_from_the_other_figures() -> None:
    texts = figures_only(read_transcription("beerbread"))
    players, years, cards = texts["game"]["players"], texts["game"]["years"], texts["cards"]
    hand, row = texts["card_phase"]["fruitful_draw"], texts["card_phase"]["exchange_row"]
    actions, sums = texts["actions"]["kinds"], texts["sums"]
    for year, fields in texts["seeding"].items():
        assert sum(count for name, count in fields.items() if name != "water") == sums[f"grain_seeded_{year}"]
    assert sorted(texts["years"]["fruitful"] + texts["years"]["dry"]) == list(range(1, years + 1))
    assert texts["years"]["cards_played_a_game"] == years * texts["years"]["cards_played_a_year"] == years * hand
    assert cards["total"] == cards["beer"] + cards["bread"]
    assert cards["kinds_of_a_type"] == len(texts["bands"])
    effects = [effect for slot in texts["slots"].values() for effect in slot]
    assert effects == list(texts["parameters"]) == list(texts["copies"])
    assert (len(texts["slots"]), len(effects)) == (texts["player"]["upgrade_slots"], texts["edition"]["hard"]["effects"])
    assert texts["legal_plays"] == {"fruitful_at_most": hand * actions, "dry_at_most": hand * (1 + row) * actions}
    assert sums["productions_a_cleaning"] == texts["player"]["brewery_spaces"] + texts["player"]["bakery_spaces"]
    assert sums["cards_used_by_year_pairs_less_harvests"] == years // 2 * (2 * players * hand + row)
    assert sums["upgrades_that_leave_no_row_in_year_6"] == cards["total"] - players * hand


def test_totals_of_bacon_follow_from_the_other_figures() -> None:
    texts = figures_only(read_transcription("bacon"))
    copies, wilds = texts["deck"]["copies_of_a_rank_in_a_suit"], texts["deck"]["wilds_a_player"]
    for mode in texts["modes"].values():
        ranks = mode["highest_rank"] - mode["lowest_rank"] + 1
        assert mode["numbered_cards"] == copies * ranks * mode["suits"] == mode["dealt"] * mode["players"]
        assert mode["hand"] == mode["dealt"] + wilds
        if "teams" in mode:
            assert mode["players"] == mode["teams"] * mode["team_size"] == len(mode["mates_place_pays"]) + 1
        else:
            assert mode["players"] == len(mode["place_pays"])
    solo3 = texts["modes"]["solo3"]
    assert solo3["cards_with_wilds"] == solo3["numbered_cards"] + wilds * solo3["players"]
    for shape in (texts["ordinary"] | texts["bombs"]).values():
        assert shape["cards"] == shape["ranks"] * shape["of_each"]
    for pairs, types in (("pairs_ordinary", "ordinary"), ("pairs_bombs", "bombs")):
        assert texts[pairs]["total"] == sum(texts[pairs][name] for name in texts[types])
    pays = texts["modes"]["team6"]["mates_place_pays"]
    assert texts["match"]["team6_out_1_3_5"] == pays["3"] + pays["5"]


def test_totals_of_animarche_follow_from_the_other_figures() -> None:
    texts = figures_only(read_transcription("animarche"))
    plaza, player = texts["plaza"], texts["player"]
    assert plaza["squares_of_players"]["4"] == plaza["rows"] * plaza["columns"]
    assert (
        plaza["animals_aside_at_4_players"] == plaza["animals"] - plaza["squares_of_players"]["4"] * plaza["animals_a_square"]
    )
    for players, table in texts["geometry"].items():
        for seat in table["seats"]:
            reached = [square for line in table[seat] for square in line]
            assert len(table[seat]) == player["plots"]
            assert {len(line) for line in table[seat]} == {plaza["front_squares_of_players"][players]}
            assert len(reached) == len(set(reached)) == plaza["squares_of_players"][players]
    assert player["workers_usable"] == player["workers_at_start"] + player["workers_hired_later"]
    assert player["workers_with_the_score_marker"] == player["workers_usable"] + 1
    assert len(player["hired_at_shops"]) * player["hired_each_time"] == player["workers_hired_later"]
    assert texts["sums"]["sales_at_most"] == texts["game"]["rounds"] * texts["sale"]["shops_a_round_at_most"]
    assert texts["sums"]["worker_rounds"][0] == texts["game"]["rounds"] * player["workers_at_start"]
    assert texts["supply"]["upgraded_backs"] == texts["supply"]["basic_kinds"]
