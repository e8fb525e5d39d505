"""Two meanings: whether they are equivalent, and how many of their elementary dependencies agree.

Equivalence is PyDelphin's ``is_isomorphic``: the same predicates with the same arguments, constants, properties and
constraints, whatever the names of variables. It ignores INDEX, and the properties of a predicate's variable where the
predicate has a constant. The search behind it can take very long on large meanings that are nearly the same, so it is
given a limit; past that the question stays open.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import count
from types import FrameType
from typing import Any, NamedTuple

from .meanings import PARTS, Meaning, State, meaning_of

__all__ = ["COLUMNS", "LIMIT", "Outcome", "compare_many", "compare_meanings", "equivalent"]

LIMIT = 5.0  #: seconds of the processor for one search, so that a busy machine does not change scores
_EVERY = 64  #: calls between two looks at the time


class Outcome(NamedTuple):
    """Two meanings compared.

    ``equivalent`` is 1 or 0, -1 where that was not found out in time, -2 where it cannot be. ``parts`` has four numbers
    for each part of elementary dependencies: how many gold has, the system has, both share, and share without labels.
    """

    gold_state: int
    test_state: int
    equivalent: int = -2
    parts: tuple[int, ...] = (0,) * (4 * len(PARTS))

    def row(self) -> tuple[int, ...]:
        """Return everything in one row; :data:`COLUMNS` names it."""
        return (self.gold_state, self.test_state, self.equivalent, *self.parts)


#: What each number of a row is.
COLUMNS = (
    "gold-state",
    "test-state",
    "equivalent",
    *(f"{part}-{which}" for part in PARTS for which in ("gold", "test", "both", "near")),
)


def compare_meanings(gold: Meaning, test: Meaning, limit: float = LIMIT) -> Outcome:
    """Compare two meanings.

    >>> rain = "[ LTOP: h0 INDEX: e2 [ e ] RELS: < [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    >>> snow = rain.replace("rain", "snow").replace("h1", "h9")
    >>> compare_meanings(meaning_of(rain), meaning_of(snow)).equivalent
    0
    """
    found = -2
    if gold.mrs is not None and test.mrs is not None:
        answer = equivalent(gold, test, limit)
        found = -1 if answer is None else int(answer)
    if gold.state != State.FINE or test.state != State.FINE:
        return Outcome(gold.state, test.state, found)
    parts = []
    for part in PARTS:
        mine, theirs = gold.triples[part], test.triples[part]
        near = _shared(gold.bare_triples.get(part, Counter()), test.bare_triples.get(part, Counter()))
        parts += [mine.total(), theirs.total(), _shared(mine, theirs), near]
    return Outcome(gold.state, test.state, found, tuple(parts))


def _shared(one: Counter[Hashable], other: Counter[Hashable]) -> int:
    return (one & other).total()


def equivalent(gold: Meaning, test: Meaning, limit: float = LIMIT) -> bool | None:
    """Say whether two meanings are equivalent, None if that was not found out within a number of seconds."""
    if gold is test:
        return True
    if gold.predications != test.predications:
        return False  # no search would find anything
    from delphin.mrs import is_isomorphic

    try:
        return bool(_within(limit, lambda: is_isomorphic(gold.mrs, test.mrs)))
    except _TooLong:
        return None


class _TooLong(Exception):  # noqa: N818 - it is no error
    """The time is over."""


def _within(limit: float, work: Callable[[], Any]) -> Any:
    """Do some work of Python's own, in whatever thread, and raise if it takes too long; time is looked at on calls."""
    end = time.thread_time() + limit
    before = sys.gettrace()
    calls = count()

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        if not next(calls) % _EVERY and time.thread_time() > end:
            raise _TooLong

    sys.settrace(watch)
    try:
        return work()
    finally:
        sys.settrace(before)


def compare_many(pairs: Sequence[tuple[str, str]], limit: float = LIMIT) -> list[tuple[int, ...]]:
    """Compare pairs of meanings given as text, reading each text once; return a row for each."""
    known: dict[str, Meaning] = {}
    rows = []
    for texts in pairs:
        for text in texts:
            if text not in known:
                known[text] = meaning_of(text)
        rows.append(compare_meanings(known[texts[0]], known[texts[1]], limit).row())
    return rows
