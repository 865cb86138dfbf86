"""Running blocks of games on compiled kernels: working records, faults of strategies, the fixed signature of `play_block`."""

from __future__ import annotations

from engines.records import aligned

FAULT_NONE = 0
FAULT_ILLEGAL_CHOICE = 1

STATUS = aligned(
    [
        ("deal", "i8"),
        ("rotation", "i8"),
        ("turn", "i8"),
        ("seat", "i8"),
        ("side", "i8"),
        ("fault", "i8"),
        ("choice", "i8"),
        ("options", "i8"),
    ]
)
"""Where a block stands: which game, whose decision, and the illegal choice if one was made."""
