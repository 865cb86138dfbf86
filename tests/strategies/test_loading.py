"""Specs of strategies: names, files, parameters, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.game import UsageError, find_game
from strategies.api import Parameter, strategy, variant
from strategies.loading import builtin_strategies, parse_player, parse_players, split_specs

GAME = find_game("beerbread")

FILE = '''
from strategies.api import Parameter, strategy

@strategy("beerbread", parameters=[Parameter("nerve", 0.5, 0, 1, "how bold")])
def bold_one(view, moves, n, weights, rng):
    """Is bold."""
    return 0

@strategy("beerbread", name="the other")
def other(view, moves, n, weights, rng):
    """Is not."""
    return 0
'''


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return str(path)


def test_a_builtin_strategy_is_found_by_name_with_its_defaults() -> None:
    player = parse_player("evaluator", GAME)
    assert player.label == "evaluator"
    assert player.weights == player.strategy.defaults


def test_settings_change_the_weights_and_the_label(file: str) -> None:
    player = parse_player(f"{file}:bold-one:nerve=0.25", GAME)
    assert (player.label, player.weights) == ("bold-one:nerve=0.25", (0.25,))


def test_a_file_with_several_strategies_must_be_told_which(file: str) -> None:
    with pytest.raises(UsageError, match=r"several strategies.*bold-one, the other"):
        parse_player(file, GAME)
    assert parse_player(f"{file}:the other", GAME).strategy.summary == "Is not."


@pytest.mark.parametrize(
    ("settings", "text"),
    [("nerve=2", "not from 0 to 1"), ("nerv=1", "Did you mean 'nerve'"), ("nerve=", "not a number"), ("nerve=nan", "not from")],
)
def test_a_wrong_setting_is_explained(file: str, settings: str, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        parse_player(f"{file}:bold-one:{settings}", GAME)


def test_the_same_strategy_twice_has_two_labels() -> None:
    assert [player.label for player in parse_players(["greedy", "greedy"], GAME)] == ["greedy", "greedy (2)"]


def test_specs_are_separated_by_commas() -> None:
    assert split_specs("greedy, evaluator:water=1") == ["greedy", "evaluator:water=1"]


def test_every_builtin_strategy_says_what_it_does() -> None:
    for entry in builtin_strategies("beerbread").values():
        assert 20 <= len(entry.summary) <= 120
        for parameter in entry.parameters:
            assert parameter.low <= parameter.default <= parameter.high
            assert parameter.meaning


def test_a_variant_shares_the_function_and_changes_the_weights() -> None:
    @strategy("beerbread", parameters=[Parameter("a", 1, 0, 9, "a"), Parameter("b", 2, 0, 9, "b")])
    def base(view, moves, n, weights, rng):
        """Base."""
        return 0

    other = variant(base, "other", "Another.", b=5)
    assert other.function is base.function
    assert other.defaults == (1, 5)
    with pytest.raises(UsageError, match="unknown parameter"):
        variant(base, "wrong", "Wrong.", c=1)
