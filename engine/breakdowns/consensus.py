"""Which systems found each bracket of gold: what all of them see, and what none does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..align.brackets import matched_brackets, roof_of
from ..scoring import Comparison
from .grounds import grounds

__all__ = ["Consensus", "Finders", "consensus", "finders"]

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


@dataclass(frozen=True)
class Finders:
    """The brackets of one sentence of gold, by node, each with the *names* of the systems that found it.

    *asked* are the systems that could have: those whose tree of the sentence can be compared.

    >>> one = Finders({0: ("a", "b"), 3: ("b",), 5: ()}, ("a", "b", "c"))
    >>> [one.share(node) for node in (0, 3, 5)], one.missed(3)
    (['2/3', '1/3', '0/3'], ('a', 'c'))
    """

    names: Mapping[int, tuple[str, ...]]
    asked: tuple[str, ...]

    def share(self, node: int) -> str:
        """Return how many of how many systems found a bracket."""
        return f"{len(self.names[node])}/{len(self.asked)}"

    def missed(self, node: int) -> tuple[str, ...]:
        """Return the systems that did not find a bracket."""
        return tuple(name for name in self.asked if name not in self.names[node])


def consensus(compared: Sequence[Comparison]) -> Consensus:
    """Find out of each bracket of gold which of these systems have it."""
    gold = compared[0].gold
    best = gold.original.best()
    there = np.flatnonzero(best >= 0)
    place, node = roof_of(gold, best[there])
    order = np.argsort(node, kind="stable")
    found = np.zeros((len(compared), len(node)), dtype=np.bool_)
    asked = np.zeros((len(compared), len(best)), dtype=np.bool_)
    for system, one in enumerate(compared):
        ground = next(grounds(one, one.compared))
        brackets, _ = matched_brackets(ground.gold, ground.test, ground.pairs)
        found[system, order[np.searchsorted(node[order], brackets.node[brackets.matched])]] = True
        asked[system, ground.sentences] = True
    sentence = there[place]
    return Consensus(sentence, node - gold.bank.first[best[sentence]], found, asked)


def finders(compared: Sequence[Comparison], names: Sequence[str], sentence: int) -> Finders:
    """Find out of each bracket of one sentence of gold which systems, called by these names, have it."""
    made = consensus([one.only(sentence) for one in compared])
    asked = tuple(names[system] for system in np.flatnonzero(made.asked[:, 0]).tolist())
    found = {node: tuple(names[system] for system in systems) for node, systems in made.of(0).items()}
    return Finders(found, asked)
