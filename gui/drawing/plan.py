"""What is to be placed: texts on rows and lines between them, before anything has a place.

A plan is a graph in layers. Every text but those on the bottom row (words, and the words of folds) stands on the row
of its depth; a line goes from a text to one on the next row, or to the bottom row. A line over several rows passes
through *bends*: items without a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .model import Measure, shown_text
from .roles import FOUND

__all__ = ["BEND", "HEAD", "PADDING", "Item", "Line", "Plan"]

#: The kind of an item without a text.
BEND = "bend"

#: By how much lines to heads are thicker than others.
HEAD = 1.5

#: Room for the box around a label, by role, on each side: across and up, in heights of its text.
PADDING = dict.fromkeys(("deletion", "insertion", "swap", "move", "disagree", *FOUND), (0.45, 0.15))


@dataclass(slots=True, eq=False)
class Item:
    """A text to be placed, or a bend.

    It belongs to a range of slots of the axis, ``lo`` to ``hi``: those of what is below it, or one of its own. While
    rows are settled its place is ``off`` from the place of slot ``lo``; ``x`` is its place when all is done.
    """

    text: str
    kind: str
    role: str
    side: str
    node: int
    row: int = -1  #: -1 on the bottom row
    order: int = 0  #: in the tree, from the top and from left to right
    badge: str = ""
    span: tuple[int, int] = (0, 0)  #: of a leaf: positions of the words it stands for
    below: list[Item] = field(default_factory=list)
    folded: bool = False
    width: float = 0.0
    lo: int = -1
    hi: int = -1
    loose: bool = False  #: has a slot of its own although it is no leaf
    top: int = -1  #: on the bottom row: the highest row that a line comes down from; -1 if none does
    off: float = 0.0
    x: float = 0.0

    @property
    def shown(self) -> str:
        """The text with its badge."""
        return shown_text(self.text, self.badge)


@dataclass(slots=True, eq=False)
class Line:
    """A line from an item to one below it, drawn for a node."""

    upper: Item
    lower: Item
    role: str
    side: str
    node: int
    via: tuple[Item, ...] = ()
    weight: float = 0.0


@dataclass(eq=False)
class Plan:
    """All items, by row and on the bottom row, and the lines between them."""

    rows: list[list[Item]] = field(default_factory=list)
    bottom: list[Item] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    height: float = 0.0  #: of each row
    bottom_height: float = 0.0
    _planned: list[list[Item]] = field(default_factory=list)  # rows as they were before the first settling

    def add(self, item: Item) -> Item:
        """Put an item on its row."""
        if item.row < 0:
            self.bottom.append(item)
            return item
        while len(self.rows) <= item.row:
            self.rows.append([])
        self.rows[item.row].append(item)
        return item

    def join(self, line: Line) -> None:
        """Draw a line, and hang what is at its lower end on what is at its upper end."""
        last, lower = line.upper, line.lower
        for bend in line.via:
            last.below.append(bend)
            last = bend
        last.below.append(lower)
        if lower.row < 0:
            lower.top = last.row if lower.top < 0 else min(lower.top, last.row)
        self.lines.append(line)

    def items(self) -> Iterator[Item]:
        """All items, from the top row to the bottom row."""
        for row in self.rows:
            yield from row
        yield from self.bottom

    def restart(self) -> None:
        """Forget where things were settled, so that they can be settled with another amount of air."""
        rows = [*self.rows, self.bottom]
        if not self._planned:
            self._planned = [list(row) for row in rows]
            return
        for row, planned in zip(rows, self._planned, strict=True):
            row[:] = planned
            for item in row:
                item.lo = item.hi = -1
                item.loose = False

    def leaves(self) -> Iterator[Item]:
        """All items with nothing below them."""
        return (item for item in self.items() if not item.below)

    def measure(self, measure: Measure) -> None:
        """Find out how wide each text is, and how high the rows must be to hold any of them."""
        known: dict[tuple[str, str, str], tuple[float, float]] = {}
        self.height = self._sizes((item for row in self.rows for item in row), measure, known)
        self.bottom_height = self._sizes(self.bottom, measure, known)

    @staticmethod
    def _sizes(
        items: Iterable[Item], measure: Measure, known: dict[tuple[str, str, str], tuple[float, float]]
    ) -> float:
        highest = 0.0
        for item in items:
            if item.kind == BEND:
                continue
            key = item.shown, item.kind, item.role
            if key not in known:
                width, height = measure(item.shown, item.kind)
                across, up = PADDING.get(item.role, (0.0, 0.0))
                known[key] = width + 2 * across * height, height * (1 + 2 * up)
            item.width, height = known[key]
            highest = max(highest, height)
        return highest
