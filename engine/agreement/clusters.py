"""Clusters of measures that would make a developer choose the same systems, by quality threshold.

Two measures can be together when epsila is strictly under a threshold in both directions. The largest set of measures
that can all be together is a cluster; then the largest of those that remain, and so on. Of sets of one size, that of
the smallest diameter is taken (the largest epsila within it), and then the one that stands first in the table.

All sets are looked at for up to 20 measures. For more, sets are grown as in quality-threshold clustering of genes
(Heyer, Kruglyak & Yooseph 1999): from each measure as a seed, adding again and again the one that keeps the diameter
smallest. What is found so may be smaller than the largest set there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from .scores import Floats

__all__ = ["EXHAUSTIVE", "THRESHOLDS", "clusters"]

THRESHOLDS = (0.01, 0.03, 0.05, 0.1, 0.2)
EXHAUSTIVE = 20  #: up to how many measures all sets are looked at

Set = tuple[int, ...]


def clusters(epsila: Floats, threshold: float) -> list[Set]:
    """Cut measures into clusters, each by its places in the table; NaN is never under a threshold.

    >>> near = np.array([[0, 0.01, 0.2], [0.02, 0, 0.04], [0.2, 0.03, 0]])
    >>> clusters(near, 0.05), clusters(near, 0.02), clusters(near, 0.3)
    ([(0, 1), (2,)], [(0,), (1,), (2,)], [(0, 1, 2)])
    """
    apart = np.maximum(epsila, epsila.T)  # NaN if one of them is
    find = largest_set if len(epsila) <= EXHAUSTIVE else grown_set
    left = list(range(len(epsila)))
    found = []
    while left:
        best = find(apart, left, threshold)
        found.append(best)
        left = [place for place in left if place not in best]
    return found


def largest_set(apart: Floats, places: Sequence[int], threshold: float) -> Set:
    """Return the largest set of measures of which any two are nearer than a threshold, by looking at all of them."""
    near = {one: {other for other in places if other != one and apart[one, other] < threshold} for one in places}
    return min(_maximal_sets(near, (), set(places), set()), key=_merit(apart))


def _maximal_sets(near: dict[int, set[int]], chosen: Set, more: set[int], done: set[int]) -> Iterator[Set]:
    """Go through the sets to which nothing can be added: Bron and Kerbosch's algorithm, with a pivot."""
    if not more and not done:
        yield tuple(sorted(chosen))
        return
    pivot = max(more | done, key=lambda one: len(near[one] & more))
    for one in sorted(more - near[pivot]):
        yield from _maximal_sets(near, (*chosen, one), more & near[one], done & near[one])
        more = more - {one}
        done = done | {one}


def grown_set(apart: Floats, places: Sequence[int], threshold: float) -> Set:
    """Return the largest of the sets that grow from each measure as a seed."""
    return min((_grown(apart, seed, places, threshold) for seed in places), key=_merit(apart))


def _grown(apart: Floats, seed: int, places: Sequence[int], threshold: float) -> Set:
    chosen = [seed]
    reach = {place: float(apart[seed, place]) for place in places if place != seed}
    while reach:
        nearest = min(reach, key=lambda place: (not reach[place] < threshold, reach[place], place))
        if not reach.pop(nearest) < threshold:
            break
        chosen.append(nearest)
        reach = {place: float(np.maximum(far, apart[nearest, place])) for place, far in reach.items()}
    return tuple(sorted(chosen))


def _merit(apart: Floats) -> Callable[[Set], tuple[int, float, Set]]:
    """Return how sets are compared: the larger is better, then the smaller diameter, then the order of the table."""
    return lambda one: (
        -len(one),
        float(np.max(apart[np.ix_(one, one)], where=~np.eye(len(one), dtype=bool), initial=0.0)),
        one,
    )
