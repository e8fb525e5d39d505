"""Many trees side by side, with what relations between their nodes are read from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import relations, views
from ..treebank import Treebank
from ..trees import IntArray

__all__ = ["Bools", "Forest", "forests"]

Bools = NDArray[np.bool_]

_AT_ONCE = 500_000  #: nodes of a forest, so that memory stays bounded however large a treebank is
_AT_FIRST = 20_000  #: nodes of the first one, so that first answers come at once


class Forest:
    """Trees of a treebank, their nodes numbered through in preorder; words are nodes too.

    Nodes of one tree are those from ``first[k]`` up to ``first[k + 1]``; ``numbers[k]`` is the tree's number in its
    treebank. Columns: *label* as in trees, *up* the parent (-1 at a root), *last* the node behind the last descendant,
    *place* among the sisters from 0, *size* the number of children, *root*.
    """

    def __init__(self, label: IntArray, parent: IntArray, first: NDArray[np.int64], numbers: NDArray[np.int64]) -> None:
        self.label = label
        self.first = first
        self.numbers = numbers
        self.kept: dict[int, Bools] = {}  # columns of conditions that patterns share, by their ids
        self.up, self.last, self.place, self.size, self.root = (np.empty(len(label), dtype=np.int32) for _ in range(5))
        relations.structure(*views(parent, first, self.up, self.last, self.place, self.size, self.root))

    @classmethod
    def of(cls, bank: Treebank, numbers: NDArray[np.int64]) -> Forest:
        """Take some trees out of a treebank; if they stand one after the other, nothing is copied."""
        begin, end = bank.first[numbers], bank.first[numbers + 1]
        first = np.concatenate([[0], np.cumsum(end - begin)]).astype(np.int64)
        label, parent, *_ = bank.columns
        if len(numbers) and np.array_equal(begin[1:], end[:-1]):
            part = slice(int(begin[0]), int(end[-1]))
            return cls(np.ascontiguousarray(label[part]), np.ascontiguousarray(parent[part]), first, numbers)
        nodes = np.arange(first[-1]) + np.repeat(begin - first[:-1], end - begin)
        return cls(label[nodes], parent[nodes], first, numbers)

    def __len__(self) -> int:
        return len(self.label)

    def trees(self, nodes: Bools) -> Bools:
        """Return which of the trees have a marked node."""
        counts = np.concatenate([[0], np.cumsum(nodes)])
        found: Bools = counts[self.first[1:]] > counts[self.first[:-1]]
        return found

    @cached_property
    def inner(self) -> Bools:
        """The nodes that are not words."""
        return np.asarray(self.label >= 0)

    @cached_property
    def attached(self) -> Bools:
        """The nodes that have a parent."""
        return np.asarray(self.up >= 0)

    @cached_property
    def symbols(self) -> IntArray:
        """The symbol of each node's label or word."""
        return np.where(self.label >= 0, self.label, ~self.label)

    @cached_property
    def vocabulary(self) -> NDArray[np.int64]:
        """The different symbols."""
        return np.flatnonzero(np.bincount(self.symbols)) if len(self) else np.empty(0, dtype=np.int64)

    @cached_property
    def sisters(self) -> IntArray:
        """How many children the parent of each node has; 0 at a root."""
        return np.where(self.attached, self.size[self.up], 0).astype(np.int32)

    @cached_property
    def is_first(self) -> Bools:
        """The nodes that are a first child."""
        return np.asarray(self.attached & (self.place == 0))

    @cached_property
    def is_last(self) -> Bools:
        """The nodes that are a last child."""
        return np.asarray(self.attached & (self.place == self.sisters - 1))

    @cached_property
    def is_only(self) -> Bools:
        """The nodes that are an only child."""
        return np.asarray(self.sisters == 1)

    @cached_property
    def following(self) -> IntArray:
        """The next sister of each node, -1 where there is none."""
        return np.where(self.attached & ~self.is_last, self.last, -1).astype(np.int32)

    @cached_property
    def previous(self) -> IntArray:
        """The sister before each node, -1 where there is none."""
        made = np.full(len(self), -1, dtype=np.int32)
        have = np.flatnonzero(self.following >= 0)
        made[self.following[have]] = have
        return made

    @cached_property
    def left(self) -> IntArray:
        """The highest node that ends where each node begins, -1 at the beginning of a tree."""
        made = self.previous.copy()
        relations.taken_over(*views(self.up, made))
        return made

    @cached_property
    def right(self) -> IntArray:
        """The highest node that begins where each node ends, -1 at the end of a tree."""
        made: IntArray = np.where(self.last < self.last[self.root], self.last, -1).astype(np.int32)
        return made

    @cached_property
    def substantial(self) -> Bools:
        """The nodes that are not empty: words with letters, phrases with children."""
        return np.where(self.inner, self.size > 0, self.symbols != symbols.symbol(""))

    @cached_property
    def groups(self) -> tuple[NDArray[np.int64], IntArray]:
        """Nodes of one tree that may look alike: where each group begins among the members, and the members."""
        shape = np.zeros(len(self), dtype=np.int64)
        relations.shapes(*views(self.label, self.up, self.last, shape))
        order = np.lexsort((shape, self.root)).astype(np.int32)
        same = (np.diff(shape[order]) == 0) & (np.diff(self.root[order]) == 0)
        begin = np.concatenate([[0], np.flatnonzero(~same) + 1, [len(order)]]).astype(np.int64)
        return begin, order


def forests(bank: Treebank, numbers: NDArray[np.int64] | None = None) -> Iterator[Forest]:
    """Yield the trees of a treebank, or those with some *numbers*, in forests: a small one first, then larger ones."""
    numbers = np.arange(len(bank.first) - 1, dtype=np.int64) if numbers is None else numbers
    sizes = np.cumsum(bank.first[numbers + 1] - bank.first[numbers])
    done, allowed = 0, _AT_FIRST
    while done < len(numbers):
        before = int(sizes[done - 1]) if done else 0
        upto = max(done + 1, int(np.searchsorted(sizes, before + allowed, side="right")))
        yield Forest.of(bank, numbers[done:upto])
        done, allowed = upto, min(4 * allowed, _AT_ONCE)
