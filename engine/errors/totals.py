"""Errors of many sentences, counted by kind and by where things were attached; records that add up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from .explain import Explanation
from .kinds import KINDS
from .repair import Repair

__all__ = ["Confusion", "Count", "Totals", "totals_of"]

Key = TypeVar("Key")


class Count(NamedTuple):
    """How many repairs, how many bracket errors they explain, words from site to site, and in which sentences."""

    repairs: int = 0
    brackets: int = 0
    distance: int = 0
    sentences: tuple[int, ...] = ()

    def plus(self, other: Count) -> Count:
        """Return both together; a sentence that has both counts once."""
        return Count(
            self.repairs + other.repairs,
            self.brackets + other.brackets,
            self.distance + other.distance,
            tuple(sorted({*self.sentences, *other.sentences})),
        )

    @property
    def mean_distance(self) -> float:
        """The mean distance in words between where it hangs and where it belongs."""
        return self.distance / self.repairs if self.repairs else 0.0


class Confusion(NamedTuple):
    """An attachment error: a phrase of this label, hung under that one in the system, under another in gold."""

    phrase: str
    system: str
    gold: str


@dataclass(frozen=True)
class Totals:
    """The errors of sentences: by kind, by confusion of attachment, and how well they are known.

    ``explained`` sentences were looked at, ``wrong`` of them have errors, ``exact`` have a smallest set of repairs for
    certain; ``greedy`` is how many repairs a greedy search needs.

    >>> nothing = Totals()
    >>> (nothing + nothing).repairs
    0
    """

    kinds: Mapping[str, Count] = field(default_factory=dict)
    confusions: Mapping[Confusion, Count] = field(default_factory=dict)
    explained: int = 0
    wrong: int = 0
    exact: int = 0
    greedy: int = 0

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            _added(self.kinds, other.kinds),
            _added(self.confusions, other.confusions),
            self.explained + other.explained,
            self.wrong + other.wrong,
            self.exact + other.exact,
            self.greedy + other.greedy,
        )

    @property
    def repairs(self) -> int:
        """All repairs."""
        return sum(count.repairs for count in self.kinds.values())

    @property
    def brackets(self) -> int:
        """All bracket errors."""
        return sum(count.brackets for count in self.kinds.values())

    def by_kind(self) -> list[tuple[str, Count]]:
        """Return the kinds that occur, most bracket errors first."""
        order = {kind: place for place, kind in enumerate(KINDS)}
        return sorted(self.kinds.items(), key=lambda item: (-item[1].brackets, -item[1].repairs, order[item[0]]))

    def by_confusion(self) -> list[tuple[Confusion, Count]]:
        """Return the confusions of attachment, the most frequent first."""
        return sorted(self.confusions.items(), key=lambda item: (-item[1].repairs, -item[1].brackets, item[0]))


def _added(one: Mapping[Key, Count], other: Mapping[Key, Count]) -> dict[Key, Count]:
    nothing = Count()
    return {key: one.get(key, nothing).plus(other.get(key, nothing)) for key in {**one, **other}}


def totals_of(explanations: Iterable[tuple[int, Explanation]]) -> Totals:
    """Count the errors of sentences, each given with its place in the gold file."""
    kinds: dict[str, list[tuple[int, Repair]]] = {}
    confusions: dict[Confusion, list[tuple[int, Repair]]] = {}
    explained = wrong = exact = greedy = 0
    for place, one in explanations:
        explained += 1
        wrong += one.brackets > 0
        exact += one.exact
        greedy += one.greedy
        for repair in one.repairs:
            kinds.setdefault(repair.kind, []).append((place, repair))
            if repair.is_attachment:
                key = Confusion(" ".join(repair.labels), repair.before.label, repair.after.label)
                confusions.setdefault(key, []).append((place, repair))
    return Totals(_counted(kinds), _counted(confusions), explained, wrong, exact, greedy)


def _counted(found: Mapping[Key, list[tuple[int, Repair]]]) -> dict[Key, Count]:
    return {
        key: Count(
            len(repairs),
            sum(repair.brackets for _, repair in repairs),
            sum(repair.distance for _, repair in repairs if repair.is_attachment),
            tuple(sorted({place for place, _ in repairs})),
        )
        for key, repairs in found.items()
    }
