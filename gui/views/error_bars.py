"""A list of horizontal bars: what they are called to their left, how long they are to their right.

Where two systems are compared there are two bars in a row, the second one lighter and outlined. The list is an item
view like any other, so that keys walk through it and screen readers read it.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ..models.error_bars import BarModel, difference_text, short_kind
from ..theme import Theme

__all__ = ["BarDelegate", "BarList"]

_Index = QModelIndex | QPersistentModelIndex

_MARGIN = 10.0  #: left and right of a row
_APART = 8.0  #: between a name and its bar
_BEHIND = 6.0  #: between a bar and its number
_MOST_NAME = 0.42  #: of the width at most belongs to names
_THICK, _THIN = 13.0, 7.0  #: of a bar at most, alone and where there are two
_HIGHEST = 30, 38  #: of a row, with one bar and with two
_LEAST_BAR = 2.0


class BarDelegate(QStyledItemDelegate):
    """Paints a row of a :class:`BarModel`; the columns are the same in all rows."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.row_height = 20
        self.name_width = 0.0
        self.short = False  #: whether kinds are told in fewer letters
        self.number_width = 0.0

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802
        """Return the height of a row: all are of one."""
        return QSize(40, self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the name, the bars and the numbers."""
        model = index.model()
        assert isinstance(model, BarModel)
        bar, chosen = model.bars[index.row()], index.data() == model.chosen
        colours, row = self.theme.interface, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_background(painter, option, row)
        painter.setPen(colours.accent if chosen else colours.text)
        font = option.font
        font.setBold(chosen)
        painter.setFont(font)
        kind = short_kind(bar.kind) if self.short else bar.kind
        name = painter.fontMetrics().elidedText(kind, Qt.TextElideMode.ElideRight, int(self.name_width))
        painter.drawText(row.adjusted(_MARGIN, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)
        longest = max(model.longest, 1)
        font.setBold(False)
        painter.setFont(font)
        ends = [self._paint_bar(painter, row, bar.value / longest, chosen, second=False, two=model.compares)]
        if bar.other is not None:
            ends.append(self._paint_bar(painter, row, bar.other_value / longest, chosen, second=True, two=True))
        self._paint_number(painter, row.adjusted(max(ends) - row.left() + _BEHIND, 0, 0, 0), bar.value, bar.difference)
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, row: QRectF) -> None:
        """Tint the row under the pointer; frame the one that keys are at."""
        inside = row.adjusted(3, 0.5, -3, -0.5)
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.interface.hover)
            painter.drawRoundedRect(inside, 4, 4)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self.theme.interface.accent, 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(inside, 4, 4)

    def _paint_bar(
        self, painter: QPainter, row: QRectF, part: float, chosen: bool, *, second: bool, two: bool
    ) -> float:
        """Paint a bar, and return where it ends."""
        colours = self.theme.interface
        colour = colours.accent if chosen else colours.muted
        left = row.left() + _MARGIN + self.name_width + _APART
        room = max(row.right() - _MARGIN - self.number_width - _BEHIND - left, 1.0)
        high = min(_THIN, (row.height() - 8) / 2) if two else min(_THICK, row.height() - 7)
        middle = row.center().y()
        top = middle - high / 2 if not two else middle + 1 if second else middle - high - 1
        if not part:
            return left
        box = QRectF(left, top, max(part * room, _LEAST_BAR), high)
        painter.setBrush(_faded(colour, 0.28) if second else _faded(colour, 1.0 if chosen else 0.8))
        painter.setPen(QPen(_faded(colour, 0.9), 1.0) if second else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5) if second else box, 2, 2)
        return box.right()

    def _paint_number(self, painter: QPainter, room: QRectF, value: int, difference: int | None) -> None:
        """Write how many there are and, where two systems are compared, how many more or fewer."""
        colours = self.theme.interface
        painter.setPen(colours.muted)
        number = f"{value:,}"
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, number)
        if difference is not None:
            room = room.adjusted(painter.fontMetrics().horizontalAdvance(number) + _BEHIND, 0, 0, 0)
            painter.setPen(colours.bad if difference > 0 else colours.good if difference < 0 else colours.muted)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, difference_text(difference))


def _faded(colour: QColor, part: float) -> QColor:
    made = QColor(colour)
    made.setAlphaF(part)
    return made


class BarList(QListView):
    """The bars; a click, Enter or the space bar choose one."""

    chosen = Signal(str, bool)  #: a kind, and whether the second system's bar was meant

    def __init__(self, model: BarModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars = model
        self.delegate = BarDelegate(theme, self)
        self._pressed = QModelIndex()
        self.setModel(model)
        self.setItemDelegate(self.delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QListView { background: transparent; outline: 0; }")
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setMinimumSize(120, 60)
        model.modelReset.connect(self._measure)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.delegate.theme = theme
        self._measure()

    def _measure(self) -> None:
        """Divide the width into names, bars and numbers, and the height into rows, if they are not too many."""
        font = QFont(self.font())
        font.setBold(True)  # as the chosen row is
        metrics = QFontMetricsF(font)
        kinds = [bar.kind for bar in self.bars.bars]
        names, short = (
            max((metrics.horizontalAdvance(kind) + 1 for kind in each), default=0.0)
            for each in (kinds, map(short_kind, kinds))
        )
        numbers = [
            metrics.horizontalAdvance(f"{bar.value:,}{difference_text(bar.difference)}") + _BEHIND
            for bar in self.bars.bars
        ]
        delegate, room = self.delegate, self.viewport()
        delegate.short = names > _MOST_NAME * room.width()
        delegate.name_width = min(short if delegate.short else names, _MOST_NAME * room.width())
        delegate.number_width = max(numbers, default=0.0)
        least = int(metrics.height()) + (6 if self.bars.compares else 3)
        share = room.height() // max(len(kinds), 1)
        delegate.row_height = max(least, min(share, _HIGHEST[self.bars.compares]))
        self.verticalScrollBar().setSingleStep(delegate.row_height)
        self.scheduleDelayedItemsLayout()
        room.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Divide the new room."""
        super().resizeEvent(event)
        self._measure()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Let keys begin somewhere: at the chosen bar, or at the first."""
        if not self.currentIndex().isValid() and self.bars.bars:
            self.setCurrentIndex(self.bars.index(max(self.bars.row_of(self.bars.chosen), 0)))
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter and the space bar choose the bar that keys are at, with Shift that of the second system."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Remember where a click began."""
        super().mousePressEvent(event)
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self.indexAt(event.position().toPoint()) if left else QModelIndex()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the bar that was clicked: of two, the upper or the lower one."""
        super().mouseReleaseEvent(event)
        index, pressed = self.indexAt(event.position().toPoint()), self._pressed
        self._pressed = QModelIndex()
        if index.isValid() and index == pressed:
            self._choose(index, self._is_lower(event.position(), index))

    def _is_lower(self, position: QPointF, index: QModelIndex) -> bool:
        """Say whether a place is on the second of two bars, or behind it; a name stands for the first."""
        beside = position.x() > _MARGIN + self.delegate.name_width
        return beside and position.y() > self.visualRect(index).center().y() + 1

    def _choose(self, index: QModelIndex, second: bool) -> None:
        bar = self.bars.bars[index.row()]
        self.chosen.emit(bar.kind, second and bar.other is not None)
