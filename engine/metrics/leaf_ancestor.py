"""The leaf-ancestor measure: for each word, how well the way from it up to the root was found.

Sampson and Babarczy 2003, "A test of the leaf-ancestor metric for parse accuracy". The *lineage* of a word is the
list of labels from the word up to the root (of the roof: no tags), with two boundaries among them: ``[`` just below
the highest node that starts at the word, ``]`` just above the highest one that ends there. A word scores

    1 − distance(gold lineage, system lineage) / (their two lengths together)

by edit distance: 1 for leaving out or adding a label or boundary, and for replacing one by another 0.5 if the labels
begin with the same letter, else 2 (``sampson``), or always 1 (``unit``). A boundary is a symbol of its own: it equals
no label and shares no letter with one. Equal and equivalent labels cost nothing, two empty lineages score 1. A
sentence scores the mean of its words; a corpus the mean of all words (micro) or of sentences (macro). A sentence whose
words are not those of gold has no score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..align.bulk import in_threads, largest_tree
from ..align.words import same_words
from ..kernels import lineages as kernel
from ..kernels import views
from ..prepare.apply import Prepared
from ..prepare.settings import Preparation
from ..prepare.tables import equivalence, same
from ..trees import IntArray, Tree
from .base import Family, Metric, share

__all__ = ["FAMILY", "METRICS", "SUBSTITUTIONS", "count", "lineages", "word_scores"]

_SAMPSON = "Sampson & Babarczy 2003"

METRICS = (
    Metric(
        "leaf-ancestor",
        "Leaf-ancestor",
        "likeness of the labels above each word, in order; a label for one of the same first letter costs less",
        _SAMPSON,
        share("sampson", "words"),
    ),
    Metric(
        "leaf-ancestor-unit",
        "Leaf-ancestor, unit costs",
        "likeness of the labels above each word, in order; all edits cost the same",
        _SAMPSON,
        share("unit", "words"),
    ),
)

# Boundaries in a lineage of symbols; no label has a symbol below 0.
_BEGIN, _END = -1, -2
_MARKS = {_BEGIN: "[", _END: "]"}

#: A lineage as symbols and boundaries.
Lineage = list[int]
Cost = Callable[[int, int], float]


def _sampson_cost(one: int, other: int) -> float:
    """Return 0.5 for two labels of the same first letter, else 2."""
    alike = one >= 0 and other >= 0 and symbols.text(one)[:1] == symbols.text(other)[:1]
    return 0.5 if alike else 2


def _unit_cost(one: int, other: int) -> float:
    return 1


#: What it costs to replace a label by one that is not equal, by the name of the costs.
SUBSTITUTIONS: dict[str, Cost] = {"sampson": _sampson_cost, "unit": _unit_cost}


def lineages(tree: Tree) -> list[list[str]]:
    """Return the lineage of each word of a prepared tree, from the word up, with the boundaries.

    >>> from ..trees import Node, tree_of
    >>> nodes = [Node("S", -1), Node("NP", 0), Node("old", 1, 0), Node("men", 1, 1), Node("sleep", 0, 2)]
    >>> lineages(tree_of(nodes))
    [['NP', '[', 'S'], ['NP', ']', 'S'], ['S', ']']]
    """
    return [
        [_MARKS[number] if number < 0 else symbols.text(number) for number in _lineage(tree, leaf)]
        for leaf in tree.leaves
    ]


def _lineage(tree: Tree, leaf: int) -> Lineage:
    """Return one word's lineage. In a discontinuous node, the first and the last word are where it starts and ends."""
    nodes = _above(tree, leaf)
    starting = [node for node in nodes if tree.start[node] == tree.start[leaf]]
    ending = [node for node in nodes if tree.end[node] == tree.end[leaf]]
    found: Lineage = []
    for node in nodes:
        if node in starting[-1:]:
            found.append(_BEGIN)
        found.append(tree.label[node])
        if node in ending[-1:]:
            found.append(_END)
    return found


def _above(tree: Tree, leaf: int) -> list[int]:
    """Return the nodes of the roof above a word, the lowest first."""
    nodes = []
    node = tree.parent[leaf]
    while node >= 0:
        nodes.append(node)
        node = tree.parent[node]
    return nodes[1:] if nodes and tree.is_preterminal(nodes[0]) else nodes


def word_scores(gold: Tree, system: Tree, preparation: Preparation, costs: str = "sampson") -> list[float] | None:
    """Return the score of each word of two prepared trees, None where their words differ."""
    if not same_words(gold, system, preparation):
        return None

    def cost(one: int, other: int) -> float:
        equal = one == other or (min(one, other) >= 0 and _equivalent(one, other, preparation))
        return 0 if equal else SUBSTITUTIONS[costs](one, other)

    pairs = zip(gold.leaves, system.leaves, strict=True)
    return [_score(_lineage(gold, one), _lineage(system, other), cost) for one, other in pairs]


def _equivalent(one: int, other: int, preparation: Preparation) -> bool:
    return same(symbols.text(one), symbols.text(other), preparation.equal_labels)


def _score(one: Lineage, other: Lineage, cost: Cost) -> float:
    return 1 - _distance(one, other, cost) / (len(one) + len(other)) if one or other else 1.0


def _distance(one: Sequence[int], other: Sequence[int], cost: Cost) -> float:
    """Return the edit distance of two sequences (Levenshtein's table, row by row)."""
    row = [float(column) for column in range(len(other) + 1)]
    for item in one:
        above, row = row, [row[0] + 1]
        for column, counterpart in enumerate(other):
            row.append(min(above[column] + cost(item, counterpart), above[column + 1] + 1, row[column] + 1))
    return row[-1]


def count(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, NDArray[Any]]:
    """Score the words of pairs of trees, each a row (number of the gold tree, number of the test tree).

    Columns: ``words``, 0 where those of the two trees differ, and the sums of their scores, ``sampson`` and ``unit``.
    """
    words = np.zeros(len(pairs), dtype=np.int64)
    sums = {name: np.zeros(len(pairs), dtype=np.float64) for name in SUBSTITUTIONS}
    label_class, labels_closed = equivalence(gold.preparation.equal_labels)
    word_class, words_closed = equivalence(gold.preparation.equal_words)
    columns = {"words": words, **sums}
    if labels_closed and words_closed:
        _run(gold, test, pairs, label_class, word_class, columns, jobs)
        return columns
    for row, (number, other) in enumerate(pairs.tolist()):
        for name, column in sums.items():
            scores = word_scores(gold.bank.tree(number), test.bank.tree(other), gold.preparation, name) or []
            words[row], column[row] = len(scores), sum(scores)
    return columns


def _run(
    gold: Prepared,
    test: Prepared,
    pairs: NDArray[np.int64],
    label_class: IntArray,
    word_class: IntArray,
    columns: dict[str, NDArray[Any]],
    jobs: int,
) -> None:
    """Run the kernel over all pairs, in as many threads as there are jobs."""
    letters = _first_letters(symbols.count())
    nodes = largest_tree(gold.bank, test.bank) + 3

    def part(chosen: slice) -> None:
        scratch = [np.empty(nodes, dtype=np.int32) for _ in range(7)]
        kernel.score_lineages(
            *views(*gold.bank.columns[:4], gold.bank.first, *test.bank.columns[:4], test.bank.first),
            *views(pairs[chosen].reshape(-1), label_class, letters, word_class),
            *views(*(columns[name][chosen] for name in ("words", "sampson", "unit")), *scratch),
        )

    in_threads(part, len(pairs), jobs)


@lru_cache(maxsize=1)
def _first_letters(count: int) -> IntArray:
    """Return by symbol the first letter of each of the first *count*, 0 for an empty one."""
    return np.array([ord(text[0]) if text else 0 for text in symbols.texts()[:count]], dtype=np.int32)


FAMILY = Family("leaf-ancestor", METRICS, count)
