"""A plain recount of outcomes: every array of `Tally` and `GroupSums`, from its definition, in plain Python.

It is written from what the counts mean, game by game and without regard to speed; the compiled loops in `engines/counting.py`
are held against it.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import Game

GROUP_COUNT = 256


@dataclass(frozen=True)
class PlainGame:
    """One game: its deal, its number in the deal, its line-up, and who sits where (player and slot of the line-up by seat)."""

    deal: int
    number: int
    lineup: int
    players: tuple[int, ...]
    slots: tuple[int, ...]
    sides: tuple[int, ...]
    record: Any

    def seats_of(self, side: int) -> list[int]:
        return [seat for seat, its in enumerate(self.sides) if its == side]

    @property
    def side_count(self) -> int:
        return len(set(self.sides))

    def share(self, seat: int) -> int:
        return int(self.record["share"][seat])

    def side_share(self, side: int) -> int:
        return self.share(self.seats_of(side)[0])

    @property
    def winners(self) -> list[int]:
        return [side for side in range(self.side_count) if self.side_share(side) > 0]

    @property
    def margin(self) -> int:
        """The best side's score less the next side's; a side's score is that of its best seat."""
        scores = [max(int(self.record["seat"][seat, 0]) for seat in self.seats_of(side)) for side in range(self.side_count)]
        first, second = sorted(scores, reverse=True)[:2]
        return first - second


class Trajectory:
    """How one game went from round to round. Rounds are numbered from 1; the last one is the end."""

    def __init__(self, game: PlainGame, length: int) -> None:
        self.game = game
        self.length = length
        self.during = range(1, length)
        self.winner = game.winners[0] if len(game.winners) == 1 else None

    def score(self, side: int, t: int) -> int:
        return max(int(self.game.record["round_score"][seat, t - 1]) for seat in self.game.seats_of(side))

    def leader(self, t: int) -> int | None:
        """The side that alone is ahead after round t."""
        scores = [self.score(side, t) for side in range(self.game.side_count)]
        ahead = [side for side, score in enumerate(scores) if score == max(scores)]
        return ahead[0] if len(ahead) == 1 else None

    def gap(self, t: int) -> int:
        """How far the winner is behind the best other side (negative: ahead)."""
        assert self.winner is not None
        others = [self.score(side, t) for side in range(self.game.side_count) if side != self.winner]
        return max(others) - self.score(self.winner, t)

    @property
    def lead_changes(self) -> int:
        leaders = [self.leader(t) for t in self.during] + [self.winner]
        alone = [leader for leader in leaders if leader is not None]
        return sum(a != b for a, b in itertools.pairwise(alone))

    @property
    def settled(self) -> int:
        """The first round from which on the winner led alone until the end; 0 for a shared win."""
        if self.winner is None:
            return 0
        return min(t for t in range(1, self.length + 1) if all(self.leader(u) == self.winner for u in range(t, self.length)))

    @property
    def deficit(self) -> int:
        return max([0, *(self.gap(t) for t in self.during)])


def _sums(shape: tuple[int, ...], entries: Iterable[tuple[Any, int]]) -> Any:
    """An array of sums: entries (place, value)."""
    total = np.zeros(shape, np.int64)
    for place, value in entries:
        total[place] += value
    return total


def _products(shape: tuple[int, ...], left: dict[Any, int], right: dict[Any, int]) -> Any:
    """Sums over deals of products: left and right are keyed (deal, *place)."""
    return _sums(shape, ((key[1:], value * right[key]) for key, value in left.items()))


def _by_deal(entries: Iterable[tuple[Any, int]]) -> dict[Any, int]:
    """Sums within each deal: entries ((deal, *place), value)."""
    total: dict[Any, int] = defaultdict(int)
    for key, value in entries:
        total[key] += value
    return total


def recount(game: Game, games: list[PlainGame], players: int) -> dict[str, Any]:
    """Every array of the tally, by name."""
    sides, seats = games[0].side_count, len(games[0].sides)
    per_deal = max(g.number for g in games) + 1
    deals = sorted({g.deal for g in games})
    by_side = [(g, z, g.seats_of(z)[0], g.side_share(z)) for g in games for z in range(sides)]
    by_seat = [(g, s, g.players[s], g.share(s)) for g in games for s in range(seats)]
    deal_share = _by_deal(((g.deal, g.players[s]), w) for g, z, s, w in by_side)
    deal_place = _by_deal(((g.deal, z), w) for g, z, s, w in by_side)
    deal_margin = _by_deal(((g.deal,), g.margin) for g in games)
    counts = {
        "deals": [len(deals)],
        "games": [len(games)],
        "unfinished": [sum(int(g.record["unfinished"]) for g in games)],
        "ties": [sum(len(g.winners) > 1 for g in games)],
        "player_games": _sums((players, sides), (((g.players[s], z), 1) for g, z, s, w in by_side)),
        "tied": _sums((players, sides), (((g.players[s], z), 1) for g, z, s, w in by_side if w > 0 and len(g.winners) > 1)),
        "share": _sums((players,), ((g.players[s], w) for g, z, s, w in by_side)),
        "share_cross": _sums(
            (players, players),
            (((a, b), deal_share[d, a] * deal_share[d, b]) for d in deals for a in range(players) for b in range(players)),
        ),
        "game_share": _sums((per_deal, sides), (((g.number, z), w) for g, z, s, w in by_side)),
        "place_share": _sums((sides,), ((z, w) for g, z, s, w in by_side)),
        "place_cross": _sums(
            (sides, sides),
            (((a, b), deal_place[d, a] * deal_place[d, b]) for d in deals for a in range(sides) for b in range(sides)),
        ),
        "place_square": _sums((sides,), ((z, w * w) for g, z, s, w in by_side)),
        "seat_games": _sums((players, seats), (((p, s), 1) for g, s, p, w in by_seat)),
        "seat_share": _sums((players, seats), (((p, s), w) for g, s, p, w in by_seat)),
        "seat_square": _sums((players, seats), (((p, s), w * w) for g, s, p, w in by_seat)),
        "margin_bins": _sums((game.seat_metrics[0].high + 1,), ((g.margin, 1) for g in games)),
        "margin_square": [sum(margin**2 for margin in deal_margin.values())],
    }
    return (
        counts
        | _metrics(game, games, by_seat, players)
        | _rounds(game, games, by_seat, players)
        | _items(games, by_seat, players)
    )


def _metrics(game: Game, games: list[PlainGame], by_seat: Any, players: int) -> dict[str, Any]:
    """Histograms, one metric's after the other's, and squares of the sums by deal."""
    seats, metrics = len(games[0].sides), len(game.seat_metrics)
    deal_metric = _by_deal(((g.deal, p, m), int(g.record["seat"][s, m])) for g, s, p, w in by_seat for m in range(metrics))
    seat_bins = [
        _sums((players, seats, metric.high + 1), (((p, s, g.record["seat"][s, m]), 1) for g, s, p, w in by_seat))
        for m, metric in enumerate(game.seat_metrics)
    ]
    game_bins = [
        _sums((metric.high + 1,), ((g.record["game"][m], 1) for g in games)) for m, metric in enumerate(game.game_metrics)
    ]
    return {
        "seat_bins": np.concatenate(seat_bins, axis=2),
        "game_bins": np.concatenate(game_bins),
        "metric_square": _products((players, metrics), deal_metric, deal_metric),
    }


def _rounds(game: Game, games: list[PlainGame], by_seat: Any, players: int) -> dict[str, Any]:
    """Scores after each round, leads, and how they ended."""
    rounds = games[0].record["round_score"].shape[1]
    lengths = [metric.name for metric in game.game_metrics].index(game.length_metric)
    paths = [Trajectory(g, int(g.record["game"][lengths])) for g in games]
    going = [(path, t) for path in paths for t in path.during]
    led = [(path, t, path.leader(t)) for path, t in going if path.leader(t) is not None]
    won = [(path, t) for path, t in going if path.winner is not None]
    deal_led = _by_deal(((path.game.deal, t - 1), 1) for path, t, leader in led)
    deal_led_share = _by_deal(((path.game.deal, t - 1), path.game.side_share(leader)) for path, t, leader in led)
    scores = [((p, t), int(g.record["round_score"][s, t])) for g, s, p, w in by_seat for t in range(rounds)]
    return {
        "round_sum": _sums((players, rounds), scores),
        "round_square": _sums((players, rounds), ((place, score**2) for place, score in scores)),
        "running": _sums((rounds,), ((t - 1, 1) for path, t in going)),
        "led": _sums((rounds,), ((t - 1, 1) for path, t, leader in led)),
        "led_share": _sums((rounds,), ((t - 1, path.game.side_share(leader)) for path, t, leader in led)),
        "led_dd": _products((rounds,), deal_led, deal_led),
        "led_dx": _products((rounds,), deal_led, deal_led_share),
        "led_xx": _products((rounds,), deal_led_share, deal_led_share),
        "won_going": _sums((rounds,), ((t - 1, 1) for path, t in won)),
        "behind": _sums((rounds,), ((t - 1, 1) for path, t in won if path.gap(t) > 0)),
        "lead_changes": _sums((rounds + 1,), ((path.lead_changes, 1) for path in paths)),
        "settled": _sums((rounds + 1,), ((path.settled, 1) for path in paths)),
        "deficit_bins": _sums(
            (game.seat_metrics[0].high + 1,), ((path.deficit, 1) for path in paths if path.winner is not None)
        ),
    }


def _items(games: list[PlainGame], by_seat: Any, players: int) -> dict[str, Any]:
    """Who used what, and how he fared."""
    _, items, ways = games[0].record["item"].shape
    by_use = [
        (g.deal, p, s, i, way, int(g.record["item"][s, i, way]), w)
        for g, s, p, w in by_seat
        for i in range(items)
        for way in range(ways)
        if g.record["item"][s, i, way] > 0
    ]
    shape = (players, len(games[0].sides), items, ways)
    used = _by_deal(((deal, i, way), 1) for deal, p, s, i, way, uses, w in by_use)
    share = _by_deal(((deal, i, way), w) for deal, p, s, i, way, uses, w in by_use)
    return {
        "item_used": _sums(shape, (((p, s, i, way), 1) for _, p, s, i, way, uses, w in by_use)),
        "item_uses": _sums((players, items, ways), (((p, i, way), uses) for _, p, s, i, way, uses, w in by_use)),
        "item_share": _sums(shape, (((p, s, i, way), w) for _, p, s, i, way, uses, w in by_use)),
        "item_square": _sums(shape, (((p, s, i, way), w * w) for _, p, s, i, way, uses, w in by_use)),
        "item_dd": _products((items, ways), used, used),
        "item_dx": _products((items, ways), used, share),
        "item_xx": _products((items, ways), share, share),
    }


def recount_groups(game: Game, games: list[PlainGame], players: int, lineups: int) -> dict[str, Any]:
    """Every array of the sums by group of deals, by name: deal d belongs to group d mod 256."""
    n, sides = GROUP_COUNT, games[0].side_count
    by_side = [(g, z, g.seats_of(z)[0], g.side_share(z)) for g in games for z in range(sides)]
    metrics, game_metrics = len(game.seat_metrics), len(game.game_metrics)
    return {
        "deals": _sums((n,), ((deal % n, 1) for deal in {g.deal for g in games})),
        "lineup_share": _sums((n, lineups, sides), (((g.deal % n, g.lineup, g.slots[s]), w) for g, z, s, w in by_side)),
        "place": _sums((n, sides), (((g.deal % n, z), w) for g, z, s, w in by_side)),
        "metric": _sums(
            (n, players, metrics),
            (
                ((g.deal % n, player, m), int(g.record["seat"][s, m]))
                for g in games
                for s, player in enumerate(g.players)
                for m in range(metrics)
            ),
        ),
        "game_metric": _sums(
            (n, game_metrics), (((g.deal % n, m), int(g.record["game"][m])) for g in games for m in range(game_metrics))
        ),
        "margin": _sums((n,), ((g.deal % n, g.margin) for g in games)),
        "lineup_ties": _sums((n, lineups), (((g.deal % n, g.lineup), 1) for g in games if len(g.winners) > 1)),
    }
