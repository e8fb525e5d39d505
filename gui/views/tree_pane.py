"""One pane with a drawing of trees: hover, selection, pan and zoom.

The pane knows labels and strokes, not trees: it tells which node of which side is pointed at and shows what it is told
to. Labels are items of their own, so that Qt finds the one under the pointer; strokes of one look are one path.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from ..drawing import Drawing, Label, Stroke
from ..theme import Fonts, Theme

__all__ = ["TreePane"]

_BOXED = {"deletion", "insertion", "swap", "move", "disagree"}
#: The second cue of a role beside its colour.
_STYLES = {
    "deletion": (Qt.PenStyle.DashLine, 1.6),
    "insertion": (Qt.PenStyle.SolidLine, 2.2),
    "swap": (Qt.PenStyle.DashDotLine, 1.8),
    "move": (Qt.PenStyle.DotLine, 1.8),
    "disagree": (Qt.PenStyle.DashDotDotLine, 1.8),
}
_SMALLEST = 0.72  #: a drawing that would have to be smaller to fit scrolls instead
Key = tuple[str, int]


class _LabelItem(QGraphicsItem):
    """A label: its text, its box if its role has one, and a ring while it is pointed at."""

    def __init__(self, label: Label, pane: TreePane) -> None:
        super().__init__()
        self.label = label
        self.pane = pane
        self.ring = ""  # "", hover or selected
        self.setPos(label.x, label.y)
        self.setAcceptHoverEvents(True)
        self.setZValue(2)

    def boundingRect(self) -> QRectF:  # noqa: N802
        """Return the extent with room for the ring."""
        width, height = self.label.width, self.label.height
        return QRectF(-width / 2 - 9, -height / 2 - 9, width + 18, height + 18)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw box, text and ring."""
        label, theme = self.label, self.pane.theme
        box = QRectF(-label.width / 2, -label.height / 2, label.width, label.height)
        colour = theme.tree.get(label.role, label.kind if label.kind in ("tag", "word") else "phrase")
        if label.kind == "fold":
            colour = theme.interface.muted
        if label.role in _BOXED and label.kind != "word":
            style, width = _STYLES[label.role]
            painter.setPen(QPen(colour, width, style))
            painter.setBrush(theme.tree.get(f"{label.role}_fill", "phrase"))
            painter.drawRoundedRect(box, 5, 5)
        painter.setFont(self.pane.fonts[label.kind])
        painter.setPen(colour)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label.shown)
        if self.ring:
            pen = QPen(theme.interface.accent, 2 if self.ring == "selected" else 1.2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 7, 7)

    def hoverEnterEvent(self, event: object) -> None:  # noqa: N802
        """Tell that the pointer is here."""
        self.pane.hovered.emit(self.label.side, self.label.node)

    def hoverLeaveEvent(self, event: object) -> None:  # noqa: N802
        """Tell that the pointer has gone."""
        self.pane.hovered.emit("", -1)


class TreePane(QGraphicsView):
    """A scene with one drawing."""

    hovered = Signal(str, int)  #: side and node; ("", -1) when the pointer leaves
    chosen = Signal(str, int)  #: a node was clicked; ("", -1) for the empty page
    moved = Signal()  #: the visible part has changed

    def __init__(self, theme: Theme, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.fonts = fonts
        self.setScene(QGraphicsScene(self))
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self._items: dict[Key, _LabelItem] = {}
        self._rings: dict[str, set[Key]] = {"hover": set(), "selected": set()}
        self.fitted = True
        self._pressed_at: QPointF | None = None
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self.moved.emit())
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.setBackgroundBrush(theme.interface.page)
        self.viewport().update()

    def show_drawing(self, drawing: Drawing, extra: Iterable[Stroke] = ()) -> None:
        """Show a drawing in place of what was there."""
        scene = self.scene()
        scene.clear()
        self._items = {}
        self._rings = {"hover": set(), "selected": set()}
        for path in self._paths([*drawing.strokes, *extra]):
            scene.addItem(path)
        for label in drawing.labels:
            item = _LabelItem(label, self)
            scene.addItem(item)
            if label.kind != "fold":
                self._items.setdefault((label.side, label.node), item)
        scene.setSceneRect(0, 0, drawing.width, drawing.height)

    def _paths(self, strokes: Iterable[Stroke]) -> list[QGraphicsPathItem]:
        paths: dict[tuple[str, str], QPainterPath] = {}
        for stroke in strokes:
            path = paths.setdefault((stroke.kind, stroke.role), QPainterPath())
            points = [QPointF(x, y) for x, y in stroke.points]
            path.moveTo(points[0])
            if stroke.kind == "link" and len(points) == 4:
                path.cubicTo(*points[1:])
            else:
                for point in points[1:]:
                    path.lineTo(point)
            if stroke.kind == "triangle":
                path.closeSubpath()
        items = []
        for (kind, role), path in paths.items():
            item = QGraphicsPathItem(path)
            item.setPen(self._pen(kind, role))
            item.setZValue(0 if kind == "drop" else 1)
            items.append(item)
        return items

    def _pen(self, kind: str, role: str) -> QPen:
        tree = self.theme.tree
        if kind == "drop":
            return QPen(tree.drop, 1, Qt.PenStyle.DotLine)
        if kind == "link":
            colour = QColor(tree.get(role, "link"))
            colour.setAlphaF(0.55)
            return QPen(colour, 1.2, Qt.PenStyle.DashLine)
        style, width = _STYLES.get(role, (Qt.PenStyle.SolidLine, 1.2))
        return QPen(tree.get(role, "branch"), width, style)

    def light_up(self, kind: str, keys: Iterable[Key]) -> None:
        """Put rings of a kind (hover, selected) around these labels and no others."""
        self._rings[kind] = set(keys)
        for key, item in self._items.items():
            ring = "selected" if key in self._rings["selected"] else "hover" if key in self._rings["hover"] else ""
            if ring != item.ring:
                item.ring = ring
                item.update()

    def reveal(self, key: Key) -> None:
        """Scroll so that a label is in view."""
        if key in self._items:
            self.ensureVisible(self._items[key], 60, 40)

    def fitting_scale(self) -> float:
        """Return the scale at which the whole drawing fits, never larger than life, nor too small to read."""
        rect, view = self.sceneRect(), self.viewport().rect()
        if rect.isEmpty():
            return 1.0
        return min(self.scale_for(rect.width()), max(_SMALLEST, view.height() / rect.height()))

    def fit(self, scale: float | None = None) -> None:
        """Show the whole drawing; one that is too wide to be read so begins at the left and scrolls."""
        self.fitted = True
        rect, view = self.sceneRect(), self.viewport().rect()
        scale = scale or self.fitting_scale()
        self.resetTransform()
        self.scale(scale, scale)
        self.centerOn(min(rect.center().x(), view.width() / scale / 2), rect.center().y())
        self.moved.emit()

    def scale_for(self, width: float) -> float:
        """Return the scale at which a drawing of this width fits, within what can be read."""
        return max(_SMALLEST, min(1.0, self.viewport().width() / max(width, 1.0)))

    def zoom(self, factor: float) -> None:
        """Zoom in (above 1) or out, within sensible bounds."""
        now = self.transform().m11()
        factor = min(max(now * factor, 0.08), 5.0) / now
        self.fitted = False
        self.scale(factor, factor)
        self.moved.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom with Ctrl, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.0015 ** event.angleDelta().y())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Leave keys to the window; the arrows scroll."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Remember where, to tell a click from a drag."""
        self._pressed_at = event.position()
        super().mousePressEvent(event)
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click chooses the label under it, or nothing."""
        super().mouseReleaseEvent(event)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        if self._pressed_at is not None and (event.position() - self._pressed_at).manhattanLength() < 5:
            item = self.itemAt(event.position().toPoint())
            if isinstance(item, _LabelItem):
                self.chosen.emit(item.label.side, item.label.node)
            else:
                self.chosen.emit("", -1)
        self._pressed_at = None
