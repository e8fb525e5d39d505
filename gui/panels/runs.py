"""The panel "Runs": what became of a system when its file was written anew, and of which sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from treelens.engine.filters.changed import CHANGES
from treelens.engine.runs import Became

from ..models.became import became_headings, became_lines
from ..theme import Theme
from ..views.elided import Elided
from ..views.entry_table import EntryTable
from ..widgets import button, label
from .ranking import NarrowBox

__all__ = ["RunsPanel"]


class RunsPanel(QWidget):
    """A table of measures then and now; for the measure that is chosen, links to the sentences that changed."""

    opened = Signal()  #: the panel is to be seen
    since_chosen = Signal(str)  #: which run is compared with
    sentences_wanted = Signal(str, object)  #: how sentences changed (empty: in any way), and under which measure

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = Elided("", "")
        self.since = NarrowBox(self.tr("Run to compare with"))
        self.since.addItem(self.tr("since the run before"), "before")
        self.since.addItem(self.tr("since the first run"), "first")
        self.since.setMinimumContentsLength(18)
        self.since.activated.connect(lambda _: self.since_chosen.emit(self.since.currentData()))
        self.table = EntryTable(self.tr("Scores before and now"), theme)
        self.message = label("", "muted", wrap=True)
        self.links = {kind: button("", "link", name=kind) for kind in CHANGES}
        self.all = button(self.tr("largest change first"), "link", self.tr("All sentences that changed"))
        self._build()
        self._connect()
        self.say("")

    def _build(self) -> None:
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setContentsMargins(30, 0, 30, 0)
        head = QHBoxLayout()
        head.setContentsMargins(10, 6, 8, 4)
        head.setSpacing(8)
        head.addWidget(self.name, 1)
        head.addWidget(self.since)
        self.foot = QWidget()
        row = QHBoxLayout(self.foot)
        row.setContentsMargins(6, 2, 6, 4)
        row.setSpacing(2)
        self.chosen = label("", "muted")
        row.addWidget(self.chosen)
        for link in (*self.links.values(), self.all):
            row.addWidget(link)
        row.addStretch(1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        self.stack.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.foot)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_links())
        self.table.entered_row.connect(lambda _: self._want(""))
        self.table.doubleClicked.connect(lambda _: self._want(""))
        for kind, link in self.links.items():
            link.clicked.connect(lambda _=False, kind=kind: self._want(kind))
        self.all.clicked.connect(lambda: self._want(""))

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.table.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Tell that there is somebody to look."""
        super().showEvent(event)
        self.opened.emit()

    def say(self, text: str) -> None:
        """Say why there is nothing to show."""
        self.message.setText(text)
        self.stack.setCurrentWidget(self.message)
        self.foot.hide()

    def show_name(self, text: str, since: str) -> None:
        """Say whose runs are shown, and which is compared with."""
        self.name.setText(text)
        self.since.setCurrentIndex(self.since.findData(since))
        self.since.setEnabled(bool(text))

    def show_became(self, found: Sequence[Became]) -> None:
        """Show measures; the one that was chosen stays so."""
        before = self._measure()
        self.table.entries.set_rows(became_headings(), became_lines(found))
        self.table.fit()
        names = [line.of.metric.name for line in self.table.entries.lines]
        place = names.index(before.metric.name) if before and before.metric.name in names else 0
        self.table.setCurrentIndex(self.table.entries.index(self.table.entries.row_of(place), 0))
        self.stack.setCurrentWidget(self.table)
        self.foot.show()
        self._show_links()

    def _measure(self) -> Became | None:
        """Return the measure that is chosen."""
        index: QModelIndex = self.table.currentIndex()
        line = self.table.entries.line_at(index)
        return line.of if line is not None else None

    def _show_links(self) -> None:
        one = self._measure()
        if one is None:
            return
        self.chosen.setText(f"{one.metric.title}:")
        words = {
            "better": self.tr("{} better"),
            "worse": self.tr("{} worse"),
            "new": self.tr("{} new"),
            "gone": self.tr("{} gone"),
        }
        for kind, link in self.links.items():
            size = len(getattr(one.sentences, kind))
            link.setText(words[kind].format(f"{size:,}"))
            link.setEnabled(size > 0)
            link.setVisible(size > 0 or kind in ("better", "worse"))
            link.setAccessibleName(f"{one.metric.title}: {link.text()}")

    def _want(self, kind: str) -> None:
        one = self._measure()
        if one is not None:
            self.sentences_wanted.emit(kind, one.metric)
