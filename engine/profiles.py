"""Questions about two profiles: what is parsed, what means the same, what became more ambiguous, what is used more.

Every question is a function of a :class:`~treelens.engine.scoring.Comparison` and answers with sentences (positions in
gold, from 0) or with counts. They are put to profiles of DELPH-IN grammars, but those that need no meaning have an
answer for any trees. :data:`QUESTIONS` lists those that are answered with sentences, each with the filter that finds
the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .metrics import packard, semantics
from .scoring import Comparison
from .semantics import STATES, State
from .treebank import Treebank

__all__ = [
    "LIKENESS",
    "QUESTIONS",
    "USES",
    "Ambiguity",
    "Change",
    "Coverage",
    "Likeness",
    "Question",
    "Unusable",
    "ambiguity",
    "answer",
    "coverage",
    "has_meanings",
    "likeness",
    "parsed",
    "same_meaning",
    "same_tree",
    "unusable_meanings",
    "use",
    "uses_differ",
]

#: The families of measures whose counts say whether trees and meanings are the same.
LIKENESS = (packard.FAMILY, semantics.FAMILY)
Bools = NDArray[np.bool_]


class Coverage(NamedTuple):
    """Which sentences are parsed on both sides, only in gold, only by the system, and by neither."""

    both: tuple[int, ...]
    only_gold: tuple[int, ...]
    only_system: tuple[int, ...]
    neither: tuple[int, ...]


def coverage(comparison: Comparison) -> Coverage:
    """Return which sentences of gold have a parse on which side."""
    gold, system = parsed(comparison)
    return Coverage(_places(gold & system), _places(gold & ~system), _places(~gold & system), _places(~gold & ~system))


def parsed(comparison: Comparison) -> tuple[Bools, Bools]:
    """Say of each sentence whether gold has a parse of it, and whether the system has one."""
    partner = comparison.pairing.partner
    there = partner >= 0
    theirs = np.zeros(len(partner), dtype=np.bool_)
    theirs[there] = _parsed(comparison.system)[partner[there]]
    return _parsed(comparison.gold.original), theirs


def _parsed(bank: Treebank) -> Bools:
    found: Bools = np.diff(bank.first)[bank.best()] > 0
    return found


class Likeness(NamedTuple):
    """Sentences whose first analyses have the same meaning but other trees, and the same tree but other meanings."""

    same_meaning_other_tree: tuple[int, ...]
    same_tree_other_meaning: tuple[int, ...]


def likeness(comparison: Comparison) -> Likeness:
    """Compare trees and meanings; where a meaning cannot be judged, nothing is said of the sentence."""
    trees, meanings = same_tree(comparison), same_meaning(comparison)
    return Likeness(_places((trees == 0) & (meanings == 1)), _places((trees == 1) & (meanings == 0)))


def same_tree(comparison: Comparison) -> NDArray[np.int64]:
    """Say of each sentence whether the first analyses are the same tree: 1 yes, 0 no, -1 if they cannot be compared."""
    counts = comparison.counts(packard.FAMILY)
    return np.where(comparison.parsed & (counts["compared"] > 0), counts["exact"] > 0, -1)


def same_meaning(comparison: Comparison) -> NDArray[np.int64]:
    """Say of each sentence whether the first analyses mean the same: 1 yes, 0 no, -1 or less if that is not known."""
    return np.where(comparison.parsed, comparison.counts(semantics.FAMILY)["equivalent"], -1)


def has_meanings(comparison: Comparison) -> bool:
    """Say whether both sides have meanings at all."""
    return bool(comparison.gold.original.semantics and comparison.system.semantics)


def _places(chosen: Bools) -> tuple[int, ...]:
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
    gold, system = comparison.gold.original, comparison.whole
    mine_kept, theirs_kept = _kept(gold), _kept(system)
    found = []
    for position, partner in enumerate(comparison.pairing.partner.tolist()):
        if partner < 0:
            continue
        mine, theirs = _reported(gold, position), _reported(system, partner)
        if mine is None or theirs is None:
            mine, theirs = mine_kept[position], theirs_kept[partner]
        if mine != theirs:
            found.append(Ambiguity(position, mine, theirs))
    return sorted(found, key=lambda one: -abs(one.system - one.gold))


def _kept(bank: Treebank) -> list[int]:
    """Return how many results there are of each sentence."""
    there = (np.diff(bank.first) > 0).tolist()
    return [sum(there[number] for number in bank.numbers(position)) for position in range(len(bank))]


def _reported(bank: Treebank, position: int) -> int | None:
    return bank.readings.get(bank.numbers(position)[0])


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
    gold: Counter[str] = Counter()
    system: Counter[str] = Counter()
    for position in coverage(comparison).both:
        for found, names in zip((gold, system), _used(comparison, position, what), strict=True):
            found.update(names)
    changes = [Change(name, gold[name], system[name]) for name in gold | system if gold[name] != system[name]]
    return sorted(changes, key=lambda change: (-abs(change.difference), change.name))


def uses_differ(comparison: Comparison, position: int, accepts: Callable[[str], bool]) -> bool:
    """Say whether some name that is accepted is used more or less often, in a sentence parsed on both sides."""
    pairs = (_used(comparison, position, what) for what in USES)
    return any(Counter(filter(accepts, gold)) != Counter(filter(accepts, system)) for gold, system in pairs)


def _used(comparison: Comparison, position: int, what: str) -> Iterator[Iterable[str]]:
    """Yield what the first analyses of a sentence use, gold's and then the system's."""
    places = position, int(comparison.pairing.partner[position])
    for side, place in zip((comparison.gold, comparison.test), places, strict=True):
        bank = side.original if what == "types" else side.bank
        yield USES[what](bank, bank.numbers(place)[0])


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


class Question(NamedTuple):
    """A question that is answered with sentences: its name, the same in words, and the filter that finds them."""

    name: str
    title: str
    filter: str
    needs_meanings: bool = False


QUESTIONS = (
    Question("only_gold", "parsed in gold only", "parsed:gold -parsed:system"),
    Question("only_system", "parsed by the system only", "parsed:system -parsed:gold"),
    Question("neither", "parsed by neither", "-parsed:gold -parsed:system"),
    Question("same_meaning_other_tree", "same meaning, other tree", "same:meaning other:tree", True),
    Question("same_tree_other_meaning", "same tree, other meaning", "same:tree other:meaning", True),
    Question("more_ambiguous", "more readings than in gold", "ambiguity:up"),
    Question("less_ambiguous", "fewer readings than in gold", "ambiguity:down"),
)


def answer(comparison: Comparison, question: Question) -> tuple[int, ...]:
    """Return the sentences that answer a question, the largest change first; meanings are compared if need be."""
    if question.needs_meanings:
        return tuple(getattr(likeness(comparison), question.name))
    if question.name in Coverage._fields:
        return tuple(getattr(coverage(comparison), question.name))
    up = question.name == "more_ambiguous"
    return tuple(one.sentence for one in ambiguity(comparison) if (one.system > one.gold) == up)
