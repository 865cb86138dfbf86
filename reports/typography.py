"""Text as wide as it is drawn: measuring, breaking into lines, cutting with an ellipsis."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

from reports.style import FAMILIES, register_fonts

POINTS = 72.0
ELLIPSIS = "…"
MEASURE_SIZE = 100.0
WIDE = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
UNIT = re.compile(rf"[ \t\r\n]+|[{WIDE}][、。,.」)]?|[^ \t\r\n{WIDE}]+")
"""What a line may be broken between: blanks, single Japanese characters (with what may not begin a line), words."""

BLANKS = " \t\r\n"
PART = re.compile(r"[^-_/:,=;|]*[-_/:,=;|]+|[^-_/:,=;|]+")
"""Parts of a long word such as a strategy's parameters: it is best broken after a sign."""


@lru_cache(maxsize=8)
def font(size: float, bold: bool = False) -> FontProperties:
    """The font of all text at a size in points."""
    return FontProperties(family=FAMILIES, size=size, weight="bold" if bold else "normal")


@lru_cache(maxsize=65536)
def _relative_width(text: str, bold: bool) -> float:
    register_fonts()
    width, _, _ = TextToPath().get_text_width_height_descent(text, font(MEASURE_SIZE, bold), ismath=False)
    return float(width) / MEASURE_SIZE


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of one line of text in inches at a size in points."""
    return _relative_width(text, bold) * size / POINTS if text else 0.0


def cut(text: str, width: float, size: float, bold: bool = False) -> str:
    """The text if it fits into `width` inches, else its beginning and an ellipsis."""
    if text_width(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def wrap(text: str, width: float, size: float, bold: bool = False, most: int | None = None) -> list[str]:
    """Break text into lines of at most `width` inches: between words, within words only where one is wider than a line.

    most: the largest number of lines; the last one then ends with an ellipsis where text is left out.
    Line breaks in the text are kept. An empty text is one empty line.
    """
    lines = [line for paragraph in text.split("\n") for line in _wrap_paragraph(paragraph, width, size, bold)]
    if most is None or len(lines) <= most:
        return lines
    rest = lines[most - 1] + ELLIPSIS
    if text_width(rest, size, bold) > width:
        rest = cut(lines[most - 1] + " " * 4 + ELLIPSIS, width, size, bold)
    return [*lines[: most - 1], rest]


def _wrap_paragraph(text: str, width: float, size: float, bold: bool) -> list[str]:
    lines: list[str] = []
    line = ""
    for unit in _units(text, width, size, bold):
        if not line or text_width((line + unit).rstrip(BLANKS), size, bold) <= width:
            line = (line + unit) if line else unit.lstrip(BLANKS)
        else:
            lines.append(line.rstrip(BLANKS))
            line = unit.lstrip(BLANKS)
    return [*lines, line.rstrip(BLANKS)]


def _units(text: str, width: float, size: float, bold: bool) -> list[str]:
    """The pieces that fit a line each: words, parts of long words, characters of long parts."""
    units: list[str] = []
    for word in UNIT.findall(text):
        if not word.strip(BLANKS):
            units.append(" ")
        elif text_width(word, size, bold) <= width:
            units.append(word)
        else:
            for part in PART.findall(word):
                units += [part] if text_width(part, size, bold) <= width else list(part)
    return units


def widest(texts: Sequence[str], size: float, bold: bool = False) -> float:
    """The width in inches of the widest of the texts; 0 without texts."""
    return max((text_width(text, size, bold) for text in texts), default=0.0)
