"""Ablation: the same deals with an item forbidden, and what that changes: an effect of the item, not of who uses it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from analysis.grouped import Difference
from analysis.measures import Change, Measure, changes, corrected, measures
from analysis.winning import Interval
from engines.game import UsageError, unknown_name
from experiments.batch import Batch, Part, part_for, play_parts
from experiments.counts import RunCounts
from experiments.results import edition_entry, package_version
from experiments.run_info import run_info
from experiments.simulate import Settings, prepare, say
from experiments.study import Ban, Study
from experiments.sweep import change_entry

INVADER = 1
"""The player who does without, in a study with design `invader`; the others are player 0."""


@dataclass(frozen=True)
class Ablated:
    """An item that was forbidden in some ways: how often it was used before, and what the ban changed."""

    item: str
    kind: str
    use_rate: float
    changes: tuple[Change, ...]


def ablate(study: Study, settings: Settings, items: Sequence[str], way: str | None) -> int:
    """Forbid items one after the other and print what it changes; the exit code: 0, or 130 after an interrupt.

    study: without bans; of design `invader` with one strategy twice (the ban is for one side) or `mirror` (for all). items:
    names, or none for all. way: the way of use that is forbidden, or None for all that are a choice. Raises UsageError.
    """
    names = forbiddable(study, items)
    ways = ways_of(study, way)
    prepare(study, settings.quiet)
    reference = part_for(study, settings.games)
    first = play_parts([reference], settings)
    if first.interrupted or not first.counts[0].deals:
        return 130
    before = first.counts[0]
    used = [name for name in names if use_rate(study, before, name, ways) > 0]
    say(f"{len(used)} of {len(names)} items were used: {len(used) * reference.games:,} games without them.", settings.quiet)
    parts = [Part(banned(study, name, ways), reference.deals) for name in used]
    batch = play_parts(parts, settings)
    found = ablated(study, before, names, ways, batch)
    result = result_object(study, reference, found, batch, first.elapsed_s)
    show(result, settings.output_format)
    return 130 if batch.interrupted else 0


def forbiddable(study: Study, items: Sequence[str]) -> list[str]:
    """The items asked for, or all. Raises UsageError for an unknown one."""
    known = [item.name for item in study.game.items(study.edition) if item.name]
    if not study.game.chosen_ways:
        raise UsageError(f"{study.game.title} has no items that could be forbidden.")
    for item in items:
        if item not in known:
            raise unknown_name(f"item of {study.game.title}", item, known)
    return list(dict.fromkeys(items)) or known


def ways_of(study: Study, way: str | None) -> tuple[str, ...]:
    """The ways that are forbidden."""
    if way is None:
        return study.game.chosen_ways
    if way not in study.game.chosen_ways:
        raise unknown_name("way of use that a player can choose", way, list(study.game.chosen_ways))
    return (way,)


def banned(study: Study, item: str, ways: tuple[str, ...]) -> Study:
    """The study with an item forbidden, to the invader or, in a mirror match, to all."""
    player = INVADER if study.design_name == "invader" else None
    suffix = f":{ways[0]}" if len(ways) == 1 else ""
    label = f"@{study.players[INVADER].label}" if player is not None else ""
    return replace(study, bans=(Ban(f"{item}{suffix}{label}", item, ways, player),))


def use_rate(study: Study, counts: RunCounts, item: str, ways: tuple[str, ...]) -> float:
    """The share of the games' seats in which an item was used in the way used most, by whoever the ban will be for."""
    number = [entry.name for entry in study.game.items(study.edition)].index(item)
    player = INVADER if study.design_name == "invader" else slice(None)
    seats = counts.tally.seat_games[player].sum()
    columns = [study.game.item_ways.index(way) for way in ways]
    used = counts.tally.item_used[player][..., number, :].reshape(-1, len(study.game.item_ways)).sum(axis=0)
    return float(max(used[column] for column in columns) / seats)


def ablated(study: Study, before: RunCounts, names: Sequence[str], ways: tuple[str, ...], batch: Batch) -> list[Ablated]:
    """What each ban changed, with Holm's correction over all of them; an item that was not used changes exactly nothing."""
    reference = shown_measures(study, measures(before.arrays(), run_info(study)))
    kinds = {item.name: item.kind for item in study.game.items(study.edition)}
    played = {}
    for part, counts in zip(batch.parts, batch.counts, strict=True):
        if counts.deals == part.deals:
            found = shown_measures(study, measures(counts.arrays(), run_info(part.study)))
            played[part.study.bans[0].item] = changes(reference, found)
    nothing = [(measure, Difference(Interval(0.0, 0.0, 0.0), 1.0)) for measure in reference]
    done = [name for name in names if name in played or use_rate(study, before, name, ways) == 0]
    pairs = [
        (change.measure, change.difference)
        for name in done
        for change in (played[name] if name in played else [Change(measure, zero, None) for measure, zero in nothing])
    ]
    tested = corrected(pairs)
    size = len(reference)
    return [
        Ablated(name, kinds[name], use_rate(study, before, name, ways), tuple(tested[n * size : (n + 1) * size]))
        for n, name in enumerate(done)
    ]


def shown_measures(study: Study, found: Sequence[Measure]) -> list[Measure]:
    """Of an invasion the invader's win share and score; of a mirror match all."""
    if study.design_name != "invader":
        return list(found)
    label = study.players[INVADER].label
    return [measure for measure in found if measure.who == label]


def result_object(study: Study, reference: Part, found: Sequence[Ablated], batch: Batch, elapsed_s: float) -> dict[str, Any]:
    """The ablation as one object, in plain Python types; items by what their ban changed first, the largest loss first."""
    rows = [
        {"item": entry.item, "kind": entry.kind, "use_rate": entry.use_rate, **change_entry(change)}
        for entry in sorted(found, key=_effect)
        for change in entry.changes
    ]
    return {
        "game": study.game_name,
        "title": study.game.title,
        "mode": study.mode_name,
        "players": study.player_count,
        "strategy": study.players[0].label,
        "to": "one side" if study.design_name == "invader" else "all",
        "ways": list(batch.parts[0].study.bans[0].ways) if batch.parts else [],
        "seed": study.seed,
        "edition": edition_entry(study),
        "rules": dict(study.rules),
        "default_rules": {rule.name: rule.default for rule in study.game.rules},
        "n": reference.games,
        "deals": reference.deals,
        "rows": rows,
        "interrupted": batch.interrupted,
        "elapsed_s": batch.elapsed_s + elapsed_s,
        "version": package_version(),
    }


def _effect(entry: Ablated) -> float:
    """What a ban changed in the first measure; 0 where that is not known."""
    difference = entry.changes[0].difference if entry.changes else None
    return difference.interval.estimate if difference is not None else 0.0


def show(result: dict[str, Any], output_format: str) -> None:
    """Print the ablation on standard output."""
    if output_format == "json":
        print(json.dumps(result, ensure_ascii=False))
    elif output_format == "csv":
        rows = []
        for row in result["rows"]:
            change = row["difference"] or {"estimate": None, "low": None, "high": None}
            rows.append(
                {name: value for name, value in row.items() if name != "difference"}
                | {f"difference_{name}": value for name, value in change.items()}
            )
        sys.stdout.write(pd.DataFrame(rows).to_csv(index=False, lineterminator="\n"))
    else:
        from reports.settings import ablation_tables
        from reports.terminal import make_console

        console = make_console()
        for part in ablation_tables(result, console.width):
            console.print(part)
