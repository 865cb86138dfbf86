"""What things are worth to a player of Beer & Bread: shared by all its strategies.

Worths are in coins unless a function says otherwise. Token counts are words of five bytes, a byte a resource (see
`engines.beerbread.tokens.lanes`), so that a recipe is compared with a storage in a few instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.actions import NOTHING_GIVEN, PLAIN, STOP, given_of, swap_ratio, swap_resource
from engines.beerbread.state import (
    ACCEPT,
    BEER,
    BREAD,
    DISCARD_BACK,
    PAY,
    REPLACE,
    RESERVE,
    RESOURCES,
    SURPLUS,
    WATER,
)
from engines.beerbread.tokens import lane, lanes, units
from engines.beerbread.upgrades import ANY, EFFECT, broom_tokens, coins_of, fixed_bonus
from engines.bits import EMPTY, count_bits, lowest_bit, without_lowest
from engines.compilation import kernel

NO_LIMIT = 1.0e9

_ONES_IN_FIVE = np.uint64(0x0101010101)
_TOP_BITS = np.uint64(0x8080808080)
_SEVEN = np.uint64(7)
_SUM_SHIFT = np.uint64(32)
_BYTE = np.uint64(0xFF)

_PER_YEAR = {
    "S1": 0.05, "S2": 0.05, "S3": 0.05, "S4": 0.05, "H1": 0.1, "H2": 0.05, "H3": 0.05, "H4": 0.05, "H5": 0.05, "T1": 0.3,
    "T2": 0.2, "C1": 0.05, "C2": 0.05, "C3": 0.05, "C4": 0.02, "B1": 0.1, "B2": 0.05, "B3": 0.05, "B4": 0.05, "B5": 0.1,
    "E1": 0.5, "E2": 0.5, "E3": 0.5, "E4": 0.3, "E5": 0.3,
}  # fmt: skip
_AT_ONCE = {"E6": 0.2, "E7": 0.8, "E8": 1.0, "E9": 1.0}

WORTH_PER_YEAR = np.array([_PER_YEAR.get(effect, 0.0) for effect in EFFECT])
"""Coins that an upgrade brings in each year still to come (T1 and T2: a space). Tuned in play over six editions."""
WORTH_AT_ONCE = np.array([_AT_ONCE.get(effect, 0.0) for effect in EFFECT])
"""Coins that an upgrade brings whenever it is tucked."""
COIN_FOR_SOLD = 0.8
"""What a coin for a card sold already (E1 to E5) counts: it goes to one good, and so often not to the lower."""

_SLOTS = "STHCBE"
SUN, SACK, SICKLE, HAT, BROOM, COIN = range(len(_SLOTS))
SLOT = np.array([_SLOTS.index(effect[0]) for effect in EFFECT])
"""The slot of each effect."""

E1, E2, E3, E4, E5 = (EFFECT[name] for name in ("E1", "E2", "E3", "E4", "E5"))
T1, T2, H2 = EFFECT["T1"], EFFECT["T2"], EFFECT["H2"]


@kernel
def total_tokens(tokens: np.uint64) -> Any:
    """All tokens of a word."""
    return np.int64(((tokens * _ONES_IN_FIVE) >> _SUM_SHIFT) & _BYTE)


@kernel
def missing_lanes(stored: np.uint64, need: np.uint64) -> np.uint64:
    """What a recipe needs beyond what is stored."""
    difference = (need | _TOP_BITS) - stored
    positive = difference & _TOP_BITS
    return difference & (positive - (positive >> _SEVEN))


@kernel
def missing_tokens(stored: np.uint64, need: np.uint64) -> Any:
    """How many tokens a recipe needs beyond what is stored."""
    return total_tokens(missing_lanes(stored, need))


@kernel
def game_turns_after(view: Any) -> Any:
    """The own turns of the game after this one."""
    return view.turns_left + view.hand_size * (view.years - view.year)


@kernel
def coins_sold(player: Any, cards: Any, type_: int) -> Any:
    """Coins of one good so far, with those of E1 to E5."""
    sold = (player.in_place | player.plaza) & cards.of_type[type_]
    return coins_of(cards, sold) + fixed_bonus(player, cards, type_)


@kernel
def has_room(player: Any, cards: Any, type_: int) -> bool:
    """Whether the brewery or the bakery has a free space."""
    return count_bits(player.in_place & cards.of_type[type_]) < player.room[type_]


@kernel
def cards_in_place(view: Any, type_: int) -> Any:
    """Sold cards of a good that still fill the own brewery or bakery."""
    return count_bits(view.me.in_place & view.cards.of_type[type_])


@kernel
def coin_worth(own: int, other: int, coins: int, share: float, cap: float) -> float:
    """What coins are worth: in full as far as they raise the lower total, a share as far as they make or lengthen a lead.

    A lead counts up to `cap` coins; to shorten a longer one is worth more than to raise the lower total alone.
    """
    after = own + coins
    lead_before = min(float(abs(own - other)), cap)
    lead_after = min(float(abs(after - other)), cap)
    return (1.0 + share) * (min(after, other) - min(own, other)) + share * (lead_after - lead_before)


@kernel
def sale_coins(view: Any, card: int) -> Any:
    """The coins of a card, with what the own coin upgrades add."""
    me = view.me
    type_ = view.cards.type[card]
    coins = view.cards.coins[card] + me.band_coin[view.cards.kind[card] - 1]
    if me.pair_coin[type_] > 0:
        sold = count_bits((me.in_place | me.plaza) & view.cards.of_type[type_])
        coins += me.pair_coin[type_] * (sold & 1)
    return coins


@kernel
def good_behind(view: Any) -> int:
    """The good with fewer coins; beer where both are level."""
    return BEER if coins_sold(view.me, view.cards, BEER) <= coins_sold(view.me, view.cards, BREAD) else BREAD


@kernel
def lead_after_sale(view: Any, card: int) -> Any:
    """By how many coins the card's good would be ahead once it is sold (negative: behind)."""
    type_ = view.cards.type[card]
    return coins_sold(view.me, view.cards, type_) + sale_coins(view, card) - coins_sold(view.me, view.cards, 1 - type_)


@kernel
def lower_total_gain(view: Any, card: int, share: float) -> float:
    """What selling a card would add to the lower total; coins of a mere lead count a share."""
    type_ = view.cards.type[card]
    own = coins_sold(view.me, view.cards, type_)
    return coin_worth(own, coins_sold(view.me, view.cards, 1 - type_), sale_coins(view, card), share, NO_LIMIT)


@kernel
def icon_lanes(view: Any, card: int) -> np.uint64:
    """The harvest icons of a card: 0 or 1 a byte."""
    return lanes(view.cards.icon[card])


@kernel
def icon_matches(view: Any, card: int) -> Any:
    """The icons that a harvest after one with this card could match, if its own card shows them too."""
    return total_tokens((lanes(view.me.column) + _ONES_IN_FIVE) & (icon_lanes(view, card) * _BYTE))


@kernel
def harvest_limits(view: Any) -> np.uint64:
    """The tokens that an icon of each resource would take now: as its column says, as far as field, river and H2 have them."""
    me = view.me
    limits = EMPTY
    for resource in range(RESOURCES):
        within_reach = view.field[resource] + view.supply[resource] * (me.from_supply[resource] > 0)
        limits |= units(resource, min(me.column[resource] + 1, within_reach))
    return limits


@kernel
def harvest_gain(view: Any, limits: np.uint64, card: int) -> np.uint64:
    """The tokens that harvesting with a card would take now: what its icons take (see `harvest_limits`), then H3 and H4."""
    gain = limits & (icon_lanes(view, card) * _BYTE)
    if view.me.extras > 0:
        gain += extra_gain(view, gain)
    return gain


@kernel
def extra_gain(view: Any, gain: np.uint64) -> np.uint64:
    """What H3 and H4 add to a harvest that takes so much."""
    me = view.me
    more = EMPTY
    for resource in range(RESOURCES):
        wanted = 0
        for trigger in range(RESOURCES):
            wanted += me.extra[trigger, resource] * (lane(gain, trigger) > 0)
        within_reach = view.field[resource] + view.supply[resource] * (me.from_supply[resource] > 0)
        more += units(resource, max(0, min(wanted, within_reach - lane(gain, resource))))
    return more


@kernel
def broom_gain(view: Any) -> np.uint64:
    """The tokens that the own brooms would bring if brewery and bakery were cleaned now."""
    me = view.me
    gain = EMPTY
    beers = count_bits(me.in_place & view.cards.of_type[BEER])
    breads = count_bits(me.in_place & view.cards.of_type[BREAD])
    if beers + breads > 0:
        for resource in range(RESOURCES):
            wanted = min(broom_tokens(me, resource, beers, breads), view.field[resource])
            if wanted > 0:
                gain += units(resource, wanted)
    return gain


@kernel
def overflow(view: Any, stored: np.uint64) -> Any:
    """How many tokens of so many would not fit into the own storage."""
    me = view.me
    water = lane(stored, WATER)
    return max(0, total_tokens(stored) - water + max(0, water - me.water_space) - me.space)


@kernel
def upgrade_worth(view: Any, card: int) -> float:
    """Coins that the effect of a card is likely to bring over the rest of the game, its cleaning not counted."""
    effect = view.cards.upgrade[card]
    years = view.years - view.year + (1.0 / view.hand_size) * view.turns_left
    worth = WORTH_AT_ONCE[effect] + WORTH_PER_YEAR[effect] * years
    if effect in (T1, T2):
        worth = WORTH_PER_YEAR[effect] * years * min(4, view.cards.param1[card])
    elif effect == H2 and view.cards.param1[card] == ANY:
        worth *= 3.0
    elif E1 <= effect <= E3:
        sold = view.me.in_place | view.me.plaza
        worth += COIN_FOR_SOLD * count_bits(sold & view.cards.of_band[effect - E1])
    elif effect in (E4, E5):
        sold = view.me.in_place | view.me.plaza
        worth += 0.5 * COIN_FOR_SOLD * count_bits(sold & view.cards.of_type[effect - E4])
    return worth


@kernel
def card_worth(view: Any, card: int) -> float:
    """A quick worth of holding a card: its coins less what its recipe still lacks, and a little for its icons."""
    short = missing_tokens(lanes(view.me.storage), view.cards.need_lanes[card])
    return max(0.0, view.cards.coins[card] - 1.2 * short) + 0.5 * total_tokens(icon_lanes(view, card))


@kernel
def spare_card(view: Any) -> int:
    """The hand card that is missed least when it is left in the row for another."""
    spare = lowest_bit(view.hand)
    least = card_worth(view, spare)
    rest = without_lowest(view.hand)
    while rest != EMPTY:
        card = lowest_bit(rest)
        rest = without_lowest(rest)
        worth = card_worth(view, card)
        spare = card if worth < least else spare
        least = min(least, worth)
    return spare


@kernel
def is_considered(move: int, spare: int) -> bool:
    """Whether a play gives nothing, or only the spare card: of the up to 60 plays of a dry year, 24 remain."""
    given = given_of(move)
    return given in (NOTHING_GIVEN, spare)


@kernel
def wanted_tokens(view: Any, some: np.uint64) -> np.uint64:
    """The recipes of a set of cards, added up (no byte overflows: at most 28 cards of at most 9)."""
    wanted = EMPTY
    while some != EMPTY:
        wanted += view.cards.need_lanes[lowest_bit(some)]
        some = without_lowest(some)
    return wanted


@kernel
def cards_in_reach(view: Any) -> np.uint64:
    """The cards that may still be the player's to sell: in fruitful years both hands and the own harvest, which returns."""
    if view.fruitful == 1:
        return view.hand | view.other_hand | view.me.harvested
    return view.hand | view.row


@kernel
def choose_surplus(view: Any, moves: Any, n: int) -> int:
    """Give up what the recipes in reach want least; between equals, what the opponent could use least."""
    reach = cards_in_reach(view)
    wanted = wanted_tokens(view, reach)
    count = max(1, count_bits(reach))
    best = 0
    most = -1.0e9
    for index in range(n):
        resource = moves.move[index]
        spare = view.me.storage[resource] * count - 1.5 * lane(wanted, resource) + 0.1 * view.other.storage[resource]
        if spare > most:
            best = index
            most = spare
    return best


@kernel
def choose_accept(view: Any, moves: Any, n: int) -> int:
    """Take the token that the recipes in reach want most against what is stored; none that only fills the store."""
    reach = cards_in_reach(view)
    wanted = wanted_tokens(view, reach)
    count = max(1, count_bits(reach))
    best = n - 1
    most = 0.0
    for index in range(n):
        resource = moves.move[index]
        if resource != STOP:
            use = 1.5 * lane(wanted, resource) + 1.0 - view.me.storage[resource] * count
            if use > most:
                best = index
                most = use
    return best


@kernel
def choose_payment(view: Any, moves: Any, n: int) -> int:
    """Pay plainly where that is possible, else with the fewest tokens, of the resource of which most are stored."""
    best = 0
    least = 1.0e9
    for index in range(n):
        option = moves.move[index]
        cost = 0.0
        if option != PLAIN:
            cost = swap_ratio(option) - 0.1 * view.me.storage[swap_resource(option)]
        if cost < least:
            best = index
            least = cost
    return best


@kernel
def choose_card(view: Any, moves: Any, n: int, sign: float, threshold: float) -> int:
    """The card with the highest worth times `sign`; STOP, where it is an option, unless that exceeds the threshold."""
    best = n - 1
    most = threshold
    for index in range(n):
        card = moves.move[index]
        if card != STOP:
            worth = sign * card_worth(view, card)
            if worth > most:
                best = index
                most = worth
    return best


@kernel
def default_choice(view: Any, moves: Any, n: int, rng: Any) -> int:
    """A sensible answer to every decision but the play: what most strategies do at the small points of the game."""
    if view.decision == SURPLUS:
        return choose_surplus(view, moves, n)
    if view.decision == ACCEPT:
        return choose_accept(view, moves, n)
    if view.decision == PAY:
        return choose_payment(view, moves, n)
    if view.decision == RESERVE:
        return choose_card(view, moves, n, 1.0, -1.0e9)
    if view.decision in (REPLACE, DISCARD_BACK):
        return choose_card(view, moves, n, -1.0, -3.0)
    return 0
