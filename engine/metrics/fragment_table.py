"""Counts of fragments for many pairs of trees, in arrays as far as the numbers fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from ..align.fragments import FragmentCounts
from ..kernels import fragments as kernel
from .base import Floats
from .fragment_lines import NarrowLines
from .fragment_scores import Variant, divided, summary

__all__ = ["FragmentSums", "FragmentTable"]

_MOST = 10**300  #: a number that sums of floats stay below infinity with


@dataclass(frozen=True)
class FragmentTable:
    """The counts of many pairs of trees, one row a pair.

    Row k has the rows from ``first[k]`` up to ``first[k + 1]`` of ``numbers``, one for each size, with the counts in
    gold and system, the shared ones, and those of the released program. Pairs that do not fit in there (too many
    fragments, discontinuous trees) are kept ``apart``. Where the words differ, a row is not ``defined``.
    ``lines`` are the numbers as they are kept: as they come, or in less room.
    """

    first: NDArray[np.int64]
    lines: NDArray[np.int64] | NarrowLines
    defined: NDArray[np.bool_]
    apart: dict[int, FragmentCounts]
    _added: dict[bytes, FragmentCounts] = field(default_factory=dict, repr=False, compare=False)  #: the last sum

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers; whoever uses them several times asks once."""
        return self.lines.whole() if isinstance(self.lines, NarrowLines) else self.lines

    def narrow(self) -> FragmentTable:
        """Return the same in less room."""
        lines = self.lines if isinstance(self.lines, NarrowLines) else NarrowLines.of(self.lines)
        return FragmentTable(self.first, lines, self.defined, self.apart)

    def __len__(self) -> int:
        return len(self.defined)

    def __getitem__(self, row: int) -> FragmentCounts:
        if row in self.apart:
            return self.apart[row]
        part = self.lines[int(self.first[row]) : int(self.first[row + 1])]
        return FragmentCounts(*(_trimmed(column.tolist()) for column in part.T))

    @classmethod
    def of(cls, tables: Sequence[FragmentTable]) -> FragmentTable:
        """Join tables, one below the other."""
        rows = np.cumsum([0] + [len(table) for table in tables]).tolist()
        widths = [np.diff(table.first) for table in tables]
        return cls(
            np.concatenate([[0], np.cumsum(np.concatenate(widths or [np.empty(0, dtype=np.int64)]), dtype=np.int64)]),
            np.concatenate([table.numbers for table in tables] or [np.empty((0, kernel.KINDS), dtype=np.int64)]),
            np.concatenate([table.defined for table in tables] or [np.empty(0, dtype=np.bool_)]),
            {
                row + shift: found
                for table, shift in zip(tables, rows, strict=False)
                for row, found in table.apart.items()
            },
        )

    def taken(self, rows: NDArray[np.int64]) -> FragmentTable:
        """Return a table of some rows, in the order given."""
        widths = np.diff(self.first)[rows]
        first = np.concatenate([[0], np.cumsum(widths, dtype=np.int64)])
        lines = np.arange(first[-1]) + np.repeat(self.first[:-1][rows] - first[:-1], widths)
        apart = {place: self.apart[row] for place, row in enumerate(rows.tolist()) if row in self.apart}
        return FragmentTable(first, self.numbers[lines], self.defined[rows], apart)

    def spread(self, places: NDArray[np.int64], size: int) -> FragmentTable:
        """Return a table of *size* rows in which row k of this one stands at ``places[k]``, in rising order."""
        widths = np.zeros(size + 1, dtype=np.int64)
        widths[places + 1] = np.diff(self.first)
        defined = np.zeros(size, dtype=np.bool_)
        defined[places] = self.defined
        apart = {int(places[row]): counts for row, counts in self.apart.items()}
        return FragmentTable(np.cumsum(widths), self.lines, defined, apart)

    def total(self, times: NDArray[np.bool_] | NDArray[np.int64] | None = None) -> FragmentCounts:
        """Add up all rows, or those chosen, or each as many *times* as it says; measures ask one after the other."""
        often = np.ones(len(self), dtype=np.int64) if times is None else times.astype(np.int64)
        often = often * self.defined
        asked = often.tobytes()
        added = self._added.get(asked)
        if added is None:
            added = self._sum(often)
            self._added.clear()
            self._added[asked] = added
        return added

    def _sum(self, often: NDArray[np.int64]) -> FragmentCounts:
        rows, sizes = self._places()
        factor = often[rows]
        columns = [_exact_sums(column, factor, sizes) for column in self.numbers.T]
        added = FragmentCounts(*(_trimmed(column) for column in columns))
        for row, counts in self.apart.items():
            for _ in range(int(often[row])):
                added += counts
        return added

    def by_size(self, chosen: NDArray[np.bool_], variant: Variant) -> Floats:
        """Return the chosen rows as columns: for each size the count in gold, that in the system, and the shared ones.

        Counts may be larger than any float, so those of each size are divided by all that gold has of it. No score
        depends on that, and columns of several systems can be added up.
        """
        kinds = [0, 1, 3 if variant.code else 2]
        whole = self.total(chosen)
        upto = min(whole.largest, variant.largest or whole.largest)
        unit = [*whole.gold[:upto], *[1] * (upto - len(whole.gold))]
        rows, sizes = self._places()
        there = self.defined[rows] & (sizes < upto)
        rows, sizes = rows[there], sizes[there]
        numbers = np.zeros((upto, len(kinds), len(self)))
        smaller = np.array([1 / count for count in unit])
        numbers[sizes, :, rows] = self.numbers[there][:, kinds] * smaller[sizes, np.newaxis]
        for row, counts in self.apart.items():
            columns = (counts.gold, counts.system, counts.common, counts.code)
            for place, kind in enumerate(kinds):
                shares = [_quotient(count, one) for count, one in zip(columns[kind], unit, strict=False)]
                numbers[: len(shares), place, row] = shares
        return numbers[:, :, chosen].reshape(upto * len(kinds), int(chosen.sum()))

    def _places(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each line of the numbers its row and its size less one."""
        widths = np.diff(self.first)
        rows = np.repeat(np.arange(len(self)), widths)
        return rows, np.arange(len(self.lines)) - np.repeat(self.first[:-1], widths)

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
            np.bincount(rows[there], divided(matched, below)[there], minlength=len(self)) for below in (system, gold)
        )
        f1 = divided(2 * precision * recall, weight * (precision + recall))
        f1[(weight == 0) | ~self.defined] = np.nan
        for row, counts in self.apart.items():
            found = summary(counts, variant.largest, code=variant.code).f1
            f1[row] = np.nan if found is None else found
        return f1


@dataclass(frozen=True)
class FragmentSums:
    """What is left of a table when the rows that can be scored were added up: their sum, and scores of each row."""

    defined: NDArray[np.bool_]
    added: NDArray[np.bool_]  #: the rows that are in the sum
    whole: FragmentCounts
    by_row: Mapping[Variant, Floats]

    def __len__(self) -> int:
        return len(self.defined)

    @classmethod
    def of(cls, table: FragmentTable, chosen: NDArray[np.bool_], variants: Iterable[Variant]) -> FragmentSums:
        """Add up the chosen rows of a table, and score all of them by some variants."""
        added = chosen & table.defined
        return cls(table.defined, added, table.total(added), {variant: table.scores(variant) for variant in variants})

    @classmethod
    def joined(cls, parts: Sequence[FragmentSums]) -> FragmentSums:
        """Put sums one below the other."""
        return cls(
            np.concatenate([part.defined for part in parts]),
            np.concatenate([part.added for part in parts]),
            reduce(add, (part.whole for part in parts)),
            {variant: np.concatenate([part.by_row[variant] for part in parts]) for variant in parts[0].by_row},
        )

    def total(self, chosen: NDArray[np.bool_]) -> FragmentCounts:
        """Return the sum of the chosen rows, which can only be those that were added up."""
        if not np.array_equal(chosen, self.added):
            raise ValueError("other rows were added up")
        return self.whole

    def scores(self, variant: Variant) -> Floats:
        """Return for each row what :meth:`FragmentTable.scores` does."""
        return self.by_row[variant].copy()


def _trimmed(counts: list[int]) -> tuple[int, ...]:
    """Leave out the zeros behind the last fragment."""
    end = len(counts)
    while end and not counts[end - 1]:
        end -= 1
    return tuple(counts[:end])


def _quotient(count: int, whole: int) -> float:
    """Divide whole numbers of any size; what is beyond any float is as good as the largest of them."""
    return count / whole if count < whole * _MOST else float(_MOST)


def _exact_sums(numbers: NDArray[np.int64], factor: NDArray[np.int64], sizes: NDArray[np.int64]) -> list[int]:
    """Add up numbers by size as whole numbers of any size: the two halves of their bits apart."""
    halves = []
    for part in (numbers & 0xFFFFFFFF, numbers >> 32):
        sums = np.zeros(int(sizes.max(initial=-1)) + 1, dtype=np.int64)
        np.add.at(sums, sizes, part * factor)
        halves.append(sums.tolist())
    return [low + (high << 32) for low, high in zip(*halves, strict=True)]
