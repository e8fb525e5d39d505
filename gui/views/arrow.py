"""An arrow from a label to another: from where something hangs to where it belongs. Geometry only."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from ..drawing.links import Curve, beside

__all__ = ["Box", "bow", "cut", "head", "over", "path_of"]

Box = tuple[float, float, float, float]  #: left, top, right, bottom

_HEAD = 10.0  # how long the head of an arrow is
_REACH = 0.35  # how far an arrow swings out, as a part of the way that it goes up or down
_LEAST = 26.0
_PARTS = 100  # into so many an arrow is divided to see where it leaves the page


def bow(first: Box, last: Box, end: Box, gap: float, seen: QRectF) -> Curve:
    """Return an arrow within a tree: it leaves on the side that is turned away from its end, and swings around.

    *first* and *last* are the outer labels of what is moved. It stays in what is *seen* as far as its ends do. Between
    labels of one row it goes over the labels between them.
    """
    if abs(first[1] - end[1]) < first[3] - first[1]:
        return _arch(first, last, end, gap, seen)
    middle = (first[0] + last[2]) / 2
    rightwards = middle >= (end[0] + end[2]) / 2
    box = last if rightwards else first
    start = (box[2] + gap if rightwards else box[0] - gap), (box[1] + box[3]) / 2
    stop = (end[2] + gap + 1 if rightwards else end[0] - gap - 1), (end[1] + end[3]) / 2
    reach = _LEAST + _REACH * abs(stop[1] - start[1])
    if rightwards:
        out = min(max(start[0], stop[0]) + reach, max(seen.right() - 2, start[0] + _LEAST))
        back = max(min(out, stop[0] + 4 * reach), stop[0] + _LEAST)
    else:
        out = max(min(start[0], stop[0]) - reach, min(seen.left() + 2, start[0] - _LEAST))
        back = min(max(out, stop[0] - 4 * reach), stop[0] - _LEAST)
    return start, (out, start[1]), (back, stop[1]), stop


def _arch(first: Box, last: Box, end: Box, gap: float, seen: QRectF) -> Curve:
    start = (first[0] + last[2]) / 2, first[1] - gap
    stop = (end[0] + end[2]) / 2, end[1] - gap - 1
    rise = _LEAST + _REACH / 2 * abs(stop[0] - start[0])
    high = max(stop[1] - rise, min(seen.top() + 2, stop[1] - _LEAST / 2))
    pull = (stop[0] - start[0]) / 4
    return start, (start[0] + pull, high), (stop[0] - pull, high), stop


def over(first: Box, end: Box, gap: float) -> Curve:
    """Return an arrow from a tree to one on its left: from the left of a label to the right of the other."""
    start = first[0] - gap, (first[1] + first[3]) / 2
    stop = end[2] + gap + 1, (end[1] + end[3]) / 2
    return beside(start, stop, first[3] - first[1])


def cut(curve: Curve, seen: QRectF) -> Curve:
    """Return an arrow that ends out of sight only as far as it is seen, so that one sees where it leads."""
    room = seen.adjusted(3, 3, -3, -3)
    if room.contains(*curve[3]):
        return curve
    parts = (number / _PARTS for number in range(_PARTS - 1, 0, -1))
    shorter = (_until(curve, part) for part in parts)
    return next((each for each in shorter if room.contains(*each[3])), curve)


def _until(curve: Curve, part: float) -> Curve:
    """Return the first part of a curve, as de Casteljau divides it."""
    rows = [list(curve)]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append([(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in pairwise(row)])
    return rows[0][0], rows[1][0], rows[2][0], rows[3][0]


def path_of(curve: Curve) -> QPainterPath:
    """Return the line of an arrow, which ends where its head begins."""
    start, one, other, end = (QPointF(*point) for point in curve)
    way = _direction(curve)
    path = QPainterPath(start)
    path.cubicTo(one, other, end - way * (_HEAD * 0.8))
    return path


def head(curve: Curve) -> QPolygonF:
    """Return the head of an arrow: a triangle with its tip at the end."""
    tip, way = QPointF(*curve[3]), _direction(curve)
    across = QPointF(-way.y(), way.x()) * (_HEAD * 0.5)
    back = tip - way * _HEAD
    return QPolygonF([tip, back + across, back - across])


def _direction(curve: Curve) -> QPointF:
    """Return the direction in which a curve arrives, as a vector of length 1."""
    way = QPointF(*curve[3]) - QPointF(*curve[2])
    length = (way.x() ** 2 + way.y() ** 2) ** 0.5
    return way / length if length else QPointF(1.0, 0.0)
