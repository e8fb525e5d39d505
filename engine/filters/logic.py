"""Terms that are made of terms: all of them, one of them, not this one.

A term is asked about some of the sentences and answers with those that it holds for. So a slow term need only look at
what the quick ones have left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from ..metrics.base import Metric
from .context import Search
from .texts import Bools

__all__ = ["All", "Everything", "Not", "OneOf", "Term", "all_of", "one_of"]


class Term(Protocol):
    """A condition on sentences."""

    @property
    def slow(self) -> bool:
        """Whether it looks at trees one by one."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measures whose scores it asks for."""

    def find(self, search: Search, among: Bools) -> Bools:
        """Return which of the sentences *among* all fulfil the condition; never others."""


class Everything:
    """The empty filter."""

    slow: ClassVar[bool] = False
    metrics: ClassVar[tuple[Metric, ...]] = ()

    def __str__(self) -> str:
        return ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Everything)

    def __hash__(self) -> int:
        return hash(Everything)

    def find(self, search: Search, among: Bools) -> Bools:
        """Return all that is asked about."""
        return among


@dataclass(frozen=True)
class _Several:
    terms: tuple[Term, ...]

    @property
    def slow(self) -> bool:
        """Whether one of the terms is."""
        return any(term.slow for term in self.terms)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measures of all terms."""
        return tuple(dict.fromkeys(metric for term in self.terms for metric in term.metrics))

    def _quick_first(self) -> list[Term]:
        return sorted(self.terms, key=lambda term: term.slow)


class All(_Several):
    """Terms that must all hold."""

    def __str__(self) -> str:
        return " ".join(f"({term})" if isinstance(term, OneOf) else str(term) for term in self.terms)

    def find(self, search: Search, among: Bools) -> Bools:
        """Return what is left after all terms."""
        for term in self._quick_first():
            among = term.find(search, among)
        return among


class OneOf(_Several):
    """Terms of which one must hold."""

    def __str__(self) -> str:
        return " or ".join(map(str, self.terms))

    def find(self, search: Search, among: Bools) -> Bools:
        """Return what one of the terms finds; later ones need not look at it again."""
        left = among
        for term in self._quick_first():
            left = left & ~term.find(search, left)
        return among & ~left


@dataclass(frozen=True)
class Not:
    """A term that must not hold."""

    term: Term

    def __str__(self) -> str:
        inside = f"({self.term})" if isinstance(self.term, _Several) else str(self.term)
        return f"not {inside}"

    @property
    def slow(self) -> bool:
        """Whether the term is."""
        return self.term.slow

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measures of the term."""
        return self.term.metrics

    def find(self, search: Search, among: Bools) -> Bools:
        """Return what the term does not find."""
        return among & ~self.term.find(search, among)


def all_of(terms: Iterable[Term]) -> Term:
    """Join terms that must all hold; those that are already joined so become one row."""
    flat = [part for term in terms for part in (term.terms if isinstance(term, All) else (term,))]
    return flat[0] if len(flat) == 1 else All(tuple(flat))


def one_of(terms: Iterable[Term]) -> Term:
    """Join terms of which one must hold; those that are already joined so become one row."""
    flat = [part for term in terms for part in (term.terms if isinstance(term, OneOf) else (term,))]
    return flat[0] if len(flat) == 1 else OneOf(tuple(flat))
