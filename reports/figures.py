"""Charts of who wins: seats, match-ups, ranking, metagame, luck, items, robustness. Each takes a section of the report.

A function returns None where the section holds nothing to draw; `reports.distributions` has the charts of scores and time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle

from reports.document import WIDTH, Chart
from reports.rows import LABEL_SIZE, ROOM, UNKNOWN, Row, beside_row, dot_chart, scaled
from reports.style import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, VERMILION
from reports.typography import font, widest, wrap
from reports.wording import NOTHING, Estimate, estimate, items_of, measure, number, percent, points, share

BELOW_PAR, AT_PAR, ABOVE_PAR = "#d9772e", "#f6f6f4", "#3b8fc7"
PAR_MAP = LinearSegmentedColormap.from_list("par", [BELOW_PAR, AT_PAR, ABOVE_PAR])
FULL_COLOUR = 0.4
"""How far off even a share has the strongest colour."""

CELL_INK, NO_GAME = "#10141c", "#e4e7eb"
CELL_TEXT = 7.0
WIDEST_CELL = 1.25

FLAGS = {"strong": ("^", VERMILION), "weak": ("v", BLUE), "dead": ("X", QUIET), "must": ("s", PURPLE)}
MOST_ITEMS = 12
"""Items that the chart shows at each end."""

LUCK_COLOURS = {"strategy": BLUE, "seat": ORANGE, "deal": SKY, "rest": "#9aa3af"}


def seat_fairness(seats: Mapping[str, Any]) -> Chart | None:
    """Each place's win share less an even share, in percentage points, by mode."""
    modes = items_of(seats, "modes")
    rows = []
    for mode in modes:
        for place in items_of(mode, "places"):
            found = estimate(place.get("share"))
            label = place["name"] if len(modes) == 1 else f"{place['name']} ({mode['label']}, {mode['kind']})"
            value = share(place.get("share")) if found else UNKNOWN
            rows.append(Row(label, scaled(found, 100, mode["par"]), value))
    if not any(row.figure for row in rows):
        return None
    title = "Win share of each seat less an even share (figures: the win share), with 95% intervals"
    return dot_chart("seat-fairness", title, rows, "percentage points above or below an even share", par=0.0, least=4.0)


def overall_shares(ranking: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Each strategy's win share over its pairings."""
    rows = [_share_row(n, entry, "share") for n, entry in enumerate(ranking, 1)]
    if not any(row.figure for row in rows):
        return None
    title = "Win share over all pairings, with 95% intervals (even: 50%)"
    return dot_chart("overall-share", title, rows, "win share, %", par=50.0, least=5.0, floor=0, ceiling=100)


def ratings(ranking: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Each strategy's rating on the Elo scale."""
    rows = []
    for n, entry in enumerate(ranking, 1):
        found = estimate(entry.get("rating"))
        value = measure(entry.get("rating"), sign=True) if found else UNKNOWN
        rows.append(Row(f"{n}  {entry['name']}", found, value, GREEN))
    if not any(row.figure for row in rows):
        return None
    title = "Rating on the Elo scale (mean 0), with 95% intervals"
    return dot_chart("rating", title, rows, "Elo points", par=0.0, least=20.0)


def metagame_shares(ranking: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Each strategy's part of the best mixture, and its weight under alpha-rank."""
    rows = []
    for n, entry in enumerate(ranking, 1):
        nash, alpha = estimate(entry.get("mixture")), estimate(entry.get("alpharank"))
        value = (
            f"Nash {percent(entry.get('mixture'))}, alpha-rank {percent(entry.get('alpharank'))}" if nash or alpha else UNKNOWN
        )
        rows.append(Row(f"{n}  {entry['name']}", scaled(nash, 100), value, second=scaled(alpha, 100)))
    if not any(row.figure or row.second for row in rows):
        return None
    title = "Share of the Nash mixture (dots) and weight under alpha-rank (diamonds)"
    return dot_chart("metagame", title, rows, "share, %", least=100.0, floor=0, ceiling=100)


def _share_row(rank: int, entry: Mapping[str, Any], key: str) -> Row:
    found = estimate(entry.get(key))
    return Row(f"{rank}  {entry['name']}", scaled(found, 100), share(entry.get(key)) if found else UNKNOWN)


def match_ups(matchups: Mapping[str, Any]) -> Chart | None:
    """Heat map of pairing win shares: the row's strategy against the column's; bold where significant."""
    names, shares = items_of(matchups, "names"), items_of(matchups, "share")
    if len(names) < 2 or not any(estimate(cell) for row in shares for cell in row):
        return None
    count = len(names)
    labels = [wrap(f"{n}  {name}", 1.9, LABEL_SIZE, most=2) for n, name in enumerate(names, 1)]
    left = widest([line for lines in labels for line in lines], LABEL_SIZE) + ROOM
    cell = min(WIDEST_CELL, (WIDTH - left) / count)
    heads, top = _column_heads(names, cell)
    height = 0.46 if count <= 8 else 0.4

    def draw(ax: Axes) -> None:
        _draw_cells(ax, shares, matchups.get("par", 0.5), cell)
        ax.set_xlim(0, count)
        ax.set_ylim(count, 0)
        ax.set_xticks([n + 0.5 for n in range(count)], heads)
        ax.set_yticks([n + 0.5 for n in range(count)], ["\n".join(lines) for lines in labels])
        ax.xaxis.tick_top()
        ax.tick_params(length=0)
        ax.grid(False)
        for spine in ax.spines.values():
            spine.set_visible(False)

    title = "Win share (%) of the row's strategy against the column's, with interval; bold: significantly off even"
    text = f"Heat map of win shares between {count} strategies; the table has the same figures."
    return Chart("match-ups", title, draw, count * height, left, WIDTH - left - count * cell, top, 0.08, text)


def _column_heads(names: Sequence[str], cell: float) -> tuple[list[str], float]:
    """The heads of the columns and their height: names where all fit in two lines, else the numbers of the rows."""
    heads = [wrap(f"{n} {name}", cell - 0.08, LABEL_SIZE) for n, name in enumerate(names, 1)]
    if all(len(lines) <= 2 for lines in heads):
        return ["\n".join(lines) for lines in heads], 0.12 + 0.15 * max(len(lines) for lines in heads)
    return [str(n) for n in range(1, len(names) + 1)], 0.25


def _draw_cells(ax: Axes, shares: Sequence[Sequence[Any]], par: float, width: float) -> None:
    norm = Normalize(par - FULL_COLOUR, par + FULL_COLOUR, clip=True)
    patches, colours = [], []
    for y, row in enumerate(shares):
        for x, entry in enumerate(row):
            found = estimate(entry)
            patches.append(Rectangle((x + 0.02, y + 0.03), 0.96, 0.94))
            colours.append(PAR_MAP(norm(found.value)) if found else NO_GAME)
            if found is None:
                _write(ax, x, y + 0.5, "" if x == y else "no games", False, width)
                continue
            _write(ax, x, y + 0.34, number(100 * found.value, 1), bool(entry.get("significant")), width)
            _write(ax, x, y + 0.72, _interval(found, width), False, width)
    ax.add_collection(PatchCollection(patches, facecolors=colours, edgecolors="none"))


def _write(ax: Axes, x: float, y: float, text: str, bold: bool, width: float) -> None:
    if text:
        if widest([text], CELL_TEXT, bold) >= width:
            text = NOTHING
        ax.text(x + 0.5, y, text, ha="center", va="center", fontproperties=font(CELL_TEXT, bold), color=CELL_INK)


def _interval(found: Estimate, width: float) -> str:
    """The interval's ends where a cell has room for them, else its half width."""
    if found.low is None or found.high is None:
        return ""
    ends = f"{number(100 * found.low, 1)}–{number(100 * found.high, 1)}"
    return ends if widest([ends], CELL_TEXT) < width - 0.08 else f"±{number(100 * (found.half_width or 0), 1)}"


def luck_parts(luck: Mapping[str, Any]) -> Chart | None:
    """What decides the result: the share of each source of variance as a bar, and all of them as one bar."""
    parts = [(part["name"], estimate(part.get("share")), share(part.get("share"))) for part in items_of(luck, "parts")]
    known = [(name, found, text) for name, found, text in parts if found]
    if not known:
        return None
    labels = ["all", *(name for name, _, _ in parts)]
    right = widest([text for _, _, text in parts], LABEL_SIZE) + 0.2

    def draw(ax: Axes) -> None:
        start = 0.0
        for y, (name, found, text) in enumerate(parts, 1):
            colour = LUCK_COLOURS.get(name, QUIET)
            if found is not None:
                ax.barh(0, 100 * found.value, left=start, height=0.62, color=colour)
                ax.barh(y, 100 * found.value, height=0.62, color=colour)
                start += 100 * found.value
                if found.low is not None and found.high is not None:
                    ax.plot([100 * found.low, 100 * found.high], [y, y], color=INK, linewidth=1.0)
            value = text if found else UNKNOWN
            beside_row(ax, y, value)
        ax.set_yticks(range(len(labels)), labels)
        ax.tick_params(axis="y", length=0)
        ax.grid(False, axis="y")
        ax.set_ylim(len(labels) - 0.5, -0.5)
        ax.set_xlim(0, 100)
        ax.set_xlabel("share of the variance of the result, %")

    text = "; ".join(f"{name} {value}" for name, _, value in parts)
    left = widest(labels, LABEL_SIZE) + ROOM
    return Chart("luck", "What the result of a game is made of", draw, 0.3 * len(labels), left, right, text=text)


def ordered_items(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows that have an adjusted effect, the most effective first."""
    known = [(found.value, row) for row in rows if (found := estimate(row.get("effect")))]
    return [row for _, row in sorted(known, key=lambda pair: (-pair[0], str(pair[1]["item"]), str(pair[1]["way"])))]


def item_effects(items: Mapping[str, Any]) -> Chart | None:
    """Forest plot of the adjusted effects of the most and the least effective items."""
    ordered = ordered_items(items_of(items, "rows"))
    if not ordered:
        return None
    shown, split = ordered, None
    if len(ordered) > 2 * MOST_ITEMS:
        shown, split = [*ordered[:MOST_ITEMS], *ordered[-MOST_ITEMS:]], MOST_ITEMS
    rows = []
    for row in shown:
        marker, colour = FLAGS.get(str(row.get("flag")), ("o", INK))
        flag = str(row.get("flag") or "none")
        value = points(row["effect"]) + (f"  {flag}" if flag != "none" else "")
        rows.append(Row(f"{row['item']}, {row['way']}", scaled(estimate(row["effect"]), 100), value, colour, marker))
    most = f"the {MOST_ITEMS} most and the {MOST_ITEMS} least effective of {len(ordered)}" if split else f"all {len(ordered)}"
    title = f"Difference of win share between seats that used an item and those that did not, adjusted: {most}"
    return dot_chart("item-effects", title, rows, "percentage points of win share", par=0.0, least=2.0, split=split)


def robust_findings(robustness: Mapping[str, Any]) -> Chart | None:
    """In which share of generated editions each finding holds."""
    rows = []
    for row in items_of(robustness, "rows"):
        found = estimate(row.get("holds_share"))
        value = f"holds in {percent(row.get('holds_share'))}" if found else UNKNOWN
        rows.append(Row(str(row.get("topic") or row.get("key")), scaled(found, 100), value, GREEN))
    if not any(row.figure for row in rows):
        return None
    title = "Share of editions in which the finding holds"
    return dot_chart("robustness", title, rows, "share of editions, %", least=100.0, floor=0, ceiling=100)
