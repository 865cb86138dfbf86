"""The search of Beer & Bread: its budget, its candidates, what it finds where the best play is known, and its strength."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engines.beerbread import metrics, state
from engines.kernels import Table
from engines.records import new_record
from engines.rng import STREAM, start_stream
from strategies.beerbread.rollout import WORK, list_candidates
from strategies.beerbread.rollout import search as search_kernel
from strategies.compiling import compiled, weight_records
from strategies.loading import parse_player
from tests.engines.beerbread.conftest import (
    DEFAULT_RULES,
    GAME,
    Situation,
    beer,
    bread,
    plain,
    random_move,
    shipped_with,
    tokens,
)
from tests.strategies.test_beerbread_strategies import choice_of, play, win_share


def stream_number(number: int) -> Any:
    stream = new_record(STREAM)
    start_stream(stream, np.uint64(77), number, 16)
    return stream


def search(table: Table, spec: str, stream: Any) -> tuple[int, Any]:
    """The option that a search chooses at a play, and its working records."""
    n = table.options()
    work = np.zeros(1, WORK)
    weights = weight_records([parse_player(spec, GAME)])[0]
    return search_kernel(table.look(), table.moves, n, weights, stream, work), work[0]


def plays(games: int, every: int = 1) -> Iterator[Table]:
    """A table at the plays of random games."""
    table = Table(GAME, GAME.modes[0], DEFAULT_RULES, GAME.load_edition(None), seed=9)
    chooser = random.Random(9)
    number = 0
    for deal in range(games):
        table.start(deal, 0)
        while table.run_to_decision():
            if int(table.state["stage"]) == state.PLAY:
                number += 1
                if number % every == 0:
                    yield table
            table.choose_move(random_move(table, chooser, ("", "harvest")[deal % 2]))


@pytest.mark.parametrize("budget", [0, 1, 2, 7, 40, 100])
@pytest.mark.parametrize("width", [1, 2, 6, 64])
def test_a_choice_takes_no_more_playouts_than_its_budget_and_most_of_them(budget: int, width: int) -> None:
    for number, table in enumerate(plays(games=2, every=9)):
        n = table.options()
        _, work = search(table, f"rollout:budget={budget}:width={width}", stream_number(number))
        assert work["playouts"] <= budget
        if min(n, width) > 1 and budget >= 40:
            assert work["playouts"] >= budget / 2
        if width == 1:
            assert work["playouts"] == 0


@pytest.mark.parametrize("spec", ["rollout:width=1", "rollout:budget=0", "rollout:budget=1"])
def test_without_candidates_or_playouts_it_plays_as_the_evaluator(spec: str) -> None:
    evaluator = parse_player("evaluator", GAME)
    weights = weight_records([evaluator])[0]
    for table in plays(games=3):
        n = table.options()
        expected = compiled(evaluator.strategy)(table.look(), table.moves, n, weights, stream_number(0))
        assert search(table, spec, stream_number(0))[0] == expected


def test_candidates_are_what_the_evaluator_would_play_one_after_the_other() -> None:
    """The second candidate is the evaluator's choice once the first is taken from the options, and so on."""
    evaluator = parse_player("evaluator", GAME)
    choose, weights = compiled(evaluator.strategy), weight_records([evaluator])[0]
    for table in plays(games=2, every=7):
        n = table.options()
        options = table.moves["move"][:n].tolist()
        work = np.zeros(1, WORK)
        work[0]["weights"]["value"][: len(evaluator.weights)] = evaluator.weights
        list_candidates(table.look(), table.moves, n, min(n, 5), work[0])
        found = [options[index] for index in work[0]["candidate"][: min(n, 5)]]
        left = list(options)
        for candidate in found:
            table.moves["move"][: len(left)] = left
            assert left[choose(table.look(), table.moves, len(left), weights, stream_number(0))] == candidate
            left.remove(candidate)
        assert sorted(work[0]["candidate"][:n].tolist()) == list(range(n)), "no option is lost"


def test_the_same_stream_gives_the_same_choice_and_two_words_are_drawn_from_it() -> None:
    for number, table in enumerate(plays(games=1, every=6)):
        first, second = stream_number(number), stream_number(number)
        choices = [search(table, "rollout:budget=60", stream)[0] for stream in (first, second)]
        assert choices[0] == choices[1]
        assert first == second
        assert (int(first["used"]), int(first["block"])) == (2, 1)


def ends_of(table: Table) -> dict[int, float]:
    """What each option of the last play of a game leads to: difference of the scores, and 10 coins for a win."""
    seat = int(table.state["actor"])
    before, counted = table.state.copy(), table.outcome.copy()
    ends = {}
    for move in table.moves["move"][: table.options()].tolist():
        table.choose_move(move)
        while table.run_to_decision():
            table.choose_move(int(table.moves["move"][0]))
        score = table.outcome["seat"][:, metrics.SCORE]
        ends[move] = float(score[seat] - score[1 - seat]) + 10 * (table.outcome["share"][seat] == 60)
        for record, saved in ((table.state, before), (table.outcome, counted)):
            for name in saved.dtype.names:
                record[name] = saved[name]
    return ends


def test_the_last_play_of_a_game_is_the_best_there_is() -> None:
    """Found here by trying every option; all it must know is open to who plays last."""
    checked = better = 0
    for table in plays(games=40):
        if table.state["year"] == 6 and table.state["turn"] == 9 and table.options() > 1:
            ends = ends_of(table)
            index, _ = search(table, "rollout:budget=2000:width=64", stream_number(checked))
            assert ends[int(table.moves["move"][: table.options()][index])] == max(ends.values())
            checked += 1
            better += max(ends.values()) > min(ends.values())
    assert checked > 30
    assert better > 10, "the options must differ"


def test_it_sees_that_the_other_would_sell_what_it_leaves_and_sells_it_first() -> None:
    """Last pair of turns of year 5: both could sell the one cake, and who does not has nothing to sell."""
    cake = bread("cake", coins=9, icons="wheat", need=tokens(wheat=1))
    ready = tokens(wheat=1)
    game = Situation(
        year=5, turn=6, hands=([cake, beer("stalk", icons="barley rye hops")], plain(2)), stored=(ready, ready),
        plaza=([beer("mine", coins=9)], [beer("theirs", coins=9)]),
    )  # fmt: skip
    assert choice_of("rollout:budget=200", game) == ("sell", "cake")


def test_it_chooses_legally_against_the_evaluator_with_many_effects() -> None:
    effects = "S1, S2, S3, S4, C3 wheat rye, C4 water hops, T2 2, H2 any, H3 wheat rye, H4 rye, B5, E6, C1, T1 3"
    play("rollout:budget=8", "evaluator", 15, shipped_with(effects))


def test_with_a_small_budget_it_beats_the_best_scripted_strategy() -> None:
    share, error = win_share("rollout:budget=60", "evaluator", 60)
    assert share - 4 * error > 0.5
