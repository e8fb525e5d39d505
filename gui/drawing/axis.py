"""The common axis of a drawing: a line of slots from left to right, each with a place.

A slot belongs to a word, to a node without words, or to a node that cannot stand over what it covers. Several plans
may share an axis; then words that they share have one slot.

Texts are placed over averages of slots, and two neighbours on a row belong to ranges of slots that do not overlap.
Therefore moving apart two slots anywhere never brings two neighbours closer together: what one row, or one tree, asked
for remains true whatever the next one asks for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from .plan import Item, Plan

__all__ = ["Axis", "axis_of"]


class Axis:
    """Places of slots, and the plans that lie on them."""

    def __init__(self, size: int, plans: Sequence[Plan]) -> None:
        self.places = np.zeros(size)
        self.plans = plans

    def at(self, slot: int) -> float:
        """Return the place of a slot."""
        return self.places.item(slot)

    def push(self, slot: int, by: float) -> None:
        """Move a slot, and all behind it, to the right."""
        self.places[slot:] += by

    def x(self, item: Item) -> float:
        """Return the place of an item whose row is settled."""
        return self.places.item(item.lo) + item.off

    def insert(self, behind: Sequence[int], places: Sequence[float]) -> list[int]:
        """Add slots behind those given, in ascending order (-1: before all), and return their numbers."""
        size = len(self.places)
        moved = [slot + bisect_left(behind, slot) for slot in range(size)]
        for plan in self.plans:
            for item in plan.items():
                if item.lo >= 0:
                    item.lo, item.hi = moved[item.lo], moved[item.hi]
        self.places = np.insert(self.places, [slot + 1 for slot in behind], places)
        return [slot + 1 + number for number, slot in enumerate(behind)]

    def midpoint(self, item: Item) -> float:
        """Return the place in the middle of what is below an item, or of its slots."""
        if item.loose or not item.below:
            return (self.at(item.lo) + self.at(item.hi)) / 2
        if len(item.below) == 1:
            return self.x(item.below[0])
        first, last = item.below[0], item.below[-1]
        if not first.lo == item.lo <= item.hi == last.hi:  # they are not in the order of their slots
            first, last = min(item.below, key=_lo), max(item.below, key=_hi)
        return (self.x(first) + self.x(last)) / 2

    def finish(self) -> None:
        """Give every item its final place: from the bottom row up, now that nothing moves any more."""
        for plan in self.plans:
            for row in [plan.bottom, *reversed(plan.rows)]:
                for item in row:
                    item.x = self.midpoint(item)
                    item.off = item.x - self.at(item.lo)


def _lo(item: Item) -> int:
    return item.lo


def _hi(item: Item) -> int:
    return item.hi


def axis_of(plans: Sequence[Plan], lengths: Sequence[int], shared: Sequence[Sequence[tuple[int, int]]] = ()) -> Axis:
    """Lay any number of plans on an axis.

    *shared* has for each plan but the first the positions of words that share a slot with one of the first, in
    ascending order: pairs of a position in the first plan and one in the other.
    """
    units = [_units(plan, length) for plan, length in zip(plans, lengths, strict=True)]
    words = [[-1] * length for length in lengths]
    with_first = [dict(pairs) for pairs in shared]
    done = [0] * len(plans)
    size = 0

    def advance(number: int, until: int) -> int:
        """Give slots to what comes before a position in a plan, and return how many there are then."""
        taken, own = size, units[number]
        while done[number] < len(own) and own[done[number]] != until:
            taken = _take(own[done[number]], words[number], taken)
            done[number] += 1
        return taken

    for position in range(lengths[0] if lengths else 0):
        size = advance(0, position)
        sharing = [(number, pairs[position]) for number, pairs in enumerate(with_first, 1) if position in pairs]
        for number, other in sharing:
            size = advance(number, other)
        for number, other in [(0, position), *sharing]:
            words[number][other] = size
            done[number] += 1
        size += 1
    for number in range(len(plans)):
        size = advance(number, -1)
    for plan, slots in zip(plans, words, strict=True):
        _give(plan, slots)
    return Axis(size, plans)


def _units(plan: Plan, length: int) -> list[int | Item]:
    """Return what needs a slot, in order: positions of words, and before each the leaves without words."""
    empty: list[list[Item]] = [[] for _ in range(length + 1)]
    for item in plan.leaves():
        if item.span[0] == item.span[1]:
            empty[item.span[0]].append(item)
    for items in empty:
        items.sort(key=lambda item: item.order)
    units: list[int | Item] = []
    for position in range(length + 1):
        units += empty[position]
        units.append(position)
    return units[:-1]


def _take(unit: int | Item, words: list[int], size: int) -> int:
    """Give a word or a leaf without words the next slot."""
    if isinstance(unit, Item):
        unit.lo = unit.hi = size
    else:
        words[unit] = size
    return size + 1


def _give(plan: Plan, slots: Sequence[int]) -> None:
    """Give leaves the slots of their words."""
    for item in plan.leaves():
        start, end = item.span
        if start < end:
            item.lo, item.hi = slots[start], slots[end - 1]
