"""Working records: one structured NumPy record a concern, made in Python and passed to kernels.

A record reaches a kernel as one pointer, where an array takes seven values and an atomic reference count. A record that is
taken from an array made *inside* a kernel is freed at once, so all of them are made here.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np


def aligned(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A structured dtype with C alignment (unaligned fields cost 10 to 20 per cent)."""
    return np.dtype(fields, align=True)


def new_record(dtype: np.dtype[Any]) -> Any:
    """A zeroed record of the dtype, as a view that keeps its memory alive."""
    return np.zeros(1, dtype)[0]


def numba_type(dtype: np.dtype[Any]) -> Any:
    """The Numba type of a record of the dtype, for explicit signatures."""
    return numba.typeof(new_record(dtype))


WEIGHT_SLOTS = 32
"""Most parameters that a strategy may have."""

WEIGHTS = aligned([("value", "f8", (WEIGHT_SLOTS,))])
"""The parameters of a strategy, in the order in which it declares them."""
