"""The list of sentences: filter, ranking, table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.filters import Context, FilterError, parse

from ..models.sentences import SentenceModel
from ..theme import Theme
from ..views.sentence_delegate import SentenceDelegate
from ..widgets import label

__all__ = ["SentencesPanel"]


class SentencesPanel(QWidget):
    """Which sentences there are, and which one is looked at."""

    chosen = Signal(int)  #: a sentence, counted from 0
    ranking_wanted = Signal(int)
    system_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context: Context | None = None
        self._matching: NDArray[np.bool_] | None = None
        self._brushed: NDArray[np.bool_] | None = None
        self.model = SentenceModel(self)
        self.system = QComboBox()
        self.system.setAccessibleName(self.tr("System"))
        self.ranking = QComboBox()
        self.ranking.setAccessibleName(self.tr("Ranking"))
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter: word, label:NP, len:>20, f1:<50, /tgrep/ …"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.complaint = label("", "muted", wrap=True)
        self.complaint.hide()
        self.table = QTableView()
        self._build(theme)
        self.filter.textChanged.connect(self._filter)
        self.ranking.activated.connect(self.ranking_wanted)
        self.system.activated.connect(self.system_wanted)

    def _build(self, theme: Theme) -> None:
        table = self.table
        table.setModel(self.model)
        table.setItemDelegate(SentenceDelegate(theme.interface, table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.setSortingEnabled(True)
        table.setAccessibleName(self.tr("Sentences"))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(30)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setSortIndicatorShown(False)
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        choosers = QHBoxLayout()
        choosers.addWidget(self.system, 2)
        choosers.addWidget(self.ranking, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 4)
        layout.setSpacing(6)
        layout.addLayout(choosers)
        layout.addWidget(self.filter)
        layout.addWidget(self.complaint)
        layout.addWidget(table, 1)
        self.setMinimumWidth(340)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.table.setItemDelegate(SentenceDelegate(theme.interface, self.table))

    def fit_columns(self) -> None:
        """Give the sentence the room that numbers do not need."""
        header = self.table.horizontalHeader()
        for column in range(self.model.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, 40)
        header.setMinimumSectionSize(36)
        header.resizeSection(0, 42)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(self.model.columnCount() - 1, 112)

    def _row_changed(self, now: QModelIndex, before: QModelIndex) -> None:
        if now.isValid():
            self.chosen.emit(self.model.sentence_at(now.row()))

    def go_to(self, sentence: int) -> bool:
        """Select a sentence; say whether the filter lets it be seen."""
        row = self.model.row_of(sentence)
        if row is None or row < 0:
            return False
        index = self.model.index(row, 0)
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        return True

    def step(self, by: int) -> bool:
        """Go to the next or previous row; say whether there is one."""
        row = self.table.currentIndex().row() + by
        if not 0 <= row < self.model.rowCount():
            return False
        self.table.setCurrentIndex(self.model.index(row, 0))
        return True

    def _filter(self, text: str) -> None:
        if self.context is None:
            return
        try:
            self._matching = parse(text).matches(self.context) if text.strip() else None
        except FilterError as error:
            self.complaint.setText(str(error))
            self.complaint.setVisible(True)
            return
        self.complaint.setVisible(False)
        self._narrow()

    def filter_again(self, term: str) -> None:
        """Filter once more if the filter has this term, because what it looks at has changed."""
        if term in self.filter.text():
            self._filter(self.filter.text())

    def set_brush(self, mask: NDArray[np.bool_] | None) -> None:
        """Show only sentences that were selected in a plot, within what the filter lets through."""
        self._brushed = mask
        self._narrow()

    def _narrow(self) -> None:
        masks = [mask for mask in (self._matching, self._brushed) if mask is not None]
        self.model.set_filter(np.logical_and.reduce(masks) if masks else None)
        if not self.table.currentIndex().isValid() and self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(0, 0))

    def show_sentence(self, sentence: int) -> None:
        """Go to a sentence, clearing the filter if that hides it."""
        if not self.go_to(sentence):
            self.filter.clear()
            self.go_to(sentence)

    def focus_filter(self) -> None:
        """Put the cursor into the filter box."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()
