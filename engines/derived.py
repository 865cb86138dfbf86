"""Values that an engine keeps although they follow from others, and the fault when one no longer does (`simulate --debug`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Derived:
    """A value that an engine keeps although it follows from others: its name, as kept, as recomputed."""

    name: str
    kept: Any
    recomputed: Any
