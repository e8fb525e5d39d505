"""Painting a page with a QPainter, in points: what PDF and pictures have in common."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from .looks import Pen
from .page import Box, Dot, Mark, Page, Path, Text
from .typeface import EM

__all__ = ["marks_in_pieces", "paint", "paint_some"]

_LONG, _PIECE = 200, 16  #: points from which on a line is painted in pieces, and those of a piece
_AT_ONCE = 256  #: marks between two looks at the clock
_SHORTEST = 1e-3  # Qt draws no dash of length 0, not even with round ends


def paint(page: Page, painter: QPainter, *, background: bool) -> None:
    """Paint all marks; the painter's unit must be the point. *background* paints the page's colour first."""
    if background:
        painter.fillRect(QRectF(0, 0, page.width, page.height), QColor(page.looks.page))
    for mark in page.marks:
        _paint(mark, page, painter)


def marks_in_pieces(page: Page) -> Iterator[Mark]:
    """Yield the marks of a page, lines of thousands of points in pieces.

    They are painted many times faster so, and on screen nobody sees where one joins the next.
    """
    for mark in page.marks:
        if isinstance(mark, Path) and len(mark.points) > _LONG and not (mark.closed or mark.curved or mark.filled):
            for begin in range(0, len(mark.points) - 1, _PIECE):
                yield replace(mark, points=mark.points[begin : begin + _PIECE + 1])
        else:
            yield mark


def paint_some(marks: Iterator[Mark], page: Page, painter: QPainter, seconds: float) -> bool:
    """Paint marks of a page for so long; return whether all are painted. A page of a few marks is painted at once."""
    until = time.thread_time() + seconds
    for number, mark in enumerate(marks, 1):
        _paint(mark, page, painter)
        if not number % _AT_ONCE and time.thread_time() > until:
            return False
    return True


def _paint(mark: Mark, page: Page, painter: QPainter) -> None:
    if isinstance(mark, Text):
        _text(mark, page, painter)
    elif isinstance(mark, Path):
        pen = _pen(page.looks.pen(mark.kind, mark.role, mark.weight))
        painter.setPen(pen)
        painter.setBrush(pen.color() if mark.filled else Qt.BrushStyle.NoBrush)
        painter.drawPath(_path(mark))
    elif isinstance(mark, Box):
        painter.setPen(_pen(page.looks.pen("box", mark.role)))
        fill = page.looks.fill(mark.kind, mark.role)
        painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(mark.left, mark.top, mark.width, mark.height), mark.radius, mark.radius)
    else:
        _dot(mark, page, painter)


def _text(mark: Text, page: Page, painter: QPainter) -> None:
    """Draw a text from its left end; type is a thousand units to the em, so the painter is scaled for it."""
    look, face = page.looks.text(mark.kind, mark.role), page.typeface
    part = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    painter.save()
    painter.translate(mark.x - part * face.width(mark.text, mark.kind), mark.y + face.drop(mark.kind))
    painter.scale(look.size / EM, look.size / EM)
    painter.setFont(face.font(look))
    painter.setPen(QColor(look.colour))
    painter.drawText(QPointF(0, 0), mark.text)
    painter.restore()


def _path(mark: Path) -> QPainterPath:
    path = QPainterPath(QPointF(*mark.points[0]))
    for piece in mark.pieces:
        if len(piece) == 3:
            path.cubicTo(*(QPointF(x, y) for x, y in piece))
        else:
            path.lineTo(*piece[0])
    if mark.closed:
        path.closeSubpath()
    return path


def _dot(mark: Dot, page: Page, painter: QPainter) -> None:
    colour = QColor(page.looks.fill(mark.kind, mark.role) or page.looks.colours["phrase"])
    colour.setAlphaF(mark.opacity)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(mark.x, mark.y), mark.radius, mark.radius)


def _pen(pen: Pen) -> QPen:
    made = QPen(QColor(pen.colour), pen.width)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if pen.dash:
        made.setDashPattern([max(part / pen.width, _SHORTEST) for part in pen.dash])
    return made
