"""Painting the cells of the sentence table: words that end in dots, scores, chips, and rank gaps as bars."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ..models.cells import Cell, is_right_to_left
from ..models.roles import CellRole
from ..theme import Colours
from .chips import paint_chips

__all__ = ["ROW_HEIGHT", "SentenceDelegate", "paint_cells"]

ROW_HEIGHT = 30

_MARGIN = 5  #: between a text and the edges of its cell
_MARK = 3  #: the width of the line beside a chosen row
_BAR_HEIGHT = 9
_LEAST_BAR = 2.0
_STOP = 3.5  #: how far the stops at the ends of an interval reach up and down
_APART = 4  #: between the bar and its number
_SHORT = 4  #: letters that always fit: columns are at least as wide
_NARROWEST_LETTER = 2  #: pixels; a text has no more letters in view than fit of these
_SIDES = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
_LEFT = (_SIDES | Qt.AlignmentFlag.AlignLeft).value | Qt.TextFlag.TextSingleLine.value
_RIGHT = (_SIDES | Qt.AlignmentFlag.AlignRight).value | Qt.TextFlag.TextSingleLine.value
_BAR_PART = 0.56  #: of the cell's width belongs to the bar, the rest to the number, unless that is known to need more


def paint_cells(table: QAbstractItemView, colours: Colours, right_margin: int = _MARGIN) -> None:
    """Let a table be painted here in these colours; a delegate that it has goes on, for others would pile up in it."""
    delegate = table.itemDelegate()
    if isinstance(delegate, SentenceDelegate):
        delegate.set_colours(colours)
        table.viewport().update()
    else:
        table.setItemDelegate(SentenceDelegate(colours, table, right_margin))


class SentenceDelegate(QStyledItemDelegate):
    """Paints what the model says of a cell; it knows of no columns but that the first is at the left."""

    def __init__(self, colours: Colours, parent: QObject | None = None, right_margin: int = _MARGIN) -> None:
        super().__init__(parent)
        self._right_margin = right_margin
        self.set_colours(colours)
        self.number_width = 0  #: the room that the widest rank gap needs; 0 leaves it a part of the cell

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self.colours = colours
        self._chosen, self._chosen_elsewhere, self._pointed_at = (
            _faded(colours.accent, part) for part in (0.13, 0.08, 0.05)
        )
        self._between_rows, self._middle = (_faded(colours.muted, part) for part in (0.22, 0.45))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the size of a cell: rows are all of one height."""
        return QSize(super().sizeHint(option, index).width() + 2 * _MARGIN, ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the background, then a bar if the cell has one, then the text, or chips in its place."""
        cell: Cell | None = index.data(CellRole)
        painter.save()
        self._paint_background(painter, option, first=index.column() == 0)
        if cell is not None:
            room = option.rect.adjusted(_MARGIN, 0, -self._right_margin, 0)
            if cell.bar is not None:
                room = self._paint_bar(painter, room, cell.bar, cell.whiskers)
            if cell.chips:
                paint_chips(painter, cell.chips, room, option.font, self._chip_colour(cell), self.colours.muted)
            elif cell.text:
                self._paint_text(painter, option, room, cell)
        painter.restore()

    def _chip_colour(self, cell: Cell) -> QColor:
        """Return the colour of chips: that of texts, unless they are good or bad."""
        chosen: QColor = getattr(self.colours, cell.tone if cell.tone in ("good", "bad") else "text")
        return chosen

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, *, first: bool) -> None:
        """Tint a chosen row, so that all text stays readable in its own colour; a line marks it as well.

        The view has already painted the row in the style's way, with a highlight that may be dark: cover it.
        """
        rect, state = option.rect, option.state
        painter.fillRect(rect, option.palette.base())
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self._chosen if state & QStyle.StateFlag.State_Active else self._chosen_elsewhere)
            if first:
                painter.fillRect(QRect(rect.topLeft(), QSize(_MARK, rect.height())), self.colours.accent)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, self._pointed_at)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self._between_rows)

    def _paint_bar(
        self, painter: QPainter, room: QRect, part: float, whiskers: tuple[float, float] | None = None
    ) -> QRect:
        """Paint a bar to the left or right of a line, and its interval; return the room that is left for the number."""
        width = room.width() - self.number_width if self.number_width else room.width() * _BAR_PART
        half = max(width - _APART, 0) / 2
        centre = QPointF(round(room.left() + half), room.center().y() + 0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QRectF(centre.x() - 0.5, room.top() + 4, 1, room.height() - 8)
        painter.fillRect(line, self._middle)
        if part:
            length = max(abs(part) * half, _LEAST_BAR)
            left = centre.x() if part > 0 else centre.x() - length
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.colours.bar_positive if part > 0 else self.colours.bar_negative)
            radius = min(2.0, length / 2)
            painter.drawRoundedRect(QRectF(left, centre.y() - _BAR_HEIGHT / 2, length, _BAR_HEIGHT), radius, radius)
        if whiskers is not None:
            self._paint_whiskers(painter, centre, half, whiskers)
        return room.adjusted(int(2 * half) + _APART, 0, 0, 0)

    def _paint_whiskers(self, painter: QPainter, centre: QPointF, half: float, ends: tuple[float, float]) -> None:
        """Paint a thin line from end to end, with a stop at each that is not cut off."""
        painter.setPen(QPen(self.colours.text, 1.2))
        low, high = (centre.x() + end * half for end in ends)
        painter.drawLine(QPointF(low, centre.y()), QPointF(high, centre.y()))
        for end, x in zip(ends, (low, high), strict=True):
            if abs(end) < 1:
                painter.drawLine(QPointF(x, centre.y() - _STOP), QPointF(x, centre.y() + _STOP))

    def _paint_text(self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, cell: Cell) -> None:
        """Paint the text, cut off where it does not fit; a sentence from right to left is cut off at its left."""
        painter.setFont(option.font)
        painter.setPen(getattr(self.colours, cell.tone))
        from_right = cell.at_right and is_right_to_left(cell.text)
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if from_right else Qt.LayoutDirection.LeftToRight)
        text = cell.text[: room.width() // _NARROWEST_LETTER]  # measuring all of a long sentence takes its time
        if len(text) > _SHORT:
            text = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _RIGHT if cell.at_right else _LEFT, text)


def _faded(colour: QColor, part: float) -> QColor:
    """Return a colour that lets what is below shine through."""
    faded = QColor(colour)
    faded.setAlphaF(part)
    return faded
