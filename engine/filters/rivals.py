"""Conditions on several systems: which of them have a sentence right, and which is better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..agreement.rivals import advantage, shared_out
from ..metrics.base import Metric
from ..metrics.registry import METRICS
from .context import ANY, Context
from .errors import FilterError
from .parts import Part
from .terms import Condition
from .texts import Bools
from .wording import as_value

__all__ = ["ALL", "Better", "OnlyRight", "Right"]

ALL = "all"  #: in place of a system's name


@dataclass(frozen=True)
class _OfSystems(Condition):
    """What these conditions have in common: the systems they name, and the measure, if not the usual one.

    In place of a measure there may be brackets or words of one kind: then who has these right is asked.
    """

    who: str
    metric: Metric | Part | None = None

    @property
    def slow(self) -> bool:  # type: ignore[override]  # of most conditions it is the same for all of a kind
        """Whether brackets have to be looked at one by one."""
        return isinstance(self.metric, Part)

    def _written(self, field: str) -> str:
        by = self.metric.name if isinstance(self.metric, Metric) else self.metric
        return f"{field}:{as_value(f'{self.who},{by}' if by else self.who)}"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measure that is asked for: by itself, labelled brackets."""
        return () if isinstance(self.metric, Part) else (self.metric or METRICS["e-dice"],)

    def _judged(self, context: Context, system: int) -> tuple[Bools, Bools]:
        """Return which sentences a system has right, and which it has right or wrong."""
        if isinstance(self.metric, Part):
            mistakes, there = self.metric.mistakes(context, system)
            return there & (mistakes == 0), there
        (metric,) = self.metrics
        scores = context.study.scores(system, metric)
        return metric.is_perfect(scores), ~np.isnan(scores)


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
        found = np.full(len(context), every and bool(systems))
        for system in systems:
            right, known = self._judged(context, system)
            so = known & (right == self.wanted)
            found = found & so if every else found | so
        return found


@dataclass(frozen=True)
class OnlyRight(_OfSystems):
    """A system has the sentence right, and no other has."""

    def __str__(self) -> str:
        return self._written("only")

    def holds(self, context: Context) -> Bools:
        """Compare the scores of all systems with the best there is."""
        systems = range(len(context.names))
        only = shared_out(np.array([self._judged(context, system)[0] for system in systems])).only
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
        systems = [self._named(context, name) for name in self.who.split(">")]
        if isinstance(self.metric, Part):
            one, other = (self.metric.mistakes(context, system)[0] for system in systems)
        else:
            one, other = (context.study.scores(system, self.metrics[0]) for system in systems)
        better = not isinstance(self.metric, Part) and self.metrics[0].larger_is_better
        found: Bools = advantage(one, other, larger_is_better=better) > 0
        return found

    def _named(self, context: Context, name: str) -> int:
        system, *others = context.systems(name, self.position)
        if others:
            raise FilterError("better: compares two systems by their names", self.position)
        return system
