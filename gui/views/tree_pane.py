"""One pane with a drawing of trees: hover, selection, pan and zoom.

The pane knows labels and strokes, not trees: it tells which node of which side is pointed at and shows what it is told
to. Its scene is empty: lines and labels are painted on the page (:mod:`.lines`, :mod:`.labels`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget

from ..drawing import Drawing, Label, Room, Stroke
from ..theme import Fonts, Theme
from ..widgets import leave_drops
from .labels import RINGS, Labels, extent_of, paint_labels, paint_ring, paint_shine
from .lines import Lines
from .overview import Overview
from .word_strip import WordStrip

__all__ = ["TreePane"]

_ARROWS = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}
_BEGIN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SCALES = 0.08, 5.0
Key = tuple[str, int]
_NOBODY: Key = ("", -1)
Box = tuple[float, float, float, float]


class TreePane(QGraphicsView):
    """A page with one drawing, and below it an overview if it does not fit."""

    hovered = Signal(str, int)  #: side and node, negative if it is not compared; ("", -1) when the pointer leaves
    chosen = Signal(str, int)  #: a node was clicked; ("", -1) for the empty page, and for Esc
    walked = Signal(str)  #: an arrow key while something is selected: up, down, left, right
    moved = Signal()  #: the visible part has changed
    resized = Signal()  #: the pane has another size
    painted = Signal()  #: what is shown has been painted, or a part of it

    def __init__(self, theme: Theme, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fonts = fonts
        self.setScene(QGraphicsScene(self))
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setObjectName("treePane")  # it has a frame while it has the focus: see window.qss
        leave_drops(self)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.viewport().setMouseTracking(True)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the overview shows where one is
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.drawing = Drawing(0, 0)  #: what is shown
        self._labels, self._lines = Labels(), Lines()
        self._of_key: dict[Key, list[Label]] = {}  # several of one node: those of arcs beside their words
        self._pointed_at: Key = _NOBODY
        self._rings: dict[str, set[Key]] = {kind: set() for kind in RINGS}
        self.fitted = True
        self._from_right = False
        self._pressed_at: QPointF | None = None
        self._size = QSize()
        self.words = WordStrip(theme, fonts, self)
        self.overview = Overview(theme, self)
        self.overview.wanted.connect(self.centerOn)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self._tell_moved())
        self.set_theme(theme)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with little: what does not fit can be moved."""
        return QSize(90, 90)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.setBackgroundBrush(theme.interface.page)
        self.overview.set_theme(theme)
        self.words.set_theme(theme)
        self.viewport().update()

    def shows(self, key: Key) -> bool:
        """Say whether a node has a label here."""
        return key in self._of_key

    def label_of(self, key: Key) -> Label | None:
        """Return the label of a node, if it has one here."""
        several = self._of_key.get(key)
        return several[0] if several else None

    # --- what is drawn --------------------------------------------------------------------------------------------

    def show_drawing(self, drawing: Drawing, extra: Iterable[Stroke] = (), *, from_right: bool = False) -> None:
        """Show a drawing in place of what was there; one *from_right* begins at its right end."""
        self.drawing = drawing
        self._labels, self._lines = Labels(drawing.labels), Lines([*drawing.strokes, *extra])
        self._of_key = {}
        self._pointed_at = _NOBODY
        self._rings = {kind: set() for kind in RINGS}
        self._from_right = from_right
        for label in drawing.labels:
            if label.kind != "fold":
                several = self._of_key.setdefault((label.side, label.node), [])
                if label.kind != "tag" or not several:
                    several.append(label)
        self.setSceneRect(0, 0, drawing.width, drawing.height)
        self.overview.show_drawing(drawing)
        self.words.show_drawing(drawing)
        self.viewport().update()

    def light_up(self, kind: str, keys: Iterable[Key]) -> None:
        """Put rings of a kind around these labels and no others.

        The kinds are hover, selected, and of a repair block (what is moved) and site (where it hangs or belongs); what
        is lit shines beside any other ring.
        """
        before, self._rings[kind] = self._rings[kind], set(keys)
        for key in before ^ self._rings[kind]:
            for label in self._of_key.get(key, ()):
                self.viewport().update(self.mapFromScene(extent_of(label)).boundingRect().adjusted(-1, -1, 1, 1))
        if self._lines.let_glow(kind, self._rings[kind]):
            self.viewport().update()

    def ring_of(self, key: Key) -> str:
        """Return what a label is ringed for, the most telling if there are several; "" if it is not."""
        return next((kind for kind, keys in self._rings.items() if key in keys), "") if self.shows(key) else ""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint what is seen, and tell that it was."""
        super().paintEvent(event)
        self.painted.emit()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802
        """Paint lines on the page."""
        super().drawBackground(painter, rect)
        self._lines.paint(painter, self.theme)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802
        """Paint labels over lines, what is lit behind and rings around them."""
        for label in self._ringed_labels("lit"):
            paint_shine(painter, label, self.theme)
        paint_labels(painter, self._labels.within(QRectF(rect)), self.theme, self.fonts)
        for kind in RINGS:
            for label in self._ringed_labels(kind):
                if kind != "lit" and self.ring_of((label.side, label.node)) == kind:
                    paint_ring(painter, label, kind, self.theme)

    def _ringed_labels(self, kind: str) -> Iterator[Label]:
        return (label for key in self._rings[kind] for label in self._of_key.get(key, ()))

    def ringed(self, kind: str) -> set[Key]:
        """Return the labels that have a ring of a kind."""
        return self._rings[kind] & self._of_key.keys()

    def reveal(self, key: Key) -> None:
        """Scroll so that a label is in view."""
        if (label := self.label_of(key)) is not None:
            self.ensureVisible(extent_of(label), 60, 40)

    def reveal_all(self, boxes: Iterable[Box]) -> None:
        """Scroll so that these boxes are in view; if that is too much, rather the first ones."""
        whole = QRectF()
        seen = self.viewport().rect().size().toSizeF() / self.transform().m11()
        for left, top, right, bottom in boxes:
            larger = whole | QRectF(left, top, right - left, bottom - top)
            if larger.width() + 40 <= seen.width() and larger.height() + 40 <= seen.height():
                whole = larger
        if not whole.isEmpty():
            self.ensureVisible(whole, 20, 20)

    # --- which part is seen ---------------------------------------------------------------------------------------

    def room(self) -> Room:
        """Return the room for a drawing."""
        inside = self.contentsRect()
        return Room(max(1, inside.width()), max(1, inside.height()), Overview.HEIGHT)

    def whole_scale(self) -> float:
        """Return the scale at which the whole drawing fits, never larger than life."""
        rect, view = self.sceneRect(), self.viewport().rect()
        return min(1.0, view.width() / rect.width(), view.height() / rect.height())

    def fitting_scale(self) -> float:
        """Return the scale at which the whole drawing fits, never larger than life, nor too small to read."""
        rect, room = self.sceneRect(), self.room()
        if rect.isEmpty():
            return 1.0
        high = room.height_for(rect.width()) / rect.height()
        return min(room.scale(rect.width()), max(room.smallest, high))

    def fit(self, scale: float | None = None) -> None:
        """Show the whole drawing; one that is too large to be read so begins at its start and scrolls."""
        self.fitted = True
        scale = scale or self.fitting_scale()
        self.resetTransform()
        self.scale(scale, scale)
        self._show_overview()
        self.to_start()
        self._tell_moved()

    def to_start(self) -> None:
        """Go to where the sentence begins, at the top."""
        rect, scale = self.sceneRect(), self.transform().m11()
        half = self.viewport().width() / scale / 2
        x = max(rect.center().x(), rect.right() - half) if self._from_right else min(rect.center().x(), half)
        self.centerOn(x, min(rect.center().y(), self.viewport().height() / scale / 2))

    def zoom(self, factor: float) -> None:
        """Zoom in (above 1) or out, within sensible bounds."""
        now = self.transform().m11()
        factor = min(max(now * factor, _SCALES[0]), _SCALES[1]) / now
        self.fitted = False
        self.scale(factor, factor)
        self._show_overview()
        self._tell_moved()

    def look_like(self, other: TreePane) -> None:
        """Show the same part as another pane, at the same scale."""
        self.fitted = other.fitted
        self.setTransform(other.transform())
        self._show_overview()
        self.horizontalScrollBar().setValue(other.horizontalScrollBar().value())
        self.verticalScrollBar().setValue(other.verticalScrollBar().value())
        self._tell_moved()

    def _show_overview(self) -> None:
        """Show the overview if not all of the drawing can be seen."""
        rect, scale, inside = self.sceneRect(), self.transform().m11(), self.contentsRect()
        needed = rect.width() * scale > inside.width() + 1 or rect.height() * scale > inside.height() + 1
        if needed == self.overview.isHidden():
            self.overview.setVisible(needed)
            self.setViewportMargins(0, 0, 0, Overview.HEIGHT if needed else 0)
        inside.setTop(inside.bottom() + 1 - Overview.HEIGHT)
        self.overview.setGeometry(inside)

    def _tell_moved(self) -> None:
        moved = self.viewportTransform()
        seen = moved.inverted()[0].mapRect(QRectF(self.viewport().rect()))
        self.overview.set_frame(seen)
        corner = self.viewport().pos()
        self.words.follow(seen, moved * QTransform.fromTranslate(corner.x(), corner.y()))
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the overview in its place, and tell if the pane itself has another size."""
        super().resizeEvent(event)
        self._show_overview()
        if self.size() != self._size:
            self._size = self.size()
            self.resized.emit()

    # --- mouse and keys -------------------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom with Ctrl, else scroll: across, where there is nothing to scroll down."""
        bar = self.verticalScrollBar()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.0015 ** event.angleDelta().y())
            event.accept()
        elif bar.minimum() == bar.maximum() and not event.angleDelta().x():
            across = self.horizontalScrollBar()
            across.setValue(across.value() - event.angleDelta().y())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Walk from a selected node with the arrows, else scroll; Enter selects the first one; leave other keys."""
        key = Qt.Key(event.key())
        selected = bool(self._rings["selected"])
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _ARROWS and selected and plain:
            self.walked.emit(_ARROWS[key])
        elif key in _ARROWS:
            super().keyPressEvent(event)
        elif key in _BEGIN and not selected and plain and (first := self._first()) is not None:
            self.chosen.emit(first.side, first.node)
        elif key == Qt.Key.Key_Escape and (selected or self._rings["block"]):
            self.chosen.emit("", -1)
        else:
            event.ignore()

    def _first(self) -> Label | None:
        """Return the label at which a walk begins: the root of a tree, or the first predicate in the text."""
        there = [label for label in self.drawing.labels if label.node >= 0 and label.kind not in ("relation", "word")]
        return min(there, key=lambda label: (label.kind == "predicate" and label.node, label.y, label.x), default=None)

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
            label = self._label_under(event)
            self.chosen.emit(*(_NOBODY if label is None or label.node < 0 else (label.side, label.node)))
        self._pressed_at = None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell what the pointer is over, unless it drags the page."""
        super().mouseMoveEvent(event)
        if not event.buttons():
            label = self._label_under(event)
            self._point_at((label.side, label.node) if label else _NOBODY)

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802
        """Tell that the pointer has gone."""
        if event.type() == QEvent.Type.Leave:
            self._point_at(_NOBODY)
        return super().viewportEvent(event)

    def _label_under(self, event: QMouseEvent) -> Label | None:
        return self._labels.at(self.viewportTransform().inverted()[0].map(event.position()))

    def _point_at(self, key: Key) -> None:
        if key != self._pointed_at:
            self._pointed_at = key
            self.hovered.emit(*key)
