"""Counts of a run: they are saved and read without loss, and a damaged file is never taken for a good one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.bench import Block, BlockResult
from experiments.counts import DamagedCounts, RunCounts
from experiments.study import Study, make_study
from tests.made_up import count, game_for, made_up_outcomes


@pytest.fixture
def study() -> Study:
    """Two players of Beer & Bread, with a small made-up game in its place."""
    study = make_study(game_name="beerbread", specs=["random", "evaluator"], seed=1)
    assert len(study.players) == 2
    vars(study)["game"] = game_for(study.mode)
    return study


def block_of(study: Study, first: int, deals: int) -> BlockResult:
    """A block of made-up games."""
    outcomes = [made_up_outcomes(study.mode, deals, 2, seed=first)]
    return BlockResult(Block(first, deals), *count(study.design, outcomes, 2))


def lists(counts: RunCounts) -> dict[str, Any]:
    return {name: array.tolist() for name, array in counts.arrays().items()}


def counted(study: Study, *firsts: int) -> RunCounts:
    counts = RunCounts.empty(study)
    for first in firsts:
        counts.add(block_of(study, first, 5))
    return counts


def test_blocks_add_up_in_any_order_and_runs_that_were_counted_apart_too(study: Study) -> None:
    together = counted(study, 0, 5, 253)
    apart = counted(study, 253)
    apart.merge(counted(study, 5, 0))
    assert lists(apart) == lists(together)
    assert (together.deals, together.games) == (15, 30)
    assert together.groups.deals.nonzero()[0].tolist() == [*range(10), 253, 254, 255]  # deals 256 and 257: groups 0 and 1
    assert together.groups.deals[:2].tolist() == [2, 2]


def test_all_counts_are_whole_numbers_of_64_bits_and_those_by_group_are_named_so(study: Study) -> None:
    arrays = counted(study, 0).arrays()
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.int64)}
    assert {name for name in arrays if name.startswith("group_")} == {
        f"group_{name}" for name in ("deals", "lineup_share", "place", "metric", "game_metric", "margin", "lineup_ties")
    }


def test_counts_are_read_as_they_were_saved(study: Study, tmp_path: Path) -> None:
    counts = counted(study, 0, 5)
    counts.tally.share_cross[0, 0] = 2**62 + 1
    counts.save(tmp_path / "counts.npz")
    assert lists(RunCounts.load(tmp_path / "counts.npz", study)) == lists(counts)
    assert [path.name for path in tmp_path.iterdir()] == ["counts.npz"]


def test_saving_over_a_file_replaces_it(study: Study, tmp_path: Path) -> None:
    counted(study, 0, 5).save(tmp_path / "counts.npz")
    counted(study, 0).save(tmp_path / "counts.npz")
    assert RunCounts.load(tmp_path / "counts.npz", study).deals == 5


def test_a_truncated_file_is_refused_wherever_it_ends(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "counts.npz"
    counted(study, 0).save(path)
    whole = path.read_bytes()
    for length in [0, 1, 4, *range(30, len(whole), len(whole) // 50), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(DamagedCounts, match=r"counts\.npz: the file is missing, truncated or damaged"):
            RunCounts.load(path, study)


@pytest.mark.filterwarnings("ignore:invalid escape sequence")
def test_a_file_with_a_byte_changed_is_refused_or_gives_the_same_counts(study: Study, tmp_path: Path) -> None:
    """Some bytes, such as the time of an entry, do not matter; the others must not change a count or raise anything else."""
    path = tmp_path / "counts.npz"
    counts = counted(study, 0)
    counts.save(path)
    whole, expected = path.read_bytes(), lists(counts)
    generator = np.random.default_rng(1)
    refused = 0
    for place in generator.choice(len(whole), 400, replace=False):
        damaged = bytearray(whole)
        damaged[place] ^= int(generator.integers(1, 256))
        path.write_bytes(damaged)
        try:
            assert lists(RunCounts.load(path, study)) == expected
        except DamagedCounts:
            refused += 1
    assert refused > 200


@pytest.mark.parametrize("kind", ["missing", "folder", "text", "one array", "pickle"])
def test_what_is_no_file_of_counts_is_refused(study: Study, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "counts.npz"
    if kind == "folder":
        path.mkdir()
    elif kind == "text":
        path.write_text("deals: 5\n")
    elif kind == "one array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    elif kind == "pickle":
        with path.open("wb") as file:
            np.savez(file, deals=np.array([{}], dtype=object))
    with pytest.raises(DamagedCounts, match="missing, truncated or damaged"):
        RunCounts.load(path, study)


@pytest.mark.parametrize("change", ["absent", "shape", "type"])
def test_counts_of_another_study_are_refused(study: Study, tmp_path: Path, change: str) -> None:
    arrays = counted(study, 0).arrays()
    if change == "absent":
        del arrays["group_place"]
    elif change == "shape":
        arrays["group_place"] = arrays["group_place"][:, :1]
    else:
        arrays["group_place"] = arrays["group_place"].astype(np.float64)
    np.savez_compressed(tmp_path / "counts.npz", **arrays)
    words = "truncated or damaged" if change == "absent" else "the counts of group_place are not those of this study"
    with pytest.raises(DamagedCounts, match=words):
        RunCounts.load(tmp_path / "counts.npz", study)
