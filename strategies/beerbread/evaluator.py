"""The evaluator: looks at the position that each play would leave, and weighs it.

A position is worth the coins sold, the best beer and the best bread that could be sold next (its *prospects*), the tokens in
store, the upgrades, and what the other player is left with. Each of these has a weight, in coins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.beerbread.actions import HARVEST, NOTHING_GIVEN, SELL, action_of, card_of, given_of
from engines.beerbread.state import BEER, BREAD, PLAY, WATER
from engines.beerbread.tokens import lane, lanes
from engines.bits import EMPTY, bit, holds, lowest_bit, without_lowest
from engines.compilation import kernel
from strategies.api import Parameter, strategy
from strategies.beerbread.valuation import (
    SLOT,
    broom_gain,
    cards_in_place,
    coin_worth,
    coins_sold,
    default_choice,
    game_turns_after,
    harvest_gain,
    harvest_limits,
    has_room,
    icon_matches,
    is_considered,
    missing_tokens,
    overflow,
    sale_coins,
    spare_card,
    total_tokens,
    upgrade_worth,
)

PARAMETERS = (
    Parameter("tempo", 1.18, 0.0, 3.0, "what a coin sold now is worth; all other weights are measured by it"),
    Parameter("balance", 0.135, 0.05, 5.0, "last part of the game, in which coins of the good ahead count less and less"),
    Parameter("lead", 13, 0.0, 60.0, "the lead in coins beyond which further coins of that good count nothing"),
    Parameter("prospect", 0.482, 0.0, 2.0, "what a coin counts that could be sold next"),
    Parameter("missing", 0.372, 0.0, 1.0, "share of a prospect that is lost for each token that its recipe lacks"),
    Parameter("blocked", 0.443, 0.0, 1.0, "share of a prospect that is left where brewery or bakery must be cleaned first"),
    Parameter("far", 0.607, 0.0, 1.0, "share that is left in fruitful years for a card that the other player may take before"),
    Parameter("row", 0.99, 0.0, 1.0, "share that is left in dry years for a card of the exchange row"),
    Parameter("later", 0.486, 0.0, 1.0, "share that is left for a card harvested with, which comes back next year"),
    Parameter("token", 0.126, 0.0, 1.0, "coins for a stored token"),
    Parameter("water", 0.323, 0.0, 2.0, "what a stored water is worth, against another token"),
    Parameter("rush", 0.14, 0.0, 1.0, "coins for a token harvested, for each turn that the year still has"),
    Parameter("chain", 0.014, 0.0, 1.0, "coins for each icon in the column that a further harvest could match"),
    Parameter("gift", 0.212, 0.0, 2.0, "coins lost for each token that does not fit and is offered to the other player"),
    Parameter("clean", 0.0714, 0.0, 3.0, "coins for each sold card that is cleaned away"),
    Parameter("denial", 0.202, 0.0, 2.0, "what a coin counts that the other player is kept from selling"),
    Parameter("late", 1.94, 1.0, 30.0, "own turns before the end from which tokens and clean spaces lose their worth"),
    Parameter("sun", 1.09, 0.0, 5.0, "factor for upgrades of cards and hands (S1 to S4)"),
    Parameter("sack", 1.41, 0.0, 5.0, "factor for upgrades of storage (T1, T2)"),
    Parameter("sickle", 1.53, 0.0, 5.0, "factor for upgrades of harvests (H1 to H5)"),
    Parameter("hat", 1.49, 0.0, 5.0, "factor for upgrades of brewery, bakery and recipes (C1 to C4)"),
    Parameter("broom", 0.827, 0.0, 5.0, "factor for upgrades of cleaning (B1 to B5)"),
    Parameter("coin", 1.42, 0.0, 5.0, "factor for coin upgrades (E1 to E9)"),
)
(
    TEMPO, BALANCE, LEAD, PROSPECT, MISSING, BLOCKED, FAR, ROW, LATER, TOKEN, WATER_SHARE, RUSH, CHAIN, GIFT, CLEAN, DENIAL,
    LATE, FIRST_SLOT,
) = range(18)  # fmt: skip


class Now(NamedTuple):
    """What all plays of a decision have in common: stored tokens, what icons would take, coins, cards in place, time."""

    stored: Any
    limits: Any
    beer: Any
    bread: Any
    beers: Any
    breads: Any
    turns: Any
    share: Any
    fade: Any


class Sight(NamedTuple):
    """The cards that he may sell next: now or next turn, after the other player, in the next year."""

    near: Any
    far: Any
    later: Any


@kernel
def position(view: Any, weights: Any) -> Any:
    """Look at the table once."""
    me = view.me
    game_turns = game_turns_after(view)
    return Now(
        lanes(me.storage),
        harvest_limits(view),
        coins_sold(me, view.cards, BEER),
        coins_sold(me, view.cards, BREAD),
        cards_in_place(view, BEER),
        cards_in_place(view, BREAD),
        view.turns_left,
        min(1.0, game_turns / (weights.value[BALANCE] * view.hand_size * view.years)),
        min(1.0, game_turns / weights.value[LATE]),
    )


@kernel
def sight(view: Any, used: np.uint64, given: int) -> Any:
    """The cards in sight once some are used and one is given. In fruitful years the other hand comes first, then the own."""
    if view.fruitful == 1:
        return Sight(view.other_hand, view.hand & ~used, view.me.harvested)
    left = bit(given) if given != NOTHING_GIVEN else EMPTY
    return Sight(view.hand & ~used & ~left, (view.row & ~used) | left, EMPTY)


@kernel
def prospects(view: Any, weights: Any, now: Any, seen: Any, stored: np.uint64, beer: int, bread: int, beer_blocked: int,
              bread_blocked: int) -> Any:  # fmt: skip
    """What the best beer and the best bread in sight promise to a player with such tokens and coins.

    Returns (both together, the beer, what is lost without it, the bread, what is lost without it). Each token that a recipe
    lacks costs a share; a sale for which the turns of the year do not suffice is none. Written without branches on a card:
    which card fits is hard to predict, for processors too.
    """
    value = weights.value
    lead = value[LEAD]
    far_loss = (value[FAR] if view.fruitful == 1 else value[ROW]) - 1.0
    later_loss = value[LATER] - 1.0
    gap = beer - bread
    gap_worth = now.share * min(float(abs(gap)), lead)
    lower = 1.0 + now.share
    beer_base = lower * min(gap, 0) + gap_worth
    bread_base = lower * min(-gap, 0) + gap_worth
    best_beer = best_bread = next_beer = next_bread = 0.0
    beer_card = bread_card = -1
    some = seen.near | seen.far | seen.later
    while some != EMPTY:
        card = lowest_bit(some)
        some = without_lowest(some)
        far = holds(seen.far, card)
        later = holds(seen.later & ~seen.far, card)
        short = missing_tokens(stored, view.cards.need_lanes[card])
        left = max(0.0, 1.0 - value[MISSING] * short) * (1.0 + far * far_loss + later * later_loss)
        turns = now.turns - far * view.fruitful + later * (view.hand_size - now.turns) - (short > 0) - (short > 4)
        bread_type = view.cards.type[card]
        ahead = gap * (1 - 2 * bread_type) + view.cards.coins[card]
        worth = lower * min(ahead, 0) + now.share * min(float(abs(ahead)), lead)
        worth -= bread_base if bread_type == 1 else beer_base
        worth *= left * (turns > (bread_blocked if bread_type == 1 else beer_blocked))
        as_beer = worth * (1 - bread_type)
        as_bread = worth * bread_type
        next_beer = max(next_beer, min(best_beer, as_beer))
        next_bread = max(next_bread, min(best_bread, as_bread))
        beer_card = card if as_beer > best_beer else beer_card
        bread_card = card if as_bread > best_bread else bread_card
        best_beer = max(best_beer, as_beer)
        best_bread = max(best_bread, as_bread)
    promise = best_beer * (value[BLOCKED] if beer_blocked > 0 else 1.0)
    promise += best_bread * (value[BLOCKED] if bread_blocked > 0 else 1.0)
    return promise, beer_card, best_beer - next_beer, bread_card, best_bread - next_bread


@kernel
def store_worth(weights: Any, now: Any, tokens: np.uint64, over: int) -> float:
    """What so many tokens are worth in store, of which `over` do not fit."""
    value = weights.value
    count = total_tokens(tokens) - over + (value[WATER_SHARE] - 1.0) * lane(tokens, WATER)
    return now.fade * value[TOKEN] * count - value[GIFT] * over


@kernel
def harvest_worth(view: Any, weights: Any, now: Any, card: int, given: int) -> float:
    """The position after a harvest. In fruitful years the card comes back next year."""
    me = view.me
    value = weights.value
    seen = sight(view, bit(card), given)
    if view.fruitful == 1:
        seen = Sight(seen.near, seen.far, seen.later | bit(card))
    gain = harvest_gain(view, now.limits, card)
    after = now.stored + gain
    over = overflow(view, after)
    beer_blocked = max(0, now.beers + 1 - me.room[BEER])
    bread_blocked = max(0, now.breads + 1 - me.room[BREAD])
    promise, _, _, _, _ = prospects(view, weights, now, seen, after, now.beer, now.bread, beer_blocked, bread_blocked)
    worth = value[PROSPECT] * promise + store_worth(weights, now, after, over)
    worth += now.fade * value[RUSH] * (total_tokens(gain) - over) * now.turns
    return worth + value[CHAIN] * icon_matches(view, card) * (now.turns > 0)


@kernel
def sale_worth(view: Any, weights: Any, now: Any, card: int, given: int) -> float:
    """The position after a sale, and its coins."""
    me = view.me
    value = weights.value
    after = now.stored - view.cards.need_lanes[card]
    coins = sale_coins(view, card)
    bread_type = int(view.cards.type[card])
    beer = now.beer + coins * (1 - bread_type)
    bread = now.bread + coins * bread_type
    beer_blocked = max(0, now.beers + 1 - bread_type + 1 - me.room[BEER])
    bread_blocked = max(0, now.breads + bread_type + 1 - me.room[BREAD])
    seen = sight(view, bit(card), given)
    promise, _, _, _, _ = prospects(view, weights, now, seen, after, beer, bread, beer_blocked, bread_blocked)
    own = now.bread if bread_type == 1 else now.beer
    gain = coin_worth(own, now.beer + now.bread - own, coins, now.share, value[LEAD])
    return value[TEMPO] * gain + value[PROSPECT] * promise + store_worth(weights, now, after, 0)


@kernel
def threat(view: Any, weights: Any, now: Any, card: int, beer: int, bread: int) -> float:
    """What a card promises the other player, who has so many coins: his coins, less for tokens missing or no free space."""
    type_ = view.cards.type[card]
    own = beer if type_ == BEER else bread
    short = missing_tokens(lanes(view.other.storage), view.cards.need_lanes[card])
    worth = coin_worth(own, beer + bread - own, view.cards.coins[card], now.share, weights.value[LEAD])
    worth *= max(0.0, 1.0 - 0.3 * short)
    return worth if has_room(view.other, view.cards, type_) else 0.5 * worth


@kernel
def greatest_threat(view: Any, weights: Any, now: Any, beer: int, bread: int) -> Any:
    """The hand card that promises the other player most, and by how much more than the next one."""
    threatening = -1
    first = second = 0.0
    rest = view.hand
    while rest != EMPTY:
        card = lowest_bit(rest)
        rest = without_lowest(rest)
        worth = threat(view, weights, now, card, beer, bread)
        second = max(second, min(first, worth))
        threatening = card if worth > first else threatening
        first = max(first, worth)
    return threatening, first - second


@strategy("beerbread", parameters=PARAMETERS)
def evaluator(view: Any, moves: Any, n: int, weights: Any, rng: Any) -> int:
    """Looks one play ahead and weighs coins, recipes in sight, tokens, upgrades and what the other player is left with.

    Believes that a play is as good as the position it leaves: a sale for its coins in the good that is behind, a harvest for
    the recipes that it brings nearer, an upgrade for the spaces that it cleans and the years that its effect still has. In
    fruitful years the next cards to come are in the other hand, so it harvests for these; it does not pass on what the other
    player could sell at once. The form is that of Shannon's evaluation function (1950), the weights were tuned by playing
    against `balanced` and itself over several editions.
    """
    if view.decision != PLAY:
        return default_choice(view, moves, n, rng)
    value = weights.value
    now = position(view, weights)
    fruitful = view.fruitful == 1
    other_beer = coins_sold(view.other, view.cards, BEER)
    other_bread = coins_sold(view.other, view.cards, BREAD)
    spare = NOTHING_GIVEN
    threatening = -1
    if fruitful:
        threatening, danger = greatest_threat(view, weights, now, other_beer, other_bread)
    else:
        spare = spare_card(view)
        danger = threat(view, weights, now, spare, other_beer, other_bread)

    cleaned = now.stored + broom_gain(view)
    promise, beer_card, beer_loss, bread_card, bread_loss = prospects(
        view, weights, now, sight(view, EMPTY, NOTHING_GIVEN), cleaned, now.beer, now.bread, 0, 0
    )
    after_cleaning = value[PROSPECT] * promise + store_worth(weights, now, cleaned, overflow(view, cleaned))
    after_cleaning += now.fade * value[CLEAN] * (now.beers + now.breads)

    best = 0
    most = -1.0e9
    for index in range(n):
        move = moves.move[index]
        if not is_considered(move, spare):
            continue
        card = card_of(move)
        given = given_of(move)
        action = action_of(move)
        if action == HARVEST:
            worth = harvest_worth(view, weights, now, card, given)
        elif action == SELL:
            worth = sale_worth(view, weights, now, card, given)
        else:
            worth = after_cleaning + value[FIRST_SLOT + SLOT[view.cards.upgrade[card]]] * upgrade_worth(view, card)
            worth -= value[PROSPECT] * (beer_loss * (card == beer_card) + bread_loss * (card == bread_card))
        if card == threatening:
            worth += value[DENIAL] * danger
        elif given != NOTHING_GIVEN:
            worth += value[DENIAL] * (threat(view, weights, now, card, other_beer, other_bread) - danger)
        if worth > most:
            best = index
            most = worth
    return best
