"""The table of sentences: their words, any scores of any systems, and where two rankings disagree.

Nothing is kept for a row. The model holds one array of sentence numbers in the order they are listed, and makes texts
when a view asks for the rows it shows; sorting is one argsort, filtering one mask. Scores may arrive while the table is
shown: :meth:`SentenceModel.refresh` shows them, :meth:`SentenceModel.rerank` sorts them in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from treelens.engine.filters import Texts
from treelens.engine.metrics import Metric
from treelens.engine.scoring import STATUS_NAMES, Comparison, system_names
from treelens.engine.study import Study

from ..plain import as_it_is
from ..visible import visible
from . import cells, contrasts, error_cells
from .cells import Cell
from .chosen import ERRORS
from .known_errors import KnownErrors
from .ordering import NOWHERE, OrderedModel
from .ranking import CONTRASTS, Column, Earlier, Floats, Ranking
from .roles import CellRole, OwnerRole, PlaceRole, RankedRole, TitleRole

__all__ = ["SentenceModel"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | _MIDDLE
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | _MIDDLE


class SentenceModel(OrderedModel):
    """Sentences down; number, words, scores and rank gap across."""

    ranking_changed = Signal(object)  #: the new :class:`Ranking`

    NUMBER, WORDS, FIRST_SCORE = range(3)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.study: Study | None = None
        self.columns: list[Column] = []
        self.looked_at: int | None = None  #: the system that rows speak of; without one, that of the first column
        self.ranking = Ranking.by_measures()
        self.contrast = self.ranking  #: what the last column tells: how far columns are apart
        self._mask: NDArray[np.bool_] | None = None
        self._texts: Texts | None = None
        self._errors: KnownErrors | None = None
        self._earlier: Callable[[int, Metric], Floats | None] | None = None
        self._names: list[str] = []
        self._comparisons: dict[int, Comparison] = {}
        self._scores: dict[Column | Earlier, Floats] = {}
        self._ranked: dict[Column | Earlier, Floats] = {}  # the scores that the order was made of
        self._gaps: Floats = np.zeros(0)
        self._largest_gap = 0.0

    # --- what is shown --------------------------------------------------------------------------------------------

    def set_study(
        self,
        study: Study,
        texts: Texts | None = None,
        errors: KnownErrors | None = None,
        earlier: Callable[[int, Metric], Floats | None] | None = None,
    ) -> None:
        """Show a study from the beginning: no filter, ranked by the gap between E and T of the first system.

        Statuses are asked of ``study.comparison``; where the study is large, have it compared before. *texts* are the
        words of its sentences, where somebody has them already, *errors* what is known of what went wrong; *earlier*
        gives the scores of a system under a measure in the run that it is compared with.
        """
        self.beginResetModel()
        self.study = study
        self._texts, self._errors, self._mask, self.looked_at = texts, errors, None, None
        self._earlier = earlier
        self._names = system_names([bank.path for bank in study.systems])
        self._comparisons = {}
        self.columns = []
        self.ranking = self.contrast = Ranking.by_measures()
        self._begin_with(np.zeros(0, dtype=np.int64), len(study.gold))
        self._take_scores(self._read_needed())
        self._set_order(self._wanted_order())
        self.endResetModel()
        self.ranking_changed.emit(self.ranking)

    @property
    def texts(self) -> Texts:
        """The words of all sentences."""
        if self._texts is None:
            assert self.study is not None
            self._texts = Texts(self.study.gold)
        return self._texts

    @property
    def size(self) -> int:
        """The number of sentences there are, shown or not."""
        return len(self._rows)

    @property
    def largest_gap(self) -> float:
        """The largest difference of ranks there is."""
        return self._largest_gap

    @property
    def gap_column(self) -> int:
        """The number of the last column."""
        return self.FIRST_SCORE + len(self.columns)

    def set_columns(self, columns: Iterable[tuple[int, Metric]]) -> None:
        """Show these scores in place of others; only columns that are too many or too few come or go.

        Qt does not select a new column in a row that is selected: where columns were added, select the row again.
        """
        wanted = [Column(*column) for column in columns]
        self._scores |= {column: self._read(column) for column in wanted}
        common, first = min(len(wanted), len(self.columns)), self.FIRST_SCORE
        if len(self.columns) > common:
            self.beginRemoveColumns(NOWHERE, first + common, self.gap_column - 1)
            self.columns = self.columns[:common]
            self.endRemoveColumns()
        if len(wanted) > common:
            self.beginInsertColumns(NOWHERE, first + common, first + len(wanted) - 1)
            self.columns = wanted
            self.endInsertColumns()
        self.columns = wanted
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, self.NUMBER, self.gap_column)
        self._tell_numbers()

    def set_ranking(self, ranking: Ranking) -> None:
        """List the sentences in another order; a ranking by a gap also fills the last column."""
        self.ranking = ranking
        self._ranked = {}
        self.rerank()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, self.NUMBER, self.gap_column)
        self.ranking_changed.emit(ranking)

    def set_filter(self, mask: NDArray[np.bool_] | None) -> None:
        """List only the sentences that are marked, or all."""
        self._mask = mask
        self._change_order(self._wanted_order())

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Rank by a column: number as in the file, words by length, scores, and the size of the rank gap."""
        descending = order == Qt.SortOrder.DescendingOrder
        if column == self.WORDS:
            self.set_ranking(Ranking.by_length(descending=descending))
        elif self.FIRST_SCORE <= column < self.gap_column:
            self.set_ranking(Ranking.by_score(*self.columns[column - self.FIRST_SCORE], descending=descending))
        elif column == self.gap_column:
            self.set_ranking(replace(self.contrast, descending=descending))
        else:
            self.set_ranking(Ranking.as_in_file(descending=descending))

    def refresh(self, places: NDArray[Any]) -> None:
        """Show scores that have arrived for these sentences; the order stays until :meth:`rerank`."""
        rows = self.rows_of(places)
        for column in self.columns:
            self._scores[column] = self._read(column)
        if len(rows) and self.columns:
            first = self.index(int(rows.min()), self.FIRST_SCORE)
            self.dataChanged.emit(first, self.index(int(rows.max()), self.gap_column - 1))

    def show_errors(self, system: int) -> None:
        """Show errors of a system that have been explained meanwhile; where they are ranked by, they are sorted in."""
        column = Column(system, ERRORS)
        if column in self.ranking.columns:
            self.rerank()
        elif column in self.columns and len(self.order):
            self._scores[column] = self._read(column)
            section = self.FIRST_SCORE + self.columns.index(column)
            self.dataChanged.emit(self.index(0, section), self.index(len(self.order) - 1, section))

    def has_chips(self, section: int) -> bool:
        """Say whether a column shows chips, which take any room."""
        return self.FIRST_SCORE <= section < self.gap_column and self.columns[section - self.FIRST_SCORE][1] == ERRORS

    def rerank(self) -> None:
        """Rank again by the scores as they are now, if they are others than those that were ranked by."""
        if self.ranking.kind in CONTRASTS:
            self.contrast = self.ranking
        if self.study is None:
            return
        scores = self._read_needed()
        if scores.keys() == self._ranked.keys() and all(
            np.array_equal(values, self._ranked[column], equal_nan=True) for column, values in scores.items()
        ):
            return
        self._take_scores(scores)
        self._change_order(self._wanted_order())
        self._tell_numbers()

    def _tell_numbers(self) -> None:
        """Tell views that scores and gaps may be others."""
        if len(self.order):
            first = self.index(0, self.FIRST_SCORE)
            self.dataChanged.emit(first, self.index(len(self.order) - 1, self.gap_column))

    def sentence_at(self, row: int) -> int:
        """Return the sentence in a row, from 0; -1 if there is no such row."""
        return int(self.order[row]) if 0 <= row < len(self.order) else -1

    # --- numbers --------------------------------------------------------------------------------------------------

    def _read(self, column: Column | Earlier) -> Floats:
        if self.study is None or column.system >= len(self.study.systems):
            return np.full(len(self._rows), np.nan)
        if isinstance(column, Earlier):
            known = self._earlier(column.system, column.metric) if self._earlier else None
            return np.full(len(self._rows), np.nan) if known is None else known
        if column.metric == ERRORS:
            return self._errors.repairs(column.system) if self._errors else np.full(len(self._rows), np.nan)
        return self.study.scores(*column)

    def _read_needed(self) -> dict[Column | Earlier, Floats]:
        """Return all scores that are needed, as they are now."""
        needed = dict.fromkeys([*self.columns, *self.contrast.columns, *self.ranking.columns])
        return {column: self._read(column) for column in needed}

    def _take_scores(self, scores: dict[Column | Earlier, Floats]) -> None:
        """Show and rank by these scores."""
        self._scores, self._ranked = scores, dict(scores)
        self._gaps = self.contrast.contrast(self._scores.__getitem__)
        self._largest_gap = float(np.max(np.abs(self._gaps), initial=0, where=~np.isnan(self._gaps)))

    def _wanted_order(self) -> NDArray[np.int64]:
        if self.study is None:
            return self.order
        lengths = self.texts.lengths if self.ranking.kind == "length" else np.zeros(len(self.study.gold))
        same = (self.ranking.kind, self.ranking.columns) == (self.contrast.kind, self.contrast.columns)
        gaps = self._gaps if same else None
        order = self.ranking.order(self._scores.__getitem__, lengths, gaps)
        return order if self._mask is None else order[self._mask[order]]

    # --- what Qt asks for -----------------------------------------------------------------------------------------

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else self.gap_column + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called, and what it means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section <= self.gap_column:
            return None
        if role == _Role.TextAlignmentRole:
            return _LEFT if section <= self.WORDS or self.has_chips(section) else _RIGHT
        if role == RankedRole:
            return self.ranking.descending if self._is_ranked_by(section) else None
        title, owner, meaning = self._heading(section)
        texts: dict[int, Callable[[], str]] = {
            _Role.DisplayRole: lambda: f"{title} {owner}".rstrip(),
            _Role.ToolTipRole: lambda: as_it_is(meaning),
            _Role.AccessibleTextRole: lambda: self._spoken_heading(section, meaning),
            TitleRole: lambda: title,
            OwnerRole: lambda: owner,
        }
        return texts[role]() if role in texts else None

    def _heading(self, section: int) -> tuple[str, str, str]:
        """Return what a column is called, whose it is where that must be said, and what it means."""
        if section == self.NUMBER:
            return "#", "", self.tr("Place in the gold file")
        if section == self.WORDS:
            return self.tr("Sentence"), "", self.tr("The words of the gold tree; sorted by their number")
        if section == self.gap_column:
            title, meaning = contrasts.heading(self.contrast, self._name)
            return title, "", meaning
        number = section - self.FIRST_SCORE
        system, metric = self.columns[number]
        meaning = f"{metric.title}, {self._name(system)}: {metric.definition}"
        owner = cells.short_owner(self.columns, number, self._names, self.looked_at)
        return cells.short_title(self.columns, number), owner, meaning

    def _spoken_heading(self, section: int, meaning: str) -> str:
        return (
            self.tr("{}; the sentences are ranked by this").format(meaning) if self._is_ranked_by(section) else meaning
        )

    def _is_ranked_by(self, section: int) -> bool:
        """Say whether a column is what the sentences are ranked by."""
        kinds = {"file": self.NUMBER, "length": self.WORDS, **dict.fromkeys(CONTRASTS, self.gap_column)}
        if self.ranking.kind in kinds:
            return section == kinds[self.ranking.kind]
        return self.FIRST_SCORE <= section < self.gap_column and (
            self.columns[section - self.FIRST_SCORE] == self.ranking.columns[0]
        )

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        if not index.isValid():
            return None
        place, column = int(self.order[index.row()]), index.column()
        if role == PlaceRole:
            return place
        if role == CellRole:
            return self.cell(place, column)
        if role == _Role.DisplayRole:
            return self.cell(place, column).text
        if role == _Role.TextAlignmentRole:
            return _RIGHT if self.cell(place, column).at_right else _LEFT
        if role == _Role.AccessibleTextRole:
            return self._spoken(place, column)
        return self._tool_tip(place, column) if role == _Role.ToolTipRole else None

    def cell(self, place: int, section: int) -> Cell:
        """Return what is painted of a sentence in a column."""
        if section == self.NUMBER:
            return Cell(str(place + 1), "muted")
        if section == self.WORDS:
            return self._words_cell(place)
        if section == self.gap_column:
            gap = self.gap(place)
            bar = None if gap is None else gap / (self._largest_gap or 1)
            return Cell(
                contrasts.text(self.contrast, gap), "muted" if bar is not None else "text", at_right=True, bar=bar
            )
        if self.has_chips(section):
            return self._errors_cell(place, self._system_of(section))
        system, metric = column = self.columns[section - self.FIRST_SCORE]
        value, status = self._value(column, place), self._status(place, system)
        tone = cells.score_tone(metric, value, status)
        return Cell(cells.score_text(metric, value, status), tone, at_right=True)

    def _words_cell(self, place: int) -> Cell:
        text = visible(" ".join(self.texts.words(place))) or self.tr("(no gold tree)")
        compared = self._status(place, self._system_of(self.WORDS)) not in ("error", "skip")
        return Cell(text, "text" if compared else "muted", at_right=cells.is_right_to_left(text))

    def _errors_cell(self, place: int, system: int) -> Cell:
        kinds = self._errors.kinds(system, place) if self._errors else None
        text = error_cells.errors_text(kinds, self._status(place, system))
        return Cell(text, "muted", chips=error_cells.chips(kinds))

    def _spoken(self, place: int, section: int) -> str:
        """Return a cell as a screen reader says it."""
        if section == self.NUMBER:
            return self.tr("sentence {}").format(place + 1)
        if section == self.WORDS:
            return self._words_cell(place).text
        if section == self.gap_column:
            return contrasts.spoken(self.contrast, self.gap(place))
        system, metric = column = self.columns[section - self.FIRST_SCORE]
        status = self._status(place, system)
        if self.has_chips(section):
            kinds = self._errors.kinds(system, place) if self._errors else None
            return error_cells.spoken_errors(self._name(system), kinds, status)
        return cells.spoken_score(metric, self._name(system), self._value(column, place), status)

    def _tool_tip(self, place: int, section: int) -> str | None:
        """Return all that can be said of a cell; numbers and gaps speak for themselves."""
        if section in (self.NUMBER, self.gap_column):
            return None
        system, spoken = self._system_of(section), self._spoken(place, section)
        message = self._message(place, system)
        if not self.has_chips(section):
            return cells.tool_tip(spoken, message)
        sentences = self._errors.sentences(system, place) if self._errors else []
        return error_cells.errors_tip(spoken, sentences, message)

    # --- facts of a sentence --------------------------------------------------------------------------------------

    def gap(self, place: int) -> float | None:
        """Return the rank gap of a sentence, if it has one."""
        gap = float(self._gaps[place])
        return None if math.isnan(gap) else gap

    def _value(self, column: Column, place: int) -> float | None:
        value = float(self._scores[column][place])
        return None if math.isnan(value) else value

    def _name(self, system: int) -> str:
        return self._names[system] if system < len(self._names) else ""

    def _system_of(self, section: int) -> int:
        """Return the system that a column speaks of; number, words and gap speak of the one that is looked at."""
        if self.FIRST_SCORE <= section < self.gap_column:
            return self.columns[section - self.FIRST_SCORE].system
        if self.looked_at is not None:
            return self.looked_at
        return self.columns[0].system if self.columns else self.contrast.columns[0].system

    def _comparison(self, system: int) -> Comparison | None:
        if self.study is None or system >= len(self.study.systems):
            return None
        if system not in self._comparisons:  # asked for every cell that is painted: not by way of the study's lock
            self._comparisons[system] = self.study.comparison(system)
        return self._comparisons[system]

    def _status(self, place: int, system: int) -> str:
        comparison = self._comparison(system)
        return STATUS_NAMES[comparison.status[place]] if comparison else ""

    def _message(self, place: int, system: int) -> str:
        comparison = self._comparison(system)
        message = comparison.messages.get(place, "") if comparison else ""
        return f"{self._name(system)}: {message}" if message else ""
