"""The items of Animarche whose use is counted: every shop face, manager, ad, public building and goal of an edition.

Ways of use. A shop face: `built` (it lay up after a build), `upgraded` (it was turned up later), `sold`, `visited` (by another
player's worker), `held` (it stands at the end). A manager: `held`. An ad: `visited` (a worker was put on it), `scored` (such a
worker's slot paid), `held` (the card was taken). A public building: `built`. A goal: `held` (dealt), `scored`.
"""

from __future__ import annotations

from engines.animarche import edition_vocabulary as words
from engines.game import Item

SHOPS = words.BASIC_SHOPS + words.SPECIAL_SHOPS
FACES = 2 * words.BASIC_SHOPS + words.SPECIAL_SHOPS
MANAGERS = words.MANAGER_COUNT
ADS = words.MOST_ADS
BUILDINGS = words.BUILDING_KINDS
SMALL_GOALS = words.MOST_GOALS["small"]
BIG_GOALS = words.MOST_GOALS["big"]
GOALS = SMALL_GOALS + BIG_GOALS

ITEM_WAYS = ("built", "upgraded", "sold", "visited", "held", "scored")
BUILT, UPGRADED, SOLD, VISITED, HELD, SCORED = range(len(ITEM_WAYS))
CHOSEN_WAYS = ("built", "upgraded", "sold", "visited")
"""Ways that a player chooses. Of a shop `visited` is the visitor's choice, though it is counted for the owner."""

# Where each kind of item begins; a face, manager .. follows by its number in the edition.
FACE_ITEM = 0
MANAGER_ITEM = FACE_ITEM + FACES
AD_ITEM = MANAGER_ITEM + MANAGERS
BUILDING_ITEM = AD_ITEM + ADS
GOAL_ITEM = BUILDING_ITEM + BUILDINGS
ITEMS = GOAL_ITEM + GOALS


def items_of(edition: words.Edition) -> tuple[Item, ...]:
    """Every item of an edition, by number; with the name "" where the edition has fewer ads or goals than there could be."""
    items = [Item("", "")] * ITEMS
    groups = (
        (FACE_ITEM, [Item(face.name, kind) for face, kind in _faces(edition)]),
        (MANAGER_ITEM, [Item(f"manager {manager.id}", "manager") for manager in edition.managers]),
        (AD_ITEM, [Item(f"ad {ad.id}", "ad") for ad in edition.ads]),
        (BUILDING_ITEM, [Item(f"public {building.id}", "public building") for building in edition.public_buildings]),
        (GOAL_ITEM, [Item(f"goal {goal.id}", f"{goal.deck} goal") for goal in edition.goals]),
    )
    for first, group in groups:
        items[first : first + len(group)] = group
    return tuple(items)


def _faces(edition: words.Edition) -> list[tuple[words.ShopFace, str]]:
    """All faces with their kinds: shops that have two faces are compared face by face."""
    return [
        (face, "special shop" if shop.back is None else f"shop {side}")
        for shop in edition.shops
        for face, side in zip(shop.faces, words.SIDES, strict=False)
    ]
