"""What holds in every state of every game of Animarche, whatever is chosen, by which rules and with which cards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.animarche import GAME, metrics, state
from engines.animarche.actions import BUILD, DRAW, MOVE, PUBLIC, a_of, b_of, c_of, kind_of, pack
from engines.animarche.edition import Edition, load_edition
from engines.animarche.edition_generator import generate_edition
from engines.animarche.effects import animals_before, goal_is_met, refresh, refresh_costs, rivals_for
from engines.animarche.goals import score_if_ended
from engines.animarche.items import BUILT, FACE_ITEM, HELD, ITEM_WAYS, SOLD, UPGRADED, VISITED
from engines.animarche.state import NOTHING
from engines.kernels import Table
from tests.engines.animarche.conftest import DEFAULT_RULES, random_move

EDITIONS = [load_edition(), *(generate_edition(seed) for seed in range(4))]
TASTES = [(), ("animal", "build", "upgrade", "sell"), ("public", "move", "remove", "take"), ("ad", "visit", "build", "animal")]
NAMES = [metric.name for metric in GAME.seat_metrics]

editions = st.sampled_from(EDITIONS)
modes = st.sampled_from(GAME.modes)
seeds = st.integers(0, 2**40)
tastes = st.sampled_from(TASTES)
switches = st.fixed_dictionaries({rule.name: st.sampled_from(rule.choices) for rule in GAME.rules if rule.choices})
numbers = st.fixed_dictionaries({}, optional={r.name: st.integers(r.low, r.high).map(str) for r in GAME.rules if not r.choices})


def table_for(edition: Edition, mode: Any, rules: dict[str, str], seed: int) -> Table:
    table = Table(GAME, mode, DEFAULT_RULES | rules, edition, seed)
    table.start(0, 0)
    return table


class Watcher:
    """Looks at a table after every move and stage of its game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players = table.mode.players
        self.cards = table.setup["cards"]
        self.start = [(int(seat["coins"]), int(seat["wood"])) for seat in table.state["seat"]]

    def look(self) -> None:
        now = self.table.state
        self.animals_are_conserved(now)
        self.shop_copies_are_conserved(now)
        self.public_buildings_are_where_they_can_be(now)
        for seat in range(self.players):
            player = now["seat"][seat]
            self.resources_are_start_and_sources_less_what_was_spent(player, self.table.outcome["seat"][seat], seat)
            self.workers_are_somewhere(now, player)
            self.what_follows_from_the_shops_is_up_to_date(player)
        if self.table.awaits_decision:
            self.goals_that_are_met_are_achieved(now)

    def animals_are_conserved(self, now: Any) -> None:
        squares, seats = now["plaza"]["animals"].astype(int), now["seat"]["animals"].astype(int)
        assert squares.min() >= 0
        assert seats.min() >= 0
        assert squares.sum() + seats.sum() + now["plaza"]["aside"] == state.ANIMALS
        assert int(now["plaza"]["occupied"]) == sum(1 << square for square in range(16) if squares[square])
        for player in now["seat"][: self.players]:
            for plot, face in enumerate(player["face"]):
                assert player["animals"][plot] <= (0 if face == NOTHING else self.cards["seats"][face])

    def shop_copies_are_conserved(self, now: Any) -> None:
        standing: Counter[int] = Counter()
        for player in now["seat"][: self.players]:
            kinds = [int(self.cards["shop_of"][face]) for face in player["face"] if face != NOTHING]
            assert len(set(kinds)) == len(kinds), "no second copy of a card"
            standing.update(kinds)
        unplaced = self.players - standing[int(self.cards["first_shop"])] if now["stage"] in BEFORE_ROUNDS else 0
        standing[int(self.cards["first_shop"])] += unplaced
        for shop, copies in enumerate(self.cards["copies"]):
            supply = int(now["market"]["supply"][shop])
            assert supply >= 0
            assert supply + standing[shop] == copies
            faces = int(self.cards["faces_of"][shop])
            assert int(now["market"]["available"]) & faces == (faces if supply else 0)

    def public_buildings_are_where_they_can_be(self, now: Any) -> None:
        plaza = now["plaza"]
        pairs = [pair for pair in range(24) if plaza["building"][pair] != NOTHING]
        assert int(plaza["built"]) == sum(1 << pair for pair in pairs)
        squares = [int(square) for pair in pairs for square in self.cards["pair_square"][pair]]
        assert len(set(squares)) == len(squares), "they do not overlap"
        capacity = [int(self.cards["squares"]) >> square & 1 for square in range(16)]
        for pair in pairs:
            for square in self.cards["pair_square"][pair]:
                capacity[square] = int(self.cards["capacity"][plaza["building"][pair]])
        assert plaza["capacity"].tolist() == capacity
        blocked = {n for n in range(int(self.cards["pairs"])) if set(self.cards["pair_square"][n].tolist()) & set(squares)}
        assert int(plaza["free_pairs"]) == int(self.cards["all_pairs"]) & ~sum(1 << n for n in blocked)
        for building in range(3):
            on_plaza = sum(plaza["building"][pair] == building for pair in pairs)
            assert plaza["supply"][building] + on_plaza == self.cards["public_copies"][building]
            assert 0 <= plaza["fresh"][building] <= plaza["supply"][building]

    def resources_are_start_and_sources_less_what_was_spent(self, player: Any, counts: Any, seat: int) -> None:
        rules = self.cards["rules"]
        assert 0 <= player["coins"] <= rules["coin_cap"]
        assert 0 <= player["wood"] <= rules["wood_cap"]
        coins, wood = self.start[seat]
        coins += counts[metrics.COINS_SALES : metrics.COINS_TAKEN + 1].sum() - counts[metrics.COINS_SPENT]
        wood += counts[metrics.WOOD_SALES : metrics.WOOD_TAKEN + 1].sum() - counts[metrics.WOOD_SPENT]
        assert (player["coins"], player["wood"]) == (coins, wood)
        assert player["vp"] == counts[metrics.VP_SALES : metrics.VP_GOALS + 1].sum()
        assert counts.min() >= 0

    def workers_are_somewhere(self, now: Any, player: Any) -> None:
        places = [int(player[name]) for name in ("home", "out", "hired", "on_ads")]
        assert min(places) >= 0
        hired = min(max(0, int(player["most_shops"]) - 1), int(self.cards["rules"]["hires"]))
        assert sum(places) == self.cards["rules"]["starting_workers"] + hired
        assert places[3] == (now["ad"]["seat"] == player["seat"]).sum()

    def what_follows_from_the_shops_is_up_to_date(self, player: Any) -> None:
        fresh = player.copy()
        refresh(fresh, self.cards)
        refresh_costs(fresh, self.cards)
        assert same(fresh, player)

    def goals_that_are_met_are_achieved(self, now: Any) -> None:
        for seat in range(self.players):
            held = now["goals"][seat]
            for place, goal in enumerate(held["goal"]):
                counts_at_once = not self.cards["at_end"][goal]
                is_open = bool(int(held["open"]) >> place & 1)
                assert is_open == (counts_at_once and not held["achieved"][place])
                if is_open:
                    assert not goal_is_met(now["seat"][seat], self.cards, goal)


def same(one: Any, other: Any) -> bool:
    """Whether two records are equal, padding aside."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


BEFORE_ROUNDS = (state.FIRST_SHOP, state.FIRST_SHOP_NEXT)


@settings(max_examples=40, deadline=None)
@given(editions, modes, switches, numbers, seeds, tastes, seeds.map(random.Random))
def test_every_state_of_every_game_is_sound(
    edition: Edition, mode: Any, chosen: dict, sizes: dict, seed: int, taste: tuple, chooser: random.Random
) -> None:
    table = table_for(edition, mode, chosen | sizes, seed)
    watcher = Watcher(table)
    while not table.is_over:
        if table.awaits_decision:
            table.choose_move(random_move(table, edition, chooser, taste))
        else:
            before = [
                score_if_ended(table.state["seat"][s], table.state["goals"][s], watcher.cards) for s in range(mode.players)
            ]
            ends = table.state["stage"] == state.GAME_END
            table.step()
            if ends:
                assert table.outcome["seat"][: mode.players, metrics.SCORE].tolist() == before
        watcher.look()
    check_the_counts(table, edition)


def check_the_counts(table: Table, edition: Edition) -> None:
    """What is counted fits together, and lies in its declared range."""
    rules, outcome = table.setup["cards"]["rules"], table.outcome
    rounds = int(rules["rounds"])
    for seat in range(table.mode.players):
        player = table.state["seat"][seat]
        count = dict(zip(NAMES, outcome["seat"][seat].tolist(), strict=True))
        for metric in GAME.seat_metrics:
            assert 0 <= count[metric.name] <= metric.high, metric.name
        assert (
            count["score"] == sum(count[name] for name in NAMES if name.startswith("vp_")) == outcome["round_score"][seat, -1]
        )
        kinds = ("built", "upgraded", "visits", "ads_joined", "public_built", "public_moved", "public_removed")
        takes = count["actions"] - sum(count[kind] for kind in kinds)
        assert count["coins_taken"] + count["wood_taken"] <= takes
        assert takes <= count["coins_taken"] + count["wood_taken"] + count["coins_lost"] + count["wood_lost"]
        assert count["sold"] == player["sales"] <= rounds
        assert count["visits"] == player["visits"]
        assert count["ads_taken"] == player["ads"]
        assert count["public_built"] == player["public"]
        assert count["workers"] <= int(rules["starting_workers"]) + 3
        if rounds <= metrics.COUNTED_ROUNDS:
            by_round = {
                name: sum(count[f"{name}_r{r}"] for r in range(1, 6))
                for name in ("animals", "empty", "workers", "coins", "wood")
            }
            assert by_round["animals"] == count["animals"]
            assert by_round["empty"] == count["seats_empty"]
            assert count["actions"] <= by_round["workers"] <= rounds * (int(rules["starting_workers"]) + 3)
            for name in ("coins", "wood"):
                sources = (*(f"{name}_{source}" for source in metrics.SOURCES), f"{name}_taken")
                assert by_round[name] == sum(count[source] for source in sources)
        items = outcome["item"][seat]
        faces = items[FACE_ITEM : FACE_ITEM + len(edition.faces)].astype(int)
        assert faces[:, BUILT].sum() == count["built"]
        assert faces[:, UPGRADED].sum() == count["upgraded"]
        assert faces[:, SOLD].sum() == count["sold"]
        assert faces[:, VISITED].sum() == count["visited"]
        assert faces[:, HELD].sum() == player["shops"]
    for number, game_metric in enumerate(GAME.game_metrics):
        assert 0 <= outcome["game"][number] <= game_metric.high, game_metric.name
    assert outcome["game"][[metric.name for metric in GAME.game_metrics].index(GAME.length_metric)] == rounds
    assert outcome["share"].sum() == 60
    assert outcome["seat"][: table.mode.players, NAMES.index("first_passes")].sum() == rounds


def test_the_longest_games_of_scoring_moves_stay_within_the_ranges() -> None:
    """With move_scores and free moves every action of 7 workers in 8 rounds can bring the VP of a monument."""
    rules = {
        "rounds": "8",
        "starting_workers": "4",
        "move_scores": "yes",
        "move_wood": "0",
        "start_wood": "10",
        "basic_coins": "0",
    }
    table = table_for(EDITIONS[0], GAME.modes[2], rules, 3)
    monument = [building.id for building in EDITIONS[0].public_buildings].index("monument")
    while n := table.run_to_decision():
        moves = table.moves["move"][:n].tolist()
        standing = table.state["plaza"]["building"]
        scoring = [move for move in moves if kind_of(move) == MOVE and standing[a_of(move)] == monument]
        scoring += [move for move in moves if kind_of(move) == PUBLIC and a_of(move) == monument]
        builds = [move for move in moves if kind_of(move) == BUILD]
        draws = [move for move in moves if kind_of(move) == DRAW]
        table.choose_move((builds or scoring or draws or moves)[0])
    check_the_counts(table, EDITIONS[0])
    assert table.outcome["seat"][:2, metrics.VP_PUBLIC].max() > 255


@pytest.mark.parametrize("mode", GAME.modes, ids=lambda mode: f"{mode.players}-players")
def test_workers_owned_over_the_rounds_are_10_to_21_and_actions_at_most_that(mode: Any) -> None:
    sums = []
    for deal in range(30):
        chooser = random.Random(deal)
        table = table_for(EDITIONS[0], mode, {}, 0)
        table.start(deal, 0)
        while table.run_to_decision():
            table.choose_move(random_move(table, EDITIONS[0], chooser, TASTES[1] if deal % 2 else ()))
        first = metrics.WORKERS_BY_ROUND
        owned = table.outcome["seat"][: mode.players, first : first + 5].sum(axis=1)
        assert (table.outcome["seat"][: mode.players, metrics.ACTIONS] <= owned).all()
        sums += owned.tolist()
    assert min(sums) >= 10
    assert max(sums) <= 21


# What a player sees


def view_at_random_decision(table: Table, edition: Edition, chooser: random.Random) -> None:
    """Play on for a while."""
    for _ in range(chooser.randrange(150)):
        if not table.run_to_decision():
            break
        table.choose_move(random_move(table, edition, chooser, TASTES[chooser.randrange(4)]))
    table.run_to_decision()


@settings(max_examples=40, deadline=None)
@given(editions, modes, seeds, seeds.map(random.Random))
def test_a_view_does_not_depend_on_others_hidden_goals_or_on_the_order_of_the_ad_deck(
    edition: Edition, mode: Any, seed: int, chooser: random.Random
) -> None:
    table = table_for(edition, mode, {}, seed)
    view_at_random_decision(table, edition, chooser)
    if table.is_over:
        return
    seen = table.look().tobytes()
    now = table.state
    deck = now["ad_deck"][now["ad_next"] : len(edition.ads)]
    deck[:] = chooser.sample(deck.tolist(), len(deck))
    for seat in range(mode.players):
        if seat != now["actor"]:
            hidden = now["goals"][seat]["achieved"] == 0
            now["goals"][seat]["goal"][hidden] = now["goals"][seat]["goal"][hidden][::-1]
            now["goals"][seat]["open"] = 0
    assert table.look().tobytes() == seen


@settings(max_examples=40, deadline=None)
@given(editions, modes, seeds, seeds.map(random.Random))
def test_a_view_shows_the_table_from_the_players_seat(edition: Edition, mode: Any, seed: int, chooser: random.Random) -> None:
    table = table_for(edition, mode, {}, seed)
    view_at_random_decision(table, edition, chooser)
    if table.is_over:
        return
    view, now = table.look(), table.state
    me, players = int(now["actor"]), mode.players
    assert (view["decision"], view["seat"], view["round"]) == (now["stage"], me, now["round"])
    assert (me + int(view["start"])) % players == now["start"]
    assert same(view["goals"], now["goals"][me])
    for ahead in range(state.SEATS):
        held = now["goals"][(me + ahead) % players] if ahead < players else None
        shown = [] if held is None else np.where(held["achieved"] == 1, held["goal"], NOTHING).tolist()
        assert view["shown_goals"][ahead].tolist() == (shown or [NOTHING] * state.GOALS_HELD)
    assert same(view["plaza"], now["plaza"])
    assert same(view["market"], now["market"])
    assert view["ads_left"] == len(edition.ads) - now["ad_next"]
    reach = 0
    for ahead in range(players):
        seat = (me + ahead) % players
        assert same(view["player"][ahead], now["seat"][seat])
        playing = int(now["playing"]) >> seat & 1
        assert int(view["playing"]) >> ahead & 1 == playing
        if ahead and playing:
            reach |= int(now["seat"][seat]["reach"])
    assert int(view["contested"]) == reach & int(now["plaza"]["occupied"])
    for square in range(16):
        rivals = sum(is_rival(now, seat, square) for seat in range(players) if seat != me)
        assert rivals_for(view, square) == rivals
    for plot in range(4):
        line = [square for square in range(16) if int(view["cards"]["front"][me, plot]) >> square & 1]
        assert animals_before(view["plaza"], view["cards"], me, plot) == now["plaza"]["animals"][line].sum()
    for shown, lying in zip(view["ad"], now["ad"], strict=True):
        assert (shown["ad"], shown["frame"], shown["slot"], shown["paid"]) == tuple(lying[["ad", "frame", "slot", "paid"]])
        assert shown["seat"] == (NOTHING if lying["seat"] == NOTHING else (lying["seat"] - me) % players)


def is_rival(now: Any, seat: int, square: int) -> bool:
    return bool(int(now["playing"]) >> seat & 1 and int(now["seat"][seat]["reach"]) >> square & 1)


def test_moves_are_packed_and_unpacked() -> None:
    chooser = random.Random(0)
    for _ in range(300):
        parts = tuple(chooser.randrange(below) for below in (16, 64, 64, 64))
        move = pack(*parts)
        assert (kind_of(move), a_of(move), b_of(move), c_of(move)) == parts
        assert move < 2**31


def test_items_are_named_by_the_edition() -> None:
    items = GAME.items(EDITIONS[0])
    assert len(items) == table_for(EDITIONS[0], GAME.modes[0], {}, 0).outcome["item"].shape[1]
    assert [item.name for item in items[:4]] == ["General store", "Import store", "Bakery", "Patisserie"]
    used = {item.name: item.kind for item in items if item.name}
    assert {"manager heir", "ad ad-14", "public stage", "goal big-8"} <= set(used)
    assert Counter(item.kind for item in items if item.name) == {
        "shop front": 11, "shop back": 11, "special shop": 6, "manager": 7, "ad": 14, "public building": 3, "small goal": 8,
        "big goal": 14,
    }  # fmt: skip
    assert len(used) == 28 + 7 + 14 + 3 + 22, "names differ"
    assert (used["Bakery"], used["Patisserie"], used["Tea house"]) == ("shop front", "shop back", "special shop")
    assert GAME.item_ways == ITEM_WAYS
    assert set(GAME.chosen_ways) < set(ITEM_WAYS)


def test_metrics_are_named_once_and_those_of_rounds_lie_together() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert NAMES[metrics.WORKERS_BY_ROUND :] == [f"workers_r{r}" for r in range(1, 6)]
    assert NAMES[metrics.ANIMALS_BY_ROUND] == "animals_r1"
    constants = {
        metrics.SCORE: "score", metrics.VP_INCOME: "vp_income", metrics.VP_GOALS: "vp_goals", metrics.ACTIONS: "actions",
        metrics.COINS_SALES: "coins_sales", metrics.WOOD_TAKEN: "wood_taken", metrics.WOOD_LEFT: "wood_left",
        metrics.SHOPS_SOLD: "sold", metrics.ADS_TAKEN: "ads_taken", metrics.FIRST_PASSES: "first_passes",
        metrics.INCOME_BY_ROUND: "income_r1",
    }  # fmt: skip
    assert {NAMES[number]: name for number, name in constants.items()} == {name: name for name in constants.values()}
    game_names = [metric.name for metric in GAME.game_metrics]
    assert game_names[metrics.PLAZA_LEFT_BY_ROUND :] == [f"plaza_left_r{r}" for r in range(1, 6)]
    assert game_names[metrics.MOST_OPTIONS] == "most_options"


def renamed(edition: Edition) -> Edition:
    """The same cards under other names, goals under other numbers."""

    def face(entry: Any, number: int) -> Any:
        return entry and replace(entry, name=f"{entry.name} {number}", name_ja="")

    shops = [
        replace(shop, id=f"s{n}", front=face(shop.front, n), back=face(shop.back, n)) for n, shop in enumerate(edition.shops)
    ]
    return replace(
        edition,
        shops=tuple(shops),
        managers=tuple(replace(entry, id=f"m{n}", name=f"m{n}") for n, entry in enumerate(edition.managers)),
        ads=tuple(replace(entry, id=f"a{n}") for n, entry in enumerate(edition.ads)),
        public_buildings=tuple(replace(entry, id=f"b{n}", name=f"b{n}") for n, entry in enumerate(edition.public_buildings)),
        goals=tuple(replace(entry, number=99 - n) for n, entry in enumerate(edition.goals)),
    )


def test_no_card_is_known_by_its_name() -> None:
    for mode in GAME.modes:
        one, other = (table_for(edition, mode, {}, 7) for edition in (EDITIONS[0], renamed(EDITIONS[0])))
        chooser = random.Random(2)
        while one.run_to_decision():
            move = random_move(one, EDITIONS[0], chooser, TASTES[1])
            one.choose_move(move)
            other.run_to_decision()
            other.choose_move(move)
            assert same(one.state, other.state)
        other.run_to_decision()
        assert one.outcome.tobytes() == other.outcome.tobytes()


def test_a_dealt_table_is_clean_after_a_game() -> None:
    """Nothing of one game is left in the next: the same deal gives the same state, whatever was played before."""
    for mode in GAME.modes:
        table = table_for(EDITIONS[0], mode, {}, 5)
        table.start(3, 0)
        first, outcome = table.state.copy(), table.outcome.copy()
        chooser = random.Random(1)
        while table.run_to_decision():
            table.choose_move(random_move(table, EDITIONS[0], chooser))
        table.start(3, 0)
        assert same(table.state, first)
        assert table.outcome.tobytes() == outcome.tobytes()
