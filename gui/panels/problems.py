"""The list of what was wrong with the files, each with its place in the file."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.problems import Problem

from ..models.problems import ProblemModel, is_note
from ..widgets import label, leave_drops

__all__ = ["ProblemsPanel"]


class ProblemsPanel(QWidget):
    """A table of problems above; the line of the file, with a caret under the place, below."""

    chosen = Signal(object)  #: the :class:`Problem` that was walked to, clicked or activated

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ProblemModel(self)
        self.table = QTableView()
        self.details = QPlainTextEdit()
        leave_drops(self.details)
        self.nothing = label(self.tr("nothing was wrong with the files"), "muted", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._build_table()
        self._build_details()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(self.table)
        self.splitter.addWidget(self.details)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setSizes([1000, self.details.minimumHeight()])
        self.splitter.setChildrenCollapsible(False)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(self.splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)
        self.setFocusProxy(self.table)

    def _build_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setAccessibleName(self.tr("Problems of the files"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setStyleSheet("QTableView { outline: 0; }")  # the whole row is marked, not one cell of it
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(28)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.resizeSection(ProblemModel.FILE, 160)
        header.resizeSection(ProblemModel.PLACE, 80)
        header.setSectionResizeMode(ProblemModel.MESSAGE, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)  # as in the files until a heading is clicked
        table.setSortingEnabled(True)
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        table.activated.connect(self._choose)

    def _build_details(self) -> None:
        self.details.setReadOnly(True)
        self.details.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.details.setTabChangesFocus(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.details.setAccessibleName(self.tr("The place in the file"))
        self.details.setPlaceholderText(self.tr("Choose a row to see the place in its file."))
        self.details.setMinimumHeight(6 * self.details.fontMetrics().lineSpacing())

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """List these problems; see :func:`problems_of` for notes."""
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.model.set_problems(problems)
        self.details.clear()
        self.stack.setCurrentIndex(bool(problems))

    @property
    def count(self) -> int:
        """The number of problems; notes are none."""
        return sum(not is_note(problem) for problem in self.model.problems)

    def _row_changed(self, now: QModelIndex, before: QModelIndex) -> None:
        problem = self.model.problem_at(now)
        self.details.setPlainText(self._details(problem) if problem else "")
        self._choose(now)

    def _choose(self, index: QModelIndex) -> None:
        if (problem := self.model.problem_at(index)) is not None:
            self.chosen.emit(problem)

    def _details(self, problem: Problem) -> str:
        if is_note(problem):
            return f"{problem.path}: {problem.message}"
        lost = ""
        if problem.sentence is not None and problem.lost:
            lost = self.tr("Sentence {} is lost by it.").format(problem.sentence + 1)
        return f"{problem.report()}\n{lost}".rstrip("\n")
