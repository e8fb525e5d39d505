"""What is recognised in what is open: by which rules, in which trees, and what comes of it. Plain values without Qt.

Long work is done in threads: whatever goes through all trees is told by *tell* how far it is, and asks it whether to go
on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treelens.engine.phenomena import (
    Found,
    Recogniser,
    Suite,
    library_names,
    matching_nodes,
    parses_of,
    read_recogniser,
)
from treelens.engine.phenomena.outcomes import Outcome, found_at, outcome_of_gold, outcome_of_suite
from treelens.engine.phenomena.recognising import recognising
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree

from .document import Document

__all__ = ["GOLD", "OneSentence", "Recognised", "Rules"]

GOLD = -1  #: stands for gold where systems have their numbers
Tell = Callable[[int, int], bool]

_TREES = ("brackets", "discbracket", "export", "tigerxml")  #: formats that the shipped rules may say something of


class Rules:
    """Recognisers by name or file, each read once."""

    def __init__(self) -> None:
        self.own: list[str] = []  #: files that were opened
        self._read: dict[str, Recogniser] = {}

    def __getitem__(self, name: str) -> Recogniser:
        """Return a recogniser; it is read if that was not done yet, which may raise TreelensError."""
        if name not in self._read:
            self._read[name] = read_recogniser(name)
            if name not in library_names() and name not in self.own:
                self.own.append(name)
        return self._read[name]

    def forget(self, name: str) -> None:
        """Read a file anew when it is next asked for."""
        self._read.pop(name, None)

    def titles(self) -> list[tuple[str, str]]:
        """Return the names of all that there are, each with a title; what was not read yet has only its name."""
        names = (*library_names(), *self.own)
        return [(name, self._read[name].name or name if name in self._read else name) for name in names]

    def phenomena(self) -> list[str]:
        """Return the names of all phenomena that were read so far."""
        return list(dict.fromkeys(name for made in self._read.values() for name in made.names))

    def best_for(self, suite: Suite) -> str:
        """Return the shipped recogniser that has rules for most names of a suite; of equals, that for Penn's trees."""
        names = suite.names()
        order = sorted(library_names(), key=lambda name: name != "penn")
        return max(order, key=lambda name: sum(one in self[name] for one in names))


class OneSentence(NamedTuple):
    """The phenomena of one sentence: what becomes of them in a system (with its row, if it has one), and gold's."""

    sentence: int
    outcome: Outcome | None
    row: int | None
    in_gold: tuple[str, ...]


@dataclass
class Recognised:
    """What is known of a document. *names* has the recognisers that were chosen, by system."""

    document: Document
    rules: Rules
    names: dict[int, str] = field(default_factory=dict)
    fitting: str = "penn"  #: the recogniser of trees for which none was chosen
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    _found: dict[tuple[int, str], Found] = field(default_factory=dict)

    def name(self, system: int) -> str:
        """Return the recogniser of gold or of a system, by name or file; empty if there is none that fits."""
        return self.names.get(system, self.fitting if self.bank(system).format in _TREES else "")

    def bank(self, system: int) -> Treebank:
        """Return the trees of gold or of a system."""
        return self.document.gold if system == GOLD else self.document.systems[system]

    def follows(self, before: Recognised) -> None:
        """Take over the recognisers that were chosen for files that are still open."""
        self.fitting = before.fitting
        files = {path: before.names.get(number - 1) for number, path in enumerate(before.document.paths)}
        for number, path in enumerate(self.document.paths):
            if (name := files.get(path)) is not None:
                self.names[number - 1] = name

    def forget(self, name: str) -> None:
        """Forget what was found by a recogniser that is another now."""
        self.rules.forget(name)
        self._found = {key: found for key, found in self._found.items() if key[1] != name}

    # --- finding --------------------------------------------------------------------------------------------------

    def outcome(self, system: int, suite: Suite | None, places: dict[str, int], tell: Tell) -> Outcome | None:
        """Find what becomes of phenomena under a system; None if nobody wants it any more, or there are no rules."""
        theirs = self._all(system, tell)
        if theirs is None:
            return None
        partner = self.document.study.comparison(system).pairing.partner
        if suite is not None:
            at = np.array([places.get(item.id, -1) for item in suite.items], dtype=np.int64)
            made = outcome_of_suite(suite, at, theirs, partner)
        else:
            ours = self._all(GOLD, tell)
            if ours is None:
                return None
            made = outcome_of_gold(ours, theirs, partner)
        _ = made.scores
        return made

    def _all(self, system: int, tell: Tell) -> Found | None:
        """Return what is recognised in all trees of gold or of a system."""
        name = self.name(system)
        if not name or (system, name) in self._found:
            return self._found.get((system, name))
        recogniser, parses = self.rules[name], parses_of(self.bank(system))
        names = tuple(recogniser.names)
        holds, done = np.zeros((len(parses), len(names)), dtype=np.bool_), 0
        for part in recognising(recogniser, parses, names):
            holds[part.positions] = part.holds
            done += len(part.positions)
            if not tell(done, len(parses)):
                return None
        self._found[system, name] = Found(names, holds, parses.parsed)
        return self._found[system, name]

    def one(self, sentence: int, suite: Suite | None, places: dict[str, int]) -> OneSentence:
        """Find what becomes of one sentence under the system that is looked at, without waiting for all."""
        system = self.document.current
        ours = self._at(GOLD, np.array([sentence], dtype=np.int64))
        in_gold = tuple(sorted(ours.of(0) or ())) if ours is not None else ()
        if (known := self.outcomes.get(system)) is not None:
            return OneSentence(sentence, known, known.row_of.get(sentence), in_gold)
        at = self.document.study.comparison(system).pairing.partner[sentence : sentence + 1]
        theirs = self._at(system, at)
        here = np.array([0 if at[0] >= 0 else -1], dtype=np.int64)
        if theirs is None or (ours is None and suite is None):
            return OneSentence(sentence, None, None, in_gold)
        if suite is None:
            assert ours is not None
            made = outcome_of_gold(ours, theirs, here)
        else:
            items = tuple(item for item in suite.items if places.get(item.id) == sentence)[:1]
            made = outcome_of_suite(Suite(items, suite.weights), np.zeros(len(items), dtype=np.int64), theirs, here)
        return OneSentence(sentence, made, 0 if len(made) else None, in_gold)

    def _at(self, system: int, positions: NDArray[np.int64]) -> Found | None:
        """Return what is recognised in some trees."""
        name = self.name(system)
        return found_at(self.rules[name], parses_of(self.bank(system)), positions) if name else None

    def nodes(self, system: int, phenomena: tuple[str, ...], tree: Tree, rules: Recogniser | None = None) -> list[int]:
        """Return the nodes of a tree of gold or of a system by which phenomena are recognised."""
        name = self.name(system)
        found = rules or (self.rules[name] if name else None)
        if found is None:
            return []
        return sorted({node for one in phenomena if one in found for node in matching_nodes(found, one, tree)})
