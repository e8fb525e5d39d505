"""All that a report tells of, found out when a section first asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from treelens.engine.agreement import Agreement, Scores, agreement, ranks
from treelens.engine.agreement.significance import USUAL, Resampling, adjusted
from treelens.engine.breakdowns import Breakdown, Row, break_down, rows
from treelens.engine.contests import Contest, Scored, contests, pairs_of, scored
from treelens.engine.metrics import Metric
from treelens.engine.metrics.base import AVERAGES
from treelens.engine.scoring import Comparison
from treelens.engine.sweep import result_of, score_of
from treelens.engine.telling import Telling, telling

from ..document import Document
from ..figures import batch

__all__ = ["Findings", "Wish"]

_DRAWN = 8  #: systems that can be told apart in a plot


@dataclass(frozen=True)
class Wish:
    """What is wanted of a report."""

    metrics: tuple[Metric, ...]  #: the first one decides which system is best
    how: Resampling = USUAL
    baseline: int | None = None  #: the system that others are compared with; None: the best one
    top: int = 3  #: telling sentences of each sort
    title: str = ""
    date: str = ""
    among: int = 0  #: of how many systems those of the report are the best, if there were more


class Findings:
    """Files that were opened together, and what is found out about them."""

    def __init__(self, document: Document, wish: Wish) -> None:
        self.document, self.wish = document, wish
        self.names = document.names

    @cached_property
    def compared(self) -> list[Comparison]:
        """The systems against gold."""
        return [self.document.study.comparison(system) for system in range(len(self.names))]

    def count(self, metrics: Sequence[Metric]) -> None:
        """Count these measures and those of the report of all sentences, and wait for them."""
        batch.count(self.document, [*self.wish.metrics, *metrics])

    @property
    def chief(self) -> Metric:
        """The measure that decides which system is best."""
        return self.wish.metrics[0]

    def average(self, metric: Metric) -> str:
        """Return how a metric is averaged: shares over the corpus, counts by sentence, if they can be."""
        can, wanted = self.compared[0].averages(metric), AVERAGES[0 if metric.is_share else 1]
        return wanted if wanted in can else can[0]

    def _by_average(self) -> list[tuple[str, list[Metric]]]:
        found: dict[str, list[Metric]] = {}
        for metric in self.wish.metrics:
            found.setdefault(self.average(metric), []).append(metric)
        return list(found.items())

    @cached_property
    def scored(self) -> dict[tuple[str, int], Scored]:
        """Every system under every measure, by the measure's name and the system."""
        made = [
            one
            for average, metrics in self._by_average()
            for one in scored(self.compared, metrics, average, self.wish.how)
        ]
        return {(one.metric.name, one.system): one for one in made}

    @cached_property
    def table(self) -> Scores:
        """All scores: shares in percent."""
        rows = {
            name: {
                metric.name: (100.0 if metric.is_share else 1.0) * self.scored[metric.name, system].estimate.value
                for metric in self.wish.metrics
            }
            for system, name in enumerate(self.names)
        }
        return Scores.of(rows)

    def ranks(self, metric: Metric) -> list[float]:
        """Return the ranks of all systems under a measure, the best one's 1; NaN without a score."""
        found: list[float] = ranks(self.table.column(metric.name), larger_is_better=metric.larger_is_better).tolist()
        return found

    @cached_property
    def order(self) -> list[int]:
        """The systems, the best one first; those without a score last."""
        return [int(place) for place in np.argsort(self.ranks(self.chief), kind="stable")]

    @property
    def drawn(self) -> list[int]:
        """The systems that plots show: the best ones, if there are many."""
        return self.order[:_DRAWN]

    @property
    def only_drawn(self) -> str:
        """What is to be said of plots that do not show all systems; otherwise nothing."""
        return f", of the best {_DRAWN} systems" if len(self.order) > _DRAWN else ""

    @property
    def reference(self) -> int:
        """The system that others are compared with."""
        return self.order[0] if self.wish.baseline is None else self.wish.baseline

    @cached_property
    def contests(self) -> list[Contest]:
        """All systems against the reference under all measures; p-values are corrected for all of these together."""
        pairs = pairs_of(len(self.names), self.reference)
        made = [
            one
            for average, metrics in self._by_average()
            for one in contests(self.compared, metrics, average, pairs, self.wish.how, "none")
        ]
        bootstrap = adjusted([one.result.paired_bootstrap for one in made])
        randomisation = adjusted([one.result.randomisation for one in made])
        return [
            replace(one, adjusted_bootstrap=first, adjusted_randomisation=second)
            for one, first, second in zip(made, bootstrap, randomisation, strict=True)
        ]

    @cached_property
    def agreement(self) -> Agreement | None:
        """How measures agree over systems, by means over sentences; None if there are too few of them."""
        metrics = self.wish.metrics
        if len(self.names) < 3 or len(metrics) < 2:
            return None
        results = [result_of(name, one, metrics) for name, one in zip(self.names, self.compared, strict=True)]
        return agreement(Scores.of({one.name: {m.name: score_of(one, m) for m in metrics} for one in results}))

    @cached_property
    def comparable(self) -> list[int]:
        """The systems of which some sentence could be compared, bracket by bracket."""
        return [system for system, one in enumerate(self.compared) if one.compared.any()]

    def breakdown(self, by: str) -> tuple[Breakdown, Sequence[Sequence[Row]]]:
        """Return scores of the comparable systems by something: what was counted, and the rows of each system."""
        broken = break_down([self.compared[system] for system in self.comparable], by)
        return broken[0], rows(broken, self.wish.how)

    @cached_property
    def telling(self) -> list[Telling]:
        """The sentences worth looking at."""
        return telling(self.compared, self.wish.top)
