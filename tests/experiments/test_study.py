"""Studies: which line-ups a design makes, and what a ban forbids to whom."""

from __future__ import annotations

import dataclasses
import pickle
from itertools import combinations
from typing import Any

import pytest

from engines.game import Item, UsageError, find_game
from experiments import study as studies
from experiments.study import DESIGNS, Ban, make_lineups, make_study, parse_ban
from strategies.loading import parse_players

ITEMS = (
    Item("oak cask", "beer"), Item("", ""), Item("rye: dark", "bread"), Item("twins", "beer"), Item("twins", "beer"),
)  # fmt: skip
GAME = dataclasses.replace(
    find_game("beerbread"),
    items=lambda edition: ITEMS,
    item_ways=("harvested", "sold", "tucked", "passed on"),
    chosen_ways=("harvested", "sold", "tucked"),
)
PLAYERS = parse_players(["random", "evaluator", "random"], GAME)


@pytest.fixture
def known_items(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beer & Bread with the few items above."""
    monkeypatch.setattr(studies, "find_game", lambda name: GAME)


def ban(text: str) -> Ban:
    return parse_ban(text, GAME, None, PLAYERS)


def test_a_ban_without_a_way_forbids_all_that_a_player_can_choose() -> None:
    assert ban("oak cask") == Ban("oak cask", "oak cask", ("harvested", "sold", "tucked"), None)


def test_a_ban_names_a_way_and_a_strategy() -> None:
    assert ban("oak cask:sold") == Ban("oak cask:sold", "oak cask", ("sold",), None)
    assert ban("oak cask@evaluator") == Ban("oak cask@evaluator", "oak cask", ("harvested", "sold", "tucked"), 1)
    assert ban("oak cask:tucked@random (2)") == Ban("oak cask:tucked@random (2)", "oak cask", ("tucked",), 2)


def test_an_item_with_a_colon_in_its_name_can_be_banned() -> None:
    assert ban("rye: dark").item == "rye: dark"
    assert ban("rye: dark:sold").ways == ("sold",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("oak casc", "unknown item of Beer & Bread 'oak casc'. Did you mean 'oak cask'?"),
        ("", "unknown item of Beer & Bread ''"),
        ("oak cask:built", "unknown way of use that a player can choose 'built'. Known: harvested, sold, tucked."),
        ("oak cask:passed on", "unknown way of use that a player can choose 'passed on'."),
        ("oak cask:", "unknown way of use that a player can choose ''"),
        ("oak cask@evaluater", "unknown strategy in this study 'evaluater'. Did you mean 'evaluator'?"),
        ("oak cask@", "unknown strategy in this study ''"),
    ],
)
def test_a_ban_that_makes_no_sense_is_refused_with_what_would(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        ban(text)
    assert words in str(caught.value)


def bits(study: Any, lineup: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """What is forbidden, by side and item, where something is."""
    masks = study.forbidden(lineup)
    assert masks.shape == (len(lineup), len(ITEMS))
    return {(side, item): int(masks[side, item]) for side, item in zip(*masks.nonzero(), strict=True)}


@pytest.mark.usefixtures("known_items")
def test_a_ban_holds_for_the_sides_of_its_player_wherever_he_sits() -> None:
    study = make_study(
        game_name="beerbread", specs=["random", "evaluator"], bans=["oak cask:sold@evaluator", "rye: dark:tucked"], seed=1
    )
    assert bits(study, (0, 1)) == {(1, 0): 0b010, (0, 2): 0b100, (1, 2): 0b100}
    assert bits(study, (1, 0)) == {(0, 0): 0b010, (0, 2): 0b100, (1, 2): 0b100}
    assert bits(study, (0, 0)) == {(0, 2): 0b100, (1, 2): 0b100}
    assert bits(study, (1, 1)) == {(0, 0): 0b010, (1, 0): 0b010, (0, 2): 0b100, (1, 2): 0b100}


@pytest.mark.usefixtures("known_items")
def test_bans_of_an_item_add_up_and_items_of_one_name_are_forbidden_together() -> None:
    study = make_study(
        game_name="beerbread", specs=["random", "evaluator"], bans=["twins:sold@random", "twins:harvested@random"], seed=1
    )
    assert bits(study, (0, 1)) == {(0, 3): 0b011, (0, 4): 0b011}


@pytest.mark.usefixtures("known_items")
def test_nothing_is_forbidden_without_bans() -> None:
    assert bits(make_study(game_name="beerbread", specs=["random", "evaluator"], seed=1), (0, 1)) == {}


def test_every_design_makes_its_line_ups() -> None:
    solo = find_game("bacon").find_mode("solo", 3)
    assert set(DESIGNS) == {"line-ups", "pairs", "mixed", "mirror", "challenge", "invader"}
    assert make_lineups("line-ups", solo, 4, 1) == tuple(combinations(range(4), 3))
    assert make_lineups("mirror", solo, 2, 1) == ((0, 0, 0), (1, 1, 1))
    pairs = make_lineups("pairs", solo, 3, 1)
    assert {frozenset(lineup) for lineup in pairs} == {frozenset(pair) for pair in combinations(range(3), 2)}
    assert make_lineups("mixed", solo, 4, 1) != make_lineups("mixed", solo, 4, 2)
    challenge = make_lineups("challenge", solo, 3, 1)
    assert set(challenge) == {lineup for lineup in pairs if 0 in lineup}
    assert make_lineups("invader", solo, 2, 1) == ((1, 0, 0),)
    for design in ("pairs", "challenge"):
        with pytest.raises(UsageError, match="at least two strategies"):
            make_lineups(design, solo, 1, 1)
    with pytest.raises(UsageError, match="an invasion takes two strategies, not 3"):
        make_lineups("invader", solo, 3, 1)


def test_a_study_travels_to_workers_without_what_is_derived_from_it() -> None:
    study = make_study(game_name="beerbread", specs=["random", "evaluator"], design="pairs", seed=5)
    assert study.design.games_per_deal == 2
    assert study.players[1].label == "evaluator"
    sent = pickle.loads(pickle.dumps(study))
    assert sent == study
    assert set(vars(sent)) == {entry.name for entry in dataclasses.fields(study)}
