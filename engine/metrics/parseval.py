"""PARSEVAL as EVALB computes it: labelled and unlabelled brackets, crossing brackets, tags.

Black et al. 1991, "A procedure for quantitatively comparing the syntactic coverage of English grammars", in the
counting of Sekine and Collins' program EVALB: a bracket is a node that is neither a word nor a tag; a gold and a test
bracket match when span and label agree, each at most once; a test bracket crosses when it overlaps some gold bracket
without one containing the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import parseval as kernel
from ..kernels import views
from ..prepare.apply import Prepared, prepare
from ..prepare.settings import Preparation
from ..prepare.tables import KEPT, equivalence, same
from ..treebank import Analysis, Sentence, Treebank
from ..trees import IntArray, Node, Tree, tree_of
from .base import Counts, Metric, each, share

__all__ = ["COLUMNS", "METRICS", "count", "count_pair"]

COLUMNS = ("outcome", "gold", "test", "matched", "unlabelled", "crossing", "words", "tags", "tagged")
_QUOTES = ("'", '"', "/")
_BLACK = "Black et al. 1991"
_EVALB = "EVALB (Sekine & Collins 1997)"


def _exact(counts: Counts) -> Any:
    return ((counts["gold"] == counts["test"]) & (counts["test"] == counts["matched"])).astype(np.int64)


def _no_crossing(counts: Counts) -> Any:
    return (counts["crossing"] == 0).astype(np.int64)


METRICS = (
    Metric("recall", "Labelled recall", "matched brackets / gold brackets", _BLACK, share("matched", "gold")),
    Metric("precision", "Labelled precision", "matched brackets / system brackets", _BLACK, share("matched", "test")),
    Metric("f1", "F1", "2 · matched / (gold + system)", _BLACK, share("matched", "gold + test", scale=2)),
    Metric("unlabelled-recall", "Unlabelled recall", "as recall, labels ignored", _BLACK, share("unlabelled", "gold")),
    Metric(
        "unlabelled-precision",
        "Unlabelled precision",
        "as precision, labels ignored",
        _BLACK,
        share("unlabelled", "test"),
    ),
    Metric(
        "unlabelled-f1",
        "Unlabelled F1",
        "as F1, labels ignored",
        _BLACK,
        share("unlabelled", "gold + test", scale=2),
    ),
    Metric("exact", "Complete match", "1 if all brackets of both trees match", _EVALB, each(_exact)),
    Metric(
        "crossing",
        "Crossing brackets",
        "system brackets that cross a gold bracket",
        _BLACK,
        each(lambda counts: counts["crossing"]),
        is_share=False,
        larger_is_better=False,
    ),
    Metric("zero-crossing", "No crossing", "1 if no system bracket crosses a gold one", _EVALB, each(_no_crossing)),
    Metric("tagging", "Tagging accuracy", "words whose tag agrees / words", _EVALB, share("tags", "tagged")),
)


def count(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, NDArray[np.int32]]:
    """Compare pairs of trees, each given as a row (number of the gold tree, number of the test tree).

    Returns the columns; where ``outcome`` is not COMPARED, ``gold`` and ``test`` hold what differs instead: the
    numbers of words, or the symbols of the first words that are not the same.
    """
    preparation = gold.preparation
    labels, labels_closed = equivalence(preparation.equal_labels)
    words, words_closed = equivalence(preparation.equal_words)
    rows = np.empty((len(pairs), kernel.FIELDS), dtype=np.int32)
    if not (labels_closed and words_closed):
        slow: Sequence[int] = range(len(pairs))
    else:
        _run(gold.bank, test.bank, pairs, labels, words, rows, jobs)
        slow = _discontinuous(gold.bank, test.bank, pairs)
    for row in slow:
        number, other = pairs[row].tolist()
        rows[row] = count_pair(gold.bank.tree(number), test.bank.tree(other), preparation)
    if preparation.quote_labels:
        for row in np.flatnonzero(rows[:, 0] == kernel.LENGTHS).tolist():
            number, other = pairs[row].tolist()
            _repair_quotes(gold, test, number, other, rows[row])
    if not preparation.labelled:
        rows[:, 3] = np.where(rows[:, 0] == kernel.COMPARED, rows[:, 4], rows[:, 3])
    return dict(zip(COLUMNS, rows.T, strict=True))


def _run(
    gold: Treebank,
    test: Treebank,
    pairs: NDArray[np.int64],
    labels: IntArray,
    words: IntArray,
    rows: NDArray[np.int32],
    jobs: int,
) -> None:
    """Run the kernel over all pairs, in as many threads as there are jobs."""
    largest = int(max(np.diff(gold.first).max(initial=0), np.diff(test.first).max(initial=0)))
    slots = 16
    while slots - 1 < 4 * largest:
        slots *= 2

    def part(bounds: tuple[int, int]) -> None:
        begin, end = bounds
        table = np.zeros(slots * kernel.SLOT, dtype=np.int32)
        scratch = [np.empty(largest + 2, dtype=np.int32) for _ in range(9)]
        kernel.count_brackets(
            *views(*gold.columns[:4], gold.first, *test.columns[:4], test.first),
            *views(pairs[begin:end].reshape(-1), labels, words, rows[begin:end].reshape(-1), table, *scratch),
        )

    size = max(1000, -(-len(pairs) // jobs))
    parts = [(begin, min(begin + size, len(pairs))) for begin in range(0, len(pairs), size)]
    if len(parts) == 1:
        part(parts[0])
    else:
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(part, parts))


def _discontinuous(gold: Treebank, test: Treebank, pairs: NDArray[np.int64]) -> list[int]:
    if not gold.gaps and not test.gaps:
        return []
    return [row for row, (one, other) in enumerate(pairs.tolist()) if one in gold.gaps or other in test.gaps]


def count_pair(gold: Tree, test: Tree, preparation: Preparation) -> list[int]:
    """Compare two prepared trees bracket by bracket, in EVALB's order; any spans, any equalities.

    >>> from ..trees import Node, tree_of
    >>> tree = tree_of([Node("S", -1), Node("PRP", 0), Node("I", 1, 0), Node("VBP", 0), Node("am", 3, 1)])
    >>> count_pair(tree, tree, Preparation("raw"))
    [0, 1, 1, 1, 1, 0, 2, 2, 2]
    """
    gold_words, test_words = gold.words, test.words
    if not test_words:
        return [kernel.NO_WORDS] + [0] * 8
    if len(gold_words) != len(test_words):
        return [kernel.LENGTHS, len(gold_words), len(test_words)] + [0] * 6
    for one, other in zip(gold_words, test_words, strict=True):
        if not same(one, other, preparation.equal_words):
            return [kernel.WORDS, *symbols.symbols((one, other))] + [0] * 6
    tags = list(zip(gold.tags, test.tags, strict=True))
    correct = sum(
        one is not None and other is not None and same(one, other, preparation.equal_labels) for one, other in tags
    )
    gold_roof, test_roof = _roof(gold, preparation), _roof(test, preparation)
    matched = _matches(gold, test, gold_roof, test_roof, preparation, labelled=True)
    unlabelled = _matches(gold, test, gold_roof, test_roof, preparation, labelled=False)
    gold_sets = [set(gold.positions(node)) for node in gold_roof]
    test_sets = [set(test.positions(node)) for node in test_roof]
    crossing = sum(any(a & b and a - b and b - a for b in gold_sets) for a in test_sets)
    tagged = sum(one is not None for one, _ in tags)
    return [
        kernel.COMPARED,
        len(gold_roof),
        len(test_roof),
        matched,
        unlabelled,
        crossing,
        len(gold_words),
        correct,
        tagged,
    ]


def _roof(tree: Tree, preparation: Preparation) -> list[int]:
    """Return the brackets: what is neither a word nor a tag, nor empty if empty ones are dropped."""
    return [
        node
        for node in range(len(tree))
        if not tree.is_word(node)
        and not tree.is_preterminal(node)
        and not (preparation.drop_empty and tree.start[node] == tree.end[node])
    ]


def _extent(tree: Tree, node: int) -> Hashable:
    """Return what must agree of two nodes: all positions of a discontinuous one, else the bounds of the span."""
    return tree.gaps.get(node) or (*tree.span(node), "span")


def _matches(
    gold: Tree,
    test: Tree,
    gold_roof: list[int],
    test_roof: list[int],
    preparation: Preparation,
    *,
    labelled: bool,
) -> int:
    """Give each gold bracket, in preorder, the first free test bracket that fits."""
    free = list(test_roof)
    for node in gold_roof:
        for other in free:
            if _extent(gold, node) == _extent(test, other) and (
                not labelled or same(gold.text(node), test.text(other), preparation.equal_labels)
            ):
                free.remove(other)
                break
    return len(test_roof) - len(free)


@dataclass
class _Quote:
    """A quote in a tree: its index among the words that stay, its tag's node and text, and whether that is deleted."""

    index: int
    node: int
    tag: str
    deleted: bool


def _repair_quotes(gold: Prepared, test: Prepared, number: int, other: int, row: NDArray[np.int32]) -> None:
    """Where the lengths differ because one side deleted a quote, put it back and compare again."""
    mine, theirs = gold.original.tree(number), test.original.tree(other)
    gold_kept, test_kept = _quotes_to_keep(mine, theirs, gold.preparation)
    if gold_kept or test_kept:
        one = _prepared_keeping(mine, gold_kept, gold.preparation)
        row[:] = count_pair(one, _prepared_keeping(theirs, test_kept, gold.preparation), gold.preparation)


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
