"""Rows in an order that changes, told to Qt so that what is selected stays selected.

A sort keeps all rows, a filter takes some away and brings others back. Qt wants these told apart: rows change their
places in a *layout change*, and come and go in stretches. So rows that leave are first sorted to the end and cut off
there, rows that come are put at the end and then sorted in: two stretches at most, however many sentences change.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex

__all__ = ["NOWHERE", "OrderedModel"]

Places = NDArray[np.int64]

#: The parent of a table's rows.
NOWHERE = QModelIndex()


class OrderedModel(QAbstractTableModel):
    """A table whose rows are some of the places 0 … size − 1, in any order; nothing is kept by row but numbers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.order: Places = np.zeros(0, dtype=np.int64)  #: the place in each row
        self._rows: Places = np.zeros(0, dtype=np.int64)  # the row of each place, -1 if it has none

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NOWHERE) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.order)

    def row_of(self, place: int) -> int:
        """Return the row of a place, -1 if it has none."""
        return int(self._rows[place]) if 0 <= place < len(self._rows) else -1

    def rows_of(self, places: NDArray[Any]) -> Places:
        """Return the rows of places, those that have one."""
        rows: Places = self._rows[places]
        return rows[rows >= 0]

    def _begin_with(self, order: Places, size: int) -> None:
        """Take over an order of other things altogether; to be called within a reset."""
        self._rows = np.full(size, -1, dtype=np.int64)
        self._set_order(order)

    def _set_order(self, order: Places) -> None:
        self.order = order
        self._rows.fill(-1)
        self._rows[order] = np.arange(len(order))

    def _change_order(self, order: Places) -> None:
        """Come to another order of the same places, some of which may come or go."""
        wanted = np.zeros(len(self._rows), dtype=np.bool_)
        wanted[order] = True
        stay = wanted[self.order]
        kept, leaving = self.order[stay], self.order[~stay]
        coming = order[self._rows[order] < 0]
        if len(leaving):
            self._sort_rows(np.concatenate([kept, leaving]))
            self.beginRemoveRows(NOWHERE, len(kept), len(self.order) - 1)
            self._set_order(kept)
            self.endRemoveRows()
        if len(coming):
            self.beginInsertRows(NOWHERE, len(kept), len(kept) + len(coming) - 1)
            self._set_order(np.concatenate([kept, coming]))
            self.endInsertRows()
        self._sort_rows(order)

    def _sort_rows(self, order: Places) -> None:
        """Put the same rows into another order; whatever points at one goes with it."""
        if np.array_equal(order, self.order):
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        places = [(int(self.order[index.row()]), index.column()) for index in before]
        self._set_order(order)
        self.changePersistentIndexList(before, [self.index(self.row_of(place), column) for place, column in places])
        self.layoutChanged.emit()
