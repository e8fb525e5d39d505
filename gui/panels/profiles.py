"""The panel "Profiles": questions about gold and a system, and what is used more or less; all lead to sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.filters.wording import quoted
from treelens.engine.profiles import QUESTIONS, USES, Change

from ..models.cells import gap_text
from ..models.changes import ChangeModel
from ..plain import as_it_is
from ..theme import Theme
from ..views.row_table import RowTable
from ..views.sentence_delegate import SentenceDelegate, paint_cells
from ..widgets import label
from .seen import SeenPanel

__all__ = ["ProfilesPanel"]

_WIDTHS = {ChangeModel.GOLD: 62, ChangeModel.SYSTEM: 70, ChangeModel.DIFFERENCE: 112}
_QUESTIONS = 244  #: the width of the questions at first
_BESIDE = 15  #: blank behind numbers: they end where their headings do

#: What is counted, in words: in derivations, and in other trees.
_DERIVED = {"rules": "Rules", "entries": "Lexical entries", "types": "Lexical types"}
_OTHERS = {"rules": "Labels", "entries": "Tags"}


def _said(text: str) -> str:
    return QCoreApplication.translate("ProfilesPanel", text)


class ProfilesPanel(SeenPanel):
    """Questions with the number of their sentences, and tables of what is used otherwise than in gold."""

    filter_wanted = Signal(str)  #: the filter that lists what was chosen

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.questions = QTreeWidget()
        self.kinds = QTabBar()
        self.model = ChangeModel(self)
        self.table = RowTable(self.tr("What is used more or less often than in gold"))
        self.message = label("", "muted", wrap=True)
        self.changes: Mapping[str, Sequence[Change]] | None = None  #: None while they are being counted
        self._items: dict[str, QTreeWidgetItem] = {}
        self._build_questions()
        self._build_table()
        self._build()
        self.set_theme(theme)
        self.show_name("", derived=False)

    def _build_questions(self) -> None:
        questions = self.questions
        questions.setAccessibleName(self.tr("Questions about two profiles"))
        questions.setColumnCount(2)
        questions.setRootIsDecorated(False)
        questions.setFrameShape(QFrame.Shape.NoFrame)
        header = questions.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        questions.setStyleSheet("QTreeWidget::item { padding: 4px 8px; } QHeaderView::section { padding: 6px 8px; }")
        for question in QUESTIONS:
            item = QTreeWidgetItem([_said(question.title).capitalize(), ""])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(0, as_it_is(question.filter))
            questions.addTopLevelItem(item)
            self._items[question.name] = item
        questions.itemClicked.connect(self._ask)
        questions.itemActivated.connect(self._ask)

    def _build_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        header = table.horizontalHeader()
        header.setSectionResizeMode(ChangeModel.NAME, QHeaderView.ResizeMode.Stretch)
        for section, width in _WIDTHS.items():
            header.resizeSection(section, width)
        header.setSortIndicator(ChangeModel.DIFFERENCE, Qt.SortOrder.DescendingOrder)
        table.setSortingEnabled(True)
        table.clicked.connect(self._choose)
        table.entered_row.connect(self._choose)

    def _build(self) -> None:
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.kinds.setAccessibleName(self.tr("What is counted"))
        self.kinds.setDrawBase(False)
        self.kinds.setExpanding(False)
        for what in USES:
            self.kinds.setTabData(self.kinds.addTab(what), what)
        self.kinds.currentChanged.connect(lambda _: self._show_kind())
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        self.stack.addWidget(self.table)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.kinds)
        column.addWidget(self.stack, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setObjectName("profiles-parts")
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.addWidget(self.questions)
        splitter.addWidget(right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([_QUESTIONS, 2 * _QUESTIONS])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(splitter, 1)
        self.setFocusProxy(self.questions)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        paint_cells(self.table, theme.interface, _BESIDE)
        self._fit()

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_name(self, name: str, *, derived: bool) -> None:
        """Say whose answers are shown, those of a system; what is counted in *derived* trees has other names."""
        titles = _DERIVED if derived else _OTHERS
        for tab in range(self.kinds.count()):
            self.kinds.setTabText(tab, _said(titles.get(self.kinds.tabData(tab), "")))
            self.kinds.setTabVisible(tab, self.kinds.tabData(tab) in titles)
        self.questions.setHeaderLabels([self.tr("{} against gold").format(name) if name else self.tr("Question"), ""])
        self.show_answers({}, meanings=True)
        self.show_changes(None)

    def show_answers(self, numbers: Mapping[str, int], *, meanings: bool) -> None:
        """Show how many sentences answer each question; what is not known yet is said so, or that it cannot be."""
        for question in QUESTIONS:
            item = self._items[question.name]
            askable = meanings or not question.needs_meanings
            item.setData(0, Qt.ItemDataRole.UserRole, question.filter if askable else None)
            text, why = self._number(numbers.get(question.name), askable)
            item.setText(1, text)
            item.setToolTip(1, as_it_is(why))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{item.text(0)}: {self._spoken(text, why)}")

    def _spoken(self, text: str, why: str) -> str:
        return why or self.tr("{} sentences").format(text)

    def _number(self, number: int | None, askable: bool) -> tuple[str, str]:
        """Return what stands behind a question, and why it is no number."""
        if not askable:
            return self.tr("n/a"), self.tr("One of the files, or both, have no meanings")
        if number is None:
            return "…", self.tr("Not counted yet; choosing it counts it at once")
        return f"{number:,}", ""

    def show_changes(self, changes: Mapping[str, Sequence[Change]] | None) -> None:
        """Show what is used more or less often, by kind; None while that is being counted."""
        self.changes = changes
        self._show_kind()

    def _show_kind(self) -> None:
        what = self.kinds.tabData(self.kinds.currentIndex())
        self.model.set_changes(self.changes.get(what, ()) if self.changes is not None else ())
        counting = self.tr("counting…")
        self.message.setText(counting if self.changes is None else self.tr("nothing is used more or less than in gold"))
        self.stack.setCurrentWidget(self.table if self.model.rowCount() else self.message)
        self._fit()

    def _fit(self) -> None:
        """Leave as much room for a number beside its bar as the widest needs."""
        delegate = self.table.itemDelegate()
        if isinstance(delegate, SentenceDelegate):
            widest = gap_text(-float("9" * len(str(self.model.largest))))
            delegate.number_width = QFontMetrics(self.table.font()).horizontalAdvance(widest) + 2

    # --- what is chosen -------------------------------------------------------------------------------------------

    def _ask(self, item: QTreeWidgetItem) -> None:
        if wanted := item.data(0, Qt.ItemDataRole.UserRole):
            self.filter_wanted.emit(wanted)

    def _choose(self, index: QModelIndex) -> None:
        change = self.model.change_at(index)
        if change is not None:
            self.filter_wanted.emit(f"use:{quoted(change.name)}")
