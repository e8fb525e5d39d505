"""The panel "Phenomena": what a system gets right of the grammar, by sentence, by phenomenon, and beside others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.phenomena.outcomes import Outcome

from ..models.figures_table import FiguresModel
from ..models.outcomes import OutcomeModel
from ..models.phenomena_rows import Lead, phenomenon_rows, system_rows
from ..plain import as_it_is
from ..theme import Theme
from ..views.row_table import RowTable
from ..views.sentence_delegate import paint_cells
from ..widgets import button, label
from .annotate import AnnotatePanel

__all__ = ["PhenomenaPanel"]

_BESIDE = 15  #: blank behind numbers: they end where their headings do
_PARTS = {  # of the width of the list of sentences, beside the number
    OutcomeModel.WORDS: 0.24,
    OutcomeModel.GOLD: 0.15,
    OutcomeModel.RIGHT: 0.15,
    OutcomeModel.MISSING: 0.23,
    OutcomeModel.WRONG: 0.23,
}
_NUMBER, _NARROWEST = 48, 96
_NAMES, _NUMBERS = 176, 64  #: the least width of names and of numbers in the other tables
_SENTENCES, _PHENOMENA, _SYSTEMS = range(3)
_FILE = "\0file"  # stands for a file that is still to be chosen
_EDIT, _ALSO_GOLD, _EVERYWHERE = "\0edit", "\0gold", "\0everywhere"
_SUITE = 110  #: the width of a suite's name


class PhenomenaPanel(QWidget):
    """A line of what is used (suite, recogniser), three tables to choose from, and room for annotating beside them."""

    opened = Signal()  #: the panel is to be seen
    suite_wanted = Signal(str)  #: what to do with suites: new, open, save, save-as, close
    recogniser_wanted = Signal(str)  #: by name or file, for the system that is looked at; empty: asked for
    spread_wanted = Signal(str)  #: the recogniser is to be used for gold as well, or for "all"
    edit_wanted = Signal()
    lead_wanted = Signal(object)  #: a :class:`Lead`
    sentence_wanted = Signal(int, list)  #: a sentence, counted from 0, and the phenomena to be lit up in it
    dark_wanted = Signal()  #: nothing is to be lit up any more
    annotating = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.suite = QPushButton()
        self.recogniser = QComboBox()
        self.lit = button("", "link", self.tr("Light up nothing any more"))
        self.annotate = button(self.tr("Annotate"), "", self.tr("Say which phenomena the sentence has"))
        self.views = QTabBar()
        self.sentences = OutcomeModel(self)
        self.phenomena = FiguresModel(self)
        self.systems = FiguresModel(self)
        self.tables = [
            RowTable(self.tr("Sentences and their phenomena")),
            RowTable(self.tr("Phenomena of the system")),
            RowTable(self.tr("Systems side by side")),
        ]
        self.message = label("", "muted", wrap=True)
        self._of_suite = False
        self._current = ""  # the recogniser
        self._build_suite()
        self._build_tables()
        self._build()
        self._connect()
        self.set_theme(theme)
        self.show_suite("", path=False, unsaved=False)
        self.show_lit("")
        self.say(self.tr("nothing is open"))

    def _build_suite(self) -> None:
        menu = QMenu(self.suite)
        self.suite_actions = {
            "open": menu.addAction(self.tr("&Open a suite…")),
            "new": menu.addAction(self.tr("&New suite of these sentences")),
            "save": menu.addAction(self.tr("&Save the suite")),
            "save-as": menu.addAction(self.tr("Save the suite &as…")),
            "close": menu.addAction(self.tr("&Close the suite")),
        }
        for name, action in self.suite_actions.items():
            action.triggered.connect(lambda _=False, name=name: self.suite_wanted.emit(name))
        self.suite.setMenu(menu)
        self.recogniser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.recogniser.setMinimumContentsLength(10)
        self.recogniser.setAccessibleName(self.tr("Recogniser"))
        self.annotate.setCheckable(True)

    def _build_tables(self) -> None:
        for table, model in zip(self.tables, (self.sentences, self.phenomena, self.systems), strict=True):
            table.setModel(model)
            table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
            table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            table.setSortingEnabled(True)
        sentences = self.tables[_SENTENCES]
        sentences.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = sentences.horizontalHeader()
        header.setStretchLastSection(True)
        header.resizeSection(OutcomeModel.NUMBER, _NUMBER)

    def _build(self) -> None:
        self.views.setAccessibleName(self.tr("What is listed"))
        self.views.setDrawBase(False)
        self.views.setExpanding(False)
        self.views.setUsesScrollButtons(False)
        for title in (self.tr("Sentences"), self.tr("Phenomena"), self.tr("Systems")):
            self.views.addTab(title)
        self.views.setCurrentIndex(_PHENOMENA)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        line = QHBoxLayout()
        line.setContentsMargins(6, 4, 6, 2)
        line.setSpacing(6)
        line.addWidget(self.views)
        line.addStretch(1)
        for widget in (self.suite, self.recogniser, self.annotate):
            line.addWidget(widget)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        for table in self.tables:
            self.stack.addWidget(table)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("phenomena-parts")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.stack)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(self.lit, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.splitter, 1)
        self.setFocusProxy(self.views)

    def _connect(self) -> None:
        self.views.currentChanged.connect(lambda _: self._show_view())
        self.recogniser.activated.connect(self._chosen_recogniser)
        self.lit.clicked.connect(lambda: self.dark_wanted.emit())
        self.annotate.toggled.connect(self._annotate)
        sentences, *others = self.tables
        sentences.clicked.connect(self._choose_sentence)
        sentences.entered_row.connect(self._choose_sentence)
        for table in others:
            table.clicked.connect(self._choose_value)
            table.entered_row.connect(self._choose_value)

    def set_annotating(self, fields: AnnotatePanel) -> None:
        """Put what annotates a sentence beside the tables; it is shown when that is wanted."""
        self.splitter.addWidget(fields)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setSizes([800, 400])
        fields.hide()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for table in self.tables:
            paint_cells(table, theme.interface, _BESIDE)
        colours = theme.interface
        self.annotate.setStyleSheet(
            f"QPushButton:checked {{ background: {colours.accent.name()}; color: {colours.accent_text.name()}; }}"
        )

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Tell that there is somebody to look."""
        super().showEvent(event)
        self.opened.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Share out the width of the list of sentences."""
        super().resizeEvent(event)
        header = self.tables[_SENTENCES].horizontalHeader()
        room = max(self.width() - _NUMBER - 24, 0)
        for section, part in _PARTS.items():
            header.resizeSection(section, max(round(part * room), _NARROWEST))
        for table in self.tables[_PHENOMENA:]:
            _fit(table)

    # --- what is used ---------------------------------------------------------------------------------------------

    def show_suite(self, title: str, *, path: bool, unsaved: bool) -> None:
        """Show which suite is open (an empty title: none), whether it has a file, and whether it is saved."""
        short = self.fontMetrics().elidedText(title or self.tr("No suite"), Qt.TextElideMode.ElideMiddle, _SUITE)
        self.suite.setText(f"{short} •" if unsaved else short)
        said = self.tr("Suite: {}").format(title or self.tr("none, gold's own trees are compared"))
        self.suite.setAccessibleName(f"{said}, {self.tr('not saved')}" if unsaved else said)
        self.suite.setToolTip(as_it_is(self.suite.accessibleName()))
        self.suite_actions["save"].setEnabled(bool(title) and (unsaved or not path))
        for name in ("save-as", "close"):
            self.suite_actions[name].setEnabled(bool(title))

    def show_recognisers(self, whose: str, known: Sequence[tuple[str, str]], current: str) -> None:
        """Offer recognisers, by name or file and title; *whose* trees the current one is used on."""
        self._current = current
        self.recogniser.clear()
        for name, title in known:
            self.recogniser.addItem(title, name)
            self.recogniser.setItemData(self.recogniser.count() - 1, as_it_is(name), Qt.ItemDataRole.ToolTipRole)
        self.recogniser.setCurrentIndex(self.recogniser.findData(current))
        self.recogniser.insertSeparator(self.recogniser.count())
        self.recogniser.addItem(self.tr("A file…"), _FILE)
        self.recogniser.addItem(self.tr("Look at the rules and change them…"), _EDIT)
        self.recogniser.addItem(self.tr("Use these rules for gold, too"), _ALSO_GOLD)
        self.recogniser.addItem(self.tr("Use these rules for gold and all systems"), _EVERYWHERE)
        self.recogniser.setAccessibleName(self.tr("Recogniser of {}").format(whose))
        self.recogniser.setToolTip(as_it_is(self.tr("The rules by which phenomena are recognised in {}").format(whose)))

    def show_lit(self, names: str) -> None:
        """Say what is lit up in the trees."""
        short = self.fontMetrics().elidedText(names, Qt.TextElideMode.ElideRight, 4 * _SUITE)
        self.lit.setText(self.tr("Lit up: {}  ×").format(short) if names else "")
        self.lit.setAccessibleName(self.tr("Lit up: {}. Light up nothing").format(names))
        self.lit.setVisible(bool(names))

    # --- what is shown --------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a message in place of the tables."""
        self.message.setText(text)
        self.stack.setCurrentWidget(self.message)

    def show_outcome(self, outcome: Outcome, words_of: Callable[[int], str], *, of_suite: bool) -> None:
        """Show what became of the phenomena under the system that is looked at; *words_of* gives those of a row."""
        self._of_suite = of_suite
        self.sentences.set_outcome(outcome, words_of, of_suite=of_suite)
        self.phenomena.set_rows(*phenomenon_rows(outcome, of_suite=of_suite))
        _fit(self.tables[_PHENOMENA])
        self._show_view()

    def show_systems(self, names: Sequence[str], outcomes: Mapping[int, Outcome], *, of_suite: bool) -> None:
        """Show all systems side by side, as far as they are known."""
        self.systems.set_rows(*system_rows(names, outcomes, of_suite=of_suite))
        _fit(self.tables[_SYSTEMS])
        self._show_view()

    def _show_view(self) -> None:
        table = self.tables[self.views.currentIndex()]
        if table.model().rowCount():
            self.stack.setCurrentWidget(table)
        elif self.sentences.outcome is not None:
            nothing = self.tr("no sentence in the suite") if self._of_suite else self.tr("nothing is lost or gained")
            self.say(nothing)

    # --- what is chosen -------------------------------------------------------------------------------------------

    def _choose_sentence(self, index: QModelIndex) -> None:
        sentence = self.sentences.sentence_at(index)
        if sentence >= 0:
            self.sentence_wanted.emit(sentence, self.sentences.names_at(index))

    def _choose_value(self, index: QModelIndex) -> None:
        model = index.model()
        value = model.value_at(index) if isinstance(model, FiguresModel) else None
        if value is not None and isinstance(value.leads, Lead):
            self.lead_wanted.emit(value.leads)

    def _chosen_recogniser(self) -> None:
        wanted = self.recogniser.currentData()
        self.recogniser.setCurrentIndex(self.recogniser.findData(self._current))
        if wanted in (_ALSO_GOLD, _EVERYWHERE):
            self.spread_wanted.emit("gold" if wanted == _ALSO_GOLD else "all")
        elif wanted == _EDIT:
            self.edit_wanted.emit()
        else:
            self.recogniser_wanted.emit("" if wanted == _FILE else wanted)

    def _annotate(self, on: bool) -> None:
        for fields in self.splitter.findChildren(AnnotatePanel):
            fields.setVisible(on)
        self.annotating.emit(on)


def _fit(table: RowTable) -> None:
    """Give numbers the room that their headings need, and names the rest, if that is enough."""
    header = table.horizontalHeader()
    header.setStretchLastSection(False)
    if not header.count():
        return
    table.resizeColumnsToContents()
    longest = header.sectionSize(0) + 12
    for section in range(1, header.count()):
        header.resizeSection(section, min(max(header.sectionSize(section), _NUMBERS), 2 * _NUMBERS))
    left = table.viewport().width() - sum(map(header.sectionSize, range(1, header.count())))
    header.resizeSection(0, max(left, min(longest, _NAMES)))
