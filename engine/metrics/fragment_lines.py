"""Counts of fragments in little room: most are small numbers, a few are larger than any four bytes hold.

Of one node there are as many as the tree has, of half its nodes there may be millions. So each line of numbers takes as
many bytes as the largest of it needs: 100,000 newspaper sentences have 14 MB of such counts instead of 66.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["NarrowLines"]

_WIDTHS = (np.uint8, np.uint16, np.uint32, np.int64)


@dataclass(frozen=True)
class NarrowLines:
    """A matrix of whole numbers from 0 on, cut into lines of the same width.

    >>> wide = np.array([[3, 200], [4, 70_000], [1, 2]])
    >>> lines = NarrowLines.of(wide)
    >>> lines.whole().tolist() == wide.tolist(), lines[1:3].tolist(), [len(one) for one in lines.numbers]
    (True, [[4, 70000], [1, 2]], [2, 0, 1, 0])
    """

    width: NDArray[np.uint8]  #: of each line, which of the matrices it is in
    numbers: tuple[NDArray[np.unsignedinteger | np.signedinteger], ...]  #: one matrix for each number of bytes

    @classmethod
    def of(cls, numbers: NDArray[np.int64]) -> NarrowLines:
        """Return the same lines, each in as few bytes as it needs."""
        bounds = [np.iinfo(kind).max for kind in _WIDTHS[:-1]]
        width = np.searchsorted(bounds, numbers.max(axis=1)).astype(np.uint8)
        return cls(width, tuple(numbers[width == place].astype(kind) for place, kind in enumerate(_WIDTHS)))

    def __len__(self) -> int:
        return len(self.width)

    def __getitem__(self, lines: slice) -> NDArray[np.int64]:
        """Return some lines, one behind the other."""
        begin, end, _ = lines.indices(len(self))
        width = self.width[begin:end]
        before = [int(np.count_nonzero(self.width[:begin] == place)) for place in range(len(_WIDTHS))]
        there = [int(np.count_nonzero(width == place)) for place in range(len(_WIDTHS))]
        parts = [one[first : first + count] for one, first, count in zip(self.numbers, before, there, strict=True)]
        return NarrowLines(width, tuple(parts)).whole()

    @property
    def nbytes(self) -> int:
        """The memory that they take, in bytes."""
        return self.width.nbytes + sum(one.nbytes for one in self.numbers)

    def whole(self) -> NDArray[np.int64]:
        """Return the matrix."""
        made = np.empty((len(self), self.numbers[0].shape[1]), dtype=np.int64)
        for place, one in enumerate(self.numbers):
            made[self.width == place] = one
        return made
