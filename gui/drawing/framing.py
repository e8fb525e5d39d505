"""Putting a drawing on a page: as much air as there is room for, a margin around it, and from which side it runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from .compose import from_right
from .model import Drawing, Options
from .plan import Plan
from .room import edges, row_gap, settle_in_room

__all__ = ["Sketch", "framed"]


class Sketch(Protocol):
    """Something that can be drawn with more or less air."""

    plan: Plan  #: all its texts

    def settle(self, options: Options) -> None:
        """Place everything from left to right, with so much air."""

    def height(self, gap: float) -> float:
        """Return how high all of it is with such a gap between rows: a linear function."""

    def draw(self, across: float, down: float, gap: float) -> Drawing:
        """Draw everything at places moved *across* and *down*; the size of the page does not matter."""


def framed(sketch: Sketch, options: Options, *, mirrored: bool) -> Drawing:
    """Draw a sketch on a page of its own; with *mirrored* from right to left."""
    settle_in_room([sketch.plan], sketch.settle, options)
    left, right = edges([sketch.plan])
    width = right - left + 2 * options.margin

    def height(gap: float) -> float:
        return sketch.height(gap) + 2 * options.margin

    gap = row_gap(width, options.row_gap, height, options)
    drawing = replace(sketch.draw(options.margin - left, options.margin, gap), width=width, height=height(gap))
    return from_right(drawing) if mirrored else drawing
