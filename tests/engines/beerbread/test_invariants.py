"""What holds after every choice and every stage of any game of Beer & Bread, whatever is chosen."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.beerbread import metrics, state
from engines.beerbread.actions import NOTHING_GIVEN, STOP, action_of, card_of, given_of
from engines.beerbread.edition import RESOURCES, Edition, load_edition
from engines.beerbread.edition_generator import generate_edition
from engines.beerbread.limits import MOST_PLAYS
from engines.beerbread.rules import NUMBERS
from engines.compilation import compile_function, without_experimental_warning
from engines.kernels import Table
from engines.records import WEIGHTS
from engines.rng import random_below
from tests.engines.beerbread.conftest import GAME, members, random_move, shipped_with

HARVEST, SELL, UPGRADE = 0, 1, 2
FAMILIES = (
    "S1, S2, S3, S4",
    "H1 wheat, H2 any, H3 wheat water, H3 water rye, H4 hops, H5, H1 water, H2 rye",
    "T1 9, T2 9, T1 1, T2 1, H5, H4 barley",
    "C1, C2, C3 wheat barley, C3 rye wheat, C4 water hops, C4 barley water, C3 hops rye",
    "B1, B2, B3 rye, B4 hops, B5, C1, C2",
    "E1, E2, E3, E4, E5, E6, E7, E8, E9",
)


@cache
def edition_named(name: str) -> Edition:
    if name == "shipped":
        return load_edition()
    return generate_edition(int(name)) if name.isdecimal() else shipped_with(name)


editions = st.sampled_from(["shipped", "1", "2", "3", *FAMILIES]).map(edition_named)
switches = st.fixed_dictionaries({rule.name: st.sampled_from(rule.choices) for rule in GAME.rules if rule.choices})
printed = st.just({rule.name: rule.default for rule in NUMBERS})
turned = st.fixed_dictionaries({rule.name: st.integers(rule.low, rule.high).map(str) for rule in NUMBERS})
settings_of_rules = st.builds(dict.__or__, switches, printed | turned)
seeds = st.integers(0, 2**64 - 1)
tastes = st.sampled_from(["", "harvest", "sell", "upgrade"])


def table_for(edition: Edition, rules: dict[str, str], seed: int) -> Table:
    table = Table(GAME, GAME.modes[0], rules, edition, seed)
    table.start(0, 0)
    return table


def expected_counters(edition: Edition, rules: dict[str, str], tucked: Any) -> dict[str, Any]:
    """What the tucked cards of a seat amount to, from their texts."""
    spaces = (int(rules[f"{place}_spaces"]) for place in ("storage", "brewery", "bakery"))
    counters: Counter[Any] = Counter(dict(zip(("space", ("room", 0), ("room", 1)), spaces, strict=True)))
    simple = {"S1": "replace", "S2": "reserve", "S3": "draw_last", "S4": "discard_back", "H5": "follow_water"}
    simple |= {"B5": "broom_both", "E6": "more_upgrades", "E7": "more_tokens"}
    indexed: dict[str, tuple[Any, ...]] = {"C1": ("room", 0), "C2": ("room", 1), "B1": ("broom_water", 0)}
    indexed |= {"B2": ("broom_water", 1), "E1": ("band_coin", 0), "E2": ("band_coin", 1), "E3": ("band_coin", 2)}
    indexed |= {"E4": ("pair_coin", 0), "E5": ("pair_coin", 1), "E8": ("all_kinds", 1), "E9": ("all_kinds", 0)}
    by_resource = {"H1": ("seed_gain",), "H2": ("from_supply",), "B3": ("broom_only", 0), "B4": ("broom_only", 1)}
    for number in members(tucked):
        card = edition.cards[number]
        named = [RESOURCES.index(text) for text in (card.param1, card.param2) if text in RESOURCES]
        if card.upgrade in simple:
            counters[simple[card.upgrade]] += 1
        elif card.upgrade in indexed:
            counters[indexed[card.upgrade]] += 1
        elif card.upgrade in by_resource:
            for resource in range(5) if card.param1 == "any" else named:
                counters[*by_resource[card.upgrade], resource] += 1
        elif card.upgrade in ("T1", "T2"):
            counters["space" if card.upgrade == "T1" else "water_space"] += int(card.param1)
        elif card.upgrade in ("C3", "C4"):
            counters["swap", *named, int(card.upgrade == "C4")] += 1
            counters["swaps"] += 1
        else:
            assert card.upgrade in ("H3", "H4")
            counters["extra", named[0], named[1] if card.upgrade == "H3" else state.WATER] += 1
            counters["extras"] += 1
    return counters


CARD_SETS = {"hand", "reserved", "known", "harvested", "in_place", "plaza", "tucked"}
COUNTERS = [name for name in state.SEAT.names if name not in CARD_SETS | {"storage", "column"}]


def stored_beyond_limit(seat: Any) -> int:
    """By how much grain + max(0, water - water-only spaces) is above the general spaces."""
    *grain, water = seat["storage"].tolist()
    return sum(grain) + max(0, water - int(seat["water_space"])) - int(seat["space"])


class Watcher:
    """Looks at a table after every move and stage of its game."""

    def __init__(self, table: Table, edition: Edition, rules: dict[str, str]) -> None:
        self.table = table
        self.edition = edition
        self.rules = rules
        self.places = int(rules["brewery_spaces"]) + int(rules["bakery_spaces"])
        self.types = [("beer", "bread").index(card.type) for card in edition.cards]

    def look(self) -> None:
        now = self.table.state
        self.tokens_are_where_tokens_can_be(now)
        self.every_card_is_in_one_place(now)
        for number in (0, 1):
            seat = now["seat"][number]
            self.spaces_are_not_exceeded(now, seat)
            if now["stage"] in (state.PLAY, state.TURN_START, state.RESERVE, state.REPLACE, state.OVER):
                assert stored_beyond_limit(seat) <= 0

    @staticmethod
    def tokens_are_where_tokens_can_be(now: Any) -> None:
        places = np.stack([now["supply"], now["field"], now["offered"], *now["seat"]["storage"]]).astype(int)
        assert places.min() >= 0
        assert places.sum(axis=0).tolist() == [18, 18, 15, 15, 18]
        assert now["due"].min() >= 0
        if now["stage"] not in (state.SURPLUS, state.ACCEPT):
            assert now["offered"].sum() == 0

    @staticmethod
    def every_card_is_in_one_place(now: Any) -> None:
        sets = [now["row"], now["discards"]]
        sets += [now["seat"][n][name] for n in (0, 1) for name in ("hand", "harvested", "in_place", "plaza", "tucked")]
        cards = [card for some in sets for card in members(some)]
        cards += now["deck"][now["deck_next"] : now["deck_size"]].tolist()
        assert sorted(cards) == list(range(60))

    def spaces_are_not_exceeded(self, now: Any, seat: Any) -> None:
        filled = Counter(self.types[card] for card in members(seat["in_place"]))
        assert filled[0] <= seat["room"][0]
        assert filled[1] <= seat["room"][1]
        hats = [card for card in members(seat["tucked"]) if self.edition.cards[card].upgrade in ("C1", "C2")]
        if not hats:
            sold = int(seat["in_place"] | seat["plaza"]).bit_count()
            assert sold <= self.places * (int(seat["tucked"]).bit_count() + 1)
        assert int(seat["hand"]).bit_count() <= int(self.rules["hand_size"]) + 1
        assert int(now["row"]).bit_count() <= int(self.rules["row_size"])

    def counters_are_those_of_the_tucked_cards(self) -> None:
        for seat in self.table.state["seat"]:
            expected = expected_counters(self.edition, self.rules, seat["tucked"])
            actual: Counter[Any] = Counter()
            for name in COUNTERS:
                for place, count in np.ndenumerate(seat[name]):
                    actual[(name, *place) if place else name] = int(count)
            assert +actual == +expected


@settings(max_examples=80, deadline=None)
@given(edition=editions, rules=settings_of_rules, seed=seeds, taste=tastes, chooser=seeds.map(random.Random))
def test_every_state_of_every_game_is_sound(
    edition: Edition, rules: dict[str, str], seed: int, taste: str, chooser: random.Random
) -> None:
    table = table_for(edition, rules, seed)
    watcher = Watcher(table, edition, rules)
    usual = all(rules[rule.name] == rule.default for rule in NUMBERS)
    played: Counter[tuple[int, int]] = Counter()
    while not table.is_over:
        if table.awaits_decision:
            assert table.options() >= 1
            played[int(table.state["year"]), int(table.state["actor"])] += int(table.state["stage"]) == state.PLAY
            tucked = table.state["seat"]["tucked"].copy()
            table.choose_move(random_move(table, chooser, taste))
            if (table.state["seat"]["tucked"] != tucked).any():
                watcher.counters_are_those_of_the_tucked_cards()
        else:
            if int(table.state["stage"]) == state.WINDMILL:
                year = int(table.state["year"])
                assert not usual or [sum(played[y, seat] for y in range(1, year + 1)) for seat in (0, 1)] == [
                    5 * year,
                    5 * year,
                ]
                assert max(played[year, seat] for seat in (0, 1)) <= MOST_PLAYS
            table.step()
        watcher.look()


@settings(max_examples=15, deadline=None)
@given(edition=editions, rules=settings_of_rules, seed=seeds, chooser=seeds.map(random.Random))
def test_a_finished_game_stays_finished(edition: Edition, rules: dict[str, str], seed: int, chooser: random.Random) -> None:
    table = table_for(edition, rules, seed)
    while table.run_to_decision():
        table.choose_move(random_move(table, chooser))
    end, outcome = table.state.tobytes(), table.outcome.tobytes()
    assert table.is_over
    assert table.run_to_decision() == 0
    table.step()
    for move in (0, 1, STOP, -1):
        with pytest.raises(ValueError, match="not legal"):
            table.choose_move(move)
    assert (table.state.tobytes(), table.outcome.tobytes()) == (end, outcome)
    assert sorted(table.outcome["share"].tolist()) == [0, 60]


@settings(max_examples=25, deadline=None)
@given(edition=editions, seed=seeds, taste=tastes, chooser=seeds.map(random.Random))
def test_an_illegal_move_is_refused_and_changes_nothing(
    edition: Edition, seed: int, taste: str, chooser: random.Random
) -> None:
    table = table_for(edition, {rule.name: rule.default for rule in GAME.rules}, seed)
    while table.run_to_decision():
        legal = set(table.moves["move"][: table.options()].tolist())
        before = table.state.tobytes()
        tries = {-1, 2**20, STOP, chooser.randrange(256), chooser.randrange(256 * 61)}
        illegal = chooser.choice(sorted(tries - legal))
        with pytest.raises(ValueError, match=f"move {illegal} is not legal"):
            table.choose_move(illegal)
        assert table.state.tobytes() == before
        table.choose_move(random_move(table, chooser, taste))


# What is counted in a game equals a recount of its moves.


def _any_option(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    return -1 if n < 2 else random_below(rng, n)


def _mostly_first(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    return -1 if n < 2 else random_below(rng, 1 + random_below(rng, n))


@cache
def choosers() -> tuple[Any, Any]:
    """Two compiled strategies that choose by chance. Asked without a choice, they make the game stop as faulty."""
    signature = GAME.kernels.CHOOSE
    return tuple(compile_function(f, signature, cached=False, checked=False) for f in (_any_option, _mostly_first))  # type: ignore[return-value]


class Recount:
    """Counts a game anew from its moves and from the tokens and cards that they moved."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.seat: dict[str, list[int]] = {metric.name: [0, 0] for metric in GAME.seat_metrics}
        self.game: Counter[str] = Counter()
        self.item: Counter[tuple[int, int, str]] = Counter()

    def count_choice(self, before: Any, after: Any, move: int, legal: int) -> None:
        actor, stage = int(before["actor"]), int(before["stage"])
        if stage == state.PLAY:
            season = "fruitful" if before["year"] % 2 else "dry"
            self.game[f"{season}_options"] += legal
            self.game[f"{season}_turns"] += 1
            self.count_play(before, after, move)
        elif stage == state.SURPLUS:
            self.seat["tokens_offered"][actor] += 1
            self.seat["tokens_lost"][actor] += 1
        elif stage == state.ACCEPT and move != STOP:
            self.seat["tokens_accepted"][actor] += 1
            self.seat["tokens_lost"][1 - actor] -= 1
        elif stage == state.REPLACE and move != STOP:
            self.game["reshuffles"] += move not in members(after["discards"])
        self.game["decisions"] += stage == state.PLAY or legal > 1

    def count_play(self, before: Any, after: Any, move: int) -> None:
        actor, action, card = int(before["actor"]), action_of(move), card_of(move)
        gained = int(after["seat"][actor]["storage"].sum()) - int(before["seat"][actor]["storage"].sum())
        self.seat["exchanges"][actor] += given_of(move) != NOTHING_GIVEN
        if action == HARVEST:
            self.seat["harvests"][actor] += 1
            self.seat["tokens_harvested"][actor] += gained
        elif action == SELL:
            self.seat["beers_sold" if self.edition.cards[card].type == "beer" else "breads_sold"][actor] += 1
        else:
            self.seat["upgrades"][actor] += 1
            self.seat["tokens_from_upgrades"][actor] += gained
            self.seat["cleaned"][actor] += int(before["seat"][actor]["in_place"]).bit_count()
        self.item[actor, card, ("harvested", "sold", "tucked")[action]] += 1

    def count_stage(self, before: Any, after: Any) -> None:
        stage = int(before["stage"])
        if stage in (state.SEED_GAINS, state.FOLLOW_HARVEST):
            for seat in (0, 1):
                gained = int(after["seat"][seat]["storage"].sum()) - int(before["seat"][seat]["storage"].sum())
                self.seat["tokens_from_upgrades"][seat] += gained
        elif stage == state.SEEDING:
            self.seat["windmill_years"][int(before["holder"])] += 1
            self.game["years"] += 1
        elif stage == state.SWAP_HANDS:
            for seat in (0, 1):
                for card in members(before["seat"][seat]["hand"]):
                    self.item[seat, card, "passed_on"] += 1
        self.game["reshuffles"] += len(members(before["discards"] & ~after["discards"])) > 0

    def close(self, end: Any, beer: list[int], bread: list[int]) -> None:
        for seat in (0, 1):
            sold = [self.edition.cards[card] for card in members(end["seat"][seat]["in_place"] | end["seat"][seat]["plaza"])]
            self.seat["beer"][seat], self.seat["bread"][seat] = beer[seat], bread[seat]
            self.seat["score"][seat] = min(beer[seat], bread[seat])
            self.seat["coin_bonus"][seat] = beer[seat] + bread[seat] - sum(card.coins for card in sold)
            self.seat["tokens_left"][seat] = int(end["seat"][seat]["storage"].sum())
        self.game["level_scores"] = int(self.seat["score"][0] == self.seat["score"][1])


@settings(max_examples=30, deadline=None)
@given(edition=editions, rules=settings_of_rules, seed=seeds, deal=st.integers(0, 2**40))
def test_a_block_counts_what_its_games_played_step_by_step_show(
    edition: Edition, rules: dict[str, str], seed: int, deal: int
) -> None:
    """The same game twice: in compiled code, and step by step with a recount. Strategies are asked only where n > 1."""
    table = Table(GAME, GAME.modes[0], rules, edition, seed)
    outcomes = np.zeros((1, 2), GAME.kernels.OUTCOME)
    with without_experimental_warning():
        assert table.play(choosers(), np.zeros(2, WEIGHTS), deal, outcomes, 2) == 2
    for rotation in (0, 1):
        outcome = outcomes[0, rotation]
        recount = replayed(table, edition, deal, rotation)
        recount.close(
            table.state, outcome["seat"][:, metrics.BEER_TOTAL].tolist(), outcome["seat"][:, metrics.BREAD_TOTAL].tolist()
        )
        for number, metric in enumerate(GAME.seat_metrics):
            assert (metric.name, outcome["seat"][:, number].tolist()) == (metric.name, recount.seat[metric.name])
            assert max(recount.seat[metric.name]) <= metric.high
        assert dict(zip([m.name for m in GAME.game_metrics], outcome["game"].tolist(), strict=True)) == {
            metric.name: recount.game[metric.name] for metric in GAME.game_metrics
        }
        assert all(recount.game[metric.name] <= metric.high for metric in GAME.game_metrics)
        used = np.argwhere(outcome["item"])
        assert {
            (int(seat), int(card), GAME.item_ways[way]): int(outcome["item"][seat, card, way]) for seat, card, way in used
        } == recount.item
        assert outcome["round_score"][:, -1].tolist() == recount.seat["score"]


def replayed(table: Table, edition: Edition, deal: int, rotation: int) -> Recount:
    """Play a game of the block again, step by step."""
    recount = Recount(edition)
    table.start(deal, rotation)
    weights = np.zeros(1, WEIGHTS)[0]
    while not table.is_over:
        before = table.state.copy()
        if not table.awaits_decision:
            table.step()
            recount.count_stage(before, table.state)
            continue
        legal = table.options()
        seat = int(before["actor"])
        index = 0
        if legal > 1:
            chooser = choosers()[GAME.modes[0].rotations[rotation][seat]]
            index = chooser(table.look(), table.moves, legal, weights, table.seat_stream(seat))
            table.options()
        move = int(table.moves["move"][index])
        table.choose_move(move)
        recount.count_choice(before, table.state, move, legal)
    return recount
