"""Every `simulate` command that README and docs show is run."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))]


def commands() -> list[tuple[str, str]]:
    """The lines of shell blocks that begin with `simulate`, by document."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```sh\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL):
            found += [(document, line) for line in block.splitlines() if line.startswith("simulate ")]
    return found


@pytest.mark.parametrize(("document", "line"), commands(), ids=lambda text: text[:60])
def test_a_documented_command_works(simulate: Callable[..., Result], tmp_path: Path, document: str, line: str) -> None:
    """Run as written, in a folder with the examples, on fewer games where it says how many."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    words = shlex.split(line, comments=True)[1:]
    if "--n" in words:
        words[words.index("--n") + 1] = "200"
    elif words[0].startswith("--game"):
        words += ["--n", "200"]
    result = simulate(*words, cwd=tmp_path)
    assert result.code == 0, result.err
    assert result.out


def test_there_are_commands_to_try() -> None:
    assert len(commands()) > 10
