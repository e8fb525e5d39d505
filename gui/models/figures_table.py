"""A table of names and numbers that sorts itself; each cell may lead somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from ..plain import as_it_is
from .cells import Cell
from .ordering import NOWHERE, OrderedModel, Places
from .roles import CellRole

__all__ = ["FiguresModel", "Heading", "Value", "share", "whole"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Heading:
    """What a column is called, and what that means."""

    title: str
    meaning: str = ""


@dataclass(frozen=True)
class Value:
    """What stands in a cell, what it is sorted by, and where it leads."""

    text: str
    key: float | str = ""
    leads: Any = None
    tone: str = "text"


def whole(number: int, leads: Any = None, tone: str = "text") -> Value:
    """Return a number; nought steps back, and leads nowhere.

    >>> whole(1200).text, whole(0).tone
    ('1,200', 'muted')
    """
    return Value(f"{number:,}", number, leads if number else None, tone if number else "muted")


def share(value: float | None, leads: Any = None) -> Value:
    """Return a share in percent; 100 only where nothing is wrong.

    >>> share(0.99999).text, share(1.0).text, share(None).text
    ('99.9', '100', '')
    """
    if value is None:
        return Value("", -1.0)
    text = "100" if value >= 1 else f"{min(100 * value, 99.9):.1f}"
    return Value(text, value, leads, "good" if value >= 1 else "text")


class FiguresModel(OrderedModel):
    """Rows of values below headings; the first column are names."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headings: Sequence[Heading] = ()
        self.rows: Sequence[Sequence[Value]] = ()
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None

    def set_rows(self, headings: Sequence[Heading], rows: Sequence[Sequence[Value]]) -> None:
        """Show other rows; the order that was chosen stays as long as the headings do."""
        self.beginResetModel()
        if [heading.title for heading in headings] != [heading.title for heading in self.headings]:
            self._sorted_by = None
        self.headings, self.rows = headings, rows
        self._begin_with(self._ordered(), len(rows))
        self.endResetModel()

    def value_at(self, index: _Index) -> Value | None:
        """Return what is in a cell."""
        return self.rows[int(self.order[index.row()])][index.column()] if index.isValid() else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equals stay as they were given."""
        self._sorted_by = (column, order) if column >= 0 else None
        self._sort_rows(self._ordered())

    def _ordered(self) -> Places:
        places = list(range(len(self.rows)))
        if self._sorted_by is not None and self._sorted_by[0] < len(self.headings):
            column, order = self._sorted_by
            down = order == Qt.SortOrder.DescendingOrder
            keys = [self.rows[place][column].key for place in places]
            places.sort(key=lambda place: keys[place], reverse=down)
        return np.array(places, dtype=np.int64)

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called, and what that means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.headings):
            return None
        if role == _Role.InitialSortOrderRole and section:
            return Qt.SortOrder.DescendingOrder.value
        heading = self.headings[section]
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return heading.title
        if role == _Role.ToolTipRole:
            return as_it_is(heading.meaning)
        return (_RIGHT if section else _LEFT) if role == _Role.TextAlignmentRole else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        value = self.value_at(index)
        if value is None:
            return None
        if role == CellRole:
            return Cell(value.text, value.tone, at_right=index.column() > 0)
        if role == _Role.DisplayRole:
            return value.text
        if role == _Role.AccessibleTextRole:
            name = self.rows[int(self.order[index.row()])][0].text
            return name if not index.column() else f"{name}, {self.headings[index.column()].title}: {value.text}"
        if role == _Role.ToolTipRole:
            return as_it_is(self.headings[index.column()].meaning)
        return (_RIGHT if index.column() else _LEFT) if role == _Role.TextAlignmentRole else None
