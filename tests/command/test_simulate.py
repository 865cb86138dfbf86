"""`simulate --game beerbread`: what it prints, saves and repeats, through real processes."""

from __future__ import annotations

import importlib.metadata
import json
import math
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from tests.conftest import Result, untimed

Run = Callable[..., Result]
SMALL = ("--game", "beerbread", "--n", "2000", "--seed", "7")


def test_the_first_command_prints_a_table_on_standard_output(simulate: Run) -> None:
    result = simulate("--game", "beerbread", "--n", "2000")
    assert result.code == 0
    parts = "Beer & Bread: 2,000 games", "seed", "Edition reconstructed", "evaluator", "balanced", "win share", "windmill first"
    for part in parts:
        assert part in result.out
    assert "Traceback" not in result.err


def test_json_has_every_field_that_is_promised(simulate: Run) -> None:
    result = simulate(*SMALL, "--format", "json").json
    for name in ("game", "players", "mode", "n", "seed", "edition", "rules", "strategies", "seats", "ties", "elapsed_s",
                 "games_per_s", "decisions", "decisions_per_s", "version"):  # fmt: skip
        assert name in result
    assert set(result["edition"]) == {"name", "provenance", "sha256"}
    for entry in result["strategies"]:
        assert set(entry) == {"name", "games", "win_share", "win_share_ci", "score", "metrics"}
        assert set(entry["score"]) == {"mean", "sd", "min", "q05", "q25", "median", "q75", "q95", "max"}
        low, high = entry["win_share_ci"]
        assert 0 <= low < entry["win_share"] < high <= 1
    assert (result["game"], result["players"], result["n"], result["seed"]) == ("beerbread", 2, 2000, 7)
    assert math.isclose(sum(entry["win_share"] for entry in result["strategies"]), 1)
    assert math.isclose(sum(seat["win_share"] for seat in result["seats"]), 1)
    assert result["ties"] == 0, "the tie-breaks leave no draw"


def test_csv_is_a_tidy_table(simulate: Run, tmp_path: Path) -> None:
    (tmp_path / "result.csv").write_text(simulate(*SMALL, "--format", "csv").out)
    table = pd.read_csv(tmp_path / "result.csv")
    shares = table[(table.level == "strategy") & (table.metric == "win_share")]
    assert shares["mean"].sum() == pytest.approx(1)


WAYS = [("--jobs", "1"), ("--jobs", "2", "--block-size", "77"), ("--jobs", "2", "--backend", "processes")]


@pytest.mark.parametrize("way", WAYS, ids=["one job", "two jobs, small blocks", "processes"])
def test_the_same_seed_gives_the_same_result_however_it_is_played(simulate: Run, way: tuple[str, ...]) -> None:
    usual = simulate(*SMALL, "--format", "json").json
    assert untimed(simulate(*SMALL, "--format", "json", *way).json) == untimed(usual)


def test_without_a_seed_one_is_drawn_printed_and_good_for_a_repetition(simulate: Run) -> None:
    drawn = simulate("--game", "beerbread", "--n", "500", "--format", "json").json
    again = simulate("--game", "beerbread", "--n", "500", "--format", "json", "--seed", str(drawn["seed"])).json
    other = simulate("--game", "beerbread", "--n", "500", "--format", "json").json
    assert untimed(again) == untimed(drawn)
    assert other["seed"] != drawn["seed"]


@pytest.mark.parametrize("text", ["1e3", "1_000", "1000", "1k", "1K"])
def test_numbers_of_games_are_read_as_people_write_them(simulate: Run, text: str) -> None:
    assert simulate("--game", "beerbread", "--n", text, "--format", "json", "--quiet").json["n"] == 1000


def test_an_odd_number_is_rounded_up_to_full_rotations_and_said(simulate: Run) -> None:
    result = simulate("--game", "beerbread", "--n", "999", "--format", "json")
    assert result.json["n"] == 1000
    assert "rounded up to 1,000" in result.err


def test_one_strategy_plays_a_mirror_match(simulate: Run) -> None:
    result = simulate(*SMALL, "--strategies", "balanced", "--format", "json").json
    assert [entry["win_share"] for entry in result["strategies"]] == [0.5]
    assert result["strategies"][0]["win_share_ci"] == [0.5, 0.5], "a mirror match is even by design"


def test_more_strategies_than_sides_play_every_line_up(simulate: Run) -> None:
    result = simulate("--game", "beerbread", "--n", "600", "--strategies", "random,greedy,balanced", "--format", "json").json
    assert [entry["games"] for entry in result["strategies"]] == [400, 400, 400]
    assert sum(entry["win_share"] * entry["games"] for entry in result["strategies"]) == pytest.approx(result["n"])


def test_a_rule_changes_games_and_is_printed(simulate: Run) -> None:
    usual = simulate(*SMALL, "--format", "json").json
    changed = simulate(*SMALL, "--rule", "harvest_column=all", "--format", "json").json
    assert changed["rules"]["harvest_column"] == "all"
    assert changed["strategies"] != usual["strategies"]
    assert "harvest_column=all" in simulate(*SMALL, "--rule", "harvest_column=all").out


def test_an_edition_from_a_file_is_used_and_named(simulate: Run, tmp_path: Path) -> None:
    from engines.beerbread.edition import write_edition
    from engines.beerbread.edition_generator import generate_edition

    write_edition(generate_edition(11, name="my deck"), tmp_path / "mein Deck %$_ü.csv")
    result = simulate(*SMALL, "--edition", str(tmp_path / "mein Deck %$_ü.csv"), "--format", "json").json
    assert result["edition"]["name"] == "my deck"
    assert result["strategies"] != simulate(*SMALL, "--format", "json").json["strategies"]


def test_out_writes_a_manifest_and_a_summary(simulate: Run, tmp_path: Path) -> None:
    result = simulate(*SMALL, "--out", str(tmp_path / "run"), "--format", "json").json
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"manifest.json", "summary.parquet", "counts.npz"}
    assert (manifest["seed"], manifest["games"], manifest["rules"]) == (7, 2000, result["rules"])
    assert manifest["edition"]["sha256"] == result["edition"]["sha256"]
    summary = pd.read_parquet(tmp_path / "run" / "summary.parquet")
    share = summary[(summary.level == "strategy") & (summary.metric == "win_share")].set_index("name")["mean"]
    assert share.to_dict() == {entry["name"]: entry["win_share"] for entry in result["strategies"]}


def test_kept_games_give_the_result_again(simulate: Run, tmp_path: Path) -> None:
    result = simulate(*SMALL, "--out", str(tmp_path / "run"), "--keep-games", "--format", "json", "--block-size", "300").json
    games = pd.read_parquet(tmp_path / "run" / "games")
    assert len(games) == 4000, "a row a game and seat"
    assert games.groupby("game")["win_share"].sum().eq(1).all()
    assert games["game"].is_monotonic_increasing
    by_name = games.groupby("strategy", observed=True)
    for entry in result["strategies"]:
        assert by_name["win_share"].mean()[entry["name"]] == pytest.approx(entry["win_share"])
        assert by_name["score"].mean()[entry["name"]] == pytest.approx(entry["score"]["mean"])
        assert by_name["score"].std()[entry["name"]] == pytest.approx(entry["score"]["sd"])
        assert by_name["score"].median()[entry["name"]] == pytest.approx(entry["score"]["median"], abs=0.5)
    first = games[games.rotation == 0].groupby("seat")["win_share"].sum()
    second = games[games.rotation == 1].groupby("seat")["win_share"].sum()
    assert (first + second)[0] / 2000 == pytest.approx(result["seats"][0]["win_share"])


def test_kept_games_are_the_same_bytes_however_they_are_played(simulate: Run, tmp_path: Path) -> None:
    tables = []
    for number, way in enumerate([("--jobs", "1"), ("--jobs", "2"), ("--jobs", "2", "--block-size", "111")]):
        folder = tmp_path / str(number)
        simulate(*SMALL, "--out", str(folder), "--keep-games", *way)
        tables.append(pd.read_parquet(folder / "games"))
    assert tables[0].equals(tables[1])
    assert tables[0].equals(tables[2])


def test_help_and_version_need_no_kernels(simulate: Run) -> None:
    assert "--strategies" in simulate("--help").out
    assert simulate("--version").out == f"Meeple Carlo {importlib.metadata.version('meeplecarlo')}\n"
    assert "beerbread" in simulate("games").out


def test_the_command_line_imports_nothing_heavy() -> None:
    import subprocess
    import sys

    heavy = ["numba", "numpy", "pandas", "scipy", "pyarrow", "rich", "joblib"]
    code = f"import sys, experiments.cli; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_strategies_are_listed_with_their_parameters(simulate: Run) -> None:
    text = simulate("strategies", "--game", "beerbread").out
    for name in ("random", "greedy", "balanced", "beer-first", "engine", "harvester", "denier", "evaluator"):
        assert f"\n{name}: " in "\n" + text
    assert "water=" in text
    assert "tempo=" in text


def test_weights_can_be_set_on_the_command_line(simulate: Run) -> None:
    result = simulate(*SMALL, "--strategies", "evaluator:water=0.4:tempo=1.2,evaluator", "--format", "json").json
    assert [entry["name"] for entry in result["strategies"]] == ["evaluator:water=0.4:tempo=1.2", "evaluator"]


def test_a_narrow_dumb_terminal_and_other_encodings_do_not_crash_it(simulate: Run) -> None:
    dumb = {"LC_ALL": "C", "TERM": "dumb", "COLUMNS": "40"}
    for environment in ({"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}, dumb):
        result = simulate(*SMALL, **environment)
        assert result.code == 0
        assert "win share" in result.out


def test_the_first_start_says_that_it_compiles_and_the_second_does_not(simulate: Run, tmp_path: Path) -> None:
    first = simulate("--game", "beerbread", "--n", "2", MEEPLECARLO_CACHE_DIR=str(tmp_path))
    second = simulate("--game", "beerbread", "--n", "2", MEEPLECARLO_CACHE_DIR=str(tmp_path))
    assert "Compiling" in first.err
    assert "Compiling" not in second.err
    assert (first.code, second.code) == (0, 0)
