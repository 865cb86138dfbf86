"""A plain count of made-up games: what a run counts, written out in Python game by game."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analysis.summary import RunInfo

UNIT = 60
HIGH = 60
ROUNDS = 5
GROUPS = 256
ITEMS = (("axe", "tool"), ("bow", "tool"), ("", ""), ("cat", "beast"))
WAYS = ("built", "sold", "held")


@dataclass(frozen=True)
class Seating:
    """Who plays: the place of each seat, and for each game of a deal its line-up and the player in each seat."""

    sides: tuple[int, ...]
    lineups: tuple[tuple[int, ...], ...]
    lineup_of: tuple[int, ...]
    seatings: tuple[tuple[int, ...], ...]

    @property
    def places(self) -> int:
        return max(self.sides) + 1

    @property
    def players(self) -> int:
        return 1 + max(max(seating) for seating in self.seatings)


DUEL = Seating((0, 1), ((0, 1),), (0, 0), ((0, 1), (1, 0)))
MIRROR = Seating((0, 1), ((0, 0),), (0,), ((0, 0),))
THREE = Seating((0, 1, 2), ((0, 1, 2),), (0, 0, 0), ((0, 1, 2), (1, 2, 0), (2, 0, 1)))
TEAMS = Seating((0, 1, 0, 1), ((0, 1),), (0, 0), ((0, 1, 0, 1), (1, 0, 1, 0)))
PAIRS = Seating((0, 1), ((0, 1), (0, 2), (1, 2)), (0, 0, 1, 1, 2, 2), ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)))


@dataclass
class Played:
    """One game: the seats' scores after each round, and how often (seat, item, way) was used. The best sides share the win."""

    deal: int
    k: int
    rounds: list[list[int]]
    uses: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def shares(self, sides: tuple[int, ...]) -> list[int]:
        """The win shares of the sides."""
        final = standing(self.rounds[-1], sides)
        winners = [score == max(final) for score in final]
        return [UNIT // sum(winners) if won else 0 for won in winners]


def standing(scores: list[int], sides: tuple[int, ...]) -> list[int]:
    """The best score of each side."""
    return [max(score for score, side in zip(scores, sides, strict=True) if side == place) for place in range(max(sides) + 1)]


def leader(scores: list[int], sides: tuple[int, ...]) -> int | None:
    """The side that leads alone."""
    best = standing(scores, sides)
    leaders = [side for side, score in enumerate(best) if score == max(best)]
    return leaders[0] if len(leaders) == 1 else None


def info_of(table: Seating, **changes: Any) -> RunInfo:
    """The names of a run."""
    names = {
        "strategies": tuple(f"strategy {n}" for n in range(table.players)),
        "places": tuple(f"place {n}" for n in range(table.places)),
        "seats": tuple(f"seat {n}" for n in range(len(table.sides))),
        "sides": table.sides,
        "seat_metrics": (("score", "coins", HIGH), ("cards", "cards", 3)),
        "game_metrics": (("rounds", "rounds", ROUNDS), ("decisions", "decisions", 50)),
        "share_unit": UNIT,
        "mirror": table.players == 1,
        "lineups": table.lineups,
        "seatings": table.seatings,
        "lineup_of": table.lineup_of,
        "items": ITEMS,
        "item_ways": WAYS,
        "chosen_ways": ("built", "sold"),
        "round_name": "round",
        "length_metric": "rounds",
    }
    return RunInfo(**(names | changes))


def count(games: list[Played], table: Seating) -> dict[str, np.ndarray]:
    """All counts of these games; every deal must have all its games."""
    players, seats, places, per_deal = table.players, len(table.sides), table.places, len(table.seatings)
    shapes = {
        "deals": 1, "games": 1, "ties": 1, "player_games": (players, places),
        "share": players, "share_cross": (players, players), "place_share": places,
        "place_cross": (places, places), "place_square": places, "game_share": (per_deal, places),
        "tied": (players, places), "seat_bins": (players, seats, HIGH + 1 + 4), "metric_square": (players, 2),
        "game_bins": ROUNDS + 1 + 51, "margin_bins": HIGH + 1, "margin_square": 1, "round_sum": (players, ROUNDS),
        "round_square": (players, ROUNDS), "led": ROUNDS, "led_share": ROUNDS, "running": ROUNDS, "led_dd": ROUNDS,
        "led_dx": ROUNDS, "led_xx": ROUNDS, "lead_changes": ROUNDS + 1, "settled": ROUNDS + 1, "deficit_bins": HIGH + 1,
        "behind": ROUNDS, "won_going": ROUNDS, "item_used": (players, seats, 4, 3), "item_uses": (players, 4, 3),
        "item_share": (players, seats, 4, 3), "item_square": (players, seats, 4, 3), "seat_games": (players, seats),
        "seat_share": (players, seats), "seat_square": (players, seats),
        "item_dd": (4, 3), "item_dx": (4, 3), "item_xx": (4, 3), "group_deals": GROUPS, "group_lineup_ties": (GROUPS, 1),
    }  # fmt: skip
    c: Any = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
    by_deal: dict[int, list[Played]] = defaultdict(list)
    for game in games:
        by_deal[game.deal].append(game)
    for deal, of_deal in by_deal.items():
        sums: Any = {
            "place": np.zeros(places, int), "share": np.zeros(players, int), "metric": np.zeros((players, 2), int), "margin": 0,
            "led": np.zeros(ROUNDS, int), "led_share": np.zeros(ROUNDS, int), "used": np.zeros((4, 3), int),
            "used_share": np.zeros((4, 3), int),
        }  # fmt: skip
        for game in of_deal:
            _count_game(c, sums, game, table)
        c["deals"] += 1
        c["group_deals"][deal % GROUPS] += 1
        c["place_share"] += sums["place"]
        c["place_cross"] += np.outer(sums["place"], sums["place"])
        c["share"] += sums["share"]
        c["share_cross"] += np.outer(sums["share"], sums["share"])
        c["metric_square"] += sums["metric"] ** 2
        c["margin_square"] += sums["margin"] ** 2
        for name, d, x in (("led", "led", "led_share"), ("item", "used", "used_share")):
            c[f"{name}_dd"] += sums[d] ** 2
            c[f"{name}_dx"] += sums[d] * sums[x]
            c[f"{name}_xx"] += sums[x] ** 2
    return c


def _count_game(c: Any, sums: Any, game: Played, table: Seating) -> None:
    """Count one game."""
    sides, seating, shares = table.sides, table.seatings[game.k], game.shares(table.sides)
    tied = sum(share > 0 for share in shares) > 1
    c["games"] += 1
    c["ties"] += tied
    c["group_lineup_ties"][game.deal % GROUPS, 0] += tied
    for place, share in enumerate(shares):
        player = seating[sides.index(place)]
        c["player_games"][player, place] += 1
        c["place_square"][place] += share**2
        c["game_share"][game.k, place] += share
        c["tied"][player, place] += tied and share > 0
        sums["place"][place] += share
        sums["share"][player] += share
    last = game.rounds[-1]
    for seat, score in enumerate(last):
        player, share = seating[seat], shares[sides[seat]]
        c["seat_bins"][player, seat, score] += 1
        c["seat_bins"][player, seat, HIGH + 1] += 1
        sums["metric"][player, 0] += score
        c["seat_games"][player, seat] += 1
        c["seat_share"][player, seat] += share
        c["seat_square"][player, seat] += share**2
        for t in range(ROUNDS):
            after = game.rounds[min(t, len(game.rounds) - 1)][seat]
            c["round_sum"][player, t] += after
            c["round_square"][player, t] += after**2
    for (seat, item, way), uses in game.uses.items():
        player, share = seating[seat], shares[sides[seat]]
        c["item_used"][player, seat, item, way] += 1
        c["item_uses"][player, item, way] += uses
        c["item_share"][player, seat, item, way] += share
        c["item_square"][player, seat, item, way] += share**2
        sums["used"][item, way] += 1
        sums["used_share"][item, way] += share
    c["game_bins"][len(game.rounds)] += 1
    c["game_bins"][ROUNDS + 1 + 10 * len(game.rounds)] += 1
    best = sorted(standing(last, sides))
    c["margin_bins"][best[-1] - best[-2]] += 1
    sums["margin"] += best[-1] - best[-2]
    _count_course(c, sums, game, sides, shares)


def _count_course(c: Any, sums: Any, game: Played, sides: tuple[int, ...], shares: list[int]) -> None:
    """Count leads, changes, deficits."""
    winner = shares.index(UNIT) if UNIT in shares else None
    leaders = [leader(scores, sides) for scores in game.rounds]
    for t, alone in enumerate(leaders[:-1]):
        c["running"][t] += 1
        if alone is not None:
            c["led"][t] += 1
            c["led_share"][t] += shares[alone]
            sums["led"][t] += 1
            sums["led_share"][t] += shares[alone]
        if winner is not None:
            now = standing(game.rounds[t], sides)
            c["won_going"][t] += 1
            c["behind"][t] += now[winner] < max(now)
    sole = [alone for alone in leaders if alone is not None]
    c["lead_changes"][sum(a != b for a, b in itertools.pairwise(sole))] += 1
    if winner is None:
        c["settled"][0] += 1
        return
    since = len(leaders)
    while since > 1 and leaders[since - 2] == winner:
        since -= 1
    c["settled"][since] += 1
    deficits = [max(now) - now[winner] for now in (standing(scores, sides) for scores in game.rounds[:-1])]
    c["deficit_bins"][max(deficits, default=0)] += 1


def random_games(table: Seating, deals: int, seed: int, rounds: tuple[int, int] = (3, 3), skill: float = 0.0) -> list[Played]:
    """Games whose scores grow by chance; each player n gains `skill` n more a round; items are used by chance."""
    rng = np.random.default_rng(seed)
    games = []
    for deal in range(deals):
        luck = rng.integers(0, 4, len(table.sides))
        for k, seating in enumerate(table.seatings):
            now = [0] * len(table.sides)
            course = []
            for _ in range(int(rng.integers(rounds[0], rounds[1] + 1))):
                gains = rng.integers(0, 5, len(now)) + luck // 2 + (rng.random(len(now)) < skill * np.array(seating))
                now = [min(HIGH, score + int(gain)) for score, gain in zip(now, gains, strict=True)]
                course.append(now)
            chances = [(seat, item, way) for seat in range(len(now)) for item in (0, 1, 3) for way in range(3)]
            uses = {key: int(rng.integers(1, 3)) for key in chances if rng.random() < 0.4}
            games.append(Played(deal, k, course, uses))
    return games
