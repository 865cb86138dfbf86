"""The example of a user's own game plays Pig as the literature knows it, and all commands know it (see also test_contract).

Neller and Presser, "Optimal play of the dice game Pig", UMAP Journal 25(1), 2004.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.bench import Bench, Block
from experiments.remote import pack, unpack
from experiments.study import make_study
from tests.conftest import Result

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "pig"
HELD, BUST, WON = range(3)


def test_it_is_written_in_under_200_lines() -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob("*.py")) < 200


def outcomes_of(specs: list[str], deals: int, **options: Any) -> Any:
    """The outcomes of the study's only line-up: deals x rotations."""
    study = make_study(game_name=str(FOLDER), specs=specs, seed=20261130, **options)
    return Bench(study).play(Block(0, deals), keep=True).outcomes[0]


def turn_by_turn(hold_at: int) -> tuple[Fraction, Fraction]:
    """The expected points of a turn of holding at so many, and the probability of a bust, by going through all totals."""
    reach = {0: Fraction(1)}
    points = Fraction(0)
    for total in range(hold_at + 6):
        for die in range(2, 7):
            if total < hold_at and total in reach:
                reach[total + die] = reach.get(total + die, Fraction(0)) + reach[total] / 6
        if total >= hold_at:
            points += total * reach.get(total, Fraction(0))
    held = sum((reach.get(total, Fraction(0)) for total in range(hold_at, hold_at + 6)), Fraction(0))
    return points, 1 - held


@pytest.mark.parametrize("hold_at", [5, 20, 25])
def test_the_first_turns_of_holding_bring_the_points_that_they_must(hold_at: int) -> None:
    """The score after the first round is that of one turn. Holding at 20 brings 8.14 points and is lost in 62.45%."""
    points, bust = turn_by_turn(hold_at)
    if hold_at == 20:
        assert (round(float(points), 2), round(float(bust), 4)) == (8.14, 0.6245)
    outcomes = outcomes_of([f"hold-at-20:hold_at={hold_at}", f"hold-at-20:hold_at={hold_at}"], 40_000)
    first = outcomes["round_score"][:, 0, :2, 0].astype(float)  # two turns a deal, of dice of their own
    assert abs(first.mean() - float(points)) < 4 * first.std() / first.size**0.5
    assert abs((first == 0).mean() - float(bust)) < 4 * (float(bust * (1 - bust)) / first.size) ** 0.5


def test_ending_the_race_beats_holding_at_20_by_no_more_than_the_best_player_does() -> None:
    """The best player wins 58.74% as the first and 52.24% as the second against holding at 20; end-race is within 1% of him."""
    shares = outcomes_of(["end-race", "hold-at-20"], 100_000)["share"][:, :, :2] / 60
    for rotation, best in ((0, 0.5874), (1, 0.5224)):
        mine = shares[:, rotation, rotation].mean()
        error = shares[:, rotation, rotation].std() / len(shares) ** 0.5
        assert best - 0.01 - 4 * error < mine < best + 4 * error


def test_a_turn_that_reaches_the_target_wins_at_once_and_all_points_are_those_of_turns() -> None:
    outcomes = outcomes_of(["random", "end-race"], 2000, rules={"target": "30"}).reshape(-1)
    scores = outcomes["seat"][:, :2, 0]
    winners = outcomes["share"][:, :2] == 60
    assert (winners.sum(axis=1) == 1).all()
    assert (scores[winners] >= 30).all()
    assert (scores[winners] <= 35).all()
    assert (scores[~winners] < 30).all()
    ends = outcomes["item"][:, :2].sum(axis=2)  # turns by how they ended
    assert (ends[..., WON].sum(axis=1) == 1).all()
    rounds = outcomes["game"][:, 0]
    turns = ends.sum(axis=2)
    assert (turns[:, 0] == rounds).all()
    assert ((turns[:, 1] == rounds) | (turns[:, 1] == rounds - 1)).all()
    assert np.array_equal(outcomes["round_score"][np.arange(len(rounds)), :2, rounds - 1], scores)
    assert np.array_equal(outcomes["round_score"][:, :2, -1], scores)


def test_a_game_without_end_is_stopped_after_fifty_rounds_and_level_scores_share_the_win() -> None:
    """Who never holds banks nothing unless one turn reaches the target, 200 here: all but some games end level at 0."""
    outcomes = outcomes_of(["hold-at-20:hold_at=200"] * 2, 50, rules={"target": "200"}).reshape(-1)
    assert (outcomes["game"][:, 0] == 50).mean() > 0.9
    level = outcomes["seat"][:, 0, 0] == outcomes["seat"][:, 1, 0]
    assert level.mean() > 0.9
    assert (outcomes["share"][level][:, :2] == 30).all()


def test_holding_after_so_many_rolls_can_be_forbidden_to_one_player() -> None:
    specs = ["hold-at-20:hold_at=4", "hold-at-20:hold_at=5"]
    free = outcomes_of(specs, 500)["item"]
    banned = outcomes_of(specs, 500, bans=[f"1 roll:held@{specs[0]}", f"2 rolls:held@{specs[0]}"])["item"]
    for rotation in (0, 1):
        mine, other = (rotation, 1 - rotation)
        assert free[:, rotation, mine, :2, HELD].any()
        assert not banned[:, rotation, mine, :2, HELD].any()
        assert banned[:, rotation, mine, 2, HELD].any()
        assert banned[:, rotation, other, :2, HELD].any()


def test_all_commands_know_it_by_its_folder(simulate: Callable[..., Result], tmp_path: Path) -> None:
    """By any path, also one with a space."""
    game = "pig folder"
    (tmp_path / game).symlink_to(FOLDER)
    results = {}
    for backend in ("threads", "processes"):
        options = ("--n", "2000", "--seed", "1", "--jobs", "2", "--block-size", "500", "--format", "json", "--backend", backend)
        result = simulate("--game", game, *options, cwd=tmp_path)
        assert result.code == 0, result.err
        results[backend] = [entry["win_share"] for entry in result.json["strategies"]]
    assert results["threads"] == results["processes"]
    games = simulate("games", "--game", game, cwd=tmp_path)
    assert "Pig" in games.out
    assert "target=100 (20 to 200)" in games.out
    strategies = simulate("strategies", "--game", game, cwd=tmp_path)
    assert [line.split(":")[0] for line in strategies.out.splitlines() if line[0] != " "] == [
        "random",
        "hold-at-20",
        "end-race",
    ]
    replay = simulate("replay", "--game", game, "--seed", "1", "--game-index", "3", cwd=tmp_path)
    assert replay.code == 0, replay.err
    assert "Result:" in replay.out.splitlines()[-1]


def test_a_run_of_it_goes_on_unless_its_files_have_changed(simulate: Callable[..., Result], tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "pig")
    assert simulate("--game", "pig", "--n", "200", "--seed", "1", "--out", "run", "--quiet", cwd=tmp_path).code == 0
    assert simulate("resume", "run", cwd=tmp_path).code == 0
    with (tmp_path / "pig" / "play.py").open("a") as file:
        file.write("# edited\n")
    refused = simulate("resume", "run", cwd=tmp_path)
    assert refused.code == 2
    assert "the files in pig have changed since" in refused.err


def test_it_travels_to_machines_that_do_not_have_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "pig"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.glob("*.py"):
        path.write_text(path.read_text().replace('"pig"', '"travelling_pig"'))
    packed = pack(make_study(game_name=str(folder), seed=1))
    shutil.rmtree(folder)
    study, places = unpack(packed)
    assert study.game_name != str(folder)
    assert (study.game_name, str(folder)) in places
    assert study.game.title == "Pig"
    assert [player.label for player in study.players] == ["end-race", "hold-at-20"]


def test_the_same_game_in_another_folder_is_compiled_there(simulate: Callable[..., Result], tmp_path: Path) -> None:
    """Kept machine code refers to the package, whose name is made of the path; the folders share a cache here."""
    results = []
    for name in ("one", "two"):
        shutil.copytree(FOLDER, tmp_path / name)
        cache = {"MEEPLECARLO_CACHE_DIR": str(tmp_path / "cache")}
        words = ("--n", "20", "--seed", "1", "--format", "csv", "--quiet")
        results.append(simulate("--game", str(tmp_path / name), *words, **cache))
    assert [result.code for result in results] == [0, 0], results[1].err
    assert results[0].out == results[1].out
