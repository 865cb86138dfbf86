"""The years of Beer & Bread: what happens by itself between decisions.

`step` runs one stage and names the next; decisions are stages too, at which `step` must not be called. Stages that serve the
players in turn count them by `cursor`: 0 is the windmill holder, 1 the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.beerbread.actions import NOTHING_GIVEN
from engines.beerbread.metrics import (
    BEER_TOTAL,
    BREAD_TOTAL,
    CLEANED,
    COIN_BONUS,
    EXCHANGES,
    LEVEL_SCORES,
    PASSED_ON,
    RESHUFFLES,
    SCORE,
    TOKENS_FROM_UPGRADES,
    TOKENS_LEFT,
    TOKENS_LOST,
    UPGRADES,
    WINDMILL_YEARS,
    YEARS_PLAYED,
)
from engines.beerbread.state import (
    ACCEPT,
    BEER,
    BREAD,
    DISCARD_BACK,
    DISCARD_BACK_NEXT,
    DRAW_HANDS,
    FOLLOW_HARVEST,
    GRAINS,
    OVER,
    PLAY,
    REPLACE,
    REPLACE_NEXT,
    RESERVE,
    RESERVE_NEXT,
    RESOURCES,
    SEATS,
    SEED_GAINS,
    SEEDING,
    SURPLUS,
    SWAP_HANDS,
    TAKE_BACK,
    TUCK_AFTER_CLEANING,
    TURN_END,
    TURN_START,
    TURN_UP_ROW,
    WATER,
    WINDMILL,
)
from engines.beerbread.tokens import any_fits, count_tokens, excess_tokens, stored_tokens, take
from engines.beerbread.upgrades import broom_tokens, totals, tuck
from engines.bits import EMPTY, bit, count_bits, lowest_bit, without_lowest
from engines.compilation import kernel
from engines.game import SHARE_UNIT
from engines.rng import shuffle


@kernel
def is_fruitful(state: Any) -> bool:
    """Years 1, 3 and 5 are fruitful, the others dry."""
    return state.year & 1 == 1


@kernel
def seat_in_order(state: Any) -> int:
    """The seat that a stage serves now: the windmill holder first."""
    return state.holder if state.cursor == 0 else SEATS - 1 - state.holder


@kernel
def draw_card(state: Any, chance: Any) -> int:
    """Draw the top card; an empty deck is made anew from the discards first. -1 if both piles are empty."""
    if state.deck_next == state.deck_size:
        if state.discards == EMPTY:
            return -1
        size = 0
        rest = state.discards
        while rest != EMPTY:
            state.deck[size] = lowest_bit(rest)
            rest = without_lowest(rest)
            size += 1
        shuffle(state.deck, size, chance)
        state.deck_next = 0
        state.deck_size = size
        for seat in range(SEATS):
            state.seat[seat].known &= ~state.discards
        state.reshuffled = state.discards
        state.discards = EMPTY
        state.reshuffles += 1
    card = state.deck[state.deck_next]
    state.deck_next += 1
    state.drawn += 1
    return card


@kernel
def draw_to_hand(state: Any, seat: int, chance: Any) -> None:
    """Draw one card into a hand, if there is one."""
    card = draw_card(state, chance)
    if card >= 0:
        state.seat[seat].hand |= bit(card)


@kernel
def settle_storage(state: Any, owner: int, resume: int) -> None:
    """After a batch of tokens: ask the owner for the surplus, if there is one, and go on at `resume` when it is dealt with."""
    state.actor = owner
    state.resume = resume
    state.stage = SURPLUS if excess_tokens(state.seat[owner]) > 0 else resume


@kernel
def go_on_offering(state: Any, outcome: Any) -> None:
    """After a token was put on offer: more surplus, or the other player's acceptance."""
    if excess_tokens(state.seat[state.actor]) == 0:
        state.actor = SEATS - 1 - state.actor
        go_on_accepting(state, outcome)


@kernel
def go_on_accepting(state: Any, outcome: Any) -> None:
    """Ask the other player while something that is offered fits him."""
    if any_fits(state.seat[state.actor], state.offered):
        state.stage = ACCEPT
    else:
        end_offer(state, outcome)


@kernel
def end_offer(state: Any, outcome: Any) -> None:
    """What was not accepted returns to the supply."""
    owner = SEATS - 1 - state.actor
    outcome.seat[owner, TOKENS_LOST] += count_tokens(state.offered)
    for resource in range(RESOURCES):
        state.supply[resource] += state.offered[resource]
        state.offered[resource] = 0
    state.stage = state.resume


@kernel
def seed_fields(state: Any, setup: Any, outcome: Any) -> None:
    """Fill each field to its number from the supply, and the river with all its water; a new harvest column begins."""
    dry = 0 if is_fruitful(state) else 1
    for grain in range(GRAINS):
        number = setup.seed_number[dry, grain]
        missing = number - state.field[grain]
        if missing > 0:
            placed = min(missing, state.supply[grain])
            state.field[grain] += placed
            state.supply[grain] -= placed
        elif missing < 0 and setup.field_exact == 1:
            state.field[grain] += missing
            state.supply[grain] -= missing
    state.field[WATER] += state.supply[WATER]
    state.supply[WATER] = 0
    for seat in range(SEATS):
        state.seat[seat].column[:] = 0
    outcome.seat[state.holder, WINDMILL_YEARS] += 1
    state.holder_in_year = state.holder
    state.turn = 0
    state.cursor = 0
    state.stage = SEED_GAINS


@kernel
def gain_after_seeding(state: Any, outcome: Any) -> None:
    """H1: each takes 1 of its resources from the fields, the windmill holder first."""
    if state.cursor == SEATS:
        state.cursor = 0
        state.stage = TAKE_BACK
        return
    seat = seat_in_order(state)
    player = state.seat[seat]
    for resource in range(RESOURCES):
        if player.seed_gain[resource] > 0:
            outcome.seat[seat, TOKENS_FROM_UPGRADES] += take(state, player, resource, player.seed_gain[resource])
    state.cursor += 1
    settle_storage(state, seat, SEED_GAINS)


@kernel
def take_harvest_back(state: Any) -> None:
    """In dry years both take back the cards harvested with in the year before, seen by both."""
    if not is_fruitful(state):
        for seat in range(SEATS):
            back = state.seat[seat].harvested
            state.seat[seat].hand |= back
            state.seat[seat].harvested = EMPTY
            for watcher in range(SEATS):
                state.seat[watcher].known |= back
    state.returned = EMPTY
    state.cursor = -1
    state.stage = DISCARD_BACK_NEXT


@kernel
def offer_discard_back(state: Any) -> None:
    """S4: the next player, holder first, may discard cards that he took back. In dry years only."""
    state.cursor += 1
    if state.cursor == SEATS or is_fruitful(state):
        state.cursor = 0
        state.stage = DRAW_HANDS
        return
    seat = seat_in_order(state)
    if state.seat[seat].discard_back > 0 and state.seat[seat].hand != EMPTY:
        state.returned = state.seat[seat].hand
        state.actor = seat
        state.stage = DISCARD_BACK


@kernel
def draw_hands(state: Any, setup: Any, chance: Any) -> None:
    """The holder draws all his cards, then the other."""
    seat = seat_in_order(state)
    for _ in range(count_bits(state.seat[seat].hand), setup.hand_size):
        draw_to_hand(state, seat, chance)
    state.cursor += 1
    if state.cursor == SEATS:
        state.cursor = -1
        state.stage = REPLACE_NEXT if is_fruitful(state) else TURN_UP_ROW


@kernel
def turn_up_row(state: Any, setup: Any, chance: Any) -> None:
    """Turn up the exchange row of a dry year."""
    for _ in range(setup.row_size):
        card = draw_card(state, chance)
        if card >= 0:
            state.row |= bit(card)
    state.stage = REPLACE_NEXT


@kernel
def offer_replacements(state: Any) -> None:
    """S1: the next player, holder first, may replace hand cards, once for each copy."""
    state.cursor += 1
    if state.cursor == SEATS:
        state.active = state.holder
        state.stage = TURN_START
        return
    seat = seat_in_order(state)
    if state.seat[seat].replace > 0 and state.seat[seat].hand != EMPTY:
        state.replacing = state.seat[seat].replace
        state.actor = seat
        state.stage = REPLACE


@kernel
def playable_hand(state: Any, seat: int) -> np.uint64:
    """The hand cards that a player may play: not those that the other reserved."""
    return state.seat[seat].hand & ~state.seat[SEATS - 1 - seat].reserved


@kernel
def start_turn(state: Any, chance: Any) -> None:
    """S3 draws for the last card of a fruitful year; then the player acts, if he has a card that he may play."""
    seat = state.active
    state.drew_last = 0
    if is_fruitful(state) and state.seat[seat].draw_last > 0 and count_bits(state.seat[seat].hand) == 1:
        before = state.drawn
        draw_to_hand(state, seat, chance)
        state.drew_last = state.drawn - before
    state.actor = seat
    state.stage = PLAY if playable_hand(state, seat) != EMPTY else TURN_END


@kernel
def follow_harvest(state: Any, outcome: Any) -> None:
    """H5: the opponent of a harvest that took water takes water himself, with his own surplus."""
    other = SEATS - 1 - state.active
    player = state.seat[other]
    if state.took_water > 0 and player.follow_water > 0:
        outcome.seat[other, TOKENS_FROM_UPGRADES] += take(state, player, WATER, player.follow_water)
    settle_storage(state, other, TURN_END)


@kernel
def clean(state: Any, cards: Any, outcome: Any, seat: int, resume: int) -> None:
    """All sold cards in brewery and bakery move to the plaza; the brooms' tokens are one batch."""
    player = state.seat[seat]
    if player.in_place == EMPTY:
        settle_storage(state, seat, resume)
        return
    beers = count_bits(player.in_place & cards.of_type[BEER])
    breads = count_bits(player.in_place & cards.of_type[BREAD])
    outcome.seat[seat, CLEANED] += beers + breads
    player.plaza |= player.in_place
    player.in_place = EMPTY
    for resource in range(RESOURCES):
        wanted = broom_tokens(player, resource, beers, breads)
        if wanted > 0:
            outcome.seat[seat, TOKENS_FROM_UPGRADES] += take(state, player, resource, wanted)
    settle_storage(state, seat, resume)


@kernel
def exchange(state: Any, outcome: Any, card: int, given: int) -> None:
    """Dry years: a hand card is left in the row, open to both, for the card taken."""
    player = state.seat[state.active]
    player.hand = (player.hand & ~bit(given)) | bit(card)
    state.row = (state.row & ~bit(card)) | bit(given)
    outcome.seat[state.active, EXCHANGES] += 1


@kernel
def tuck_pending(state: Any, setup: Any, outcome: Any) -> None:
    """Tuck the card of the upgrade action."""
    if state.pending_given != NOTHING_GIVEN:
        exchange(state, outcome, state.pending_card, state.pending_given)
    player = state.seat[state.active]
    player.hand &= ~bit(state.pending_card)
    tuck(player, setup.cards, state.pending_card)
    outcome.seat[state.active, UPGRADES] += 1


@kernel
def end_turn(state: Any) -> None:
    """Whose turn is next; after both first turns of a fruitful year S2, after every pair of turns the hands are swapped."""
    if state.drew_last == 1:
        left = state.seat[state.active].hand
        state.discards |= left
        state.seat[state.active].hand = EMPTY
        state.drew_last = 0
    state.turn += 1
    state.active = SEATS - 1 - state.active
    if state.seat[0].hand | state.seat[1].hand == EMPTY:
        state.stage = WINDMILL
    elif is_fruitful(state) and state.turn == SEATS:
        state.cursor = -1
        state.stage = RESERVE_NEXT
    elif is_fruitful(state) and state.turn % SEATS == 0:
        state.stage = SWAP_HANDS
    else:
        state.stage = TURN_START


@kernel
def ask_to_reserve(state: Any) -> None:
    """S2: the next player, holder first, reserves a hand card just before the first swap."""
    state.cursor += 1
    if state.cursor == SEATS:
        state.stage = SWAP_HANDS
        return
    seat = seat_in_order(state)
    if state.seat[seat].reserve > 0 and state.seat[seat].hand != EMPTY:
        state.actor = seat
        state.stage = RESERVE


@kernel
def swap_hands(state: Any, outcome: Any) -> None:
    """Both hands change owners, and both are known from now on, except a card that the other reserved."""
    first = state.seat[0].hand
    second = state.seat[1].hand
    for seat in range(SEATS):
        state.seat[seat].known |= (first | second) & ~state.seat[SEATS - 1 - seat].reserved
        passed = state.seat[seat].hand
        while passed != EMPTY:
            outcome.item[seat, lowest_bit(passed), PASSED_ON] += 1
            passed = without_lowest(passed)
    state.seat[0].hand = second
    state.seat[1].hand = first
    state.stage = TURN_START


@kernel
def pass_windmill(state: Any, setup: Any, outcome: Any) -> None:
    """The windmill goes to the player with fewer stored tokens, on a tie to who did not hold it; the year ends."""
    mine = stored_tokens(state.seat[state.holder])
    others = stored_tokens(state.seat[SEATS - 1 - state.holder])
    if others <= mine:
        state.holder = SEATS - 1 - state.holder
    if not is_fruitful(state):
        state.discards |= state.row | state.seat[0].harvested | state.seat[1].harvested
        state.row = EMPTY
        state.seat[0].harvested = EMPTY
        state.seat[1].harvested = EMPTY
    for seat in range(SEATS):
        state.seat[seat].reserved = EMPTY
        beer, bread, _, _ = totals(state, setup.cards, seat)
        outcome.round_score[seat, state.year - 1 :] = min(beer, bread)
    if state.year == setup.years:
        end_game(state, setup, outcome)
        state.stage = OVER
    else:
        state.year += 1
        state.stage = SEEDING


@kernel
def winner_of(state: Any, setup: Any) -> int:
    """Higher score, then higher other total, then the player without the windmill. Never a draw."""
    beer0, bread0, _, _ = totals(state, setup.cards, 0)
    beer1, bread1, _, _ = totals(state, setup.cards, 1)
    lower = min(beer0, bread0) - min(beer1, bread1)
    higher = max(beer0, bread0) - max(beer1, bread1)
    difference = lower if lower != 0 else higher
    if difference != 0:
        return 0 if difference > 0 else 1
    return SEATS - 1 - (state.holder_in_year if setup.windmill_during == 1 else state.holder)


@kernel
def end_game(state: Any, setup: Any, outcome: Any) -> None:
    """Score the game."""
    for seat in range(SEATS):
        beer, bread, beer_bonus, bread_bonus = totals(state, setup.cards, seat)
        outcome.seat[seat, SCORE] = min(beer, bread)
        outcome.seat[seat, BEER_TOTAL] = beer
        outcome.seat[seat, BREAD_TOTAL] = bread
        outcome.seat[seat, COIN_BONUS] = beer_bonus + bread_bonus
        outcome.seat[seat, TOKENS_LEFT] = stored_tokens(state.seat[seat])
    outcome.share[winner_of(state, setup)] = SHARE_UNIT
    outcome.game[LEVEL_SCORES] = 1 if outcome.seat[0, SCORE] == outcome.seat[1, SCORE] else 0
    outcome.game[RESHUFFLES] = state.reshuffles
    outcome.game[YEARS_PLAYED] = state.year


@kernel
def step(state: Any, setup: Any, outcome: Any, chance: Any) -> None:
    """Run one stage that runs by itself."""
    stage = state.stage
    if stage == TURN_END:
        end_turn(state)
    elif stage == TURN_START:
        start_turn(state, chance)
    elif stage == FOLLOW_HARVEST:
        follow_harvest(state, outcome)
    elif stage == SWAP_HANDS:
        swap_hands(state, outcome)
    elif stage == SEEDING:
        seed_fields(state, setup, outcome)
    elif stage == SEED_GAINS:
        gain_after_seeding(state, outcome)
    elif stage == TAKE_BACK:
        take_harvest_back(state)
    elif stage == DISCARD_BACK_NEXT:
        offer_discard_back(state)
    elif stage == DRAW_HANDS:
        draw_hands(state, setup, chance)
    elif stage == TURN_UP_ROW:
        turn_up_row(state, setup, chance)
    elif stage == REPLACE_NEXT:
        offer_replacements(state)
    elif stage == TUCK_AFTER_CLEANING:
        tuck_pending(state, setup, outcome)
        state.stage = TURN_END
    elif stage == RESERVE_NEXT:
        ask_to_reserve(state)
    elif stage == WINDMILL:
        pass_windmill(state, setup, outcome)
