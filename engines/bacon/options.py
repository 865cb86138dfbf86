"""The options of a decision of Bacon: those that the rules allow, and of these those that are not forbidden to a side."""

from __future__ import annotations

from typing import Any

from engines.bacon.actions import NO, PASS, YES, play_type_of
from engines.bacon.combinations import list_plays
from engines.bacon.metrics import LED, PLAYED
from engines.bacon.spending import list_cards
from engines.bacon.state import GIVE_LEAD, PLAY, SPEND, WANT_LEAD
from engines.bits import holds
from engines.compilation import kernel


@kernel
def legal_moves(state: Any, setup: Any, moves: Any) -> int:
    """Write the options of the present decision; how many they are (0 when the match is over)."""
    stage = state.stage
    n = 0
    if stage == PLAY:
        if state.pile != PASS:
            moves.move[0] = PASS
            n = 1
        n = list_plays(state.hand[state.actor], setup.cards, state.pile, moves, n)
    elif stage == GIVE_LEAD:
        for ahead in range(setup.cards.players):
            if holds(state.may_lead, (state.actor + ahead) % setup.cards.players):
                moves.move[n] = ahead
                n += 1
    elif stage == WANT_LEAD:
        moves.move[0] = NO
        moves.move[1] = YES
        n = 2
    elif stage == SPEND:
        n = list_cards(state.hand[state.actor], state, setup.cards, moves)
    return n


@kernel
def permitted(state: Any, setup: Any, side: int, moves: Any, n: int) -> int:
    """Remove the plays of types that are forbidden to a side; the new count. The order of the options is kept.

    A play that leads is of the ways `led` and `played`, another one of `played` only. Where no option would be left (a leader
    whose plays are all forbidden), all are kept: a forbidden type is then used. One may always pass on a pile.
    """
    if state.stage != PLAY:
        return n
    ways = 1 << PLAYED
    if state.pile == PASS:
        ways |= 1 << LED
    kept = 0
    for index in range(n):
        move = moves.move[index]
        if move == PASS or setup.forbidden[side, play_type_of(move)] & ways == 0:
            moves.move[kept] = move
            kept += 1
    return kept if kept > 0 else n
