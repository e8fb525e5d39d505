"""What two profiles use more or less often than each other, as a table that sorts itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from treelens.engine.profiles import Change

from ..plain import as_it_is
from .cells import Cell, gap_text
from .ordering import NOWHERE, OrderedModel, Places
from .roles import CellRole

__all__ = ["ChangeModel"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ChangeModel(OrderedModel):
    """Names down; how often gold and the system use each, and the difference, across."""

    NAME, GOLD, SYSTEM, DIFFERENCE = range(4)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.changes: list[Change] = []
        self.largest = 0  #: the largest difference, whichever its sign
        self._sorted_by = (self.DIFFERENCE, Qt.SortOrder.DescendingOrder)

    def set_changes(self, changes: Sequence[Change]) -> None:
        """List these; the order that was chosen stays."""
        self.beginResetModel()
        self.changes = list(changes)
        self.largest = max((abs(change.difference) for change in changes), default=0)
        self._begin_with(self._ordered(), len(self.changes))
        self.endResetModel()

    def change_at(self, index: _Index) -> Change | None:
        """Return what is in a row."""
        return self.changes[int(self.order[index.row()])] if index.isValid() else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, differences by their size; equals stay in the order of their names."""
        self._sorted_by = column, order
        self._sort_rows(self._ordered())

    def _ordered(self) -> Places:
        column, order = self._sorted_by
        by_name = sorted(range(len(self.changes)), key=lambda place: self.changes[place].name)
        down = order == Qt.SortOrder.DescendingOrder
        if column == self.NAME:
            return np.array(by_name[::-1] if down else by_name, dtype=np.int64)
        sizes = [self._number(self.changes[place], column) for place in by_name]
        keys = np.abs(np.array(sizes, dtype=np.int64))
        return np.array(by_name, dtype=np.int64)[np.argsort(-keys if down else keys, kind="stable")]

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else self.DIFFERENCE + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called, and what that means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section <= self.DIFFERENCE:
            return None
        if role == _Role.InitialSortOrderRole and section != self.NAME:
            return Qt.SortOrder.DescendingOrder.value
        title, meaning = self._titles()[section]
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return title
        if role == _Role.ToolTipRole:
            return meaning
        return (_LEFT if section == self.NAME else _RIGHT) if role == _Role.TextAlignmentRole else None

    def _titles(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Name"), self.tr("What is used; a click lists the sentences in which its use differs")),
            (self.tr("Gold"), self.tr("How often it is in gold, in sentences that both sides have a parse of")),
            (self.tr("System"), self.tr("How often it is in the system's trees of the same sentences")),
            (self.tr("Difference"), self.tr("How much more often the system uses it")),
        ]

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        change = self.change_at(index)
        if change is None:
            return None
        column = index.column()
        if role == CellRole:
            bar = change.difference / self.largest if column == self.DIFFERENCE else None
            return Cell(self._text(change, column), at_right=column != self.NAME, bar=bar)
        if role == _Role.DisplayRole:
            return self._text(change, column)
        if role == _Role.TextAlignmentRole:
            return _LEFT if column == self.NAME else _RIGHT
        if role == _Role.ToolTipRole or (role == _Role.AccessibleTextRole and column == self.NAME):
            said = self.tr("{}: {} in gold, {} in the system, difference {}")
            said = said.format(change.name, f"{change.gold:,}", f"{change.system:,}", gap_text(change.difference))
            return as_it_is(said) if role == _Role.ToolTipRole else said
        return self._text(change, column) if role == _Role.AccessibleTextRole else None

    def _text(self, change: Change, column: int) -> str:
        if column == self.NAME:
            return change.name
        return gap_text(change.difference) if column == self.DIFFERENCE else f"{self._number(change, column):,}"

    def _number(self, change: Change, column: int) -> int:
        return {self.GOLD: change.gold, self.SYSTEM: change.system, self.DIFFERENCE: change.difference}[column]
