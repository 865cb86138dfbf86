"""A sweep as a chart: one setting along the axis, a small chart a metric, every estimate with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.document import GAP, WIDTH, part_width
from reports.files import write_whole
from reports.rows import UNKNOWN, limits, plain_ticks
from reports.style import BLUE, QUIET, styled
from reports.typography import font, widest, wrap
from reports.wording import Estimate, estimate

FORMATS = ("pdf", "svg", "png")
COLUMNS = 2
SMALL, HEAD = 7.5, 8.5
PANEL = 1.5
LEFT, BESIDE = 0.62, 0.1
TILT_OVER = 0.95
"""Labels that take more than this part of the room between two settings are turned upright."""

LONGEST_LABEL = 1.6
DPI = 200
"""Of a PNG; the other formats are vectors."""


def write_sweep_chart(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Draw a sweep over one setting and write it as PDF, SVG or PNG, as the path's suffix says.

    rows: one a setting and metric, in the order to be drawn: {"setting": label or number, "metric": name, "unit": text,
    "estimate", "low", "high"}, with null where a figure cannot be estimated. Settings that are all numbers stand at their
    values, others at equal distances. Raises ValueError for another suffix or no rows, OSError where it cannot be written.
    """
    form = path.suffix.lower().lstrip(".")
    if form not in FORMATS:
        raise ValueError(
            f"the chart {path.name} must end with {', '.join('.' + name for name in FORMATS)}, not {path.suffix!r}"
        )
    if not rows:
        raise ValueError("a sweep chart needs at least one row")
    with styled():
        figure = sweep_figure(rows)
        content = BytesIO()
        figure.savefig(content, format=form, dpi=DPI, metadata=None if form == "png" else _no_date(form))
    write_whole(path, content.getvalue())


def _no_date(form: str) -> dict[str, None]:
    return {"CreationDate": None} if form == "pdf" else {"Date": None}


def sweep_figure(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """The figure of `write_sweep_chart`; to be called inside `reports.style.styled()`."""
    settings = list(dict.fromkeys(row["setting"] for row in rows))
    metrics = list(dict.fromkeys((str(row["metric"]), str(row.get("unit") or "")) for row in rows))
    labels = [str(setting) for setting in settings]
    columns = min(COLUMNS, len(metrics))
    width = part_width(columns)
    upright = _are_crowded(labels, width - LEFT - BESIDE)
    foot = 0.2 + (min(LONGEST_LABEL, widest(labels, SMALL)) if upright else 0.12)
    titles = [wrap(f"{name}, {unit}" if unit else name, width, HEAD, bold=True, most=2) for name, unit in metrics]
    head = 0.17 * max(map(len, titles)) + 0.08
    lines = -(-len(metrics) // columns)
    pitch = head + PANEL + foot + 0.15
    height = lines * pitch + 0.1
    figure = Figure(figsize=(WIDTH + GAP, height))
    for n, (metric, title) in enumerate(zip(metrics, titles, strict=True)):
        x = GAP / 2 + (n % columns) * (width + GAP)
        top = 0.1 + (n // columns) * pitch
        for k, line in enumerate(title, 1):
            place = x / (WIDTH + GAP), 1 - (top + 0.17 * k - 0.03) / height
            figure.text(*place, line, fontproperties=font(HEAD, bold=True), va="baseline")
        box = (x + LEFT) / (WIDTH + GAP), 1 - (top + head + PANEL) / height
        ax = figure.add_axes((*box, (width - LEFT - BESIDE) / (WIDTH + GAP), PANEL / height))
        own = {row["setting"]: row for row in rows if (str(row["metric"]), str(row.get("unit") or "")) == metric}
        _draw_panel(ax, settings, [estimate(own.get(setting)) for setting in settings], width - LEFT - BESIDE, upright)
    return figure


def _places(settings: Sequence[Any]) -> list[float]:
    """Where settings stand: numbers at their values, if all are, else at 0, 1, 2 .."""
    if all(isinstance(setting, int | float) and not isinstance(setting, bool) for setting in settings):
        return [float(setting) for setting in settings]
    return [float(n) for n in range(len(settings))]


def _are_crowded(labels: Sequence[str], width: float) -> bool:
    """Do labels side by side take more than the room between two settings?"""
    return widest(labels, SMALL) > TILT_OVER * width / max(1, len(labels))


def _draw_panel(ax: Axes, settings: Sequence[Any], figures: Sequence[Estimate | None], width: float, upright: bool) -> None:
    places = _places(settings)
    known = [(x, found) for x, found in zip(places, figures, strict=True) if found is not None]
    ends = [end for _, found in known for end in (found.value, found.low, found.high) if end is not None]
    for x, found in known:
        if found.low is not None and found.high is not None:
            ax.plot([x, x], [found.low, found.high], color=BLUE, linewidth=2, alpha=0.75)
    ax.plot([x for x, _ in known], [found.value for _, found in known], color=BLUE, marker="o", markersize=4, linewidth=0.8)
    if not known:
        ax.text(0.5, 0.5, UNKNOWN, transform=ax.transAxes, ha="center", va="center", fontproperties=font(SMALL), color=QUIET)
    texts = [wrap(str(setting), LONGEST_LABEL, SMALL, most=1)[0] for setting in settings]
    shown = _apart(places, 0.16 if upright else 1.1 * widest(texts, SMALL), width)
    ax.set_xlim(*limits(places, 1e-9 if len(set(places)) > 1 else 1.0))
    ax.set_ylim(*limits(ends, 0.02 * max(map(abs, ends), default=1.0) or 1.0))
    ax.set_xticks([places[n] for n in shown], [texts[n] for n in shown], rotation=90 if upright else 0)
    ax.grid(False, axis="x")
    plain_ticks(ax, PANEL, "y")


def _apart(places: Sequence[float], room: float, width: float) -> list[int]:
    """The numbers of the settings whose labels have room: each at least `room` from the last, in inches of `width`."""
    span = 1.1 * (max(places) - min(places)) or 1.0
    shown: list[int] = []
    for n in sorted(range(len(places)), key=lambda n: places[n]):
        if not shown or (places[n] - places[shown[-1]]) / span * width >= room:
            shown.append(n)
    return shown
