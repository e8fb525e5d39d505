"""Brackets of maximal projections of heads: precision and recall for parsers that do not follow the treebank.

Unlabelled, over the set of brackets that :mod:`~treelens.engine.align.projections` defines: what encloses all that
belongs to a head, without single words, whole sentences and punctuation. Where gold and system were cut into words
differently, brackets are compared over the words that can be aligned by their letters.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..align.bulk import discontinuous, in_threads, largest_tree
from ..align.headed import Headed, headed
from ..align.projections import compare_projections
from ..heads import BankHeads, HeadRules, heads_of
from ..kernels import heads as kernel
from ..kernels import views
from ..prepare.apply import Prepared
from ..prepare.settings import Preparation
from ..prepare.tables import equivalence
from ..trees import IntArray
from .base import Counts, Family, Formula, Metric, share

__all__ = ["FAMILY", "METRICS", "count"]

_MPH = "maximal projections of heads"
_COLUMNS = ("outcome", "gold", "test", "matched", "crossing", "words")


def _complete(counts: Counts) -> Any:
    return (counts["gold"] == counts["test"]) & (counts["test"] == counts["matched"]) & (counts["compared"] > 0)


def _number(column: str) -> Formula:
    return Formula(lambda counts: counts[column], lambda counts: counts["compared"])


def _metric(name: str, title: str, definition: str, formula: Formula, **more: Any) -> Metric:
    return Metric(f"mph-{name}", title, definition, _MPH, formula, needs_same_words=False, **more)


METRICS = (
    _metric("recall", "MPH recall", "matched brackets of heads / gold's", share("matched", "gold")),
    _metric("precision", "MPH precision", "matched brackets of heads / the system's", share("matched", "test")),
    _metric(
        "f1", "Head brackets", "2 · matched / (gold + system)", share("matched", "gold + test", scale=2), short="MPH"
    ),
    _metric(
        "exact",
        "MPH complete match",
        "1 if all brackets of heads match",
        Formula(_complete, lambda counts: counts["compared"]),
    ),
    _metric(
        "crossing",
        "MPH crossing brackets",
        "system brackets of heads that cross one of gold",
        _number("crossing"),
        is_share=False,
        larger_is_better=False,
    ),
    _metric("gold", "MPH reference brackets", "brackets of heads in gold", _number("gold"), is_share=False),
    _metric("system", "MPH hypothesis brackets", "brackets of heads in the system", _number("test"), is_share=False),
)


def count(
    gold: Prepared,
    test: Prepared,
    pairs: NDArray[np.int64],
    jobs: int = 1,
    rules: tuple[HeadRules | None, HeadRules | None] = (None, None),
) -> dict[str, NDArray[Any]]:
    """Count brackets of heads in pairs of trees, each a row (number of the gold tree, number of the test tree).

    Heads are found by the rules of both sides, or by others. Columns: brackets in ``gold`` and ``test``, those
    ``matched``, test brackets ``crossing`` a gold one, ``words`` that were compared, and whether there were any
    (``compared``).
    """
    heads = heads_of(gold, "gold", rules[0]), heads_of(test, "system", rules[1])
    words, closed = equivalence(gold.preparation.equal_words)
    rows = np.ones((len(pairs), kernel.FIELDS), dtype=np.int32)
    if closed:
        _run(gold, test, heads, pairs, words, rows, jobs)
    slow = set(np.flatnonzero(rows[:, 0]).tolist()) | set(discontinuous(gold.bank, test.bank, pairs))
    for row in slow:
        number, other = pairs[row].tolist()
        rows[row] = _count_pair(
            headed(gold, number, "gold", rules=rules[0]),
            headed(test, other, "system", rules=rules[1]),
            gold.preparation,
        )
    counts = dict(zip(_COLUMNS, rows.T, strict=True))
    del counts["outcome"]
    return counts | {"compared": (counts["words"] > 0).astype(np.int32)}


def _count_pair(gold: Headed, test: Headed, preparation: Preparation) -> list[int]:
    """Count one pair, whatever its words and spans are."""
    found = compare_projections(gold, test, preparation)
    return [0, len(found.gold), len(found.system), len(found.matched), found.crossing, found.ground.size]


def _run(
    gold: Prepared,
    test: Prepared,
    heads: tuple[BankHeads, BankHeads],
    pairs: NDArray[np.int64],
    words: IntArray,
    rows: NDArray[np.int32],
    jobs: int,
) -> None:
    """Run the kernel over all pairs, in as many threads as there are jobs."""
    mine, theirs = heads
    largest = largest_tree(gold.bank, test.bank)
    slots = 16
    while slots - 1 < 8 * largest:
        slots *= 2

    def part(chosen: slice) -> None:
        table = np.zeros(slots * kernel.SLOT, dtype=np.int32)
        scratch = [np.empty(largest + 2, dtype=np.int32) for _ in range(6)]
        kernel.count_projections(
            *views(*gold.bank.columns[:4], gold.bank.first, mine.word, mine.first_word, mine.ignored),
            *views(*test.bank.columns[:4], test.bank.first, theirs.word, theirs.first_word),
            *views(pairs[chosen].reshape(-1), words, rows[chosen].reshape(-1), table, *scratch),
        )

    in_threads(part, len(pairs), jobs)


FAMILY = Family("mph", METRICS, count, aligns_letters=True)
