"""A figure as painters see it: one flat list of texts, lines, boxes and dots on a page, in points, y downwards.

Each mark has a role (what became of a node: ``deletion``, ``insertion`` …) and a kind (what it is: ``phrase``, ``tag``,
``word``, ``fold``, ``relation``, ``title``, ``legend``, ``caption``, ``branch``, ``drop``, ``link``, ``arc`` …); how
these look is said by the page's :class:`~.looks.Looks`, the same for all painters. Marks are in the order in which they
are painted, and texts in the order in which they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..drawing.model import pieces
from .looks import Looks
from .typeface import Typeface

__all__ = ["Box", "Dot", "Mark", "Page", "Panel", "Path", "Text", "moved"]

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. x is its middle, its left or its right end, as the anchor says; y is half its height."""

    text: str
    x: float
    y: float
    width: float
    height: float
    kind: str
    role: str = "plain"
    anchor: str = "middle"  #: middle, start or end
    panel: int = -1  #: of a tree's label: the tree that it belongs to, by its place in the page's panels
    number: int = -1  #: of a tree's label: its place among those of its panel
    parent: int = -1  #: of a tree's label: the number of the one that it hangs on
    weight: float = 0.0  #: of a tree's label: how much thicker the line is that it hangs on

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        left = self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return left, self.y - self.height / 2, left + self.width, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points; how a curved one goes is said by :func:`~treelens.gui.drawing.model.pieces`."""

    points: tuple[Point, ...]
    kind: str
    role: str = "plain"
    closed: bool = False
    curved: bool = False
    weight: float = 0.0  #: by how many widths of a plain line it is thicker than others of its role

    @property
    def pieces(self) -> list[tuple[Point, ...]]:
        """How it goes on from its first point, straight and curved."""
        return pieces(self.points, curved=self.curved)

    @property
    def filled(self) -> bool:
        """Whether it is filled with its own colour: the head of an arrow."""
        return self.kind == "arrow"

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all points."""
        across, down = zip(*self.points, strict=True)
        return min(across), min(down), max(across), max(down)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    left: float
    top: float
    width: float
    height: float
    kind: str
    role: str
    radius: float = 0.0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.left, self.top, self.left + self.width, self.top + self.height


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc; a faint one lets others show through."""

    x: float
    y: float
    radius: float
    kind: str = "dot"
    role: str = "plain"
    opacity: float = 1.0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius


Mark = Text | Path | Box | Dot


@dataclass(frozen=True, slots=True)
class Panel:
    """A tree on the page: where it is, and whether it hangs upside down."""

    left: float
    top: float
    width: float
    height: float
    side: str  #: gold, system or both
    upside_down: bool = False
    nested: bool = True  #: whether it is one tree without crossing lines, as TeX's ``forest`` can set it


@dataclass(frozen=True)
class Page:
    """Marks on a page of a size, with what painters need to paint them."""

    width: float
    height: float
    looks: Looks
    typeface: Typeface
    marks: tuple[Mark, ...] = ()
    panels: tuple[Panel, ...] = ()
    title: str = ""  #: what the figure shows, for a reader who cannot see it
    data: tuple[tuple[str | int | float, ...], ...] = field(default=(), repr=False)  #: a plot's numbers, header first

    def size_in_words(self) -> str:
        """Return the size in inches and centimetres."""
        inches, centimetres = (
            f"{self.width / unit:.2f} × {self.height / unit:.2f} {name}"
            for name, unit in (("in", 72), ("cm", 72 / 2.54))
        )
        return f"{inches} ({centimetres})"

    def texts(self, kind: str | None = None) -> Iterator[Text]:
        """Return all texts, or those of a kind, as they are read."""
        return (mark for mark in self.marks if isinstance(mark, Text) and kind in (None, mark.kind))


def moved(marks: Iterable[Mark], across: float, down: float) -> Iterator[Mark]:
    """Return marks at another place."""
    for mark in marks:
        if isinstance(mark, Path):
            yield replace(mark, points=tuple((x + across, y + down) for x, y in mark.points))
        elif isinstance(mark, Box):
            yield replace(mark, left=mark.left + across, top=mark.top + down)
        else:
            yield replace(mark, x=mark.x + across, y=mark.y + down)
