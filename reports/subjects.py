"""All subjects of a report in order, and its cover in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reports import subjects_games as games
from reports import subjects_wins as wins
from reports.document import Subject
from reports.wording import NOTHING, items_of, sentence, whole

Report = Mapping[str, Any]
BUILDERS = (
    wins.verdicts, wins.ranking, wins.match_ups, wins.metagame, wins.seats, games.scores, games.length, games.trajectories,
    games.luck, games.items, games.robustness, games.rules, games.method,
)  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """A finding as the cover states it: status, sentence, and whether it holds in other editions ("" where not studied)."""

    status: str
    topic: str
    text: str
    holds: str


@dataclass(frozen=True)
class Cover:
    """The cover: title, facts as (name, value), a warning ("" if none), findings."""

    title: str
    facts: tuple[tuple[str, str], ...]
    warning: str
    findings: tuple[Finding, ...]


def subjects(report: Report) -> tuple[Subject, ...]:
    """The report's subjects in the order of its pages. A robustness study that was not made has no page."""
    return tuple(subject for build in BUILDERS if (subject := build(report)) is not None)


def cover(report: Report) -> Cover:
    """What the cover says."""
    edition = report.get("edition")
    facts = [
        ("Edition", f"{edition['name']} ({edition['provenance']})" if edition else "the game has one edition only"),
        ("Mode", f"{report.get('mode')}, {report.get('players')} players"),
        ("Design", sentence(report.get("design"), NOTHING)),
        ("Games", f"{whole(report.get('games'))} games of {whole(report.get('deals'))} deals, seed {report.get('seed')}"),
        ("Date", f"{str(report.get('created') or NOTHING)[:10]}, Meeple Carlo {report.get('version')}"),
    ]
    if edition and edition.get("sha256"):
        facts.insert(1, ("Checksum", f"sha256 {str(edition['sha256'])[:16]}"))
    return Cover(
        str(report.get("title") or report.get("game")),
        tuple(facts),
        RECONSTRUCTED if report.get("reconstructed") else "",
        tuple(_finding(finding) for finding in items_of(report, "findings")),
    )


RECONSTRUCTED = (
    "This edition is reconstructed: its cards are not copied from the published game. "
    "All findings are about this reconstructed edition."
)


def _finding(finding: Mapping[str, Any]) -> Finding:
    holds = finding.get("holds_in") or {}
    return Finding(
        str(finding.get("status")),
        str(finding.get("topic", "")),
        sentence(finding.get("text"), "This could not be estimated."),
        sentence(holds.get("text"), ""),
    )


def document_title(report: Report) -> str:
    """The title in the document's metadata."""
    return f"{report.get('title') or report.get('game')}: balance report"


def footer(report: Report) -> str:
    """What stands at the foot of every page."""
    return f"{report.get('title') or report.get('game')}  ·  seed {report.get('seed')}  ·  Meeple Carlo {report.get('version')}"
