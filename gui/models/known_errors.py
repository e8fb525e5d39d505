"""The errors that are explained by now, for a table that must not wait.

Whoever explains errors does it in a thread and says so here, sentence by sentence; whoever paints looks up what there
is. Looking up never explains anything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treelens.engine.errors import Errors

__all__ = ["KnownErrors"]

Kinds = tuple[str, ...]


class _OfSystem:
    """What is known of one system: repairs and kinds of each sentence."""

    def __init__(self, size: int) -> None:
        self.repairs: NDArray[np.float64] = np.full(size, np.nan)
        self.kinds: list[Kinds | None] = [None] * size
        self.missing = np.ones(size, dtype=np.bool_)
        self.count = 0


class KnownErrors:
    """Which errors are known, of all systems; nothing is kept of a system until its first sentence is explained."""

    def __init__(self, errors: Errors, size: int) -> None:
        self.errors = errors
        self.size = size  #: the number of sentences
        self._systems: dict[int, _OfSystem] = {}

    def explain(self, system: int, sentence: int) -> None:
        """Explain a sentence, however long that takes, and know it from now on."""
        known = self._systems.setdefault(system, _OfSystem(self.size))
        found = self.errors.of(system, sentence)
        if found is not None:
            known.kinds[sentence] = tuple(repair.kind for repair in found.repairs)
            known.repairs[sentence] = len(found.repairs)
        known.count += bool(known.missing[sentence])
        known.missing[sentence] = False

    def missing(self, system: int) -> list[int]:
        """Return the sentences that nobody has explained."""
        known = self._systems.get(system)
        return list(range(self.size)) if known is None else np.flatnonzero(known.missing).tolist()

    def count(self, system: int) -> int:
        """Return how many sentences of a system are explained, or known not to be comparable."""
        known = self._systems.get(system)
        return known.count if known is not None else 0

    def is_complete(self, system: int) -> bool:
        """Say whether all sentences of a system are explained."""
        return self.count(system) == self.size

    def repairs(self, system: int) -> NDArray[np.float64]:
        """Return the number of repairs of each sentence, NaN where it is not known or there is nothing to compare."""
        known = self._systems.get(system)
        return np.full(self.size, np.nan) if known is None else known.repairs.copy()

    def kinds(self, system: int, sentence: int) -> Kinds | None:
        """Return the kind of each repair of a sentence; None where nothing is known."""
        known = self._systems.get(system)
        return None if known is None else known.kinds[sentence]

    def sentences(self, system: int, sentence: int) -> list[str]:
        """Return each repair of a sentence in words; nothing where nothing is known."""
        found = self.errors.of(system, sentence) if self.kinds(system, sentence) else None
        return [f"{repair.kind}: {repair.sentence}" for repair in found.repairs] if found is not None else []
