"""What a metric is: how to get a score from counts.

A family of metrics counts once for every pair of trees; the counts are a table with one row a sentence and one named
column a quantity. Rows add up, so a score of the corpus (micro) is the same formula on the sum of the rows, and a
mean over sentences (macro) the mean of the formula on each row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Counts", "Floats", "Formula", "Metric", "Tally", "each", "share", "summarise"]

Floats = NDArray[np.float64]

#: Named columns, one entry a sentence (or single numbers: their sums).
Counts = Mapping[str, Any]


class Formula(NamedTuple):
    """What is divided by what."""

    numerator: Callable[[Counts], Any]
    denominator: Callable[[Counts], Any]


@dataclass(frozen=True)
class Metric:
    """A measure by name: what it means, where it comes from, and how it is computed from counts."""

    name: str
    title: str
    definition: str
    reference: str
    formula: Formula
    is_share: bool = True  #: a share is printed in percent and averaged; a count is added up
    larger_is_better: bool = True

    def scores(self, counts: Counts) -> Floats:
        """Return the score of each sentence, NaN where it is undefined."""
        above = np.asarray(self.formula.numerator(counts), dtype=np.float64)
        below = np.asarray(self.formula.denominator(counts), dtype=np.float64)
        scores: Floats = np.full(np.broadcast(above, below).shape, np.nan)
        np.divide(above, below, out=scores, where=below != 0)
        return scores


@dataclass(frozen=True)
class Tally:
    """A metric over a corpus: both averages, how many sentences they are of, and how many have no score."""

    micro: float | int | None
    macro: float | None
    n: int
    missing: int


def share(above: str, below: str, *, scale: int = 1) -> Formula:
    """Divide one column by another, or by a sum of others: ``"gold + test"``."""
    terms = below.split(" + ")
    return Formula(lambda counts: scale * counts[above], lambda counts: sum(counts[term] for term in terms))


def each(number: Callable[[Counts], Any]) -> Formula:
    """Take a number of each sentence as it is, such as a count, or 1 and 0 for yes and no."""
    return Formula(number, lambda counts: np.ones_like(number(counts)))


def summarise(metric: Metric, counts: Counts, compared: NDArray[np.bool_], total: int) -> Tally:
    """Average a metric over the compared sentences."""
    rows = {name: column[compared] for name, column in counts.items()}
    scores = metric.scores(rows)
    scores = scores[~np.isnan(scores)]
    micro: float | int | None
    if metric.is_share:
        above, below = (np.sum(part(rows)) for part in metric.formula)
        micro = float(above / below) if below else None
    else:
        added = float(scores.sum())
        micro = int(added) if added.is_integer() else added
    macro = float(scores.mean()) if len(scores) else None
    return Tally(micro, macro, len(scores), total - len(scores))
