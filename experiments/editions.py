"""Robustness: the same study on many editions made under the same constraints, and in which of them the findings hold."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import pandas as pd

from analysis.balance import balance
from analysis.entries import interval_entry
from analysis.metagame import complete, nash_mixture
from analysis.pairwise import compare_pairs, pair_series
from analysis.robustness import robustness_section
from analysis.tournament import rotations_of
from analysis.verdicts import Contest, Finding, balance_findings
from engines.game import GENERATED, Game, UsageError
from experiments.batch import part_for, play_parts
from experiments.counts import RunCounts
from experiments.results import edition_entry, package_version
from experiments.run_info import run_info
from experiments.simulate import Settings, prepare, say
from experiments.study import Study, make_study

FIELD = 4
"""So many strategies play on each edition, if the user names none: the first of the default line-up and of the game's list."""


def edition_studies(arguments: dict[str, Any], specs: Sequence[str], count: int) -> list[Study]:
    """The studies: the edition of the arguments first, then `count` made from the seeds 1 to count."""
    design = "pairs" if len(specs) > 1 else "mirror"
    own = make_study(**arguments, specs=list(specs), design=design)
    check_editions(own.game)
    others = [
        make_study(**(arguments | {"edition_path": f"{GENERATED}{seed}"}), specs=list(specs), design=design)
        for seed in range(1, count + 1)
    ]
    return [own, *others]


def check_editions(game: Game) -> None:
    """Raise UsageError for a game without card tables."""
    if not game.has_edition:
        raise UsageError(f"{game.title} has no card tables, so there are no other editions to try.")


def findings_of(study: Study, counts: RunCounts) -> list[Finding]:
    """The findings of the balance report for one edition."""
    info = run_info(study)
    arrays = counts.arrays()
    strategies = len(info.strategies)
    series = pair_series(arrays["group_lineup_share"], info.lineups, arrays["group_deals"], rotations_of(info), strategies)
    matrix = compare_pairs(series)
    payoffs = complete(series.shares())
    contest = Contest(
        names=info.strategies,
        pairings=[[interval_entry(cell.share) if cell else None for cell in row] for row in matrix],
        mixture=None if payoffs is None else [float(share) for share in nash_mixture(payoffs)],
    )
    return balance_findings(balance(arrays, info), contest)


def default_field(study: Study) -> list[str]:
    """The strategies that play on each edition if none are named."""
    from strategies.loading import builtin_strategies

    known = [name for name, strategy in builtin_strategies(study.game_name).items() if not strategy.slow]
    first = list(dict.fromkeys(study.game.default_lineup[study.mode_name]))
    return [*first, *(name for name in reversed(known) if name not in first)][:FIELD]


def robustness(
    arguments: dict[str, Any], specs: Sequence[str], count: int, games: int, settings: Settings
) -> tuple[dict[str, Any], list[Finding], Study, bool]:
    """The section `robustness`, the findings on the first edition, its study, and whether it was interrupted."""
    studies = edition_studies(arguments, specs, count)
    parts = [part_for(study, games) for study in studies]
    say(f"{count} other editions: {sum(part.games for part in parts):,} games.", settings.quiet)
    prepare(studies[0], settings.quiet)
    batch = play_parts(parts, settings)
    whole = [(part.study, counts) for part, counts in zip(batch.parts, batch.counts, strict=True) if counts.deals == part.deals]
    if not whole:
        raise KeyboardInterrupt
    findings = [findings_of(study, counts) for study, counts in whole]
    section = robustness_section(findings[0], findings[1:], parts[0].games)
    return section, findings[0], studies[0], batch.interrupted


def robustness_for_report(arguments: dict[str, Any], specs: Sequence[str], count: int, settings: Settings) -> dict[str, Any]:
    """The section for a report on the best of its strategies, with a fifth of its games on each edition."""
    from experiments.report import BAN_PART, Stopped

    section, _, _, interrupted = robustness(arguments, specs[:FIELD], count, max(1, settings.games // BAN_PART), settings)
    if interrupted:
        raise Stopped("Interrupted before the report had all its games; nothing was written.")
    return section


def editions(arguments: dict[str, Any], specs: Sequence[str] | None, count: int, settings: Settings) -> int:
    """Try the findings on other editions and print in how many they hold; the exit code. Raises UsageError."""
    chosen = list(specs) if specs else default_field(make_study(**arguments))
    section, findings, study, interrupted = robustness(arguments, chosen, count, settings.games, settings)
    show(result_object(study, section, findings, interrupted), settings.output_format)
    return 130 if interrupted else 0


def result_object(study: Study, section: dict[str, Any], findings: Sequence[Finding], interrupted: bool) -> dict[str, Any]:
    """The study of editions as one object, in plain Python types."""
    return {
        "game": study.game_name,
        "title": study.game.title,
        "mode": study.mode_name,
        "players": study.player_count,
        "strategies": [player.label for player in study.players],
        "seed": study.seed,
        "edition": edition_entry(study),
        "rules": dict(study.rules),
        "default_rules": {rule.name: rule.default for rule in study.game.rules},
        "findings": list(findings),
        **section,
        "interrupted": interrupted,
        "version": package_version(),
    }


def show(result: dict[str, Any], output_format: str) -> None:
    """Print it on standard output."""
    if output_format == "json":
        print(json.dumps(result, ensure_ascii=False))
    elif output_format == "csv":
        sys.stdout.write(pd.DataFrame(result["rows"]).to_csv(index=False, lineterminator="\n"))
    else:
        from reports.settings import robustness_tables
        from reports.terminal import make_console

        console = make_console()
        for part in robustness_tables(result, console.width):
            console.print(part)
