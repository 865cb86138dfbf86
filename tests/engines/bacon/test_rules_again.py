"""The rules of Bacon, read sentence by sentence: those that no other test states on its own."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from engines.bacon import GAME
from engines.bacon.describe import named_cards
from engines.bacon.modes import LAYOUTS, Layout
from engines.bacon.play_types import FIRST_BOMB, PLAY_TYPES, TYPE_NAMES
from engines.game import SHARE_UNIT
from tests.engines.bacon.conftest import Situation, make_table, packed, plays_of
from tests.engines.bacon.test_combinations import is_in_table, readings
from tests.engines.bacon.test_rules import IDLE, MODE_IDS, TEAM_LAYOUTS, go_out_in, result, single

SOLO_LAYOUTS = LAYOUTS[2:]
ORDINARY, BOMBS = TYPE_NAMES[:FIRST_BOMB], TYPE_NAMES[FIRST_BOMB:]


# Modes


def test_teams_are_for_four_and_six_and_three_to_six_play_each_for_himself() -> None:
    assert [mode.players for mode in GAME.modes if mode.name == "team"] == [4, 6]
    assert [mode.players for mode in GAME.modes if mode.name == "solo"] == [3, 4, 5, 6]


def test_four_sit_opposite_their_partners_and_six_alternate() -> None:
    sides = {(mode.name, mode.players): mode.sides for mode in GAME.modes}
    assert sides["team", 4] == (0, 1, 0, 1)
    assert sides["team", 6] == (0, 1, 0, 1, 0, 1)
    assert all(sides["solo", players] == tuple(range(players)) for players in (3, 4, 5, 6))


@pytest.mark.parametrize(
    ("mode", "players", "ranks", "suits", "pack", "dealt", "target"),
    [
        ("team", 4, 10, 3, 60, 15, 8),
        ("team", 6, 9, 4, 72, 12, 24),
        ("solo", 3, 8, 3, 48, 16, 6),
        ("solo", 4, 10, 3, 60, 15, 8),
        ("solo", 5, 10, 3, 60, 12, 10),
        ("solo", 6, 9, 4, 72, 12, 12),
    ],
)
def test_each_mode_has_its_cards_hands_and_target(
    mode: str, players: int, ranks: int, suits: int, pack: int, dealt: int, target: int
) -> None:
    table = make_table(mode, players)
    cards = table.setup["cards"]
    assert [cards[name] for name in ("ranks", "suits", "dealt", "target")] == [ranks, suits, dealt, target]
    assert table.setup["deck_size"] == pack
    table.start(0, 0)
    table.step()
    assert table.state["hand"]["size"][:players].tolist() == [dealt + 2] * players


def test_a_team_match_has_at_most_eight_deals_with_four_and_six_with_six() -> None:
    for layout, deals in zip(TEAM_LAYOUTS, (8, 6), strict=True):
        order = tuple(range(layout.players))
        assert go_out_in(order, layout, deal=deals - 1)[0].stage == "deal_hands"
        assert go_out_in(order, layout, deal=deals)[0].stage == "match_end"


def test_hand_sizes_wilds_and_the_cards_played_are_public() -> None:
    game = Situation(["5r 5r 1g", "X 2r", "X X 3r 4r 9b", "7b"])
    game.choose(("pair", 5, 0))
    for passes, clockwise in enumerate(([2, 5, 1, 1], [5, 1, 1, 2], [1, 1, 2, 5])):
        view = game.table.look()
        assert game.asks == ("play", passes + 1)
        assert view["player"]["size"][:4].tolist() == clockwise
        assert view["player"]["wilds"][:4].tolist() == [{2: 1, 5: 2, 1: 0}[size] for size in clockwise]
        assert named_cards({"one": view["played_one"], "both": view["played_both"], "wilds": 0}) == ["5r", "5r"]
        game.choose("pass")


# Combinations

EXAMPLES = {
    "single": "1r",
    "pair": "1r 1g",
    "triple": "1r 1g 1b",
    "run": "1r 2g 3b",
    "bobtail": "1r 2g 3b 4r",
    "straight": "1r 2g 3b 4r 5g",
    "stretch": "1r 2g 3b 4r 5g 6b",
    "stair": "1r 1g 2r 2b",
    "tube": "1r 1g 2r 2b 3g 3b",
    "plate": "1r 1g 1b 2r 2g 2b",
    "quad": "1r 1r 1g 1b",
    "straight_flush": "1r 2r 3r 4r 5r",
    "quint": "1r 1r 1g 1g 1b",
    "stretch_flush": "1r 2r 3r 4r 5r 6r",
    "hex": "1r 1r 1g 1g 1b 1b",
}
"""The examples of the source, each type by natural cards."""


@pytest.mark.parametrize("name", TYPE_NAMES)
def test_each_type_is_made_of_the_cards_of_its_example_and_of_nothing_less(name: str) -> None:
    cards = EXAMPLES[name].split()
    suit = ("r",) if name.endswith("flush") else ()
    assert readings(" ".join(cards)) == {(name, PLAY_TYPES[TYPE_NAMES.index(name)].length, *suit)}
    for left_out in range(len(cards)):
        fewer = cards[:left_out] + cards[left_out + 1 :]
        assert name not in {play[0] for play in plays_of(fewer, make_table())}


@pytest.mark.parametrize("name", TYPE_NAMES)
def test_a_leader_may_play_any_type_bombs_too(name: str) -> None:
    game = Situation([f"{EXAMPLES[name]} 10b", IDLE, IDLE, IDLE])
    assert name in {option[0] for option in game.options()}


@pytest.mark.parametrize(
    ("ranks", "reading"),
    [((4, 4), ("pair", 4)), ((4, 5, 6), ("run", 6)), ((4, 4, 5, 5), ("stair", 5)), ((4, 4, 4), ("triple", 4))],
)
def test_suits_do_not_matter_in_ordinary_plays(ranks: tuple[int, ...], reading: tuple) -> None:
    for suits in itertools.product("rgb", repeat=len(ranks)):
        cards = [f"{rank}{suit}" for rank, suit in zip(ranks, suits, strict=True)]
        if max(Counter(cards).values()) <= 2:
            assert readings(" ".join(cards)) == {reading}


@pytest.mark.parametrize("cards", ["10r 1g 2b", "9r 10g 1b", "10r 10g 1r 1b", "7r 8g 9b 10r 1g", "10r X 2g", "9r 10g X 1r"])
def test_no_sequence_goes_on_from_the_highest_rank_to_the_lowest(cards: str) -> None:
    assert readings(cards) == set()


@pytest.mark.parametrize(
    "cards",
    [
        "1r 2g 3b 4r 5g 6b 7r",
        "1r 2r 3r 4r 5r 6r 7r",
        "1r 2g 3b X 5g 6b X",
        "1r 1g 2r 2g 3r 3g 4r 4g",
        "1r 1g 2r 2g 3r 3g 4r X",
        "1r 1g 1b 2r 2g 2b 3r 3g 3b",
        "1r 1r 1g 1g 2r 2r 2g 2g",
        "5r 5r 5g 5g 5b 5b X",
    ],
)
def test_nothing_is_longer_than_six_ranks_three_pairs_two_triples_or_six_of_a_rank(cards: str) -> None:
    assert readings(cards) == set()


# Beating


@pytest.mark.parametrize("name", TYPE_NAMES)
def test_a_play_is_beaten_by_its_type_with_a_higher_top_and_not_by_the_same_one(name: str) -> None:
    tops = PLAY_TYPES[TYPE_NAMES.index(name)].tops(10)
    for mine, pile in itertools.product(tops, tops):
        assert is_in_table((name, mine), (name, pile)) == (mine > pile)


def test_plays_of_the_same_top_are_equal_whatever_the_suits() -> None:
    game = Situation(["5r 1r", "5g 5b 4r 6b", IDLE, IDLE])
    game.choose(single(5))
    assert game.options() == ["pass", single(6)]


def test_sequences_are_compared_by_their_highest_card_even_if_they_share_cards() -> None:
    """Three four five on the pile: four five six beats it, and so does a run that shares no card."""
    game = Situation(["3r 4r 5g 1r", "2b 3b 4b 5r 6b 8r 9r 10g", IDLE, IDLE])
    game.choose(("run", 5, 0))
    assert game.options() == ["pass", ("run", 6, 0), ("run", 10, 0)]


@pytest.mark.parametrize("pile", ORDINARY)
def test_an_ordinary_play_is_beaten_by_no_other_ordinary_type_and_by_every_bomb(pile: str) -> None:
    for top in PLAY_TYPES[TYPE_NAMES.index(pile)].tops(10):
        for number, name in enumerate(TYPE_NAMES):
            for mine in PLAY_TYPES[number].tops(10):
                if name != pile:
                    assert is_in_table((name, mine), (pile, top)) == (name in BOMBS)
                    assert not (name in BOMBS and is_in_table((pile, top), (name, mine)))


@pytest.mark.parametrize(("weaker", "stronger"), list(itertools.combinations(BOMBS, 2)))
def test_a_stronger_bomb_beats_a_weaker_one_whatever_the_tops(weaker: str, stronger: str) -> None:
    tops = [PLAY_TYPES[TYPE_NAMES.index(name)].tops(10) for name in (weaker, stronger)]
    for low, high in itertools.product(*tops):
        assert is_in_table((stronger, high), (weaker, low))
        assert not is_in_table((weaker, low), (stronger, high))


def test_the_bombs_are_from_the_weakest_to_the_strongest() -> None:
    assert BOMBS == ("quad", "straight_flush", "quint", "stretch_flush", "hex")


def test_who_holds_a_bomb_waits_for_his_turn() -> None:
    bomb = "1r 1r 1g 1b"
    game = Situation([f"5r {bomb}", "7r 2r", f"{bomb} 3r", f"{bomb} 4r"])
    for seat, options in ((1, ["pass", single(7)]), (2, ["pass", ("quad", 1, 0)]), (3, ["pass", ("quad", 1, 0)])):
        if seat == 1:
            game.choose(single(5))
        assert game.asks == ("play", seat)
        assert game.options() == options
        game.choose("pass")
    assert game.asks[0] == "give_lead"


# Wilds


@pytest.mark.parametrize("rank", range(1, 11))
def test_one_is_the_lowest_single_and_a_wild_the_highest(rank: int) -> None:
    hand = [*(f"{other}r" for other in range(1, 11)), "X"]
    beating = {play[:2] for play in plays_of(hand, make_table(), packed("single", rank)) if play[0] == "single"}
    assert beating == {("single", higher) for higher in range(rank + 1, 12)}
    assert not [play for play in plays_of(hand, make_table(), packed("single", 11, 1)) if play[0] == "single"]


def test_a_wild_that_stands_for_a_card_has_its_rank() -> None:
    game = Situation(["9r X 1r", "9g 9b 10g 10b", IDLE, IDLE])
    game.choose(("pair", 9, 1))
    assert game.options() == ["pass", ("pair", 10, 0)]
    game = Situation(["9g 9b 1r", "9r 8r X", IDLE, IDLE])
    game.choose(("pair", 9, 0))
    assert game.options() == ["pass"]


def test_wilds_alone_are_a_single_or_a_pair_and_no_bomb() -> None:
    assert plays_of("X X", make_table()) == [("single", 11, 1), ("pair", 11, 2)]


def test_a_wild_may_stand_for_a_card_that_is_held() -> None:
    plays = plays_of("5r 5g 6r 7r X", make_table())
    assert {("pair", 5, 0), ("pair", 5, 1), ("run", 7, 0), ("run", 7, 1)} <= set(plays)
    game = Situation(["5r 5g X", IDLE, IDLE, IDLE])
    game.choose(("pair", 5, 1))
    assert len(game.hand(0)) == 1
    assert "X" not in game.hand(0)


def test_a_set_of_cards_is_of_several_types_with_two_wilds_in_four_patterns_only() -> None:
    """All sets of up to six cards, in suits of which no two neighbours are the same, with 0 to 2 wilds."""
    several = {}
    numbers = [(wilds, naturals) for wilds in range(3) for naturals in range(1, 7 - wilds)]
    for wilds, naturals in numbers:
        for ranks in itertools.combinations_with_replacement(range(1, 11), naturals):
            cards = [f"{rank}{'rgb'[place % 3]}" for place, rank in enumerate(ranks)] + ["X"] * wilds
            types = {reading[0] for reading in readings(" ".join(cards))}
            if len(types) > 1:
                several[wilds, ranks] = types
    expected: dict[tuple[int, tuple[int, ...]], set[str]] = {}
    for r in range(1, 11):
        expected[2, (r,)] = {"triple", "run"}
        expected[2, (r, r)] = {"quad", "stair"}
        if r < 10:
            expected[2, (r, r + 1)] = {"bobtail", "stair"}
            expected[2, (r, r, r + 1, r + 1)] = {"tube", "plate"}
    assert several == expected


# Play


def test_a_place_is_recorded_as_soon_as_a_hand_is_empty() -> None:
    game = Situation(["5r", IDLE, IDLE, IDLE])
    game.choose(single(5))
    assert game.asks == ("play", 1)
    assert game.state["player"]["place"][:4].tolist() == [1, 0, 0, 0]


def test_a_deal_in_teams_ends_at_once_when_all_of_a_team_are_out() -> None:
    game = Situation(["9r", IDLE, "10r", "X 1r"])
    game.choose(single(9), "pass", single(10))
    assert game.stage == "deal_hands", "nobody is asked whether he beats the ten"
    assert game.scores() == [4, 0]


def test_a_deal_of_six_goes_on_while_a_mate_holds_cards() -> None:
    game = Situation(["7r", IDLE, "8r", IDLE, "9r 1r", IDLE])
    game.choose(single(7), "pass", single(8), "pass", single(9))
    assert game.asks == ("play", 5)
    game.choose("pass", "pass", "pass")
    assert game.asks == ("play", 4)
    game.choose(single(1))
    assert game.stage == "deal_hands"
    assert game.scores() == [8 + 4, 0]


def test_a_deal_for_oneself_ends_when_one_player_is_left() -> None:
    game = Situation(["6r", "7r", "8r 1r"], mode="solo")
    game.choose(single(6))
    assert game.asks == ("play", 1), "all places are played for"
    game.choose(single(7))
    assert game.stage == "deal_hands"
    assert game.scores() == [2, 1, 0]


def test_for_the_next_deal_all_cards_are_dealt_anew_and_the_starter_leads() -> None:
    game = Situation(["9r", IDLE, "10r", "X 1r"])
    game.choose(single(9), "pass", single(10))
    game.table.step()
    hands = [card for seat in range(4) for card in game.hand(seat)]
    assert Counter(hands) == Counter({f"{rank}{suit}": 2 for rank in range(1, 11) for suit in "rgb"} | {"X": 8})
    assert game.state["hand"]["size"][:4].tolist() == [17] * 4
    assert game.state["player"]["place"][:4].tolist() == [0] * 4
    assert (int(game.state["played_one"]), int(game.state["played_both"])) == (0, 0)
    assert game.asks == ("play", int(game.state["starter"]))
    assert "pass" not in game.options()


# The match


def before_the_last_points(layout: Layout, short: int) -> list[int]:
    """Scores with which seat 0, out first of all in the order of the seats, comes to the target less `short`."""
    points = {0: 2, 1: 5}.get(LAYOUTS.index(layout), layout.players - 1)
    return [layout.target - points - short, *[0] * ((layout.teams or layout.players) - 1)]


@pytest.mark.parametrize(("layout", "target"), list(zip(LAYOUTS, (8, 24, 6, 8, 10, 12), strict=True)), ids=MODE_IDS)
def test_a_match_ends_with_the_deal_in_which_the_target_is_reached_and_not_before(layout: Layout, target: int) -> None:
    order = tuple(range(layout.players))
    game, _ = go_out_in(order, layout, scores=before_the_last_points(layout, 0))
    assert game.scores()[0] == target
    assert result(game)[0] == SHARE_UNIT
    game, _ = go_out_in(order, layout, scores=before_the_last_points(layout, 1))
    assert game.stage == "deal_hands"


@pytest.mark.parametrize("layout", TEAM_LAYOUTS, ids=["team4", "team6"])
@pytest.mark.parametrize("leader", [0, 1])
def test_after_the_last_deal_the_team_with_more_points_wins_though_below_the_target(layout: Layout, leader: int) -> None:
    scores = [4, 0] if leader == 0 else [0, 4]
    game, _ = go_out_in(
        tuple((seat + leader) % layout.players for seat in range(layout.players)), layout, scores=scores, deal=layout.deals
    )
    assert max(game.scores()) < layout.target
    assert result(game) == ([SHARE_UNIT, 0] if leader == 0 else [0, SHARE_UNIT])


@pytest.mark.parametrize("layout", SOLO_LAYOUTS, ids=MODE_IDS[2:])
def test_equal_highest_scores_share_the_win_in_every_solo_mode(layout: Layout) -> None:
    """Seat 0 gets one point more than seat 1, who had one more."""
    scores = [layout.target - 1, layout.target, *[0] * (layout.players - 2)]
    game, _ = go_out_in(tuple(range(layout.players)), layout, scores=scores)
    assert game.scores()[0] == game.scores()[1] > max(game.scores()[2:])
    assert result(game) == [SHARE_UNIT // 2, SHARE_UNIT // 2, *[0] * (layout.players - 2)]


@pytest.mark.parametrize(("starter", "expected"), [(0, 1), (1, 3), (2, 3), (3, 5), (4, 5), (5, 1)])
def test_of_six_the_nearest_of_the_lower_team_clockwise_starts(starter: int, expected: int) -> None:
    game, _ = go_out_in((0, 1, 2, 3, 4, 5), LAYOUTS[1], starter=starter)
    assert game.scores() == [5, 0]
    assert int(game.state["starter"]) == expected


@pytest.mark.parametrize("starter", range(6))
def test_of_six_in_equal_teams_the_next_clockwise_starts(starter: int) -> None:
    game, _ = go_out_in((0, 1, 2, 3, 4, 5), LAYOUTS[1], scores=[2, 7], starter=starter)
    assert game.scores() == [7, 7]
    assert int(game.state["starter"]) == (starter + 1) % 6
