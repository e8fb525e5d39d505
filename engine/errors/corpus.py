"""The errors of systems against gold: explained where somebody asks, kept, counted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..align.words import same_words
from ..scoring import Comparison
from ..treebank import Treebank
from .explain import Explanation, Findings, explain_pairs
from .kinds import Style, fitting_style, kinds_named, style
from .search import BUDGET
from .totals import Totals, totals_of

__all__ = ["Errors", "errors_of", "findings", "style_of"]

_PART = 128  # sentences that are explained in one go


def style_of(gold: Treebank, name: str | None = None) -> Style:
    """Return the style of that name or file, or the one that knows most labels of a prepared gold treebank."""
    if name is not None:
        return style(name)
    column = gold.columns.label
    numbers, counts = np.unique(column[column >= 0], return_counts=True)
    return fitting_style({symbols.text(n): c for n, c in zip(numbers.tolist(), counts.tolist(), strict=True)})


def errors_of(comparison: Comparison, sentence: int, style: Style | None = None) -> Explanation | None:
    """Explain the errors of one sentence (its place in the gold file); None if it cannot be compared."""
    return next(_explained(comparison, [sentence], style or style_of(comparison.gold.bank), BUDGET))[1]


def _explained(
    comparison: Comparison, sentences: Sequence[int], style: Style, budget: int
) -> Iterator[tuple[int, Explanation | None]]:
    """Yield an explanation of each sentence, None where there is nothing to compare."""
    partner, compared = comparison.pairing.partner, comparison.compared
    there = [place for place in sentences if compared[place] and partner[place] >= 0]
    gold = comparison.gold.some(comparison.gold.original.best()[there])
    test = comparison.test.some(comparison.system.best()[partner[there]])
    pairs = np.repeat(np.arange(len(there)), 2).reshape(-1, 2)
    found = dict(zip(there, explain_pairs(gold, test, pairs, style, budget), strict=True))
    for place in sentences:
        yield place, found.get(place)


def findings(
    comparison: Comparison, sentences: Sequence[int], style: Style, budget: int = BUDGET
) -> dict[int, Findings | None]:
    """Explain some sentences for another process: by sentence what was found, None where nothing can be compared."""
    explained = _explained(comparison, sentences, style, budget)
    return {place: one.findings if one is not None else None for place, one in explained}


class Errors:
    """What went wrong, for several systems: each sentence is explained once, when first asked for.

    *comparison* returns the comparison of a system by its number, as ``Study.comparison`` does. All methods may be
    called from several threads. ``mask`` is what a filter asks for as ``Context.errors``.
    """

    def __init__(
        self,
        comparison: Callable[[int], Comparison],
        style: str | None = None,
        budget: int = BUDGET,
    ) -> None:
        self.comparison = comparison
        self.budget = budget
        self._name = style
        self._style: Style | None = None
        self._lock = threading.Lock()
        self._found: dict[int, dict[int, Explanation | None]] = {}
        self._totals: dict[int, Totals] = {}

    @property
    def style(self) -> Style:
        """The style of labels: the one that was asked for, or the one that fits gold."""
        if self._style is None:
            self._style = style_of(self.comparison(0).gold.bank, self._name)
        return self._style

    def beside(self, comparison: Callable[[int], Comparison]) -> Errors:
        """Return the same for other systems and the same gold, whose labels are not looked through again."""
        made = Errors(comparison, self._name, self.budget)
        made._style = self._style
        return made

    def of(self, system: int, sentence: int) -> Explanation | None:
        """Explain one sentence; None if it cannot be compared."""
        known = self._of_system(system)
        if sentence not in known:
            self._explain(system, [sentence])
        return known[sentence]

    def is_known(self, system: int, sentence: int) -> bool:
        """Say whether a sentence is explained already."""
        return sentence in self._of_system(system)

    def of_tree(self, system: int, sentence: int, number: int) -> Explanation | None:
        """Explain one sentence as another tree of the system has it; None if its words are others. It is not kept."""
        comparison = self.comparison(system)
        gold = comparison.gold.some([int(comparison.gold.original.best()[sentence])])
        test = comparison.test.some([number])
        trees = gold.bank.tree(0), test.bank.tree(0)
        if not all(map(len, trees)) or not same_words(*trees, gold.preparation):
            return None
        return next(explain_pairs(gold, test, np.array([[0, 0]]), self.style, self.budget))

    def fill(self, system: int, wanted: Callable[[int, int], bool] = lambda done, total: True) -> bool:
        """Explain all sentences of a system; *wanted* hears how far it is and says whether to go on."""
        known = self._of_system(system)
        total = len(self.comparison(system).status)
        missing = [place for place in range(total) if place not in known]
        for begin in range(0, len(missing), _PART):
            if not wanted(total - len(missing) + begin, total):
                return False
            self._explain(system, missing[begin : begin + _PART])
        return True

    def take(self, system: int, found: Mapping[int, Findings | None]) -> None:
        """Take over what was found elsewhere about sentences of a system."""
        comparison = self.comparison(system)
        places = [place for place, one in found.items() if one is not None]
        gold = comparison.gold.some(comparison.gold.original.best()[places]).bank
        test = comparison.test.some(comparison.system.best()[comparison.pairing.partner[places]]).bank
        explained: dict[int, Explanation | None] = dict.fromkeys(found)
        for at, place in enumerate(places):
            one = found[place]
            explained[place] = None if one is None else Explanation(gold.tree(at), test.tree(at), *one)
        known = self._of_system(system)
        with self._lock:
            known.update(explained)

    def all(self, system: int) -> list[Explanation | None]:
        """Return the explanations of all sentences of a system."""
        self.fill(system)
        known = self._of_system(system)
        return [known[place] for place in range(len(known))]

    def totals(self, system: int) -> Totals:
        """Return the errors of a system, counted."""
        if system not in self._totals:
            explained = ((place, one) for place, one in enumerate(self.all(system)) if one is not None)
            self._totals[system] = totals_of(explained)
        return self._totals[system]

    def mask(self, system: int, kind: str) -> NDArray[np.bool_]:
        """Return which sentences of a system have an error of a kind, named by words that begin as its own do.

        No name asks for sentences with any error; a name that fits no kind finds none.
        """
        kinds = set(kinds_named(kind))
        return np.array(
            [
                one is not None and any(not kind.strip() or repair.kind in kinds for repair in one.repairs)
                for one in self.all(system)
            ],
            dtype=np.bool_,
        )

    def _of_system(self, system: int) -> dict[int, Explanation | None]:
        with self._lock:
            return self._found.setdefault(system, {})

    def _explain(self, system: int, sentences: Sequence[int]) -> None:
        found = dict(_explained(self.comparison(system), sentences, self.style, self.budget))
        with self._lock:
            self._found[system].update(found)
