"""Systems under measures: the table that questions of agreement are put to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..metrics import METRICS

__all__ = ["PERFECT", "Floats", "Scores"]

Floats = NDArray[np.float64]

PERFECT = 100.0  #: what a perfect system scores under a measure that has a perfect value: shares are in percent
_DIGITS = 10  #: after the point; what differs behind that is noise of the last bits


@dataclass(frozen=True)
class Scores:
    """One row a system, one column a measure; shares in percent, counts as they are, NaN where there is no score.

    >>> table = Scores.of({"a": {"f1": 80.0, "crossing": 3.0}, "b": {"f1": None, "crossing": 2.0}})
    >>> table.metrics, table.systems, table.column("f1").tolist()
    (('f1', 'crossing'), ('a', 'b'), [80.0, nan])
    >>> table.with_perfect_value, table.larger_is_better("crossing")
    (('f1',), False)
    """

    metrics: tuple[str, ...]
    systems: tuple[str, ...]
    values: Floats

    @classmethod
    def of(cls, rows: Mapping[str, Mapping[str, float | None]], metrics: Sequence[str] = ()) -> Scores:
        """Make a table of scores by system and measure; of *metrics*, or of all that the rows name, as they come."""
        names = tuple(metrics) or tuple(dict.fromkeys(name for row in rows.values() for name in row))
        cells = [[row.get(name) for name in names] for row in rows.values()]
        return cls(names, tuple(rows), np.array(cells, dtype=np.float64).reshape(len(rows), len(names)))

    def column(self, metric: str) -> Floats:
        """Return the scores of all systems under a measure, without noise in the last bits."""
        column: Floats = np.round(self.values[:, self.metrics.index(metric)], _DIGITS)
        return column

    @cached_property
    def with_perfect_value(self) -> tuple[str, ...]:
        """The measures that have a perfect value, which error rates need.

        The registry says so of the measures it knows; others are taken for shares if all their scores could be.
        """
        return tuple(name for name in self.metrics if self._has_perfect_value(name))

    def _has_perfect_value(self, metric: str) -> bool:
        if metric in METRICS:
            return METRICS[metric].perfect is not None
        known = self.column(metric)[~np.isnan(self.column(metric))]
        return bool(np.all((known >= 0) & (known <= PERFECT)))

    def larger_is_better(self, metric: str) -> bool:
        """Say whether a larger score is a better one; of measures that nobody knows it is assumed."""
        return metric not in METRICS or METRICS[metric].larger_is_better
