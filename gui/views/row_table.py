"""A table of which whole rows are chosen, by a click or by Enter."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

__all__ = ["RowTable"]

_ROW = 26


class RowTable(QTableView):
    """A table that tells of Enter, and of nothing else that desktops call an activation."""

    entered_row = Signal(QModelIndex)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        # The whole row is marked, not one cell of it; numbers end where headings do, before the sign of the order.
        self.setStyleSheet(
            "QTableView { outline: 0; } QAbstractScrollArea::corner { background: transparent; }"
            "QTableView::item, QHeaderView::section { padding-left: 4px; padding-right: 15px; }"
        )
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.horizontalHeader().setHighlightSections(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter chooses the row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
