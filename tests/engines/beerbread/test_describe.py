"""A transcript is complete: a reader who has the edition alone can follow a game from its events and check the score."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engines.beerbread.describe import Describer, Event, as_text
from engines.beerbread.edition import RESOURCES, Card, Edition, load_edition
from engines.beerbread.edition_generator import generate_edition
from engines.beerbread.rules import SWITCHES
from engines.kernels import Table
from tests.engines.beerbread.conftest import GAME, Situation, beer, bread, members, plain, random_move, shipped_with, tokens

NAMES = ["Ann", "Ben"]
EVENTS = {
    *("deal", "year", "gain", "take_back", "discard_back", "draw", "row", "replace", "play", "pay", "sold", "cleaned"),
    *("tucked", "surplus", "accept", "reserve", "swap", "discard_last", "year_end", "result"),
}
BOX = {"wheat": 18, "barley": 18, "rye": 15, "hops": 15, "water": 18}
TASTES = ("", "harvest", "sell", "upgrade")
EDITIONS = (
    load_edition(),
    generate_edition(7),
    shipped_with("S1, S2, S3, S4, H5, T2 2, E6, E8"),
    shipped_with("C1, C3 wheat barley, C4 barley rye, C3 rye hops, H1 water, B1, E1, E4, E7, E9"),
)


def events_of(table: Table, edition: Edition, chooser: random.Random, taste: str) -> Iterator[tuple[list[Event], Any]]:
    """The events of a random game, those of one choice or stage at a time, each with the state after it."""
    describer = Describer(table, edition)
    yield describer.begin(), table.state
    while not table.is_over:
        before = table.state.copy()
        if table.awaits_decision:
            legal, move = table.options(), random_move(table, chooser, taste)
            table.choose_move(move)
            yield describer.after_choice(before, move, legal), table.state
        else:
            table.step()
            yield describer.after_step(before), table.state


class Reader:
    """Follows a game by its events: where tokens and cards are, what was sold, and what that scores."""

    def __init__(self, edition: Edition, rules: dict[str, str]) -> None:
        self.card = {card.id: card for card in edition.cards}
        self.rules = rules
        self.tokens = {place: Counter() for place in ("storage 0", "storage 1", "fields", "offer")} | {"supply": Counter(BOX)}
        self.deck: list[str] = []
        self.row: set[str] = set()
        self.discards: set[str] = set()
        self.hands: list[set[str]] = [set(), set()]
        self.harvested: list[set[str]] = [set(), set()]
        self.in_place: list[set[str]] = [set(), set()]
        self.plaza: list[set[str]] = [set(), set()]
        self.upgrades: list[list[Card]] = [[], []]
        self.windmill = self.windmill_in_year = -1
        self.given: str | None = None
        self.paid: Counter[str] = Counter()
        self.result: Event | None = None

    def read(self, event: Event) -> None:
        self.move_tokens(event.get("tokens", {}))
        getattr(self, "read_" + event["event"])(event)

    def move_tokens(self, changes: dict[str, dict[str, int]]) -> None:
        for place, change in changes.items():
            self.tokens[place].update(change)
        for resource, count in BOX.items():
            counts = [place[resource] for place in self.tokens.values()]
            assert min(counts) >= 0
            assert sum(counts) == count

    # The year

    def read_deal(self, event: Event) -> None:
        assert sorted(event["deck"]) == sorted(self.card)
        self.deck, self.windmill = list(event["deck"]), event["windmill"]

    def read_year(self, event: Event) -> None:
        assert event["kind"] == ("fruitful" if event["year"] in (1, 3, 5) else "dry")
        assert event["windmill"] == self.windmill
        assert event["fields"] == {resource: self.tokens["fields"][resource] for resource in RESOURCES}
        self.windmill_in_year = self.windmill

    def read_year_end(self, event: Event) -> None:
        stored = [self.tokens[f"storage {seat}"].total() for seat in (0, 1)]
        assert event["stored"] == stored
        fewer = 0 if stored[0] < stored[1] else 1
        self.windmill = fewer if stored[0] != stored[1] else 1 - self.windmill
        assert event["windmill"] == self.windmill
        assert event["totals"] == [min(self.totals(seat)[:2]) for seat in (0, 1)]
        if event["year"] % 2 == 0:
            self.discards |= self.row | self.harvested[0] | self.harvested[1]
            self.row, self.harvested = set(), [set(), set()]

    def read_gain(self, event: Event) -> None:
        assert any(card.upgrade == event["effect"] for card in self.upgrades[event["seat"]])
        assert set(event["tokens"]) == {f"storage {event['seat']}", "fields"}

    # Cards

    def draw(self, event: Event) -> list[str]:
        """The cards drawn are the top of the deck, or what was left of it and the top of the shuffled discards."""
        if "reshuffled" in event:
            assert sorted(event["reshuffled"]) == sorted(self.discards)
            self.deck += event["reshuffled"]
            self.discards = set()
        drawn = event["cards"]
        assert drawn == self.deck[: len(drawn)]
        del self.deck[: len(drawn)]
        return drawn

    def read_draw(self, event: Event) -> None:
        self.hands[event["seat"]].update(self.draw(event))

    def read_row(self, event: Event) -> None:
        self.row.update(self.draw(event))

    def read_take_back(self, event: Event) -> None:
        seat = event["seat"]
        assert set(event["cards"]) == self.harvested[seat]
        self.hands[seat] |= self.harvested[seat]
        self.harvested[seat] = set()

    def discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discards.add(card)

    def read_discard_back(self, event: Event) -> None:
        if event["card"] is not None:
            self.discard(event["seat"], event["card"])

    def read_replace(self, event: Event) -> None:
        if event["card"] is not None:
            self.discard(event["seat"], event["card"])
            self.hands[event["seat"]].update(self.draw(event))

    def read_discard_last(self, event: Event) -> None:
        for card in event["cards"]:
            self.discard(event["seat"], card)

    def read_reserve(self, event: Event) -> None:
        assert event["card"] in self.hands[event["seat"]]

    def read_swap(self, event: Event) -> None:
        self.hands.reverse()
        assert [set(hand) for hand in event["hands"]] == self.hands

    # Actions

    def read_play(self, event: Event) -> None:
        seat, card = event["seat"], event["card"]
        assert set(event["hand"]) == self.hands[seat]
        assert event["legal"] >= 2
        self.given = event.get("given")
        if event["action"] == "harvest":
            self.use(seat, card)
            self.harvested[seat].add(card)
        elif event["action"] == "sell":
            self.paid = Counter({r: -n for r, n in event.get("tokens", {}).get(f"storage {seat}", {}).items()})
        else:
            entry = self.card[card]
            assert event["effect"].split() == [text for text in (entry.upgrade, entry.param1, entry.param2) if text]
            if self.rules["clean_order"] == "upgrade_first":
                self.read_tucked(event)

    def use(self, seat: int, card: str) -> None:
        """A card leaves the hand, or the row for one that is given."""
        if self.given is None:
            self.hands[seat].remove(card)
        else:
            self.hands[seat].remove(self.given)
            self.row.remove(card)
            self.row.add(self.given)

    def read_tucked(self, event: Event) -> None:
        self.use(event["seat"], event["card"])
        self.upgrades[event["seat"]].append(self.card[event["card"]])

    def read_pay(self, event: Event) -> None:
        unit, way = event["unit"], event["with"]
        count, resource = (1, unit) if way == "plain" else (int(way.split()[0]), way.split()[1])
        assert event["tokens"] == {f"storage {event['seat']}": {resource: -count}, "supply": {resource: count}}
        effect = {2: "C3", 3: "C4"}.get(count)
        mine = {(card.upgrade, card.param1, card.param2) for card in self.upgrades[event["seat"]]}
        assert effect is None or (effect, resource, unit) in mine
        self.paid[unit] += 1

    def read_sold(self, event: Event) -> None:
        card = self.card[event["card"]]
        assert self.paid == Counter(dict(zip(RESOURCES, card.need, strict=True)))
        assert event["coins"] == card.coins
        self.use(event["seat"], card.id)
        self.in_place[event["seat"]].add(card.id)

    def read_cleaned(self, event: Event) -> None:
        seat = event["seat"]
        assert set(event["cards"]) == self.in_place[seat]
        self.plaza[seat] |= self.in_place[seat]
        self.in_place[seat] = set()

    def read_surplus(self, event: Event) -> None:
        assert event["tokens"][f"storage {event['seat']}"] == {event["token"]: -1}

    def read_accept(self, event: Event) -> None:
        if event["token"] is not None:
            assert event["tokens"][f"storage {event['seat']}"] == {event["token"]: 1}

    # The score

    def read_result(self, event: Event) -> None:
        self.result = event
        totals = [self.totals(seat) for seat in (0, 1)]
        for part, (beer_total, bread_total, beer_bonus, bread_bonus) in zip(event["seats"], totals, strict=True):
            assert part == {
                "score": min(beer_total, bread_total),
                "beer": beer_total,
                "bread": bread_total,
                "beer_bonus": beer_bonus,
                "bread_bonus": bread_bonus,
            }
        without = 1 - (self.windmill if self.rules["last_windmill"] == "after" else self.windmill_in_year)
        best = max((0, 1), key=lambda seat: (sorted(totals[seat][:2]), seat == without))
        assert event["winner"] == best
        assert event["shares"] == [int(best == 0), int(best == 1)]

    def totals(self, seat: int) -> tuple[int, int, int, int]:
        """Beer and bread total, and what upgrades brought of each."""
        sold = [self.card[card] for card in self.in_place[seat] | self.plaza[seat]]
        mine, others = self.upgrades[seat], self.upgrades[1 - seat]
        beers, breads = ([card for card in sold if card.type == type_] for type_ in ("beer", "bread"))
        fixed, free = [0, 0], 0
        for effect in (card.upgrade for card in mine):
            for place, cards in enumerate((beers, breads)):
                if effect in ("E1", "E2", "E3"):
                    band = {"E1": (4, 5), "E2": (6, 7), "E3": (8, 9)}[effect]
                    fixed[place] += sum(card.coins in band for card in cards)
                elif effect == ("E4", "E5")[place]:
                    fixed[place] += len(cards) // 2
                elif effect == ("E9", "E8")[place]:
                    free += {card.kind for card in cards} == {1, 2, 3}
            free += effect == "E6" and len(mine) > len(others)
            more = self.tokens[f"storage {seat}"].total() - self.tokens[f"storage {1 - seat}"].total()
            free += effect == "E7" and more >= 2
        printed = [sum(card.coins for card in cards) for cards in (beers, breads)]
        ways = [(fixed[0] + 2 * on_beer, fixed[1] + 2 * (free - on_beer)) for on_beer in range(free + 1)]
        bonus = max(ways, key=lambda way: (min(printed[0] + way[0], printed[1] + way[1]), way[0]))
        return printed[0] + bonus[0], printed[1] + bonus[1], *bonus

    def agrees_with(self, state: Any, edition: Edition) -> None:
        """The places of tokens and cards are those of the game."""

        def ids(cards: Any) -> set[str]:
            return {edition.cards[card].id for card in members(cards)}

        for place, counts in (("fields", state["field"]), ("supply", state["supply"]), ("offer", state["offered"])):
            assert [self.tokens[place][resource] for resource in RESOURCES] == counts.tolist()
        assert (self.row, self.discards) == (ids(state["row"]), ids(state["discards"]))
        assert self.deck == [edition.cards[card].id for card in state["deck"][state["deck_next"] : state["deck_size"]]]
        for seat, record in enumerate(state["seat"]):
            assert [self.tokens[f"storage {seat}"][resource] for resource in RESOURCES] == record["storage"].tolist()
            assert self.hands[seat] == ids(record["hand"])
            assert self.harvested[seat] == ids(record["harvested"])
            assert (self.in_place[seat], self.plaza[seat]) == (ids(record["in_place"]), ids(record["plaza"]))
            assert {card.id for card in self.upgrades[seat]} == ids(record["tucked"])


@cache
def transcripts() -> list[tuple[Edition, dict[str, str], list[Any]]]:
    """The events of 96 random games of all editions and tastes, in batches, with the state after a play or a year's end."""
    games = []
    for number, (edition, taste) in enumerate(list(itertools.product(EDITIONS, TASTES)) * 6):
        chooser = random.Random(number)
        rules = GAME.settle_rules({rule.name: chooser.choice(rule.choices) for rule in SWITCHES})
        table = Table(GAME, GAME.modes[0], rules, edition, seed=number)
        table.start(number, 0)
        batches = []
        for events, state in events_of(table, edition, chooser, taste):
            look = any(event["event"] in ("play", "year_end") for event in events)
            batches.append((json.loads(json.dumps(events)), state.copy() if look else None))
        games.append((edition, rules, batches))
    return games


def test_a_reader_of_the_events_knows_where_everything_is_and_comes_to_the_same_score() -> None:
    for edition, rules, batches in transcripts():
        reader = Reader(edition, rules)
        for events, state in batches:
            for event in events:
                reader.read(event)
            if state is not None:
                reader.agrees_with(state, edition)
        assert reader.result is not None


def all_events() -> list[Event]:
    return [event for _, _, batches in transcripts() for events, _ in batches for event in events]


def test_every_kind_of_event_occurs_and_none_that_is_not_known() -> None:
    assert {event["event"] for event in all_events()} == EVENTS


def test_reshuffles_exchanges_and_declined_choices_occur_too() -> None:
    events = all_events()
    assert {event["event"] for event in events if "reshuffled" in event} >= {"draw", "row", "replace"}
    assert any("given" in event for event in events)
    for kind, key in (("accept", "token"), ("replace", "card"), ("discard_back", "card")):
        values = {event[key] is None for event in events if event["event"] == kind}
        assert values == {True, False}


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_each_event_has_a_text_that_names_its_player_cards_and_tokens(kind: str) -> None:
    for event in [event for event in all_events() if event["event"] == kind][:200]:
        text = as_text(event, NAMES)
        words = set(text.replace(".", " ").replace(";", " ").replace(",", " ").replace(":", " ").replace(")", " ").split())
        if "seat" in event and kind not in ("sold", "cleaned", "tucked"):
            assert NAMES[event["seat"]] in words
        named = [event[key] for key in ("card", "given", "token", "unit") if event.get(key) and (kind, key) != ("pay", "card")]
        named += [card for key in ("cards", "deck") for card in event.get(key, [])]
        named += [card for hand in event.get("hands", []) for card in hand]
        assert words >= set(named)
        for change in event.get("tokens", {}).values() if kind not in ("year", "discard_back") else ():
            for resource, count in change.items():
                assert f"{count:+d} {resource}" in text


def lines_after(game: Situation, action: Any) -> list[str]:
    """The lines that describe one choice in a situation."""
    describer = Describer(game.table, game.edition)
    before, legal = game.state.copy(), game.table.options()
    move = next(move for move in game.table.moves["move"][:legal].tolist() if game._in_words(move) == action)
    game.table.choose_move(move)
    return [as_text(event, NAMES) for event in describer.after_choice(before, move, legal)]


def test_a_harvest_reads_as_a_sentence() -> None:
    game = Situation(hands=([beer("ale", icons="wheat water")], plain(1)))
    assert lines_after(game, ("harvest", "ale")) == [
        "  Ann: harvest ale. Ann's storage +1 wheat +1 water; fields -1 wheat -1 water.  [2 options]"
    ]


def test_an_exchange_and_sale_reads_as_sentences() -> None:
    game = Situation(
        year=2, hands=(plain(1), [beer("ale")]), row=[bread("loaf", need=tokens(rye=2))], stored=({}, tokens(rye=2)), actor=1
    )
    assert lines_after(game, ("sell", "loaf", "ale")) == [
        "  Ben: sell loaf (leaving ale in the row). Ben's storage -2 rye; supply +2 rye.  [5 options]",
        "    loaf is sold for 4 coins.",
    ]


def test_an_upgrade_names_its_effect_and_what_was_cleaned() -> None:
    game = Situation(hands=([beer("ale", effect="B1")], plain(1)), sold=([beer("stout"), bread("loaf")], []))
    assert lines_after(game, ("upgrade", "ale")) == [
        "  Ann: upgrade ale as B1: take 1 water for each beer card cleaned."
        " Ann's storage +1 water; fields -1 water.  [2 options]",
        "    cleaned: stout loaf",
    ]
