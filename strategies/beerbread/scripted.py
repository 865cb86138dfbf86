"""Recognisable ways to play Beer & Bread, each with one belief about the game.

All weigh a play for what it brings now; none looks at the position after it, as `evaluator` does. Of the plays of a dry year
they consider those that give nothing in exchange, or the hand card that they miss least.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.actions import HARVEST, NOTHING_GIVEN, SELL, UPGRADE, action_of, card_of, given_of
from engines.beerbread.state import BEER, BREAD, PLAY, RESOURCES
from engines.beerbread.tokens import lane, lanes, stored_tokens
from engines.bits import EMPTY, bit, count_bits, lowest_bit, without_lowest
from engines.compilation import kernel
from engines.rng import random_below
from strategies.api import Parameter, strategy
from strategies.beerbread.valuation import (
    cards_in_reach,
    default_choice,
    good_behind,
    harvest_gain,
    harvest_limits,
    has_room,
    icon_matches,
    is_considered,
    lead_after_sale,
    lower_total_gain,
    missing_tokens,
    overflow,
    sale_coins,
    spare_card,
    total_tokens,
    upgrade_worth,
)

NO_CARD = -1
NEVER = -1.0e9
OUT_OF_REACH = -4.0  # coins, less 1.5 for each missing token, of a card that is not worth working for
TOKEN = 0.7
"""Coins for a token that fits, to the simple strategies: a recipe takes five tokens and a turn for six coins."""
SPACE = 2.0
"""Coins for a brewery or bakery space that is cleaned, to the simple strategies."""


@kernel
def fitting_tokens(view: Any, limits: np.uint64, card: int) -> Any:
    """The tokens that a harvest would bring and that fit into the storage."""
    gain = harvest_gain(view, limits, card)
    return total_tokens(gain) - overflow(view, lanes(view.me.storage) + gain)


@kernel
def simple_worth(view: Any, limits: np.uint64, action: int, card: int) -> float:
    """What a play brings at once: coins (half for the good that is ahead), tokens that fit, spaces cleaned."""
    if action == HARVEST:
        return TOKEN * fitting_tokens(view, limits, card)
    if action == SELL:
        return lower_total_gain(view, card, 0.5)
    return SPACE * count_bits(view.me.in_place)


@kernel
def target(view: Any, type_: int, least: float) -> Any:
    """The card of a good to work for: in reach, with at least so many coins, dear, few tokens missing; or NO_CARD."""
    stored = lanes(view.me.storage)
    best = NO_CARD
    most = OUT_OF_REACH
    rest = cards_in_reach(view) & view.cards.of_type[type_]
    while rest != EMPTY:
        card = lowest_bit(rest)
        rest = without_lowest(rest)
        worth = view.cards.coins[card] - 1.5 * missing_tokens(stored, view.cards.need_lanes[card])
        worth += NEVER * (view.cards.coins[card] < least)
        best = card if worth > most else best
        most = max(most, worth)
    return best


@kernel
def progress(view: Any, gain: np.uint64, card: int) -> Any:
    """How many of the tokens that a card's recipe lacks a gain would bring; none for NO_CARD."""
    if card == NO_CARD:
        return 0
    stored = lanes(view.me.storage)
    need = view.cards.need_lanes[card]
    return missing_tokens(stored, need) - missing_tokens(stored + gain, need)


@strategy("beerbread", name="random")
def random_player(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Plays anything that is legal, each option as often as the others.

    Believes nothing: the zero of every scale. A strategy that does not beat it has a fault.
    """
    return random_below(rng, n)


@strategy("beerbread")
def greedy(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Takes what brings most at once: coins for the lower good before all, else tokens, else a clean house.

    Believes that the game is won turn by turn. The lower total is the score, so a coin in the good that is ahead counts half;
    it never asks what its tokens are for. The usual first opponent of whatever looks further.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    spare = spare_card(view)
    limits = harvest_limits(view)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if is_considered(move, spare):
            worth = simple_worth(view, limits, action_of(move), card_of(move))
            if worth > most:
                best = index
                most = worth
    return best


@strategy(
    "beerbread",
    parameters=[
        Parameter("slack", 5.0, 0.0, 60.0, "coins by which a sale may put one good ahead of the other, while others are left"),
        Parameter("purpose", 1.0, 0.0, 3.0, "what a token for the recipe in work is worth, beyond any other token"),
    ],
)
def balanced(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Works for the good that is behind: picks a recipe, gathers its tokens, sells it, cleans, and turns to the other.

    Believes that there is no total but the lower one. It has a beer and a bread in work at any time, keeps both cards out of
    its harvests, sells little that would put a good more than `slack` coins ahead, and cleans first of all when the good that
    is behind is blocked. The advice for every game in which the lowest score counts (Tigris & Euphrates, Ingenious).
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    slack = weights.value[0]
    purpose = weights.value[1]
    spare = spare_card(view)
    limits = harvest_limits(view)
    behind = good_behind(view)
    first = target(view, behind, 0.0)
    second = target(view, 1 - behind, 0.0)
    blocked = 3.0 * (not has_room(view.me, view.cards, behind)) + 1.5 * (not has_room(view.me, view.cards, 1 - behind))
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        card = card_of(move)
        action = action_of(move)
        if action == HARVEST:
            gain = harvest_gain(view, limits, card)
            over = overflow(view, lanes(view.me.storage) + gain)
            worth = 0.4 * (total_tokens(gain) - over) - 0.3 * over - 1.5 * (card == first) - (card == second)
            worth += purpose * (progress(view, gain, first) + 0.6 * progress(view, gain, second))
        elif action == SELL:
            worth = 3.0 + sale_coins(view, card)
            if view.cards.type[card] != behind and lead_after_sale(view, card) > slack:
                worth = 1.0
        else:
            worth = blocked + upgrade_worth(view, card) - 1.5 * (card == first)
        if worth > most:
            best = index
            most = worth
    return best


@strategy("beerbread", parameters=[Parameter("bread", 0.1, 0.0, 1.0, "what a coin in bread counts")])
def beer_first(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Brews: a beer that can be sold is sold, and bread is baked when there is nothing to brew.

    Believes that the best at one thing wins. It has the finest brewery of the village and the poorest bakery, and as the lower
    total counts, a low score. Here to show how much balance is worth.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    spare = spare_card(view)
    limits = harvest_limits(view)
    brew = target(view, BEER, 0.0)
    blocked = 6.0 * (not has_room(view.me, view.cards, BEER))
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        card = card_of(move)
        action = action_of(move)
        if action == HARVEST:
            gain = harvest_gain(view, limits, card)
            over = overflow(view, lanes(view.me.storage) + gain)
            worth = 0.4 * (total_tokens(gain) - over) - 0.2 * over + progress(view, gain, brew) - 1.5 * (card == brew)
        elif action == SELL:
            coins = sale_coins(view, card)
            worth = 10.0 + coins if view.cards.type[card] == BEER else weights.value[0] * coins
        else:
            worth = blocked + upgrade_worth(view, card)
        if worth > most:
            best = index
            most = worth
    return best


@strategy(
    "beerbread",
    parameters=[
        Parameter("upgrades", 5.0, 0.0, 30.0, "upgrades that it wants before it cares for coins"),
        Parameter("until", 2.0, 0.0, 6.0, "the last year in which it tucks cards for their effect alone"),
    ],
)
def engine(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Builds first: tucks the best upgrades of the early years, then lives on them.

    Believes that an effect that pays every year should be bought in the first. While it builds, only a sale or a rich harvest
    comes before an upgrade; later it plays for coins at once. The creed of engine builders (Race for the Galaxy, Terraforming
    Mars); whether six years are enough for it is the question.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    spare = spare_card(view)
    limits = harvest_limits(view)
    building = view.year <= weights.value[1] and count_bits(view.me.tucked) < weights.value[0]
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        action = action_of(move)
        worth = simple_worth(view, limits, action, card_of(move))
        if action == UPGRADE:
            worth += upgrade_worth(view, card_of(move)) + 2.5 * building
        if worth > most:
            best = index
            most = worth
    return best


@strategy("beerbread", parameters=[Parameter("full", 8.0, 0.0, 20.0, "stored tokens at which it stops harvesting and sells")])
def harvester(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Fills the store before it sells: long harvest columns first, then what the store allows.

    Believes that icons in line are the best bargain of the game: the second harvest of a year takes twice what the first took.
    So it plays cards whose icons its column shows already, and sells only when the store is full or the year ends.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    spare = spare_card(view)
    limits = harvest_limits(view)
    more = view.turns_left > 0
    filling = stored_tokens(view.me) < weights.value[0] and more
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        action = action_of(move)
        worth = simple_worth(view, limits, action, card_of(move))
        if action == HARVEST:
            worth += 3.0 * filling + 0.3 * icon_matches(view, card_of(move)) * more
        if worth > most:
            best = index
            most = worth
    return best


@kernel
def gift_worth(view: Any, card: int) -> float:
    """What a card is worth to the other player: its coins if he can sell it, less as he lacks tokens or a free space."""
    short = missing_tokens(lanes(view.other.storage), view.cards.need_lanes[card])
    room = has_room(view.other, view.cards, view.cards.type[card])
    return max(0.0, view.cards.coins[card] - 2.0 * short) * (1.0 if room else 0.4)


@kernel
def best_gift(view: Any, some: np.uint64) -> float:
    """What the card of a set is worth that is worth most to the other player."""
    most = 0.0
    while some != EMPTY:
        most = max(most, gift_worth(view, lowest_bit(some)))
        some = without_lowest(some)
    return most


@kernel
def fields_emptied(view: Any, gain: np.uint64) -> Any:
    """How many resources a gain leaves in so short supply that the other player's next harvest finds nothing."""
    count = 0
    for resource in range(RESOURCES):
        count += lane(gain, resource) > 0 and lane(gain, resource) >= view.field[resource]
    return count


@strategy(
    "beerbread",
    parameters=[
        Parameter("spite", 0.8, 0.0, 3.0, "what a coin denied counts against a coin gained"),
        Parameter("drought", 0.5, 0.0, 3.0, "coins for each field that it leaves empty"),
    ],
)
def denier(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Looks at the other player's store first: plays the card that he could sell, and empties the fields that he needs.

    Believes that in a game for two a coin that the other does not get is as good as a coin gained. In fruitful years it weighs
    the hand that it passes on, in dry years the exchange row. Known as hate-drafting wherever hands are passed on.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    spare = spare_card(view)
    limits = harvest_limits(view)
    offered = view.hand if view.fruitful == 1 else view.row
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        card = card_of(move)
        left = offered & ~bit(card)
        if given_of(move) != NOTHING_GIVEN:
            left |= bit(given_of(move))
        worth = simple_worth(view, limits, action_of(move), card) - weights.value[0] * best_gift(view, left)
        if action_of(move) == HARVEST:
            worth += weights.value[1] * fields_emptied(view, harvest_gain(view, limits, card))
        if worth > most:
            best = index
            most = worth
    return best


@strategy("beerbread", parameters=[Parameter("coins", 8.0, 4.0, 9.0, "least coins of a card that it sells before year 6")])
def gourmet(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Sells fine fare only: works for the recipes of 8 and 9 coins, and uses all other cards for harvests and upgrades.

    Believes that spaces and turns are scarce, so that each sale should bring as much as it can. It keeps its fine cards out of
    harvests and upgrades, and sells anything in the last year. The opposite of `peddler`.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    spare = spare_card(view)
    limits = harvest_limits(view)
    least = weights.value[0] if view.year < view.years else 0.0
    beer = target(view, BEER, least)
    bread = target(view, BREAD, least)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        card = card_of(move)
        action = action_of(move)
        fine = view.cards.coins[card] >= least
        worth = simple_worth(view, limits, action, card)
        if action == SELL:
            worth *= fine
        elif action == HARVEST:
            gain = harvest_gain(view, limits, card)
            worth += progress(view, gain, beer) + progress(view, gain, bread) - 2.0 * fine
        else:
            worth += upgrade_worth(view, card) - 2.0 * fine
        if worth > most:
            best = index
            most = worth
    return best


@strategy("beerbread")
def peddler(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Turns over quickly: sells whatever it can, the smallest recipe first, and cleans as soon as something is sold.

    Believes that many small sales beat few large ones: it never lets a free space wait for a better card, nor a sold card for
    a second one. It does not look at coins at all. The opposite of `gourmet`.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    spare = spare_card(view)
    limits = harvest_limits(view)
    best = 0
    most = NEVER
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        card = card_of(move)
        action = action_of(move)
        if action == SELL:
            worth = 20.0 - total_tokens(view.cards.need_lanes[card])
        elif action == HARVEST:
            worth = TOKEN * fitting_tokens(view, limits, card)
        else:
            worth = 2.0 * SPACE * count_bits(view.me.in_place) + upgrade_worth(view, card)
        if worth > most:
            best = index
            most = worth
    return best
