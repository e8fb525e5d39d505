"""How roles look on screen, beside their colour: the line of a box or a branch. Never colour alone."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from ..appearance import looks_table
from ..drawing import Label
from ..theme import Theme

__all__ = ["BOXED", "colour_of", "line_of", "line_of_system", "pen_of", "sample"]

_ROLES = looks_table()["roles"]
_STYLES = {
    "solid": Qt.PenStyle.SolidLine,
    "dashed": Qt.PenStyle.DashLine,
    "dotted": Qt.PenStyle.DotLine,
    "dashdot": Qt.PenStyle.DashDotLine,
    "dashdotdot": Qt.PenStyle.DashDotDotLine,
}
_SAMPLE = QRect(3, 2, 20, 13)
BOXED = frozenset(role for role, row in _ROLES.items() if row.get("box"))  #: roles whose labels have a box


def line_of(role: str) -> tuple[Qt.PenStyle, float]:
    """Return style and width of a role's lines."""
    row = _ROLES.get(role) or _ROLES["plain"]
    return _STYLES[row["line"]], float(row["screen"])


def line_of_system(system: int, theme: Theme) -> tuple[QColor, Qt.PenStyle]:
    """Return colour and style of the curve of a system; both repeat together only after many systems."""
    series = looks_table()["series"]
    colours, lines = series["dark" if theme.dark else "light"], series["lines"]
    return QColor(colours[system % len(colours)]), _STYLES[lines[system % len(lines)]]


def pen_of(role: str, theme: Theme, otherwise: str, weight: float = 0.0) -> QPen:
    """Return the pen of a role, thicker by so many plain lines; *otherwise* is the colour of one that has none."""
    style, width = line_of(role)
    return QPen(theme.tree.get(role, otherwise), width + weight * line_of("plain")[1], style)


def colour_of(label: Label, theme: Theme) -> QColor:
    """Return the colour of a label's text."""
    if label.kind == "fold" or label.node < 0:
        return theme.interface.muted
    if own := _ROLES.get(label.role, {}).get("text"):
        return theme.tree.get(own, "phrase")
    if label.kind == "relation":
        return theme.tree.get(label.role, "tag")
    return theme.tree.get(label.role, label.kind if label.kind in ("tag", "word") else "phrase")


def sample(role: str, theme: Theme, ratio: float) -> QPixmap:
    """Return a small box in the look of a role, with its sign, for a screen of a pixel ratio."""
    pixmap = QPixmap(QSize(26, 18) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen_of(role, theme, "phrase"))
    if role in BOXED:
        painter.setBrush(theme.tree.get(f"{role}_fill", "phrase"))
    painter.drawRoundedRect(_SAMPLE, 4, 4)
    if badge := (_ROLES.get(role) or _ROLES["plain"]).get("badge"):
        font = painter.font()
        font.setPixelSize(11)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(theme.tree.get(role, "phrase"))
        painter.drawText(_SAMPLE, Qt.AlignmentFlag.AlignCenter, badge)
    painter.end()
    return pixmap
