"""The lines of a pane: strokes of one look are one path, painted at once.

Like labels (:mod:`.labels`) they are no items of a scene, which would take longer to make than to paint and would then
have the pane painted a second time.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from ..drawing import Stroke
from ..drawing.model import pieces
from ..theme import Theme
from .comparison import Key
from .looks import pen_of

__all__ = ["Lines"]

_ARCS = ("arc", "arrow")
_GLOW = 7.0  # how broad the line is that shines behind an arc
_STRENGTHS = {"selected": 0.35}  # how strongly it shines; for anything else:
_FAINT = 0.2


class Lines:
    """The strokes of a drawing."""

    def __init__(self, strokes: Iterable[Stroke] = ()) -> None:
        self._paths: dict[tuple[str, str, float], QPainterPath] = {}  # by kind, role and weight
        self._arcs: dict[Key, list[Stroke]] = {}
        self._glow: dict[str, QPainterPath] = {}  # by kind of ring: behind the arcs that have it
        for stroke in strokes:
            look = stroke.kind, stroke.role if stroke.node >= 0 else "aside", stroke.weight
            path = self._paths.get(look)
            if path is None:
                path = self._paths[look] = QPainterPath()
            _add(stroke, path)
            if stroke.kind in _ARCS:
                self._arcs.setdefault((stroke.side, stroke.node), []).append(stroke)

    def let_glow(self, kind: str, keys: Iterable[Key]) -> bool:
        """Let the arcs of these nodes shine for a kind of ring, and no others; say whether that is to be painted."""
        before = self.glowing(kind)
        path = self._glow[kind] = QPainterPath()
        for key in self._arcs.keys() & keys:
            for stroke in self._arcs[key]:
                _add(stroke, path)
        return before or self.glowing(kind)

    def glowing(self, kind: str) -> bool:
        """Say whether any arc shines for a kind of ring."""
        return kind in self._glow and not self._glow[kind].isEmpty()

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Paint what shines, then what goes down to words or is not compared, then everything else."""
        for kind, path in self._glow.items():
            colour = QColor(theme.interface.accent)
            colour.setAlphaF(_STRENGTHS.get(kind, _FAINT))
            painter.strokePath(path, QPen(colour, _GLOW, c=Qt.PenCapStyle.RoundCap))
        for look in sorted(self._paths, key=lambda look: look[0] != "drop" and look[1] != "aside"):
            pen = _pen(*look, theme)
            painter.setPen(pen)
            painter.setBrush(pen.color() if look[0] == "arrow" else Qt.BrushStyle.NoBrush)
            painter.drawPath(self._paths[look])


def _pen(kind: str, role: str, weight: float, theme: Theme) -> QPen:
    tree = theme.tree
    if kind == "arrow":
        return QPen(tree.get(role, "branch"), 0.6)
    if kind == "drop":
        return QPen(tree.drop, 1, Qt.PenStyle.DotLine)
    if kind == "link":
        colour = QColor(tree.get(role, "link"))
        colour.setAlphaF(0.55)
        return QPen(colour, 1.2, Qt.PenStyle.DashLine)
    return QPen(tree.drop, 1) if role == "aside" else pen_of(role, theme, "branch", weight)


def _add(stroke: Stroke, path: QPainterPath) -> None:
    """Add a stroke to a path."""
    points = stroke.points
    path.moveTo(*points[0])
    if not stroke.curved:
        for x, y in points[1:]:
            path.lineTo(x, y)
    else:
        for piece in pieces(points, curved=True):
            if len(piece) == 3:
                (ax, ay), (bx, by), (x, y) = piece
                path.cubicTo(ax, ay, bx, by, x, y)
            else:
                path.lineTo(*piece[0])
    if stroke.kind in ("triangle", "arrow"):
        path.closeSubpath()
