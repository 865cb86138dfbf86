"""A player sees what the rules let him know, and nothing else.

A strategy gets its view, the options and a random stream of its own. So where two views are the same, byte for byte, the
strategy chooses the same: what is shuffled here without a trace in the view can have no influence on any choice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engines.beerbread import state
from engines.beerbread.edition import Edition, load_edition
from engines.kernels import Table
from tests.engines.beerbread.conftest import (
    DEFAULT_RULES,
    GAME,
    Situation,
    beer,
    bread,
    members,
    plain,
    random_move,
    shipped_with,
    tokens,
)

SUNNY = "S1, S2, S3, S4, T1 1, E6"
EDITIONS = {"shipped": load_edition(), "sunny": shipped_with(SUNNY)}


def seen(game: Situation, name: str) -> set[str]:
    """The cards of a set in the view of who must choose now."""
    return {game.edition.cards[card].id for card in members(game.table.look()[name])}


def hidden(game: Situation) -> list[int]:
    """Beer and bread backs in the other hand."""
    return game.table.look()["other_hidden"].tolist()


def after_first_turns(**upgrades: Any) -> Situation:
    """A fruitful year: both have played one card, their hands are about to be swapped."""
    mine = [beer("a1"), bread("a2"), beer("a3")]
    others = [bread("b1"), bread("b2"), beer("b3")]
    game = Situation("turn_end", actor=1, hands=(mine, others), deck=[bread("top")], **upgrades)
    game.run_on()
    return game


# What is known of hidden cards


def test_before_the_first_swap_only_the_backs_of_the_other_hand_are_seen() -> None:
    game = Situation(hands=([beer("a1")], [bread("b1"), bread("b2"), beer("b3")]))
    assert seen(game, "hand") == {"a1"}
    assert seen(game, "other_hand") == set()
    assert hidden(game) == [1, 2]
    assert {"b1", "b2", "b3"} < seen(game, "unseen")


def test_after_the_first_swap_of_a_fruitful_year_both_hands_are_known() -> None:
    game = after_first_turns()
    assert seen(game, "hand") == {"b1", "b2", "b3"}
    assert seen(game, "other_hand") == {"a1", "a2", "a3"}
    assert hidden(game) == [0, 0]
    game.harvest("b1")
    game.run_on()
    assert seen(game, "hand") == {"a1", "a2", "a3"}
    assert seen(game, "other_hand") == {"b2", "b3"}


def test_of_a_card_reserved_by_the_other_only_its_back_is_seen() -> None:
    game = after_first_turns(upgrades=([], ["S2"]))
    game.choose("b2")
    assert seen(game, "hand") == {"b1", "b3"}
    assert game.table.look()["reserved_here"].tolist() == [0, 1]
    assert "b2" in seen(game, "unseen")
    game.harvest("b1")
    game.run_on()
    assert game.asks == ("play", 1)
    assert seen(game, "other_hand") == {"b2", "b3"}, "its owner knows it wherever it travels"
    assert hidden(game) == [0, 0]
    assert game.table.look()["reserved_here"].tolist() == [0, 0]
    game.harvest("a1")
    game.run_on()
    assert game.asks == ("play", 0)
    assert seen(game, "other_hand") == {"b3"}
    assert hidden(game) == [0, 1]


def test_the_card_drawn_by_s3_is_hidden_from_the_other() -> None:
    """Seat 0 plays one of his two last cards; his surplus asks seat 1, who looks at the card that is left."""

    def asked_after(played: str) -> Situation:
        game = Situation(
            "turn_start",
            turn=8,
            hands=([beer("last", icons="rye")], plain(1)),
            upgrades=(["S3"], []),
            stored=(tokens(wheat=9), {}),
            deck=[bread("drawn", icons="rye"), beer("top")],
        )
        game.state["seat"][1]["known"] = game.state["seat"][0]["hand"]
        game.run_on()
        assert seen(game, "hand") == {"last", "drawn"}
        game.harvest(played)
        game.choose("wheat")
        assert game.asks == ("accept", 1)
        return game

    game = asked_after("last")
    assert seen(game, "other_hand") == set()
    assert hidden(game) == [0, 1]
    assert "drawn" in seen(game, "unseen")
    game = asked_after("drawn")
    assert seen(game, "other_hand") == {"last"}
    assert hidden(game) == [0, 0]


def test_cards_taken_back_in_dry_years_are_known_and_cards_drawn_are_not() -> None:
    game = Situation(
        "take_back",
        year=2,
        harvested=([beer("a1"), beer("a2")], [bread("b1")]),
        deck=[*plain(3), bread("d1"), bread("d2"), beer("d3"), beer("d4"), beer("r1"), bread("r2"), bread("r3"), bread("top")],
    )
    game.run_on()
    assert seen(game, "other_hand") == {"b1"}
    assert hidden(game) == [2, 2]
    assert seen(game, "row") == {"r1", "r2", "r3"}
    assert seen(game, "unseen").isdisjoint({"b1", "r1", "r2", "r3"})
    assert {"d1", "d2", "d3", "d4", "top"} < seen(game, "unseen")


def test_a_card_left_in_the_row_is_open_and_so_are_discards_and_everything_before_the_players() -> None:
    game = Situation(
        year=2,
        hands=([beer("a1"), beer("a2")], plain(2)),
        row=[beer("r1")],
        discards=[beer("x")],
        sold=([], [bread("in bakery")]),
        plaza=([], [bread("on plaza")]),
        harvested=([], [beer("harvested")]),
    )
    game.harvest("r1", giving="a1")
    game.run_on()
    assert seen(game, "row") == {"a1"}
    assert seen(game, "discards") == {"x"}
    assert seen(game, "unseen").isdisjoint({"a1", "x", "r1", "in bakery", "on plaza", "harvested"})
    assert hidden(game) == [1, 0]
    game.harvest("a1", giving=min(game.cards("hand", 1)))
    game.run_on()
    other = game.table.look()["other"]
    assert [{game.edition.cards[card].id for card in members(other[name])} for name in ("in_place", "plaza")] == [
        {"in bakery"},
        {"on plaza"},
    ]


def test_a_known_card_that_goes_through_a_reshuffle_is_known_no_more() -> None:
    game = Situation("take_back", year=2, harvested=([], [beer("b1")]), upgrades=([], ["S4"]), deck=plain(9), deck_ends=True)
    game.run_on()
    assert game.asks == ("discard_back", 1)
    game.choose("b1")
    assert "b1" in game.cards("hand", 1), "the tenth card was drawn from the one discard"
    assert seen(game, "other_hand") == set()
    assert hidden(game) == [5, 0]
    assert "b1" in seen(game, "unseen")


@pytest.mark.parametrize(("top", "type_"), [(beer("top"), 0), (bread("top"), 1)])
def test_of_the_deck_its_size_and_the_type_of_its_top_card_are_seen(top: Any, type_: int) -> None:
    game = Situation(hands=(plain(1), plain(1)), deck=[top, beer("second"), bread("third")], deck_ends=True)
    view = game.table.look()
    assert (int(view["deck_size"]), int(view["deck_top_type"])) == (3, type_)


def test_an_empty_deck_has_no_top_card() -> None:
    view = Situation(hands=(plain(1), plain(1)), deck_ends=True).table.look()
    assert (int(view["deck_size"]), int(view["deck_top_type"])) == (0, -1)


# What is public


def test_the_view_has_the_tokens_everywhere_and_the_year() -> None:
    game = Situation(year=4, holder=1, actor=0, hands=(plain(2), plain(1)), stored=(tokens(rye=2), tokens(water=3)))
    view = game.table.look()
    assert [int(view[name]) for name in ("seat", "year", "years", "fruitful", "has_windmill")] == [0, 4, 6, 0, 0]
    assert view["field"].tolist() == [5, 4, 4, 4, 15]
    assert view["supply"].tolist() == [13, 14, 9, 11, 0]
    assert view["me"]["storage"].tolist() == [0, 0, 2, 0, 0]
    assert view["other"]["storage"].tolist() == [0, 0, 0, 0, 3]
    assert view["seed_number"].tolist() == [[7, 8, 6, 6], [5, 4, 4, 4]]


def test_excess_is_how_many_tokens_are_still_to_be_offered() -> None:
    game = Situation(hands=([beer("a", icons="rye hops water")], plain(1)), stored=(tokens(wheat=8), {}))
    game.harvest("a")
    assert int(game.table.look()["excess"]) == 2
    game.choose("rye")
    assert int(game.table.look()["excess"]) == 1
    game.choose("hops")
    assert game.asks == ("accept", 1)
    view = game.table.look()
    assert view["offered"].tolist() == [0, 0, 1, 1, 0]
    assert int(view["excess"]) == 0


# Over random play: an independent bookkeeping of who has seen what


class Witness:
    """Keeps, for each seat, the cards whose faces it has seen and that have not gone through a shuffle since."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: list[set[int]] = [set(), set()]

    def notice(self, before: Any) -> None:
        """What both see of what has just happened."""
        now = self.table.state
        if now["reshuffles"] != before["reshuffles"]:
            gone = set(members(before["discards"])) | (set(members(before["seat"]["hand"].sum())) - self.in_hands(now))
            self.seen = [mine - gone for mine in self.seen]
        if before["stage"] == state.TAKE_BACK:
            back = {card for seat in before["seat"] for card in members(seat["harvested"])}
            self.seen = [mine | back for mine in self.seen]
        for seat in (0, 1):
            self.seen[seat] |= self.visible_hand(now, seat)

    @staticmethod
    def in_hands(now: Any) -> set[int]:
        return set(members(now["seat"][0]["hand"] | now["seat"][1]["hand"]))

    @staticmethod
    def visible_hand(now: Any, seat: int) -> set[int]:
        """A player looks at his hand, except at what the other reserved."""
        return set(members(now["seat"][seat]["hand"])) - set(members(now["seat"][1 - seat]["reserved"]))

    def known_there(self, seat: int) -> set[int]:
        """What a seat knows of the other's hand."""
        return set(members(self.table.state["seat"][1 - seat]["hand"])) & self.seen[seat]


def public_cards(now: Any) -> set[int]:
    names = ("harvested", "in_place", "plaza", "tucked")
    sets = [now["row"], now["discards"], *(seat[name] for seat in now["seat"] for name in names)]
    return {card for some in sets for card in members(some)}


def witnessed_games(edition: Edition, games: int) -> Iterator[tuple[Table, Witness, random.Random]]:
    """Every decision of random games, with the witness of each game."""
    table = Table(GAME, GAME.modes[0], DEFAULT_RULES, edition, seed=5)
    chooser = random.Random(5)
    for deal in range(games):
        table.start(deal, 0)
        witness = Witness(table)
        while not table.is_over:
            if table.awaits_decision:
                yield table, witness, chooser
            before = table.state.copy()
            if table.awaits_decision:
                table.choose_move(random_move(table, chooser, ("", "harvest", "upgrade")[deal % 3]))
            else:
                table.step()
            witness.notice(before)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_known_hidden_and_unseen_cards_are_those_of_an_independent_bookkeeping(edition: Edition) -> None:
    types = [("beer", "bread").index(card.type) for card in edition.cards]
    met: Counter[str] = Counter()
    for table, witness, _ in witnessed_games(edition, games=25):
        now, view = table.state, table.look()
        seat = int(now["actor"])
        own, known = witness.visible_hand(now, seat), witness.known_there(seat)
        there = set(members(now["seat"][1 - seat]["hand"])) - known
        here = set(members(now["seat"][seat]["hand"])) - own
        assert set(members(view["hand"])) == set(members(view["me"]["hand"])) == own
        assert set(members(view["other_hand"])) == known
        assert set(members(view["unseen"])) == set(range(60)) - own - known - public_cards(now)
        assert view["other_hidden"].tolist() == [sum(types[card] == type_ for card in there) for type_ in (0, 1)]
        assert view["reserved_here"].tolist() == [sum(types[card] == type_ for card in here) for type_ in (0, 1)]
        assert (view["row"], view["discards"]) == (now["row"], now["discards"])
        assert [int(view["other"][name]) for name in ("hand", "reserved", "known")] == [0, 0, 0]
        met.update(known=bool(known), hidden=bool(there), reserved=bool(here), shuffled=int(now["reshuffles"]) > 0)
    wanted = {"known", "hidden"} if edition is EDITIONS["shipped"] else {"known", "hidden", "reserved", "shuffled"}
    assert wanted <= set(+met), "the games must show what the test is about"


def shuffle_what_is_hidden(table: Table, witness: Witness, chooser: random.Random, types: list[int]) -> Counter[str]:
    """Deal all cards that the seat to act cannot know anew, keeping the backs that it sees; how many changed, and where."""
    now = table.state
    seat = int(now["actor"])
    me, other = now["seat"][seat], now["seat"][1 - seat]
    there = [card for card in members(other["hand"]) if card not in witness.seen[seat]]
    here = members(me["hand"] & other["reserved"])
    first, end = int(now["deck_next"]), int(now["deck_size"])
    deck = now["deck"][first:end].tolist()
    pool = [*there, *here, *deck]
    chooser.shuffle(pool)
    moved = {}
    for card in [*there, *here, *deck[:1]]:
        moved[card] = next(new for new in pool if types[new] == types[card])
        pool.remove(moved[card])
    other["hand"] = as_set(moved.get(card, card) for card in members(other["hand"]))
    me["hand"] = as_set(moved[card] if card in here else card for card in members(me["hand"]))
    other["reserved"] = as_set(moved.get(card, card) for card in members(other["reserved"]))
    now["deck"][first:end] = [*(moved[card] for card in deck[:1]), *pool]
    changed = [card for card, new in moved.items() if card != new]
    places = ["hand" if card in there else "reserved" if card in here else "top" for card in changed]
    return Counter([*places, *("deck" for old, new in zip(deck[1:], pool, strict=True) if old != new)])


def as_set(cards: Any) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_view_does_not_change_when_what_is_hidden_is_shuffled(edition: Edition) -> None:
    """The deck below its top card's back, the hidden cards of the other hand and a card reserved by the other."""
    types = [("beer", "bread").index(card.type) for card in edition.cards]
    changed: Counter[str] = Counter()
    for table, witness, chooser in witnessed_games(edition, games=25):
        truth = table.state.copy()
        view = table.look().tobytes()
        changed += shuffle_what_is_hidden(table, witness, chooser, types)
        assert table.look().tobytes() == view
        for name in truth.dtype.names:
            table.state[name] = truth[name]
    wanted = {"hand", "top", "deck"} if edition is EDITIONS["shipped"] else {"hand", "top", "deck", "reserved"}
    assert all(changed[place] > 50 for place in wanted), "the games must show what the test is about"


@pytest.mark.parametrize("decision", [name for name in state.STAGE_NAMES[1 : state.LAST_DECISION + 1] if name != "pay"])
def test_turns_left_is_the_number_of_own_turns_that_still_come_this_year(decision: str) -> None:
    said: list[tuple[tuple[int, int, int], int, int]] = []
    turns: Counter[tuple[int, int, int]] = Counter()
    games: list[Witness] = []
    for table, witness, _ in witnessed_games(EDITIONS["sunny"], games=12):
        now = table.state
        if witness not in games:
            games.append(witness)
        key = (len(games), int(now["year"]), int(now["actor"]))
        turns[key] += int(now["stage"]) == state.PLAY
        if state.STAGE_NAMES[now["stage"]] == decision:
            said.append((key, turns[key], int(table.look()["turns_left"])))
    assert len(said) > 30
    assert [left for _, _, left in said] == [turns[key] - begun for key, begun, _ in said]
