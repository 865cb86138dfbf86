"""No strategy of Beer & Bread looks at what its seat cannot know: it chooses the same when that is shuffled."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engines.game import find_game
from engines.kernels import Table
from strategies.compiling import compiled, weight_records
from strategies.loading import builtin_strategies, parse_player

GAME = find_game("beerbread")


def members(cards: int) -> list[int]:
    return [card for card in range(60) if int(cards) >> card & 1]


def word(cards: list[int]) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))


def shuffle_hidden(table: Table, chooser: random.Random) -> None:
    """Exchange what the seat to act cannot see: deck cards, and cards of the other's hand that it never saw.

    Backs are open: a hidden card gives way to one of its type, and the top of the deck keeps its type.
    """
    state = table.state
    seat = int(state["actor"])
    me, other = state["seat"][seat], state["seat"][1 - seat]
    types = table.setup["cards"]["type"]
    hidden_there = members(other["hand"] & ~me["known"])
    reserved_here = members(me["hand"] & other["reserved"])
    start, end = int(state["deck_next"]), int(state["deck_size"])
    deck = state["deck"][start:end].tolist()
    pool = hidden_there + reserved_here + deck
    renamed = {}
    for type_ in (0, 1):
        cards = [card for card in pool if types[card] == type_]
        renamed |= dict(zip(cards, chooser.sample(cards, len(cards)), strict=True))
    new_deck = [renamed[card] for card in deck]
    rest = new_deck[1:]
    chooser.shuffle(rest)
    state["deck"][start:end] = new_deck[:1] + rest
    for player, gone in ((me, reserved_here), (other, hidden_there)):
        kept = [card for card in members(player["hand"]) if card not in gone]
        player["hand"] = word(kept + [renamed[card] for card in gone])
    other["reserved"] = word([renamed.get(card, card) for card in members(other["reserved"])])


def restore(record: np.void, saved: np.void) -> None:
    for field in saved.dtype.names:
        record[field] = saved[field]


SMALL = {"rollout": "rollout:budget=24"}
"""A search must not see hidden cards with many playouts or few."""


@pytest.mark.parametrize("name", [SMALL.get(name, name) for name in builtin_strategies("beerbread")])
def test_a_strategy_chooses_the_same_when_what_is_hidden_is_shuffled(name: str) -> None:
    player = parse_player(name, GAME)
    choose = compiled(player.strategy)
    weights = weight_records([player])[0]
    chooser = random.Random(5)
    table = Table(GAME, GAME.modes[0], GAME.settle_rules({}), GAME.load_edition(None), seed=5)
    asked = changed = 0
    for deal in range(12):
        table.start(deal, 0)
        n = table.run_to_decision()
        while not table.is_over:
            stream = table.seat_stream(int(table.state["actor"]))
            before, drawn = table.state.copy(), stream.copy()
            choice = choose(table.look(), table.moves, n, weights, stream)
            if n > 1:
                asked += 1
                shuffle_hidden(table, chooser)
                changed += table.state.tobytes() != before.tobytes()
                restore(stream, drawn)
                assert table.options() == n
                assert choose(table.look(), table.moves, n, weights, stream) == choice
                restore(table.state, before)
                table.options()
            table.choose_move(int(table.moves["move"][chooser.randrange(n) if chooser.random() < 0.3 else choice]))
            n = table.run_to_decision()
    assert asked > 500
    assert changed > 400, "the shuffling must have changed something"
