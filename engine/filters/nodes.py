"""Conditions on the nodes of trees: labels, looked up in columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..treebank import Treebank
from .context import Context
from .terms import Condition
from .texts import Bools
from .wording import Wording

__all__ = ["HasLabel"]


@dataclass(frozen=True)
class HasLabel(Condition):
    """A tree has a node with a label; function tags count only where they are given.

    ``NP`` stands for NP, NP-SBJ and NP=2 alike, ``NP-SBJ`` also for NP-SBJ-1 and NP-TPC-SBJ.
    """

    wording: Wording

    def __str__(self) -> str:
        return f"{self.prefix}label:{self.wording}"

    @cached_property
    def _parts(self) -> list[Callable[[str], bool]]:
        return [Wording(part, self.wording.literal).accepts for part in _parts_of(self.wording.text)]

    def _accepts(self, label: str) -> bool:
        own = _parts_of(label)
        return self._parts[0](own[0]) and all(any(map(part, own[1:])) for part in self._parts[1:])

    def holds(self, context: Context) -> Bools:
        """Look the label up in all trees that are spoken of."""
        found = np.zeros(len(context), dtype=np.bool_)
        for side in context.sides(self.owner, self.position):
            found |= side.sentences(self._trees(context, side.bank))
        return found

    def _trees(self, context: Context, bank: Treebank) -> Bools:
        """Return which trees of a treebank have such a node."""
        label, vocabulary = bank.columns.label, context.labels(bank)
        found = np.zeros(len(bank.first) - 1, dtype=np.bool_)
        found[_tree_of(bank, _nodes(label, vocabulary.accepted(self._accepts)))] = True
        if bank.functions and len(self._parts) > 1:
            nodes = _nodes(label, vocabulary.accepted(lambda text: self._parts[0](_parts_of(text)[0])))
            found[self._by_functions(bank, nodes)] = True
        return found

    def _by_functions(self, bank: Treebank, nodes: NDArray[np.int64]) -> list[int]:
        """Of nodes with the right label, return the trees where the function that stands beside it is right too."""
        numbers = _tree_of(bank, nodes)
        inside = nodes - bank.first[numbers]
        return [
            number
            for number, node in zip(numbers.tolist(), inside.tolist(), strict=True)
            if number in bank.functions and all(part(bank.functions[number][node]) for part in self._parts[1:])
        ]


def _parts_of(label: str) -> list[str]:
    """Cut a label into category and function tags; a label in dashes, such as ``-LRB-``, is none but itself.

    >>> _parts_of("NP-SBJ=2"), _parts_of("-NONE-"), _parts_of("PRP$")
    (['NP', 'SBJ', '2'], ['-NONE-'], ['PRP$'])
    """
    return [label] if label[:1] in ("-", "=", "") else re.split("[-=]", label)


def _nodes(label: NDArray[np.int32], wanted: Bools) -> NDArray[np.int64]:
    """Return the nodes, not words, whose label is wanted."""
    inner = np.flatnonzero(label >= 0)
    return inner[wanted[label[inner]]]


def _tree_of(bank: Treebank, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.searchsorted(bank.first, nodes, side="right") - 1
    return found
