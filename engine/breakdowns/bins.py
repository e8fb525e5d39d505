"""Stretches of whole numbers that are counted together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["DEPTHS", "LENGTHS", "SPANS", "name_of", "numbers_of"]

Ints = NDArray[np.int64]

# The last number of each bin; what is larger than all of them is in one bin more.
SPANS = (1, 2, 3, 4, 5, 10, 15, 20, 30, 40)
LENGTHS = (10, 20, 30, 40, 50)
DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20)


def numbers_of(values: Ints, ends: tuple[int, ...]) -> Ints:
    """Return the bin of each value."""
    found: Ints = np.searchsorted(ends, values)
    return found


def name_of(number: int, ends: tuple[int, ...]) -> str:
    """Return what a bin is called.

    >>> [name_of(number, (1, 5, 10)) for number in range(4)]
    ['1', '2–5', '6–10', '11+']
    """
    first = ends[number - 1] + 1 if number else 1
    if number == len(ends):
        return f"{first}+"
    return str(first) if first == ends[number] else f"{first}–{ends[number]}"
