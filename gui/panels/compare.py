"""The panel "Compare": a system against another, how certain the difference is, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontDatabase, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QSpinBox,
    QStackedWidget,
    QTabBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.agreement.significance import NOT_COVERED
from treelens.engine.metrics.base import AVERAGES

from ..models.entries import Heading, Line
from ..plain import as_it_is
from ..rivals import Place
from ..theme import Theme
from ..views.elided import Elided
from ..views.entry_table import EntryTable
from ..widgets import button, label
from .ranking import NarrowBox

__all__ = ["ComparePanel"]

SCORES, WHERE, PARTS = "scores", "where", "parts"  #: what the tabs show
ALL_OTHERS = -1  #: in place of another system's number

_BY = {
    "label": "Label",
    "span": "Words in the bracket",
    "length": "Words in the sentence",
    "depth": "Depth",
    "head": "Tag of the head",
    "tag": "Tag of the word",
    "error": "Kind of error",
}
_CORRECTIONS = {"holm": "Holm", "bh": "B–H (FDR)", "none": "uncorrected"}
_MOST_SEEDS = 999_999


def _said(text: str) -> str:
    return QCoreApplication.translate("ComparePanel", text)


class ComparePanel(QWidget):
    """Choosers above, tabs, and the table of the tab that is in front."""

    opened = Signal()  #: the panel is to be seen
    changed = Signal()  #: something else is to be computed
    other_chosen = Signal(int)  #: the system to compare with; ALL_OTHERS: every other
    cancelled = Signal()
    wanted = Signal()  #: what was cancelled is wanted after all
    contest_chosen = Signal(object)  #: a :class:`Contest`
    bin_chosen = Signal(str, str)  #: a dimension, and a bin of it
    place_chosen = Signal(object)  #: a :class:`Place`

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = Elided("", "")
        self.other = NarrowBox(self.tr("System to compare with"))
        self.average = self._chooser(self.tr("Average"), {name: name for name in AVERAGES})
        self.correction = self._chooser(self.tr("Correction for many comparisons"), _CORRECTIONS)
        self.by = self._chooser(self.tr("Broken down by"), _BY)
        self.seed = QSpinBox()
        self.tabs = QTabBar()
        self.scores = EntryTable(self.tr("Scores of both systems"), theme)
        self.parts = EntryTable(self.tr("Where both systems differ"), theme)
        self.where = QTreeWidget()
        self.message = label("", "muted", wrap=True)
        self.compute = button(self.tr("Compute"), "link", self.tr("Compute what was cancelled"))
        self.bar = QProgressBar()
        self.cancel = button(self.tr("Cancel"), "link", self.tr("Compute no more"))
        self.caution = label("", "muted", wrap=True)
        self._systems: tuple[tuple[str, ...], int, int] | None = None  # who is compared with whom
        self._build_fields()
        self._build_where()
        self._build()
        self._connect()
        self.show_idle()

    def _chooser(self, name: str, titles: dict[str, str]) -> QComboBox:
        made = NarrowBox(name)
        made.setToolTip(name)
        for value, title in titles.items():
            made.addItem(_said(title), value)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return made

    def _build_fields(self) -> None:
        self.seed.setRange(0, _MOST_SEEDS)
        self.seed.setValue(1)
        self.seed.setPrefix(self.tr("seed "))
        self.seed.setAccessibleName(self.tr("Seed of the random numbers"))
        self.seed.setToolTip(self.tr("The same seed gives the same numbers, here and on the command line"))
        self.seed.setKeyboardTracking(False)
        self.seed.setFixedSize(92, 30)
        self.name.setMinimumWidth(90)
        self.other.setMinimumContentsLength(7)
        self.caution.setToolTip(NOT_COVERED)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(110, 4)
        self.bar.setAccessibleName(self.tr("How much is drawn"))
        self.tabs.setAccessibleName(self.tr("What is compared"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        for what, title in (
            (SCORES, self.tr("Scores")),
            (WHERE, self.tr("Where")),
            (PARTS, self.tr("Breakdown")),
        ):
            self.tabs.setTabData(self.tabs.addTab(title), what)

    def _build_where(self) -> None:
        where = self.where
        where.setAccessibleName(self.tr("Where one system beats another"))
        where.setColumnCount(3)
        where.setHeaderLabels([self.tr("Sentences"), self.tr("Filter"), self.tr("How many")])
        where.setRootIsDecorated(False)
        where.setFrameShape(QFrame.Shape.NoFrame)
        header = where.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        where.headerItem().setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        where.setStyleSheet("QTreeWidget::item { padding: 3px 8px; } QHeaderView::section { padding: 5px 8px; }")

    def _build(self) -> None:
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        head = QHBoxLayout()
        head.setContentsMargins(10, 6, 8, 2)
        head.setSpacing(8)
        head.addWidget(self.name, 4)
        head.addWidget(self.other, 3)
        for field in (self.average, self.correction, self.seed, self.by):
            head.addWidget(field)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 8, 0)
        middle.addWidget(self.tabs)
        middle.addStretch(1)
        middle.addWidget(self.bar)
        middle.addWidget(self.cancel)
        empty = QWidget()
        column = QVBoxLayout(empty)
        column.addStretch(1)
        column.addWidget(self.message)
        column.addWidget(self.compute, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.stack = QStackedWidget()
        for page in (empty, self.scores, self.where, self.parts):
            self.stack.addWidget(page)
        self._pages = {SCORES: self.scores, WHERE: self.where, PARTS: self.parts}
        self.caution.setContentsMargins(10, 3, 10, 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(middle)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.caution)
        self._show_fields()

    def _connect(self) -> None:
        self.other.activated.connect(lambda row: self.other_chosen.emit(self.other.itemData(row)))
        for box in (self.average, self.correction, self.by):
            box.activated.connect(lambda _: self.changed.emit())
        self.seed.valueChanged.connect(lambda _: self.changed.emit())
        self.tabs.currentChanged.connect(lambda _: self._show_fields())
        self.tabs.currentChanged.connect(lambda _: self.changed.emit())
        self.cancel.clicked.connect(self.cancelled)
        self.compute.clicked.connect(self.wanted)
        for table, choose in ((self.scores, self._choose_contest), (self.parts, self._choose_bin)):
            table.clicked.connect(choose)
            table.entered_row.connect(choose)
        self.where.itemClicked.connect(self._choose_place)
        self.where.itemActivated.connect(self._choose_place)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.scores.set_theme(theme)
        self.parts.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Tell that there is somebody to look."""
        super().showEvent(event)
        self.opened.emit()

    # --- what is chosen -------------------------------------------------------------------------------------------

    @property
    def what(self) -> str:
        """What the tab in front shows."""
        return str(self.tabs.tabData(self.tabs.currentIndex()))

    def _show_fields(self) -> None:
        """Show only choosers that change something."""
        for field in (self.average, self.correction):
            field.setVisible(self.what == SCORES)
        self.seed.setVisible(self.what != WHERE)
        self.by.setVisible(self.what == PARTS)
        self.caution.setVisible(self.what != WHERE)
        more = self.tr("● more than chance by both tests.")
        if self.what == PARTS:
            more = self.tr("These intervals are many and not corrected: they show where to look.")
        self.caution.setText(f"{self.tr(_CAUTION)} {more}")

    def show_systems(self, names: Sequence[str], current: int, other: int) -> None:
        """Show who is compared with whom."""
        if self._systems == (tuple(names), current, other):
            return
        self._systems = tuple(names), current, other
        self.name.setText(self.tr("{} against").format(names[current]) if names else "")
        with QSignalBlocker(self.other):
            self.other.clear()
            for number, name in enumerate(names):
                if number != current:
                    self.other.addItem(name, number)
            if len(names) > 2:
                self.other.addItem(self.tr("every other system"), ALL_OTHERS)
            self.other.setCurrentIndex(self.other.findData(other))

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_scores(self, headings: Sequence[Heading], lines: Sequence[Line]) -> None:
        """Show systems under measures."""
        self._show_table(self.scores, headings, lines)

    def show_parts(self, headings: Sequence[Heading], lines: Sequence[Line]) -> None:
        """Show a breakdown."""
        self._show_table(self.parts, headings, lines)

    def _show_table(self, table: EntryTable, headings: Sequence[Heading], lines: Sequence[Line]) -> None:
        self.show_idle()
        table.entries.set_rows(headings, lines)
        table.fit()
        self.stack.setCurrentWidget(table)

    def show_places(self, places: Sequence[Place], numbers: Sequence[int]) -> None:
        """Show where one can look, and how many sentences there are."""
        self.show_idle()
        self.where.clear()
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for place, number in zip(places, numbers, strict=True):
            item = QTreeWidgetItem([place.title, place.filter or self.tr("(all, ranked)"), f"{number:,}"])
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setFont(1, fixed)
            item.setToolTip(0, as_it_is(place.ranking.explanation()))
            item.setToolTip(1, as_it_is(place.filter))
            item.setData(0, Qt.ItemDataRole.UserRole, place)
            spoken = self.tr("{}: {} sentences").format(place.title, f"{number:,}")
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, spoken)
            self.where.addTopLevelItem(item)
        self.stack.setCurrentWidget(self.where)

    def show_idle(self) -> None:
        """Show that nothing is being computed."""
        for widget in (self.bar, self.cancel, self.compute):
            widget.hide()

    def say(self, text: str, *, can_compute: bool = False) -> None:
        """Say why there is no table; offer to compute it if that is the reason."""
        self.show_idle()
        self.message.setText(text)
        self.compute.setVisible(can_compute)
        self.stack.setCurrentIndex(0)

    def show_busy(self, text: str) -> None:
        """Show that something is being computed."""
        self.say(text)
        self.bar.setRange(0, 0)
        self.bar.show()
        self.cancel.show()

    def show_progress(self, done: int, total: int) -> None:
        """Show how far that is."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)

    # --- what is led to -------------------------------------------------------------------------------------------

    def _choose_contest(self, index: QModelIndex) -> None:
        line = self.scores.entries.line_at(index)
        if line is not None:
            self.contest_chosen.emit(line.of)

    def _choose_bin(self, index: QModelIndex) -> None:
        line = self.parts.entries.line_at(index)
        if line is not None:
            self.bin_chosen.emit(self.by.currentData(), line.of)

    def _choose_place(self, item: QTreeWidgetItem) -> None:
        self.place_chosen.emit(item.data(0, Qt.ItemDataRole.UserRole))


_CAUTION = (
    "How another draw of sentences like these could turn out; not other domains, parsers trained again, errors in "
    "gold, or sentences that resemble each other."
)
