"""All that is asked about the agreement of measures over systems, answered at once."""

from __future__ import annotations

from dataclasses import dataclass

from .choices import Optimum, optima, z_scores
from .clusters import THRESHOLDS, clusters
from .correlations import correlations, order_of_metrics
from .epsila import epsila_matrix
from .scores import Floats, Scores

__all__ = ["Agreement", "agreement"]


@dataclass(frozen=True)
class Agreement:
    """How measures agree over systems: matrices in the order of the table, NaN where something is undefined.

    ``epsila`` and ``clusters`` are of the measures with a perfect value alone (``scores.with_perfect_value``).
    """

    scores: Scores
    spearman: Floats
    kendall: Floats
    epsila: Floats
    clusters: dict[float, list[tuple[str, ...]]]  #: by threshold
    optima: list[Optimum]
    z_scores: Floats  #: as the scores: one row a system
    order: list[str]  #: the measures, those alike beside each other


def agreement(scores: Scores) -> Agreement:
    """Find out how measures agree over the systems of a table.

    >>> found = agreement(Scores.of({"x": {"lp": 80, "up": 85}, "y": {"lp": 81, "up": 84}, "z": {"lp": 90, "up": 91}}))
    >>> found.epsila.round(4).tolist(), found.clusters[0.1]
    ([[0.0, 0.05], [0.0625, 0.0]], [('lp', 'up')])
    """
    spearman, kendall = correlations(scores)
    epsila = epsila_matrix(scores)
    names = scores.with_perfect_value
    return Agreement(
        scores,
        spearman,
        kendall,
        epsila,
        {
            threshold: [tuple(names[place] for place in one) for one in clusters(epsila, threshold)]
            for threshold in THRESHOLDS
        },
        optima(scores),
        z_scores(scores),
        [scores.metrics[place] for place in order_of_metrics(scores, spearman)],
    )
