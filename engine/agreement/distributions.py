"""How the scores of sentences are distributed: so few numbers that those of thousands of systems can be kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .scores import PERFECT, Floats

__all__ = ["BINS", "QUANTILES", "Distribution", "distribution"]

BINS = 20
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Distribution(NamedTuple):
    """Scores of sentences: how many, their mean, five quantiles, and how many lie in each of equal parts of a range."""

    n: int
    mean: float
    quantiles: tuple[float, ...]  #: at :data:`QUANTILES`
    bins: tuple[int, ...]
    low: float
    high: float


def distribution(values: Floats, *, is_share: bool = True) -> Distribution | None:
    """Sum up scores (shares in percent); those that are NaN are left out, and of none there is no distribution.

    Shares are counted between 0 and 100, others between the least and the largest of them.

    >>> found = distribution(np.array([0.0, 50.0, 100.0, np.nan]))
    >>> found.n, found.mean, found.quantiles[2], found.bins[0], found.bins[-1]
    (3, 50.0, 50.0, 1, 1)
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = (0.0, PERFECT) if is_share else (float(known.min()), float(known.max()))
    high = high if high > low else low + 1.0
    bins, _ = np.histogram(np.clip(known, low, high), BINS, (low, high))
    quantiles = np.quantile(known, QUANTILES).tolist()
    return Distribution(len(known), float(known.mean()), tuple(quantiles), tuple(bins.tolist()), low, high)
