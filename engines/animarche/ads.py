"""Ads of Animarche: how workers are put on them, and what happens when one fires."""

from __future__ import annotations

from typing import Any

from engines.animarche.actions import AD, WHOLE, pack
from engines.animarche.effects import add, gain, pay
from engines.animarche.items import AD_ITEM, HELD, SCORED, VISITED
from engines.animarche.metrics import ADS_FIRED, ADS_JOINED, ADS_TAKEN, ALL_ADS_FIRED, FROM_ADS
from engines.animarche.state import AD_PLACES, FRAMES, NOTHING, SLOTS
from engines.bits import bit
from engines.compilation import kernel


@kernel
def turn_up_ad(state: Any, setup: Any, place: int) -> None:
    """The top ad of the deck is laid open, if there is one and the place is in use."""
    lying = state.ad[place]
    lying.ad = NOTHING
    lying.seat = NOTHING
    lying.frame = NOTHING
    lying.slot = NOTHING
    lying.paid = 0
    if place < setup.cards.rules.open_ads and state.ad_next < setup.cards.ads:
        lying.ad = state.ad_deck[state.ad_next]
        state.ads_seen |= bit(lying.ad)
        state.ad_next += 1


@kernel
def list_ads(state: Any, setup: Any, moves: Any, n: int) -> int:
    """Append the ways to put a worker on an ad; the new count."""
    coins = state.seat[state.actor].coins
    for place in range(AD_PLACES):
        if state.ad[place].ad == NOTHING:
            continue
        if setup.cards.rules.free_payment == 1:
            n = list_payments(state.ad[place], setup.cards, coins, place, moves, n)
        else:
            n = list_slots(state.ad[place], setup.cards, coins, place, moves, n)
    return n


@kernel
def list_slots(lying: Any, cards: Any, coins: int, place: int, moves: Any, n: int) -> int:
    """Slots of fixed price: all four of an empty ad, otherwise the other one of the frame (rule ad_frames=fixed_slots)."""
    for frame in range(FRAMES):
        if lying.seat == NOTHING or lying.frame == frame:
            for slot in range(SLOTS):
                if slot != lying.slot and cards.slot_price[lying.ad, frame, slot] <= coins:
                    moves.move[n] = pack(AD, place, frame, slot)
                    n += 1
            if cards.rules.ad_single == 1 and lying.seat == NOTHING and cards.fee[lying.ad] <= coins:
                moves.move[n] = pack(AD, place, frame, WHOLE)
                n += 1
    return n


@kernel
def list_payments(lying: Any, cards: Any, coins: int, place: int, moves: Any, n: int) -> int:
    """The first pays what he likes short of the fee (ad_single: or all of it), the second the rest (ad_frames=free_payment)."""
    fee = cards.fee[lying.ad]
    if lying.seat != NOTHING:
        if fee - lying.paid <= coins:
            moves.move[n] = pack(AD, place, lying.frame, fee - lying.paid)
            n += 1
        return n
    most = fee if cards.rules.ad_single == 1 else fee - 1
    for frame in range(FRAMES):
        for amount in range(1, min(most, coins) + 1):
            moves.move[n] = pack(AD, place, frame, amount)
            n += 1
    return n


@kernel
def price_of(cards: Any, ad: int, frame: int, choice: int) -> int:
    """The coins that a choice of slot, WHOLE or coins costs."""
    if cards.rules.free_payment == 1:
        return choice
    return cards.fee[ad] if choice == WHOLE else cards.slot_price[ad, frame, choice]


@kernel
def join_ad(state: Any, setup: Any, outcome: Any, place: int, frame: int, choice: int) -> None:
    """The player to act pays and puts a worker on an ad; when the fee is reached, it fires."""
    cards = setup.cards
    player = state.seat[state.actor]
    lying = state.ad[place]
    paid = price_of(cards, lying.ad, frame, choice)
    pay(player, outcome, (paid, 0))
    player.home -= 1
    player.on_ads += 1
    outcome.seat[player.seat, ADS_JOINED] += 1
    outcome.item[player.seat, AD_ITEM + lying.ad, VISITED] += 1
    gain(player, cards, outcome, FROM_ADS, cards.on_ad[player.manager])
    if lying.seat != NOTHING:
        fire_with_two(state, setup, outcome, place, choice, paid)
    elif paid == cards.fee[lying.ad]:
        pay_slot(state, cards, outcome, state.actor, place, frame, 0)
        take_ad(state, setup, outcome, place, state.actor)
    else:
        lying.seat = state.actor
        lying.frame = frame
        lying.slot = NOTHING if cards.rules.free_payment == 1 else choice
        lying.paid = paid


@kernel
def fire_with_two(state: Any, setup: Any, outcome: Any, place: int, choice: int, paid: int) -> None:
    """The second worker completes the fee: both slots pay, and who paid most takes the card (on a tie who paid first)."""
    cards = setup.cards
    lying = state.ad[place]
    first = lying.seat
    second = state.actor
    first_pays_more = lying.paid >= paid
    if cards.rules.free_payment == 1:
        first_slot = 0 if first_pays_more else 1
        second_slot = SLOTS - 1 - first_slot
    else:
        first_slot = lying.slot
        second_slot = choice
    pay_slot(state, cards, outcome, first, place, lying.frame, first_slot)
    pay_slot(state, cards, outcome, second, place, lying.frame, second_slot)
    take_ad(state, setup, outcome, place, first if first_pays_more else second)


@kernel
def pay_slot(state: Any, cards: Any, outcome: Any, seat: int, place: int, frame: int, slot: int) -> None:
    """A worker on an ad that fires brings the VP of his slot, and comes home at this closing."""
    player = state.seat[seat]
    ad = state.ad[place].ad
    add(player, cards, outcome, FROM_ADS, 0, 0, cards.slot_vp[ad, frame, slot])
    player.on_ads -= 1
    player.out += 1
    state.changed |= bit(seat)
    outcome.seat[seat, ADS_FIRED] += 1
    outcome.item[seat, AD_ITEM + ad, SCORED] += 1


@kernel
def take_ad(state: Any, setup: Any, outcome: Any, place: int, seat: int) -> None:
    """A player takes the card of a fired ad, and a new one is turned up."""
    cards = setup.cards
    player = state.seat[seat]
    ad = state.ad[place].ad
    player.ads += 1
    if cards.rules.ad_card_vp == 1:
        add(player, cards, outcome, FROM_ADS, 0, 0, cards.card_vp[ad])
    outcome.seat[seat, ADS_TAKEN] += 1
    outcome.item[seat, AD_ITEM + ad, HELD] += 1
    outcome.game[ALL_ADS_FIRED] += 1
    turn_up_ad(state, setup, place)
