"""Systems against each other under measures: intervals of scores, and whether a difference may be chance.

A contest is fought over the sentences that both systems have a score of; how many were left out is told with it. What
the tests are and what they do not cover is told in :mod:`~treelens.engine.agreement.significance`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from .agreement.significance import Difference, Estimate, Resampling, adjusted, estimates, paired_tests
from .metrics.base import Metric
from .scoring import Comparison

__all__ = ["Contest", "Scored", "contests", "pairs_of", "scored"]

Bools = NDArray[np.bool_]
Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Scored:
    """A system under a measure: the score of all sentences that have one, with its interval."""

    metric: Metric
    system: int
    estimate: Estimate
    sentences: int
    left_out: int


@dataclass(frozen=True)
class Contest:
    """Two systems under a measure; the p-values are also given corrected for the number of contests."""

    metric: Metric
    first: int
    second: int
    result: Difference
    sentences: int
    left_out: int
    adjusted_bootstrap: float
    adjusted_randomisation: float

    @property
    def better(self) -> int | None:
        """The system with the better score; None if neither has."""
        above = self.result.difference.value * (1 if self.metric.larger_is_better else -1)
        return self.first if above > 0 else self.second if above < 0 else None

    def is_told_apart(self, how: Resampling) -> bool:
        """Say whether both tests, corrected, hold the difference for more than chance."""
        return max(self.adjusted_bootstrap, self.adjusted_randomisation) < 1 - how.confidence


def pairs_of(systems: int, baseline: int | None = None) -> list[tuple[int, int]]:
    """Return who meets whom: everybody everybody else, or everybody the baseline.

    >>> pairs_of(3), pairs_of(3, baseline=1)
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (2, 1)])
    """
    if baseline is None:
        return list(combinations(range(systems), 2))
    return [(system, baseline) for system in range(systems) if system != baseline]


def scored(compared: Sequence[Comparison], metrics: Iterable[Metric], average: str, how: Resampling) -> list[Scored]:
    """Score every system under every measure, each over its own sentences."""
    asked = [(metric, system) for metric in metrics for system in range(len(compared))]
    known = [_known(compared, metric, system) for metric, system in asked]
    single = [
        compared[system].addends(metric, average, mask) for (metric, system), mask in zip(asked, known, strict=True)
    ]
    found = _together(single, known, lambda group: estimates(group, how))
    return [
        Scored(metric, system, estimate, int(mask.sum()), int((~mask).sum()))
        for (metric, system), estimate, mask in zip(asked, found, known, strict=True)
    ]


def contests(
    compared: Sequence[Comparison],
    metrics: Iterable[Metric],
    average: str,
    pairs: Sequence[tuple[int, int]],
    how: Resampling,
    correction: str = "holm",
) -> list[Contest]:
    """Let systems meet in pairs under every measure; p-values are corrected for all of these together."""
    asked = [(metric, *pair) for metric in metrics for pair in pairs]
    known = [_known(compared, metric, first, second) for metric, first, second in asked]
    both = [
        (compared[first].addends(metric, average, mask), compared[second].addends(metric, average, mask))
        for (metric, first, second), mask in zip(asked, known, strict=True)
    ]
    found = _together(both, known, lambda group: paired_tests(group, how))
    made = [
        Contest(metric, first, second, result, int(mask.sum()), int((~mask).sum()), np.nan, np.nan)
        for (metric, first, second), result, mask in zip(asked, found, known, strict=True)
    ]
    bootstrap = adjusted([contest.result.paired_bootstrap for contest in made], correction)
    randomisation = adjusted([contest.result.randomisation for contest in made], correction)
    return [
        replace(contest, adjusted_bootstrap=one, adjusted_randomisation=other)
        for contest, one, other in zip(made, bootstrap, randomisation, strict=True)
    ]


def _known(compared: Sequence[Comparison], metric: Metric, *systems: int) -> Bools:
    """Return the sentences that all these systems have a score of."""
    known = np.ones(len(compared[0].status), dtype=np.bool_)
    for system in systems:
        known &= ~np.isnan(compared[system].scores(metric))
    return known


def _together(
    asked: Sequence[Asked], masks: Sequence[Bools], answers: Callable[[list[Asked]], list[Answer]]
) -> list[Answer]:
    """Answer what is asked over the same sentences together: they are drawn once for all of it."""
    groups: dict[bytes, list[int]] = {}
    for place, mask in enumerate(masks):
        groups.setdefault(mask.tobytes(), []).append(place)
    found: dict[int, Answer] = {}
    for places in groups.values():
        found |= zip(places, answers([asked[place] for place in places]), strict=True)
    return [found[place] for place in range(len(asked))]
