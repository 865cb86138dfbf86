"""Every `simulate` command that README and docs show is run."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))]


def commands() -> list[tuple[str, str, tuple[str, ...]]]:
    """The lines of shell blocks that begin with `simulate`, by document, with the copying and editing that goes before them."""
    found = []
    for document in DOCUMENTS:
        before: list[str] = []
        for block in re.findall(r"```sh\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL):
            for line in block.splitlines():
                if line.startswith("simulate "):
                    found.append((document, line, tuple(before)))
                elif line.startswith(("cp ", "sed ")):
                    before.append(line)
    return found


@pytest.mark.parametrize(
    ("document", "line", "before"), commands(), ids=lambda text: text[:60] if isinstance(text, str) else ""
)
def test_a_documented_command_works(
    simulate: Callable[..., Result], tmp_path: Path, document: str, line: str, before: tuple[str, ...]
) -> None:
    """Run as written, in a folder with the examples, on fewer games where it says how many."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for preparation in before:
        subprocess.run(preparation, shell=True, cwd=tmp_path, check=True)
    words = shlex.split(line, comments=True)[1:]
    if "--n" in words:
        words[words.index("--n") + 1] = "200"
    elif words[0].startswith("--game"):
        words += ["--n", "200"]
    result = simulate(*words, cwd=tmp_path)
    assert result.code == 0, result.err
    assert result.out


def test_the_code_that_the_page_on_games_shows_is_that_of_the_example() -> None:
    """Each Python block is an excerpt of one of the files of `examples/pig`."""
    page = (ROOT / "docs" / "add_a_game.md").read_text(encoding="utf-8")
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "examples" / "pig").glob("*.py")]
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 5
    for block in blocks:
        assert any(block in text for text in files), block


def test_there_are_commands_to_try() -> None:
    assert len(commands()) > 10
