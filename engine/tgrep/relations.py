"""Relations between nodes, for all nodes of a forest at once.

:func:`related` takes a column that marks some nodes, and returns the column of the nodes that have a relation to one of
them. ``A < B`` is the nodes of A that are also in the column of "has a child in B". Words have no relation of their
own: only what is not a word can stand on the left, as in nltk, whose words are bare strings.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..kernels import relations, views
from ..trees import IntArray
from .forest import Bools, Forest

__all__ = ["at_position", "related"]


def related(forest: Forest, relation: str, number: int, wanted: Bools) -> Bools:
    """Return the nodes that have a relation to a wanted node."""
    if relation in ("<n", ">n"):
        return (_has_child if relation == "<n" else _is_child)(forest, wanted, _counted(forest, number))
    return forest.inner & _RELATIONS[relation](forest, wanted)


def at_position(forest: Forest, path: tuple[int, ...]) -> Bools:
    """Return the nodes that are reached from a root by a path of places among sisters, from 0."""
    here = ~forest.attached
    for place in path:
        here = forest.attached & here[forest.up] & (forest.place == place)
    return here & forest.inner


def _counted(forest: Forest, number: int) -> Bools:
    """Return the nodes that are the Nth child, counted from 1, or from the end below 0; none is the 0th."""
    place = number - 1 if number >= 0 else forest.sisters + number
    return np.asarray(forest.attached & (forest.place == place))


def _none(forest: Forest) -> Bools:
    return np.zeros(len(forest), dtype=np.bool_)


def _has_child(forest: Forest, wanted: Bools, such: Bools) -> Bools:
    found = _none(forest)
    found[forest.up[wanted & such]] = True
    return found


def _is_child(forest: Forest, wanted: Bools, such: Bools) -> Bools:
    return forest.inner & such & wanted[forest.up]


def _above(forest: Forest, wanted: Bools, through: Bools) -> Bools:
    found = _none(forest)
    relations.passed_up(*views(forest.up, *_bytes(through, wanted, found)))
    return found


def _below(forest: Forest, wanted: Bools, through: Bools) -> Bools:
    found = _none(forest)
    relations.passed_down(*views(forest.up, *_bytes(through, wanted, found)))
    return found


def _bytes(*columns: Bools) -> list[NDArray[np.uint8]]:
    return [column.view(np.uint8) for column in columns]


def _outermost(forest: Forest, wanted: Bools, through: Bools) -> Bools:
    """Return the nodes below wanted ones by way of *through*, and those below the same that look like one of them."""
    found = _below(forest, wanted, through)
    uppermost = through & wanted[forest.up] & ~found[forest.up]
    top = np.where(uppermost, forest.up, -1).astype(np.int32)  # the highest wanted node above each
    way = np.where(found & ~uppermost, forest.up, -1).astype(np.int32)
    relations.taken_over(*views(way, top))
    begin, member = forest.groups
    (marks,) = _bytes(found)
    relations.look_alike(*views(forest.label, forest.up, forest.last, begin, member, top, marks))
    return found


def _beside(forest: Forest, wanted: Bools, sister: IntArray) -> Bools:
    return (sister >= 0) & wanted[sister] & forest.substantial[sister]


def _sister(forest: Forest, wanted: Bools) -> Bools:
    children = forest.attached & wanted
    counts = np.bincount(forest.up[children], minlength=len(forest))
    found: Bools = forest.attached & (counts[forest.up] > children)
    return found


def _earlier_sister_of(forest: Forest, wanted: Bools) -> Bools:
    nodes = np.flatnonzero(forest.attached & wanted)
    furthest = np.full(len(forest), -1, dtype=np.int32)
    furthest[forest.up[nodes]] = forest.place[nodes]  # of several, the last one stays
    return forest.attached & (furthest[forest.up] > forest.place)


def _later_sister_of(forest: Forest, wanted: Bools) -> Bools:
    nodes = np.flatnonzero(forest.attached & wanted)[::-1]
    nearest = np.full(len(forest), len(forest), dtype=np.int32)
    nearest[forest.up[nodes]] = forest.place[nodes]
    return forest.attached & (nearest[forest.up] < forest.place)


def _before(forest: Forest, wanted: Bools) -> Bools:
    nodes = np.flatnonzero(wanted)
    furthest = np.full(len(forest), -1, dtype=np.int32)
    furthest[forest.root[nodes]] = nodes
    return furthest[forest.root] >= forest.last


def _after(forest: Forest, wanted: Bools) -> Bools:
    nodes = np.flatnonzero(wanted)
    nearest = np.full(len(forest), len(forest) + 1, dtype=np.int32)
    np.minimum.at(nearest, forest.root[nodes], forest.last[nodes])
    return nearest[forest.root] <= np.arange(len(forest))


def _just_before(forest: Forest, wanted: Bools) -> Bools:
    begins = wanted | _above(forest, wanted, forest.is_first)
    return (forest.right >= 0) & begins[forest.right]


def _just_after(forest: Forest, wanted: Bools) -> Bools:
    ends = wanted | _above(forest, wanted, forest.is_last)
    return (forest.left >= 0) & ends[forest.left]


_RELATIONS: dict[str, Callable[[Forest, Bools], Bools]] = {
    "<": lambda forest, wanted: _has_child(forest, wanted, forest.attached),
    ">": lambda forest, wanted: _is_child(forest, wanted, forest.attached),
    "<:": lambda forest, wanted: _has_child(forest, wanted, forest.is_only),
    ">:": lambda forest, wanted: _is_child(forest, wanted, forest.is_only),
    "<<": lambda forest, wanted: _above(forest, wanted, forest.attached),
    ">>": lambda forest, wanted: _below(forest, wanted, forest.attached),
    "<<,": lambda forest, wanted: _above(forest, wanted, forest.is_first),
    ">>,": lambda forest, wanted: _outermost(forest, wanted, forest.is_first),
    "<<'": lambda forest, wanted: _above(forest, wanted, forest.is_last),
    ">>'": lambda forest, wanted: _outermost(forest, wanted, forest.is_last),
    "<<:": lambda forest, wanted: _above(forest, wanted, forest.is_only),
    ">>:": lambda forest, wanted: _below(forest, wanted, forest.is_only),
    ".": _just_before,
    ",": _just_after,
    "..": _before,
    ",,": _after,
    "$": _sister,
    "$.": lambda forest, wanted: _beside(forest, wanted, forest.following),
    "$,": lambda forest, wanted: _beside(forest, wanted, forest.previous),
    "$..": _earlier_sister_of,
    "$,,": _later_sister_of,
}
