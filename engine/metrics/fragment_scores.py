"""From counts of fragments by size to FREVAL's precision, recall and F1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..align.fragments import FragmentCounts

__all__ = ["Size", "Summary", "Variant", "summary"]


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
    upto = counts.largest if largest is None else min(largest, counts.largest)
    columns = (counts.gold, counts.system, counts.code if code else counts.common)
    rows = zip(*((*column[:upto], *[0] * (upto - len(column))) for column in columns), strict=True)
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
