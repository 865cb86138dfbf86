"""`simulate query`: ask the kept games of a run in SQL."""

from __future__ import annotations

from pathlib import Path

import click

from experiments.commands.options import show_options


@click.command("query")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("sql", metavar="SQL")
@show_options
def command(folder: Path, sql: str, output_format: str) -> None:
    """Ask the kept games of the run in DIR: SQL on the table `games`, a row a game and seat, answered by DuckDB.

    \b
    simulate query run "SELECT strategy, avg(score) AS score FROM games GROUP BY strategy"
    """
    from experiments.query import answer

    answer(folder, sql, output_format)
