"""Settling a plan on an axis: row by row from the bottom up, until nothing overlaps.

Each text stands in the middle above what is below it. Where it comes too close to its neighbour on the row, or to a
line that comes down through the row, everything from there on moves to the right. Lines between two rows meet no
text, for all texts of a row are of one height; so only what stands on a row, or goes down through it, must be kept
apart.

A text whose slots are not in one piece (a discontinuous constituent, or one that competes with another for its words)
cannot simply stand in the middle: something else is there. It gets a slot of its own between two neighbours, close to
where it should be.

After Reingold & Tilford (1981), "Tidier drawings of trees", with the words as an additional row that all reach down to.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate, zip_longest

from .axis import Axis
from .model import Options
from .plan import BEND, Item, Plan

__all__ = ["settle"]

_FAR = float("inf")
_NEAR = 1e-6  # what rounding may come to


@dataclass(frozen=True)
class _Air:
    """The least distances: between texts, and between a text and a line."""

    texts: float
    lines: float


def settle(plan: Plan, axis: Axis, options: Options) -> None:
    """Move the slots of an axis apart until nothing of the plan overlaps."""
    plan.bottom.sort(key=_lo)
    _Row(plan, axis, -1, [], [], _Air(options.word_gap, options.word_gap)).settle(plan.bottom)
    air = _Air(0.6 * options.word_gap, 0.4 * options.word_gap)
    drops = [item for item in plan.bottom if item.top >= 0]
    slots = [item.lo for item in drops]
    ending: list[list[Item]] = [[] for _ in plan.rows]
    for item in drops:
        ending[item.top].append(item)
    for row in range(len(plan.rows) - 1, -1, -1):
        for item in ending[row]:
            at = bisect_left(slots, item.lo)
            del drops[at], slots[at]
        _Row(plan, axis, row, drops, slots, air).settle(plan.rows[row])


def _lo(item: Item) -> int:
    return item.lo


class _Row:
    """One row, with the lines that come down through it to the bottom row, and the *slots* of these."""

    def __init__(self, plan: Plan, axis: Axis, row: int, drops: list[Item], slots: list[int], air: _Air) -> None:
        self.plan, self.axis, self.row, self.drops, self.slots, self.air = plan, axis, row, drops, slots, air

    def settle(self, items: list[Item]) -> None:
        """Place the items of the row, and move apart what is too close."""
        for item in items:
            below = item.below
            if len(below) == 1:
                item.lo, item.hi = below[0].lo, below[0].hi
            elif below:
                item.lo = min([each.lo for each in below])
                item.hi = max([each.hi for each in below])
            item.off = self.axis.midpoint(item) - self.axis.at(item.lo)
        items.sort(key=_lo)
        if not self._in_order(items):
            self._loosen(items)
            self.slots[:] = [item.lo for item in self.drops]  # there are new slots between them
            items.sort(key=_lo)
        previous = None
        for item, following in zip_longest(items, items[1:]):
            self._place(previous, item, following)
            previous = item

    def _in_order(self, items: list[Item]) -> bool:
        """Say whether no two items compete for a slot."""
        last = -1
        for item in items:
            if item.lo <= last or self._drops_in(item):
                return False
            last = item.hi
        return True

    def _drops_in(self, item: Item) -> bool:
        """Say whether a line comes down through the slots of an item."""
        at = bisect_left(self.slots, item.lo)
        return at < len(self.drops) and self.drops[at].lo <= item.hi

    # -- neighbours ------------------------------------------------------------------------------------------------

    def _place(self, previous: Item | None, item: Item, following: Item | None) -> None:
        """Keep an item away from what is left of it, and the line right of it away from the item."""
        x = self.axis.x(item)
        least = self._left_limit(previous, item) + item.width / 2
        if item.loose:
            most = self._right_limit(item, following) - item.width / 2
            self.axis.places[item.lo] = max(least, min(x, most))
        elif least > x:
            self.axis.push(item.lo, least - x)
        drop = self._drop_behind(item, following)
        if drop is not None:
            lacking = self.axis.x(item) + item.width / 2 + self.air.lines - self._edge(drop, -1)
            if lacking > 0:
                self.axis.push(drop.lo, lacking)

    def _left_limit(self, previous: Item | None, item: Item) -> float:
        at = bisect_left(self.slots, item.lo) - 1
        if at >= 0 and (previous is None or self.drops[at].lo > previous.hi):
            return self._edge(self.drops[at], 1) + self.air.lines
        if previous is None:
            return -_FAR
        return self.axis.x(previous) + previous.width / 2 + self._between(previous, item)

    def _right_limit(self, item: Item, following: Item | None) -> float:
        drop = self._drop_behind(item, following)
        if drop is not None:
            return self._edge(drop, -1) - self.air.lines
        if following is None:
            return _FAR
        return self.axis.x(following) - following.width / 2 - self._between(item, following)

    def _drop_behind(self, item: Item, following: Item | None) -> Item | None:
        """Return the first line right of an item, if it comes before the next item."""
        at = bisect_right(self.slots, item.hi)
        if at < len(self.drops) and (following is None or self.drops[at].lo < following.lo):
            return self.drops[at]
        return None

    def _between(self, one: Item, other: Item) -> float:
        return self.air.lines if BEND in (one.kind, other.kind) else self.air.texts

    def _edge(self, drop: Item, towards: int) -> float:
        """Return where a line comes down, or the left (-1) or right (1) side of a fold's triangle, at this row."""
        x = self.axis.x(drop)
        if drop.kind != "fold":
            return x
        part = (self.row + 1 - drop.top) / (len(self.plan.rows) - drop.top)
        return x + towards * part * drop.width / 2

    # -- items that cannot stand over their slots -------------------------------------------------------------------

    def _loosen(self, items: list[Item]) -> None:
        """Give slots of their own to items that compete with others for theirs."""
        kept: list[Item] = []
        loose: list[Item] = []
        for item in sorted(items, key=_precedence):
            at = bisect_left(kept, item.lo, key=_lo)
            free = (at == 0 or kept[at - 1].hi < item.lo) and (at == len(kept) or kept[at].lo > item.hi)
            if free and not self._drops_in(item):
                kept.insert(at, item)
            else:
                loose.append(item)
        standing = sorted([*kept, *self.drops], key=_lo)
        self._insert(loose, standing)

    def _insert(self, loose: list[Item], standing: list[Item]) -> None:
        """Choose for each loose item the best place between two that stand."""
        axis = self.axis
        wanted = {item: axis.x(item) for item in loose}
        gaps = _Gaps([(self._side(item, -1), self._side(item, 1)) for item in standing])
        chosen = []
        for item in sorted(loose, key=wanted.__getitem__):
            at, x = gaps.best(item, wanted[item])
            chosen.append((standing[at - 1].hi if at else -1, x, item))
        chosen.sort(key=lambda choice: choice[:2])
        slots = axis.insert([behind for behind, _, _ in chosen], [x for _, x, _ in chosen])
        for slot, (_, _, item) in zip(slots, chosen, strict=True):
            item.lo = item.hi = slot
            item.off, item.loose = 0.0, True

    def _side(self, item: Item, towards: int) -> float:
        """Return how far something that stands reaches, with the air around it."""
        if item.row < 0:
            return self._edge(item, towards) + towards * self.air.lines
        return self.axis.x(item) + towards * (item.width / 2 + self.air.texts)


class _Gaps:
    """The room between things that stand on a row, given by how far each reaches to the left and to the right.

    What stands is not yet kept apart, so that gaps are only roughly in order. How far left any gap from here on can
    be, and how far right any up to here, is known beforehand; so a search goes from the nearest gap to both sides
    and ends where none can be better, instead of trying all.
    """

    def __init__(self, edges: list[tuple[float, float]]) -> None:
        self.lefts = [-_FAR, *(right for _, right in edges)]
        self.rights = [*(left for left, _ in edges), _FAR]
        ends = list(zip(self.lefts, self.rights, strict=True))
        self.least = list(accumulate(map(min, reversed(ends)), min))[::-1]  #: by gap, of it and all behind it
        self.most = list(accumulate(map(max, ends), max))  #: of it and all before it

    def best(self, item: Item, x: float) -> tuple[int, float]:
        """Return the gap where an item is near *x* and little must be moved, and its place there.

        Where both trees want a place, the system's comes to stand right of gold's.
        """
        first = min(bisect_left(self.least, x), len(self.lefts) - 1)
        best = self._cost(item, x, first)
        for at in range(first + 1, len(self.lefts)):
            if self.least[at] - x > best[0] + _NEAR:
                break
            best = min(best, self._cost(item, x, at))
        for at in range(first - 1, -1, -1):
            if x - self.most[at] > best[0] + _NEAR:
                break
            best = min(best, self._cost(item, x, at))
        return best[1], best[2]

    def _cost(self, item: Item, x: float, at: int) -> tuple[float, int, float]:
        """Return what it costs to put an item into a gap, the gap, and the item's place there."""
        left, right = self.lefts[at], self.rights[at]
        lacking = max(0.0, item.width - (right - left))
        place = (left + right) / 2 if lacking else min(max(x, left + item.width / 2), right - item.width / 2)
        cost = abs(place - x) + lacking / 2 + (item.width if item.side == "system" and place < x else 0)
        return cost, at, place


def _precedence(item: Item) -> tuple[bool, bool, int, str, int]:
    """Order items by how much they deserve to stand over their slots: those of both trees first, then small ones."""
    return item.kind == BEND, item.side != "both", item.hi - item.lo, item.side, item.lo
