"""From settled plans to drawings: where rows and words come to stand, and the lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .model import Drawing, Label, Options, Stroke
from .plan import BEND, Item, Line, Plan
from .room import edges, row_gap

__all__ = ["Page", "compose", "from_right", "page_of", "upside_down", "usual_gap"]

Point = tuple[float, float]

_NEAR = 1e-6
_STEEPEST = 0.12  # how much a line should go down at least, for each step to the side …
_MOST_AIR = 2.2  # … unless rows would be so many times further apart than asked for
_HIGHEST = 0.45  # … or the rows together higher than this part of the width


@dataclass(frozen=True)
class Page:
    """Where things are on a page: how far x moves, the height of rows and their distance, and the row of words."""

    width: float
    height: float
    shift: float
    first: float  #: y of the top row's middle
    pitch: float  #: from one row's middle to the next
    band: float  #: the height of each row
    bottom: float  #: y of the middle of the bottom row
    words: float  #: the height of the bottom row

    def y(self, item: Item) -> float:
        """Return the y of an item's middle."""
        return self.bottom if item.row < 0 else self.first + item.row * self.pitch

    def x(self, item: Item) -> float:
        """Return the x of an item's middle."""
        return item.x + self.shift

    def high(self, item: Item) -> float:
        """Return the height of an item's row."""
        return self.words if item.row < 0 else self.band


def page_of(plans: Sequence[Plan], options: Options, rows: int | None = None, gap: float | None = None) -> Page:
    """Find the page that holds any of the plans, rows and words of all at the same height.

    Given a number of *rows*, the page is as high as a plan of so many needs. Given no *gap*, rows are as far apart as
    lines of the plans ask for, or as the room allows.
    """
    left, right = edges(plans)
    rows = max((len(plan.rows) for plan in plans), default=0) if rows is None else rows
    width = right - left + 2 * options.margin
    if gap is None:
        gap = row_gap(width, usual_gap(plans, options), lambda gap: _bottom(plans, options, rows, gap)[1], options)
    band = max((plan.height for plan in plans), default=0.0)
    words = max((plan.bottom_height for plan in plans), default=0.0)
    top, height = _bottom(plans, options, rows, gap)
    return Page(
        width=width,
        height=height,
        shift=options.margin - left,
        first=options.margin + band / 2,
        pitch=band + gap,
        band=band,
        bottom=top + words / 2,
        words=words,
    )


def _bottom(plans: Sequence[Plan], options: Options, rows: int, gap: float) -> tuple[float, float]:
    """Return where the row of words begins, and where the page ends."""
    band = max((plan.height for plan in plans), default=0.0)
    words = max((plan.bottom_height for plan in plans), default=0.0)
    top = options.margin + rows * (band + gap)
    if rows and not words:
        top -= gap / 2 if _ends_folded(plans, rows) else gap
    return top, top + words + options.margin


def _ends_folded(plans: Sequence[Plan], rows: int) -> bool:
    """Say whether the last row needs room for triangles below it."""
    return any(item.folded for plan in plans for row in plan.rows[rows - 1 :] for item in row)


def usual_gap(plans: Sequence[Plan], options: Options) -> float:
    """Return the distance between rows: more where long lines would be too flat, as long as the page stays wide."""
    left, right = edges(plans)
    width, rows = right - left, max((len(plan.rows) for plan in plans), default=0)
    longest = max((abs(line.upper.x - line.lower.x) for plan in plans for line in plan.lines), default=0.0)
    wanted = min(_STEEPEST * longest, _MOST_AIR * options.row_gap, _HIGHEST * width / max(rows, 1))
    return max(options.row_gap, wanted)


def compose(plan: Plan, page: Page) -> Drawing:
    """Draw a plan on a page."""
    labels = [_label(item, page) for item in plan.items() if item.kind != BEND]
    strokes = [stroke for line in plan.lines for stroke in _strokes(line, page)]
    strokes += [_small_triangle(item, page) for row in plan.rows for item in row if item.folded and not item.below]
    return Drawing(page.width, page.height, tuple(labels), tuple(strokes))


def _label(item: Item, page: Page) -> Label:
    return Label(
        item.text,
        page.x(item),
        page.y(item),
        item.width,
        page.high(item),
        item.kind,
        item.role,
        item.side,
        item.node,
        item.badge,
    )


def _strokes(line: Line, page: Page) -> list[Stroke]:
    """Draw a line: a branch; from a tag down to its word a drop; from a phrase to a word first one, then the other.

    What goes down to the bottom row does so straight from the next row on, so as to meet no text.
    """
    lower = line.lower
    top = page.y(lower) - page.high(lower) / 2
    start = page.x(line.upper), page.y(line.upper) + page.band / 2
    if lower.row >= 0 and not line.via:  # most lines
        return [Stroke((start, (page.x(lower), top)), "branch", line.role, line.side, line.node, line.weight)]
    points = [start]
    for bend in line.via:
        points += [(page.x(bend), page.y(bend) - page.band / 2), (page.x(bend), page.y(bend) + page.band / 2)]
    if lower.row >= 0:
        return [_stroke(line, "branch", [*points, (page.x(lower), top)])]
    corner = page.x(lower), points[0][1] + page.pitch - page.band
    if lower.kind == "fold":
        return _triangle(line, points[0], corner, top)
    if line.upper.kind != "phrase":
        return [_stroke(line, "drop", [*points, corner, (corner[0], top)])]
    last = corner[1] > top - _NEAR
    made = [_stroke(line, "branch", [*points, corner])]
    return made if last else [*made, _stroke(line, "drop", [corner, (corner[0], top)])]


def _stroke(line: Line, kind: str, points: Sequence[Point]) -> Stroke:
    weight = line.weight if kind == "branch" else 0.0
    return Stroke(_straightened(points), kind, line.role, line.side, line.node, weight)


def _straightened(points: Sequence[Point]) -> tuple[Point, ...]:
    """Leave out points on the straight line between their neighbours that run down, and points that repeat."""
    kept: list[Point] = []
    for point in points:
        if kept and abs(point[0] - kept[-1][0]) < _NEAR and abs(point[1] - kept[-1][1]) < _NEAR:
            continue
        if len(kept) > 1 and abs(point[0] - kept[-1][0]) < _NEAR and abs(kept[-1][0] - kept[-2][0]) < _NEAR:
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _triangle(line: Line, start: Point, corner: Point, base: float) -> list[Stroke]:
    """Draw a fold: a triangle right below its node, or, where it cannot be there, below a line to the next row."""
    x, half = corner[0], line.lower.width / 2
    feet = (x + half, base), (x - half, base)
    if abs(start[0] - x) < _NEAR or corner[1] > base - _NEAR:
        return [Stroke((start, *feet), "triangle", line.role, line.side, line.node)]
    return [
        _stroke(line, "drop", [start, corner]),
        Stroke((corner, *feet), "triangle", line.role, line.side, line.node),
    ]


def _small_triangle(item: Item, page: Page) -> Stroke:
    """Draw a fold without words to show."""
    x, y = page.x(item), page.y(item) + page.band / 2
    half, down = min(item.width / 2, page.band / 2), min((page.pitch - page.band) / 2, page.band / 2)
    points = ((x, y), (x + half, y + down), (x - half, y + down))
    return Stroke(points, "triangle", item.role, item.side, item.node)


def from_right(drawing: Drawing) -> Drawing:
    """Return a drawing from right to left."""
    labels = tuple(label._replace(x=drawing.width - label.x) for label in drawing.labels)
    strokes = tuple(
        stroke._replace(points=tuple((drawing.width - x, y) for x, y in stroke.points)) for stroke in drawing.strokes
    )
    return replace(drawing, labels=labels, strokes=strokes)


def upside_down(drawing: Drawing, axis: float) -> Drawing:
    """Return a drawing with top and bottom changed: what was at y is then at *axis* - y."""
    labels = tuple(label._replace(y=axis - label.y) for label in drawing.labels)
    strokes = tuple(
        stroke._replace(points=tuple((x, axis - y) for x, y in stroke.points)) for stroke in drawing.strokes
    )
    return replace(drawing, labels=labels, strokes=strokes)
