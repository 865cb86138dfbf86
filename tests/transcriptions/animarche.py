"""The figures that the engine of Animarche uses, in the shape of `animarche.toml`.

Tables are read where the kernels read them: the setup record, the edition as loaded, the declared rules. What stands in no
table is measured: a situation is laid out and played, and what happens is counted.
"""

from __future__ import annotations

import functools
from typing import Any

from engines.animarche import GAME, geometry
from engines.animarche.edition import Edition, load_edition
from engines.animarche.edition_vocabulary import (
    BASIC_SHOPS,
    CLASSES,
    CONDITIONS,
    DECKS,
    ICONS,
    LIMITS,
    MANAGER_COUNT,
    PER_PLAYER,
    PUBLIC_COSTS,
    SOFT_BANDS,
    SPARE_ANIMALS,
    SPECIAL_SHOPS,
    TIMINGS,
    Gain,
    Shop,
)
from engines.animarche.items import MANAGER_ITEM, MANAGERS
from engines.animarche.state import NOTHING, SMALL_HELD, STAGE_NAMES
from engines.kernels import Table
from tests.engines.animarche.conftest import DEFAULT_RULES, Situation, ad, basic, edition_of, face, pair_of, special
from tests.transcriptions.figures import only

PHASES = {
    "attract": "attract",
    "manager_income": "income",
    "shop_income": "income",
    "sell": "sale",
    "work": "workers",
    "closing": "closing",
}
"""The stages that belong to the phases that the texts count."""

CONDITION_WORDS = {
    "shops": "shops",
    "upgraded": "upgraded shops",
    "icon": "shops with an icon",
    "icon_types": "icon types",
    "coins": "coins",
    "wood": "wood",
    "sales": "sales",
    "visits": "visits",
    "ads": "ads taken",
    "public": "public buildings",
    "animals": "animals in one round",
}
"""The conditions of goals as the texts call them."""

PLAYERS = tuple(sorted(mode.players for mode in GAME.modes))
RICH: dict[str, Any] = {"coins": [20, 20], "wood": [12, 12]}


def used_figures() -> dict[str, Any]:
    """All figures."""
    shipped = load_edition()
    tables = {players: _dealt(players, shipped) for players in PLAYERS}
    four = tables[4]
    cards = four.setup["cards"]
    return {
        "game": _game(four),
        "plaza": _plaza(tables),
        "player": _player(four),
        "supply": _supply(shipped, tables),
        "geometry": {str(players): _geometry(players, tables[players].setup["cards"]) for players in PLAYERS},
        "build": _build(shipped, cards),
        "actions": {"kinds": len(_kinds_of_action())},
        "ad": _ad(),
        "public": _public(shipped, cards),
        "take": _take(),
        "sale": {"shops_a_round_at_most": _sales_in_a_round()},
        "scoring": {
            "vp_of_a_coin_left": _score(coins=[9]) - _score(),
            "vp_of_a_wood_left": _score(wood=[9]) - _score(),
        },
        "switches": {rule.name: list(rule.choices) for rule in GAME.rules if rule.choices},
        "number_rules": _number_rules(),
        "cards": _cards(shipped),
        "edition": {"vocabulary": _vocabulary(shipped), "constraints": _constraints(shipped)},
        "sums": _sums(cards["rules"]),
    }


def _dealt(players: int, edition: Edition) -> Table:
    """A game as dealt, before anything has happened."""
    table = Table(GAME, GAME.find_mode(None, players), DEFAULT_RULES, edition, 0)
    table.start(0, 0)
    return table


# Game, plaza, players


def _game(dealt: Table) -> dict[str, Any]:
    """Rounds and phases of a game in which everybody passes."""
    table = _dealt(4, load_edition())
    seen: dict[int, set[str]] = {}
    while not table.is_over:
        stage = STAGE_NAMES[int(table.state["stage"])]
        if stage in PHASES:
            seen.setdefault(int(table.state["round"]), set()).add(PHASES[stage])
        if table.awaits_decision:
            table.options()
            table.choose_move(int(table.moves["move"][0]))
        else:
            table.step()
    return {
        "players": [PLAYERS[0], PLAYERS[-1]],
        "rounds": len(seen),
        "first_round": min(seen),
        "phases": len(seen[1]),
        "start_vp": only(dealt.state["seat"]["vp"][:4].tolist()),
    }


def _in_play(table: Table) -> list[int]:
    word = int(table.setup["cards"]["squares"])
    return [square for square in range(geometry.SQUARES) if word >> square & 1]


def _plaza(tables: dict[int, Table]) -> dict[str, Any]:
    standing = {players: table.state["plaza"]["animals"][_in_play(table)].tolist() for players, table in tables.items()}
    squares = [geometry.row_and_column(square) for square in _in_play(tables[4])]
    fronts = {
        players: only(int(line).bit_count() for line in table.setup["cards"]["front"][:players].ravel())
        for players, table in tables.items()
    }
    return {
        "rows": len({row for row, _ in squares}),
        "columns": len({column for _, column in squares}),
        "animals": only(sum(standing[players]) + int(tables[players].state["plaza"]["aside"]) for players in PLAYERS),
        "animals_a_square": only(count for counts in standing.values() for count in counts),
        "squares_of_players": {str(players): len(_in_play(table)) for players, table in tables.items()},
        "front_squares_of_players": {str(players): front for players, front in fronts.items()},
        "animals_aside_at_4_players": int(tables[4].state["plaza"]["aside"]),
    }


def _player(table: Table) -> dict[str, Any]:
    rules = table.setup["cards"]["rules"]
    at_start = only(table.state["seat"]["home"][:4].tolist())
    hired = [_hired(before) for before in range(4)]
    return {
        "plots": table.state["seat"]["face"].shape[1],
        "workers_with_the_score_marker": at_start + sum(hired) + 1,
        "workers_usable": at_start + sum(hired),
        "workers_at_start": at_start,
        "workers_hired_later": int(rules["hires"]),
        "hired_at_shops": [before + 1 for before, workers in enumerate(hired) if workers],
        "hired_each_time": only(workers for workers in hired if workers),
        "most_coins": int(rules["coin_cap"]),
        "most_wood": int(rules["wood_cap"]),
    }


def _hired(before: int) -> int:
    """Workers that a player hires by building a shop when so many stand."""
    plots = dict(enumerate(["store", "plain 1", "plain 2"][:before]))
    table = Situation(edition_of([basic("cafe")]), plots=[plots], **RICH)
    table.choose("build", "cafe", 3, "front")
    return table.workers(0)[2]


def _supply(shipped: Edition, tables: dict[int, Table]) -> dict[str, Any]:
    basics = [shop for shop in shipped.shops if shop.shop_class == CLASSES[0]]
    specials = [shop for shop in shipped.shops if shop.shop_class == CLASSES[1]]
    per_player = [shop for shop in shipped.shops if shop.copies == PER_PLAYER]
    assert all(shop.copies_at(players) == players for shop in per_player for players in PLAYERS)
    goals = [_goals_dealt(shipped, table) for table in tables.values()]
    four = tables[4]
    return {
        "basic_kinds": len(basics),
        "upgraded_backs": sum(shop.back is not None for shop in shipped.shops),
        "special_kinds": len(specials),
        "copies_of_a_special": only(shop.copies_at(4) for shop in specials),
        "copies_of_other_basic_kinds": only(shop.copies_at(4) for shop in basics if shop not in per_player),
        "kinds_with_a_copy_a_player": [shop.front.name_ja for shop in per_player],
        "public_kinds": [building.name_ja for building in shipped.public_buildings],
        "managers": len(shipped.managers),
        "managers_dealt_each": only(_managers_dealt(table) for table in tables.values()),
        "small_goals_each": only(dealt["small"] for dealt in goals),
        "big_goals_each": only(dealt["big"] for dealt in goals),
        "big_goals_scored_at_most": int(four.setup["cards"]["rules"]["big_goals_scored"]),
        "ads_face_up": len(four.state["ad"]) - four.state["ad"]["ad"].tolist().count(NOTHING),
        "first_shop": shipped.shops[int(four.setup["cards"]["first_shop"])].front.name_ja,
        "first_shops_each": only(_first_shops(shipped, players) for players in PLAYERS),
    }


def _managers_dealt(table: Table) -> int:
    held = table.outcome["item"][:, MANAGER_ITEM : MANAGER_ITEM + MANAGERS].sum(axis=(1, 2))
    return only(held[: table.mode.players].tolist())


def _goals_dealt(shipped: Edition, table: Table) -> dict[str, int]:
    hands = table.state["goals"]["goal"][: table.mode.players].tolist()
    decks = [[shipped.goals[number].deck for number in hand if number != NOTHING] for hand in hands]
    assert all(deck == DECKS[place >= SMALL_HELD] for hand in decks for place, deck in enumerate(hand))
    return {deck: only(hand.count(deck) for hand in decks) for deck in DECKS}


def _first_shops(shipped: Edition, players: int) -> int:
    """Shops that each has when the first phase begins."""
    table = _dealt(players, shipped)
    while table.run_to_decision() and STAGE_NAMES[int(table.state["stage"])] == "first_shop":
        table.choose_move(int(table.moves["move"][0]))
    return only(table.state["seat"]["shops"][:players].tolist())


def _geometry(players: int, cards: Any) -> dict[str, Any]:
    """For each seat's plots the squares that they face, as row and column."""
    letters = [place[0].upper() for place in geometry.PLACES[players]]
    lines: dict[str, Any] = {"seats": letters}
    for seat, letter in enumerate(letters):
        words = [int(word) for word in cards["front"][seat]]
        faced = [[square for square in range(geometry.SQUARES) if word >> square & 1] for word in words]
        lines[letter] = [["{}{}".format(*geometry.row_and_column(square)) for square in line] for line in faced]
    return lines


# Actions


def _build(shipped: Edition, cards: Any) -> dict[str, int]:
    fronts: dict[str, set[tuple[int, int]]] = {name: set() for name in CLASSES}
    beyond_upgrade = set()
    for number, shop in enumerate(shipped.shops):
        front, back = int(cards["front_face"][number]), int(cards["back_face"][number])
        fronts[shop.shop_class].add(_cost(cards["build_cost"][front]))
        if back != NOTHING:
            both, upgrade = _cost(cards["build_cost"][back]), _cost(cards["upgrade_cost"][number])
            beyond_upgrade.add((both[0] - upgrade[0], both[1] - upgrade[1]))
    basic_cost, special_cost, at_once = (only(costs) for costs in (fronts["basic"], fronts["special"], beyond_upgrade))
    assert at_once[1] == 0
    return {
        "basic_coins": basic_cost[0],
        "basic_wood": basic_cost[1],
        "special_coins": special_cost[0],
        "special_wood": special_cost[1],
        "build_and_upgrade_coins": at_once[0],
        "same_card_copies_at_most": only(_copies(lying) for lying in ("cafe", "cafe back")),
        "workers_an_action": _workers_used(),
    }


def _cost(record: Any) -> tuple[int, int]:
    return int(record["coins"]), int(record["wood"])


def _copies(lying: str) -> int:
    """How many copies of a card a player can have of which the first lie with this face up."""
    for count in range(5):
        table = Situation(edition_of([basic("cafe", copies=4)]), plots=[dict.fromkeys(range(count), lying)], **RICH)
        if not any(option[1] == "cafe" for option in table.options("build")):
            return count
    return 5


def _workers_used() -> int:
    table = Situation(workers=[4])
    table.choose("take", "coin")
    return 4 - table.workers(0)[0]


def _kinds_of_action() -> set[str]:
    """The kinds of action with a worker; to move and to remove a public building is one."""
    inn = special("inn", face(worker_seats=1))
    table = Situation(edition_of([inn]), plots=[{0: "store"}, {0: "inn"}], **RICH)
    table.put_building("stage", (0, 0), (0, 1))
    kinds = {option[0] for option in table.options()} - {"pass"}
    return {"move or remove" if kind in ("move", "remove") else kind for kind in kinds}


def _ad() -> dict[str, Any]:
    edition = edition_of(ads=[ad("poster", "2:2 1:1", "2:2 1:1")])
    table = Situation(edition, **RICH)
    slots = [option[2:] for option in table.options("ad") if option[1] == "poster"]
    frames = {frame for frame, _ in slots}
    paying = Situation(edition, ad_frames="free_payment", **RICH)
    amounts = [option[3] for option in paying.options("ad") if option[1] == "poster"]
    workers = 0
    while table.ad(0) == "poster":
        table.choose(*sorted(option for option in table.options("ad") if option[1] == "poster")[0])
        workers += 1
    return {
        "frames": len(frames),
        "slots_of_a_frame": only(sum(other == frame for other, _ in slots) for frame in frames),
        "workers_at_most": workers,
        "free_payment": {"first_pays_at_least": min(amounts), "first_leaves_at_least": edition.ads[0].fee - max(amounts)},
    }


def _public(shipped: Edition, cards: Any) -> dict[str, Any]:
    table = Situation(plots=[{}], **RICH)
    table.put_building("monument", (0, 0), (0, 1))
    coins, wood, vp = table.has(0)
    table.choose("move", ((0, 0), (0, 1)), ((3, 2), (3, 3)))
    after = table.has(0)
    removing = Situation(plots=[{}], **RICH)
    removing.put_building("monument", (0, 0), (0, 1))
    removing.choose("remove", ((0, 0), (0, 1)))
    capacities = _dealt(4, shipped).state["plaza"]["capacity"].tolist()
    return {
        "squares": len(pair_of(cards, 0)),
        "move_coins": coins - after[0],
        "move_wood": only((wood - after[1], wood - removing.has(0)[1])),
        "move_vp": after[2] - vp,
        "ordinary_capacity": only(capacities),
        "buildings": {building.name_ja: _building(shipped, building.id) for building in shipped.public_buildings},
    }


def _building(shipped: Edition, name: str) -> dict[str, int]:
    """VP of building it, and how many animals each of its squares holds then."""
    table = Situation(edition_of(buildings=shipped.public_buildings), **RICH)
    table.choose("public", name, ((1, 1), (1, 2)))
    squares = [geometry.square_at(1, column) for column in (1, 2)]
    return {"vp": table.has(0)[2], "capacity": only(table.state["plaza"]["capacity"][squares].tolist())}


def _take() -> dict[str, int]:
    taken = {}
    for number, name in enumerate(("coin", "wood")):
        table = Situation()
        table.choose("take", name)
        taken["coins" if name == "coin" else name] = table.has(0)[number]
    return taken


def _sales_in_a_round() -> int:
    table = Situation(stage="sell_next", plots=[{0: "store", 1: "plain 1", 2: "plain 2"}])
    table.run_on()
    while table.asks == ("sell", 0):
        table.choose("sell", min(option[1] for option in table.options("sell")))
    return int(table.seat(0)["sales"])


def _score(**has: list[int]) -> int:
    table = Situation(stage="game_end", **has)
    table.run_on()
    return table.scores[0]


def _number_rules() -> dict[str, int]:
    defaults = {rule.name: rule.default_number for rule in GAME.rules if not rule.choices}
    return {
        "rounds": defaults["rounds"],
        "starting_workers": defaults["starting_workers"],
        "most_coins": defaults["coin_cap"],
        "most_wood": defaults["wood_cap"],
        "basic_cost_coins": defaults["basic_coins"],
        "special_cost_coins": defaults["special_coins"],
        "special_cost_wood": defaults["special_wood"],
        "move_cost_wood": defaults["move_wood"],
    }


# The edition


def _cards(shipped: Edition) -> dict[str, Any]:
    by_name = {shop.front.name_ja: shop for shop in shipped.shops}
    restaurant = by_name["老舗小料理屋"]
    big = {goal.number: goal for goal in shipped.goals if goal.deck == "big"}
    assert big[8].condition == "icon_types"
    return {
        "icons": {
            "types": len(ICONS),
            "faces_with_two": [face.name_ja for face in shipped.faces if len(face.icons) == 2],
            "types_of_general_store_and_bank": _icon_types(shipped, by_name["雑貨店"], by_name["銀行"]),
            "payers_by_icons": [shop.front.name_ja for shop in shipped.shops if any(shop.front.icon_income)],
        },
        "backs": {"general_store": _back_of(by_name["雑貨店"]), "lumber_shop": _back_of(by_name["材木店"])},
        "discounts": {
            "faces_on_build_and_upgrade": [
                face.name_ja for face in shipped.faces if face.discount.actions == ("build", "upgrade")
            ],
        },
        "old_restaurant": {"class": restaurant.shop_class, "min_players": restaurant.min_players},
        "big_goal_1": {"min_players": big[1].min_players},
        "big_goal_8": {"icon_types": big[8].k, "timing": big[8].timing},
    }


def _back_of(shop: Shop) -> str:
    return "" if shop.back is None else shop.back.name_ja


def _icon_types(shipped: Edition, *shops: Shop) -> int:
    table = Situation(shipped, plots=[dict(enumerate(shop.id for shop in shops))])
    return int(table.seat(0)["icon_types"])


def _vocabulary(shipped: Edition) -> dict[str, Any]:
    return {
        "customer_seats": list(LIMITS["customer_seats"]),
        "frames_of_an_ad": only(len(entry.frames) for entry in shipped.ads),
        "slots_of_a_frame": only(len(frame) for entry in shipped.ads for frame in entry.frames),
        "public_cost_columns": len(PUBLIC_COSTS),
        "goal_timings": len(TIMINGS),
        "goal_decks": len(DECKS),
        "goal_conditions": [CONDITION_WORDS[condition] for condition in CONDITIONS],
    }


def _constraints(shipped: Edition) -> dict[str, Any]:
    least, step = SOFT_BANDS["least_for_visitor"][0], Gain(wood=1).units - Gain(coins=1).units
    return {
        "basic_kinds": BASIC_SHOPS,
        "special_kinds": SPECIAL_SHOPS,
        "managers": MANAGER_COUNT,
        "big_goals_at_least": SOFT_BANDS["big_goals"][0],
        "small_goals_at_least": SOFT_BANDS["small_goals"][0],
        "kinds_with_a_copy_a_player": only(SOFT_BANDS["per_player_shops"]),
        "ads_about": len(shipped.ads),
        "paid_by_icons_at_least": SOFT_BANDS["icon_paying_shops"][0],
        "worth_of_a_coin": Gain(coins=1).units,
        "worth_of_a_wood": Gain(wood=1).units,
        "worth_of_a_vp": Gain(vp=1).units,
        "worth_of_a_visit_more_than": least - step,
        "mean_customer_seats_a_plot": list(only(SOFT_BANDS[name] for name in ("seats", "seats_in_supply"))),
        "stage_capacity_sum_at_most": SPARE_ANIMALS,
        "largest_discount": SOFT_BANDS["largest_discount"][1],
    }


# Sums


def _sums(rules: Any) -> dict[str, Any]:
    rounds, start, hires = (int(rules[name]) for name in ("rounds", "starting_workers", "hires"))
    return {
        "worker_rounds": [rounds * start, _most_worker_rounds(rounds, start, hires)],
        "sales_at_most": CONDITIONS["sales"].most,
        "public_buildings_of_players_at_most": {
            str(players): _most_apart(geometry.adjacent_pairs(players)) for players in PLAYERS
        },
    }


def _most_worker_rounds(rounds: int, workers: int, hires: int) -> int:
    """Workers summed over the rounds, when each builds a shop as long as that hires another for the rounds after."""
    total = 0
    for _ in range(rounds):
        total += workers
        hired = min(workers, hires)
        hires -= hired
        workers += hired
    return total


def _most_apart(pairs: tuple[tuple[int, int], ...]) -> int:
    """The most pairs of squares, each with the lower number first, of which no two share a square."""

    @functools.cache
    def most(squares: frozenset[int]) -> int:
        if not squares:
            return 0
        first = min(squares)
        rest = squares - {first}
        with_first = [1 + most(rest - {other}) for one, other in pairs if one == first and other in rest]
        return max([most(rest), *with_first])

    return most(frozenset(square for pair in pairs for square in pair))
