"""Patterns that name nodes and refer to them, tried node by node.

nltk keeps one table of names while it tries a node. Names are put into it as nodes are found, from left to right, and
are never taken back: ``S < NP=n < (VP .. =n)`` takes the first NP and no other. What is found thus depends on the order
of trying, so this tries in the same order. Parts of a pattern that have nothing to do with names are looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

import numpy as np

from .conditions import AllOf, Bound, Condition, Not, OneOf, Related, Segment, Shared, Use
from .errors import TgrepError
from .forest import Forest
from .relations import related

__all__ = ["NodeByNode"]

#: Says whether something holds of a node, given the nodes that have names.
Holds = Callable[[int, dict[str, int]], bool]


class NodeByNode:
    """Tries a condition on single nodes of a forest; *known* answers for parts without names, None for others."""

    def __init__(self, forest: Forest, known: Callable[[Condition], bytes | None]) -> None:
        self._forest = forest
        self._known = known
        self._up, self._last, self._place = forest.up.data, forest.last.data, forest.place.data
        self._size, self._root, self._label = forest.size.data, forest.root.data, forest.label.data
        self._compiled: dict[int, Holds] = {}

    def holds(self, condition: Condition) -> Holds:
        """Return what says whether the condition holds of a node, given the nodes that have names; it may add some."""
        if id(condition) not in self._compiled:
            self._compiled[id(condition)] = self._compile(condition)
        return self._compiled[id(condition)]

    def _compile(self, condition: Condition) -> Holds:
        if (column := self._known(condition)) is not None:
            return lambda node, names: column[node] == 1
        if isinstance(condition, Shared):
            return self.holds(condition.condition)
        if isinstance(condition, Use):
            return lambda node, names: node == _named(condition.name, names)
        if isinstance(condition, AllOf | OneOf):
            inside = [self.holds(part) for part in condition.conditions]
            together = all if isinstance(condition, AllOf) else any
            return lambda node, names: together(part(node, names) for part in inside)
        assert isinstance(condition, Not | Segment | Bound | Related)
        part = self.holds(condition.condition)
        if isinstance(condition, Not):
            return lambda node, names: not part(node, names)
        if isinstance(condition, Segment):
            return lambda node, names: part(_named(condition.name, names), names)
        if isinstance(condition, Bound):
            return lambda node, names: part(node, names) and _bind(condition.name, node, names)
        return self._related(condition.relation, condition.number, part)

    def _related(self, relation: str, number: int, part: Holds) -> Holds:
        others, label = self._others(relation, number), self._label
        if relation in (">>,", ">>'"):
            return lambda node, names: (
                label[node] >= 0
                and any(part(other, names) and self._outermost(relation, node, other) for other in others(node))
            )
        return lambda node, names: label[node] >= 0 and any(part(other, names) for other in others(node))

    def _outermost(self, relation: str, node: int, above: int) -> bool:
        """Say whether a node is, or looks like, one that is below another as the first or last child always."""
        wanted = np.zeros(len(self._forest), dtype=np.bool_)
        wanted[above] = True
        return bool(related(self._forest, relation, 0, wanted)[node])

    def _others(self, relation: str, number: int) -> Callable[[int], Iterable[int]]:
        """Return what lists the nodes that a node has a relation to, in the order in which nltk tries them."""
        forest, up, last, place = self._forest, self._up, self._last, self._place
        ways: dict[str, Callable[[int], Iterable[int]]] = {
            "<": self._children,
            ">": lambda node: [up[node]] if up[node] >= 0 else [],
            "<n": lambda node: _counted(self._children(node), number),
            ">n": lambda node: [up[node]] if node in _counted(self._sisters(node), number) else [],
            "<:": lambda node: [node + 1] if self._size[node] == 1 else [],
            ">:": lambda node: [up[node]] if up[node] >= 0 and self._size[up[node]] == 1 else [],
            "<<": lambda node: range(node + 1, last[node]),
            ">>": self._ancestors,
            ">>,": self._ancestors,
            ">>'": self._ancestors,
            "<<,": lambda node: self._down(node, 0),
            "<<'": lambda node: self._down(node, -1),
            "<<:": self._only,
            ">>:": self._only_above,
            ".": lambda node: self._with_edge(int(forest.right[node]), 0),
            ",": lambda node: self._with_edge(int(forest.left[node]), -1),
            "..": lambda node: range(last[node], last[self._root[node]]),
            ",,": lambda node: (one for one in range(self._root[node], node) if last[one] <= node),
            "$": lambda node: [one for one in self._sisters(node) if one != node],
            "$..": lambda node: self._sisters(node)[place[node] + 1 :],
            "$,,": lambda node: self._sisters(node)[: place[node]],
            "$.": lambda node: self._substantial(int(forest.following[node])),
            "$,": lambda node: self._substantial(int(forest.previous[node])),
        }
        return ways[relation]

    def _substantial(self, node: int) -> list[int]:
        return [node] if node >= 0 and self._forest.substantial[node] else []

    def _children(self, node: int) -> list[int]:
        found, child, end = [], node + 1, self._last[node]
        while child < end:
            found.append(child)
            child = self._last[child]
        return found

    def _sisters(self, node: int) -> list[int]:
        return self._children(self._up[node]) if self._up[node] >= 0 else []

    def _ancestors(self, node: int) -> Iterator[int]:
        above = self._up[node]
        while above >= 0:
            yield above
            above = self._up[above]

    def _down(self, node: int, which: int) -> Iterator[int]:
        while below := self._children(node):
            node = below[which]
            yield node

    def _only(self, node: int) -> Iterator[int]:
        while self._size[node] == 1:
            node += 1
            yield node

    def _only_above(self, node: int) -> Iterator[int]:
        return takewhile(lambda above: self._size[above] == 1, self._ancestors(node))

    def _with_edge(self, node: int, which: int) -> Iterator[int]:
        if node >= 0:
            yield node
            yield from self._down(node, which)


def _named(name: str, names: dict[str, int]) -> int:
    if name not in names:
        raise TgrepError(f"={name} is used before a node has that name")
    return names[name]


def _bind(name: str, node: int, names: dict[str, int]) -> bool:
    names[name] = node
    return True


def _counted(children: list[int], number: int) -> list[int]:
    place = number - 1 if number > 0 else len(children) + number
    return children[place : place + 1] if number and 0 <= place < len(children) else []
