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

from engines.counting import add_products, count_items, count_metrics, count_rounds, count_shares
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
    """Counts over a number of deals.

    P players (strategies), S seats, Z sides, K games a deal, M seat metrics, R rounds, I items, W ways of use. The place of a
    side is where it sits: place z is that of the first seat of side z. `_dd`, `_dx` and `_xx` are sums over deals of D * D,
    D * X and X * X, with D how many of something a deal has and X their win shares, for the variance of the ratio X / D.
    """

    deals: Counts  # [1] deals
    games: Counts  # [1] games
    ties: Counts  # [1] games with several winning sides
    unfinished: Counts  # [1] games that were broken off
    player_games: Counts  # [P, Z] games that a player played on a place
    tied: Counts  # [P, Z] of them games in which he shared the win
    share: Counts  # [P] sum of win shares
    share_cross: Counts  # [P, P] sum over deals of products of shares
    game_share: Counts  # [K, Z] sum of win shares by game of the deal and place
    place_share: Counts  # [Z] sum of win shares by place
    place_cross: Counts  # [Z, Z] sum over deals of products
    place_square: Counts  # [Z] sum over games of squares
    seat_games: Counts  # [P, S] games that a player played on a seat
    seat_share: Counts  # [P, S] sum of their win shares
    seat_square: Counts  # [P, S] sum of the squares
    seat_bins: Counts  # [P, S, bins] histograms of all seat metrics
    metric_square: Counts  # [P, M] sum over deals of the square of a metric's sum
    game_bins: Counts  # [bins] histograms of all game metrics
    margin_bins: Counts  # [bins] histogram of the winner's score less the best other side's
    margin_square: Counts  # [1] sum over deals of the square of the margins' sum
    round_sum: Counts  # [P, R] sum of the score after each round
    round_square: Counts  # [P, R] sum of its squares
    running: Counts  # [R] games still going on after a round
    led: Counts  # [R] of them games in which one side alone led
    led_share: Counts  # [R] the final win shares of these leaders
    led_dd: Counts  # [R]
    led_dx: Counts  # [R]
    led_xx: Counts  # [R]
    won_going: Counts  # [R] running games that one side won alone in the end
    behind: Counts  # [R] of them games in which that side was behind
    lead_changes: Counts  # [R + 1] games by number of changes of the sole leader
    settled: Counts  # [R + 1] games by the round from which their only winner led alone; 0: shared wins
    deficit_bins: Counts  # [bins] games with one winner by how far he was behind at most
    item_used: Counts  # [P, S, I, W] seats and games in which an item was used in a way
    item_uses: Counts  # [P, I, W] how often in all
    item_share: Counts  # [P, S, I, W] sum of win shares where it was used
    item_square: Counts  # [P, S, I, W] sum of their squares
    item_dd: Counts  # [I, W]
    item_dx: Counts  # [I, W]
    item_xx: Counts  # [I, W]

    @classmethod
    def empty(cls, game: Game, mode: Mode, players: int, games_per_deal: int) -> Tally:
        """Nothing counted yet."""
        seats, sides = mode.players, mode.side_count
        metrics = len(game.seat_metrics)
        rounds, items, ways = outcome_sizes(game)
        score_bins = margin_bins(game)

        def zeros(*shape: int) -> Counts:
            return np.zeros(shape, np.int64)

        return cls(
            deals=zeros(1),
            games=zeros(1),
            ties=zeros(1),
            unfinished=zeros(1),
            player_games=zeros(players, sides),
            tied=zeros(players, sides),
            share=zeros(players),
            share_cross=zeros(players, players),
            game_share=zeros(games_per_deal, sides),
            place_share=zeros(sides),
            place_cross=zeros(sides, sides),
            place_square=zeros(sides),
            seat_games=zeros(players, seats),
            seat_share=zeros(players, seats),
            seat_square=zeros(players, seats),
            seat_bins=zeros(players, seats, int(bin_offsets(game.seat_metrics)[-1])),
            metric_square=zeros(players, metrics),
            game_bins=zeros(int(bin_offsets(game.game_metrics)[-1])),
            margin_bins=zeros(score_bins),
            margin_square=zeros(1),
            round_sum=zeros(players, rounds),
            round_square=zeros(players, rounds),
            running=zeros(rounds),
            led=zeros(rounds),
            led_share=zeros(rounds),
            led_dd=zeros(rounds),
            led_dx=zeros(rounds),
            led_xx=zeros(rounds),
            won_going=zeros(rounds),
            behind=zeros(rounds),
            lead_changes=zeros(rounds + 1),
            settled=zeros(rounds + 1),
            deficit_bins=zeros(score_bins),
            item_used=zeros(players, seats, items, ways),
            item_uses=zeros(players, items, ways),
            item_share=zeros(players, seats, items, ways),
            item_square=zeros(players, seats, items, ways),
            item_dd=zeros(items, ways),
            item_dx=zeros(items, ways),
            item_xx=zeros(items, ways),
        )

    def add(self, other: Tally) -> None:
        """Add the counts of other deals."""
        for entry in fields(self):
            total = getattr(self, entry.name)
            total += getattr(other, entry.name)


def outcome_sizes(game: Game) -> tuple[int, int, int]:
    """How many rounds, items and ways of use an outcome has room for."""
    outcome = game.kernels.OUTCOME
    items, ways = outcome["item"].shape[1:]
    return outcome["round_score"].shape[1], items, ways


@dataclass
class DealSums:
    """Sums within each deal of a block, filled line-up by line-up before they are squared. D deals, L line-ups."""

    share: Counts  # [D, P]
    lineup_share: Counts  # [D, L, Z] by line-up and slot
    place: Counts  # [D, Z]
    metric: Counts  # [D, P, M]
    game_metric: Counts  # [D, metrics of the game]
    margin: Counts  # [D]
    lineup_ties: Counts  # [D, L] games with several winning sides
    led: Counts  # [D, R]
    led_share: Counts  # [D, R]
    item_used: Any  # [D, I, W] 32 bits, for there are many
    item_share: Any  # [D, I, W] 32 bits

    @classmethod
    def empty(cls, game: Game, mode: Mode, players: int, lineups: int, deals: int) -> DealSums:
        """Nothing summed yet."""
        rounds, items, ways = outcome_sizes(game)
        return cls(
            share=np.zeros((deals, players), np.int64),
            lineup_share=np.zeros((deals, lineups, mode.side_count), np.int64),
            place=np.zeros((deals, mode.side_count), np.int64),
            metric=np.zeros((deals, players, len(game.seat_metrics)), np.int64),
            game_metric=np.zeros((deals, len(game.game_metrics)), np.int64),
            margin=np.zeros(deals, np.int64),
            lineup_ties=np.zeros((deals, lineups), np.int64),
            led=np.zeros((deals, rounds), np.int64),
            led_share=np.zeros((deals, rounds), np.int64),
            item_used=np.zeros((deals, items, ways), np.int32),
            item_share=np.zeros((deals, items, ways), np.int32),
        )

    def close(self, tally: Tally) -> None:
        """Square the sums of each deal and add them to the tally."""
        tally.deals[0] += len(self.share)
        tally.ties[0] += self.lineup_ties.sum()
        tally.share += self.share.sum(axis=0)
        tally.share_cross += self.share.T @ self.share
        tally.place_share += self.place.sum(axis=0)
        tally.place_cross += self.place.T @ self.place
        tally.metric_square += np.square(self.metric).sum(axis=0)
        tally.margin_square[0] += np.square(self.margin).sum()
        tally.led += self.led.sum(axis=0)
        tally.led_share += self.led_share.sum(axis=0)
        tally.led_dd += np.square(self.led).sum(axis=0)
        tally.led_dx += (self.led * self.led_share).sum(axis=0)
        tally.led_xx += np.square(self.led_share).sum(axis=0)
        add_products(self.item_used, self.item_share, tally.item_dd, tally.item_dx, tally.item_xx)


class BinOverflow(ArithmeticError):
    """A metric left its declared range: a fault of the game's declaration, not of the user."""


@dataclass(frozen=True)
class SeatedLineup:
    """A line-up in its seats. slots[rotation, seat]: the place of the line-up that sits there; players likewise.

    number: of the line-up in the design; first_game: the place in the deal of its first rotation.
    """

    number: int
    first_game: int
    slots: Counts
    players: Counts


def count_outcomes(tally: Tally, sums: DealSums, game: Game, mode: Mode, lineup: SeatedLineup, outcomes: Any) -> None:
    """Count the games of one line-up. outcomes: deals x rotations, the game's OUTCOME records. Raises BinOverflow."""
    sides = np.array(mode.sides, np.int64)
    share, rounds = outcomes["share"], outcomes["round_score"]
    tally.unfinished[0] += np.count_nonzero(outcomes["unfinished"])
    metric_names = [metric.name for metric in game.game_metrics]
    length = outcomes["game"][..., metric_names.index(game.length_metric)]
    games = slice(lineup.first_game, lineup.first_game + len(lineup.slots))
    count_shares(
        share, sides, lineup.players, lineup.slots,
        sums.share, sums.lineup_share[:, lineup.number], sums.place,
        sums.lineup_ties[:, lineup.number],
        tally.games, tally.player_games, tally.tied, tally.game_share[games], tally.place_square,
        tally.seat_games, tally.seat_share, tally.seat_square,
    )  # fmt: skip
    wrong = count_metrics(
        outcomes["game"], outcomes["seat"], sides, lineup.players,
        bin_offsets(game.seat_metrics), bin_offsets(game.game_metrics),
        sums.metric, sums.game_metric, sums.margin, tally.seat_bins, tally.game_bins, tally.margin_bins,
    )  # fmt: skip
    if length.min() < 1 or length.max() > rounds.shape[-1]:
        raise BinOverflow(f"{game.name}: metric {game.length_metric} is not from 1 to {rounds.shape[-1]}, the rounds recorded")
    if wrong >= 0:
        names = [metric.name for metric in (*game.seat_metrics, *game.game_metrics)]
        raise BinOverflow(f"{game.name}: metric {names[wrong]} left its declared range")
    count_rounds(
        share, length, rounds, sides, lineup.players,
        sums.led, sums.led_share, tally.round_sum, tally.round_square, tally.running, tally.won_going, tally.behind,
        tally.lead_changes, tally.settled, tally.deficit_bins,
    )  # fmt: skip
    count_items(
        share, outcomes["item"], lineup.players,
        sums.item_used, sums.item_share, tally.item_used, tally.item_uses, tally.item_share, tally.item_square,
    )  # fmt: skip
