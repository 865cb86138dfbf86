"""The shape of the project: imports go one way, and the README's commands are those that are tested."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_imports_go_one_way() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_test_command_of_ci_is_that_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    command = re.search(r"\.venv/bin/(python -m pytest)$", readme, re.MULTILINE)
    assert command is not None
    assert command[1].removeprefix("python ") in (ROOT / ".ci" / "run").read_text()


def test_nothing_else_lies_at_the_top() -> None:
    known = {
        "engines", "strategies", "experiments", "analysis", "reports", "tests", "benchmarks", "docs", "examples",
        "pyproject.toml", "README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", "mkdocs.yml", ".ci", ".gitignore",
    }  # fmt: skip
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert {line.split("/")[0] for line in tracked} <= known


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "benchmarks").glob("*.py")))
def test_a_benchmark_starts(script: str) -> None:
    """As a script its folder comes first on the path, so that the name of one can hide a package from the others."""
    done = subprocess.run(
        [sys.executable, f"benchmarks/{script}", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.lower().startswith("usage: ")
