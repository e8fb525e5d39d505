"""Choosing a system by a measure: which one it would be, and what the other measures would say to that.

A sweep is run to choose a setting. The optimum of a measure is the system that it scores best, given with the mean of
the best three scores, which a single lucky run moves less. If that system is chosen, others lose: seen by a measure ρ,
the error rate grows from that of its own optimum by the negative of the reduction between the two (see
:mod:`~treelens.engine.agreement.epsila`). The largest such increase is what choosing by the measure can cost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .epsila import reduction
from .scores import Floats, Scores

__all__ = ["Optimum", "optima", "z_scores"]

_BEST = 3  #: how many of the best scores are averaged


class Optimum(NamedTuple):
    """The best system under a measure, and the measure that would regret the choice most."""

    metric: str
    system: str
    score: float
    best_three: float  #: the mean of the best three scores, or of as many as there are
    increase: float | None  #: of the error rate, as a fraction, as ``worst`` sees it; None if nobody can say
    worst: str | None


def optima(scores: Scores) -> list[Optimum]:
    """Return the optimum of each measure that has a score; the first of the table where systems tie."""
    best = {}
    for metric in scores.metrics:
        column = scores.column(metric) if scores.larger_is_better(metric) else -scores.column(metric)
        if not np.isnan(column).all():
            best[metric] = int(np.nanargmax(column))
    return [_optimum(scores, metric, best) for metric in best]


def _optimum(scores: Scores, metric: str, best: dict[str, int]) -> Optimum:
    column = scores.column(metric)
    known = np.sort(column[~np.isnan(column)])
    top = known[-_BEST:] if scores.larger_is_better(metric) else known[:_BEST]
    seen = {
        other: _increase(scores.column(other), best[other], best[metric]) for other in _judges(scores, metric, best)
    }
    seen = {other: increase for other, increase in seen.items() if not np.isnan(increase)}
    worst = max(seen, key=seen.__getitem__, default=None)
    place = best[metric]
    increase = None if worst is None else seen[worst]
    return Optimum(metric, scores.systems[place], float(column[place]), float(top.mean()), increase, worst)


def _judges(scores: Scores, metric: str, best: dict[str, int]) -> list[str]:
    return [other for other in scores.with_perfect_value if other != metric and other in best]


def _increase(column: Floats, own: int, chosen: int) -> float:
    return 0.0 - reduction(float(column[own]), float(column[chosen]))


def z_scores(scores: Scores) -> Floats:
    """Return by how many standard deviations each score lies above its measure's mean over systems.

    The deviation is that of the systems themselves, not an estimate for others; NaN where all have the same score.

    >>> z_scores(Scores.of({"x": {"a": 1}, "y": {"a": 3}})).tolist()
    [[-1.0], [1.0]]
    """
    found = np.full(scores.values.shape, np.nan)
    for place, metric in enumerate(scores.metrics):
        column = scores.column(metric)
        known = column[~np.isnan(column)]
        if len(known) and (deviation := known.std()) > 0:
            found[:, place] = (column - known.mean()) / deviation
    return found
