"""The subjects of a report that are about games: scores, length, their course, luck, items, robustness, rules, method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports import distributions as course
from reports import figures
from reports.distributions import known_bins
from reports.document import Block, Cell, Charts, Column, Paragraph, Subject, Table
from reports.subjects_wins import Report, beside, count_cell, figure_cell, missing, number_cell, shown
from reports.wording import (
    NOTHING,
    estimate,
    finite,
    items_of,
    measure,
    number,
    percent,
    points,
    probability,
    sentence,
    share,
    whole,
)

ITEM_ROWS = 24
"""Rows of the table of items on paper."""


def scores(report: Report) -> Subject:
    """Distributions of scores by strategy and by seat."""
    section = report.get("scores") or {}
    unit = str(section.get("unit") or report.get("unit") or "points")
    strategies, seats = items_of(section, "by_strategy"), items_of(section, "by_seat")
    by_strategy = course.score_ridges("scores-strategy", f"Final scores by strategy, {unit}", strategies, unit)
    by_seat = course.score_ridges("scores-seat", f"Final scores by seat, {unit}", seats, unit)
    if by_strategy is None and by_seat is None:
        return missing("scores", "Scores", section, "The distribution of scores")
    table = _score_table([("strategy", entry) for entry in strategies] + [("seat", entry) for entry in seats], unit)
    note = (
        "Ridge: share of games by score, all ridges to one scale. Below it: circle the median, thick line the middle half, "
        "thin line from the 5% to the 95% quantile. Exact histograms of whole numbers, no smoothing."
    )
    finding = sentence(section.get("text"), "How final scores are distributed is shown below.")
    return Subject("scores", "Scores", finding, (*shown(by_strategy, by_seat), table), note)


def _score_table(entries: Sequence[tuple[str, Mapping[str, Any]]], unit: str) -> Table:
    names = ("min", "q05", "q25", "median", "q75", "q95", "max")
    rows = tuple(
        (
            Cell(kind),
            Cell(str(entry["name"])),
            count_cell(entry.get("n")),
            number_cell(entry.get("mean"), 2),
            number_cell(entry.get("sd"), 2),
            *(count_cell(entry.get(name)) for name in names),
        )
        for kind, entry in entries
    )
    heads = ("least", "5%", "25%", "median", "75%", "95%", "most")
    columns = (Column("by"), Column("name"), *(Column(head, True) for head in ("n", "mean", "sd", *heads)))
    return Table("scores-table", f"Scores in figures, {unit}", columns, rows)


def length(report: Report) -> Subject:
    """How long games are, how close, and how often they are shared."""
    section, scoring = report.get("length") or {}, report.get("scores") or {}
    unit = str(section.get("unit") or f"{report.get('round_name') or 'round'}s")
    coins = str(scoring.get("unit") or report.get("unit") or "points")
    margin = scoring.get("margin") or {}
    what = str(section.get("metric") or "length").replace("_", " ")
    axis = unit if what == unit else f"{what}, {unit}"
    charts = beside(
        course.histogram("length", f"Length of a game, {unit}", known_bins(section), axis, "games"),
        course.histogram("margin", f"Margin of victory, {coins}", known_bins(margin), f"margin, {coins}", "games"),
    )
    if not charts and not section.get("text"):
        return missing("length", "Length and margins", section, "The length of games")
    ties, decisions = scoring.get("ties") or {}, section.get("decisions") or {}
    rows = (
        (Cell(f"length, mean, {unit}"), number_cell(section.get("mean"), 2)),
        (Cell("decisions a game, mean"), number_cell(decisions.get("mean"), 1)),
        (Cell("decisions a game, standard deviation"), number_cell(decisions.get("sd"), 1)),
        (Cell(f"margin, mean, {coins}"), number_cell(margin.get("mean"), 2)),
        (Cell(f"margin, median, {coins}"), count_cell(margin.get("median"))),
        (Cell(f"margin, 95% quantile, {coins}"), count_cell(margin.get("q95"))),
        (Cell("games with a shared win"), figure_cell(share(ties.get("share")), ties.get("share"))),
    )
    table = Table("length-table", "Length, margins and ties in figures", (Column("figure"), Column("value", True)), rows)
    note = f"All games of the run{_count(margin.get('n'))}. Margin: the winner's score less that of the best other side."
    finding = sentence(section.get("text"), "How long and how close games are is shown below.")
    return Subject("length", "Length and margins", finding, (*charts, table), note)


def _count(value: object) -> str:
    return f" (n = {whole(value)})" if finite(value) is not None else ""


def trajectories(report: Report) -> Subject:
    """The course of games: scores by round, leaders, comebacks, when the result is settled."""
    section = report.get("trajectories") or {}
    unit = str((report.get("scores") or {}).get("unit") or report.get("unit") or "points")
    sides = len(items_of((items_of(report.get("seats"), "modes") or [{}])[0], "places"))
    lines = course.score_by_round(section, unit)
    behind = known_bins(section.get("deficit"))
    deficit = course.histogram("deficit", "Largest deficit of a winner", behind, f"deficit, {unit}", "decided games", parts=3)
    blocks: tuple[Block, ...] = (
        *shown(lines),
        *beside(course.leader_wins(section, 1 / sides if sides else None), course.comebacks(section)),
        *beside(course.settled(section), deficit, course.lead_changes(section)),
    )
    if not blocks:
        return missing("trajectories", "Course of the game", section, "The course of games")
    if len(items_of(section, "rounds")) == 1:
        name = section.get("round_name") or "round"
        blocks += (Paragraph(f"A game has a single {name}, so there is no lead to keep or to lose on the way."),)
    table = _round_table(section)
    note = (
        "The end of a game is not counted as a point on the way: figures after a round are of games still going on. "
        "Dashed lines: an even share; 90%. Settled: from this round on the winner led alone until the end."
    )
    finding = sentence(section.get("text"), "How games take their course is shown below.")
    return Subject("trajectories", "Course of the game", finding, (*blocks, *table), note)


def _round_table(section: Mapping[str, Any]) -> tuple[Table, ...]:
    back = {row.get("round"): row.get("share") for row in items_of(section, "comeback")}
    rows = tuple(
        (
            count_cell(row.get("round")),
            figure_cell(percent(finite(row.get("running"))), row.get("running")),
            figure_cell(percent(finite(row.get("led"))), row.get("led")),
            figure_cell(share(row.get("share")), row.get("share")),
            figure_cell(share(back.get(row.get("round"))), back.get(row.get("round"))),
        )
        for row in items_of(section, "leader_wins")
    )
    heads = ("games going on", "with a sole leader", "he wins", "winner was behind")
    columns = (Column(str(section.get("round_name") or "round"), True), *(Column(head, True) for head in heads))
    return (Table("rounds-table", "The course of games in figures", columns, rows),) if rows else ()


def luck(report: Report) -> Subject:
    """How much of the result is the strategy, the seat, the deal, and the rest."""
    section = report.get("luck") or {}
    chart = figures.luck_parts(section)
    if chart is None:
        return missing("luck", "Luck and skill", section, "The parts of luck and skill")
    parts = [(str(part["name"]), part.get("share")) for part in section["parts"]]
    rows = tuple((Cell(name), figure_cell(share(figure), figure)) for name, figure in parts)
    table = Table("luck-table", "Share of the variance of the result", (Column("part"), Column("share", True)), rows)
    finding = sentence(section.get("text"), "What the result of a game is made of is shown below.")
    return Subject("luck", "Luck and skill", finding, (Charts((chart,)), table), sentence(section.get("method"), ""))


def items(report: Report) -> Subject:
    """Which cards, shops or plays go with winning: the strongest, the weakest, and those never or always used."""
    section = report.get("items") or {}
    rows = items_of(section, "rows")
    if not rows:
        return missing("items", "Items", section, "The effect of items")
    chart = figures.item_effects(section)
    blocks: list[Block] = list(shown(chart))
    if chart is None:
        blocks.append(Paragraph("No item was used often enough, and left unused often enough, to estimate an effect."))
    columns = (
        Column("item"), Column("way"), Column("used", True), Column("win share if used", True), Column("if not", True),
        Column("adjusted effect, points", True), Column("p (Holm)", True), Column("flag"), Column("causal check, points", True),
    )  # fmt: skip
    blocks.append(
        Table("items-table", "Items: use, effect, flags", columns, tuple(map(_item_row, _by_weight(rows))), most=ITEM_ROWS)
    )
    causal = [row for row in rows if (row.get("causal") or {}).get("text")]
    blocks += [Paragraph(f"{row['item']}, {row['way']}: {row['causal']['text']}") for row in causal[:8]]
    finding = sentence(section.get("text"), "How items go with winning is shown below.")
    return Subject("items", "Items", finding, tuple(blocks), sentence(section.get("thresholds"), ""))


def _by_weight(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Flagged rows first, then those with the largest effects, then those without an effect."""

    def weight(row: Mapping[str, Any]) -> tuple[bool, float]:
        found = estimate(row.get("effect"))
        return row.get("flag") in {None, "none"}, -abs(found.value) if found else 1.0

    return sorted(rows, key=weight)


def _item_row(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    flag = str(row.get("flag") or "none")
    effect = points(row.get("effect")) if estimate(row.get("effect")) else sentence(row.get("reason"), NOTHING)
    return (
        Cell(str(row["item"])),
        Cell(str(row["way"])),
        figure_cell(percent(finite(row.get("use_rate"))), row.get("use_rate")),
        _short(row.get("share_used")),
        _short(row.get("share_unused")),
        figure_cell(effect, row.get("effect")),
        Cell(probability(row.get("p_holm")), finite(row.get("p_holm"))),
        Cell("" if flag == "none" else flag),
        figure_cell(points(row.get("causal")), row.get("causal")),
    )


def _short(figure: object) -> Cell:
    found = estimate(figure)
    return Cell(NOTHING if found is None else percent(found.value), None if found is None else found.value)


def robustness(report: Report) -> Subject | None:
    """Which findings hold in other editions; None if the report has no such study."""
    section = report.get("robustness")
    if not section:
        return None
    rows = tuple(
        (
            Cell(str(row.get("topic") or row.get("key"))),
            figure_cell(percent(finite(row.get("holds_share"))), row.get("holds_share")),
            figure_cell(measure(row), row.get("estimate")),
            number_cell(row.get("between_sd"), 3),
            number_cell(row.get("sampling_sd"), 3),
        )
        for row in items_of(section, "rows")
    )
    heads = ("holds in", "figure", "sd between editions", "sd of sampling")
    columns = (Column("topic"), *(Column(head, True) for head in heads))
    table = Table("robustness-table", "Findings across editions in figures", columns, rows)
    note = f"{whole(section.get('editions'))} generated editions, {whole(section.get('games_each'))} games each."
    finding = sentence(section.get("text"), "Which findings hold in other editions is shown below.")
    return Subject("robustness", "Robustness", finding, (*shown(figures.robust_findings(section)), table), note)


def rules(report: Report) -> Subject:
    """The rules in force, and the strategies that played."""
    switches = items_of(report, "rules")
    changed = [rule for rule in switches if rule.get("value") != rule.get("default")]
    if not switches:
        finding = "The game has no rules that can be switched."
    elif not changed:
        finding = "All switches of the rules are at their defaults."
    else:
        finding = _changed(len(changed), len(switches))
    blocks = (
        *_plain_table("rules-table", "Rules in force", switches, ("name", "value", "default", "meaning")),
        *_plain_table("strategies-table", "Strategies that played", items_of(report, "strategies"), ("name", "summary")),
    )
    return Subject("rules", "Rules and strategies", finding, blocks)


HEADS = {"name": "name", "value": "in force", "default": "default", "meaning": "meaning", "summary": "how it plays"}


def _plain_table(key: str, title: str, entries: Sequence[Mapping[str, Any]], names: Sequence[str]) -> tuple[Table, ...]:
    """A table of texts by name; nothing without entries."""
    rows = tuple(tuple(_text_cell(entry.get(name)) for name in names) for entry in entries)
    return (Table(key, title, tuple(Column(HEADS[name]) for name in names), rows),) if rows else ()


def _text_cell(value: object) -> Cell:
    return Cell(NOTHING if value is None or value == "" else str(value))


def _changed(changed: int, switches: int) -> str:
    return f"{changed} of the {switches} switches of the rules {'is' if changed == 1 else 'are'} not at the default."


def method(report: Report) -> Subject:
    """How the figures came about and how to get them again."""
    paragraphs = tuple(Paragraph(str(text)) for text in items_of(report, "method"))
    packages = ", ".join(f"{name} {version}" for name, version in sorted((report.get("packages") or {}).items()))
    seconds = finite(report.get("elapsed_s"))
    facts = (
        ("seed", str(report.get("seed"))),
        ("games", whole(report.get("games"))),
        ("deals", whole(report.get("deals"))),
        ("Meeple Carlo", str(report.get("version") or NOTHING)),
        ("packages", packages or NOTHING),
        ("platform", str(report.get("platform") or NOTHING)),
        ("time taken", NOTHING if seconds is None else f"{number(seconds, 1)} s"),
        ("run", str(report.get("run") or "played for this report")),
    )
    table = Table(
        "reproduce", "To get the same figures again", (Column("what"), Column("value")),
        tuple((Cell(name), Cell(value)) for name, value in facts),
    )  # fmt: skip
    command = sentence(report.get("command"), "")
    blocks: tuple[Block, ...] = (*paragraphs, *((Paragraph(command, "code"),) if command else ()), table)
    finding = "The same command with the same version gives the same figures."
    return Subject("method", "Method and how to reproduce", finding, blocks)
