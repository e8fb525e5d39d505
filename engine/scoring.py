"""Scoring one system against gold: pairing, preparation, counts, and which sentences could be compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import symbols
from .align import spans
from .metrics import parseval
from .metrics.base import Metric, Tally, summarise
from .metrics.registry import family_of
from .pairing import Pairing, pair
from .prepare.apply import Prepared, prepare
from .prepare.settings import Preparation
from .treebank import Treebank

__all__ = ["ERROR", "OK", "SKIP", "STATUS_NAMES", "Comparison", "compare", "system_names"]

OK, ERROR, SKIP = 0, 1, 2
STATUS_NAMES = ("ok", "error", "skip")


@dataclass(frozen=True)
class Comparison:
    """One system against gold, one entry a gold sentence.

    ``status`` tells which sentences were compared; ``messages`` why others were not. ``counts`` has the columns of
    each family of measures.
    """

    system: Treebank
    pairing: Pairing
    lengths: NDArray[np.int32]
    status: NDArray[np.int8]
    messages: dict[int, str]
    counts: Mapping[str, Mapping[str, NDArray[Any]]] = field(repr=False)

    @property
    def compared(self) -> NDArray[np.bool_]:
        """Which sentences were compared."""
        found: NDArray[np.bool_] = self.status == OK
        return found

    def scores(self, metric: Metric) -> NDArray[np.float64]:
        """Return a metric's score of each sentence, NaN where there is none."""
        scores = metric.scores(self.counts[family_of(metric).__name__])
        scores[~self.compared] = np.nan
        return scores

    def tally(self, metric: Metric) -> Tally:
        """Return a metric over the corpus."""
        return summarise(metric, self.counts[family_of(metric).__name__], self.compared, len(self.status))

    @property
    def only_failures(self) -> bool:
        """Say whether the system has nothing but failed parses."""
        return not len(self.system.columns.label) and not self.system.problems


def compare(
    gold: Prepared, system: Treebank, preparation: Preparation, method: str | None = None, jobs: int = 1
) -> Comparison:
    """Compare a system with prepared gold trees."""
    pairing = pair(gold.original, system, method)
    test = prepare(system, preparation)
    size = len(gold.original)
    status = np.full(size, SKIP, dtype=np.int8)
    messages: dict[int, str] = {}
    found = np.flatnonzero(pairing.partner >= 0)
    gold_trees, test_trees = gold.original.best(), system.best()
    pairs = np.stack([gold_trees[found], test_trees[pairing.partner[found]]], axis=1)
    counted = parseval.count(gold, test, np.ascontiguousarray(pairs), jobs)
    counts = {name: _spread(column, found, size) for name, column in counted.items()}
    status[found] = np.where(counted["outcome"] == spans.COMPARED, OK, ERROR)
    status[found[counted["outcome"] == spans.NO_WORDS]] = SKIP
    for position in np.flatnonzero(status != OK).tolist():
        messages[position] = _reason(counts, position, bool(pairing.partner[position] >= 0))
    _faults(gold.original, system, pairing, status, messages)
    lengths = gold.lengths[gold_trees]
    if preparation.max_length is not None:
        for position in np.flatnonzero(lengths > preparation.max_length).tolist():
            status[position] = SKIP
            messages[position] = f"longer than {preparation.max_length} words"
    return Comparison(system, pairing, lengths, status, messages, {parseval.__name__: counts})


def _spread(column: NDArray[np.int32], found: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    whole = np.zeros(size, dtype=np.int64)
    whole[found] = column
    return whole


def _reason(counts: Mapping[str, NDArray[np.int64]], position: int, paired: bool) -> str:
    """Say in words why a sentence was not compared."""
    if not paired:
        return "no system tree"
    outcome, gold, test = (int(counts[name][position]) for name in ("outcome", "gold", "test"))
    if outcome == spans.NO_WORDS:
        return "no parse"
    if outcome == spans.LENGTHS:
        return f"{gold} words in gold, {test} in the system" if gold else "no gold tree"
    one, other = symbols.text(gold), symbols.text(test)
    return f"words differ: {one} in gold, {other} in the system{_likeness(one, other)}"


def _likeness(one: str, other: str) -> str:
    """Say so if two words look alike but are written in other characters."""
    if unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other):
        return ", the same letters in other Unicode characters"
    return ", the same but for case" if one.casefold() == other.casefold() else ""


def _faults(
    gold: Treebank, system: Treebank, pairing: Pairing, status: NDArray[np.int8], messages: dict[int, str]
) -> None:
    """Mark sentences that could not be read."""
    for problem in gold.problems:
        if problem.sentence is not None:
            status[problem.sentence] = ERROR
            messages[problem.sentence] = f"gold: {problem.message}"
    places = {int(partner): position for position, partner in enumerate(pairing.partner)} if system.problems else {}
    for problem in system.problems:
        if problem.sentence in places:
            status[places[problem.sentence]] = ERROR
            messages[places[problem.sentence]] = problem.message


def system_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files, with as much of the path as tells them apart.

    >>> system_names(["a/x.mrg", "b/x.mrg", "b/y.mrg.gz"])
    ['a/x', 'b/x', 'y']
    """
    bare = [str(_without_suffix(Path(path))) for path in paths]
    names = []
    for own in bare:
        parts = Path(own).parts
        for depth in range(1, len(parts) + 1):
            name = "/".join(parts[-depth:])
            if sum(("/" + other).endswith("/" + name) for other in bare) == 1:
                break
        names.append(name)
    return [path if names.count(name) > 1 else name for name, path in zip(names, paths, strict=True)]


def _without_suffix(path: Path) -> Path:
    """Drop the suffix of a compression and then the last one: ``x.v2.mrg.gz`` is ``x.v2``."""
    if path.suffix.lower() in (".gz", ".xz", ".bz2"):
        path = path.with_suffix("")
    return path.with_suffix("") if path.stem else path
