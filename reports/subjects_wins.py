"""The subjects of a report that are about winning: verdicts, ranking, match-ups, metagame, seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports import figures
from reports.document import Block, Cell, Chart, Charts, Column, Paragraph, Subject, Table
from reports.style import status_mark
from reports.wording import (
    NOTHING,
    estimate,
    finite,
    items_of,
    measure,
    number,
    percent,
    probability,
    ranks,
    reason,
    sentence,
    share,
    whole,
)

Report = Mapping[str, Any]
PAIRINGS = 15
"""Pairings that the table has on paper; the heat map has all."""


def shown(*charts: Chart | None) -> tuple[Block, ...]:
    """Charts that have something to draw, below each other."""
    return tuple(Charts((chart,)) for chart in charts if chart is not None)


def beside(*charts: Chart | None) -> tuple[Block, ...]:
    """Charts that have something to draw, side by side."""
    known = tuple(chart for chart in charts if chart is not None)
    return (Charts(known),) if known else ()


def figure_cell(text: str, figure: object) -> Cell:
    """A cell for an estimate, which sorts by its value."""
    found = estimate(figure)
    return Cell(text, None if found is None else found.value)


def count_cell(value: object) -> Cell:
    """A cell for a whole number."""
    return Cell(whole(value), finite(value))


def number_cell(value: object, digits: int) -> Cell:
    """A cell for a number with so many decimals."""
    found = finite(value)
    return Cell(number(found, digits), found)


def missing(key: str, name: str, section: object, what: str) -> Subject:
    """A subject without figures: one sentence says that they are missing and why."""
    return Subject(key, name, f"{what} could not be estimated: {reason(section)}.")


def verdicts(report: Report) -> Subject:
    """Every finding with its status, evidence and threshold."""
    findings = items_of(report, "findings")
    if not findings:
        return missing("verdicts", "Verdicts", None, "Verdicts")
    words = [status_mark(finding.get("status")).word for finding in findings]
    counts = [(words.count(word), word) for word in ("concern", "notice", "good", "not known")]
    parts = [f"{n} {'is' if n == 1 else 'are'} {_status_phrase(word, n)}" for n, word in counts if n]
    rows = tuple(_verdict_row(finding) for finding in findings)
    columns = (Column("topic"), Column("status"), Column("finding"), Column("evidence"), Column("threshold"))
    blocks: list[Block] = [Table("verdicts-table", "Every verdict, its evidence and its threshold", columns, rows)]
    held = [finding for finding in findings if (finding.get("holds_in") or {}).get("text")]
    if held:
        rows = tuple((Cell(str(finding["topic"])), Cell(str(finding["holds_in"]["text"]))) for finding in held)
        heads = (Column("topic"), Column("across editions"))
        blocks.append(Table("verdicts-held", "Does it hold in other editions?", heads, rows))
    note = (
        "Good: within the threshold. Notice: the estimate is beyond the threshold, but its interval is not wholly. "
        "Concern: the whole interval is beyond the threshold."
    )
    return Subject("verdicts", "Verdicts", f"Of {len(findings)} checks, {_joined(parts)}.", tuple(blocks), note)


def _status_phrase(word: str, n: int) -> str:
    one = n == 1
    phrases = {
        "concern": "a concern" if one else "concerns",
        "notice": "worth a notice",
        "good": "good",
        "not known": "not known",
    }
    return phrases[word]


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def _verdict_row(finding: Mapping[str, Any]) -> tuple[Cell, ...]:
    status = str(finding.get("status"))
    return (
        Cell(str(finding.get("topic", ""))),
        Cell(status_mark(status).word, status=status),
        Cell(sentence(finding.get("text"), NOTHING)),
        Cell(sentence(finding.get("evidence"), NOTHING)),
        Cell(sentence(finding.get("threshold"), NOTHING)),
    )


def ranking(report: Report) -> Subject:
    """Strategies from best to worst: shares, ratings, whom each beats."""
    entries = items_of(report, "ranking")
    if not entries:
        return missing("ranking", "Ranking", report.get("order"), "A ranking")
    order = report.get("order") or {}
    finding = sentence(order.get("text"), f"{entries[0]['name']} is first of {len(entries)} strategies.")
    if len(entries) == 1:
        finding = sentence(order.get("text"), f"{entries[0]['name']} is the only strategy, so there is nothing to rank.")
    charts = shown(figures.overall_shares(entries), figures.ratings(entries))
    note = (
        "Win shares: a win that k sides share counts 1/k. Ratings: maximum likelihood with a weak prior. "
        "“Beats” lists the ranks of strategies beaten significantly (Holm). “At least this rank”: share of bootstrap "
        "replicates in which the strategy is ranked here or better."
    )
    return Subject("ranking", "Ranking", finding, (*charts, _ranking_table(entries, report)), note)


def _ranking_table(entries: Sequence[Mapping[str, Any]], report: Report) -> Table:
    rank = {entry["name"]: n for n, entry in enumerate(entries, 1)}
    rows = tuple(
        (
            Cell(str(n), n),
            Cell(str(entry["name"])),
            figure_cell(share(entry.get("share")), entry.get("share")),
            figure_cell(measure(entry.get("rating"), sign=True), entry.get("rating")),
            figure_cell(measure(entry.get("score")), entry.get("score")),
            Cell(ranks([rank[name] for name in items_of(entry, "beats") if name in rank]), len(items_of(entry, "beats"))),
            figure_cell(percent(finite(entry.get("likelihood_of_rank"))), entry.get("likelihood_of_rank")),
            count_cell(entry.get("games")),
        )
        for n, entry in enumerate(entries, 1)
    )
    columns = (
        Column("rank", True), Column("strategy"), Column("win share", True), Column("rating", True),
        Column(f"score, {report.get('unit') or 'points'}", True), Column("beats", True),
        Column("at least this rank", True), Column("games", True),
    )  # fmt: skip
    return Table("ranking-table", "The ranking in figures, with 95% intervals", columns, rows)


def match_ups(report: Report) -> Subject:
    """Every pairing: the heat map and the same figures as a table."""
    section = report.get("matchups") or {}
    chart = figures.match_ups(section)
    if chart is None:
        return missing("match-ups", "Match-ups", section, "Match-ups")
    names = items_of(section, "names")
    cells = {(a, b): section["share"][a][b] for a in range(len(names)) for b in range(a + 1, len(names))}
    pairs = sorted(cells, key=lambda pair: -_one_sided(cells[pair]))
    sure = [pair for pair in pairs if (cells[pair] or {}).get("significant")]
    finding = section.get("text") or _match_up_finding(names, cells, len(sure))
    rows = tuple(
        (
            Cell(names[a]),
            Cell(names[b]),
            figure_cell(share(cells[a, b]), cells[a, b]),
            Cell("yes" if (a, b) in sure else "no" if estimate(cells[a, b]) else NOTHING),
        )
        for a, b in pairs
    )
    columns = (Column("strategy"), Column("against"), Column("win share of the first", True), Column("significant"))
    table = Table("match-ups-table", "Pairings in figures, the most one-sided first", columns, rows, most=PAIRINGS)
    each = section.get("n_per_pairing")
    games = f"{whole(each)} games a pairing. " if each else ""
    note = f"{games}Even: {percent(finite(section.get('par')), 0)}. {sentence(section.get('method'), '')}"
    return Subject("match-ups", "Match-ups", finding, (Charts((chart,)), table), note.strip())


def _one_sided(cell: object) -> float:
    found = estimate(cell)
    return -1.0 if found is None else abs(found.value - 0.5)


def _match_up_finding(names: Sequence[str], cells: Mapping[tuple[int, int], Any], sure: int) -> str:
    known = {pair: found for pair, cell in cells.items() if (found := estimate(cell))}
    (a, b), clearest = max(known.items(), key=lambda item: abs(item[1].value - 0.5))
    if clearest.value < 0.5:
        a, b = b, a
    best = max(clearest.value, 1 - clearest.value)
    return (
        f"{sure} of {len(known)} pairings are decided beyond chance; "
        f"the most one-sided is {names[a]} against {names[b]}, won {percent(best)} of the time."
    )


def metagame(report: Report) -> Subject:
    """What players who adapt would play, and whether strategies beat each other in a circle."""
    section = report.get("metagame") or {}
    entries = items_of(report, "ranking")
    chart = figures.metagame_shares(entries) if len(entries) > 1 else None
    cycles = items_of(report, "cycles")
    if chart is None and not section.get("text"):
        return missing("metagame", "Metagame and cycles", section, "The metagame")
    blocks: list[Block] = list(shown(chart))
    if cycles:
        rows = tuple(_cycle_row(cycle) for cycle in cycles)
        columns = (Column("circle"), Column("win shares", True), Column("p", True))
        blocks.append(Table("cycles", "Strategies that beat each other in a circle", columns, rows, most=12))
    else:
        blocks.append(Paragraph("No three strategies were found that beat each other in a circle."))
    sensitivity = items_of(section, "sensitivity")
    if sensitivity:
        rows = tuple(
            (
                Cell(number(finite(row.get("alpha")), 2), finite(row.get("alpha"))),
                Cell(str(row.get("top") or NOTHING)),
                figure_cell(percent(finite(row.get("share"))), row.get("share")),
            )
            for row in sensitivity
        )
        columns = (Column("selection intensity α", True), Column("strategy with most weight"), Column("its weight", True))
        blocks.append(Table("sensitivity", "Alpha-rank for other intensities of selection", columns, rows))
    used = finite(section.get("alpha"))
    note = "Nash mixture: the mixture of strategies that no strategy beats. Alpha-rank: Omidshafiei et al. (2019)" + (
        "." if used is None else f", selection intensity α = {number(used, 2)}."
    )
    finding = sentence(section.get("text"), "What players who adapt would play is shown below.")
    return Subject("metagame", "Metagame and cycles", finding, tuple(blocks), note)


def _cycle_row(cycle: Mapping[str, Any]) -> tuple[Cell, ...]:
    names = [str(name) for name in items_of(cycle, "names")]
    shares = ", ".join(percent(finite(value)) for value in items_of(cycle, "shares"))
    circle = " beats ".join([*names, names[0]]) if names else NOTHING
    return Cell(circle), Cell(shares), Cell(probability(cycle.get("p")), finite(cycle.get("p")))


def seats(report: Report) -> Subject:
    """Does a seat win more than its part?"""
    section = report.get("seats") or {}
    chart = figures.seat_fairness(section)
    if chart is None:
        return missing("seats", "Seats", section, "Seat fairness")
    rows = tuple(
        (
            Cell(str(mode["label"])),
            Cell(str(mode["kind"])),
            Cell(str(place["name"])),
            figure_cell(share(place.get("share")), place.get("share")),
            Cell(percent(finite(mode.get("par"))), finite(mode.get("par"))),
            count_cell(mode.get("games")),
        )
        for mode in items_of(section, "modes")
        for place in items_of(mode, "places")
    )
    heads = ("win share", "even", "games")
    columns = (Column("mode"), Column("who plays"), Column("seat"), *(Column(head, True) for head in heads))
    table = Table("seats-table", "Win share of each seat, with 95% intervals", columns, rows)
    note = "Intervals are over deals and hold for all seats of a mode at once. A mirror match has one strategy in all seats."
    finding = sentence(section.get("text"), "The win share of each seat is shown below.")
    return Subject("seats", "Seats", finding, (Charts((chart,)), table), note)
