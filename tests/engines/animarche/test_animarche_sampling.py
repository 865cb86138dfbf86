"""States sampled from a view of Animarche: the view is theirs too, cards are conserved, what is hidden is spread evenly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from engines.animarche import GAME
from engines.animarche.edition import Edition, load_edition
from engines.animarche.edition_generator import generate_edition
from engines.animarche.effects import goal_is_met
from engines.animarche.sampling import determinise
from engines.animarche.state import FIRST_SHOP, SELL, SMALL_HELD, STAGE_NAMES, STATE, VIEW
from engines.kernels import Table
from engines.records import new_record
from engines.rng import STREAM, start_stream
from tests.engines.animarche.conftest import DEFAULT_RULES, random_move

EDITIONS = [load_edition(), generate_edition(3)]
TASTE = ("animal", "build", "sell", "ad", "visit", "upgrade")
HIDDEN = {"goals", "ad_deck"}
"""Fields of a state that others than the owner of the cards do not see."""
every_mode = pytest.mark.parametrize("mode", GAME.modes, ids=lambda mode: f"{mode.players}-players")


def stream_of(number: int) -> Any:
    stream = new_record(STREAM)
    start_stream(stream, np.uint64(7), number, 0)
    return stream


def positions(mode: Any, edition: Edition, deals: range, **rules: str) -> Iterator[Table]:
    """Tables at every fifth decision or so of some games, mostly with many ads taken."""
    table = Table(GAME, mode, DEFAULT_RULES | rules, edition, 4)
    for deal in deals:
        chooser = random.Random(deal)
        table.start(deal, 0)
        while table.run_to_decision():
            if chooser.random() < 0.2:
                yield table
            table.choose_move(random_move(table, edition, chooser, TASTE if deal % 2 else ()))


def sampled(table: Table, number: int) -> Any:
    """A state that the view could be of."""
    state = new_record(STATE)
    determinise(table.look(), state, stream_of(number))
    return state


@every_mode
@pytest.mark.parametrize("edition", EDITIONS, ids=["shipped", "generated"])
@pytest.mark.parametrize("rules", [{}, {"open_ads": "4", "ad_frames": "free_payment", "rounds": "7"}], ids=["default", "other"])
def test_a_sampled_state_has_the_view_that_it_was_made_from(mode: Any, edition: Edition, rules: dict[str, str]) -> None:
    decisions: Counter[str] = Counter()
    for number, table in enumerate(positions(mode, edition, range(6), **rules)):
        state = sampled(table, number)
        seen, again = table.look(), new_record(VIEW)
        table.kernels.prepare_view(table.setup, again)
        table.kernels.observe(state, table.setup, again)
        for name in VIEW.names:
            used = slice(mode.players) if name == "player" else ()
            assert np.array_equal(again[name][used], seen[name][used]), name
        decisions[STAGE_NAMES[int(state["stage"])]] += 1
    assert set(decisions) == {"first_shop", "attract", "sell", "work"}
    assert decisions.total() > 60


@every_mode
def test_a_sampled_state_is_the_real_one_but_for_what_is_hidden(mode: Any) -> None:
    hidden_differs = 0
    for number, table in enumerate(positions(mode, EDITIONS[0], range(4))):
        real, state = table.state, sampled(table, number)
        me = int(real["actor"])
        for name in set(STATE.names) - HIDDEN - {"seat", "cursor"}:
            assert np.array_equal(real[name], state[name]), name
        if real["stage"] in (SELL, FIRST_SHOP):
            assert real["cursor"] == state["cursor"], "who is asked next"
        assert np.array_equal(real["seat"][: mode.players], state["seat"][: mode.players])
        assert real["goals"][me] == state["goals"][me]
        hidden_differs += not np.array_equal(real["goals"], state["goals"])
        for seat in range(mode.players):
            there, here = real["goals"][seat], state["goals"][seat]
            assert here["achieved"].tolist() == there["achieved"].tolist(), "who achieves a goal shows it"
            assert here["goal"][there["achieved"] == 1].tolist() == there["goal"][there["achieved"] == 1].tolist()
    assert hidden_differs > 30


@every_mode
def test_cards_are_conserved(mode: Any) -> None:
    edition = EDITIONS[0]
    for number, table in enumerate(positions(mode, edition, range(4))):
        state = sampled(table, number)
        start = int(state["ad_next"])
        deck, past = (part.tolist() for part in np.split(state["ad_deck"][: len(edition.ads)], [start])[::-1])
        assert sorted(deck + past) == list(range(len(edition.ads))), "each ad once"
        assert sorted(past) == sorted(table.state["ad_deck"][:start].tolist()), "what lay open is known"
        assert not set(deck) & {int(lying["ad"]) for lying in state["ad"]}
        held = state["goals"]["goal"][: mode.players]
        assert len(set(held.ravel().tolist())) == held.size, "each goal once"
        for place, goals in enumerate(held.T):
            deck_of_place = "small" if place < SMALL_HELD else "big"
            assert {edition.goals[goal].deck for goal in goals} == {deck_of_place}
            assert all(edition.goals[goal].min_players <= mode.players for goal in goals)


def test_goals_that_are_met_in_a_sampled_state_have_been_achieved_and_it_can_be_played_on() -> None:
    mode, edition = GAME.modes[0], EDITIONS[0]
    other = Table(GAME, mode, DEFAULT_RULES, edition, 4)
    achieved = 0
    for number, table in enumerate(positions(mode, edition, range(3))):
        other.start(0, 0)
        for name, value in zip(STATE.names, sampled(table, number), strict=True):
            other.state[name] = value
        now, cards = other.state, other.setup["cards"]
        for seat in range(mode.players):
            held = now["goals"][seat]
            for place, goal in enumerate(held["goal"]):
                at_once = not cards["at_end"][goal]
                assert (int(held["open"]) >> place & 1) == (at_once and not held["achieved"][place])
                assert not (at_once and goal_is_met(now["seat"][seat], cards, goal)) or held["achieved"][place]
            achieved += int(held["achieved"].sum()) * (seat != int(now["actor"]))
        vp = now["seat"]["vp"].tolist()
        chooser = random.Random(number)
        while n := other.run_to_decision():
            other.choose_move(int(chooser.choice(other.moves["move"][:n].tolist())))
        assert all(after >= before for before, after in zip(vp, now["seat"]["vp"].tolist(), strict=True))
    assert achieved > 20


def test_what_is_hidden_is_spread_evenly() -> None:
    """Every unseen ad is equally often on top, and every unseen goal at each other player: chi-square over 4,000 samples."""
    mode, edition = GAME.modes[1], EDITIONS[0]
    table = Table(GAME, mode, DEFAULT_RULES, edition, 9)
    table.start(0, 0)
    table.run_to_decision()
    me = int(table.state["actor"])
    samples = [sampled(table, number) for number in range(4000)]
    unseen = set(range(len(edition.ads))) - set(table.state["ad_deck"][:3].tolist())
    own = set(table.state["goals"][me]["goal"].tolist())
    in_play = [n for n, goal in enumerate(edition.goals) if goal.min_players <= mode.players and n not in own]
    small = {n for n in in_play if edition.goals[n].deck == "small"}
    spread = [(Counter(int(state["ad_deck"][place]) for state in samples), unseen) for place in (3, len(edition.ads) - 1)]
    for seat in {0, 1, 2} - {me}:
        spread.append((Counter(int(state["goals"][seat]["goal"][0]) for state in samples), small))
        spread.append((Counter(int(state["goals"][seat]["goal"][2]) for state in samples), set(in_play) - small))
    for found, possible in spread:
        assert set(found) == possible
        assert chisquare(list(found.values())).pvalue > 1e-4
