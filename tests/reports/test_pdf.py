"""The PDF: what is on its pages, that nothing overlaps, that it is vector, and that equal reports give equal bytes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from pypdf import PdfReader

from reports.layout import Composer
from reports.pages import compose
from reports.pdf import write_pdf
from reports.style import SMALLEST, styled
from reports.subjects import subjects
from tests.reports.boxes import faults
from tests.reports.synthetic import ALL_CASES, make_case, make_report


@pytest.fixture(scope="module")
def composed() -> dict[str, tuple[dict[str, Any], Composer]]:
    """Reports and their pages, by case."""
    made = {}
    for name in ALL_CASES:
        report = make_case(name)
        with styled():
            made[name] = (report, compose(report))
    return made


@pytest.fixture(scope="module", params=["japanese", "one game"])
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path, int]:
    """A report, its PDF and its number of pages."""
    path = tmp_path_factory.mktemp("pdf") / "balance.pdf"
    report = make_case(request.param)
    return report, path, write_pdf(report, path)


def squeezed(text: str) -> str:
    """Text without blanks, which line breaks put where they like."""
    return re.sub(r"\s", "", text)


def page_text(figures: list[Figure]) -> str:
    return squeezed("".join(text.get_text() for figure in figures for text in figure.texts))


@pytest.mark.parametrize("case", ALL_CASES)
def test_no_text_overlaps_leaves_the_page_or_is_tiny(case: str, composed: dict[str, tuple[dict[str, Any], Composer]]) -> None:
    with styled():
        found = [(n, fault) for n, page in enumerate(composed[case][1].pages, 1) for fault in faults(page, SMALLEST)]
    assert not found


def test_the_check_of_texts_sees_faults() -> None:
    with styled():
        figure = Figure(figsize=(2, 1))
        figure.text(0.1, 0.5, "first words", size=8)
        figure.text(0.2, 0.52, "second words", size=8)
        figure.text(0.9, 0.9, "too far right", size=8)
        figure.text(0.1, 0.1, "tiny", size=5)
        figure.text(0.05, 0.75, "$not mathematics", size=8, rotation=90)
        found = " ".join(faults(figure, SMALLEST))
    assert "'first words' overlaps 'second words'" in found
    assert "'too far right' leaves the page" in found
    assert "'tiny' is of 5.0 points" in found
    assert "'$not mathematics' leaves the page" in found


@pytest.mark.parametrize("case", ALL_CASES)
def test_every_subject_begins_with_its_finding(case: str, composed: dict[str, tuple[dict[str, Any], Composer]]) -> None:
    report, composer = composed[case]
    assert [name for name, _ in composer.starts] == ["Cover", *(subject.name for subject in subjects(report))]
    for subject, (_, page) in zip(subjects(report), composer.starts[1:], strict=True):
        assert squeezed(subject.finding) in page_text([composer.pages[page]])


@pytest.mark.parametrize("case", ["three", "thirteen", "long names", "japanese", "one game"])
def test_whole_names_stand_on_the_pages_of_ranking_and_scores(
    case: str, composed: dict[str, tuple[dict[str, Any], Composer]]
) -> None:
    report, composer = composed[case]
    first = dict(composer.starts)
    for begin, end in (("Ranking", "Match-ups"), ("Scores", "Length and margins"), ("Rules and strategies", None)):
        text = page_text(composer.pages[first[begin] : first[end] if end else None])
        for entry in report["strategies"]:
            assert squeezed(entry["name"]) in text


def test_text_is_real_and_its_order_that_of_the_page(printed: tuple[dict[str, Any], Path, int]) -> None:
    report, path, count = printed
    reader = PdfReader(path)
    assert len(reader.pages) == count
    marks = {item["/Title"]: reader.get_destination_page_number(item) for item in reader.outline}
    assert set(marks) == {"Cover", *(subject.name for subject in subjects(report))}
    for subject in subjects(report):
        assert squeezed(subject.finding) in squeezed(reader.pages[marks[subject.name]].extract_text())
    cover = squeezed(reader.pages[0].extract_text())
    assert squeezed(report["title"]) in cover
    assert squeezed("All findings are about this reconstructed edition.") in cover
    for finding in report["findings"]:
        assert squeezed(finding["text"]) in cover
    ranking = squeezed(reader.pages[marks["Ranking"]].extract_text())
    for name in (entry["name"] for entry in report["ranking"][:13]):
        assert squeezed(name) in ranking


def test_metadata_footers_and_no_images(printed: tuple[dict[str, Any], Path, int]) -> None:
    report, path, count = printed
    reader = PdfReader(path)
    assert reader.metadata is not None
    assert reader.metadata.title == f"{report['title']}: balance report"
    assert str(reader.metadata.creation_date) == "2026-11-30 12:00:00+00:00"
    assert ("1 simulated game," if report["games"] == 1 else "40,000 simulated games,") in str(reader.metadata.subject)
    for number, page in enumerate(reader.pages, 1):
        assert not page.images
        fonts = (font.get_object() for font in page["/Resources"]["/Font"].values())
        assert all(_is_embedded(font) for font in fonts)
        if number > 1:
            assert f"{number} / {count}" in page.extract_text()


def _is_embedded(font: Any) -> bool:
    inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    return "/FontFile2" in inner["/FontDescriptor"].get_object()


def test_equal_reports_give_equal_bytes_in_any_process(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from reports.pdf import write_pdf; "
        "from tests.reports.synthetic import make_case; write_pdf(make_case('nothing'), Path(sys.argv[1]))"
    )
    for name, seed in (("a.pdf", "1"), ("b.pdf", "2")):
        command = [sys.executable, "-c", program, str(tmp_path / name)]
        subprocess.run(command, check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])})
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "folder.pdf"
    target.mkdir()
    with pytest.raises(OSError):
        write_pdf(make_case("nothing"), target)
    assert list(tmp_path.iterdir()) == [target]


def test_settings_of_matplotlib_stay_as_they_are() -> None:
    program = """
import matplotlib
before = {key: matplotlib.rcParams[key] for key in matplotlib.rcParams if key != "backend"}
backend = dict.__getitem__(matplotlib.rcParams, "backend")
import sys, tempfile, pathlib
import reports.pdf, reports.html, reports.sweep_chart
from tests.reports.synthetic import make_case
folder = pathlib.Path(tempfile.mkdtemp())
reports.pdf.write_pdf(make_case("nothing"), folder / "a.pdf")
reports.html.write_html(make_case("nothing"), folder / "a.html")
reports.sweep_chart.write_sweep_chart([{"setting": 1, "metric": "m", "unit": "", "estimate": 1.0}], folder / "a.png")
assert {key: matplotlib.rcParams[key] for key in matplotlib.rcParams if key != "backend"} == before
assert dict.__getitem__(matplotlib.rcParams, "backend") is backend
assert "matplotlib.pyplot" not in sys.modules
assert "matplotlib_fontja" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONPATH": str(Path(__file__).parents[2])})


def test_what_is_not_known_is_said_and_never_printed_as_a_number(
    composed: dict[str, tuple[dict[str, Any], Composer]],
) -> None:
    for case in ("one game", "nothing", "one strategy"):
        text = page_text(composed[case][1].pages)
        assert "nan" not in text.lower().replace("finance", "")
        assert "None" not in text
    assert squeezed("Seat fairness could not be estimated: one deal is too few for an interval.") in page_text(
        composed["one game"][1].pages
    )
    assert squeezed("could not be estimated: it was not part of this run.") in page_text(composed["nothing"][1].pages)


def test_hidden_rows_are_counted(composed: dict[str, tuple[dict[str, Any], Composer]]) -> None:
    text = page_text(composed["thirteen"][1].pages)
    assert squeezed("676 further rows are not shown; report.json has all.") in text
    assert squeezed("the 12 most and the 12 least effective of 600") in text


def test_forty_rows_of_seats_fit_a_page() -> None:
    places = [{"name": f"seat {n}", "share": {"estimate": 0.1, "low": 0.09, "high": 0.12}} for n in range(6)]
    modes = [
        {"label": f"{k} players", "kind": "mirror: a strategy with a long name", "par": 0.1, "games": 9, "places": places}
        for k in range(7)
    ]
    report = {**make_case("nothing"), "seats": {"text": "Seats are fair.", "modes": modes}}
    with styled():
        composer = compose(report)
        assert not [fault for page in composer.pages for fault in faults(page, SMALLEST)]


def test_many_findings_go_on_to_a_second_page() -> None:
    report = {**make_case("nothing"), "findings": make_report(strategies=2, items=0)["findings"] * 4}
    with styled():
        composer = compose(report)
        assert composer.starts[1][1] == 2
        assert not [fault for page in composer.pages[:3] for fault in faults(page, SMALLEST)]


def test_random_gaps_never_stop_a_report() -> None:
    rng = np.random.default_rng(5)
    for n in range(2):
        report = _with_gaps(make_report(strategies=2 + n, items=6, robust=True), rng)
        with styled():
            assert compose(report).pages


KEPT = {"name", "item", "way", "round", "label", "kind", "par", "names", "title", "topic", "modes"}


def _with_gaps(node: Any, rng: np.random.Generator) -> Any:
    """A copy of a report in which figures are missing at random."""
    if isinstance(node, dict):
        if "estimate" in node and set(node) <= {"estimate", "low", "high", "significant", "text"} and rng.random() < 0.4:
            return None
        return {key: value if key in KEPT - {"modes"} else _with_gaps(value, rng) for key, value in node.items()}
    if isinstance(node, list):
        return [_with_gaps(value, rng) for value in node]
    return None if isinstance(node, float) and rng.random() < 0.3 else node
