"""Make card tables for Beer & Bread that could be the published one, from a seed.

The published numbers are unknown, so a finding should hold over many tables made under the same constraints. The
generator builds the totals exactly (cards a kind, icons and tokens a band, shares of the resources, cards a slot), then
swaps icons and recipes between like cards until no card is dominated; swaps keep all totals.

What is ours and not in the rules: cards with more icons, a stronger upgrade or the higher coin value of their band get
the longer recipes of the band; every beer needs barley, every bread wheat or rye, every recipe of five or more water;
no resource is more than half of a recipe (rounded up, water down); a few tokens are of the other type's resources.

Random numbers come from `random.Random` with an int seed, through its integer methods only: the Mersenne Twister's
bits are the same on every machine, the standard library keeps imports quick, and NumPy does not promise its Generator
streams across versions. No logarithm, set order or hash takes part, so a seed gives the same bytes everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import ge
from random import Random

from engines.beerbread.edition import (
    ANY,
    COINS_OF_KIND,
    DEFAULT_MEAN_ICONS,
    DEFAULT_MEAN_RECIPE,
    KINDS,
    LARGEST_RECIPE,
    MOST_ICONS,
    RECIPE_BANDS,
    RESOURCES,
    SLOTS,
    TOKENS,
    TYPES,
    UPGRADES,
    Card,
    Edition,
    five,
    hard_faults,
    make_edition,
    soft_bands,
    soft_faults,
    soft_measures,
)

MEAN_RECIPE_RANGE = (3.5, 6.5)
MEAN_ICONS_RANGE = (2.0, 3.5)
PROVENANCE = "reconstructed: made under the stated constraints, not the published card table"
SHIPPED_SEED = 495
"""Seed of the shipped edition: the least off_centre of seeds 0 to 4999 (0.092; half of them are above 0.253)."""
ATTEMPTS = 200
SWAPS = 400

ICONS_ABOVE_MEAN = {1: 0.35, 2: 0.15, 3: -0.5}
"""Icons of a kind less mean_icons. At 3.15: 3.5, 3.3, 2.65 (the rules' "about 2.6" and mean of 3.0 to 3.4 differ)."""
ICON_JITTER = 10
NEED_JITTER = 7
"""Percent by which a resource's share of icons and of recipe tokens may be drawn away from proportion."""
FOREIGN_PERCENT = 7
"""Percent of a type's recipe tokens that are not of its own resources."""
FOREIGN = {"beer": {"wheat": 2, "rye": 1}, "bread": {"barley": 3, "hops": 1}}
"""The foreign resources of a type with their weights: wheat and rye beer are common, hops in bread is rare."""
CORE = {"beer": ("barley",), "bread": ("wheat", "rye")}
"""Every recipe of a type has at least one of these."""

STRENGTH = {
    **{"S1": 2, "S2": 2, "S3": 1, "S4": 1, "H1": 3, "H2": 2, "H3": 2, "H4": 2, "H5": 2, "T1": 2, "T2": 2},
    **{"C1": 3, "C2": 3, "C3": 2, "C4": 1, "B1": 1, "B2": 1, "B3": 2, "B4": 2, "B5": 2},
    **{"E1": 2, "E2": 2, "E3": 2, "E4": 2, "E5": 2, "E6": 2, "E7": 1, "E8": 1, "E9": 1},
}
"""A rough worth of each effect, 1 weak to 3 strong: our guess, used for the price of a card and for dominance only."""
SPACES_WANTED = {"T1": (2, 1, 3), "T2": (3, 2, 4)}
PREFERRED_EXTRAS = {"sickle": ("H1", "H3", "H2", "H4"), "hat": ("C3", "C4"), "broom": ("B3", "B4", "B3", "B4")}
"""Effects that get a slot's further cards first: those that name resources, so that a slot names all five."""

Effect = tuple[str, str, str]
"""Upgrade id and its two parameters."""
Merits = tuple[int, ...]
"""All that a card offers, more is better: its type, each icon, coins, each recipe token as a minus, the upgrade."""


@dataclass
class Draft:
    """A card in the making."""

    type: str
    kind: int
    coins: int
    icons: list[int] = field(default_factory=lambda: [0] * 5)
    need: list[int] = field(default_factory=lambda: [0] * 5)
    icon_count: int = 0
    size: int = 0
    upgrade: str = ""
    param1: str = ""
    param2: str = ""


class _DeadEndError(Exception):
    """This attempt cannot be completed; the next one goes on with the same random stream."""


def generate_edition(
    seed: int,
    mean_recipe: float = DEFAULT_MEAN_RECIPE,
    mean_icons: float = DEFAULT_MEAN_ICONS,
    name: str | None = None,
) -> Edition:
    """Make an edition that satisfies all hard and soft constraints; the same arguments give the same cards anywhere.

    seed: 0 or more. mean_recipe: tokens a recipe, the mean of the three value bands, 3.5 to 6.5 (default 5.0); one
    token more makes each band's mean, and its soft band, one token larger. mean_icons: harvest icons a card, 2.0 to 3.5
    (default 3.15); it moves the icons of all bands, and their soft bands, in the same way. The other soft constraints
    stay as they are. Means are met up to rounding to whole tokens. name: "reconstructed-<seed>" if not given.

    Raises ValueError for an argument out of its range.
    """
    _check_arguments(seed, mean_recipe, mean_icons)
    call = f"generate_edition(seed={seed}, mean_recipe={float(mean_recipe)}, mean_icons={float(mean_icons)}"
    call += ")" if name is None else f", name={name!r})"
    rng = Random(seed)
    for _ in range(ATTEMPTS):
        try:
            drafts = _draft_cards(rng, mean_recipe, mean_icons)
        except _DeadEndError:
            continue
        edition = make_edition(name or f"reconstructed-{seed}", f"{PROVENANCE}; {call}", _finish(drafts))
        if not hard_faults(edition) and not soft_faults(edition, mean_recipe, mean_icons):
            return edition
    raise RuntimeError(f"no edition was found in {ATTEMPTS} attempts for {call}; please report this")


def off_centre(edition: Edition) -> float:
    """Return how far the soft measures lie from the middle of their bands at default means.

    Root mean square of (measure - middle) / half width, over the bands that have a middle worth aiming at: cards a kind
    and slot, recipe and icon means, shares of resources. 0 is the middle of all, 1 the edge of all.
    """
    measures = soft_measures(edition)
    one_sided = ("icons_drop", "resources_named", "own_share")
    squares = [
        ((measures[name] - (low + high) / 2) / ((high - low) / 2)) ** 2
        for name, (low, high) in soft_bands().items()
        if not name.startswith(one_sided)
    ]
    return float((sum(squares) / len(squares)) ** 0.5)


def most_central_seed(seeds: Iterable[int]) -> int:
    """Return the seed whose edition at default means is least `off_centre`; the first of equals."""
    return min(seeds, key=lambda seed: off_centre(generate_edition(seed)))


def dominated_cards(cards: Sequence[Card]) -> list[tuple[str, str]]:
    """Return (id, id of the better card) for each card that another of its type matches or beats in everything.

    Everything: each icon, coins, each token of the recipe, and the strength of the upgrade (STRENGTH).
    """
    return [(cards[i].id, cards[j].id) for i, j in _dominated_pairs(cards)]


def strength(card: Card | Draft) -> int:
    """Return the rough worth of a card's upgrade with its parameters, 1 weak to 3 strong."""
    if card.upgrade in SPACES_WANTED:
        usual = SPACES_WANTED[card.upgrade][0]
        return max(1, min(3, STRENGTH[card.upgrade] + int(card.param1) - usual))
    return STRENGTH[card.upgrade] + (card.param1 == ANY)


def _check_arguments(seed: int, mean_recipe: float, mean_icons: float) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed is {seed!r}; it must be a whole number, 0 or more")
    for label, value, (low, high) in (
        ("mean_recipe", mean_recipe, MEAN_RECIPE_RANGE),
        ("mean_icons", mean_icons, MEAN_ICONS_RANGE),
    ):
        if not low <= value <= high:
            raise ValueError(f"{label} is {value!r}; it must be from {low} to {high}")


def _draft_cards(rng: Random, mean_recipe: float, mean_icons: float) -> list[Draft]:
    """Make the 60 cards step by step. Raises _DeadEndError if a step cannot be completed."""
    groups = _coin_groups(rng)
    drafts = [draft for group in groups for draft in group]
    icons = {kind: mean_icons + ICONS_ABOVE_MEAN[kind] for kind in KINDS}
    sizes = {kind: sum(RECIPE_BANDS[kind]) / 2 + mean_recipe - DEFAULT_MEAN_RECIPE for kind in KINDS}
    for draft, effect in zip(_interleaved(rng, groups), _deal_effects(rng), strict=True):
        draft.upgrade, draft.param1, draft.param2 = effect
    for group, total in zip(groups, _group_totals(groups, icons), strict=True):
        for draft, count in zip(group, _spread(rng, len(group), total, 1, MOST_ICONS), strict=True):
            draft.icon_count = count
    _place_icons(rng, drafts)
    for group, total in zip(groups, _group_totals(groups, sizes), strict=True):
        by_worth = sorted(group, key=lambda draft: _worth(draft) + rng.randrange(3))
        for draft, size in zip(by_worth, sorted(_spread(rng, len(group), total, 1, LARGEST_RECIPE)), strict=True):
            draft.size = size
    _fill_recipes(rng, drafts)
    for card_type in TYPES:
        _undo_dominance(rng, [draft for draft in drafts if draft.type == card_type])
    return drafts


def _coin_groups(rng: Random) -> list[list[Draft]]:
    """Make six groups of cards, one a type and kind, with 9 to 11 cards each and both coin values about equally."""
    groups = []
    for card_type in TYPES:
        counts = rng.choice(([10, 10, 10], [9, 10, 11]))
        for kind, count in zip(KINDS, rng.sample(counts, len(counts)), strict=True):
            first = rng.randrange(2)
            groups.append([Draft(card_type, kind, COINS_OF_KIND[kind][(first + i) % 2]) for i in range(count)])
    return groups


def _interleaved(rng: Random, groups: Sequence[Sequence[Draft]]) -> list[Draft]:
    """Mix the groups evenly: any stretch of the result has about its share of every group."""
    placed: list[tuple[float, Draft]] = []
    for group in rng.sample(groups, len(groups)):
        order = rng.sample(group, len(group))
        placed += [((2 * place + 1) / len(order), draft) for place, draft in enumerate(order)]
    mixed = [draft for _, draft in sorted(placed, key=lambda pair: pair[0])]
    turn = rng.randrange(len(mixed))
    return mixed[turn:] + mixed[:turn]


def _deal_effects(rng: Random) -> list[Effect]:
    """Choose effects and parameters for 60 cards, slot by slot: 9 to 11 cards a slot, each effect at least once."""
    counts = rng.choice(([10] * 6, [9, 10, 10, 10, 10, 11], [9, 9, 10, 10, 11, 11]))
    dealt: list[Effect] = []
    for slot, count in zip(SLOTS, rng.sample(counts, len(counts)), strict=True):
        effects = [upgrade.id for upgrade in UPGRADES.values() if upgrade.slot == slot]
        extras = list(PREFERRED_EXTRAS.get(slot, ()))
        while len(effects) + len(extras) < count:
            extras += rng.sample(effects, len(effects))
        in_slot = _with_parameters(rng, (effects + extras)[:count])
        dealt += rng.sample(in_slot, count)
    return dealt


def _with_parameters(rng: Random, effects: Sequence[str]) -> list[Effect]:
    """Give parameters to the effects of one slot, dealing the five resources round so that all are named."""
    bag: list[str] = []
    seen: dict[str, int] = {}
    dealt: list[Effect] = []
    for effect in effects:
        copy = seen[effect] = seen.get(effect, -1) + 1
        upgrade = UPGRADES[effect]
        params: list[str] = []
        for param in (upgrade.param1, upgrade.param2):
            if param is None:
                params.append("")
            elif param.sort == "spaces":
                params.append(str(SPACES_WANTED[effect][copy % 3]))
            elif param.sort == "resource or any" and copy % 2 == 1:
                params.append(ANY)
            else:
                params.append(_next_resource(rng, bag, params + ["water"] * (effect == "H4")))
        dealt.append((effect, params[0], params[1]))
    return dealt


def _next_resource(rng: Random, bag: list[str], barred: Sequence[str]) -> str:
    """Take the next resource from the bag that is not barred, refilling it with all five when none is left."""
    while not any(resource not in barred for resource in bag):
        bag += rng.sample(RESOURCES, len(RESOURCES))
    return bag.pop(next(i for i, resource in enumerate(bag) if resource not in barred))


def _group_totals(groups: Sequence[Sequence[Draft]], targets: dict[int, float]) -> list[int]:
    """Return each group's total so that every kind's mean over both types is its target, to the nearest whole."""
    totals: dict[int, int] = {}
    for kind in KINDS:
        places = [index for index, group in enumerate(groups) if group[0].kind == kind]
        cards = sum(len(groups[index]) for index in places)
        parts = _apportion(round(targets[kind] * cards), [len(groups[index]) for index in places])
        totals |= dict(zip(places, parts, strict=True))
    return [totals[index] for index in range(len(groups))]


def _apportion(total: int, weights: Sequence[int]) -> list[int]:
    """Share out `total` in proportion to the weights, by largest remainder (the first of equals)."""
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: -(total * weights[i] % whole))
    for i in by_remainder[: total - sum(parts)]:
        parts[i] += 1
    return parts


def _spread(rng: Random, count: int, total: int, low: int, high: int) -> list[int]:
    """Return `count` whole numbers, shuffled, with the given sum: near the mean, some one step further out."""
    numbers = [total // count + (i < total % count) for i in range(count)]
    lowest, highest = max(low, total // count - 1), min(high, -(-total // count) + 1)
    for _ in range(count // 3):
        down, up = rng.sample(range(count), 2)
        if numbers[down] > lowest and numbers[up] < highest:
            numbers[down] -= 1
            numbers[up] += 1
    rng.shuffle(numbers)
    return numbers


def _near_proportion(rng: Random, total: int, jitter: int) -> list[int]:
    """Share out `total` over the resources as the tokens in the box, each share off by up to `jitter` percent."""
    return _apportion(total, [tokens * rng.randrange(100 - jitter, 101 + jitter) for tokens in TOKENS])


def _place_icons(rng: Random, drafts: Sequence[Draft]) -> None:
    """Give each card its number of icons, in total near proportion. Raises _DeadEndError if that cannot be reached."""
    quotas = _near_proportion(rng, sum(draft.icon_count for draft in drafts), ICON_JITTER)
    for draft in drafts:
        chosen = rng.sample(range(5), draft.icon_count)
        draft.icons = [int(resource in chosen) for resource in range(5)]
    surplus = [sum(draft.icons[r] for draft in drafts) - quotas[r] for r in range(5)]
    while any(surplus):
        over = rng.choice([r for r in range(5) if surplus[r] > 0])
        under = rng.choice([r for r in range(5) if surplus[r] < 0])
        movable = [draft for draft in drafts if draft.icons[over] and not draft.icons[under]]
        if not movable:
            raise _DeadEndError
        icons = rng.choice(movable).icons
        icons[over], icons[under] = 0, 1
        surplus[over] -= 1
        surplus[under] += 1


def _worth(draft: Draft) -> int:
    """Return what a card is worth besides its recipe, within its band: dearer recipes go to worthier cards."""
    high = draft.coins == COINS_OF_KIND[draft.kind][1]
    return 3 * high + 2 * strength(draft) + 2 * draft.icon_count


def _fill_recipes(rng: Random, drafts: Sequence[Draft]) -> None:
    """Turn recipe sizes into tokens, in total near proportion. Raises _DeadEndError if a recipe cannot be put right."""
    quotas = _near_proportion(rng, sum(draft.size for draft in drafts), NEED_JITTER)
    by_type = {card_type: [draft for draft in drafts if draft.type == card_type] for card_type in TYPES}
    totals = {card_type: sum(draft.size for draft in by_type[card_type]) for card_type in TYPES}
    foreign = {}
    for card_type in TYPES:
        weights = [FOREIGN[card_type].get(resource, 0) for resource in RESOURCES]
        foreign[card_type] = _apportion(totals[card_type] * FOREIGN_PERCENT // 100, weights)
    for card_type, other in (TYPES, TYPES[::-1]):
        grain = [r for r in range(4) if not FOREIGN[card_type].get(RESOURCES[r])]
        own = [quotas[r] - foreign[other][r] if r in grain else 0 for r in range(5)]
        own[4] = totals[card_type] - sum(own) - sum(foreign[card_type])
        if min(own) < 0:
            raise _DeadEndError
        _deal_tokens(rng, by_type[card_type], foreign[card_type], own)
        _put_recipes_right(rng, by_type[card_type])


def _tokens(rng: Random, numbers: Sequence[int]) -> list[int]:
    """Return the resources' indices, each as often as its number says, shuffled."""
    bag = [resource for resource, number in enumerate(numbers) for _ in range(number)]
    rng.shuffle(bag)
    return bag


def _deal_tokens(rng: Random, drafts: Sequence[Draft], foreign: Sequence[int], own: Sequence[int]) -> None:
    """Deal foreign tokens, at most 30% of a recipe, to cards of the type, then fill all recipes with own tokens."""
    room = [draft for draft in drafts for _ in range(3 * draft.size // 10)]
    if sum(foreign) > len(room):
        raise _DeadEndError
    for draft, resource in zip(rng.sample(room, sum(foreign)), _tokens(rng, foreign), strict=True):
        draft.need[resource] += 1
    bag = _tokens(rng, own)
    for draft in drafts:
        for _ in range(draft.size - sum(draft.need)):
            draft.need[bag.pop()] += 1


def _recipe_flaws(draft: Draft) -> int:
    """Count what makes a recipe odd: too much of one resource, no water in a long one, nothing of the type's core."""
    water, most = draft.need[4], max(draft.need[:4])
    core = sum(draft.need[RESOURCES.index(resource)] for resource in CORE[draft.type])
    dry = water == 0 and draft.size >= 5
    return max(0, water - max(1, draft.size // 2)) + max(0, most - (draft.size + 1) // 2) + dry + (core == 0)


def _put_recipes_right(rng: Random, drafts: Sequence[Draft]) -> None:
    """Swap own tokens between cards of one type until no recipe is odd. Raises _DeadEndError if that takes too long."""
    own = [r for r in range(5) if RESOURCES[r] not in FOREIGN[drafts[0].type]]
    for _ in range(20 * SWAPS):
        flawed = [draft for draft in drafts if _recipe_flaws(draft)]
        if not flawed:
            return
        one, two = rng.choice(flawed), rng.choice(drafts)
        give, take = rng.sample(own, 2)
        if one is two or not (one.need[give] and two.need[take]):
            continue
        before = _recipe_flaws(one) + _recipe_flaws(two)
        _exchange(one.need, two.need, give, take)
        if _recipe_flaws(one) + _recipe_flaws(two) > before:
            _exchange(two.need, one.need, give, take)
    raise _DeadEndError


def _exchange(one: list[int], two: list[int], give: int, take: int) -> None:
    """Let `one` give a token of `give` to `two` for a token of `take`."""
    one[give] -= 1
    two[give] += 1
    two[take] -= 1
    one[take] += 1


def _merits(card: Card | Draft) -> Merits:
    is_beer = int(card.type == TYPES[0])
    return (is_beer, -is_beer, *card.icons, card.coins, *(-number for number in card.need), strength(card))


def _dominated_pairs(cards: Sequence[Card | Draft]) -> list[tuple[int, int]]:
    """Return (place of a card, place of a card that matches or beats it in everything)."""
    merits = list(enumerate([_merits(card) for card in cards]))
    return [(i, j) for i, one in merits for j, other in merits if i != j and all(map(ge, other, one))]


def _undo_dominance(rng: Random, drafts: Sequence[Draft]) -> None:
    """Swap like parts between cards of one type until none is dominated. Raises _DeadEndError if it takes too long."""
    pairs = _dominated_pairs(drafts)
    for _ in range(SWAPS):
        if not pairs:
            return
        one, two = drafts[rng.choice(pairs)[0]], rng.choice(drafts)
        _swap_like_parts(one, two)
        now = _dominated_pairs(drafts)
        if len(now) > len(pairs):
            _swap_like_parts(one, two)
        else:
            pairs = now
    raise _DeadEndError


def _swap_like_parts(one: Draft, two: Draft) -> None:
    """Swap icons of equal number within a band, and recipes of equal size; doing it again undoes it."""
    if one.kind == two.kind and one.icon_count == two.icon_count:
        one.icons, two.icons = two.icons, one.icons
    if one.size == two.size:
        one.need, two.need = two.need, one.need


def _finish(drafts: Sequence[Draft]) -> list[Card]:
    """Number the cards of each type from the cheapest to the dearest."""
    cards = []
    for card_type in TYPES:
        own = [draft for draft in drafts if draft.type == card_type]
        own.sort(key=lambda draft: (draft.coins, draft.size, draft.icon_count, draft.icons, draft.need, draft.upgrade))
        for number, draft in enumerate(own, start=1):
            head = (f"{card_type}-{number:02d}", card_type, draft.kind, draft.coins)
            tail = (draft.upgrade, draft.param1, draft.param2)
            cards.append(Card(*head, five(draft.icons), five(draft.need), *tail))
    return cards
