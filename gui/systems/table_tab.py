"""Systems under measures, as a table that can be sorted by any of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QSplitter, QVBoxLayout, QWidget

from treelens.engine.sweep import Standings, Table

from ..models.sentence_scores import SentenceScores
from ..models.systems import KINDS, SystemsModel
from ..theme import Theme
from ..views.elided import Elided
from ..views.row_table import RowTable
from ..views.segments import Segments
from ..views.system_delegate import SystemDelegate
from ..widgets import label
from .choice import Choice

__all__ = ["TableTab"]

_NAME, _NUMBER = (130, 260), 92  #: widths of columns
_HEADER = 46


class TableTab(QWidget):
    """A click on a row looks at its system; Enter or a double click goes to its trees."""

    chosen = Signal(int)  #: a system
    entered = Signal(int)  #: a system whose trees are wanted

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SystemsModel(self)
        self.table = RowTable(self.tr("Systems under measures"))
        self.table.setModel(self.model)
        self.table.setMouseTracking(True)
        self.delegate = SystemDelegate(theme.interface, self)
        self.table.setItemDelegate(self.delegate)
        header = self.table.horizontalHeader()
        header.setSectionsClickable(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        header.setFixedHeight(_HEADER)
        header.setMinimumSectionSize(48)
        header.sectionClicked.connect(self.model.sort_by)
        self.kind = Segments(
            self.tr("Numbers"),
            [
                (KINDS[0], self.tr("Scores"), self.tr("Shares in percent, counts as they are")),
                (KINDS[1], self.tr("Ranks"), self.tr("1 is best; ties share the mean rank")),
                (KINDS[2], self.tr("z-scores"), self.tr("Standard deviations above the mean of all systems")),
            ],
        )
        self.kind.changed.connect(lambda _: self._show())
        self.note = label(
            self.tr("★ best under a measure · bars: from the worst system to the best · click a heading to sort"),
            "muted",
        )
        self._standings, self._choice = Standings(), Choice(())
        self.table.clicked.connect(lambda index: self.chosen.emit(self._at(index)))
        self.table.entered_row.connect(lambda index: self.entered.emit(self._at(index)))
        self.table.doubleClicked.connect(lambda index: self.entered.emit(self._at(index)))
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.setSpacing(12)
        head.addWidget(self.kind)
        head.addWidget(self.note, 1)
        self.sentences = SentenceScores(self)
        self.sentence_table = RowTable(self.tr("Sentences of the system"))
        self.sentence_table.setModel(self.sentences)
        self.sentence_table.horizontalHeader().setSectionsClickable(True)
        self.sentence_table.horizontalHeader().sectionClicked.connect(self.sentences.sort_by)
        self.whose = Elided("", "heading")
        self.whose.setContentsMargins(12, 8, 12, 4)
        below = QWidget()
        rows = QVBoxLayout(below)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.whose)
        rows.addWidget(self.sentence_table, 1)
        below.hide()
        self.below = below
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(self.table)
        self.parts.addWidget(below)
        self.parts.setSizes([400, 260])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.parts, 1)

    def show_sentences(self, table: Table | None) -> None:
        """Show the sentences of the system that stands out, if a table has them."""
        names, current = self._standings.names, self._choice.current
        system = names[current] if 0 <= current < len(names) else ""
        self.sentences.show(table, system, self._choice.metrics)
        self.whose.setText(self.tr("Sentences of {}").format(system))
        self.below.setVisible(table is not None and bool(self.sentences.rows))

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.delegate.colours = theme.interface
        self.table.viewport().update()

    def show_standings(self, standings: Standings, choice: Choice) -> None:
        """Show systems under the chosen measures."""
        self._standings, self._choice = standings, choice
        self._show()

    def show_choice(self, choice: Choice) -> None:
        """Mark another system."""
        self._choice = choice
        self.model.set_current(choice.current)
        self._select()

    def _show(self) -> None:
        columns = self.model.columns
        scores = self._standings.scores(self._choice.metrics, self._choice.average)
        if not self.model.sorted_by[0] and self._choice.metrics:
            first = self._choice.first
            self.model.sorted_by = (first, scores.larger_is_better(first))
        self.model.show(self._standings.systems, scores, self.kind.value())
        self.model.set_current(self._choice.current)
        if columns != self.model.columns:
            self._size_columns()
        self._select()

    def _size_columns(self) -> None:
        header = self.table.horizontalHeader()
        for section, name in enumerate(self.model.columns):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Interactive)
            if name in self.model.named[:2]:
                wide = self.table.sizeHintForColumn(section)
                self.table.setColumnWidth(section, max(_NAME[0] if name == "system" else 80, min(_NAME[1], wide)))
            else:
                self.table.setColumnWidth(section, _NUMBER + 12 * (name == "parameter"))

    def _select(self) -> None:
        row = self.model.row_of(self._choice.current)
        if row >= 0:
            self.table.setCurrentIndex(self.model.index(row, 0))
        else:
            self.table.clearSelection()

    def _at(self, index: QModelIndex) -> int:
        return self.model.order[index.row()]
