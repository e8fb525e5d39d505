"""Comparing files that are too large to be held: a stretch of sentences at a time, of which the counts are kept.

What is made of the stretches is a comparison like any other, but for its trees: of those only their sizes are left. All
that is scored and told follows from counts, in the order of the sentences, so it is the same to the last digit.

Sentences are paired in order. Where they are not, or where a measure depends on more of a file than the two trees of a
sentence, there are no stretches, and :class:`~treelens.engine.formats.stretches.Whole` says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..formats.stretches import LongText, Whole
from ..metrics import Family
from ..pairing import pair_in_order
from ..prepare.apply import Prepared, PreparedTrees, prepare
from ..prepare.settings import Preparation
from ..problems import Problem
from ..scoring import Comparison, compare
from ..treebank import Treebank

__all__ = ["Side", "Stretched", "outlined"]

_SHOWN = 100  #: problems of which the line is kept, to be shown; of the others only what is wrong


class Side:
    """The sentences of one file as they are read, in portions of any size; ``read`` has outlines of what was read."""

    def __init__(self, text: LongText | Treebank) -> None:
        if isinstance(text, Treebank) and not text.plain:
            raise Whole(f"{text.path} has more than one tree a sentence, or more than trees")
        self._banks = text.banks() if isinstance(text, LongText) else iter([text])
        self._rest: Treebank | None = None
        self._problems = 0
        self.read: list[Treebank] = []

    def stretches(self) -> Iterator[Treebank]:
        """Read on, in the file's own stretches."""
        for bank in self._banks:
            left = max(0, _SHOWN - self._problems)
            self._problems += len(bank.problems)
            problems = [*bank.problems[:left], *map(_without_line, bank.problems[left:])]
            self.read.append(replace(bank.outline(), problems=problems))
            yield bank

    def take(self, size: int) -> Treebank | None:
        """Return the next sentences, as many as that or all there are; None if there are none."""
        parts, found = [], 0
        while found < size and (bank := self._rest or next(self.stretches(), None)) is not None:
            self._rest = bank.part(size - found, len(bank)) if len(bank) > size - found else None
            parts.append(bank if self._rest is None else bank.part(0, size - found))
            found += len(parts[-1])
        return Treebank.concatenated(parts) if parts else None

    def outline(self) -> Treebank:
        """Return what is left of the file, when it was read to its end."""
        while self.take(1 << 20) is not None:
            pass
        return Treebank.concatenated(self.read).noted()


def _without_line(problem: Problem) -> Problem:
    return replace(problem, excerpt="")


def outlined(outline: Treebank, preparation: Preparation) -> Prepared:
    """Return what is left of a file in the place of prepared trees."""
    nothing = np.empty(0, dtype=np.int32)
    return Prepared(outline, preparation, lambda bank: PreparedTrees(bank, nothing, nothing))


class _Part(NamedTuple):
    """What was found out about a stretch of sentences."""

    lengths: NDArray[np.int32]
    status: NDArray[np.int8]
    parsed: NDArray[np.bool_]
    messages: dict[int, str]


class Stretched:
    """The comparison of two files in the making, stretch by stretch of gold."""

    def __init__(
        self,
        gold: LongText | Treebank,
        system: LongText | Treebank,
        preparation: Preparation,
        families: Sequence[Family],
    ) -> None:
        for family in families:
            if not family.in_stretches:
                raise Whole(f"{family.metrics[0].name} depends on more than the two trees of a sentence")
        self._gold, self._system = Side(gold), Side(system)
        self._preparation, self._families = preparation, families
        self._parts: list[_Part] = []
        self._kept: dict[str, list[Any]] = {family.name: [] for family in families}

    def compare(self, jobs: int, *, by_sentence: bool) -> Iterator[int]:
        """Compare the files, yielding how many stretches are done; *by_sentence* keeps scores of sentences too."""
        for bank in self._gold.stretches():
            system = self._system.take(len(bank)) or bank.part(0, 0)
            found = compare(prepare(bank, self._preparation), system, self._preparation, "order", jobs)
            for family in self._families:
                chosen = found.defined(family.metrics[0])
                self._kept[family.name].append(family.kept(found.counts(family), chosen, by_sentence=by_sentence))
            self._parts.append(_Part(found.lengths, found.status, found.parsed, found.messages))
            yield len(self._parts)

    def joined(self, method: str | None) -> Comparison:
        """Put the stretches together, when all are compared."""
        gold, system = self._gold.outline(), self._system.outline()
        if method is None and len(gold) != len(system):
            raise Whole(f"{len(system)} sentences against {len(gold)} in gold are paired by their words")
        lengths, status, parsed, messages = zip(*self._parts, strict=True)
        begins = np.cumsum([0, *map(len, status)]).tolist()
        return Comparison(
            outlined(gold, self._preparation),
            outlined(system, self._preparation),
            pair_in_order(gold, system, asked=method is not None),
            np.concatenate(lengths),
            np.concatenate(status),
            np.concatenate(parsed),
            {
                begin + place: message
                for begin, part in zip(begins, messages, strict=False)
                for place, message in part.items()
            },
            system,
            _counts={family.name: family.rejoined(self._kept.pop(family.name)) for family in self._families},
        )
