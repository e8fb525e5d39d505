"""Precision and recall over phenomena, after Tam et al.

For sentence *i* let ``R`` be the phenomena that are recognised in the parse, ``A`` those that it has, ``AP`` the ones
that it is about (its core) and ``AN`` its likely errors.

* exhaustive: precision is the mean of ``|R ∩ A| / |R|``, recall that of ``|R ∩ A| / |A|``;
* core: precision is the mean of ``([AP ⊆ R] + [R ∩ AN = ∅]) / 2``, recall that of ``|R ∩ AP| / |AP|``; a sentence
  without a parse scores 0 on both.

Where a fraction has nothing below its line the sentence is left out of that mean, and counted as *missing*: precision
where nothing is recognised, recall where nothing is expected. A sentence without a parse has exhaustive recall 0, and
no exhaustive precision. A suite that does not say what all the phenomena of a sentence are (no ``phenomena``) has no
exhaustive scores there, one that does not say what it is about (no ``core``) no core scores.

Weights enter twice. The *weight of a sentence* w counts it w times in each mean: ``Σ w·x / Σ w`` (a sentence is usually
about one phenomenon, so this is how much that phenomenon matters). The *weight of a phenomenon* (``[weights]`` of a
suite) counts its name that many times where sets are counted: ``|X|`` is the sum of the weights of the names in X. All
weights are 1 unless something else is said; then these are the plain formulas.

>>> one = judge(Expected({"proper noun", "unshifted ditransitive", "preposition"}, {"unshifted ditransitive"},
...                      {"adjunct"}), {"proper noun", "monotransitive", "preposition", "adjunct"})
>>> other = judge(Expected({"proper noun", "dative-shifted ditransitive"}, {"dative-shifted ditransitive"},
...                        {"noun-noun compound"}), {"proper noun", "dative-shifted ditransitive"})
>>> both = one.scores + other.scores
>>> both.exhaustive_precision.value, round(both.exhaustive_recall.value, 4)
(0.75, 0.8333)
>>> both.core_precision.value, both.core_recall.value
(0.5, 0.5)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, fields
from typing import NamedTuple

__all__ = ["MEANS", "Expected", "Mean", "Occurrence", "Scores", "Verdict", "judge"]

#: The four scores: their names and where they are.
MEANS = {
    "exhaustive precision": "exhaustive_precision",
    "exhaustive recall": "exhaustive_recall",
    "core precision": "core_precision",
    "core recall": "core_recall",
}
_NO_WEIGHTS: Mapping[str, float] = {}


class Expected(NamedTuple):
    """What a sentence has: all its phenomena, those it is about, likely errors. None is what the suite does not say."""

    phenomena: Set[str] | None = None
    core: Set[str] | None = None
    errors: Set[str] = frozenset()
    weight: float = 1.0


@dataclass(frozen=True)
class Mean:
    """A weighted mean over sentences that can be added to others: ``total / weight``."""

    total: float = 0.0
    weight: float = 0.0
    count: int = 0  #: sentences that it runs over
    missing: int = 0  #: sentences where it is not defined

    @property
    def value(self) -> float | None:
        """The mean; None where it runs over nothing."""
        return self.total / self.weight if self.weight else None

    def __add__(self, other: Mean) -> Mean:
        return Mean(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(Mean)))

    @classmethod
    def of(cls, value: float | None, weight: float) -> Mean:
        """Return the mean of one value; of None, one that misses it."""
        return cls(missing=1) if value is None else cls(weight * value, weight, 1)


@dataclass(frozen=True)
class Occurrence:
    """How often a phenomenon is expected and recognised, in sentences; not weighted.

    *expected*, *recognised* and *both* are over sentences whose phenomena the suite lists, and say how reliably the
    phenomenon is found; *core* and *core_found* over those that are about it; *likely* and *made* over those where it
    would be an error.
    """

    expected: int = 0
    recognised: int = 0
    both: int = 0
    core: int = 0
    core_found: int = 0
    likely: int = 0
    made: int = 0

    @property
    def precision(self) -> float | None:
        """The share of the recognised that is expected."""
        return self.both / self.recognised if self.recognised else None

    @property
    def recall(self) -> float | None:
        """The share of the expected that is recognised."""
        return self.both / self.expected if self.expected else None

    @property
    def core_recall(self) -> float | None:
        """The share of the sentences about it in which it is recognised."""
        return self.core_found / self.core if self.core else None

    def __add__(self, other: Occurrence) -> Occurrence:
        return Occurrence(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(Occurrence)))


@dataclass(frozen=True)
class Scores:
    """The scores of one sentence or of many: they add."""

    exhaustive_precision: Mean = Mean()
    exhaustive_recall: Mean = Mean()
    core_precision: Mean = Mean()
    core_recall: Mean = Mean()
    sentences: int = 0
    without_parse: int = 0
    phenomena: Mapping[str, Occurrence] = field(default_factory=dict)

    def __add__(self, other: Scores) -> Scores:
        names = {**self.phenomena, **other.phenomena}
        nothing = Occurrence()
        return Scores(
            self.exhaustive_precision + other.exhaustive_precision,
            self.exhaustive_recall + other.exhaustive_recall,
            self.core_precision + other.core_precision,
            self.core_recall + other.core_recall,
            self.sentences + other.sentences,
            self.without_parse + other.without_parse,
            {name: self.phenomena.get(name, nothing) + other.phenomena.get(name, nothing) for name in names},
        )

    @classmethod
    def sum(cls, parts: Iterable[Scores]) -> Scores:
        """Add many up; none give empty scores."""
        total, phenomena = cls(), dict[str, Occurrence]()
        for part in parts:
            for name, occurrence in part.phenomena.items():
                phenomena[name] = phenomena.get(name, Occurrence()) + occurrence
            total = total + Scores(**{one.name: getattr(part, one.name) for one in fields(cls)[:-1]})
        return Scores(**{one.name: getattr(total, one.name) for one in fields(cls)[:-1]}, phenomena=phenomena)


class Verdict(NamedTuple):
    """What one parse is worth: what was recognised (None: there is no parse), missed, and which errors were made."""

    recognised: frozenset[str] | None
    missing: frozenset[str]
    errors: frozenset[str]
    scores: Scores


def judge(expected: Expected, recognised: Set[str] | None, weights: Mapping[str, float] = _NO_WEIGHTS) -> Verdict:
    """Compare what is recognised in a parse, None if there is none, with what is expected."""
    found = frozenset(recognised or ())
    listed, core = expected.phenomena, expected.core
    wanted = frozenset(listed or ()) | frozenset(core or ())
    scores = Scores(
        *_exhaustive(expected, found, weights),
        *_core(expected, None if recognised is None else found, weights),
        sentences=1,
        without_parse=int(recognised is None),
        phenomena=_occurrences(expected, found),
    )
    parsed = None if recognised is None else found
    return Verdict(parsed, wanted - found, frozenset(expected.errors) & found, scores)


def _exhaustive(expected: Expected, found: frozenset[str], weights: Mapping[str, float]) -> tuple[Mean, Mean]:
    if expected.phenomena is None:
        return Mean(missing=1), Mean(missing=1)
    both = _size(found & expected.phenomena, weights)
    precision, recall = _share(both, _size(found, weights)), _share(both, _size(expected.phenomena, weights))
    return Mean.of(precision, expected.weight), Mean.of(recall, expected.weight)


def _core(expected: Expected, found: frozenset[str] | None, weights: Mapping[str, float]) -> tuple[Mean, Mean]:
    core = expected.core
    if core is None:
        return Mean(missing=1), Mean(missing=1)
    if found is None:
        return Mean.of(0.0, expected.weight), Mean.of(0.0, expected.weight)
    precision = ((core <= found) + (not found & expected.errors)) / 2
    recall = _share(_size(found & core, weights), _size(core, weights))
    return Mean.of(precision, expected.weight), Mean.of(recall, expected.weight)


def _size(names: Iterable[str], weights: Mapping[str, float]) -> float:
    return sum(weights.get(name, 1.0) for name in sorted(names))


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _occurrences(expected: Expected, found: frozenset[str]) -> dict[str, Occurrence]:
    listed, core = expected.phenomena, frozenset(expected.core or ())
    names = found | core | expected.errors | (listed or frozenset())
    return {
        name: Occurrence(
            expected=int(listed is not None and name in listed),
            recognised=int(listed is not None and name in found),
            both=int(listed is not None and name in listed and name in found),
            core=int(name in core),
            core_found=int(name in core and name in found),
            likely=int(name in expected.errors),
            made=int(name in expected.errors and name in found),
        )
        for name in sorted(names)
    }
