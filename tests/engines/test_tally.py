"""Tallies: however the games are divided, the counts are the same, and they equal a plain recount."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, fields
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Game, Metric, Mode
from engines.records import aligned
from engines.tally import BinOverflow, DealSums, Tally, bin_offsets, count_outcomes

DUEL = Mode("duel", (0, 1), ("a", "b"))
TEAMS = Mode("teams", (0, 1, 0, 1), ("a", "b", "c", "d"))
PAIRS = Mode("pairs", (0, 0, 1, 1), ("a", "b", "c", "d"))
THREE = Mode("three", (0, 1, 2), ("a", "b", "c"))
ALL_MODES = (DUEL, TEAMS, PAIRS, THREE)
SEAT_METRICS = (Metric("score", "points", "", 40), Metric("cards", "cards", "", 7))
GAME_METRICS = (Metric("turns", "turns", "", 12),)
ROUNDS, ITEMS, WAYS = 3, 4, 2


@dataclass(frozen=True)
class MadeUpGame(Game):
    """A game of which there are only outcomes."""

    seats: int = 2

    @property
    def kernels(self) -> Any:
        return SimpleNamespace(OUTCOME=outcome_dtype(self.seats))


def outcome_dtype(seats: int) -> Any:
    return aligned(
        [
            ("share", "i4", (seats,)),
            ("game", "i4", (len(GAME_METRICS),)),
            ("seat", "i4", (seats, len(SEAT_METRICS))),
            ("round_score", "i4", (seats, ROUNDS)),
            ("item", "i1", (seats, ITEMS, WAYS)),
        ]
    )


def game_for(mode: Mode) -> MadeUpGame:
    return MadeUpGame(
        name="made-up",
        title="",
        summary="",
        version=1,
        package="",
        modes=(mode,),
        rules=(),
        seat_metrics=SEAT_METRICS,
        game_metrics=GAME_METRICS,
        decisions=(),
        rounds=ROUNDS,
        round_name="round",
        item_ways=("used", "kept"),
        has_edition=False,
        default_lineup={},
        seats=mode.players,
    )


def made_up_outcomes(mode: Mode, deals: int, rotations: int, seed: int) -> Any:
    """Outcomes drawn by chance; the sides of the best score share the win."""
    rng = np.random.default_rng(seed)
    outcomes = np.zeros((deals, rotations), outcome_dtype(mode.players))
    for place in np.ndindex(outcomes.shape):
        record = outcomes[place]
        record["seat"] = rng.integers(0, [5, 8], (mode.players, 2))
        record["game"] = rng.integers(0, 13, 1)
        record["round_score"] = rng.integers(0, 20, (mode.players, ROUNDS))
        record["item"] = rng.integers(0, 3, (mode.players, ITEMS, WAYS))
        best = [
            max(record["seat"][s, 0] for s in range(mode.players) if mode.sides[s] == side) for side in range(mode.side_count)
        ]
        winners = [side for side in range(mode.side_count) if best[side] == max(best)]
        record["share"] = [60 // len(winners) * (side in winners) for side in mode.sides]
    return outcomes


def seatings_of(mode: Mode, lineup: tuple[int, ...]) -> Any:
    """seatings[rotation, seat]: the player there."""
    return np.array([[lineup[side] for side in rotation] for rotation in mode.rotations], np.int64)


def tally_of(mode: Mode, lineups: list[tuple[int, ...]], outcomes: list[Any], players: int) -> Tally:
    """The tally of a block: all line-ups of the same deals."""
    game = game_for(mode)
    tally, sums = Tally.empty(game, mode, players), DealSums.empty(game, mode, players, len(outcomes[0]))
    for lineup, records in zip(lineups, outcomes, strict=True):
        count_outcomes(tally, sums, game, mode, seatings_of(mode, lineup), records)
    sums.close(tally)
    return tally


def lineups_of(mode: Mode) -> list[tuple[int, ...]]:
    """Three line-ups of four players, one a mirror match."""
    first = tuple(range(mode.side_count))
    return [first, tuple(player + 1 for player in first), (3,) * mode.side_count]


def counts_of(tally: Tally) -> dict[str, Any]:
    return {entry.name: getattr(tally, entry.name).tolist() for entry in fields(tally)}


@settings(max_examples=30, deadline=None)
@given(mode=st.sampled_from(ALL_MODES), seed=st.integers(0, 2**32), cuts=st.lists(st.integers(0, 12)), order=st.randoms())
def test_the_tallies_of_blocks_add_up_to_that_of_the_whole_however_it_is_divided(
    mode: Mode, seed: int, cuts: list[int], order: Any
) -> None:
    lineups = lineups_of(mode)
    outcomes = [made_up_outcomes(mode, 12, len(mode.rotations), seed + n) for n in range(3)]
    whole = tally_of(mode, lineups, outcomes, players=4)
    edges = sorted({0, 12, *cuts})
    blocks = list(itertools.pairwise(edges))
    order.shuffle(blocks)
    total = Tally.empty(game_for(mode), mode, 4)
    for first, end in blocks:
        total.add(tally_of(mode, lineups, [records[first:end] for records in outcomes], players=4))
    assert counts_of(total) == counts_of(whole)


def as_table(mode: Mode, lineups: list[tuple[int, ...]], outcomes: list[Any]) -> pd.DataFrame:
    """One row a game and seat."""
    rows = []
    for lineup, records in zip(lineups, outcomes, strict=True):
        for (deal, rotation), record in np.ndenumerate(records):
            for seat, side in enumerate(mode.sides):
                row = {"game": (lineup, deal, rotation), "deal": deal, "seat": seat, "side": side}
                row |= {"player": lineup[mode.rotations[rotation][seat]], "share": int(record["share"][seat])}
                row |= {"score": int(record["seat"][seat, 0]), "cards": int(record["seat"][seat, 1])}
                row |= {f"round {n}": int(score) for n, score in enumerate(record["round_score"][seat])}
                row |= {f"item {i} {w}": int(record["item"][seat, i, w]) for i in range(ITEMS) for w in range(WAYS)}
                rows.append(row | {"turns": int(record["game"][0])})
    return pd.DataFrame(rows)


@pytest.mark.parametrize("mode", ALL_MODES, ids=lambda mode: mode.name)
def test_a_tally_equals_a_plain_recount(mode: Mode) -> None:
    lineups = lineups_of(mode)
    outcomes = [made_up_outcomes(mode, 9, len(mode.rotations), seed) for seed in range(3)]
    tally = tally_of(mode, lineups, outcomes, players=4)
    seats = as_table(mode, lineups, outcomes)
    sides = seats.drop_duplicates(["game", "side"])
    games = seats.drop_duplicates("game")
    assert (tally.deals[0], tally.games[0]) == (9, 9 * 3 * len(mode.rotations))
    assert tally.ties[0] == (sides[sides.share > 0].groupby("game").size() > 1).sum()
    assert tally.ties[0] > 0

    def by_player(table: pd.Series) -> list[Any]:
        return [table.get(player, 0) for player in range(4)]

    assert tally.share.tolist() == by_player(sides.groupby("player").share.sum())
    assert tally.share.sum() == 60 * tally.games[0]
    assert tally.place_share.tolist() == sides.groupby("side").share.sum().tolist()
    played = pd.crosstab(sides.player, sides.side).reindex(range(4), fill_value=0)
    assert tally.player_games.tolist() == played.to_numpy().tolist()
    deal_shares = sides.pivot_table(index="deal", columns="player", values="share", aggfunc="sum", fill_value=0)
    deal_shares = deal_shares.reindex(columns=range(4), fill_value=0)
    assert tally.share_cross.tolist() == [[(deal_shares[a] * deal_shares[b]).sum() for b in range(4)] for a in range(4)]
    deal_places = sides.pivot_table(index="deal", columns="side", values="share", aggfunc="sum")
    count = mode.side_count
    assert tally.place_cross.tolist() == [[(deal_places[a] * deal_places[b]).sum() for b in range(count)] for a in range(count)]
    for n, metric in enumerate(("score", "cards")):
        squares = seats.groupby(["deal", "player"])[metric].sum().pow(2).groupby("player").sum()
        assert tally.metric_square[:, n].tolist() == by_player(squares)
    best = seats.groupby(["game", "side"]).score.max().unstack()
    margins = best.apply(lambda row: row.max() - row.drop(row.idxmax()).max(), axis=1)
    assert tally.margin_bins.tolist() == [(margins == margin).sum() for margin in range(41)]
    assert tally.margin_square[0] == margins.groupby([deal for _, deal, _ in margins.index]).sum().pow(2).sum()
    for n in range(ROUNDS):
        assert tally.round_sum[:, n].tolist() == by_player(seats.groupby("player")[f"round {n}"].sum())
        assert tally.round_square[:, n].tolist() == by_player((seats[f"round {n}"] ** 2).groupby(seats.player).sum())
    assert tally.game_bins.tolist() == [(games.turns == turns).sum() for turns in range(13)]
    for i, way in np.ndindex(ITEMS, WAYS):
        name = f"item {i} {way}"
        used = seats[seats[name] > 0]
        assert tally.item_used[:, i, way].tolist() == by_player(used.groupby("player").size())
        assert tally.item_uses[:, i, way].tolist() == by_player(used.groupby("player")[name].sum())
        assert tally.item_share[:, i, way].tolist() == by_player(used.groupby("player").share.sum())


def test_histograms_lie_one_after_the_other_with_a_bin_for_every_value_from_0_to_the_highest() -> None:
    assert bin_offsets(SEAT_METRICS).tolist() == [0, 41, 49]
    outcomes = np.zeros((1, 2), outcome_dtype(2))
    outcomes["share"][0] = [[60, 0], [0, 60]]
    outcomes["seat"][0] = [[[40, 0], [3, 7]], [[0, 1], [3, 7]]]
    bins = tally_of(DUEL, [(0, 1)], [outcomes], players=2).seat_bins
    assert {tuple(map(int, place)): int(bins[tuple(place)]) for place in np.argwhere(bins)} == {
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
    outcomes = np.zeros((1, 2), outcome_dtype(4))
    outcomes["share"][0] = [[60, 0, 60, 0], [30, 30, 30, 30]]
    outcomes["seat"][0, :, :, 0] = [[9, 5, 8, 6], [7, 7, 1, 2]]
    tally = tally_of(TEAMS, [(0, 1)], [outcomes], players=2)
    assert tally.share.tolist() == [90, 30]
    assert tally.ties[0] == 1
    assert tally.player_games.tolist() == [[1, 1], [1, 1]]
    assert {margin: int(count) for margin, count in enumerate(tally.margin_bins) if count} == {3: 1, 0: 1}


def test_a_deals_shares_are_summed_over_its_rotations_before_they_are_multiplied() -> None:
    """Player 0 wins both games of the first deal and one of the second: 120 and 60."""
    outcomes = np.zeros((2, 2), outcome_dtype(2))
    outcomes["share"] = [[[60, 0], [0, 60]], [[60, 0], [60, 0]]]
    tally = tally_of(DUEL, [(0, 1)], [outcomes], players=2)
    assert tally.share.tolist() == [180, 60]
    assert tally.share_cross.tolist() == [[120**2 + 60**2, 60 * 60], [60 * 60, 60**2]]
    assert tally.place_share.tolist() == [180, 60]
    assert tally.place_cross.tolist() == [[60**2 + 120**2, 60 * 60], [60 * 60, 60**2]]


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
        tally_of(DUEL, [(0, 1)], [outcomes], players=2)


def test_the_ends_of_a_range_are_within_it() -> None:
    outcomes = made_up_outcomes(DUEL, 1, 2, seed=1)
    outcomes["seat"][0, 0] = [[40, 7], [0, 0]]
    outcomes["game"][0, 0] = 12
    tally_of(DUEL, [(0, 1)], [outcomes], players=2)
