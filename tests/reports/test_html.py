"""The web page: valid, self-contained, with the report's numbers; and in a real browser: it sorts, fits and is silent."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from reports.html import render, write_html
from tests.reports.synthetic import make_case

VOID = {"meta", "br", "hr", "img", "input", "link"}
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
CASES = ("three", "long names", "one game", "nothing")

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium found; install it with: apt-get install chromium")


class Page(HTMLParser):
    """Reads a page strictly: every element is closed in its order. Collects identities, addresses, text and cells."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tables: dict[str, list[list[tuple[str, str | None]]]] = {}
        self.rows: list[list[tuple[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [str(values["id"])] if "id" in values else []
        self.links += [str(values["href"])] if "href" in values else []
        self.loads += [str(values["src"])] if "src" in values else []
        if tag == "table":
            self.rows = self.tables.setdefault(str(values["id"]), [])
        elif tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append(("", values.get("data-value")))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            text, value = self.rows[-1][-1]
            self.rows[-1][-1] = (text + data, value)


@pytest.fixture(scope="module")
def pages() -> dict[str, tuple[dict[str, Any], str, Page]]:
    """Reports, their pages, and these as read, by case."""
    made = {}
    for name in CASES:
        report = make_case(name)
        text = render(report)
        page = Page()
        page.feed(text)
        page.close()
        made[name] = (report, text, page)
    return made


@pytest.mark.parametrize("case", CASES)
def test_a_page_is_valid_and_loads_nothing(case: str, pages: dict[str, tuple[dict[str, Any], str, Page]]) -> None:
    _, text, page = pages[case]
    assert not page.open
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert not page.loads
    assert {link for link in page.links if not link.startswith("#")} == set()
    assert {link[1:] for link in page.links} <= set(page.ids)
    for word in ("http:", "https:", "//www", "@import", "<script src", "nan", "Infinity"):
        assert word not in text.replace("dominant", "")


def test_text_of_a_report_is_text_and_not_markup(pages: dict[str, tuple[dict[str, Any], str, Page]]) -> None:
    assert "&lt;b&gt;photographs&lt;/b&gt;" in pages["three"][1]
    assert "<b>photographs" not in pages["three"][1]


def test_tables_hold_the_numbers_of_the_report(pages: dict[str, tuple[dict[str, Any], str, Page]]) -> None:
    report, _, page = pages["three"]
    ranking = [row for row in page.tables["ranking-table"] if row]
    assert [row[1][0] for row in ranking] == [entry["name"] for entry in report["ranking"]]
    assert [float(str(row[2][1])) for row in ranking] == [entry["share"]["estimate"] for entry in report["ranking"]]
    assert [float(str(row[3][1])) for row in ranking] == [entry["rating"]["estimate"] for entry in report["ranking"]]
    items = [row for row in page.tables["items-table"] if row]
    shown = {(row[0][0], row[1][0]): row[5][1] for row in items}
    wanted = {(row["item"], row["way"]): row["effect"] and str(row["effect"]["estimate"]) for row in report["items"]["rows"]}
    assert shown == wanted, "a page has all items, with their exact effects"


def test_charts_have_text_as_text(pages: dict[str, tuple[dict[str, Any], str, Page]]) -> None:
    text = pages["three"][1]
    assert text.count("<svg") >= 15
    assert ">1 evaluator</text>" in text
    assert "<image" not in text
    assert "#1d2330" not in text.split("</style>", 1)[1], "text of charts follows the colour scheme"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@needs_browser
@pytest.mark.parametrize("case", ["three", "long names"])
def test_a_page_fits_a_phone_and_says_nothing_on_the_console(
    case: str, browser: Any, pages: dict[str, tuple[dict[str, Any], str, Page]], tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(pages[case][1], encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if request.url != path.as_uri() else None)
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert said == []
    page.close()


@needs_browser
def test_tables_sort_by_mouse_and_by_keyboard(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report = make_case("three")
    write_html(report, path)
    page = browser.new_page()
    page.goto(path.as_uri())
    head = page.locator("#items-table th").nth(5)
    values = "Array.from(document.querySelectorAll('#items-table tbody tr'), row => row.cells[5].dataset.value ?? null)"
    effects = sorted(row["effect"]["estimate"] for row in report["items"]["rows"] if row["effect"])
    gaps = [None] * (len(report["items"]["rows"]) - len(effects))
    assert head.get_attribute("aria-sort") == "none"
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert [value and float(value) for value in page.evaluate(values)] == [*reversed(effects), *gaps]
    head.locator("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert [value and float(value) for value in page.evaluate(values)] == [*effects, *gaps]
    page.locator("#items-table th").nth(0).locator("button").press("Space")
    assert head.get_attribute("aria-sort") == "none"
    page.close()
