"""What Numba says in many lines, in one: the gist of its messages, and the places that they name."""

from __future__ import annotations

import ast
import re
import textwrap

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_NOISE = ("File ", "During:", "Failed in", "For more", "See ", "This ", "Overload", "-", "^", ">>>", "<source")


def plain_text(error: BaseException) -> str:
    """The message without colours."""
    return _COLOURS.sub("", str(error))


def places(text: str) -> list[tuple[str, int]]:
    """The files and lines that a message names, in order."""
    return [(match["file"], int(match["line"])) for match in _PLACE.finditer(text)]


def gist(text: str) -> str:
    """The first lines of a message that say something."""
    facts = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith(_NOISE)]
    return " ".join(facts[:3])


def line_using(name: str, source: str) -> int | None:
    """The first line of a source text, from 1, that uses a name or an attribute; None if there is none."""
    nodes = [node for node in ast.walk(ast.parse(textwrap.dedent(source))) if isinstance(node, (ast.Name, ast.Attribute))]
    lines = [node.lineno for node in nodes if name in (getattr(node, "attr", None), getattr(node, "id", None))]
    return min(lines, default=None)
