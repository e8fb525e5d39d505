"""Head rules as arrays, looked up by label, so that no string is touched while heads are found.

Every look through the children of a phrase becomes one *scan*: an end to begin at and the labels that stop it. A step
``left A B`` is two scans, ``left any A B`` is one. A label has two columns, one where it is a phrase's and one where it
is a tag's; the last column is for words that hang in a phrase without a tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..trees import IntArray
from .rules import TAG, HeadRules, Step, matches

__all__ = ["Scan", "Tables", "make_tables", "scans_of"]

Flags = NDArray[np.uint8]


class Scan(NamedTuple):
    """One look through the children: the label whose rule it belongs to, the step, and what stops it."""

    label: str | None  #: None: of the general rule
    step: Step
    labels: tuple[str, ...]


class Tables(NamedTuple):
    """Arrays in the order in which the kernel takes them; *width* is the number of columns."""

    number: IntArray  #: by symbol: the label's number, from which its two columns follow
    first: IntArray  #: by label's number: its first scan; the one behind its last is *last*
    last: IntArray
    end: Flags  #: by scan: 0 from the left, 1 from the right, 2 the first child only, 3 the last one only
    stops: Flags  #: scans by columns
    punctuation: Flags  #: by column
    coordinator: Flags
    within: Flags  #: reassignments by columns
    chosen: Flags
    to: Flags
    pick: Flags  #: by reassignment: 1 from the right


_ENDS = {"left": 0, "right": 1, "first": 2, "last": 3}


@lru_cache(maxsize=16)
def scans_of(rules: HeadRules) -> list[Scan]:
    """Return all scans: those of the general rule first, then those of each label."""
    found = _scans(None, rules.otherwise)
    for label in rules.rules:
        found += _scans(label, rules.steps_for(label))
    return found


def _scans(label: str | None, steps: Sequence[Step]) -> list[Scan]:
    made = []
    for step in steps:
        groups = [step.labels] if step.together or not step.labels else [(one,) for one in step.labels]
        made += [Scan(label, step, group) for group in groups]
    if steps[-1].labels:  # something must be found
        made.append(Scan(label, Step("left"), ()))
    return made


def make_tables(rules: HeadRules, labels: Sequence[int]) -> Tables:
    """Return the arrays for trees that have these labels, given as symbols."""
    scans = scans_of(rules)
    texts = symbols.texts()
    names = [texts[number] for number in labels]
    number = np.full(symbols.count(), -1, dtype=np.int32)
    number[list(labels)] = np.arange(len(labels), dtype=np.int32)
    ranges = _ranges(rules)
    places = [ranges[rules.own_label(name)] for name in names]
    columns = [column for name in names for column in _columns(rules, name)]
    whole = np.array([*columns, _word_column(rules)], dtype=np.uint8).T
    cuts = np.cumsum([len(scans), 1, 1, *[len(rules.reassign)] * 3])
    parts = [np.ascontiguousarray(part).reshape(-1) for part in np.split(whole, cuts[:-1])]
    stops, punctuation, coordinator, within, chosen, to = parts
    return Tables(
        number,
        np.array([first for first, _ in places], dtype=np.int32),
        np.array([last for _, last in places], dtype=np.int32),
        np.array([_ENDS[scan.step.end] for scan in scans], dtype=np.uint8),
        stops,
        punctuation,
        coordinator,
        within,
        chosen,
        to,
        np.array([one.pick == "right" for one in rules.reassign], dtype=np.uint8),
    )


@lru_cache(maxsize=16)
def _ranges(rules: HeadRules) -> dict[str | None, tuple[int, int]]:
    """Return where the scans of each label are."""
    found: dict[str | None, tuple[int, int]] = {}
    for place, scan in enumerate(scans_of(rules)):
        first, _ = found.get(scan.label, (place, place))
        found[scan.label] = first, place + 1
    return found


@lru_cache(maxsize=20_000)
def _columns(rules: HeadRules, label: str) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Return what holds of a label where it is a phrase's, and where it is a tag's."""

    def among(patterns: Sequence[str], *, tag: bool) -> bool:
        return any(pattern == TAG if tag and pattern == TAG else matches(label, pattern) for pattern in patterns)

    made = []
    for tag in (False, True):
        scans = [not scan.labels or among(scan.labels, tag=tag) for scan in scans_of(rules)]
        words = [tag and among(rules.punctuation, tag=True), among(rules.coordinators, tag=tag)]
        parts = [among(getattr(one, part), tag=tag) for part in ("within", "chosen", "to") for one in rules.reassign]
        made.append((*scans, *words, *parts))
    return made[0], made[1]


def _word_column(rules: HeadRules) -> tuple[bool, ...]:
    """Return what holds of words without a tag: only what holds of anything."""
    return (*(not scan.labels for scan in scans_of(rules)), False, False, *[False] * (3 * len(rules.reassign)))
