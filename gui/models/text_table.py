"""Rows of texts for small tables, each row with what it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ..plain import as_it_is

__all__ = ["TextTable"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class TextTable(QAbstractTableModel):
    """A heading and rows of texts; numbers stand at the right."""

    def __init__(self, heading: Sequence[str], numbers: Sequence[int] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heading = list(heading)
        self.numbers = set(numbers)
        self.rows: list[Sequence[str]] = []
        self.meant: list[Any] = []  #: what each row stands for

    def show(self, rows: Sequence[Sequence[str]], meant: Sequence[Any]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows, self.meant = list(rows), list(meant)
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.heading)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return the heading."""
        if orientation == Qt.Orientation.Horizontal and role == _Role.DisplayRole:
            return self.heading[section]
        if orientation == Qt.Orientation.Horizontal and role == _Role.TextAlignmentRole:
            return self._side(section)
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return a text, and whole also where there is no room for it."""
        if not index.isValid():
            return None
        if role == _Role.TextAlignmentRole:
            return self._side(index.column())
        text = self.rows[index.row()][index.column()]
        if role == _Role.AccessibleTextRole:
            return f"{self.heading[index.column()]}: {text}".replace("\n", " ")
        if role == _Role.ToolTipRole:
            return as_it_is(text)
        return text if role == _Role.DisplayRole else None

    def _side(self, column: int) -> int:
        side = Qt.AlignmentFlag.AlignRight if column in self.numbers else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)
