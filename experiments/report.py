"""The balance report of a game: what is played for it, and the object that its pages and `report.json` are made of."""

from __future__ import annotations

import datetime
import platform
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from analysis.balance import balance
from analysis.loading import load_run
from analysis.measures import changes, measures
from analysis.robustness import holds_in
from analysis.seats import seat_mode, seats_section
from analysis.tournament import Tournament, tournament
from analysis.tournament_sections import tournament_sections
from analysis.verdicts import Contest, balance_findings
from engines.compilation import versions
from engines.game import Game, UsageError
from experiments.ablation import INVADER, banned
from experiments.batch import Part, part_for, play_parts
from experiments.compare import tournament_part
from experiments.counts import RunCounts
from experiments.results import edition_entry, package_version
from experiments.run_info import run_info
from experiments.simulate import Settings, prepare, say
from experiments.study import Study, make_study

SCHEMA = 1
"""Version of the layout of report.json."""

PAIRING_PART, MIRROR_PART, BAN_PART = 20, 5, 5
"""A pairing, a mirror match and a ban each take the games of the main run divided by this."""

MOST_FIELD = 6
"""Most strategies of the main run: the best half of the tournament, but no more."""

MOST_BANS = 8
"""So many flagged items are checked by forbidding them."""


@dataclass
class Played:
    """What was played for a report. seats: runs of equal players by what they are called."""

    tournament: tuple[Study, RunCounts] | None
    main: tuple[Study, RunCounts]
    seats: list[tuple[str, Study, RunCounts]] = field(default_factory=list)
    bans: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    elapsed_s: float = 0.0


class Stopped(RuntimeError):
    """The report's games were interrupted before there was enough to report."""


def play_report(arguments: dict[str, Any], specs: Sequence[str], settings: Settings) -> Played:
    """Play what a report needs: a tournament, the main run among its best, equal players for the seats, bans of flagged items.

    arguments: those of `make_study` without strategies and design. Raises Stopped after an interrupt.
    """
    began = time.perf_counter()
    games = settings.games
    contest: tuple[Study, RunCounts] | None = None
    ranked = list(specs)
    if len(specs) > 1:
        study = make_study(**arguments, specs=list(specs), design="pairs")
        part = tournament_part(study, max(1, games // PAIRING_PART))
        say(f"Tournament of {len(specs)} strategies: {part.games:,} games.", settings.quiet)
        prepare(study, settings.quiet)
        (met,) = _play([part], settings)
        contest = study, met
        order = tournament(met.arrays(), run_info(study)).order
        ranked = [study.specs[number] for number in order]
    main_study = make_study(**arguments, **_main_field(ranked, arguments))
    main_part = part_for(main_study, games)
    mirrors = [(label, part_for(study, max(1, games // MIRROR_PART))) for label, study in _mirrors(arguments, ranked[0])]
    if contest is None:
        prepare(main_study, settings.quiet)
    say(f"Main run and equal players: {main_part.games + sum(p.games for _, p in mirrors):,} games.", settings.quiet)
    counts = _play([main_part, *(part for _, part in mirrors)], settings)
    played = Played(contest, (main_study, counts[0]))
    played.seats = [(label, part.study, own) for (label, part), own in zip(mirrors, counts[1:], strict=True)]
    played.bans = _checked_bans(played, arguments, ranked[0], max(1, games // BAN_PART), settings)
    played.elapsed_s = time.perf_counter() - began
    return played


def _play(parts: Sequence[Part], settings: Settings) -> tuple[RunCounts, ...]:
    """The counts of all parts. Raises Stopped after an interrupt."""
    batch = play_parts(parts, settings)
    if batch.interrupted:
        raise Stopped("Interrupted before the report had all its games; nothing was written.")
    return batch.counts


def _main_field(ranked: Sequence[str], arguments: dict[str, Any]) -> dict[str, Any]:
    """Strategies and design of the main run: every line-up of the best half, or all against all of the few there are."""
    sides = make_study(**arguments).mode.side_count
    if len(ranked) == 1:
        return {"specs": list(ranked), "design": "mirror"}
    size = min(len(ranked), max(sides, min(MOST_FIELD, -(-len(ranked) // 2)), 2))
    return {"specs": list(ranked[:size]), "design": "line-ups" if size >= sides else "pairs"}


def _mirrors(arguments: dict[str, Any], spec: str) -> list[tuple[str, Study]]:
    """The best strategy in all seats, for every number of players of the mode."""
    own = make_study(**arguments)
    studies = []
    for mode in sorted((m for m in own.game.modes if m.name == own.mode_name), key=lambda m: m.players):
        study = make_study(**(arguments | {"player_count": mode.players}), specs=[spec], design="mirror")
        studies.append((f"{mode.players} players", study))
    return studies


def _checked_bans(
    played: Played, arguments: dict[str, Any], spec: str, games: int, settings: Settings
) -> dict[tuple[str, str], dict[str, Any]]:
    """The causal effect of flagged uses of items, by item and way: one side does without, on the same deals."""
    study, counts = played.main
    rows = balance(counts.arrays(), run_info(study))["items"]["rows"]
    flagged = [row for row in rows if row["flag"] in ("strong", "weak") and row["way"] in study.game.chosen_ways]
    flagged = sorted(flagged, key=lambda row: -abs(row["effect"]["estimate"]))[:MOST_BANS]
    if not flagged:
        return {}
    base = make_study(**arguments, specs=[spec, spec], design="invader")
    reference = part_for(base, games)
    keys = [(row["item"], row["way"]) for row in flagged]
    parts = [reference, *(replace(reference, study=banned(base, item, (way,))) for item, way in keys)]
    say(f"Bans of {len(keys)} flagged uses of items: {sum(part.games for part in parts):,} games.", settings.quiet)
    results = _play(parts, settings)
    before = measures(results[0].arrays(), run_info(base))
    found = {}
    for key, part, own in zip(keys, parts[1:], results[1:], strict=True):
        label = base.players[INVADER].label
        change = next(
            change
            for change in changes(before, measures(own.arrays(), run_info(part.study)))
            if (change.measure.name, change.measure.who) == ("win_share", label)
        )
        if change.difference is not None:
            interval = change.difference.interval
            worth = {"estimate": 0 - interval.estimate, "low": 0 - interval.high, "high": 0 - interval.low}
            what = f"what {spec} loses without it" if change.difference.p_value < 1 else f"no game of {spec} differs without it"
            found[key] = worth | {"text": f"{what}, {part.games:,} games on the same deals"}
    return found


def report_object(played: Played, command: Sequence[str], robustness: dict[str, Any] | None = None) -> dict[str, Any]:
    """The report as one object in plain types: what its pages show and what report.json holds."""
    study, counts = played.main
    info = run_info(study)
    sections = balance(counts.arrays(), info, _label(study))
    modes = [seat_mode(own.arrays(), run_info(other), label) for label, other, own in played.seats]
    sections["seats"] = seats_section([*modes, *sections["seats"]["modes"]])
    for row in sections["items"]["rows"]:
        row["causal"] = played.bans.get((row["item"], row["way"]))
    result: Tournament | None = None
    if played.tournament is not None:
        result = tournament(played.tournament[1].arrays(), run_info(played.tournament[0]))
    contestants = played.tournament[0] if played.tournament is not None else study
    everything = [counts, *(own for _, _, own in played.seats), *([played.tournament[1]] if played.tournament else [])]
    unfinished = sum(int(own.tally.unfinished[0]) for own in everything)
    return _assembled(
        sections,
        result,
        robustness,
        {
            "title": study.game.title,
            "game": study.game_name,
            "mode": study.mode_name,
            "players": study.player_count,
            "edition": edition_entry(study),
            "rules": _rules(study.game, dict(study.rules)),
            "seed": study.seed,
            "games": sum(own.games for own in everything),
            "deals": counts.deals,
            "unfinished": unfinished,
            "design": _design_text(played) + unfinished_text(unfinished),
            "strategies": [
                {"name": player.label, "summary": player.strategy.summary, "spec": spec}
                for player, spec in zip(contestants.players, contestants.specs, strict=True)
            ],
            "unit": study.game.seat_metrics[0].unit,
            "round_name": study.game.round_name,
            "version": package_version(),
            "command": shlex.join(["simulate", *command[1:]]),
            "created": _now(),
            "platform": platform.platform(),
            "packages": versions(),
            "elapsed_s": played.elapsed_s,
            "run": None,
        },
    )


def report_of_run(folder: str, command: Sequence[str]) -> dict[str, Any]:
    """The report of a stored run, from its files alone. Raises analysis.loading.UnreadableRun."""
    counts, info, manifest = load_run(Path(folder))
    sections = balance(counts, info)
    result = None if info.mirror or len(info.strategies) < 2 else tournament(counts, info)
    unfinished = int(counts["unfinished"][0]) if "unfinished" in counts else 0
    rules = manifest["rules"]
    defaults = manifest["default_rules"]
    return _assembled(
        sections,
        result,
        None,
        {
            "title": manifest["title"],
            "game": manifest["game"],
            "mode": manifest["mode"],
            "players": manifest["players"],
            "edition": manifest["edition"],
            "rules": [
                {"name": name, "value": value, "default": defaults[name]["default"], "meaning": defaults[name]["meaning"]}
                for name, value in rules.items()
            ],
            "seed": manifest["seed"],
            "games": int(counts["games"][0]),
            "deals": int(counts["deals"][0]),
            "unfinished": unfinished,
            "design": f"The stored run {folder}: {len(info.lineups)} line-ups of {len(info.strategies)} strategies, "
            f"each deal in every rotation of the seats.{unfinished_text(unfinished)}",
            "strategies": [
                {"name": entry["name"], "summary": entry["summary"], "spec": entry["spec"]} for entry in manifest["strategies"]
            ],
            "unit": info.seat_metrics[0][1],
            "round_name": info.round_name,
            "version": manifest["version"],
            "command": shlex.join(["simulate", *command[1:]]),
            "created": _now(),
            "platform": manifest["platform"],
            "packages": manifest["packages"],
            "elapsed_s": manifest["timings"].get("elapsed_s"),
            "run": folder,
        },
    )


def _assembled(
    sections: dict[str, Any], result: Tournament | None, robustness: dict[str, Any] | None, head: dict[str, Any]
) -> dict[str, Any]:
    """Head, findings and sections in the order of the pages."""
    contested = tournament_sections(result) if result is not None else {}
    contest = None
    if result is not None and result.metagame is not None:
        ranked = contested["ranking"]
        contest = Contest(
            names=contested["matchups"]["names"],
            pairings=contested["matchups"]["share"],
            mixture=[entry["mixture"] for entry in ranked],
            alpharank=[entry["alpharank"] for entry in ranked],
        )
    edition = head["edition"]
    reconstructed = edition is not None and edition["provenance"].startswith("reconstructed")
    findings = balance_findings(sections, contest, edition["name"] if reconstructed else None)
    if robustness is not None:
        rows = {row["key"]: row for row in robustness["rows"]}
        for finding in findings:
            finding["holds_in"] = holds_in(rows[finding["key"]], robustness["editions"])
    return {
        "schema": SCHEMA,
        **head,
        "reconstructed": reconstructed,
        "findings": findings,
        "ranking": [],
        "order": None,
        "matchups": None,
        "cycles": [],
        "metagame": None,
        **contested,
        **sections,
        "robustness": robustness,
        "method": METHOD,
    }


METHOD = [
    "A deal is one shuffle of everything random. Every line-up plays each deal in all rotations of its seats with the same "
    "shuffles, so that no strategy profits from a seat or from the luck of the draw. A win among k who share it counts 1/k.",
    "The unit of analysis is the deal with all its games. Intervals are 95% intervals over deals; where a table shows several, "
    "they hold for all of them at once. Several tests are corrected by Holm's method.",
    "Ratings are maximum-likelihood strengths (Bradley-Terry or Davidson with ties, Plackett-Luce for more sides) on the Elo "
    "scale, with a weak prior and a bootstrap over deals. The equilibrium mixture is that of maximum entropy; alpha-rank is "
    "shown for several intensities.",
    "The effect of an item is the difference of the win share with and without it, adjusted for strategy and seat. It is an "
    "association: players may use an item because they are winning. A ban is an experiment: the same deals are played again "
    "with the item forbidden to one side.",
    "The main run is played by the best strategies of the tournament, so that findings are about competent play as far as "
    "scripted strategies go.",
]


def _label(study: Study) -> str:
    return f"{study.player_count} players"


def _rules(game: Game, settings: dict[str, str]) -> list[dict[str, str]]:
    """The rules in force."""
    return [
        {"name": rule.name, "value": settings[rule.name], "default": rule.default, "meaning": rule.meaning}
        for rule in game.rules
    ]


def _design_text(played: Played) -> str:
    """What was played, in sentences."""
    study, counts = played.main
    parts = []
    if played.tournament is not None:
        contest, own = played.tournament
        parts.append(
            f"A tournament of {len(contest.specs)} strategies, every pairing in balanced line-ups ({own.games:,} games)."
        )
    names = ", ".join(player.label for player in study.players)
    parts.append(f"The main run: every line-up of {names} ({counts.games:,} games).")
    if played.seats:
        games = sum(own.games for _, _, own in played.seats)
        parts.append(f"{played.seats[0][1].players[0].label} in all seats ({games:,} games).")
    return " ".join(parts)


def unfinished_text(games: int) -> str:
    """A sentence on games that did not end, if there are any."""
    return f" {games:,} games did not end and were broken off; they count as shared by all." if games else ""


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def output_paths(output: str, html: bool) -> tuple[Path, Path]:
    """Where the report and its JSON go. Raises UsageError for a folder that does not exist or a wrong suffix."""
    path = Path(output)
    wanted = ".html" if html else ".pdf"
    if path.suffix.lower() != wanted:
        raise UsageError(f"-o {output}: the name should end in {wanted}{'' if html else ' (or say --html)'}.")
    if not path.parent.is_dir():
        raise UsageError(f"-o {output}: there is no folder {path.parent}.")
    return path, path.with_name("report.json")
