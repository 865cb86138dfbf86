"""Tallies: however the games are divided, the counts are the same, and they equal a plain recount."""

from __future__ import annotations

import itertools
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Mode
from engines.groups import GROUPS, GroupSums
from engines.tally import BinOverflow, DealSums, Tally, bin_offsets
from experiments.design import Design
from tests.made_up import SEAT_METRICS, count, game_for, made_up_outcomes, outcome_dtype
from tests.plain_counts import PlainGame, recount, recount_groups

DUEL = Mode("duel", (0, 1), ("a", "b"))
TEAMS = Mode("teams", (0, 1, 0, 1), ("a", "b", "c", "d"))
THREE = Mode("three", (0, 1, 2), ("a", "b", "c"))
SIX = Mode("six", (0, 1, 2, 0, 1, 2), ("a", "b", "c", "d", "e", "f"))
ALL_MODES = (DUEL, TEAMS, THREE, SIX)
PLAYERS = 4


def design_of(mode: Mode) -> Design:
    """Four line-ups of four players; in one a player fills all sides, in one he fills two of them where there are three."""
    first = tuple(range(mode.side_count))
    return Design(mode, (first, tuple(player + 1 for player in first), (3,) * mode.side_count, (*first[:-1], 0)))


def outcomes_of(design: Design, deals: int, seed: int) -> list[Any]:
    """The outcomes of each line-up: deals x rotations."""
    return [made_up_outcomes(design.mode, deals, len(lineup.slots), seed + n) for n, lineup in enumerate(design.seated)]


def plain_games(design: Design, outcomes: list[Any], first_deal: int) -> list[PlainGame]:
    """The games one by one, seated by the definition: the line-up turns through all its seatings that differ."""
    games = []
    number = 0
    for lineup, (players, records) in enumerate(zip(design.lineups, outcomes, strict=True)):
        seated: dict[tuple[int, ...], tuple[int, ...]] = {}
        for slots in design.mode.rotations:
            seated.setdefault(tuple(players[slot] for slot in slots), slots)
        for turn, (sitting, slots) in enumerate(seated.items()):
            for deal, record in enumerate(records[:, turn]):
                games.append(PlainGame(first_deal + deal, number, lineup, sitting, slots, design.mode.sides, record))
            number += 1
    return games


def counts_of(counted: Tally | GroupSums) -> dict[str, Any]:
    return {entry.name: getattr(counted, entry.name).tolist() for entry in fields(counted)}


@pytest.mark.parametrize("mode", ALL_MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_tally_equals_a_plain_recount(mode: Mode, seed: int) -> None:
    design = design_of(mode)
    outcomes = outcomes_of(design, 9, seed)
    tally, _ = count(design, outcomes, PLAYERS)
    expected = recount(game_for(mode), plain_games(design, outcomes, 0), PLAYERS)
    assert counts_of(tally) == {name: np.asarray(array).tolist() for name, array in expected.items()}
    assert tally.share.sum() == 60 * tally.games[0]
    for name in ("ties", "tied", "led_xx", "behind", "deficit_bins", "lead_changes", "item_xx"):
        assert getattr(tally, name).any(), f"the made-up games have no {name}: nothing is tested"


@pytest.mark.parametrize("mode", ALL_MODES, ids=lambda mode: mode.name)
def test_sums_by_group_equal_a_plain_recount(mode: Mode) -> None:
    """The block begins with deal 250, so its ninth deal is in group 2."""
    design = design_of(mode)
    outcomes = outcomes_of(design, 9, seed=5)
    groups = GroupSums.empty(game_for(mode), mode, PLAYERS, len(design.lineups))
    groups.add_block(250, count(design, outcomes, PLAYERS)[1])
    expected = recount_groups(game_for(mode), plain_games(design, outcomes, 250), PLAYERS, len(design.lineups))
    assert counts_of(groups) == {name: array.tolist() for name, array in expected.items()}
    assert groups.deals.nonzero()[0].tolist() == [0, 1, 2, 250, 251, 252, 253, 254, 255]


@settings(max_examples=30, deadline=None)
@given(
    mode=st.sampled_from(ALL_MODES), seed=st.integers(0, 2**32), cuts=st.lists(st.integers(0, 12)),
    first=st.integers(0, 600), order=st.randoms(),
)  # fmt: skip
def test_blocks_add_up_to_the_whole_however_it_is_divided(
    mode: Mode, seed: int, cuts: list[int], first: int, order: Any
) -> None:
    design = design_of(mode)
    game = game_for(mode)
    outcomes = outcomes_of(design, 12, seed)
    whole, rows = count(design, outcomes, PLAYERS)
    whole_groups = GroupSums.empty(game, mode, PLAYERS, len(design.lineups))
    whole_groups.add_block(first, rows)
    blocks = list(itertools.pairwise(sorted({0, 12, *cuts})))
    order.shuffle(blocks)
    total = Tally.empty(game, mode, PLAYERS, design.games_per_deal)
    total_groups = GroupSums.empty(game, mode, PLAYERS, len(design.lineups))
    for begin, end in blocks:
        tally, rows = count(design, [records[begin:end] for records in outcomes], PLAYERS)
        total.add(tally)
        part = GroupSums.empty(game, mode, PLAYERS, len(design.lineups))
        part.add_block(first + begin, rows)
        total_groups.add(part)
    assert counts_of(total) == counts_of(whole)
    assert counts_of(total_groups) == counts_of(whole_groups)


@pytest.mark.parametrize("deals", [1, 255, 256, 257, 512, 700])
def test_a_block_of_more_deals_than_groups_is_folded(deals: int) -> None:
    """Whatever the size of a block, a deal is in the group of its own number."""
    game, first = game_for(THREE), 1000
    sums = DealSums.empty(game, THREE, PLAYERS, 2, deals)
    generator = np.random.default_rng(deals)
    for entry in fields(DealSums):
        array = getattr(sums, entry.name)
        array[...] = generator.integers(0, 100, array.shape)
    groups = GroupSums.empty(game, THREE, PLAYERS, 2)
    groups.add_block(first, GroupSums.of_block(sums))
    for group in range(GROUPS):
        its = [deal for deal in range(deals) if (first + deal) % GROUPS == group]
        assert groups.deals[group] == len(its)
        for name in ("lineup_share", "place", "metric", "game_metric", "margin", "lineup_ties"):
            assert np.array_equal(getattr(groups, name)[group], getattr(sums, name)[its].sum(axis=0)), name


def one_deal(mode: Mode, shares: list[list[int]]) -> Any:
    """Outcomes of one deal with these win shares by game and seat, of one round each."""
    outcomes = np.zeros((1, len(shares)), outcome_dtype(mode.players))
    outcomes["share"][0, :, : mode.players] = shares
    outcomes["game"][..., 1] = 1
    return outcomes


def filled(array: Any) -> dict[Any, int]:
    """The entries of an array that are not 0."""
    return {tuple(place) if len(place) > 1 else place[0]: int(array[tuple(place)]) for place in np.argwhere(array).tolist()}


def test_histograms_lie_one_after_the_other_with_a_bin_for_every_value_from_0_to_the_highest() -> None:
    assert bin_offsets(SEAT_METRICS).tolist() == [0, 41, 49]
    outcomes = one_deal(DUEL, [[60, 0], [0, 60]])
    outcomes["seat"][0, :, :2] = [[[40, 0], [3, 7]], [[0, 1], [3, 7]]]
    bins = count(Design(DUEL, ((0, 1),)), [outcomes], 2)[0].seat_bins
    assert filled(bins) == {
        (0, 0, 40): 1,  # player 0 on seat 0: score 40, no cards
        (0, 0, 41): 1,
        (1, 1, 3): 1,  # player 1 on seat 1: score 3, cards 7
        (1, 1, 48): 1,
        (1, 0, 0): 1,  # rotated: player 1 on seat 0: score 0, one card
        (1, 0, 42): 1,
        (0, 1, 3): 1,
        (0, 1, 48): 1,
    }


def test_a_teams_win_is_counted_once_and_its_margin_is_to_the_best_of_the_other_team() -> None:
    outcomes = one_deal(TEAMS, [[60, 0, 60, 0], [30, 30, 30, 30]])
    outcomes["seat"][0, :, :4, 0] = [[9, 5, 8, 6], [7, 7, 1, 2]]
    tally, _ = count(Design(TEAMS, ((0, 1),)), [outcomes], 2)
    assert tally.share.tolist() == [90, 30]
    assert tally.ties[0] == 1
    assert tally.player_games.tolist() == [[1, 1], [1, 1]]
    assert tally.seat_games.tolist() == [[1, 1, 1, 1], [1, 1, 1, 1]]
    assert filled(tally.margin_bins) == {3: 1, 0: 1}


def test_a_deals_shares_are_summed_over_its_rotations_before_they_are_multiplied() -> None:
    """Player 0 wins both games of the first deal and one of the second: 120 and 60."""
    outcomes = np.concatenate([one_deal(DUEL, [[60, 0], [0, 60]]), one_deal(DUEL, [[60, 0], [60, 0]])])
    tally, _ = count(Design(DUEL, ((0, 1),)), [outcomes], 2)
    assert tally.share.tolist() == [180, 60]
    assert tally.share_cross.tolist() == [[120**2 + 60**2, 60 * 60], [60 * 60, 60**2]]
    assert tally.place_share.tolist() == [180, 60]
    assert tally.place_cross.tolist() == [[60**2 + 120**2, 60 * 60], [60 * 60, 60**2]]
    assert tally.game_share.tolist() == [[120, 0], [60, 60]]


def test_the_course_of_a_game_worked_by_hand() -> None:
    """Five rounds. The first seat leads 3:1, is caught up, is behind 3:7 and 6:7, and wins at the end."""
    outcomes = one_deal(DUEL, [[60, 0]])
    outcomes["game"][..., 1] = 5
    outcomes["round_score"][0, 0, :2] = [[3, 3, 3, 6, 9], [1, 3, 7, 7, 7]]
    tally, _ = count(Design(DUEL, ((0, 0),)), [outcomes], 1)
    assert tally.running.tolist() == tally.won_going.tolist() == [1, 1, 1, 1, 0]
    assert tally.led.tolist() == [1, 0, 1, 1, 0]
    assert tally.led_share.tolist() == [60, 0, 0, 0, 0]
    assert tally.behind.tolist() == [0, 0, 1, 1, 0]
    assert filled(tally.lead_changes) == {2: 1}  # to the second seat, and at the end back
    assert filled(tally.settled) == {5: 1}
    assert filled(tally.deficit_bins) == {4: 1}


def test_rounds_after_the_end_of_a_game_are_not_looked_at() -> None:
    """A game of three rounds, led by its winner from the second on; what stands in the record beyond them is not counted."""
    outcomes = one_deal(DUEL, [[60, 0]])
    outcomes["game"][..., 1] = 3
    outcomes["round_score"][0, 0, :2] = [[1, 5, 8, 0, 0], [1, 2, 7, 30, 30]]
    tally, _ = count(Design(DUEL, ((0, 0),)), [outcomes], 1)
    assert tally.running.tolist() == [1, 1, 0, 0, 0]
    assert tally.led.tolist() == [0, 1, 0, 0, 0]
    assert filled(tally.lead_changes) == {0: 1}
    assert filled(tally.settled) == {2: 1}
    assert filled(tally.deficit_bins) == {0: 1}


def test_a_shared_win_has_no_winner_who_was_behind_or_settled_it() -> None:
    outcomes = one_deal(DUEL, [[30, 30]])
    outcomes["game"][..., 1] = 3
    outcomes["round_score"][0, 0, :2] = [[1, 0, 5, 0, 0], [0, 9, 5, 0, 0]]
    tally, _ = count(Design(DUEL, ((0, 0),)), [outcomes], 1)
    assert tally.running.tolist() == tally.led.tolist() == [1, 1, 0, 0, 0]
    assert tally.led_share.tolist() == [30, 30, 0, 0, 0]
    assert not tally.won_going.any()
    assert not tally.deficit_bins.any()
    assert filled(tally.lead_changes) == {1: 1}
    assert filled(tally.settled) == {0: 1}


def test_a_teams_score_after_a_round_is_that_of_its_best_seat() -> None:
    """The winners' first seat has 1, but their second leads with 6; so they lead, and were never behind."""
    outcomes = one_deal(TEAMS, [[60, 0, 60, 0]])
    outcomes["game"][..., 1] = 2
    outcomes["round_score"][0, 0, :4, 0] = [1, 4, 6, 5]
    tally, _ = count(Design(TEAMS, ((0, 0),)), [outcomes], 1)
    assert (tally.led[0], tally.led_share[0], tally.behind[0]) == (1, 60, 0)
    assert filled(tally.deficit_bins) == {0: 1}


def test_a_deficit_beyond_the_highest_score_is_counted_as_the_highest() -> None:
    outcomes = one_deal(DUEL, [[60, 0]])
    outcomes["game"][..., 1] = 2
    outcomes["round_score"][0, 0, 1, 0] = 100
    assert filled(count(Design(DUEL, ((0, 0),)), [outcomes], 1)[0].deficit_bins) == {40: 1}


@pytest.mark.parametrize(
    ("place", "value", "name"),
    [
        (("seat", 0, 0), 41, "score"),
        (("seat", 1, 0), -1, "score"),
        (("seat", 1, 1), 8, "cards"),
        (("game", 0), 13, "turns"),
        (("game", 0), -1, "turns"),
    ],
)
def test_a_metric_beyond_its_declared_range_is_an_error_that_names_it(place: tuple, value: int, name: str) -> None:
    outcomes = made_up_outcomes(DUEL, 3, 2, seed=1)
    record, *where = place
    outcomes[record][(1, 1, *where)] = value
    with pytest.raises(BinOverflow, match=f"made-up: metric {name} left its declared range"):
        count(Design(DUEL, ((0, 1),)), [outcomes], 2)


def test_more_rounds_than_are_recorded_are_an_error_and_so_is_a_game_without_any() -> None:
    outcomes = made_up_outcomes(DUEL, 3, 2, seed=1)
    outcomes["game"][2, 1, 1] = 0
    with pytest.raises(BinOverflow, match="metric rounds is not from 1 to 5"):
        count(Design(DUEL, ((0, 1),)), [outcomes], 2)


def test_the_ends_of_a_range_are_within_it() -> None:
    outcomes = made_up_outcomes(DUEL, 1, 2, seed=1)
    outcomes["seat"][0, 0, :2] = [[40, 7], [0, 0]]
    outcomes["game"][0, 0, 0] = 12
    count(Design(DUEL, ((0, 1),)), [outcomes], 2)
