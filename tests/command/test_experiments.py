"""`simulate sweep`, `ablate`, `editions`, `tune` and `run` through real processes."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Result

Simulate = Callable[..., Result]
ZERO = {"estimate": 0, "low": 0, "high": 0}


def rows_where(result: Result, **wanted: Any) -> list[dict[str, Any]]:
    """The rows of a sweep or ablation with these entries."""
    return [row for row in result.json["rows"] if all(row.get(name) == value for name, value in wanted.items())]


def test_a_setting_that_equals_the_default_differs_by_exactly_0(simulate: Simulate) -> None:
    words = ("--game", "beerbread", "--strategies", "greedy,random", "--n", "200", "--seed", "3", "--format", "json")
    result = simulate("sweep", "--rule", "hand_size=5,4", "--metric", "tokens_lost", *words)
    assert result.code == 0, result.err
    same = rows_where(result, setting={"hand_size": "5"})
    measured = {"win_share", "score", "seat_share", "years", "margin", "shared_wins", "tokens_lost"}
    assert {row["metric"] for row in same} == measured
    assert all(row["difference"] == ZERO and row["p"] == 1 for row in same)
    other = rows_where(result, setting={"hand_size": "4"}, metric="score", who="greedy")
    assert other[0]["difference"]["high"] < 0, "fewer cards, fewer turns, fewer coins"
    assert other[0]["p_holm"] >= other[0]["p"]


def test_a_difference_is_that_of_two_runs_on_the_same_deals(simulate: Simulate) -> None:
    words = ("--game", "beerbread", "--strategies", "greedy,random", "--n", "200", "--seed", "3", "--format", "json")
    swept = simulate("sweep", "--rule", "field_reset=exact", *words)
    runs = [simulate(*words, "--rule", f"field_reset={value}").json for value in ("top_up", "exact")]
    scores = [run["strategies"][0]["score"]["mean"] for run in runs]
    row = rows_where(swept, metric="score", who="greedy")[0]
    assert row["estimate"] == pytest.approx(scores[1])
    assert row["difference"]["estimate"] == pytest.approx(scores[1] - scores[0])


def test_a_sweep_of_player_counts_compares_each_with_its_own_default(simulate: Simulate) -> None:
    words = ("--game", "animarche", "--strategies", "random", "--n", "60", "--seed", "3", "--format", "json")
    result = simulate("sweep", "--players", "2,3", "--rule", "rounds=4,5", *words)
    assert result.code == 0, result.err
    assert all(row["difference"] == ZERO for row in rows_where(result, setting={"rounds": "5", "players": "3"}))
    (fewer,) = rows_where(result, setting={"rounds": "4", "players": "2"}, metric="rounds")
    assert fewer["estimate"] == 4
    assert fewer["difference"]["estimate"] == -1


def test_weights_are_swept_too_and_a_chart_is_drawn(simulate: Simulate, tmp_path: Path) -> None:
    chart = tmp_path / "reach.svg"
    words = ("--game", "beerbread", "--strategies", "evaluator,random", "--n", "40", "--seed", "3", "--format", "csv")
    result = simulate("sweep", "--weight", "evaluator.tempo=0,1.18,2", "--chart", str(chart), *words)
    assert result.code == 0, result.err
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert {row["evaluator.tempo"] for row in rows} == {"0", "1.18", "2"}
    assert all(float(row["difference_estimate"]) == 0 for row in rows if row["evaluator.tempo"] == "1.18"), "the default"
    assert {row["who"] for row in rows if row["metric"] == "score"} == {"evaluator", "random"}
    scores = [row for row in rows if row["evaluator.tempo"] == "0" and row["metric"] == "score" and row["who"] == "evaluator"]
    assert float(scores[0]["difference_estimate"]) < 0, "without a mind for coins it sells too little"
    assert "<svg" in chart.read_text()


def test_a_space_filling_design_stays_in_its_ranges(simulate: Simulate) -> None:
    words = ("--game", "beerbread", "--strategies", "random", "--n", "20", "--seed", "3", "--format", "json")
    result = simulate("sweep", "--design", "lhs", "--points", "4", "--rule", "hand_size=3:6", "--rule", "years=2:6", *words)
    assert result.code == 0, result.err
    settings = {tuple(row["setting"].items()) for row in result.json["rows"]}
    sizes = sorted(int(dict(setting)["hand_size"]) for setting in settings)
    assert sizes == [3, 4, 5, 6], "Latin hypercube: one point in each quarter of the range"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there is nothing to sweep"),
        (("--rule", "storage=7,8"), "Did you mean 'storage_spaces'?"),
        (("--rule", "storage_spaces=7,900"), "is not from"),
        (("--rule", "storage_spaces=7,,8"), "there is an empty value in the list"),
        (("--rule", "storage_spaces=9:7"), "with lo < hi"),
        (("--rule", "field_reset=0:1"), "field_reset is a switch"),
        (("--rule", "hand_size=4,5", "--n", "1e10"), "Say --yes"),
        (("--weight", "evaluator.tmpo=0:1"), "Did you mean 'tempo'?"),
        (("--weight", "evaluator.tempo=0:99"), "is not from 0 to 3"),
        (("--players", "2,7", "--rule", "hand_size=4"), "cannot seat 7 players"),
        (("--design", "lhs", "--rule", "field_reset=top_up,exact"), "needs ranges"),
        (("--rule", "hand_size=4", "--metric", "coins"), "unknown metric of Beer & Bread 'coins'"),
    ],
)
def test_mistakes_in_a_sweep_are_explained(simulate: Simulate, words: tuple[str, ...], message: str) -> None:
    result = simulate("sweep", "--game", "beerbread", *words)
    assert result.code == 2, result.out
    assert message in result.err
    assert "Traceback" not in result.err


def test_the_ban_of_an_item_is_measured_and_that_of_an_unused_one_is_exactly_0(simulate: Simulate) -> None:
    words = ("--game", "bacon", "--strategy", "sprint", "--seed", "3", "--format", "json")
    result = simulate("ablate", "--item", "single", *words, "--n", "100")
    assert result.code == 0, result.err
    (single,) = rows_where(result, item="single", metric="win_share")
    assert single["difference"]["high"] < 0
    few = simulate("ablate", "--item", "all", *words, "--n", "4")
    unused = [row for row in few.json["rows"] if row["use_rate"] == 0]
    assert unused, "in so few matches some bomb is never played"
    assert all(row["difference"] == ZERO for row in unused)


def test_a_ban_for_all_keeps_the_sides_equal(simulate: Simulate) -> None:
    words = ("--game", "bacon", "--strategy", "low", "--n", "100", "--seed", "3", "--format", "json")
    result = simulate("ablate", "--item", "run", "--to", "all", *words)
    assert result.code == 0, result.err
    assert not rows_where(result, metric="win_share")
    assert rows_where(result, metric="seat_share")
    assert result.json["to"] == "all"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--item", "singel"), "Did you mean 'single'?"),
        (("--item", "run", "--way", "lead"), "Did you mean 'led'?"),
        (("--item", "run", "--forbid", "run"), "is said with --item here"),
    ],
)
def test_mistakes_in_an_ablation_are_explained(simulate: Simulate, words: tuple[str, ...], message: str) -> None:
    result = simulate("ablate", "--game", "bacon", *words)
    assert result.code == 2
    assert message in result.err


def test_findings_are_tried_on_other_editions(simulate: Simulate) -> None:
    words = ("--game", "beerbread", "--strategies", "greedy,random", "--n", "100", "--seed", "3", "--format", "json")
    result = simulate("editions", "--count", "3", *words)
    assert result.code == 0, result.err
    rows = {row["topic"]: row for row in result.json["rows"]}
    assert result.json["editions"] == 3
    assert rows["strategic variety"]["holds_share"] == 1, "greedy beats random on any cards"
    assert rows["decisiveness"]["low"] < rows["decisiveness"]["high"], "editions differ"
    assert rows["decisiveness"]["sampling_sd"] > 0
    again = simulate("editions", "--count", "3", *words)
    assert again.json["rows"] == result.json["rows"]


def test_a_game_without_cards_has_no_editions(simulate: Simulate) -> None:
    result = simulate("editions", "--game", "bacon", "--count", "2")
    assert result.code == 2
    assert "has no card tables" in result.err


TUNING = ("tune", "--game", "beerbread", "--strategy", "evaluator", "--against", "random", "--weights", "tempo,token")


@pytest.fixture(scope="module")
def tuned(simulate: Simulate, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights from a small search that starts from a bad weight."""
    path = tmp_path_factory.mktemp("tuned") / "weights.toml"
    result = simulate(*TUNING, "--budget", "46k", "--seed", "3", "-o", str(path), "--quiet")
    assert result.code == 0, result.err
    return path


def test_tuned_weights_reproduce_from_the_seed(simulate: Simulate, tuned: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.toml"
    assert simulate(*TUNING, "--budget", "46k", "--seed", "3", "-o", str(again), "--jobs", "1").code == 0
    first, second = tomllib.loads(tuned.read_text()), tomllib.loads(again.read_text())
    assert first["weights"] == second["weights"]
    assert set(first["weights"]) == {"tempo", "token"}


def test_tuned_weights_play(simulate: Simulate, tuned: Path) -> None:
    words = ("--game", "beerbread", "--n", "20", "--seed", "3", "--format", "json")
    result = simulate(*words, "--strategies", f"evaluator@{tuned},evaluator@{tuned}:tempo=1")
    assert result.code == 0, result.err
    assert [entry["name"] for entry in result.json["strategies"]] == ["evaluator@weights", "evaluator@weights:tempo=1"]


def test_an_interrupted_search_goes_on_where_it_stopped(simulate: Simulate, tuned: Path, tmp_path: Path) -> None:
    """A journal cut short within its second generation: the first is not played again, and the end is the same."""
    whole, part = tmp_path / "whole.toml", tmp_path / "part.toml"
    journal = part.with_name("part.toml.journal")
    from experiments.simulate import Settings
    from experiments.tuning import Journal, make_plan, make_task, search

    arguments = {"game_name": "beerbread", "mode_name": None, "rules": {}, "seed": 3}
    arguments |= {"edition_path": None, "bans": ()}
    task = make_task(arguments, "evaluator", ["random"], ["tempo", "token"], 46_000)
    plan = make_plan(task)
    settings = Settings(0, 2, "threads", None, False, False, "table", True)
    kept = Journal(whole.with_name("whole.toml.journal"), task, plan)
    search(task, plan, kept, settings)
    lines = kept.path.read_text().splitlines()
    assert len(lines) == 1 + plan.generations
    journal.write_text("\n".join([*lines[:2], lines[2][:5]]))
    result = simulate(*TUNING, "--budget", "46k", "--seed", "3", "-o", str(part))
    assert result.code == 0, result.err
    assert "1 of them are done" in result.err
    assert tomllib.loads(part.read_text())["weights"] == tomllib.loads(tuned.read_text())["weights"]
    assert not journal.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--budget", "100"), "is too small"),
        (("--weights", "tempi"), "Did you mean 'tempo'?"),
        (("-o", "tuned.json"), "a name that ends in .toml"),
        (("--against", "nobody"), "unknown strategy"),
    ],
)
def test_mistakes_in_tuning_are_explained(simulate: Simulate, words: tuple[str, ...], message: str) -> None:
    result = simulate(*TUNING, "--seed", "3", *words)
    assert result.code == 2
    assert message in result.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[weights]\ntmpo = 1", "Did you mean 'tempo'?"),
        ("[weights]\ntempo = 99", "is not from 0 to 3"),
        ("weights = 1", "there is no table [weights]"),
        ('game = "bacon"\n[weights]', "these weights are for the game bacon"),
        ("[weights", "this is not TOML"),
    ],
)
def test_mistakes_in_a_file_of_weights_are_explained(simulate: Simulate, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(content)
    result = simulate("--game", "beerbread", "--strategies", f"evaluator@{path},random", "--n", "2")
    assert result.code == 2
    assert message in result.err
    assert str(path) in result.err


STUDY = """# a comment
command = "sweep"
game = "beerbread"
strategies = ["random", "greedy"]
rule = ["hand_size=4,5"]
n = 40
seed = 7
"""


def test_a_study_file_does_what_its_command_does(simulate: Simulate, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY + 'format = "csv"\n')
    run = simulate("run", str(path))
    assert run.code == 0, run.err
    words = ("--game", "beerbread", "--strategies", "random,greedy", "--rule", "hand_size=4,5", "--n", "40", "--seed", "7")
    assert run.out == simulate("sweep", *words, "--format", "csv").out


def test_a_dry_run_says_what_would_be_done(simulate: Simulate, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    result = simulate("run", str(path), "--dry-run")
    assert result.code == 0, result.err
    first, second = result.out.splitlines()
    assert first == "simulate sweep --game beerbread --strategies random,greedy --rule hand_size=4,5 --n 40 --seed 7"
    assert second.startswith("At most 120 games, about ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("rule =", "rul ="), "line 5: unknown key 'rul'. Did you mean 'rule'?"),
        (('"sweep"', '"swep"'), "line 2: unknown command 'swep'. Did you mean 'sweep'?"),
        (("seed = 7", ""), "the key seed is missing"),
        (
            (
                "n = 40",
                "n = [",
            ),
            "this is not TOML",
        ),
        (("n = 40", "yes = 3"), "line 6: yes: true or false is needed"),
        (("hand_size=4,5", "hand_size=4,500"), "is not from"),
    ],
)
def test_mistakes_in_a_study_file_are_explained(
    simulate: Simulate, tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY.replace(*change))
    result = simulate("run", str(path))
    assert result.code == 2
    assert message in result.err
    assert "Traceback" not in result.err


def test_a_path_that_is_no_study_file_is_explained(simulate: Simulate, tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, "this is a folder, not a study file."),
        (tmp_path / "no.toml", "there is no such study file."),
    ):
        result = simulate("run", str(path))
        assert (result.code, f"{path}: {message}" in result.err) == (2, True), result.err


def test_the_studies_that_come_with_the_package_can_be_run(simulate: Simulate) -> None:
    studies = sorted((Path(__file__).parents[2] / "experiments" / "studies").glob("*.toml"))
    assert [path.stem for path in studies] == ["animarche", "bacon", "beerbread"]
    for path in studies:
        result = simulate("run", str(path), "--dry-run")
        assert result.code == 0, result.err
