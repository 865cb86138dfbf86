"""The first command: play a study and print what came out."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analysis.summary import Summary, summarise, summary_table
from engines.game import UsageError
from experiments.checkpoint import CHECKPOINT_S, Checkpoint
from experiments.counts import RunCounts
from experiments.files import Span, StorageFault, write_json
from experiments.interrupts import exit_code, stoppable, uninterrupted
from experiments.progress import Progress
from experiments.results import MANIFEST, edition_entry, locked, manifest, new_folder, package_version, run_id, write_table
from experiments.resuming import study_of_manifest, unfinished_run
from experiments.run_info import run_info
from experiments.running import play_study, warm_up
from experiments.study import Study
from experiments.unfinished import unfinished_entry, unfinished_remark
from experiments.watchdog import WATCHDOG_S

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
    block_games: int | None = None
    scheduler: str | None = None
    watchdog_s: float = WATCHDOG_S
    checkpoint_s: float = CHECKPOINT_S

    @property
    def workers(self) -> dict[str, Any]:
        """The arguments of `play_study` that say where and how blocks are played."""
        return {
            "jobs": self.jobs,
            "backend": self.backend,
            "scheduler": self.scheduler,
            "block_games": self.block_games,
            "watchdog_s": self.watchdog_s,
        }


@dataclass
class Run:
    """A run as far as it got. earlier_games: those of them that an earlier process played; code: 130 or 143 if interrupted."""

    counts: RunCounts
    elapsed_s: float
    interrupted: bool
    earlier_games: int = 0
    code: int = 0


def say(text: str, quiet: bool) -> None:
    """A remark on standard error."""
    if not quiet:
        print(text, file=sys.stderr, flush=True)


def simulate(study: Study, settings: Settings, command: list[str]) -> int:
    """Play the study, print and save the result; the exit code (0, or 130 or 143 after an interrupt)."""
    if settings.keep_games and settings.out is None:
        raise UsageError("--keep-games needs a folder: say --out DIR.")
    deals = study.design.deals_for(settings.games)
    games = deals * study.design.games_per_deal
    if games != settings.games:
        say(f"{settings.games:,} games are rounded up to {games:,}: each deal is played in every seating.", settings.quiet)
    if settings.out is None:
        prepare(study, settings.quiet, settings.watchdog_s)
        run = play(study, deals, settings)
        return conclude(study, run, settings)
    with new_folder(settings.out, force=settings.force) as folder:
        prepare(study, settings.quiet, settings.watchdog_s)
        return RunFolder(folder, study, deals, settings, command).play(complete=False)


def resume(folder: Path, settings: Settings) -> int:
    """Go on with the run in a folder, or repair it. Only how it is played and shown is taken from the settings."""
    folder = folder.absolute()
    unfinished_run(folder)
    with locked(folder):
        content = unfinished_run(folder)
        study = study_of_manifest(content)
        settings = replace(settings, games=content["games_asked"], keep_games=content["keep_games"], out=str(folder))
        prepare(study, settings.quiet, settings.watchdog_s)
        run_folder = RunFolder(folder, study, content["deals_asked"], settings, content["command"])
        return run_folder.play(complete=content["state"] == "complete")


class RunFolder:
    """A study that is played into a folder: its manifest says at any moment how far it is, and all that is needed to go on."""

    def __init__(self, folder: Path, study: Study, deals: int, settings: Settings, command: list[str]) -> None:
        self.folder = folder
        self.study = study
        self.deals = deals
        self.settings = settings
        self.command = command
        self.checkpoint = Checkpoint(
            folder, study, run_id(study), deals, keep_games=settings.keep_games, every_s=settings.checkpoint_s
        )

    def play(self, *, complete: bool) -> int:
        """Play what is missing, write and print the result; the exit code. complete: whether the run was finished once."""
        for remark in self.checkpoint.open(complete=complete):
            say(remark, False)
        self._write_manifest("running", {})
        try:
            run = play(self.study, self.deals, self.settings, self.checkpoint)
        except StorageFault as fault:
            raise StorageFault(
                f"{fault} What was saved before stays. Make room, then go on with: simulate resume {self.folder}"
            ) from None
        except RuntimeError:
            with suppress(StorageFault):
                self.checkpoint.save()
                self._write_manifest("failed", {})
            raise
        return conclude(self.study, run, self.settings, self)

    def _write_manifest(self, state: str, timings: dict[str, float]) -> None:
        content = manifest(
            self.study,
            self.checkpoint.counts,
            self.command,
            timings,
            state=state,
            deals_asked=self.deals,
            games_asked=self.settings.games,
            keep_games=self.settings.keep_games,
        )
        write_json(self.folder / MANIFEST, content)

    def write(self, result: dict[str, Any], summary: Summary) -> None:
        """Write tables and manifest. The parts of counts go last, when all else is safe."""
        timings = {name: result[name] for name in ("elapsed_s", "games_per_s", "decisions_per_s")}
        write_table(self.folder / "summary.parquet", summary_table(summary, run_info(self.study)))
        self.checkpoint.write_counts()
        self._write_manifest("interrupted" if result["interrupted"] else "complete", timings)
        if not result["interrupted"]:
            self.checkpoint.clear()


def conclude(study: Study, run: Run, settings: Settings, folder: RunFolder | None = None) -> int:
    """Write and print what came out, as far as it got; the exit code."""
    if run.interrupted:
        how = f" Go on with: simulate resume {settings.out}" if folder is not None else ""
        say(f"Interrupted: the result is of the games played so far.{how}", False)
        if not run.counts.deals:
            return run.code
    if remark := unfinished_remark(study, run.counts):
        say(remark, False)
    summary = summarise(run.counts.arrays(), run_info(study))
    result = result_object(study, run, summary, settings.games)
    if folder is not None:
        with uninterrupted():
            folder.write(result, summary)
    show(result, summary, study, settings)
    return run.code


def prepare(study: Study, quiet: bool, watchdog_s: float = WATCHDOG_S) -> None:
    """Compile or load the kernels; say so where it takes long."""
    from engines.compilation import is_warm
    from engines.derived import can_recount, recount_asked

    if not is_warm(study.game):
        say("Compiling the engine and the strategies for this machine (once; about half a minute) ...", quiet)
    if recount_asked() and not can_recount(study.game):
        say(f"{study.game.title} has no recount.py: bounds are checked, but no value is recomputed.", quiet)
    warm_up(study, watchdog_s)


def play(study: Study, deals: int, settings: Settings, keeper: Checkpoint | None = None) -> Run:
    """Play all deals, or as many as there are before an interrupt. keeper: takes and saves the blocks, and knows what is left.

    Raises StrategyFault, EngineFault, Stuck, StorageFault.
    """
    counts = keeper.counts if keeper is not None else RunCounts.empty(study)
    spans = keeper.todo if keeper is not None else [Span(0, deals)]
    earlier = counts.games
    began = time.perf_counter()
    code = 0
    total = sum(len(span) for span in spans) * study.design.games_per_deal
    with stoppable(), Progress(total, quiet=settings.quiet) as progress:
        results = play_study(
            study,
            deals,
            spans=spans,
            keep=keeper is not None and keeper.keeps_games,
            arrived=progress.add,
            **settings.workers,
        )
        try:
            for result in results:
                with uninterrupted():
                    (keeper or counts).add(result)
        except KeyboardInterrupt as interrupt:
            code = exit_code(interrupt)
        finally:
            with uninterrupted():
                results.close()
        if keeper is not None:
            with uninterrupted():
                keeper.save()
    return Run(counts, time.perf_counter() - began, bool(code), earlier, code)


def result_object(study: Study, run: Run, summary: Summary, asked: int) -> dict[str, Any]:
    """The result as one object, in plain Python types. Speeds are those of this process."""
    decisions = round(summary.game_metrics["decisions"].mean * summary.games)
    elapsed = max(run.elapsed_s, 1e-9)
    speed = (summary.games - run.earlier_games) / elapsed
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
        "unfinished": unfinished_entry(study, run.counts),
        "margin": {"mean": summary.margin.mean, "sd": summary.margin.sd},
        "game_metrics": {name: {"mean": d.mean, "sd": d.sd} for name, d in summary.game_metrics.items()},
        "interrupted": run.interrupted,
        "elapsed_s": elapsed,
        "games_per_s": speed,
        "decisions": decisions,
        "decisions_per_s": speed * decisions / summary.games,
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
