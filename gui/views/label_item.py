"""A label in a pane: its text, its box, and a ring while it is pointed at or selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from ..drawing import Label
from .looks import BOXED, colour_of, pen_of

if TYPE_CHECKING:
    from .tree_pane import TreePane

__all__ = ["RINGS", "LabelItem"]

#: What a label may be ringed for, the most telling first, with the ring's width and line.
RINGS = {
    "selected": (2.0, Qt.PenStyle.SolidLine),
    "hover": (1.2, Qt.PenStyle.SolidLine),
    "block": (2.4, Qt.PenStyle.SolidLine),
    "site": (2.0, Qt.PenStyle.DotLine),
    "lit": (1.4, Qt.PenStyle.DashDotLine),
}


class LabelItem(QGraphicsItem):
    """A label: its text, its box if its role has one, and a ring while it is pointed at."""

    def __init__(self, label: Label, pane: TreePane) -> None:
        super().__init__()
        self.label = label
        self.pane = pane
        self.ring = ""  # "" or what it is ringed for
        self.lit = False  # whether it shines, whatever else it is ringed for
        width, height = label.width, label.height
        self._extent = QRectF(-width / 2 - 9, -height / 2 - 9, width + 18, height + 18)
        self.setPos(label.x, label.y)
        self.setAcceptHoverEvents(True)
        self.setZValue(2)

    def boundingRect(self) -> QRectF:  # noqa: N802
        """Return the extent with room for the ring."""
        return self._extent

    def shape(self) -> QPainterPath:
        """Return what can be pointed at: the text and its box, a little more than that where it is small."""
        width, height = max(self.label.width, 12.0), self.label.height
        path = QPainterPath()
        path.addRect(QRectF(-width / 2 - 2, -height / 2 - 2, width + 4, height + 4))
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw box, text and ring."""
        label, theme = self.label, self.pane.theme
        box = QRectF(-label.width / 2, -label.height / 2, label.width, label.height)
        if self.lit:
            self._shine(painter, box)
        if label.role in BOXED and label.kind != "word":
            painter.setPen(pen_of(label.role, theme, "phrase"))
            painter.setBrush(theme.tree.get(f"{label.role}_fill", "phrase"))
            painter.drawRoundedRect(box, 5, 5)
        painter.setFont(self.pane.fonts[label.kind])
        painter.setPen(colour_of(label, theme))
        painter.drawText(box.adjusted(-4, 0, 4, 0), Qt.AlignmentFlag.AlignCenter, label.shown)
        if self.ring and self.ring != "lit":
            colour = theme.tree.move if self.ring in ("block", "site") else theme.interface.accent
            painter.setPen(QPen(colour, *RINGS[self.ring]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 7, 7)

    def _shine(self, painter: QPainter, box: QRectF) -> None:
        """Put a bright field with a broken line behind the label; a box of its role stays to be seen within it."""
        painter.setPen(QPen(self.pane.theme.tree.lit, *RINGS["lit"]))
        painter.setBrush(self.pane.theme.tree.lit_fill)
        painter.drawRoundedRect(box.adjusted(-6, -4, 6, 4), 9, 9)

    def hoverEnterEvent(self, event: object) -> None:  # noqa: N802
        """Tell that the pointer is here."""
        self.pane.hovered.emit(self.label.side, self.label.node)

    def hoverLeaveEvent(self, event: object) -> None:  # noqa: N802
        """Tell that the pointer has gone."""
        self.pane.hovered.emit("", -1)
