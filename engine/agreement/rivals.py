"""Where one system beats another: who has a sentence right, who is better on it, and where systems differ most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Shared", "advantage", "shared_out", "spread"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Shared(NamedTuple):
    """Who has which sentences right: all systems, none of them, or only one (a row for each)."""

    all: Bools
    none: Bools
    only: Bools


def shared_out(right: Bools) -> Shared:
    """Tell from who has what right, a row for each system, what all have, what none has, and what only one has.

    >>> [part.tolist() for part in shared_out(np.array([[True, True, False], [True, False, False]]))]
    [[True, False, False], [False, False, True], [[False, True, False], [False, False, False]]]
    """
    many = right.sum(axis=0)
    return Shared(many == len(right), many == 0, right & (many == 1))


def advantage(one: Floats, other: Floats, *, larger_is_better: bool = True) -> Floats:
    """Return by how much one system is better than another on each sentence; NaN where one of them has no score."""
    return np.round(one - other if larger_is_better else other - one, 12)


def spread(scores: Floats) -> Floats:
    """Return how far the best and the worst system are apart on each sentence, of scores in a row for each system.

    Systems without a score do not count; where fewer than two have one, it is NaN.

    >>> spread(np.array([[0.5, 0.25, np.nan], [1.0, np.nan, np.nan], [0.75, 0.5, 1.0]])).tolist()
    [0.5, 0.25, nan]
    """
    known = ~np.isnan(scores)
    high, low = np.where(known, scores, -np.inf).max(axis=0), np.where(known, scores, np.inf).min(axis=0)
    found: Floats = np.full(scores.shape[1], np.nan)
    np.subtract(high, low, out=found, where=known.sum(axis=0) > 1)
    return np.round(found, 12)
