"""Painting a repair in a list: a chip with its kind, how much it explains, and the sentence that tells it.

In the sentence the system's place has the colour of what only the system has and is underlined, gold's place that of
what only gold has and is underlined with dashes. Without either, the words say which is which.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from treelens.engine.errors import Repair
from treelens.engine.errors.repair import quoted

from ..bidi import isolated, place_in
from ..theme import Theme

__all__ = ["RepairDelegate", "RepairRow", "Span", "spans_of"]

RowRole = Qt.ItemDataRole.UserRole

_SIDE, _ABOVE, _BETWEEN = 8.0, 7.0, 5.0  #: air beside, above and below, and between the chip and the sentence
_CHIP = 7.0, 2.0  #: air in a chip, beside its text and above it
_KEPT = 200  #: sentences that are kept as they are laid out
_SMALL = 0.9  #: the size of a chip's text
_MARK = 3.0  #: the width of the line beside a chosen row
_UNDERLINES = {
    "system": QTextCharFormat.UnderlineStyle.SingleUnderline,
    "gold": QTextCharFormat.UnderlineStyle.DashUnderline,
}
_ROLES = {"system": "insertion", "gold": "deletion"}


@dataclass(frozen=True)
class RepairRow:
    """What a row shows."""

    repair: Repair
    share: str  #: how many errors it explains, in words
    done: bool = False  #: whether it is done in the tree that is shown


@dataclass(frozen=True)
class Span:
    """A part of a sentence that tells about a side (gold, system), or about the words in question (words)."""

    start: int
    length: int
    side: str


def spans_of(repair: Repair) -> list[Span]:
    """Return which part of a repair's sentence is about what."""
    sentence, words = repair.sentence, quoted(repair.words, repair.text)
    found = [Span(0, len(words), "words")] if sentence.startswith(words) else []
    there, here = repair.before.named(repair.text), repair.after.named(repair.text)
    names = {"move": (there, here), "remove": (there, ""), "add": ("", here)}.get(repair.what, repair.labels)
    for side, name in zip(("system", "gold"), names, strict=False):
        at = sentence.find(f" {name}", len(words)) if side == "system" else sentence.rfind(f" {name}")
        if name and at >= 0:
            found.append(Span(at + 1, len(name), side))
    return found


class RepairDelegate(QStyledItemDelegate):
    """Paints rows of :class:`RepairRow`, each as high as its sentence needs."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.width = 240  #: the room that a row has
        self._sentences: dict[tuple[object, ...], QTextLayout] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the size that a row needs."""
        row: RepairRow | None = index.data(RowRole)
        if row is None:
            return super().sizeHint(option, index)
        return QSize(self.width, self.height(row, option.font))

    def height(self, row: RepairRow, font: QFont) -> int:
        """Return the height that a row needs."""
        head = self._head_height(row, font)
        return int(2 * _ABOVE + head + _BETWEEN + self._sentence(row, font).boundingRect().height() + 1)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the background, chip and share, and the sentence."""
        row: RepairRow | None = index.data(RowRole)
        if row is None:
            super().paint(painter, option, index)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room, font = QRectF(option.rect), option.font
        self._paint_background(painter, room, option.state)
        inner = room.adjusted(_SIDE, _ABOVE, -_SIDE, -_ABOVE)
        self._paint_head(painter, inner, row, font)
        at = QPointF(inner.left(), inner.top() + self._head_height(row, font) + _BETWEEN)
        painter.setPen(self.theme.interface.muted if row.done else self.theme.interface.text)
        self._sentence(row, font).draw(painter, at)
        painter.restore()

    def _paint_background(self, painter: QPainter, room: QRectF, state: QStyle.StateFlag) -> None:
        colours = self.theme.interface
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.selection if selected else colours.hover)
            painter.drawRoundedRect(room.adjusted(0, 1, 0, -1), 4, 4)
        if selected:
            painter.setBrush(colours.accent)
            painter.drawRoundedRect(QRectF(room.left(), room.top() + 1, _MARK, room.height() - 2), 1.5, 1.5)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colours.accent, 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room.adjusted(0.5, 1.5, -0.5, -1.5), 4, 4)

    # --- chip and share -------------------------------------------------------------------------------------------

    def _head_height(self, row: RepairRow, font: QFont) -> float:
        high = QFontMetricsF(_chip_font(font)).height() + 2 * _CHIP[1]
        return high if self._fits(row, font) else high + _BETWEEN / 2 + QFontMetricsF(font).height()

    def _fits(self, row: RepairRow, font: QFont) -> bool:
        """Say whether chip and share fit beside each other."""
        needed = self._chip_width(row, font) + 8 + QFontMetricsF(font).horizontalAdvance(row.share)
        return needed <= self.width - 2 * _SIDE

    def _chip_width(self, row: RepairRow, font: QFont) -> float:
        return QFontMetricsF(_chip_font(font)).horizontalAdvance(_chip_text(row)) + 2 * _CHIP[0]

    def _paint_head(self, painter: QPainter, inner: QRectF, row: RepairRow, font: QFont) -> None:
        tree, colours = self.theme.tree, self.theme.interface
        chip_font, plain = _chip_font(font), QFontMetricsF(font)
        high = QFontMetricsF(chip_font).height() + 2 * _CHIP[1]
        chip = QRectF(inner.left(), inner.top(), min(self._chip_width(row, font), inner.width()), high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.hover if row.done else tree.deletion_fill)
        painter.drawRoundedRect(chip, high / 2, high / 2)
        painter.setPen(colours.muted if row.done else tree.deletion)
        painter.setFont(chip_font)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, _chip_text(row))
        painter.setFont(font)
        painter.setPen(colours.muted)
        if self._fits(row, font):
            place = QRectF(inner.left(), inner.top(), inner.width(), high)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.share)
        else:
            place = QRectF(inner.left(), chip.bottom() + _BETWEEN / 2, inner.width(), plain.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, row.share)

    # --- the sentence ---------------------------------------------------------------------------------------------

    def _sentence(self, row: RepairRow, font: QFont) -> QTextLayout:
        """Return the sentence, cut into lines; it is asked for when a row is measured and whenever it is painted."""
        key = row.repair.sentence, row.done, self.width, font.key(), self.theme.name
        if key not in self._sentences:
            if len(self._sentences) >= _KEPT:
                self._sentences.clear()
            self._sentences[key] = self._laid_out(row, font)
        return self._sentences[key]

    def _laid_out(self, row: RepairRow, font: QFont) -> QTextLayout:
        text = isolated(row.repair.sentence)
        made = QTextLayout(text, font)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # it is in English, also if its first word is not
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        made.setTextOption(option)
        made.setFormats([self._format(span, text, done=row.done) for span in spans_of(row.repair)])
        made.beginLayout()
        top = 0.0
        while (line := made.createLine()).isValid():
            line.setLineWidth(self.width - 2 * _SIDE)
            line.setPosition(QPointF(0, top))
            top += line.height() + 1
        made.endLayout()
        return made

    def _format(self, span: Span, text: str, *, done: bool) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        made.start = place_in(text, span.start)
        made.length = place_in(text, span.start + span.length) - made.start
        look = QTextCharFormat()
        if span.side == "words":
            look.setFontWeight(QFont.Weight.DemiBold)
        else:
            colour: QColor = self.theme.tree.get(_ROLES[span.side], "phrase")
            look.setForeground(self.theme.interface.muted if done else colour)
            look.setUnderlineStyle(_UNDERLINES[span.side])
            look.setUnderlineColor(colour)
        made.format = look
        return made


def _chip_text(row: RepairRow) -> str:
    return f"✓ {row.repair.kind}" if row.done else row.repair.kind


def _chip_font(font: QFont) -> QFont:
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * _SMALL)
    made.setWeight(QFont.Weight.DemiBold)
    return made
