"""Applying a preparation to a whole treebank, or to some of its trees."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import prepare as kernel
from ..kernels import views
from ..treebank import Treebank
from ..trees import Columns, Gaps, IntArray
from .settings import Preparation
from .shelf import Shelved, Sized, make_room
from .tables import Tables, make_tables

__all__ = ["Prepared", "PreparedTrees", "prepare"]

Found = TypeVar("Found", bound=Sized)


@dataclass(frozen=True, eq=False)
class PreparedTrees:
    """Trees as they are compared.

    ``bank`` holds them under the numbers of the original ones, ``lengths`` the sentence lengths as EVALB counts them
    (by tree), and ``origin`` each node's id in the original tree. ``derived`` keeps what was found out about all of
    them, such as their heads, so that it is found out once.
    """

    bank: Treebank
    lengths: IntArray
    origin: IntArray
    derived: dict[Hashable, Sized] = field(default_factory=dict, repr=False)

    @property
    def nbytes(self) -> int:
        """The memory that they and what was derived take, in bytes."""
        return self.bank.columns.nbytes + self.origin.nbytes + sum(one.nbytes for one in list(self.derived.values()))

    @cached_property
    def tagged(self) -> NDArray[np.bool_]:
        """Which nodes of all trees are words with a tag: the node before them, whose only child they are."""
        label, parent = self.bank.columns.label, self.bank.columns.parent
        own = np.arange(len(label)) - np.repeat(self.bank.first[:-1], np.diff(self.bank.first))
        is_last = np.append(parent[1:], -1) != parent
        found: NDArray[np.bool_] = (label < 0) & (parent >= 0) & (parent == own - 1) & is_last
        return found

    @cached_property
    def roof(self) -> NDArray[np.bool_]:
        """Which nodes of all trees are neither words nor tags."""
        found: NDArray[np.bool_] = self.bank.columns.label >= 0
        found[np.flatnonzero(self.tagged) - 1] = False
        return found

    @cached_property
    def roof_sizes(self) -> NDArray[np.int64]:
        """How many nodes of each tree are neither words nor tags."""
        upto = np.concatenate([[0], np.cumsum(self.roof)])
        sizes: NDArray[np.int64] = np.diff(upto[self.bank.first])
        return sizes


class Prepared:
    """A treebank as it is compared: the original, the settings, and the trees that these make of it.

    The trees are made when they are wanted and may be let go in between (see :mod:`.shelf`). ``decided`` keeps what was
    decided for the file as a whole, such as the head rules that fit its labels; it never goes.
    """

    def __init__(self, original: Treebank, preparation: Preparation, make: Callable[[Treebank], PreparedTrees]) -> None:
        self.original = original
        self.preparation = preparation
        self.decided: dict[Hashable, Any] = {}
        self._make = make
        self._trees = Shelved(lambda: make(original))

    @classmethod
    def of(cls, bank: Treebank, preparation: Preparation) -> Prepared:
        """Take trees that are prepared already as they are; how long EVALB finds their sentences is not known."""
        return cls(bank, preparation, _as_they_are)

    def some(self, numbers: Sequence[int] | NDArray[np.int64]) -> Prepared:
        """Return some of the trees, numbered anew from 0: who looks at a few need not prepare all of them.

        What was decided for the whole file holds for them.
        """
        made = Prepared(self.original.some(numbers), self.preparation, self._make)
        made.decided = self.decided
        return made

    @property
    def trees(self) -> PreparedTrees:
        """The trees, with all that is known of them; who asks for several things of them asks once."""
        return self._trees.get()

    @property
    def bank(self) -> Treebank:
        """The prepared trees, under the numbers of the original ones."""
        return self.trees.bank

    @property
    def lengths(self) -> IntArray:
        """The sentence lengths as EVALB counts them, by tree."""
        return self.trees.lengths

    @property
    def origin(self) -> IntArray:
        """Each node's id in the original tree."""
        return self.trees.origin

    def derived(self, name: Hashable, find: Callable[[], Found]) -> Found:
        """Return what was found out about all trees under a name; it is found out once, and goes when they do."""
        trees = self.trees
        if name not in trees.derived:
            trees.derived[name] = find()
            make_room()
        found: Any = trees.derived[name]
        return found  # type: ignore[no-any-return]


def prepare(bank: Treebank, preparation: Preparation) -> Prepared:
    """Prepare all trees of a treebank; the treebank itself does not change."""
    used = np.zeros(symbols.count(), dtype=np.uint8)
    kernel.mark_labels(*views(bank.columns.label, used))
    deleted = preparation.delete if preparation.keep_root else (*preparation.delete, *sorted(bank.root_symbols))
    tables = make_tables(replace(preparation, delete=deleted), np.flatnonzero(used).astype(np.int32))
    return Prepared(bank, preparation, lambda bank: _trees(bank, preparation, tables))


def _trees(bank: Treebank, preparation: Preparation, tables: Tables) -> PreparedTrees:
    """Run the kernel over all trees of a treebank."""
    columns = bank.columns
    nodes, trees = len(columns.label), len(bank.first) - 1
    largest = int(np.diff(bank.first).max(initial=0)) + 2
    out = Columns.empty(nodes)
    origin = np.empty(nodes, dtype=np.int32)
    first = np.empty(trees + 1, dtype=np.int64)
    lengths = np.empty(trees, dtype=np.int32)
    scratch = [np.empty(largest, dtype=np.int32) for _ in range(4)]
    written = kernel.prepare_trees(
        *views(*columns, bank.first, *tables),
        symbols.symbol(""),
        preparation.drop_outer,
        preparation.drop_empty,
        preparation.collapse,
        *views(*out, origin, first, lengths, *scratch),
    )
    made = replace(bank, columns=out.part(0, written), first=first, functions={}, gaps={})
    result = PreparedTrees(made, lengths, origin[:written])
    for number, gaps in bank.gaps.items():
        if kept := _gaps(result, bank, number, gaps):
            made.gaps[number] = kept
    for number, functions in bank.functions.items():
        part = slice(int(first[number]), int(first[number + 1]))
        made.functions[number] = tuple(functions[node] for node in origin[part].tolist())
    return result


def _as_they_are(bank: Treebank) -> PreparedTrees:
    sizes = np.diff(bank.first)
    origin = np.arange(len(bank.columns.label)) - np.repeat(bank.first[:-1], sizes)
    return PreparedTrees(bank, np.zeros(len(sizes), dtype=np.int32), origin.astype(np.int32))


def _gaps(prepared: PreparedTrees, original: Treebank, number: int, gaps: Gaps) -> Gaps:
    """Renumber the positions of discontinuous constituents after words were deleted."""
    tree = prepared.bank.tree(number)
    before = original.tree(number)
    first = int(prepared.bank.first[number])
    origin = prepared.origin[first : first + len(tree)].tolist()
    moved = {before.start[origin[leaf]]: tree.start[leaf] for leaf in tree.leaves}
    kept = {}
    for node, old in enumerate(origin):
        positions = tuple(moved[position] for position in gaps.get(old, ()) if position in moved)
        if positions and positions[-1] - positions[0] + 1 != len(positions):
            kept[node] = positions
    return kept
