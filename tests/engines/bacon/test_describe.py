"""Transcripts: complete enough that the hands, places and points follow from them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engines.bacon import GAME
from engines.bacon.describe import Describer, Event, as_text
from engines.bacon.modes import layout_of
from engines.bacon.play_types import PLAY_TYPES, TYPE_NAMES, beats
from engines.game import Mode
from engines.kernels import Table
from tests.engines.bacon.conftest import DEFAULT_RULES

CASES = [(mode, rules) for mode in GAME.modes for rules in ({}, {"suits": "all", "ask_for_lead": "yes"})]


def events_of(mode: Mode, rules: dict[str, str], seed: int) -> Iterator[Event]:
    chooser = random.Random(seed)
    table = Table(GAME, mode, DEFAULT_RULES | rules, None, seed)
    describer = Describer(table, None)
    table.start(0, 0)
    yield from describer.begin()
    while not table.is_over:
        before = table.state.copy()
        if table.awaits_decision:
            legal = table.options()
            move = chooser.choice(table.moves["move"][:legal].tolist())
            table.choose_move(move)
            yield from describer.after_choice(before, move, legal)
        else:
            table.step()
            yield from describer.after_step(before)


@pytest.mark.parametrize(("mode", "rules"), CASES)
def test_the_match_can_be_followed_from_its_transcript(mode: Mode, rules: dict[str, str]) -> None:
    layout = layout_of(mode.name, mode.players)
    hands: list[Counter[str]] = []
    totals = [0] * mode.side_count
    places: dict[int, int] = {}
    pile: Event | None = None
    to_act, passed, ended = 0, 0, None
    for event in events_of(mode, rules, seed=9):
        assert ended is None
        kind, player = event["event"], event.get("player")
        if kind == "deal":
            assert (event["mode"], event["players"]) == (mode.name, mode.players)
            hands = [Counter(hand) for hand in event["hands"]]
            assert [hand.total() for hand in hands] == [layout.dealt + 2] * mode.players
            to_act, pile, passed, places = event["starter"], None, 0, {}
        elif kind == "play":
            assert player == to_act
            play_type = PLAY_TYPES[TYPE_NAMES.index(event["type"])]
            assert len(event["cards"]) == play_type.length * play_type.height
            assert event["cards"].count("X") == event["wilds"]
            assert ("suit" in event) == play_type.in_suit
            assert Counter(event["cards"]) <= hands[player]
            hands[player] -= Counter(event["cards"])
            if pile is not None:
                kinds = (TYPE_NAMES.index(event["type"]), TYPE_NAMES.index(pile["type"]))
                assert beats(kinds[0], event["top"], kinds[1], pile["top"])
            pile, passed = event, 0
            to_act = following(hands, player)
        elif kind == "pass":
            assert player == to_act
            assert pile is not None
            passed += 1
            to_act = following(hands, player)
        elif kind == "out":
            assert not hands[player]
            places[player] = event["place"]
            assert event["place"] == len(places)
        elif kind == "lead":
            assert pile is not None
            assert event["given_by"] == pile["player"]
            assert passed == sum(bool(hand) for seat, hand in enumerate(hands) if seat != pile["player"])
            to_act, pile, passed = player, None, 0
        elif kind == "deal_end":
            totals = [total + points for total, points in zip(totals, event["points"], strict=True)]
            assert event["totals"] == totals
        elif kind == "result":
            ended = event
        else:
            assert kind in ("want_lead", "spend")
    assert ended is not None
    assert ended["winners"] == [side for side, total in enumerate(totals) if total == max(totals)]
    assert sum(ended["shares"]) == pytest.approx(1)


def following(hands: list[Counter[str]], seat: int) -> int:
    """The next seat with cards clockwise."""
    return next(other % len(hands) for other in range(seat + 1, seat + 1 + len(hands)) if hands[other % len(hands)])


@pytest.mark.parametrize(("mode", "rules"), CASES)
def test_every_event_has_a_line_for_people(mode: Mode, rules: dict[str, str]) -> None:
    names = [f"player {seat}" for seat in range(mode.players)]
    kinds = set()
    for event in events_of(mode, rules, seed=3):
        assert as_text(event, names).strip()
        kinds.add(event["event"])
    assert {"deal", "play", "pass", "lead", "out", "deal_end", "result"} <= kinds
