"""The first command: play a study and print what came out."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from typing import Any

from analysis.summary import Summary, summarise, summary_table
from engines.game import UsageError
from experiments.counts import RunCounts
from experiments.interrupts import uninterrupted
from experiments.progress import Progress
from experiments.results import GamesFile, edition_entry, manifest, package_version, prepare_folder, write_json, write_table
from experiments.run_info import run_info
from experiments.running import BLOCK_GAMES, play_study, warm_up
from experiments.study import Study

SHOWN_METRICS = 4
"""Seat metrics, after the score, of which the table shows the means."""


@dataclass(frozen=True)
class Settings:
    """How a study is played and reported; nothing here changes a game."""

    games: int
    jobs: int
    backend: str
    out: str | None
    keep_games: bool
    force: bool
    output_format: str
    quiet: bool
    block_games: int = BLOCK_GAMES


@dataclass
class Run:
    """A run as far as it got."""

    counts: RunCounts
    elapsed_s: float
    interrupted: bool


def say(text: str, quiet: bool) -> None:
    """A remark on standard error."""
    if not quiet:
        print(text, file=sys.stderr, flush=True)


def simulate(study: Study, settings: Settings, command: list[str]) -> int:
    """Play the study, print and save the result; the exit code (0, or 130 after an interrupt)."""
    if settings.keep_games and settings.out is None:
        raise UsageError("--keep-games needs a folder: say --out DIR.")
    folder = prepare_folder(settings.out, force=settings.force) if settings.out is not None else None
    deals = study.design.deals_for(settings.games)
    games = deals * study.design.games_per_deal
    if games != settings.games:
        say(
            f"{settings.games:,} games are rounded up to {games:,}: each deal is played in every seating.",
            settings.quiet,
        )
    prepare(study, settings.quiet)
    keeper = GamesFile(folder, study) if folder is not None and settings.keep_games else None
    try:
        run = play(study, deals, settings, keeper)
    except BaseException:
        if keeper is not None:
            keeper.discard()
        raise
    if keeper is not None:
        keeper.close()
    if run.interrupted:
        say("Interrupted: the result is of the games played so far.", False)
        if not run.counts.deals:
            return 130
    summary = summarise(run.counts.arrays(), run_info(study))
    result = result_object(study, run, summary, settings.games)
    if folder is not None:
        timings = {name: result[name] for name in ("elapsed_s", "games_per_s", "decisions_per_s")}
        write_table(folder / "summary.parquet", summary_table(summary, run_info(study)))
        run.counts.save(folder / "counts.npz")
        write_json(folder / "manifest.json", manifest(study, summary.deals, command, timings))
    show(result, summary, study, settings)
    return 130 if run.interrupted else 0


def prepare(study: Study, quiet: bool) -> None:
    """Compile or load the kernels; say so where it takes long."""
    from engines.compilation import is_warm

    if not is_warm(study.game):
        say("Compiling the engine and the strategies for this machine (once; about half a minute) ...", quiet)
    warm_up(study)


def play(study: Study, deals: int, settings: Settings, keeper: GamesFile | None) -> Run:
    """Play all deals, or as many as there are before an interrupt."""
    counts = RunCounts.empty(study)
    began = time.perf_counter()
    interrupted = False
    with Progress(deals * study.design.games_per_deal, quiet=settings.quiet) as progress:
        results = play_study(
            study,
            deals,
            jobs=settings.jobs,
            backend=settings.backend,
            keep=keeper is not None,
            block_games=settings.block_games,
            arrived=progress.add,
        )
        try:
            for result in results:
                with uninterrupted():
                    if keeper is not None:
                        keeper.add(result)
                    counts.add(result)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            results.close()
    return Run(counts, time.perf_counter() - began, interrupted)


def result_object(study: Study, run: Run, summary: Summary, asked: int) -> dict[str, Any]:
    """The result as one object, in plain Python types."""
    decisions = round(summary.game_metrics["decisions"].mean * summary.games)
    elapsed = max(run.elapsed_s, 1e-9)
    return {
        "game": study.game_name,
        "title": study.game.title,
        "players": study.player_count,
        "mode": study.mode_name,
        "n": summary.games,
        "n_asked": asked,
        "deals": summary.deals,
        "seed": study.seed,
        "edition": edition_entry(study),
        "rules": dict(study.rules),
        "default_rules": {rule.name: rule.default for rule in study.game.rules},
        "unit": study.game.seat_metrics[0].unit,
        "strategies": [
            {
                "name": entry.name,
                "games": entry.games,
                "win_share": entry.win_share.estimate,
                "win_share_ci": [entry.win_share.low, entry.win_share.high],
                "score": next(iter(entry.metrics.values())).as_dict(),
                "metrics": {name: {"mean": d.mean, "sd": d.sd} for name, d in list(entry.metrics.items())[1:]},
            }
            for entry in summary.strategies
        ],
        "seats": [
            {"seat": name, "win_share": share.estimate, "win_share_ci": [share.low, share.high]}
            for name, share in summary.places
        ],
        "ties": summary.ties,
        "margin": {"mean": summary.margin.mean, "sd": summary.margin.sd},
        "game_metrics": {name: {"mean": d.mean, "sd": d.sd} for name, d in summary.game_metrics.items()},
        "interrupted": run.interrupted,
        "elapsed_s": elapsed,
        "games_per_s": summary.games / elapsed,
        "decisions": decisions,
        "decisions_per_s": decisions / elapsed,
        "version": package_version(),
    }


def show(result: dict[str, Any], summary: Summary, study: Study, settings: Settings) -> None:
    """Print the result on standard output in the format asked for."""
    if settings.output_format == "json":
        print(json.dumps(result, ensure_ascii=False))
        return
    if settings.output_format == "csv":
        sys.stdout.write(summary_table(summary, run_info(study)).to_csv(index=False, lineterminator="\n"))
        return
    from reports.terminal import make_console, result_tables

    shown = [metric.name for metric in study.game.seat_metrics[1 : 1 + SHOWN_METRICS]]
    console = make_console()
    for part in result_tables(result, summary, shown, console.width):
        console.print(part)
