"""Measures beside each other over the same systems: brought to one scale, and where they order systems differently."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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


def crossings(one: Floats, other: Floats) -> NDArray[np.int64]:
    """Return the pairs of systems that two rankings put in opposite order, a row each: there may be millions.

    >>> crossings(np.array([1.0, 2.0, 3.0]), np.array([3.0, 1.0, 2.0])).tolist()
    [[0, 1], [0, 2]]
    """
    found = [np.empty((0, 2), dtype=np.int64)]
    with np.errstate(invalid="ignore"):  # NaN has no side
        for place in range(len(one)):
            later = slice(place + 1, None)
            turned = np.flatnonzero((one[later] - one[place]) * (other[later] - other[place]) < 0)
            found.append(np.stack([np.full(len(turned), place), turned + place + 1], axis=1))
    return np.concatenate(found)
