"""How reports look: colours that colour-blind readers can tell apart, status marks, fonts, settings of matplotlib."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import matplotlib
from matplotlib import font_manager, rc_params_from_file

INK, QUIET, LINE, PAPER = "#1d2330", "#5b6472", "#d5dae1", "#ffffff"
BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7"
"""The palette of Okabe and Ito (2008) without its yellow, which is too faint on white."""

SERIES = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
DASHES = ("solid", (0, (4, 1.5)), (0, (1.2, 1.2)))
"""With SERIES: 18 lines that differ in colour or in dashes."""

LATIN, JAPANESE = "DejaVu Sans", "IPAexGothic"
FAMILIES = [LATIN, JAPANESE]
SMALLEST = 7.0
"""Points: no text of a page is smaller."""

STYLE_FILE = Path(__file__).with_name("meeplecarlo.mplstyle")


@dataclass(frozen=True)
class Mark:
    """How a status is marked: a shape, a word and a colour, so that colour alone carries nothing."""

    shape: str
    word: str
    colour: str


STATUS = {
    "good": Mark("●", "good", "#007a59"),
    "notice": Mark("▲", "notice", "#a86400"),
    "concern": Mark("■", "concern", "#b84a00"),
    "unknown": Mark("○", "not known", QUIET),
}


def status_mark(status: object) -> Mark:
    """The mark of a finding's status; anything else is not known."""
    return STATUS.get(str(status), STATUS["unknown"])


def series_style(number: int) -> tuple[str, object]:
    """The colour and dashes of the line with this number."""
    return SERIES[number % len(SERIES)], DASHES[number // len(SERIES) % len(DASHES)]


@lru_cache(maxsize=1)
def register_fonts() -> None:
    """Make the Japanese font known to matplotlib, once, without importing its package, which would change global settings.

    The font has one weight; it stands in for bold too. Where the package is missing, Japanese characters show as boxes.
    """
    package = importlib.util.find_spec("matplotlib_fontja")
    if package is None or not package.submodule_search_locations:
        return
    path = Path(package.submodule_search_locations[0]) / "fonts" / "ipaexg.ttf"
    if path.is_file():
        font_manager.fontManager.addfont(str(path))
        entries = font_manager.fontManager.ttflist
        entry = next(entry for entry in entries if entry.name == JAPANESE)
        entries.append(replace(entry, weight=700))


@contextmanager
def styled() -> Iterator[None]:
    """Inside this context figures look like the project's; outside nothing is changed."""
    register_fonts()
    with matplotlib.rc_context():
        matplotlib.rcParams.update(rc_params_from_file(STYLE_FILE, use_default_template=False))
        yield
