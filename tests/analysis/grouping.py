"""The sums by group of deals of made-up games, written out in Python; beside the counts of `counting`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.analysis.counting import GROUPS, UNIT, Played, Seating, count, standing


def grouped(games: list[Played], table: Seating) -> dict[str, Any]:
    """All counts of games: those of `counting.count`, with every sum by group, line-up and slot."""
    lineups, players = len(table.lineups), table.players
    found: dict[str, Any] = dict(count(games, table)) | {
        "group_lineup_share": np.zeros((GROUPS, lineups, table.places), np.int64),
        "group_lineup_ties": np.zeros((GROUPS, lineups), np.int64),
        "group_place": np.zeros((GROUPS, table.places), np.int64),
        "group_metric": np.zeros((GROUPS, players, 2), np.int64),
        "group_game_metric": np.zeros((GROUPS, 2), np.int64),
        "group_margin": np.zeros(GROUPS, np.int64),
    }
    for game in games:
        group, lineup = game.deal % GROUPS, table.lineup_of[game.k]
        seating, shares = table.seatings[game.k], game.shares(table.sides)
        found["group_lineup_ties"][group, lineup] += UNIT not in shares
        for place, share in enumerate(shares):
            player = seating[table.sides.index(place)]
            slots = [slot for slot, entry in enumerate(table.lineups[lineup]) if entry == player]
            found["group_lineup_share"][group, lineup, slots[0]] += share
            found["group_place"][group, place] += share
        for seat, score in enumerate(game.rounds[-1]):
            found["group_metric"][group, seating[seat]] += (score, 1)
        found["group_game_metric"][group] += (len(game.rounds), 10 * len(game.rounds))
        best = sorted(standing(game.rounds[-1], table.sides))
        found["group_margin"][group] += best[-1] - best[-2]
    return found
