"""What is printed arrives: on streams of any encoding, in a pipe that nobody reads, in a dumb terminal of 40 columns."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.command.printing import Job, Printed, run_jobs

PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"
STRATEGY = '''from strategies.api import strategy


@strategy("pig", name="štírek ♥")
def first(view, moves, n, weights, rng):
    """Takes the first option."""
    return 0
'''
GAME = ("--game", str(PIG))
FEW = ("--n", "200", "--seed", "1", "--jobs", "1", "--quiet")
TWO = "it.py,end-race"

COMMANDS = {
    "simulate": (*GAME, "--strategies", TWO, *FEW),
    "simulate --keep-games": (*GAME, *FEW, "--out", "run", "--keep-games", "--force"),
    "simulate --format json": (*GAME, "--strategies", TWO, *FEW, "--format", "json"),
    "simulate --format csv": (*GAME, "--strategies", TWO, *FEW, "--format", "csv"),
    "resume": ("resume", "kept", "--quiet"),
    "query": ("query", "kept", "SELECT * FROM games LIMIT 3"),
    "compare": ("compare", "it.py", "random", "end-race", *GAME, *FEW),
    "compare --until-decided": ("compare", "random", "end-race", *GAME, *FEW, "--until-decided"),
    "sweep": ("sweep", *GAME, *FEW, "--strategies", TWO, "--rule", "target=50,60"),
    "ablate": ("ablate", *GAME, *FEW, "--item", "4 rolls", "--item", "5 rolls"),
    "tune": ("tune", *GAME, *FEW[2:], "--strategy", "hold-at-20", "--against", "random", "--budget", "30k"),
    "power": ("power", *GAME, "--strategies", TWO, "--difference", "0.01", "--seed", "1", "--quiet"),
    "report": ("report", *GAME, *FEW, "--html", "-o", "balance.html"),
    "run": ("run", "study.toml", "--quiet"),
    "games": ("games", *GAME),
    "strategies": ("strategies", "--game", "animarche", "--long"),
    "replay": ("replay", *GAME, "--strategies", TWO, "--seed", "1", "--game-index", "1"),
    "editions": ("editions", "--game", "beerbread", "--strategies", "random,greedy", "--count", "2", *FEW),
    "check": ("check", "it.py", *GAME, "--n", "20"),
}
"""Every command that prints a table, a list or a game."""

TIMES = re.compile(r"[\d.,]+ s\b|[\d,]+ (games|decisions)/s")
NUMBER = re.compile(r"\d[\d.,]*\d|\d")
INTERVAL = re.compile(r"[+-]?[\d.]+% \[[^\]]*\]")


def plain(out: str) -> str:
    """The words of an output on one line, without the reset of colours that Numba's colorama writes when a program ends."""
    return " ".join(out.removesuffix("\x1b[0m").split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run, with a strategy whose name few encodings have, and a study file."""
    home = tmp_path_factory.mktemp("printing")
    (home / "it.py").write_text(STRATEGY, encoding="utf-8")
    (home / "study.toml").write_text(f'command = "simulate"\ngame = "{PIG}"\nn = 200\nseed = 1\n', encoding="utf-8")
    return home


@pytest.fixture(scope="module")
def printed(folder: Path) -> dict[str, dict[str, Printed]]:
    """What every command left, by kind of stream; the run that `resume` and `query` need is played first."""
    kinds = {"ascii": Job((), encoding="ascii"), "closed": Job((), closed=True), "narrow": Job((), columns=40)}
    kept = Job((*GAME, *FEW, "--out", "kept", "--keep-games"), folder=str(folder))
    jobs = [replace(kind, arguments=words, folder=str(folder)) for kind in kinds.values() for words in COMMANDS.values()]
    cp1252 = replace(jobs[0], encoding="cp1252")
    done = run_jobs([kept, cp1252, *jobs], first=[COMMANDS["simulate"], COMMANDS["editions"]])
    assert done[0].code == 0, done[0].err
    results = iter(done[2:])
    return {"cp1252": {"simulate": done[1]}} | {kind: {name: next(results) for name in COMMANDS} for kind in kinds}


@pytest.mark.parametrize("name", COMMANDS)
def test_letters_that_a_stream_lacks_do_not_stop_a_command(printed: dict[str, dict[str, Printed]], name: str) -> None:
    result = printed["ascii"][name]
    assert (result.code, "Traceback" in result.err) == (0, False), result.err
    assert result.out


def test_what_an_encoding_has_is_printed_in_it(printed: dict[str, dict[str, Printed]]) -> None:
    result = printed["cp1252"]["simulate"]
    assert (result.code, result.err) == (0, "")
    assert "štírek ?" in result.out
    assert "±" in result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_pipe_that_nobody_reads_ends_a_command_without_a_word(printed: dict[str, dict[str, Printed]], name: str) -> None:
    result = printed["closed"][name]
    assert result.code == 1, "what click does where output cannot be written"
    assert [line for line in result.err.splitlines() if not line.startswith("simulate ")] == []


@pytest.mark.parametrize("name", [name for name in COMMANDS if "--format" not in name])
def test_in_forty_columns_no_number_loses_a_digit(printed: dict[str, dict[str, Printed]], name: str) -> None:
    """Every number there is one of the wide output; columns may be missing."""
    wide, narrow = (printed[kind][name] for kind in ("ascii", "narrow"))
    assert (narrow.code, "Traceback" in narrow.err) == (0, False), narrow.err
    assert "…" not in narrow.out
    assert "\x1b" not in plain(narrow.out)
    here, there = (set(NUMBER.findall(TIMES.sub("", plain(result.out)))) for result in (narrow, wide))
    assert here <= there


@pytest.mark.parametrize("name", ["simulate", "sweep", "ablate"])
def test_in_forty_columns_lines_fit_and_what_matters_is_there(printed: dict[str, dict[str, Printed]], name: str) -> None:
    """Win shares of the first command, and what changes in experiments, with their intervals."""
    assert max(map(len, printed["narrow"][name].out.splitlines())) <= 40
    narrow, wide = (INTERVAL.findall(plain(printed[kind][name].out)) for kind in ("narrow", "ascii"))
    needed = [entry for entry in wide if name == "simulate" or entry[0] in "+-"]
    assert len(needed) >= 2
    assert [entry for entry in needed if entry not in narrow] == []
