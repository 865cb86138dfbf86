"""`simulate query`: SQL on kept games, and on nothing else."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from experiments.query import answer
from tests.conftest import Result

Run = Callable[..., Result]
MEANS = "SELECT strategy, avg(score) AS score, count(*) AS seats FROM games GROUP BY strategy ORDER BY strategy"


@pytest.fixture(scope="module")
def run(simulate: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept") / "it's 100% $HOME _ü"
    done = simulate("--game", "beerbread", "--strategies", "random,greedy", "--n", "400", "--seed", "1", "--quiet",
                    "--out", str(folder), "--keep-games")  # fmt: skip
    assert done.code == 0
    return folder


def test_the_answer_is_that_of_pandas_in_every_format(simulate: Run, run: Path) -> None:
    games = pd.read_parquet(run / "games")
    means = games.groupby("strategy", observed=True)["score"].mean()
    as_json = simulate("query", str(run), MEANS, "--format", "json").json
    assert {row["strategy"]: row["score"] for row in as_json} == pytest.approx(means.to_dict())
    assert {row["seats"] for row in as_json} == {400}
    as_csv = pd.read_csv(io.StringIO(simulate("query", str(run), MEANS, "--format", "csv").out))
    assert as_csv.to_dict("records") == [row | {"score": pytest.approx(row["score"])} for row in as_json]
    table = simulate("query", str(run), MEANS).out
    assert f"{means['greedy']:,.6g}" in table


def test_what_is_no_number_is_null_in_json(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer(run, "SELECT 'nan'::DOUBLE AS a, 'inf'::DOUBLE AS b, NULL AS c, DATE '2026-01-02' AS d", "json")
    assert json.loads(capsys.readouterr().out) == [{"a": None, "b": None, "c": None, "d": "2026-01-02"}]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT scor FROM games", 'column "scor" not found'),
        ("SELECT 1; SELECT 2", "one SELECT statement"),
        ("DROP VIEW games", "one SELECT statement"),
        ("COPY games TO 'stolen.csv'", "one SELECT statement"),
        ("SET enable_external_access = true", "one SELECT statement"),
        ("ATTACH 'other.db'", "one SELECT statement"),
        ("SELECT * FROM read_csv('secret.csv')", "cannot be answered"),
        ("SELECT * FROM read_text('/etc/hostname')", "cannot be answered"),
        ("SELECT * FROM '{run}/summary.parquet'", "cannot be answered"),
        ("", "one SELECT statement"),
    ],
)
def test_it_only_reads_and_sees_no_other_file(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str, message: str
) -> None:
    from engines.game import UsageError

    monkeypatch.chdir(tmp_path)
    Path("secret.csv").write_text("a,b\n1,2\n")
    with pytest.raises(UsageError, match="(?i)" + message):
        answer(run, sql.format(run=str(run).replace("'", "''")), "json")
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]


def test_mistakes_have_exit_code_two(simulate: Run, run: Path, tmp_path: Path) -> None:
    wrong = simulate("query", str(run), "SELECT scor FROM games")
    assert (wrong.code, wrong.out) == (2, "")
    assert "scor" in wrong.err
    assert "Traceback" not in wrong.err
    assert "no kept games" in simulate("query", str(tmp_path), "SELECT 1").err
