"""Sentences with their phenomena: what gold has, what is recognised, what is missing and what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from treelens.engine.phenomena.outcomes import Outcome

from .cells import Cell, tool_tip
from .ordering import NOWHERE, OrderedModel, Places
from .roles import CellRole

__all__ = ["SIGNS", "OutcomeModel"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

#: What stands in front of a phenomenon, beside its colour.
SIGNS = {"right": "✓", "missing": "−", "made": "!", "beyond": "+", "core": "•"}


class OutcomeModel(OrderedModel):
    """A row for each sentence; chips in the columns, each with a sign of its own."""

    NUMBER, WORDS, GOLD, RIGHT, MISSING, WRONG = range(6)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.outcome: Outcome | None = None
        self._words_of: Callable[[int], str] = str
        self._of_suite = False
        self._sorted_by = (self.NUMBER, Qt.SortOrder.AscendingOrder)

    def set_outcome(self, outcome: Outcome | None, words_of: Callable[[int], str], *, of_suite: bool) -> None:
        """List sentences: all of a suite; without one, those in which something is lost or gained.

        *words_of* gives the words of a row.
        """
        self.beginResetModel()
        self.outcome, self._words_of, self._of_suite = outcome, words_of, of_suite
        self._begin_with(self._ordered(), len(outcome) if outcome is not None else 0)
        self.endResetModel()

    def sentence_at(self, index: _Index) -> int:
        """Return the sentence in a row, counted from 0; -1 if gold does not have it."""
        if self.outcome is None or not index.isValid():
            return -1
        return int(self.outcome.places[self.order[index.row()]])

    def names_at(self, index: _Index) -> list[str]:
        """Return the phenomena in a cell; of the number or the words, all that are wrong, or else all of gold's."""
        if self.outcome is None or not index.isValid():
            return []
        row, column = int(self.order[index.row()]), index.column()
        if column >= self.GOLD:
            return [name for _, name in self._chips(row, column)]
        wrong = [name for each in (self.MISSING, self.WRONG) for _, name in self._chips(row, each)]
        return wrong or [name for _, name in self._chips(row, self.GOLD)]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equals stay in the order of their numbers."""
        self._sorted_by = column, order
        self._sort_rows(self._ordered())

    def _ordered(self) -> Places:
        outcome = self.outcome
        if outcome is None:
            return np.zeros(0, dtype=np.int64)
        rows = np.arange(len(outcome), dtype=np.int64)
        if not self._of_suite:
            rows = np.flatnonzero((outcome.missing | outcome.beyond).any(axis=1)).astype(np.int64)
        column, order = self._sorted_by
        keys = self._keys(outcome, column)[rows]
        return rows[np.argsort(-keys if order == Qt.SortOrder.DescendingOrder else keys, kind="stable")]

    def _keys(self, outcome: Outcome, column: int) -> NDArray[np.int64]:
        tables = {
            self.GOLD: outcome.wanted,
            self.RIGHT: outcome.right,
            self.MISSING: outcome.missing,
            self.WRONG: outcome.made | outcome.beyond,
        }
        if column in tables:
            return np.asarray(tables[column].sum(axis=1).astype(np.int64))
        if column == self.WORDS:
            texts = [self._words_of(row).casefold() for row in range(len(outcome))]
            by_text = np.argsort(np.array(texts, dtype=object), kind="stable")
            ranks: NDArray[np.int64] = np.argsort(by_text, kind="stable")
            return ranks
        return np.where(outcome.places >= 0, outcome.places, len(outcome) + outcome.places.max(initial=0))

    # --- what Qt asks ---------------------------------------------------------------------------------------------

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else self.WRONG + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called, and what that means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section <= self.WRONG:
            return None
        if role == _Role.InitialSortOrderRole and section >= self.GOLD:
            return Qt.SortOrder.DescendingOrder.value
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self._titles()[section][0]
        if role == _Role.ToolTipRole:
            return self._titles()[section][1]
        return _LEFT if role == _Role.TextAlignmentRole else None

    def _titles(self) -> list[tuple[str, str]]:
        core = self.tr("What the suite says the sentence has; • is what it is about")
        gold = core if self._of_suite else self.tr("What is recognised in gold's tree")
        wrong = self.tr("! a likely error that was made, + what the suite does not list")
        gained = self.tr("+ what is recognised in the system's tree and not in gold's")
        return [
            (self.tr("No."), self.tr("The number of the sentence; – if gold does not have it")),
            (self.tr("Sentence"), ""),
            (self.tr("Gold"), gold),
            (self.tr("Recognised"), self.tr("✓ what is in gold and is recognised in the system's tree")),
            (self.tr("Missing"), self.tr("− what is in gold and is not recognised in the system's tree")),
            (self.tr("Error"), wrong if self._of_suite else gained),
        ]

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        if self.outcome is None or not index.isValid():
            return None
        row, column = int(self.order[index.row()]), index.column()
        if role == CellRole:
            return self._cell(row, column)
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            cell = self._cell(row, column)
            return cell.text or "; ".join(cell.chips)
        if role == _Role.ToolTipRole:
            return tool_tip(self._words_of(row) if column <= self.WORDS else "\n".join(self._cell(row, column).chips))
        return _LEFT if role == _Role.TextAlignmentRole else None

    def _cell(self, row: int, column: int) -> Cell:
        assert self.outcome is not None
        if column == self.NUMBER:
            place = int(self.outcome.places[row])
            return Cell(str(place + 1) if place >= 0 else "–", "muted")
        if column == self.WORDS:
            return Cell(self._words_of(row))
        if column in (self.RIGHT, self.MISSING) and not self.outcome.parsed[row]:
            return Cell(self.tr("no parse"), "bad") if column == self.RIGHT else self._chip_cell(row, column)
        return self._chip_cell(row, column)

    def _chip_cell(self, row: int, column: int) -> Cell:
        tone = {self.RIGHT: "good", self.MISSING: "bad", self.WRONG: "bad"}.get(column, "text")
        return Cell("", tone, chips=[f"{sign} {name}".strip() for sign, name in self._chips(row, column)])

    def _chips(self, row: int, column: int) -> list[tuple[str, str]]:
        """Return the phenomena in a cell, each with its sign."""
        outcome = self.outcome
        assert outcome is not None
        if column == self.GOLD:
            core = set(outcome.names_in(outcome.core, row))
            names = outcome.names_in(outcome.wanted, row)
            return [
                (SIGNS["core"] if name in core else "", name) for name in sorted(names, key=lambda n: n not in core)
            ]
        kinds = {self.RIGHT: ("right",), self.MISSING: ("missing",), self.WRONG: ("made", "beyond")}[column]
        return [(SIGNS[kind], name) for kind in kinds for name in outcome.names_in(getattr(outcome, kind), row)]
