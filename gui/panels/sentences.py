"""The list of sentences: which system, which ranking, which filter, which columns, and the table itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.filters import Context
from treelens.engine.metrics import Metric, family_of
from treelens.engine.study import Study

from ..models.chosen import DEFAULT_COLUMNS, ERRORS, ChosenColumn, column_texts, columns_from
from ..models.known_errors import KnownErrors
from ..models.ranking import CONTRASTS
from ..models.sentences import SentenceModel
from ..rankings import PRESETS, ChosenRanking, chosen_from
from ..theme import Theme
from ..views.sentence_table import SentenceTable
from ..widgets import button
from .columns import ColumnsDialog, columns_icon
from .filter_bar import FilterBar
from .ranking import Kind, NarrowBox, RankingBox, RankingDialog

__all__ = ["SentencesPanel"]

_NARROWEST = 280


class SentencesPanel(QWidget):
    """Which sentences there are, and which one is looked at.

    A study is shown by :meth:`open`; another system by :meth:`set_system`. Columns and the ranking may speak of the
    system that is looked at, and then follow it. Where scores are needed that nobody has computed, ``metrics_wanted``
    asks for them, and :meth:`scores_arrived` is to be called when there are some.
    """

    chosen = Signal(int)  #: a sentence, counted from 0
    system_wanted = Signal(int)
    ranking_changed = Signal(object)  #: the :class:`ChosenRanking` in use
    columns_changed = Signal(list)  #: the columns that are shown, as they are written down
    metrics_wanted = Signal(list)  #: measures whose scores are needed and not complete
    brush_dropped = Signal()  #: all sentences are wanted, also those outside a plot's rectangle

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._brushed: NDArray[np.bool_] | None = None
        self._wished: set[str] = set()
        self._choosing: ColumnsDialog | None = None
        self._settling = False
        self._at = -1  # the sentence that was chosen last, also while a filter hides it
        self.columns: list[ChosenColumn] = columns_from(DEFAULT_COLUMNS, ())
        self.chosen_ranking = PRESETS[0]
        self.model = SentenceModel(self)
        self.system = NarrowBox(self.tr("System"))
        self.ranking = RankingBox()
        self.filter_bar = FilterBar(theme.interface)
        self.filter, self.complaint = self.filter_bar.box, self.filter_bar.complaint
        self.columns_button = button("", "", self.tr("Choose columns"), name=self.tr("Choose columns"))
        self.table = SentenceTable(self.model, theme.interface)
        self._build()
        self._connect()
        self.set_theme(theme)

    # --- building -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        for box, part in ((self.system, 2), (self.ranking, 3)):
            policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            policy.setHorizontalStretch(part)
            box.setSizePolicy(policy)
        self.columns_button.setFixedWidth(30)
        self.columns_button.setStyleSheet("padding: 5px 0;")
        above = QVBoxLayout()
        above.setContentsMargins(8, 8, 8, 0)
        above.setSpacing(6)
        choosers = QHBoxLayout()
        choosers.setSpacing(6)
        for widget in (self.system, self.ranking, self.columns_button):
            choosers.addWidget(widget)
        above.addLayout(choosers)
        above.addWidget(self.filter_bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(above)
        layout.addWidget(self.table, 1)
        self.setMinimumWidth(_NARROWEST)
        for one, next_ in zip(self._in_order()[:-1], self._in_order()[1:], strict=True):
            QWidget.setTabOrder(one, next_)

    def _in_order(self) -> list[QWidget]:
        """Return the widgets in the order of the Tab key."""
        bar = self.filter_bar
        return [
            self.system,
            self.ranking,
            self.columns_button,
            bar.box,
            bar.help_button,
            bar.narrowed.clear,
            self.table,
        ]

    def _connect(self) -> None:
        self.system.activated.connect(self.system_wanted)
        self.ranking.wanted.connect(self.set_ranking)
        self.ranking.dialog_wanted.connect(self.make_ranking)
        self.model.ranking_changed.connect(self._ranking_changed)
        self.columns_button.clicked.connect(self.choose_columns)
        self.filter.returnPressed.connect(self._enter_table)
        self.filter_bar.changed.connect(self._filtered)
        self.filter_bar.narrowed.clear.clicked.connect(self.show_all)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        heading = self.table.heading
        heading.sectionClicked.connect(self.rank_by)
        for widget in (heading, self.table):
            widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        heading.customContextMenuRequested.connect(self._heading_menu)
        self.table.customContextMenuRequested.connect(self._table_menu)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.table.set_colours(theme.interface)
        self.filter_bar.set_colours(theme.interface)
        self.columns_button.setIcon(columns_icon(theme.interface.text))

    # --- what is looked at ----------------------------------------------------------------------------------------

    @property
    def context(self) -> Context | None:
        """What filters are asked about: the study, the system that is looked at, tags."""
        return self.filter_bar.context

    @property
    def names(self) -> list[str]:
        """What the systems are called."""
        return self.context.names if self.context is not None else []

    @property
    def looked_at(self) -> int:
        """The system that is looked at."""
        return self.context.system if self.context is not None else 0

    def open(self, context: Context, errors: KnownErrors | None = None) -> None:
        """Show another study, without a filter; columns stay as far as their systems are there.

        *errors* is what is known of what went wrong; when more is, :meth:`errors_arrived` is to be called.
        """
        if self._choosing is not None:
            self._choosing.close()
        self._brushed = self.filter_bar.context = None
        self.filter.clear()
        self.filter_bar.context = context
        self.system.clear()
        self.system.addItems(context.names)
        self.ranking.offer(len(context.names))
        self.model.set_study(context.study, context.texts, errors, context.earlier)
        self.columns = columns_from(column_texts(self.columns), context.names)
        self.chosen_ranking = PRESETS[0]
        self._wished = {metric.name for metric in self.needed_metrics()}  # who opens a study fills it
        self.set_system(context.system)
        self._tell()

    def show_waiting(self, names: Sequence[str]) -> None:
        """List systems that are being read below those that are there; they cannot be chosen yet."""
        while self.system.count() > len(self.names):
            self.system.removeItem(self.system.count() - 1)
        model = self.system.model()
        assert isinstance(model, QStandardItemModel)
        for name in names:
            self.system.addItem(self.tr("{} (being read)").format(name))
            model.item(self.system.count() - 1).setEnabled(False)

    def set_system(self, system: int) -> None:
        """Look at another system: columns, ranking and filter that speak of it follow."""
        if self.context is None:
            return
        self.context.system = system
        self.system.setCurrentIndex(system)
        self.model.looked_at = system
        self._show_columns()
        self.set_ranking(self.chosen_ranking)
        if self.filter.text().strip():
            self.filter_bar.ask()

    # --- columns --------------------------------------------------------------------------------------------------

    def column_texts(self) -> list[str]:
        """Return the columns as they are written down, as in ``["e-dice", "berkeley.f1"]``."""
        return column_texts(self.columns)

    def set_columns(self, texts: Iterable[str]) -> None:
        """Show columns by their written form; those that do not exist are left out."""
        self._set_columns(columns_from(texts, self.names))

    def _set_columns(self, columns: Sequence[ChosenColumn]) -> None:
        if list(columns) == self.columns:
            return
        self.columns = list(columns)
        self._show_columns()
        if self._choosing is not None:
            self._choosing.show_chosen(self.columns)
        self.columns_changed.emit(self.column_texts())

    def _show_columns(self) -> None:
        found = [column.column(self.looked_at, self.names) for column in self.columns]
        self.model.set_columns(column for column in found if column is not None)
        current = self.table.currentIndex()
        if current.isValid():
            self.table.selectRow(current.row())  # new columns of a row are not selected with it
        self._wish()
        self.fit_columns()

    def fit_columns(self) -> None:
        """Give the sentence the room that numbers do not need."""
        self.table.fit()

    def choose_columns(self) -> None:
        """Open the matrix of measures and systems."""
        if self.context is None:
            return
        if self._choosing is None:
            name = self.names[self.looked_at] if self.looked_at < len(self.names) else ""
            self._choosing = ColumnsDialog(self.names, self.columns, name, self)
            self._choosing.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._choosing.changed.connect(self._set_columns)
            self._choosing.finished.connect(self._chosen_columns)
            self._choosing.destroyed.connect(self._forget_choosing)
        self._choosing.show()
        self._choosing.raise_()
        self._choosing.activateWindow()

    def _chosen_columns(self) -> None:
        self._choosing = None
        self.columns_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _forget_choosing(self) -> None:
        if self._choosing is not None and self.sender() is self._choosing:
            self._choosing = None

    # --- menus ----------------------------------------------------------------------------------------------------

    def _heading_menu(self, place: QPoint) -> None:
        section = self.table.heading.logicalIndexAt(place)
        self.menu_of(section).popup(self.table.heading.viewport().mapToGlobal(place))

    def _table_menu(self, place: QPoint) -> None:
        self.menu_of(self.table.columnAt(place.x())).popup(self.table.viewport().mapToGlobal(place))

    def menu_of(self, section: int) -> QMenu:
        """Return what can be done with a column."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if section >= 0:
            menu.addAction(self.tr("Rank by this"), lambda: self.rank_by(section))
        place = section - self.model.FIRST_SCORE
        if 0 <= place < len(self.columns):
            menu.addAction(self.tr("Remove this column"), lambda: self._remove_column(place))
            left = menu.addAction(self.tr("Move left"), lambda: self._move_column(place, -1))
            right = menu.addAction(self.tr("Move right"), lambda: self._move_column(place, 1))
            left.setEnabled(place > 0)
            right.setEnabled(place < len(self.columns) - 1)
        menu.addSeparator()
        menu.addAction(self.tr("Choose columns…"), self.choose_columns)
        return menu

    def _remove_column(self, place: int) -> None:
        self._set_columns([*self.columns[:place], *self.columns[place + 1 :]])

    def _move_column(self, place: int, by: int) -> None:
        columns = list(self.columns)
        columns.insert(place + by, columns.pop(place))
        self._set_columns(columns)

    # --- ranking --------------------------------------------------------------------------------------------------

    def set_ranking(self, ranking: ChosenRanking) -> None:
        """Rank by something else, and show the first sentences; what cannot be had is ranked as at first."""
        found = ranking.ranking(self.looked_at, self.names)
        if found is None:
            ranking = PRESETS[0]
            found = ranking.ranking(self.looked_at, self.names)
        assert found is not None
        self.chosen_ranking = ranking
        self._settling = True
        self.model.set_ranking(found)
        self._settling = False
        self.ranking.show_ranking(ranking)
        self.table.scrollToTop()
        self._wish()
        self.ranking_changed.emit(ranking)

    def set_ranking_text(self, text: str) -> None:
        """Rank by something that was written down; as at first if that does not exist any more."""
        self.set_ranking(ChosenRanking.from_text(text, self.names) or PRESETS[0])

    def ranking_text(self) -> str:
        """Return the ranking as it is written down, as in ``gap e-dice t-dice``."""
        return str(self.chosen_ranking)

    def rank_by(self, section: int) -> None:
        """Rank by a column, the most telling sentences first; once more, the other way round."""
        wanted = self._ranking_of(section)
        now = self.chosen_ranking
        same = wanted.kind == now.kind and wanted.columns == now.columns
        self.set_ranking(now.turned() if same else wanted)

    def _ranking_of(self, section: int) -> ChosenRanking:
        model, place = self.model, section - self.model.FIRST_SCORE
        if section == model.WORDS:
            return ChosenRanking("length")
        if 0 <= place < len(self.columns):
            return ChosenRanking("score", (self.columns[place],))
        if section == model.gap_column:
            if model.ranking.kind in CONTRASTS:
                return replace(self.chosen_ranking, reversed=False)
            return chosen_from(replace(model.contrast, descending=True), self.looked_at, self.names)
        return ChosenRanking("file")

    def make_ranking(self, kind: Kind) -> None:
        """Ask what to rank by."""
        dialog = RankingDialog(kind, self.names, self.chosen_ranking, self.looked_at, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda result: self._made_ranking(dialog, result))
        dialog.open()

    def _made_ranking(self, dialog: RankingDialog, result: int) -> None:
        if result == QDialog.DialogCode.Accepted:
            self.set_ranking(dialog.chosen())
        self.ranking.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ranking_changed(self, ranking: object) -> None:
        """Keep the chooser truthful where somebody else has ranked the table."""
        if not self._settling and self.context is not None:
            self.chosen_ranking = chosen_from(self.model.ranking, self.looked_at, self.names)
            self.ranking.show_ranking(self.chosen_ranking)

    # --- walking --------------------------------------------------------------------------------------------------

    def _row_changed(self, now: QModelIndex, before: QModelIndex) -> None:
        if now.isValid() and not self._settling:
            self._at = self.model.sentence_at(now.row())
            self.chosen.emit(self._at)

    def go_to(self, sentence: int) -> bool:
        """Select a sentence; say whether the filter lets it be seen."""
        row = self.model.row_of(sentence)
        if row < 0:
            return False
        self._select(row)
        return True

    def step(self, by: int) -> bool:
        """Go to the next or previous row; say whether there is one."""
        row = self.table.currentIndex().row() + by
        if not 0 <= row < self.model.rowCount():
            return False
        self._select(row)
        return True

    def _select(self, row: int) -> None:
        index = self.model.index(row, self.model.WORDS)
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def rerank(self) -> None:
        """Rank by the scores that are there now; the sentence that is looked at stays in sight if it was."""
        now = self.table.currentIndex()
        in_sight = self.table.viewport().rect().intersects(self.table.visualRect(now))
        self.model.rerank()
        if in_sight:
            self.table.scrollTo(self.table.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)

    def show_sentence(self, sentence: int) -> None:
        """Go to a sentence, clearing the filter if that hides it."""
        if not self.go_to(sentence):
            self.show_all()
            self.go_to(sentence)

    def _enter_table(self) -> None:
        """Go from the filter to what it has found."""
        if self.model.rowCount():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- filter ---------------------------------------------------------------------------------------------------

    def focus_filter(self) -> None:
        """Put the cursor into the filter box."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def _filtered(self) -> None:
        self._wish()
        self._narrow()

    def list_anew(self, filter: str, ranking: ChosenRanking) -> None:
        """List other sentences in another order, and begin at the first of them."""
        self._at = -1
        self.set_ranking(ranking)
        if filter == self.filter.text():
            self._narrow()
        self.filter.setText(filter)

    def filter_again(self, term: str) -> None:
        """Filter once more if the filter has this term, because what it looks at has changed."""
        if term in self.filter.text():
            self.filter_bar.ask_again()

    def set_brush(self, mask: NDArray[np.bool_] | None) -> None:
        """Show only sentences that were selected in a plot, within what the filter lets through."""
        self._brushed = mask
        self._narrow()

    def show_all(self) -> None:
        """Take away what hides sentences: the filter, and a plot's rectangle."""
        self.filter.clear()
        if self._brushed is not None:
            self.set_brush(None)
            self.brush_dropped.emit()

    def _narrow(self) -> None:
        masks = [mask for mask in (self.filter_bar.passing, self._brushed) if mask is not None]
        self._settling = True  # Qt goes to any row that is left; wanted is the first
        self.model.set_filter(np.logical_and.reduce(masks) if masks else None)
        self._settling = False
        if self.model.row_of(self._at) >= 0:
            self._select(self.model.row_of(self._at))
        elif self.model.rowCount():
            self.table.setCurrentIndex(QModelIndex())
            self._select(0)
        self._tell()

    def _tell(self) -> None:
        """Say how many sentences are shown, why not all, and what is still to come."""
        shown, total = self.model.rowCount(), self.model.size
        missing = self._missing(self._asked())
        narrowed = self.filter_bar.passing is not None or self._brushed is not None
        self.filter_bar.narrowed.show_count(shown, total, [metric.title for metric in missing], narrowed=narrowed)
        nothing = self.tr("No sentence fits the filter.")
        if self._brushed is not None:
            nothing = self.tr("No sentence of the plot's rectangle fits the filter.")
        if missing:
            nothing = self.tr("No sentence fits yet: scores are being computed.")
        self.table.say(nothing if total and not shown and narrowed else "")

    # --- scores that are still to come ----------------------------------------------------------------------------

    def needed_metrics(self) -> list[Metric]:
        """Return the measures that columns, ranking and filter ask for."""
        columns = (*self.columns, *self.chosen_ranking.columns)
        shown = (*self.model.columns, *self.model.ranking.columns)
        wanted = [*(column.metric for column in columns), *(column.metric for column in shown), *self._asked()]
        return [metric for metric in dict.fromkeys(wanted) if metric != ERRORS]

    def _asked(self) -> tuple[Metric, ...]:
        """Return the measures that the filter asks for."""
        return self.filter_bar.filter.metrics if self.filter_bar.filter is not None else ()

    def _missing(self, metrics: Iterable[Metric]) -> list[Metric]:
        """Return the measures that are not computed for all systems."""
        if self.context is None:
            return []
        study = self.context.study
        return [
            metric
            for metric in metrics
            if not all(_is_filled(study, system, metric) for system in range(len(study.systems)))
        ]

    def _wish(self) -> None:
        """Ask for scores that are needed, once."""
        wanted = [metric for metric in self._missing(self.needed_metrics()) if metric.name not in self._wished]
        if wanted:
            self._wished |= {metric.name for metric in wanted}
            self.metrics_wanted.emit(wanted)

    def scores_arrived(self) -> None:
        """Filter again if the filter asks for scores; a slow one only when they are complete."""
        asked = self.filter_bar.filter
        if asked is not None and asked.metrics and not (asked.slow and self._missing(asked.metrics)):
            self.filter_bar.ask_again()

    def errors_arrived(self, system: int) -> None:
        """Show errors of a system that have been explained meanwhile."""
        self.model.show_errors(system)

    def stop(self) -> None:
        """End all work beside the window."""
        self.filter_bar.stop()


def _is_filled(study: Study, system: int, metric: Metric) -> bool:
    """Say whether a study has all scores of a measure; what is counted may still have to be put into its table."""
    comparison = study.comparison(system)
    if family_of(metric).name not in comparison.counted:
        return False
    return not comparison.defined(metric).any() or not np.isnan(study.scores(system, metric)).all()
