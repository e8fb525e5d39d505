"""How roles look on screen, beside their colour: the line of a box or a branch. Never colour alone."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from ..drawing import Label
from ..theme import Theme

__all__ = ["BOXED", "colour_of", "line_of", "pen_of", "sample"]

BOXED = frozenset({"deletion", "insertion", "swap", "move", "disagree"})
_LINES = {
    "deletion": (Qt.PenStyle.DashLine, 1.6),
    "insertion": (Qt.PenStyle.SolidLine, 2.2),
    "swap": (Qt.PenStyle.DashDotLine, 1.8),
    "move": (Qt.PenStyle.DotLine, 1.8),
    "disagree": (Qt.PenStyle.DashDotDotLine, 1.8),
}


def line_of(role: str) -> tuple[Qt.PenStyle, float]:
    """Return style and width of a role's lines."""
    return _LINES.get(role, (Qt.PenStyle.SolidLine, 1.2))


def pen_of(role: str, theme: Theme, otherwise: str, weight: float = 0.0) -> QPen:
    """Return the pen of a role, thicker by so many plain lines; *otherwise* is the colour of one that has none."""
    style, width = line_of(role)
    return QPen(theme.tree.get(role, otherwise), width + weight * line_of("plain")[1], style)


def colour_of(label: Label, theme: Theme) -> QColor:
    """Return the colour of a label's text."""
    if label.kind == "fold" or label.node < 0:
        return theme.interface.muted
    if label.role == "quiet" or label.kind == "relation":
        return theme.tree.get(label.role, "tag")
    return theme.tree.get(label.role, label.kind if label.kind in ("tag", "word") else "phrase")


def sample(role: str, theme: Theme, ratio: float) -> QPixmap:
    """Return a small box in the look of a role, for a screen of a pixel ratio."""
    pixmap = QPixmap(QSize(26, 18) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen_of(role, theme, "phrase"))
    if role in BOXED:
        painter.setBrush(theme.tree.get(f"{role}_fill", "phrase"))
    painter.drawRoundedRect(3, 2, 20, 13, 4, 4)
    painter.end()
    return pixmap
