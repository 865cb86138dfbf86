"""Docstrings as plain text: a Griffe extension that keeps Markdown from reading marks into them (mkdocstrings runs it).

Docstrings here are English with code in backticks. Ranges such as [0, 1] or shapes such as [K][K] would else become links.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_CODE = re.compile(r"(`+[^`]+`+)")
_MARKS = re.compile(r"([\\_\[\]>#|]|\*\*)")


class PlainDocstrings(griffe.Extension):
    """Escapes marks in docstrings, outside code."""

    def on_instance(self, *, obj: griffe.Object, **others: Any) -> None:
        """Called for each object as soon as it is known."""
        if obj.docstring is not None:
            obj.docstring.value = plain(obj.docstring.value)


def plain(text: str) -> str:
    """A text with Markdown's marks escaped. What is in backticks stays, and so do indented lines, which are code."""
    return "\n".join(line if line.startswith("    ") else _escaped(line) for line in text.split("\n"))


def _escaped(line: str) -> str:
    """One line. A double colon at its end (code follows) is a single one in Markdown; a star alone is emphasis."""
    pieces = _CODE.split(re.sub("::$", ":", line))
    pieces[::2] = [_MARKS.sub(_escape, piece).replace("<", "&lt;") for piece in pieces[::2]]
    return "".join(pieces)


def _escape(mark: re.Match[str]) -> str:
    return "".join("\\" + character for character in mark[1])
