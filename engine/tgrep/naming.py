"""Patterns that name nodes and refer to them, tried node by node.

nltk keeps one table of names while it tries a node. Names are put into it as nodes are found, from left to right, and
are never taken back: ``S < NP=n < (VP .. =n)`` takes the first NP and no other. What is found thus depends on the order
of trying, so this tries in the same order. Parts of a pattern that have nothing to do with names are looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .conditions import AllOf, Bound, Condition, Not, OneOf, Related, Segment, Shared, Use
from .errors import TgrepError
from .forest import Bools, Forest
from .relations import related

__all__ = ["NodeByNode"]


class NodeByNode:
    """Tries a condition on single nodes of a forest; *known* answers for parts without names, if it can."""

    def __init__(self, forest: Forest, known: Callable[[Condition], Bools | None]) -> None:
        self._forest = forest
        self._known = known

    def holds(self, condition: Condition, node: int, names: dict[str, int]) -> bool:
        """Say whether a condition holds of a node, given the nodes that have names; new ones may be added."""
        if (column := self._known(condition)) is not None:
            return bool(column[node])
        if isinstance(condition, AllOf):
            return all(self.holds(part, node, names) for part in condition.conditions)
        if isinstance(condition, OneOf):
            return any(self.holds(part, node, names) for part in condition.conditions)
        if isinstance(condition, Shared):
            return self.holds(condition.condition, node, names)
        if isinstance(condition, Not):
            return not self.holds(condition.condition, node, names)
        if isinstance(condition, Use):
            return node == self._named(condition.name, names)
        if isinstance(condition, Segment):
            return self.holds(condition.condition, self._named(condition.name, names), names)
        if isinstance(condition, Bound):
            if self.holds(condition.condition, node, names):
                names[condition.name] = node
                return True
            return False
        assert isinstance(condition, Related)
        return self._related(condition, node, names)

    def _named(self, name: str, names: dict[str, int]) -> int:
        if name not in names:
            raise TgrepError(f"={name} is used before a node has that name")
        return names[name]

    def _related(self, condition: Related, node: int, names: dict[str, int]) -> bool:
        if self._forest.label[node] < 0:
            return False
        found = (
            other
            for other in self._others(condition, node)
            if self.holds(condition.condition, other, names)
            and (condition.relation not in (">>,", ">>'") or self._outermost(condition.relation, node, other))
        )
        return next(found, None) is not None

    def _outermost(self, relation: str, node: int, above: int) -> bool:
        """Say whether a node is, or looks like, one that is below another as the first or last child always."""
        begin, end = int(self._forest.root[node]), int(self._forest.last[self._forest.root[node]])
        wanted = self._forest.inner & False
        wanted[above] = True
        return bool(related(self._forest, relation, 0, wanted)[begin:end][node - begin])

    def _others(self, condition: Related, node: int) -> Iterable[int]:
        """Return the nodes that a node has a relation to, in the order in which nltk tries them."""
        forest = self._forest
        up = int(forest.up[node])
        sisters = self._children(up) if up >= 0 else []
        relation, number, place = condition.relation, condition.number, int(forest.place[node])
        if relation == "<n":
            return _counted(self._children(node), number)
        if relation == ">n":
            return [up] if node in _counted(sisters, number) else []
        beside = {"$.": sisters[place + 1 : place + 2], "$,": sisters[max(0, place - 1) : place]}
        if relation in beside:
            return [one for one in beside[relation] if forest.substantial[one]]
        ways: dict[str, Callable[[], Iterable[int]]] = {
            "<": lambda: self._children(node),
            ">": lambda: [up] if up >= 0 else [],
            "<:": lambda: self._children(node) if forest.size[node] == 1 else [],
            ">:": lambda: [up] if len(sisters) == 1 else [],
            "<<": lambda: range(node + 1, int(forest.last[node])),
            ">>": lambda: self._ancestors(node),
            ">>,": lambda: self._ancestors(node),
            ">>'": lambda: self._ancestors(node),
            "<<,": lambda: self._down(node, 0),
            "<<'": lambda: self._down(node, -1),
            "<<:": lambda: self._only(node),
            ">>:": lambda: self._only_above(node),
            ".": lambda: self._with_edge(int(forest.right[node]), 0),
            ",": lambda: self._with_edge(int(forest.left[node]), -1),
            "..": lambda: range(int(forest.last[node]), int(forest.last[forest.root[node]])),
            ",,": lambda: (one for one in range(int(forest.root[node]), node) if forest.last[one] <= node),
            "$": lambda: [one for one in sisters if one != node],
            "$..": lambda: sisters[place + 1 :],
            "$,,": lambda: sisters[:place],
        }
        return ways[relation]()

    def _children(self, node: int) -> list[int]:
        forest, found, child = self._forest, [], node + 1
        while child < forest.last[node]:
            found.append(child)
            child = int(forest.last[child])
        return found

    def _ancestors(self, node: int) -> Iterator[int]:
        above = int(self._forest.up[node])
        while above >= 0:
            yield above
            above = int(self._forest.up[above])

    def _down(self, node: int, which: int) -> Iterator[int]:
        while below := self._children(node):
            node = below[which]
            yield node

    def _only(self, node: int) -> Iterator[int]:
        while self._forest.size[node] == 1:
            node += 1
            yield node

    def _only_above(self, node: int) -> Iterator[int]:
        for above in self._ancestors(node):
            if self._forest.size[above] != 1:
                return
            yield above

    def _with_edge(self, node: int, which: int) -> Iterator[int]:
        if node >= 0:
            yield node
            yield from self._down(node, which)


def _counted(children: list[int], number: int) -> list[int]:
    place = number - 1 if number > 0 else len(children) + number
    return children[place : place + 1] if number and 0 <= place < len(children) else []
