"""Kept games as a table that SQL can ask, through DuckDB, which reads only the columns it needs and never all in memory."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from engines.game import UsageError

GAMES_PATTERN = "games/part-*.parquet"


def answer(folder: Path, sql: str, output_format: str) -> None:
    """Print the answer to one SQL statement on the table `games`. Raises UsageError, with DuckDB's words, if SQL is wrong.

    The statement can read the run's games and nothing else, and cannot change or write anything.
    """
    try:
        import duckdb
    except ImportError:
        raise UsageError("`simulate query` needs a package: pip install 'meeplecarlo[query]'") from None

    with duckdb.connect() as database:
        try:
            relation = _asked(database, folder, sql)
            names = relation.columns
            if output_format == "csv":
                sys.stdout.write(relation.df().to_csv(index=False, lineterminator="\n"))
                return
            rows = relation.fetchall()
        except duckdb.Error as error:
            raise UsageError(f"the query cannot be answered: {error}") from None
    if output_format == "json":
        print(json.dumps([dict(zip(names, map(_plain, row), strict=True)) for row in rows], ensure_ascii=False))
    else:
        _print_table(names, rows)


def _asked(database: Any, folder: Path, sql: str) -> Any:
    """The relation that a statement describes over the games of a folder. Raises UsageError, duckdb.Error."""
    if not any(folder.glob(GAMES_PATTERN)):
        raise UsageError(f"{folder}: there are no kept games in this folder. A run keeps them with --out DIR --keep-games.")
    files = sorted(str(path) for path in folder.absolute().glob(GAMES_PATTERN))
    database.execute("SET allowed_paths = " + _literal(files))
    database.execute("SET enable_external_access = false")
    database.execute("SET lock_configuration = true")
    statements = database.extract_statements(sql)
    if len(statements) != 1 or statements[0].type.name != "SELECT":
        raise UsageError("a query is one SELECT statement (or one that begins with WITH or FROM).")
    database.execute(f"CREATE TEMP VIEW games AS SELECT * FROM read_parquet({_literal(files)})")
    return database.sql(sql)


def _literal(texts: list[str]) -> str:
    """A list of texts as SQL writes it."""
    return "[" + ", ".join("'" + text.replace("'", "''") + "'" for text in texts) + "]"


def _plain(value: Any) -> Any:
    """A value as JSON has it; what JSON has no word for (no number, a date) as null or text."""
    if isinstance(value, float):
        return value if abs(value) < float("inf") else None
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


def _print_table(names: list[str], rows: list[tuple[Any, ...]]) -> None:
    """The rows under their names; numbers to the right."""
    from reports.terminal import make_console, plain_table

    numeric = [all(isinstance(row[place], (int, float)) for row in rows) for place in range(len(names))]
    columns = [(name, "right" if number else "left") for name, number in zip(names, numeric, strict=True)]
    cells = [[f"{value:,.6g}" if isinstance(value, float) else str(value) for value in row] for row in rows]
    make_console().print(plain_table(columns, cells))
