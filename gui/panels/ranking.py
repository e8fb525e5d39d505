"""Choosing a ranking: a list of usual ones, those that were made up, and a small dialog to make one up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.metrics import METRICS

from ..models.chosen import ChosenColumn
from ..plain import as_it_is
from ..rankings import PRESETS, ChosenRanking
from ..widgets import label
from .measures import MeasureBox

__all__ = ["Kind", "NarrowBox", "RankingBox", "RankingDialog"]

Kind = Literal["measures", "systems", "score"]

_KINDS: tuple[Kind, ...] = ("measures", "systems", "score")
_BESIDE = 40  #: what a list needs beside its texts
_REMEMBERED = 5  #: rankings of one's own that the list keeps


class NarrowBox(QComboBox):
    """A chooser that may be narrower than its texts: what is too long ends in dots."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who chooses by mouse goes on with the window's keys
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the box with as much of its text as there is room for."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        room = field.width() - 4
        option.currentText = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:  # noqa: N802
        """Open a list that is as wide as its texts."""
        texts = [self.itemText(row) for row in range(self.count())]
        widest = max(map(self.view().fontMetrics().horizontalAdvance, texts), default=0)
        self.view().setMinimumWidth(widest + _BESIDE)
        super().showPopup()


class RankingBox(NarrowBox):
    """A chooser of a ranking; the last entries ask for a dialog."""

    wanted = Signal(object)  #: a :class:`ChosenRanking` that was chosen
    dialog_wanted = Signal(str)  #: a :data:`Kind` of ranking to be made up

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Ranking"), parent)
        self._own: list[ChosenRanking] = []
        self._shown = PRESETS[0]
        self._systems = 0
        self.activated.connect(self._chosen)

    def offer(self, systems: int) -> None:
        """List what can be chosen with so many systems; what was made up for others is forgotten."""
        self._own, self._systems = [], systems
        self._shown = PRESETS[0]
        self._fill()

    def _fill(self) -> None:
        with QSignalBlocker(self):
            self.clear()
            for ranking in PRESETS:
                self.addItem(ranking.label(), ranking)
            if self._own:
                self.insertSeparator(self.count())
            for ranking in self._own:
                self.addItem(ranking.label(), ranking)
            self.insertSeparator(self.count())
            for text, kind in zip(self._invitations(), _KINDS, strict=True):
                self.addItem(text, kind)
            self._disable_systems()
            self._point()

    def _invitations(self) -> tuple[str, str, str]:
        return self.tr("Gap between two measures…"), self.tr("Gap between two systems…"), self.tr("By a score…")

    def _disable_systems(self) -> None:
        listed = self.model()
        if self._systems < 2 and isinstance(listed, QStandardItemModel):
            item = listed.item(self.findData("systems"))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            item.setToolTip(self.tr("There is only one system"))

    def _point(self) -> None:
        """Stand at the ranking in use."""
        found = next((row for row in range(self.count()) if self.itemData(row) == self._shown), -1)
        self.setCurrentIndex(found if found >= 0 else self.findText(self._shown.label()))
        self.setToolTip(as_it_is(self._shown.explanation()))

    def show_ranking(self, ranking: ChosenRanking) -> None:
        """Say that a ranking is in use; one that is not listed is added to the list."""
        self._shown = ranking
        if ranking not in (*PRESETS, *self._own) and self.findData("score") >= 0:
            self._own = [ranking, *self._own][:_REMEMBERED]
            self._fill()
        else:
            self._point()

    def _chosen(self, row: int) -> None:
        chosen = self.itemData(row)
        if isinstance(chosen, ChosenRanking):
            self.wanted.emit(chosen)
        elif isinstance(chosen, str):
            self._point()  # until the dialog says otherwise, nothing has changed
            self.dialog_wanted.emit(chosen)


class RankingDialog(QDialog):
    """Two measures or systems, or one score: what to rank by."""

    def __init__(
        self, kind: Kind, names: Sequence[str], shown: ChosenRanking, looked_at: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.kind = kind
        titles = {
            "measures": self.tr("Gap between two measures"),
            "systems": self.tr("Gap between two systems"),
            "score": self.tr("Rank by a score"),
        }
        self.setWindowTitle(titles[kind])
        self.measures = [MeasureBox(self.tr("Measure"))]
        self.systems = [self._system_box(names, self.tr("System"), follow=kind != "systems")]
        if kind == "measures":
            self.measures.append(MeasureBox(self.tr("Second measure")))
        if kind == "systems":
            self.systems.append(self._system_box(names, self.tr("Second system"), follow=False))
        self.order = QComboBox()
        self.order.setAccessibleName(self.tr("Order"))
        first = self.tr("worst first") if kind == "score" else self.tr("largest first")
        last = self.tr("best first") if kind == "score" else self.tr("smallest first")
        self.order.addItems([first, last])
        self.says = label("", "muted", wrap=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._build()
        self._begin_with(shown, looked_at)
        for box in (*self.measures, *self.systems, self.order):
            box.currentIndexChanged.connect(self._changed)
        self._changed()

    def _system_box(self, names: Sequence[str], name: str, *, follow: bool) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        if follow:
            box.addItem(self.tr("the system that is looked at"), None)
        for system in names:
            box.addItem(system, system)
        return box

    def _build(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setSpacing(8)
        rows: list[tuple[str, QComboBox]] = {
            "measures": [
                (self.tr("&Measure"), self.measures[0]),
                (self.tr("&Against"), self.measures[-1]),
                (self.tr("&System"), self.systems[0]),
            ],
            "systems": [
                (self.tr("&System"), self.systems[0]),
                (self.tr("&Against"), self.systems[-1]),
                (self.tr("&Measure"), self.measures[0]),
            ],
            "score": [(self.tr("&Measure"), self.measures[0]), (self.tr("&System"), self.systems[0])],
        }[self.kind]
        for text, box in (*rows, (self.tr("&Order"), self.order)):
            form.addRow(text, box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(self.says)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(380)

    def _begin_with(self, shown: ChosenRanking, looked_at: int) -> None:
        """Start from the ranking in use, as far as it is of this kind."""
        measures = [column.metric for column in shown.columns if column.metric.name in METRICS] or [METRICS["e-dice"]]
        other = METRICS["t-dice" if measures[0].name != "t-dice" else "e-dice"]
        measures = measures if len(set(measures)) > 1 else [measures[0], other]
        for box, metric in zip(self.measures, measures, strict=False):
            box.choose(metric)
        systems = [column.system for column in shown.columns if column.system is not None]
        if self.kind == "systems":
            first = self.systems[0].findData(systems[0]) if systems else looked_at
            second = self.systems[1].findData(systems[-1]) if systems else -1
            free = 0 if first != 0 else 1
            self.systems[0].setCurrentIndex(first)
            self.systems[1].setCurrentIndex(second if second not in (-1, first) else free)
        elif systems and len(set(systems)) == 1:
            self.systems[0].setCurrentIndex(self.systems[0].findData(systems[0]))

    def chosen(self) -> ChosenRanking:
        """Return the ranking that the dialog says."""
        size = 1 if self.kind == "score" else 2
        measures = [box.chosen for box in self.measures]
        systems = [box.currentData() for box in self.systems]
        columns = tuple(
            ChosenColumn(measures[place % len(measures)], systems[place % len(systems)]) for place in range(size)
        )
        return ChosenRanking("score" if size == 1 else "gap", columns, self.order.currentIndex() == 1)

    def _changed(self) -> None:
        chosen = self.chosen()
        same = len(set(chosen.columns)) < len(chosen.columns)
        self.says.setText(self.tr("Choose two that differ.") if same else chosen.explanation())
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not same)
