"""The sentences that tell most about systems: where measures disagree, where all fail, where systems differ.

- **disagreement**: the gap between the ranks of a sentence under two measures is largest (Emms 2008; see
  :mod:`~treelens.engine.agreement.ranks`), in whichever system that is
- **hardest**: the mean of its scores over all systems is lowest
- **contrast**: the best and the worst system on it are furthest apart

Each sentence is told of once, for the first of these that it stands out by; of equals the first of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .agreement import disagreement
from .metrics import METRICS, Metric
from .scoring import Comparison

__all__ = ["REASONS", "Telling", "telling"]

Floats = NDArray[np.float64]

REASONS = ("disagreement", "hardest", "contrast")


class Telling(NamedTuple):
    """A sentence (its place in the gold file), why it is told of, and whose trees show it.

    *size* is the gap of ranks, the mean score, or the difference of the best system and *second*, the worst one.
    """

    reason: str
    sentence: int
    system: int
    second: int | None
    size: float


def telling(
    compared: Sequence[Comparison],
    top: int,
    measures: tuple[Metric, Metric] = (METRICS["e-dice"], METRICS["t-dice"]),
) -> list[Telling]:
    """Return the most telling sentences, at most *top* for each reason; the first measure tells which are hard."""
    scores = np.array([one.scores(measures[0]) for one in compared])
    others = np.array([one.scores(measures[1]) for one in compared])
    found: list[Telling] = []
    told: set[int] = set()
    for candidates in (_disagreements(scores, others), _hardest(scores), _contrasts(scores)):
        found += _first(candidates, top, told)
    return found


def _first(candidates: Iterable[Telling], top: int, told: set[int]) -> list[Telling]:
    """Return the first candidates whose sentences are not told of yet."""
    chosen: list[Telling] = []
    for one in candidates:
        if len(chosen) == top:
            break
        if one.sentence not in told:
            told.add(one.sentence)
            chosen.append(one)
    return chosen


def _disagreements(scores: Floats, others: Floats) -> list[Telling]:
    """Return all sentences of all systems, the largest gaps first."""
    gaps = np.array([disagreement(one, other).gap for one, other in zip(scores, others, strict=True)])
    return [
        Telling("disagreement", sentence, system, None, float(gaps[system, sentence]))
        for system, sentence in _places(-np.abs(gaps))
        if gaps[system, sentence]
    ]


def _hardest(scores: Floats) -> list[Telling]:
    """Return the sentences that all systems have a score of, the lowest means first; best shown by the best system."""
    means = scores.mean(axis=0)
    return [
        Telling("hardest", sentence, int(np.argmax(scores[:, sentence])), None, float(means[sentence]))
        for _, sentence in _places(means[np.newaxis])
        if means[sentence] < 1
    ]


def _contrasts(scores: Floats) -> list[Telling]:
    """Return the sentences that all systems have a score of, the largest differences between two of them first."""
    spread = scores.max(axis=0) - scores.min(axis=0)
    made = []
    for _, sentence in _places(-spread[np.newaxis]):
        column = scores[:, sentence]
        if spread[sentence] > 0:
            made.append(
                Telling("contrast", sentence, int(column.argmax()), int(column.argmin()), float(spread[sentence]))
            )
    return made


def _places(values: Floats) -> list[tuple[int, int]]:
    """Return the places of all numbers of a table, the smallest first, equals by column and then by row."""
    columns, rows = np.nonzero(~np.isnan(values.T))
    order = np.argsort(np.round(values[rows, columns], 12), kind="stable")
    return [(int(rows[place]), int(columns[place])) for place in order]
