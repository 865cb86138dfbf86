"""Dot charts: a row a thing, its estimate as a dot on its interval, its figures in words beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.document import WIDTH, Chart
from reports.style import BLUE, INK, ORANGE, QUIET
from reports.typography import font, widest, wrap
from reports.wording import Estimate

LABEL_SIZE = 7.5
UNKNOWN = "not known"
ONE_LINE, TWO_LINES, ROOM = 0.23, 0.33, 0.12
MANY_ROWS = 24
"""More rows than these have labels of one line, so that a chart fits a page."""

TALLEST = 8.2
"""Inches that the rows of a chart may take."""

TICK_ROOM, ROUND_ROOM = 0.55, 0.3
"""Inches that a number on the axis may take, of any size or of two digits."""


@dataclass(frozen=True)
class Row:
    """A row: label, estimate in the axis's unit (None: not known), what stands to its right, and how its dot looks.

    second: another figure, drawn as a diamond.
    """

    label: str
    figure: Estimate | None
    value: str = ""
    colour: str = BLUE
    marker: str = "o"
    second: Estimate | None = None


def scaled(figure: Estimate | None, factor: float, shift: float = 0.0) -> Estimate | None:
    """An estimate in another unit: (value - shift) * factor."""
    if figure is None:
        return None
    low, high = (None if end is None else (end - shift) * factor for end in (figure.low, figure.high))
    return Estimate((figure.value - shift) * factor, low, high)


def limits(
    values: Sequence[float], least: float, floor: float | None = None, ceiling: float | None = None
) -> tuple[float, float]:
    """Ends of an axis that holds the values with some room and spans at least `least`.

    floor, ceiling: what no value can be beyond; where `least` is all between them, so is the axis.
    """
    if floor is not None and ceiling is not None and least >= ceiling - floor:
        return floor - 0.02 * least, ceiling + 0.02 * least
    low, high = min(values, default=0.0), max(values, default=0.0)
    middle, span = (low + high) / 2, max(high - low, least)
    low, high = middle - 0.55 * span, middle + 0.55 * span
    if floor is not None:
        low = max(low, floor - 0.02 * span)
    if ceiling is not None:
        high = min(high, ceiling + 0.02 * span)
    return low, high


def round_ticks(ax: Axes, rounds: Sequence[float], width: float) -> None:
    """A tick for every round, or every other one and so on where an axis of `width` inches has no room for all."""
    numbers = sorted({round(t) for t in rounds})
    step = max(1, math.ceil(len(numbers) * ROUND_ROOM / width))
    ax.set_xticks(numbers[::step], [str(t) for t in numbers[::step]])


def plain_ticks(ax: Axes, width: float, along: str = "x", whole: bool = False) -> None:
    """Few, plain numbers along an axis of `width` inches."""
    axis = ax.xaxis if along == "x" else ax.yaxis
    room = TICK_ROOM if along == "x" else 0.3
    bins = min(7, max(2, int(width / room)))
    axis.set_major_locator(MaxNLocator(nbins=bins, integer=whole, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{round(value, 6):,.6g}".replace("-", "−")))


def dot_chart(
    key: str,
    title: str,
    rows: Sequence[Row],
    unit: str,
    *,
    width: float = WIDTH,
    par: float | None = None,
    least: float = 1.0,
    floor: float | None = None,
    ceiling: float | None = None,
    split: int | None = None,
    text: str = "",
) -> Chart:
    """A chart of rows. unit: the axis's label; par: a line across; split: a rule is drawn above the row with this number.

    least, floor, ceiling: as for `limits`.
    """
    room = min(2.2, 0.36 * width)
    labels = [wrap(row.label, room, LABEL_SIZE, most=2 if len(rows) <= MANY_ROWS else 1) for row in rows]
    left = widest([line for lines in labels for line in lines], LABEL_SIZE) + ROOM
    right = widest([row.value for row in rows], LABEL_SIZE) + ROOM
    pitch = min(TWO_LINES if any(len(lines) > 1 for lines in labels) else ONE_LINE, TALLEST / max(1, len(rows)))
    ends = [end for row in rows for end in _ends(row)] + ([] if par is None else [par])
    left = max(left, 0.3)

    def draw(ax: Axes) -> None:
        if par is not None:
            ax.axvline(par, color=QUIET, linewidth=0.8, linestyle=(0, (3, 2)), zorder=1)
        if split is not None:
            ax.axhline(split - 0.5, color=QUIET, linewidth=0.6)
        for y, row in enumerate(rows):
            _draw_row(ax, y, row)
        ax.set_yticks(range(len(rows)), ["\n".join(lines) for lines in labels])
        ax.tick_params(axis="y", length=0)
        ax.grid(False, axis="y")
        ax.spines["left"].set_visible(False)
        ax.set_ylim(len(rows) - 0.5, -0.5)
        ax.set_xlim(*limits(ends, least, floor, ceiling))
        ax.set_xlabel(unit)
        plain_ticks(ax, width - left - right)

    return Chart(key, title, draw, len(rows) * pitch + 0.1, left, right, text=text or title)


def _ends(row: Row) -> list[float]:
    """All places on the axis that a row needs."""
    figures = [figure for figure in (row.figure, row.second) if figure is not None]
    return [end for figure in figures for end in (figure.value, figure.low, figure.high) if end is not None]


def beside_row(ax: Axes, y: float, text: str) -> None:
    """Write figures to the right of the axes, at the height of a row."""
    if text:
        place = ax.get_yaxis_transform()
        colour = QUIET if text == UNKNOWN else INK
        ax.text(1.0, y, " " + text, transform=place, ha="left", va="center", fontproperties=font(LABEL_SIZE), color=colour)


def _draw_row(ax: Axes, y: int, row: Row) -> None:
    if row.second is not None:
        ax.plot([row.second.value], [y], marker="D", markersize=6, color=ORANGE, linestyle="none")
    if row.figure is not None:
        if row.figure.low is not None and row.figure.high is not None:
            ax.plot([row.figure.low, row.figure.high], [y, y], color=row.colour, linewidth=2.0, alpha=0.75)
        ax.plot([row.figure.value], [y], marker=row.marker, markersize=5, color=row.colour, linestyle="none")
    beside_row(ax, y, row.value)
