"""Questions about two profiles: what is parsed, what means the same, what became more ambiguous, what is used more.

Every question is a function of a :class:`~treelens.engine.scoring.Comparison` and answers with sentences (positions in
gold, from 0) or with counts. They are put to profiles of DELPH-IN grammars, but those that need no meaning have an
answer for any trees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .metrics import packard, semantics
from .scoring import Comparison
from .semantics import STATES, State
from .treebank import Treebank

__all__ = [
    "USES",
    "Ambiguity",
    "Change",
    "Coverage",
    "Likeness",
    "Unusable",
    "ambiguity",
    "coverage",
    "likeness",
    "unusable_meanings",
    "use",
]


class Coverage(NamedTuple):
    """Which sentences are parsed on both sides, only in gold, only by the system, and by neither."""

    both: tuple[int, ...]
    only_gold: tuple[int, ...]
    only_system: tuple[int, ...]
    neither: tuple[int, ...]


def coverage(comparison: Comparison) -> Coverage:
    """Return which sentences of gold have a parse on which side."""
    partners = comparison.pairing.partner.tolist()
    mine = [_parsed(comparison.gold.original, position) for position in range(len(partners))]
    theirs = [partner >= 0 and _parsed(comparison.system, partner) for partner in partners]

    def those(gold: bool, system: bool) -> tuple[int, ...]:
        pairs = zip(mine, theirs, strict=True)
        return tuple(place for place, pair in enumerate(pairs) if pair == (gold, system))

    return Coverage(those(True, True), those(True, False), those(False, True), those(False, False))


def _parsed(bank: Treebank, position: int) -> bool:
    number = position if bank.analyses is None else bank.analyses[position][0]
    return bool(bank.first[number + 1] > bank.first[number])


class Likeness(NamedTuple):
    """Sentences whose first analyses have the same meaning but other trees, and the same tree but other meanings."""

    same_meaning_other_tree: tuple[int, ...]
    same_tree_other_meaning: tuple[int, ...]


def likeness(comparison: Comparison) -> Likeness:
    """Compare trees and meanings; where a meaning cannot be judged, nothing is said of the sentence."""
    trees, meanings = comparison.counts(packard.FAMILY), comparison.counts(semantics.FAMILY)
    compared = comparison.parsed & (trees["compared"] > 0)
    exact = trees["exact"] > 0
    return Likeness(
        _places(compared & ~exact & (meanings["equivalent"] == 1)),
        _places(compared & exact & (meanings["equivalent"] == 0)),
    )


def _places(chosen: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(chosen).tolist())


class Ambiguity(NamedTuple):
    """A sentence that has another number of readings than in gold."""

    sentence: int
    gold: int
    system: int


def ambiguity(comparison: Comparison) -> list[Ambiguity]:
    """Return the sentences whose number of readings differs, the largest change first.

    It is the number that the parser reported, where the profile keeps it on both sides, else that of the results.
    """
    gold, system = comparison.gold.original, comparison.system
    found = []
    for position, partner in enumerate(comparison.pairing.partner.tolist()):
        if partner < 0:
            continue
        known = _reported(gold, position), _reported(system, partner)
        kept = len(gold[position].analyses), len(system[partner].analyses)
        mine, theirs = known if known[0] is not None and known[1] is not None else kept
        if mine != theirs:
            found.append(Ambiguity(position, mine or 0, theirs or 0))
    return sorted(found, key=lambda one: -abs(one.system - one.gold))


def _reported(bank: Treebank, position: int) -> int | None:
    return bank.readings.get(position if bank.analyses is None else bank.analyses[position][0])


class Change(NamedTuple):
    """How often something is used on both sides."""

    name: str
    gold: int
    system: int

    @property
    def difference(self) -> int:
        """How much more often the system uses it."""
        return self.system - self.gold


def _rules(bank: Treebank, number: int) -> Iterable[str]:
    tree = bank.tree(number)
    return (tree.text(node) for node in range(len(tree)) if not (tree.is_word(node) or tree.is_preterminal(node)))


def _entries(bank: Treebank, number: int) -> Iterable[str]:
    return (tag for tag in bank.tree(number).tags if tag is not None)


def _types(bank: Treebank, number: int) -> Iterable[str]:
    return filter(None, bank.tokens.get(number, {}).get("type", ()))


#: What can be counted in a tree, by name: rules (labels of phrases), lexical entries (tags) and lexical types.
USES: dict[str, Callable[[Treebank, int], Iterable[str]]] = {"rules": _rules, "entries": _entries, "types": _types}


def use(comparison: Comparison, what: str = "rules") -> list[Change]:
    """Return what is used more or less often in the first analyses of sentences parsed on both sides, most first."""
    counted: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    sides = (comparison.gold, comparison.test)
    best = [side.original.best() for side in sides]
    for position in coverage(comparison).both:
        places = position, int(comparison.pairing.partner[position])
        for side, numbers, place, found in zip(sides, best, places, counted, strict=True):
            bank = side.original if what == "types" else side.bank
            found.update(USES[what](bank, int(numbers[place])))
    gold, system = counted
    changes = [Change(name, gold[name], system[name]) for name in gold | system if gold[name] != system[name]]
    return sorted(changes, key=lambda change: (-abs(change.difference), change.name))


class Unusable(NamedTuple):
    """A sentence of whose meaning nothing can be said, on which side, and why."""

    sentence: int
    side: str
    why: str


def unusable_meanings(comparison: Comparison) -> list[Unusable]:
    """Return the parsed sentences for which a measure of meaning is undefined; all of them where nothing has one."""
    counts = comparison.counts(semantics.FAMILY)
    found = []
    for position in np.flatnonzero(comparison.parsed).tolist():
        for side, column in (("gold", "gold-state"), ("system", "test-state")):
            state = State(int(counts[column][position]))
            if state != State.FINE:
                found.append(Unusable(position, side, STATES[state]))
        if counts["equivalent"][position] == -1:
            found.append(Unusable(position, "both", "took too long to compare"))
    return found
