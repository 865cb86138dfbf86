"""The compiled loops that count the outcomes of a line-up's games into the arrays of `tally.Tally` and `tally.DealSums`."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.compilation import kernel
from engines.game import SHARE_UNIT


@kernel
def count_shares(share: Any, sides: Any, players: Any, slots: Any, deal_share: Any, deal_lineup: Any, deal_place: Any,
                 deal_ties: Any, games: Any, player_games: Any, tied: Any, game_share: Any, place_square: Any, seat_games: Any,
                 seat_share: Any, seat_square: Any) -> None:  # fmt: skip
    """Count win shares. players, slots [rotation, seat]: who sits there, and which place of the line-up that is."""
    for d in range(share.shape[0]):
        for r in range(share.shape[1]):
            games[0] += 1
            winners = 0
            next_side = 0
            for s in range(len(sides)):
                won = np.int64(share[d, r, s])
                player = players[r, s]
                seat_games[player, s] += 1
                seat_share[player, s] += won
                seat_square[player, s] += won * won
                if sides[s] != next_side:
                    continue
                next_side += 1
                place = sides[s]
                winners += 1 if won > 0 else 0
                deal_share[d, player] += won
                deal_lineup[d, slots[r, s]] += won
                deal_place[d, place] += won
                game_share[r, place] += won
                place_square[place] += won * won
                player_games[player, place] += 1
                tied[player, place] += 0 < won < SHARE_UNIT
            deal_ties[d] += winners > 1


@kernel
def count_metrics(game: Any, seat: Any, sides: Any, players: Any, seat_offset: Any, game_offset: Any, deal_metric: Any,
                  deal_game: Any, deal_margin: Any, seat_bins: Any, game_bins: Any, margin_bins: Any) -> int:  # fmt: skip
    """Count metrics and margins; the number of a metric that is out of range (the game's after the seats'), or -1."""
    seat_metrics = len(seat_offset) - 1
    for d in range(game.shape[0]):
        for r in range(game.shape[1]):
            for m in range(len(game_offset) - 1):
                value = game[d, r, m]
                if value < 0 or value >= game_offset[m + 1] - game_offset[m]:
                    return seat_metrics + m
                game_bins[game_offset[m] + value] += 1
                deal_game[d, m] += value
            margin = _margin(seat[d, r], sides)
            margin_bins[min(margin, len(margin_bins) - 1)] += 1
            deal_margin[d] += margin
            for s in range(len(sides)):
                player = players[r, s]
                for m in range(seat_metrics):
                    value = seat[d, r, s, m]
                    if value < 0 or value >= seat_offset[m + 1] - seat_offset[m]:
                        return m
                    seat_bins[player, s, seat_offset[m] + value] += 1
                    deal_metric[d, player, m] += value
    return -1


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


@kernel
def count_rounds(share: Any, length: Any, round_score: Any, sides: Any, players: Any, deal_led: Any, deal_led_share: Any,
                 round_sum: Any, round_square: Any, running: Any, won_going: Any, behind: Any, lead_changes: Any, settled: Any,
                 deficit_bins: Any) -> None:  # fmt: skip
    """Count how games went from round to round. length [d, r]: the rounds that were played.

    The lead is by the score between sides, and somebody has it only if he alone is ahead. The last round is the end: it is not
    counted among those during which somebody leads.
    """
    for d in range(share.shape[0]):
        for r in range(share.shape[1]):
            for s in range(len(sides)):
                for t in range(round_score.shape[3]):
                    score = np.int64(round_score[d, r, s, t])
                    round_sum[players[r, s], t] += score
                    round_square[players[r, s], t] += score * score
            winner = _sole_winner(share[d, r], sides)
            last_leader = -1
            changes = 0
            led_since = -1
            deficit = 0
            for t in range(length[d, r] - 1):
                running[t] += 1
                leader, best = _leader(round_score[d, r], sides, t)
                if leader >= 0:
                    deal_led[d, t] += 1
                    deal_led_share[d, t] += share[d, r, leader]
                    changes += last_leader >= 0 and sides[leader] != sides[last_leader]
                    last_leader = leader
                if winner >= 0:
                    won_going[t] += 1
                    gap = best - _side_score(round_score[d, r], sides, winner, t)
                    behind[t] += gap > 0
                    deficit = max(deficit, gap)
                    if leader < 0 or sides[leader] != sides[winner]:
                        led_since = -1
                    elif led_since < 0:
                        led_since = t
            if winner >= 0:
                changes += last_leader >= 0 and sides[winner] != sides[last_leader]
                settled[led_since + 1 if led_since >= 0 else length[d, r]] += 1
                deficit_bins[min(deficit, len(deficit_bins) - 1)] += 1
            else:
                settled[0] += 1
            lead_changes[changes] += 1


@kernel
def _sole_winner(share: Any, sides: Any) -> int:
    """The first seat of the side that won alone, or -1."""
    for s in range(len(sides)):
        if share[s] == SHARE_UNIT:
            return s
    return -1


@kernel
def _leader(round_score: Any, sides: Any, t: int) -> Any:
    """The first seat of the side that alone has the highest score after a round, or -1; and that score."""
    leader = 0
    level = False
    for s in range(1, len(sides)):
        if round_score[s, t] > round_score[leader, t]:
            leader = s
            level = False
        elif round_score[s, t] == round_score[leader, t] and sides[s] != sides[leader]:
            level = True
    return (-1 if level else leader), np.int64(round_score[leader, t])


@kernel
def _side_score(round_score: Any, sides: Any, seat: int, t: int) -> Any:
    """The score after a round of the side of a seat: that of its best seat."""
    best = np.int64(round_score[seat, t])
    for s in range(len(sides)):
        if sides[s] == sides[seat]:
            best = max(best, np.int64(round_score[s, t]))
    return best


@kernel
def count_items(share: Any, item: Any, players: Any, deal_used: Any, deal_share: Any, item_used: Any, item_uses: Any,
                item_share: Any, item_square: Any) -> None:  # fmt: skip
    """Count the use of items, and how those who used them fared."""
    for d in range(item.shape[0]):
        for r in range(item.shape[1]):
            for s in range(players.shape[1]):
                player = players[r, s]
                won = np.int64(share[d, r, s])
                for i in range(item.shape[3]):
                    for way in range(item.shape[4]):
                        uses = item[d, r, s, i, way]
                        if uses > 0:
                            deal_used[d, i, way] += 1
                            deal_share[d, i, way] += won
                            item_used[player, s, i, way] += 1
                            item_uses[player, i, way] += uses
                            item_share[player, s, i, way] += won
                            item_square[player, s, i, way] += won * won


@kernel
def add_products(used: Any, share: Any, dd: Any, dx: Any, xx: Any) -> None:
    """Add to dd, dx and xx the sums over deals of the squares and products of used and share [deal, item, way]."""
    for d in range(used.shape[0]):
        for i in range(used.shape[1]):
            for way in range(used.shape[2]):
                number = np.int64(used[d, i, way])
                if number > 0:
                    won = np.int64(share[d, i, way])
                    dd[i, way] += number * number
                    dx[i, way] += number * won
                    xx[i, way] += won * won
