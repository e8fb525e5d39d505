"""Measures beside each other over the same systems: brought to one scale, and where they order systems differently."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .scores import Floats

__all__ = ["crossings", "rescaled"]

_ROWS = 256  #: systems that are compared with all others at once


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
        for begin in range(0, len(one), _ROWS):
            some = slice(begin, begin + _ROWS)
            turned = (one - one[some, np.newaxis]) * (other - other[some, np.newaxis]) < 0
            pairs = np.argwhere(np.triu(turned, begin + 1)) + np.array([begin, 0])
            found.append(pairs)
    return np.concatenate(found)
