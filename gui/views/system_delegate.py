"""Painting the cells of the table of systems: numbers on faint bars, the best of each measure with a star."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ..models.roles import CellRole
from ..models.systems import SystemCell
from ..theme import Colours

__all__ = ["SystemDelegate"]

_MARGIN = 8
_MARK = 3  #: the width of the line beside a chosen row
_SIDES = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


class SystemDelegate(QStyledItemDelegate):
    """Paints what the model says of a cell."""

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = colours

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the size of a cell."""
        hint = super().sizeHint(option, index)
        return QSize(hint.width() + 2 * _MARGIN, hint.height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the background, the bar, then the text."""
        cell: SystemCell = index.data(CellRole)
        painter.save()
        self._paint_background(painter, option, first=index.column() == 0)
        room = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        if cell.part is not None:
            self._paint_bar(painter, option.rect, cell)
        font = QFont(option.font)
        font.setBold(cell.best)
        painter.setFont(font)
        painter.setPen(self.colours.text)
        side = Qt.AlignmentFlag.AlignRight if cell.at_right else Qt.AlignmentFlag.AlignLeft
        text = painter.fontMetrics().elidedText(cell.text, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, (_SIDES | side).value | Qt.TextFlag.TextSingleLine.value, text)
        if cell.best and cell.part is not None:
            painter.setPen(self.colours.accent)
            painter.drawText(room, (_SIDES | Qt.AlignmentFlag.AlignLeft).value, "★")
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, *, first: bool) -> None:
        rect, state = option.rect, option.state
        painter.fillRect(rect, option.palette.base())
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, _faded(self.colours.accent, 0.13))
            if first:
                painter.fillRect(QRect(rect.topLeft(), QSize(_MARK, rect.height())), self.colours.accent)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, _faded(self.colours.accent, 0.05))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), _faded(self.colours.muted, 0.22))

    def _paint_bar(self, painter: QPainter, rect: QRect, cell: SystemCell) -> None:
        """Paint a bar behind the number: nothing for the worst system, the whole cell for the best."""
        room = QRectF(rect).adjusted(2, 3, -2, -4)
        room.setWidth(room.width() * (cell.part or 0.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_faded(self.colours.bar_positive, 0.2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(room, 2, 2)


def _faded(colour: QColor, part: float) -> QColor:
    faded = QColor(colour)
    faded.setAlphaF(part)
    return faded
