"""E-mappings: nodes with the same label over the same words, as EVALB counts them.

Per (label, span) the least-cost mapping pairs as many nodes as both trees have, the highest with the highest; what is
left over is deleted or inserted (Emms 2008 calls it an E-mapping, after EVALB). Three ranges of nodes: the *roof* (no
words, no tags: EVALB's habit), the *whole* tree (tags too), and *all* nodes, words included.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import parseval as kernel
from ..kernels import views
from ..prepare.apply import Prepared
from ..prepare.settings import Preparation
from ..prepare.tables import equivalence, same
from ..treebank import Treebank
from ..trees import IntArray, Tree
from .bulk import discontinuous, in_threads, largest_tree
from .mapping import Mapping
from .words import common_positions, same_words

__all__ = [
    "COLUMNS",
    "COMPARED",
    "LENGTHS",
    "NO_WORDS",
    "RANGES",
    "WORDS",
    "count_pair",
    "count_spans",
    "e_mapping",
    "nodes_in",
    "paired",
]

COLUMNS = ("outcome", "gold", "test", "matched", "unlabelled", "crossing", "words", "tags", "tagged")
COMPARED, NO_WORDS, LENGTHS, WORDS = kernel.COMPARED, kernel.NO_WORDS, kernel.LENGTHS, kernel.WORDS
RANGES = ("roof", "whole", "all")


def count_spans(
    gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1, *, whole: bool = False
) -> dict[str, NDArray[np.int32]]:
    """Count the brackets of pairs of trees, each given as a row (number of the gold tree, number of the test tree).

    Columns: ``outcome``; brackets in ``gold`` and ``test``, ``matched`` ones, ``unlabelled`` matches; test brackets
    ``crossing`` a gold one; ``words``, those whose ``tags`` agree, those ``tagged`` in gold. Where ``outcome`` is not
    COMPARED, ``gold`` and ``test`` hold what differs instead: the numbers of words, or the symbols of the first words
    that are not the same. With *whole*, tags count as brackets too.
    """
    labels, labels_closed = equivalence(gold.preparation.equal_labels)
    words, words_closed = equivalence(gold.preparation.equal_words)
    rows = np.empty((len(pairs), kernel.FIELDS), dtype=np.int32)
    if labels_closed and words_closed:
        _run(gold.bank, test.bank, pairs, labels, words, rows, jobs, whole)
        slow: Sequence[int] = discontinuous(gold.bank, test.bank, pairs)
    else:
        slow = range(len(pairs))
    for row in slow:
        number, other = pairs[row].tolist()
        rows[row] = count_pair(gold.bank.tree(number), test.bank.tree(other), gold.preparation, whole=whole)
    return dict(zip(COLUMNS, rows.T, strict=True))


def _run(
    gold: Treebank,
    test: Treebank,
    pairs: NDArray[np.int64],
    labels: IntArray,
    words: IntArray,
    rows: NDArray[np.int32],
    jobs: int,
    whole: bool,
) -> None:
    """Run the kernel over all pairs, in as many threads as there are jobs."""
    largest = largest_tree(gold, test)
    slots = 16
    while slots - 1 < 4 * largest:
        slots *= 2

    def part(chosen: slice) -> None:
        table = np.zeros(slots * kernel.SLOT, dtype=np.int32)
        scratch = [np.empty(largest + 2, dtype=np.int32) for _ in range(9)]
        kernel.count_brackets(
            *views(*gold.columns[:4], gold.first, *test.columns[:4], test.first),
            *views(pairs[chosen].reshape(-1), labels, words),
            whole,
            *views(rows[chosen].reshape(-1), table, *scratch),
        )

    in_threads(part, len(pairs), jobs)


def count_pair(gold: Tree, test: Tree, preparation: Preparation, *, whole: bool = False) -> list[int]:
    """Count for two prepared trees what :func:`count_spans` counts, for any spans and any equalities.

    >>> from ..trees import Node, tree_of
    >>> tree = tree_of([Node("S", -1), Node("PRP", 0), Node("I", 1, 0), Node("VBP", 0), Node("am", 3, 1)])
    >>> count_pair(tree, tree, Preparation("raw"))
    [0, 1, 1, 1, 1, 0, 2, 2, 2]
    """
    gold_words, test_words = gold.words, test.words
    if not test_words:
        return [NO_WORDS] + [0] * 8
    if len(gold_words) != len(test_words):
        return [LENGTHS, len(gold_words), len(test_words)] + [0] * 6
    for one, other in zip(gold_words, test_words, strict=True):
        if not same(one, other, preparation.equal_words):
            return [WORDS, *symbols.symbols((one, other))] + [0] * 6
    range_ = "whole" if whole else "roof"
    mine, theirs = nodes_in(gold, range_, preparation), nodes_in(test, range_, preparation)
    matched = len(paired(gold, test, mine, theirs, preparation))
    unlabelled = len(paired(gold, test, mine, theirs, preparation, labelled=False))
    sets = [set(gold.positions(node)) for node in mine]
    crossing = sum(_crosses(set(test.positions(node)), sets) for node in theirs)
    tags = [(a, b) for a, b in zip(gold.tags, test.tags, strict=True) if a is not None]
    correct = sum(b is not None and same(a, b, preparation.equal_labels) for a, b in tags)
    return [COMPARED, len(mine), len(theirs), matched, unlabelled, crossing, len(gold_words), correct, len(tags)]


def _crosses(positions: set[int], others: Sequence[set[int]]) -> bool:
    return any(positions & other and positions - other and other - positions for other in others)


def nodes_in(tree: Tree, range_: str, preparation: Preparation) -> list[int]:
    """Return the nodes of a range; never those without words where preparation drops them."""
    return [
        node
        for node in range(len(tree))
        if (range_ == "all" or not tree.is_word(node))
        and (range_ != "roof" or not tree.is_preterminal(node))
        and not (preparation.drop_empty and tree.start[node] == tree.end[node])
    ]


def extent(tree: Tree, node: int) -> Hashable:
    """Return what must agree of two nodes: all positions of a discontinuous one, else the bounds of the span."""
    return tree.gaps.get(node) or (*tree.span(node), "span")


def paired(
    gold: Tree,
    test: Tree,
    gold_nodes: Sequence[int],
    test_nodes: Sequence[int],
    preparation: Preparation,
    *,
    labelled: bool = True,
) -> list[tuple[int, int]]:
    """Give each gold node, in preorder, the first free test node over the same words that fits."""
    free = _by_key(test, test_nodes, labelled=labelled)
    pairs = []
    for node in gold_nodes:
        queues = [queue for key in _keys(gold, node, preparation, labelled=labelled) if (queue := free.get(key))]
        if queues:
            pairs.append((node, min(queues, key=lambda queue: queue[0]).popleft()))
    return pairs


def _by_key(tree: Tree, nodes: Sequence[int], *, labelled: bool = True) -> dict[Hashable, deque[int]]:
    """Gather nodes, in preorder, that nothing tells apart: the same words and, if wanted, the same label."""
    found: dict[Hashable, deque[int]] = {}
    for node in nodes:
        name = (tree.is_word(node), tree.text(node)) if labelled else None
        found.setdefault((extent(tree, node), name), deque()).append(node)
    return found


def _keys(tree: Tree, node: int, preparation: Preparation, *, labelled: bool = True) -> list[Hashable]:
    """Return under which keys partners of a node are gathered: its own label, and those declared equal to it."""
    where = extent(tree, node)
    if not labelled:
        return [(where, None)]
    word, text = tree.is_word(node), tree.text(node)
    equalities = preparation.equal_words if word else preparation.equal_labels
    declared = (name for pair in equalities if text in pair for name in pair)
    return [(where, (word, name)) for name in dict.fromkeys((text, *declared))]


def e_mapping(
    gold: Tree, system: Tree, preparation: Preparation, *, nodes: str = "roof", look_for_others: bool = True
) -> Mapping:
    """Return the E-mapping of two prepared trees on a range of nodes.

    Trees with different words are compared on the words that can be aligned (edit distance on the two sentences), and
    the mapping is marked ``words_aligned``. Who does not ask whether it is ``unique`` need not *look for others*.
    """
    mine, theirs = nodes_in(gold, nodes, preparation), nodes_in(system, nodes, preparation)
    aligned = not same_words(gold, system, preparation)
    one, other = common_positions(gold, system) if aligned else (gold, system)
    gold_part, system_part = mine, theirs
    if aligned:  # what covers no aligned word has nothing to be compared by
        gold_part = [node for node in mine if one.start[node] < one.end[node]]
        system_part = [node for node in theirs if other.start[node] < other.end[node]]
    pairs = paired(one, other, gold_part, system_part, preparation)
    return Mapping(
        kind="e",
        gold=gold,
        system=system,
        pairs=tuple(pairs),
        swapped=frozenset(),
        gold_nodes=frozenset(mine),
        system_nodes=frozenset(theirs),
        cost=len(mine) + len(theirs) - 2 * len(pairs),
        unique=_unique(one, other, gold_part, system_part, preparation) if look_for_others else None,
        words_aligned=aligned,
    )


def _unique(
    gold: Tree, test: Tree, gold_nodes: Sequence[int], test_nodes: Sequence[int], preparation: Preparation
) -> bool:
    """Say whether no node could have had another partner."""
    there = _by_key(test, test_nodes)
    taken: set[int] = set()
    for node in gold_nodes:
        queues = [there[key] for key in _keys(gold, node, preparation) if key in there]
        if sum(map(len, queues)) > 1 or any(queue[0] in taken for queue in queues):
            return False
        taken.update(queue[0] for queue in queues)
    return True
