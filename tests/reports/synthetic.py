"""Reports made up from random numbers, of any size and with any gaps, in the shape that analysis produces."""

from __future__ import annotations

from typing import Any

import numpy as np

SHORT = [
    "evaluator",
    "balanced",
    "random",
    "greedy",
    "careful",
    "builder",
    "seller",
    "hoarder",
    "mixed",
    "bold",
    "quick",
    "late",
    "rollout",
]
LONG = [f"evaluator:harvest={n}.25,sell=0.75,upgrade={n},patience=1.5,{'abcdefghijklm'[n]}=0.125" for n in range(13)]
JAPANESE = [
    "麦とパンの職人",
    "欲張り",
    "堅実なプレイヤー",
    "ランダム",
    "建設者",
    "売り手",
    "貯める人",
    "混合戦略",
    "大胆",
    "速攻",
    "大器晩成",
    "評価関数",
    "探索",
]
NAMES = {"short": SHORT, "long": [name[:60] for name in LONG], "japanese": JAPANESE}
REASON = "one deal is too few for an interval"


class Maker:
    """Makes one report. empty: every figure that can be missing is."""

    def __init__(self, strategies: int, names: str, rounds: int, seats: int, items: int, empty: bool, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.names = NAMES[names][:strategies]
        self.rounds, self.seats, self.items, self.empty = rounds, seats, items, empty

    def figure(self, middle: float, half: float, low: float = 0.0, high: float = 1.0) -> dict[str, float] | None:
        if self.empty:
            return None
        value = float(np.clip(middle + half * self.rng.normal(), low, high))
        ends = float(np.clip(value - half, low, high)), float(np.clip(value + half * 1.1, low, high))
        return {"estimate": value, "low": ends[0], "high": ends[1]}

    def bins(self, middle: float, spread: float, least: int = 0) -> list[list[float]]:
        if self.empty:
            return [[round(middle), 1.0]]
        values, counts = np.unique(
            np.maximum(least, np.rint(self.rng.normal(middle, spread, 4000))).astype(int), return_counts=True
        )
        return [[int(value), float(count / 4000)] for value, count in zip(values, counts, strict=True)]

    def spread(self, name: str, middle: float, sd: float) -> dict[str, Any]:
        bins = self.bins(middle, sd)
        marks = [round(middle + sd * z) for z in (-1.64, -0.67, 0, 0.67, 1.64)] if not self.empty else [round(middle)] * 5
        return {
            "name": name,
            "n": 1 if self.empty else 20000,
            "mean": middle,
            "sd": 0.0 if self.empty else sd,
            **dict(zip(("q05", "q25", "median", "q75", "q95"), map(max, marks, [0] * 5), strict=True)),
            "min": int(bins[0][0]),
            "max": int(bins[-1][0]),
            "bins": bins,
        }

    def ranking(self) -> list[dict[str, Any]]:
        count = len(self.names)
        return [
            {
                "name": name,
                "share": self.figure(0.7 - 0.4 * n / max(1, count - 1), 0.01),
                "rating": self.figure(150 - 300 * n / max(1, count - 1), 12, -1e6, 1e6),
                "mixture": None if self.empty else float(n == 0),
                "alpharank": None if self.empty else float(n == 0),
                "beats": [] if self.empty else self.names[n + 1 :],
                "likelihood_of_rank": None if self.empty else 0.97,
                "score": self.figure(42 - n, 0.3, 0, 1e6),
                "games": 2 if self.empty else 40000,
            }
            for n, name in enumerate(self.names)
        ]

    def matchups(self) -> dict[str, Any]:
        count = len(self.names)
        table: list[list[dict[str, Any] | None]] = [[None] * count for _ in range(count)]
        for a in range(count):
            for b in range(a + 1, count):
                cell = self.figure(0.5 + 0.3 * (b - a) / count, 0.008)
                if cell is None or (a, b) == (1, 2):
                    continue
                sure = cell["low"] > 0.5 or cell["high"] < 0.5
                table[a][b] = {**cell, "significant": sure}
                table[b][a] = {
                    "estimate": 1 - cell["estimate"],
                    "low": 1 - cell["high"],
                    "high": 1 - cell["low"],
                    "significant": sure,
                }
        return {
            "names": self.names,
            "share": table,
            "n_per_pairing": 4000,
            "par": 0.5,
            "method": "Simultaneous 95% intervals by the bootstrap over deals; significant after Holm's correction.",
            "reason": REASON,
        }

    def seat_section(self) -> dict[str, Any]:
        places = ["windmill first", "windmill second"] if self.seats == 2 else [f"seat {n + 1}" for n in range(self.seats)]
        modes = [
            {
                "label": f"{self.seats} players",
                "kind": kind,
                "par": 1 / self.seats,
                "games": 20000,
                "places": [{"name": name, "share": self.figure(1 / self.seats, 0.007)} for name in places],
            }
            for kind in ("mirror: evaluator", "all strategies")
        ]
        text = "The player with the windmill first wins 51.8% (51.2 to 52.4) of games between equal players."
        return {"text": None if self.empty else text, "modes": modes, "reason": REASON}

    def trajectories(self) -> dict[str, Any]:
        going = range(1, self.rounds)
        return {
            "text": f"The leader at half-time wins 78% of games; 90% of results are settled by year {self.rounds}.",
            "round_name": "year",
            "rounds": list(range(1, self.rounds + 1)),
            "by_strategy": [
                {"name": name, "mean": [7.0 * t - 0.4 * n * t for t in range(1, self.rounds + 1)]}
                for n, name in enumerate(self.names)
            ],
            "leader_wins": [
                {"round": t, "share": self.figure(0.5 + 0.5 * t / self.rounds, 0.01), "running": 1.0, "led": 0.9} for t in going
            ],
            "lead_changes": [[k, 0.5 / (k + 1)] for k in range(self.rounds)],
            "settled": [[t, 1 / self.rounds] for t in range(1, self.rounds + 1)],
            "settled90": None if self.empty else self.rounds,
            "deficit": {"mean": 3.1, "median": 2, "q95": 11, "bins": self.bins(4, 3)},
            "comeback": [{"round": t, "share": self.figure(0.5 - 0.4 * t / self.rounds, 0.01)} for t in going],
        }

    def luck(self) -> dict[str, Any]:
        shares = (0.22, 0.01, 0.31, 0.46)
        parts = [
            {"name": name, "share": self.figure(share, 0.002), **({"reason": REASON} if self.empty else {})}
            for name, share in zip(("strategy", "seat", "deal", "rest"), shares, strict=True)
        ]
        return {
            "text": None if self.empty else "A third of the result is the deal; the choice of strategy decides 22%.",
            "parts": parts,
            "method": "Variance of a side's result, split by the rotated design.",
            "reason": REASON,
        }

    def item_rows(self) -> list[dict[str, Any]]:
        rows = []
        for n in range(self.items):
            effect = None if n % 7 == 3 else self.figure(0.08 * float(self.rng.normal()), 0.01, -1, 1)
            flag = "none" if effect is None or abs(effect["estimate"]) < 0.1 else "strong" if effect["estimate"] > 0 else "weak"
            rows.append(
                {
                    "item": f"カード{n}号 (hop {n})"
                    if n % 10 == 5
                    else f"recipe {n}: sour-dough rye bread with hops"
                    if n % 3
                    else f"R{n}",
                    "kind": "card",
                    "way": ("harvested", "sold", "tucked")[n % 3],
                    "use_rate": 0.4,
                    "used_n": 8000,
                    "share_used": self.figure(0.52, 0.01),
                    "share_unused": self.figure(0.48, 0.01),
                    "effect": effect,
                    "raw_effect": effect,
                    "p_holm": None if effect is None else 0.04,
                    "flag": "dead" if n % 7 == 3 else flag,
                    "reason": "it was used too seldom" if effect is None else None,
                    "causal": {
                        "estimate": 0.03,
                        "low": 0.01,
                        "high": 0.05,
                        "text": "Forbidding it costs 3.0 points of win share.",
                    }
                    if flag == "strong" and n < 40
                    else None,
                }
            )
        return rows

    def findings(self, robust: bool) -> list[dict[str, Any]]:
        texts = [
            (
                "seat fairness",
                "good",
                "The player with the windmill first wins 51.8% (51.2 to 52.4) of games between equals: "
                "within the 3 points that we call fair.",
            ),
            ("strategic variety", "concern", f"{self.names[0]} beats every other strategy, so there is one way to play."),
            ("luck", "good", "The deal decides 31% of the result, the choice of strategy 22%."),
            ("length", "good", f"Every game lasts {self.rounds} years."),
            ("decisiveness", "good", "The median margin is 5 coins, 12% of the mean score."),
            ("ties", "good", "2.1% (1.9 to 2.3) of games end in a shared win."),
            ("runaway leader", "notice", "The leader at half-time wins 78% (77 to 79) of games."),
            ("comebacks", "good", "14% of winners were behind before the last year."),
            ("dead items", "notice", "3 of 60 cards are used in fewer than 1% of games."),
            ("dominating items", "unknown", "No item could be tested."),
        ]
        held = (
            {"share": 0.97, "editions": 200, "spread": 0.02, "text": "It holds in 97% of 200 generated editions."}
            if robust
            else None
        )
        return [
            {
                "topic": topic,
                "status": "unknown" if self.empty else status,
                "text": text,
                "key": topic.replace(" ", "_"),
                "evidence": "40,000 games of 20,000 deals, 95% interval over deals",
                "threshold": "fair: within 3 points of even",
                "holds_in": held,
            }
            for topic, status, text in texts
        ]


def make_report(
    *,
    strategies: int = 3,
    names: str = "short",
    rounds: int = 6,
    seats: int = 2,
    items: int = 40,
    robust: bool = False,
    empty: bool = False,
    seed: int = 1,
) -> dict[str, Any]:
    """A whole report."""
    make = Maker(strategies, names, rounds, seats, items, empty, seed)
    top = make.names[0]
    return {
        "schema": 1,
        "title": "麦とパン Beer & Bread" if names == "japanese" else "Beer & Bread",
        "game": "beerbread",
        "mode": "duel",
        "players": seats,
        "unit": "coins",
        "round_name": "year",
        "edition": {
            "name": "reconstructed",
            "provenance": "reconstructed from the rules and $3 & <b>photographs</b>",
            "sha256": "ab" * 32,
        },
        "reconstructed": True,
        "rules": [{"name": "field_reset", "value": "exact", "default": "top_up", "meaning": "how fields are filled in spring"}],
        "seed": seed,
        "games": 1 if empty else 40000,
        "deals": 1 if empty else 20000,
        "design": "every pairing of strategies plays the same deals, each in both seats",
        "version": "0.1.0",
        "command": f"simulate report --game beerbread --strategies {','.join(make.names)} --n 40000 --seed {seed}",
        "created": "2026-11-30T12:00:00Z",
        "platform": "Linux x86_64",
        "packages": {"numpy": "2.4.6", "numba": "0.66"},
        "elapsed_s": 71.25,
        "run": None,
        "strategies": [
            {"name": name, "summary": "weighs every move by what it brings until the end", "spec": name} for name in make.names
        ],
        "findings": make.findings(robust),
        "ranking": make.ranking(),
        "order": {
            "text": None if empty else f"The order is certain but for the last places: {top} is best.",
            "same_order_share": 0.9,
        },
        "matchups": make.matchups(),
        "cycles": [{"names": make.names[:3], "shares": [0.55, 0.52, 0.57], "p": 0.004}]
        if strategies >= 3 and not empty
        else [],
        "metagame": {
            "text": None if empty else f"Players who adapt would all play {top}.",
            "alpha": None if empty else 10.0,
            "sensitivity": [] if empty else [{"alpha": a, "top": top, "share": 0.99} for a in (0.1, 1.0, 10.0)],
            "reason": REASON,
        },
        "seats": make.seat_section(),
        "scores": {
            "text": None if empty else "Scores are between 20 and 60 coins; strategies differ by up to 12 coins.",
            "unit": "coins",
            "by_strategy": [make.spread(name, 42 - 1.5 * n, 8) for n, name in enumerate(make.names)],
            "by_seat": [make.spread(f"seat {n + 1}", 40 + n, 8) for n in range(seats)],
            "margin": make.spread("margin", 7, 5),
            "ties": {"share": make.figure(0.02, 0.002), "n": 420},
        },
        "length": {
            "text": f"Every game lasts {rounds} years and takes 61 decisions.",
            "metric": "years",
            "unit": "years",
            "bins": [[rounds, 1.0]],
            "mean": float(rounds),
            "decisions": {"mean": 61.2, "sd": None if empty else 4.4},
        },
        "trajectories": make.trajectories(),
        "luck": make.luck(),
        "items": {
            "text": f"{items} ways of using cards were tested." if items else None,
            "ways": ["harvested", "sold", "tucked"],
            "thresholds": "Strong or weak: 10 points or more, and significant. Dead: used in fewer than 1% of seat-games.",
            "rows": make.item_rows(),
            "reason": "no items were counted",
        },
        "robustness": {
            "editions": 200,
            "games_each": 2000,
            "text": "9 of 10 findings hold in at least 90% of generated editions.",
            "rows": [
                {
                    "key": f["key"],
                    "topic": f["topic"],
                    "holds_share": 0.9,
                    "estimate": 0.51,
                    "between_sd": 0.01,
                    "sampling_sd": 0.004,
                    "low": 0.49,
                    "high": 0.53,
                }
                for f in make.findings(True)
            ],
        }
        if robust
        else None,
        "method": [
            "Every line-up of strategies plays every deal in every distinct rotation of the seats, with the same shuffles. "
            "Intervals are over deals, because games of a deal are not independent."
        ]
        * 3,
    }


CASES: dict[str, dict[str, Any]] = {
    "three": {"robust": True},
    "thirteen": {"strategies": 13, "items": 700, "seats": 6, "rounds": 8, "seed": 2},
    "long names": {"strategies": 13, "names": "long", "items": 60, "seats": 4, "robust": True, "seed": 3},
    "japanese": {"strategies": 13, "names": "japanese", "items": 12, "seats": 3, "rounds": 2, "seed": 4},
    "one round": {"strategies": 2, "rounds": 1, "items": 0, "seats": 5, "seed": 5},
    "one strategy": {"strategies": 1, "items": 3, "seed": 6},
    "one game": {"empty": True, "items": 5, "seed": 7},
}


def make_case(name: str) -> dict[str, Any]:
    """The report of a named case; "nothing" is a report without any section."""
    if name == "nothing":
        kept = ("schema", "title", "game", "mode", "players", "unit", "seed", "games", "deals", "version", "created")
        whole = make_report()
        return {key: whole[key] for key in kept}
    return make_report(**CASES[name])


ALL_CASES = (*CASES, "nothing")
