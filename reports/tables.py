"""Tables set for paper: widths of columns and cells broken into lines. All sizes are in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.document import Cell, Table
from reports.style import INK, STATUS
from reports.typography import BLANKS, POINTS, text_width, widest, wrap

CELL_SIZE, SMALL_SIZE, HEAD_SIZE = 7.5, 7.0, 7.0
LEADING = 1.38
PAD = 0.07
"""Half of the room between columns, and the room above and below a row's text together."""

TEXT_ROOM = 1.2
"""A column of text gets as much before numbers are left on one line."""

MOST_LINES = 40


@dataclass(frozen=True)
class SetRow:
    """A row: the lines and the colour of each cell, the size of its text in points."""

    lines: tuple[tuple[str, ...], ...]
    colours: tuple[str, ...]
    height: float
    size: float


@dataclass(frozen=True)
class SetTable:
    """A table ready to be drawn. left_out: what to say of rows that are not shown ("" if all are)."""

    head: tuple[tuple[str, ...], ...]
    head_height: float
    widths: tuple[float, ...]
    numeric: tuple[bool, ...]
    rows: tuple[SetRow, ...]
    left_out: str

    @property
    def width(self) -> float:
        """From the left edge to the right one."""
        return sum(self.widths) + 2 * PAD * (len(self.widths) - 1)


def set_table(table: Table, width: float) -> SetTable:
    """Set a table into at most `width`: numbers stay on one line where there is room, text is broken."""
    rows = table.rows if table.most is None else table.rows[: table.most]
    size = CELL_SIZE if len(table.columns) < 7 else SMALL_SIZE
    widths = column_widths(table, rows, width - 2 * PAD * (len(table.columns) - 1), size)
    head = tuple(tuple(wrap(column.title, w, HEAD_SIZE, bold=True)) for column, w in zip(table.columns, widths, strict=True))
    hidden = len(table.rows) - len(rows)
    return SetTable(
        head,
        _height(head, HEAD_SIZE),
        tuple(widths),
        tuple(column.numeric for column in table.columns),
        tuple(_set_row(row, widths, size) for row in rows),
        f"{hidden:,} further {'row is' if hidden == 1 else 'rows are'} not shown; report.json has all." if hidden else "",
    )


def cell_text(cell: Cell) -> str:
    """What a cell shows, with the shape of its status before it."""
    return f"{STATUS[cell.status].shape} {cell.text}" if cell.status in STATUS else cell.text


def _set_row(row: Sequence[Cell], widths: Sequence[float], size: float) -> SetRow:
    lines = tuple(tuple(wrap(cell_text(cell), width, size, most=MOST_LINES)) for cell, width in zip(row, widths, strict=True))
    colours = tuple(STATUS[cell.status].colour if cell.status in STATUS else INK for cell in row)
    return SetRow(lines, colours, _height(lines, size), size)


def _height(cells: Sequence[Sequence[str]], size: float) -> float:
    return max(len(lines) for lines in cells) * size * LEADING / POINTS + PAD


def column_widths(table: Table, rows: Sequence[Sequence[Cell]], width: float, size: float) -> list[float]:
    """The widths of the columns, together at most `width`.

    Every column gets what it would like if that fits. Else columns of numbers do, as long as each column of text keeps
    TEXT_ROOM; and the columns of text share the rest so that the narrower ones get what they would like.
    """
    columns = range(len(table.columns))
    numeric = [column.numeric for column in table.columns]
    texts = [[cell_text(row[n]) for row in rows] for n in columns]
    heads = [widest(table.columns[n].title.split(), HEAD_SIZE, bold=True) for n in columns]
    liked = [max(heads[n], widest(texts[n], size)) + 0.01 for n in columns]
    words = [max(heads[n], widest([word for text in texts[n] for word in text.split(BLANKS[0])], size)) + 0.01 for n in columns]
    if sum(liked) <= width:
        whole = [text_width(column.title, HEAD_SIZE, bold=True) + 0.01 for column in table.columns]
        extra = shared_out([max(0.0, head - given) for head, given in zip(whole, liked, strict=True)], width - sum(liked))
        return [given + more for given, more in zip(liked, extra, strict=True)]
    needed = sum(min(liked[n], TEXT_ROOM) for n in columns if not numeric[n])
    roomy = sum(liked[n] for n in columns if numeric[n]) + needed <= width
    fixed = {n: liked[n] if roomy else min(words[n], TEXT_ROOM) for n in columns if numeric[n]}
    rest = shared_out([liked[n] for n in columns if not numeric[n]], width - sum(fixed.values()))
    shares = iter(rest)
    return [fixed[n] if numeric[n] else next(shares) for n in columns]


def shared_out(wishes: Sequence[float], total: float) -> list[float]:
    """Share `total` among wishes: none gets more than it wishes, and those that get less share by the roots of their wishes.

    So among these a text that is four times as long gets twice the width, and takes twice the lines.
    """
    given = [0.0] * len(wishes)
    left = max(total, 0.0)
    order = sorted(range(len(wishes)), key=lambda n: wishes[n])
    for place, n in enumerate(order):
        rest = order[place:]
        if wishes[n] > left / len(rest):
            roots = sum(math.sqrt(wishes[other]) for other in rest)
            for other in rest:
                given[other] = min(wishes[other], left * math.sqrt(wishes[other]) / roots)
            break
        given[n] = wishes[n]
        left -= wishes[n]
    return given
