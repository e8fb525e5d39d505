"""The words of all sentences of a treebank in one row, so that searching them is a matter of a few array operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..prepare.settings import TRACE
from ..treebank import Treebank
from ..trees import IntArray

__all__ = ["Bools", "Texts", "Vocabulary"]

Bools = NDArray[np.bool_]


class Vocabulary:
    """The different strings of a column of symbols, and how often each occurs."""

    def __init__(self, column: IntArray) -> None:
        self.counts = np.bincount(column) if len(column) else np.zeros(0, dtype=np.int64)
        self.numbers = np.flatnonzero(self.counts)

    def accepted(self, accepts: Callable[[str], bool]) -> Bools:
        """Return a table by symbol of the strings that are accepted; each different string is looked at once."""
        texts = symbols.texts()
        table = np.zeros(len(self.counts), dtype=np.bool_)
        table[[number for number in self.numbers.tolist() if accepts(texts[number])]] = True
        return table

    def by_frequency(self) -> list[str]:
        """Return the strings, the most frequent first."""
        order = self.numbers[np.argsort(-self.counts[self.numbers], kind="stable")]
        return [symbols.text(number) for number in order.tolist()]


class Texts:
    """The words of each sentence as it is read: of its first tree, in the order of the sentence, without traces."""

    def __init__(self, bank: Treebank) -> None:
        leaves, owner = _leaves(bank)
        self._column: IntArray = ~bank.columns.label[leaves]
        self.lengths: NDArray[np.int64] = np.bincount(owner, minlength=len(bank))  #: words of each sentence
        self._first = np.concatenate([[0], np.cumsum(self.lengths)])

    def __len__(self) -> int:
        return len(self.lengths)

    def words(self, sentence: int) -> tuple[str, ...]:
        """Return the words of a sentence."""
        part = self._column[self._first[sentence] : self._first[sentence + 1]]
        return tuple(map(symbols.text, part.tolist()))

    def same_as(self, other: Texts) -> bool:
        """Say whether all sentences have the same words, whatever their trees are."""
        return np.array_equal(self.lengths, other.lengths) and np.array_equal(self._column, other._column)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """All different words."""
        return Vocabulary(self._column)

    def having(self, run: Sequence[Callable[[str], bool]]) -> Bools:
        """Return the sentences with words one after the other that are accepted one by one."""
        places = np.arange(len(self._column))
        for step, accepts in enumerate(run):
            wanted = self.vocabulary.accepted(accepts)
            places = places[places + step < len(self._column)]
            places = places[wanted[self._column[places + step]]]
        sentence = np.searchsorted(self._first, places, side="right") - 1
        inside = places + len(run) <= self._first[sentence + 1]
        found = np.zeros(len(self), dtype=np.bool_)
        found[sentence[inside]] = True
        return found


def _leaves(bank: Treebank) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the nodes that are words of first trees, in the order they are read, and the sentence of each."""
    label, parent, start, *_ = bank.columns
    trees, best = len(bank.first) - 1, bank.best()
    sentence = np.full(trees, -1, dtype=np.int64)
    sentence[best[best >= 0]] = np.flatnonzero(best >= 0)
    leaves = np.flatnonzero(label < 0)
    tree = np.repeat(np.arange(trees, dtype=np.int32), np.diff(bank.first))[leaves]
    above = parent[leaves]
    trace = (above >= 0) & (label[bank.first[tree] + above] == symbols.symbol(TRACE))
    kept = (sentence[tree] >= 0) & ~trace
    leaves, owner = leaves[kept], sentence[tree[kept]]
    place = owner * (int(start.max(initial=0)) + 1) + start[leaves]
    if np.any(np.diff(place) < 0):  # rarely: in discontinuous trees
        order = np.argsort(place, kind="stable")
        leaves, owner = leaves[order], owner[order]
    return leaves, owner
