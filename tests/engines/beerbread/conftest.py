"""Situations of Beer & Bread for tests: cards made for the purpose, laid where a test wants them, played by their names."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.beerbread import actions, state, upgrades
from engines.beerbread.edition import COINS_OF_KIND, RESOURCES, Card, Edition, five, load_edition
from engines.editions import EditionInfo
from engines.game import find_game
from engines.kernels import Table

GAME = find_game("beerbread")
DEFAULT_RULES = {rule.name: rule.default for rule in GAME.rules}
QUIET = "E9"
"""An effect that does nothing until the end: what cards carry unless a test says otherwise."""
UNPAYABLE = {"rye": 9}
FRUITFUL_FIELDS = {"wheat": 7, "barley": 8, "rye": 6, "hops": 6}
DRY_FIELDS = {"wheat": 5, "barley": 4, "rye": 4, "hops": 4}
_numbers = itertools.count(1)

Tokens = Mapping[str, int]


def tokens(**counts: int) -> dict[str, int]:
    """Tokens by resource; those not named are none."""
    assert set(counts) <= set(RESOURCES)
    return {name: count for name, count in counts.items() if count}


def beer(name: str, *, coins: int = 4, icons: str = "", need: Tokens = UNPAYABLE, effect: str = QUIET) -> Card:
    """A beer card: icons as in "wheat water", effect as in "H3 wheat rye"."""
    return _card("beer", name, coins, icons, need, effect)


def bread(name: str, *, coins: int = 4, icons: str = "", need: Tokens = UNPAYABLE, effect: str = QUIET) -> Card:
    """A bread card."""
    return _card("bread", name, coins, icons, need, effect)


def plain(count: int) -> list[Card]:
    """Beer cards with which nothing is harvested or sold, each of a name of its own."""
    return [beer(f"plain {next(_numbers)}") for _ in range(count)]


def _card(type_: str, name: str, coins: int, icons: str, need: Tokens, effect: str) -> Card:
    kind = next(kind for kind, values in COINS_OF_KIND.items() if coins in values)
    upgrade, param1, param2 = (*effect.split(), "", "")[:3]
    icon = five(int(resource in icons.split()) for resource in RESOURCES)
    return Card(name, type_, kind, coins, icon, five(need.get(resource, 0) for resource in RESOURCES), upgrade, param1, param2)


def effect_card(effect: str) -> Card:
    """A card that is only there for its effect."""
    return beer(f"{effect} #{next(_numbers)}", effect=effect)


def edition_of(cards: Sequence[Card]) -> Edition:
    """An edition with these cards, filled up to 60."""
    return Edition(EditionInfo("made for a test", "no game's cards", ""), (*cards, *plain(60 - len(cards))))


def members(cards: Any) -> list[int]:
    """The members of a set of cards."""
    return [card for card, digit in enumerate(f"{int(cards):b}"[::-1]) if digit == "1"]


class Situation:
    """A table as a test lays it out, and the game from there on.

    Pairs are by seat. `upgrades` are effects ("H1 wheat"); `sold` cards lie in brewery and bakery, `plaza` those cleaned.
    `deck` lies on top of all cards not named (with `deck_ends` it is the whole deck, and those lie on seat 1's plaza).
    `fields` are those of a fresh seeding unless given; water that is nowhere else is in the river, grain in the supply.
    """

    def __init__(
        self,
        stage: str = "play",
        *,
        year: int = 1,
        actor: int = 0,
        holder: int = 0,
        turn: int | None = None,
        hands: Sequence[Sequence[Card]] = ((), ()),
        upgrades: Sequence[Sequence[str]] = ((), ()),
        stored: Sequence[Tokens] = ({}, {}),
        fields: Tokens | None = None,
        sold: Sequence[Sequence[Card]] = ((), ()),
        plaza: Sequence[Sequence[Card]] = ((), ()),
        harvested: Sequence[Sequence[Card]] = ((), ()),
        row: Sequence[Card] = (),
        discards: Sequence[Card] = (),
        deck: Sequence[Card] = (),
        deck_ends: bool = False,
        seed: int = 0,
        **rules: str,
    ) -> None:
        effects = [[effect_card(effect) for effect in mine] for mine in upgrades]
        by_seat = (hands, effects, sold, plaza, harvested)
        named = [card for places in by_seat for cards in places for card in cards] + [*row, *discards, *deck]
        self.edition = edition_of(named)
        self.number = {card.id: number for number, card in enumerate(self.edition.cards)}
        assert len(self.number) == 60, "two cards of one name"
        self.table = Table(GAME, GAME.modes[0], DEFAULT_RULES | rules, self.edition, seed)
        self.table.start(0, 0)
        self.state = self.table.state
        self._lay_cards(by_seat, row, discards, deck, deck_ends, self.edition.cards[len(named) :])
        self._lay_tokens(stored, fields if fields is not None else (FRUITFUL_FIELDS if year % 2 else DRY_FIELDS))
        for name, value in (("year", year), ("holder", holder), ("holder_in_year", holder), ("actor", actor)):
            self.state[name] = value
        self.state["active"] = actor
        self.state["turn"] = turn if turn is not None else int(actor != holder)
        self.state["stage"] = state.STAGE_NAMES.index(stage)
        self.state["cursor"] = -1 if stage.endswith("_next") else 0

    def _lay_cards(self, by_seat: Any, row: Any, discards: Any, deck: Any, deck_ends: bool, others: Any) -> None:
        hands, effects, sold, plaza, harvested = by_seat
        for seat in (0, 1):
            player = self.state["seat"][seat]
            player["hand"] = self._set(hands[seat])
            player["in_place"] = self._set(sold[seat])
            player["plaza"] = self._set(plaza[seat])
            player["harvested"] = self._set(harvested[seat])
            for card in effects[seat]:
                upgrades.tuck(player, self.table.setup["cards"], self.number[card.id])
        self.state["row"] = self._set(row)
        self.state["discards"] = self._set(discards)
        pile = [self.number[card.id] for card in ([*deck] if deck_ends else [*deck, *others])]
        if deck_ends:
            self.state["seat"][1]["plaza"] |= self._set(others)
        self.state["deck"][: len(pile)] = pile
        self.state["deck_size"] = len(pile)

    def _lay_tokens(self, stored: Sequence[Tokens], fields: Tokens) -> None:
        for place, resource in enumerate(RESOURCES):
            for seat in (0, 1):
                self.state["seat"][seat]["storage"][place] = stored[seat].get(resource, 0)
            left = state.TOKENS[place] - sum(mine.get(resource, 0) for mine in stored)
            self.state["field"][place] = fields.get(resource, left if resource == "water" else 0)
            self.state["supply"][place] = left - self.state["field"][place]
            assert self.state["supply"][place] >= 0, f"there is not so much {resource}"

    def _set(self, cards: Iterable[Card]) -> Any:
        return self.state["row"].dtype.type(sum(1 << self.number[card.id] for card in cards))

    # What a test asks

    @property
    def asks(self) -> tuple[str, int] | None:
        """Which decision is due, and whose; None if none is."""
        return (self.stage, int(self.state["actor"])) if self.table.awaits_decision else None

    @property
    def stage(self) -> str:
        """What comes next."""
        return state.STAGE_NAMES[int(self.state["stage"])]

    def options(self) -> set[Any]:
        """The options of the decision, in words."""
        moves = self.table.moves["move"][: self.table.options()].tolist()
        assert len(moves) == len(set(moves)), "an option stands there twice"
        return {self._in_words(move) for move in moves}

    def can_sell(self, card: str) -> bool:
        """Whether the player to act may produce and sell a hand card."""
        return ("sell", card) in self.options()

    def stored(self, seat: int) -> dict[str, int]:
        """The tokens of a storage."""
        return self._named(self.state["seat"][seat]["storage"])

    def fields(self) -> dict[str, int]:
        """The tokens on the fields and in the river."""
        return self._named(self.state["field"])

    def supply(self) -> dict[str, int]:
        """The tokens in the supply."""
        return self._named(self.state["supply"])

    def offered(self) -> dict[str, int]:
        """The tokens on offer."""
        return self._named(self.state["offered"])

    def cards(self, place: str, seat: int | None = None) -> set[str]:
        """The cards of a place: "row", "discards", or "hand", "in_place", "plaza", "tucked", "harvested" of a seat."""
        record = self.state if seat is None else self.state["seat"][seat]
        return {self.edition.cards[card].id for card in members(record[place])}

    def deck(self) -> list[str]:
        """The deck, top first."""
        return [self.edition.cards[card].id for card in self.state["deck"][self.state["deck_next"] : self.state["deck_size"]]]

    def metric(self, name: str, seat: int) -> int:
        """A metric of a seat in the outcome."""
        return int(self.table.outcome["seat"][seat, [metric.name for metric in GAME.seat_metrics].index(name)])

    def final(self, seat: int) -> tuple[int, int]:
        """Beer and bread total at the end."""
        assert self.table.is_over
        return self.metric("beer", seat), self.metric("bread", seat)

    @property
    def winner(self) -> int:
        """Who won."""
        assert sorted(self.table.outcome["share"].tolist()) == [0, 60]
        return int(self.table.outcome["share"].argmax())

    # What a test does

    def harvest(self, card: str, giving: str | None = None) -> None:
        """Play a card (in dry years one of the row, for a hand card given) and run on to a decision or the turn's end."""
        self._play("harvest", card, giving)

    def sell(self, card: str, giving: str | None = None) -> None:
        """Produce and sell."""
        self._play("sell", card, giving)

    def upgrade(self, card: str, giving: str | None = None) -> None:
        """Upgrade and clean."""
        self._play("upgrade", card, giving)

    def choose(self, *options: Any) -> None:
        """Choose options of the decisions that follow each other, as `options` names them, and run on as after a play."""
        for option in options:
            named = {self._in_words(move): move for move in self.table.moves["move"][: self.table.options()].tolist()}
            assert option in named, f"{option!r} is no option; there are {list(named)}"
            self._run(named[option], ("turn_end",))

    def choose_any(self) -> None:
        """Choose the first option, whatever it is, and run on to the next decision."""
        self.table.options()
        self._run(int(self.table.moves["move"][0]), ())

    def run_to(self, *stages: str) -> None:
        """Run what happens by itself, up to one of the stages, a decision or the end."""
        while not (self.table.is_over or self.table.awaits_decision or self.stage in stages):
            self.table.step()

    def run_on(self) -> None:
        """Run what happens by itself, up to the next decision or the end."""
        self.run_to()

    def _play(self, action: str, card: str, giving: str | None) -> None:
        given = actions.NOTHING_GIVEN if giving is None else self.number[giving]
        move = actions.pack_play(actions.ACTION_NAMES.index(action), self.number[card], given)
        assert self.stage == "play"
        self._run(move, ("turn_end",))

    def _run(self, move: int, stages: tuple[str, ...]) -> None:
        self.table.choose_move(move)
        self.run_to(*stages)

    def _in_words(self, move: int) -> Any:
        if self.stage == "play":
            action, card = actions.ACTION_NAMES[actions.action_of(move)], self.edition.cards[actions.card_of(move)].id
            given = actions.given_of(move)
            return (action, card) if given == actions.NOTHING_GIVEN else (action, card, self.edition.cards[given].id)
        if self.stage == "pay":
            return "plain" if move == 0 else f"{actions.swap_ratio(move)} {RESOURCES[actions.swap_resource(move)]}"
        if move == actions.STOP:
            return None
        return RESOURCES[move] if self.stage in ("surplus", "accept") else self.edition.cards[move].id

    @staticmethod
    def _named(counts: Any) -> dict[str, int]:
        return {name: int(count) for name, count in zip(RESOURCES, counts, strict=True) if count}


def random_move(table: Table, chooser: Any, taste: str = "") -> int:
    """A random option of the decision; with a taste for an action, mostly one of it (so that rare situations are met)."""
    moves = table.moves["move"][: table.options()].tolist()
    if taste and int(table.state["stage"]) == state.PLAY and chooser.random() < 0.8:
        tasty = [move for move in moves if actions.ACTION_NAMES[actions.action_of(move)] == taste]
        moves = tasty or moves
    return chooser.choice(moves)


def shipped_with(effects: str) -> Edition:
    """The shipped edition with these effects ("S1, H3 rye hops"), in turn, on its cards instead of its own."""
    turns = itertools.cycle((*effect.split(), "", "")[:3] for effect in effects.split(", "))
    shipped = load_edition()
    changed = [replace(card, upgrade=e, param1=a, param2=b) for card, (e, a, b) in zip(shipped.cards, turns, strict=False)]
    return Edition(shipped.info, tuple(changed))
