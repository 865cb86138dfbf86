"""Comparing strategies: a tournament on the same deals, its ranking and its matrix."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Sequence
from typing import Any

from analysis.entries import interval_entry
from analysis.tournament import Tournament, tournament
from analysis.tournament_sections import tournament_sections
from engines.game import UsageError, unknown_name
from experiments.batch import Part, play_parts
from experiments.results import edition_entry, package_version
from experiments.run_info import run_info
from experiments.simulate import Settings, prepare, say
from experiments.study import Study
from experiments.unfinished import unfinished_entry

CSV_COLUMNS = ("strategy", "opponent", "games", "share", "ci_low", "ci_high", "p_holm", "significant")


def compare(study: Study, settings: Settings, baseline: str | None) -> int:
    """Play the tournament of a study with design `pairs` (settings.games a pairing) or `mixed` (in all), and print it.

    Returns the exit code: 0, or 130 after an interrupt. Raises UsageError.
    """
    labels = [player.label for player in study.players]
    if baseline is not None and baseline not in labels:
        raise unknown_name("strategy in this comparison", baseline, labels)
    part = tournament_part(study, settings.games)
    say_design(study, part, settings)
    prepare(study, settings.quiet)
    batch = play_parts([part], settings)
    counts = batch.counts[0]
    if not counts.deals:
        return 130
    if batch.interrupted:
        say("Interrupted: the result is of the games played so far.", False)
    result = tournament(counts.arrays(), run_info(study), None if baseline is None else labels.index(baseline))
    shown = result_object(study, result, batch.elapsed_s, batch.interrupted, baseline)
    shown["unfinished"] = unfinished_entry(study, counts)
    show(shown, result, settings.output_format)
    return 130 if batch.interrupted else 0


def pairings_of(study: Study) -> int:
    """The number of pairings that a study plays; 1 for a design without."""
    players = len(study.players)
    return players * (players - 1) // 2 if study.design_name == "pairs" else 1


def tournament_part(study: Study, games: int) -> Part:
    """The part that plays at least so many games a pairing, or in all if the design has no pairings."""
    each = study.design.games_per_deal // pairings_of(study)
    return Part(study, -(-games // each))


def say_design(study: Study, part: Part, settings: Settings) -> None:
    """What will be played, as a remark."""
    players, pairings = len(study.players), pairings_of(study)
    if study.design_name == "pairs":
        text = f"{players} strategies, {pairings} pairing{'s' if pairings > 1 else ''} of {part.games // pairings:,} games"
    else:
        text = f"{players} strategies in {len(study.lineups)} random line-ups"
    say(f"{text}: {part.games:,} games on {part.deals:,} deals.", settings.quiet)


def specs_for_comparison(given: Sequence[str], game_name: str) -> list[str]:
    """The strategies that a user named; `all`, or nothing, means all of the game that are quick enough for tournaments."""
    from engines.game import find_game
    from strategies.loading import builtin_strategies

    if given and list(given) != ["all"]:
        if len(given) == 1:
            raise UsageError(f"a comparison needs at least two strategies, or `all`; there is only {given[0]}.")
        return list(given)
    return [name for name, strategy in builtin_strategies(find_game(game_name).name).items() if not strategy.slow]


def result_object(
    study: Study, result: Tournament, elapsed_s: float, interrupted: bool, baseline: str | None
) -> dict[str, Any]:
    """The comparison as one object, in plain Python types."""
    summary = result.summary
    differences = None
    if result.differences is not None:
        differences = [
            {"name": name, "difference": interval_entry(entry.interval), "p": entry.p_value} if entry else {"name": name}
            for name, entry in zip(result.names, result.differences, strict=True)
        ]
    return {
        "game": study.game_name,
        "title": study.game.title,
        "mode": study.mode_name,
        "players": study.player_count,
        "design": study.design_name,
        "n": summary.games,
        "deals": summary.deals,
        "seed": study.seed,
        "edition": edition_entry(study),
        "rules": dict(study.rules),
        "default_rules": {rule.name: rule.default for rule in study.game.rules},
        "par": result.par,
        **tournament_sections(result),
        "baseline": baseline,
        "differences": differences,
        "interrupted": interrupted,
        "elapsed_s": elapsed_s,
        "games_per_s": summary.games / max(elapsed_s, 1e-9),
        "version": package_version(),
    }


def show(result: dict[str, Any], found: Tournament, output_format: str) -> None:
    """Print the comparison on standard output."""
    if output_format == "json":
        print(json.dumps(result, ensure_ascii=False))
    elif output_format == "csv":
        sys.stdout.write(matrix_as_csv(found))
    else:
        from reports.comparison import comparison_tables
        from reports.terminal import make_console

        console = make_console()
        for part in comparison_tables(result, console.width):
            console.print(part)


def matrix_as_csv(found: Tournament) -> str:
    """The matrix as rows: a strategy against an opponent."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for own in found.order:
        for other in found.order:
            cell = found.matrix[own][other]
            if cell is not None:
                share = cell.share
                row = [share.estimate, share.low, share.high, cell.p_holm]
                writer.writerow([found.names[own], found.names[other], cell.games, *row, int(cell.significant)])
    return out.getvalue()
