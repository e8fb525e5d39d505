"""All columns that the sentence table can show: measures down, systems across, a mark where one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont

from treelens.engine.metrics import Metric

from ..plain import as_it_is
from .chosen import ChosenColumn

__all__ = ["ColumnMatrix"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ColumnMatrix(QAbstractTableModel):
    """A matrix to be checked: the first column is the system that is looked at, the others one system each."""

    changed = Signal(list)  #: the :class:`ChosenColumn` s that are shown now, new ones last

    def __init__(
        self, groups: Sequence[tuple[str, Sequence[Metric]]], names: Sequence[str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        #: One row each: the title of a group, or a measure.
        self.rows: list[str | Metric] = []
        for title, measures in groups:
            self.rows += [title, *measures]
        self.systems: list[str | None] = [None, *names]
        self.chosen: list[ChosenColumn] = []

    def set_chosen(self, chosen: Sequence[ChosenColumn]) -> None:
        """Mark these columns and no others."""
        self.chosen = list(chosen)
        last = self.index(len(self.rows) - 1, len(self.systems) - 1)
        self.dataChanged.emit(self.index(0, 0), last, [_Role.CheckStateRole])

    def matching(self, text: str) -> list[bool]:
        """Say of each row whether it has all words of a text; the title of a group stays with its measures."""
        words = text.casefold().split()
        found = [False] * len(self.rows)
        heading = -1
        for number, row in enumerate(self.rows):
            if isinstance(row, str):
                heading = number
                continue
            said = f"{self.rows[heading]} {row.name} {row.title} {row.short} {row.definition}".casefold()
            if all(word in said for word in words):
                found[number] = found[heading] = True
        return found

    def column_at(self, index: _Index) -> ChosenColumn | None:
        """Return the column that a cell stands for; titles stand for none."""
        row = self.rows[index.row()]
        return None if isinstance(row, str) else ChosenColumn(row, self.systems[index.column()])

    # --- what Qt asks for -----------------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of measures and titles."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of systems and one."""
        return 0 if parent.isValid() else len(self.systems)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Titles cannot be walked to."""
        if not index.isValid() or self.column_at(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return the names of systems, and the titles of measures and of their groups."""
        if orientation == Qt.Orientation.Horizontal:
            return self._system_heading(section, role) if section < len(self.systems) else None
        row = self.rows[section] if section < len(self.rows) else ""
        if isinstance(row, str):
            if role == _Role.FontRole:
                font = QFont()
                font.setBold(True)
                return font
            return row if role in (_Role.DisplayRole, _Role.AccessibleTextRole) else None
        if role == _Role.DisplayRole:
            return row.title
        return f"{row.title}: {row.definition}" if role in (_Role.ToolTipRole, _Role.AccessibleTextRole) else None

    def _system_heading(self, section: int, role: int) -> str | None:
        name = self.systems[section]
        if role == _Role.DisplayRole:
            return self.tr("this system") if name is None else name
        if role in (_Role.ToolTipRole, _Role.AccessibleTextRole):
            said = self.tr("the system that is looked at") if name is None else name
            return as_it_is(said) if role == _Role.ToolTipRole else said
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return whether a column is shown, and the same in words."""
        column = self.column_at(index) if index.isValid() else None
        if column is None:
            return None
        shown = column in self.chosen
        if role == _Role.CheckStateRole:
            return Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked
        if role in (_Role.AccessibleTextRole, _Role.ToolTipRole):
            system = self.tr("the system that is looked at") if column.system is None else column.system
            state = self.tr("shown") if shown else self.tr("not shown")
            said = f"{column.metric.title}, {system}: {state}"
            return as_it_is(said) if role == _Role.ToolTipRole else said
        return None

    def setData(self, index: _Index, value: Any, role: int = _Role.EditRole) -> bool:  # noqa: N802
        """Show a column, or no longer."""
        column = self.column_at(index) if index.isValid() else None
        if column is None or role != _Role.CheckStateRole:
            return False
        others = [one for one in self.chosen if one != column]
        self.chosen = [*others, column] if Qt.CheckState(value) == Qt.CheckState.Checked else others
        self.dataChanged.emit(index, index, [_Role.CheckStateRole, _Role.AccessibleTextRole])
        self.changed.emit(list(self.chosen))
        return True
