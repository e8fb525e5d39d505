"""Sentences with several best analyses: what a measure says of each of them, averaged.

A parser may give several analyses the same, best score; a grammar without a ranking model gives it to all. Taking the
first would reward luck, so the score of such a sentence is the mean over its tied analyses (Packard 2013). Gold may
have ties as well: then each of them is compared, and the mean, or the best for the system, counts.

A family that averages ties counts pairs of trees like any other. Beside what it counts of the first analyses, it keeps
for each measure the averaged score, and the averaged numerator and denominator for the score of the corpus (micro).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..prepare.apply import Prepared
from .base import Family, Floats, Metric, Tally

__all__ = ["TiedFamily", "Wide", "widened"]

Ints = NDArray[np.int64]


class Wide(NamedTuple):
    """Pairs of trees with all tied analyses: for each pair its sentence's row, and which gold analysis of it."""

    pairs: Ints
    row: Ints
    gold: Ints
    first: Ints  #: by row, where its first pair is


def widened(gold: Prepared, test: Prepared, pairs: Ints) -> Wide:
    """Put every pair of tied analyses in place of the pairs of first ones, as far as the settings ask for it."""
    preparation = gold.preparation
    mine = {} if preparation.gold_ties == "first" else gold.original.tied
    theirs = {} if preparation.ties == "first" else test.original.tied
    if not mine and not theirs:
        rows = np.arange(len(pairs))
        return Wide(pairs, rows, np.zeros(len(pairs), dtype=np.int64), rows)
    made: list[tuple[int, int, int, int]] = []
    first = []
    for row, (number, other) in enumerate(pairs.tolist()):
        first.append(len(made))
        for place, one in enumerate(mine.get(number, (number,))):
            made += [(one, another, row, place) for another in theirs.get(other, (other,))]
    columns = np.array(made, dtype=np.int64).reshape(len(made), 4)
    return Wide(np.ascontiguousarray(columns[:, :2]), columns[:, 2], columns[:, 3], np.array(first, dtype=np.int64))


class TiedFamily(Family):
    """A family whose scores are averaged over tied analyses.

    *count_pairs* counts pairs of single trees; see :class:`Family` for the rest. A sentence that gold has a tree of and
    the system has none scores 0 under its measures, if the settings say so.
    """

    zero_if_missing = True

    def __init__(self, name: str, metrics: Sequence[Metric], count_pairs: Callable[..., Any], **more: Any) -> None:
        super().__init__(name, metrics, self._count, **more)
        self.count_pairs = count_pairs

    def _count(self, gold: Prepared, test: Prepared, pairs: Ints, jobs: int = 1) -> dict[str, NDArray[Any]]:
        wide = widened(gold, test, pairs)
        counts = self.count_pairs(gold, test, wide.pairs, jobs)
        columns = {name: column[wide.first] for name, column in counts.items()}
        best = gold.preparation.gold_ties == "best"
        for metric in self.metrics:
            scores = metric.scores(counts)
            above, below = (_floats(part(counts), len(scores)) for part in metric.formula)
            columns[f"score {metric.name}"] = _averaged(scores, wide, _choice(metric) if best else None)
            columns[f"above {metric.name}"] = _averaged(above, wide)
            columns[f"below {metric.name}"] = _averaged(below, wide)
        return columns

    def piece(self, gold: Prepared, test: Prepared, most: int) -> int:
        """Return how many sentences are to be counted in one go: fewer where many of their analyses are tied."""
        size = super().piece(gold, test, most)
        if self.chunk is None:
            return size
        sides = [] if gold.preparation.gold_ties == "first" else [gold.original]
        sides += [] if gold.preparation.ties == "first" else [test.original]
        for bank in sides:
            tied = sum(len(numbers) - 1 for numbers in bank.tied.values())
            size = size * len(bank) // (len(bank) + tied)
        return max(1, size)

    def scores(self, metric: Metric, counts: Any) -> Floats:
        """Return a metric's averaged score of each sentence."""
        found: Floats = counts[f"score {metric.name}"].copy()
        return found

    def parts(self, metric: Metric, counts: Any) -> tuple[Floats, Floats]:
        """Return of each sentence that has a score the averages of what is divided by what."""
        known = ~np.isnan(counts[f"score {metric.name}"])
        above, below = (np.where(known, counts[f"{part} {metric.name}"], 0) for part in ("above", "below"))
        return above, below

    def tally(self, metric: Metric, counts: Any, chosen: NDArray[np.bool_], known: Floats | None = None) -> Tally:
        """Average a metric over the chosen sentences; only of them one can be missing."""
        found = super().tally(metric, counts, chosen, known)
        return replace(found, missing=int(np.count_nonzero(chosen)) - found.n)


def _floats(values: Any, size: int) -> Floats:
    return np.broadcast_to(np.asarray(values, dtype=np.float64), (size,))


def _choice(metric: Metric) -> Any:
    return np.fmax if metric.larger_is_better else np.fmin


def _averaged(values: Floats, wide: Wide, choice: Any = None) -> Floats:
    """Return the mean of each row's values, those that are none left out; with *choice*, the best gold analysis's."""
    size = len(wide.first)
    if len(values) == size:
        return np.array(values)
    if choice is None:
        return _means(values, wide.row, size)
    most = int(wide.gold.max(initial=0)) + 1
    by_gold = _means(values, wide.row * most + wide.gold, size * most).reshape(size, most)
    found: Floats = choice.reduce(by_gold, axis=1)
    return found


def _means(values: Floats, group: Ints, size: int) -> Floats:
    known = ~np.isnan(values)
    sums = np.bincount(group[known], weights=values[known], minlength=size)
    numbers = np.bincount(group[known], minlength=size)
    made: Floats = np.full(size, np.nan)
    np.divide(sums, numbers, out=made, where=numbers > 0)
    return made
