"""Counting only what has changed: which pairs of trees were compared before.

A parser that writes its file anew leaves most trees as they were. What is counted of a sentence depends on its two
trees and on the settings alone, so counts can be taken from any sentence that had the same two trees, wherever it
stood. Trees are compared, not lines: another layout of the file changes nothing. A few things are decided for a file as
a whole, such as the head rules that fit its labels; where one of these is another, nothing is taken over.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .heads import rules_of
from .pairing import Pairing
from .prepare.apply import Prepared
from .treebank import Treebank

__all__ = ["Paired", "same_pairs"]

Places = NDArray[np.int64]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)  #: odd, with bits set all over: it spreads every bit over the higher ones


class Paired(NamedTuple):
    """Gold and a system, prepared, and which sentence goes with which."""

    gold: Prepared
    test: Prepared
    pairing: Pairing


def same_pairs(before: Paired, now: Paired) -> tuple[Places, Places]:
    """Return places of gold sentences before and now that have the same two trees, one to one by place."""
    if _decided_for_all(before) != _decided_for_all(now):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    known = {key: place for place, key in _keys(before)}
    found = [(known[key], place) for place, key in _keys(now) if key in known]
    old, new = np.array(found, dtype=np.int64).reshape(-1, 2).T
    return old, new


def _decided_for_all(paired: Paired) -> object:
    """Return what counts depend on beside the two trees of a sentence."""
    sides = [
        (side.original.format, side.original.by_line, side.original.root_symbols, rules_of(side, name))
        for side, name in ((paired.gold, "gold"), (paired.test, "system"))
    ]
    return paired.gold.preparation.digest(), sides


def _keys(paired: Paired) -> Iterator[tuple[int, Hashable]]:
    """Yield each sentence that has a partner, with what tells its two trees from others."""
    gold, system = _fingerprints(paired.gold.original), _fingerprints(paired.test.original)
    for place, partner in enumerate(paired.pairing.partner.tolist()):
        if partner >= 0:
            yield place, (gold[place], system[partner])


def _fingerprints(bank: Treebank) -> list[Hashable]:
    """Return of each sentence what tells its analyses from others; where they stand in the file does not matter."""
    sums, sizes = _sums(bank).tolist(), np.diff(bank.first).tolist()
    beside = (bank.gaps, bank.functions, bank.tokens, bank.semantics, bank.scores)
    used = [of_trees for of_trees in beside if of_trees]

    def fingerprint(number: int) -> Hashable:
        more = repr([of_trees.get(number) for of_trees in used]) if used else ""
        return sums[number], sizes[number], more

    trees = ([number] for number in range(len(bank))) if bank.analyses is None else bank.analyses
    return [tuple(map(fingerprint, numbers)) for numbers in trees]


def _sums(bank: Treebank) -> NDArray[np.uint64]:
    """Return a checksum of each tree: every node's label, parent, span and place in the tree, well mixed, added up."""
    place = np.arange(len(bank.columns.label)) - np.repeat(bank.first[:-1], np.diff(bank.first))
    mixed = np.zeros(len(place), dtype=np.uint64)
    for column in (place, *bank.columns[:4]):
        mixed = (mixed ^ column.astype(np.int64).view(np.uint64)) * _FACTOR
        mixed ^= mixed >> np.uint64(32)
    upto = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(mixed, dtype=np.uint64)])
    sums: NDArray[np.uint64] = upto[bank.first[1:]] - upto[bank.first[:-1]]
    return sums
