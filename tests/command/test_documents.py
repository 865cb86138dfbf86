"""Everything that README and docs show is tried: commands, Python code, output, and excerpts of files.

A fenced block is of one of these kinds:

- `sh`: its lines are run in a shell, in order, in a folder with copies of the examples and studies; but for those with a title
  "Not run: REASON";
- `python` without a title: all of a document's blocks are run in one namespace, in the same folder, after its commands;
- a title that is the path of a file of the repository: the block is an excerpt of it; another path: the reader writes it;
- `text` with the title "Output": its lines stand, in this order, in the output of the command before it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r'^```(\w+)(?: title="([^"]*)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
OUTPUT, NOT_RUN = "Output", "Not run: "
INDENTED_COMMAND = re.compile(r"\n\n(?: {4}|\t)(?:\$ )?(?:simulate|python3?|pip|dask|ray|git|cp|sed|import|from) .*")
"""What Markdown shows as code too, though it is in no fence."""

SET_UP = "python3 -m venv "
"""How the README begins; `.ci/run` does it."""

SMALLER = {"--n": "200", "--budget": "120k", "--count": "2", "--editions": "2", "--max-n": "2000"}
"""What is tried on less, to save time, where no output is shown."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, title and text, and the line of its first line of text."""

    language: str
    title: str
    text: str
    line: int

    @property
    def is_file(self) -> bool:
        return bool(self.title) and self.title != OUTPUT and not self.title.startswith(NOT_RUN)

    @property
    def is_run(self) -> bool:
        return self.language == "sh" and not self.title


def blocks(document: str) -> list[Block]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [Block(m[1], m[2] or "", m[3], text[: m.start(3)].count("\n") + 1) for m in FENCE.finditer(text)]


def commands(block: Block) -> list[str]:
    """The lines of a shell block, long ones put together, without those that set up an environment."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not line.startswith(("#", SET_UP))]


def smaller(command: str) -> str:
    """A command on less. Debug mode, in which a game takes about a second, is shown on little already."""
    if "--debug" in command:
        return command
    for option, value in SMALLER.items():
        command = re.sub(rf"(\s{option}[ =])\S+", rf"\g<1>{value}", command)
    if command.startswith("simulate --game") and " --n" not in command:
        command = command.replace("simulate", f"simulate --n {SMALLER['--n']}", 1)
    return command


def run(command: list[str], folder: Path) -> str:
    """Standard output of a command that must succeed, with the installed programs first in the path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def lacking(shown: str, output: str) -> str | None:
    """The first line shown that does not come in the output, after those before it; None if all do."""
    rest = iter(line.strip() for line in output.splitlines())
    return next((line for line in shown.splitlines() if line.strip() and line.strip() not in rest), None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a reader stands."""
    for name in ("examples", "experiments/studies"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if any(b.is_run or b.language == "python" for b in blocks(d))])
def test_what_a_document_shows_works(folder: Path, document: str) -> None:
    found = blocks(document)
    output = ""
    for block, after in zip(found, [*found[1:], None], strict=True):
        as_written = after is not None and after.title == OUTPUT
        if block.is_file and not (ROOT / block.title).exists():
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.is_run:
            for command in commands(block):
                output = run(["bash", "-c", command if as_written else smaller(command)], folder)
                assert output or not command.startswith("simulate"), command
        elif block.title == OUTPUT:
            assert lacking(block.text, output) is None, f"not in the output: {lacking(block.text, output)}\n{output}"
    code = python_code(found)
    if code.strip():
        path = folder / (Path(document).name + ".py")
        path.write_text(code, encoding="utf-8")
        run([sys.executable, str(path)], folder)


def python_code(found: list[Block]) -> str:
    """The Python blocks as one file, each on the lines on which it stands in the document, so that errors name these."""
    code = ""
    for block in found:
        if block.language == "python" and not block.title:
            code += "\n" * (block.line - 1 - code.count("\n")) + block.text
    return code


EXCERPTS = [
    pytest.param(block, id=f"{document}:{block.line}")
    for document in DOCUMENTS
    for block in blocks(document)
    if block.is_file and (ROOT / block.title).exists()
]


@pytest.mark.parametrize("block", EXCERPTS)
def test_an_excerpt_stands_in_its_file(block: Block) -> None:
    """Whatever the indentation; a comma at the end may be left out."""

    def squeezed(text: str) -> str:
        return "\n".join(line.strip() for line in text.strip().splitlines())

    assert squeezed(block.text) in squeezed((ROOT / block.title).read_text(encoding="utf-8"))


def test_nothing_escapes_the_trial() -> None:
    """Each block is of a kind that is known, and what is not run says why."""
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        found = blocks(document)
        assert text.count("```") == 2 * len(found), f"{document}: a fence without a language, or one that is not closed"
        for block in found:
            assert block.language in {"sh", "python", "text", "toml", "csv", "json"}, f"{document}, line {block.line}"
            assert not block.title.startswith(NOT_RUN) or len(block.title.split()) >= 5, f"{document}, line {block.line}"
        indented = INDENTED_COMMAND.search(FENCE.sub("", text))
        assert indented is None, f"{document}: {indented and indented[0]!r} should be in a fence, so that it is tried"
    assert sum(len(commands(block)) for document in DOCUMENTS for block in blocks(document) if block.is_run) > 40


def test_ci_sets_up_and_runs_what_the_readme_begins_with() -> None:
    """The two lines that make an environment: the same program with the same options (but for the number of games)."""
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace('"$bin/', ".venv/bin/").replace('"', "")
    lines = [line for block in blocks("README.md") for line in block.text.splitlines() if line.startswith(SET_UP)]
    assert len(lines) == 2
    for line in lines:
        words = shlex.split(line.rpartition("&&")[2])
        assert " ".join(word for word in words if not word.isdigit()) in ci


def test_the_trial_itself_notices_faults(folder: Path) -> None:
    with pytest.raises(AssertionError, match="no such option"):
        run(["bash", "-c", "echo 'no such option' >&2; exit 2"], folder)
    assert INDENTED_COMMAND.search("Do this:\n\n    simulate --game bacon\n")
    assert not INDENTED_COMMAND.search("A formula:\n\n    p = sum X / sum n\n")
    assert lacking("a\nb\n", "x\na \ny\nb\n") is None
    assert lacking("b\na\n", "a\nb\n") == "a"
    assert smaller("simulate tune --budget 2M --n 10k") == "simulate tune --budget 120k --n 200"
    assert smaller("simulate --game bacon") == "simulate --n 200 --game bacon"
    code = python_code([Block("python", "", "a = 1\n", 3), Block("text", "", "no\n", 6), Block("python", "", "b = 2\n", 9)])
    assert code.splitlines()[2] == "a = 1" and code.splitlines()[8] == "b = 2" and len(code.splitlines()) == 9
