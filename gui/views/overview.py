"""A strip below a pane with all of its drawing in small, and a frame around the part that is seen.

It is there when the drawing does not fit, in the place of scroll bars: it also shows where the differences are.
"""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from ..drawing import Drawing, Label
from ..theme import Theme
from .looks import BOXED, line_of

__all__ = ["Overview"]

_MARGIN = 3


class Overview(QWidget):
    """A drawing in miniature; a click, a drag or an arrow key moves the frame."""

    HEIGHT = 32

    wanted = Signal(QPointF)  #: the point of the drawing that should be in the middle of the pane

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.drawing = Drawing(0, 0)
        self.frame = QRectF()  #: the part of the drawing that is seen
        self._small = QPixmap()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Overview of the tree"))
        self.setToolTip(self.tr("The whole drawing; click or drag to move"))
        self.hide()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Be a thin strip."""
        return QSize(120, self.HEIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self._small = QPixmap()
        self.update()

    def show_drawing(self, drawing: Drawing) -> None:
        """Show another drawing."""
        self.drawing = drawing
        self._small = QPixmap()
        self.update()

    def set_frame(self, seen: QRectF) -> None:
        """Show which part is seen."""
        if seen != self.frame:
            self.frame = seen
            self.update()

    # --- painting -------------------------------------------------------------------------------------------------

    def _factors(self) -> tuple[float, float]:
        """Return how much smaller the drawing is here, across and down."""
        across = (self.width() - 2 * _MARGIN) / max(self.drawing.width, 1.0)
        return across, (self.height() - 2 * _MARGIN) / max(self.drawing.height, 1.0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the marks, and the frame over them."""
        if self._small.deviceIndependentSize().toSize() != self.size():
            self._small = self._painted()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._small)
        across, down = self._factors()
        page = QRectF(0, 0, self.drawing.width, self.drawing.height)
        seen = self.frame & page
        box = QRectF(seen.x() * across, seen.y() * down, seen.width() * across, seen.height() * down)
        box = box.translated(_MARGIN, _MARGIN).adjusted(-1.5, -1.5, 1.5, 1.5)
        accent = QColor(self.theme.interface.accent)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, 2.0 if self.hasFocus() else 1.4))
        accent.setAlphaF(0.10)
        painter.setBrush(accent)
        painter.drawRoundedRect(box, 3, 3)

    def _painted(self) -> QPixmap:
        """Paint the drawing in small, once."""
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self.theme.interface.window)
        painter = QPainter(pixmap)
        painter.setPen(self.theme.interface.border)
        painter.drawLine(0, 0, self.width(), 0)
        across, down = self._factors()
        marks: dict[str, list[QLineF]] = {}
        for label in self.drawing.labels:
            role = label.role if label.role in BOXED else "drop" if label.node < 0 else "branch"
            marks.setdefault(role, []).append(_mark(label, across, down))
        for role in sorted(marks, key=BOXED.__contains__):
            painter.setPen(self._pen(role))
            painter.drawLines(marks[role])
        painter.end()
        return pixmap

    def _pen(self, role: str) -> QPen:
        """Return a pen: thick and in colour if the role is a difference, in dashes if it is a deletion."""
        if role not in BOXED:
            return QPen(self.theme.tree.get(role, "branch"), 1.0)
        style, width = line_of(role)
        return QPen(self.theme.tree.get(role, "phrase"), 1.2 * width, style, Qt.PenCapStyle.FlatCap)

    # --- moving ---------------------------------------------------------------------------------------------------

    def _go(self, place: QPointF) -> None:
        across, down = self._factors()
        self.wanted.emit(QPointF((place.x() - _MARGIN) / across, (place.y() - _MARGIN) / down))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Go there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Follow the pointer while a button is down."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move the frame by half of what is seen; Home and End go to the ends."""
        seen, key = self.frame, event.key()
        steps = {
            Qt.Key.Key_Left: QPointF(-seen.width() / 2, 0),
            Qt.Key.Key_Right: QPointF(seen.width() / 2, 0),
            Qt.Key.Key_Up: QPointF(0, -seen.height() / 2),
            Qt.Key.Key_Down: QPointF(0, seen.height() / 2),
        }
        ends = {Qt.Key.Key_Home: 0.0, Qt.Key.Key_End: self.drawing.width}
        if key in ends:
            self.wanted.emit(QPointF(ends[Qt.Key(key)], seen.center().y()))
        elif key in steps:
            self.wanted.emit(seen.center() + steps[Qt.Key(key)])
        else:
            event.ignore()


def _mark(label: Label, across: float, down: float) -> QLineF:
    """Return a word as a tick, a label as a bar, long enough to be seen if it is a difference."""
    x, y = _MARGIN + label.x * across, _MARGIN + label.y * down
    half = max(1.5, label.width * across / 2)
    if label.role in BOXED:
        half = max(half, 5.0)
    elif label.kind not in ("word", "fold"):
        half = min(half, 3.0)
    return QLineF(x - half, y, x + half, y)
