"""The words of Animarche's card tables: what a shop, manager, ad, public building and goal can say, and what is sound.

The published numbers are not known to us, so cards are an *edition*: five CSV tables that a user can replace (module
`edition` reads, writes and checks them). No card is known by name: all that a card does stands in these fields.
`shop_faults` and `card_faults` say what makes one card unsound.

Field and column names agree: the gain `on_build` of a face stands in the columns on_build_coins, on_build_wood and
on_build_vp. LIMITS of a class are the lowest and highest value of its whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple

from engines.editions import EditionInfo

SHOPS, MANAGERS, ADS, BUILDINGS, GOALS = "shops.csv", "managers.csv", "ads.csv", "public_buildings.csv", "goals.csv"
TABLES = (SHOPS, MANAGERS, ADS, BUILDINGS, GOALS)

PLAYER_COUNTS = (2, 3, 4)
ICONS = ("food", "goods", "service")
"""The three icon types. That there are three is known; what they are called is ours."""
CLASSES = ("basic", "special")
SIDES = ("front", "back")
DISCOUNTED = ("build", "upgrade", "public", "move")
"""Actions that a discount can name. `move` is moving or removing a public building. Building and upgrading at once is
one action that both `build` and `upgrade` name. Ads have no discount: the fee is reached by what is paid."""
DECKS = ("small", "big")
TIMINGS = ("achieved", "end")
PUBLIC_COSTS = ("wood", "coins", "both")
"""Values of the rule switch `public_cost`, in the order of PublicBuilding.costs."""
PER_PLAYER = 0
"""Value of Shop.copies for a card of which there is one copy per player."""

COIN_CAP, WOOD_CAP, MOST_VP = 30, 15, 30
MOST_SEATS = 4
BASIC_SHOPS, SPECIAL_SHOPS, MANAGER_COUNT, BUILDING_KINDS = 11, 6, 7, 3
FEWEST_ADS, MOST_ADS = 3, 24
GOALS_DEALT = {"small": 1, "big": 3}
MOST_GOALS = {"small": 12, "big": 24}
SPARE_ANIMALS = 4
"""20 animals for 16 squares: so many can stand on squares that hold more than one."""
LONGEST_NAME = 40
WOOD_UNITS, VP_UNITS = 1.5, 2.0
"""What 1 wood and 1 VP are worth in coins, for rough comparisons of gains and costs."""


class Condition(NamedTuple):
    """What a goal counts: in words, the largest number that is worth asking for, and whether an icon must be named."""

    meaning: str
    most: int
    names_icon: bool = False


CONDITIONS: dict[str, Condition] = {
    "shops": Condition("shops standing", 4),
    "upgraded": Condition("upgraded shops standing", 4),
    "icon": Condition("shops standing that show the icon", 4, names_icon=True),
    "icon_types": Condition("icon types among the shops standing", len(ICONS)),
    "coins": Condition("coins in hand", COIN_CAP),
    "wood": Condition("wood in hand", WOOD_CAP),
    "sales": Condition("shops sold in the game", 5),
    "visits": Condition("visits made in the game", 21),
    "ads": Condition("ad cards taken in the game", 10),
    "public": Condition("public buildings built in the game", 8),
    "animals": Condition("animals attracted in one round, the best so far", 16),
}
"""The conditions of goals; each is "at least k"."""

Limits = ClassVar[dict[str, tuple[int, int]]]


@dataclass(frozen=True)
class Resources:
    """Coins and wood: a cost, or what a player starts with."""

    coins: int = 0
    wood: int = 0

    LIMITS: Limits = {"coins": (0, COIN_CAP), "wood": (0, WOOD_CAP)}

    @property
    def units(self) -> float:
        """A rough worth in coins."""
        return self.coins + WOOD_UNITS * self.wood


@dataclass(frozen=True)
class Gain:
    """Coins, wood and victory points that a player gets; never negative."""

    coins: int = 0
    wood: int = 0
    vp: int = 0

    LIMITS: Limits = {"coins": (0, COIN_CAP), "wood": (0, WOOD_CAP), "vp": (0, MOST_VP)}

    def __bool__(self) -> bool:
        """Whether there is anything to get."""
        return bool(self.coins or self.wood or self.vp)

    @property
    def units(self) -> float:
        """A rough worth in coins."""
        return self.coins + WOOD_UNITS * self.wood + VP_UNITS * self.vp


NOTHING = Gain()


@dataclass(frozen=True)
class Discount:
    """What each action of a kind in `actions` (of DISCOUNTED, in that order) costs less, once an action."""

    actions: tuple[str, ...] = ()
    coins: int = 0
    wood: int = 0

    LIMITS: Limits = {"coins": (0, COIN_CAP), "wood": (0, WOOD_CAP)}

    @property
    def units(self) -> float:
        """A rough worth in coins, for one action."""
        return self.coins + WOOD_UNITS * self.wood


@dataclass(frozen=True)
class ShopFace:
    """One face of a shop card.

    name_ja is "" where the Japanese name is not known. icons: one or two of ICONS, in that order. income[n] is the whole
    gain for n animals, n from 0 to customer_seats; a face with seats gains nothing at 0, a face without seats has row 0
    only and gains it every round. icon_income, in the order of ICONS: gain per own standing shop that shows the icon,
    this one included, once per animal (once a round on a face without seats). visitor and owner: the reward of one
    visit. vp: on sale, and for standing at the end.
    """

    name: str
    name_ja: str = ""
    icons: tuple[str, ...] = ()
    customer_seats: int = 0
    income: tuple[Gain, ...] = (NOTHING,)
    icon_income: tuple[Gain, Gain, Gain] = (NOTHING, NOTHING, NOTHING)
    worker_seats: int = 0
    visitor: Gain = NOTHING
    owner: Gain = NOTHING
    vp: int = 0
    on_build: Gain = NOTHING
    on_sale: Gain = NOTHING
    discount: Discount = Discount()

    LIMITS: Limits = {"customer_seats": (0, MOST_SEATS), "worker_seats": (0, MOST_SEATS), "vp": (0, MOST_VP)}

    @property
    def pays_linearly(self) -> bool:
        """Whether every animal adds the same gain as the first."""
        first = self.income[-1] if self.customer_seats == 0 else self.income[1]
        return all(row == Gain(n * first.coins, n * first.wood, n * first.vp) for n, row in enumerate(self.income[1:], start=1))


@dataclass(frozen=True)
class Shop:
    """A shop card: a basic one has a back, its upgraded face; a special one has none.

    copies: a number, or PER_PLAYER. first_shop: the card that each player starts with. The shop is in play with
    min_players and more. upgrade_cost: what turning it over costs (nothing on a special shop, which cannot be turned).
    """

    id: str
    shop_class: str
    copies: int
    first_shop: bool
    min_players: int
    upgrade_cost: Resources
    front: ShopFace
    back: ShopFace | None = None

    LIMITS: Limits = {"copies": (PER_PLAYER, 4), "min_players": (2, 4)}

    @property
    def faces(self) -> tuple[ShopFace, ...]:
        """The front and, if there is one, the back."""
        return (self.front,) if self.back is None else (self.front, self.back)

    def copies_at(self, players: int) -> int:
        """How many copies are in play with so many players."""
        if players < self.min_players:
            return 0
        return players if self.copies == PER_PLAYER else self.copies


@dataclass(frozen=True)
class Manager:
    """The card that a player is dealt: what he starts with, and what he gets or saves on which occasion.

    each_round: at the start of the income phase. on_sale: each of his sales. on_visit: each visit that he makes. on_ad:
    each worker that he puts on an ad. on_public: each public building that he builds (moves not counted).
    """

    id: str
    name: str
    start: Resources
    each_round: Gain = NOTHING
    on_sale: Gain = NOTHING
    on_visit: Gain = NOTHING
    on_ad: Gain = NOTHING
    on_public: Gain = NOTHING
    discount: Discount = Discount()

    LIMITS: Limits = {}


@dataclass(frozen=True)
class AdSlot:
    """A place for one worker on an ad: its price in coins, and its VP when the ad fires."""

    price: int
    vp: int

    LIMITS: Limits = {"price": (1, COIN_CAP), "vp": (0, MOST_VP)}


@dataclass(frozen=True)
class Ad:
    """An ad: two frames of two slots, the dearer slot of a frame first; the prices of either frame make up the fee.
    card_vp counts under the rule `ad_card_value` printed_vp only."""

    id: str
    frames: tuple[tuple[AdSlot, AdSlot], tuple[AdSlot, AdSlot]]
    fee: int
    card_vp: int

    LIMITS: Limits = {"fee": (2, COIN_CAP), "card_vp": (0, MOST_VP)}


@dataclass(frozen=True)
class PublicBuilding:
    """A kind of public building: cost under each value of the switch `public_cost` (order of PUBLIC_COSTS), VP when
    built, how many animals each of its two squares holds, and how many copies there are."""

    id: str
    name: str
    name_ja: str
    costs: tuple[Resources, Resources, Resources]
    vp: int
    capacity: int
    copies: int

    LIMITS: Limits = {"vp": (0, MOST_VP), "capacity": (0, 1 + SPARE_ANIMALS // 2), "copies": (1, 8)}


@dataclass(frozen=True)
class Goal:
    """A goal: at least k of a condition. An `achieved` goal is checked after every decision and stays achieved (a small
    one pays at once); an `end` goal is checked at the end only. icon is "" unless the condition names one."""

    deck: str
    number: int
    timing: str
    condition: str
    icon: str
    k: int
    vp: int
    min_players: int

    LIMITS: Limits = {"number": (1, 99), "vp": (0, MOST_VP), "min_players": (2, 4)}

    @property
    def id(self) -> str:
        """The goal's name in results, for example "big-8"."""
        return f"{self.deck}-{self.number}"

    @property
    def meaning(self) -> str:
        """The condition in words."""
        counted = CONDITIONS[self.condition].meaning.replace("the icon", f"the {self.icon} icon")
        return f"{counted}: at least {self.k}" + (", at the end" if self.timing == "end" else "")


@dataclass(frozen=True)
class Edition:
    """All card tables: where they come from, and the cards in file order (shops in the order of their fronts)."""

    info: EditionInfo
    shops: tuple[Shop, ...]
    managers: tuple[Manager, ...]
    ads: tuple[Ad, ...]
    public_buildings: tuple[PublicBuilding, ...]
    goals: tuple[Goal, ...]

    @property
    def faces(self) -> list[ShopFace]:
        """All faces of all shops, a front directly before its back."""
        return [face for shop in self.shops for face in shop.faces]


Told = tuple[str, str]
"""A column, and what is wrong there."""


def _limit_faults(record: Any, prefix: str = "") -> Iterator[Told]:
    """Report whole numbers beyond their LIMITS, in the record and in the gains, costs and discounts that it holds."""
    for field in fields(record):
        value = getattr(record, field.name)
        if field.name in record.LIMITS:
            low, high = record.LIMITS[field.name]
            if value not in range(low, high + 1):
                yield prefix + field.name, f"{str(value)!r} is not from {low} to {high}"
        elif hasattr(value, "LIMITS") and not isinstance(value, ShopFace):
            yield from _limit_faults(value, f"{prefix}{field.name}_")
    if isinstance(getattr(record, "discount", None), Discount):
        yield from _discount_faults(record.discount)


def _discount_faults(discount: Discount) -> Iterator[Told]:
    if bool(discount.actions) != (discount.units > 0):
        missing = "amount" if discount.actions else "action"
        yield "discount_actions", f"the discount has no {missing}; name actions and coins or wood, or none of them"
    if discount.actions != tuple(action for action in DISCOUNTED if action in discount.actions):
        yield "discount_actions", f"name each action once, in the order {', '.join(DISCOUNTED)}"


def shop_faults(shop: Shop, pairs: set[tuple[str, ...]]) -> Iterator[tuple[int, Told]]:
    """Report what is wrong with one shop card, with the side; `pairs` are the icons that some face shows together."""
    yield from ((0, told) for told in (*_limit_faults(shop), *_name_faults("shop", shop.id)))
    for side, face in enumerate(shop.faces):
        yield from ((side, told) for told in (*_limit_faults(face), *_face_faults(face, pairs)))
    if shop.shop_class not in CLASSES:
        yield 0, ("class", f"{shop.shop_class!r} is not one of {', '.join(CLASSES)}")
    elif shop.shop_class == "basic" and shop.back is None:
        yield 0, ("side", "this basic shop has no back; add a row with the same shop and side 'back'")
    elif shop.shop_class == "special" and shop.back is not None:
        yield 1, ("side", "a special shop has no back; remove this row, or make the shop basic")
    elif shop.shop_class == "special" and shop.upgrade_cost.units:
        yield 0, ("upgrade_cost_coins", "a special shop cannot be upgraded; leave the upgrade cost empty")
    if shop.first_shop and (shop.shop_class, shop.copies, shop.min_players) != ("basic", PER_PLAYER, 2):
        yield 0, ("first_shop", "the first shop must be basic, with one copy per player, at every number of players")
    if shop.back is not None:
        for column in ("customer_seats", "worker_seats"):
            front, back = getattr(shop.front, column), getattr(shop.back, column)
            if back < front:
                yield 1, (column, f"the front has {front} and the back {back}; the back needs at least as many")


def _face_faults(face: ShopFace, pairs: set[tuple[str, ...]]) -> Iterator[Told]:
    """Report what is wrong with one face; `pairs` are the icons that some face shows together."""
    yield from _name_faults("name", face.name)
    if face.icons != tuple(icon for icon in ICONS if icon in face.icons) or len(face.icons) not in (1, 2):
        yield "icons", f"a face shows one or two of {', '.join(ICONS)}, in this order"
    if len(face.income) != face.customer_seats + 1:
        wanted = f"{face.customer_seats + 1} rows are needed, for 0 to {face.customer_seats} animals"
        yield "income_coins", f"the income table has {len(face.income)} rows; {wanted}"
    for part in Gain.LIMITS:
        if face.customer_seats and getattr(face.income[0], part):
            yield f"income_{part}", "a face with customer seats pays nothing for 0 animals; let the first number be 0"
    for row in face.income:
        yield from _limit_faults(row, "income_")
    for icon, gain in zip(ICONS, face.icon_income, strict=True):
        yield from _limit_faults(gain, f"per_{icon}_")
    paid = [icon for icon, gain in zip(ICONS, face.icon_income, strict=True) if gain]
    for pair in sorted(pairs):
        if set(pair) <= set(paid):
            yield f"per_{pair[1]}_coins", f"the face pays by {pair[0]} and {pair[1]}, but one shop shows both and counts once"
    for column, reward in (("visitor", face.visitor), ("owner", face.owner)):
        if reward and not face.worker_seats:
            yield f"{column}_coins", "a reward for a visit, but the face has no worker seat"


def _name_faults(column: str, name: str) -> Iterator[Told]:
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip("# "):
        yield column, f"{name!r} is not 1 to {LONGEST_NAME} printable characters without '#' at an end"


def card_faults(card: Manager | Ad | PublicBuilding | Goal) -> Iterator[Told]:
    """Report what is wrong with one card that is no shop."""
    yield from _limit_faults(card)
    if isinstance(card, Goal):
        yield from _goal_faults(card)
        return
    yield from _name_faults("id", card.id)
    if isinstance(card, Ad):
        yield from _ad_faults(card)
        return
    yield from _name_faults("name", card.name)
    if isinstance(card, PublicBuilding):
        for kind, cost in zip(PUBLIC_COSTS, card.costs, strict=True):
            yield from _limit_faults(cost, f"{kind}_")
        if card.costs[0].coins or card.costs[1].wood:
            yield "wood_wood", "the first cost is in wood only and the second in coins only"


def _ad_faults(ad: Ad) -> Iterator[Told]:
    for number, (first, second) in enumerate(ad.frames, start=1):
        for place, slot in ((1, first), (2, second)):
            for column, message in _limit_faults(slot):
                yield f"frame{number}_{column}{place}", message
        if first.price + second.price != ad.fee:
            yield "fee", f"the prices of frame {number} add up to {first.price + second.price}, not to the fee of {ad.fee}"
        if first.price < second.price:
            yield f"frame{number}_price2", "the dearer slot of a frame stands first"
        if first.vp < second.vp or (first.price == second.price and first.vp != second.vp):
            yield f"frame{number}_vp2", "the dearer slot brings at least as many VP, and slots of one price the same"


def _goal_faults(goal: Goal) -> Iterator[Told]:
    for column, value, choices in (
        ("deck", goal.deck, DECKS),
        ("timing", goal.timing, TIMINGS),
        ("condition", goal.condition, tuple(CONDITIONS)),
    ):
        if value not in choices:
            yield column, f"{value!r} is not one of {', '.join(choices)}"
    condition = CONDITIONS.get(goal.condition)
    if condition is None:
        return
    if goal.k not in range(1, condition.most + 1):
        yield "k", f"{str(goal.k)!r} is not from 1 to {condition.most} ({condition.meaning})"
    if condition.names_icon and goal.icon not in ICONS:
        yield "icon", f"{goal.icon!r} is not one of {', '.join(ICONS)}; this condition counts one icon"
    elif not condition.names_icon and goal.icon:
        yield "icon", f"only the condition 'icon' names an icon, but {goal.icon!r} is given; leave it empty"
