"""`simulate report` through real processes: the PDF is opened, its text read, its numbers compared with report.json."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tests.conftest import Result

Simulate = Callable[..., Result]
TOPICS = [
    "seat fairness", "strategic variety", "luck share", "length", "decisiveness", "ties", "runaway leader", "comebacks",
    "dead items", "dominating items",
]  # fmt: skip


def text_of(path: Path) -> str:
    """The text of a PDF, with single spaces."""
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(path).pages).split())


def without_nonsense(report: Any) -> bool:
    """Whether no number is NaN or infinite: JSON of such a report would have these words."""
    text = json.dumps(report)
    return "NaN" not in text and "Infinity" not in text


@pytest.fixture(scope="module")
def played(simulate: Simulate, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result, Any]:
    """A small report of Beer & Bread."""
    folder = tmp_path_factory.mktemp("report")
    words = ("--game", "beerbread", "--strategies", "random,greedy,balanced", "--n", "600", "--seed", "5", "--editions", "2")
    result = simulate("report", *words, "-o", str(folder / "balance.pdf"), "--quiet")
    assert result.code == 0, result.err
    assert result.err == ""
    return folder / "balance.pdf", result, json.loads((folder / "report.json").read_text())


def test_the_findings_are_printed_and_stand_in_the_pdf(played: tuple[Path, Result, Any]) -> None:
    path, result, report = played
    assert [finding["topic"] for finding in report["findings"]] == TOPICS
    text = text_of(path)
    for finding in report["findings"]:
        assert finding["text"] in result.out
        assert finding["text"][:60] in text
    for name in ("random", "greedy", "balanced"):
        assert name in text


def test_the_pdf_says_how_to_get_the_same_and_about_which_edition_it_is(played: tuple[Path, Result, Any]) -> None:
    path, _, report = played
    text = text_of(path)
    assert report["reconstructed"]
    assert "reconstructed" in text
    assert "simulate report --game beerbread" in text
    assert report["command"].endswith("--quiet")
    assert pypdf.PdfReader(path).outline, "it has bookmarks"
    assert "Beer & Bread" in pypdf.PdfReader(path).metadata.title


def test_the_numbers_are_plain_and_whole(played: tuple[Path, Result, Any]) -> None:
    _, _, report = played
    assert without_nonsense(report)
    assert report["deals"] * 2 == 600, "two of three strategies make up the main run, each deal in both seatings"
    assert [entry["name"] for entry in report["ranking"]][-1] == "random"
    assert sum(part["share"]["estimate"] for part in report["luck"]["parts"]) == pytest.approx(1)
    assert {mode["kind"] for mode in report["seats"]["modes"]} == {"mirror: balanced", "all strategies"}


def test_findings_say_in_how_many_editions_they_hold(played: tuple[Path, Result, Any]) -> None:
    _, _, report = played
    assert report["robustness"]["editions"] == 2
    held = {finding["key"]: finding["holds_in"] for finding in report["findings"]}
    assert held["strategic_variety"]["share"] == 1


@pytest.mark.parametrize(
    ("game", "words"), [("bacon", ("--mode", "solo", "--players", "3")), ("animarche", ("--players", "2"))]
)
def test_the_other_games_have_reports_too(simulate: Simulate, tmp_path: Path, game: str, words: tuple[str, ...]) -> None:
    path = tmp_path / "a report.html"
    chosen = {"bacon": "random,low,sprint", "animarche": "random,greedy"}[game]
    result = simulate(
        "report", "--game", game, *words, "--strategies", chosen, "--n", "120", "--seed", "1", "--html", "-o", str(path)
    )
    assert result.code == 0, result.err
    page = path.read_text()
    assert "<svg" in page
    assert without_nonsense(json.loads((tmp_path / "report.json").read_text()))


@pytest.mark.parametrize("games", ["1", "2", "5"])
def test_very_few_games_make_a_report_that_says_so(simulate: Simulate, tmp_path: Path, games: str) -> None:
    path = tmp_path / "few.pdf"
    words = ("--game", "beerbread", "--strategies", "random,greedy", "--n", games, "--seed", "1")
    result = simulate("report", *words, "-o", str(path), "--quiet")
    assert result.code == 0, result.err
    assert result.err == "", "no warning reaches the user"
    assert without_nonsense(json.loads((tmp_path / "report.json").read_text()))


def test_one_strategy_is_enough(simulate: Simulate, tmp_path: Path) -> None:
    path = tmp_path / "one.pdf"
    result = simulate("report", "--game", "beerbread", "--strategies", "greedy", "--n", "100", "--seed", "1", "-o", str(path))
    assert result.code == 0, result.err
    variety = next(line for line in result.out.splitlines() if "strategic variety" in line)
    assert variety.startswith("unknown")


def test_a_stored_run_is_reported_from_its_files(simulate: Simulate, tmp_path: Path) -> None:
    words = ("--game", "beerbread", "--strategies", "random,greedy,balanced", "--n", "300", "--seed", "5", "--out", "run")
    assert simulate(*words, cwd=tmp_path).code == 0
    result = simulate("report", "--run", "run", "-o", "run.pdf", cwd=tmp_path)
    assert result.code == 0, result.err
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["games"] == 300
    assert report["run"] == "run"
    assert [entry["name"] for entry in report["ranking"]] == ["balanced", "greedy", "random"]
    assert not any(mode["kind"].startswith("mirror") for mode in report["seats"]["modes"])


def test_runs_that_cannot_be_read_are_named(simulate: Simulate, tmp_path: Path) -> None:
    words = ("--game", "beerbread", "--strategies", "random", "--n", "20", "--seed", "5", "--out", "run")
    assert simulate(*words, cwd=tmp_path).code == 0
    run = tmp_path / "run"

    def refused(message: str) -> None:
        result = simulate("report", "--run", "run", "-o", "run.pdf", cwd=tmp_path)
        assert result.code == 2, result.out
        assert message in result.err
        assert "Traceback" not in result.err
        assert not (tmp_path / "run.pdf").exists()

    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"schema": 99}))
    refused("written by a newer version (schema 99")
    (run / "manifest.json").write_text(json.dumps(manifest)[:100])
    refused("manifest.json: the file is truncated or damaged")
    (run / "manifest.json").write_text(json.dumps(manifest))
    counts = (run / "counts.npz").read_bytes()
    (run / "counts.npz").write_bytes(counts[: len(counts) // 2])
    refused("counts.npz: the file is truncated or damaged")
    other = ("--game", "bacon", "--strategies", "random,low", "--n", "20", "--seed", "5", "--out", "other")
    assert simulate(*other, cwd=tmp_path).code == 0
    (run / "counts.npz").write_bytes((tmp_path / "other" / "counts.npz").read_bytes())
    refused("are not of the same run")
    (run / "counts.npz").unlink()
    refused("counts.npz: the file is missing")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "say which game with --game GAME, or which stored run"),
        (("--game", "beerbread", "--run", "run"), "and not both"),
        (("--game", "beerbread", "-o", "balance.txt"), "should end in .pdf"),
        (("--game", "beerbread", "-o", "nowhere/balance.pdf"), "there is no folder nowhere"),
        (("--game", "beerbread", "--html", "-o", "balance.pdf"), "should end in .html"),
        (("--run", "nowhere"), "nowhere: there is no such folder"),
        (("--game", "bacon", "--editions", "2", "--strategies", "low", "--n", "4"), "has no card tables"),
    ],
)
def test_mistakes_are_explained(simulate: Simulate, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    result = simulate("report", *words, cwd=tmp_path)
    assert result.code == 2, result.out
    assert message in result.err
    assert "Traceback" not in result.err
