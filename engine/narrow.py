"""Columns of numbers in as little room as holds them exactly.

Whole numbers take as few bytes as the largest of them needs. Others, such as scores, are shares of small whole numbers:
among 100,000 sentences there are a few hundred different ones, so a list of these and a byte or two for each sentence
is the same column. One that is the same throughout (what cannot be counted of these files) takes no room at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Coded", "coded", "narrowed", "whole"]

_SHORT = 4096  #: entries of a column that is not worth looking at for values that occur often


class Coded:
    """A column as the different values in it and, for each entry, which of them it is."""

    __slots__ = ("_codes", "_values")

    def __init__(self, values: NDArray[Any], codes: NDArray[Any]) -> None:
        self._values = values
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    @property
    def nbytes(self) -> int:
        """The memory that it takes, in bytes."""
        return self._values.nbytes + self._codes.nbytes

    def whole(self) -> NDArray[Any]:
        """Return the column itself, as it was to the last bit."""
        column: NDArray[Any] = self._values[self._codes]
        return column


def narrowed(array: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers in as few bytes as they need; others stay as they are.

    >>> narrowed(np.array([3, -200])).dtype.name, narrowed(np.array([0.5])).dtype.name
    ('int16', 'float64')
    """
    if array.dtype.kind != "i" or not array.size:
        return array
    least, most = array.min(), array.max()
    if least == most and array.ndim == 1:
        return np.broadcast_to(array[0].astype(np.min_scalar_type(least)), array.shape)
    kind = np.promote_types(np.min_scalar_type(least), np.min_scalar_type(most if least >= 0 else -1 - most))
    return array.astype(kind)


def coded(array: NDArray[np.float64]) -> NDArray[np.float64] | Coded:
    """Return numbers by the different values among them, if that takes less room.

    >>> column = np.repeat([0.5, np.nan, -0.0], 2000)
    >>> few = coded(column)
    >>> few.nbytes, len(few), few.whole().tobytes() == column.tobytes()
    (6024, 6000, True)
    """
    if len(array) < _SHORT:
        return array
    bits, codes = np.unique(np.ascontiguousarray(array).view(np.int64), return_inverse=True)  # NaN equals NaN, 0 not -0
    made = Coded(bits.view(np.float64), narrowed(codes.astype(np.int64, copy=False)))
    return made if 2 * made.nbytes <= array.nbytes else array


def whole(column: NDArray[Any] | Coded) -> NDArray[Any]:
    """Return a column that may be coded as an array."""
    return column.whole() if isinstance(column, Coded) else column
