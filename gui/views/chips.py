"""Small rounded labels in a row, as many as there is room for; what is left out is counted: *PP*, *coord*, +2."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

__all__ = ["chip_font", "chips_width", "paint_chips", "shown_chips"]

_HEIGHT = 18
_PADDING = 5  #: left and right of a chip's text
_APART = 4  #: between two chips
_SIZE = 0.9  #: of the size of other texts


def chip_font(font: QFont) -> QFont:
    """Return the font of chips in a table that has another."""
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * _SIZE)
    return made


def _width(text: str, metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(text) + 2 * _PADDING


def chips_width(texts: Sequence[str], font: QFont) -> int:
    """Return the room that chips need in a row."""
    metrics = QFontMetrics(chip_font(font))
    return sum(_width(text, metrics) for text in texts) + _APART * max(len(texts) - 1, 0)


def shown_chips(texts: Sequence[str], room: int, metrics: QFontMetrics) -> tuple[list[str], int]:
    """Return the chips that can be shown in a room, and how many are left out; the first may be cut off."""
    widths = [_width(text, metrics) for text in texts]
    for count in range(len(texts), 0, -1):
        if sum(widths[:count]) + _APART * (count - 1) + _beside(len(texts) - count, metrics) <= room:
            return list(texts[:count]), len(texts) - count
    left = room - _beside(len(texts) - 1, metrics) - 2 * _PADDING
    cut = metrics.elidedText(texts[0], Qt.TextElideMode.ElideRight, left) if texts else ""
    if len(cut) < 2:  # dots alone say nothing
        return [], len(texts)
    return [cut], len(texts) - 1


def _beside(more: int, metrics: QFontMetrics) -> int:
    """Return the room for the number of chips that are left out."""
    return _APART + metrics.horizontalAdvance(f"+{more}") if more else 0


def paint_chips(painter: QPainter, texts: Sequence[str], room: QRect, font: QFont, text: QColor, muted: QColor) -> None:
    """Paint chips from the left, neutral in colour: a tint of the text's own, which can be read in any theme."""
    small = chip_font(font)
    metrics = QFontMetrics(small)
    shown, more = shown_chips(texts, room.width(), metrics)
    painter.setFont(small)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle, left = Qt.AlignmentFlag.AlignCenter, float(room.left())
    top = room.center().y() + 0.5 - _HEIGHT / 2
    for chip in shown:
        box = QRectF(left + 0.5, top, _width(chip, metrics) - 1, _HEIGHT)
        painter.setPen(QPen(_faded(text, 0.22), 1))
        painter.setBrush(_faded(text, 0.08))
        painter.drawRoundedRect(box, _HEIGHT / 2, _HEIGHT / 2)
        painter.setPen(text)
        painter.drawText(box, middle | Qt.TextFlag.TextSingleLine, chip)
        left = box.right() + 0.5 + _APART
    if more:
        painter.setPen(muted)
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(left, room.top(), room.right() + 1 - left, room.height()), side, f"+{more}")


def _faded(colour: QColor, part: float) -> QColor:
    """Return a colour that lets what is below shine through."""
    faded = QColor(colour)
    faded.setAlphaF(part)
    return faded
