"""Conditions on what two profiles differ in: what is parsed, what is alike, how ambiguous it is, what it uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..metrics import packard, semantics
from ..profiles import ambiguity, has_meanings, parsed, same_meaning, same_tree, uses_differ
from .context import GOLD, Context, Search
from .errors import FilterError
from .terms import Condition
from .texts import Bools
from .wording import Wording

__all__ = ["SIDES", "SORTS", "WAYS", "Alike", "Ambiguous", "Parsed", "UsesDiffer"]

SIDES = (GOLD, "system")  #: what may have a parse
SORTS = ("tree", "meaning")  #: what may be alike
WAYS = ("up", "down")  #: how ambiguity may change

_ALIKE = {"tree": (packard.FAMILY, same_tree), "meaning": (semantics.FAMILY, same_meaning)}
_STEP = 50  #: sentences between two reports of a long search


@dataclass(frozen=True)
class Parsed(Condition):
    """Gold, or a system, has a parse of the sentence."""

    side: str

    def __str__(self) -> str:
        return f"{self.prefix}parsed:{self.side}"

    def holds(self, context: Context) -> Bools:
        """Look for a tree on that side."""
        found = np.zeros(len(context), dtype=np.bool_)
        for system in self._of_systems(context):
            found |= parsed(context.study.comparison(system))[SIDES.index(self.side)]
        return found


@dataclass(frozen=True)
class Alike(Condition):
    """The first analyses are the same tree or have the same meaning; or another one, where that can be judged."""

    slow: ClassVar[bool] = True

    sort: str
    same: bool = True

    def __str__(self) -> str:
        return f"{self.prefix}{'same' if self.same else 'other'}:{self.sort}"

    def find(self, search: Search, among: Bools) -> Bools:
        """Compare all trees or meanings of the systems, unless that is done."""
        family, judge = _ALIKE[self.sort]
        found = np.zeros(len(among), dtype=np.bool_)
        study = search.context.study
        comparisons = [study.comparison(system) for system in self._of_systems(search.context)]
        if self.sort == "meaning" and not any(map(has_meanings, comparisons)):
            raise FilterError("there are no meanings to compare: they are in profiles, on both sides", self.position)
        for comparison in comparisons:
            for done in comparison.counting(family, study.cache):
                search.step(done, len(among))
            found |= judge(comparison) == int(self.same)
        return among & found


@dataclass(frozen=True)
class Ambiguous(Condition):
    """A system has more readings of the sentence than gold, or fewer."""

    way: str

    def __str__(self) -> str:
        return f"{self.prefix}ambiguity:{self.way}"

    def holds(self, context: Context) -> Bools:
        """Compare the numbers of readings."""
        found = np.zeros(len(context), dtype=np.bool_)
        for system in self._of_systems(context):
            changed = ambiguity(context.study.comparison(system))
            found[[one.sentence for one in changed if (one.system > one.gold) == (self.way == "up")]] = True
        return found


@dataclass(frozen=True)
class UsesDiffer(Condition):
    """A system uses a rule, a lexical entry or a lexical type more or less often than gold, where both have a parse."""

    slow: ClassVar[bool] = True

    wording: Wording

    def __str__(self) -> str:
        return f"{self.prefix}use:{self.wording}"

    def find(self, search: Search, among: Bools) -> Bools:
        """Count in the trees of one sentence after the other."""
        found = np.zeros(len(among), dtype=np.bool_)
        for system in self._of_systems(search.context):
            comparison = search.context.study.comparison(system)
            sentences = np.flatnonzero(among & np.logical_and(*parsed(comparison))).tolist()
            for done, sentence in enumerate(sentences):
                if done % _STEP == 0:
                    search.step(done, len(sentences))
                found[sentence] |= uses_differ(comparison, sentence, self.wording.accepts)
        return found
