"""What a tree pattern is made of: conditions on a node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..expressions import Expression

__all__ = [
    "AllOf",
    "Anything",
    "AtPosition",
    "Bound",
    "Condition",
    "Matches",
    "Named",
    "Not",
    "OneOf",
    "Related",
    "Segment",
    "Shared",
    "Use",
    "every_part",
    "names_used",
    "parts",
]


@dataclass(frozen=True)
class Anything:
    """``*`` or ``__``: every node."""


@dataclass(frozen=True)
class Named:
    """A label or word, literally; with *any_case*, whatever its capitals."""

    text: str
    any_case: bool = False


@dataclass(frozen=True)
class Matches:
    """``/^NP/``: a label or word in which a regular expression is found."""

    expression: Expression
    any_case: bool = False


@dataclass(frozen=True)
class AtPosition:
    """``N(0,1)``: the second child of the first child of the root."""

    path: tuple[int, ...]


@dataclass(frozen=True)
class Bound:
    """``NP=n``: a condition whose node gets a name."""

    condition: Condition
    name: str


@dataclass(frozen=True)
class Use:
    """``=n`` inside a pattern: the very node that has this name."""

    name: str


@dataclass(frozen=True)
class Segment:
    """``: =n < NN`` behind a pattern: what must hold of the node that has this name."""

    name: str
    condition: Condition


@dataclass(frozen=True)
class Related:
    """``< NP``: a node to which this one has a relation; *number* counts children from 1, from the end below 0."""

    relation: str
    number: int
    condition: Condition


@dataclass(frozen=True)
class Shared:
    """A condition that several patterns have in common, so that its answer is worth keeping."""

    condition: Condition


@dataclass(frozen=True)
class Not:
    """``!``: the condition does not hold."""

    condition: Condition


@dataclass(frozen=True)
class AllOf:
    """Conditions that all hold, tried from left to right."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class OneOf:
    """Conditions of which one holds, tried from left to right."""

    conditions: tuple[Condition, ...]


Condition = Anything | Named | Matches | AtPosition | Bound | Use | Segment | Related | Shared | Not | AllOf | OneOf


def parts(condition: Condition) -> tuple[Condition, ...]:
    """Return the conditions that a condition is made of."""
    if isinstance(condition, AllOf | OneOf):
        return condition.conditions
    if isinstance(condition, Bound | Segment | Related | Shared | Not):
        return (condition.condition,)
    return ()


def every_part(condition: Condition) -> Iterator[Condition]:
    """Yield a condition and all that it is made of."""
    yield condition
    for part in parts(condition):
        yield from every_part(part)


def names_used(condition: Condition) -> frozenset[str]:
    """Return the names of nodes that are referred to somewhere in a condition."""
    return frozenset(part.name for part in every_part(condition) if isinstance(part, Use | Segment))
