"""What became of sentences between two runs of a parser."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Changes", "changes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Changes(NamedTuple):
    """The places of sentences that got better, got worse, stayed the same, have a score only now, or have none now.

    Sentences without a score in both runs are in none of these.
    """

    better: Ints
    worse: Ints
    same: Ints
    new: Ints
    gone: Ints


def changes(before: Floats, after: Floats, *, larger_is_better: bool = True) -> Changes:
    """Compare the scores of two runs over the same gold sentences.

    >>> found = changes(np.array([0.5, 1.0, 0.8, np.nan, 0.2]), np.array([0.7, 1.0, 0.6, 0.9, np.nan]))
    >>> [places.tolist() for places in found]
    [[0], [2], [1], [3], [4]]
    """
    gain = np.round(after - before if larger_is_better else before - after, 12)
    had, has = ~np.isnan(before), ~np.isnan(after)
    return Changes(*map(np.flatnonzero, (gain > 0, gain < 0, gain == 0, has & ~had, had & ~has)))
