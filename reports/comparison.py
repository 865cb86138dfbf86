"""A comparison of strategies as tables in a terminal: the ranking and the matrix of win shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from reports.terminal import heading, keep_what_fits, plain_table


def comparison_tables(result: Mapping[str, Any], width: int) -> list[Any]:
    """What `simulate compare` prints. result: the JSON object of the comparison; width: columns of the terminal."""
    parts: list[Any] = [heading(result), ranking_table(result, width), Text(result["order"]["text"] + "\n")]
    if result["matchups"]["n_per_pairing"]:
        parts += [matrix_table(result["matchups"]), Text(_legend(result["matchups"]))]
    parts += [Text(line) for line in _remarks(result)]
    parts.append(Text(f"{result['n']:,} games in {result['elapsed_s']:.1f} s, {result['games_per_s']:,.0f} games/s."))
    return parts


def ranking_table(result: Mapping[str, Any], width: int) -> Any:
    """A row a strategy, best first: rating, overall share, whom it beats, how sure its rank is."""
    columns = [
        ("#", "right"),
        ("strategy", "left"),
        ("Elo [95%]", "right"),
        (f"share, par {100 * result['par']:.1f}%", "right"),
    ]
    columns += [("beats", "right"), ("rank sure", "right"), ("in equilibrium", "right")]
    others = len(result["ranking"]) - 1
    rows = []
    for place, entry in enumerate(result["ranking"], 1):
        rating = entry["rating"]
        elo = f"{entry['elo']:+.0f}" + (f" [{rating['low']:+.0f}, {rating['high']:+.0f}]" if rating else "")
        share = entry["share"]
        shown = f"{100 * share['estimate']:.2f}% [{100 * share['low']:.2f}, {100 * share['high']:.2f}]" if share else "-"
        sure = entry["likelihood_of_rank"]
        beats = f"{len(entry['beats'])} of {others}" if result["matchups"]["n_per_pairing"] else "-"
        mixture = entry["mixture"]
        rank = "-" if sure is None else f"{100 * sure:.0f}%"
        rows.append([str(place), entry["name"], elo, shown, beats, rank, "-" if mixture is None else f"{100 * mixture:.0f}%"])
    return plain_table(*keep_what_fits(columns, rows, width, [6, 5, 4, 3]))


def matrix_table(matchups: Mapping[str, Any]) -> Any:
    """Win shares in per cent, the row against the column; an asterisk where it is significantly off par."""
    names = matchups["names"]
    columns = [("per cent", "left"), *((str(place), "right") for place in range(1, len(names) + 1))]
    rows = []
    for place, (name, cells) in enumerate(zip(names, matchups["share"], strict=True), 1):
        shown = [_cell(cell, diagonal=number == place) for number, cell in enumerate(cells, 1)]
        rows.append([f"{place} {name}", *shown])
    return plain_table(columns, rows)


def _cell(cell: Mapping[str, Any] | None, *, diagonal: bool) -> str:
    if cell is None:
        return "·" if diagonal else "-"
    return f"{100 * cell['estimate']:.1f}{'*' if cell['significant'] else ' '}"


def _legend(matchups: Mapping[str, Any]) -> str:
    widths = [(cell["high"] - cell["low"]) / 2 for row in matchups["share"] for cell in row if cell is not None]
    return (
        f"\nThe row's share of the wins against the column, {matchups['n_per_pairing']:,} games a pairing, "
        f"± {100 * max(widths):.1f} or less (95%, all at once). * significantly off {100 * matchups['par']:.0f}% (Holm)."
    )


def _remarks(result: Mapping[str, Any]) -> list[str]:
    """Sentences on mixtures, circles and the baseline."""
    lines = [result["metagame"]["text"]] if result["metagame"]["sensitivity"] else []
    sure = [cycle for cycle in result["cycles"] if cycle["significant"]]
    if sure:
        first = sure[0]["names"]
        more = f", and {len(sure) - 1} more circles" if len(sure) > 1 else ""
        lines.append(f"{first[0]} beats {first[1]} beats {first[2]} beats {first[0]}{more} (significantly).")
    for entry in result["differences"] or []:
        if entry["name"] == result["baseline"]:
            continue
        if "difference" not in entry:
            lines.append(f"{entry['name']} against baseline {result['baseline']}: cannot be compared.")
            continue
        difference = entry["difference"]
        lines.append(
            f"{entry['name']} less {result['baseline']}: {100 * difference['estimate']:+.2f} points of overall share "
            f"[{100 * difference['low']:+.2f}, {100 * difference['high']:+.2f}]."
        )
    return lines
