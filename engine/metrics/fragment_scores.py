"""From counts of fragments by size to FREVAL's precision, recall and F1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..align.fragments import FragmentCounts

__all__ = ["Size", "Summary", "Variant", "divided", "f1_of_sums", "summary"]

Floats = NDArray[np.float64]


class Variant(NamedTuple):
    """Which sizes a measure takes (None: all), and whether it counts like the released program."""

    largest: int | None
    code: bool


class Size(NamedTuple):
    """The fragments of one size: counts, and what follows from them; None where nothing is to divide by."""

    size: int
    gold: int
    system: int
    matched: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True)
class Summary:
    """FLP, FLR and their F1 (None where neither side has a fragment), and the sizes they are made of."""

    precision: float | None
    recall: float | None
    f1: float | None
    sizes: tuple[Size, ...]


def summary(
    counts: FragmentCounts,
    largest: int | None = None,
    *,
    code: bool = False,
    weights: Sequence[float] | None = None,
    geometric: bool = False,
) -> Summary:
    """Score counts, of a sentence or added up over a corpus, by the sizes up to *largest*.

    *weights* are for the sizes 1, 2 … and are made to sum to 1 over the sizes there are; without them all sizes weigh
    the same, 1/min(K, N), N being the largest size in either file. A size that one side lacks contributes 0. With
    *geometric*, the weighted mean is that of logarithms: a size without a match then makes it 0.

    >>> counts = FragmentCounts(gold=(4, 2), system=(2, 1), common=(2,), code=(2, 1))
    >>> summary(counts).f1, summary(counts, code=True).f1, summary(counts, weights=[3, 1]).precision
    (0.3333333333333333, 0.6666666666666666, 0.75)
    """
    sizes = _sizes(counts, largest, code)
    given = [1.0] * len(sizes) if weights is None else [float(weight) for weight in weights[: len(sizes)]]
    if any(weight < 0 for weight in given):
        raise ValueError("a weight is below 0")
    if not math.fsum(given):
        return Summary(None, None, None, sizes)
    precision = _mean([size.precision or 0 for size in sizes], given, geometric)
    recall = _mean([size.recall or 0 for size in sizes], given, geometric)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return Summary(precision, recall, f1, sizes)


def _sizes(counts: FragmentCounts, largest: int | None, code: bool) -> tuple[Size, ...]:
    """Return the sizes there are up to the largest: measures of the same counts differ in where they end."""
    return _all_sizes(counts, code)[:largest]


@lru_cache(maxsize=2)
def _all_sizes(counts: FragmentCounts, code: bool) -> tuple[Size, ...]:
    columns = (counts.gold, counts.system, counts.code if code else counts.common)
    rows = zip_longest(*(column[: counts.largest] for column in columns), fillvalue=0)
    return tuple(
        Size(number, gold, system, matched, _share(matched, system), _share(matched, gold), _f1(gold, system, matched))
        for number, (gold, system, matched) in enumerate(rows, 1)
    )


def _share(above: int, below: int) -> float | None:
    return above / below if below else None  # whole numbers of any size divide to the nearest float


def _f1(gold: int, system: int, matched: int) -> float | None:
    return _share(2 * matched, gold + system)


def _mean(values: Sequence[float], weights: Sequence[float], geometric: bool) -> float:
    """Return a weighted mean; values without a weight are left out."""
    weighted = [(value, weight) for value, weight in zip(values, weights, strict=False) if weight]
    whole = math.fsum(weight for _, weight in weighted)
    if not geometric:
        return math.fsum(value * weight for value, weight in weighted) / whole
    if not all(value for value, _ in weighted):
        return 0.0
    return math.exp(math.fsum(math.log(value) * weight for value, weight in weighted) / whole)


def f1_of_sums(sums: Floats) -> Floats:
    """Score many corpora at once, each a row: for each size the count in gold, that in the system, the shared ones.

    The weights are equal, as in :func:`summary`; a row without any fragment has no score. Counts of one size may be
    multiplied by anything.

    >>> f1_of_sums(np.array([[4, 2, 2, 2, 1, 0], [0, 0, 0, 0, 0, 0.0]])).round(4).tolist()
    [0.3333, nan]
    """
    gold, system, matched = sums.reshape(len(sums), sums.shape[1] // 3, 3).transpose(2, 0, 1)
    sizes = ((gold > 0) | (system > 0)).sum(axis=1)
    precision, recall = (divided(matched, below).sum(axis=1) for below in (system, gold))
    found: Floats = divided(2 * precision * recall, sizes * (precision + recall))
    found[sizes == 0] = np.nan
    return found


def divided(above: NDArray[Any], below: NDArray[Any]) -> Floats:
    """Divide, 0 by 0 being 0."""
    shares: Floats = np.zeros(above.shape)
    np.divide(above, below, out=shares, where=below > 0)
    return shares
