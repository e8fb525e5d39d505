"""Measures beside each other over the same systems: brought to one scale, and where they order systems differently."""

from __future__ import annotations

import numpy as np

from .scores import Floats

__all__ = ["crossings", "rescaled"]


def rescaled(column: Floats, *, larger_is_better: bool = True) -> Floats:
    """Return scores from 0, the worst of them, to 100, the best; NaN where all are the same.

    >>> rescaled(np.array([80.0, 90.0, 85.0])).tolist(), rescaled(np.array([3.0, 1.0]), larger_is_better=False).tolist()
    ([0.0, 100.0, 50.0], [0.0, 100.0])
    """
    known = column[~np.isnan(column)]
    found: Floats = np.full(len(column), np.nan)
    if len(known) and np.ptp(known) > 0:
        found = 100.0 * (column - known.min()) / np.ptp(known)
    return found if larger_is_better else 100.0 - found


def crossings(one: Floats, other: Floats) -> list[tuple[int, int]]:
    """Return the pairs of systems that two rankings put in opposite order.

    >>> crossings(np.array([1.0, 2.0, 3.0]), np.array([3.0, 1.0, 2.0]))
    [(0, 1), (0, 2)]
    """
    found: list[tuple[int, int]] = []
    with np.errstate(invalid="ignore"):  # NaN has no side
        for place in range(len(one)):
            later = slice(place + 1, None)
            turned = (one[later] - one[place]) * (other[later] - other[place]) < 0
            found += [(place, place + 1 + int(step)) for step in np.flatnonzero(turned)]
    return found
