"""Animarche's card tables as files: reading, checking and writing.

An edition is a directory of five CSV tables; `edition_vocabulary` says what they can say. A shop is a row for its front
and, if it is basic, one for its back; copies, first_shop, min_players and upgrade_cost stand in the front's row. An
empty cell is nothing. income_coins, income_wood and income_vp hold one number for each number of animals from 0 to the
customer seats, with spaces between; icons and discount_actions are words, with spaces between.

The name and the provenance stand in notes (lines that start with #) of shops.csv; another table may add provenance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from engines.animarche import edition_vocabulary as words
from engines.animarche.edition_vocabulary import (
    Ad,
    AdSlot,
    Discount,
    Edition,
    Gain,
    Goal,
    Manager,
    PublicBuilding,
    Resources,
    Shop,
    ShopFace,
    soft_faults,
    soft_measures,
)
from engines.editions import (
    EditionError,
    EditionInfo,
    Row,
    Table,
    note_lines,
    parse_amount,
    parse_amounts,
    parse_choice,
    parse_int,
    parse_name,
    parse_table,
    parse_words,
    read_tables,
    table_bytes,
    tables_info,
)

__all__ = ["COLUMNS", "Edition", "load_edition", "make_edition", "soft_faults", "soft_measures", "write_edition"]

SHIPPED = "editions/reconstructed"
UNKNOWN_HASH = ""


def _gain_columns(*names: str) -> list[str]:
    return [f"{name}_{part}" for name in names for part in words.GAIN_PARTS]


REWARDS = ("each_round", "on_sale", "on_visit", "on_ad", "on_public")
DISCOUNT = ("discount_actions", "discount_coins", "discount_wood")
FRONT_ONLY = ("copies", "first_shop", "min_players", "upgrade_cost_coins", "upgrade_cost_wood")
"""Columns of shops.csv that belong to the card; they are empty in the row of a back."""
COLUMNS: dict[str, tuple[str, ...]] = {
    words.SHOPS: (
        *("shop", "class", "side", "name", "name_ja", *FRONT_ONLY, "icons", "customer_seats"),
        *_gain_columns("income", *(f"per_{icon}" for icon in words.ICONS)),
        *("worker_seats", *_gain_columns("visitor", "owner"), "vp", *_gain_columns("on_build", "on_sale"), *DISCOUNT),
    ),
    words.MANAGERS: ("manager", "name", "start_coins", "start_wood", *_gain_columns(*REWARDS), *DISCOUNT),
    words.ADS: (
        *("ad", *(f"frame{frame}_{part}{slot}" for frame in (1, 2) for slot in (1, 2) for part in ("price", "vp"))),
        *("fee", "card_vp"),
    ),
    words.BUILDINGS: (
        *("building", "name", "name_ja", "wood_cost", "coins_cost", "both_cost_coins", "both_cost_wood"),
        *("vp", "capacity", "copies"),
    ),
    words.GOALS: ("deck", "number", "timing", "condition", "icon", "k", "vp", "min_players"),
}
"""The five files and their columns, in the order in which they are written."""


def load_edition(path: str | Path | None = None) -> Edition:
    """Read an edition from a directory of CSV tables; without a path, the shipped one. Only hard constraints are checked.

    Raises EditionError, with file, line and column, at the first thing that is wrong.
    """
    if path is not None:
        return _edition_from(read_tables(Path(path), COLUMNS))
    shipped = resources.files("engines.animarche").joinpath(SHIPPED)
    return _parse_files({name: shipped.joinpath(name).read_bytes() for name in words.TABLES}, f"{shipped}/")


def write_edition(edition: Edition, path: str | Path) -> None:
    """Write an edition into a directory, so that `load_edition` gives back the same name, provenance and cards.

    Raises EditionError if the edition breaks a hard constraint (with the line that would be wrong), OSError if a file
    cannot be written. Nothing is written unless all is sound.
    """
    files = _edition_files(edition)
    _parse_files(files)
    directory = Path(path)
    directory.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (directory / name).write_bytes(data)


def make_edition(
    name: str,
    provenance: str,
    shops: Iterable[Shop],
    managers: Iterable[Manager],
    ads: Iterable[Ad],
    public_buildings: Iterable[PublicBuilding],
    goals: Iterable[Goal],
) -> Edition:
    """Put cards together as an edition; its hash is that of the files that `write_edition` would write.

    Raises EditionError if the edition breaks a hard constraint (with the line that would be wrong).
    """
    info = EditionInfo(name, provenance, UNKNOWN_HASH)
    cards = tuple(shops), tuple(managers), tuple(ads), tuple(public_buildings), tuple(goals)
    return _parse_files(_edition_files(Edition(info, *cards)))


# Reading and checking


def _parse_files(files: Mapping[str, bytes], place: str = "") -> Edition:
    """Read files that are in memory; `place` stands before their names in errors."""
    return _edition_from({name: parse_table(f"{place}{name}", data, COLUMNS[name]) for name, data in files.items()})


def _edition_from(tables: Mapping[str, Table]) -> Edition:
    """Turn tables into an edition. Raises EditionError at the first hard constraint that is broken."""
    shops, managers, ads, buildings, goals = (tables[name] for name in words.TABLES)
    edition = Edition(
        tables_info(tables),
        _parse_shops(shops),
        tuple(_parse_manager(row) for row in managers.rows),
        tuple(_parse_ad(row) for row in ads.rows),
        tuple(_parse_building(row) for row in buildings.rows),
        tuple(_parse_goal(row) for row in goals.rows),
    )
    for table, columns in (
        (shops, ("name",)),
        (managers, ("manager", "name")),
        (ads, ("ad",)),
        (buildings, ("building", "name")),
    ):
        for column in columns:
            _check_unique(table, column, [row.cells[column] for row in table.rows])
    _check_unique(goals, "number", [goal.id for goal in edition.goals])
    _check_icon_pairs(shops, edition)
    _check_shop_counts(shops, edition)
    _check_count(managers, "manager", "managers", len(edition.managers), words.MANAGER_COUNT)
    _check_count(ads, "ad", "ads", len(edition.ads), words.FEWEST_ADS, words.MOST_ADS)
    _check_count(buildings, "building", "public buildings", len(edition.public_buildings), words.BUILDING_KINDS)
    spare = sum(2 * max(0, building.capacity - 1) * building.copies for building in edition.public_buildings)
    _check_count(buildings, "copies", "places for animals beyond one a square", spare, 0, words.SPARE_ANIMALS)
    _check_goal_counts(goals, edition)
    return edition


def _parse_shops(table: Table) -> tuple[Shop, ...]:
    """Pair fronts with backs by the column `shop`; shops are in the order of their fronts."""
    rows: dict[str, dict[str, Row]] = {}
    for row in table.rows:
        sides = rows.setdefault(parse_name(row, "shop"), {})
        side = parse_choice(row, "side", words.SIDES)
        if side in sides:
            raise row.fault("side", f"line {sides[side].line} has the {side} of this shop already")
        sides[side] = row
    for sides in rows.values():
        if "front" not in sides:
            raise sides["back"].fault("side", "this back has no front; add a row with the same shop and side 'front'")
    fronts = sorted(rows.values(), key=lambda sides: sides["front"].line)
    return tuple(_parse_shop(sides["front"], sides.get("back")) for sides in fronts)


def _parse_shop(front: Row, back: Row | None) -> Shop:
    shop = Shop(
        id=front.cells["shop"],
        shop_class=parse_choice(front, "class", words.CLASSES),
        copies=words.PER_PLAYER if front.cells["copies"] == "player" else parse_int(front, "copies", 1, 4),
        first_shop=parse_choice(front, "first_shop", ("yes", "no")) == "yes" if front.cells["first_shop"] else False,
        min_players=_number(front, "min_players"),
        upgrade_cost=_resources(front, "upgrade_cost"),
        front=_parse_face(front),
        back=None if back is None else _parse_face(back),
    )
    if shop.first_shop and (shop.shop_class, shop.copies, shop.min_players) != ("basic", words.PER_PLAYER, 2):
        message = "the first shop must be basic, with one copy per player, at every number of players"
        raise front.fault("first_shop", message)
    if shop.shop_class == "special" and shop.upgrade_cost.units:
        raise front.fault("upgrade_cost_coins", "a special shop cannot be upgraded; leave the upgrade cost empty")
    if back is None and shop.shop_class == "basic":
        raise front.fault("side", "this basic shop has no back; add a row with the same shop and side 'back'")
    if back is not None:
        _check_back(shop, back)
    return shop


def _check_back(shop: Shop, row: Row) -> None:
    """Compare a back with its front. Raises EditionError if they do not go together."""
    for column in FRONT_ONLY:
        if row.cells[column]:
            raise row.fault(column, "this belongs to the card, so it stands in the front's row only; leave it empty")
    if parse_choice(row, "class", words.CLASSES) != shop.shop_class:
        raise row.fault("class", f"the front of this shop is {shop.shop_class!r}; both need the same class")
    if shop.shop_class == "special":
        raise row.fault("side", "a special shop has no back; remove this row, or make the shop basic")
    for column in ("customer_seats", "worker_seats"):
        front, back = (getattr(face, column) for face in shop.faces)
        if back < front:
            raise row.fault(column, f"the front has {front} and the back {back}; the back needs at least as many")


def _parse_face(row: Row) -> ShopFace:
    seats = _amount(row, "customer_seats")
    income = [parse_amounts(row, f"income_{part}", seats + 1, words.LIMITS[part][1]) for part in words.GAIN_PARTS]
    food, goods, service = (_gain(row, f"per_{icon}") for icon in words.ICONS)
    face = ShopFace(
        name=parse_name(row, "name"),
        name_ja=parse_name(row, "name_ja") if row.cells["name_ja"] else "",
        icons=parse_words(row, "icons", words.ICONS),
        customer_seats=seats,
        income=tuple(Gain(*parts) for parts in zip(*income, strict=True)),
        icon_income=(food, goods, service),
        worker_seats=_amount(row, "worker_seats"),
        visitor=_gain(row, "visitor"),
        owner=_gain(row, "owner"),
        vp=_amount(row, "vp"),
        on_build=_gain(row, "on_build"),
        on_sale=_gain(row, "on_sale"),
        discount=_discount(row),
    )
    if len(face.icons) not in (1, 2):
        raise row.fault("icons", f"{len(face.icons)} icons; a face shows one or two of {', '.join(words.ICONS)}")
    for part, numbers in zip(words.GAIN_PARTS, income, strict=True):
        if seats and numbers[0]:
            raise row.fault(f"income_{part}", "a face with customer seats pays nothing for 0 animals; put 0 first")
    for column in ("visitor", "owner"):
        if getattr(face, column) and not face.worker_seats:
            raise row.fault(f"{column}_coins", "a reward for a visit, but the face has no worker seat")
    return face


def _parse_manager(row: Row) -> Manager:
    gains = {name: _gain(row, name) for name in REWARDS}
    name = parse_name(row, "name")
    return Manager(parse_name(row, "manager"), name, _resources(row, "start"), **gains, discount=_discount(row))


def _parse_ad(row: Row) -> Ad:
    first, second = (_parse_frame(row, frame) for frame in (1, 2))
    fee = _number(row, "fee", "price")
    for number, frame in enumerate((first, second), start=1):
        total = frame[0].price + frame[1].price
        if total != fee:
            raise row.fault("fee", f"the prices of frame {number} add up to {total}, not to the fee of {fee}")
    return Ad(parse_name(row, "ad"), (first, second), fee, _amount(row, "card_vp", "vp"))


def _parse_frame(row: Row, number: int) -> tuple[AdSlot, AdSlot]:
    first, second = (
        AdSlot(*(_number(row, f"frame{number}_{part}{slot}", part) for part in ("price", "vp"))) for slot in (1, 2)
    )
    if first.price < second.price:
        raise row.fault(f"frame{number}_price2", "the second slot is the dearer one; it must stand first")
    if first.vp < second.vp or (first.price == second.price and first.vp != second.vp):
        message = "the dearer slot must bring at least as many VP, and slots of one price the same"
        raise row.fault(f"frame{number}_vp2", message)
    return first, second


def _parse_building(row: Row) -> PublicBuilding:
    wood = Resources(wood=_number(row, "wood_cost", "wood"))
    coins = Resources(coins=_number(row, "coins_cost", "coins"))
    return PublicBuilding(
        id=parse_name(row, "building"),
        name=parse_name(row, "name"),
        name_ja=parse_name(row, "name_ja") if row.cells["name_ja"] else "",
        costs=(wood, coins, _resources(row, "both_cost")),
        vp=_number(row, "vp"),
        capacity=_number(row, "capacity"),
        copies=_number(row, "copies"),
    )


def _parse_goal(row: Row) -> Goal:
    condition = parse_choice(row, "condition", tuple(words.CONDITIONS))
    names_icon = words.CONDITIONS[condition].names_icon
    if row.cells["icon"] and not names_icon:
        raise row.fault("icon", f"the condition {condition!r} names no icon; leave it empty")
    return Goal(
        deck=parse_choice(row, "deck", words.DECKS),
        number=_number(row, "number"),
        timing=parse_choice(row, "timing", words.TIMINGS),
        condition=condition,
        icon=parse_choice(row, "icon", words.ICONS) if names_icon else "",
        k=parse_int(row, "k", 1, words.CONDITIONS[condition].most),
        vp=_number(row, "vp"),
        min_players=_number(row, "min_players"),
    )


def _number(row: Row, column: str, limited_as: str = "") -> int:
    return parse_int(row, column, *words.LIMITS[limited_as or column])


def _amount(row: Row, column: str, limited_as: str = "") -> int:
    """Read a number that may be left out: an empty cell is 0."""
    return parse_amount(row, column, *words.LIMITS[limited_as or column])


def _gain(row: Row, name: str) -> Gain:
    return Gain(*(_amount(row, f"{name}_{part}", part) for part in words.GAIN_PARTS))


def _resources(row: Row, name: str) -> Resources:
    return Resources(*(_amount(row, f"{name}_{part}", part) for part in ("coins", "wood")))


def _discount(row: Row) -> Discount:
    actions = parse_words(row, "discount_actions", words.DISCOUNTED)
    amounts = _resources(row, "discount")
    if bool(actions) != bool(amounts.units):
        missing = "amount" if actions else "action"
        raise row.fault("discount_actions", f"the discount has no {missing}; name actions and coins or wood, or neither")
    return Discount(actions, amounts.coins, amounts.wood)


def _check_unique(table: Table, column: str, names: Iterable[str]) -> None:
    """Raise EditionError if two rows have one name: results could not tell the cards apart."""
    lines: dict[str, int] = {}
    for row, name in zip(table.rows, names, strict=True):
        if lines.setdefault(name, row.line) != row.line:
            raise row.fault(column, f"{name!r} stands in line {lines[name]} already; each must have its own")


def _check_icon_pairs(table: Table, edition: Edition) -> None:
    """Raise EditionError if a face pays by two icons that one shop shows together, as only one of them counts."""
    pairs = sorted({face.icons for face in edition.faces if len(face.icons) == 2})
    faces = {face.name: face for face in edition.faces}
    for row in table.rows:
        gains = dict(zip(words.ICONS, faces[row.cells["name"]].icon_income, strict=True))
        for one, other in pairs:
            if gains[one] and gains[other]:
                message = f"the face pays by {one} and by {other}, but a shop that shows both counts as one at a time"
                raise row.fault(f"per_{other}_coins", message)


def _check_shop_counts(table: Table, edition: Edition) -> None:
    classes = Counter(shop.shop_class for shop in edition.shops)
    _check_count(table, "class", "basic shops", classes["basic"], words.BASIC_SHOPS)
    _check_count(table, "class", "special shops", classes["special"], words.SPECIAL_SHOPS)
    _check_count(table, "first_shop", "first shops", sum(shop.first_shop for shop in edition.shops), 1)


def _check_goal_counts(table: Table, edition: Edition) -> None:
    for deck, dealt in words.GOALS_DEALT.items():
        for players in reversed(words.PLAYER_COUNTS):
            usable = sum(goal.deck == deck and goal.min_players <= players for goal in edition.goals)
            _check_count(table, "deck", f"{deck} goals for {players} players", usable, dealt * players, words.MOST_GOALS[deck])


def _check_count(table: Table, column: str, what: str, number: int, low: int, high: int | None = None) -> None:
    """Raise EditionError, at the table's end, if there are not `low` (to `high`) of something."""
    if not low <= number <= (low if high is None else high):
        wanted = f"exactly {low}" if high is None else f"{low} to {high}"
        message = f"the table has {number} {what}; {wanted} are needed (the table ends here)"
        raise EditionError(table.path, message, table.last_line, column)


# Writing


def _edition_files(edition: Edition) -> dict[str, bytes]:
    """Return the CSV files of an edition by name."""
    rows = {
        words.SHOPS: [_face_cells(shop, side) for shop in edition.shops for side in range(len(shop.faces))],
        words.MANAGERS: [_cells(manager) | {"manager": manager.id} for manager in edition.managers],
        words.ADS: [_ad_cells(ad) for ad in edition.ads],
        words.BUILDINGS: [_building_cells(building) for building in edition.public_buildings],
        words.GOALS: [_cells(goal) for goal in edition.goals],
    }
    notes = note_lines(edition.info)
    return {
        name: table_bytes(notes if name == words.SHOPS else notes[:1], COLUMNS[name], cells) for name, cells in rows.items()
    }


def _cells(record: Any) -> dict[str, Any]:
    """Return numbers and words of a card by column, and those of its gains and costs, where 0 is an empty cell."""
    cells: dict[str, Any] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if is_dataclass(value):
            cells |= {f"{field.name}_{part}": inner or "" for part, inner in _cells(value).items()}
        elif isinstance(value, tuple) and all(isinstance(word, str) for word in value):
            cells[field.name] = " ".join(value)
        elif not isinstance(value, tuple):
            cells[field.name] = value
    return cells


def _face_cells(shop: Shop, side: int) -> dict[str, Any]:
    face = shop.faces[side]
    cells = _cells(face) | {"shop": shop.id, "class": shop.shop_class, "side": words.SIDES[side]}
    for part in words.GAIN_PARTS:
        numbers = [getattr(row, part) for row in face.income]
        cells[f"income_{part}"] = " ".join(map(str, numbers)) if any(numbers) else ""
    for icon, gain in zip(words.ICONS, face.icon_income, strict=True):
        cells |= {f"per_{icon}_{part}": number or "" for part, number in _cells(gain).items()}
    if side == 0:
        cells |= {f"upgrade_cost_{part}": number or "" for part, number in _cells(shop.upgrade_cost).items()}
        cells |= {"copies": shop.copies or "player", "first_shop": "yes" if shop.first_shop else ""}
        cells |= {"min_players": shop.min_players}
    return cells


def _ad_cells(ad: Ad) -> dict[str, Any]:
    cells = _cells(ad) | {"ad": ad.id}
    for number, frame in enumerate(ad.frames, start=1):
        for place, slot in enumerate(frame, start=1):
            cells |= {f"frame{number}_{part}{place}": value for part, value in _cells(slot).items()}
    return cells


def _building_cells(building: PublicBuilding) -> dict[str, Any]:
    wood, coins, both = building.costs
    costs = {"wood_cost": wood.wood, "coins_cost": coins.coins, "both_cost_coins": both.coins, "both_cost_wood": both.wood}
    return _cells(building) | {"building": building.id} | costs
