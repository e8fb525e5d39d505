"""Brackets or words of one kind, in place of a measure: ``label=NP``, ``span=6-10``, ``tag=IN``."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..breakdowns import break_down
from ..breakdowns.dimensions import DIMENSIONS
from .context import Context
from .texts import Bools

__all__ = ["PARTS", "Part", "Wrong", "read_part"]

#: What brackets and words can be told apart by.
PARTS = tuple(DIMENSIONS)

_WRITTEN = re.compile(rf"(?P<who>.*?),(?P<by>{'|'.join(PARTS)})=(?P<bin>.+)", re.DOTALL)

Wrong = tuple[NDArray[np.float64], Bools]  #: mistakes by sentence (NaN if it cannot be compared); where there is any


@dataclass(frozen=True)
class Part:
    """The brackets, or words, of one bin of a breakdown.

    >>> str(Part("span", "6–10")), str(Part("label", "NP"))
    ('span=6-10', 'label=NP')
    """

    by: str
    bin: str

    def __str__(self) -> str:
        return f"{self.by}={self.bin.replace('–', '-') if DIMENSIONS[self.by].ordered else self.bin}"

    def mistakes(self, context: Context, system: int) -> Wrong:
        """Count by sentence what a system missed of this kind and what it has too many; say where there is any."""
        key = system, str(self)
        if key not in context.counted_parts:
            context.counted_parts[key] = self._count(context, system)
        return context.counted_parts[key]

    def _count(self, context: Context, system: int) -> Wrong:
        comparison = context.study.comparison(system)
        chosen = comparison.compared
        wrong, there = np.full(len(context), np.nan), np.zeros(len(context), dtype=np.bool_)
        wrong[chosen] = 0
        broken = break_down([comparison], self.by)[0] if chosen.any() else None
        if broken is not None and self.bin in broken.bins:
            gold, found, output, right = (broken.counts[name][broken.bins.index(self.bin)] for name in broken.counts)
            wrong[chosen] = gold - found + output - right
            there[chosen] = gold + output > 0
        return wrong, there


def read_part(text: str) -> tuple[str, Part] | None:
    """Read systems and, behind a comma, a kind of brackets or words; None if there is none.

    >>> read_part("a>b,label=NP"), read_part("all,span=6-10"), read_part("all,f1")
    (('a>b', Part(by='label', bin='NP')), ('all', Part(by='span', bin='6–10')), None)
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    by, bin = found["by"], found["bin"]
    return found["who"], Part(by, bin.replace("-", "–") if DIMENSIONS[by].ordered else bin)
