"""Transcripts of Bacon: events as dictionaries (for JSON lines) and as sentences.

An event is written after each choice and each stage, from the states before and after, so it says what the engine did and
not what it meant to do. Players are seats, counted from 0; points, totals, winners and shares are those of sides (a side is
a seat, or a team in team play). Cards are named by rank and suit letter, wilds X.
"""

from __future__ import annotations

from typing import Any

from engines.bacon.actions import NO_SUIT, PASS, WILD, YES, play_type_of, suit_of, top_of, wilds_of
from engines.bacon.modes import SUIT_LETTERS
from engines.bacon.play_types import TYPE_NAMES
from engines.bacon.state import (
    CLEAR_PILE,
    DEAL_END,
    DEAL_HANDS,
    GIVE_LEAD,
    GO_OUT,
    LANE_BITS,
    MATCH_END,
    NOBODY,
    PLAY,
    SPEND,
    WANT_LEAD,
)
from engines.game import SHARE_UNIT
from engines.kernels import Table

Event = dict[str, Any]


class Describer:
    """Writes the events of one match on a table."""

    def __init__(self, table: Table, edition: Any) -> None:
        self.table = table
        self.mode = table.mode
        self._legal = 0

    def begin(self) -> list[Event]:
        """Nothing: each deal is an event of its own."""
        return []

    def after_choice(self, before: Any, move: int, legal: int) -> list[Event]:
        """The events of a decision: what was chosen among how many."""
        kind, seat = int(before["stage"]), int(before["actor"])
        if kind == PLAY:
            self._legal = legal
            if move == PASS:
                return [{"event": "pass", "player": seat, "legal": legal}]
            return self._play(before, seat)
        if kind == SPEND:
            return [*self._spend(before, seat, move, legal), *self._play(before, seat)]
        if kind == WANT_LEAD:
            return [{"event": "want_lead", "player": seat, "wants": move == YES}]
        return self._lead(before)

    def after_step(self, before: Any) -> list[Event]:
        """The events of a stage that ran by itself; none where nothing happened."""
        after, stage = self.table.state, int(before["stage"])
        if stage == DEAL_HANDS:
            return [self._deal()]
        if stage == GO_OUT:
            seat = int(before["actor"])
            return [{"event": "out", "player": seat, "place": int(after["player"][seat]["place"])}]
        if stage == CLEAR_PILE and int(after["stage"]) not in (GIVE_LEAD, WANT_LEAD):
            return self._lead(before)
        if stage == DEAL_END:
            totals = self._by_side(after["player"]["score"])
            points = [new - old for new, old in zip(totals, self._by_side(before["player"]["score"]), strict=True)]
            return [{"event": "deal_end", "points": points, "totals": totals}]
        if stage == MATCH_END:
            shares = self._by_side(self.table.outcome["share"])
            winners = [side for side, share in enumerate(shares) if share]
            return [{"event": "result", "winners": winners, "shares": [share / SHARE_UNIT for share in shares]}]
        return []

    def _deal(self) -> Event:
        state = self.table.state
        hands = [named_cards(hand) for hand in state["hand"][: self.mode.players]]
        event: Event = {"event": "deal", "mode": self.mode.name, "players": self.mode.players}
        return event | {"deal": int(state["deal"]), "hands": hands, "starter": int(state["starter"])}

    def _play(self, before: Any, seat: int) -> list[Event]:
        """The play that has just been put on the pile, if one has."""
        after = self.table.state
        old, new = before["hand"][seat], after["hand"][seat]
        if new["size"] == old["size"]:
            return []
        move = int(after["pile"])
        cards = named_cards(old)
        for card in named_cards(new):
            cards.remove(card)
        event: Event = {"event": "play", "player": seat, "cards": cards, "type": TYPE_NAMES[play_type_of(move)]}
        event |= {"top": top_of(move), "wilds": wilds_of(move)}
        if suit_of(move) != NO_SUIT:
            event["suit"] = SUIT_LETTERS[suit_of(move)]
        return [event | {"legal": self._legal}]

    @staticmethod
    def _spend(before: Any, seat: int, move: int, legal: int) -> list[Event]:
        """A card chosen for a play, if there was a choice."""
        card = "X" if move == WILD else f"{int(before['spend_rank'])}{SUIT_LETTERS[move]}"
        return [{"event": "spend", "player": seat, "card": card, "legal": legal}] if legal > 1 else []

    def _lead(self, before: Any) -> list[Event]:
        """Who leads now, and who let him."""
        assert int(before["pile_owner"]) != NOBODY
        return [{"event": "lead", "player": int(self.table.state["actor"]), "given_by": int(before["pile_owner"])}]

    def _by_side(self, by_seat: Any) -> list[int]:
        return [int(by_seat[self.mode.sides.index(side)]) for side in range(self.mode.side_count)]


def named_cards(hand: Any) -> list[str]:
    """The cards of a HAND record by name, sorted by rank and suit, wilds last."""
    cards = []
    for word in ("one", "both"):
        rest = int(hand[word])
        while rest:
            bit = rest.bit_length() - 1
            cards.append((bit % LANE_BITS, bit // LANE_BITS))
            rest ^= 1 << bit
    return [f"{rank}{SUIT_LETTERS[suit]}" for rank, suit in sorted(cards)] + ["X"] * int(hand["wilds"])


def as_text(event: Event, names: list[str]) -> str:
    """An event as a line for people; `names` are the players by seat."""
    kind = event["event"]
    who = names[event["player"]] if "player" in event else ""
    options = f"  [{event['legal']} options]" if event.get("legal", 1) > 1 else ""
    if kind == "deal":
        hands = [f"  {name}: {' '.join(hand)}" for name, hand in zip(names, event["hands"], strict=True)]
        return "\n".join([f"\nDeal {event['deal']}: {names[event['starter']]} leads.", *hands])
    if kind == "play":
        name = event["type"].replace("_", " ")
        return f"  {who} plays {' '.join(event['cards'])}: {name} {event['top']}.{options}"
    if kind == "pass":
        return f"  {who} passes.{options}"
    if kind == "spend":
        return f"    {who} uses {event['card']}.{options}"
    if kind == "want_lead":
        return f"    {who} {'wants' if event['wants'] else 'does not want'} the lead."
    if kind == "lead":
        giver = names[event["given_by"]]
        return f"  The pile is cleared; {giver} leads." if giver == who else f"  The pile is cleared; {giver} lets {who} lead."
    if kind == "out":
        return f"    {who} is out, place {event['place']}."
    if kind == "deal_end":
        points = ", ".join(f"{points:+d} to {total}" for points, total in zip(event["points"], event["totals"], strict=True))
        return f"  End of the deal: by side {points}."
    shares = ", ".join(f"side {side + 1} {share:g}" for side, share in enumerate(event["shares"]) if share)
    return f"\nResult: {shares} of the win."
