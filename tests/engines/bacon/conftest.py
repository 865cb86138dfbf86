"""Situations of Bacon for tests: hands laid as a test wants them, plays named in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.bacon import GAME, actions, combinations, play_types, state
from engines.bacon.describe import named_cards
from engines.bacon.modes import SUIT_LETTERS
from engines.kernels import Table
from engines.records import new_record

DEFAULT_RULES = {rule.name: rule.default for rule in GAME.rules}


def card_bit(card: str) -> int:
    """The bit of a card such as "10r"."""
    return state.LANE_BITS * SUIT_LETTERS.index(card[-1]) + int(card[:-1])


def fill_hand(hand: Any, cards: str | Iterable[str], tables: Any) -> None:
    """Put cards such as "1r 1r 9g X" into a HAND record."""
    one = both = wilds = 0
    names = cards.split() if isinstance(cards, str) else list(cards)
    for card in names:
        if card == "X":
            wilds += 1
        else:
            both |= one & 1 << card_bit(card)
            one |= 1 << card_bit(card)
    hand["one"], hand["both"], hand["wilds"], hand["size"] = one, both, wilds, len(names)
    combinations.find_plays(hand, tables)


def make_table(mode: str = "team", players: int = 4, seed: int = 0, **rules: str) -> Table:
    """A table of a mode."""
    return Table(GAME, GAME.find_mode(mode, players), DEFAULT_RULES | rules, None, seed)


def in_words(move: int) -> Any:
    """A play as (type, top, wilds) or (type, top, wilds, suit), or "pass"."""
    if move == actions.PASS:
        return "pass"
    name = play_types.TYPE_NAMES[actions.play_type_of(move)]
    words = (name, actions.top_of(move), actions.wilds_of(move))
    return words if actions.suit_of(move) == actions.NO_SUIT else (*words, SUIT_LETTERS[actions.suit_of(move)])


def packed(name: str, top: int, wilds: int = 0, suit: str = "") -> int:
    """The packed move of a play in words."""
    number = SUIT_LETTERS.index(suit) if suit else actions.NO_SUIT
    return actions.pack_play(play_types.TYPE_NAMES.index(name), top, wilds, number)


def plays_of(cards: str | Iterable[str], table: Table, pile: int = actions.PASS) -> list[Any]:
    """All plays of a hand that beat a pile, in words."""
    hand = new_record(state.HAND)
    fill_hand(hand, cards, table.setup["cards"])
    count = combinations.list_plays(hand, table.setup["cards"], pile, table.moves, 0)
    return [in_words(move) for move in table.moves["move"][:count].tolist()]


class Situation:
    """A table as a test lays it out, and the match from there on. Hands need not be of the mode's size.

    hands: cards by seat, as in "1r 1r X"; `leader` leads, or acts upon `pile`, a play in words that lies there by `owner`.
    scores: by side. Seats without cards are out already, in the order of `out`.
    """

    def __init__(
        self,
        hands: Sequence[str],
        *,
        mode: str = "team",
        leader: int = 0,
        pile: tuple[Any, ...] | None = None,
        owner: int = state.NOBODY,
        scores: Sequence[int] | None = None,
        deal: int = 1,
        starter: int = 0,
        out: Sequence[int] = (),
        **rules: str,
    ) -> None:
        self.table = make_table(mode, len(hands), **rules)
        self.table.start(0, 0)
        self.table.step()
        self.state = self.table.state
        for name, value in (("actor", leader), ("deal", deal), ("starter", starter), ("pile_owner", owner)):
            self.state[name] = value
        self.state["pile"] = actions.PASS if pile is None else packed(*pile)
        self.state["holding"] = sum(1 << seat for seat in range(len(hands)) if seat not in out)
        self.state["outs"] = len(out)
        self.state["first_out"] = out[0] if out else state.NOBODY
        for seat, cards in enumerate(hands):
            hand, player = self.state["hand"][seat], self.state["player"][seat]
            fill_hand(hand, cards, self.table.setup["cards"])
            player["size"], player["wilds"] = hand["size"], hand["wilds"]
            player["place"] = out.index(seat) + 1 if seat in out else 0
            player["score"] = scores[player["side"]] if scores is not None else 0

    @property
    def asks(self) -> tuple[str, int] | None:
        """Which decision is due, and whose; None if none is."""
        return (self.stage, int(self.state["actor"])) if self.table.awaits_decision else None

    @property
    def stage(self) -> str:
        """What comes next."""
        return state.STAGE_NAMES[int(self.state["stage"])]

    def options(self) -> list[Any]:
        """The options of the decision: plays in words, seats that may lead, "no" and "yes", suits or "X"."""
        return [self._in_words(move) for move in self.table.moves["move"][: self.table.options()].tolist()]

    def choose(self, *options: Any) -> None:
        """Choose options of decisions that follow each other, and run on to the next decision (or the end of the deal)."""
        for option in options:
            named = dict(zip(self.options(), self.table.moves["move"].tolist(), strict=False))
            assert option in named, f"{option!r} is no option; there are {list(named)}"
            self.table.choose_move(named[option])
            self.run_on()

    def run_on(self) -> None:
        """Run what happens by itself, up to the next decision or the next deal."""
        while not (self.table.is_over or self.table.awaits_decision or self.stage == "deal_hands"):
            self.table.step()

    def restore(self, before: Any) -> None:
        """Go back to a state that was copied."""
        for name in before.dtype.names:
            self.state[name] = before[name]

    def scores(self) -> list[int]:
        """The points by side."""
        sides = self.table.mode.sides
        return [int(self.state["player"][sides.index(side)]["score"]) for side in range(self.table.mode.side_count)]

    def hand(self, seat: int) -> list[str]:
        """The cards of a seat."""
        return named_cards(self.state["hand"][seat])

    def _in_words(self, move: int) -> Any:
        if self.stage == "give_lead":
            return (int(self.state["actor"]) + move) % self.table.mode.players
        if self.stage == "want_lead":
            return "yes" if move == actions.YES else "no"
        if self.stage == "spend":
            return "X" if move == actions.WILD else SUIT_LETTERS[move]
        return in_words(move)
