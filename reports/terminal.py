"""Results as tables in a terminal: what a person reads at a glance."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from analysis.summary import StrategySummary, Summary
from analysis.winning import Interval

COLUMN_GAP = 3
GAMES, SCORE, QUANTILES, FIRST_METRIC = 1, 3, 4, 5
NAME_WIDTH = 12
"""Names are folded to so many columns, but no narrower, to make room for numbers."""

MAIN_METRICS = 2
"""Metrics that stay longer than the quantiles where there is little room."""

PIPE_WIDTH = 160
"""Columns where standard output is no terminal, so that no table is cut for a file or another program."""


def make_console() -> Console:
    """A console on standard output as wide as the terminal, or wide enough where there is none."""
    columns, lines = shutil.get_terminal_size()
    width = columns if sys.stdout.isatty() else PIPE_WIDTH
    # Rich takes a dumb terminal for one of 80 columns, unless it is told width and height.
    return Console(file=sys.stdout, width=width, height=lines, highlight=False, safe_box=True, markup=False, emoji=False)


def percent(share: Interval) -> str:
    """A share with its 95% interval: `61.20% [60.94, 61.46]`."""
    if share.low == share.high:
        return f"{100 * share.estimate:.2f}% [by design]"
    return f"{100 * share.estimate:.2f}% [{100 * share.low:.2f}, {100 * share.high:.2f}]"


class PlainTable:
    """A table without frames; where its numbers do not fit side by side, a list of entries, so that no digit is lost."""

    def __init__(self, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> None:
        self.columns = columns
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Rich asks for what is printed when the width is known."""
        names = [side == "left" for _, side in self.columns]
        needed = [
            min(width, NAME_WIDTH) if name else width
            for name, width in zip(names, widths_of(self.columns, self.rows), strict=True)
        ]
        if sum(needed) + COLUMN_GAP * (len(needed) - 1) <= options.max_width:
            yield self._table()
        else:
            yield from self._entries(options.max_width)

    def _table(self) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for title, side in self.columns:
            name = side == "left"
            table.add_column(title, justify="left" if name else "right", no_wrap=not name, overflow="fold")
        for row in self.rows:
            table.add_row(*(Text(cell) for cell in row))
        return table

    def _entries(self, width: int) -> RenderResult:
        """For each row a line with its first cell, and below it the others under their titles, one a line or two."""
        titles = [title for title, _ in self.columns]
        for row in self.rows:
            yield Text(f"{titles[0]} {row[0]}")
            for title, cell in zip(titles[1:], row[1:], strict=True):
                line = f"  {title}: {cell}"
                yield Text(line if cell_len(line) <= width else f"  {title}:\n    {cell}")


def plain_table(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> PlainTable:
    """A table without frames: columns are (title, "left" or "right"), names to the left and numbers to the right."""
    return PlainTable(columns, rows)


def widths_of(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> list[int]:
    """The widths that the columns take in a terminal, of which some letters take two."""
    return [max(map(cell_len, (title, *(row[n] for row in rows)))) for n, (title, _) in enumerate(columns)]


def keep_what_fits(
    columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]], width: int, dispensable: Sequence[int]
) -> tuple[list[tuple[str, str]], list[list[str]]]:
    """Leave out columns, in the order of `dispensable` (their numbers), until the table is no wider than `width`."""
    widths = [width + COLUMN_GAP for width in widths_of(columns, rows)]
    kept = list(range(len(columns)))
    for number in dispensable:
        if sum(widths[n] for n in kept) - COLUMN_GAP <= width:
            break
        kept.remove(number)
    return [columns[n] for n in kept], [[row[n] for n in kept] for row in rows]


def result_tables(result: Mapping[str, Any], summary: Summary, shown: Sequence[str], width: int) -> list[Any]:
    """What `simulate` prints of a run: heading, strategies, seats, games.

    result: the JSON object of the run; shown: seat metrics that have a column of means, where `width` columns allow it.
    """
    return [
        heading(result),
        strategy_table(summary.strategies, result["unit"], shown, width),
        "",
        place_table(summary.places),
        Text(_game_line(result, summary)),
    ]


def heading(result: Mapping[str, Any]) -> Text:
    """Game, design, edition, rules and seed."""
    per_deal = result["n"] // result["deals"]
    times = f"each {per_deal} times with the same shuffles" if per_deal > 1 else "each once"
    lines = [f"{result['title']}: {result['n']:,} games ({result['deals']:,} deals, {times}), seed {result['seed']}"]
    if result["edition"] is not None:
        edition = result["edition"]
        origin = edition["provenance"].partition(";")[0]
        lines.append(f"Edition {edition['name']} ({origin}), sha256 {edition['sha256'][:12]}")
    changed = [f"{name}={value}" for name, value in result["rules"].items() if value != result["default_rules"][name]]
    lines.append("Rules: " + (", ".join(changed) + ", the others default" if changed else "all switches default"))
    return Text("\n".join(lines) + "\n")


def strategy_table(strategies: Sequence[StrategySummary], unit: str, shown: Sequence[str], width: int) -> PlainTable:
    """A row a strategy: win share, games, score and the chosen metrics, as far as there is room."""
    columns = [("strategy", "left"), ("games", "right"), ("win share [95%]", "right"), (f"score ({unit})", "right")]
    columns += [("5-50-95%", "right"), *((name.replace("_", " "), "right") for name in shown)]
    rows = []
    for entry in strategies:
        score = next(iter(entry.metrics.values()))
        marks = "-".join(str(score.quantiles[name]) for name in ("q05", "median", "q95"))
        means = [f"{entry.metrics[name].mean:.2f}" for name in shown]
        spread = f"{score.mean:.2f} ± {score.sd:.2f}"
        rows.append([entry.name, f"{entry.games:,}", percent(entry.win_share), spread, marks, *means])
    last_first = list(range(len(columns) - 1, FIRST_METRIC - 1, -1))
    main, further = last_first[-MAIN_METRICS:], last_first[:-MAIN_METRICS]
    return plain_table(*keep_what_fits(columns, rows, width, [*further, QUANTILES, *main, GAMES, SCORE]))


def place_table(places: Sequence[tuple[str, Interval]]) -> PlainTable:
    """A row a seat: its win share over all strategies."""
    return plain_table([("seat", "left"), ("win share [95%]", "right")], [[name, percent(share)] for name, share in places])


def _game_line(result: Mapping[str, Any], summary: Summary) -> str:
    ties = f"{summary.ties:,} ({100 * summary.ties / summary.games:.2f}%)" if summary.ties else "none"
    broken_off = result["unfinished"]["games"]
    if broken_off:
        ties += f", {broken_off:,} of them games that did not end"
    return (
        f"\nShared wins: {ties}. Mean margin {summary.margin.mean:.2f} {result['unit']}. "
        f"{result['decisions'] / summary.games:.1f} decisions a game. Intervals are over deals.\n"
        f"{result['elapsed_s']:.1f} s, {result['games_per_s']:,.0f} games/s, {result['decisions_per_s']:,.0f} decisions/s."
    )
