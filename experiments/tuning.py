"""Tuning a strategy's weights: CMA-ES on its win share against others, every candidate of a generation on the same deals.

The deals are new in each generation, so that weights are not fitted to some shuffles. What is reported is measured in the end
on deals that no candidate has seen, against the weights that it started from.
"""

from __future__ import annotations

import json
import math
import shlex
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from analysis.entries import interval_entry
from analysis.grouped import Difference, Floats, paired_difference
from engines.game import SHARE_UNIT, UsageError, unknown_name
from experiments.batch import Part, play_parts
from experiments.counts import RunCounts
from experiments.results import edition_entry, package_version
from experiments.simulate import Settings, prepare, say
from experiments.study import Study, make_study
from strategies.api import Parameter
from strategies.loading import with_weight

FIRST_STEP = 0.3
"""Standard deviation of the first candidates, in parts of the weight that it starts from .."""

LEAST_STEP = 0.1
""".. or of this part of the weight's range, if that is more: a weight that starts at 0 must move too."""

CANDIDATE_GAMES = 2000
"""About so many games a candidate plays in a generation."""

VALIDATION_PART = 5
"""The last part of the budget, one in so many, is for the validation."""


@dataclass(frozen=True)
class Task:
    """What is tuned. arguments: those of `make_study` without strategies, design and number of players.

    opponents: specs; names: of the weights; counts: numbers of players that count alike (None: as the mode says); budget: games
    in all.
    """

    arguments: dict[str, Any]
    spec: str
    opponents: tuple[str, ...]
    names: tuple[str, ...]
    counts: tuple[int | None, ...]
    budget: int

    def studies(self, values: Sequence[float] | None = None) -> list[Study]:
        """The strategy with these weights (None: as it is) against each of the opponents, for each number of players."""
        spec = self.spec
        for name, value in zip(self.names, values if values is not None else (), strict=False):
            spec = with_weight(spec, name, f"{value:.6g}")
        specs = [spec, *self.opponents]
        return [make_study(**self.arguments, player_count=count, specs=specs, design="challenge") for count in self.counts]

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters that are tuned."""
        known = {parameter.name: parameter for parameter in self.studies()[0].players[0].strategy.parameters}
        return [known[name] for name in self.names]

    def start(self) -> list[float]:
        """The weights it starts from."""
        player = self.studies()[0].players[0]
        known = dict(zip((parameter.name for parameter in player.strategy.parameters), player.weights, strict=True))
        return [known[name] for name in self.names]


@dataclass(frozen=True)
class Plan:
    """How the budget is spent: generations of candidates with deals each, and the deals of the validation.

    deals, validation_deals: for each number of players.
    """

    generations: int
    candidates: int
    deals: tuple[int, ...]
    validation_deals: tuple[int, ...]


def make_task(
    arguments: dict[str, Any],
    spec: str,
    against: Sequence[str],
    names: Sequence[str],
    budget: int,
    counts: Sequence[int | None] = (None,),
) -> Task:
    """A task, checked. against: specs, or `self` for the strategy as it is. Raises UsageError."""
    study = make_study(**arguments, player_count=counts[0], specs=[spec], design="mirror")
    parameters = [parameter.name for parameter in study.players[0].strategy.parameters]
    if not parameters:
        raise UsageError(f"strategy {study.players[0].label} has no weights that could be tuned.")
    for name in names:
        if name not in parameters:
            raise unknown_name(f"parameter of {study.players[0].label}", name, parameters)
    opponents = tuple(spec if entry == "self" else entry for entry in against)
    task = Task(arguments, spec, opponents, tuple(names) or tuple(parameters), tuple(counts), budget)
    task.studies()
    return task


def make_plan(task: Task) -> Plan:
    """Divide the budget. Raises UsageError if it is too small for three generations."""
    per_deal = [study.design.games_per_deal for study in task.studies()]
    candidates = 4 + int(3 * math.log(len(task.names)))
    deals = tuple(max(1, CANDIDATE_GAMES // len(per_deal) // games) for games in per_deal)
    each = sum(number * games for number, games in zip(deals, per_deal, strict=True))
    validation = task.budget // VALIDATION_PART
    generations = (task.budget - validation) // (candidates * each)
    if generations < 3:
        least = math.ceil(3 * candidates * each * VALIDATION_PART / (VALIDATION_PART - 1))
        raise UsageError(f"--budget {task.budget:,} is too small: {len(task.names)} weights need {least:,} games or more.")
    return Plan(generations, candidates, deals, tuple(max(1, validation // len(per_deal) // (2 * games)) for games in per_deal))


class Journal:
    """What every generation found, a line each, so that an interrupted tuning goes on where it stopped."""

    def __init__(self, path: Path, task: Task, plan: Plan) -> None:
        self.path = path
        self.heading = json.loads(json.dumps({"task": asdict(task), "plan": asdict(plan), "version": package_version()}))
        self.done = self._read()

    def _read(self) -> list[list[float]]:
        """The generations so far. Raises UsageError if the journal is of another task; a line cut short is left out."""
        if not self.path.exists():
            self.path.write_text(json.dumps(self.heading) + "\n", encoding="utf-8")
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        try:
            heading = json.loads(lines[0]) if lines else None
        except json.JSONDecodeError:
            heading = None
        if heading != self.heading:
            raise UsageError(f"{self.path}: this journal is of another tuning. Choose another -o, or delete it.")
        done = []
        for line in lines[1:]:
            try:
                done.append([float(value) for value in json.loads(line)])
            except (json.JSONDecodeError, TypeError, ValueError):
                break
        whole = [json.dumps(self.heading), *(json.dumps(entry) for entry in done)]
        self.path.write_text("\n".join(whole) + "\n", encoding="utf-8")
        return done

    def add(self, shares: Sequence[float]) -> None:
        """Note the shares of a generation."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(list(shares)) + "\n")


def tune(task: Task, settings: Settings, output: str, command: Sequence[str]) -> int:
    """Tune, validate on fresh deals, write the weights and print what came out; the exit code: 0, or 130 after an interrupt."""
    target = Path(output)
    if target.suffix != ".toml" or not target.parent.is_dir():
        raise UsageError(f"-o {output}: a name that ends in .toml, in a folder that exists, is needed.")
    plan = make_plan(task)
    journal = Journal(target.with_name(target.name + ".journal"), task, plan)
    say(
        f"{plan.generations} generations of {plan.candidates} candidates on {sum(plan.deals)} deals each"
        + (f"; {len(journal.done)} of them are done." if journal.done else "."),
        settings.quiet,
    )
    prepare(task.studies()[0], settings.quiet)
    began = time.perf_counter()
    found = search(task, plan, journal, settings)
    if found is None:
        say(f"Interrupted. The same command goes on from {journal.path}.", False)
        return 130
    result = validate(task, plan, found, settings)
    if result is None:
        say(f"Interrupted. The same command goes on from {journal.path}.", False)
        return 130
    result |= {"elapsed_s": time.perf_counter() - began}
    write_weights(target, task, found, result, command)
    journal.path.unlink()
    show(result, target, settings.output_format)
    return 0


def search(task: Task, plan: Plan, journal: Journal, settings: Settings) -> list[float] | None:
    """The weights at which the search ended (the mean of its last distribution); None after an interrupt."""
    import cma

    parameters = task.parameters
    low = np.array([parameter.low for parameter in parameters])
    span = np.array([parameter.high for parameter in parameters]) - low
    seed = int(task.arguments["seed"]) % 2**31 + 1
    start = np.array(task.start())
    steps = np.maximum(np.abs(start), LEAST_STEP * span) / span
    options = {"bounds": [0, 1], "popsize": plan.candidates, "seed": seed, "verbose": -9, "maxiter": plan.generations + 1}
    strategy = cma.CMAEvolutionStrategy((start - low) / span, FIRST_STEP, options | {"CMA_stds": steps})
    for generation in range(plan.generations):
        points = strategy.ask()
        if generation < len(journal.done):
            shares = journal.done[generation]
        else:
            played = [task.studies(low + span * np.clip(point, 0, 1)) for point in points]
            found = shares_of(played, [generation * number for number in plan.deals], plan.deals, settings)
            if found is None:
                return None
            shares = [share.value for share in found]
            journal.add(shares)
            say(f"generation {generation + 1} of {plan.generations}: best share {100 * max(shares):.2f}%", settings.quiet)
        strategy.tell(points, [-share for share in shares])
    return [float(value) for value in low + span * np.clip(strategy.result.xfavorite, 0, 1)]


@dataclass(frozen=True)
class Share:
    """The share of the wins that the first player took from the others, 1/2 being par for any number of players.

    wins, games: by group of deals, for each number of players in turn.
    """

    wins: Floats
    games: Floats

    @property
    def value(self) -> float:
        """The estimate."""
        return float(self.wins.sum() / self.games.sum())


def shares_of(
    played: Sequence[Sequence[Study]], firsts: Sequence[int], deals: Sequence[int], settings: Settings
) -> list[Share] | None:
    """The share of each candidate over its studies, all candidates on the same deals; None after an interrupt."""
    parts = [
        Part(study, number, first) for studies in played for study, number, first in zip(studies, deals, firsts, strict=True)
    ]
    batch = play_parts(parts, replace(settings, quiet=True))
    if batch.interrupted:
        return None
    series = [_wins(part.study, counts) for part, counts in zip(parts, batch.counts, strict=True)]
    size = len(deals)
    chosen = [series[first : first + size] for first in range(0, len(series), size)]
    return [Share(np.concatenate([w for w, _ in each]), np.concatenate([g for _, g in each])) for each in chosen]


def _wins(study: Study, counts: RunCounts) -> tuple[Floats, Floats]:
    """Wins of the first player, and games, by group of deals."""
    mine = np.array(study.lineups) == 0
    wins: Floats = counts.groups.lineup_share[:, mine].sum(axis=1) / SHARE_UNIT
    games: Floats = counts.groups.deals.astype(np.float64) * study.design.games_per_deal
    return wins, games


def validate(task: Task, plan: Plan, found: Sequence[float], settings: Settings) -> dict[str, Any] | None:
    """Tuned and first weights on the same fresh deals; None after an interrupt."""
    firsts = [plan.generations * number for number in plan.deals]
    studies = task.studies()
    shares = shares_of([studies, task.studies(found)], firsts, plan.validation_deals, settings)
    if shares is None:
        return None
    before, after = shares
    difference = paired_difference(after.wins, before.wins, after.games, step=1.0, limit=1.0)
    return {
        "game": task.arguments["game_name"],
        "title": studies[0].game.title,
        "strategy": task.spec,
        "against": list(task.opponents),
        "seed": task.arguments["seed"],
        "edition": edition_entry(studies[0]),
        "weights": dict(zip(task.names, found, strict=True)),
        "before": dict(zip(task.names, task.start(), strict=True)),
        "players": [study.player_count for study in studies],
        "games": int(after.games.sum()),
        "share_before": before.value,
        "share_after": after.value,
        "difference": None if difference is None else interval_entry(difference.interval),
        "p": None if difference is None else difference.p_value,
        "text": verdict(difference),
        "budget": task.budget,
        "version": package_version(),
    }


def verdict(difference: Difference | None) -> str:
    """Whether tuning helped, as a sentence."""
    if difference is None:
        return "There were too few deals to say whether it helped."
    interval = difference.interval
    spread = f"{100 * interval.estimate:+.2f} points of win share [{100 * interval.low:+.2f}, {100 * interval.high:+.2f}]"
    if interval.low > 0:
        return f"The tuned weights are better than the first ones: {spread} on fresh deals."
    if interval.high < 0:
        return f"The tuned weights are worse than the first ones: {spread} on fresh deals. Try a larger budget."
    return f"The tuned weights are not clearly better than the first ones: {spread} on fresh deals."


def write_weights(path: Path, task: Task, found: Sequence[float], result: dict[str, Any], command: Sequence[str]) -> None:
    """Write the weights as TOML, with where they come from."""
    import tomli_w

    content = {
        "game": task.studies()[0].game.name,
        "strategy": task.spec,
        "command": shlex.join(["simulate", *command[1:]]),
        "version": package_version(),
        "result": result["text"],
        "weights": {name: round(value, 6) for name, value in zip(task.names, found, strict=True)},
    }
    part = path.with_name(path.name + ".part")
    part.write_text(tomli_w.dumps(content), encoding="utf-8")
    part.replace(path)


def show(result: dict[str, Any], path: Path, output_format: str) -> None:
    """Print the result on standard output."""
    if output_format == "json":
        print(json.dumps(result, ensure_ascii=False))
        return
    if output_format == "csv":
        print("weight,before,after")
        for name, value in result["weights"].items():
            print(f"{name},{result['before'][name]:g},{value:g}")
        return
    from reports.terminal import make_console, plain_table

    columns = [("weight", "left"), ("before", "right"), ("after", "right")]
    rows = [[name, f"{result['before'][name]:.4g}", f"{value:.4g}"] for name, value in result["weights"].items()]
    make_console().print(plain_table(columns, rows))
    print(f"\n{result['text']}\n{result['games']:,} games each. Wrote {path}: use it as {result['strategy']}@{path}")
