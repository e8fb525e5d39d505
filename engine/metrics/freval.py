"""FREVAL: precision and recall of all fragments of trees, by size.

Bastings and Sima'an 2014, "All fragments count in parser evaluation". For each size s, LP_s is the share of the
system's fragments of s nodes that gold has too, LR_s the share of gold's that the system has; both over the corpus.
FLP = Σ α_s LP_s and FLR = Σ α_s LR_s over the sizes up to K, with equal weights unless others are given, and the
score is their F1. K = 1 is PARSEVAL; the paper's tables have K = 1, 15, 25 and all sizes.

What a fragment is and when two trees share one is told in :mod:`treelens.engine.align.fragments`. There are two
ways of counting the shared ones: the paper's, and that of the program its authors released (``freval-code``), which
leaves the links of the system tree unchecked, so that precision may pass 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..align.bulk import discontinuous, in_threads, largest_tree
from ..align.fragments import FragmentCounts, count_fragments
from ..kernels import fragments as kernel
from ..kernels import views
from ..prepare.apply import Prepared
from ..prepare.tables import equivalence
from .base import Addends, Family, Floats, Formula, Metric, Tally
from .fragment_scores import Variant, f1_of_sums, summary
from .fragment_table import FragmentSums, FragmentTable

__all__ = ["FAMILY", "METRICS", "VARIANTS", "count"]


#: What each measure of this family is.
VARIANTS = {
    f"freval{'-code' * code}{f'-{largest}' if largest else ''}": Variant(largest, code)
    for code in (False, True)
    for largest in (1, 15, 25, None)
}


def _scores(variant: Variant, table: Any) -> Floats:
    scores: Floats = table.scores(variant)
    return scores


def _metric(name: str, variant: Variant) -> Metric:
    short = f"≤ {variant.largest}" if variant.largest else "all sizes"
    sizes = f"up to {variant.largest} nodes" if variant.largest else "all sizes"
    how = "links of the system tree unchecked, as the released program counts" if variant.code else "the same links"
    return Metric(
        name,
        f"FREVAL, {'released program, ' * variant.code}{short}",
        f"F1 of the mean precision and recall by size of fragments of {sizes}; matched: the same brackets, {how}",
        "Bastings & Sima'an 2014",
        Formula(partial(_scores, variant), lambda table: np.ones(len(table))),
        short="Frag" if variant == Variant(15, False) else "",
    )


#: Their formula takes a :class:`FragmentTable` and is for ranking sentences; the score of a corpus is no mean of these.
METRICS = tuple(_metric(name, variant) for name, variant in VARIANTS.items())


def count(
    gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1, largest: int | None = None
) -> FragmentTable:
    """Count the fragments of pairs of trees, each a row (number of the gold tree, number of the test tree).

    With *largest*, fragments of more nodes are not counted; then ask for no measure that takes them.
    """
    widths = np.maximum(gold.trees.roof_sizes[pairs[:, 0]], test.trees.roof_sizes[pairs[:, 1]])
    first = np.concatenate([[0], np.cumsum(widths if largest is None else np.minimum(widths, largest))])
    numbers = np.zeros((int(first[-1]), kernel.KINDS), dtype=np.int64)
    outcomes = _run(gold, test, pairs, first, numbers, jobs)
    apart = {}
    for row in np.flatnonzero(outcomes == kernel.TOO_MANY).tolist():
        numbers[first[row] : first[row + 1]] = 0
        one, other = (bank.tree(number) for bank, number in zip((gold.bank, test.bank), pairs[row], strict=True))
        if counts := count_fragments(one, other, gold.preparation, largest):
            apart[row] = counts
    defined = outcomes == kernel.COUNTED
    defined[list(apart)] = True
    return FragmentTable(first, numbers, defined, apart)


def _run(
    gold: Prepared,
    test: Prepared,
    pairs: NDArray[np.int64],
    first: NDArray[np.int64],
    numbers: NDArray[np.int64],
    jobs: int,
) -> NDArray[np.uint8]:
    """Run the kernel over all pairs, in as many threads as there are jobs; return what became of each."""
    outcomes = np.full(len(pairs), kernel.TOO_MANY, dtype=np.uint8)
    labels, labels_closed = equivalence(gold.preparation.equal_labels)
    words, words_closed = equivalence(gold.preparation.equal_words)
    if not (labels_closed and words_closed):
        return outcomes
    nodes = largest_tree(gold.bank, test.bank) + 2
    slots = 1 << max(4, (4 * nodes).bit_length())

    def part(chosen: slice) -> None:
        table = np.zeros(slots * kernel.SLOT, dtype=np.int32)
        scratch = [np.empty(nodes, dtype=kind) for kind in [np.int32] * 12 + [np.int64] * 2 + [np.float64]]
        kernel.count_fragments(
            *views(*gold.bank.columns[:4], gold.bank.first, *test.bank.columns[:4], test.bank.first),
            *views(pairs[chosen].reshape(-1), labels, words, first[chosen.start : chosen.stop + 1]),
            *views(outcomes[chosen], numbers.reshape(-1), table, *scratch),
        )

    in_threads(part, len(pairs), jobs)
    outcomes[discontinuous(gold.bank, test.bank, pairs)] = kernel.TOO_MANY
    return outcomes


class FragmentFamily(Family):
    """Measures of fragments: their counts are a :class:`FragmentTable`, and they have a micro average only."""

    averages = ("micro",)

    def joined(self, parts: Sequence[tuple[NDArray[np.int64], FragmentTable]], size: int) -> FragmentTable:
        """Put tables of some sentences, each with their places, among *size* sentences."""
        places = np.concatenate([place for place, _ in parts]) if parts else np.empty(0, dtype=np.int64)
        order = np.argsort(places, kind="stable")
        return FragmentTable.of([table for _, table in parts]).taken(order).spread(places[order], size)

    def taken(self, counts: FragmentTable, places: NDArray[np.int64]) -> FragmentTable:
        """Return the counts of some sentences."""
        return counts.taken(places)

    def narrow(self, counts: FragmentTable) -> FragmentTable:
        """Return the same counts, each line of numbers in as few bytes as it needs."""
        return counts.narrow()

    def kept(self, counts: FragmentTable, chosen: NDArray[np.bool_], *, by_sentence: bool) -> FragmentSums:
        """Return the sum of the chosen rows, and the scores of each if they are wanted: a table takes much room."""
        return FragmentSums.of(counts, chosen, VARIANTS.values() if by_sentence else ())

    def rejoined(self, parts: Sequence[FragmentSums]) -> FragmentSums:
        """Add up the sums of stretches."""
        return FragmentSums.joined(parts)

    def packed(self, counts: FragmentTable) -> dict[str, NDArray[Any]]:
        """Return a table as plain arrays; the numbers kept apart, too large for an array, as text."""
        apart = json.dumps({row: vars(found) for row, found in counts.apart.items()})
        return {
            "first": counts.first,
            "numbers": counts.numbers,
            "defined": counts.defined,
            "apart": np.frombuffer(apart.encode(), dtype=np.uint8),
        }

    def unpacked(self, arrays: Mapping[str, NDArray[Any]], size: int) -> FragmentTable | None:
        """Return the table that was packed, or None if it is not one of *size* sentences."""
        if set(arrays) != {"first", "numbers", "defined", "apart"} or len(arrays["defined"]) != size:
            return None
        try:
            apart = {
                int(row): FragmentCounts(**{name: tuple(column) for name, column in found.items()})
                for row, found in json.loads(arrays["apart"].tobytes()).items()
            }
        except (ValueError, TypeError, AttributeError):
            return None
        return FragmentTable(arrays["first"], arrays["numbers"], arrays["defined"], apart)

    def addends(
        self, metric: Metric, counts: FragmentTable, chosen: NDArray[np.bool_], average: str = "micro"
    ) -> Addends:
        """Take a score apart: three numbers of each sentence for each size."""
        return Addends(counts.by_size(chosen, VARIANTS[metric.name]), f1_of_sums)

    def tally(
        self,
        metric: Metric,
        counts: FragmentTable | FragmentSums,
        chosen: NDArray[np.bool_],
        known: Floats | None = None,
    ) -> Tally:
        """Score the chosen sentences together, and tell the sizes that the score is made of.

        The scores of single sentences are of no use for that.
        """
        variant = VARIANTS[metric.name]
        chosen = chosen & counts.defined
        found = summary(counts.total(chosen), variant.largest, code=variant.code)
        n = int(np.count_nonzero(chosen))
        return Tally(found.f1, None, n, len(chosen) - n, found.sizes)


FAMILY = FragmentFamily("freval", METRICS, count)
