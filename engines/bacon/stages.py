"""A deal of Bacon: what happens by itself between decisions.

`step` runs one stage and names the next; decisions are stages too, at which `step` must not be called.
"""

from __future__ import annotations

from typing import Any

from engines.bacon.actions import PASS
from engines.bacon.combinations import find_plays
from engines.bacon.metrics import (
    ALL_PLAYS,
    BOMBS,
    CARDS_LEFT,
    DEAL_POINTS,
    DEALS,
    DOUBLE_WINS,
    EARLY_END,
    FIRST_OUTS,
    HEXES,
    LEADS,
    LED,
    MATE_FOURTH,
    MATE_SECOND,
    MATE_THIRD,
    PASSES,
    PLACES,
    PLAYED,
    PLAYS,
    QUADS,
    QUINTS,
    SCORE,
    SHARED_WIN,
    STRAIGHT_FLUSHES,
    STRETCH_FLUSHES,
    TRICKS,
    TRICKS_WON,
    TURNS,
)
from engines.bacon.play_types import FIRST_BOMB, HEX, QUAD, QUINT, STRAIGHT_FLUSH, STRETCH_FLUSH
from engines.bacon.state import (
    CLEAR_PILE,
    DEAL_END,
    DEAL_HANDS,
    GIVE_LEAD,
    GO_OUT,
    MATCH_END,
    NEXT_TURN,
    NOBODY,
    OVER,
    PLAY,
    TYPES,
    WANT_LEAD,
)
from engines.bits import EMPTY, bit, count_bits, holds, lowest_bit
from engines.compilation import kernel
from engines.game import SHARE_UNIT
from engines.rng import shuffle


@kernel
def next_seat(seats: Any, seat: int) -> int:
    """The first seat of a set clockwise from a seat, that one last."""
    after = seats & ~((bit(seat + 1)) - bit(0))
    return lowest_bit(after if after != EMPTY else seats)


@kernel
def deal_hands(state: Any, setup: Any) -> None:
    """Shuffle all cards and deal hands, with wilds for each; the starter leads. What is left over stays hidden."""
    cards = setup.cards
    for number in range(setup.deck_size):
        state.order[number] = setup.deck[number]
    shuffle(state.order, setup.deck_size, state.deck)
    number = 0
    for seat in range(cards.players):
        hand = state.hand[seat]
        hand.one = EMPTY
        hand.both = EMPTY
        for _ in range(cards.dealt):
            card = bit(state.order[number])
            number += 1
            hand.both |= hand.one & card
            hand.one |= card
        hand.wilds = cards.wilds
        hand.size = cards.dealt + cards.wilds
        find_plays(hand, cards)
        player = state.player[seat]
        player.size = hand.size
        player.wilds = hand.wilds
        player.place = 0
        player.wants = 0
    state.holding = bit(cards.players) - bit(0)
    state.outs = 0
    state.first_out = NOBODY
    state.played_one = EMPTY
    state.played_both = EMPTY
    start_trick(state, setup, state.starter)


@kernel
def start_trick(state: Any, setup: Any, seat: int) -> None:
    """An empty pile: the seat leads."""
    state.pile = PASS
    state.pile_owner = NOBODY
    state.passed = EMPTY
    state.may_lead = EMPTY
    if setup.ask_for_lead == 1:
        for other in range(setup.cards.players):
            state.player[other].wants = 0
    state.actor = seat
    state.stage = PLAY


@kernel
def next_turn(state: Any) -> None:
    """The next player with cards acts; when all but who played last have passed since, the pile is cleared."""
    waiting = state.holding & ~state.passed & ~bit(state.pile_owner)
    if waiting == EMPTY:
        state.stage = CLEAR_PILE
    else:
        state.actor = next_seat(waiting, state.actor)
        state.stage = PLAY


@kernel
def go_out(state: Any, setup: Any, outcome: Any) -> None:
    """A hand is empty: the place is recorded, and perhaps the deal is over."""
    seat = state.actor
    state.outs += 1
    state.holding &= ~bit(seat)
    state.player[seat].place = state.outs
    if state.outs == 1:
        state.first_out = seat
        outcome.seat[seat, FIRST_OUTS] += 1
    over = state.holding & setup.mates[seat] == EMPTY if setup.cards.team_play == 1 else count_bits(state.holding) == 1
    if not over and result_is_settled(state, setup):
        over = True
        state.ended_early = 1
    state.stage = DEAL_END if over else NEXT_TURN


@kernel
def result_is_settled(state: Any, setup: Any) -> bool:
    """Whether it is the last deal of a team match, and its outcome cannot change the winner.

    The mates of the player out first who still hold cards can come to any of the places that are left: the team is credited
    with those that are worth least, and with those that are worth most.
    """
    cards = setup.cards
    if cards.team_play == 0 or state.deal < cards.deals:
        return False
    first = state.first_out
    waiting = count_bits(state.holding & setup.mates[first])
    worst = state.player[first].score
    other = state.player[(first + 1) % cards.players].score
    for seat in range(cards.players):
        if holds(setup.mates[first], seat):
            worst += cards.worth[state.player[seat].place]
    best = worst
    for place in range(state.outs + 1, cards.players + 1):
        rank = rank_of_place(cards, place, state.outs + 1)
        if rank < waiting:
            best += cards.worth[place]
        if rank >= cards.players - state.outs - waiting:
            worst += cards.worth[place]
    return worst > other or best < other or worst == best


@kernel
def rank_of_place(cards: Any, place: int, first: int) -> int:
    """How many of the places from `first` on are worth more than a place, or as much and come before it."""
    rank = 0
    for other in range(first, cards.players + 1):
        if cards.worth[other] > cards.worth[place] or (cards.worth[other] == cards.worth[place] and other < place):
            rank += 1
    return rank


@kernel
def clear_pile(state: Any, setup: Any, outcome: Any) -> None:
    """Who played last leads or, in team play, may let a partner lead; is he out, a partner or the next player leads."""
    giver = state.pile_owner
    outcome.seat[giver, TRICKS_WON] += 1
    state.pile = PASS
    state.passed = EMPTY
    may_lead = state.holding & (setup.mates[giver] if setup.cards.team_play == 1 else bit(giver))
    if not holds(state.holding, giver):
        may_lead |= bit(next_seat(state.holding, giver))
    if count_bits(may_lead) == 1:
        start_trick(state, setup, lowest_bit(may_lead))
        return
    state.may_lead = may_lead
    state.actor = giver
    state.stage = GIVE_LEAD
    if setup.ask_for_lead == 1 and count_bits(state.holding & setup.mates[giver] & ~bit(giver)) > 1:
        ask_next_mate(state, setup)


@kernel
def ask_next_mate(state: Any, setup: Any) -> None:
    """Rule ask_for_lead: the next mate clockwise says whether he wants the lead; after the last one the giver decides."""
    state.actor = next_seat(setup.mates[state.pile_owner], state.actor)
    state.stage = GIVE_LEAD if state.actor == state.pile_owner else WANT_LEAD


@kernel
def fill_places(state: Any, setup: Any) -> None:
    """Players still holding cards take the last places, mates of the player out first after the others."""
    for last in range(2):
        for step_ in range(setup.cards.players):
            seat = (state.first_out + step_) % setup.cards.players
            player = state.player[seat]
            is_mate = holds(setup.mates[state.first_out], seat)
            if player.place == 0 and is_mate == (last == 1):
                state.outs += 1
                player.place = state.outs


@kernel
def score_deal(state: Any, setup: Any, outcome: Any) -> None:
    """Solo: everybody scores by his place. Team: only the team of the player out first, by the places of his mates."""
    cards = setup.cards
    first_side = state.player[state.first_out].side
    team_points = 0
    for seat in range(cards.players):
        player = state.player[seat]
        if cards.team_play == 0:
            player.score += cards.worth[player.place]
            outcome.game[DEAL_POINTS] += cards.worth[player.place]
        elif player.side == first_side:
            team_points += cards.worth[player.place]
    if cards.team_play == 1:
        outcome.game[DEAL_POINTS] += team_points
        for seat in range(cards.players):
            if state.player[seat].side == first_side:
                state.player[seat].score += team_points


@kernel
def count_deal(state: Any, setup: Any, outcome: Any) -> None:
    """Count what the deal has brought."""
    cards = setup.cards
    first_side = state.player[state.first_out].side
    best_mate = cards.players
    for seat in range(cards.players):
        player = state.player[seat]
        outcome.seat[seat, PLACES] += player.place
        outcome.seat[seat, CARDS_LEFT] += player.size
        for deal in range(state.deal - 1, outcome.round_score.shape[1]):
            outcome.round_score[seat, deal] = player.score
        if player.side == first_side and player.place > 1:
            best_mate = min(best_mate, player.place)
    outcome.game[DEALS] += 1
    if cards.team_play == 1:
        for seat in range(cards.players):
            if best_mate == 2 and state.player[seat].side == first_side:
                outcome.seat[seat, DOUBLE_WINS] += 1
        if state.ended_early == 0:
            if best_mate == 2:
                outcome.game[MATE_SECOND] += 1
            elif best_mate == 3:
                outcome.game[MATE_THIRD] += 1
            elif best_mate == 4:
                outcome.game[MATE_FOURTH] += 1


@kernel
def end_deal(state: Any, setup: Any, outcome: Any) -> None:
    """Score the deal; the match ends, or the lowest side starts the next deal, nearest clockwise from the last starter."""
    cards = setup.cards
    fill_places(state, setup)
    score_deal(state, setup, outcome)
    count_deal(state, setup, outcome)
    lowest = state.player[0].score
    highest = lowest
    for seat in range(1, cards.players):
        lowest = min(lowest, state.player[seat].score)
        highest = max(highest, state.player[seat].score)
    if highest >= cards.target or state.deal == cards.deals:
        state.stage = MATCH_END
        return
    low_seats = EMPTY
    for seat in range(cards.players):
        if state.player[seat].score == lowest:
            low_seats |= bit(seat)
    state.starter = next_seat(low_seats, state.starter)
    state.deal += 1
    state.stage = DEAL_HANDS


@kernel
def end_match(state: Any, setup: Any, outcome: Any) -> None:
    """The highest score wins; ties share. A team's share is written to each of its seats."""
    cards = setup.cards
    highest = 0
    for seat in range(cards.players):
        highest = max(highest, state.player[seat].score)
    winning_sides = EMPTY
    for seat in range(cards.players):
        if state.player[seat].score == highest:
            winning_sides |= bit(state.player[seat].side)
    winners = count_bits(winning_sides)
    for seat in range(cards.players):
        if holds(winning_sides, state.player[seat].side):
            outcome.share[seat] = SHARE_UNIT // winners
        count_plays(outcome, seat)
        outcome.seat[seat, SCORE] = state.player[seat].score
    outcome.game[EARLY_END] = state.ended_early
    outcome.game[SHARED_WIN] = 1 if winners > 1 else 0
    state.stage = OVER


@kernel
def count_plays(outcome: Any, seat: int) -> None:
    """Sum up the plays of a seat over their types."""
    for play_type in range(TYPES):
        outcome.seat[seat, PLAYS] += outcome.item[seat, play_type, PLAYED]
        outcome.seat[seat, LEADS] += outcome.item[seat, play_type, LED]
        if play_type >= FIRST_BOMB:
            outcome.game[BOMBS] += outcome.item[seat, play_type, PLAYED]
    outcome.seat[seat, QUADS] = outcome.item[seat, QUAD, PLAYED]
    outcome.seat[seat, STRAIGHT_FLUSHES] = outcome.item[seat, STRAIGHT_FLUSH, PLAYED]
    outcome.seat[seat, QUINTS] = outcome.item[seat, QUINT, PLAYED]
    outcome.seat[seat, STRETCH_FLUSHES] = outcome.item[seat, STRETCH_FLUSH, PLAYED]
    outcome.seat[seat, HEXES] = outcome.item[seat, HEX, PLAYED]
    outcome.game[ALL_PLAYS] += outcome.seat[seat, PLAYS]
    outcome.game[TRICKS] += outcome.seat[seat, TRICKS_WON]
    outcome.game[TURNS] += outcome.seat[seat, PLAYS] + outcome.seat[seat, PASSES]


@kernel
def step(state: Any, setup: Any, outcome: Any, chance: Any) -> None:
    """Run one stage that runs by itself. `chance` is not used: all there is to draw comes from the deck stream."""
    stage = state.stage
    if stage == NEXT_TURN:
        next_turn(state)
    elif stage == CLEAR_PILE:
        clear_pile(state, setup, outcome)
    elif stage == GO_OUT:
        go_out(state, setup, outcome)
    elif stage == DEAL_HANDS:
        deal_hands(state, setup)
    elif stage == DEAL_END:
        end_deal(state, setup, outcome)
    elif stage == MATCH_END:
        end_match(state, setup, outcome)
