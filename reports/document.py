"""What a report consists of, apart from how it is printed: subjects of paragraphs, tables and charts.

`reports.subjects` makes these of a report; `reports.pages` lays them out on paper, `reports.html` on a web page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from matplotlib.axes import Axes

WIDTH = 6.77
"""Inches between the margins of an A4 page; charts are drawn for this width on a web page too."""

GAP = 0.3
"""Inches between charts side by side."""


def part_width(parts: int) -> float:
    """The width in inches of each of so many charts side by side."""
    return (WIDTH - GAP * (parts - 1)) / parts


@dataclass(frozen=True)
class Paragraph:
    """Running text. kind: "body", "note" (small) or "code" (a command line)."""

    text: str
    kind: str = "body"


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what it shows, what it sorts by, and the status whose mark goes before the text."""

    text: str
    value: float | str | None = None
    status: str | None = None


@dataclass(frozen=True)
class Column:
    """A column: its title, and whether it holds numbers (set to the right, never broken into lines)."""

    title: str
    numeric: bool = False


@dataclass(frozen=True)
class Table:
    """A table. `most`: rows that paper has room for, or None for all; a web page shows all of them."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    most: int | None = None


@dataclass(frozen=True)
class Chart:
    """A chart of one pair of axes: `draw` fills them. Sizes are in inches; the width is that of the place it is put into.

    left, right, top, bottom: room beside the axes for labels. `text`: what it shows, for readers who cannot see it.
    """

    key: str
    title: str
    draw: Callable[[Axes], None]
    height: float
    left: float
    right: float = 0.1
    top: float = 0.05
    bottom: float = 0.42
    text: str = ""


@dataclass(frozen=True)
class Charts:
    """Charts side by side, of equal width."""

    charts: tuple[Chart, ...]


Block = Paragraph | Table | Charts


@dataclass(frozen=True)
class Subject:
    """One subject: a page or more. `finding` is its title, one sentence; `note` says how it was measured."""

    key: str
    name: str
    finding: str
    blocks: tuple[Block, ...] = field(default=())
    note: str = ""
