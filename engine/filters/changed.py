"""A condition on two runs of a parser: what became of the sentence when its file was written anew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..agreement.changes import changes
from ..metrics.base import Metric
from ..metrics.registry import METRICS
from .context import Context
from .errors import FilterError
from .terms import Condition
from .texts import Bools

__all__ = ["CHANGES", "Changed"]

#: What may become of a sentence: its score changes, or it has one only now, or none any more.
CHANGES = ("better", "worse", "new", "gone")


@dataclass(frozen=True)
class Changed(Condition):
    """The score of a sentence is another than in the run before; *kind* says in which way, empty: in any."""

    kind: str = ""
    metric: Metric | None = None

    def __str__(self) -> str:
        by = f",{self.metric.name}" if self.metric else ""
        return f"{self.prefix}changed:{self.kind}{by}"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measure that is asked for: by itself, labelled brackets."""
        return (self.metric or METRICS["f1"],)

    def holds(self, context: Context) -> Bools:
        """Compare the scores of both runs."""
        if not context.runs:
            raise FilterError("no file was written anew since it was opened: there is no run before", self.position)
        metric = self.metrics[0]
        found = np.zeros(len(context), dtype=np.bool_)
        for system in self._of_systems(context):
            then = context.earlier(system, metric)
            if then is not None:
                now = context.study.scores(system, metric)
                became = changes(then, now, larger_is_better=metric.larger_is_better)
                for kind in [self.kind] if self.kind else CHANGES:
                    found[getattr(became, kind)] = True
        return found
