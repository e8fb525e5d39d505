"""Systems under measures as a table: scores, ranks or z-scores, in any order, the best of each measure marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from treelens.engine.agreement import Scores, ranks
from treelens.engine.agreement.choices import z_scores
from treelens.engine.agreement.orders import rescaled
from treelens.engine.metrics import METRICS
from treelens.engine.sweep import System

from ..plain import as_it_is
from .roles import CellRole

__all__ = ["KINDS", "SystemCell", "SystemsModel"]

KINDS = ("scores", "ranks", "z-scores")

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_AT_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SystemCell:
    """All that is painted of a cell: a text, whether it is the best of its measure, and a bar from 0 to 1."""

    text: str
    best: bool = False
    part: float | None = None
    at_right: bool = True


class SystemsModel(QAbstractTableModel):
    """One row a system, one column a measure; what names a system stands in the first columns."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.systems: Sequence[System] = ()
        self.scores = Scores((), (), np.empty((0, 0)))
        self.kind = KINDS[0]
        self.current = -1
        self.named = ["system"]  #: the columns that name a system: family and parameter where there are any
        self.order: list[int] = []  #: systems as they are listed
        self.sorted_by: tuple[str, bool] = ("", False)  #: a column by its name, and whether downwards
        self._shown: Floats = np.empty((0, 0))
        self._parts: Floats = np.empty((0, 0))
        self._best: NDArray[np.bool_] = np.empty((0, 0), dtype=np.bool_)

    @property
    def columns(self) -> list[str]:
        """All columns by their names."""
        return [*self.named, *self.scores.metrics]

    def show(self, systems: Sequence[System], scores: Scores, kind: str) -> None:
        """Show other systems, scores, or another kind of numbers; what they are sorted by stays."""
        self.beginResetModel()
        self.systems, self.scores, self.kind = systems, scores, kind
        family = any(system.family for system in systems)
        parameter = any(system.parameter is not None for system in systems)
        self.named = ["system", *["family"] * family, *["parameter"] * parameter]
        metrics = scores.metrics
        placed = [ranks(scores.column(name), larger_is_better=scores.larger_is_better(name)) for name in metrics]
        self._best = _columns(
            [place == np.nanmin(place) if len(place) and not np.isnan(place).all() else place == 0 for place in placed],
            scores,
        )
        self._parts = _columns(
            [rescaled(scores.column(name), larger_is_better=scores.larger_is_better(name)) / 100 for name in metrics],
            scores,
        )
        self._shown = {"scores": scores.values, "ranks": _columns(placed, scores)}.get(
            kind, z_scores(scores) if kind == "z-scores" else scores.values
        )
        self._sort()
        self.endResetModel()

    def set_current(self, system: int) -> None:
        """Make the name of the system that is looked at stand out."""
        self.current = system
        if self.order:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.order) - 1, 0), [_Role.FontRole, CellRole])

    def row_of(self, system: int) -> int:
        """Return the row of a system; -1 if it is not listed."""
        return self.order.index(system) if system in self.order else -1

    # --- order ----------------------------------------------------------------------------------------------------

    def sort_by(self, column: int) -> None:
        """Sort by a column, the best first; once more, the other way round."""
        name = self.columns[column]
        self.layoutAboutToBeChanged.emit()
        before, down = self.sorted_by
        self.sorted_by = (name, not down) if name == before else (name, self._first_down(name))
        self._sort()
        self.layoutChanged.emit()

    def _first_down(self, name: str) -> bool:
        return name in self.scores.metrics and self.scores.larger_is_better(name)

    def _sort(self) -> None:
        name, down = self.sorted_by
        places = range(len(self.systems))
        if name in self.scores.metrics:
            column = self.scores.column(name)
            key = -column if down else column
            self.order = [int(place) for place in np.argsort(key, kind="stable")]  # NaN is last either way
        elif name == "parameter":
            numbers = np.array([np.nan if system.parameter is None else system.parameter for system in self.systems])
            self.order = [int(place) for place in np.argsort(-numbers if down else numbers, kind="stable")]
        elif name in ("system", "family"):
            texts = [(system.family if name == "family" else "", system.name) for system in self.systems]
            self.order = sorted(places, key=lambda place: texts[place], reverse=down)
        else:
            self.order = list(places)

    # --- what Qt asks for -----------------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of systems."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what columns are called."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        name = self.columns[section]
        titles = {"system": self.tr("System"), "family": self.tr("Family"), "parameter": self.tr("Parameter")}
        metric = METRICS.get(name)
        title = titles.get(name) if section < len(self.named) else metric.title if metric else name
        if role == _Role.DisplayRole:
            sign = " ▾" if self.sorted_by[1] else " ▴"
            return f"{title}{sign if self.sorted_by[0] == name else ''}"
        if role in (_Role.ToolTipRole, _Role.AccessibleTextRole):
            said = f"{title}: {metric.definition}" if metric and section >= len(self.named) else title
            return as_it_is(said) if role == _Role.ToolTipRole and said else said
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what stands in a cell, and the same in words."""
        if not index.isValid():
            return None
        place, column = self.order[index.row()], index.column()
        if role == _Role.FontRole and column == 0 and place == self.current:
            font = QFont()
            font.setBold(True)
            return font
        if role == _Role.TextAlignmentRole and column >= len(self.named):
            return _AT_RIGHT
        if role not in (_Role.DisplayRole, CellRole, _Role.ToolTipRole, _Role.AccessibleTextRole):
            return None
        cell = self._cell(place, column)
        if role == CellRole:
            return cell
        if role == _Role.DisplayRole:
            return cell.text
        spoken = self._spoken(place, column, cell)
        return as_it_is(spoken) if role == _Role.ToolTipRole else spoken

    def _cell(self, place: int, column: int) -> SystemCell:
        system, name = self.systems[place], self.columns[column]
        if column < len(self.named):
            number = "" if system.parameter is None else f"{system.parameter:g}"
            texts = {"system": system.name, "family": system.family, "parameter": number}
            return SystemCell(
                texts[name], best=name == "system" and place == self.current, at_right=name == "parameter"
            )
        at = column - len(self.named)
        value, part = float(self._shown[place, at]), float(self._parts[place, at])
        digits = {"scores": 2, "ranks": 1, "z-scores": 2}[self.kind]
        text = "–" if np.isnan(value) else f"{value:.{digits}f}".replace("-", "−")
        text = text.removesuffix(".0") if self.kind == "ranks" else text
        return SystemCell(text, bool(self._best[place, at]), None if np.isnan(part) else part)

    def _spoken(self, place: int, column: int, cell: SystemCell) -> str:
        name = self.headerData(column, Qt.Orientation.Horizontal).rstrip(" ▾▴")
        best = self.tr(", the best") if cell.best and column >= len(self.named) else ""
        return f"{self.systems[place].name}, {name}: {cell.text}{best}"


def _columns(columns: Sequence[NDArray[Any]], scores: Scores) -> NDArray[Any]:
    """Put columns beside each other; of no columns, as many rows as there are systems."""
    return np.column_stack(columns) if columns else np.empty((len(scores.systems), 0))
