"""All brackets of many pairs of trees, one by one, each with whether the other side has it too.

:mod:`.spans` counts them; this tells them apart, for whoever asks which labels or which lengths are hard. The matches
are the same: E-mappings on the roof, the highest with the highest where several could be.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..prepare.apply import Prepared
from ..prepare.tables import equivalence
from ..treebank import Treebank
from .bulk import discontinuous
from .spans import nodes_in, paired

__all__ = ["Brackets", "depths", "matched_brackets", "roof_of", "tags_of", "widths"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Brackets(NamedTuple):
    """The brackets of one side of many pairs, one entry each: of which pair, which node, and whether it is matched.

    Nodes are counted through the columns of the whole treebank, so that ``bank.columns.label[nodes]`` are their labels.
    """

    pair: Ints
    node: Ints
    matched: Bools


def matched_brackets(gold: Prepared, test: Prepared, pairs: Ints) -> tuple[Brackets, Brackets]:
    """Return the brackets of pairs of trees with the same words, each a row (number of the gold tree, of the other).

    Labels play no part where the preparation says so.
    """
    sides = roof_of(gold, pairs[:, 0]), roof_of(test, pairs[:, 1])
    classes, closed = equivalence(gold.preparation.equal_labels)
    if not gold.preparation.labelled:
        classes, closed = np.zeros_like(classes), True
    matches = _matched((gold.bank, test.bank), sides, classes)
    made = tuple(Brackets(*side, mask) for side, mask in zip(sides, matches, strict=True))
    for row in discontinuous(gold.bank, test.bank, pairs) if closed else range(len(pairs)):
        _match_slowly(gold, test, pairs, row, made)
    return made[0], made[1]


def roof_of(side: Prepared, numbers: Ints) -> tuple[Ints, Ints]:
    """Return all brackets of some trees, in preorder: the place of its tree among *numbers*, and the node."""
    return _chosen(side, numbers, side.trees.roof)


def _chosen(side: Prepared, numbers: Ints, wanted: Bools) -> tuple[Ints, Ints]:
    """Return the wanted nodes of some trees, in preorder: the place of its tree among *numbers*, and the node."""
    sizes = np.diff(side.bank.first)[numbers]
    pair = np.repeat(np.arange(len(numbers)), sizes)
    node = np.arange(len(pair)) + np.repeat(side.bank.first[:-1][numbers] - np.cumsum(sizes) + sizes, sizes)
    return pair[wanted[node]], node[wanted[node]]


def tags_of(side: Prepared, numbers: Ints) -> tuple[Ints, NDArray[np.int32]]:
    """Return all words of some trees, in order: the place of its tree among *numbers*, and its tag; -1 for none."""
    pair, node = _chosen(side, numbers, side.bank.columns.label < 0)
    order = np.lexsort((side.bank.columns.start[node], pair))
    node = node[order]
    return pair[order], np.where(side.trees.tagged[node], side.bank.columns.label[node - 1], -1)


def _matched(
    banks: tuple[Treebank, Treebank], sides: tuple[tuple[Ints, Ints], tuple[Ints, Ints]], classes: NDArray[np.int32]
) -> list[Bools]:
    """Sort the brackets of both sides by what must agree: of each kind as many match as both sides have."""
    keys = [
        np.stack([pair, bank.columns.start[node], bank.columns.end[node], classes[bank.columns.label[node]]])
        for bank, (pair, node) in zip(banks, sides, strict=True)
    ]
    size = len(keys[0][0])
    columns = np.concatenate(keys, axis=1)
    is_test = np.arange(columns.shape[1]) >= size
    order = np.lexsort((is_test, *columns[::-1]))  # stable: nodes of one kind and side stay in preorder
    same_kind = (np.diff(columns[:, order]) == 0).all(axis=0)
    kind = np.cumsum(np.concatenate([[0], ~same_kind])) if len(order) else np.empty(0, dtype=np.int64)
    of_gold, of_test = (np.bincount(kind, weights=mask, minlength=1) for mask in (~is_test[order], is_test[order]))
    first = np.concatenate([[0], np.cumsum(of_gold + of_test)])[kind] + np.where(is_test[order], of_gold[kind], 0)
    matched = np.empty(len(order), dtype=np.bool_)
    matched[order] = np.arange(len(order)) - first < np.minimum(of_gold, of_test)[kind]
    return [matched[:size], matched[size:]]


def _match_slowly(gold: Prepared, test: Prepared, pairs: Ints, row: int, made: tuple[Brackets, ...]) -> None:
    """Match the brackets of one pair as they come, for any spans and any equalities of labels."""
    numbers = pairs[row].tolist()
    one, other = gold.bank.tree(numbers[0]), test.bank.tree(numbers[1])
    mine, theirs = (nodes_in(tree, "roof", gold.preparation) for tree in (one, other))
    found = paired(one, other, mine, theirs, gold.preparation, labelled=gold.preparation.labelled)
    for place, side in enumerate((gold, test)):
        here = made[place].pair == row
        nodes = [pair[place] + int(side.bank.first[numbers[place]]) for pair in found]
        made[place].matched[here] = np.isin(made[place].node[here], nodes)


def depths(bank: Treebank) -> Ints:
    """Return how deep each node is, 1 at a root: paths to the root are followed in steps that double."""
    parent = bank.columns.parent.astype(np.int64)
    above = np.where(parent >= 0, parent + np.repeat(bank.first[:-1], np.diff(bank.first)), -1)
    depth = np.ones(len(above), dtype=np.int64)
    going = np.flatnonzero(above >= 0)
    while len(going):
        step = above[going]
        depth[going] += depth[step]
        above[going] = above[step]
        going = going[above[going] >= 0]
    return depth


def widths(bank: Treebank) -> Ints:
    """Return how many words each node is over."""
    found: Ints = (bank.columns.end - bank.columns.start).astype(np.int64)
    for number, gaps in bank.gaps.items():
        for node, positions in gaps.items():
            found[int(bank.first[number]) + node] = len(positions)
    return found
