"""What settings change, as a table in a terminal: sweeps and bans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from reports.terminal import heading, keep_what_fits, plain_table

SURE = 0.05
"""Corrected p-values below this are marked."""


def sweep_tables(result: Mapping[str, Any], width: int) -> list[Any]:
    """What `simulate sweep` prints: for each measure a table of settings with the differences to the defaults."""
    parts: list[Any] = [heading(result)]
    names = [axis["name"] for axis in result["axes"]]
    kinds = dict.fromkeys((row["metric"], row["unit"], row["who"]) for row in result["rows"])
    for metric, unit, who in kinds:
        rows = [row for row in result["rows"] if (row["metric"], row["who"]) == (metric, who)]
        columns = [*((name, "right") for name in names), (title(metric, unit, who), "right"), ("less the default", "right")]
        parts += [plain_table(columns, [[*row["setting"].values(), *figures(row)] for row in rows]), ""]
    parts.append(
        Text(
            f"{result['games_in_all']:,} games in {result['elapsed_s']:.1f} s. Differences are between the same deals; "
            f"* p < {SURE:g} after Holm's correction over the whole table."
        )
    )
    return parts


def title(metric: str, unit: str, who: str) -> str:
    """The heading of a column of figures."""
    name = metric.replace("_", " ")
    whose = "" if who == "game" else f" of {who}"
    return f"{name}{whose}" if unit == "share" else f"{name}{whose} ({unit})"


def figures(row: Mapping[str, Any]) -> list[str]:
    """An estimate with its interval, and its difference: two cells."""
    scale, digits, sign = (100, 2, "%") if row["unit"] == "share" else (1, 2, "")

    def shown(entry: Mapping[str, Any], form: str) -> str:
        middle = f"{scale * entry['estimate']:{form}.{digits}f}{sign}"
        if entry["low"] is None:
            return middle
        return f"{middle} [{scale * entry['low']:{form}.{digits}f}, {scale * entry['high']:{form}.{digits}f}]"

    if row["difference"] is None:
        return [shown(row, ""), "-"]
    mark = "*" if row["p_holm"] is not None and row["p_holm"] < SURE else " "
    return [shown(row, ""), shown(row["difference"], "+") + mark]


def ablation_tables(result: Mapping[str, Any], width: int) -> list[Any]:
    """What `simulate ablate` prints: for each measure the items, the one whose ban costs most first."""
    parts: list[Any] = [heading(result)]
    kinds = dict.fromkeys((row["metric"], row["unit"], row["who"]) for row in result["rows"])
    for metric, unit, who in kinds:
        rows = [row for row in result["rows"] if (row["metric"], row["who"]) == (metric, who)]
        columns = [("item", "left"), ("kind", "left"), ("used", "right")]
        columns += [(title(metric, unit, who), "right"), ("changed by the ban", "right")]
        cells = [[row["item"], row["kind"], f"{100 * row['use_rate']:.1f}%", *figures(row)] for row in rows]
        parts += [plain_table(*keep_what_fits(columns, cells, width, [1, 3])), ""]
    ban = f"Forbidden to {result['to']} of {result['strategy']}: {', '.join(result['ways'])}. " if result["ways"] else ""
    parts.append(
        Text(
            f"{ban}{result['n']:,} games an item on the same deals, {result['elapsed_s']:.1f} s. "
            f"* p < {SURE:g} after Holm's correction over all items."
        )
    )
    return parts


def robustness_tables(result: Mapping[str, Any], width: int) -> list[Any]:
    """What `simulate editions` prints: each finding with the share of editions in which it holds."""
    columns = [("finding", "left"), ("holds in", "right"), ("mean", "right"), ("5% to 95%", "right")]
    columns += [("spread", "right"), ("of it sampling", "right")]
    rows = []
    for row in result["rows"]:
        if row["holds_share"] is None:
            rows.append([row["topic"], "-", "-", "-", "-", "-"])
            continue
        cells = (row["between_sd"], row["sampling_sd"])
        rows.append(
            [row["topic"], f"{100 * row['holds_share']:.0f}%", f"{row['estimate']:.3g}"]
            + [f"{row['low']:.3g} to {row['high']:.3g}"]
            + ["-" if value is None else f"{value:.2g}" for value in cells]
        )
    notes = [f"{finding['status']:8}{finding['topic']}: {finding['text']}" for finding in result["findings"]]
    return [
        Text(
            f"{result['title']}: {result['editions']} other editions, {result['games_each']:,} games each, "
            f"seed {result['seed']}\n"
        ),
        plain_table(*keep_what_fits(columns, rows, width, [5, 4, 3, 2])),
        "",
        Text(result["text"] + " The findings on this edition:\n"),
        *(Text(note) for note in notes),
    ]
