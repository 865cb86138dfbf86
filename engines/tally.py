"""Counting the outcomes of games: sufficient statistics in whole numbers.

All sums are exact integers, so a result does not depend on how games are divided into blocks, or in which order these come
back. Win shares are counted in sixtieths (`engines.game.SHARE_UNIT`). The unit of analysis is the deal with all its games,
so sums over a deal are squared and multiplied before they are added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from engines.compilation import kernel
from engines.game import Game, Metric, Mode

Counts = np.ndarray[Any, np.dtype[np.int64]]


def bin_offsets(metrics: Sequence[Metric]) -> Counts:
    """Where the histogram of each metric begins in a flat row of bins; the last entry is the total (values 0 .. high)."""
    return np.concatenate([[0], np.cumsum([metric.high + 1 for metric in metrics])]).astype(np.int64)


def margin_bins(game: Game) -> int:
    """Number of bins for margins of the score, the first seat metric."""
    return game.seat_metrics[0].high + 1


@dataclass
class Tally:
    """Counts over a number of deals. P players (strategies), S seats, M seat metrics, R rounds, I items, W ways of use."""

    deals: Counts  # [1] deals
    games: Counts  # [1] games
    ties: Counts  # [1] games with several winning sides
    player_games: Counts  # [P, sides] games that a player played on a side's place
    share: Counts  # [P] sum of win shares
    share_cross: Counts  # [P, P] sum over deals of products of shares
    place_share: Counts  # [sides] sum of win shares by place
    place_cross: Counts  # [sides, sides] sum over deals of products
    seat_bins: Counts  # [P, S, bins] histograms of all seat metrics
    metric_square: Counts  # [P, M] sum over deals of the square of a metric's sum
    game_bins: Counts  # [bins] histograms of all game metrics
    margin_bins: Counts  # [bins] histogram of the winner's score less the best other side's
    margin_square: Counts  # [1] sum over deals of the square of the margins' sum
    round_sum: Counts  # [P, R] sum of the score after each round
    round_square: Counts  # [P, R] sum of its squares
    item_used: Counts  # [P, I, W] seats and games in which an item was used in a way
    item_uses: Counts  # [P, I, W] how often in all
    item_share: Counts  # [P, I, W] sum of win shares where it was used

    @classmethod
    def empty(cls, game: Game, mode: Mode, players: int) -> Tally:
        """Nothing counted yet."""
        seats, sides = mode.players, mode.side_count
        metrics = len(game.seat_metrics)
        outcome = game.kernels.OUTCOME
        rounds = outcome["round_score"].shape[1]
        items, ways = outcome["item"].shape[1:]

        def zeros(*shape: int) -> Counts:
            return np.zeros(shape, np.int64)

        return cls(
            deals=zeros(1),
            games=zeros(1),
            ties=zeros(1),
            player_games=zeros(players, sides),
            share=zeros(players),
            share_cross=zeros(players, players),
            place_share=zeros(sides),
            place_cross=zeros(sides, sides),
            seat_bins=zeros(players, seats, int(bin_offsets(game.seat_metrics)[-1])),
            metric_square=zeros(players, metrics),
            game_bins=zeros(int(bin_offsets(game.game_metrics)[-1])),
            margin_bins=zeros(margin_bins(game)),
            margin_square=zeros(1),
            round_sum=zeros(players, rounds),
            round_square=zeros(players, rounds),
            item_used=zeros(players, items, ways),
            item_uses=zeros(players, items, ways),
            item_share=zeros(players, items, ways),
        )

    def add(self, other: Tally) -> None:
        """Add the counts of other deals."""
        for entry in fields(self):
            total = getattr(self, entry.name)
            total += getattr(other, entry.name)


@dataclass
class DealSums:
    """Sums within each deal of a block, filled line-up by line-up before they are squared. D deals."""

    share: Counts  # [D, P]
    place: Counts  # [D, sides]
    metric: Counts  # [D, P, M]
    margin: Counts  # [D]

    @classmethod
    def empty(cls, game: Game, mode: Mode, players: int, deals: int) -> DealSums:
        """Nothing summed yet."""
        return cls(
            share=np.zeros((deals, players), np.int64),
            place=np.zeros((deals, mode.side_count), np.int64),
            metric=np.zeros((deals, players, len(game.seat_metrics)), np.int64),
            margin=np.zeros(deals, np.int64),
        )

    def close(self, tally: Tally) -> None:
        """Square the sums of each deal and add them to the tally."""
        tally.deals[0] += len(self.share)
        tally.share += self.share.sum(axis=0)
        tally.share_cross += self.share.T @ self.share
        tally.place_share += self.place.sum(axis=0)
        tally.place_cross += self.place.T @ self.place
        tally.metric_square += np.square(self.metric).sum(axis=0)
        tally.margin_square[0] += np.square(self.margin).sum()


class BinOverflow(ArithmeticError):
    """A metric left its declared range: a fault of the game's declaration, not of the user."""


def count_outcomes(tally: Tally, sums: DealSums, game: Game, mode: Mode, seatings: Counts, outcomes: Any) -> None:
    """Count the games of one line-up.

    seatings[rotation, seat]: the player there. outcomes: deals x rotations, the game's OUTCOME records.
    """
    wrong = _count(
        outcomes["share"],
        outcomes["game"],
        outcomes["seat"],
        outcomes["round_score"],
        outcomes["item"],
        seatings,
        np.array(mode.sides, np.int64),
        bin_offsets(game.seat_metrics),
        bin_offsets(game.game_metrics),
        sums.share,
        sums.place,
        sums.metric,
        sums.margin,
        tally.games,
        tally.ties,
        tally.player_games,
        tally.seat_bins,
        tally.game_bins,
        tally.margin_bins,
        tally.round_sum,
        tally.round_square,
        tally.item_used,
        tally.item_uses,
        tally.item_share,
    )
    if wrong >= 0:
        names = [metric.name for metric in (*game.seat_metrics, *game.game_metrics)]
        raise BinOverflow(f"{game.name}: metric {names[wrong]} left its declared range")


@kernel
def _count(share: Any, game: Any, seat: Any, round_score: Any, item: Any, seatings: Any, sides: Any, seat_offset: Any,
           game_offset: Any, deal_share: Any, deal_place: Any, deal_metric: Any, deal_margin: Any, games: Any, ties: Any,
           player_games: Any, seat_bins: Any, game_bins: Any, margin_bins: Any, round_sum: Any, round_square: Any,
           item_used: Any, item_uses: Any, item_share: Any) -> int:  # fmt: skip
    """Count games into the arrays of `Tally` and `DealSums`; the number of a metric out of range, or -1."""
    metrics = len(seat_offset) - 1
    for d in range(share.shape[0]):
        for r in range(share.shape[1]):
            games[0] += 1
            wrong = _count_game_metrics(game[d, r], game_offset, game_bins)
            if wrong >= 0:
                return metrics + wrong
            ties[0] += _count_shares(share[d, r], sides, seatings[r], deal_share[d], deal_place[d], player_games)
            margin = _margin(seat[d, r], sides)
            margin_bins[min(margin, len(margin_bins) - 1)] += 1
            deal_margin[d] += margin
            for s in range(len(sides)):
                player = seatings[r, s]
                for m in range(metrics):
                    value = seat[d, r, s, m]
                    if value < 0 or value >= seat_offset[m + 1] - seat_offset[m]:
                        return m
                    seat_bins[player, s, seat_offset[m] + value] += 1
                    deal_metric[d, player, m] += value
                for t in range(round_score.shape[3]):
                    score = round_score[d, r, s, t]
                    round_sum[player, t] += score
                    round_square[player, t] += score * score
                for i in range(item.shape[3]):
                    for way in range(item.shape[4]):
                        uses = item[d, r, s, i, way]
                        if uses > 0:
                            item_used[player, i, way] += 1
                            item_uses[player, i, way] += uses
                            item_share[player, i, way] += share[d, r, s]
    return -1


@kernel
def _count_game_metrics(values: Any, offset: Any, bins: Any) -> int:
    """Count the metrics of one game; the number of one out of range, or -1."""
    for m in range(len(offset) - 1):
        if values[m] < 0 or values[m] >= offset[m + 1] - offset[m]:
            return m
        bins[offset[m] + values[m]] += 1
    return -1


@kernel
def _count_shares(share: Any, sides: Any, seating: Any, deal_share: Any, deal_place: Any, player_games: Any) -> int:
    """Count the win shares of one game, once a side (by its first seat); 1 for a tie, else 0."""
    winners = 0
    counted = 0
    for s in range(len(sides)):
        if sides[s] == counted:
            counted += 1
            deal_share[seating[s]] += share[s]
            deal_place[sides[s]] += share[s]
            player_games[seating[s], sides[s]] += 1
            if share[s] > 0:
                winners += 1
    return 1 if winners > 1 else 0


@kernel
def _margin(seat: Any, sides: Any) -> int:
    """The best score less the best of the other sides."""
    best = 0
    for s in range(1, len(sides)):
        if seat[s, 0] > seat[best, 0]:
            best = s
    second = -1
    for s in range(len(sides)):
        if sides[s] != sides[best] and (second < 0 or seat[s, 0] > seat[second, 0]):
            second = s
    return seat[best, 0] - seat[second, 0]
