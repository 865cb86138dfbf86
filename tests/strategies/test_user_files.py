"""Modules beside a strategy file belong to it: which, and to which file; that an edit is noticed; what is said of faults."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engines.game import UsageError
from strategies.compiling import compiled
from strategies.loading import file_digest, load_file
from strategies.user_files import read_user_file

ROOT = Path(__file__).resolve().parents[2]

STRATEGY = '''
from strategies.api import strategy

@strategy("beerbread")
def mine(view, moves, n, weights, rng):
    """Says what it was told."""
    return WHICH
'''


def write(folder: Path, **sources: str) -> str:
    """A folder with a strategy file that begins with some lines, and modules by name; the path of the file."""
    for name, source in sources.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source + STRATEGY if name == "mine" else source, encoding="utf-8")
    return str(folder / "mine.py")


def answer(path: str) -> int:
    """What the strategy of a file says."""
    return load_file(path, "beerbread")["mine"].function(None, None, 0, None, None)


WAYS = [
    ("from helpers import WHICH", {"helpers": "WHICH = 7"}, ["helpers.py"]),
    ("import helpers\nWHICH = helpers.WHICH", {"helpers": "WHICH = 7"}, ["helpers.py"]),
    ("from .helpers import WHICH", {"helpers": "WHICH = 7"}, ["helpers.py"]),
    ("from helpers import *", {"helpers": "from tables import WHICH", "tables": "WHICH = 7"}, ["helpers.py", "tables.py"]),
    ("from folder.inner import WHICH", {"folder/inner": "WHICH = 7"}, ["folder/inner.py"]),
    ("import folder.inner\nWHICH = folder.inner.WHICH", {"folder/inner": "WHICH = 7"}, ["folder/inner.py"]),
    ("import folder.inner as it\nWHICH = it.WHICH", {"folder/inner": "WHICH = 7"}, ["folder/inner.py"]),
    ("from folder import inner\nWHICH = inner.WHICH", {"folder/inner": "WHICH = 7"}, ["folder/inner.py"]),
    (
        "from folder import WHICH",
        {"folder/__init__": "from .inner import WHICH", "folder/inner": "from ..tables import WHICH", "tables": "WHICH = 7"},
        ["folder/__init__.py", "folder/inner.py", "tables.py"],
    ),
    ("from a import WHICH", {"a": "import b\nWHICH = b.seven()", "b": "import a\ndef seven(): return 7"}, ["a.py", "b.py"]),
    ("if True:\n    from helpers import WHICH", {"helpers": "WHICH = 7", "unused": "1 / 0"}, ["helpers.py"]),
    ("from strategies.api import Parameter\nimport random\nWHICH = random.Random(1).randint(7, 7)",
     {"random": "1 / 0", "strategies": "1 / 0"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("begin", "modules", "belonging"), WAYS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_a_file_imports_from_its_folder_belongs_to_it(
    tmp_path: Path, begin: str, modules: dict[str, str], belonging: list[str]
) -> None:
    path = write(tmp_path, mine=begin, **modules)
    own, *others = read_user_file(path).files
    assert (own, sorted(others)) == ("mine.py", belonging)
    assert answer(path) == 7
    assert not any(Path(place or "").is_relative_to(tmp_path) for place in sys.path)


def test_two_files_have_their_own_modules_of_the_same_name(tmp_path: Path) -> None:
    paths = [write(tmp_path / str(n), mine="from helpers import WHICH", helpers=f"WHICH = {n}") for n in (1, 2)]
    assert [answer(path) for path in paths] == [1, 2]
    assert "helpers" not in sys.modules


def test_an_edit_of_a_module_is_noticed_within_the_process_and_by_the_digest(tmp_path: Path) -> None:
    path = write(tmp_path, mine="from helpers import WHICH", helpers="from tables import WHICH", tables="WHICH = 1")
    digest = file_digest(path)
    assert answer(path) == 1
    write(tmp_path, tables="WHICH = 2")
    assert answer(path) == 2
    assert file_digest(path) != digest
    write(tmp_path, tables="WHICH = 1")
    assert file_digest(path) == digest


def test_a_file_that_was_loaded_is_not_run_again(tmp_path: Path) -> None:
    path = write(tmp_path, mine="WHICH = 1")
    assert load_file(path, "beerbread")["mine"].function is load_file(path, "beerbread")["mine"].function


def test_the_digest_is_that_of_the_file_where_nothing_belongs_to_it_and_does_not_depend_on_the_place(tmp_path: Path) -> None:
    alone = write(tmp_path / "alone", mine="WHICH = 1")
    assert file_digest(alone) == hashlib.sha256(Path(alone).read_bytes()).hexdigest()
    one, other = (
        write(tmp_path / folder, mine="from helpers import WHICH", helpers="WHICH = 1", unused=folder) for folder in "ab"
    )
    assert file_digest(one) == file_digest(other)


def test_no_byte_code_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    answer(write(tmp_path, mine="from helpers import WHICH", helpers="WHICH = 1"))
    assert not list(tmp_path.rglob("__pycache__"))


HELPED = "from helpers import WHICH"

FAULTS = [
    ({"mine": HELPED, "helpers": "x = 1\n1 / 0"}, "helpers.py, line 2: ZeroDivisionError: division by zero."),
    ({"mine": HELPED, "helpers": "x = 1\nx = ("}, "helpers.py, line 2: '(' was never closed."),
    ({"mine": HELPED, "helpers": "x = 1"}, "mine.py, line 1: ImportError: cannot import name 'WHICH' from 'helpers'"),
    ({"mine": "import helpers.more", "helpers": "x = 1"}, "No module named 'helpers.more'; 'helpers' is not a package."),
    ({"mine": "\n" + HELPED}, "mine.py, line 2: ModuleNotFoundError: No module named 'helpers'."),
    ({"mine": "WHICH = 1 / 0"}, "mine.py, line 1: ZeroDivisionError: division by zero."),
    (
        {"mine": "import strategies.api as a\na.strategy('x', parameters=[0] * 33)"},
        "mine.py, line 2: a strategy has at most",
    ),
]


@pytest.mark.parametrize(("sources", "words"), FAULTS, ids=str)
@pytest.mark.parametrize("path", ["mine.py", "./mine.py", "{}/mine.py"])
def test_what_is_wrong_is_named_with_its_line_as_the_user_writes_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sources: dict[str, str], words: str, path: str
) -> None:
    write(tmp_path, **sources)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        with pytest.raises(UsageError) as caught:
            load_file(path.format(tmp_path), "beerbread")
        assert words in str(caught.value)
        assert "meeplecarlo" not in str(caught.value)
        if path == "mine.py":
            assert str(tmp_path) not in str(caught.value).partition(": ")[0]


def test_a_file_of_any_ending_will_do(tmp_path: Path) -> None:
    path = write(tmp_path, mine="WHICH = 3")
    os.rename(path, tmp_path / "mine")
    assert answer(str(tmp_path / "mine")) == 3


def test_a_linked_file_has_the_modules_of_where_it_lies(tmp_path: Path) -> None:
    path = write(tmp_path / "there", mine="from helpers import WHICH", helpers="WHICH = 4")
    (tmp_path / "link.py").symlink_to(path)
    assert answer(str(tmp_path / "link.py")) == 4


PROGRAM = """
import sys
from engines.game import find_game
from strategies.loading import load_file
for game in sys.argv[2:]:
    find_game(game)
kernel = vars(sys.modules[load_file(sys.argv[1], "beerbread")["mine"].function.__module__])["pick"]
print(kernel(), sum(kernel.stats.cache_hits.values()))
"""


def run_program(folder: Path, *arguments: str) -> tuple[int, int]:
    """What the kernel `pick` of a strategy file answers in a process of its own, and how often its machine code was found."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=ROOT,
        env=os.environ | {"MEEPLECARLO_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    value, hits = done.stdout.split()
    return int(value), int(hits)


def test_machine_code_is_kept_until_a_module_that_it_takes_a_constant_from_is_edited(tmp_path: Path) -> None:
    """`pick` lies in a file that is not edited, and Numba looks at the time of that file only."""
    kernel = "from engines.compilation import kernel\nfrom tables import WHICH\n\n\n@kernel\ndef pick():\n    return WHICH\n"
    path = write(tmp_path, mine="from helpers import pick\nWHICH = 0\n", helpers=kernel, tables="WHICH = 1")
    assert [run_program(tmp_path, path), run_program(tmp_path, path)] == [(1, 0), (1, 1)]
    write(tmp_path, tables="WHICH = 2")
    assert [run_program(tmp_path, path), run_program(tmp_path, path)] == [(2, 0), (2, 1)]


def test_machine_code_is_kept_until_a_users_game_that_it_takes_a_constant_from_is_edited(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(ROOT / "examples" / "pig", game, ignore=shutil.ignore_patterns("__pycache__"))
    begin = "from engines.compilation import kernel\nfrom engines.game import find_game\nHOLD = find_game('pig').kernels.HOLD\n"
    path = write(tmp_path, mine=f"{begin}WHICH = 0\n\n\n@kernel\ndef pick():\n    return HOLD\n")
    assert [run_program(tmp_path, path, str(game)), run_program(tmp_path, path, str(game))] == [(1, 0), (1, 1)]
    play = game / "play.py"
    play.write_text(play.read_text().replace("ROLL, HOLD = range(2)", "HOLD, ROLL = range(2)"))
    assert run_program(tmp_path, path, str(game)) == (0, 0)


HELPER = "from engines.compilation import kernel\nimport numpy as np\n\n@kernel\ndef told(view):\n    {body}\n"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return view.colour", "helpers.py, line 6: "),
        ("return missing + 1", "helpers.py, line 6: name 'missing' is not defined."),
    ],
)
def test_what_cannot_be_compiled_in_a_module_is_named_with_its_line(tmp_path: Path, body: str, words: str) -> None:
    path = write(tmp_path, mine="from helpers import told", helpers=HELPER.format(body=body))
    text = Path(path).read_text().replace("return WHICH", "return told(view)")
    Path(path).write_text(text)
    with pytest.raises(UsageError) as caught:
        compiled(load_file(path, "beerbread")["mine"])
    assert words in str(caught.value)


def test_helpers_in_a_module_are_checked_for_bounds(tmp_path: Path) -> None:
    """Outside the debug mode too: what is out of bounds raises, instead of reading memory that is not its own."""
    begin = "from engines.compilation import kernel\nimport numpy as np\nTABLE = np.arange(3)\n"
    source = begin + "\n@kernel\ndef told(place):\n    return TABLE[place]\n"
    path = write(tmp_path, mine="from helpers import told\nWHICH = told(2)", helpers=source)
    assert answer(path) == 2
    (tmp_path / "helpers.py").write_text(source + "\n")
    path = write(tmp_path, mine="from helpers import told\nWHICH = told(3)")
    with pytest.raises(UsageError, match="IndexError: index is out of bounds"):
        load_file(path, "beerbread")
