"""The heading of the sentence table: narrow columns with names in two lines, the system below, and a mark of rank.

Measures have long names and scores are two digits wide. So a name is broken where it is best broken, the system stands
below it in a quieter colour if it is not the one that is looked at, and a small triangle, not a wider column, tells
what the sentences are ranked by.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPolygonF
from PySide6.QtWidgets import QHeaderView, QWidget

from ..models.roles import OwnerRole, RankedRole, TitleRole
from ..theme import Colours

__all__ = ["SentenceHeader", "broken"]

_PADDING = 5
_ABOVE = 8  #: room for the triangle
_BELOW = 5
_NARROW = 50  #: names up to this width stay in one line
_WIDEST = 92
_OWNER = 64  #: names of systems longer than that are cut off
_TRIANGLE = 3.5


def broken(text: str, metrics: QFontMetrics, narrow: int = _NARROW) -> list[str]:
    """Break a name into two lines of about the same width, if it is not narrow as it is."""
    words = text.split()
    if len(words) < 2 or metrics.horizontalAdvance(text) <= narrow:
        return [text]
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(ways, key=lambda lines: max(map(metrics.horizontalAdvance, lines))))


class SentenceHeader(QHeaderView):
    """Headings that are painted by what their model says: a title, an owner, and whether they are ranked by."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.colours = colours
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorShown(False)
        self.setMinimumSectionSize(20)

    def _fonts(self) -> tuple[QFont, QFont]:
        strong = QFont(self.font())
        strong.setWeight(QFont.Weight.DemiBold)
        quiet = QFont(self.font())
        quiet.setPointSizeF(quiet.pointSizeF() * 0.9)
        return strong, quiet

    def _lines(self, section: int) -> list[tuple[str, bool]]:
        """Return the lines of a heading, and of each whether it is the owner's."""
        model, across = self.model(), Qt.Orientation.Horizontal
        title = str(model.headerData(section, across, TitleRole) or "")
        owner = str(model.headerData(section, across, OwnerRole) or "")
        if 2 <= section < self.count() - 1:
            lines = [(line, False) for line in broken(title, QFontMetrics(self._fonts()[0]))]
        else:
            lines = [(title, False)]  # numbers, sentences and rank gaps have room enough
        return [*lines, (owner, True)] if owner else lines

    def wanted_width(self, section: int) -> int:
        """Return the width in which a heading can be read."""
        strong, quiet = map(QFontMetrics, self._fonts())
        widths = [
            min(quiet.horizontalAdvance(line), _OWNER) if owner else strong.horizontalAdvance(line)
            for line, owner in self._lines(section)
        ]
        return min(max(widths, default=0) + 2 * _PADDING + 2, _WIDEST)

    def sectionSizeFromContents(self, section: int) -> QSize:  # noqa: N802
        """Return the size of a heading; all are as high as the highest."""
        height = len(self._lines(section)) * QFontMetrics(self._fonts()[0]).height()
        return QSize(self.wanted_width(section), height + _ABOVE + _BELOW)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """Paint a heading, its last line at the bottom."""
        across = Qt.Orientation.Horizontal
        ranked = self.model().headerData(section, across, RankedRole)
        right = Qt.AlignmentFlag.AlignRight in Qt.AlignmentFlag(
            self.model().headerData(section, across, Qt.ItemDataRole.TextAlignmentRole)
        )
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.save()
        painter.fillRect(rect, self.colours.selection if self._is_below_mouse(rect) else self.colours.hover)
        bottom = rect.bottom() - _BELOW
        for line, owner in reversed(self._lines(section)):
            font = self._fonts()[owner]
            metrics = QFontMetrics(font)
            room = QRect(
                rect.left() + _PADDING, bottom - metrics.height(), rect.width() - 2 * _PADDING, metrics.height()
            )
            painter.setFont(font)
            painter.setPen(self.colours.text if ranked is not None and not owner else self.colours.muted)
            text = metrics.elidedText(line, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
            bottom = room.top()
        if ranked is not None:
            x = rect.right() - _PADDING - _TRIANGLE if right else rect.left() + _PADDING + _TRIANGLE
            self._paint_triangle(painter, QPointF(x, bottom - _TRIANGLE), down=bool(ranked))
        painter.restore()

    def _is_below_mouse(self, rect: QRect) -> bool:
        return self.underMouse() and rect.contains(self.viewport().mapFromGlobal(self.cursor().pos()))

    def _paint_triangle(self, painter: QPainter, centre: QPointF, *, down: bool) -> None:
        """Paint a small triangle: pointing down where the largest come first."""
        half = _TRIANGLE / 2 if down else -_TRIANGLE / 2
        corners = [QPointF(-_TRIANGLE, -half), QPointF(_TRIANGLE, -half), QPointF(0, half)]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colours.accent)
        painter.drawPolygon(QPolygonF([centre + corner for corner in corners]))
