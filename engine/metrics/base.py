"""What a metric is: how to get a score from counts.

A family of metrics counts once for every pair of trees; the counts are a table with one row a sentence and one named
column a quantity. Rows add up, so a score of the corpus (micro) is the same formula on the sum of the rows, and a
mean over sentences (macro) the mean of the formula on each row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..narrow import Coded, coded, narrowed, whole
from ..prepare.apply import Prepared

__all__ = [
    "AVERAGES",
    "Addends",
    "Counts",
    "Family",
    "Floats",
    "Formula",
    "Metric",
    "Narrow",
    "Tally",
    "each",
    "mean_of",
    "ratio",
    "share",
]

Floats = NDArray[np.float64]

AVERAGES = ("micro", "macro")  #: of the sums over all sentences; of the sentences' own scores

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
    short: str = ""  #: a name for a narrow column
    needs_same_words: bool = True  #: undefined where gold and system differ in their words
    needs: str = ""  #: what the data must have beside trees, derivations or meanings; nothing if empty

    @property
    def perfect(self) -> float | None:
        """The score of a perfect parse that error rates are measured from; counts and costs have none."""
        return 1.0 if self.is_share else None

    def scores(self, counts: Counts) -> Floats:
        """Return the score of each sentence, NaN where it is undefined."""
        above = np.asarray(self.formula.numerator(counts), dtype=np.float64)
        below = np.asarray(self.formula.denominator(counts), dtype=np.float64)
        scores: Floats = np.full(np.broadcast(above, below).shape, np.nan)
        np.divide(above, below, out=scores, where=below != 0)
        return scores

    def is_perfect(self, scores: Floats) -> NDArray[np.bool_]:
        """Say which scores are the best there is: 1 for a share, 0 for a number of mistakes; NaN never is."""
        best = 1 if self.is_share and self.larger_is_better else 0
        found: NDArray[np.bool_] = np.round(scores, 9) == best
        return found


@dataclass(frozen=True)
class Tally:
    """A metric over a corpus: both averages, how many sentences they are of, and how many have no score."""

    micro: float | int | None
    macro: float | None
    n: int
    missing: int
    sizes: tuple[Any, ...] | None = None  #: for fragments: the counts by size that the score is made of


class Addends(NamedTuple):
    """A score of a corpus, taken apart into what is added up over sentences, and what the sums make of it.

    *numbers* has a column for each sentence; *score* takes sums of columns, one set of sums a row, and returns the
    score of each, NaN where there is none. So the score of any other choice of sentences is a product of matrices away.

    >>> float(mean_of(np.array([0.5, np.nan, 1.0])).total())
    0.75
    """

    numbers: Floats
    score: Callable[[Floats], Floats]

    def total(self) -> float | None:
        """Return the score of all sentences; None if there is none."""
        found = float(self.score(self.numbers.sum(axis=1)[np.newaxis])[0])
        return None if np.isnan(found) else found


def ratio(sums: Floats) -> Floats:
    """Divide the first sum by the second, the score of most measures."""
    found: Floats = np.full(len(sums), np.nan)
    np.divide(sums[:, 0], sums[:, 1], out=found, where=sums[:, 1] != 0)
    return found


def mean_of(scores: Floats) -> Addends:
    """Return the mean of the scores of sentences, taken apart; those that have none are left out."""
    known = ~np.isnan(scores)
    return Addends(np.stack([np.where(known, scores, 0), known]), ratio)


def _sum_of(scores: Floats) -> Addends:
    """Return the sum of the scores of sentences, taken apart."""
    numbers = mean_of(scores).numbers
    return Addends(numbers, lambda sums: np.where(sums[:, 1] > 0, sums[:, 0], np.nan))


def share(above: str, below: str, *, scale: int = 1) -> Formula:
    """Divide one column by another, or by a sum of others: ``"gold + test"``."""
    terms = below.split(" + ")
    return Formula(lambda counts: scale * counts[above], lambda counts: sum(counts[term] for term in terms))


def each(number: Callable[[Counts], Any]) -> Formula:
    """Take a number of each sentence as it is, such as a count, or 1 and 0 for yes and no."""
    return Formula(number, lambda counts: np.ones_like(number(counts)))


class Narrow(Mapping[str, Any]):
    """Columns of numbers in as little room as they need, which come out as wide as others."""

    def __init__(self, columns: Mapping[str, NDArray[Any] | Coded]) -> None:
        self.columns = columns

    @classmethod
    def of(cls, columns: Mapping[str, NDArray[Any]]) -> Narrow:
        """Return columns in less room."""
        return cls({name: coded(one) if one.dtype == np.float64 else narrowed(one) for name, one in columns.items()})

    def __getitem__(self, name: str) -> NDArray[Any]:
        column = whole(self.columns[name])
        return column.astype(np.float64 if column.dtype.kind == "f" else np.int64, copy=False)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


class Family:
    """Metrics that are computed from the same counts: how to count, and what follows from the counts.

    *count* takes prepared gold and system treebanks, pairs of tree numbers (one a row) and a number of threads, and
    returns columns with one entry a pair. A family whose counts are no plain columns overrides the other methods.
    """

    averages: tuple[str, ...] = AVERAGES  #: the ways in which its measures are averaged over a corpus
    zero_if_missing = False  #: whether sentences without a system's parse can be made to count 0
    chunk: int | None = None  #: how many sentences are counted in one go, if counting them takes long

    def __init__(
        self,
        name: str,
        metrics: Sequence[Metric],
        count: Callable[..., Any],
        *,
        can_align_words: bool = False,
        aligns_letters: bool = False,
    ) -> None:
        self.name = name
        self.metrics = tuple(metrics)
        self.count = count
        self.aligns_letters = aligns_letters  #: compares sentences of other words over those of the same letters
        self.can_align_words = can_align_words  #: counts also where the words differ, if prepared to align them

    def piece(self, gold: Prepared, test: Prepared, most: int) -> int:
        """Return how many sentences are to be counted in one go, at most so many."""
        return min(self.chunk or most, most)

    def joined(self, parts: Sequence[tuple[NDArray[np.int64], Any]], size: int) -> Any:
        """Put counts of some sentences, each part with their places, among *size* sentences."""
        columns: dict[str, NDArray[Any]] = {}
        for places, counts in parts:
            for name, column in counts.items():
                if name not in columns:
                    columns[name] = np.zeros(size, dtype=np.float64 if column.dtype.kind == "f" else np.int64)
                columns[name][places] = column
        return columns

    def taken(self, counts: Any, places: NDArray[np.int64]) -> Any:
        """Return the counts of some sentences."""
        return {name: column[places] for name, column in counts.items()}

    @property
    def in_stretches(self) -> bool:
        """Whether nothing but the two trees of a sentence decides its counts: rules for heads are chosen by file."""
        return not (self.aligns_letters or self.zero_if_missing)

    def kept(self, counts: Any, chosen: NDArray[np.bool_], *, by_sentence: bool) -> Any:
        """Return what is kept of a stretch of sentences, of which those chosen can be scored, in little room.

        Without *by_sentence*, nobody will ask for the scores of single sentences.
        """
        return self.narrow(counts)

    def narrow(self, counts: Any) -> Any:
        """Return the same counts in less room, for as long as nobody uses them."""
        return Narrow.of(counts)

    def rejoined(self, parts: Sequence[Any]) -> Any:
        """Return the counts of all sentences from what was kept of stretches of them."""
        return Narrow({name: np.concatenate([whole(part.columns[name]) for part in parts]) for name in parts[0]})

    def packed(self, counts: Any) -> dict[str, NDArray[Any]]:
        """Return counts as plain arrays, to be kept on disk."""
        return dict(counts)

    def unpacked(self, arrays: Mapping[str, NDArray[Any]], size: int) -> Any:
        """Return the counts that were packed, or None if the arrays are not those of *size* sentences."""
        return dict(arrays) if all(array.shape == (size,) for array in arrays.values()) else None

    def scores(self, metric: Metric, counts: Any) -> Floats:
        """Return a metric's score of each sentence."""
        return metric.scores(counts)

    def parts(self, metric: Metric, counts: Any) -> tuple[Floats, Floats]:
        """Return of each sentence what is divided by what, for the score of the corpus."""
        above, below = (np.asarray(part(counts), dtype=np.float64) for part in metric.formula)
        return above, below

    def addends(self, metric: Metric, counts: Any, chosen: NDArray[np.bool_], average: str) -> Addends:
        """Take a metric's score of the chosen sentences apart, by one of the family's averages.

        Where sentences are not averaged but added up (micro) and the metric is a count, its score is the sum.
        """
        if average == "macro":
            return mean_of(self.scores(metric, counts)[chosen])
        if not metric.is_share:
            return _sum_of(self.scores(metric, counts)[chosen])
        return Addends(np.stack([part[chosen] for part in self.parts(metric, counts)]), ratio)

    def tally(self, metric: Metric, counts: Any, chosen: NDArray[np.bool_], known: Floats | None = None) -> Tally:
        """Average a metric over the chosen sentences; their scores may be *known* already."""
        scores = (self.scores(metric, counts) if known is None else known)[chosen]
        macro = mean_of(scores).total()
        micro = (self.addends(metric, counts, chosen, "micro") if metric.is_share else _sum_of(scores)).total()
        if micro is not None and not metric.is_share and micro.is_integer():
            micro = int(micro)
        n = int(np.count_nonzero(~np.isnan(scores)))
        return Tally(micro, macro, n, len(chosen) - n)
