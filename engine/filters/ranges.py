"""Numbers in a filter: ``>20``, ``<=50``, ``10-20``, ``=5`` or just ``5``."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .errors import FilterError

__all__ = ["Range", "read_range"]

_NUMBER = r"(\d+(?:\.\d+)?)%?"
_COMPARED = re.compile(rf"(<=|>=|≤|≥|<|>|=|){_NUMBER}")
_BETWEEN = re.compile(rf"{_NUMBER}[-–]{_NUMBER}")
_PLAIN = {"≤": "<=", "≥": ">=", "": "="}


@dataclass(frozen=True)
class Range:
    """Numbers from *low* to *high*, both included (``-``), or those on one side of *low* (``<`` ``<=`` ``=`` …).

    >>> str(read_range("≤ 5".replace(" ", ""), 0)), Range("-", 2, 3).holds(np.array([1, 2, 3, np.nan])).tolist()
    ('<=5', [False, True, True, False])
    """

    operator: str
    low: float
    high: float = 0

    def __str__(self) -> str:
        if self.operator == "-":
            return f"{_digits(self.low)}-{_digits(self.high)}"
        return f"{self.operator}{_digits(self.low)}"

    def holds(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Say which values are in the range; NaN never is. What differs only in the last bits is the same."""
        exact = np.round(values, 9)
        low, high = np.round(self.low, 9), np.round(self.high, 9)
        found: NDArray[np.bool_] = {
            "<": lambda: exact < low,
            "<=": lambda: exact <= low,
            ">": lambda: exact > low,
            ">=": lambda: exact >= low,
            "=": lambda: exact == low,
            "-": lambda: (exact >= low) & (exact <= high),
        }[self.operator]()
        return found


def read_range(text: str, position: int) -> Range:
    """Read a range that begins at a position of the filter."""
    if match := _COMPARED.fullmatch(text):
        return Range(_PLAIN.get(match[1], match[1]), float(match[2]))
    if match := _BETWEEN.fullmatch(text):
        low, high = float(match[1]), float(match[2])
        if low > high:
            raise FilterError(
                f"from {_digits(low)} to {_digits(high)} there is nothing: put the smaller first", position
            )
        return Range("-", low, high)
    raise FilterError("expected a number, as in >20, <=50, 10-20 or =5", position)


def _digits(number: float) -> str:
    return np.format_float_positional(number, trim="-")
