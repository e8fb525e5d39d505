"""In what order sentences are listed: as in the file, by a score, or by how much two scores disagree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treelens.engine.agreement import ranks
from treelens.engine.agreement.rivals import advantage, spread
from treelens.engine.metrics import METRICS, Metric

__all__ = ["CONTRASTS", "Column", "Earlier", "Ranking", "rank_gaps"]

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


class Column(NamedTuple):
    """The scores of one system under one measure."""

    system: int
    metric: Metric


@dataclass(frozen=True)
class Earlier:
    """The scores of one system under one measure in the run that it is compared with; never equal to a column."""

    system: int
    metric: Metric


#: Returns the scores of a column, NaN where there is none (yet).
Scores = Callable[[Column | Earlier], Floats]

#: Rankings by what columns make of each other: by ranks, by scores, by how far the best and the worst are apart.
CONTRASTS = ("gap", "advantage", "spread")


@dataclass(frozen=True)
class Ranking:
    """An order of sentences; those without a value always come last, those of equal value as in the file.

    >>> Ranking.by_score(0, METRICS["f1"]).order(lambda column: np.array([.5, np.nan, .2, .5]), np.zeros(4)).tolist()
    [2, 0, 3, 1]
    """

    kind: Literal["file", "length", "score", "gap", "advantage", "spread"]
    columns: tuple[Column | Earlier, ...] = ()  #: the one that is ranked by, or those that are compared
    descending: bool = False

    @classmethod
    def as_in_file(cls, *, descending: bool = False) -> Ranking:
        """List sentences in the order of the gold file, or backwards."""
        return cls("file", descending=descending)

    @classmethod
    def by_length(cls, *, descending: bool = False) -> Ranking:
        """List sentences by their number of words."""
        return cls("length", descending=descending)

    @classmethod
    def by_score(cls, system: int, metric: Metric, *, descending: bool = False) -> Ranking:
        """List sentences by a score, the smallest first."""
        return cls("score", (Column(system, metric),), descending)

    @classmethod
    def by_measures(cls, system: int = 0, one: str = "e-dice", other: str = "t-dice") -> Ranking:
        """List first the sentences of a system on which two measures disagree most."""
        return cls("gap", (Column(system, METRICS[one]), Column(system, METRICS[other])), descending=True)

    @classmethod
    def by_systems(cls, one: int, other: int, metric: Metric) -> Ranking:
        """List first the sentences on which two systems differ most in rank."""
        return cls("gap", (Column(one, metric), Column(other, metric)), descending=True)

    def order(self, scores: Scores, lengths: NDArray[np.number], gaps: Floats | None = None) -> Places:
        """Return all sentences in this order: one stable sort of one column of numbers.

        *gaps* are what its columns make of each other, where that is known: it takes longer than the sort.
        """
        key = self._key(scores, lengths, gaps)
        return np.argsort(-key if self.descending else key, kind="stable")  # NaN is last either way

    def _key(self, scores: Scores, lengths: NDArray[np.number], gaps: Floats | None) -> Floats:
        if self.kind == "file":
            return np.arange(len(lengths), dtype=np.float64)
        if self.kind == "length":
            return lengths.astype(np.float64)
        if self.kind == "score":
            return np.round(scores(self.columns[0]), 12)
        return np.abs(self.contrast(scores) if gaps is None else gaps)

    def contrast(self, scores: Scores) -> Floats:
        """Return what the columns make of each other: rank gaps, how much the first is better, or how far all differ.

        >>> columns = Column(0, METRICS["t-cost"]), Column(1, METRICS["t-cost"])
        >>> Ranking("advantage", columns).contrast(lambda column: np.array([5.0 + column.system])).tolist()
        [1.0]
        """
        if self.kind == "spread":
            return spread(np.array([scores(column) for column in self.columns]))
        one, other = self.columns
        if self.kind == "advantage":
            return advantage(scores(one), scores(other), larger_is_better=one.metric.larger_is_better)
        return rank_gaps(scores, one, other)


def rank_gaps(scores: Scores, one: Column | Earlier, other: Column | Earlier) -> Floats:
    """Return each sentence's rank in one column less its rank in another; rank 1 is best.

    The same numbers as :func:`treelens.engine.agreement.disagreement`, without the correlations, which take longer.
    """
    first, second = scores(one), scores(other)
    known = ~(np.isnan(first) | np.isnan(second))
    one_rank, other_rank = (
        ranks(np.where(known, values, np.nan), larger_is_better=column.metric.larger_is_better)
        for values, column in ((first, one), (second, other))
    )
    return one_rank - other_rank
