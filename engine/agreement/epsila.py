"""Error-rate reduction, and epsila: how large a gain under one measure must be to be sure of a gain under another.

Packard (2015) compares measures by what they would make a developer choose. Going from system y to system x reduces the
error rate under a measure μ by (μ(x) − μ(y)) / (100 − μ(y)). ε(μ, ρ) is the smallest ε such that every reduction under
μ of more than ε is a gain under ρ as well: 0 where ρ agrees with every gain under μ. It is not symmetric.

Only measures with a perfect value have an error rate. Systems without a score under one of the two measures are left
out, and so are reductions from a perfect score.
"""

from __future__ import annotations

import numpy as np

from .scores import PERFECT, Floats, Scores

__all__ = ["epsila", "epsila_matrix", "reduction"]

_DIGITS = 12  # noise in the last bits takes no epsila over a threshold


def reduction(before: float, after: float) -> float:
    """Return by which fraction the error rate falls; NaN from a perfect score.

    >>> reduction(80.0, 90.0), reduction(90.0, 80.0), reduction(100.0, 90.0)
    (0.5, -1.0, nan)
    """
    return (after - before) / (PERFECT - before) if before < PERFECT else float("nan")


def epsila(one: Floats, other: Floats) -> float:
    """Return ε of one measure with respect to another, over the same systems; NaN if no two of them can be compared.

    From a system y, the gain that ε must exceed is that to the best x, under the one measure, of those that the other
    measure does not put above y: a sort and a running maximum, not all pairs.

    >>> float(epsila(np.array([80.0, 82.0, 90.0]), np.array([70.0, 69.0, 75.0])))
    0.1
    """
    both = ~(np.isnan(one) | np.isnan(other))
    mine, theirs = one[both], other[both]
    imperfect = mine < PERFECT
    if len(mine) < 2 or not imperfect.any():
        return float("nan")
    order = np.argsort(theirs, kind="stable")
    best = np.maximum.accumulate(mine[order])[np.searchsorted(theirs[order], theirs, side="right") - 1]
    gain = (best - mine)[imperfect] / (PERFECT - mine)[imperfect]
    return float(np.round(np.max(gain, initial=0.0), _DIGITS))


def epsila_matrix(scores: Scores) -> Floats:
    """Return ε of each measure with a perfect value (rows) with respect to each other one."""
    columns = [scores.column(name) for name in scores.with_perfect_value]
    found = [[epsila(one, other) for other in columns] for one in columns]
    return np.array(found, dtype=np.float64).reshape(len(columns), len(columns))
