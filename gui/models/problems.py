"""What was wrong with the files, and what is to be known about them, as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from treelens.engine.problems import Problem
from treelens.engine.treebank import Treebank

from ..plain import as_it_is
from .ordering import NOWHERE, OrderedModel

__all__ = ["ProblemModel", "is_note", "problems_of"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex


def problems_of(banks: Iterable[Treebank]) -> list[Problem]:
    """Return the notes and the problems of files, file by file; a note is a problem without a line."""
    found: list[Problem] = []
    for bank in banks:
        found += [Problem(bank.path, 0, 0, note) for note in bank.notes]
        found += bank.problems
    return found


def _name(path: str) -> str:
    """Return how a file is called; one without an ending, as tables of profiles are, with its folder.

    >>> _name("runs/monday/result.gz"), _name("runs/monday.mrg")
    ('monday/result.gz', 'monday.mrg')
    """
    shown = 1 if PurePath(path.removesuffix(".gz")).suffix else 2
    return "/".join(PurePath(path).parts[-shown:])


def is_note(problem: Problem) -> bool:
    """Say whether something is told of a file as a whole."""
    return problem.line == 0


class ProblemModel(OrderedModel):
    """Problems down; file, place in it, and message across."""

    FILE, PLACE, MESSAGE = range(3)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problems: list[Problem] = []

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """List these, in this order."""
        self.beginResetModel()
        self.problems = list(problems)
        self._begin_with(np.arange(len(self.problems), dtype=np.int64), len(self.problems))
        self.endResetModel()

    def problem_at(self, index: _Index) -> Problem | None:
        """Return the problem in a row."""
        return self.problems[int(self.order[index.row()])] if index.isValid() else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equals stay in the order of files and lines."""
        keys: dict[int, Callable[[Problem], Any]] = {
            self.FILE: lambda problem: problem.path,
            self.PLACE: lambda problem: (problem.line, problem.column),
            self.MESSAGE: lambda problem: problem.message,
        }
        places = list(range(len(self.problems)))
        if column in keys:
            descending = order == Qt.SortOrder.DescendingOrder
            places.sort(key=lambda place: keys[column](self.problems[place]), reverse=descending)
        self._sort_rows(np.array(places, dtype=np.int64))

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else self.MESSAGE + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called."""
        if orientation != Qt.Orientation.Horizontal or role not in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return None
        titles = self.tr("File"), self.tr("Line"), self.tr("What is wrong")
        return titles[section] if 0 <= section <= self.MESSAGE else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        problem = self.problem_at(index)
        if problem is None:
            return None
        column = index.column()
        if role == _Role.DisplayRole:
            return self._text(problem, column)
        if role == _Role.ToolTipRole:
            return as_it_is(problem.path if column == self.FILE else self._text(problem, column))
        if role == _Role.AccessibleTextRole:
            return self._spoken(problem) if column == self.FILE else self._text(problem, column)
        return None

    def _text(self, problem: Problem, column: int) -> str:
        if column == self.FILE:
            return _name(problem.path)
        if column == self.MESSAGE:
            return problem.message
        return self.tr("note") if is_note(problem) else f"{problem.line}:{problem.column}"

    def _spoken(self, problem: Problem) -> str:
        """Say all of a row, for who hears its first cell."""
        name = _name(problem.path)
        if is_note(problem):
            return self.tr("note on {}: {}").format(name, problem.message)
        return self.tr("{}, line {}, column {}: {}").format(name, problem.line, problem.column, problem.message)
