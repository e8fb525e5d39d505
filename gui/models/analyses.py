"""The analyses that a system has of a sentence, as a table: what each would have scored, and which were the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from treelens.engine.analyses import Analyses, oracle, score_in_use
from treelens.engine.metrics import Metric

from ..theme import Colours
from .cells import NOT_COMPARED, short_title
from .ordering import NOWHERE, OrderedModel, Places

__all__ = ["BEST", "ORACLE", "AnalysisModel", "exact_score"]

ORACLE, BEST = "★", "▴"  #: the signs of the analysis that should have been chosen, and of the best score in a column

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_Floats = NDArray[np.float64]


def exact_score(metric: Metric, value: float) -> str:
    """Return a score with one decimal, a share in percent, and 100 only where nothing is wrong.

    >>> from treelens.engine.metrics import METRICS
    >>> [exact_score(METRICS["lp"], value) for value in (0.91234, 0.9999, 1.0)], exact_score(METRICS["axb"], -2.0)
    (['91.2', '99.9', '100'], '−2')
    """
    if not metric.is_share:
        return f"{value:g}".replace("-", "−")
    return "100" if value == 1 else f"{min(100 * value, 99.9):.1f}"


class AnalysisModel(OrderedModel):
    """Analyses down; number, the parser's own score, and measures across. One measure says which is the oracle."""

    NUMBER, OWN, FIRST_SCORE = range(3)

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = colours
        self.analyses = Analyses()
        self.metrics: list[Metric] = []
        self.scores: _Floats | None = None  #: a row each, a column a measure; None while they are being computed
        self.by = ""  #: the measure that says which analysis is the oracle
        self._sorted_by = (self.NUMBER, Qt.SortOrder.AscendingOrder)
        self._best = np.zeros((0, 0), dtype=np.bool_)

    # --- what is shown --------------------------------------------------------------------------------------------

    def set_analyses(self, analyses: Analyses, metrics: Sequence[Metric], scores: _Floats | None) -> None:
        """List analyses under these measures; the order that was chosen stays as far as its column does."""
        self.beginResetModel()
        column = self._sorted_by[0] - self.FIRST_SCORE
        if column >= 0 and self.metrics[column:][:1] != list(metrics[column:][:1]):
            self._sorted_by = (self.NUMBER, Qt.SortOrder.AscendingOrder)
        self.analyses, self.metrics, self.scores = analyses, list(metrics), scores
        names = [metric.name for metric in metrics]
        self.by = self.by if self.by in names else next(iter(names), "")
        self._best = self._best_scores()
        self._begin_with(self._ordered(), len(analyses.numbers))
        self.endResetModel()

    def _best_scores(self) -> NDArray[np.bool_]:
        """Say which scores are the best of their column; none are where all are the same."""
        found = np.zeros((len(self.analyses.numbers), len(self.metrics)), dtype=np.bool_)
        for column, metric in enumerate(self.metrics if self.scores is not None else ()):
            scores = self.column(column)
            place = oracle(scores, metric)
            known = scores[~np.isnan(scores)]
            if place is not None and np.any(known != scores[place]):
                found[:, column] = scores == scores[place]
        return found

    def column(self, number: int) -> _Floats:
        """Return the scores of all analyses under a measure."""
        assert self.scores is not None
        found: _Floats = self.scores[:, number]
        return found

    @property
    def judge(self) -> Metric | None:
        """The measure that says which analysis is the oracle."""
        return next((metric for metric in self.metrics if metric.name == self.by), None)

    @property
    def oracle(self) -> int | None:
        """The place of the analysis that should have been chosen; of equals, one that is in use."""
        if self.judge is None or self.scores is None:
            return None
        scores = self.column(self.metrics.index(self.judge))
        best = oracle(scores, self.judge)
        return next(
            (place for place in self.analyses.in_use if best is not None and scores[place] == scores[best]), best
        )

    @property
    def now(self) -> float:
        """What the sentence scores now, by the same measure; NaN if it does not."""
        if self.judge is None or self.scores is None:
            return float("nan")
        return score_in_use(self.column(self.metrics.index(self.judge)), self.judge, self.analyses.in_use)

    def place_at(self, index: _Index) -> int:
        """Return which analysis is in a row."""
        return int(self.order[index.row()])

    # --- order ----------------------------------------------------------------------------------------------------

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; a measure says from then on which analysis is the oracle."""
        self._sorted_by = column, order
        if column >= self.FIRST_SCORE:
            self.by = self.metrics[column - self.FIRST_SCORE].name
        self._sort_rows(self._ordered())
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def _best_first(self, column: int) -> Qt.SortOrder:
        """Return the order in which the best of a column stands at the top."""
        place = column - self.FIRST_SCORE
        large = self.metrics[place].larger_is_better if place >= 0 else column == self.OWN
        return Qt.SortOrder.DescendingOrder if large else Qt.SortOrder.AscendingOrder

    def _ordered(self) -> Places:
        column, order = self._sorted_by
        keys: _Floats = np.arange(len(self.analyses.numbers), dtype=np.float64)
        if column == self.OWN:
            keys = np.array([np.nan if own is None else own for own in self.analyses.own], dtype=np.float64)
        elif column >= self.FIRST_SCORE and self.scores is not None:
            keys = self.column(column - self.FIRST_SCORE)
        return np.argsort(-keys if order == Qt.SortOrder.DescendingOrder else keys, kind="stable")

    # --- what Qt asks for -----------------------------------------------------------------------------------------

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else self.FIRST_SCORE + len(self.metrics)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called, and what that means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role == _Role.TextAlignmentRole:
            return _LEFT if section == self.NUMBER else _RIGHT
        if role == _Role.InitialSortOrderRole:
            return self._best_first(section).value
        title, meaning = self._titles(section)
        if role == _Role.DisplayRole:
            return title
        return meaning if role in (_Role.ToolTipRole, _Role.AccessibleTextRole) else None

    def _titles(self, section: int) -> tuple[str, str]:
        if section == self.NUMBER:
            return self.tr("Analysis"), self.tr("The analyses in the order of the parser")
        if section == self.OWN:
            return self.tr("Score"), self.tr("The score that the parser itself gave")
        place = section - self.FIRST_SCORE
        metric = self.metrics[place]
        title = short_title([(0, each) for each in self.metrics], place)
        meaning = self.tr("{}: {}. Sorting by it makes it say which analysis is the oracle.")
        return title, meaning.format(metric.title, metric.definition)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        if not index.isValid():
            return None
        place, column = self.place_at(index), index.column()
        if role == _Role.DisplayRole:
            return self._text(place, column)
        if role == _Role.TextAlignmentRole:
            return _LEFT if column == self.NUMBER else _RIGHT
        if role in (_Role.AccessibleTextRole, _Role.ToolTipRole):
            return self._spoken(place, column)
        if role == _Role.ForegroundRole:
            return self._colour(place, column)
        if role == _Role.FontRole and self._is_marked(place, column):
            font = QFont()
            font.setBold(True)
            return font
        return None

    def _text(self, place: int, column: int) -> str:
        if column == self.NUMBER:
            sign = f"{ORACLE} " if place == self.oracle else ""
            return " · ".join([f"{sign}{place + 1}", *self._marks(place)])
        if column == self.OWN:
            own = self.analyses.own[place]
            return NOT_COMPARED if own is None else f"{own:g}".replace("-", "−")
        if self.scores is None:
            return "…"
        number = column - self.FIRST_SCORE
        value = float(self.scores[place, number])
        if np.isnan(value):
            return NOT_COMPARED
        text = exact_score(self.metrics[number], value)
        return f"{BEST} {text}" if self._best[place, number] else text

    def _marks(self, place: int) -> list[str]:
        """Say in words what an analysis is."""
        found = []
        if place in self.analyses.in_use:
            found.append(self.tr("in use") if place == self.analyses.in_use[0] else self.tr("tied"))
        if place == self.oracle:
            found.append(self.tr("oracle"))
        return found

    def _is_marked(self, place: int, column: int) -> bool:
        if column == self.NUMBER:
            return place == self.oracle
        return (
            column >= self.FIRST_SCORE
            and self.scores is not None
            and bool(self._best[place, column - self.FIRST_SCORE])
        )

    def _colour(self, place: int, column: int) -> Any:
        if self._is_marked(place, column):
            return self.colours.good
        return self.colours.muted if self._text(place, column) in (NOT_COMPARED, "…") else None

    def _spoken(self, place: int, column: int) -> str:
        """Say what a cell says, with the words that its signs stand for."""
        if column == self.NUMBER:
            return self._spoken_number(place)
        title = self._titles(column)[0]
        if column == self.OWN or self.scores is None:
            return f"{title}: {self._text(place, column)}"
        number = column - self.FIRST_SCORE
        value, metric = float(self.scores[place, number]), self.metrics[number]
        if np.isnan(value):
            return self.tr("{}: nothing to be said of this analysis").format(metric.title)
        said = f"{metric.title}: {exact_score(metric, value)}"
        return self.tr("{}, the best of all").format(said) if self._best[place, number] else said

    def _spoken_number(self, place: int) -> str:
        said = [self.tr("Analysis {} of {}").format(place + 1, len(self.analyses.numbers))]
        if place == next(iter(self.analyses.in_use), None):
            said.append(self.tr("in use: it is compared and scored"))
        elif place in self.analyses.in_use:
            said.append(self.tr("tied with the one in use: measures that average ties count it too"))
        if place == self.oracle and self.judge is not None:
            said.append(self.tr("oracle: the best by {}").format(self.judge.title))
        return "; ".join(said)
