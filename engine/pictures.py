"""Pictures of trees and mappings for notebooks, drawn by whoever can.

The engine draws nothing itself. Whoever can registers a function in the entry point group ``treelens.pictures``: it
takes what is to be drawn and returns an SVG document, or None if it cannot draw that. The window's part of Treelens
does so; where Qt is not installed, notebooks show the text.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

__all__ = ["svg_of"]


def svg_of(thing: object) -> str | None:
    """Return an SVG picture of a tree or a mapping; None where nobody can draw it."""
    for painter in _painters():
        try:
            drawn = painter.load()(thing)
        except ImportError:  # it is there, but what it needs is not
            continue
        if drawn is not None:
            return str(drawn)
    return None


@cache
def _painters() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group="treelens.pictures"))
