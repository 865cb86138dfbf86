"""Tables fit the terminal: what matters least is left out first, and never the names."""

from __future__ import annotations

import pytest

from reports.terminal import keep_what_fits

COLUMNS = [
    ("strategy", "left"),
    ("games", "right"),
    ("win share", "right"),
    ("score", "right"),
    ("marks", "right"),
    ("beer", "right"),
]
ROWS = [["evaluator", "300,000", "76.11% [75.96, 76.26]", "33.83 ± 3.72", "28-34-40", "35.07"]]


@pytest.mark.parametrize(
    ("width", "titles"),
    [
        (160, ["strategy", "games", "win share", "score", "marks", "beer"]),
        (74, ["strategy", "games", "win share", "score", "marks"]),
        (60, ["strategy", "games", "win share", "score"]),
        (50, ["strategy", "win share", "score"]),
        (40, ["strategy", "win share"]),
        (10, ["strategy", "win share"]),
    ],
)
def test_columns_are_left_out_in_order_until_the_table_fits(width: int, titles: list[str]) -> None:
    columns, rows = keep_what_fits(COLUMNS, ROWS, width, [5, 4, 1, 3])
    assert [title for title, _ in columns] == titles
    assert rows[0][0] == "evaluator"
    assert len(rows[0]) == len(columns)
