"""The report as one web page: charts as inline SVG with real text, tables that sort, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from matplotlib.figure import Figure

from reports.document import Chart, Charts, Paragraph, Table, part_width
from reports.files import write_whole
from reports.style import INK, LINE, QUIET, status_mark, styled
from reports.subjects import cover, document_title, footer, subjects

TEMPLATES = Path(__file__).with_name("templates")
THEMED = {INK: "var(--ink)", QUIET: "var(--quiet)", LINE: "var(--line)", "#8a93a0": "var(--axis)"}
"""Colours of text and lines that follow the reader's light or dark scheme; those of data stay."""

PREAMBLE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
NAMESPACES = re.compile(r'\s+xmlns(:\w+)?="[^"]*"')
IDENTITIES = re.compile(r'(\bid="|href="#|url\(#)')


def write_html(report: Mapping[str, Any], path: Path) -> None:
    """Write a report (the object of `report.json`) as one self-contained page, whole or not at all.

    Raises OSError where it cannot be written.
    """
    write_whole(path, render(report).encode())


def render(report: Mapping[str, Any]) -> str:
    """The page as text."""
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.globals.update(kind=_kind, drawing=drawing, mark=status_mark)
    with styled():
        return environment.get_template("report.html").render(
            title=document_title(report),
            cover=cover(report),
            subjects=subjects(report),
            footer=footer(report),
            style=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
            script=Markup((TEMPLATES / "sort.js").read_text(encoding="utf-8")),
        )


def _kind(block: Paragraph | Table | Charts) -> str:
    return type(block).__name__


def drawing(chart: Chart, parts: int) -> Markup:
    """A chart as an SVG element for the inside of a page. parts: how many charts stand side by side."""
    width, height = part_width(parts), chart.top + chart.height + chart.bottom
    figure = Figure(figsize=(width, height))
    place = (chart.left / width, chart.bottom / height, (width - chart.left - chart.right) / width, chart.height / height)
    chart.draw(figure.add_axes(place))
    content = StringIO()
    figure.savefig(content, format="svg", transparent=True, metadata={"Date": None})
    return Markup(inlined(content.getvalue(), chart.key))


def inlined(svg: str, key: str) -> str:
    """An SVG file as an element of a page: no file header, no metadata, its own identities, colours of the page."""
    svg = NAMESPACES.sub("", METADATA.sub("", PREAMBLE.sub("", svg))).replace("xlink:href", "href")
    svg = re.sub(r'(<svg\b[^>]*?)\s+height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg\b[^>]*?)\s+width="[^"]*"', r'\1 aria-hidden="true"', svg, count=1)
    svg = IDENTITIES.sub(lambda match: f"{match[1]}{key}-", svg)
    for colour, variable in THEMED.items():
        svg = svg.replace(colour, variable)
    return svg
