"""The items of Animarche whose use is counted: every shop face, manager, ad, public building and goal of an edition.

Ways of use. A shop face: `built` (it lay up after a build), `upgraded` (it was turned up later), `sold`, `visited` (by another
player's worker), `held` (it stands at the end). A manager: `held`. An ad: `visited` (a worker was put on it), `scored` (such a
worker's slot paid), `held` (the card was taken). A public building: `built`. A goal: `held` (dealt), `scored`.
"""

from __future__ import annotations

from engines.animarche import edition_vocabulary as words

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

# Where each kind of item begins; a face, manager .. follows by its number in the edition.
FACE_ITEM = 0
MANAGER_ITEM = FACE_ITEM + FACES
AD_ITEM = MANAGER_ITEM + MANAGERS
BUILDING_ITEM = AD_ITEM + ADS
GOAL_ITEM = BUILDING_ITEM + BUILDINGS
ITEMS = GOAL_ITEM + GOALS


def item_names(edition: words.Edition) -> tuple[str, ...]:
    """The name of every item of an edition, by number; "" where the edition has fewer ads or goals than there could be."""
    names = [""] * ITEMS
    groups = (
        (FACE_ITEM, [face.name for face in edition.faces]),
        (MANAGER_ITEM, [f"manager {manager.id}" for manager in edition.managers]),
        (AD_ITEM, [f"ad {ad.id}" for ad in edition.ads]),
        (BUILDING_ITEM, [f"public {building.id}" for building in edition.public_buildings]),
        (GOAL_ITEM, [f"goal {goal.id}" for goal in edition.goals]),
    )
    for first, group in groups:
        names[first : first + len(group)] = group
    return tuple(names)
