"""Which systems found each bracket of gold: what all of them see, and what none does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..align.brackets import matched_brackets, roof_of
from ..scoring import Comparison
from .grounds import grounds

__all__ = ["Consensus", "consensus"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Consensus:
    """All brackets of gold, one entry each: its sentence, its node in the prepared tree, and which systems *found* it.

    *asked* says by system and sentence whether the two trees could be compared: only then could it find anything.
    Sentences whose quotes EVALB repairs are not among these, for they are compared by other trees.
    """

    sentence: Ints
    node: Ints
    found: Bools  #: a row for each system
    asked: Bools  #: a row for each system

    def counts(self) -> Ints:
        """Return of each bracket how many systems found it."""
        found: Ints = self.found.sum(axis=0)
        return found

    def of(self, sentence: int) -> dict[int, tuple[int, ...]]:
        """Return the brackets of one sentence, by node, each with the systems that found it."""
        here = np.flatnonzero(self.sentence == sentence)
        return {int(self.node[at]): tuple(np.flatnonzero(self.found[:, at]).tolist()) for at in here.tolist()}


def consensus(compared: Sequence[Comparison]) -> Consensus:
    """Find out of each bracket of gold which of these systems have it."""
    gold = compared[0].gold
    best = gold.bank.best()
    there = np.flatnonzero(best >= 0)
    place, node = roof_of(gold, best[there])
    entry = np.full(len(gold.bank.columns.label), -1, dtype=np.int64)
    entry[node] = np.arange(len(node))
    found = np.zeros((len(compared), len(node)), dtype=np.bool_)
    asked = np.zeros((len(compared), len(best)), dtype=np.bool_)
    for system, one in enumerate(compared):
        ground = next(grounds(one, one.compared))
        brackets, _ = matched_brackets(ground.gold, ground.test, ground.pairs)
        found[system, entry[brackets.node[brackets.matched]]] = True
        asked[system, ground.sentences] = True
    sentence = there[place]
    return Consensus(sentence, node - gold.bank.first[best[sentence]], found, asked)
