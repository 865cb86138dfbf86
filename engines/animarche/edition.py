"""Animarche's card tables as files: reading, writing, and what a whole edition must and should satisfy.

An edition is a directory of five CSV tables; `edition_vocabulary` says what they can say. HARD constraints hold for
every edition and are checked when it is loaded. SOFT constraints say what the published tables are likely to look like:
the shipped and the generated editions meet them, a user's own tables need not.

A shop is a row for its front and, if it is basic, one for its back; copies, first_shop, min_players and upgrade_cost
stand in the front's row. An empty cell is nothing. income_coins, income_wood and income_vp hold one number for each
number of animals from 0 to the customer seats, with spaces between; icons and discount_actions are words.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from itertools import chain
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from engines.animarche.edition_vocabulary import (
    ADS,
    BASIC_SHOPS,
    BUILDING_KINDS,
    BUILDINGS,
    CLASSES,
    CONDITIONS,
    DECKS,
    DISCOUNTED,
    FEWEST_ADS,
    GOALS,
    GOALS_DEALT,
    ICONS,
    MANAGER_COUNT,
    MANAGERS,
    MOST_ADS,
    MOST_GOALS,
    PER_PLAYER,
    PLAYER_COUNTS,
    SHOPS,
    SIDES,
    SPARE_ANIMALS,
    SPECIAL_SHOPS,
    TABLES,
    TIMINGS,
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
    card_faults,
    shop_faults,
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
    parse_table,
    parse_words,
    read_tables,
    tables_info,
    tables_sha256,
)

SHIPPED = "editions/reconstructed"


def _gain(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}_{part}" for name in names for part in Gain.LIMITS)


DISCOUNT = ("discount_actions", "discount_coins", "discount_wood")
FRONT_ONLY = ("copies", "first_shop", "min_players", "upgrade_cost_coins", "upgrade_cost_wood")
"""Columns of shops.csv that belong to the card; they are empty in the row of a back."""
COLUMNS: dict[str, tuple[str, ...]] = {
    SHOPS: (
        *("shop", "class", "side", "name", "name_ja", *FRONT_ONLY, "icons", "customer_seats"),
        *_gain("income", *(f"per_{icon}" for icon in ICONS)),
        *("worker_seats", *_gain("visitor", "owner"), "vp", *_gain("on_build", "on_sale"), *DISCOUNT),
    ),
    MANAGERS: (
        *("id", "name", "start_coins", "start_wood"),
        *(*_gain("each_round", "on_sale", "on_visit", "on_ad", "on_public"), *DISCOUNT),
    ),
    ADS: ("id", *(f"frame{f}_{part}{slot}" for f in (1, 2) for slot in (1, 2) for part in AdSlot.LIMITS), "fee", "card_vp"),
    BUILDINGS: ("id", "name", "name_ja", "wood_wood", "coins_coins", "both_coins", "both_wood", "vp", "capacity", "copies"),
    GOALS: ("deck", "number", "timing", "condition", "icon", "k", "vp", "min_players"),
}

Place = tuple[int, int]
"""A card's place in its table, and its side: 0 front, 1 back."""


class Fault(NamedTuple):
    """A broken hard constraint: the table, the card's place (None: the whole table), the column and the reason."""

    table: str
    place: Place | None
    column: str
    message: str


def load_edition(path: str | Path | None = None) -> Edition:
    """Read an edition from a directory of CSV tables; without a path, the shipped one. Only hard constraints are checked.

    Raises EditionError, with file, line and column, at the first thing that is wrong.
    """
    if path is not None:
        return _edition_from(read_tables(Path(path), COLUMNS))
    shipped = resources.files("engines.animarche").joinpath(SHIPPED)
    files = {name: shipped.joinpath(name) for name in TABLES}
    return _edition_from({name: parse_table(str(file), file.read_bytes(), COLUMNS[name]) for name, file in files.items()})


def write_edition(edition: Edition, path: str | Path) -> None:
    """Write an edition into a directory, so that `load_edition` gives back the same name, provenance and cards.

    Raises ValueError if the edition breaks a hard constraint, OSError if a file cannot be written.
    """
    faults = hard_faults(edition)
    if faults:
        table, place, column, message = faults[0]
        where = "the whole table" if place is None else f"card {place[0] + 1}, {SIDES[place[1]]}"
        raise ValueError(f"the edition is not written: {table}, {where}, {column}: {message}")
    if not (edition.info.name.strip() and edition.info.provenance.strip()):
        raise ValueError("the edition is not written: it needs a name and a provenance")
    directory = Path(path)
    directory.mkdir(parents=True, exist_ok=True)
    for name, data in edition_files(edition).items():
        (directory / name).write_bytes(data)


def make_edition(
    info: EditionInfo,
    shops: Sequence[Shop],
    managers: Sequence[Manager],
    ads: Sequence[Ad],
    public_buildings: Sequence[PublicBuilding],
    goals: Sequence[Goal],
) -> Edition:
    """Put cards together as an edition; its hash is that of the files that `write_edition` would write, not info's."""
    tables = (tuple(shops), tuple(managers), tuple(ads), tuple(public_buildings), tuple(goals))
    files = edition_files(Edition(info, *tables))
    sha256 = tables_sha256({name: hashlib.sha256(data).hexdigest() for name, data in files.items()})
    return Edition(EditionInfo(info.name, info.provenance, sha256), *tables)


def edition_files(edition: Edition) -> dict[str, bytes]:
    """Return the CSV files of an edition by name, in UTF-8 with \\n as line end."""
    notes = note_lines(edition.info)
    rows = {
        SHOPS: [_shop_cells(shop, side) for shop in edition.shops for side in SIDES[: len(shop.faces)]],
        MANAGERS: [_cells(manager) for manager in edition.managers],
        ADS: [_ad_cells(ad) for ad in edition.ads],
        BUILDINGS: [_building_cells(building) for building in edition.public_buildings],
        GOALS: [_cells(goal) for goal in edition.goals],
    }
    return {name: _csv_bytes(name, notes if name == SHOPS else notes[:1], cells) for name, cells in rows.items()}


def hard_faults(edition: Edition) -> list[Fault]:
    """Return every hard constraint that the edition breaks: card by card, then for whole tables; [] if it is sound."""
    pairs = {face.icons for face in edition.faces if len(face.icons) == 2}
    faults = [Fault(SHOPS, (i, side), *told) for i, shop in enumerate(edition.shops) for side, told in shop_faults(shop, pairs)]
    others = ((MANAGERS, edition.managers), (ADS, edition.ads), (BUILDINGS, edition.public_buildings), (GOALS, edition.goals))
    for table, cards in others:
        faults += [Fault(table, (i, 0), *told) for i, card in enumerate(cards) for told in card_faults(card)]
    return faults + _repeated_names(edition) + _count_faults(edition)


def _repeated_names(edition: Edition) -> list[Fault]:
    """Report ids and names that stand twice in a table: results could not tell them apart."""
    told = [(SHOPS, "shop", (i, 0), shop.id) for i, shop in enumerate(edition.shops)]
    told += [(SHOPS, "name", (i, k), face.name) for i, shop in enumerate(edition.shops) for k, face in enumerate(shop.faces)]
    for table, named in ((MANAGERS, edition.managers), (BUILDINGS, edition.public_buildings)):
        told += [(table, column, (i, 0), getattr(card, column)) for column in ("id", "name") for i, card in enumerate(named)]
    told += [(ADS, "id", (i, 0), ad.id) for i, ad in enumerate(edition.ads)]
    told += [(GOALS, "number", (i, 0), goal.id) for i, goal in enumerate(edition.goals)]
    first: dict[tuple[str, str, str], Place] = {}
    return [
        Fault(table, place, column, f"{name!r} stands there already; each must have its own")
        for table, column, place, name in told
        if first.setdefault((table, column, name), place) != place
    ]


def _count_faults(edition: Edition) -> list[Fault]:
    """Report what is wrong with whole tables: how many cards there are, and what they come to together."""
    classes = Counter(shop.shop_class for shop in edition.shops)
    counts = [
        (SHOPS, "class", "basic shops", classes["basic"], BASIC_SHOPS, BASIC_SHOPS),
        (SHOPS, "class", "special shops", classes["special"], SPECIAL_SHOPS, SPECIAL_SHOPS),
        (SHOPS, "first_shop", "first shops", sum(shop.first_shop for shop in edition.shops), 1, 1),
        (MANAGERS, "id", "managers", len(edition.managers), MANAGER_COUNT, MANAGER_COUNT),
        (ADS, "id", "ads", len(edition.ads), FEWEST_ADS, MOST_ADS),
        (BUILDINGS, "id", "public buildings", len(edition.public_buildings), BUILDING_KINDS, BUILDING_KINDS),
    ]
    for deck, dealt in GOALS_DEALT.items():
        for players in reversed(PLAYER_COUNTS):
            usable = sum(goal.deck == deck and goal.min_players <= players for goal in edition.goals)
            counts.append((GOALS, "deck", f"{deck} goals for {players} players", usable, dealt * players, MOST_GOALS[deck]))
    faults = []
    for table, column, what, number, low, high in counts:
        if not low <= number <= high:
            wanted = f"exactly {low}" if low == high else f"{low} to {high}"
            faults.append(Fault(table, None, column, f"the table has {number} {what}; {wanted} are needed"))
    spare = sum(2 * max(0, building.capacity - 1) * building.copies for building in edition.public_buildings)
    if spare > SPARE_ANIMALS:
        reason = f"all copies together hold {spare} animals more than their squares have; {SPARE_ANIMALS} are spare"
        faults.append(Fault(BUILDINGS, None, "copies", reason))
    return faults


# Soft constraints: how tables look that could be the published ones.

SOFT_BANDS: dict[str, tuple[float, float]] = {
    "per_player_shops": (3, 3),
    "two_icon_shops": (1, 1),
    "big_goals": (12, 24),
    "small_goals": (4, 12),
    "ads": (12, 16),
    "seatless_faces": (2, 10),
    "nonlinear_faces": (4, 24),
    "icon_paying_shops": (2, 5),
    "falling_incomes": (0, 0),
    "seats": (1.5, 2.3),
    "seats_in_supply": (1.5, 2.3),
    "least_for_visitor": (1.5, 4),
    "least_for_owner": (1, 3),
    "largest_discount": (1, 2),
    "first_build_coins": (4, 16),
    "least_vp": (1, 5),
}
"""Lowest and highest allowed value of each of `soft_measures`."""


def soft_measures(edition: Edition) -> dict[str, float]:
    """Measure what the soft constraints speak of; the keys are those of SOFT_BANDS.

    per_player_shops, two_icon_shops, icon_paying_shops: number of cards. seatless_faces, nonlinear_faces: faces without
    customer seats, and faces whose table is not a multiple of its first row. falling_incomes: faces where one animal more
    pays less of something. seats: mean customer seats of all faces; seats_in_supply: the same, each face as often as it
    has copies at 4 players. least_for_visitor, least_for_owner: least units of a visit (coins + 1.5 wood + 2 VP).
    largest_discount: most units that one action can cost less, with the best manager and one face of every shop.
    first_build_coins: fewest coins that a manager has by the workers phase of round 2, with one animal a round in the
    first shop and nothing done. least_vp: least VP of a face.
    """
    faces = edition.faces
    supply = [face for shop in edition.shops for _ in range(shop.copies_at(4)) for face in shop.faces]
    hosts = [face for face in faces if face.worker_seats]
    return {
        "per_player_shops": sum(shop.copies == PER_PLAYER for shop in edition.shops),
        "two_icon_shops": sum(any(len(face.icons) == 2 for face in shop.faces) for shop in edition.shops),
        "big_goals": sum(goal.deck == "big" for goal in edition.goals),
        "small_goals": sum(goal.deck == "small" for goal in edition.goals),
        "ads": len(edition.ads),
        "seatless_faces": sum(face.customer_seats == 0 for face in faces),
        "nonlinear_faces": sum(not face.pays_linearly for face in faces),
        "icon_paying_shops": sum(any(any(face.icon_income) for face in shop.faces) for shop in edition.shops),
        "falling_incomes": sum(_falls(face) for face in faces),
        "seats": mean(face.customer_seats for face in faces),
        "seats_in_supply": mean(face.customer_seats for face in supply),
        "least_for_visitor": min((face.visitor.units for face in hosts), default=0),
        "least_for_owner": min((face.owner.units for face in hosts), default=0),
        "largest_discount": max(_largest_discount(edition, action) for action in DISCOUNTED),
        "first_build_coins": min(_coins_in_round_2(edition, manager) for manager in edition.managers),
        "least_vp": min(face.vp for face in faces),
    }


def soft_faults(edition: Edition) -> list[str]:
    """Return a sentence for each soft constraint that the edition, sound otherwise, does not meet; [] if it meets all."""
    measures = soft_measures(edition)
    return [
        f"{name} is {measures[name]:.3g}, not from {low:.3g} to {high:.3g}"
        for name, (low, high) in SOFT_BANDS.items()
        if not low <= measures[name] <= high
    ]


def _falls(face: ShopFace) -> bool:
    steps = list(zip(face.income, face.income[1:], strict=False))
    return any(b.coins < a.coins or b.wood < a.wood or b.vp < a.vp for a, b in steps)


def _largest_discount(edition: Edition, action: str) -> float:
    """Return the units that an action can cost less; building and upgrading at once counts for both."""
    named = ("build", "upgrade") if action in ("build", "upgrade") else (action,)

    def most(cards: Iterable[ShopFace | Manager]) -> float:
        return max(card.discount.units if set(named) & set(card.discount.actions) else 0 for card in cards)

    return most(edition.managers) + sum(most(shop.faces) for shop in edition.shops)


def _coins_in_round_2(edition: Edition, manager: Manager) -> int:
    first = next(shop.front for shop in edition.shops if shop.first_shop)
    return manager.start.coins + 2 * (manager.each_round.coins + first.income[min(1, first.customer_seats)].coins)


# Reading


def _edition_from(tables: dict[str, Table]) -> Edition:
    """Turn tables into an edition, or raise the first fault with its line."""
    info = tables_info(tables)
    shops, shop_lines = _parse_shops(tables[SHOPS])
    readers: tuple[tuple[str, Callable[[Row], Any]], ...] = (
        *((MANAGERS, _parse_manager), (ADS, _parse_ad), (BUILDINGS, _parse_building), (GOALS, _parse_goal)),
    )
    cards = [tuple(parse(row) for row in tables[name].rows) for name, parse in readers]
    edition = Edition(info, shops, *cards)
    for fault in hard_faults(edition):
        table = tables[fault.table]
        if fault.place is None:
            raise EditionError(table.path, fault.message + " (the table ends here)", table.last_line, fault.column)
        line = shop_lines[fault.place] if fault.table == SHOPS else table.rows[fault.place[0]].line
        raise EditionError(table.path, fault.message, line, fault.column)
    return edition


def _parse_shops(table: Table) -> tuple[tuple[Shop, ...], dict[Place, int]]:
    """Pair fronts with backs by the column `shop`; return the cards and the line of each face."""
    rows: dict[str, dict[str, Row]] = {}
    for row in table.rows:
        sides = rows.setdefault(row.cells["shop"], {})
        side = parse_choice(row, "side", SIDES)
        if side in sides:
            raise row.fault("side", f"line {sides[side].line} has the {side} of this shop already")
        sides[side] = row
    fronts = sorted((sides for sides in rows.values() if "front" in sides), key=lambda sides: sides["front"].line)
    for sides in rows.values():
        if "front" not in sides:
            raise sides["back"].fault("side", "this back has no front; add a row with the same shop and side 'front'")
    lines = {(i, SIDES.index(side)): row.line for i, sides in enumerate(fronts) for side, row in sides.items()}
    return tuple(_parse_shop(sides["front"], sides.get("back")) for sides in fronts), lines


def _parse_shop(front: Row, back: Row | None) -> Shop:
    if back is not None:
        for column in FRONT_ONLY:
            if back.cells[column]:
                raise back.fault(column, "this belongs to the card, so it stands in the front's row only; leave it empty")
        if parse_choice(back, "class", CLASSES) != front.cells["class"]:
            raise back.fault("class", f"the front of this shop is {front.cells['class']!r}; both need the same class")
    per_player = front.cells["copies"] == "player"
    return Shop(
        id=front.cells["shop"],
        shop_class=parse_choice(front, "class", CLASSES),
        copies=PER_PLAYER if per_player else parse_int(front, "copies", 1, Shop.LIMITS["copies"][1]),
        first_shop=parse_choice(front, "first_shop", ("yes", "no")) == "yes" if front.cells["first_shop"] else False,
        min_players=parse_int(front, "min_players", *Shop.LIMITS["min_players"]),
        upgrade_cost=_resources(front, "upgrade_cost"),
        front=_parse_face(front),
        back=None if back is None else _parse_face(back),
    )


def _parse_face(row: Row) -> ShopFace:
    seats = parse_amount(row, "customer_seats", *ShopFace.LIMITS["customer_seats"])
    income = [parse_amounts(row, f"income_{part}", seats + 1, most) for part, (_, most) in Gain.LIMITS.items()]
    food, goods, service = (_gain_of(row, f"per_{icon}") for icon in ICONS)
    return ShopFace(
        name=row.cells["name"],
        name_ja=row.cells["name_ja"],
        icons=parse_words(row, "icons", ICONS),
        customer_seats=seats,
        income=tuple(Gain(*parts) for parts in zip(*income, strict=True)),
        icon_income=(food, goods, service),
        worker_seats=parse_amount(row, "worker_seats", *ShopFace.LIMITS["worker_seats"]),
        visitor=_gain_of(row, "visitor"),
        owner=_gain_of(row, "owner"),
        vp=parse_amount(row, "vp", *ShopFace.LIMITS["vp"]),
        on_build=_gain_of(row, "on_build"),
        on_sale=_gain_of(row, "on_sale"),
        discount=_discount(row),
    )


def _parse_manager(row: Row) -> Manager:
    gains = (_gain_of(row, name) for name in ("each_round", "on_sale", "on_visit", "on_ad", "on_public"))
    return Manager(row.cells["id"], row.cells["name"], _resources(row, "start"), *gains, discount=_discount(row))


def _parse_ad(row: Row) -> Ad:
    first, second, third, fourth = (
        AdSlot(*(parse_int(row, f"frame{frame}_{part}{slot}", *AdSlot.LIMITS[part]) for part in AdSlot.LIMITS))
        for frame in (1, 2)
        for slot in (1, 2)
    )
    fee = parse_int(row, "fee", *Ad.LIMITS["fee"])
    return Ad(row.cells["id"], ((first, second), (third, fourth)), fee, parse_amount(row, "card_vp", *Ad.LIMITS["card_vp"]))


def _parse_building(row: Row) -> PublicBuilding:
    coin_range, wood_range = Resources.LIMITS.values()
    return PublicBuilding(
        id=row.cells["id"],
        name=row.cells["name"],
        name_ja=row.cells["name_ja"],
        costs=(
            Resources(wood=parse_int(row, "wood_wood", *wood_range)),
            Resources(coins=parse_int(row, "coins_coins", *coin_range)),
            _resources(row, "both"),
        ),
        vp=parse_int(row, "vp", *PublicBuilding.LIMITS["vp"]),
        capacity=parse_int(row, "capacity", *PublicBuilding.LIMITS["capacity"]),
        copies=parse_int(row, "copies", *PublicBuilding.LIMITS["copies"]),
    )


def _parse_goal(row: Row) -> Goal:
    condition = parse_choice(row, "condition", tuple(CONDITIONS))
    return Goal(
        deck=parse_choice(row, "deck", DECKS),
        number=parse_int(row, "number", *Goal.LIMITS["number"]),
        timing=parse_choice(row, "timing", TIMINGS),
        condition=condition,
        icon=parse_choice(row, "icon", ICONS) if row.cells["icon"] else "",
        k=parse_int(row, "k", 1, CONDITIONS[condition].most),
        vp=parse_int(row, "vp", *Goal.LIMITS["vp"]),
        min_players=parse_int(row, "min_players", *Goal.LIMITS["min_players"]),
    )


def _gain_of(row: Row, name: str) -> Gain:
    return Gain(*(parse_amount(row, f"{name}_{part}", *limits) for part, limits in Gain.LIMITS.items()))


def _resources(row: Row, name: str) -> Resources:
    return Resources(*(parse_amount(row, f"{name}_{part}", *limits) for part, limits in Resources.LIMITS.items()))


def _discount(row: Row) -> Discount:
    amounts = (parse_amount(row, f"discount_{part}", *limits) for part, limits in Discount.LIMITS.items())
    return Discount(parse_words(row, "discount_actions", DISCOUNTED), *amounts)
