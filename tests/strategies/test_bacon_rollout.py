"""Search in Bacon: what it samples could be and is spread evenly, and what it chooses is best where nothing is hidden."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engines.bacon import GAME, describe, state
from engines.bacon.modes import LAYOUTS
from engines.bacon.sampling import determinise
from engines.kernels import Table
from engines.records import new_record
from engines.rng import STREAM, start_stream
from strategies.bacon.features import is_needless
from strategies.bacon.rollout import DESK, advantage, search, shortlist
from strategies.compiling import compiled, weight_records
from strategies.loading import parse_player
from tests.engines.bacon.conftest import Situation, card_bit, make_table

EVALUATOR = parse_player("evaluator", GAME)
RULES: list[dict[str, str]] = [{}, {"ask_for_lead": "yes", "suits": "all"}, {"hand_size": "7", "wilds": "1"}]
MODES = [(layout.name, layout.players) for layout in LAYOUTS]


def new_stream(number: int = 0) -> Any:
    stream = new_record(STREAM)
    start_stream(stream, np.uint64(17), number, 0)
    return stream


def evaluators_choice(table: Table, n: int) -> int:
    """The index of the option that the evaluator takes."""
    choose, weights = compiled(EVALUATOR.strategy), weight_records([EVALUATOR])[0]
    index: int = choose(table.look(), table.moves, n, weights, new_stream())
    return index


def cards_of(record: Any) -> Counter[str]:
    return Counter(card for card in describe.named_cards(record) if card != "X")


def check_sample(table: Table, other_table: Table) -> None:
    """The seat to act sees the same, may do the same, and the unseen cards are in the other hands or were not dealt."""
    sample = other_table.state
    seat, players = int(table.state["actor"]), table.mode.players
    view = table.look().copy()
    n = table.options()
    moves = table.moves["move"][:n].tolist()
    seen = other_table.look()
    for field in view.dtype.names:
        if field != "work":
            assert np.all(seen[field] == view[field]), field
    assert other_table.moves["move"][: other_table.options()].tolist() == moves
    unseen = cards_of({"one": view["unseen_one"], "both": view["unseen_both"], "wilds": 0})
    others = sum((cards_of(sample["hand"][other]) for other in range(players) if other != seat), Counter())
    assert others <= unseen
    assert unseen.total() - others.total() == int(table.setup["deck_size"]) - players * int(table.setup["cards"]["dealt"])
    for other in range(players):
        assert sample["hand"][other]["size"] == table.state["hand"][other]["size"]
        assert sample["hand"][other]["wilds"] == table.state["hand"][other]["wilds"]


@pytest.mark.parametrize(("mode", "players"), MODES)
@pytest.mark.parametrize("rules", RULES, ids=["default", "asking", "few cards"])
def test_samples_look_to_the_seat_to_act_as_the_match_does(mode: str, players: int, rules: dict[str, str]) -> None:
    """At all decisions of a match, whatever is asked; and now and then the sample is played to its end."""
    table, scratch = make_table(mode, players, **rules), make_table(mode, players, **rules)
    stream, chooser = new_stream(), random.Random(3)
    scratch.kernels.prepare_view(scratch.setup, scratch.view)
    asked: Counter[int] = Counter()
    table.start(1, 0)
    n = table.run_to_decision()
    while not table.is_over and sum(asked.values()) < 250:
        asked[int(table.state["stage"])] += 1
        determinise(table.look(), scratch.state, stream)
        check_sample(table, scratch)
        if chooser.random() < 0.02:
            while scratch.run_to_decision():
                scratch.choose_move(int(chooser.choice(scratch.moves["move"][: scratch.options()])))
        table.options()
        table.choose_move(int(chooser.choice(table.moves["move"][:n])))
        n = table.run_to_decision()
    assert asked[state.PLAY] > 50
    if mode == "team":
        assert asked[state.GIVE_LEAD] > 0


def test_hidden_cards_are_spread_as_a_shuffle_spreads_them() -> None:
    """Of the five cards 3r 3r 5g 7b 8r the next seat holds two: by chi-square, 3r 3r in a tenth of the deals, and so on."""
    game = Situation(["6g 6b", "3r 5g X", "3r 7b 8r"], mode="solo")
    hide_nothing_else(game)
    view, sample, stream = game.table.look(), new_record(state.STATE), new_stream()
    hands: Counter[tuple[str, ...]] = Counter()
    for _ in range(5000):
        determinise(view, sample, stream)
        hands[tuple(describe.named_cards(sample["hand"][1]))] += 1
        assert cards_of(sample["hand"][1]) + cards_of(sample["hand"][2]) == Counter(["3r", "3r", "5g", "7b", "8r"])
    tenths = {"3r 3r": 1, "3r 5g": 2, "3r 7b": 2, "3r 8r": 2, "5g 7b": 1, "5g 8r": 1, "7b 8r": 1}
    observed = [hands[(*cards.split(), "X")] for cards in tenths]
    assert sum(observed) == 5000
    assert stats.chisquare(observed, [500 * share for share in tenths.values()]).pvalue > 0.001


def hide_nothing_else(game: Situation) -> None:
    """Let all cards that nobody holds have been played."""
    held: Counter[str] = sum((cards_of(hand) for hand in game.state["hand"][: game.table.mode.players]), Counter())
    one = both = 0
    whole = int(game.table.setup["cards"]["all_cards"])
    for bit in range(64):
        if whole >> bit & 1:
            copies = 2 - sum(count for card, count in held.items() if card_bit(card) == bit)
            one |= (copies >= 1) << bit
            both |= (copies == 2) << bit
    game.state["played_one"], game.state["played_both"] = one, both


def random_position(deal: int) -> tuple[Table, int]:
    """A position of a match in teams, with several options."""
    table, chooser = make_table(seed=2), random.Random(deal)
    table.start(deal, 0)
    n = table.run_to_decision()
    for _ in range(chooser.randrange(4, 30)):
        table.choose_move(int(table.moves["move"][evaluators_choice(table, n)]))
        n = table.run_to_decision()
    while n < 4 or int(table.state["stage"]) != state.PLAY:
        table.choose_move(int(table.moves["move"][0]))
        n = table.run_to_decision()
    return table, n


@pytest.mark.parametrize(("budget", "width"), [(1, 8), (7, 8), (40, 8), (100, 3), (150, 32)])
def test_the_budget_is_kept_and_used(budget: int, width: int) -> None:
    """At most so many playouts; and no more is left over than one round of the plays that were still tried."""
    for deal in range(20):
        table, n = random_position(deal)
        desks = np.zeros(1, DESK)
        index = search(table.look(), table.moves, n, budget, width, new_stream(), desks)
        assert 0 <= index < n
        assert desks[0]["playouts"] <= budget
        if budget >= 40 and desks[0]["playouts"] > 0:
            assert desks[0]["playouts"] > budget - 2 * min(width, n)


def test_without_a_budget_it_is_the_evaluator() -> None:
    for deal in range(20):
        table, n = random_position(deal)
        assert search(table.look(), table.moves, n, 1, 8, new_stream(), np.zeros(1, DESK)) == evaluators_choice(table, n)


def test_the_short_list_begins_with_the_evaluators_choice_and_wastes_no_wilds() -> None:
    for deal in range(20):
        table, n = random_position(deal)
        desks = np.zeros(1, DESK)
        first = evaluators_choice(table, n)
        search(table.look(), table.moves, n, 1, 1, new_stream(), desks)
        count = shortlist(desks[0], table.look(), table.moves, n, 32, new_stream())
        listed = desks[0]["index"][:count].tolist()
        assert listed[0] == first
        assert len(set(listed)) == count
        assert not [index for index in listed[1:] if is_needless(table.view, int(table.moves["move"][index]))]


def played_on(game: Situation, move: int) -> int:
    """The points that a play brings seat 0 in the deal, if the evaluator plays on for both; the game is put back."""
    before = game.state.copy()
    table = game.table
    table.choose_move(move)
    game.run_on()
    while table.awaits_decision:
        n = table.options()
        index = evaluators_choice(table, n) if n > 1 else 0
        table.choose_move(int(table.moves["move"][index]))
        game.run_on()
    points = int(game.state["player"][0]["score"])
    game.restore(before)
    return points


def test_where_nothing_is_hidden_it_chooses_what_turns_out_best() -> None:
    """Two of three are left, so a player knows the other's hand. Each play is tried on the table, apart from the search."""
    chooser, mattered, improved = random.Random(8), 0, 0
    pack = [f"{rank}{suit}" for rank in range(1, 9) for suit in "rgb"] * 2
    for _ in range(60):
        cards = chooser.sample(pack, 11)
        hands = [" ".join([*cards[:6], "X"]), " ".join(cards[6:]), ""]
        game = Situation(hands, mode="solo", out=[2])
        hide_nothing_else(game)
        n = game.table.options()
        moves = game.table.moves["move"][:n].tolist()
        view = game.table.look()
        sensible = [not is_needless(view, move) for move in moves]
        points = [played_on(game, move) if sense else 0 for move, sense in zip(moves, sensible, strict=True)]
        n = game.table.options()
        likely = evaluators_choice(game.table, n)
        index = search(game.table.look(), game.table.moves, n, 3 * n, 32, new_stream(), np.zeros(1, DESK))
        if n <= 32:
            assert points[index] == max(points)
            mattered += min(points) < max(points)
            improved += points[index] > points[likely]
    assert mattered > 20
    assert improved > 0, "the evaluator errs now and then"


@pytest.mark.parametrize(
    ("scores", "expected"), [((5, 2), 3.0), ((8, 2), 6.0), ((11, 2), 6.0), ((2, 11), -6.0)], ids=["open", "won", "more", "lost"]
)
def test_in_teams_points_beyond_the_target_count_nothing(scores: tuple[int, int], expected: float) -> None:
    game = Situation(["5r"] * 4, scores=scores)
    for seat in (0, 2):
        assert advantage(game.table.setup["cards"], game.state["player"], seat) == expected
    assert advantage(game.table.setup["cards"], game.state["player"], 1) == -expected


def test_solo_the_others_count_on_average() -> None:
    game = Situation(["5r"] * 4, mode="solo", scores=(9, 2, 3, 4))
    assert advantage(game.table.setup["cards"], game.state["player"], 0) == 6.0
    assert advantage(game.table.setup["cards"], game.state["player"], 1) == pytest.approx(2 - 16 / 3)
