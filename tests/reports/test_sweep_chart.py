"""Charts of sweeps: in each format, with gaps, many and long settings, and without a mark where nothing is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from reports.style import SMALLEST, styled
from reports.sweep_chart import sweep_figure, write_sweep_chart
from tests.reports.boxes import drawn_texts, faults


def rows_of(settings: list[Any], metrics: int = 3) -> list[dict[str, Any]]:
    return [
        {
            "setting": setting,
            "metric": f"metric {k}",
            "unit": "coins" if k else "",
            "estimate": None if k == 1 else 10.0 * k + n,
            "low": 10.0 * k + n - 0.5,
            "high": 10.0 * k + n + 0.5,
        }
        for n, setting in enumerate(settings)
        for k in range(metrics)
    ]


@pytest.mark.parametrize(
    "settings",
    [
        [1],
        [1, 2, 4, 8, 16],
        [0.1 * n for n in range(40)],
        [f"evaluator:harvest={n},sell=0.75" for n in range(12)],
        ["大胆", "速攻"],
    ],
)
@pytest.mark.parametrize("metrics", [1, 3])
def test_no_label_overlaps(settings: list[Any], metrics: int) -> None:
    with styled():
        figure = sweep_figure(rows_of(settings, metrics))
        assert not faults(figure, SMALLEST)
        texts = [box.text for box in drawn_texts(figure)]
    assert len(figure.axes) == metrics
    assert texts.count("not known") == (metrics > 1)


def test_numbers_stand_at_their_values_and_intervals_at_their_ends() -> None:
    with styled():
        figure = sweep_figure(rows_of([1, 2, 10], 1))
    *intervals, dots = figure.axes[0].lines
    assert list(dots.get_xdata()) == [1, 2, 10]
    assert list(dots.get_ydata()) == [0, 1, 2]
    assert [(list(line.get_xdata()), list(line.get_ydata())) for line in intervals] == [
        ([1, 1], [-0.5, 0.5]),
        ([2, 2], [0.5, 1.5]),
        ([10, 10], [1.5, 2.5]),
    ]


def test_each_format_is_written_and_vectors_are_equal_each_time(tmp_path: Path) -> None:
    for suffix, begin in ((".pdf", b"%PDF"), (".svg", b"<?xml"), (".png", b"\x89PNG")):
        first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
        write_sweep_chart(rows_of([1, 2], 1), first)
        write_sweep_chart(rows_of([1, 2], 1), second)
        assert first.read_bytes().startswith(begin)
        assert first.read_bytes() == second.read_bytes()
    assert "metric 0" in PdfReader(tmp_path / "a.pdf").pages[0].extract_text()


def test_mistakes_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"must end with \.pdf, \.svg, \.png, not '\.gif'"):
        write_sweep_chart(rows_of([1]), tmp_path / "a.gif")
    with pytest.raises(ValueError, match="at least one row"):
        write_sweep_chart([], tmp_path / "a.pdf")
