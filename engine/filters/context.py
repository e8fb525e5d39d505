"""What a filter is asked about: a study, the system that is looked at, and the user's own tags."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..metrics.base import Metric
from ..phenomena.recognisers import Recogniser, library
from ..runs import Runs, Since
from ..scoring import system_names
from ..study import Study
from ..treebank import Treebank
from .errors import FilterError
from .texts import Bools, Texts, Vocabulary

__all__ = ["ANY", "GOLD", "Context", "Explainer", "Progress", "Search", "Side", "Stopped"]

GOLD, ANY = "gold", "any"  #: names in front of a field that are not a system's

#: Told how many of how many sentences are done; says whether to go on.
Progress = Callable[[int, int], bool]


class Stopped(Exception):  # noqa: N818 - no error: somebody wanted it
    """A search that was told not to go on."""


class Explainer(Protocol):
    """Whoever knows what went wrong, such as :class:`~treelens.engine.errors.Errors`."""

    def fill(self, system: int, wanted: Progress, /) -> bool:
        """Explain all sentences of a system; say whether that was done, or whether *wanted* said to stop."""

    def mask(self, system: int, kind: str, /) -> Bools:
        """Return which sentences of a system have an error of a kind; of any kind if none is named."""


class Side(NamedTuple):
    """One treebank beside the sentences of the study: the number of each sentence's tree, -1 where there is none."""

    bank: Treebank
    numbers: NDArray[np.int64]

    def sentences(self, trees: Bools) -> Bools:
        """Return the sentences whose tree is among the marked ones."""
        found = np.zeros(len(self.numbers), dtype=np.bool_)
        there = self.numbers >= 0
        found[there] = trees[self.numbers[there]]
        return found


@dataclass
class Context:
    """A study and what else a filter may ask for. One is kept for each study; its system and tags may be changed.

    Scores, ``differ:`` and ``status:`` speak of the *system* unless they name another. *tags* are those of each
    sentence (from 0). *errors* is asked for what went wrong, *recogniser* for phenomena. *runs* are those before the
    files were written anew, and *since* says which of them ``changed:`` speaks of. *counted_parts* is what was counted
    of brackets of one kind.
    """

    study: Study
    system: int = 0
    tags: Mapping[int, Collection[str]] = field(default_factory=dict)
    errors: Explainer | None = None
    recogniser: Recogniser | None = None
    runs: Runs = field(default_factory=dict)
    since: Since = "before"
    counted_parts: dict[tuple[int, str], tuple[NDArray[np.float64], Bools]] = field(default_factory=dict, repr=False)
    _labels: dict[int, Vocabulary] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.study.gold)

    @property
    def rules(self) -> Recogniser:
        """What recognises phenomena: the rules that were given, or those for Penn-style trees."""
        return self.recogniser or library()

    @cached_property
    def texts(self) -> Texts:
        """The words of the gold sentences."""
        return Texts(self.study.gold)

    @cached_property
    def names(self) -> list[str]:
        """What the systems are called."""
        return system_names([bank.path for bank in self.study.systems])

    def earlier(self, system: int, metric: Metric) -> NDArray[np.float64] | None:
        """Return what a system scored in the run that is compared with; None if that is not known."""
        history = self.runs.get(self.study.systems[system].path)
        return history.since(self.since).scores.get(metric.name) if history is not None else None

    def labels(self, bank: Treebank) -> Vocabulary:
        """Return the labels of a treebank."""
        if id(bank) not in self._labels:
            column = bank.columns.label
            self._labels[id(bank)] = Vocabulary(column[column >= 0])
        return self._labels[id(bank)]

    def systems(self, owner: str | None, position: int) -> list[int]:
        """Return the systems that a name in front of a field speaks of."""
        if owner is None:
            return [self.system] if self.system < len(self.names) else []
        if owner in self.names:
            return [self.names.index(owner)]
        if owner == ANY:
            return list(range(len(self.names)))
        what = "gold has no scores" if owner == GOLD else f"no system is called {owner}"
        raise FilterError(f"{what}; there are {', '.join([*self.names, ANY])}", position)

    def sides(self, owner: str | None, position: int) -> list[Side]:
        """Return the trees that a name in front of a field speaks of; without one, all of them."""
        gold = self.gold_side()
        if owner == GOLD and GOLD not in self.names:
            return [gold]
        chosen = [self.side(system) for system in self.systems(owner or ANY, position)]
        return chosen if owner else [gold, *chosen]

    def gold_side(self) -> Side:
        """Return the gold trees."""
        return Side(self.study.gold, self.study.gold.best())

    def side(self, system: int) -> Side:
        """Return the trees of a system beside the gold sentences."""
        comparison = self.study.comparison(system)
        bank, partner = comparison.system, comparison.pairing.partner
        best = bank.best()
        numbers = np.full(len(partner), -1, dtype=np.int64)
        numbers[partner >= 0] = best[partner[partner >= 0]]
        return Side(bank, numbers)


@dataclass(frozen=True)
class Search:
    """A filter at work: what it is asked about, and whom to tell how far it is."""

    context: Context
    progress: Progress | None = None

    def step(self, done: int, total: int) -> None:
        """Tell how far a long search is; raise :class:`Stopped` if it is not wanted any more."""
        if self.progress is not None and not self.progress(done, total):
            raise Stopped
