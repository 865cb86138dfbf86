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


SMALLER = {"--n": "200", "--budget": "50k", "--count": "2", "--editions": "2", "--max-n": "2000"}
"""What is tried on less, to save time."""


def commands(document: str) -> list[str]:
    """The lines of a document's shell blocks that begin with `simulate`, in order."""
    found = []
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL):
        found += [line for line in block.splitlines() if line.startswith("simulate ")]
    return found


@pytest.mark.parametrize("document", [document for document in DOCUMENTS if commands(document)])
def test_the_commands_of_a_document_work(simulate: Callable[..., Result], tmp_path: Path, document: str) -> None:
    """Run as written, one after the other, in a folder with the examples and studies."""
    for folder in ("examples", "experiments/studies"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for line in commands(document):
        words = shlex.split(line, comments=True)[1:]
        for option, value in SMALLER.items():
            if option in words:
                words[words.index(option) + 1] = value
        if words[0].startswith("--game") and "--n" not in words:
            words += ["--n", "200"]
        result = simulate(*words, cwd=tmp_path)
        assert result.code == 0, f"{line}\n{result.err}"
        assert result.out, line


def test_there_are_commands_to_try() -> None:
    assert sum(len(commands(document)) for document in DOCUMENTS) > 10
