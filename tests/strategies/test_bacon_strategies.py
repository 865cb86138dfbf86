"""The strategies of Bacon: what each plays in situations that tell them apart, and how they fare against each other."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines.bacon import GAME, state
from engines.bacon.combinations import find_plays, list_plays
from engines.bacon.copies import hand_after
from engines.bacon.metrics import DEALS
from engines.bacon.modes import LAYOUTS
from engines.game import SHARE_UNIT
from engines.kernels import FAULT_NONE, Table
from engines.records import new_record
from strategies.bacon import plan
from strategies.bacon.features import is_needless
from strategies.compiling import compiled, weight_records
from strategies.loading import builtin_strategies, parse_player
from tests.engines.bacon.conftest import Situation, fill_hand, in_words, make_table

NAMES = (
    "random", "low", "sprint", "min-turns", "control", "wild-saver", "wild-bomber", "bomb-timing", "partner", "blocker",
    "soloist", "evaluator",
)  # fmt: skip
MODES = [(layout.name, layout.players) for layout in LAYOUTS]
MODE_IDS = [f"{name}{players}" for name, players in MODES]

MANY = "1r 2g 3b 4r 6g 7b 8r 1g 2b 3r"
"""A hand that is far from out."""

every_strategy = pytest.mark.parametrize("name", NAMES)
every_mode = pytest.mark.parametrize(("mode", "players"), MODES, ids=MODE_IDS)


def choice_of(spec: str, game: Situation) -> Any:
    """What a player chooses in a situation, in words."""
    player = parse_player(spec, GAME)
    table = game.table
    n = table.options()
    actor = int(table.state["actor"])
    index = compiled(player.strategy)(table.look(), table.moves, n, weight_records([player])[0], table.seat_stream(actor))
    return game._in_words(int(table.moves["move"][index]))


def lead_of(spec: str, hand: str, others: tuple[str, str, str] = (MANY, MANY, MANY), **more: Any) -> Any:
    """What a player leads from a hand."""
    return choice_of(spec, Situation([hand, *others], **more))


def answer_of(
    spec: str, hand: str, pile: tuple[Any, ...], owner: int, others: tuple[str, str, str] = (MANY, MANY, MANY)
) -> Any:
    """What a player answers to a pile; in team play seat 2 is his partner."""
    return choice_of(spec, Situation([hand, *others], pile=pile, owner=owner))


def play(specs: tuple[str, ...], deals: int, mode: str = "team", players: int = 4, **rules: str) -> Any:
    """Outcomes of so many deals in all rotations."""
    table = make_table(mode, players, 5, **rules)
    chosen = [parse_player(spec, GAME) for spec in specs]
    outcomes = np.zeros((deals, len(table.mode.rotations)), table.kernels.OUTCOME)
    played = table.play(
        tuple(compiled(player.strategy) for player in chosen), weight_records(chosen), 0, outcomes, outcomes.shape[1]
    )
    assert table.status["fault"] == FAULT_NONE
    assert played == outcomes.size
    return outcomes


def win_share(first: str, second: str, deals: int, players: int = 4) -> tuple[float, float]:
    """The win share of the first side in team play, with its standard error over deals."""
    share = play((first, second), deals, "team", players)["share"]
    per_deal = (share[:, 0, 0] + share[:, 1, 1]) / (2 * SHARE_UNIT)
    return float(per_deal.mean()), float(per_deal.std(ddof=1) / deals**0.5)


# What they look at


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        ("1r 5g 9b", 3),
        ("3r 4g 5b 6r 7g", 1),
        ("3r 3g 4b 4r", 1),
        ("3r 3g 4b 4r 5r 5b", 1),
        ("3r 3g 3b 4b 4r 4g", 1),
        ("7r 7g 7b 7r", 1),
        ("3r 4g 4b 5r", 2),
        ("1r 2g 3b 5r 6g 7b 10r", 3),
        ("1r 2g 3b 4r 5g 6b 7r 8g 9b", 2),
    ],
)
def test_the_turns_that_a_hand_takes(cards: str, turns: int) -> None:
    hand = new_record(state.HAND)
    fill_hand(hand, cards, make_table().setup["cards"])
    assert plan.arrangement(plan.ranks_held(hand)).turns == turns


def test_the_loose_cards_are_those_that_no_sequence_takes_along() -> None:
    hand = new_record(state.HAND)
    fill_hand(hand, "1r 3r 4g 5b 8r 8g 10b", make_table().setup["cards"])
    assert plan.arrangement(plan.ranks_held(hand)).loose == 1 << 1 | 1 << 10


def test_the_ranks_left_by_a_play_are_those_of_the_hand_that_it_leaves() -> None:
    table = make_table()
    chooser = random.Random(3)
    after = new_record(state.HAND)
    table.start(0, 0)
    table.run_to_decision()
    view = table.look()
    deck = [f"{rank}{suit}" for rank in range(1, 11) for suit in "rgb"] * 2
    seen = 0
    for _ in range(150):
        fill_hand(view["me"], [*chooser.sample(deck, 10), "X", "X"][: chooser.randint(10, 12)], view["cards"])
        count = list_plays(view["me"], view["cards"], 0, table.moves, 0)
        for move in table.moves["move"][:count].tolist():
            if is_needless(view, move) or in_words(move)[0] in ("straight", "stretch"):
                continue  # a straight that must not be a flush spends a wild for a card that is held
            hand_after(view["me"], view["cards"], move, after)
            expected = tuple(int(level) for level in after["at_least"][1:5])
            assert tuple(int(level) for level in plan.ranks_after(view["me"], view["cards"], move)) == expected, in_words(move)
            seen += 1
    assert seen > 2000


# All of them


def test_they_are_listed_from_the_simplest_to_the_strongest() -> None:
    assert tuple(builtin_strategies("bacon")) == (*NAMES, "rollout")


@pytest.mark.parametrize("name", [*NAMES, "rollout"])
def test_each_says_in_a_line_what_it_believes(name: str) -> None:
    strategy = builtin_strategies("bacon")[name]
    assert 20 <= len(strategy.summary) <= 120
    assert len(strategy.documentation.splitlines()) > 2
    for parameter in strategy.parameters:
        assert parameter.low <= parameter.default <= parameter.high
        assert parameter.meaning


@every_mode
@every_strategy
def test_each_plays_in_every_mode(name: str, mode: str, players: int) -> None:
    sides = make_table(mode, players).mode.side_count
    assert play((name, *("low",) * (sides - 1)), 5, mode, players)["game"][..., DEALS].min() > 0


@every_strategy
def test_each_answers_every_question_that_rules_can_ask(name: str) -> None:
    play((name, name), 3, "team", 6, ask_for_lead="yes", suits="all", x_extends="no", flush_is_bomb="no")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("random", "low")])
def test_whoever_can_go_out_does(name: str) -> None:
    assert lead_of(name, "4r 4g 5r 5b") == ("stair", 5, 0)
    assert answer_of(name, "X", ("single", 10, 0), owner=1) == ("single", 11, 1)


def test_their_choices_differ() -> None:
    """Over the decisions of a few matches, each two strategies choose differently at least now and then."""
    table = make_table(seed=2)
    players = [parse_player(name, GAME) for name in NAMES]
    choosers = [(compiled(player.strategy), weight_records([player])[0]) for player in players]
    asked = 0
    differ: Counter[tuple[str, str]] = Counter()
    for deal in range(4):
        table.start(deal, 0)
        n = table.run_to_decision()
        while not table.is_over:
            view, stream = table.look(), table.seat_stream(0)
            chosen = [choose(view, table.moves, n, weights, stream) for choose, weights in choosers]
            asked += 1
            for (one, first), (other, second) in itertools.combinations(zip(NAMES, chosen, strict=True), 2):
                differ[one, other] += first != second
            table.choose_move(int(table.moves["move"][chosen[asked % len(NAMES)]]))
            n = table.run_to_decision()
    assert asked > 500
    assert len(differ) == len(NAMES) * (len(NAMES) - 1) // 2
    assert min(differ.values()) > 0.005 * asked


# Simple ones


def test_low_leads_the_longest_play_as_low_as_it_can() -> None:
    assert lead_of("low", "1r 3g 4b 5r 6g 8g 9b 10r X") == ("bobtail", 6, 0)


def test_low_beats_as_cheaply_as_it_can_whoever_played_and_whatever_it_breaks_up() -> None:
    for owner in (1, 2):
        assert answer_of("low", "6r 6g 6b 9g 10b X", ("single", 5, 0), owner) == ("single", 6, 0)


def test_sprint_spends_a_bomb_on_anything() -> None:
    assert answer_of("sprint", "6r 6g 6b 9g 10b X X", ("single", 5, 0), owner=1)[0] in ("quad", "quint")


def test_min_turns_does_not_break_up_a_run() -> None:
    hand = "3r 4g 5b 9r 9g"
    assert answer_of("min-turns", hand, ("single", 3, 0), owner=1) == ("single", 9, 0)
    assert answer_of("low", hand, ("single", 3, 0), owner=1) == ("single", 4, 0)


def test_control_races_when_all_but_one_of_its_plays_are_winners() -> None:
    """Nobody can beat the pair of tens; the loser goes last."""
    others = ("1r 2g 3b 4r", "1g 2b 3r 4g", "1b 2r 3g 4b")
    assert lead_of("control", "2r 10r 10g", others) == ("pair", 10, 0)


def test_wild_saver_keeps_its_wilds_until_its_hand_is_small() -> None:
    hand = "3r 4g 6b 7r 9r 9g X"
    assert lead_of("wild-saver", hand) == ("single", 3, 0)
    assert lead_of("wild-saver:until=7", hand) == ("straight", 7, 1)
    assert answer_of("wild-saver", "1r 3g 5b 6r 7g 8b 9r X", ("single", 10, 0), owner=1) == "pass"
    assert answer_of("sprint", "1r 3g 5b 6r 7g 8b 9r X", ("single", 10, 0), owner=1) == ("single", 11, 1)


def test_wild_bomber_makes_a_bomb_of_its_wilds() -> None:
    hand = "1r 3g 6r 6g 6b 8b 9r X"
    assert answer_of("wild-bomber", hand, ("single", 9, 0), owner=1) == ("quad", 6, 1)
    assert answer_of("wild-bomber:appetite=0", hand, ("single", 9, 0), owner=1) == "pass"


def test_bomb_timing_holds_its_bomb_until_an_opponent_is_nearly_out() -> None:
    hand = "1r 3g 6r 6g 6b 6r 8b 10r"
    assert answer_of("bomb-timing", hand, ("pair", 9, 0), owner=1) == "pass"
    assert answer_of("bomb-timing", hand, ("pair", 9, 0), owner=1, others=("1r 4r", MANY, MANY)) == ("quad", 6, 0)


# Those who look at the others


@pytest.mark.parametrize("name", ["partner", "blocker", "evaluator"])
def test_a_partner_is_not_beaten_where_an_opponent_is(name: str) -> None:
    hand = "1r 3g 5b 7r 10r 10g"
    assert answer_of(name, hand, ("single", 9, 0), owner=2) == "pass"
    assert answer_of(name, hand, ("single", 9, 0), owner=1, others=("1r 2r", MANY, MANY)) == ("single", 10, 0)


def test_without_awareness_partner_beats_its_partner() -> None:
    hand = "1r 3g 5b 7r 10r 10g"
    assert answer_of("partner", hand, ("single", 9, 0), owner=2) == "pass"
    assert answer_of("partner:awareness=0", hand, ("single", 9, 0), owner=2) == ("single", 10, 0)


@pytest.mark.parametrize("name", ["partner", "blocker", "evaluator"])
def test_the_lead_is_given_to_a_partner_with_fewer_cards(name: str) -> None:
    for mate, leader in (("9r 9g", 2), (MANY, 0)):
        game = Situation(["3r 5g 7b 8r", MANY, mate, MANY], pile=("single", 10, 0), owner=0, leader=1)
        game.choose("pass", "pass", "pass")
        assert game.asks == ("give_lead", 0)
        assert choice_of(name, game) == leader


@pytest.mark.parametrize("name", ["low", "control", "partner:awareness=0"])
def test_those_for_themselves_keep_the_lead(name: str) -> None:
    game = Situation(["3r 5g 7b 8r", MANY, "9r", MANY], pile=("single", 10, 0), owner=0, leader=1)
    game.choose("pass", "pass", "pass")
    assert choice_of(name, game) == 0


@pytest.mark.parametrize("name", ["partner", "evaluator"])
def test_a_partner_with_one_card_is_fed_a_low_single(name: str) -> None:
    hand = "2r 5g 5b 6r 6g 9b 9r"
    assert lead_of(name, hand, (MANY, "8r", MANY)) == ("single", 2, 0)


def test_blocker_leads_what_the_last_opponent_has_too_few_cards_for() -> None:
    hand = "1g 4r 4g 4b 8r"
    after_one_is_out = {"out": (3,)}
    assert lead_of("blocker", hand, ("7r 9g", MANY, ""), **after_one_is_out) == ("triple", 4, 0)


def test_soloist_leads_no_single_to_one_with_a_single_card() -> None:
    hand = "2r 6g 6b 8r 8b"
    others = ("9r", MANY, MANY)
    assert lead_of("soloist", hand, others, mode="solo")[0] != "single"


# How they fare


@pytest.mark.parametrize(("opponent", "least", "deals"), [("low", 0.75, 400), ("random", 0.99, 300)])
def test_the_evaluator_beats_the_simple_ones(opponent: str, least: float, deals: int) -> None:
    share, error = win_share("evaluator", opponent, deals)
    assert share - 2 * error > least


@pytest.mark.parametrize("opponent", [name for name in NAMES if name != "evaluator"])
def test_the_evaluator_beats_everyone(opponent: str) -> None:
    share, error = win_share("evaluator", opponent, 150)
    assert share - 5 * error > 0.5


@pytest.mark.parametrize("players", [4, 6])
def test_looking_after_partners_beats_the_same_play_without(players: int) -> None:
    share, error = win_share("partner", "partner:awareness=0", 400, players)
    assert share - 5 * error > 0.5


def test_so_it_does_for_the_evaluator() -> None:
    share, error = win_share("evaluator", "evaluator:mate=0:mate-high=0:mate-near=0:feed=0:gift=-10", 300)
    assert share - 5 * error > 0.5


@pytest.mark.parametrize("name", NAMES[1:])
def test_everyone_beats_random(name: str) -> None:
    share, error = win_share(name, "random", 150)
    assert share - 5 * error > 0.5


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_in_solo_play_too_the_simple_ones_are_beaten(players: int) -> None:
    specs = ("evaluator", "soloist", "low", "random", "sprint", "low")[:players]
    outcomes = play(specs, 60, "solo", players)
    sides = np.array(make_table("solo", players).mode.rotations)
    shares = [outcomes["share"][:, :, :players][:, sides == side].mean() / SHARE_UNIT for side in range(players)]
    assert shares[0] > 1.5 * shares[2]
    assert shares[1] > 1.5 * shares[2]


# What they cannot know


def members(hand: Any) -> list[int]:
    """The cards of a hand as bits, twice those held twice."""
    one, both = int(hand["one"]), int(hand["both"])
    return [card for card in range(64) for word in (one, both) if word >> card & 1]


def shuffle_hidden(table: Table, chooser: random.Random) -> None:
    """Deal the natural cards of the others among them anew; each keeps as many, and his wilds."""
    game = table.state
    others = [seat for seat in range(table.mode.players) if seat != int(game["actor"])]
    pool = [card for seat in others for card in members(game["hand"][seat])]
    chooser.shuffle(pool)
    for seat in others:
        hand = game["hand"][seat]
        count = int(hand["size"] - hand["wilds"])
        cards, pool = pool[:count], pool[count:]
        one = both = 0
        for card in cards:
            both |= one & 1 << card
            one |= 1 << card
        hand["one"], hand["both"] = one, both
        find_plays(hand, table.setup["cards"])


@pytest.mark.parametrize("name", [*NAMES, "rollout:budget=30"])
@pytest.mark.parametrize(("mode", "players"), [("team", 4), ("team", 6), ("solo", 5)], ids=["team4", "team6", "solo5"])
def test_it_chooses_the_same_when_the_other_hands_are_shuffled(name: str, mode: str, players: int) -> None:
    table = make_table(mode, players, 4)
    player = parse_player(name, GAME)
    choose, weights = compiled(player.strategy), weight_records([player])[0]
    chooser = random.Random(11)
    asked = changed = 0
    for deal in range(2):
        table.start(deal, 0)
        n = table.run_to_decision()
        while not table.is_over and asked < 150:
            choice = 0
            if n > 1:
                stream = table.seat_stream(int(table.state["actor"]))
                drawn, before = stream.copy(), table.state.copy()
                choice = choose(table.look(), table.moves, n, weights, stream)
                shuffle_hidden(table, chooser)
                changed += table.state.tobytes() != before.tobytes()
                asked += 1
                for field in drawn.dtype.names:
                    stream[field] = drawn[field]
                assert table.options() == n
                assert choose(table.look(), table.moves, n, weights, stream) == choice
                for field in before.dtype.names:
                    table.state[field] = before[field]
                table.options()
            table.choose_move(int(table.moves["move"][chooser.randrange(n) if chooser.random() < 0.3 else choice]))
            n = table.run_to_decision()
    assert asked >= 100
    assert changed > 0.8 * asked
