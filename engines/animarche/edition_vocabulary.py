"""The words of Animarche's card tables: what a shop, manager, ad, public building and goal can say.

The published numbers are not known to us, so cards are an *edition*: five CSV tables that a user can replace (module
`edition` reads, writes and checks them). No card is known by name: all that a card does stands in these fields.

Field and column names agree: the gain `on_build` of a face stands in the columns on_build_coins, on_build_wood and
on_build_vp.

HARD constraints hold for every edition and are checked when it is loaded. SOFT constraints, at the end of this module,
say what the published tables are likely to look like: the shipped and the generated editions meet them, a user's own
tables need not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean
from typing import NamedTuple

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

GAIN_PARTS = ("coins", "wood", "vp")
LIMITS: dict[str, tuple[int, int]] = {
    "coins": (0, COIN_CAP),
    "wood": (0, WOOD_CAP),
    "vp": (0, MOST_VP),
    "customer_seats": (0, MOST_SEATS),
    "worker_seats": (0, MOST_SEATS),
    "copies": (1, 8),
    "min_players": (2, 4),
    "price": (1, COIN_CAP),
    "capacity": (0, 1 + SPARE_ANIMALS // 2),
    "number": (1, 99),
}
"""Lowest and highest value of the cards' whole numbers; `k` of a goal has the limit of its condition."""


@dataclass(frozen=True)
class Resources:
    """Coins and wood: a cost, or what a player starts with."""

    coins: int = 0
    wood: int = 0

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


@dataclass(frozen=True)
class AdSlot:
    """A place for one worker on an ad: its price in coins, and its VP when the ad fires."""

    price: int
    vp: int


@dataclass(frozen=True)
class Ad:
    """An ad: two frames of two slots, the dearer slot of a frame first; the prices of either frame make up the fee.
    card_vp counts under the rule `ad_card_value` printed_vp only."""

    id: str
    frames: tuple[tuple[AdSlot, AdSlot], tuple[AdSlot, AdSlot]]
    fee: int
    card_vp: int


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
