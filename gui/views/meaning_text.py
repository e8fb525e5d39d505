"""Two MRSs as text side by side, line by line, with what differs marked by colour and by a sign at the margin."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QFontDatabase,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from treelens.engine.semantics.lines import Piece, Row

from ..appearance import looks_table
from ..theme import Theme
from ..widgets import label, leave_drops

__all__ = ["MeaningText", "SideText"]

_MARGIN = 26  # the width of the margin, in pixels
Line = tuple[str | None, str, tuple[Piece, ...]]  #: a text (None: there is none here), its role, what differs in it


class SideText(QPlainTextEdit):
    """One side: lines that can be read and copied, and in their margin the signs of their roles."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        self.lines: Sequence[Line] = ()
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setAccessibleName(name)
        leave_drops(self)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for text, slot in ((self.tr("&Copy"), self.copy_lines), (self.tr("Select &all"), self.selectAll)):
            action = QAction(text, self)
            action.triggered.connect(slot)
            self.addAction(action)
        self.margin = _Margin(self)
        self.setViewportMargins(_MARGIN, 0, 0, 0)
        self.updateRequest.connect(lambda *_: self.margin.update())

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show lines; where the other side has one that this side has not there is a gap."""
        self.lines = lines
        self.setPlainText("\n".join(text or "" for text, _, _ in lines))
        cursor = QTextCursor(self.document())
        for number, (text, role, pieces) in enumerate(lines):
            if role != "match":
                self._mark(cursor, self.document().findBlockByNumber(number).position(), text, role, pieces)
        self.margin.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.show_lines(self.lines)

    def _mark(self, cursor: QTextCursor, start: int, text: str | None, role: str, pieces: Sequence[Piece]) -> None:
        """Give a line the look of its role: a ground, or a pale one where there is no text, and its pieces bold."""
        tree, interface = self.theme.tree, self.theme.interface
        ground = QTextBlockFormat()
        ground.setBackground(tree.get(f"{role}_fill", "phrase") if text is not None else interface.hover)
        cursor.setPosition(start)
        cursor.setBlockFormat(ground)
        look = QTextCharFormat()
        look.setForeground(tree.get(role, "phrase"))
        for first, last in pieces if role == "swap" else ((0, len(text or "")),):
            look.setFontUnderline(role == "swap")
            cursor.setPosition(start + first)
            cursor.setPosition(start + last, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(look)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Copy without the gaps."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_lines()
        else:
            super().keyPressEvent(event)

    def copy_lines(self) -> None:
        """Put what is selected on the clipboard, without the gaps."""
        cursor = self.textCursor()
        first = self.document().findBlock(cursor.selectionStart()).blockNumber()
        pieces = enumerate(cursor.selectedText().split("\u2029"), first)
        kept = [piece for number, piece in pieces if self.lines and self.lines[number][0] is not None]
        if cursor.hasSelection():
            QApplication.clipboard().setText("\n".join(kept))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the margin in its place."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self.margin.setGeometry(QRect(inside.left(), inside.top(), _MARGIN, inside.height()))

    def paint_margin(self, painter: QPainter) -> None:
        """Paint the signs of all lines that are in view."""
        signs = looks_table()["roles"]
        block = self.firstVisibleBlock()
        painter.setFont(self.font())
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if place.top() > self.viewport().height():
                break
            text, role, _ = self.lines[block.blockNumber()] if self.lines else (None, "match", ())
            if text is not None and role != "match":
                painter.setPen(self.theme.tree.get(role, "phrase"))
                where = QRect(0, round(place.top()), _MARGIN, round(place.height()))
                painter.drawText(where, Qt.AlignmentFlag.AlignCenter, signs[role]["badge"])
            block = block.next()


class _Margin(QWidget):
    """The margin of a text: painted by the text."""

    def __init__(self, text: SideText) -> None:
        super().__init__(text)
        self.text = text

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the signs."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.text.theme.interface.page)
        self.text.paint_margin(painter)
        painter.end()


class MeaningText(QWidget):
    """Gold's MRS and the system's, scrolled together."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gold = SideText(theme, self.tr("Gold's MRS"))
        self.system = SideText(theme, self.tr("System's MRS"))
        self.titles = label(self.tr("Gold"), "paneTitle"), label("", "paneTitle")
        tip = self.tr(
            "One predication a line, from left to right. The system's variables have gold's names, "
            "wherever they stand for the same; properties are where a variable is introduced."
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for title, side in zip(self.titles, (self.gold, self.system), strict=True):
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(title)
            column.addWidget(side, 1)
            row.addLayout(column, 1)
            side.setToolTip(tip)
        for one, other in ((self.gold, self.system), (self.system, self.gold)):
            one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            one.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)

    def show_rows(self, rows: Sequence[Row], title: str) -> None:
        """Show two MRSs line by line; *title* is the system's."""
        self.titles[1].setText(title)
        self.gold.show_lines([(row.gold, row.role, row.gold_pieces) for row in rows])
        self.system.show_lines([(row.system, row.role, row.system_pieces) for row in rows])

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.gold.set_theme(theme)
        self.system.set_theme(theme)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with little: what does not fit can be scrolled."""
        return QSize(240, 90)
