"""How alike two measures order systems: Spearman's rho and Kendall's tau-b, and measures put beside those like them.

Correlations are of the scores as they are: a measure that is better when smaller, such as the number of crossing
brackets, correlates negatively with the others. Where they are arranged for a picture, such a measure is turned round
first, so that it comes to stand beside those it agrees with.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .ranks import disagreement
from .scores import Floats, Scores

__all__ = ["Correlations", "correlations", "order_of_metrics"]


class Correlations(NamedTuple):
    """Matrices of measures by measures, in the order of the table; NaN where a measure does not vary."""

    spearman: Floats
    kendall: Floats


def correlations(scores: Scores) -> Correlations:
    """Correlate all measures over the systems that have a score under both.

    >>> found = correlations(Scores.of({"x": {"a": 1, "b": 5}, "y": {"a": 2, "b": 7}, "z": {"a": 3, "b": 6}}))
    >>> float(found.spearman[0, 1].round(6)), float(found.kendall[0, 1].round(6))
    (0.5, 0.333333)
    """
    size = len(scores.metrics)
    found = Correlations(np.full((size, size), np.nan), np.full((size, size), np.nan))
    columns = [scores.column(name) for name in scores.metrics]
    for one in range(size):
        for other in range(one, size):
            both = disagreement(columns[one], columns[other])
            for matrix, value in zip(found, (both.spearman, both.kendall_tau), strict=True):
                matrix[one, other] = matrix[other, one] = np.nan if value is None else np.clip(value, -1.0, 1.0)
    return found


def order_of_metrics(scores: Scores, spearman: Floats) -> list[int]:
    """Return the places of all measures, those that order systems alike beside each other.

    The leaves of a hierarchical clustering (average linkage, distance 1 − rho), turned so that neighbours are as near
    as they can be. A correlation that is not there counts as none, 0.
    """
    if len(scores.metrics) < 3:
        return list(range(len(scores.metrics)))
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    sign = np.array([1.0 if scores.larger_is_better(name) else -1.0 for name in scores.metrics])
    distance = 1.0 - np.nan_to_num(spearman) * np.outer(sign, sign)
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(distance, checks=False), "average", optimal_ordering=True)
    return [int(place) for place in leaves_list(tree)]
