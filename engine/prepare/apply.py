"""Applying a preparation to a whole treebank."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import prepare as kernel
from ..kernels import views
from ..treebank import Treebank
from ..trees import Columns, Gaps, IntArray
from .settings import Preparation
from .tables import make_tables

__all__ = ["Prepared", "prepare"]


@dataclass(frozen=True)
class Prepared:
    """A treebank as it is compared.

    ``bank`` holds the prepared trees under the numbers of the original ones, ``lengths`` the sentence lengths as
    EVALB counts them (by tree), and ``origin`` each node's id in the original tree. ``derived`` keeps what was found
    out about the trees as a whole, such as their heads, so that it is found out once.
    """

    bank: Treebank
    lengths: IntArray
    origin: IntArray
    original: Treebank
    preparation: Preparation
    derived: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def tagged(self) -> NDArray[np.bool_]:
        """Which nodes of all prepared trees are words with a tag: the node before them, whose only child they are."""
        label, parent = self.bank.columns.label, self.bank.columns.parent
        own = np.arange(len(label)) - np.repeat(self.bank.first[:-1], np.diff(self.bank.first))
        is_last = np.append(parent[1:], -1) != parent
        found: NDArray[np.bool_] = (label < 0) & (parent >= 0) & (parent == own - 1) & is_last
        return found

    @cached_property
    def roof(self) -> NDArray[np.bool_]:
        """Which nodes of all prepared trees are neither words nor tags."""
        found: NDArray[np.bool_] = self.bank.columns.label >= 0
        found[np.flatnonzero(self.tagged) - 1] = False
        return found

    @cached_property
    def roof_sizes(self) -> NDArray[np.int64]:
        """How many nodes of each prepared tree are neither words nor tags."""
        upto = np.concatenate([[0], np.cumsum(self.roof)])
        sizes: NDArray[np.int64] = np.diff(upto[self.bank.first])
        return sizes


def prepare(bank: Treebank, preparation: Preparation) -> Prepared:
    """Prepare all trees of a treebank; the treebank itself does not change."""
    columns = bank.columns
    nodes, trees = len(columns.label), len(bank.first) - 1
    used = np.zeros(symbols.count(), dtype=np.uint8)
    kernel.mark_labels(*views(columns.label, used))
    deleted = preparation.delete if preparation.keep_root else (*preparation.delete, *sorted(bank.root_symbols))
    tables = make_tables(replace(preparation, delete=deleted), np.flatnonzero(used).astype(np.int32))
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
    result = Prepared(made, lengths, origin[:written], bank, preparation)
    for number, gaps in bank.gaps.items():
        if kept := _gaps(result, number, gaps):
            made.gaps[number] = kept
    for number, functions in bank.functions.items():
        part = slice(int(first[number]), int(first[number + 1]))
        made.functions[number] = tuple(functions[node] for node in origin[part].tolist())
    return result


def _gaps(prepared: Prepared, number: int, gaps: Gaps) -> Gaps:
    """Renumber the positions of discontinuous constituents after words were deleted."""
    tree = prepared.bank.tree(number)
    before = prepared.original.tree(number)
    first = int(prepared.bank.first[number])
    origin = prepared.origin[first : first + len(tree)].tolist()
    moved = {before.start[origin[leaf]]: tree.start[leaf] for leaf in tree.leaves}
    kept = {}
    for node, old in enumerate(origin):
        positions = tuple(moved[position] for position in gaps.get(old, ()) if position in moved)
        if positions and positions[-1] - positions[0] + 1 != len(positions):
            kept[node] = positions
    return kept
