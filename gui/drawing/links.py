"""Curves between the nodes of two drawings that a mapping pairs."""

from __future__ import annotations

from treelens.engine.align.mapping import Mapping

from .model import Drawing, Label, Stroke

__all__ = ["Curve", "below", "beside", "links"]

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]

_PULL = 0.3  # how far the points that pull a curve are from its ends, as a part of the distance
_BOW = 1.6  # how far they pull it up, in heights of a label, so that it passes above labels of the same row


def links(mapping: Mapping, gold: Drawing, system: Drawing, offset: tuple[float, float]) -> list[Stroke]:
    """Return a curve for each pair of phrases or tags that are both shown, and for words at different positions.

    *offset* is where the system's drawing begins, seen from gold's; the curves are in gold's coordinates. Each stroke
    has four points, a cubic Bézier curve, and the id of the gold node. Where the drawings stand side by side a curve
    goes from the right of one label to the left of the other; else from bottom to top.
    """
    ours, theirs = _by_node(gold, ("gold", "both")), _by_node(system, ("system",))
    made = []
    for pair in mapping.pairs:
        one, other = ours.get(pair[0]), theirs.get(pair[1])
        if one is None or other is None:
            continue
        if one.kind == other.kind == "word" and mapping.gold.span(pair[0]) == mapping.system.span(pair[1]):
            continue
        points = _between(one, other, offset, side_by_side=offset[0] >= gold.width)
        made.append(Stroke(points, "link", "swap" if pair in mapping.swapped else "match", "both", pair[0]))
    return made


def _by_node(drawing: Drawing, sides: tuple[str, ...]) -> dict[int, Label]:
    return {label.node: label for label in drawing.labels if label.side in sides and label.kind != "fold"}


def _between(one: Label, other: Label, offset: Point, *, side_by_side: bool) -> Curve:
    across, down = offset
    if side_by_side:
        return beside((one.box[2], one.y), (other.box[0] + across, other.y + down), one.height)
    return below((one.x, one.box[3]), (other.x + across, other.box[1] + down))


def beside(start: Point, end: Point, height: float) -> Curve:
    """Return a curve from the right side of a label to the left side of another; *height* is that of labels.

    >>> beside((0, 50), (100, 50), 10)
    ((0, 50), (30.0, 34.0), (70.0, 34.0), (100, 50))
    """
    pull, bow = _PULL * (end[0] - start[0]), _BOW * height
    return start, (start[0] + pull, start[1] - bow), (end[0] - pull, end[1] - bow), end


def below(start: Point, end: Point) -> Curve:
    """Return a curve from the bottom of a label to the top of one below it.

    >>> below((0, 0), (50, 100))
    ((0, 0), (0, 30.0), (50, 70.0), (50, 100))
    """
    pull = _PULL * (end[1] - start[1])
    return start, (start[0], start[1] + pull), (end[0], end[1] - pull), end
