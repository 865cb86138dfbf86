"""The figures that the engine of Beer & Bread uses, in the shape of `beerbread.toml`.

Tables are read where the kernels read them: the setup record, the edition as loaded, the declared rules. What stands in no
table is measured: a situation is laid out and played, and what happens is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engines.beerbread import state
from engines.beerbread.edition import (
    COINS_OF_KIND,
    COLUMNS,
    KINDS,
    OWN_RESOURCES,
    PARAM_SLOTS,
    RESOURCES,
    SLOTS,
    TYPES,
    UPGRADES,
    Card,
    Edition,
    Param,
    five,
    hard_faults,
    load_edition,
    soft_bands,
)
from engines.beerbread.edition import ICONS_ABOUT as MEAN_ICONS_ABOUT
from engines.beerbread.edition import TOKENS as PROPORTIONS
from engines.kernels import Table
from tests.engines.beerbread.conftest import DEFAULT_RULES, GAME, Situation, beer, bread, members, plain, tokens
from tests.transcriptions.figures import only

MORE_THAN_ANY = 13
"""Counts are tried below this number: no figure of the game that is found by trying is so large."""
CARD_NAMES = tuple("abcdefghijklm")


def used_figures() -> dict[str, Any]:
    """All figures."""
    shipped = load_edition()
    table = _dealt()
    years = _lengths_in_years()
    return {
        "game": {"players": GAME.modes[0].players, "years": len(years)},
        "years": _years(years),
        "cards": _cards(shipped),
        "bands": dict(zip(("first", "second", "third"), map(list, COINS_OF_KIND.values()), strict=True)),
        "tokens": _by_resource(table.state["supply"] + table.state["field"]),
        "player": _player(table.setup),
        "start": {
            "stored_tokens": int(table.state["seat"]["storage"].sum()),
            "upgrades": sum(len(members(player["tucked"])) for player in table.state["seat"]),
        },
        "seeding": {"fruitful": _seeding(1), "dry": _seeding(2)},
        "card_phase": _card_phase(),
        "action_phase": _action_phase(),
        "actions": {"kinds": len(_kinds_of_action())},
        "harvest": _harvest(),
        "legal_plays": {
            "fruitful_at_most": _most_plays(1, row=0),
            "dry_at_most": _most_plays(2, row=int(table.setup["row_size"])),
        },
        "slots": {slot: [upgrade.id for upgrade in UPGRADES.values() if upgrade.slot == slot] for slot in SLOTS},
        "parameters": {
            upgrade.id: [_sort(param) for param in (upgrade.param1, upgrade.param2) if param is not None]
            for upgrade in UPGRADES.values()
        },
        "effects": _effects(),
        "copies": _copies(),
        "switches": {rule.name: list(rule.choices) for rule in GAME.rules if rule.choices},
        "edition": {"columns": list(COLUMNS), "hard": _hard(shipped), "soft": _soft()},
        "sums": _sums(table.setup),
    }


def _dealt() -> Table:
    """A game as dealt, before anything has happened."""
    table = Table(GAME, GAME.modes[0], DEFAULT_RULES, load_edition(), 0)
    table.start(0, 0)
    return table


def _by_resource(counts: Any) -> dict[str, int]:
    return {name: int(count) for name, count in zip(RESOURCES, counts, strict=True)}


def _sort(param: Param) -> str:
    """What the texts call a parameter: what it is for, or for a resource that may be any, just that."""
    return param.label if param.sort in ("resource", "spaces") else param.sort


# A whole game


def _lengths_in_years() -> list[tuple[bool, list[int]]]:
    """A game in which everybody takes the first option: of each year whether it is dry, and the plays of each seat."""
    table = _dealt()
    years: dict[int, tuple[bool, list[int]]] = {}
    while table.run_to_decision():
        if int(table.state["stage"]) == state.PLAY:
            dry = bool(table.state["row"])
            years.setdefault(int(table.state["year"]), (dry, [0, 0]))[1][int(table.state["actor"])] += 1
        table.choose_move(int(table.moves["move"][0]))
    return [years[year] for year in sorted(years)]


def _years(years: list[tuple[bool, list[int]]]) -> dict[str, Any]:
    a_year = {count for _, plays in years for count in plays}
    a_game = {sum(plays[seat] for _, plays in years) for seat in (0, 1)}
    return {
        "fruitful": [year for year, (dry, _) in enumerate(years, start=1) if not dry],
        "dry": [year for year, (dry, _) in enumerate(years, start=1) if dry],
        "cards_played_a_year": only(a_year),
        "cards_played_a_game": only(a_game),
    }


def _cards(shipped: Edition) -> dict[str, int]:
    by_type = Counter(card.type for card in shipped.cards)
    return {
        "total": int(_dealt().state["deck_size"]),
        **{name: by_type[name] for name in TYPES},
        "types": len(TYPES),
        "kinds_of_a_type": only(len({card.kind for card in shipped.cards if card.type == name}) for name in TYPES),
    }


def _player(setup: Any) -> dict[str, float]:
    spaces = int(setup["storage_spaces"])
    return {
        "storage_spaces": spaces,
        "tokens_a_space": _tokens_that_fit("rye") / spaces,
        "brewery_spaces": _room(beer),
        "bakery_spaces": _room(bread),
        "upgrade_slots": len(SLOTS),
    }


def _tokens_that_fit(resource: str, *effects: str) -> int:
    """How many tokens of a resource a storage holds: so many that a harvest of one more asks for the surplus."""
    for stored in range(MORE_THAN_ANY):
        table = Situation(
            hands=([beer("a", icons=resource)], plain(1)),
            upgrades=(effects, ()),
            stored=({resource: stored}, {}),
            fields={resource: 1},
        )
        table.harvest("a")
        if table.stage == "surplus":
            return stored
    return MORE_THAN_ANY


def _room(make: Callable[..., Card], *effects: str) -> int:
    """How many sold cards of a type brewery or bakery hold."""
    for count in range(MORE_THAN_ANY):
        lying = [make(name) for name in CARD_NAMES[:count]]
        table = Situation(
            hands=([make("new", need=tokens(wheat=1))], plain(1)),
            upgrades=(effects, ()),
            stored=(tokens(wheat=1), {}),
            sold=(lying, ()),
        )
        if not table.can_sell("new"):
            return count
    return MORE_THAN_ANY


# Phases


def _seeding(year: int) -> dict[str, Any]:
    """What seeding brings onto empty fields."""
    table = Situation("seeding", year=year, fields=tokens(water=0), hands=((), ()))
    table.run_to("seed_gains")
    fields = table.fields()
    placed, left = fields["water"], table.supply().get("water", 0)
    return {**fields, "water": "all in the supply" if (placed, left) == (state.TOKENS[-1], 0) else placed}


def _card_phase() -> dict[str, int]:
    fruitful = Situation("seeding", year=1)
    fruitful.run_on()
    dry = Situation("seeding", year=2, harvested=([beer("a"), beer("b")], [beer("c")]))
    dry.run_on()
    return {
        "fruitful_draw": only(len(fruitful.cards("hand", seat)) for seat in (0, 1)),
        "dry_hand_up_to": only(len(dry.cards("hand", seat)) for seat in (0, 1)),
        "exchange_row": len(dry.cards("row")),
    }


def _action_phase() -> dict[str, Any]:
    fruitful = Situation(hands=(plain(3), plain(3)))
    first = len(fruitful.cards("hand", 0)), len(fruitful.cards("hand", 1))
    fruitful.choose_any()
    fruitful.choose_any()
    second = len(fruitful.cards("hand", 0)), len(fruitful.cards("hand", 1))
    dry = Situation(year=2, hands=([beer("a"), beer("b"), beer("c")], plain(3)), row=[beer("x"), beer("y"), beer("z")])
    dry.harvest("x", giving="a")
    return {
        "fruitful_cards_a_turn": only(before - after for before, after in zip(first, second, strict=True)),
        "dry_turns_each": only(count for is_dry, plays in _lengths_in_years() if is_dry for count in plays),
        "dry_exchanges_a_turn": dry.metric("exchanges", 0) if dry.stage == "turn_end" else dry.stage,
        "dry_cards_given_for_one": len(dry.cards("row") - {"y", "z"}),
    }


def _kinds_of_action() -> set[str]:
    table = Situation(hands=([beer("a", need=tokens(wheat=1))], plain(1)), stored=(tokens(wheat=1), {}))
    return {option[0] for option in table.options()}


def _harvest() -> dict[str, int]:
    table = Situation(year=2, hands=([beer("a", icons="wheat"), beer("b", icons="wheat")], plain(2)))
    table.harvest("a")
    first = table.stored(0)["wheat"]
    table.run_on()
    table.choose_any()
    table.harvest("b")
    second = table.stored(0)["wheat"] - first
    return {
        "tokens_of_a_new_icon": first,
        "tokens_of_a_matching_earlier_icon": second - first,
        "icons_of_one_resource_on_a_card": _accepted("icon_wheat", lambda card, n: replace(card, icons=(n, 0, 0, 0, 0)))[1],
    }


def _most_plays(year: int, row: int) -> int:
    """The options with a full hand of which all can be sold, and likewise all in the row."""
    sellable = [beer(name, need=tokens(wheat=1)) for name in CARD_NAMES]
    hand = int(_dealt().setup["hand_size"])
    table = Situation(
        year=year, hands=(sellable[:hand], plain(hand)), row=sellable[hand : hand + row], stored=(tokens(wheat=1), {})
    )
    return len(table.options())


# Upgrade effects

IN_WORDS = {
    **{effect: effect for effect in UPGRADES},
    **{"H1": "H1 wheat", "H2": "H2 wheat", "H3": "H3 wheat rye", "H4": "H4 wheat", "T1": "T1 1", "T2": "T2 1"},
    **{"C3": "C3 wheat rye", "C4": "C4 wheat rye", "B3": "B3 rye", "B4": "B4 rye"},
}
"""Each effect with the parameters that it has in the situations below."""


def _effects() -> dict[str, Any]:
    return {
        "S1": _replacing(),
        "S2": {"cards_reserved": _reserved("S2")},
        "S3": _last_choice(),
        "S4": {"hand_up_to": _hand_after_discarding_back()},
        "H1": {"tokens": _gleaned("H1 wheat")},
        "H3": {"tokens": only(_extra("rye", "H3 wheat rye"))},
        "H4": {"water": only(_extra("water", "H4 wheat"))},
        "H5": {"water": _followed("H5")},
        "C1": {"brewery_spaces": _room(beer, "C1") - _room(beer)},
        "C2": {"bakery_spaces": _room(bread, "C2") - _room(bread)},
        "C3": _substitution("C3"),
        "C4": _substitution("C4"),
        "B1": {"water_a_beer": _swept("water", 2, 0, "B1") - _swept("water", 1, 0, "B1")},
        "B2": {"water_a_bread": _swept("water", 0, 2, "B2") - _swept("water", 0, 1, "B2")},
        "B3": {"tokens": only(_swept("rye", beers, 0, "B3 rye") for beers in (1, 2))},
        "B4": {"tokens": only(_swept("rye", 0, breads, "B4 rye") for breads in (1, 2))},
        "B5": {"water": only(_swept("water", beers, breads, "B5") for beers in (1, 2) for breads in (1, 2))},
        **{effect: _coins_by_worth(effect) for effect in ("E1", "E2", "E3")},
        "E4": _coins_by_number("E4", beer, "beers"),
        "E5": _coins_by_number("E5", bread, "breads"),
        "E6": _coins_for_upgrades(),
        "E7": _coins_for_tokens(),
        "E8": _coins_for_kinds("E8", bread, "bread_kinds"),
        "E9": _coins_for_kinds("E9", beer, "beer_kinds"),
    }


def _copies() -> dict[str, float]:
    """How often two copies of each effect work: what they bring together, divided by what one brings."""
    amounts: dict[str, Callable[..., int]] = {
        "S1": _replacements,
        "S2": _reserved,
        "S3": _drawn_last,
        "S4": _times_asked_back,
        "H1": _gleaned,
        "H2": _from_supply,
        "H3": lambda *copies: _extra("rye", *copies)[0],
        "H4": lambda *copies: _extra("water", *copies)[0],
        "H5": _followed,
        "T1": lambda *copies: _tokens_that_fit("rye", *copies) - _tokens_that_fit("rye"),
        "T2": lambda *copies: _tokens_that_fit("water", *copies) - _tokens_that_fit("water"),
        "C1": lambda *copies: _room(beer, *copies) - _room(beer),
        "C2": lambda *copies: _room(bread, *copies) - _room(bread),
        "C3": _least_payment,
        "C4": _least_payment,
        "B1": lambda *copies: _swept("water", 1, 0, *copies),
        "B2": lambda *copies: _swept("water", 0, 1, *copies),
        "B3": lambda *copies: _swept("rye", 1, 0, *copies),
        "B4": lambda *copies: _swept("rye", 0, 1, *copies),
        "B5": lambda *copies: _swept("water", 1, 1, *copies),
        **dict.fromkeys(("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9"), _all_bonuses),
    }
    return {effect: amount(*[IN_WORDS[effect]] * 2) / amount(IN_WORDS[effect]) for effect, amount in amounts.items()}


def _replacing() -> dict[str, int]:
    table = Situation("replace_next", hands=([beer(name) for name in "abcde"], plain(5)), upgrades=(["S1"], ()))
    table.run_on()
    before = table.cards("hand", 0)
    table.choose("a")
    return {"cards_discarded": len(table.cards("discards")), "cards_drawn": len(table.cards("hand", 0) - before)}


def _replacements(*effects: str) -> int:
    table = Situation("replace_next", hands=([beer(name) for name in "abcde"], plain(5)), upgrades=(effects, ()))
    table.run_on()
    for name in "abcde":
        if table.asks == ("replace", 0):
            table.choose(name)
            table.run_on()
    return len(table.cards("discards"))


def _reserved(*effects: str) -> int:
    table = Situation("reserve_next", turn=2, hands=([beer(name) for name in "abcd"], plain(4)), upgrades=(effects, ()))
    table.run_to("reserve")
    table.choose("a")
    while table.asks == ("reserve", 0):
        table.choose("b")
    return len(table.cards("reserved", 0))


def _last_choice() -> dict[str, Any]:
    """In S3's turn: at which number of hand cards it draws, and what becomes of the cards."""
    drawing = []
    for count in range(1, 6):
        table = Situation("turn_start", hands=(plain(count), plain(count)), upgrades=(["S3"], ()))
        table.run_on()
        if len(table.cards("hand", 0)) > count:
            drawing.append(count)
    table = Situation("turn_start", hands=([beer("a")], plain(1)), upgrades=(["S3"], ()))
    table.run_on()
    table.harvest("a")
    table.run_on()
    return {
        "hand_cards": only(drawing),
        "cards_drawn": _drawn_last("S3"),
        "cards_played": len(table.cards("harvested", 0)),
        "cards_discarded": len(table.cards("discards")),
    }


def _drawn_last(*effects: str) -> int:
    table = Situation("turn_start", hands=(plain(1), plain(1)), upgrades=(effects, ()))
    table.run_on()
    return len(table.cards("hand", 0)) - 1


def _hand_after_discarding_back() -> int:
    back = [beer(name) for name in "abc"]
    table = Situation("take_back", year=2, harvested=(back, plain(1)), upgrades=(["S4"], ()))
    table.run_on()
    table.choose("a", "b", None)
    table.run_on()
    return len(table.cards("hand", 0))


def _times_asked_back(*effects: str) -> int:
    table = Situation("take_back", year=2, harvested=(plain(3), ()), upgrades=(effects, ()))
    table.run_on()
    times = 0
    while table.asks == ("discard_back", 0):
        table.choose(None)
        table.run_on()
        times += 1
    return times


def _gleaned(*effects: str) -> int:
    table = Situation("seed_gains", upgrades=(effects, ()))
    table.run_on()
    return table.stored(0)["wheat"]


def _from_supply(*effects: str) -> int:
    table = Situation(hands=([beer("a", icons="wheat")], plain(1)), upgrades=(effects, ()), fields={})
    table.harvest("a")
    return table.stored(0)["wheat"]


def _extra(resource: str, *effects: str) -> tuple[int, int]:
    """What H3 or H4 adds to a harvest of one wheat, and to one of two."""
    cards = [beer("a", icons="wheat"), beer("b", icons="wheat")]
    table = Situation(year=2, hands=(cards, plain(2)), upgrades=(effects, ()))
    table.harvest("a")
    first = table.stored(0)[resource]
    table.run_on()
    table.choose_any()
    table.harvest("b")
    return first, table.stored(0)[resource] - first


def _followed(*effects: str) -> int:
    table = Situation(hands=([beer("a", icons="water")], plain(1)), upgrades=((), effects))
    table.harvest("a")
    return table.stored(1)["water"]


def _payable(wheat: int, rye: int, *effects: str) -> bool:
    """Whether a recipe of so many rye can be paid with so many wheat."""
    table = Situation(
        hands=([beer("a", need=tokens(rye=rye))], plain(1)),
        upgrades=(effects, ()),
        stored=(tokens(wheat=wheat), {}),
    )
    return table.can_sell("a")


def _least_payment(*effects: str) -> int:
    return next(wheat for wheat in range(MORE_THAN_ANY) if _payable(wheat, 1, *effects))


def _substitution(effect: str) -> dict[str, int]:
    """How many wheat it takes for one rye, and how many rye so many wheat stand for."""
    paid = _least_payment(IN_WORDS[effect])
    replaced = max(rye for rye in range(1, 5) if _payable(paid, rye, IN_WORDS[effect]))
    return {"tokens_paid": paid, "tokens_replaced": replaced}


def _swept(resource: str, beers: int, breads: int, *effects: str) -> int:
    """What brooms bring for a cleaning."""
    lying = [beer(f"beer {n}") for n in range(beers)] + [bread(f"bread {n}") for n in range(breads)]
    table = Situation(hands=([beer("a")], plain(1)), upgrades=(effects, ()), sold=(lying, ()))
    table.upgrade("a")
    return table.stored(0).get(resource, 0)


def _bonus(effects: Sequence[str], cards: Sequence[Card], others: int = 0, mine: int = 0, his: int = 0) -> int:
    """Coins beyond those printed, with sold cards, `others` upgrades of the opponent and so many stored tokens of both."""
    table = Situation(
        "windmill",
        year=6,
        plaza=(cards, ()),
        upgrades=(effects, ["S1"] * others),
        stored=(tokens(wheat=mine), tokens(wheat=his)),
    )
    table.run_on()
    return sum(table.final(0)) - sum(card.coins for card in cards)


def _all_bonuses(*effects: str) -> int:
    """The bonus of an effect at the end where all is there that any effect asks for."""
    cards = [make(f"{make.__name__} {coins}", coins=coins) for make in (beer, bread) for coins in (4, 6, 8)]
    return _bonus(effects, cards, mine=9)


def _coins_by_worth(effect: str) -> dict[str, Any]:
    values = [coins for kind in COINS_OF_KIND.values() for coins in kind]
    bonus = {coins: only(_bonus([effect], [make("a", coins=coins)]) for make in (beer, bread)) for coins in values}
    worth = [coins for coins, more in bonus.items() if more]
    return {"worth": worth, "coins_a_card": only(bonus[coins] for coins in worth)}


def _coins_by_number(effect: str, make: Callable[..., Card], name: str) -> dict[str, int]:
    bonus = [_bonus([effect], [make(card) for card in CARD_NAMES[:count]]) for count in range(7)]
    first = next(count for count, more in enumerate(bonus) if more)
    assert bonus == [bonus[first] * (count // first) for count in range(7)]
    return {name: first, "coins": bonus[first]}


def _coins_for_upgrades() -> dict[str, int]:
    bonus = {more: _bonus(["E6", *["S1"] * (more + 2)], [], others=3) for more in range(-1, 4)}
    return {"more_upgrades_at_least": min(more for more in bonus if bonus[more]), "coins": max(bonus.values())}


def _coins_for_tokens() -> dict[str, int]:
    bonus = {more: _bonus(["E7"], [], mine=3 + more, his=3) for more in range(-1, 5)}
    return {"more_tokens_at_least": min(more for more in bonus if bonus[more]), "coins": max(bonus.values())}


def _coins_for_kinds(effect: str, make: Callable[..., Card], name: str) -> dict[str, Any]:
    one_of_each = [make(card, coins=coins) for card, coins in zip("abc", (4, 6, 8), strict=True)]
    bonus = [_bonus([effect], one_of_each[:count]) for count in range(4)]
    return {name: only(count for count, more in enumerate(bonus) if more), "coins": max(bonus)}


# The edition


def _accepted(column: str, change: Callable[[Card, int], Card]) -> list[int]:
    """The lowest and the highest number that the check of an edition lets pass on a card, for faults of a column."""
    shipped = load_edition()
    passed = []
    for number in range(MORE_THAN_ANY):
        edition = replace(shipped, cards=(change(shipped.cards[0], number), *shipped.cards[1:]))
        if not any(fault.card == 0 and fault.column == column for fault in hard_faults(edition)):
            passed.append(number)
    assert passed == list(range(passed[0], passed[-1] + 1))
    return [passed[0], passed[-1]]


def _hard(shipped: Edition) -> dict[str, Any]:
    by_type = Counter(card.type for card in shipped.cards)
    return {
        **{name: by_type[name] for name in TYPES},
        "coins": _accepted("coins", lambda card, n: replace(card, coins=n)),
        "recipe_total": _accepted(
            "need_wheat to need_water", lambda card, n: replace(card, need=(n // 2, n - n // 2, 0, 0, 0))
        ),
        "need": _accepted("need_wheat", lambda card, n: replace(card, need=(n, 0, 0, 0, 0))),
        "effects": len({card.upgrade for card in shipped.cards}),
        "icons_a_card": _accepted(
            "icon_wheat to icon_water", lambda card, n: replace(card, icons=five(int(place < n) for place in range(5)))
        ),
        "icons_a_resource_at_most": _accepted("icon_hops", lambda card, n: replace(card, icons=(0, 0, 0, n, 0)))[1],
        "kind": [KINDS[0], KINDS[-1]],
        "T1_spaces": _accepted("param1", lambda card, n: replace(card, upgrade="T1", param1=str(n), param2="")),
        "T2_spaces": _accepted("param1", lambda card, n: replace(card, upgrade="T2", param1=str(n), param2="")),
    }


def _soft() -> dict[str, Any]:
    bands = soft_bands()

    def band(*names: str) -> list[float]:
        return list(only(bands[name] for name in names))

    def width(prefix: str) -> float:
        """How far from proportion, down and up alike."""
        return only(round(value, 9) for resource in RESOURCES for value in _off_centre(bands[prefix + resource]))

    return {
        "cards_a_kind": band(*(f"cards_{name}_{kind}" for name in TYPES for kind in KINDS)),
        "cards_a_slot": band(*(f"cards_{slot}" for slot in SLOTS)),
        "mean_recipe": [band(f"recipe_{kind}") for kind in KINDS],
        "mean_icons": [round(value, 9) for value in bands["icons"]],
        "mean_icons_of_bands_about": list(MEAN_ICONS_ABOUT.values()),
        "icons_and_demand_in_proportion": list(PROPORTIONS),
        "icons_within": width("icons_of_"),
        "demand_within": width("need_of_"),
        "resources_named_by_parameters": {slot: int(only(bands[f"resources_named_{slot}"])) for slot in PARAM_SLOTS},
        "own_tokens_share_at_least": only(bands[f"own_share_{name}"][0] for name in TYPES),
        **{f"own_tokens_{name}": list(own) for name, own in OWN_RESOURCES.items()},
    }


def _off_centre(band: tuple[float, float]) -> tuple[float, float]:
    return 1 - band[0], band[1] - 1


def _sums(setup: Any) -> dict[str, int]:
    years, hand, row = int(setup["years"]), int(setup["hand_size"]), int(setup["row_size"])
    fruitful, dry = setup["seed_number"].sum(axis=1).tolist()
    players = GAME.modes[0].players
    return {
        "grain_seeded_fruitful": fruitful,
        "grain_seeded_dry": dry,
        "productions_a_cleaning": int(setup["brewery_spaces"] + setup["bakery_spaces"]),
        "cards_used_by_year_pairs_less_harvests": years // 2 * (2 * players * hand + row),
        "upgrades_that_leave_no_row_in_year_6": state.CARDS - players * hand,
    }
