"""What became of phenomena, sentence by sentence: expected and recognised, missing, made in error, beyond all that.

What is expected comes from a suite (:func:`outcome_of_suite`) or, where nobody wrote one, from what is recognised in
gold's own trees (:func:`outcome_of_gold`): then *missing* is what a system loses of gold, and *beyond* what it gains.
Everything is a table of yes and no, one row a sentence and one column a phenomenon, so that 100,000 sentences are
counted and listed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .parses import Parses
from .recognisers import Recogniser
from .recognising import Bools, Found, recognising
from .scores import Occurrence, Scores, Verdict, judge
from .suites import Suite

__all__ = ["Outcome", "found_at", "outcome_of_gold", "outcome_of_suite"]

Places = NDArray[np.int64]


@dataclass(frozen=True)
class Outcome:
    """The phenomena of some sentences in what a system made of them.

    *places* are the sentences' positions in gold, -1 for those of a suite that gold does not have. *listed* says of
    which of them all phenomena are known: only there can one be beyond what is expected.
    """

    names: tuple[str, ...]
    places: Places
    expected: Bools
    core: Bools
    likely: Bools
    found: Bools
    parsed: Bools
    listed: Bools
    unknown: frozenset[str] = frozenset()  #: phenomena that the system's recogniser has no rule for
    verdicts: tuple[Verdict, ...] = ()  #: of a suite's sentences

    def __len__(self) -> int:
        return len(self.places)

    @cached_property
    def wanted(self) -> Bools:
        """What should be there."""
        return np.asarray(self.expected | self.core)

    @cached_property
    def right(self) -> Bools:
        """What should be there and is."""
        return np.asarray(self.wanted & self.found)

    @cached_property
    def missing(self) -> Bools:
        """What should be there and is not."""
        return np.asarray(self.wanted & ~self.found)

    @cached_property
    def made(self) -> Bools:
        """The likely errors that were made."""
        return np.asarray(self.likely & self.found)

    @cached_property
    def beyond(self) -> Bools:
        """What is there and should not, as far as that is known, and is no likely error."""
        return np.asarray(self.found & ~self.wanted & ~self.likely & self.listed[:, None])

    @cached_property
    def row_of(self) -> dict[int, int]:
        """The row of a sentence, by its position in gold."""
        return {place: row for row, place in enumerate(self.places.tolist()) if place >= 0}

    def names_in(self, table: Bools, row: int) -> list[str]:
        """Return the names in a row of one of the tables."""
        return [self.names[column] for column in np.flatnonzero(table[row]).tolist()]

    def sentences_with(self, tables: Iterable[Bools], name: str | None = None) -> Places:
        """Return the positions in gold of sentences that have a phenomenon, or any, in one of the tables."""
        rows = np.zeros(len(self), dtype=np.bool_)
        for table in tables:
            rows |= table.any(axis=1) if name is None else table[:, self.names.index(name)]
        places: Places = self.places[rows]
        return places[places >= 0]

    @cached_property
    def scores(self) -> Scores:
        """The scores: of a suite as its sentences are judged, else against gold's own phenomena."""
        if self.verdicts:
            return Scores.sum(verdict.scores for verdict in self.verdicts)
        return Scores(sentences=len(self), without_parse=int((~self.parsed).sum()), phenomena=self._occurrences())

    def _occurrences(self) -> dict[str, Occurrence]:
        columns = (self.expected, self.found, self.right)
        sums = np.stack([column.sum(axis=0) for column in columns], axis=1).tolist()
        return {name: Occurrence(*numbers) for name, numbers in zip(self.names, sums, strict=True)}


def found_at(recogniser: Recogniser, parses: Parses, positions: Places) -> Found:
    """Recognise phenomena in some sentences, in the order in which they are asked for; there is no parse at -1."""
    names = tuple(recogniser.names)
    holds = np.zeros((len(positions), len(names)), dtype=np.bool_)
    parsed = (positions >= 0) & parses.parsed[np.maximum(positions, 0)]
    row_of = {position: row for row, position in enumerate(positions.tolist())}
    for part in recognising(recogniser, parses, names, positions[parsed]):
        holds[[row_of[position] for position in part.positions.tolist()]] = part.holds
    return Found(names, holds, parsed)


def outcome_of_gold(gold: Found, system: Found, partner: Places) -> Outcome:
    """Compare what is recognised in gold and in a system; *partner* is the system's position of each of gold's.

    Sentences that gold has no parse of are left out; those that only the system has none of lose everything.

    >>> gold = Found(("passive",), np.array([[True], [False]]), np.array([True, True]))
    >>> other = Found(("passive",), np.array([[False], [True]]), np.array([True, True]))
    >>> made = outcome_of_gold(gold, other, np.array([0, 1]))
    >>> made.sentences_with([made.missing]).tolist(), made.sentences_with([made.beyond], "passive").tolist()
    ([0], [1])
    """
    names = tuple(dict.fromkeys([*gold.names, *system.names]))
    places = np.flatnonzero(gold.parsed).astype(np.int64)
    expected = _columns(gold, places, names)
    at = partner[places]
    nothing = np.zeros_like(expected)
    parsed = (at >= 0) & system.parsed[np.maximum(at, 0)] if len(system.parsed) else np.zeros(len(at), dtype=np.bool_)
    found = _columns(system, at, names) & parsed[:, None]
    listed = np.ones(len(places), dtype=np.bool_)
    unknown = frozenset(names) - frozenset(system.names)
    return Outcome(names, places, expected, nothing, nothing, found, parsed, listed, unknown)


def outcome_of_suite(suite: Suite, places: Places, system: Found, partner: Places) -> Outcome:
    """Compare what a suite says with what is recognised in a system.

    *places* are the positions of the suite's sentences in gold, *partner* the system's position of each of gold's.
    """
    names = tuple(dict.fromkeys([*suite.names(), *system.names]))
    at = np.where(places >= 0, partner[np.maximum(places, 0)], -1)
    parsed = (at >= 0) & system.parsed[np.maximum(at, 0)] if len(system.parsed) else np.zeros(len(at), dtype=np.bool_)
    found = _columns(system, at, names) & parsed[:, None]
    return Outcome(
        names,
        places,
        _said([item.phenomena for item in suite.items], names),
        _said([item.core for item in suite.items], names),
        _said([item.errors for item in suite.items], names),
        found,
        parsed,
        np.array([item.phenomena is not None for item in suite.items], dtype=np.bool_),
        frozenset(suite.names()) - frozenset(system.names),
        tuple(
            judge(item.expected, system.of(place), suite.weights)
            for item, place in zip(suite.items, at.tolist(), strict=True)
        ),
    )


def _columns(found: Found, positions: Places, names: Sequence[str]) -> Bools:
    """Return what is found at some positions (-1: nothing), by names of which not all need be known."""
    known = {name: column for column, name in enumerate(found.names)}
    made = np.zeros((len(positions), len(names)), dtype=np.bool_)
    there = positions >= 0
    for column, name in enumerate(names):
        if name in known:
            made[there, column] = found.holds[positions[there], known[name]]
    return made


def _said(lists: Sequence[Sequence[str] | None], names: Sequence[str]) -> Bools:
    column_of = {name: column for column, name in enumerate(names)}
    made = np.zeros((len(lists), len(names)), dtype=np.bool_)
    for row, said in enumerate(lists):
        made[row, [column_of[name] for name in said or ()]] = True
    return made
