"""One operation on the way from gold to a system."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Step"]


@dataclass(frozen=True)
class Step:
    """An operation on a node of a side, and in words."""

    kind: str  #: deletion, swap, insertion, or move (of an arc)
    side: str
    node: int
    text: str
