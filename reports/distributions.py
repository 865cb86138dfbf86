"""Charts of scores and of the course of a game: ridges, histograms, scores by round, leaders, comebacks.

Each takes sections of the report and returns None where they hold nothing to draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from reports.document import WIDTH, Chart, part_width
from reports.rows import LABEL_SIZE, ROOM, beside_row, limits, plain_ticks, round_ticks
from reports.style import BLUE, GREEN, INK, PAPER, QUIET, SKY, VERMILION, series_style
from reports.typography import font, widest, wrap
from reports.wording import estimate, finite, items_of, number, percent

HALF = part_width(2)
LEFT = 0.5
"""Inches left of a histogram, for its numbers and the name of its axis."""

FEW_BARS = 16
"""So many bars at most are drawn apart."""

LINE_HEIGHT = 0.135
Bins = Sequence[tuple[float, float]]


def known_bins(section: Mapping[str, Any] | None) -> list[tuple[float, float]]:
    """The [value, share] pairs of a section that are numbers, by value."""
    pairs = [(finite(pair[0]), finite(pair[1])) for pair in items_of(section, "bins")]
    return sorted((value, part) for value, part in pairs if value is not None and part is not None)


def _outline(bins: Bins) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Corners of the histogram's outline: edges between neighbouring values, heights; gaps in the values are empty."""
    values = np.array([value for value, _ in bins])
    step = float(np.diff(values).min()) if len(values) > 1 else 1.0
    count = round((values[-1] - values[0]) / step) + 1
    heights = np.zeros(count)
    heights[np.rint((values - values[0]) / step).astype(int)] = [part for _, part in bins]
    return values[0] + step * (np.arange(count + 1) - 0.5), heights


def score_ridges(key: str, title: str, entries: Sequence[Mapping[str, Any]], unit: str) -> Chart | None:
    """A ridge a strategy or seat: distribution, with median, the middle half and the middle 90% below it."""
    known = [entry for entry in entries if known_bins(entry)]
    if not known:
        return None
    labels = [wrap(str(entry["name"]), 1.9, LABEL_SIZE, most=2) for entry in entries]
    left = widest([line for lines in labels for line in lines], LABEL_SIZE) + ROOM
    values = [_figures(entry) for entry in entries]
    right = widest(values, LABEL_SIZE) + ROOM
    peak = max(part for entry in known for _, part in known_bins(entry))
    ends = [value for entry in known for value, _ in known_bins(entry)]

    def draw(ax: Axes) -> None:
        for y, entry in enumerate(entries):
            _draw_ridge(ax, y, entry, peak)
            beside_row(ax, y - 0.25, values[y])
        ax.set_yticks([y - 0.25 for y in range(len(entries))], ["\n".join(lines) for lines in labels])
        ax.tick_params(axis="y", length=0)
        ax.grid(False, axis="y")
        ax.spines["left"].set_visible(False)
        ax.set_ylim(len(entries) - 0.6, -0.95)
        ax.set_xlim(*limits(ends, 4.0))
        ax.set_xlabel(unit)
        plain_ticks(ax, WIDTH - left - right)

    return Chart(key, title, draw, 0.38 * len(entries) + 0.12, left, right, text=title)


def _figures(entry: Mapping[str, Any]) -> str:
    mean = finite(entry.get("mean"))
    if mean is None:
        return "not known"
    spread = finite(entry.get("sd"))
    return f"mean {number(mean, 1)}" + ("" if spread is None else f", sd {number(spread, 1)}")


def _draw_ridge(ax: Axes, y: int, entry: Mapping[str, Any], peak: float) -> None:
    bins = known_bins(entry)
    if not bins:
        return
    edges, heights = _outline(bins)
    ax.stairs(y - 0.85 * heights / peak, edges, baseline=y, fill=True, color=SKY, alpha=0.75)
    marks = [finite(entry.get(name)) for name in ("q05", "q25", "median", "q75", "q95")]
    for low, high, width in ((marks[0], marks[4], 1.0), (marks[1], marks[3], 3.0)):
        if low is not None and high is not None:
            ax.plot([low, high], [y + 0.1, y + 0.1], color=INK, linewidth=width)
    if marks[2] is not None:
        ax.plot([marks[2]], [y + 0.1], marker="o", markersize=4.5, markeredgewidth=1.2, color=PAPER, markeredgecolor=VERMILION)


def histogram(key: str, title: str, bins: Bins, unit: str, what: str, *, parts: int = 2, colour: str = SKY) -> Chart | None:
    """Bars of shares by value. parts: how many such charts stand side by side; what: what the shares are of."""
    if not bins:
        return None

    def draw(ax: Axes) -> None:
        edges, heights = _outline(bins)
        _draw_bars(ax, edges, heights, colour)
        ax.grid(False, axis="x")
        ax.set_xlim(*limits([edges[0], edges[-1]], 4.0))
        ax.set_ylim(0, 108 * float(heights.max()) or 1.0)
        ax.set_xlabel(unit)
        ax.set_ylabel(f"share of {what}, %")
        plain_ticks(ax, part_width(parts) - LEFT, whole=True)
        plain_ticks(ax, 1.5, "y")

    return Chart(key, title, draw, 1.5, LEFT, text=title)


def _draw_bars(ax: Axes, edges: np.ndarray[Any, Any], heights: np.ndarray[Any, Any], colour: str) -> None:
    """Shares as percentages: bars apart where there are few, else one outline."""
    if len(heights) <= FEW_BARS:
        ax.bar((edges[:-1] + edges[1:]) / 2, 100 * heights, width=0.82 * (edges[1] - edges[0]), color=colour)
    else:
        ax.stairs(100 * heights, edges, fill=True, color=colour)


def cumulative(key: str, title: str, bins: Bins, unit: str, what: str, mark: float, *, parts: int = 2) -> Chart | None:
    """Bars of the share reached by each value, and a line at the share `mark`."""
    if not bins:
        return None

    def draw(ax: Axes) -> None:
        edges, heights = _outline(bins)
        _draw_bars(ax, edges, np.cumsum(heights), SKY)
        ax.axhline(100 * mark, color=QUIET, linewidth=0.8, linestyle=(0, (3, 2)))
        ax.grid(False, axis="x")
        ax.set_xlim(*limits([edges[0], edges[-1]], 2.0))
        ax.set_ylim(0, 104)
        ax.set_xlabel(unit)
        ax.set_ylabel(f"share of {what}, %")
        round_ticks(ax, [value for value, _ in bins], part_width(parts) - LEFT)
        plain_ticks(ax, 1.5, "y")

    return Chart(key, title, draw, 1.5, LEFT, text=title)


def score_by_round(trajectories: Mapping[str, Any], unit: str) -> Chart | None:
    """A line a strategy: its mean score after each round, named at the line's end."""
    rounds = items_of(trajectories, "rounds")
    lines = []
    for entry in items_of(trajectories, "by_strategy"):
        dots = [(t, mean) for t, mean in zip(rounds, map(finite, items_of(entry, "mean")), strict=False) if mean is not None]
        if dots:
            lines.append((str(entry["name"]), dots))
    if not lines:
        return None
    labels = [wrap(name, 1.9, LABEL_SIZE, most=1 if len(lines) > 8 else 2) for name, _ in lines]
    right = widest([line for rows in labels for line in rows], LABEL_SIZE) + 0.35
    tallest = max(len(rows) for rows in labels)
    height = max(2.4, 1.15 * LINE_HEIGHT * tallest * len(lines))
    gap = 1.1 * LINE_HEIGHT * tallest / height

    def draw(ax: Axes) -> None:
        low, high = limits([mean for _, dots in lines for _, mean in dots], 2.0)
        ends = spread_out([(dots[-1][1] - low) / (high - low) for _, dots in lines], gap)
        for number_, ((_, dots), text, end) in enumerate(zip(lines, labels, ends, strict=True)):
            colour, dashes = series_style(number_)
            ax.plot(*zip(*dots, strict=True), color=colour, linestyle=dashes, marker="o", markersize=3)
            ax.annotate(
                "\n".join(text), dots[-1], xytext=(1.0 + 0.2 / axes_width, end), textcoords="axes fraction", va="center",
                fontproperties=font(LABEL_SIZE), color=INK, annotation_clip=False,
                arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 2},
            )  # fmt: skip
        ax.set_xlim(*limits([float(t) for t in rounds], 1.0))
        ax.set_ylim(low, high)
        ax.set_xlabel(f"after {trajectories.get('round_name') or 'round'}")
        ax.set_ylabel(f"mean score, {unit}")
        round_ticks(ax, rounds, axes_width)
        plain_ticks(ax, height, "y")

    axes_width = WIDTH - LEFT - right
    title = f"Mean score of each strategy by {trajectories.get('round_name') or 'round'}, {unit}"
    return Chart("score-by-round", title, draw, height, LEFT, right, text=title)


def spread_out(places: Sequence[float], gap: float) -> list[float]:
    """Move places on the line from 0 to 1 apart so that neighbours are at least `gap` apart; their order stays.

    Needs gap * (number of places - 1) <= 1 for all to stay within 0 and 1.
    """
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    moved = [0.0] * len(places)
    floor = 0.0
    for n in order:
        moved[n] = max(places[n], floor)
        floor = moved[n] + gap
    ceiling = 1.0
    for n in reversed(order):
        moved[n] = min(moved[n], ceiling)
        ceiling = moved[n] - gap
    return moved


def shares_by_round(
    key: str,
    title: str,
    rows: Sequence[Mapping[str, Any]],
    round_name: str,
    what: str,
    *,
    even: float | None = None,
    colour: str = BLUE,
) -> Chart | None:
    """Dots with intervals: a share after each round. even: where a dashed line shows chance."""
    known = [(int(row["round"]), found) for row in rows if (found := estimate(row.get("share")))]
    if not known:
        return None

    def draw(ax: Axes) -> None:
        for t, found in known:
            if found.low is not None and found.high is not None:
                ax.plot([t, t], [100 * found.low, 100 * found.high], color=colour, linewidth=2, alpha=0.75)
            ax.plot([t], [100 * found.value], marker="o", markersize=5, color=colour)
        if even is not None:
            ax.axhline(100 * even, color=QUIET, linewidth=0.8, linestyle=(0, (3, 2)))
        ax.set_xlim(*limits([float(t) for t, _ in known], 2.0))
        ax.set_ylim(-3, 103)
        ax.set_xlabel(f"after {round_name}")
        ax.set_ylabel(what)
        round_ticks(ax, [t for t, _ in known], HALF - LEFT)
        plain_ticks(ax, 1.5, "y")

    text = f"{title}: " + ", ".join(f"after {round_name} {t} {percent(found.value)}" for t, found in known)
    return Chart(key, title, draw, 1.5, LEFT, text=text)


def leader_wins(trajectories: Mapping[str, Any], even: float | None) -> Chart | None:
    """How often the sole leader after each round wins."""
    name = str(trajectories.get("round_name") or "round")
    title = f"Wins of the sole leader after each {name}"
    rows = items_of(trajectories, "leader_wins")
    return shares_by_round("leader-wins", title, rows, name, "games that he wins, %", even=even)


def comebacks(trajectories: Mapping[str, Any]) -> Chart | None:
    """How often the winner was behind after each round."""
    name = str(trajectories.get("round_name") or "round")
    rows = items_of(trajectories, "comeback")
    title = f"Winners who were behind after each {name}"
    return shares_by_round("comebacks", title, rows, name, "decided games, %", colour=GREEN)


def settled(trajectories: Mapping[str, Any]) -> Chart | None:
    """By which round the result was settled, in which share of decided games."""
    pairs = known_bins({"bins": items_of(trajectories, "settled")})
    name = str(trajectories.get("round_name") or "round")
    return cumulative("settled", f"Results settled by each {name}", pairs, name, "decided games", 0.9, parts=3)


def lead_changes(trajectories: Mapping[str, Any]) -> Chart | None:
    """How often the lead changed in a game."""
    bins = known_bins({"bins": items_of(trajectories, "lead_changes")})
    return histogram("lead-changes", "Changes of the lead in a game", bins, "changes of the sole leader", "games", parts=3)
