"""Painting the cells of the sentence table: words that end in dots, scores, chips, and rank gaps as bars."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ..models.cells import is_right_to_left
from ..models.roles import BarRole, ChipsRole, StatusRole, ValueRole
from ..theme import Colours
from .chips import paint_chips

__all__ = ["ROW_HEIGHT", "SentenceDelegate"]

ROW_HEIGHT = 30

_LOW = 0.6  #: shares below are painted as bad
_MARGIN = 5  #: between a text and the edges of its cell
_MARK = 3  #: the width of the line beside a chosen row
_BAR_HEIGHT = 9
_LEAST_BAR = 2.0
_APART = 4  #: between the bar and its number
_BAR_PART = 0.56  #: of the cell's width belongs to the bar, the rest to the number, unless that is known to need more


class SentenceDelegate(QStyledItemDelegate):
    """Paints a cell by what its model says of it; what a column means is told by the roles it answers."""

    right_margin = _MARGIN  #: between a text and the right edge of its cell

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = colours
        self.number_width = 0  #: the room that the widest rank gap needs; 0 leaves it a part of the cell

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the size of a cell: rows are all of one height."""
        return QSize(super().sizeHint(option, index).width() + 2 * _MARGIN, ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the background, then a bar if the cell has one, then the text, or chips in its place."""
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        painter.save()
        self._paint_background(painter, shown, first=index.column() == 0)
        room = shown.rect.adjusted(_MARGIN, 0, -self.right_margin, 0)
        part = index.data(BarRole)
        if part is not None:
            room = self._paint_bar(painter, room, float(part))
        chips = index.data(ChipsRole)
        if chips:
            paint_chips(painter, chips, room, shown.font, self.colours.text, self.colours.muted)
        else:
            self._paint_text(painter, shown, room, self._text_colour(index))
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, *, first: bool) -> None:
        """Tint a chosen row, so that all text stays readable in its own colour; a line marks it as well.

        The view has already painted the row in the style's way, with a highlight that may be dark: cover it.
        """
        alternate = option.features & QStyleOptionViewItem.ViewItemFeature.Alternate
        painter.fillRect(option.rect, option.palette.alternateBase() if alternate else option.palette.base())
        if option.state & QStyle.StateFlag.State_Selected:
            active = option.state & QStyle.StateFlag.State_Active
            painter.fillRect(option.rect, _faded(self.colours.accent, 0.13 if active else 0.08))
            if first:
                mark = QRect(option.rect.topLeft(), QSize(_MARK, option.rect.height()))
                painter.fillRect(mark, self.colours.accent)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, _faded(self.colours.accent, 0.05))
        line = _faded(self.colours.muted, 0.22)
        painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), line)

    def _paint_bar(self, painter: QPainter, room: QRect, part: float) -> QRect:
        """Paint a bar to the left or right of a line; return the room that is left for the number."""
        width = room.width() - self.number_width if self.number_width else room.width() * _BAR_PART
        half = max(width - _APART, 0) / 2
        centre = QPointF(round(room.left() + half), room.center().y() + 0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QRectF(centre.x() - 0.5, room.top() + 4, 1, room.height() - 8)
        painter.fillRect(line, _faded(self.colours.muted, 0.45))
        if part:
            length = max(abs(part) * half, _LEAST_BAR)
            left = centre.x() if part > 0 else centre.x() - length
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.colours.bar_positive if part > 0 else self.colours.bar_negative)
            radius = min(2.0, length / 2)
            painter.drawRoundedRect(QRectF(left, centre.y() - _BAR_HEIGHT / 2, length, _BAR_HEIGHT), radius, radius)
        return room.adjusted(int(2 * half) + _APART, 0, 0, 0)

    def _paint_text(self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, colour: QColor) -> None:
        """Paint the text, cut off where it does not fit; a sentence from right to left is cut off at its left."""
        painter.setFont(option.font)
        painter.setPen(colour)
        from_right = is_right_to_left(option.text)
        direction = Qt.LayoutDirection.RightToLeft if from_right else Qt.LayoutDirection.LeftToRight
        painter.setLayoutDirection(direction)
        text = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, option.displayAlignment | Qt.TextFlag.TextSingleLine, text)

    def _text_colour(self, index: QModelIndex | QPersistentModelIndex) -> QColor:
        """Return the colour of a cell's text: numbers of rows and gaps step back, low scores stand out."""
        if index.column() == 0 or index.data(BarRole) is not None or index.data(ChipsRole) is not None:
            return self.colours.muted
        value = index.data(ValueRole)
        if value is None:
            return self.colours.muted if index.data(StatusRole) in ("error", "skip") else self.colours.text
        if value < _LOW:
            return self.colours.bad
        return self.colours.good if value >= 1 else self.colours.text


def _faded(colour: QColor, part: float) -> QColor:
    """Return a colour that lets what is below shine through."""
    faded = QColor(colour)
    faded.setAlphaF(part)
    return faded
