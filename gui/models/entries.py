"""A table of anything that sorts itself: rows of cells, each with what it is sorted by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from ..plain import as_it_is
from .cells import Cell
from .ordering import NOWHERE, OrderedModel, Places
from .roles import CellRole

__all__ = ["Entry", "EntryModel", "Heading", "Line"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Heading(NamedTuple):
    """A column: what it is called, what that means, whether it has numbers, and whether it is hidden in little room."""

    title: str
    meaning: str = ""
    numbers: bool = True
    spare: bool = False


class Entry(NamedTuple):
    """A cell and what it is sorted by; NaN comes last."""

    cell: Cell
    key: float | str


class Line(NamedTuple):
    """A row: its cells, all of it in words, and what it stands for."""

    entries: tuple[Entry, ...]
    spoken: str
    of: Any = None


class EntryModel(OrderedModel):
    """Rows of any kind; at first they stand as they were given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headings: tuple[Heading, ...] = ()
        self.lines: list[Line] = []
        self._sorted_by = (-1, Qt.SortOrder.AscendingOrder)

    def set_rows(self, headings: Sequence[Heading], lines: Sequence[Line]) -> None:
        """List these; the order that was chosen stays, unless columns are others."""
        self.beginResetModel()
        if tuple(headings) != self.headings and len(headings) != len(self.headings):
            self._sorted_by = (-1, Qt.SortOrder.AscendingOrder)
        self.headings, self.lines = tuple(headings), list(lines)
        self._begin_with(self._ordered(), len(self.lines))
        self.endResetModel()

    def line_at(self, index: _Index) -> Line | None:
        """Return what is in a row."""
        return self.lines[int(self.order[index.row()])] if index.isValid() else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equals stay as they were given. -1: all stay so."""
        self._sorted_by = column, order
        self._sort_rows(self._ordered())

    def _ordered(self) -> Places:
        column, order = self._sorted_by
        places = list(range(len(self.lines)))
        if 0 <= column < len(self.headings):
            keys = [line.entries[column].key for line in self.lines]
            known = [place for place in places if not _is_nan(keys[place])]
            known.sort(key=lambda place: keys[place], reverse=order == Qt.SortOrder.DescendingOrder)
            places = [*known, *(place for place in places if _is_nan(keys[place]))]
        return np.array(places, dtype=np.int64)

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called, and what that means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.headings):
            return None
        heading = self.headings[section]
        if role == _Role.InitialSortOrderRole and heading.numbers:
            return Qt.SortOrder.DescendingOrder.value
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return heading.title
        if role == _Role.ToolTipRole:
            return as_it_is(heading.meaning) or None
        return (_RIGHT if heading.numbers else _LEFT) if role == _Role.TextAlignmentRole else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        line = self.line_at(index)
        if line is None:
            return None
        cell, first = line.entries[index.column()].cell, index.column() == 0
        if role == CellRole:
            return cell
        if role == _Role.DisplayRole or (role == _Role.AccessibleTextRole and not first):
            return cell.text
        if role == _Role.TextAlignmentRole:
            return _RIGHT if cell.at_right else _LEFT
        return line.spoken if role in (_Role.ToolTipRole, _Role.AccessibleTextRole) else None


def _is_nan(key: float | str) -> bool:
    return isinstance(key, float) and math.isnan(key)
