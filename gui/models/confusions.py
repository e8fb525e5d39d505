"""What a system confuses in attaching phrases, as a table that sorts and filters itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from treelens.engine.errors import Confusion, Count

from ..plain import as_it_is
from .ordering import NOWHERE, OrderedModel, Places

__all__ = ["ConfusionModel"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ConfusionModel(OrderedModel):
    """Confusions down; phrase, where it hangs, where it belongs, and numbers across."""

    PHRASE, SYSTEM, GOLD, REPAIRS, BRACKETS, DISTANCE, SENTENCES = range(7)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.confusions: list[tuple[Confusion, Count]] = []
        self._labels: list[str] = []
        self._numbers = np.zeros((0, 4))
        self._wanted = np.zeros(0, dtype=np.bool_)
        self._sorted_by = (self.REPAIRS, Qt.SortOrder.DescendingOrder)

    def set_confusions(self, confusions: Mapping[Confusion, Count]) -> None:
        """List these; the order that was chosen stays."""
        self.beginResetModel()
        self.confusions = sorted(confusions.items())
        self._labels = [" ".join(map(self._label, confusion)).casefold() for confusion, _ in self.confusions]
        rows = [
            (count.repairs, count.brackets, count.mean_distance, len(count.sentences)) for _, count in self.confusions
        ]
        self._numbers = np.array(rows, dtype=np.float64).reshape(-1, 4)
        self._wanted = np.ones(len(self.confusions), dtype=np.bool_)
        self._begin_with(self._ordered(), len(self.confusions))
        self.endResetModel()

    def confusion_at(self, index: _Index) -> tuple[Confusion, Count] | None:
        """Return the confusion in a row, and how often it is there."""
        return self.confusions[int(self.order[index.row()])] if index.isValid() else None

    def shown(self) -> list[tuple[Confusion, Count]]:
        """Return the rows as they are shown."""
        return [self.confusions[place] for place in self.order.tolist()]

    def filter(self, text: str) -> None:
        """Show only rows one of whose labels begins with each word of a text."""
        words = text.casefold().split()
        self._wanted = np.array(
            [all(any(each.startswith(word) for each in labels.split()) for word in words) for labels in self._labels],
            dtype=np.bool_,
        )
        self._change_order(self._ordered())

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equals stay in the order of their labels."""
        self._sorted_by = column, order
        self._sort_rows(self._ordered())

    def _ordered(self) -> Places:
        """Return the rows that are wanted in the order that is."""
        column, order = self._sorted_by
        if column < 0:
            return np.flatnonzero(self._wanted)
        keys = self._numbers[:, column - self.REPAIRS] if column >= self.REPAIRS else self._ranked(column)
        places = np.argsort(-keys if order == Qt.SortOrder.DescendingOrder else keys, kind="stable")
        return places[self._wanted[places]]

    def _ranked(self, column: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return the labels of a column as numbers in their order."""
        labels = np.array([confusion[column] for confusion, _ in self.confusions], dtype=object)
        return np.unique(labels, return_inverse=True)[1] if len(labels) else np.zeros(0, dtype=np.int64)

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else self.SENTENCES + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called, and what that means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section <= self.SENTENCES:
            return None
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self._titles()[section][0]
        if role == _Role.ToolTipRole:
            return self._titles()[section][1]
        return (_LEFT if section < self.REPAIRS else _RIGHT) if role == _Role.TextAlignmentRole else None

    def _titles(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Phrase"), self.tr("What is attached: the labels of what moves together")),
            (self.tr("Hangs under"), self.tr("What it hangs under in the system's tree")),
            (self.tr("Belongs under"), self.tr("What it hangs under in gold")),
            (self.tr("Repairs"), self.tr("How often that is")),
            (self.tr("Brackets"), self.tr("Bracket errors that are explained by it")),
            (self.tr("Words"), self.tr("Words between where it hangs and where it belongs, on average")),
            (self.tr("Sentences"), self.tr("Sentences in which that is")),
        ]

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        found = self.confusion_at(index)
        if found is None:
            return None
        if role == _Role.DisplayRole:
            return self._text(*found, index.column())
        if role == _Role.TextAlignmentRole:
            return _LEFT if index.column() < self.REPAIRS else _RIGHT
        if role == _Role.AccessibleTextRole:
            return self._spoken(*found) if index.column() == self.PHRASE else self._text(*found, index.column())
        if role == _Role.ToolTipRole:
            return as_it_is(self._spoken(*found))
        return None

    def _text(self, confusion: Confusion, count: Count, column: int) -> str:
        if column <= self.GOLD:
            return self._label(confusion[column])
        if column == self.DISTANCE:
            return f"{count.mean_distance:.1f}"
        return f"{(count.repairs, count.brackets, 0, len(count.sentences))[column - self.REPAIRS]:,}"

    def _label(self, label: str) -> str:
        """Return a label; what hangs under nothing is at the top."""
        return label or self.tr("top")

    def describe(self, confusion: Confusion) -> str:
        """Say in few words what is confused."""
        phrase, system, gold = map(self._label, confusion)
        if system == gold:
            return self.tr("{} under another {}").format(phrase, system)
        return self.tr("{} under {}, not {}").format(phrase, system, gold)

    def _spoken(self, confusion: Confusion, count: Count) -> str:
        """Say all of a row, for who hears its first cell."""
        phrase, system, gold = map(self._label, confusion)
        return self.tr(
            "{} hangs under {}, belongs under {}: {} repairs, {} brackets, {} words away, {} sentences"
        ).format(
            phrase,
            system,
            gold,
            f"{count.repairs:,}",
            f"{count.brackets:,}",
            f"{count.mean_distance:.1f}",
            f"{len(count.sentences):,}",
        )
