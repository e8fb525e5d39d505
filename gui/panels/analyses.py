"""The panel "Analyses": all that the parser proposed for a sentence, what each would have scored, and the oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from treelens.engine.analyses import Analyses
from treelens.engine.metrics import Metric

from ..models.analyses import BEST, ORACLE, AnalysisModel, exact_score
from ..models.chosen import ChosenColumn, column_texts, columns_from
from ..theme import Theme
from ..typeahead import leave_letters
from ..views.elided import Elided
from ..views.row_table import RowTable
from ..widgets import button, label
from .columns import ColumnsDialog, columns_icon
from .seen import SeenPanel

__all__ = ["AnalysesPanel"]

_BESIDE = 34  #: beside a heading: its margins, and room for the sign of the order
_NUMBER, _OWN, _LEAST = 172, 84, 62  #: the least width of the first column, of the parser's own scores, and of others


class AnalysesPanel(SeenPanel):
    """A table of the analyses of a sentence, and a line that says what the best of them would have gained."""

    chosen = Signal(int)  #: the place of the analysis to be shown
    measures_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.measures: list[str] | None = None  #: those that somebody chose; None: the usual ones
        self.usual: list[str] = []  #: measures that fit what is open
        self._name = ""
        self._choosing: ColumnsDialog | None = None
        self._following = False
        self.model = AnalysisModel(theme.interface, self)
        self.table = RowTable(self.tr("Analyses of this sentence"))
        self.gain = Elided("", "")
        self.signs = label(self.tr("{} oracle   {} best of a column").format(ORACLE, BEST), "muted")
        self.columns_button = button("", "", self.tr("Choose measures"), name=self.tr("Choose measures of analyses"))
        self.message = label("", "muted", wrap=True)
        self._build_table()
        self._build()
        self.set_theme(theme)
        self.show_analyses("", Analyses(), ())

    def _build_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        leave_letters(table)
        header = table.horizontalHeader()
        header.setSortIndicator(AnalysisModel.NUMBER, Qt.SortOrder.AscendingOrder)
        table.setSortingEnabled(True)
        header.sortIndicatorChanged.connect(lambda *_: self._say_gain())
        table.selectionModel().currentRowChanged.connect(self._row_changed)

    def _build(self) -> None:
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.columns_button.setFixedWidth(30)
        self.columns_button.setStyleSheet("padding: 4px 0;")
        self.columns_button.clicked.connect(self.choose_measures)
        head = QHBoxLayout()
        head.setContentsMargins(10, 6, 8, 6)
        head.setSpacing(14)
        head.addWidget(self.gain, 1)
        head.addWidget(self.signs)
        head.addWidget(self.columns_button)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        self.stack.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)
        self.setFocusProxy(self.table)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.model.colours = theme.interface
        self.columns_button.setIcon(columns_icon(theme.interface.text))
        self.table.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give the first column the new room."""
        super().resizeEvent(event)
        self._fit()

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_analyses(self, name: str, analyses: Analyses, metrics: Sequence[Metric]) -> None:
        """List what a system has of a sentence, without scores."""
        self._name = name
        self._following = True
        self.model.set_analyses(analyses, metrics)
        self.table.horizontalHeader().setSortIndicator(*self.model.sorted_by)
        self._following = False
        self._fit()
        self._say_gain()
        no_parse = self.tr("{} has no parse of this sentence").format(name) if name else self.tr("nothing is open")
        self.message.setText(no_parse)
        self.stack.setCurrentWidget(self.table if analyses.numbers else self.message)
        self.signs.setVisible(len(analyses.numbers) > 1)

    def show_scores(self, scores: Mapping[str, NDArray[np.float64]]) -> None:
        """Show the scores of all analyses by measure, as far as they are known."""
        self.model.set_scores(scores)
        self._say_gain()

    def select(self, place: int | None) -> None:
        """Mark the analysis that is shown; None: the one in use."""
        in_use = self.model.analyses.in_use
        row = self.model.row_of(place if place is not None else in_use[0] if in_use else -1)
        if row >= 0 and row != self.table.currentIndex().row():
            self._following = True
            self.table.setCurrentIndex(self.model.index(row, 0))
            self._following = False

    def _row_changed(self, now: QModelIndex, before: QModelIndex) -> None:
        if now.isValid() and not self._following:
            self.chosen.emit(self.model.place_at(now))

    def _fit(self) -> None:
        """Give each column the room of its heading, and the first one the rest; own scores are shown if there are any.

        Where there is no rest the table scrolls.
        """
        header, own = self.table.horizontalHeader(), AnalysisModel.OWN
        self.table.setColumnHidden(own, all(score is None for score in self.model.analyses.own))
        font = header.font()
        font.setBold(True)
        metrics = QFontMetrics(font)
        rest = self.table.viewport().width()
        for section in range(own, self.model.columnCount()):
            title = self.model.headerData(section, Qt.Orientation.Horizontal)
            wide = max(metrics.horizontalAdvance(title) + _BESIDE, _OWN if section == own else _LEAST)
            header.resizeSection(section, wide)
            rest -= header.sectionSize(section)
        header.resizeSection(AnalysisModel.NUMBER, max(rest, _NUMBER))

    def _say_gain(self) -> None:
        """Say what the best analysis would have gained over the one in use."""
        self.gain.setText(self._gain())

    def _gain(self) -> str:
        model, number = self.model, len(self.model.analyses.numbers)
        best, judge = model.oracle, model.judge
        if not number:
            return self._name
        if number == 1:
            return self.tr("{}: one analysis").format(self._name)
        if judge is None or judge.name not in model.scores:
            return self.tr("{}: {} analyses").format(self._name, number)
        short = judge.title.partition(",")[0]
        if best is None:
            return self.tr("{} says nothing of these {} analyses").format(short, number)
        score = float(model.scores[judge.name][best])
        if score == model.now:
            return self.tr("None of {} is better than the analysis in use by {}").format(number, short)
        now = self.tr("n/a") if np.isnan(model.now) else exact_score(judge, model.now)
        said = self.tr("Best available of {}: analysis {}, {} {} instead of {}")
        return said.format(number, best + 1, short, exact_score(judge, score), now)

    # --- measures -------------------------------------------------------------------------------------------------

    def choose_measures(self) -> None:
        """Open the list of measures; what is chosen there stays for all sentences."""
        if self._choosing is not None:
            self._choosing.activateWindow()
            return
        chosen = columns_from(self.usual if self.measures is None else self.measures, ())
        self._choosing = ColumnsDialog((), chosen, "", self, usual=self.usual, errors=False)
        self._choosing.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._choosing.setWindowTitle(self.tr("Choose measures"))
        self._choosing.changed.connect(self._set_measures)
        self._choosing.finished.connect(self._chosen_measures)
        self._choosing.show()

    def _set_measures(self, columns: Sequence[ChosenColumn]) -> None:
        names = column_texts(columns)
        self.measures = None if names == self.usual else names
        self.measures_changed.emit()

    def _chosen_measures(self) -> None:
        self._choosing = None
        self.columns_button.setFocus(Qt.FocusReason.OtherFocusReason)
