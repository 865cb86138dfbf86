"""Writing a report: its pages, and the same numbers as JSON beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engines.game import UsageError
from experiments.files import StorageFault, write_json


def write_report(report: dict[str, Any], path: Path, json_path: Path, *, html: bool) -> None:
    """Write the pages and report.json, each under a temporary name first. Raises UsageError if it cannot."""
    try:
        if html:
            from reports.html import write_html

            write_html(report, path)
        else:
            from reports.pdf import write_pdf

            write_pdf(report, path)
        write_json(json_path, report)
    except StorageFault as fault:
        raise UsageError(str(fault)) from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}.") from None
