"""The sentences that tell most about systems: where measures disagree, where all fail, where systems differ.

- **disagreement**: the gap between the ranks of a sentence under two measures is largest (Emms 2008; see
  :mod:`~treelens.engine.agreement.ranks`), in whichever system that is
- **hardest**: even the best system has a low score
- **contrast**: the best and the worst system on it are furthest apart

Each sentence is told of once, for the first of these that it stands out by; of equals the first of the file. The last
two are of sentences that all systems have a score of, but for systems that have none at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
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

    *size* is the gap of ranks (the first measure's less the second's), the best score, or how far the best system is
    above *second*, the worst one.
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
    first, second = ([one.scores(measure) for one in compared] for measure in measures)
    scored = {system: scores for system, scores in enumerate(first) if not np.isnan(scores).all()}
    if not scored:
        return []
    gaps = {system: disagreement(scores, second[system]).gap for system, scores in scored.items()}
    found: list[Telling] = []
    told: set[int] = set()
    for candidates in (_disagreements(gaps), _hardest(scored), _contrasts(scored)):
        chosen = list(islice((one for one in candidates if one.sentence not in told), top))
        told |= {one.sentence for one in chosen}
        found += chosen
    return found


def _disagreements(gaps: Mapping[int, Floats]) -> Iterator[Telling]:
    """Yield the sentences, the largest gaps first, each for the system in which its gap is largest."""
    systems = list(gaps)
    sizes = np.nan_to_num(np.abs(np.array(list(gaps.values()))))
    most = sizes.max(axis=0)
    for sentence in _largest(most):
        system = systems[int(sizes[:, sentence].argmax())]
        yield Telling("disagreement", sentence, system, None, float(gaps[system][sentence]))


def _hardest(scores: Mapping[int, Floats]) -> Iterator[Telling]:
    """Yield the sentences that no system has right, the lowest of the best scores first."""
    systems, table = list(scores), np.array(list(scores.values()))
    best = table.max(axis=0)
    for sentence in _largest(1 - best):
        yield Telling("hardest", sentence, systems[int(table[:, sentence].argmax())], None, float(best[sentence]))


def _contrasts(scores: Mapping[int, Floats]) -> Iterator[Telling]:
    """Yield the sentences, the largest differences between two systems first."""
    systems, table = list(scores), np.array(list(scores.values()))
    spread = table.max(axis=0) - table.min(axis=0)
    for sentence in _largest(spread):
        best, worst = (systems[int(place)] for place in (table[:, sentence].argmax(), table[:, sentence].argmin()))
        yield Telling("contrast", sentence, best, worst, float(spread[sentence]))


def _largest(sizes: Floats) -> list[int]:
    """Return the places of what is above 0, the largest first; NaN is nowhere.

    >>> _largest(np.array([0.0, 0.5, np.nan, 0.7, 0.5]))
    [3, 1, 4]
    """
    rounded = np.round(np.nan_to_num(sizes), 12)
    order = np.argsort(-rounded, kind="stable")
    return [int(place) for place in order if rounded[place] > 0]
