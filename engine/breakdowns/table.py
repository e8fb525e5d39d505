"""Counts by bin and sentence: what a score is made of, told apart by one dimension.

Of brackets, and of words by their tags, four things are counted: those of ``gold``, those of them that the system
``found``, those of the system's ``output``, and those of them that are ``right``. Over all bins they add up to what
PARSEVAL counts. Of kinds of errors, ``repairs`` are counted and the ``brackets`` they account for, beside all the
``nodes`` of both trees: brackets / nodes is how much of F1 is lost to that kind; over all kinds that is 1 − F1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import KINDS, Errors, Explanation
from ..metrics import parseval
from ..problems import TreelensError
from ..scoring import Comparison
from .dimensions import DIMENSIONS, Dimension, Items, items_of
from .grounds import grounds

__all__ = ["BY", "Breakdown", "Share", "break_down"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

#: Returns what went wrong in each sentence of a system.
Explained = Callable[[int], Sequence[Explanation | None]]

BY = (*DIMENSIONS, "error")  #: what scores can be broken down by


class Share(NamedTuple):
    """A share of counts: the sum of some columns divided by the sum of others."""

    name: str
    above: tuple[str, ...]
    below: tuple[str, ...]


_FOUND = (
    Share("recall", ("found",), ("gold",)),
    Share("precision", ("right",), ("output",)),
    Share("f1", ("found", "right"), ("gold", "output")),
)
_LOST = (Share("lost", ("brackets",), ("nodes",)),)


@dataclass(frozen=True)
class Breakdown:
    """What was counted of a system, by bin and sentence: *counts* has for each column a row a bin."""

    by: str
    title: str
    bins: tuple[str, ...]
    counts: dict[str, Ints]
    shares: tuple[Share, ...]

    @property
    def sentences(self) -> int:
        """How many sentences were counted."""
        return int(next(iter(self.counts.values())).shape[1])


def break_down(compared: Sequence[Comparison], by: str, explained: Explained | None = None) -> list[Breakdown]:
    """Break the scores of systems down by the same bins, over the sentences of which all of them could be compared.

    *explained* gives the errors of each of these systems by its place among them, if they are explained already.
    """
    chosen = np.logical_and.reduce([one.compared for one in compared])
    if not chosen.any():
        raise TreelensError("there is no sentence of which all systems could be compared")
    if by == "error":
        explained = explained or Errors(lambda system: compared[system]).all
        return [_by_error(one, explained(system), chosen) for system, one in enumerate(compared)]
    dimension = DIMENSIONS[by]
    items = [_items(one, dimension, chosen) for one in compared]
    keys = _keys(items, dimension)
    bins = tuple(dimension.name(key) for key in keys)
    return [Breakdown(by, dimension.title, bins, _counted(*both, keys, chosen), _FOUND) for both in items]


def _items(one: Comparison, dimension: Dimension, chosen: Bools) -> tuple[Items, Items]:
    """Return what is counted of the chosen sentences, of gold and of the system."""
    found = [items_of(ground, dimension) for ground in grounds(one, chosen)]
    gold, system = (Items(*map(np.concatenate, zip(*side, strict=True))) for side in zip(*found, strict=True))
    return gold, system


def _keys(items: Sequence[tuple[Items, Items]], dimension: Dimension) -> list[int]:
    """Return all keys, in their own order or the most frequent in gold first."""
    known: list[int] = np.unique(np.concatenate([side.key for both in items for side in both])).tolist()
    if dimension.ordered:
        return known
    often = Counter(items[0][0].key.tolist())
    return sorted(known, key=lambda key: (-often[key], dimension.name(key)))


def _counted(gold: Items, system: Items, keys: Sequence[int], chosen: Bools) -> dict[str, Ints]:
    """Count things by key and chosen sentence."""
    place = np.cumsum(chosen) - 1
    order = np.argsort(keys)
    sorted_keys = np.array(keys)[order]
    size = int(chosen.sum())

    def table(items: Items, which: Bools | slice) -> Ints:
        bins = order[np.searchsorted(sorted_keys, items.key[which])]
        return np.bincount(bins * size + place[items.sentence[which]], minlength=len(keys) * size).reshape(-1, size)

    everything = slice(None)
    return {
        "gold": table(gold, everything),
        "found": table(gold, gold.matched),
        "output": table(system, everything),
        "right": table(system, system.matched),
    }


def _by_error(one: Comparison, explained: Sequence[Explanation | None], chosen: Bools) -> Breakdown:
    """Count the repairs of the chosen sentences by kind."""
    place = np.cumsum(chosen) - 1
    counts = {name: np.zeros((len(KINDS), int(chosen.sum())), dtype=np.int64) for name in ("repairs", "brackets")}
    for sentence in np.flatnonzero(chosen).tolist():
        found = explained[sentence]
        for repair in found.repairs if found else ():
            at = KINDS.index(repair.kind), place[sentence]
            counts["repairs"][at] += 1
            counts["brackets"][at] += repair.brackets
    spans = one.counts(parseval.FAMILY)
    nodes = (spans["gold"] + spans["test"])[chosen]
    return Breakdown("error", "kind of error", KINDS, counts | {"nodes": np.tile(nodes, (len(KINDS), 1))}, _LOST)
