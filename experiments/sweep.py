"""A sweep: the same deals under other rules, weights or player counts, and what each setting changes."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.entries import interval_entry
from analysis.measures import Change, changes, corrected, measures
from engines.game import UsageError, unknown_name
from experiments.batch import Batch, Part, part_for, play_parts
from experiments.grid import MOST_UNASKED_GAMES, Axis, Point
from experiments.results import edition_entry, package_version
from experiments.run_info import run_info
from experiments.simulate import Settings, prepare, say
from experiments.study import Study, make_study
from strategies.loading import with_weight


@dataclass(frozen=True)
class Base:
    """What stays the same in a sweep: the arguments of `make_study`, without what the axes set."""

    arguments: Mapping[str, Any]

    def study(self, axes: Sequence[Axis] = (), point: Point = ()) -> Study:
        """The study at a point. Raises UsageError."""
        arguments = dict(self.arguments)
        rules = dict(arguments.get("rules") or {})
        specs = arguments.get("specs")
        for axis, value in zip(axes, point, strict=True):
            if axis.kind == "rule":
                rules[axis.name] = value
            elif axis.kind == "players":
                arguments["player_count"] = int(value)
            else:
                specs = self._with_weight(specs, axis, value)
        return make_study(**(arguments | {"rules": rules, "specs": specs}))

    def _with_weight(self, specs: Sequence[str] | None, axis: Axis, value: str) -> list[str]:
        """The specs (None: the default line-up) with a weight set in that of a strategy."""
        study = make_study(**(dict(self.arguments) | {"specs": None if specs is None else list(specs)}))
        first = make_study(**self.arguments)
        return [
            with_weight(spec, axis.name, value) if player.label == axis.target else spec
            for spec, player in zip(study.specs, first.players, strict=True)
        ]


@dataclass(frozen=True)
class Visit:
    """A point of a sweep: its values, its part, and what it is compared with."""

    point: Point
    part: Part
    reference: int


def plan(base: Base, axes: Sequence[Axis], points: Sequence[Point], games: int) -> tuple[list[Part], list[Visit]]:
    """The parts to play: first the default settings for each number of players, then the points.

    A point whose study is that of its reference is not played twice.
    """
    counting = next((number for number, axis in enumerate(axes) if axis.kind == "players"), None)
    parts: list[Part] = []
    references: dict[str, int] = {}
    visits = []
    for point in points:
        key = "" if counting is None else point[counting]
        if key not in references:
            held = [] if counting is None else [axes[counting]]
            references[key] = len(parts)
            parts.append(part_for(base.study(held, () if counting is None else (key,)), games))
        reference = parts[references[key]]
        study = base.study(axes, point)
        same_deals = replace(reference, study=study)
        same = replace(study, specs=reference.study.specs) == reference.study and _weights(study) == _weights(reference.study)
        visits.append(Visit(point, reference if same else same_deals, references[key]))
    return parts, visits


def _weights(study: Study) -> list[tuple[float, ...]]:
    """The weights with which the players of a study play."""
    return [player.weights for player in study.players]


def sweep(
    base: Base,
    axes: Sequence[Axis],
    points: Sequence[Point],
    settings: Settings,
    *,
    metrics: Sequence[str] = (),
    chart: str | None = None,
    confirmed: bool = False,
) -> int:
    """Play the sweep, print its table, draw its chart; the exit code: 0, or 130 after an interrupt. Raises UsageError."""
    if not axes or not points:
        raise UsageError("there is nothing to sweep: give --rule NAME=v1,v2, --weight STRATEGY.NAME=lo:hi:k or --players 2,3.")
    if chart is not None:
        check_chart(chart)
    parts, visits = plan(base, axes, points, settings.games)
    check_metrics(parts[0].study, metrics)
    to_play = parts + [visit.part for visit in visits if visit.part is not parts[visit.reference]]
    total = sum(part.games for part in to_play)
    if total > MOST_UNASKED_GAMES and not confirmed:
        raise UsageError(f"this sweep would play {total:,} games. Say --yes if you mean it.")
    say(f"{len(points)} settings: {total:,} games, {len(parts)} of the {len(to_play)} runs with the defaults.", settings.quiet)
    prepare(parts[0].study, settings.quiet)
    batch = play_parts(to_play, settings)
    rows, shown = rows_of(axes, parts, visits, batch, metrics)
    if not rows:
        return 130
    result = result_object(base, parts[0], axes, rows, batch)
    if chart is not None:
        draw(rows, chart)
    show(result, axes, shown, settings.output_format)
    return 130 if batch.interrupted else 0


def check_chart(chart: str) -> None:
    """Raise UsageError for a chart that could not be written in the end."""
    from reports.sweep_chart import FORMATS

    path = Path(chart)
    if path.suffix.lower().lstrip(".") not in FORMATS or not path.parent.is_dir():
        raise UsageError(f"--chart {chart}: a name that ends in .{', .'.join(FORMATS)}, in a folder that exists, is needed.")


def draw(rows: Sequence[Mapping[str, Any]], chart: str) -> None:
    """Draw the rows: a small chart a measure, the settings along its axis."""
    from reports.settings import title
    from reports.sweep_chart import write_sweep_chart

    flat = [
        {
            "setting": setting_label(row["setting"]),
            "metric": title(row["metric"], "share", row["who"]),
            **{name: row[name] for name in ("unit", "estimate", "low", "high")},
        }
        for row in rows
    ]
    try:
        write_sweep_chart(flat, Path(chart))
    except OSError as error:
        raise UsageError(f"--chart {chart}: {error.strerror}.") from None


def setting_label(setting: Mapping[str, str]) -> str | float:
    """A single number as a number, anything else as text."""
    if len(setting) == 1:
        try:
            return float(next(iter(setting.values())))
        except ValueError:
            pass
    return ", ".join(f"{name} {value}" for name, value in setting.items())


def check_metrics(study: Study, metrics: Sequence[str]) -> None:
    """Raise UsageError for a metric that the game does not count."""
    known = [metric.name for metric in (*study.game.seat_metrics, *study.game.game_metrics)]
    for name in metrics:
        if name not in known:
            raise unknown_name(f"metric of {study.game.title}", name, known)


def rows_of(
    axes: Sequence[Axis], parts: Sequence[Part], visits: Sequence[Visit], batch: Batch, metrics: Sequence[str]
) -> tuple[list[dict[str, Any]], list[tuple[Point, list[Change]]]]:
    """The rows of the result, one a setting and measure, and the changes by setting; of whole runs only.

    p-values are corrected over the whole sweep (Holm).
    """
    found = [
        counts.arrays() if counts.deals == part.deals else None for part, counts in zip(batch.parts, batch.counts, strict=True)
    ]
    played = iter(found[len(parts) :])
    by_point: list[tuple[Visit, list[Change]]] = []
    for visit in visits:
        reference = found[visit.reference]
        own = reference if visit.part is parts[visit.reference] else next(played)
        if own is not None and reference is not None:
            info = run_info(parts[visit.reference].study)
            # A weight that is swept is part of a strategy's label, but it is the same strategy.
            same_names = replace(run_info(visit.part.study), strategies=info.strategies)
            by_point.append((visit, changes(measures(reference, info, metrics), measures(own, same_names, metrics))))
    everything = corrected([(change.measure, change.difference) for _, each in by_point for change in each])
    rows: list[dict[str, Any]] = []
    shown: list[tuple[Point, list[Change]]] = []
    position = 0
    for visit, each in by_point:
        mine = everything[position : position + len(each)]
        position += len(each)
        shown.append((visit.point, mine))
        setting = {axis.label: value for axis, value in zip(axes, visit.point, strict=True)}
        rows += [{"setting": setting, "deals": visit.part.deals, **change_entry(change)} for change in mine]
    return rows, shown


def change_entry(change: Change) -> dict[str, Any]:
    """A measure with its interval and its difference to the reference, in plain types."""
    measure, difference = change.measure, change.difference
    return {
        "metric": measure.name,
        "unit": measure.unit,
        "who": measure.who,
        **(interval_entry(measure.interval()) or {"estimate": measure.value, "low": None, "high": None}),
        "difference": interval_entry(difference.interval) if difference else None,
        "p": difference.p_value if difference else None,
        "p_holm": change.p_holm,
    }


def result_object(base: Base, first: Part, axes: Sequence[Axis], rows: list[dict[str, Any]], batch: Batch) -> dict[str, Any]:
    """The sweep as one object, in plain Python types."""
    study = first.study
    games = sum(counts.games for counts in batch.counts)
    return {
        "game": study.game_name,
        "title": study.game.title,
        "mode": study.mode_name,
        "strategies": [player.label for player in study.players],
        "seed": study.seed,
        "edition": edition_entry(study),
        "rules": dict(study.rules),
        "default_rules": {rule.name: rule.default for rule in study.game.rules},
        "axes": [{"kind": axis.kind, "name": axis.label, "values": list(axis.values)} for axis in axes],
        "n": first.games,
        "deals": first.deals,
        "games_in_all": games,
        "rows": rows,
        "interrupted": batch.interrupted,
        "elapsed_s": batch.elapsed_s,
        "games_per_s": games / max(batch.elapsed_s, 1e-9),
        "version": package_version(),
    }


def show(result: dict[str, Any], axes: Sequence[Axis], shown: Sequence[tuple[Point, list[Change]]], output_format: str) -> None:
    """Print the sweep on standard output."""
    if output_format == "json":
        print(json.dumps(result, ensure_ascii=False))
    elif output_format == "csv":
        sys.stdout.write(as_table(result["rows"]).to_csv(index=False, lineterminator="\n"))
    else:
        from reports.settings import sweep_tables
        from reports.terminal import make_console

        console = make_console()
        for part in sweep_tables(result, console.width):
            console.print(part)


def as_table(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """The rows as a tidy table: the settings' columns, then the figures."""
    flat = []
    for row in rows:
        change = row["difference"] or {"estimate": None, "low": None, "high": None}
        figures = {name: value for name, value in row.items() if name not in ("setting", "difference")}
        flat.append(row["setting"] | figures | {f"difference_{name}": value for name, value in change.items()})
    return pd.DataFrame(flat)
