"""The chart of errors by kind: bars of the current system, beside those of another if one is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from treelens.engine.errors import Totals

from ..error_data import MEASURES
from ..models.error_bars import BarModel
from ..theme import Theme
from ..widgets import label
from .elided import Elided
from .error_bars import BarList
from .export_button import export_button

__all__ = ["ErrorChart"]


class ErrorChart(QFrame):
    """A card with a bar for each kind of error; a click on one chooses the kind."""

    kind_chosen = Signal(int, str)  #: a system, and a kind of its errors
    errors_wanted = Signal(int)  #: a system to compare with that is not counted yet
    export_wanted = Signal(str)  #: ``export``, ``copy`` or ``data``

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.names: list[str] = []
        self.totals: dict[int, Totals] = {}
        self.system = 0
        self._working = True
        self.other: int | None = None
        self.model = BarModel(self)
        self.list = BarList(self.model, theme)
        self.list.setAccessibleName(self.tr("Errors by kind"))
        self.list.chosen.connect(self._choose)
        self.message = label("", "muted", wrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note = Elided("", "muted")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.counting = Elided("", "muted")
        self.counting.setContentsMargins(10, 0, 10, 0)
        self.counting.hide()
        self.measures, self.others = QComboBox(), QComboBox()
        self._build_choices()
        self._build()

    def _build_choices(self) -> None:
        titles = self.tr("brackets"), self.tr("repairs"), self.tr("sentences")
        for measure, title in zip(MEASURES, titles, strict=True):
            self.measures.addItem(title, measure)
        self.measures.setAccessibleName(self.tr("What is counted"))
        self.measures.setToolTip(self.tr("What the length of a bar is"))
        self.others.setAccessibleName(self.tr("Compare with"))
        self.others.setToolTip(self.tr("A second system, drawn lighter; numbers with a sign tell the difference"))
        for box, letters in ((self.measures, 6), (self.others, 6)):
            box.setStyleSheet("QComboBox { padding: 1px 6px; }")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(letters)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who chooses by mouse goes on with the window's keys
        self.measures.activated.connect(lambda _: self._show())
        self.others.activated.connect(lambda place: self.compare_with(self.others.itemData(place)))

    def _build(self) -> None:
        head, choices = QHBoxLayout(), QHBoxLayout()
        head.setContentsMargins(12, 8, 8, 0)
        head.addWidget(Elided(self.tr("Errors by kind"), "heading"))
        head.addWidget(self.note, 1)
        head.addWidget(export_button(self.tr("Errors by kind"), self.export_wanted.emit))
        choices.setContentsMargins(10, 0, 10, 0)
        choices.addWidget(self.measures, 1)
        choices.addWidget(self.others, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        self.stack.addWidget(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 5)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addLayout(choices)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.counting)

    @property
    def measure(self) -> str:
        """What the length of a bar is: one of :data:`.MEASURES`."""
        return str(self.measures.currentData())

    @property
    def plot(self) -> str:
        """The plot of figures that shows the same."""
        return "errors" if self.measure == MEASURES[0] else f"errors-{self.measure}"

    def set_totals(self, names: Sequence[str], totals: Mapping[int, Totals], system: int) -> None:
        """Show the errors of a system; *totals* are those of the systems that are counted by now."""
        same = totals.keys() == self.totals.keys() and all(totals[each] is self.totals[each] for each in totals)
        if same and list(names) == self.names and system == self.system:
            return
        if list(names) != self.names:
            self.other = None
        elif self.other == system != self.system:
            self.other = self.system  # the two change places
        self.names, self.totals, self.system = list(names), dict(totals), system
        self._fill_others()
        self._show()

    def compare_with(self, other: int | None) -> None:
        """Draw bars of a second system, or of none."""
        self.other = other if other != self.system else None
        self._fill_others()
        self._show()
        if self.other is not None and self.other not in self.totals:
            self.errors_wanted.emit(self.other)

    def set_working(self, working: bool) -> None:
        """Say whether errors are still being counted."""
        self._working = working
        self._show()

    def choose_measure(self, measure: str) -> None:
        """Let bars be as long as there are brackets, repairs or sentences."""
        self.measures.setCurrentIndex(MEASURES.index(measure))
        self._show()

    def show_kind(self, kind: str) -> None:
        """Mark the kind that sentences are filtered by; none if it is empty."""
        self.model.set_chosen(kind)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.list.set_theme(theme)

    def _fill_others(self) -> None:
        self.others.clear()
        self.others.addItem(self.tr("compare with…"), None)
        for number, name in enumerate(self.names):
            if number != self.system:
                self.others.addItem(self.tr("against {}").format(name), number)
        self.others.setCurrentIndex(max(0, self.others.findData(self.other)) if self.other is not None else 0)
        self.others.setVisible(len(self.names) > 1)

    def _show(self) -> None:
        at = self.list.currentIndex()
        kind = at.data() if at.isValid() else ""
        self.model.set_totals(self.names, self.totals, self.system, self.other, self.measure)
        if (row := self.model.row_of(kind)) >= 0:
            self.list.setCurrentIndex(self.model.index(row))
        known, all_ = len(self.totals), len(self.names)
        name = self.names[self.system] if self.names else ""
        self.note.setText(name)
        text = self.tr("counting… {} of {} systems") if self._working else self.tr("{} of {} systems are counted")
        self.counting.setText(text.format(known, all_))
        self.counting.setVisible(known < all_)
        self.message.setText(
            self.tr("{} makes no errors").format(name) if self.system in self.totals else self.tr("counting errors…")
        )
        self.stack.setCurrentWidget(self.list if self.model.bars else self.message)
        self.list.setAccessibleDescription(f"{name}, {self.measures.currentText()}")

    def _choose(self, kind: str, second: bool) -> None:
        system = self.other if second and self.other is not None else self.system
        self.model.set_chosen(kind)
        self.kind_chosen.emit(system, kind)
