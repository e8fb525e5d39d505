"""Columns of trees that are held but seldom used: in less than half the room.

What was read of 100,000 sentences is 80 MB of columns; with five systems, that is most of what a study holds. It is
needed as a whole when the trees are prepared or searched, else a tree at a time. So labels are kept as numbers into a
list of those that the file has, spans and parents in as few bytes as they need, and positions in the text as distances
from that of a node nearby. Whoever asks for a column or for a part gets it as wide as ever, made for the occasion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .narrow import narrowed
from .trees import Columns, IntArray

__all__ = ["FoldedColumns", "folded"]

_BLOCK = 1024  #: nodes whose positions in the text are kept as distances from one of them
_FAR = (1 << 16) - 1  #: the largest of these distances that saves room


class FoldedColumns(Columns):
    """Columns in little room; each is made when it is asked for, so ask once.

    >>> columns = Columns.of([(7, -1, 0, 2, 100), (~9, 0, 0, 1, 104), (~9, 0, 1, 2, 110)])
    >>> few = folded(columns)
    >>> few.label.tolist(), few.part(1, 3).where.tolist(), few.nbytes < columns.nbytes
    ([7, -10, -10], [104, 110], True)
    """

    _labels: IntArray  #: the different labels; empty if they are kept as they are
    _near: IntArray  #: by block of nodes the first position in the text; empty if positions are kept as they are

    @property
    def label(self) -> IntArray:
        """The labels."""
        return self._label(slice(None))

    @property
    def parent(self) -> IntArray:
        """The parents."""
        return _wide(self._kept(1))

    @property
    def start(self) -> IntArray:
        """Where spans start."""
        return _wide(self._kept(2))

    @property
    def end(self) -> IntArray:
        """Where spans end."""
        return _wide(self._kept(3))

    @property
    def where(self) -> IntArray:
        """The positions in the text."""
        return self._where(0, len(self._kept(4)))

    def __iter__(self) -> Iterator[IntArray]:
        return iter((self.label, self.parent, self.start, self.end, self.where))

    def __getitem__(self, place: Any) -> Any:
        return tuple(self)[place]

    def __reduce__(self) -> tuple[Any, ...]:
        return folded, (Columns(*self),)

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Columns:  # type: ignore[override]
        return Columns._make(iterable)

    def part(self, first: int, last: int) -> Columns:
        """Return the entries from *first* up to *last*, as wide as ever."""
        parent, start, end = (_wide(self._kept(place)[first:last]) for place in (1, 2, 3))
        return Columns(self._label(slice(first, last)), parent, start, end, self._where(first, last))

    @property
    def nbytes(self) -> int:
        """The memory that they take, in bytes."""
        return sum(self._kept(place).nbytes for place in range(5)) + self._labels.nbytes + self._near.nbytes

    def _kept(self, place: int) -> NDArray[np.integer]:
        return tuple.__getitem__(self, place)

    def _label(self, nodes: slice) -> IntArray:
        kept = self._kept(0)[nodes]
        return self._labels[kept] if len(self._labels) else _wide(kept)

    def _where(self, first: int, last: int) -> IntArray:
        found = _wide(self._kept(4)[first:last])
        if len(self._near):
            found += self._near[np.arange(first, first + len(found)) // _BLOCK]
        return found


def folded(columns: Columns) -> FoldedColumns:
    """Return the same columns in less room."""
    labels, codes = _coded(columns.label)
    near, far = _distances(columns.where)
    spans = (narrowed(column) for column in (columns.parent, columns.start, columns.end))
    made: FoldedColumns = tuple.__new__(FoldedColumns, (codes, *spans, far))
    made._labels, made._near = labels, near
    return made


def _wide(column: NDArray[np.integer]) -> IntArray:
    return column.astype(np.int32)


def _coded(label: IntArray) -> tuple[IntArray, NDArray[np.integer]]:
    """Return the different labels, and which of them each node has; none, and labels as they are, if they are many."""
    least = int(label.min(initial=0))
    there = np.zeros(int(label.max(initial=0)) - least + 1, dtype=np.bool_)
    there[label - least] = True
    labels = (np.flatnonzero(there) + least).astype(np.int32)
    if len(labels) > _FAR:
        return np.empty(0, dtype=np.int32), label.copy()
    code = (np.cumsum(there) - 1).astype(np.uint16)
    return labels, code[label - least]


def _distances(where: IntArray) -> tuple[IntArray, NDArray[np.integer]]:
    """Return for each block of nodes the first position, and how far behind it each is; none, and they as they are."""
    if not len(where):
        return np.empty(0, dtype=np.int32), where.copy()
    near = np.minimum.reduceat(where, np.arange(0, len(where), _BLOCK))
    far = where - np.repeat(near.astype(np.int64), _BLOCK)[: len(where)]
    if far.max() > _FAR:
        return np.empty(0, dtype=np.int32), where.copy()
    return near, far.astype(np.uint16)
