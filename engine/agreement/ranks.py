"""Ranking sentences by a measure, and where two rankings disagree.

Emms (2008) compares two measures by the order in which they put a system's parses: sentences far apart in the two
rankings are the ones worth looking at. Rank 1 is best and ties share the mean rank; the gap of a sentence is the
difference of its ranks. Over all sentences: Kendall's tau-b, the share of pairs that the two put in opposite order, and
Spearman's rho. Scores are rounded to twelve digits first, so that noise in the last bits breaks no tie.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Disagreement", "disagreement", "discordant_pairs", "rank_of", "ranks"]

Floats = NDArray[np.float64]

_STRETCH, _STRETCHES = 64, 1024  #: values whose pairs are compared at once, and how many times so many in one go
_LATER = np.triu(np.ones((_STRETCH, _STRETCH), dtype=np.bool_), 1)


def ranks(scores: Floats, *, larger_is_better: bool = True) -> Floats:
    """Rank scores, best first; NaN stays NaN.

    >>> ranks(np.array([0.5, 0.9, 0.5, np.nan])).tolist()
    [2.5, 1.0, 2.5, nan]
    """
    rounded = np.round(scores, 12)
    known = ~np.isnan(rounded)
    values = -rounded[known] if larger_is_better else rounded[known]
    _, place, size = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(size)
    found = np.full(len(scores), np.nan)
    found[known] = (last - (size - 1) / 2)[place]
    return found


def rank_of(scores: Floats, place: int, *, larger_is_better: bool = True) -> float:
    """Return what :func:`ranks` has at one place, without sorting: NaN where there is no score.

    >>> rank_of(np.array([0.5, 0.9, 0.5, np.nan]), 2)
    2.5
    """
    rounded = np.round(scores, 12)
    value = rounded[place]
    if np.isnan(value):
        return float("nan")
    better = rounded > value if larger_is_better else rounded < value  # never true of NaN
    return float(np.count_nonzero(better) + (np.count_nonzero(rounded == value) + 1) / 2)


@dataclass(frozen=True)
class Disagreement:
    """Two rankings of the same sentences: NaN where one of them has no score."""

    first: Floats
    second: Floats
    gap: Floats
    kendall_tau: float | None
    swapped_pairs: float | None  #: the share of all pairs of sentences in opposite order
    spearman: float | None

    def order(self) -> list[int]:
        """Return the positions of the ranked sentences, the largest gap first; ties in the order of the file."""
        size = np.abs(self.gap)
        known = np.flatnonzero(~np.isnan(size))
        return [int(i) for i in known[np.argsort(-size[known], kind="stable")]]


def disagreement(one: Floats, other: Floats, *, larger: tuple[bool, bool] = (True, True)) -> Disagreement:
    """Compare two scorings of the same sentences; *larger* says for each whether larger is better."""
    both = ~(np.isnan(one) | np.isnan(other))
    first = ranks(np.where(both, one, np.nan), larger_is_better=larger[0])
    second = ranks(np.where(both, other, np.nan), larger_is_better=larger[1])
    a, b = first[both], second[both]
    discordant = discordant_pairs(a, b)
    pairs = len(a) * (len(a) - 1) // 2
    return Disagreement(
        first,
        second,
        first - second,
        _tau(a, b, discordant),
        discordant / pairs if pairs else None,
        _correlation(a, b),
    )


def discordant_pairs(a: Floats, b: Floats) -> int:
    """Count the pairs that are strictly in opposite order: a sort by merging, O(n log² n).

    Merging begins with stretches in which all pairs are compared at once.

    >>> discordant_pairs(np.array([1, 2, 3, 3.]), np.array([3, 1, 2, 2.]))
    3
    """
    order = np.lexsort((b, a))  # equal a: b rises, so that such pairs are never taken for inversions
    values = b[order]
    found, width = 0, _STRETCH
    for begin in range(0, len(values), _STRETCH * _STRETCHES):
        part = values[begin : begin + _STRETCH * _STRETCHES]
        rows = np.full((-(-len(part) // _STRETCH), _STRETCH), np.inf)
        rows.reshape(-1)[: len(part)] = part
        found += int(np.count_nonzero((rows[:, :, np.newaxis] > rows[:, np.newaxis, :]) & _LATER))
        part[:] = np.sort(rows, axis=1).reshape(-1)[: len(part)]
    while width < len(values):
        for begin in range(0, len(values) - width, 2 * width):
            left, right = values[begin : begin + width], values[begin + width : begin + 2 * width]
            found += int((len(left) - np.searchsorted(left, right, side="right")).sum())
            values[begin : begin + 2 * width] = np.sort(values[begin : begin + 2 * width], kind="stable")
        width *= 2
    return found


def _tau(a: Floats, b: Floats, discordant: int) -> float | None:
    """Kendall's tau-b: concordant less discordant pairs, over what they could be without ties."""
    pairs = len(a) * (len(a) - 1) // 2
    tied_a, tied_b = _ties(a), _ties(b)
    tied_both = _ties(a + 1j * b)
    if pairs in (tied_a, tied_b):
        return None
    concordant = pairs - tied_a - tied_b + tied_both - discordant
    return float((concordant - discordant) / (np.sqrt(pairs - tied_a) * np.sqrt(pairs - tied_b)))


def _ties(values: NDArray[np.generic]) -> int:
    _, size = np.unique(values, return_counts=True)
    return int((size * (size - 1) // 2).sum())


def _correlation(a: Floats, b: Floats) -> float | None:
    if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return None
    return float(np.corrcoef(a, b)[0, 1])
