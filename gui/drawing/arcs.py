"""Arcs over a row of words: how high each is, where it stands on its words, and where its label has room.

An arc rises from the word that governs, runs along the line of its level, and comes down on the one that depends on it.
Three rules keep everything apart, whatever the sentence:

- *Levels*. Two arcs over the same gap between words are on different levels, the shorter one below; levels are further
  apart than labels are high. So what runs along a level never meets a label of another one.
- *Legs*. The arcs that stand on a word stand side by side, the longest in the middle. So arcs that share a word do not
  cross, and in a tree without crossing dependencies no leg comes down through another arc at all.
- *Room*. A label stands on the line of its own arc, where no leg of another one comes down. Words are moved apart until
  there is such a place. As that brings nothing closer together, what one arc has asked for remains true.

Here y is 0 where the arcs stand and grows downwards: arcs are above it, and only legs may come down further. Lengths
follow from the height of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .model import Label, Measure, Stroke, shown_text
from .plan import PADDING

__all__ = ["Arc", "Arcade", "levels"]

Point = tuple[float, float]
Stretch = tuple[float, float, int, int]  #: of a line: its ends, and the places of the words that they move with
Places = Callable[[int], float]  #: from a place in the row to the middle of its word

# In heights of a line.
_APART = 0.42  # legs on a word
_CORNER = 0.3  # the least that an arc needs to turn
_WIDEST = 1.6  # the most
_AIR = 0.22  # between a label and a line
_STEM = 0.25  # what is seen at least of an arrow besides its head
_ARROW = (0.46, 0.18)  # the length of an arrow's head, and half its width
_ROUND = 0.5523  # how far the points that pull a quarter of a circle are from its ends


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc to a place in the row of words from another one, or (-1) from nowhere, drawn for a word of a side."""

    start: int
    end: int
    text: str
    role: str
    side: str
    node: int
    badge: str = ""

    @property
    def is_root(self) -> bool:
        """Whether it is an arrow to a word that depends on no other."""
        return self.start < 0

    @property
    def low(self) -> int:
        """The place of its left end."""
        return self.end if self.is_root else min(self.start, self.end)

    @property
    def high(self) -> int:
        """The place of its right end."""
        return max(self.start, self.end)


def levels(arcs: Sequence[Arc], size: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the level of each arc, from 1, and what level is below it at its left and at its right end.

    Arcs must come in the order of their length; *size* is the number of places.

    >>> levels([Arc(0, 1, "", "", "", 0), Arc(2, 1, "", "", "", 0), Arc(0, 2, "", "", "", 0)], 3)
    ([1, 1, 2], [(0, 0), (0, 0), (1, 1)])
    """
    tops, roots = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    found, under = [], []
    for arc in arcs:
        low, high = arc.low, arc.high
        if arc.is_root:
            roots[low] = 1
            found.append(1)
            under.append((0, 0))
            continue
        inside = max(int(tops[low:high].max()), int(roots[low + 1 : high].max(initial=0)))
        under.append((int(tops[low]), int(tops[high - 1])))
        tops[low:high] = inside + 1
        found.append(inside + 1)
    return found, under


class Arcade:
    """All arcs on one side of a row of words."""

    def __init__(self, arcs: Sequence[Arc], size: int, measure: Measure) -> None:
        self.arcs = sorted(arcs, key=lambda arc: arc.high - arc.low)
        self.em = measure("x", "word")[1]
        sizes = [_size(arc, measure) for arc in self.arcs]
        self.widths = [width for width, _ in sizes]
        self.band = max((height for _, height in sizes), default=0.0)  #: the height of a level's labels
        self.levels, self._under = levels(self.arcs, size)
        self._legs: list[list[tuple[float, int]]] = [[] for _ in range(size)]  # by place: offsets, and of which arc
        self._ends = [[0.0, 0.0] for _ in self.arcs]  # offsets of the left and of the right leg
        self.reach = [0.0] * size  #: how far, by place, legs are from the middle of their word
        self._stand(size)
        self.depths = [0.0] * size  #: how far, by place, what the legs come down to is below where arcs stand
        self._tallest = np.zeros(size, dtype=np.int64)
        for place, legs in enumerate(self._legs):
            self._tallest[place] = max((self.levels[number] for _, number in legs), default=0)

    def _stand(self, size: int) -> None:
        """Put legs side by side: those to the left first, and on both sides the shortest outside.

        Arrows from nowhere stand between them, side by side if there are several.
        """
        lefts: list[list[int]] = [[] for _ in range(size)]
        rights: list[list[int]] = [[] for _ in range(size)]
        labels = [0.0] * size  # the width of all labels of arrows to a word
        for number, arc in enumerate(self.arcs):
            if arc.is_root:
                before = labels[arc.end] + _AIR * self.em if labels[arc.end] else 0.0
                self._ends[number][0] = before + self.widths[number] / 2
                labels[arc.end] = before + self.widths[number]
            else:
                rights[arc.low].append(number)
                lefts[arc.high].append(number)
        for number, arc in enumerate(self.arcs):
            if arc.is_root:
                self._ends[number][0] -= labels[arc.end] / 2
        apart = _APART * self.em
        for place in range(size):
            left, right, label = lefts[place], rights[place], labels[place]
            inner = label / 2 + _AIR * self.em
            first = -inner - (len(left) - 1) * apart if label else -(len(left) + len(right) - 1) / 2 * apart
            last = inner + (len(right) - 1) * apart if label else (len(left) + len(right) - 1) / 2 * apart
            for at, number in enumerate(left):
                self._set(place, number, 1, first + at * apart)
            for at, number in enumerate(right):
                self._set(place, number, 0, last - at * apart)
            offsets = [abs(offset) for offset, _ in self._legs[place]]
            self.reach[place] = max([label / 2, *(offset + apart / 2 for offset in offsets)])

    def _set(self, place: int, number: int, end: int, offset: float) -> None:
        self._ends[number][end] = offset
        self._legs[place].append((offset, number))

    # --- room for labels ------------------------------------------------------------------------------------------

    def widen(self, x: Places, push: Callable[[int, float], None]) -> None:
        """Move words apart until each label has room; *push* moves a place, and all behind it, to the right."""
        for number, arc in enumerate(self.arcs):
            if arc.is_root:
                continue
            stretches = self._stretches(number, x)
            lacking = self.widths[number] - max(right - left for left, right, _, _ in stretches)
            if lacking > 0:
                best = max((each for each in stretches if each[2] < each[3]), key=lambda each: each[1] - each[0])
                push(best[3], self.widths[number] - (best[1] - best[0]))

    def _stretches(self, number: int, x: Places) -> list[Stretch]:
        """Return the parts of an arc's line, without its corners, through which no leg comes down."""
        arc, air, corner = self.arcs[number], _AIR * self.em, (_CORNER + _AIR) * self.em
        left, right = self._sides(number, x)
        found, place, start = [], arc.low, left + corner
        level = self.levels[number]
        if arc.high - arc.low > 1 and self._tallest[arc.low + 1 : arc.high].max() > level:
            for at in np.flatnonzero(self._tallest[arc.low + 1 : arc.high] > level).tolist():
                through = arc.low + 1 + at
                for offset in sorted(offset for offset, other in self._legs[through] if self.levels[other] > level):
                    leg = x(through) + offset
                    found.append((start, leg - air, place, through))
                    place, start = through, leg + air
        return [*found, (start, right - corner, place, arc.high)]

    def _sides(self, number: int, x: Places) -> tuple[float, float]:
        """Return where an arc's left and right leg are."""
        arc, (left, right) = self.arcs[number], self._ends[number]
        return x(arc.low) + left, x(arc.high) + right

    def _middle(self, number: int, x: Places) -> float:
        """Return where the middle of an arc's label is: as near to the middle of the arc as there is room."""
        arc, half = self.arcs[number], self.widths[number] / 2
        if arc.is_root:
            return x(arc.end) + self._ends[number][0]
        wanted = sum(self._sides(number, x)) / 2
        stretches = self._stretches(number, x)
        fitting = [each for each in stretches if each[1] - each[0] >= 2 * half - 1e-6]
        chosen = fitting or [max(stretches, key=lambda each: each[1] - each[0])]
        places = [min(max(wanted, left + half), max(right - half, left + half)) for left, right, _, _ in chosen]
        return min(places, key=lambda place: abs(place - wanted))

    # --- drawing --------------------------------------------------------------------------------------------------

    def lead(self, gap: float) -> float:
        """Return how high the line of the first level is, with so much air between levels."""
        return ((_ARROW[0] + _STEM) * self.em + 0.3 * gap + self.band / 2) if self.arcs else 0.0

    def height(self, gap: float) -> float:
        """Return how high all of it is."""
        if not self.arcs:
            return 0.0
        return self.lead(gap) + (max(self.levels) - 1) * (self.band + gap) + self.band / 2

    def draw(self, x: Places, gap: float) -> tuple[list[Label], list[Stroke]]:
        """Draw the arcs, and their labels in the order of the words that depend."""
        labels, strokes = [], []
        for number, arc in enumerate(self.arcs):
            y = -self.lead(gap) - (self.levels[number] - 1) * (self.band + gap)
            middle = self._middle(number, x)
            size = self.widths[number], self.band
            labels.append(Label(arc.text, middle, y, *size, "relation", arc.role, arc.side, arc.node, arc.badge))
            if arc.is_root:
                foot = middle, self.depths[arc.end] - _ARROW[0] * self.em
                strokes += self._drawn(arc, [(foot, (middle, y + self.band / 2))], middle)
            else:
                sides = self._sides(number, x)
                halves = [self._half(number, end, middle, y, x, gap) for end in (0, 1)]
                strokes += self._drawn(arc, halves, sides[arc.end == arc.high])
        labels.sort(key=lambda label: label.x)
        return labels, strokes

    def _drawn(self, arc: Arc, lines: Sequence[Sequence[Point]], tip: float) -> list[Stroke]:
        """Return lines as strokes, and the head of an arrow that points down at x *tip*."""
        long, half = (part * self.em for part in _ARROW)
        y = self.depths[arc.end]
        arrow = (tip, y), (tip - half, y - long), (tip + half, y - long)
        made = [Stroke(tuple(points), "arc", arc.role, arc.side, arc.node) for points in lines]
        return [*made, Stroke(arrow, "arrow", arc.role, arc.side, arc.node)]

    def _half(self, number: int, end: int, middle: float, y: float, x: Places, gap: float) -> list[Point]:
        """Return half of an arc: up from its word, around the corner, and along its level to the label."""
        arc, towards = self.arcs[number], 1 if end == 0 else -1
        foot = self._sides(number, x)[end]
        bottom = self.depths[arc.high if end else arc.low]
        if (arc.end == arc.high) == (end == 1):
            bottom -= 0.8 * _ARROW[0] * self.em
        air = _AIR * self.em if arc.role not in PADDING else 0.0
        edge = middle - towards * (self.widths[number] / 2 + air)
        high = self._corner_height(number, end, y, gap)
        wide = min(_WIDEST * self.em, 1.3 * high, towards * (edge - foot), self._free(number, end, foot, x))
        high = min(high, 1.5 * wide)
        corner = foot + towards * wide, y + high
        return [
            (foot, bottom),
            (foot, corner[1]),
            (foot, corner[1] - _ROUND * high),
            (corner[0] - towards * _ROUND * wide, y),
            (corner[0], y),
            (edge, y),
        ]

    def _corner_height(self, number: int, end: int, y: float, gap: float) -> float:
        """Return how far down an arc may be round: to what is below it, or nearly to the words."""
        below = self._under[number][end]
        if not below:
            return -y - (_ARROW[0] + 0.1) * self.em
        return (self.levels[number] - below) * (self.band + gap) - self.band / 2 - 0.5 * gap

    def _free(self, number: int, end: int, foot: float, x: Places) -> float:
        """Return how far it is to what stands on the next word."""
        arc = self.arcs[number]
        if arc.high - arc.low == 1:
            return float("inf")
        if end == 0:
            return x(arc.low + 1) - self.reach[arc.low + 1] - foot
        return foot - x(arc.high - 1) - self.reach[arc.high - 1]


def _size(arc: Arc, measure: Measure) -> tuple[float, float]:
    """Return width and height of an arc's label, with the box around it if its role has one."""
    width, height = measure(shown_text(arc.text, arc.badge), "relation")
    across, up = PADDING.get(arc.role, (0.0, 0.0))
    return width + 2 * across * height, height * (1 + 2 * up)
