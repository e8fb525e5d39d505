"""Three of the fourteen measures are of meaning: EMM, LED, UED. They need the meanings of DELPH-IN profiles.

====  =================================================================================================
EMM   1 if both meanings (MRS) are equivalent
LED   F1 of elementary dependencies: names of predicates, arguments and constants, anchored in the text
UED   the same of positions only: which stretches of text have a predicate, and which two are linked
====  =================================================================================================

Packard 2013; the triples are those of Dridan and Oepen 2011 as ``delphin.edm`` counts them, sentence by sentence. The
settings may add properties and tops to LED. Where a meaning is missing, cannot be read, or has no positions, nothing is
said of the sentence, and which ones these are is kept: the columns ``gold-state`` and ``test-state`` hold a
:class:`~treelens.engine.semantics.State`, ``equivalent`` is -1 where the search for an equivalence took too long.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..prepare.apply import Prepared
from ..semantics import State
from ..semantics.compare import COLUMNS, Outcome, compare_many
from .base import Formula, Metric, share
from .ties import TiedFamily

__all__ = ["FAMILY"]

_PACKARD = "Packard 2013"


def _metric(name: str, title: str, definition: str, formula: Formula) -> Metric:
    return Metric(name, title, definition, _PACKARD, formula, needs_same_words=False, needs="meanings")


METRICS = (
    _metric(
        "emm",
        "EMM, exact MRS match",
        "1 if the meanings are equivalent; INDEX does not count, nor do properties beside a constant",
        share("same", "judged"),
    ),
    _metric(
        "led",
        "LED, elementary dependencies, labelled",
        "F1 of names, arguments and constants of the EDS",
        share("led", "led-gold + led-test", scale=2),
    ),
    _metric(
        "ued",
        "UED, elementary dependencies, unlabelled",
        "F1 of positions with a predicate and of linked positions of the EDS",
        share("ued", "ued-gold + ued-test", scale=2),
    ),
)

_BARE = ("names", "arguments", "tops")  #: parts that say something without their labels


def _count(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, NDArray[Any]]:
    """Compare the meanings of pairs of trees."""
    missing = Outcome(State.MISSING, State.MISSING).row()
    rows = np.tile(np.array(missing, dtype=np.int64), (len(pairs), 1))
    mine, theirs = gold.original.semantics, test.original.semantics
    texts = [(mine.get(number, ""), theirs.get(other, "")) for number, other in pairs.tolist()]
    there = [row for row, both in enumerate(texts) if any(both)]
    if there:
        rows[there] = _compare([texts[row] for row in there], many=min(len(mine), len(theirs)))
    columns: dict[str, NDArray[Any]] = dict(zip(COLUMNS, rows.T, strict=True))
    columns["same"] = (columns["equivalent"] == 1).astype(np.int64)
    columns["judged"] = (columns["equivalent"] >= 0).astype(np.int64)
    parts = gold.preparation.led
    bare = [part for part in parts if part in _BARE]
    for name, chosen, both in (("led", parts, "both"), ("ued", bare, "near")):
        columns[name] = _sum(columns, chosen, both)
        for side in ("gold", "test"):
            columns[f"{name}-{side}"] = _sum(columns, chosen, side)
    return columns


def _sum(columns: dict[str, NDArray[Any]], parts: Any, which: str) -> NDArray[Any]:
    return sum((columns[f"{part}-{which}"] for part in parts), np.zeros_like(columns["judged"]))


def _compare(texts: list[tuple[str, str]], many: int) -> list[tuple[int, ...]]:
    """Compare meanings here, or in workers if the profiles have *many*."""
    from ..semantics import workers

    return workers.compare_in_workers(texts) if many >= workers.MANY else compare_many(texts)


class _Meanings(TiedFamily):
    """Measures of meaning, which take long where there are meanings."""

    chunk = 32

    def piece(self, gold: Prepared, test: Prepared, most: int) -> int:
        """Return how many sentences are to be counted in one go."""
        there = gold.original.semantics or test.original.semantics
        return super().piece(gold, test, most) if there else most


FAMILY = _Meanings("semantics", METRICS, _count)
