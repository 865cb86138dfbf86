"""The strategies of Beer & Bread: what each plays in situations that tell them apart, and how they fare against each other."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines.beerbread import state
from engines.beerbread.actions import HARVEST, NOTHING_GIVEN, action_of, card_of, given_of
from engines.beerbread.edition import Edition, load_edition
from engines.beerbread.edition_generator import generate_edition
from engines.beerbread.rules import NUMBERS
from engines.beerbread.tokens import lane, lanes
from engines.game import SHARE_UNIT
from engines.kernels import FAULT_NONE, Table
from strategies.beerbread import valuation
from strategies.compiling import compiled, weight_records
from strategies.loading import builtin_strategies, parse_player
from tests.engines.beerbread.conftest import (
    DEFAULT_RULES,
    GAME,
    Situation,
    beer,
    bread,
    members,
    plain,
    random_move,
    shipped_with,
    tokens,
)

NAMES = ("random", "greedy", "balanced", "beer-first", "engine", "harvester", "denier", "gourmet", "peddler", "evaluator")
"""The scripted ones; the search has tests of its own (`test_beerbread_rollout.py`)."""
OTHERS = NAMES[:-1]


def choice_of(spec: str, game: Situation) -> Any:
    """What a player chooses in a situation, in words."""
    player = parse_player(spec, GAME)
    table = game.table
    n = table.options()
    actor = int(table.state["actor"])
    index = compiled(player.strategy)(table.look(), table.moves, n, weight_records([player])[0], table.seat_stream(actor))
    return game._in_words(int(table.moves["move"][index]))


def play(first: str, second: str, deals: int, edition: Edition | None = None) -> Any:
    """Outcomes of so many deals in both rotations."""
    players = [parse_player(spec, GAME) for spec in (first, second)]
    table = _table(edition or load_edition())
    outcomes = np.zeros((deals, 2), table.kernels.OUTCOME)
    choosers = tuple(compiled(player.strategy) for player in players)
    played = table.play(choosers, weight_records(players), 0, outcomes, 2)
    assert table.status["fault"] == FAULT_NONE
    assert played == 2 * deals
    return outcomes


@functools.cache
def _table(edition: Edition) -> Table:
    return Table(GAME, GAME.modes[0], DEFAULT_RULES, edition, seed=5)


def win_share(first: str, second: str, deals: int, edition: Edition | None = None) -> tuple[float, float]:
    """The win share of the first, with its standard error over deals."""
    share = play(first, second, deals, edition)["share"]
    per_deal = (share[:, 0, 0] + share[:, 1, 1]) / (2 * SHARE_UNIT)
    return float(per_deal.mean()), float(per_deal.std(ddof=1) / deals**0.5)


# All of them


def test_they_are_listed_from_the_simplest_to_the_strongest() -> None:
    assert tuple(builtin_strategies("beerbread")) == (*NAMES, "rollout")


@pytest.mark.parametrize("name", NAMES)
def test_each_chooses_legally_at_every_kind_of_decision(name: str) -> None:
    effects = "S1, S2, S3, S4, C3 wheat rye, C4 water hops, T2 2, H2 any, H3 wheat rye, H4 rye, B5, E6, C1, T1 3"
    for edition in (shipped_with(effects), generate_edition(2)):
        play(name, "random", 40, edition)
        play(name, "evaluator", 40, edition)


@pytest.mark.parametrize("name", [*NAMES, "rollout:budget=8"])
@pytest.mark.parametrize("end", ["low", "high"])
def test_each_chooses_legally_with_all_numbers_at_their_ends(name: str, end: str) -> None:
    """And nothing that is counted leaves its range."""
    ends = GAME.settle_rules({rule.name: str(getattr(rule, end)) for rule in NUMBERS})
    table = Table(GAME, GAME.modes[0], ends, load_edition(), seed=6)
    players = [parse_player(spec, GAME) for spec in (name, "evaluator")]
    outcomes = np.zeros((5, 2), table.kernels.OUTCOME)
    assert table.play(tuple(compiled(p.strategy) for p in players), weight_records(players), 0, outcomes, 2) == 10
    for metrics, counted in ((GAME.seat_metrics, outcomes["seat"]), (GAME.game_metrics, outcomes["game"])):
        assert counted.min() >= 0
        assert (counted.reshape(-1, len(metrics)).max(axis=0) <= [metric.high for metric in metrics]).all()


def test_each_plays_otherwise_than_each_other_in_a_good_share_of_positions() -> None:
    table = _table(load_edition())
    chooser = random.Random(3)
    others = [parse_player(name, GAME) for name in NAMES if name != "random"]
    weights = [weight_records([player])[0] for player in others]
    differences: Counter[tuple[str, str]] = Counter()
    positions = 0
    for deal in range(12):
        table.start(deal, 0)
        n = table.run_to_decision()
        while not table.is_over:
            view = table.look()
            stream = table.seat_stream(int(table.state["actor"]))
            plays = [compiled(p.strategy)(view, table.moves, n, w, stream) for p, w in zip(others, weights, strict=True)]
            if int(view["decision"]) == state.PLAY:
                positions += 1
                for (a, first), (b, second) in itertools.combinations(zip(others, plays, strict=True), 2):
                    differences[a.label, b.label] += first != second
            table.choose_move(int(table.moves["move"][chooser.choice(plays)]))
            n = table.run_to_decision()
    assert positions == 12 * 60
    nearest, count = min(differences.items(), key=lambda item: item[1])
    assert count > 0.15 * positions, nearest


def test_only_random_uses_its_random_stream() -> None:
    game = Situation(hands=(plain(5), plain(5)))
    for name in NAMES:
        game.table.start(0, 0)
        game.table.run_to_decision()
        before = game.table.seat_stream(0).copy()
        choice_of(name, game)
        assert (game.table.seat_stream(0) != before) == (name == "random")


# One by one


def test_random_plays_every_option_equally_often() -> None:
    game = Situation(hands=(plain(5), plain(5)))
    counts = Counter(choice_of("random", game) for _ in range(2000))
    assert len(counts) == 10
    assert all(140 < count < 260 for count in counts.values())


def beer_or_bread(year: int = 3, beer_coins: int = 9, bread_coins: int = 5, **sold: Any) -> Situation:
    """A beer and a bread that can both be sold; both goods are level at 9 coins, unless other cards were sold."""
    ale = beer("ale", coins=beer_coins, need=tokens(barley=3))
    loaf = bread("loaf", coins=bread_coins, need=tokens(wheat=2))
    plaza = sold.pop("plaza", [beer("stout", coins=9), bread("rye loaf", coins=9)])
    return Situation(
        year=year, hands=([ale, loaf, *plain(3)], plain(5)), stored=(tokens(barley=3, wheat=2), {}), plaza=(plaza, []), **sold
    )


AHEAD_IN_BEER = {"plaza": [beer("stout", coins=9), beer("porter", coins=8)]}


def test_beer_first_sells_the_beer_although_bread_is_behind() -> None:
    assert choice_of("beer-first", beer_or_bread(**AHEAD_IN_BEER)) == ("sell", "ale")


@pytest.mark.parametrize("name", ["greedy", "balanced", "engine", "evaluator"])
def test_who_looks_at_the_lower_total_sells_the_bread(name: str) -> None:
    assert choice_of(name, beer_or_bread(**AHEAD_IN_BEER)) == ("sell", "loaf")


def test_beer_first_bakes_when_bread_counts_as_much() -> None:
    outcomes = {spec: play(spec, "greedy", 200)["seat"][:, 0, 0] for spec in ("beer-first", "beer-first:bread=1")}
    assert outcomes["beer-first:bread=1"][:, 2].mean() > outcomes["beer-first"][:, 2].mean() + 3


def test_peddler_sells_the_smaller_recipe_although_it_brings_less() -> None:
    assert choice_of("peddler", beer_or_bread()) == ("sell", "loaf")


def test_gourmet_sells_the_finer_card() -> None:
    assert choice_of("gourmet", beer_or_bread()) == ("sell", "ale")


@pytest.mark.parametrize(("year", "sells"), [(1, False), (3, False), (6, True)])
def test_gourmet_sells_simple_fare_in_the_last_year_only(year: int, sells: bool) -> None:
    action, _ = choice_of("gourmet", beer_or_bread(year=year, beer_coins=5))
    assert (action == "sell") == sells


def test_gourmet_can_be_made_less_choosy() -> None:
    assert choice_of("gourmet:coins=4", beer_or_bread(year=1, beer_coins=5))[0] == "sell"


def test_harvester_fills_its_store_before_it_sells_and_then_sells() -> None:
    icons = [beer("sheaf", icons="wheat barley rye hops"), bread("loaf", coins=6, need=tokens(wheat=2))]
    empty = Situation(hands=([*icons, *plain(3)], plain(5)), stored=(tokens(wheat=2), {}))
    full = Situation(hands=([*icons, *plain(3)], plain(5)), stored=(tokens(wheat=2, hops=7), {}))
    assert choice_of("harvester", empty) == ("harvest", "sheaf")
    assert choice_of("greedy", empty) == ("sell", "loaf")
    assert choice_of("harvester", full) == ("sell", "loaf")


def test_harvester_prefers_icons_that_its_column_shows() -> None:
    hand = [beer("in line", icons="wheat barley"), beer("new", icons="rye hops water"), *plain(2)]
    game = Situation(turn=2, hands=(hand, plain(4)))
    game.state["seat"][0]["column"][:2] = 2
    game.state["field"][:2] = 1
    assert choice_of("harvester", game) == ("harvest", "in line")
    assert choice_of("greedy", game) == ("harvest", "new")


def builder_hand(year: int) -> Situation:
    return Situation(year=year, hands=([beer("cellar", icons="wheat rye hops water", effect="T1 1"), *plain(4)], plain(5)))


def test_engine_tucks_upgrades_early_and_harvests_late() -> None:
    assert choice_of("engine", builder_hand(1)) == ("upgrade", "cellar")
    assert choice_of("greedy", builder_hand(1)) == ("harvest", "cellar")
    assert choice_of("engine", builder_hand(5)) == ("harvest", "cellar")
    assert choice_of("engine:upgrades=0", builder_hand(1)) == ("harvest", "cellar")


def test_balanced_harvests_what_its_recipe_lacks_rather_than_more() -> None:
    hand = [
        bread("loaf", coins=8, need=tokens(wheat=2, rye=1)),
        beer("lean", icons="wheat rye"),
        beer("rich", icons="barley hops water"),
    ]
    game = Situation(hands=([*hand, *plain(2)], plain(5)))
    assert choice_of("balanced", game) == ("harvest", "lean")
    assert choice_of("greedy", game) == ("harvest", "rich")


def test_balanced_cleans_for_the_good_that_is_behind_and_waits_with_the_other() -> None:
    ale, stout = beer("ale", coins=4, effect="S3"), beer("stout", coins=9, effect="S3")
    sheaf = beer("sheaf", icons="wheat barley rye hops water", effect="S3")
    cellar = beer("cellar", effect="S3")
    for sold, action in ((ale, "upgrade"), (stout, "harvest")):
        game = Situation(hands=([sheaf, cellar], plain(2)), turn=6, sold=([sold], []), plaza=([bread("bun", coins=6)], []))
        assert choice_of("balanced", game)[0] == action


def test_denier_plays_the_card_that_the_other_could_sell() -> None:
    cake = bread("cake", coins=9, icons="wheat", need=tokens(wheat=2, water=2))
    hand = [cake, beer("rich", icons="wheat barley rye"), *plain(3)]
    game = Situation(hands=(hand, plain(5)), stored=({}, tokens(wheat=2, water=2)))
    assert choice_of("denier", game)[1] == "cake"
    assert choice_of("greedy", game) == ("harvest", "rich")
    assert choice_of("denier:spite=0", game) == ("harvest", "rich")


def test_denier_empties_a_field_rather_than_take_from_a_full_one() -> None:
    hand = [beer("drain", icons="wheat rye"), beer("skim", icons="barley hops"), *plain(3)]
    game = Situation(hands=(hand, plain(5)), fields=tokens(wheat=1, rye=1, barley=8, hops=6))
    assert choice_of("denier", game) == ("harvest", "drain")


def test_denier_leaves_less_to_the_other_than_greedy_does() -> None:
    by_denier = play("greedy", "denier", 1500)["seat"]
    by_greedy = play("greedy", "greedy", 1500)["seat"]
    left = [(seats[:, 0, 0, 0] + seats[:, 1, 1, 0]) / 2 for seats in (by_denier, by_greedy)]
    difference = left[1] - left[0]
    assert difference.mean() > 4 * difference.std() / 1500**0.5


# The evaluator


@pytest.mark.parametrize("other", OTHERS)
def test_evaluator_beats_every_other(other: str) -> None:
    share, error = win_share("evaluator", other, 2000)
    assert share - 4 * error > 0.6


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_evaluator_beats_the_next_best_with_other_cards_too(seed: int) -> None:
    for other in ("balanced", "engine", "peddler"):
        share, error = win_share("evaluator", other, 500, generate_edition(seed))
        assert share - 4 * error > 0.55


def test_evaluator_does_not_harvest_in_its_last_turn_if_it_can_sell() -> None:
    loaf = bread("loaf", coins=4, icons="wheat barley rye hops", need=tokens(wheat=1))
    game = Situation(year=6, turn=8, hands=([loaf], plain(1)), stored=(tokens(wheat=1), {}), plaza=([beer("ale", coins=9)], []))
    assert choice_of("evaluator", game) == ("sell", "loaf")


def test_evaluator_harvests_for_the_cards_that_it_will_get() -> None:
    mine = [beer("lean", icons="wheat"), beer("rich", icons="barley rye hops water"), *plain(2)]
    theirs = [bread("cake", coins=9, need=tokens(wheat=2)), *plain(3)]
    known = Situation(turn=2, hands=(mine, theirs), stored=(tokens(wheat=1), {}))
    unknown = Situation(turn=2, hands=(mine, theirs), stored=(tokens(wheat=1), {}))
    known.state["seat"][0]["known"] = known.state["seat"][1]["hand"]
    assert choice_of("evaluator", known) == ("harvest", "lean")
    assert choice_of("evaluator", unknown) == ("harvest", "rich")


def test_evaluator_values_water_as_it_is_told() -> None:
    hand = [beer("well", icons="wheat barley hops water"), beer("field", icons="wheat barley hops rye"), *plain(3)]
    game = Situation(hands=(hand, plain(5)))
    assert choice_of("evaluator:water=2", game) == ("harvest", "well")
    assert choice_of("evaluator:water=0.4", game) == ("harvest", "field")


def test_evaluator_takes_the_dear_sale_the_more_it_cares_for_tempo() -> None:
    hand = [bread("loaf", coins=4, need=tokens(wheat=3)), beer("rich", icons="wheat barley rye hops"), *plain(3)]
    game = Situation(hands=(hand, plain(5)), stored=(tokens(wheat=3), {}))
    assert choice_of("evaluator:tempo=0", game)[0] != "sell"
    assert choice_of("evaluator:tempo=3", game) == ("sell", "loaf")


def test_other_weights_make_another_player() -> None:
    play("evaluator:water=0.4:tempo=1.2", "evaluator", 50)
    share, error = win_share("evaluator", "evaluator:denial=2", 1000)
    assert share - 3 * error > 0.5


# Decisions apart from the play


def test_the_surplus_is_what_no_recipe_needs() -> None:
    loaf = bread("loaf", coins=8, need=tokens(wheat=3, rye=2))
    game = Situation(
        hands=([loaf, beer("heap", icons="hops"), *plain(3)], plain(5)), stored=(tokens(wheat=4, rye=2, hops=3), {})
    )
    game.harvest("heap")
    assert game.asks == ("surplus", 0)
    assert choice_of("balanced", game) == "hops"


def offered_wheat(need: dict[str, int]) -> Situation:
    """Seat 1, with a recipe in hand, is offered a wheat."""
    loaf = bread("loaf", coins=8, need=need)
    game = Situation(hands=([beer("heap", icons="wheat"), *plain(4)], [loaf]), year=2, turn=8, stored=(tokens(wheat=9), {}))
    game.harvest("heap")
    game.choose("wheat")
    assert game.asks == ("accept", 1)
    return game


def test_a_token_that_a_recipe_needs_is_accepted_and_no_other() -> None:
    assert choice_of("balanced", offered_wheat(tokens(wheat=3))) == "wheat"
    useless = offered_wheat(tokens(hops=3))
    useless.state["seat"][1]["storage"][0] = 3
    assert choice_of("balanced", useless) is None


def test_a_recipe_is_paid_plainly_where_that_is_possible() -> None:
    loaf = bread("loaf", coins=8, need=tokens(rye=1))
    game = Situation(hands=([loaf], plain(1)), turn=8, upgrades=(["C3 wheat rye"], []), stored=(tokens(wheat=3, rye=1), {}))
    game.sell("loaf")
    assert game.options() == {"plain", "2 wheat"}
    assert choice_of("balanced", game) == "plain"


def test_the_reserved_card_is_the_one_that_can_be_sold() -> None:
    hand = [bread("loaf", coins=8, need=tokens(wheat=1)), *plain(3)]
    game = Situation("reserve", turn=2, hands=(hand, plain(4)), upgrades=(["S2"], []), stored=(tokens(wheat=1), {}))
    assert choice_of("balanced", game) == "loaf"


def test_a_card_out_of_reach_is_replaced_and_a_good_one_kept() -> None:
    good = [bread(f"loaf {n}", coins=8, icons="wheat rye", need=tokens(wheat=1)) for n in range(5)]
    bad = Situation(
        "replace",
        hands=([*good[:4], beer("dream", icons="rye")], plain(5)),
        upgrades=(["S1"], []),
        stored=(tokens(wheat=1), {}),
    )
    well = Situation("replace", hands=(good, plain(5)), upgrades=(["S1"], []), stored=(tokens(wheat=1), {}))
    assert choice_of("balanced", bad) == "dream"
    assert choice_of("balanced", well) is None


# What things are worth


def test_a_harvest_is_expected_to_take_what_it_takes() -> None:
    edition = shipped_with("H2 any, H3 wheat rye, H4 barley, H3 water hops, T1 5, H2 rye, S1, C1")
    table = Table(GAME, GAME.modes[0], DEFAULT_RULES, edition, seed=1)
    chooser = random.Random(1)
    checked = 0
    for deal in range(10):
        table.start(deal, 0)
        table.run_to_decision()
        while not table.is_over:
            move = random_move(table, chooser, "harvest")
            play_now = int(table.state["stage"]) == state.PLAY
            if play_now and action_of(move) == HARVEST and given_of(move) == NOTHING_GIVEN:
                view = table.look()
                gain = valuation.harvest_gain(view, valuation.harvest_limits(view), card_of(move))
                storage = table.state["seat"][int(table.state["actor"])]["storage"]
                expected = [int(storage[place]) + lane(gain, place) for place in range(state.RESOURCES)]
                table.choose_move(move)
                assert storage.tolist() == expected
                checked += 1
            else:
                table.choose_move(move)
            table.run_to_decision()
    assert checked > 100


def test_missing_tokens_are_counted_resource_by_resource() -> None:
    stored = lanes(np.array([2, 0, 5, 0, 1]))
    need = lanes(np.array([3, 1, 1, 0, 3]))
    assert valuation.missing_tokens(stored, need) == 1 + 1 + 2
    assert valuation.missing_tokens(need, need) == 0


@pytest.mark.parametrize(
    ("own", "other", "coins", "worth"),
    [(0, 10, 6, 6.0), (6, 10, 6, 4 + 0.5 * 2), (10, 10, 6, 0.5 * 6), (20, 10, 6, 0.5 * 2), (22, 10, 6, 0.0)],
)
def test_coins_count_in_the_lower_total_and_half_in_a_lead_of_up_to_12(own: int, other: int, coins: int, worth: float) -> None:
    assert valuation.coin_worth(own, other, coins, 0.5, 12.0) == worth


def test_an_upgrade_is_worth_less_with_every_year() -> None:
    game = Situation(hands=([beer("cellar", effect="T1 3"), *plain(4)], plain(5)))
    card = members(game.state["seat"][0]["hand"])[0]
    worth = []
    for year in range(1, 7):
        game.state["year"] = year
        worth.append(valuation.upgrade_worth(game.table.look(), card))
    assert worth == sorted(worth, reverse=True)
    assert worth[0] > 2 * worth[3]
