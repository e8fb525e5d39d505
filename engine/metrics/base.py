"""What a metric is: how to get a score from counts.

A family of metrics counts once for every pair of trees; the counts are a table with one row a sentence and one named
column a quantity. Rows add up, so a score of the corpus (micro) is the same formula on the sum of the rows, and a
mean over sentences (macro) the mean of the formula on each row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Counts", "Floats", "Metric", "Tally", "count_of", "share", "summarise"]

Floats = NDArray[np.float64]

#: Named columns, one entry a sentence (or single numbers: their sums).
Counts = Mapping[str, Any]


@dataclass(frozen=True)
class Metric:
    """A measure by name: what it means, where it comes from, and how it is computed from counts."""

    name: str
    title: str
    definition: str
    reference: str
    numerator: Callable[[Counts], Any]
    denominator: Callable[[Counts], Any]
    is_share: bool = True  #: a share is printed in percent and averaged; a count is added up
    larger_is_better: bool = True

    def scores(self, counts: Counts) -> Floats:
        """Return the score of each sentence, NaN where it is undefined."""
        above = np.asarray(self.numerator(counts), dtype=np.float64)
        below = np.asarray(self.denominator(counts), dtype=np.float64)
        undefined = np.full(np.broadcast(above, below).shape, np.nan)
        return np.divide(above, below, out=undefined, where=below != 0)


@dataclass(frozen=True)
class Tally:
    """A metric over a corpus: both averages, how many sentences they are of, and how many have no score."""

    micro: float | None
    macro: float | None
    n: int
    missing: int


def share(above: str, below: str, *, scale: int = 1) -> dict[str, Callable[[Counts], Any]]:
    """Return numerator and denominator of a plain share; *below* may be a sum: ``"gold + test"``."""
    terms = below.split(" + ")
    return {
        "numerator": lambda counts: scale * counts[above],
        "denominator": lambda counts: sum(counts[term] for term in terms),
    }


def count_of(column: str) -> dict[str, Callable[[Counts], Any]]:
    """Return numerator and denominator of a quantity that is counted and added up."""
    return {"numerator": lambda counts: counts[column], "denominator": lambda counts: np.ones_like(counts[column])}


def summarise(metric: Metric, counts: Counts, compared: NDArray[np.bool_], total: int) -> Tally:
    """Average a metric over the compared sentences."""
    rows = {name: column[compared] for name, column in counts.items()}
    scores = metric.scores(rows)
    scores = scores[~np.isnan(scores)]
    if not metric.is_share:
        micro = float(scores.sum())
    else:
        above, below = np.sum(metric.numerator(rows)), np.sum(metric.denominator(rows))
        micro = float(above / below) if below else np.nan
    macro = float(scores.mean()) if len(scores) else np.nan
    return Tally(_defined(micro), _defined(macro), len(scores), total - len(scores))


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else value
