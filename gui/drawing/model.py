"""What a drawing is made of.

Lengths are in whatever unit the measure of texts uses (pixels on screen, points on paper); y grows downwards.
Roles say what became of a node (``match``, ``deletion``, ``insertion``, ``swap``, ``disagree``, ``plain``, or ``quiet``
for what only stands beside it; or who found it: ``nobody``, ``few``, ``most``, ``everybody``), kinds what a text or
line is; how both look is decided by whoever paints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Drawing", "Label", "Measure", "Options", "Room", "Show", "Stroke", "pieces", "shown_text"]

#: Width and height of a text of a kind, as it will be painted.
Measure = Callable[[str, str], tuple[float, float]]
Point = tuple[float, float]


def shown_text(text: str, badge: str) -> str:
    """Return what a label says: a swap's ``old→new`` instead of its text, ``−`` and ``+`` in front of it.

    How many have found it stands behind it.

    >>> shown_text("NP", ""), shown_text("NP", "−"), shown_text("NP", "NP→VP"), shown_text("NP", "2/3")
    ('NP', '− NP', 'NP→VP', 'NP 2/3')
    """
    if badge[:1].isdecimal():
        return f"{text} {badge}"
    return badge if "→" in badge else f"{badge} {text}" if badge else text


class Label(NamedTuple):
    """A text, placed by its centre. ``width`` and ``height`` include the box around it, if its role has one.

    All labels of a drawing but those on the row of words are of one height, whether they have a box or not.
    """

    text: str
    x: float
    y: float
    width: float
    height: float
    kind: str  #: phrase, tag, word, fold (the words of a folded subtree), relation (the label of a dependency)
    role: str
    side: str  #: gold, system, second (another system), or both (overlay, words that both share)
    node: int  #: in the tree of its side, in gold's for both; negative if it is not compared (see :mod:`.drawn`)
    badge: str = ""  #: a second cue beside the colour: −, +, ``old→new`` of a swap, or how many found it

    @property
    def shown(self) -> str:
        """The text with its badge; the width has room for all of it."""
        return shown_text(self.text, self.badge)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        across, down = self.width / 2, self.height / 2
        return self.x - across, self.y - down, self.x + across, self.y + down


class Stroke(NamedTuple):
    """A line through points, drawn for a node: to its parent, down to its word, to its partner, or a fold's triangle.

    A word below its tag has a drop; one below a phrase a branch to the height of the next row, then a drop.
    A triangle's three points are to be closed, those of an arrow's head filled as well. Links are curved, and so are
    arcs (half of one: from a word to the label): see :func:`pieces`.
    """

    points: tuple[Point, ...]
    kind: str  #: branch, drop, link, triangle, arc, arrow
    role: str
    side: str
    node: int
    weight: float = 0.0  #: by how many widths of a plain line it is thicker than others of its role

    @property
    def curved(self) -> bool:
        """Whether it is no straight line."""
        return self.kind in ("link", "arc")


def pieces(points: Sequence[Point], *, curved: bool) -> list[tuple[Point, ...]]:
    """Return how a line goes on from its first point: a piece of one point is straight, one of three a Bézier curve.

    A curved line of four points is one cubic curve: both ends, and between them the two points that pull it. One of
    six begins and ends straight.

    >>> [len(piece) for piece in pieces([(0, 0)] * 6, curved=True)]
    [1, 3, 1]
    """
    if curved and len(points) == 4:
        return [tuple(points[1:])]
    if curved and len(points) == 6:
        return [(points[1],), tuple(points[2:5]), (points[5],)]
    return [(point,) for point in points[1:]]


@dataclass(frozen=True)
class Drawing:
    """Labels and strokes on a page of a size."""

    width: float
    height: float
    labels: tuple[Label, ...] = ()
    strokes: tuple[Stroke, ...] = ()


@dataclass(frozen=True)
class Show:
    """What of a tree is drawn.

    Traces, punctuation and removed phrases are what preparation takes out of a tree before it is compared: empty
    elements, words such as punctuation, and phrases such as the outermost bracket.
    """

    words: bool = True
    tags: bool = True
    functions: bool = True  #: labels as they are in the file, ``NP-SBJ-1``; else as they are compared
    traces: bool = False
    punctuation: bool = True
    removed: bool = False
    heads: bool = False  #: thick lines from phrases to their heads
    found: bool = False  #: of gold's brackets, how many systems found each, in place of what became of it in one


@dataclass(frozen=True)
class Room:
    """The room on a screen that a drawing should make the best of.

    A drawing that is too large is painted smaller, but never below *smallest*: rather it has to be scrolled. One that
    is too wide even so leaves the height *strip* to what it is scrolled with.
    """

    width: float
    height: float
    strip: float = 0.0
    smallest: float = 0.72

    def scale(self, width: float) -> float:
        """Return the scale at which a drawing of this width is painted."""
        return max(self.smallest, min(1.0, self.width / max(width, 1.0)))

    def height_for(self, width: float) -> float:
        """Return the height that a drawing of this width has."""
        return self.height - (self.strip if self.smallest * width > self.width else 0.0)


@dataclass(frozen=True)
class Options(Show):
    """What is shown, and how much air there is between things.

    With *room*, words come closer to each other, and rows closer or further apart, as far as that helps.
    """

    folded: frozenset[int] = field(
        default_factory=frozenset
    )  #: nodes (of gold, if there are two trees) shown as a triangle
    word_gap: float = 14
    row_gap: float = 30
    margin: float = 16
    room: Room | None = None
    longest_fold: int = 40  #: letters that are shown of the words of a folded subtree
