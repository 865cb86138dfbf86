"""The strategies of Animarche: what each does in situations that tell them apart, and how they fare against each other."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines.animarche import GAME
from engines.animarche.metrics import (
    ACTIONS,
    ADS_JOINED,
    ANIMALS,
    BUILT_UPGRADED,
    GOALS_SCORED,
    PUBLIC_BUILT,
    SHOPS_BUILT,
    SHOPS_SOLD,
    SHOPS_UPGRADED,
    VISITS,
    VP_GOALS,
)
from engines.game import SHARE_UNIT
from engines.kernels import FAULT_NONE, Table
from strategies.compiling import compiled, weight_records
from strategies.loading import builtin_strategies, parse_player
from tests.engines.animarche.conftest import Option, Situation, ad, as_option, basic, edition_of, face, gain, goal, special

NAMES = (
    "random", "greedy", "builder", "upgrader", "seller", "advertiser", "visitor", "civic", "goal-seeker", "evaluator",
)  # fmt: skip
THINKING = NAMES[1:]
SCRIPTED = NAMES[:-1]
PLAYERS = (4, 3, 2)

every_strategy = pytest.mark.parametrize("name", NAMES)
every_thinking_one = pytest.mark.parametrize("name", THINKING)
every_count = pytest.mark.parametrize("players", PLAYERS)

TOWN = edition_of(
    [
        basic(
            "inn",
            face(seats=2, pays=[gain(1), gain(2)], vp=2),
            face(seats=3, pays=[gain(2), gain(4), gain(6)], vp=7),
            copies=4,
        ),
        basic("mint", face(pays=[gain(3)], vp=1), face(pays=[gain(4)], vp=2)),
        basic("office", face(worker_seats=2, visitor=gain(3), owner=gain(1), vp=1)),
        special("palace", face(vp=9)),
        special("hut", face(vp=2)),
    ],
    ads=[ad("cheap", "2:6 2:6", "3:6 1:5")],
)


def table_of(players: int = 4, seed: int = 5, **rules: str) -> Table:
    """A table with the shipped edition."""
    return Table(GAME, GAME.find_mode(None, players), GAME.settle_rules(rules), GAME.load_edition(None), seed)


def choice_of(spec: str, game: Situation, word: int = 0) -> Option:
    """What a player chooses in a situation, in words. word: so many numbers of his stream are passed over."""
    player = parse_player(spec, GAME)
    table = game.table
    n = table.options()
    stream = table.seat_stream(int(table.state["actor"]))
    stream["block"] = word
    stream["used"] = 4
    index = compiled(player.strategy)(table.look(), table.moves, n, weight_records([player])[0], stream)
    return as_option(table, game.edition, int(table.moves["move"][index]))


def play(specs: tuple[str, ...], deals: int, seed: int = 5, **rules: str) -> Any:
    """Outcomes of so many deals in all rotations, one strategy a seat."""
    table = table_of(len(specs), seed, **rules)
    chosen = [parse_player(spec, GAME) for spec in specs]
    outcomes = np.zeros((deals, len(table.mode.rotations)), table.kernels.OUTCOME)
    choosers = tuple(compiled(player.strategy) for player in chosen)
    played = table.play(choosers, weight_records(chosen), 0, outcomes, outcomes.shape[1])
    assert table.status["fault"] == FAULT_NONE
    assert played == outcomes.size
    return outcomes


def seats_of(players: int, sides: tuple[int, ...]) -> Any:
    """By rotation and seat: whether one of these sides sits there."""
    return np.isin(np.array(GAME.find_mode(None, players).rotations), sides)


def win_share(specs: tuple[str, ...], sides: tuple[int, ...], deals: int) -> tuple[float, float]:
    """The win share of sides together, with its standard error over deals."""
    players = len(specs)
    shares = play(specs, deals)["share"][:, :, :players] / SHARE_UNIT
    per_deal = (shares * seats_of(players, sides)).sum(axis=2).mean(axis=1)
    return float(per_deal.mean()), float(per_deal.std(ddof=1) / deals**0.5)


def habits(name: str, deals: int = 60) -> Any:
    """The mean metrics of a player of that name among three of the others' kinds."""
    others = ("builder", "seller", "goal-seeker")
    outcomes = play((name, *others), deals)
    return outcomes["seat"][:, seats_of(4, (0,))].mean(axis=(0, 1))


# All of them


def test_they_are_listed_from_the_simplest_to_the_strongest() -> None:
    assert tuple(builtin_strategies("animarche")) == (*NAMES, "rollout")


@pytest.mark.parametrize("name", [*NAMES, "rollout"])
def test_each_says_in_a_line_what_it_believes(name: str) -> None:
    strategy = builtin_strategies("animarche")[name]
    assert 20 <= len(strategy.summary) <= 120
    assert len(strategy.documentation.splitlines()) > 2
    for parameter in strategy.parameters:
        assert parameter.low <= parameter.default <= parameter.high
        assert parameter.meaning


@every_count
@every_strategy
def test_each_chooses_what_is_allowed_at_every_number_of_players(name: str, players: int) -> None:
    play((name, *("random",) * (players - 1)), 15)


@every_strategy
@pytest.mark.parametrize(
    "rules",
    [
        {"ad_frames": "free_payment", "ad_single": "yes", "public_cost": "both", "move_scores": "yes", "move_wood": "0"},
        {"ad_single": "yes", "build_on_occupied": "yes", "ad_card_value": "printed_vp", "public_cost": "coins"},
        {"rounds": "8", "starting_workers": "4", "rebuild_scores": "no", "repeat_visits": "no"},
    ],
    ids=["free payment", "build on occupied", "eight rounds"],
)
def test_each_answers_every_question_that_rules_can_ask(name: str, rules: dict[str, str]) -> None:
    play((name, "random", "evaluator", name), 6, 5, **rules)


def test_their_choices_differ() -> None:
    """Over the decisions of a few games, each two strategies choose differently at least now and then."""
    table = table_of(seed=2)
    players = [parse_player(name, GAME) for name in NAMES]
    choosers = [(compiled(player.strategy), weight_records([player])[0]) for player in players]
    asked = 0
    differ: Counter[tuple[str, str]] = Counter()
    for deal in range(12):
        table.start(deal, 0)
        n = table.run_to_decision()
        while not table.is_over:
            stream = table.seat_stream(int(table.state["actor"]))
            before = stream.copy()
            chosen = []
            for choose, weights in choosers:
                for field in before.dtype.names:
                    stream[field] = before[field]
                chosen.append(choose(table.look(), table.moves, n, weights, stream))
            if n > 1:
                asked += 1
                for (one, first), (other, second) in itertools.combinations(zip(NAMES, chosen, strict=True), 2):
                    differ[one, other] += first != second
            table.choose_move(int(table.moves["move"][chosen[asked % len(NAMES)]]))
            n = table.run_to_decision()
    assert asked > 500
    assert len(differ) == len(NAMES) * (len(NAMES) - 1) // 2
    assert min(differ.values()) > 0.01 * asked, differ.most_common()[-3:]


# Drawing animals


@every_thinking_one
def test_of_two_squares_the_one_that_another_could_draw_from_comes_first(name: str) -> None:
    """Seat 1 (west) has an inn before row 2, so on column 0 it can take the animal of that row only."""
    game = Situation(TOWN, stage="attract", plots=[{0: "inn"}, {2: "store"}])
    assert {choice_of(name, game, word) for word in range(8)} == {("animal", 2, 0)}


@pytest.mark.parametrize("name", ["builder", "evaluator"])
def test_a_rival_who_has_passed_takes_nothing_any_more(name: str) -> None:
    game = Situation(TOWN, stage="attract", plots=[{0: "inn"}, {2: "store"}])
    game.state["playing"] = 0b0001
    assert len({choice_of(name, game, word) for word in range(30)}) > 1


@every_thinking_one
def test_the_shop_that_pays_more_for_an_animal_is_filled_first(name: str) -> None:
    game = Situation(TOWN, stage="attract", plots=[{0: "inn", 3: "inn back"}])
    assert choice_of(name, game)[2] == 3


@every_thinking_one
def test_an_animal_that_pays_only_with_others_is_drawn_where_they_can_still_come(name: str) -> None:
    """Three animals bring a canteen nine coins: with three on its line it is begun, with one it is not."""
    canteen = special("canteen", face(seats=3, pays=[gain(1), gain(1), gain(9)]))
    game = Situation(
        edition_of([basic("inn", face(seats=2, pays=[gain(1), gain(2)])), canteen]),
        stage="attract",
        plots=[{0: "inn", 3: "canteen"}],
    )
    assert choice_of(name, game)[2] == 3
    for row in range(1, 4):
        game.state["plaza"]["animals"][4 * row + 3] = 0
        game.state["plaza"]["occupied"] &= ~np.uint64(1 << (4 * row + 3))
    game.put_animals(0, 0, 0, 0, 1)
    assert choice_of(name, game)[2] == 0


# The first shop and ties


@every_thinking_one
def test_equal_plots_are_chosen_equally_often(name: str) -> None:
    game = Situation(TOWN, stage="first_shop")
    found = Counter(choice_of(name, game, word) for word in range(200))
    assert len(found) == 4
    assert min(found.values()) > 25


@every_thinking_one
def test_the_first_shop_does_not_face_the_same_line_as_the_one_opposite(name: str) -> None:
    """South's plot j and North's plot 3 - j face the same column."""
    game = Situation(TOWN, stage="first_shop", plots=[{}, {}, {0: "store"}])
    assert ("plot", 3) not in {choice_of(name, game, word) for word in range(40)}


# Work


@every_thinking_one
def test_in_the_last_round_the_dearest_shop_is_built(name: str) -> None:
    game = Situation(TOWN, round=5, plots=[{0: "store"}], coins=[3], wood=[1], workers=[1])
    assert choice_of(name, game)[:2] == ("build", "palace")


@pytest.mark.parametrize("name", ["builder", "upgrader", "seller", "evaluator"])
def test_early_a_shop_that_earns_is_built_before_a_few_more_points(name: str) -> None:
    game = Situation(TOWN, round=1, plots=[{0: "store"}], coins=[4], wood=[1], workers=[1])
    game.state["market"]["available"] &= ~np.uint64(1 << game.face_number("palace"))
    assert choice_of(name, game)[:2] == ("build", "mint")


def test_greedy_takes_the_points_instead() -> None:
    game = Situation(TOWN, round=1, plots=[{0: "store"}], coins=[4], wood=[1], workers=[1])
    assert choice_of("greedy", game)[:2] == ("build", "palace")


def test_upgrader_turns_over_its_shop_where_builder_builds_another() -> None:
    game = Situation(TOWN, round=2, plots=[{0: "store", 1: "inn"}], coins=[4], wood=[1])
    assert choice_of("upgrader", game) == ("upgrade", 1)
    assert choice_of("builder", game)[0] == "build"


@pytest.mark.parametrize("name", ["visitor", "evaluator"])
def test_a_visit_that_pays_three_coins_is_made(name: str) -> None:
    game = Situation(TOWN, round=2, plots=[{0: "store"}, {0: "office"}])
    assert choice_of(name, game) == ("visit", 1, 0)


@pytest.mark.parametrize("name", ["advertiser", "evaluator"])
def test_a_half_paid_ad_that_pays_well_is_completed(name: str) -> None:
    game = Situation(TOWN, round=3, plots=[{0: "store"}, {0: "store"}], coins=[2, 2], workers=[1, 1], actor=1)
    game.choose("ad", "cheap", 0, 0)
    game.all_pass_to(0)
    assert choice_of(name, game) == ("ad", "cheap", 0, 1)


@pytest.mark.parametrize("name", ["evaluator", "builder"])
def test_no_lone_worker_is_put_on_an_ad_that_nobody_could_complete(name: str) -> None:
    game = Situation(TOWN, round=5, plots=[{0: "store"}], coins=[2], workers=[1])
    assert choice_of(name, game)[0] != "ad"
    assert choice_of(f"{name}:{'trust=0' if name == 'evaluator' else 'zeal=0'}", game)[0] != "ad"


@pytest.mark.parametrize("name", ["civic", "evaluator"])
def test_a_construction_site_goes_where_others_draw_and_not_oneself(name: str) -> None:
    """South draws from column 0; North and West from column 3 and row 0, where those lines meet."""
    game = Situation(TOWN, round=2, plots=[{0: "inn"}, {0: "inn back"}, {0: "store"}], wood=[2], workers=[1])
    game.state["plaza"]["supply"][:] = (0, 0, 1)
    chosen = {choice_of(f"{name}:{'public' if name == 'evaluator' else 'zeal'}=5", game, word) for word in range(8)}
    assert {kind for kind, *_ in chosen} == {"public"}
    for _, building, squares in chosen:
        assert building == "site"
        assert all(column != 0 for _, column in squares)
        assert any(row == 0 or column == 3 for row, column in squares)


def test_a_goal_draws_goal_seeker_to_its_last_step() -> None:
    visits = goal("small", "visits", 1, 6)
    game = Situation(
        edition_of([basic("den", face(worker_seats=1, visitor=gain(1), vp=1)), special("hut", face(vp=3))], goals=[visits]),
        round=5, plots=[{0: "store"}, {0: "den"}], coins=[3], wood=[1], goals=[[visits]],
    )  # fmt: skip
    assert choice_of("goal-seeker", game)[0] == "visit"
    assert choice_of("evaluator", game)[0] == "visit"
    assert choice_of("greedy", game)[0] == "build"


@pytest.mark.parametrize("name", ["goal-seeker", "evaluator"])
def test_coins_that_a_goal_counts_at_the_end_are_kept(name: str) -> None:
    wanted = goal("big", "coins", 4, 9, "end")
    edition = edition_of([special("hut", face(vp=2))], goals=[wanted])
    for goals, kinds in (([[wanted]], {"take", "pass"}), ((), {"build"})):
        game = Situation(edition, round=5, plots=[{0: "store"}], coins=[4], wood=[1], workers=[1], goals=goals)
        assert choice_of(name, game)[0] in kinds


# Sale


@pytest.mark.parametrize("name", ["seller", "evaluator"])
def test_in_the_last_round_a_shop_is_sold_if_a_good_one_can_be_built_in_its_place(name: str) -> None:
    plots = {0: "store", 1: "inn back", 2: "mint", 3: "office"}
    rich = Situation(TOWN, stage="sell", round=5, plots=[plots], coins=[8], wood=[3])
    assert choice_of(name, rich)[0] == "sell"


@pytest.mark.parametrize("name", ["greedy", "builder", "evaluator"])
def test_a_shop_that_earns_is_kept_when_nothing_can_be_built_for_it(name: str) -> None:
    game = Situation(TOWN, stage="sell", round=3, plots=[{0: "store", 1: "inn back"}])
    assert choice_of(name, game) == ("keep",)


# What they do in whole games


def test_each_does_most_of_what_it_is_named_after() -> None:
    """Beside the same three others, each does more of its own thing than builder, and than most."""
    done = {name: habits(name) for name in THINKING}
    own = {
        "seller": done["seller"][SHOPS_SOLD] - done["builder"][SHOPS_SOLD],
        "advertiser": done["advertiser"][ADS_JOINED] - done["builder"][ADS_JOINED],
        "visitor": done["visitor"][VISITS] - done["builder"][VISITS],
        "civic": done["civic"][PUBLIC_BUILT] - done["builder"][PUBLIC_BUILT],
        "goal-seeker": done["goal-seeker"][GOALS_SCORED] - done["builder"][GOALS_SCORED],
    }
    assert min(own.values()) > 0.2, own
    for name, metric in (
        ("seller", SHOPS_SOLD), ("advertiser", ADS_JOINED), ("visitor", VISITS), ("civic", PUBLIC_BUILT),
        ("goal-seeker", VP_GOALS),
    ):  # fmt: skip
        assert done[name][metric] == max(done[other][metric] for other in THINKING[:-1]), name
    great = {name: row[SHOPS_UPGRADED] + row[BUILT_UPGRADED] for name, row in done.items()}
    assert great["upgrader"] > great["builder"]
    assert done["builder"][SHOPS_BUILT] >= 3.0
    assert min(row[ANIMALS] for row in done.values()) > 8.0
    assert min(row[ACTIONS] for row in done.values()) > 10.0


# How they fare


@pytest.mark.parametrize("opponent", SCRIPTED)
def test_the_evaluator_beats_everyone_at_four(opponent: str) -> None:
    share, error = win_share(("evaluator", opponent, "evaluator", opponent), (0, 2), 60)
    assert share - 4 * error > 0.5


@pytest.mark.parametrize("opponent", SCRIPTED)
def test_and_at_two(opponent: str) -> None:
    share, error = win_share(("evaluator", opponent), (0,), 200)
    assert share - 3 * error > 0.5


@pytest.mark.parametrize("opponent", SCRIPTED)
def test_and_at_three(opponent: str) -> None:
    share, error = win_share(("evaluator", opponent, opponent), (0,), 100)
    assert share - 3 * error > 1 / 3


@pytest.mark.parametrize("name", THINKING)
def test_everyone_beats_random(name: str) -> None:
    share, error = win_share((name, "random", name, "random"), (0, 2), 30)
    assert share - 3 * error > 0.9


@pytest.mark.parametrize("players", [4, 2])
def test_seats_are_fair_among_equals(players: int) -> None:
    shares = play(("evaluator",) * players, 600 // players)["share"][:, :, :players].reshape(-1, players) / SHARE_UNIT
    error = shares.std(axis=0, ddof=1) / len(shares) ** 0.5
    assert (abs(shares.mean(axis=0) - 1 / players) < 4 * error).all()


def test_at_three_the_seat_that_has_nobody_opposite_pays_for_those_who_keep_out_of_each_others_columns() -> None:
    """South and North can divide the columns between them; every line of West meets the lines of both."""
    shares = play(("evaluator",) * 3, 200)["share"][:, :, :3].mean(axis=(0, 1)) / SHARE_UNIT
    assert shares.argmin() == 1
    assert shares.min() > 0.15


# What they cannot know


def shuffle_hidden(table: Table, chooser: random.Random) -> None:
    """Deal the goals that others have not shown anew, also those not in the game, and the deck of ads in another order."""
    state, cards = table.state, table.setup["cards"]
    actor = int(state["actor"])
    for deck, places in (("small", (0,)), ("big", (1, 2, 3))):
        held = [(seat, place, state["goals"][seat]) for seat in range(table.mode.players) for place in places]
        seen = {int(goals["goal"][place]) for seat, place, goals in held if seat == actor or goals["achieved"][place]}
        pool = [g for g in cards[f"{deck}_goal"][: cards[f"{deck}_goals"]].tolist() if g not in seen]
        chooser.shuffle(pool)
        for seat, place, goals in held:
            if seat != actor and not goals["achieved"][place]:
                goals["goal"][place] = pool.pop()
    first = int(state["ad_next"])
    deck_left = state["ad_deck"][first : int(cards["ads"])].tolist()
    chooser.shuffle(deck_left)
    state["ad_deck"][first : int(cards["ads"])] = deck_left


@every_strategy
@every_count
def test_it_chooses_the_same_when_others_goals_and_the_ads_to_come_are_shuffled(name: str, players: int) -> None:
    table = table_of(players, 4)
    player = parse_player(name, GAME)
    choose, weights = compiled(player.strategy), weight_records([player])[0]
    chooser = random.Random(11)
    asked = changed = 0
    for deal in range(3):
        table.start(deal, 0)
        n = table.run_to_decision()
        while not table.is_over:
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
            table.choose_move(int(table.moves["move"][chooser.randrange(n) if chooser.random() < 0.2 else choice]))
            n = table.run_to_decision()
    assert asked >= 100
    assert changed > 0.9 * asked
