"""What is told of each bin: counts and shares of each system, their intervals, and the difference to the first system.

Intervals come from a bootstrap over sentences (:mod:`~treelens.engine.agreement.significance`). The same sentences are
drawn for all systems, so that differences are paired. They are many and uncorrected: a guide to where to look, no test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..agreement.significance import Estimate, Resampling, estimate, resampled
from ..metrics.base import Addends, ratio
from .table import Breakdown

__all__ = ["Row", "rows"]

Floats = NDArray[np.float64]


class Row(NamedTuple):
    """A bin of one system: its counts and shares, and how far the shares are above those of the first system."""

    bin: str
    counts: dict[str, int]
    shares: dict[str, Estimate]
    differences: dict[str, Estimate]


def rows(systems: Sequence[Breakdown], how: Resampling) -> list[list[Row]]:
    """Return the rows of each system, broken down by the same bins."""
    first, *_ = systems
    names = [share.name for share in first.shares]
    scores = [_shares(one) for one in systems]
    values = [score.score(score.numbers.sum(axis=1)[np.newaxis])[0] for score in scores]
    drawn = [resampled(score, how) for score in scores]
    made = []
    for one, mine, draws in zip(systems, values, drawn, strict=True):
        shares = _estimates(mine, draws, how)
        differences = _estimates(mine - values[0], draws - drawn[0], how) if one is not first else []
        totals = {column: counts.sum(axis=1).tolist() for column, counts in one.counts.items()}
        made.append(
            [
                Row(
                    bin,
                    {column: total[place] for column, total in totals.items()},
                    dict(zip(names, shares[place :: len(one.bins)], strict=True)),
                    dict(zip(names, differences[place :: len(one.bins)], strict=False)),
                )
                for place, bin in enumerate(one.bins)
            ]
        )
    return made


def _shares(one: Breakdown) -> Addends:
    """Return all shares of all bins, taken apart: one share after the other, each bin by bin."""
    columns = list(one.counts)
    bins = len(one.bins)

    def score(sums: Floats) -> Floats:
        by_column = dict(zip(columns, sums.reshape(len(sums), len(columns), bins).transpose(1, 0, 2), strict=True))
        found = []
        for share in one.shares:
            above, below = (np.sum([by_column[name] for name in part], axis=0) for part in share[1:])
            found.append(ratio(np.stack([above.ravel(), below.ravel()], axis=1)).reshape(len(sums), bins))
        return np.concatenate(found, axis=1)

    return Addends(np.concatenate(list(one.counts.values())).astype(np.float64), score)


def _estimates(values: Floats, draws: Floats, how: Resampling) -> list[Estimate]:
    return [estimate(value, column, how.confidence) for value, column in zip(values.tolist(), draws.T, strict=True)]
