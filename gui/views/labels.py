"""The labels of a pane: where each is, and how texts, boxes and rings are painted.

Labels are no items of a scene: making hundreds of them takes longer than painting them, and a sentence is to be seen as
soon as it is clicked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ..drawing import Label
from ..theme import Fonts, Theme
from .looks import BOXED, colour_of, pen_of

__all__ = ["RINGS", "Labels", "extent_of", "paint_labels", "paint_ring", "paint_shine"]

#: What a label may be ringed for, the most telling first, with the ring's width and line.
RINGS = {
    "selected": (2.0, Qt.PenStyle.SolidLine),
    "hover": (1.2, Qt.PenStyle.SolidLine),
    "block": (2.4, Qt.PenStyle.SolidLine),
    "site": (2.0, Qt.PenStyle.DotLine),
    "lit": (1.4, Qt.PenStyle.DashDotLine),
}
_AROUND = 9.0  # how far a ring reaches beyond its label at most
_AIM, _LEAST_AIM = 2.0, 12.0  # how far beside a label one may point, and how wide a label is at least for that
_OF_MOVES = ("block", "site")


class Labels:
    """Where the labels of a drawing are."""

    def __init__(self, labels: Sequence[Label] = ()) -> None:
        self._labels = labels
        places = np.array([(label.x, label.y, label.width / 2, label.height / 2) for label in labels])
        self._x, self._y, self._across, self._down = places.reshape(-1, 4).T

    def within(self, rect: QRectF) -> Iterator[Label]:
        """All labels of which something may be seen in a rectangle."""
        near = (self._x + self._across + _AROUND >= rect.left()) & (self._x - self._across - _AROUND <= rect.right())
        near &= (self._y + self._down + _AROUND >= rect.top()) & (self._y - self._down - _AROUND <= rect.bottom())
        return (self._labels[at] for at in np.flatnonzero(near).tolist())

    def at(self, place: QPointF) -> Label | None:
        """Return the label that is pointed at; of several, the one that is painted last."""
        across = np.maximum(self._across, _LEAST_AIM / 2) + _AIM
        hit = (abs(self._x - place.x()) <= across) & (abs(self._y - place.y()) <= self._down + _AIM)
        found = np.flatnonzero(hit)
        return self._labels[int(found[-1])] if len(found) else None


def extent_of(label: Label) -> QRectF:
    """Return the extent of a label with room for its ring."""
    return _box(label).adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)


def _box(label: Label) -> QRectF:
    return QRectF(label.x - label.width / 2, label.y - label.height / 2, label.width, label.height)


def paint_labels(painter: QPainter, labels: Iterable[Label], theme: Theme, fonts: Fonts) -> None:
    """Paint texts, each in its box if its role has one."""
    kind = ""
    for label in labels:
        if label.role in BOXED and label.kind != "word":
            painter.setPen(pen_of(label.role, theme, "phrase"))
            painter.setBrush(theme.tree.get(f"{label.role}_fill", "phrase"))
            painter.drawRoundedRect(_box(label), 5, 5)
        if label.kind != kind:
            kind = label.kind
            painter.setFont(fonts[kind])
        painter.setPen(colour_of(label, theme))
        text = label.shown
        painter.drawText(fonts.start(text, kind, label.x, label.y), text)


def paint_ring(painter: QPainter, label: Label, kind: str, theme: Theme) -> None:
    """Put a ring around a label."""
    painter.setPen(QPen(theme.tree.move if kind in _OF_MOVES else theme.interface.accent, *RINGS[kind]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(_box(label).adjusted(-3, -3, 3, 3), 7, 7)


def paint_shine(painter: QPainter, label: Label, theme: Theme) -> None:
    """Put a bright field with a broken line behind a label; a box of its role stays to be seen within it."""
    painter.setPen(QPen(theme.tree.lit, *RINGS["lit"]))
    painter.setBrush(theme.tree.lit_fill)
    painter.drawRoundedRect(_box(label).adjusted(-6, -4, 6, 4), 9, 9)
