"""The words of a sentence at the edge of a pane, while their own row is out of sight.

In a drawing that is higher than its pane one would see labels without knowing what they stand over.
"""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTransform
from PySide6.QtWidgets import QWidget

from ..drawing import Drawing, Label
from ..theme import Fonts, Theme
from .labels import paint_labels

__all__ = ["WordStrip"]

_AIR = 4  # above and below the words


class WordStrip(QWidget):
    """One row of words, as far left or right and as large as they are in the pane."""

    def __init__(self, theme: Theme, fonts: Fonts, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.fonts = fonts
        self.words: list[Label] = []  #: the row that is shown now
        self._rows: list[list[Label]] = []
        self._moved = QTransform()
        self._at_top = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("qt_rubberband")  # by this name Qt leaves a widget out of what screen readers are told
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.update()

    def show_drawing(self, drawing: Drawing) -> None:
        """Take the words of another drawing."""
        words = sorted((label for label in drawing.labels if label.kind in ("word", "fold")), key=_height)
        self._rows = [list(row) for _, row in groupby(words, key=_height)]

    def follow(self, seen: QRectF, moved: QTransform) -> None:
        """Be at the edge of what is *seen* of a drawing, if its words are beyond; *moved* leads from it to the pane."""
        self.words, self._at_top = self._wanted(seen)
        self._moved = moved
        self.setVisible(bool(self.words))
        if not self.words:
            return
        pane = moved.mapRect(seen)
        high = round(self.words[0].height * moved.m22()) + 2 * _AIR
        top = pane.top() if self._at_top else pane.bottom() - high
        self.setGeometry(round(pane.left()), round(top), round(pane.width()), high)
        self.update()

    def _wanted(self, seen: QRectF) -> tuple[list[Label], bool]:
        """Return the row that is to be shown, if there is none in sight, and whether it is above what is seen."""
        above = [row for row in self._rows if row[0].box[1] < seen.top()]
        below = [row for row in self._rows if row[0].box[3] > seen.bottom()]
        if len(above) + len(below) < len(self._rows) or not self._rows:
            return [], False
        return (below[0], False) if below else (above[-1], True)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the words over the drawing."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.interface.window)
        painter.setPen(self.theme.interface.border)
        edge = self.height() - 1 if self._at_top else 0
        painter.drawLine(0, edge, self.width(), edge)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        scale = self._moved.m11()
        painter.translate(self._moved.dx() - self.x(), self.height() / 2)
        painter.scale(scale, scale)
        painter.translate(0, -_height(self.words[0]))
        left, right = ((x - self._moved.dx()) / scale for x in (self.x(), self.x() + self.width()))
        seen = (label for label in self.words if label.box[2] >= left and label.box[0] <= right)
        paint_labels(painter, seen, self.theme, self.fonts)


def _height(label: Label) -> float:
    return label.y
