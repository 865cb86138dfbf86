"""Long runs: killed at any moment, interrupted, damaged, they end with the bytes of a run that nothing disturbed."""

from __future__ import annotations

import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import psutil
import pytest

from tests.conftest import SIMULATE, Result, untimed

Run = Callable[..., Result]
STUDY = ("--game", "beerbread", "--strategies", "random", "--seed", "5", "--n", "6000")
PACE = ("--quiet", "--format", "json", "--jobs", "1", "--block-size", "60", "--checkpoint-seconds", "0")
ENDLESS = ("--game", "beerbread", "--strategies", "random,random", "--seed", "5", "--n", "1e9", "--format", "json")


def contents(folder: Path) -> dict[str, str]:
    """The digest of every file of a run but its manifest, which has times."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def timeless(folder: Path) -> dict[str, object]:
    manifest = json.loads((folder / "manifest.json").read_text())
    return {name: value for name, value in manifest.items() if name not in ("timings", "command", "directory")}


@pytest.fixture(scope="module")
def whole(simulate: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    """A run that nothing disturbed, and what it printed."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    done = simulate(*STUDY, "--quiet", "--format", "json", "--out", str(folder), "--keep-games")
    return folder, untimed(done.json)


def test_a_run_killed_at_thirty_random_moments_ends_as_if_nothing_had_happened(
    tmp_path: Path, whole: tuple[Path, dict[str, object]]
) -> None:
    folder = tmp_path / "run"
    helper = Path(__file__).with_name("killing.py")
    subprocess.run([sys.executable, str(helper), str(folder), "30", "1", *STUDY, *PACE], check=True, timeout=300)
    ends = sorted(tmp_path.iterdir())
    assert ends
    for end in ends:
        assert contents(end) == contents(whole[0])
        assert timeless(end) == timeless(whole[0])


def begin(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start an endless run, and wait until something is saved."""
    process = subprocess.Popen(
        [str(SIMULATE), *ENDLESS, "--checkpoint-seconds", "0.2", "--out", str(folder), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while not list(folder.glob("counts/part-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    return process


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_was_counted_before_an_interrupt_is_kept(simulate: Run, tmp_path: Path, number: int, code: int) -> None:
    """The result printed is that of the folder, and is what a run of so many deals gives."""
    folder = tmp_path / "run"
    process = begin(folder, "--keep-games")
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert f"simulate resume {folder}" in err
    result, manifest = json.loads(out), json.loads((folder / "manifest.json").read_text())
    assert (manifest["state"], manifest["games"], manifest["games_asked"]) == ("interrupted", result["n"], 10**9)
    games = pd.read_parquet(folder / "games")
    assert games["game"].is_monotonic_increasing
    assert games["game"].nunique() == result["n"]
    again = simulate(*ENDLESS[:6], "--n", str(result["n"]), "--format", "json").json
    assert again["strategies"] == result["strategies"]


@pytest.mark.parametrize("backend", ["threads", "processes"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_running_five_seconds_after_an_interrupt(tmp_path: Path, backend: str, number: int) -> None:
    process = begin(tmp_path / "run", "--backend", backend, "--jobs", "2")
    family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
    assert len(family) > (1 if backend == "processes" else 0)
    process.send_signal(number)
    _, alive = psutil.wait_procs(family, timeout=5)
    process.kill()
    process.communicate(timeout=60)
    assert [child for child in alive if child.is_running() and child.status() != psutil.STATUS_ZOMBIE] == []


def test_a_second_process_on_a_folder_is_refused_with_the_first_ones_number(simulate: Run, tmp_path: Path) -> None:
    process = begin(tmp_path / "run")
    try:
        for attempt in (("resume", str(tmp_path / "run")), (*STUDY, "--out", str(tmp_path / "run"), "--force")):
            refused = simulate(*attempt)
            assert (refused.code, refused.out) == (2, "")
            assert f"process {process.pid} is writing in this folder" in refused.err
    finally:
        process.kill()
        process.communicate()
    assert not (tmp_path / "run" / "counts.npz").exists()
    assert simulate(*STUDY, "--quiet", "--out", str(tmp_path / "run"), "--force").code == 0, "a dead holder holds nothing"


@pytest.fixture
def torn(simulate: Run, tmp_path: Path) -> Path:
    """A folder of the whole run's study that was killed on the way: two part files of counts at least, one of games."""
    folder = tmp_path / "torn"
    arguments = [str(SIMULATE), *STUDY[:-1], "1e6", *PACE[:-1], "0.1", "--out", str(folder), "--keep-games"]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len(list(folder.glob("counts/part-*"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    return folder


def shorten(folder: Path, deals: int) -> None:
    """Let an unfinished run ask for so many deals."""
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest |= {"deals_asked": deals, "games_asked": deals}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])


@pytest.mark.parametrize("harm", ["nothing", "counts deleted", "counts cut", "games deleted", "games cut", "noise", "leftover"])
def test_damaged_parts_are_named_and_played_again(
    simulate: Run, tmp_path: Path, whole: tuple[Path, dict[str, object]], harm: str
) -> None:
    """A finished run is undone to one that a crash left behind, in two parts, and damaged."""
    folder = tmp_path / "run"
    simulate(*STUDY, *PACE[:-1], "1e9", "--out", str(folder), "--keep-games")
    manifest = json.loads((folder / "manifest.json").read_text())
    counts, games = folder / "counts.npz", next((folder / "games").iterdir())
    if harm.endswith("deleted"):
        (counts if harm.startswith("counts") else games).unlink()
    elif harm.endswith("cut"):
        cut(counts if harm.startswith("counts") else games)
    elif harm == "noise":
        counts.write_bytes(random.Random(1).randbytes(5000))
    elif harm == "leftover":
        (folder / "games" / ".part-1.parquet.part").write_bytes(b"half")
    done = simulate("resume", str(folder), "--quiet", "--format", "json")
    assert done.code == 0
    assert untimed(done.json) == whole[1]
    assert contents(folder) == contents(whole[0])
    assert json.loads((folder / "manifest.json").read_text())["run"] == manifest["run"]
    named = {"counts deleted": counts, "counts cut": counts, "games cut": games, "noise": counts}
    if harm in named:
        assert f"{named[harm]}" in done.err
        assert "again" in done.err


def test_a_crash_loses_only_what_was_not_saved(simulate: Run, torn: Path) -> None:
    """One of several parts is damaged: the others are not played again."""
    parts = sorted(torn.glob("counts/part-*"))
    saved = int(parts[-1].stem.split("-")[2])
    cut(parts[0])
    shorten(torn, saved)
    done = simulate("resume", str(torn), "--format", "json")
    assert parts[0].name in done.err
    result = done.json
    assert result["n"] == saved
    fresh = simulate(*STUDY[:-1], str(saved), "--format", "json").json
    assert result["strategies"] == fresh["strategies"]
    assert result["seats"] == fresh["seats"]


def test_a_part_of_another_run_is_refused(simulate: Run, tmp_path: Path) -> None:
    for name, seed in (("one", "1"), ("two", "2")):
        simulate("--game", "beerbread", "--strategies", "random", "--n", "60", "--seed", seed, "--quiet",
                 "--out", str(tmp_path / name), "--keep-games")  # fmt: skip
    for foreign in ("counts.npz", "games/part-0000000000000-0000000000060.parquet"):
        mine, its = tmp_path / "one" / foreign, tmp_path / "two" / foreign
        kept = mine.read_bytes()
        mine.write_bytes(its.read_bytes())
        refused = simulate("resume", str(tmp_path / "one"))
        assert refused.code == 2
        assert str(mine) in refused.err
        assert "another run" in refused.err
        mine.write_bytes(kept)
    assert simulate("resume", str(tmp_path / "one"), "--quiet").code == 0


def edited(folder: Path, **changes: object) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | changes))


def test_a_run_of_other_versions_is_refused_with_what_changed(simulate: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    simulate("--game", "beerbread", "--strategies", "random", "--n", "60", "--quiet", "--out", str(folder))
    whole = (folder / "manifest.json").read_text()
    packages = json.loads(whole)["packages"]
    refusals = [
        ({"schema": 99, "version": "9.9"}, ["written by a newer version (schema 99"]),
        ({"schema": 1}, ["written by an older version"]),
        ({"game_version": 77}, ["Beer & Bread is at version", "77"]),
        ({"engine_sha256": "0"}, ["the code of Beer & Bread or of its strategies has changed"]),
        ({"packages": packages | {"numba": "0.1"}}, ["numba is at version", "0.1"]),
        ({"seed": 12}, ["its manifest was edited"]),
    ]
    for changes, parts in refusals:
        edited(folder, **changes)
        refused = simulate("resume", str(folder))
        assert (refused.code, refused.out) == (2, "")
        for part in parts:
            assert part in refused.err
        (folder / "manifest.json").write_text(whole)
    assert simulate("resume", str(tmp_path)).code == 2
    (folder / "manifest.json").write_text("{")
    assert "manifest.json: the file is truncated or damaged" in simulate("resume", str(folder)).err


STRATEGY = '''
from strategies.api import strategy

@strategy("beerbread")
def mine(view, moves, n, weights, rng):
    """Takes an option by its number."""
    return {choice}
'''


def test_a_run_with_edited_files_is_refused_and_one_with_its_own_goes_on_from_anywhere(simulate: Run, tmp_path: Path) -> None:
    from engines.beerbread.edition import write_edition
    from engines.beerbread.edition_generator import generate_edition

    home = tmp_path / "a home %$_ü"
    home.mkdir()
    (home / "my strategy.py").write_text(STRATEGY.format(choice="0"))
    write_edition(generate_edition(11, name="my deck"), home / "deck.csv")
    options = ("--strategies", "my strategy.py:mine,random", "--edition", "deck.csv")
    first = simulate("--game", "beerbread", "--n", "60", "--seed", "1", "--format", "json", *options, "--out", "run", cwd=home)
    assert untimed(simulate("resume", str(home / "run"), "--format", "json").json) == untimed(first.json)
    (home / "my strategy.py").write_text(STRATEGY.format(choice="n - 1"))
    assert "my strategy.py has changed" in simulate("resume", str(home / "run")).err
    (home / "my strategy.py").write_text(STRATEGY.format(choice="0"))
    write_edition(generate_edition(12, name="my deck"), home / "deck.csv")
    assert "deck.csv has changed" in simulate("resume", str(home / "run")).err


def test_a_full_disk_is_named_and_what_was_saved_stays(
    simulate: Run, tmp_path: Path, whole: tuple[Path, dict[str, object]]
) -> None:
    """A limit on the size of files stands for the disk: the system refuses in the middle of a file."""
    folder = tmp_path / "run"
    largest = max(path.stat().st_size for path in whole[0].rglob("*") if path.is_file())
    done = subprocess.run(
        [str(SIMULATE), *STUDY, *PACE, "--out", str(folder), "--keep-games"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest // 2, largest // 2)),
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "File too large" in done.stderr
    assert f"simulate resume {folder}" in done.stderr
    assert list(folder.glob("counts/part-*"))
    assert untimed(simulate("resume", str(folder), "--quiet", "--format", "json").json) == whole[1]
    assert contents(folder) == contents(whole[0])


FULL_DISK = """
mount -t tmpfs -o size=150k tmpfs '{disk}' || exit 77
'{simulate}' {study} --out '{disk}/run' --keep-games
echo $? > '{saved}/code'
ls '{disk}/run/counts' > '{saved}/parts'
mount -o remount,size=100m '{disk}'
'{simulate}' resume '{disk}/run' --quiet --format json > '{saved}/result'
cp -r '{disk}/run' '{saved}'
"""


def test_a_disk_that_is_really_full_is_named_and_the_run_goes_on_when_there_is_room(
    tmp_path: Path, whole: tuple[Path, dict[str, object]]
) -> None:
    """A disk in memory of 150 kB, seen by this process and its children only; then it grows."""
    disk, saved = tmp_path / "disk", tmp_path / "saved"
    disk.mkdir()
    saved.mkdir()
    script = FULL_DISK.format(disk=disk, saved=saved, simulate=SIMULATE, study=" ".join([*STUDY, *PACE]))
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("there is no `unshare` here")
    done = subprocess.run([unshare, "-rm", "sh", "-c", script], capture_output=True, text=True, check=False)
    if done.returncode == 77 or not (saved / "code").exists():
        pytest.skip(f"a disk in memory cannot be mounted here: {done.stderr}")
    assert (saved / "code").read_text().strip() == "1", done.stderr
    assert "No space left on device" in done.stderr
    assert f"simulate resume {disk}/run" in done.stderr
    assert "Traceback" not in done.stderr
    assert (saved / "parts").read_text().startswith("part-"), "what was saved before stays"
    assert untimed(json.loads((saved / "result").read_text())) == whole[1]
    assert contents(saved / "run") == contents(whole[0])
