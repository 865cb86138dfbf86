"""The figures that the engine of Bacon uses, in the shape of `bacon.toml`.

Tables are read where the kernels read them: the setup record, the types of play, the declared rules. What stands in no table is
measured: hands are laid out, and their plays listed or played.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from engines.bacon import GAME
from engines.bacon.play_types import FIRST_BOMB, PLAY_TYPES, TYPE_NAMES, PlayType
from engines.bacon.state import LANE_BITS, STAGE_NAMES
from engines.game import SHARE_UNIT
from tests.engines.bacon.conftest import Situation, make_table, packed, plays_of
from tests.transcriptions.figures import only

SETS = (
    "X",
    "X X",
    "9 10 X",
    "9 X X",
    "10 10 X X",
    "1 1 X X",
    "9 9 10 10 X X",
    "2 4 6 X X",
    "2r 3r X 5r X 7r",
    "5 5 5 5 5 X",
)
WRONG_SETS = ("X X X", "10 1 2", "3 3 4 5", "2 4 7 X X", "4 4 4 4 4 4 X")
PLAYS_ON_PLAYS = (
    "pair 11 on pair 10",
    "single 11 on single 11",
    "quad 1 on pair 11",
    "quint 1 on straight_flush 11",
    "stretch_flush 6 on quint 10",
    "hex 1 on stretch_flush 11",
)
SUITS = "rgb"
HIGHEST = 10
"""The highest rank of the mode in which readings, orders and counts are taken: 4 in two teams."""


def used_figures() -> dict[str, Any]:
    """All figures."""
    modes = {f"{mode.name}{mode.players}": make_table(mode.name, mode.players).setup for mode in GAME.modes}
    team4 = modes["team4"]["cards"]
    return {
        "game": _game(),
        "deck": {
            "copies_of_a_rank_in_a_suit": only({copies for setup in modes.values() for copies in _deck(setup).values()}),
            "wilds_a_player": only({int(setup["cards"]["wilds"]) for setup in modes.values()}),
        },
        "modes": {name: _mode(setup) for name, setup in modes.items()},
        "ordinary": {play_type.name: _shape(play_type) for play_type in PLAY_TYPES[:FIRST_BOMB]},
        "bombs": {
            play_type.name: {"strength": strength, **_shape(play_type), "one_suit": play_type.in_suit}
            for strength, play_type in enumerate(PLAY_TYPES[FIRST_BOMB:], start=1)
        },
        "wilds": {
            "rank_above_the_highest": int(team4["highest"]) - int(team4["ranks"]),
            "two_type_patterns": len(_patterns_of_several_types()),
        },
        "switches": _switches(),
        "asking_for_the_lead": {
            "players": only(mode.players for mode in GAME.modes if _asking(mode.name, mode.players)),
            "partners_left_at_least": min(_asking("team", 6)),
        },
        "match": _match(),
        "pairs_ordinary": _pairs(range(FIRST_BOMB)),
        "pairs_bombs": _pairs(range(FIRST_BOMB, len(PLAY_TYPES))),
        "readings": {cards: _readings(cards) for cards in SETS},
        "not_valid": {cards: len(_readings(cards)) for cards in WRONG_SETS},
        "order": {words: _beats(*words.split(" on ")) for words in PLAYS_ON_PLAYS},
    }


def _game() -> dict[str, list[int]]:
    counts = {name: sorted(mode.players for mode in GAME.modes if mode.name == name) for name in ("team", "solo")}
    players = {mode.players for mode in GAME.modes}
    return {"players": [min(players), max(players)], "players_in_teams": counts["team"], "players_solo": counts["solo"]}


def _deck(setup: Any) -> Counter[int]:
    """The numbered cards: how many of each there are."""
    return Counter(setup["deck"][: int(setup["deck_size"])].tolist())


def _mode(setup: Any) -> dict[str, Any]:
    cards = setup["cards"]
    players, dealt, wilds = int(cards["players"]), int(cards["dealt"]), int(cards["wilds"])
    ranks = {card % LANE_BITS for card in _deck(setup)}
    figures: dict[str, Any] = {
        "players": players,
        "lowest_rank": min(ranks),
        "highest_rank": max(ranks),
        "suits": len({card // LANE_BITS for card in _deck(setup)}),
        "numbered_cards": int(setup["deck_size"]),
        "dealt": dealt,
        "hand": dealt + wilds,
        "target": int(cards["target"]),
        "deals_at_most": _most_deals(cards),
    }
    worth = cards["worth"][1 : players + 1].tolist()
    if cards["team_play"]:
        sides = Counter(setup["side"][:players].tolist())
        figures |= {
            "teams": len(sides),
            "team_size": only(sides.values()),
            "team_of_seat": setup["side"][:players].tolist(),
            "mates_place_pays": {str(place): pays for place, pays in enumerate(worth, start=1) if place > 1},
        }
    else:
        figures["place_pays"] = worth
    if (players, bool(cards["team_play"])) == (3, False):
        figures["cards_with_wilds"] = int(setup["deck_size"]) + players * wilds
    return figures


def _most_deals(cards: Any) -> int | str:
    """The number of deals that ends a match; none if it only says by when somebody must have reached the target."""
    deals, target, worth = int(cards["deals"]), int(cards["target"]), int(cards["worth"].sum())
    reached = not cards["team_play"] and deals * worth > int(cards["players"]) * (target - 1)
    return "none" if reached else deals


def _shape(play_type: PlayType) -> dict[str, int]:
    return {
        "ranks": play_type.length,
        "of_each": play_type.height,
        "cards": play_type.length * play_type.height,
    }


def _switches() -> dict[str, list[str]]:
    """The switches that the texts name. An option that is off or on is a rule of no or yes."""
    choices = {rule.name: list(rule.choices) for rule in GAME.rules if rule.choices}
    off_on = [{"no": "off", "yes": "on"}[choice] for choice in choices["ask_for_lead"]]
    return {"x_extends": choices["x_extends"], "flush_is_bomb": choices["flush_is_bomb"], "ask_for_lead": off_on}


# Readings


def _in_suits(cards: str) -> list[str]:
    """Cards such as "9" in suits that make no flush, two copies a suit at most; those with a suit, and wilds, as they are."""
    copies: Counter[str] = Counter()
    named = []
    for card in cards.split():
        bare = card.isdecimal()
        named.append(card + SUITS[(int(card) + copies[card]) % len(SUITS)] if bare else card)
        copies[card] += bare
    return named


def _whole_plays(cards: str) -> list[tuple[str, int]]:
    """The plays of a hand, as type and top, that use all its cards; none of a hand that nobody can have, with more wilds."""
    hand = _in_suits(cards)
    size, wilds = len(hand), hand.count("X")
    if wilds > int(_TEAM4.setup["cards"]["wilds"]):
        return []
    sizes = {play_type.name: play_type.length * play_type.height for play_type in PLAY_TYPES}
    return [(name, top) for name, top, used, *_ in plays_of(hand, _TEAM4) if sizes[name] == size and used == wilds]


def _readings(cards: str) -> dict[str, list[int]]:
    """The types that a set of cards can be read as, with all tops, the highest first.

    The highest is that which a player is offered; the lower ones, which nobody chooses, follow from the table of types.
    """
    found: dict[str, list[int]] = {}
    for name, top in _whole_plays(cards):
        lower = [other for other in range(top - 1, 0, -1) if _fits(PLAY_TYPES[TYPE_NAMES.index(name)], other, cards)]
        found[name] = [*found.get(name, []), top, *lower]
    return found


def _fits(play_type: PlayType, top: int, cards: str) -> bool:
    """Whether wilds can make cards of ranks a play of a type with that top (wilds alone are of the rank above the highest)."""
    window = range(top - play_type.length + 1, top + 1)
    natural = Counter(int(card.rstrip(SUITS)) for card in cards.split() if card != "X")
    within = all(rank in window and count <= play_type.height for rank, count in natural.items())
    return bool(natural) and within and top in play_type.tops(HIGHEST)


def _patterns_of_several_types() -> set[tuple[int, ...]]:
    """The sets of cards that can be read as more than one type, flushes aside, by the ranks of their natural cards.

    They are counted from the lowest. At most six cards are a play, and without wilds or with one there is no such set.
    """
    patterns = set()
    ranks = range(1, HIGHEST + 1)
    for wilds in (0, 1, 2):
        for natural in range(1, 7 - wilds):
            for held in itertools.combinations_with_replacement(ranks, natural):
                if max(Counter(held).values()) <= 2 * len(SUITS) and len(_types(held, wilds)) > 1:
                    patterns.add((*(rank - held[0] for rank in held), wilds))
    return patterns


def _types(held: tuple[int, ...], wilds: int) -> set[str]:
    plays = _whole_plays(" ".join([*map(str, held), *["X"] * wilds]))
    return {name for name, _ in plays if not PLAY_TYPES[TYPE_NAMES.index(name)].in_suit}


def _pairs(numbers: range) -> dict[str, int]:
    """How many tops each type can have: the plays of a hand of all cards."""
    every_card = [f"{rank}{suit}" for suit in SUITS for rank in range(1, HIGHEST + 1)] * 2
    tops = {(name, top) for name, top, *_ in plays_of([*every_card, "X", "X"], _TEAM4)}
    counts = Counter(name for name, _ in tops)
    by_type = {TYPE_NAMES[number]: counts[TYPE_NAMES[number]] for number in numbers}
    return {"highest_rank": int(_TEAM4.setup["cards"]["ranks"]), **by_type, "total": sum(by_type.values())}


def _beats(play: str, pile: str) -> bool:
    """Whether a play such as "pair 11" is among those that a hand of all cards has on another."""
    name, top = play.split()
    lying, lying_top = pile.split()
    suit = SUITS[0] if PLAY_TYPES[TYPE_NAMES.index(lying)].in_suit else ""
    every_card = [f"{rank}{suit}" for suit in SUITS for rank in range(1, HIGHEST + 1)] * 2
    plays = plays_of([*every_card, "X", "X"], _TEAM4, packed(lying, int(lying_top), 0, suit))
    return (name, int(top)) in {(found, found_top) for found, found_top, *_ in plays}


# Deals and matches


def _asking(mode: str, players: int) -> list[int]:
    """At how many partners left, besides who gives the lead, these are asked whether they want it."""
    asked = []
    sides = GAME.find_mode(mode, players).sides
    mates = [seat for seat in range(1, players) if sides[seat] == sides[0]]
    for left in range(len(mates) + 1):
        out = mates[left:]
        hands = ["" if seat in out else f"{seat + 1}{SUITS[0]}" for seat in range(players)]
        leader = next(seat for seat in range(1, players) if seat not in out)
        table = Situation(
            hands, mode=mode, leader=leader, pile=("single", 9), owner=0, out=out, scores=[0] * players, ask_for_lead="yes"
        )
        while table.stage == "play" and table.state["pile"]:
            table.choose("pass")
        if table.stage == "want_lead":
            asked.append(left)
    return asked


def _match() -> dict[str, Any]:
    pays = [_points("team", (1, place, *[p for p in (2, 3, 4) if p != place])) for place in (2, 3, 4)]
    return {
        "team6_out_1_3_5": _points("team", (1, 3, 5, 2, 4, 6)),
        "team4_deal_pays": [min(pays), max(pays)],
        "tied_match_win_share": _tied_share(),
    }


def _points(mode: str, places: tuple[int, ...]) -> int:
    """What a deal brings to a side, the first of two teams: places of its players, then of the other's."""
    players = len(places)
    table = Situation([""] * players, mode=mode, scores=[0, 0])
    mine, his = places[: players // 2], places[players // 2 :]
    for seat in range(players):
        table.state["player"][seat]["place"] = (mine if seat % 2 == 0 else his)[seat // 2]
    table.state["first_out"] = 0
    table.state["stage"] = STAGE_NAMES.index("deal_end")
    table.table.step()
    assert table.scores()[1] == 0
    return table.scores()[0]


def _tied_share() -> float:
    """The win share of each side of a match of teams that ends with equal points."""
    table = Situation([""] * 4, scores=[5, 5])
    table.state["stage"] = STAGE_NAMES.index("match_end")
    table.table.step()
    return only(table.table.outcome["share"][:4].tolist()) / SHARE_UNIT


_TEAM4 = make_table("team", 4)
