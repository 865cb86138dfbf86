"""Blocks on A4 pages: text, tables and charts below each other, and a further page where one is full. Sizes are in inches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from reports.document import GAP, WIDTH, Block, Charts, Paragraph, Table, part_width
from reports.style import INK, LINE, QUIET
from reports.tables import HEAD_SIZE, PAD, SetTable, set_table
from reports.typography import POINTS, font, text_width, wrap

PAGE = (8.27, 11.69)
LEFT = 0.75
TOP, BOTTOM, FOOT = 0.72, 10.85, 11.24
FULL_PAGE = BOTTOM - TOP - 0.4
"""Room on a page that goes on with a subject; what is no taller is not divided, but for LONG_REST."""

LONG_REST = 0.75
"""Where so much of a page is left, a table begins on it even if it must be divided: little but a title would stand there."""

LEADING, DESCENT = 1.38, 0.3
"""Line height, and from the baseline to the foot of the line, in units of the size of the text."""

BODY, NOTE, CODE, TITLE, CAPTION = 9.0, 7.5, 7.5, 14.0, 8.0
SIZES = {"body": BODY, "note": NOTE, "code": CODE}
COLOURS = {"body": INK, "note": QUIET, "code": INK}
CODE_GROUND = "#f1f3f6"


def line_height(size: float) -> float:
    """From one baseline to the next, for text of a size in points."""
    return size * LEADING / POINTS


@dataclass
class Composer:
    """Pages under construction. `y`: the place on the last page, from its top; `starts`: (bookmark, page number from 0)."""

    pages: list[Figure] = field(default_factory=list)
    starts: list[tuple[str, int]] = field(default_factory=list)
    y: float = TOP
    running: str = ""

    def page(self, name: str) -> None:
        """Begin a subject on a new page, with a bookmark."""
        self.starts.append((name, len(self.pages)))
        self.running = name
        self._new_page()

    def further(self, name: str) -> None:
        """Begin a subject below the last one, with a bookmark."""
        self.space(0.3)
        self.need(1.2)
        self.starts.append((name, len(self.pages) - 1))
        self.running = name

    def _new_page(self, continued: bool = False) -> None:
        self.pages.append(Figure(figsize=PAGE))
        self.y = TOP
        if continued:
            self.lines([f"{self.running}, continued"], NOTE, QUIET)
            self.space(0.12)

    def need(self, height: float) -> None:
        """Go on to a new page if the last one has no room of this height."""
        if self.y + height > BOTTOM:
            self._new_page(continued=True)

    def space(self, height: float) -> None:
        """Leave room."""
        self.y += height

    def write(self, x: float, y: float, text: str, size: float, colour: str, bold: bool = False, align: str = "left") -> None:
        """One line of text with its baseline at y."""
        if text:
            self.pages[-1].text(
                x / PAGE[0], 1 - y / PAGE[1], text, fontproperties=font(size, bold), color=colour, ha=align, va="baseline"
            )

    def baseline(self, size: float) -> float:
        """The baseline of a line of this size that is put next."""
        return self.y + line_height(size) - DESCENT * size / POINTS

    def rule(self, x: float, y: float, width: float, colour: str = LINE, weight: float = 0.5) -> None:
        """A thin line across."""
        ends = [x / PAGE[0], (x + width) / PAGE[0]]
        self.pages[-1].add_artist(Line2D(ends, [1 - y / PAGE[1]] * 2, color=colour, linewidth=weight))

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle behind what follows; y is its upper edge."""
        corner = (x / PAGE[0], 1 - (y + height) / PAGE[1])
        shape = Rectangle(corner, width / PAGE[0], height / PAGE[1], facecolor=colour, edgecolor="none", zorder=-1)
        self.pages[-1].add_artist(shape)

    def lines(self, lines: Sequence[str], size: float, colour: str = INK, bold: bool = False, x: float = LEFT) -> None:
        """Lines below each other from the left; a new page begins where one is full."""
        for line in lines:
            self.need(line_height(size))
            self.write(x, self.baseline(size), line, size, colour, bold)
            self.y += line_height(size)

    def title(self, name: str, finding: str) -> None:
        """The head of a subject: its name, and its finding as the title."""
        self.lines([name], NOTE, QUIET)
        self.space(0.04)
        self.lines(wrap(finding, WIDTH, TITLE, bold=True), TITLE, bold=True)
        self.space(0.06)
        self.rule(LEFT, self.y, WIDTH, INK, 1.0)
        self.space(0.16)

    def block(self, block: Block) -> None:
        """Put a paragraph, a table or charts below what is there."""
        if isinstance(block, Paragraph):
            self.paragraph(block)
        elif isinstance(block, Table):
            self.table(block)
        else:
            self.charts(block)

    def paragraph(self, block: Paragraph) -> None:
        """Running text over the whole width."""
        size = SIZES[block.kind]
        inset = 0.1 if block.kind == "code" else 0.0
        lines = wrap(block.text, WIDTH - 2 * inset, size)
        if block.kind == "code":
            height = len(lines) * line_height(size) + 2 * inset
            self.need(height)
            self.box(LEFT, self.y, WIDTH, height, CODE_GROUND)
        self.space(inset)
        self.lines(lines, size, COLOURS[block.kind], x=LEFT + inset)
        self.space(inset + 0.1)

    def charts(self, block: Charts) -> None:
        """Charts side by side, each below its title."""
        width = part_width(len(block.charts))
        heads = [wrap(chart.title, width, CAPTION, bold=True) for chart in block.charts]
        head = max(map(len, heads)) * line_height(CAPTION) + 0.06
        self.need(head + max(chart.top + chart.height + chart.bottom for chart in block.charts) + 0.12)
        top = self.y
        for n, (chart, title) in enumerate(zip(block.charts, heads, strict=True)):
            x = LEFT + n * (width + GAP)
            self.y = top
            for line in title:
                self.write(x, self.baseline(CAPTION), line, CAPTION, INK, bold=True)
                self.y += line_height(CAPTION)
            upper = top + head + chart.top
            place = (
                (x + chart.left) / PAGE[0], 1 - (upper + chart.height) / PAGE[1],
                (width - chart.left - chart.right) / PAGE[0], chart.height / PAGE[1],
            )  # fmt: skip
            chart.draw(self.pages[-1].add_axes(place))
        self.y = top + head + max(chart.top + chart.height + chart.bottom for chart in block.charts) + 0.12

    def table(self, block: Table) -> None:
        """A table under its title; its head is repeated on every page that it goes on to."""
        table = set_table(block, WIDTH)
        title = wrap(block.title, WIDTH, CAPTION, bold=True)
        head = len(title) * line_height(CAPTION) + table.head_height + 0.1
        everything = head + sum(row.height for row in table.rows) + (0.25 if table.left_out else 0.0)
        first_rows = head + sum(row.height for row in table.rows[:3])
        whole = everything < FULL_PAGE and BOTTOM - self.y < LONG_REST * FULL_PAGE
        self.need(everything if whole else first_rows)
        self.lines(title, CAPTION, bold=True)
        self.space(0.05)
        self._head(table)
        for row in table.rows:
            if self.y + row.height > BOTTOM:
                self._new_page(continued=True)
                self._head(table)
            self._row(table, row.lines, row.colours, row.size)
            self.y += row.height
            self.rule(LEFT, self.y, table.width)
        if table.left_out:
            self.space(0.04)
            self.lines(wrap(table.left_out, WIDTH, NOTE), NOTE, QUIET)
        self.space(0.18)

    def _head(self, table: SetTable) -> None:
        self._row(table, table.head, [QUIET] * len(table.head), HEAD_SIZE, bold=True)
        self.y += table.head_height
        self.rule(LEFT, self.y, table.width, QUIET, 0.8)

    def _row(
        self, table: SetTable, cells: Sequence[Sequence[str]], colours: Sequence[str], size: float, bold: bool = False
    ) -> None:
        x = LEFT
        for lines, colour, width, numeric in zip(cells, colours, table.widths, table.numeric, strict=True):
            for n, line in enumerate(lines, 1):
                y = self.y + PAD / 2 + n * line_height(size) - DESCENT * size / POINTS
                self.write(x + width if numeric else x, y, line, size, colour, bold, "right" if numeric else "left")
            x += width + PAD * 2

    def feet(self, text: str) -> None:
        """Write the foot of every page but the cover, with page numbers; call it last."""
        for n, figure in enumerate(self.pages[1:], 2):
            number = f"{n} / {len(self.pages)}"
            room = WIDTH - text_width(number, NOTE) - 0.3
            y = 1 - FOOT / PAGE[1]
            figure.text(LEFT / PAGE[0], y, wrap(text, room, NOTE, most=1)[0], fontproperties=font(NOTE), color=QUIET)
            figure.text((LEFT + WIDTH) / PAGE[0], y, number, fontproperties=font(NOTE), color=QUIET, ha="right")
