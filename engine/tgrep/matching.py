"""Compiled tree patterns: which nodes of a forest they select."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..expressions import Expression
from ..treebank import Treebank
from ..trees import Tree
from .conditions import (
    AllOf,
    Anything,
    AtPosition,
    Bound,
    Condition,
    Matches,
    Named,
    Not,
    OneOf,
    Related,
    Segment,
    Shared,
    Use,
    every_part,
    names_used,
)
from .errors import TgrepError
from .forest import Bools, Forest, forests
from .grammar import Recursive, read_pattern
from .naming import NodeByNode
from .relations import at_position, related

__all__ = ["Tgrep", "compile_tgrep"]

_MOST_TABLES = 200  #: expressions whose answers are remembered, the last ones that were asked for
_TABLES: dict[tuple[str | Expression, bool], NDArray[np.int8]] = {}


@dataclass(frozen=True)
class Tgrep:
    """A tree pattern that is understood; *condition* is None where only nltk can try it (macros that use themselves).

    >>> from treelens.engine.trees import Node, tree_of
    >>> compile_tgrep("NP < PP").in_tree(tree_of([Node("NP", -1), Node("PP", 0), Node("of", 1, 0)]))
    [0]
    """

    text: str
    condition: Condition | None

    @cached_property
    def _refers(self) -> bool:
        """Whether nodes that have names are referred to."""
        return self.condition is not None and bool(names_used(self.condition))

    def nodes(self, forest: Forest) -> Bools:
        """Return which nodes of a forest the pattern selects."""
        if self.condition is None:
            return self._by_nltk(forest)
        columns = _Columns(forest)
        if not self._refers:
            return columns.of(self.condition)
        found = columns.of(self.condition, likely=True).copy()
        holds = NodeByNode(forest, columns.known).holds(self.condition)
        for node in np.flatnonzero(found).tolist():
            found[node] = holds(node, {})
        return found

    def trees(self, bank: Treebank, numbers: NDArray[np.int64] | None = None) -> Bools:
        """Return which trees of a treebank, or which of those with some *numbers*, have a node that is selected."""
        parts = [forest.trees(self.nodes(forest)) for forest in forests(bank, numbers)]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)

    def in_tree(self, tree: Tree) -> list[int]:
        """Return the nodes of a tree that are selected."""
        first, numbers = np.array([0, len(tree)], dtype=np.int64), np.zeros(1, dtype=np.int64)
        label, parent = (np.ascontiguousarray(column) for column in tree.columns[:2])
        return np.flatnonzero(self.nodes(Forest(label, parent, first, numbers))).tolist()

    def _by_nltk(self, forest: Forest) -> Bools:
        selects, found = _nltk_pattern(self.text), np.zeros(len(forest), dtype=np.bool_)
        for node, made in enumerate(_nltk_nodes(forest)):
            try:
                found[node] = bool(selects(made))
            except AttributeError:  # a relation that a word, being a string, cannot have
                found[node] = False
            except RecursionError:
                raise TgrepError("a macro that uses itself does not come to an end here") from None
        return found


def compile_tgrep(text: str, macros: Mapping[str, Condition] | None = None) -> Tgrep:
    """Compile a pattern; raise :class:`TgrepError` where it cannot be understood. *macros* may be used in it."""
    try:
        return Tgrep(text, read_pattern(text, macros))
    except Recursive:
        _nltk_pattern(text)
        return Tgrep(text, None)


class _Columns:
    """The columns of conditions over one forest."""

    def __init__(self, forest: Forest) -> None:
        self._forest = forest

    def known(self, condition: Condition) -> bytes | None:
        """Return the column of a condition that has nothing to do with names, None for others."""
        return None if _names_nodes(condition) else self.of(condition).tobytes()

    def of(self, condition: Condition, *, likely: bool | None = None) -> Bools:
        """Return the nodes of which a condition holds.

        Where it refers to names that is not known: *likely* says whether to return all nodes of which it may hold
        (True), or only those of which it must (False).
        """
        forest = self._forest
        if isinstance(condition, AllOf | OneOf):
            join = np.logical_and if isinstance(condition, AllOf) else np.logical_or
            return np.asarray(join.reduce([self.of(part, likely=likely) for part in condition.conditions]))
        if isinstance(condition, Not):
            return ~self.of(condition.condition, likely=None if likely is None else not likely)
        if isinstance(condition, Related):
            wanted = self.of(condition.condition, likely=likely)
            return related(forest, condition.relation, condition.number, wanted)
        if isinstance(condition, Shared) and likely is None:
            return self._shared(condition.condition)
        if isinstance(condition, Bound | Shared):
            return self.of(condition.condition, likely=likely)
        if isinstance(condition, Use | Segment | Anything):
            yes = isinstance(condition, Anything) or bool(likely)
            return np.full(len(forest), yes, dtype=np.bool_)
        if isinstance(condition, AtPosition):
            return at_position(forest, condition.path)
        if isinstance(condition, Named) and not condition.any_case:
            return np.asarray(forest.symbols == symbols.symbol(condition.text))
        return np.asarray(_accepted(condition, forest.vocabulary)[forest.symbols] == 1)

    def _shared(self, condition: Condition) -> Bools:
        kept = self._forest.kept
        if id(condition) not in kept:
            kept[id(condition)] = self.of(condition)
        return kept[id(condition)]


def _accepted(condition: Named | Matches, vocabulary: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return a table by symbol of what is accepted: 1 or 0, -1 for what was never asked; each string is tried once."""
    key = (condition.text if isinstance(condition, Named) else condition.expression), condition.any_case
    table = _TABLES.pop(key, np.empty(0, dtype=np.int8))
    if len(table) < symbols.count():
        table = np.concatenate([table, np.full(symbols.count() - len(table), -1, dtype=np.int8)])
    texts, accepts = symbols.texts(), _accepting(condition)
    unknown = vocabulary[table[vocabulary] < 0]
    table[unknown] = [accepts(texts[number]) for number in unknown.tolist()]
    _TABLES[key] = table
    while len(_TABLES) > _MOST_TABLES:
        _TABLES.pop(next(iter(_TABLES)), None)
    return table


def _names_nodes(condition: Condition) -> bool:
    return any(isinstance(part, Bound | Use | Segment) for part in every_part(condition))


def _accepting(condition: Named | Matches) -> Callable[[str], bool]:
    if isinstance(condition, Named):
        return lambda text: text.lower() == condition.text
    search = condition.expression.search
    if condition.any_case:
        return lambda text: search(text.lower()) is not None
    return lambda text: search(text) is not None


def _nltk_pattern(text: str) -> Callable[[Any], Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # nltk calls pyparsing by its old names
        import nltk.tgrep
        import pyparsing

        try:
            compiled: Callable[[Any], Any] = nltk.tgrep.tgrep_compile(text)
        except pyparsing.ParseBaseException as error:
            raise TgrepError("this part of the pattern cannot be read", error.loc) from None
        except (nltk.tgrep.TgrepException, ValueError, AssertionError, re.error) as error:
            raise TgrepError(f"not a tgrep pattern: {error}") from None
    return compiled


def _nltk_nodes(forest: Forest) -> list[Any]:
    """Return the nodes of a forest as nltk's, which know their parents; no matter how deep the trees are."""
    from nltk.tree import ParentedTree

    made: list[Any] = []
    for symbol, inner, above in zip(forest.symbols.tolist(), forest.inner.tolist(), forest.up.tolist(), strict=True):
        text = symbols.text(symbol)
        made.append(ParentedTree(text, []) if inner else text)
        if above >= 0:
            made[above].append(made[-1])
    return made
