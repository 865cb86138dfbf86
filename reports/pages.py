"""The pages of a report: a cover, then every subject on a page of its own, or more where it needs them.

Subjects in a row of which nothing could be estimated share a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.document import WIDTH, Paragraph, Subject
from reports.layout import BODY, LEFT, NOTE, Composer, line_height
from reports.style import INK, QUIET, status_mark
from reports.subjects import Cover, Finding, cover, footer, subjects
from reports.typography import wrap

GAME_SIZE, HEADING = 30.0, 12.0
FACT_COLUMN = 0.95
MARK_COLUMN = 1.05
WARNING_GROUND, WARNING_INK = "#fdf1e3", "#7a3a00"


def compose(report: Mapping[str, Any]) -> Composer:
    """All pages of a report; to be called inside `reports.style.styled()`."""
    composer = Composer()
    _cover_page(composer, cover(report))
    before_is_empty = False
    for subject in subjects(report):
        if before_is_empty and not subject.blocks:
            composer.further(subject.name)
        else:
            composer.page(subject.name)
        _subject(composer, subject)
        before_is_empty = not subject.blocks
    composer.feet(footer(report))
    return composer


def _cover_page(composer: Composer, words: Cover) -> None:
    composer.page("Cover")
    composer.space(0.25)
    composer.lines(["Balance report"], HEADING, QUIET)
    composer.space(0.05)
    composer.lines(wrap(words.title, WIDTH, GAME_SIZE, bold=True), GAME_SIZE, bold=True)
    composer.space(0.12)
    composer.rule(LEFT, composer.y, WIDTH, INK, 1.4)
    composer.space(0.14)
    for name, text in words.facts:
        composer.need(line_height(BODY))
        composer.write(LEFT, composer.baseline(BODY), name, BODY, QUIET)
        composer.lines(wrap(text, WIDTH - FACT_COLUMN, BODY), BODY, x=LEFT + FACT_COLUMN)
        composer.space(0.03)
    if words.warning:
        _warning(composer, words.warning)
    composer.space(0.18)
    composer.lines(["Findings"], HEADING, bold=True)
    composer.space(0.06)
    if not words.findings:
        composer.lines(["The report has no findings."], BODY)
    for finding in words.findings:
        _finding(composer, finding)


def _warning(composer: Composer, text: str) -> None:
    lines = wrap(text, WIDTH - 0.3, BODY)
    height = len(lines) * line_height(BODY) + 0.2
    composer.space(0.1)
    composer.need(height)
    composer.box(LEFT, composer.y, WIDTH, height, WARNING_GROUND)
    composer.space(0.1)
    composer.lines(lines, BODY, WARNING_INK, x=LEFT + 0.15)
    composer.space(0.1)


def _finding(composer: Composer, finding: Finding) -> None:
    mark = status_mark(finding.status)
    lines = wrap(finding.text, WIDTH - MARK_COLUMN, BODY)
    holds = wrap(finding.holds, WIDTH - MARK_COLUMN, NOTE) if finding.holds else []
    composer.need(len(lines) * line_height(BODY) + len(holds) * line_height(NOTE) + 0.1)
    baseline = composer.baseline(BODY)
    composer.write(LEFT, baseline, mark.shape, BODY, mark.colour)
    composer.write(LEFT + 0.2, baseline, mark.word, BODY, mark.colour, bold=True)
    composer.lines(lines, BODY, x=LEFT + MARK_COLUMN)
    composer.lines(holds, NOTE, QUIET, x=LEFT + MARK_COLUMN)
    composer.space(0.09)


def _subject(composer: Composer, subject: Subject) -> None:
    composer.title(subject.name, subject.finding)
    if subject.note:  # at the end it would often be all that stands on a further page
        composer.block(Paragraph(subject.note, "note"))
    for block in subject.blocks:
        composer.block(block)
