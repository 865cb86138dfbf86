"""The card tables of Animarche as the kernels read them, for a number of players and rule values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.animarche import geometry
from engines.animarche.edition_vocabulary import (
    CONDITIONS,
    DISCOUNTED,
    ICONS,
    Ad,
    Discount,
    Edition,
    Gain,
    Goal,
    Manager,
    PublicBuilding,
    Resources,
    Shop,
    ShopFace,
)
from engines.animarche.state import AT_ONCE_CUT, NOTHING

AT_ONCE = ("build", "upgrade")
"""The actions that building and upgrading at once is; a discount that names either applies, once."""


def fill_tables(tables: Any, edition: Edition, players: int, rules: Mapping[str, int]) -> None:
    """Write an edition, the rules and the plaza into a record of dtype `state.CARD_TABLES`."""
    tables["players"] = players
    _fill_rules(tables["rules"], rules)
    _fill_plaza(tables, players)
    _fill_shops(tables, edition, players, rules)
    for number, manager in enumerate(edition.managers):
        _fill_manager(tables, number, manager, rules)
    tables["ads"] = len(edition.ads)
    for number, ad in enumerate(edition.ads):
        _fill_ad(tables, number, ad)
    for number, building in enumerate(edition.public_buildings):
        _fill_building(tables, number, building, rules)
    for number, goal in enumerate(edition.goals):
        _fill_goal(tables, number, goal)
    for deck in ("small", "big"):
        in_play = [n for n, goal in enumerate(edition.goals) if goal.deck == deck and goal.min_players <= players]
        tables[f"{deck}_goals"] = len(in_play)
        tables[f"{deck}_goal"][: len(in_play)] = in_play


def _fill_rules(record: Any, rules: Mapping[str, int]) -> None:
    record["move_scores"] = rules["move_scores"] == 1
    record["rebuild_scores"] = rules["rebuild_scores"] == 0
    record["build_on_occupied"] = rules["build_on_occupied"] == 1
    record["repeat_visits"] = rules["repeat_visits"] == 0
    record["free_payment"] = rules["ad_frames"] == 1
    record["ad_single"] = rules["ad_single"] == 1
    record["ad_card_vp"] = rules["ad_card_value"] == 1
    for name in ("rounds", "starting_workers", "coin_cap", "wood_cap", "move_wood", "hires", "open_ads", "big_goals_scored"):
        record[name] = rules[name]


def _fill_plaza(tables: Any, players: int) -> None:
    tables["squares"] = _word(geometry.squares_in_play(players))
    for seat in range(players):
        for plot in range(geometry.SIDE):
            line = geometry.front_squares(players, seat, plot)
            tables["front"][seat, plot] = _word(line)
            tables["plot_of"][seat, list(line)] = plot
    pairs = geometry.adjacent_pairs(players)
    tables["pairs"] = len(pairs)
    tables["all_pairs"] = _word(range(len(pairs)))
    for number, pair in enumerate(pairs):
        tables["pair_square"][number] = pair
        tables["pair_squares"][number] = _word(pair)
        tables["conflict"][number] = _word(n for n, other in enumerate(pairs) if set(pair) & set(other))


def _fill_shops(tables: Any, edition: Edition, players: int, rules: Mapping[str, int]) -> None:
    face = 0
    for number, shop in enumerate(edition.shops):
        tables["copies"][number] = shop.copies_at(players)
        if shop.first_shop:
            tables["first_shop"] = number
        if shop.back is not None:
            tables["upgrade_cost"][number] = _upgrade_cost(shop, rules)
        tables["front_face"][number] = face
        tables["back_face"][number] = NOTHING if shop.back is None else face + 1
        tables["faces_of"][number] = _word(range(face, face + len(shop.faces)))
        for side in range(len(shop.faces)):
            tables["shop_of"][face] = number
            _fill_face(tables, face, shop, side, rules)
            face += 1


def _fill_face(tables: Any, number: int, shop: Shop, side: int, rules: Mapping[str, int]) -> None:
    face: ShopFace = shop.faces[side]
    special = shop.shop_class == "special"
    tables["is_upgraded"][number] = side
    tables["is_special"][number] = special
    base = (rules["special_coins"], rules["special_wood"]) if special else (rules["basic_coins"], 0)
    extra = _upgrade_cost(shop, rules) if side else (0, 0)
    tables["build_cost"][number] = (base[0] + extra[0], base[1] + extra[1])
    tables["shows"][number] = [icon in face.icons for icon in ICONS]
    seats = _seats_in_play(face.customer_seats, rules["special_seats" if special else "basic_seats"], fewest=1)
    tables["seats"][number] = seats
    tables["worker_seats"][number] = _seats_in_play(face.worker_seats, rules["worker_seats"], fewest=0)
    tables["pays_by_icons"][number] = any(face.icon_income)
    tables["vp"][number] = face.vp
    for animals in range(seats + 1):
        tables["income"][number, animals] = _gain(_income_for(face, animals))
    for icon, gain in enumerate(face.icon_income):
        tables["icon_income"][number, icon] = _gain(gain)
    for name in ("visitor", "owner", "on_build", "on_sale"):
        tables[name][number] = _gain(getattr(face, name))
    _fill_cuts(tables["face_cut"][number], face.discount)


def _seats_in_play(printed: int, more: int, fewest: int) -> int:
    """Seats of a face under a rule that adds or takes some; a face without any has none."""
    return max(fewest, printed + more) if printed else 0


def _income_for(face: ShopFace, animals: int) -> Gain:
    """The income for so many animals; each one beyond the table adds what the last one in it does."""
    beyond = animals - face.customer_seats
    if beyond <= 0:
        return face.income[animals]
    last, before = face.income[-1], face.income[-2]
    return Gain(*(value + beyond * max(0, value - less) for value, less in zip(_gain(last), _gain(before), strict=True)))


def _upgrade_cost(shop: Shop, rules: Mapping[str, int]) -> tuple[int, int]:
    """What turning over a basic shop costs."""
    return max(0, shop.upgrade_cost.coins + rules["upgrade_coins"]), shop.upgrade_cost.wood


def _fill_manager(tables: Any, number: int, manager: Manager, rules: Mapping[str, int]) -> None:
    tables["start"][number] = (manager.start.coins + rules["start_coins"], manager.start.wood + rules["start_wood"])
    tables["manager_on_sale"][number] = _gain(manager.on_sale)
    for name in ("each_round", "on_visit", "on_ad", "on_public"):
        tables[name][number] = _gain(getattr(manager, name))
    _fill_cuts(tables["manager_cut"][number], manager.discount)


def _fill_cuts(cuts: Any, discount: Discount) -> None:
    """What a discount takes off each action."""
    for number, action in enumerate(DISCOUNTED):
        if action in discount.actions:
            cuts[number] = (discount.coins, discount.wood)
    if set(AT_ONCE) & set(discount.actions):
        cuts[AT_ONCE_CUT] = (discount.coins, discount.wood)


def _fill_ad(tables: Any, number: int, ad: Ad) -> None:
    for frame, slots in enumerate(ad.frames):
        for place, slot in enumerate(slots):
            tables["slot_price"][number, frame, place] = slot.price
            tables["slot_vp"][number, frame, place] = slot.vp
    tables["fee"][number] = ad.fee
    tables["card_vp"][number] = ad.card_vp


def _fill_building(tables: Any, number: int, building: PublicBuilding, rules: Mapping[str, int]) -> None:
    tables["public_cost"][number] = _cost(building.costs[rules["public_cost"]])
    tables["public_vp"][number] = building.vp
    tables["capacity"][number] = building.capacity
    tables["public_copies"][number] = building.copies


def _fill_goal(tables: Any, number: int, goal: Goal) -> None:
    tables["at_end"][number] = goal.timing == "end"
    tables["condition"][number] = list(CONDITIONS).index(goal.condition)
    tables["icon"][number] = ICONS.index(goal.icon) if goal.icon else NOTHING
    tables["k"][number] = goal.k
    tables["goal_vp"][number] = goal.vp


def _cost(resources: Resources) -> tuple[int, int]:
    return (resources.coins, resources.wood)


def _gain(gain: Gain) -> tuple[int, int, int]:
    return (gain.coins, gain.wood, gain.vp)


def _word(members: Any) -> int:
    """A set as a word."""
    return sum(1 << member for member in members)
