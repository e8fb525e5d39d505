"""How systems stand under many measures: what a view of all of them shows, without their trees and their sentences.

A :class:`Summary` is what is kept of one system: a few hundred numbers. :class:`Standings` are those of all systems
that were scored by now. They come from systems scored one by one (:func:`of_result`), from comparisons that are open
anyway (:func:`of_comparison`), or from a table of scores (:func:`of_table`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from ..agreement import Scores
from ..agreement.distributions import Distribution, distribution
from ..metrics import METRICS, Metric, Tally, family_of
from ..scoring import Comparison
from .reading import Table
from .result import Result
from .systems import System
from .writing import score_of_tally

__all__ = ["SIZES", "Standings", "Summary", "of_comparison", "of_result", "of_table"]

Floats = NDArray[np.float64]

SIZES = 60  #: up to which size of fragments F1 is kept


@dataclass(frozen=True)
class Summary:
    """One system: its scores by measure, shares in percent; what is undefined is left out.

    ``spreads`` tell how the scores of its sentences are distributed, ``sizes`` have F1 by size of fragments, beginning
    with 1, NaN where there is none.
    """

    macro: Mapping[str, float] = field(default_factory=dict)
    micro: Mapping[str, float] = field(default_factory=dict)
    spreads: Mapping[str, Distribution] = field(default_factory=dict)
    sizes: tuple[float, ...] = ()

    def score(self, metric: str, average: str) -> float:
        """Return a score by an average, or by the only one that a measure has."""
        return float(getattr(self, average).get(metric, np.nan))


@dataclass(frozen=True)
class Standings:
    """Systems under measures, as far as they are known.

    >>> known = Summary({"f1": 80.0, "exact": 20.0}), Summary({"f1": 90.0})
    >>> found = Standings((System("", "a"), System("", "b"), System("", "c")), dict(enumerate(known)))
    >>> found.metrics, found.scores().column("f1").tolist()
    (('f1', 'exact'), [80.0, 90.0, nan])
    """

    systems: tuple[System, ...] = ()
    rows: Mapping[int, Summary] = field(default_factory=dict)

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """All measures under which some system has a score, in the order of the registry, unknown ones last."""
        found = dict.fromkeys(name for row in self.rows.values() for name in row.macro)
        return tuple([name for name in METRICS if name in found] + [name for name in found if name not in METRICS])

    @property
    def names(self) -> list[str]:
        """What the systems are called."""
        return [system.name for system in self.systems]

    @property
    def has_micro(self) -> bool:
        """Whether anything is known beside means over sentences."""
        return any(row.micro for row in self.rows.values())

    def scores(self, metrics: Sequence[str] = (), average: str = "macro") -> Scores:
        """Return the scores of all systems, NaN where one is not known, under these measures or under all."""
        chosen = tuple(metrics) or self.metrics
        nothing = Summary()
        rows = [getattr(self.rows.get(place, nothing), average) for place in range(len(self.systems))]
        values = [list(map(row.get, chosen, repeat(np.nan))) for row in rows]
        shape = len(rows), len(chosen)
        return Scores(chosen, tuple(self.names), np.array(values, dtype=np.float64).reshape(shape))

    def families(self) -> dict[str, list[int]]:
        """Return by family the systems that have a parameter, in its order.

        Where systems of a family have the same parameter, they differ in something else: a family is then taken apart
        by what else the table says of them.

        >>> systems = System("", "a", "x", 2.0), System("", "b", "x", 1.0), System("", "c")
        >>> Standings(systems).families()
        {'x': [1, 0]}
        >>> own, gold = {"n": "1", "tags": "own"}, {"n": "1", "tags": "gold"}
        >>> Standings((System("", "a", "x", 1.0, own), System("", "b", "x", 1.0, gold))).families()
        {'x tags own': [0], 'x tags gold': [1]}
        """
        found: dict[str, list[int]] = {}
        for place, system in enumerate(self.systems):
            if system.parameter is not None and np.isfinite(system.parameter):
                found.setdefault(system.family, []).append(place)
        apart: dict[str, list[int]] = {}
        for name, places in found.items():
            for place in sorted(places, key=self._parameter):
                apart.setdefault(f"{name} {self._setting(place, places)}".strip(), []).append(place)
        return apart

    def _setting(self, place: int, places: Sequence[int]) -> str:
        """Return what tells a system from those of its family with the same parameter; nothing if there are none."""
        if len({self._parameter(one) for one in places}) == len(places):
            return ""
        others = [self.systems[one] for one in places]
        columns = [
            column
            for column in self.systems[place].more
            if len({one.more.get(column) for one in others}) > 1
            and any(one.more.get(column) != f"{one.parameter:g}" for one in others)
        ]
        return ", ".join(f"{column} {self.systems[place].more[column]}" for column in columns)

    def _parameter(self, place: int) -> float:
        return self.systems[place].parameter or 0.0

    def with_rows(self, more: Mapping[int, Summary]) -> Standings:
        """Return the same with more systems known, or some known better."""
        return replace(self, rows={**self.rows, **more})


def of_result(result: Result, metrics: Iterable[Metric]) -> Summary:
    """Sum up a system that was scored."""
    return _summary(metrics, result.tallies, result.scores)


def of_comparison(comparison: Comparison) -> Summary:
    """Sum up a system under all measures that are counted of it by now."""
    counted = [metric for metric in METRICS.values() if family_of(metric).name in comparison.counted]
    scores = {metric.name: comparison.scores(metric) for metric in counted}
    tallies = {metric.name: comparison.tally(metric, scores[metric.name]) for metric in counted}
    return _summary(counted, tallies, scores)


def of_table(table: Table) -> Standings:
    """Return what a table of scores tells; of sentences their distributions, too."""
    scores, systems = table.over_systems(), tuple(table.systems)
    rows = {}
    for place, system in enumerate(systems):
        macro = {name: float(value) for name, value in zip(scores.metrics, scores.values[place], strict=True)}
        spreads = _spreads(table, table.rows[system.name], scores.metrics) if table.by_sentence else {}
        rows[place] = Summary({name: value for name, value in macro.items() if not np.isnan(value)}, spreads=spreads)
    return Standings(systems, rows)


def _spreads(table: Table, rows: list[int], metrics: Iterable[str]) -> dict[str, Distribution]:
    exact = table.over_systems().with_perfect_value
    found = {name: distribution(table.scores[name][rows], is_share=name in exact) for name in metrics}
    return {name: one for name, one in found.items() if one is not None}


def _summary(metrics: Iterable[Metric], tallies: Mapping[str, Tally], scores: Mapping[str, Floats]) -> Summary:
    macro: dict[str, float] = {}
    micro: dict[str, float] = {}
    spreads: dict[str, Distribution] = {}
    sizes: tuple[float, ...] = ()
    for metric in metrics:
        tally, scale = tallies[metric.name], 100.0 if metric.is_share else 1.0
        for found, average in ((macro, "macro"), (micro, "micro")):
            value = score_of_tally(tally, metric, average)
            if value is not None and not np.isnan(value):
                found[metric.name] = value
        spread = distribution(scale * scores[metric.name], is_share=metric.is_share and metric.larger_is_better)
        if spread is not None:
            spreads[metric.name] = spread
        if tally.sizes and len(tally.sizes) > len(sizes):
            sizes = tuple(np.nan if one.f1 is None else 100.0 * one.f1 for one in tally.sizes[:SIZES])
    return Summary(macro, micro, spreads, sizes)
