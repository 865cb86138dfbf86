"""The card table of Beer & Bread: what a card is, the 29 upgrade effects, and what a table must and should satisfy.

The published card table is not known to us, so cards are an *edition*: a CSV file that a user can replace. HARD
constraints hold for every edition and are checked when it is loaded. SOFT constraints say what the published table is
likely to look like: the shipped and the generated editions meet them, a user's own table need not.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from engines.editions import (
    EditionError,
    EditionInfo,
    Row,
    Table,
    not_a_choice,
    note_lines,
    parse_choice,
    parse_int,
    parse_table,
    read_table,
    table_info,
)

RESOURCES = ("wheat", "barley", "rye", "hops", "water")
TOKENS = (18, 18, 15, 15, 18)
"""Tokens in the box, in the order of RESOURCES [R]."""
TYPES = ("beer", "bread")
KINDS = (1, 2, 3)
COINS_OF_KIND = {1: (4, 5), 2: (6, 7), 3: (8, 9)}
CARDS_OF_TYPE = 30
MOST_ICONS = 4
LARGEST_RECIPE = 9
LONGEST_ID = 40
OWN_RESOURCES = {"beer": ("barley", "hops", "water"), "bread": ("wheat", "rye", "water")}
SHIPPED = "editions/reconstructed.csv"
ANY = "any"

COLUMNS = (
    *("id", "type", "kind", "coins"),
    *(f"icon_{resource}" for resource in RESOURCES),
    *(f"need_{resource}" for resource in RESOURCES),
    *("upgrade", "param1", "param2"),
)


class Param(NamedTuple):
    """A parameter of an effect: what it means (`label`) and what may stand there (`sort`, a key of PARAM_CHOICES)."""

    label: str
    sort: str


PARAM_CHOICES: dict[str, tuple[str, ...]] = {
    "resource": RESOURCES,
    "resource or any": (*RESOURCES, ANY),
    "spaces": tuple(str(number) for number in range(1, 10)),
}


class Upgrade(NamedTuple):
    """An effect at the bottom of a card; param1 and param2 are None where the card says nothing more."""

    id: str
    slot: str
    name: str
    when: str
    meaning: str
    param1: Param | None = None
    param2: Param | None = None


FiveNumbers = tuple[int, int, int, int, int]
"""One number for each of RESOURCES, in their order."""

_RESOURCE = Param("resource", "resource")
_RESOURCE_OR_ANY = Param("resource", "resource or any")
_TRIGGER = Param("trigger", "resource")
_SPACES = Param("spaces", "spaces")
_FROM, _TO = Param("from", "resource"), Param("to", "resource")
_CARDS, _SEED, _OWN, _CLEAN = "end of the card phase", "end of seeding", "own harvest", "cleaning"
_REST = "the opponent's harvest"

UPGRADES: dict[str, Upgrade] = {
    upgrade.id: upgrade
    for upgrade in (
        Upgrade("S1", "sun", "Change of plan", _CARDS, "may discard one hand card and draw one, once per copy"),
        Upgrade("S2", "sun", "Reserved card", "fruitful, before the first swap", "reserve one hand card for yourself"),
        Upgrade("S3", "sun", "Last choice", "fruitful, last card", "draw one, play one of the two, discard the other"),
        Upgrade("S4", "sun", "Fresh hand", "dry, taking back", "may discard any of the cards taken back"),
        Upgrade("H1", "sickle", "Gleaning", _SEED, "take 1 of the resource from its field", _RESOURCE),
        Upgrade("H2", "sickle", "Granary", _OWN, "what the field lacks comes from the supply", _RESOURCE_OR_ANY),
        Upgrade("H3", "sickle", "Rich harvest", _OWN, "took the trigger: 1 more of the resource", _TRIGGER, _RESOURCE),
        Upgrade("H4", "sickle", "Ditch", _OWN, "took the trigger: 1 water more", _TRIGGER),
        Upgrade("H5", "sickle", "Downstream", _REST, "he took water: take 1 water when his action ends"),
        Upgrade("T1", "sack", "Store room", "always", "that many more spaces in storage", _SPACES),
        Upgrade("T2", "sack", "Cistern", "always", "that many more spaces in storage, for water only", _SPACES),
        Upgrade("C1", "hat", "Second kettle", "always", "the brewery holds one card more"),
        Upgrade("C2", "hat", "Second oven", "always", "the bakery holds one card more"),
        Upgrade("C3", "hat", "Substitute", "producing", "2 of one resource stand for 1 of the other", _FROM, _TO),
        Upgrade("C4", "hat", "Makeshift", "producing", "3 of one resource stand for 1 of the other", _FROM, _TO),
        Upgrade("B1", "broom", "Rinsed kettle", _CLEAN, "take 1 water for each beer card cleaned"),
        Upgrade("B2", "broom", "Rinsed oven", _CLEAN, "take 1 water for each bread card cleaned"),
        Upgrade("B3", "broom", "Swept brewery", _CLEAN, "only beer was cleaned: take 2 of the resource", _RESOURCE),
        Upgrade("B4", "broom", "Swept bakery", _CLEAN, "only bread was cleaned: take 2 of the resource", _RESOURCE),
        Upgrade("B5", "broom", "Spring cleaning", _CLEAN, "beer and bread were cleaned: take 2 water"),
        Upgrade("E1", "coin", "Simple fare", "end", "+1 for each sold card worth 4 or 5, to its type"),
        Upgrade("E2", "coin", "Good fare", "end", "+1 for each sold card worth 6 or 7, to its type"),
        Upgrade("E3", "coin", "Fine fare", "end", "+1 for each sold card worth 8 or 9, to its type"),
        Upgrade("E4", "coin", "Beer trade", "end", "+1 to beer for every 2 sold beer cards"),
        Upgrade("E5", "coin", "Bread trade", "end", "+1 to bread for every 2 sold bread cards"),
        Upgrade("E6", "coin", "Finest village", "end", "more upgrades than the opponent: +2 to beer or bread"),
        Upgrade("E7", "coin", "Full stores", "end", "2 or more stored tokens above the opponent: +2 to beer or bread"),
        Upgrade("E8", "coin", "Bread board", "end", "all 3 kinds of bread sold: +2 to beer or bread"),
        Upgrade("E9", "coin", "Beer flight", "end", "all 3 kinds of beer sold: +2 to beer or bread"),
    )
}
"""All 29 effects by id, in the order of the rules. Names are ours; the timing in full is in the rules."""

SLOTS: tuple[str, ...] = tuple(dict.fromkeys(upgrade.slot for upgrade in UPGRADES.values()))


@dataclass(frozen=True)
class Card:
    """A card: icons are 0 or 1 and need is 0 to 9 tokens, both in the order of RESOURCES; param1 and param2 are the
    parameters of its upgrade as they stand in the table ("" where it has none)."""

    id: str
    type: str
    kind: int
    coins: int
    icons: FiveNumbers
    need: FiveNumbers
    upgrade: str
    param1: str = ""
    param2: str = ""

    @property
    def recipe(self) -> int:
        """Tokens of the whole recipe."""
        return sum(self.need)


@dataclass(frozen=True)
class Edition:
    """A whole card table: where it comes from, and its cards in file order."""

    info: EditionInfo
    cards: tuple[Card, ...]


class Fault(NamedTuple):
    """A broken hard constraint: the card's place in the edition (None: the whole table), the column and the reason."""

    card: int | None
    column: str
    message: str


def load_edition(path: Path | None = None) -> Edition:
    """Read an edition from a CSV file; without a path, the shipped one. Only hard constraints are checked.

    Raises EditionError, with file, line and column, at the first thing that is wrong.
    """
    if path is None:
        shipped = resources.files("engines.beerbread").joinpath(SHIPPED)
        table = parse_table(str(shipped), shipped.read_bytes(), COLUMNS)
    else:
        table = read_table(Path(path), COLUMNS)
    return _edition_from(table)


def write_edition(edition: Edition, path: Path) -> None:
    """Write an edition so that `load_edition` gives back the same name, provenance and cards.

    Raises ValueError if the edition breaks a hard constraint, OSError if the file cannot be written.
    """
    faults = hard_faults(edition)
    if faults:
        where = "the table" if faults[0].card is None else edition.cards[faults[0].card].id
        raise ValueError(f"the edition is not written: {where}, {faults[0].column}: {faults[0].message}")
    if not (edition.info.name.strip() and edition.info.provenance.strip()):
        raise ValueError("the edition is not written: it needs a name and a provenance")
    Path(path).write_bytes(edition_bytes(edition.info, edition.cards))


def edition_bytes(info: EditionInfo, cards: Sequence[Card]) -> bytes:
    """Return the CSV file of an edition, in UTF-8 with \\n as line end; the hash in `info` is not used."""
    text = io.StringIO()
    text.writelines(line + "\n" for line in note_lines(info))
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for card in cards:
        head = (card.id, card.type, card.kind, card.coins)
        writer.writerow((*head, *card.icons, *card.need, card.upgrade, card.param1, card.param2))
    return text.getvalue().encode("utf-8")


def make_edition(name: str, provenance: str, cards: Sequence[Card]) -> Edition:
    """Put cards together as an edition; its hash is that of the file that `write_edition` would write."""
    data = edition_bytes(EditionInfo(name, provenance, ""), cards)
    return Edition(EditionInfo(name, provenance, hashlib.sha256(data).hexdigest()), tuple(cards))


def hard_faults(edition: Edition) -> list[Fault]:
    """Return every hard constraint that the edition breaks, card by card and then for the table; [] if it is sound."""
    faults: list[Fault] = []
    first_places: dict[str, int] = {}
    for index, card in enumerate(edition.cards):
        first = first_places.setdefault(card.id, index)
        if first != index:
            faults.append(Fault(index, "id", f"{card.id!r} is already the id of card {first + 1} of the table"))
        faults += [Fault(index, column, message) for column, message in _card_faults(card)]
    return faults + _count_faults(edition.cards)


def _edition_from(table: Table) -> Edition:
    """Turn a table into an edition, or raise the first fault with its line."""
    info = table_info(table)
    edition = Edition(info, tuple(_parse_card(row) for row in table.rows))
    for fault in hard_faults(edition):
        line = table.last_line if fault.card is None else table.rows[fault.card].line
        raise EditionError(table.path, fault.message, line, fault.column)
    return edition


def _parse_card(row: Row) -> Card:
    """Read one row. Raises EditionError if a cell is not of its column's type and range."""
    return Card(
        id=row.cells["id"],
        type=parse_choice(row, "type", TYPES),
        kind=parse_int(row, "kind", 1, 3),
        coins=parse_int(row, "coins", 4, 9),
        icons=five(parse_int(row, f"icon_{resource}", 0, 1) for resource in RESOURCES),
        need=five(parse_int(row, f"need_{resource}", 0, LARGEST_RECIPE) for resource in RESOURCES),
        upgrade=parse_choice(row, "upgrade", tuple(UPGRADES)),
        param1=row.cells["param1"],
        param2=row.cells["param2"],
    )


def five(numbers: Iterable[int]) -> FiveNumbers:
    """Return five numbers, one for each of RESOURCES, as a tuple; ValueError if there are more or fewer."""
    wheat, barley, rye, hops, water = numbers
    return wheat, barley, rye, hops, water


def _card_faults(card: Card) -> list[tuple[str, str]]:
    """Return (column, reason) for each hard constraint that one card breaks."""
    faults: list[tuple[str, str]] = []
    if not card.id or len(card.id) > LONGEST_ID or not card.id.isprintable() or card.id != card.id.strip("# "):
        faults.append(("id", f"{card.id!r} is not 1 to {LONGEST_ID} printable characters without '#' at an end"))
    if card.type not in TYPES:
        faults.append(("type", not_a_choice(card.type, TYPES)))
    if card.coins not in range(4, 10):
        faults.append(("coins", f"{str(card.coins)!r} is not from 4 to 9"))
    elif card.coins not in COINS_OF_KIND.get(card.kind, ()):
        faults.append(("kind", f"{card.coins} coins are kind {(card.coins - 2) // 2}, not kind {card.kind}"))
    for prefix, numbers, high in (("icon_", card.icons, 1), ("need_", card.need, LARGEST_RECIPE)):
        for resource, number in zip(RESOURCES, numbers, strict=True):
            if number not in range(high + 1):
                faults.append((prefix + resource, f"{str(number)!r} is not from 0 to {high}"))
    icons, tokens = sum(card.icons), card.recipe
    if not 1 <= icons <= MOST_ICONS:
        faults.append(("icon_wheat to icon_water", f"the card has {icons} harvest icons; 1 to {MOST_ICONS} are needed"))
    if not 1 <= tokens <= LARGEST_RECIPE:
        reason = f"the recipe has {tokens} tokens; 1 to {LARGEST_RECIPE} are needed"
        faults.append(("need_wheat to need_water", reason))
    return faults + _upgrade_faults(card)


def _upgrade_faults(card: Card) -> list[tuple[str, str]]:
    """Return (column, reason) for a wrong effect, or for parameters that are not of the sort the effect takes."""
    upgrade = UPGRADES.get(card.upgrade)
    if upgrade is None:
        return [("upgrade", not_a_choice(card.upgrade, tuple(UPGRADES)))]
    faults: list[tuple[str, str]] = []
    for column, param, value in (("param1", upgrade.param1, card.param1), ("param2", upgrade.param2, card.param2)):
        if param is None and value:
            faults.append((column, f"{card.upgrade} takes no parameter here, but {value!r} is given; leave it empty"))
        elif param is not None and value not in PARAM_CHOICES[param.sort]:
            reason = not_a_choice(value, PARAM_CHOICES[param.sort])
            faults.append((column, f"{reason} (the '{param.label}' of {card.upgrade})"))
    if upgrade.param1 == _FROM and card.param1 == card.param2:
        faults.append(("param2", f"{card.upgrade} would turn {card.param1} into itself; name two different resources"))
    return faults


def _count_faults(cards: Sequence[Card]) -> list[Fault]:
    """Return what is wrong with the table as a whole: how many cards of each type, which coins, which effects."""
    faults: list[Fault] = []
    for card_type in TYPES:
        places = [index for index, card in enumerate(cards) if card.type == card_type]
        reason = f"the table has {len(places)} {card_type} cards; exactly {CARDS_OF_TYPE} are needed"
        if len(places) > CARDS_OF_TYPE:
            faults.append(Fault(places[CARDS_OF_TYPE], "type", f"{reason}, and this is one too many"))
        elif len(places) < CARDS_OF_TYPE:
            faults.append(Fault(None, "type", f"{reason} (the table ends here)"))
        for coins in range(4, 10):
            if not any(cards[index].coins == coins for index in places):
                reason = f"no {card_type} card is worth {coins} coins; at least one must be"
                faults.append(Fault(None, "coins", f"{reason} (the table ends here)"))
    absent = [effect for effect in UPGRADES if all(card.upgrade != effect for card in cards)]
    if absent:
        reason = f"no card has the effect {', '.join(absent)}; each of the {len(UPGRADES)} must be on a card"
        faults.append(Fault(None, "upgrade", f"{reason} (the table ends here)"))
    return faults


# Soft constraints: how a table looks that could be the published one.

DEFAULT_MEAN_RECIPE = 5.0
DEFAULT_MEAN_ICONS = 3.15
RECIPE_BANDS = {1: (3.0, 4.0), 2: (4.5, 5.5), 3: (6.0, 7.0)}
ICON_BAND = (3.0, 3.4)
ICONS_ABOUT = {1: 3.5, 2: 3.3, 3: 2.6}
ICONS_TOLERANCE = 0.2
SMALLEST_DROP = 1e-9
PARAM_SLOTS = ("sickle", "hat", "broom")


def soft_bands(
    mean_recipe: float = DEFAULT_MEAN_RECIPE, mean_icons: float = DEFAULT_MEAN_ICONS
) -> dict[str, tuple[float, float]]:
    """Return (lowest, highest) allowed value of each soft measure.

    mean_recipe and mean_icons shift the bands of recipe size and of icons by their distance from the defaults; all
    other bands stay. "About" in the rules is taken as within 0.2 icons, and "falling strictly" as a drop above zero.
    """
    longer, denser = mean_recipe - DEFAULT_MEAN_RECIPE, mean_icons - DEFAULT_MEAN_ICONS
    bands = {f"cards_{card_type}_{kind}": (8.0, 12.0) for card_type in TYPES for kind in KINDS}
    bands |= {f"cards_{slot}": (8.0, 12.0) for slot in SLOTS}
    bands |= {f"recipe_{kind}": (low + longer, high + longer) for kind, (low, high) in RECIPE_BANDS.items()}
    bands["icons"] = (ICON_BAND[0] + denser, ICON_BAND[1] + denser)
    for kind, about in ICONS_ABOUT.items():
        bands[f"icons_{kind}"] = (about + denser - ICONS_TOLERANCE, about + denser + ICONS_TOLERANCE)
    bands |= {name: (SMALLEST_DROP, float(MOST_ICONS)) for name in ("icons_drop_1_2", "icons_drop_2_3")}
    bands |= {f"icons_of_{resource}": (0.8, 1.2) for resource in RESOURCES}
    bands |= {f"need_of_{resource}": (0.85, 1.15) for resource in RESOURCES}
    bands |= {f"resources_named_{slot}": (5.0, 5.0) for slot in PARAM_SLOTS}
    bands |= {f"own_share_{card_type}": (0.7, 1.0) for card_type in TYPES}
    return bands


def soft_measures(edition: Edition) -> dict[str, float]:
    """Measure what the soft constraints speak of; the keys are those of `soft_bands`.

    cards_*: number of cards of a type and kind, or of a slot. recipe_k, icons_k: mean tokens and icons a card of kind
    k. icons_drop_*: how far the mean number of icons falls from one kind to the next. icons_of_*, need_of_*: a
    resource's share of all icons or recipe tokens, divided by its share of the tokens in the box (1 is in proportion).
    resources_named_*: how many of the 5 resources the parameters of a slot name. own_share_*: the smallest share,
    over the cards of a type, of recipe tokens that are of the type's own resources (OWN_RESOURCES).
    """
    cards = edition.cards
    by_kind = Counter((card.type, card.kind) for card in cards)
    measures = {f"cards_{t}_{k}": float(by_kind[t, k]) for t in TYPES for k in KINDS}
    by_slot = Counter(UPGRADES[card.upgrade].slot for card in cards)
    measures |= {f"cards_{slot}": float(by_slot[slot]) for slot in SLOTS}
    of_kind = {kind: [card for card in cards if card.kind == kind] for kind in KINDS}
    measures |= {f"recipe_{kind}": _mean([card.recipe for card in of_kind[kind]]) for kind in KINDS}
    measures["icons"] = _mean([sum(card.icons) for card in cards])
    measures |= {f"icons_{kind}": _mean([sum(card.icons) for card in of_kind[kind]]) for kind in KINDS}
    for kind in (1, 2):
        measures[f"icons_drop_{kind}_{kind + 1}"] = measures[f"icons_{kind}"] - measures[f"icons_{kind + 1}"]
    measures |= _proportions("icons_of_", [card.icons for card in cards])
    measures |= _proportions("need_of_", [card.need for card in cards])
    for slot in PARAM_SLOTS:
        params = [p for card in cards if UPGRADES[card.upgrade].slot == slot for p in (card.param1, card.param2)]
        measures[f"resources_named_{slot}"] = float(len(set(params).intersection(RESOURCES)))
    for card_type in TYPES:
        measures[f"own_share_{card_type}"] = min(own_share(card) for card in cards if card.type == card_type)
    return measures


def soft_faults(
    edition: Edition, mean_recipe: float = DEFAULT_MEAN_RECIPE, mean_icons: float = DEFAULT_MEAN_ICONS
) -> list[str]:
    """Return a sentence for each soft constraint that the edition does not meet; [] if it meets all.

    The edition must satisfy the hard constraints. The two means shift the bands as in `soft_bands`.
    """
    measures = soft_measures(edition)
    return [
        f"{name} is {measures[name]:.3g}, not from {low:.3g} to {high:.3g}"
        for name, (low, high) in soft_bands(mean_recipe, mean_icons).items()
        if not low <= measures[name] <= high
    ]


def own_share(card: Card) -> float:
    """Return the share of a card's recipe tokens that are of its type's own resources, 0 to 1."""
    own = OWN_RESOURCES[card.type]
    return sum(n for resource, n in zip(RESOURCES, card.need, strict=True) if resource in own) / card.recipe


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def _proportions(prefix: str, rows: Sequence[FiveNumbers]) -> dict[str, float]:
    """Return each resource's share of all the numbers, relative to its share of the tokens in the box."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    return {
        prefix + resource: (number / sum(sums)) / (tokens / sum(TOKENS))
        for resource, number, tokens in zip(RESOURCES, sums, TOKENS, strict=True)
    }
