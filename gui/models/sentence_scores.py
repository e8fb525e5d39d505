"""Sentences of one system as a table of scores tells them: numbers, without words and trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from treelens.engine.metrics import METRICS
from treelens.engine.sweep import Table

__all__ = ["SentenceScores"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_NAMED = ("id", "length", "status")


class SentenceScores(QAbstractTableModel):
    """The rows of a system in a table of sentences, in any order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Table | None = None
        self.columns: list[str] = []
        self.rows: list[int] = []  #: rows of the table, as they are listed
        self._sorted: tuple[int, bool] = (-1, False)

    def show(self, table: Table | None, system: str, metrics: Sequence[str]) -> None:
        """Show the sentences of a system under these measures; without a table, none."""
        self.beginResetModel()
        self.table = table
        self.rows = list(table.rows.get(system, ())) if table is not None else []
        named = [name for name in _NAMED if table is not None and name in table.names]
        self.columns = [*named, *(name for name in metrics if table is not None and name in table.scores)]
        self._sorted = (-1, False)
        self.endResetModel()

    def sort_by(self, column: int) -> None:
        """Sort by a column; once more, the other way round."""
        assert self.table is not None
        self.layoutAboutToBeChanged.emit()
        before, down = self._sorted
        self._sorted = (column, not down if column == before else False)
        name = self.columns[column]
        if name in self.table.scores or name != "status":
            numbers = np.array([self._number(row, name) for row in self.rows])
            order = np.argsort(-numbers if self._sorted[1] else numbers, kind="stable")  # NaN is last either way
            self.rows = [self.rows[place] for place in order]
        else:
            self.rows.sort(key=lambda row: self._text(row, name), reverse=self._sorted[1])
        self.layoutChanged.emit()

    def _number(self, row: int, name: str) -> float:
        assert self.table is not None
        if name in self.table.scores:
            return float(self.table.scores[name][row])
        text = self.table.names[name][row]
        return float(text) if text else float("nan")

    def _text(self, row: int, name: str) -> str:
        assert self.table is not None
        if name not in self.table.scores:
            return self.table.names[name][row]
        value = self.table.scores[name][row]
        return "–" if np.isnan(value) else f"{value:.2f}".removesuffix(".00").replace("-", "−")

    def rowCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of sentences."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return the names of columns."""
        if orientation != Qt.Orientation.Horizontal or role != _Role.DisplayRole:
            return None
        sign = "" if self._sorted[0] != section else " ▾" if self._sorted[1] else " ▴"
        name = self.columns[section]
        return f"{METRICS[name].title if name in METRICS else name}{sign}"

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return a number, at the right of its cell."""
        if not index.isValid():
            return None
        name = self.columns[index.column()]
        if role == _Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if name == "status" else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        text = self._text(self.rows[index.row()], name)
        return {_Role.DisplayRole: text, _Role.AccessibleTextRole: f"{name}: {text}"}.get(_Role(role))
