"""The analyses that a system has of a sentence, as a table: what each would have scored, and which were the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from treelens.engine.analyses import Analyses, oracle, score_in_use
from treelens.engine.metrics import Metric

from ..plain import as_it_is
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
_TO_COME = "…"


def exact_score(metric: Metric, value: float) -> str:
    """Return a score with one decimal, a share in percent, and 100 only where nothing is wrong.

    >>> from treelens.engine.metrics import METRICS
    >>> [exact_score(METRICS["lp"], value) for value in (0.91234, 0.9999, 1.0)], exact_score(METRICS["axb"], -2.0)
    (['91.2', '99.9', '100'], '−2')
    """
    if not metric.is_share:
        return f"{value:g}".replace("-", "−")
    return "100" if value == 1 else f"{min(100 * value, 99.9):.1f}"


def _best(metric: Metric, scores: _Floats) -> NDArray[np.bool_]:
    """Say which scores are the best; none are where all are the same."""
    place = oracle(scores, metric)
    if place is None or not np.any(scores[~np.isnan(scores)] != scores[place]):
        return np.zeros(len(scores), dtype=np.bool_)
    found: NDArray[np.bool_] = scores == scores[place]
    return found


class AnalysisModel(OrderedModel):
    """Analyses down; number, the parser's own score, and measures across. One measure says which is the oracle."""

    NUMBER, OWN, FIRST_SCORE = range(3)

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = colours
        self.analyses = Analyses()
        self.metrics: list[Metric] = []
        self.scores: Mapping[str, _Floats] = {}  #: of all analyses, by measure, as far as they are computed
        self.by = ""  #: the measure that says which analysis is the oracle
        self.sorted_by = (self.NUMBER, Qt.SortOrder.AscendingOrder)  #: a column, and which way
        self._best: dict[str, NDArray[np.bool_]] = {}

    # --- what is shown --------------------------------------------------------------------------------------------

    def set_analyses(self, analyses: Analyses, metrics: Sequence[Metric]) -> None:
        """List analyses under these measures, without scores; the order that was chosen stays as far as it can."""
        self.beginResetModel()
        column = self.sorted_by[0] - self.FIRST_SCORE
        if column >= 0 and self.metrics[column:][:1] != list(metrics[column:][:1]):
            self.sorted_by = (self.NUMBER, Qt.SortOrder.AscendingOrder)
        self.analyses, self.metrics, self.scores, self._best = analyses, list(metrics), {}, {}
        names = [metric.name for metric in metrics]
        self.by = self.by if self.by in names else next(iter(names), "")
        self._begin_with(self._ordered(), len(analyses.numbers))
        self.endResetModel()

    def set_scores(self, scores: Mapping[str, _Floats]) -> None:
        """Show the scores of all analyses by measure, as far as they are computed."""
        self.scores = dict(scores)
        self._best = {
            metric.name: _best(metric, scores[metric.name]) for metric in self.metrics if metric.name in scores
        }
        self._show_order()

    def _show_order(self) -> None:
        """Bring rows into their order, and show what may be another in any of them."""
        self._sort_rows(self._ordered())
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    @property
    def judge(self) -> Metric | None:
        """The measure that says which analysis is the oracle."""
        return next((metric for metric in self.metrics if metric.name == self.by), None)

    @property
    def oracle(self) -> int | None:
        """The place of the analysis that should have been chosen; of equals, one that is in use."""
        if self.judge is None or self.by not in self.scores:
            return None
        scores = self.scores[self.by]
        best = oracle(scores, self.judge)
        return next(
            (place for place in self.analyses.in_use if best is not None and scores[place] == scores[best]), best
        )

    @property
    def now(self) -> float:
        """What the sentence scores now, by the same measure; NaN if it does not."""
        if self.judge is None or self.by not in self.scores:
            return float("nan")
        return score_in_use(self.scores[self.by], self.judge, self.analyses.in_use)

    def place_at(self, index: _Index) -> int:
        """Return which analysis is in a row."""
        return int(self.order[index.row()])

    # --- order ----------------------------------------------------------------------------------------------------

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; a measure says from then on which analysis is the oracle."""
        self.sorted_by = column, order
        if column >= self.FIRST_SCORE:
            self.by = self.metrics[column - self.FIRST_SCORE].name
        self._show_order()

    def _best_first(self, column: int) -> Qt.SortOrder:
        """Return the order in which the best of a column stands at the top."""
        place = column - self.FIRST_SCORE
        large = self.metrics[place].larger_is_better if place >= 0 else column == self.OWN
        return Qt.SortOrder.DescendingOrder if large else Qt.SortOrder.AscendingOrder

    def _ordered(self) -> Places:
        column, order = self.sorted_by
        keys: _Floats = np.arange(len(self.analyses.numbers), dtype=np.float64)
        if column == self.OWN:
            keys = np.array([np.nan if own is None else own for own in self.analyses.own], dtype=np.float64)
        elif column >= self.FIRST_SCORE:
            keys = self.scores.get(self.metrics[column - self.FIRST_SCORE].name, keys)
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
            spoken = self._spoken(place, column)
            return as_it_is(spoken) if role == _Role.ToolTipRole else spoken
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
        metric = self.metrics[column - self.FIRST_SCORE]
        if metric.name not in self.scores:
            return _TO_COME
        value = float(self.scores[metric.name][place])
        if np.isnan(value):
            return NOT_COMPARED
        text = exact_score(metric, value)
        return f"{BEST} {text}" if self._best[metric.name][place] else text

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
        best = self._best.get(self.metrics[column - self.FIRST_SCORE].name) if column >= self.FIRST_SCORE else None
        return best is not None and bool(best[place])

    def _colour(self, place: int, column: int) -> Any:
        if self._is_marked(place, column):
            return self.colours.good
        return self.colours.muted if self._text(place, column) in (NOT_COMPARED, _TO_COME) else None

    def _spoken(self, place: int, column: int) -> str:
        """Say what a cell says, with the words that its signs stand for."""
        if column == self.NUMBER:
            return self._spoken_number(place)
        title, text = self._titles(column)[0], self._text(place, column)
        if column >= self.FIRST_SCORE:
            title = self.metrics[column - self.FIRST_SCORE].title
            if text == _TO_COME:
                text = self.tr("not scored yet")
            elif text == NOT_COMPARED:
                text = self.tr("nothing to be said of this analysis")
            elif self._is_marked(place, column):
                text = self.tr("{}, the best of all").format(text.removeprefix(f"{BEST} "))
        return f"{title}: {text}"

    def _spoken_number(self, place: int) -> str:
        said = [self.tr("Analysis {} of {}").format(place + 1, len(self.analyses.numbers))]
        if place == next(iter(self.analyses.in_use), None):
            said.append(self.tr("in use: it is compared and scored"))
        elif place in self.analyses.in_use:
            said.append(self.tr("tied with the one in use: measures that average ties count it too"))
        if place == self.oracle and self.judge is not None:
            said.append(self.tr("oracle: the best by {}").format(self.judge.title))
        return "; ".join(said)
