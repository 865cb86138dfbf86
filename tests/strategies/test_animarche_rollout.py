"""The rollout of Animarche: it keeps to its budget, sees nothing hidden, finds what is best, and beats the evaluator."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engines.animarche import GAME
from engines.animarche.state import NOTHING, WORK
from engines.game import SHARE_UNIT
from engines.kernels import Table
from strategies.animarche.rollout import MOST_WIDTH, WORKSPACE, search
from strategies.compiling import compiled, weight_records
from strategies.loading import parse_player, parse_players


def table_of(players: int, seed: int = 5) -> Table:
    return Table(GAME, GAME.find_mode(None, players), GAME.settle_rules({}), GAME.load_edition(None), seed)


def restore(record: Any, saved: Any) -> None:
    for field in saved.dtype.names:
        record[field] = saved[field]


class Chooser:
    """A player, asked at a table."""

    def __init__(self, spec: str) -> None:
        player = parse_player(spec, GAME)
        self.choose = compiled(player.strategy)
        self.weights = weight_records([player])[0]

    def ask(self, table: Table, n: int) -> int:
        """What it chooses; its stream is as before."""
        stream = table.seat_stream(int(table.state["actor"]))
        saved = stream.copy()
        index = self.choose(table.look(), table.moves, n, self.weights, stream)
        restore(stream, saved)
        return int(index)


def shuffle_hidden(table: Table, chooser: random.Random) -> bool:
    """Deal the goals that others have not shown and the deck of ads anew; whether that changed anything."""
    now, edition = table.state, GAME.load_edition(None)
    before = now.tobytes()
    deck = now["ad_deck"][int(now["ad_next"]) : len(edition.ads)]
    deck[:] = chooser.sample(deck.tolist(), len(deck))
    others = [seat for seat in range(table.mode.players) if seat != int(now["actor"])]
    seen = set(now["goals"][int(now["actor"])]["goal"].tolist())
    for seat in others:
        seen |= set(now["goals"][seat]["goal"][now["goals"][seat]["achieved"] == 1].tolist())
    for deck_name, places in (("small", [0]), ("big", [1, 2, 3])):
        free = [
            number
            for number, goal in enumerate(edition.goals)
            if goal.deck == deck_name and goal.min_players <= table.mode.players and number not in seen
        ]
        chooser.shuffle(free)
        for seat in others:
            for place in places:
                if not now["goals"][seat]["achieved"][place]:
                    now["goals"][seat]["goal"][place] = free.pop()
    return now.tobytes() != before


@pytest.mark.parametrize("players", [2, 4])
def test_it_chooses_the_same_when_what_is_hidden_is_dealt_anew(players: int) -> None:
    asked_of = Chooser("rollout:budget=12:width=4")
    guide = Chooser("evaluator")
    chance = random.Random(5)
    table = table_of(players)
    asked = changed = 0
    for deal in range(2):
        table.start(deal, 0)
        while n := table.run_to_decision():
            move = int(table.moves["move"][guide.ask(table, n) if chance.random() < 0.8 else chance.randrange(n)])
            if n > 1:
                choice = asked_of.ask(table, n)
                before = table.state.copy()
                changed += shuffle_hidden(table, chance)
                assert table.options() == n
                assert asked_of.ask(table, n) == choice
                restore(table.state, before)
                table.options()
                asked += 1
            table.choose_move(move)
    assert asked > 60 * players // 2
    assert changed == asked


@pytest.mark.parametrize("budget", [1, 2, 7, 64])
@pytest.mark.parametrize("width", [1, 5, MOST_WIDTH])
def test_it_keeps_to_its_budget_and_uses_most_of_it(budget: int, width: int) -> None:
    table = table_of(3)
    guide = Chooser("evaluator")
    table.start(1, 0)
    tried = 0
    while n := table.run_to_decision():
        move = int(table.moves["move"][guide.ask(table, n)])
        if n > 1 and tried < 25:
            stream = table.seat_stream(int(table.state["actor"]))
            index, spent = search(np.zeros(1, WORKSPACE), table.look(), table.moves, n, budget, width, stream)
            assert 0 <= index < n
            assert spent <= budget
            candidates = min(width, n, budget)
            if candidates > 1:
                assert spent > budget // 3 or n > width, "fewer only where the evaluator ranks options below a pass"
            else:
                assert spent == 0
            tried += 1
        table.choose_move(move)
    assert tried == 25


def test_a_single_playout_is_the_evaluators_choice() -> None:
    """There is nothing to compare, so what it ranks first is taken; it draws the same numbers for ties."""
    one, guide = Chooser("rollout:budget=1"), Chooser("evaluator")
    table = table_of(4)
    table.start(3, 0)
    asked = 0
    while n := table.run_to_decision():
        choice = guide.ask(table, n)
        if n > 1:
            assert one.ask(table, n) == choice or n == 1
            asked += 1
        table.choose_move(int(table.moves["move"][choice]))
    assert asked > 100


def lead_after(table: Table, move: int, seat: int) -> int:
    """The lead of a seat at the end when it makes a move and everybody passes from then on."""
    saved, counted = table.state.copy(), table.outcome.copy()
    table.choose_move(move)
    while table.run_to_decision():
        table.choose_move(0)
    vp = table.state["seat"]["vp"][: table.mode.players].tolist()
    restore(table.state, saved)
    restore(table.outcome, counted)
    table.options()
    return vp.pop(seat) - max(vp)


def test_with_the_last_worker_of_the_game_it_finds_the_best_action() -> None:
    """One worker is left in the last round and nobody else acts: each action's end can be worked out by playing it.

    There are no seats for visits and no workers on ads: what these bring another may count for his hidden goals.
    """
    found = better = 0
    guide = Chooser("builder")
    table = table_of(3)
    for deal in range(6):
        table.start(deal, 0)
        while n := table.run_to_decision():
            move = int(table.moves["move"][guide.ask(table, n)])
            before, now, seat = table.state.copy(), table.state, int(table.state["actor"])
            if now["stage"] == WORK and now["round"] == 5 and now["seat"][seat]["home"] > 0:
                now["playing"] = 1 << seat
                now["seat"][seat]["home"] = 1
                now["seat"]["free_worker_seats"] = 0
                now["ad"]["seat"], now["ad"]["slot"], now["ad"]["paid"] = NOTHING, NOTHING, 0
                n = table.options()
                if n <= MOST_WIDTH:
                    leads = [lead_after(table, option, seat) for option in table.moves["move"][:n].tolist()]
                    choice = guide.ask(table, n)
                    stream = table.seat_stream(seat).copy()
                    index, _ = search(np.zeros(1, WORKSPACE), table.look(), table.moves, n, n, MOST_WIDTH, stream)
                    assert leads[index] == max(leads)
                    found += 1
                    better += leads[index] > leads[choice]
                restore(now, before)
                table.options()
            table.choose_move(move)
    assert found > 15
    assert better > 0


def test_it_beats_the_evaluator() -> None:
    """Ten deals in both seatings, 32 playouts a decision; at full strength it wins nearly all (docs/animarche.md)."""
    players = parse_players(["rollout:budget=32", "evaluator"], GAME)
    table = table_of(2, seed=8)
    outcomes = np.zeros((10, 2), table.kernels.OUTCOME)
    choosers = tuple(compiled(player.strategy) for player in players)
    assert table.play(choosers, weight_records(players), 0, outcomes, 2) == 20
    share = (outcomes["share"][:, 0, 0] + outcomes["share"][:, 1, 1]).sum() / (20 * SHARE_UNIT)
    assert share > 0.8
    again = np.zeros((10, 2), table.kernels.OUTCOME)
    table.play(choosers, weight_records(players), 0, again, 2)
    assert again.tobytes() == outcomes.tobytes(), "the same numbers give the same games"
