"""What is drawn of a meaning: predicates over words, and the arguments between them. Plain values.

One :class:`Meant` is one side of a sentence. Predicates go by their place in it, labels by the ids of whoever made it.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Argument", "Meant", "Predicate"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate over words, from the first to the last; ``partner`` is its place on the other side, -1 if none."""

    text: str
    node: int
    first: int
    last: int
    role: str = "match"
    badge: str = ""
    partner: int = -1


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument, from a predicate to another one by their places; one from nowhere (-1) marks the top."""

    source: int
    target: int
    text: str
    node: int
    role: str = "match"
    badge: str = ""


@dataclass(frozen=True)
class Meant:
    """One side of a drawing."""

    side: str
    predicates: tuple[Predicate, ...] = ()
    arguments: tuple[Argument, ...] = ()
