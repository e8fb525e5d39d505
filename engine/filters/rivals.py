"""Conditions on several systems: which of them have a sentence right, and which is better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..agreement.rivals import advantage, shared_out
from ..metrics.base import Metric
from ..metrics.registry import METRICS
from .context import ANY, Context
from .errors import FilterError
from .terms import Condition
from .texts import Bools
from .wording import as_value

__all__ = ["ALL", "Better", "OnlyRight", "Right"]

ALL = "all"  #: in place of a system's name


@dataclass(frozen=True)
class _OfSystems(Condition):
    """What these conditions have in common: the systems they name, and the measure, if not the usual one."""

    who: str
    metric: Metric | None = None

    def _written(self, field: str) -> str:
        return f"{field}:{as_value(f'{self.who},{self.metric.name}' if self.metric else self.who)}"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measure that is asked for: by itself, labelled brackets."""
        return (self.metric or METRICS["e-dice"],)

    def _right(self, context: Context) -> Bools:
        """Return which sentences each system has right, a row for each."""
        metric = self.metrics[0]
        systems = range(len(context.names))
        return np.array([metric.is_perfect(context.study.scores(system, metric)) for system in systems])


@dataclass(frozen=True)
class Right(_OfSystems):
    """A system has the sentence right, or wrong; so have all of them, or any. One without a score has neither."""

    wanted: bool = True

    def __str__(self) -> str:
        return self._written("right" if self.wanted else "wrong")

    def holds(self, context: Context) -> Bools:
        """Compare scores with the best there is."""
        every = self.who == ALL and ALL not in context.names
        systems = context.systems(ANY if every else self.who or None, self.position)
        metric = self.metrics[0]
        found = np.full(len(context), every and bool(systems))
        for system in systems:
            scores = context.study.scores(system, metric)
            so = ~np.isnan(scores) & (metric.is_perfect(scores) == self.wanted)
            found = found & so if every else found | so
        return found


@dataclass(frozen=True)
class OnlyRight(_OfSystems):
    """A system has the sentence right, and no other has."""

    def __str__(self) -> str:
        return self._written("only")

    def holds(self, context: Context) -> Bools:
        """Compare the scores of all systems with the best there is."""
        only = shared_out(self._right(context)).only
        found = np.zeros(len(context), dtype=np.bool_)
        for system in context.systems(self.who or None, self.position):
            found |= only[system]
        return found


@dataclass(frozen=True)
class Better(_OfSystems):
    """A system has a better score than another: ``first>second``."""

    def __str__(self) -> str:
        return self._written("better")

    def holds(self, context: Context) -> Bools:
        """Compare the scores of the two."""
        metric = self.metrics[0]
        one, other = (context.study.scores(self._named(context, name), metric) for name in self.who.split(">"))
        found: Bools = advantage(one, other, larger_is_better=metric.larger_is_better) > 0
        return found

    def _named(self, context: Context, name: str) -> int:
        system, *others = context.systems(name, self.position)
        if others:
            raise FilterError("better: compares two systems by their names", self.position)
        return system
