"""Conditions on the words of a sentence, its place, its tags, and how systems did on it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ..metrics.base import Metric
from ..metrics.registry import METRICS
from ..scoring import STATUS_NAMES
from .context import Context, Search, Stopped
from .errors import FilterError
from .ranges import Range
from .texts import Bools
from .wording import Wording, quoted

__all__ = ["Condition", "Differs", "HasError", "HasStatus", "HasTag", "HasWords", "Length", "OwnId", "Place", "Score"]

_PLAIN_OWNER = re.compile(r'[^\s()":/-][^\s()":]*')


@dataclass(frozen=True)
class Condition:
    """What simple conditions have in common: the name in front of the field, and where they stand in the filter."""

    slow: ClassVar[bool] = False

    owner: str | None = field(default=None, kw_only=True)
    position: int = field(default=0, kw_only=True, compare=False)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measures whose scores are asked for: none."""
        return ()

    @property
    def prefix(self) -> str:
        """The name in front of the field and its dot, as it is written."""
        if self.owner is None:
            return ""
        plain = _PLAIN_OWNER.fullmatch(self.owner)
        return f"{self.owner if plain else quoted(self.owner)}."

    def find(self, search: Search, among: Bools) -> Bools:
        """Return which of the sentences *among* all fulfil the condition."""
        return among & self.holds(search.context)

    def holds(self, context: Context) -> Bools:
        """Return which sentences of all fulfil the condition."""
        raise NotImplementedError

    def _of_systems(self, context: Context) -> Iterable[int]:
        return context.systems(self.owner, self.position)


@dataclass(frozen=True)
class HasWords(Condition):
    """The sentence contains a word, or the words of a phrase one after the other."""

    wording: Wording

    def __str__(self) -> str:
        return str(self.wording)

    def holds(self, context: Context) -> Bools:
        """Look the words up in the row of all words."""
        literal = self.wording.literal
        parts = self.wording.text.split() if literal else [self.wording.text]
        return context.texts.having([Wording(part, literal).accepts for part in parts])


@dataclass(frozen=True)
class Length(Condition):
    """The sentence has so many words, punctuation included."""

    range: Range

    def __str__(self) -> str:
        return f"len:{self.range}"

    def holds(self, context: Context) -> Bools:
        """Compare the lengths of the sentences."""
        return self.range.holds(context.texts.lengths.astype(np.float64))


@dataclass(frozen=True)
class Place(Condition):
    """The sentence stands at a place of the gold file, counted from 1."""

    range: Range

    def __str__(self) -> str:
        return f"id:{self.range}"

    def holds(self, context: Context) -> Bools:
        """Compare the places."""
        return self.range.holds(np.arange(1.0, len(context) + 1))


@dataclass(frozen=True)
class OwnId(Condition):
    """The sentence has this id in the gold file."""

    wording: Wording

    def __str__(self) -> str:
        return f"id:{self.wording}"

    def holds(self, context: Context) -> Bools:
        """Compare the ids, if there are any."""
        gold, accepts = context.study.gold, self.wording.accepts
        found = np.zeros(len(gold), dtype=np.bool_)
        if gold.ids is not None:
            found[[number for number in range(len(gold)) if accepts(gold.sentence_id(number) or "")]] = True
        return found


@dataclass(frozen=True)
class HasTag(Condition):
    """The user gave the sentence this tag."""

    wording: Wording

    def __str__(self) -> str:
        return f"tag:{self.wording}"

    def holds(self, context: Context) -> Bools:
        """Look through the tags that were given."""
        found = np.zeros(len(context), dtype=np.bool_)
        accepts = self.wording.accepts
        found[[sentence for sentence, tags in context.tags.items() if any(map(accepts, tags))]] = True
        return found


@dataclass(frozen=True)
class HasError(Condition):
    """A system made an error of this kind, or of any if none is named; all its errors are explained to find out."""

    slow: ClassVar[bool] = True

    wording: Wording

    def __str__(self) -> str:
        return f"{self.prefix}error:{self.wording}"

    def find(self, search: Search, among: Bools) -> Bools:
        """Ask whoever explains errors, one system after the other."""
        errors = search.context.errors
        if errors is None:
            raise FilterError("error: is not available here", self.position)
        found = np.zeros(len(among), dtype=np.bool_)
        for system in self._of_systems(search.context):
            if not errors.fill(system, search.progress or _always):
                raise Stopped
            found |= errors.mask(system, self.wording.text)
        return among & found


def _always(done: int, total: int) -> bool:
    return True


@dataclass(frozen=True)
class HasStatus(Condition):
    """A system's tree could be compared with gold, or not."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.prefix}status:{'|'.join(self.names)}"

    def holds(self, context: Context) -> Bools:
        """Compare the outcome of each comparison."""
        numbers = [STATUS_NAMES.index(name) for name in self.names]
        found = np.zeros(len(context), dtype=np.bool_)
        for system in self._of_systems(context):
            found |= np.isin(context.study.comparison(system).status, numbers)
        return found


@dataclass(frozen=True)
class Score(Condition):
    """A system's score lies in a range; scores that are not known (yet) lie in none."""

    metric: Metric
    range: Range

    def __str__(self) -> str:
        return f"{self.prefix}{self.metric.name}:{self.range}"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measure that is asked for."""
        return (self.metric,)

    def holds(self, context: Context) -> Bools:
        """Compare the scores, shares in percent."""
        scale = 100 if self.metric.is_share else 1
        found = np.zeros(len(context), dtype=np.bool_)
        for system in self._of_systems(context):
            found |= self.range.holds(scale * context.study.scores(system, self.metric))
        return found


@dataclass(frozen=True)
class Differs(Condition):
    """A system's tree differs from gold in what a measure looks at; by itself, in labelled brackets."""

    metric: Metric | None = None

    def __str__(self) -> str:
        return f"{self.prefix}differ:{self.metric.name if self.metric else ''}"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measure that is asked for."""
        return (self.metric or METRICS["e-cost"],)

    def holds(self, context: Context) -> Bools:
        """Return where there is a score, but not the best there is."""
        metric = self.metrics[0]
        found = np.zeros(len(context), dtype=np.bool_)
        for system in self._of_systems(context):
            scores = context.study.scores(system, metric)
            found |= ~np.isnan(scores) & ~metric.is_perfect(scores)
        return found
