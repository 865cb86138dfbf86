"""The report as a PDF: vector charts, selectable text, bookmarks, page numbers, metadata; equal bytes for equal reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from pypdf import PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

from reports.files import write_whole
from reports.pages import compose
from reports.style import styled
from reports.subjects import document_title

NO_STAMP = {"CreationDate": None, "Creator": None, "Producer": None}
"""What matplotlib would say of itself and of the time: the report says when it was made."""


def write_pdf(report: Mapping[str, Any], path: Path) -> int:
    """Write a report (the object of `report.json`) as a PDF and return its number of pages.

    The file appears whole or not at all. Raises OSError where it cannot be written.
    """
    with styled():
        composer = compose(report)
        content = _printed(composer.pages)
    writer = PdfWriter(clone_from=BytesIO(content))
    for name, page in composer.starts:
        writer.add_outline_item(title=name, page_number=page)
    writer.add_metadata(_metadata(report))
    root = writer.root_object
    root[NameObject("/Lang")] = TextStringObject("en")
    root[NameObject("/PageMode")] = NameObject("/UseOutlines")
    root[NameObject("/ViewerPreferences")] = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    finished = BytesIO()
    writer.write(finished)
    write_whole(path, finished.getvalue())
    return len(composer.pages)


def _printed(pages: Sequence[Figure]) -> bytes:
    content = BytesIO()
    with PdfPages(content, metadata=NO_STAMP) as document:
        for page in pages:
            page.savefig(document, format="pdf")
    return content.getvalue()


def _metadata(report: Mapping[str, Any]) -> dict[str, str]:
    words = {
        "/Title": document_title(report),
        "/Subject": f"Balance of {report.get('title')}: {report.get('games')} simulated games, seed {report.get('seed')}",
        "/Author": "Meeple Carlo",
        "/Creator": f"Meeple Carlo {report.get('version')}",
        "/Producer": "Meeple Carlo",
        "/Keywords": ", ".join(str(report[name]) for name in ("game", "mode") if report.get(name)),
    }
    created = _moment(report.get("created"))
    return words if created is None else {**words, "/CreationDate": created, "/ModDate": created}


def _moment(created: object) -> str | None:
    """A time in ISO 8601 as PDF writes it; None if it is none."""
    try:
        time = datetime.fromisoformat(str(created))
    except ValueError:
        return None
    return (time.astimezone(UTC) if time.tzinfo else time).strftime("D:%Y%m%d%H%M%SZ")
