"""The panel "Attachment": what a system hangs where, and where it belongs; every row leads to its sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from treelens.engine.errors import Totals

from ..dialogs.tables import SavingTable
from ..error_data import confusion_rows
from ..models.confusions import ConfusionModel
from ..views.elided import Elided
from ..views.export_button import menu_button
from ..views.row_table import RowTable
from ..widgets import label, leave_drops

__all__ = ["ConfusionsPanel"]

_BESIDE = 20  #: beside a heading: its margins, and room for the sign of the order


class ConfusionsPanel(QWidget):
    """A table of the attachment errors of a system, with a line to filter it."""

    sentences_chosen = Signal(list, str)  #: sentences, counted from 0, and in few words what they have in common
    said = Signal(str)  #: what was done

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = ""
        self.inputs: list[str] = []
        self.model = ConfusionModel(self)
        self.saving = SavingTable(self)
        self.table = RowTable(self.tr("Attachment errors"))
        self.filter = QLineEdit()
        leave_drops(self.filter)
        self.filter.setPlaceholderText(self.tr("Filter by labels: PP NP"))
        self.filter.setAccessibleName(self.tr("Filter by labels"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(280)
        self.filter.textChanged.connect(self._filter)
        self.note = Elided("", "muted")
        self.message = label("", "muted", wrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._build_table()
        self._build()
        self.show_totals("", None)

    def _build_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        header = table.horizontalHeader()
        header.setMinimumSectionSize(64)
        font = header.font()
        font.setBold(True)
        for column in range(ConfusionModel.SYSTEM, ConfusionModel.SENTENCES + 1):
            title = self.model.headerData(column, Qt.Orientation.Horizontal)
            header.resizeSection(column, QFontMetrics(font).horizontalAdvance(title) + _BESIDE)
        header.setSectionResizeMode(ConfusionModel.PHRASE, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(ConfusionModel.REPAIRS, Qt.SortOrder.DescendingOrder)
        table.setSortingEnabled(True)
        table.clicked.connect(self._choose)
        table.entered_row.connect(self._choose)

    def _build(self) -> None:
        more, menu = menu_button(self.tr("More about attachment errors"), self.tr("Export these rows"))
        self.export = menu.addAction(self.tr("Export &rows as CSV…"))
        self.export.triggered.connect(lambda _=False: self.save_rows())
        head = QHBoxLayout()
        head.setContentsMargins(10, 6, 8, 6)
        head.setSpacing(10)
        head.addWidget(self.filter, 1)
        head.addWidget(self.note, 1)
        head.addWidget(more)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        self.stack.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)
        self.setFocusProxy(self.table)

    def show_totals(self, name: str, totals: Totals | None, inputs: Sequence[str] = ()) -> None:
        """Show what a system confuses; None while that is being counted. *inputs* are never written over."""
        self.name, self.inputs = name, list(inputs)
        self.model.set_confusions(totals.confusions if totals is not None else {})
        counting = self.tr("counting errors…") if name else self.tr("nothing is open")
        self.message.setText(self.tr("{} attaches everything as gold does").format(name) if totals else counting)
        self._filter()

    def _filter(self) -> None:
        self.model.filter(self.filter.text())
        shown, all_ = self.model.rowCount(), len(self.model.confusions)
        self.note.setText(f"{self.name} · {self._count(shown, all_)}" if all_ else self.name)
        self.export.setEnabled(bool(shown))
        self.stack.setCurrentWidget(self.table if all_ else self.message)

    def _count(self, shown: int, all_: int) -> str:
        repairs = sum(count.repairs for _, count in self.model.shown())
        rows = f"{shown:,}" if shown == all_ else self.tr("{} of {}").format(f"{shown:,}", f"{all_:,}")
        return self.tr("{} confusions, {} repairs").format(rows, f"{repairs:,}")

    def _choose(self, index: QModelIndex) -> None:
        found = self.model.confusion_at(index)
        if found is not None:
            confusion, count = found
            self.sentences_chosen.emit(list(count.sentences), self.model.describe(confusion))

    def save_rows(self) -> None:
        """Write the rows that are shown, in their order, to a file that is asked for."""
        rows = confusion_rows(self.name, self.model.shown())
        path = self.saving.ask(rows, f"{self.name}-attachment", self.inputs)
        if path is not None:
            self.said.emit(self.tr("saved {}").format(path.name))
