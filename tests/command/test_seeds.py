"""No option passes the seed by: the same seed gives the same result however it is played, and another seed another one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from experiments.cli import main_command

ROOT = Path(__file__).resolve().parents[2]
PIG = ("--game", str(ROOT / "examples" / "pig"))
BEER = ("--game", "beerbread", "--strategies", "random,greedy")
JSON = ("--format", "json")
OTHERWISE = ("--jobs", "2", "--block-size", "7")
"""Another way to play the same."""

VARYING = {"seed", "elapsed_s", "games_per_s", "decisions_per_s", "command", "created"}
"""What differs between equal runs, and the seed itself, which would make all other results another."""

PLAYED = [
    (*PIG, "--n", "40"),
    (*PIG, "--n", "40", "--mode", "table", "--players", "3"),
    *((*PIG, "--n", "40", "--design", name) for name in ("line-ups", "pairs", "mirror", "challenge", "invader")),
    (*PIG, "--n", "400", "--design", "mixed", "--players", "3", "--strategies", "random,end-race,hold-at-20,end-race:race=9"),
    (*PIG, "--n", "40", "--rule", "target=50"),
    (*PIG, "--n", "40", "--forbid", "4 rolls:held"),
    (*PIG, "--n", "40", "--backend", "processes"),
    (*BEER, "--n", "40"),
    (*BEER, "--n", "40", "--edition", "generated:5"),
    (*BEER, "--n", "40", "--edition", "generated:5", "--rule", "hand_size=4", "--forbid", "beer-01:tucked@greedy"),
    ("compare", "random", "end-race", *PIG, "--n", "40"),
    ("compare", "random", "end-race", *PIG, "--n", "40", "--baseline", "random", "--rule", "target=50"),
    ("compare", "random", "end-race", "hold-at-20", *PIG, "--n", "400", "--design", "mixed", "--players", "3"),
    ("compare", "end-race", "hold-at-20", *PIG, "--until-decided", "--max-n", "600"),
    ("compare", "end-race", "hold-at-20", *PIG, "--target-precision", "0.03"),
    ("compare", *BEER, "--n", "40", "--edition", "generated:5"),
    ("sweep", *PIG, "--n", "40", "--rule", "target=50,60"),
    ("sweep", *PIG, "--n", "40", "--players", "2,3"),
    ("sweep", *PIG, "--n", "40", "--weight", "end-race.race=9,29"),
    ("sweep", *PIG, "--n", "40", "--rule", "target=50:90", "--design", "lhs", "--points", "2"),
    ("sweep", *PIG, "--n", "40", "--rule", "target=50:90", "--design", "sobol", "--points", "2"),
    ("sweep", *BEER, "--n", "40", "--rule", "hand_size=4", "--edition", "generated:5"),
    ("ablate", *PIG, "--n", "200", "--item", "5 rolls", "--item", "6 rolls"),
    ("ablate", *PIG, "--n", "200", "--item", "5 rolls", "--item", "6 rolls", "--to", "all"),
    ("editions", *BEER, "--n", "40", "--count", "1"),
]
"""Commands that take a seed and options of play."""


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """Runs a command here, in an empty folder; what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEEPLECARLO_BOUNDSCHECK", "")

    def run(*words: str) -> str:
        assert not main_command(list(words), prog_name="simulate", standalone_mode=False)
        return capsys.readouterr().out

    return run


def lasting(value: Any) -> Any:
    """A result without what varies."""
    if isinstance(value, dict):
        return {name: lasting(entry) for name, entry in value.items() if name not in VARYING}
    return [lasting(entry) for entry in value] if isinstance(value, list) else value


def words_of(case: tuple[str, ...]) -> str:
    return " ".join(case).replace(str(ROOT) + "/", "")


@pytest.mark.parametrize("case", PLAYED, ids=words_of)
def test_the_seed_decides_and_the_way_of_playing_does_not(printed: Callable[..., str], case: tuple[str, ...]) -> None:
    runs = [(*case, "--seed", "1"), (*case, "--seed", "1", *OTHERWISE), (*case, "--seed", "2")]
    first, again, other = (lasting(json.loads(printed(*words, *JSON, "--quiet"))) for words in runs)
    assert first == again
    assert first != other


def test_a_search_for_weights_is_fixed_by_its_seed(printed: Callable[..., str]) -> None:
    task = ("tune", *PIG, "--strategy", "hold-at-20", "--against", "end-race", "--budget", "30k", *JSON, "--quiet")
    first, again, other = (
        lasting(json.loads(printed(*task, "--seed", seed, "-o", f"{number}.toml", *way)))
        for number, (seed, way) in enumerate((("1", ()), ("1", OTHERWISE), ("2", ())))
    )
    assert first == again
    assert first["weights"] != other["weights"]


def test_a_report_is_fixed_by_its_seed(printed: Callable[..., str]) -> None:
    reports = []
    for seed, way in (("1", ()), ("1", OTHERWISE), ("2", ())):
        printed("report", *PIG, "--n", "40", "--html", "-o", "it.html", "--quiet", "--seed", seed, *way)
        reports.append(lasting(json.loads(Path("report.json").read_text())))
    assert reports[0] == reports[1]
    assert reports[0]["ranking"] != reports[2]["ranking"]


@pytest.mark.parametrize(
    "case",
    [
        ("replay", *PIG, "--game-index", "3"),
        ("replay", *PIG, "--game-index", "3", "--design", "mirror", "--rule", "target=50"),
        ("replay", *BEER, "--game-index", "3", "--edition", "generated:5", "--format", "jsonl"),
        ("power", *PIG, "--strategies", "end-race,hold-at-20", "--difference", "0.01", "--quiet"),
    ],
    ids=words_of,
)
def test_the_seed_decides_where_nothing_is_counted(printed: Callable[..., str], case: tuple[str, ...]) -> None:
    first, again, other = (printed(*case, "--seed", seed).replace(f"seed {seed}", "") for seed in ("1", "1", "2"))
    assert first == again
    assert first != other


def test_a_check_is_fixed_by_its_seed(printed: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "it.py").write_text(
        'from strategies.api import strategy\n\n\n@strategy("pig")\ndef it(view, moves, n, weights, rng):\n'
        '    """Holds at 15."""\n    return 1 if view.turn >= 15 else 0\n'
    )
    first, again, other = (printed("check", "it.py", *PIG, "--n", "200", "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again
    assert first != other


def test_a_study_file_and_a_made_edition_are_fixed_by_their_seeds(printed: Callable[..., str], tmp_path: Path) -> None:
    results, decks = [], []
    for number, seed in enumerate(("1", "1", "2")):
        study = f'command = "simulate"\ngame = "{PIG[1]}"\nn = 40\nseed = {seed}\nformat = "json"\n'
        (tmp_path / "study.toml").write_text(study)
        results.append(lasting(json.loads(printed("run", "study.toml", "--quiet"))))
        printed("edition", "--game", "beerbread", "--seed", seed, f"{number}.csv")
        decks.append(
            [line for line in (tmp_path / f"{number}.csv").read_text().splitlines() if line.startswith(("beer", "bread"))]
        )
    for first, again, other in (results, decks):
        assert first == again
        assert first != other
    assert len(decks[0]) == 60
