"""Make card tables for Animarche that could be the published ones, from a seed.

The published numbers are unknown, so a finding should hold over many tables made under the same constraints. Names,
icons, classes and copies, the conditions of goals and the occasions of managers are those of the shipped edition; what
varies is which shop does what, and every number. A face gets its seats, income and rewards first; its VP then makes up
what is missing to the worth that its cost should buy (`face_worth`), so that no face is much better than another. How
rich the town is and how much the parts are worth stands in `Economy`.

Worth is counted in units (1 coin = 1, 1 wood = 1.5, 1 VP = 2) and is a rough guess: only play can show balance.

Random numbers come from `random.Random` with an int seed, through its integer methods only, and no logarithm, set order
or hash takes part: a seed gives the same bytes on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

from engines.animarche.edition import REWARDS, load_edition, make_edition
from engines.animarche.edition_vocabulary import (
    CONDITIONS,
    MOST_SEATS,
    NOTHING,
    VP_UNITS,
    WOOD_UNITS,
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
)

PROVENANCE = "reconstructed: made under the stated constraints, not the published cards"
ATTEMPTS = 100
SEAT_TRIALS = 1000


@dataclass(frozen=True)
class Economy:
    """How rich a generated town is, in units but for mean_seats and vp_per_ad_coin; the defaults are like the shipped
    edition.

    first_income, income, upgraded_income: what an animal brings in the first shop, on other fronts and on a back.
    mean_seats: customer seats a face. first_worth, basic_worth, special_worth: what a front is worth over the game.
    upgrade_margin: what a back is worth more than its front and the upgrade cost together. manager_worth: start and
    ability together. vp_per_ad_coin: VP of an ad's slot for each coin of its price.
    """

    first_income: float = 1.4
    income: float = 2.2
    upgraded_income: float = 2.7
    mean_seats: float = 1.9
    first_worth: float = 6.0
    basic_worth: float = 10.0
    special_worth: float = 18.0
    upgrade_margin: float = 8.0
    manager_worth: float = 11.0
    vp_per_ad_coin: float = 1.0


ECONOMY_RANGES: dict[str, tuple[float, float]] = {
    "first_income": (1.0, 2.5),
    "income": (1.6, 3.0),
    "upgraded_income": (1.6, 4.0),
    "mean_seats": (1.6, 2.2),
    "first_worth": (5.0, 12.0),
    "basic_worth": (8.0, 16.0),
    "special_worth": (12.0, 24.0),
    "upgrade_margin": (4.0, 14.0),
    "manager_worth": (9.0, 16.0),
    "vp_per_ad_coin": (0.5, 2.0),
}

ROUNDS_EARNING, OWN_SHOPS_OF_ICON, VISITS_A_SEAT, DISCOUNTED_ACTIONS, SOLD = 2.2, 1.8, 0.5, 1.3, 0.5
"""Guesses at play: rounds that a face earns, own shops that show an icon, visits and discounted actions a round, and how
often a shop is sold."""
CROWDS = {0: (100,), 1: (20, 80), 2: (25, 40, 35), 3: (25, 35, 25, 15), 4: (20, 35, 25, 15, 5)}
"""Percent of rounds in which a face with so many seats has 0, 1, 2 .. animals: from round 3 about one animal a plot."""
TIMES_A_GAME = {"each_round": 5.0, "on_sale": 2.3, "on_visit": 6.0, "on_ad": 3.5, "on_public": 1.3}

SHAPES = {"even": (1.0, 1.0, 1.0, 1.0), "rising": (0.6, 1.1, 1.4, 1.6), "falling": (1.4, 1.0, 0.7, 0.5)}
"""What each further animal brings, relative to the mean."""
PAYMENTS = ("coins", "coins", "wood", "vp", "coins wood", "coins vp")
FRONT_VISITS = (Gain(coins=2), Gain(wood=1), Gain(vp=1), Gain(coins=1, wood=1))
BACK_VISITS = (Gain(coins=3), Gain(coins=1, wood=1), Gain(coins=1, vp=1), Gain(wood=2), Gain(vp=1))
HOST_REWARDS = (Gain(coins=1), Gain(coins=1), Gain(wood=1), Gain(vp=1))
EVENTS = (Gain(coins=2), Gain(wood=2), Gain(vp=1), Gain(coins=2, wood=1), Gain(coins=4))
UPGRADE_COSTS = (
    Resources(1, 1),
    Resources(2, 1),
    Resources(2, 1),
    Resources(3, 1),
    Resources(2),
    Resources(1, 2),
    Resources(4),
)
ABILITIES = {
    "each_round": (Gain(coins=1), Gain(wood=1)),
    "on_sale": (Gain(coins=2), Gain(vp=1), Gain(coins=1, wood=1)),
    "on_visit": (Gain(coins=1),),
    "on_ad": (Gain(coins=1), Gain(wood=1), Gain(coins=2)),
    "on_public": (Gain(coins=1), Gain(wood=1), Gain(coins=2), Gain(vp=1)),
}
MOST_VP_OF_FACE = 14


@dataclass
class Draft:
    """A shop in the making: the blueprint, what sort of shop it becomes, and per side the seats and worker seats."""

    blueprint: Shop
    sort: str
    seats: list[int]
    workers: list[int] = field(default_factory=list)


def generate_edition(
    seed: int,
    first_income: float = Economy.first_income,
    income: float = Economy.income,
    upgraded_income: float = Economy.upgraded_income,
    mean_seats: float = Economy.mean_seats,
    first_worth: float = Economy.first_worth,
    basic_worth: float = Economy.basic_worth,
    special_worth: float = Economy.special_worth,
    upgrade_margin: float = Economy.upgrade_margin,
    manager_worth: float = Economy.manager_worth,
    vp_per_ad_coin: float = Economy.vp_per_ad_coin,
    name: str | None = None,
) -> Edition:
    """Make an edition that satisfies all hard and soft constraints; the same arguments give the same cards anywhere.

    seed: 0 or more. The numbers are those of `Economy`. name: "reconstructed-<seed>" if not given. Raises ValueError for
    an argument out of its range.
    """
    amounts = (
        first_income,
        income,
        upgraded_income,
        mean_seats,
        first_worth,
        basic_worth,
        special_worth,
        upgrade_margin,
        manager_worth,
        vp_per_ad_coin,
    )
    wealth = Economy(*map(float, amounts))
    _check_arguments(seed, wealth)
    changed = [
        f", {entry.name}={getattr(wealth, entry.name)}"
        for entry in fields(wealth)
        if getattr(wealth, entry.name) != entry.default
    ]
    call = f"generate_edition(seed={seed}{''.join(changed)}" + (")" if name is None else f", name={name!r})")
    rng, blueprint = Random(seed), load_edition()
    for _ in range(ATTEMPTS):
        edition = make_edition(
            name or f"reconstructed-{seed}",
            f"{PROVENANCE}; {call}",
            _make_shops(rng, wealth, blueprint.shops),
            [_make_manager(rng, wealth, manager) for manager in blueprint.managers],
            _make_ads(rng, wealth, len(blueprint.ads)),
            [_vary_building(rng, building) for building in blueprint.public_buildings],
            [_vary_goal(rng, goal) for goal in blueprint.goals],
        )
        if not soft_faults(edition):
            return edition
    raise RuntimeError(f"no edition was found in {ATTEMPTS} attempts for {call}; please report this")


def face_worth(face: ShopFace) -> float:
    """Return what a face is worth over a game, in units: VP, income, visitors, discount, and what happens once."""
    crowds = CROWDS[face.customer_seats]
    income = sum(percent * row.units for percent, row in zip(crowds, face.income, strict=True)) / 100
    animals = sum(percent * n for n, percent in enumerate(crowds)) / 100 if face.customer_seats else 1
    income += OWN_SHOPS_OF_ICON * animals * sum(gain.units for gain in face.icon_income)
    a_round = income + VISITS_A_SEAT * face.worker_seats * face.owner.units + DISCOUNTED_ACTIONS * face.discount.units
    return VP_UNITS * face.vp + ROUNDS_EARNING * a_round + face.on_build.units + SOLD * face.on_sale.units


def manager_worth(manager: Manager) -> float:
    """Return what a manager is worth over a game, in units."""
    abilities = sum(times * getattr(manager, occasion).units for occasion, times in TIMES_A_GAME.items())
    return manager.start.units + abilities + DISCOUNTED_ACTIONS * manager.discount.units


def _check_arguments(seed: int, economy: Economy) -> None:
    if not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed is {seed}; it must be a whole number, 0 or more")
    for entry in fields(economy):
        value, (low, high) = getattr(economy, entry.name), ECONOMY_RANGES[entry.name]
        if not low <= value <= high:
            raise ValueError(f"{entry.name} is {value}; it must be from {low} to {high}")


# Shops


def _make_shops(rng: Random, economy: Economy, blueprints: Sequence[Shop]) -> list[Shop]:
    """Choose what each shop does, deal out seats, and price the faces."""
    drafts = [_draft(rng, shop) for shop in blueprints]
    plain = [draft for draft in drafts if draft.sort == "plain"]
    for shop_class, number in (("basic", 1), ("special", rng.choice((1, 2)))):
        for draft in rng.sample([draft for draft in plain if draft.blueprint.shop_class == shop_class], number):
            draft.sort, draft.seats = "steady", [0] * len(draft.seats)
    _level_seats(rng, economy.mean_seats, drafts)
    _deal_workers(rng, drafts)
    return [_make_shop(rng, economy, draft) for draft in drafts]


def _draft(rng: Random, shop: Shop) -> Draft:
    """Keep what makes a shop of the shipped edition special; the others are `plain`."""
    front = rng.choice((1, 2, 2, 3))
    if shop.first_shop:
        sort, seats = "first", [2, 3]
    elif shop.front.discount.actions:
        sort, seats = "discount", [1, 2]
    elif any(shop.front.icon_income):
        sort, seats = "icons", [1, 2] if shop.back else [2]
    elif shop.min_players > 2:
        sort, seats = "crowd", [MOST_SEATS, MOST_SEATS]
    else:
        sort, seats = "plain", [front, min(MOST_SEATS, front + rng.choice((0, 1, 1)))]
    return Draft(shop, sort, seats[: len(shop.faces)])


def _level_seats(rng: Random, target: float, drafts: Sequence[Draft]) -> None:
    """Add or take single seats on plain shops until the mean over all faces is as near the target as it can be."""
    faces = sum(len(draft.seats) for draft in drafts)
    missing = round(target * faces) - sum(sum(draft.seats) for draft in drafts)
    step = 1 if missing > 0 else -1
    for _ in range(SEAT_TRIALS):
        if missing == 0:
            return
        draft = rng.choice([draft for draft in drafts if draft.sort == "plain"])
        side = rng.randrange(len(draft.seats))
        seats = draft.seats.copy()
        seats[side] += step
        if 1 <= seats[0] <= seats[-1] <= MOST_SEATS:
            draft.seats = seats
            missing -= step


def _deal_workers(rng: Random, drafts: Sequence[Draft]) -> None:
    """Give worker seats to the first shop, to about half of the other fronts, and one more to some backs."""
    hosts = rng.sample(range(len(drafts)), rng.choice((6, 7, 8)))
    for place, draft in enumerate(drafts):
        front = 1 if draft.sort == "first" or place in hosts else 0
        two = draft.blueprint.back is None and front == 1 and rng.randrange(4) == 0
        draft.workers = [front + two, min(2, front + (rng.randrange(3) == 0))][: len(draft.seats)]


def _make_shop(rng: Random, economy: Economy, draft: Draft) -> Shop:
    shop = draft.blueprint
    payment, shape = rng.choice(PAYMENTS), rng.choice(tuple(SHAPES))
    if draft.sort == "first":
        payment, shape = "coins wood", "even"
    elif draft.sort == "discount":
        payment = "wood"
    elif draft.sort == "crowd":
        payment, shape = rng.choice(("coins vp", "vp")), "rising"
    target = economy.basic_worth if shop.shop_class == "basic" else economy.special_worth
    front = _make_face(rng, economy, draft, 0, payment, shape)
    front = _priced(front, economy.first_worth if shop.first_shop else target)
    if shop.back is None:
        return replace(shop, front=front)
    cost = rng.choice(UPGRADE_COSTS)
    back = _make_face(rng, economy, draft, 1, payment, shape)
    back = _priced(back, face_worth(front) + cost.units + economy.upgrade_margin, at_least=front.vp)
    return replace(shop, upgrade_cost=cost, front=front, back=back)


def _priced(face: ShopFace, target: float, at_least: int = 1) -> ShopFace:
    """Give a face the VP that make it worth the target."""
    missing = round((target - face_worth(replace(face, vp=0))) / VP_UNITS)
    return replace(face, vp=min(MOST_VP_OF_FACE, max(at_least, missing)))


def _make_face(rng: Random, economy: Economy, draft: Draft, side: int, payment: str, shape: str) -> ShopFace:
    """Make a face without VP; names and icons are the blueprint's."""
    old = draft.blueprint.faces[side]
    upgraded, seats, workers = side == 1, draft.seats[side], draft.workers[side]
    an_animal = economy.upgraded_income if upgraded else economy.first_income if draft.sort == "first" else economy.income
    an_animal *= rng.randrange(85, 116) / 100
    face = ShopFace(old.name, old.name_ja, old.icons, seats, worker_seats=workers)
    if draft.sort == "steady":
        face = replace(face, income=(_amount(an_animal, payment.split(maxsplit=1)[0]),))
        event: Any = {"on_build" if draft.blueprint.back is None and rng.randrange(2) else "on_sale": rng.choice(EVENTS)}
        face = replace(face, **event)
    elif draft.sort == "icons":
        rest = max(0.0, an_animal - OWN_SHOPS_OF_ICON)
        income = tuple(Gain(coins=round(rest * n)) for n in range(seats + 1))
        food, goods, service = (Gain(coins=1) if gain else NOTHING for gain in draft.blueprint.front.icon_income)
        face = replace(face, income=income, icon_income=(food, goods, service))
    else:
        face = replace(face, income=_income(an_animal, seats, payment, shape))
    if draft.sort == "discount":
        cheaper = rng.choice((Resources(coins=2), Resources(wood=1))) if upgraded else Resources(coins=1)
        face = replace(face, discount=Discount(draft.blueprint.front.discount.actions, cheaper.coins, cheaper.wood))
    if workers:
        face = replace(face, visitor=rng.choice(BACK_VISITS if upgraded else FRONT_VISITS), owner=rng.choice(HOST_REWARDS))
    return face


def _income(an_animal: float, seats: int, payment: str, shape: str) -> tuple[Gain, ...]:
    """Return the rows for 0 to `seats` animals; with two resources, every second animal brings one of the second."""
    first, second = (*payment.split(), "")[:2]
    rows = [NOTHING]
    for n in range(1, seats + 1):
        units = an_animal * sum(SHAPES[shape][:n])
        extra = Gain(**{second: n // 2}) if second else NOTHING
        least = max(1, getattr(rows[-1], first))
        main = max(least, getattr(_amount(units - extra.units, first), first))
        rows.append(Gain(**{**vars(extra), first: main}))
    return tuple(rows)


def _amount(units: float, resource: str) -> Gain:
    """Return about so many units, at least 1 of the resource."""
    a_piece = {"coins": 1.0, "wood": WOOD_UNITS, "vp": VP_UNITS}[resource]
    return Gain(**{resource: max(1, round(units / a_piece))})


# Other cards


def _make_manager(rng: Random, economy: Economy, manager: Manager) -> Manager:
    """Draw the amount of the manager's ability; the start makes up for it."""
    changed = replace(manager, start=Resources())
    for occasion in REWARDS:
        if getattr(manager, occasion):
            gain: Any = {occasion: rng.choice(ABILITIES[occasion])}
            changed = replace(changed, **gain)
    wood = rng.randrange(3)
    coins = round(economy.manager_worth - manager_worth(changed) - WOOD_UNITS * wood)
    return replace(changed, start=Resources(min(10, max(3, coins)), wood))


def _make_ads(rng: Random, economy: Economy, about: int) -> list[Ad]:
    """Make ads with fees from 4 to 10: one frame about even, one with a dear and a cheap slot."""
    number = about + rng.choice((-1, 0, 1))
    ads = []
    for place in range(number):
        fee = 4 + (6 * place + rng.randrange(number)) // number
        even = (fee + 1) // 2 + rng.randrange(2) * (fee > 4)
        dear = min(fee - 1, even + 1 + rng.randrange(2))
        first, second = (_make_frame(rng, economy, fee, price) for price in (even, dear))
        ads.append(Ad(f"ad-{place + 1:02d}", (first, second), fee, 1 + (fee > 5) + (fee > 7)))
    return ads


def _make_frame(rng: Random, economy: Economy, fee: int, price: int) -> tuple[AdSlot, AdSlot]:
    generosity = rng.choice((0.0, 0.0, 0.6))
    dear, cheap = (
        AdSlot(coins, max(1, round(coins * economy.vp_per_ad_coin + generosity * (coins >= fee - coins))))
        for coins in (price, fee - price)
    )
    return dear, cheap


def _vary_building(rng: Random, building: PublicBuilding) -> PublicBuilding:
    """Vary cost and copies; VP and effect are known."""
    wood = max(1, building.costs[0].wood + rng.choice((-1, 0, 0, 1)))
    half = wood // 2
    costs = (
        Resources(wood=wood),
        Resources(coins=round(WOOD_UNITS * wood)),
        Resources(round(WOOD_UNITS * (wood - half)), half),
    )
    fewest, most = (1, building.copies) if building.capacity > 1 else (max(1, building.copies - 1), building.copies + 1)
    return replace(building, costs=costs, copies=rng.randrange(fewest, most + 1))


def _vary_goal(rng: Random, goal: Goal) -> Goal:
    """Make a goal of a wide count a little harder or easier, and its VP with it; vary the VP of the others."""
    change = rng.choice((-1, 0, 1))
    wide = goal.k >= 4 and CONDITIONS[goal.condition].most > 4
    k = goal.k + change * (2 if goal.condition == "coins" else 1) if wide else goal.k
    return replace(goal, k=k, vp=max(2, goal.vp + change))
