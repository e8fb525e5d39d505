"""Conditions on the nodes of trees: labels, looked up in columns, and tgrep patterns, tried tree by tree."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..treebank import Treebank
from ..trees import Tree
from .context import Context, Search, Side
from .errors import FilterError
from .terms import Condition
from .texts import Bools
from .wording import Wording, quoted

__all__ = ["HasLabel", "Tgrep", "compile_tgrep"]

_STEP = 50  #: trees between two reports of a long search


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


@dataclass(frozen=True)
class Tgrep(Condition):
    """A tree has a node that a tgrep pattern selects."""

    slow: ClassVar[bool] = True

    pattern: str

    def __str__(self) -> str:
        return f"{self.prefix}tgrep:{quoted(self.pattern)}"

    def find(self, search: Search, among: Bools) -> Bools:
        """Try the pattern on the trees of one sentence after the other, until one has a match."""
        selects = compile_tgrep(self.pattern, lambda place: self.position)
        sides = search.context.sides(self.owner, self.position)
        found = np.zeros(len(among), dtype=np.bool_)
        sentences = np.flatnonzero(among).tolist()
        for done, sentence in enumerate(sentences):
            if done % _STEP == 0:
                search.step(done, len(sentences))
            found[sentence] = any(_selected(selects, side, sentence) for side in sides)
        return found


def compile_tgrep(pattern: str, position: Callable[[int], int]) -> Callable[[Any], Any]:
    """Compile a tgrep pattern; *position* tells where in the filter a character of the pattern stands."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # nltk calls pyparsing by its old names
        import nltk.tgrep
        import pyparsing

        try:
            compiled: Callable[[Any], Any] = nltk.tgrep.tgrep_compile(pattern)
        except pyparsing.ParseBaseException as error:
            raise FilterError(_complaint(pattern, error.loc), position(error.loc)) from None
        except (nltk.tgrep.TgrepException, ValueError, re.error) as error:
            raise FilterError(f"not a tgrep pattern: {error}", position(0)) from None
    return compiled


def _complaint(pattern: str, place: int) -> str:
    if pattern[place : place + 1] == "^":
        return 'no tgrep pattern begins with ^; for a regular expression write tgrep:"/^NP/ < PP"'
    rest = pattern[place:].strip()
    return f"this part of the tgrep pattern cannot be read: {rest}" if rest else "the tgrep pattern ends too early"


def _selected(selects: Callable[[Any], Any], side: Side, sentence: int) -> bool:
    number = int(side.numbers[sentence])
    return number >= 0 and any(_holds(selects, node) for node in _nltk_nodes(side.bank.tree(number)))


def _holds(selects: Callable[[Any], Any], node: Any) -> bool:
    try:
        return bool(selects(node))
    except AttributeError:  # a relation that a word, being a string, cannot have
        return False


def _nltk_nodes(tree: Tree) -> list[Any]:
    """Return the nodes of a tree as nltk's, which know their parents; no matter how deep the tree is."""
    from nltk.tree import ParentedTree

    made: list[Any] = []
    for node, above in enumerate(tree.parent):
        text = tree.text(node)
        made.append(text if tree.is_word(node) else ParentedTree(text, []))
        if above >= 0:
            made[above].append(made[node])
    return made
