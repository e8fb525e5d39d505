"""EVALB's repair of quotes that a parser took for something else.

In newspaper text ``'`` may close a quotation or mark a possessive. If one tree deletes it as punctuation and the other
keeps it, the sentences differ in length and could not be compared. EVALB then puts the deleted one back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ..align.spans import count_pair
from ..prepare.apply import Prepared, prepare
from ..prepare.settings import Preparation
from ..prepare.tables import KEPT
from ..treebank import Analysis, Sentence, Treebank
from ..trees import Node, Tree, tree_of

__all__ = ["repair_quotes", "repaired_trees"]

_QUOTES = ("'", '"', "/")


@dataclass
class _Quote:
    """A quote in a tree: its index among the words that stay, its tag's node and text, and whether that is deleted."""

    index: int
    node: int
    tag: str
    deleted: bool


def repair_quotes(gold: Prepared, test: Prepared, number: int, other: int) -> list[int] | None:
    """Compare two trees again with deleted quotes put back, as :func:`count_pair` does; None if there are none."""
    trees = repaired_trees(gold, test, number, other)
    return None if trees is None else count_pair(*trees, gold.preparation)


def repaired_trees(gold: Prepared, test: Prepared, number: int, other: int) -> tuple[Tree, Tree] | None:
    """Prepare two trees again with deleted quotes put back; None if there are none."""
    mine, theirs = gold.original.tree(number), test.original.tree(other)
    gold_kept, test_kept = _quotes_to_keep(mine, theirs, gold.preparation)
    if not gold_kept and not test_kept:
        return None
    kept = ((mine, gold_kept), (theirs, test_kept))
    one, another = (_prepared_keeping(tree, times, gold.preparation) for tree, times in kept)
    return one, another


def _prepared_keeping(tree: Tree, times: Counter[int], preparation: Preparation) -> Tree:
    """Prepare one tree so that the given terminals stay whatever their tags, each as many times as it says."""
    rows: list[tuple[str, int, tuple[int, int] | None]] = []  # text, parent, and a key that orders the words
    place = {-1: -1}  # where each node of the tree stands among the rows
    for node in range(len(tree)):
        place[node] = len(rows)
        above = place[tree.parent[node]]
        if node in times:
            for copy in range(times[node]):
                rows.append((KEPT + tree.text(node), above, None))
                rows.append((tree.text(node + 1), len(rows) - 1, (tree.start[node + 1], copy)))
        elif tree.parent[node] not in times:
            rows.append((tree.text(node), above, (tree.start[node], 0) if tree.is_word(node) else None))
    order = {key: position for position, key in enumerate(sorted(key for *_, key in rows if key))}
    kept = tree_of([Node(text, above, order[key] if key else -1) for text, above, key in rows])
    for node in np.flatnonzero(tree.columns.end < 0).tolist():
        kept.columns.end[place[node]] = -1
    made = prepare(Treebank.of([Sentence((Analysis(kept),))]), preparation).bank.tree(0)
    made.columns.end[made.columns.end < 0] = times.total() - 1  # EVALB moves ends that were never set as well
    return made


def _quotes_to_keep(gold: Tree, test: Tree, preparation: Preparation) -> tuple[Counter[int], Counter[int]]:
    """Find, as EVALB does, the deleted quotes that the other side took for something else, and how often.

    For each quote of the test tree and each of the gold tree at the same index with another tag: if exactly one of
    the two tags is deleted, that side's terminal comes back, and the indices from there on grow by one. So a gold
    quote may meet the next quote of the test tree as well, and come back twice.
    """
    gold_quotes, test_quotes = _quotes(gold, preparation), _quotes(test, preparation)
    gold_kept: Counter[int] = Counter()
    test_kept: Counter[int] = Counter()
    for position, mine in enumerate(test_quotes):
        index = mine.index
        for place, theirs in enumerate(gold_quotes):
            if theirs.index != index or theirs.tag == mine.tag:
                continue
            if theirs.deleted and not mine.deleted:
                gold_kept[theirs.node] += 1
                _move_on(gold_quotes[place:])
            elif mine.deleted and not theirs.deleted:
                test_kept[mine.node] += 1
                _move_on(test_quotes[position:])
    return gold_kept, test_kept


def _move_on(quotes: list[_Quote]) -> None:
    for quote in quotes:
        quote.index += 1


def _quotes(tree: Tree, preparation: Preparation) -> list[_Quote]:
    """List the quotes of a tree in order."""
    found = []
    index = 0
    for leaf in tree.leaves:
        above = tree.parent[leaf]
        tag = tree.text(above) if tree.is_preterminal(above) else ""
        deleted = tag in preparation.delete
        if tag in preparation.quote_labels and tree.text(leaf) in _QUOTES:
            found.append(_Quote(index, above, tag, deleted))
        index += not deleted
    return found
