"""Games that do not end are broken off, counted, listed with their numbers, and never dropped."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from experiments.bench import Bench, Block
from experiments.counts import RunCounts
from experiments.study import make_study
from experiments.unfinished import LISTED, first_games, no_games
from tests.conftest import Result, untimed

Run = Callable[..., Result]
PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"
GAMES = 400


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pig without the limit of rounds, broken off after 300 choices. Who never holds nearly always loses his points."""
    folder = tmp_path_factory.mktemp("games") / "endless"
    shutil.copytree(PIG, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for part, old, new in (
        ("declaration", 'name="pig"', 'name="endless"'),
        ("declaration", "4 * ROUNDS * HIGHEST_TARGET // 2", "300"),
        ("strategies", '"pig"', '"endless"'),
        ("play", "won or state.round > outcome.round_score.shape[1]", "won"),
        ("play", "outcome.game[ROUNDS] = state.round", "outcome.game[ROUNDS] = min(state.round, 50)"),
    ):
        path = folder / f"{part}.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
    return folder


def options(endless: Path) -> tuple[str, ...]:
    never = "hold-at-20:hold_at=200"
    return ("--game", str(endless), "--strategies", f"{never},{never}", "--rule", "target=60", "--seed", "5")


@pytest.fixture(scope="module")
def run(simulate: Run, endless: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    """A run with kept games, and its folder."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    arguments = ("--n", str(GAMES), "--format", "json", "--quiet", "--out", str(folder), "--keep-games")
    return simulate(*options(endless), *arguments), folder


def test_they_are_counted_as_shared_and_listed(run: tuple[Result, Path]) -> None:
    result = run[0]
    assert result.code == 0, result.err
    found = result.json["unfinished"]
    assert 0 < found["games"] < GAMES
    assert (found["choices"], found["seed"]) == (300, 5)
    assert found["listed"] == sorted(set(found["listed"]))
    assert len(found["listed"]) == min(found["games"], LISTED)
    assert result.json["ties"] >= found["games"]
    assert result.json["n"] == GAMES
    assert f"{found['games']:,} of {GAMES} games" in result.err
    assert "did not end within 300 choices; they count as shared by all: games " in result.err


def test_kept_games_say_which_did_not_end(run: tuple[Result, Path]) -> None:
    result, folder = run
    kept = pd.read_parquet(folder / "games")
    broken_off = kept[kept["unfinished"]]
    assert sorted(set(broken_off["game"]))[:LISTED] == result.json["unfinished"]["listed"]
    assert broken_off["game"].nunique() == result.json["unfinished"]["games"]
    assert (broken_off["win_share"] == 0.5).all()
    assert kept["game"].nunique() == GAMES, "none is dropped"


@pytest.mark.parametrize("how", [("--jobs", "1", "--block-size", "2"), ("--jobs", "2", "--block-size", "70")])
def test_the_list_does_not_depend_on_how_they_were_played(
    simulate: Run, endless: Path, run: tuple[Result, Path], how: tuple[str, ...]
) -> None:
    again = simulate(*options(endless), "--n", str(GAMES), "--format", "json", "--quiet", *how)
    assert untimed(again.json) == untimed(run[0].json)


def test_a_replay_ends_where_the_game_was_broken_off(simulate: Run, endless: Path, run: tuple[Result, Path]) -> None:
    listed = run[0].json["unfinished"]["listed"]
    ended = next(game for game in range(GAMES) if game not in listed)
    told = simulate("replay", *options(endless), "--game-index", str(listed[0]))
    assert told.out.splitlines()[-1] == ("Broken off: the game did not end within 300 choices. It counts as shared by all.")
    whole = simulate("replay", *options(endless), "--game-index", str(ended))
    assert whole.out.splitlines()[-1].startswith("Result: ")


def test_a_run_of_parts_lists_them_once(endless: Path, tmp_path: Path) -> None:
    """Saved, read and merged, in any order, as an interrupted run does."""
    never = "hold-at-20:hold_at=200"
    study = make_study(game_name=str(endless), specs=[never, never], rules={"target": "60"}, seed=5)
    bench = Bench(study)
    whole = RunCounts.empty(study)
    whole.add(bench.play(Block(0, 30), False))
    parts = []
    for first in (20, 0, 10):
        part = RunCounts.empty(study)
        part.add(bench.play(Block(first, 10), False))
        path = tmp_path / f"part-{first}.npz"
        part.save(path)
        parts.append(RunCounts.load(path, study))
    merged = RunCounts.empty(study)
    for part in parts:
        merged.merge(part)
    assert merged.unfinished.tolist() == whole.unfinished.tolist()
    assert merged.tally.unfinished == whole.tally.unfinished > 0


def test_only_the_first_games_are_listed() -> None:
    many = first_games(no_games(), list(range(1000, 0, -3)), [5, 4])
    assert many.tolist() == sorted({*range(1, 1001, 3), 5})[:LISTED]


def test_comparisons_and_reports_say_it_too(simulate: Run, endless: Path, tmp_path: Path) -> None:
    specs = "hold-at-20:hold_at=200,hold-at-20:hold_at=150"
    shared = ("--game", str(endless), "--strategies", specs, "--rule", "target=60", "--seed", "5", "--quiet")
    compared = simulate("compare", *shared, "--n", "400", "--format", "json")
    assert compared.code == 0, compared.err
    assert compared.json["unfinished"]["games"] > 0
    assert "did not end within 300 choices" in compared.err
    simulate(*shared, "--n", "400", "--out", "kept", cwd=tmp_path)
    reported = simulate("report", "--run", "kept", "-o", "report.pdf", "--quiet", cwd=tmp_path)
    assert reported.code == 0, reported.err
    assert "games did not end and were broken off; they count as shared by all." in (tmp_path / "report.json").read_text()
