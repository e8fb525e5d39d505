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
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..align.fragments import FragmentCounts, count_fragments
from ..kernels import fragments as kernel
from ..kernels import views
from ..prepare.apply import Prepared
from ..prepare.tables import equivalence
from ..treebank import Treebank
from .base import Family, Floats, Formula, Metric, Tally

__all__ = ["FAMILY", "METRICS", "VARIANTS", "FragmentTable", "Size", "Summary", "Variant", "count", "summary"]


class Variant(NamedTuple):
    """Which sizes a measure takes (None: all), and whether it counts like the released program."""

    largest: int | None
    code: bool


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
    sizes = f"up to {variant.largest} nodes" if variant.largest else "all sizes"
    how = "links of the system tree unchecked, as the released program counts" if variant.code else "the same links"
    return Metric(
        name,
        f"FREVAL, {'released program, ' * variant.code}{sizes}",
        f"F1 of the mean precision and recall by size of fragments of {sizes}; matched: the same brackets, {how}",
        "Bastings & Sima'an 2014",
        Formula(partial(_scores, variant), lambda table: np.ones(len(table))),
    )


#: Their formula takes a :class:`FragmentTable` and is for ranking sentences; the score of a corpus is no mean of these.
METRICS = tuple(_metric(name, variant) for name, variant in VARIANTS.items())


class Size(NamedTuple):
    """The fragments of one size: counts, and what follows from them; None where nothing is to divide by."""

    size: int
    gold: int
    system: int
    matched: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True)
class Summary:
    """FLP, FLR and their F1 (None where neither side has a fragment), and the sizes they are made of."""

    precision: float | None
    recall: float | None
    f1: float | None
    sizes: tuple[Size, ...]


def summary(
    counts: FragmentCounts,
    largest: int | None = None,
    *,
    code: bool = False,
    weights: Sequence[float] | None = None,
    geometric: bool = False,
) -> Summary:
    """Score counts, of a sentence or added up over a corpus, by the sizes up to *largest*.

    *weights* are for the sizes 1, 2 … and are made to sum to 1 over the sizes there are; without them all sizes weigh
    the same, 1/min(K, N), N being the largest size in either file. A size that one side lacks contributes 0. With
    *geometric*, the weighted mean is that of logarithms: a size without a match then makes it 0.

    >>> counts = FragmentCounts(gold=(4, 2), system=(2, 1), common=(2,), code=(2, 1))
    >>> summary(counts).f1, summary(counts, code=True).f1, summary(counts, weights=[3, 1]).precision
    (0.3333333333333333, 0.6666666666666666, 0.75)
    """
    sizes = _sizes(counts, largest, code)
    given = [1.0] * len(sizes) if weights is None else [float(weight) for weight in weights[: len(sizes)]]
    if any(weight < 0 for weight in given):
        raise ValueError("a weight is below 0")
    if not math.fsum(given):
        return Summary(None, None, None, sizes)
    precision = _mean([size.precision or 0 for size in sizes], given, geometric)
    recall = _mean([size.recall or 0 for size in sizes], given, geometric)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return Summary(precision, recall, f1, sizes)


def _sizes(counts: FragmentCounts, largest: int | None, code: bool) -> tuple[Size, ...]:
    upto = counts.largest if largest is None else min(largest, counts.largest)
    columns = (counts.gold, counts.system, counts.code if code else counts.common)
    rows = zip(*((*column[:upto], *[0] * (upto - len(column))) for column in columns), strict=True)
    return tuple(
        Size(number, gold, system, matched, _share(matched, system), _share(matched, gold), _f1(gold, system, matched))
        for number, (gold, system, matched) in enumerate(rows, 1)
    )


def _share(above: int, below: int) -> float | None:
    return above / below if below else None  # whole numbers of any size divide to the nearest float


def _f1(gold: int, system: int, matched: int) -> float | None:
    return _share(2 * matched, gold + system)


def _mean(values: Sequence[float], weights: Sequence[float], geometric: bool) -> float:
    """Return a weighted mean; values without a weight are left out."""
    weighted = [(value, weight) for value, weight in zip(values, weights, strict=False) if weight]
    whole = math.fsum(weight for _, weight in weighted)
    if not geometric:
        return math.fsum(value * weight for value, weight in weighted) / whole
    if not all(value for value, _ in weighted):
        return 0.0
    return math.exp(math.fsum(math.log(value) * weight for value, weight in weighted) / whole)


@dataclass(frozen=True)
class FragmentTable:
    """The counts of many pairs of trees, one row a pair.

    Row k has the rows from ``first[k]`` up to ``first[k + 1]`` of ``numbers``, one for each size, with the counts in
    gold and system, the shared ones, and those of the released program. Pairs that do not fit in there (too many
    fragments, discontinuous trees) are kept ``apart``. Where the words differ, a row is not ``defined``.
    """

    first: NDArray[np.int64]
    numbers: NDArray[np.int64]
    defined: NDArray[np.bool_]
    apart: dict[int, FragmentCounts]

    def __len__(self) -> int:
        return len(self.defined)

    def __getitem__(self, row: int) -> FragmentCounts:
        if row in self.apart:
            return self.apart[row]
        part = self.numbers[self.first[row] : self.first[row + 1]]
        return FragmentCounts(*(_trimmed(column.tolist()) for column in part.T))

    @classmethod
    def of(cls, tables: Sequence[FragmentTable]) -> FragmentTable:
        """Join tables, one below the other."""
        rows = np.cumsum([0] + [len(table) for table in tables]).tolist()
        widths = [np.diff(table.first) for table in tables]
        return cls(
            np.concatenate([[0], np.cumsum(np.concatenate(widths or [[]]), dtype=np.int64)]),
            np.concatenate([table.numbers for table in tables] or [np.empty((0, kernel.KINDS), dtype=np.int64)]),
            np.concatenate([table.defined for table in tables] or [np.empty(0, dtype=np.bool_)]),
            {
                row + shift: found
                for table, shift in zip(tables, rows, strict=False)
                for row, found in table.apart.items()
            },
        )

    def spread(self, places: NDArray[np.int64], size: int) -> FragmentTable:
        """Return a table of *size* rows in which row k of this one stands at ``places[k]``, in rising order."""
        widths = np.zeros(size + 1, dtype=np.int64)
        widths[places + 1] = np.diff(self.first)
        defined = np.zeros(size, dtype=np.bool_)
        defined[places] = self.defined
        apart = {int(places[row]): counts for row, counts in self.apart.items()}
        return FragmentTable(np.cumsum(widths), self.numbers, defined, apart)

    def total(self, times: NDArray[np.bool_] | NDArray[np.int64] | None = None) -> FragmentCounts:
        """Add up all rows, or those chosen, or each as many *times* as it says."""
        often = np.ones(len(self), dtype=np.int64) if times is None else times.astype(np.int64)
        often = often * self.defined
        rows, sizes = self._places()
        factor = often[rows]
        columns = [_exact_sums(column, factor, sizes) for column in self.numbers.T]
        added = FragmentCounts(*(_trimmed(column) for column in columns))
        for row, counts in self.apart.items():
            for _ in range(int(often[row])):
                added += counts
        return added

    def _places(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each line of the numbers its row and its size less one."""
        widths = np.diff(self.first)
        rows = np.repeat(np.arange(len(self)), widths)
        return rows, np.arange(len(self.numbers)) - np.repeat(self.first[:-1], widths)

    def scores(self, variant: Variant) -> Floats:
        """Return for each row what the measure would be if the sentence were the corpus; NaN where undefined.

        This is meant for ranking sentences. The measure of a corpus is not the mean of these numbers.
        """
        rows, sizes = self._places()
        gold, system, matched = self.numbers.T[[0, 1, 3 if variant.code else 2]].astype(np.float64)
        there = (gold > 0) | (system > 0)
        if variant.largest is not None:
            there &= sizes < variant.largest
        weight = np.bincount(rows[there], minlength=len(self)).astype(np.float64)
        precision, recall = (
            np.bincount(rows[there], _divided(matched, below)[there], minlength=len(self)) for below in (system, gold)
        )
        f1 = _divided(2 * precision * recall, weight * (precision + recall))
        f1[(weight == 0) | ~self.defined] = np.nan
        for row, counts in self.apart.items():
            found = summary(counts, variant.largest, code=variant.code).f1
            f1[row] = np.nan if found is None else found
        return f1


def _trimmed(counts: list[int]) -> tuple[int, ...]:
    """Leave out the zeros behind the last fragment."""
    end = len(counts)
    while end and not counts[end - 1]:
        end -= 1
    return tuple(counts[:end])


def _divided(above: NDArray[Any], below: NDArray[Any]) -> Floats:
    """Divide, 0 by 0 being 0."""
    shares: Floats = np.zeros(above.shape)
    np.divide(above, below, out=shares, where=below > 0)
    return shares


def _exact_sums(numbers: NDArray[np.int64], factor: NDArray[np.int64], sizes: NDArray[np.int64]) -> list[int]:
    """Add up numbers by size as whole numbers of any size: the two halves of their bits apart."""
    halves = []
    for part in (numbers & 0xFFFFFFFF, numbers >> 32):
        sums = np.zeros(int(sizes.max(initial=-1)) + 1, dtype=np.int64)
        np.add.at(sums, sizes, part * factor)
        halves.append(sums.tolist())
    return [low + (high << 32) for low, high in zip(*halves, strict=True)]


def count(
    gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1, largest: int | None = None
) -> FragmentTable:
    """Count the fragments of pairs of trees, each a row (number of the gold tree, number of the test tree).

    With *largest*, fragments of more nodes are not counted; then ask for no measure that takes them.
    """
    widths = np.maximum(_roof_sizes(gold.bank)[pairs[:, 0]], _roof_sizes(test.bank)[pairs[:, 1]])
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


def _roof_sizes(bank: Treebank) -> NDArray[np.int64]:
    """Return how many nodes of each tree are neither words nor tags."""
    label, parent = bank.columns.label, bank.columns.parent
    own = np.arange(len(label)) - np.repeat(bank.first[:-1], np.diff(bank.first))
    is_last = np.append(parent[1:], -1) != parent
    tagged = (label < 0) & (parent >= 0) & (parent == own - 1) & is_last  # the only child of the node just before
    upto = np.concatenate([[0], np.cumsum((label >= 0).astype(np.int64) - tagged)])
    return np.diff(upto[bank.first])


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
    nodes = int(max(np.diff(bank.first).max(initial=0) for bank in (gold.bank, test.bank))) + 2
    slots = 1 << max(4, (4 * nodes).bit_length())

    def part(begin: int) -> None:
        end = min(begin + size, len(pairs))
        table = np.zeros(slots * kernel.SLOT, dtype=np.int32)
        scratch = [np.empty(nodes, dtype=kind) for kind in [np.int32] * 12 + [np.int64] * 2 + [np.float64]]
        kernel.count_fragments(
            *views(*gold.bank.columns[:4], gold.bank.first, *test.bank.columns[:4], test.bank.first),
            *views(pairs[begin:end].reshape(-1), labels, words, first[begin : end + 1]),
            *views(outcomes[begin:end], numbers.reshape(-1), table, *scratch),
        )

    size = max(1000, -(-len(pairs) // jobs))
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(part, range(0, len(pairs), size)))
    outcomes[_discontinuous(gold.bank, test.bank, pairs)] = kernel.TOO_MANY
    return outcomes


def _discontinuous(gold: Treebank, test: Treebank, pairs: NDArray[np.int64]) -> list[int]:
    """Return the rows with a tree that has discontinuous constituents."""
    if not gold.gaps and not test.gaps:
        return []
    return [row for row, (one, other) in enumerate(pairs.tolist()) if one in gold.gaps or other in test.gaps]


class FragmentFamily(Family):
    """Measures of fragments: their counts are a :class:`FragmentTable`, and they have a micro average only."""

    def joined(self, parts: Sequence[tuple[NDArray[np.int64], FragmentTable]], size: int) -> FragmentTable:
        """Put tables of some sentences, each with their places in rising order, among *size* sentences."""
        places = np.concatenate([place for place, _ in parts]) if parts else np.empty(0, dtype=np.int64)
        return FragmentTable.of([table for _, table in parts]).spread(places, size)

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
        apart = {
            int(row): FragmentCounts(**{name: tuple(column) for name, column in found.items()})
            for row, found in json.loads(arrays["apart"].tobytes()).items()
        }
        return FragmentTable(arrays["first"], arrays["numbers"], arrays["defined"], apart)

    def scores(self, metric: Metric, counts: FragmentTable) -> Floats:
        """Return what the measure would be if each sentence were the corpus."""
        return counts.scores(VARIANTS[metric.name])

    def tally(self, metric: Metric, counts: FragmentTable, chosen: NDArray[np.bool_]) -> Tally:
        """Score the chosen sentences together, and tell the sizes that the score is made of."""
        variant = VARIANTS[metric.name]
        chosen = chosen & counts.defined
        found = summary(counts.total(chosen), variant.largest, code=variant.code)
        n = int(np.count_nonzero(chosen))
        return Tally(found.f1, None, n, len(chosen) - n, found.sizes)


FAMILY = FragmentFamily("freval", METRICS, count)
