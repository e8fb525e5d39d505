"""Plots of systems: which one, of which measures, beside which system; a legend, and ways to take it along."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QListWidget, QListWidgetItem, QSpinBox, QVBoxLayout, QWidget

from treelens.engine.sweep import Standings
from treelens.engine.sweep.standings import SIZES

from ..figures.chart import Chart, Series, picture_of
from ..plain import as_it_is
from ..theme import Theme
from ..views.elided import Elided
from ..views.export_button import export_button
from ..views.looks import line_of_system
from ..views.picture import PictureView
from ..widgets import frame, label
from .choice import GROUPS, Choice, said, title_of
from .plots import CHARTS, PLOTS

__all__ = ["PlotsTab"]

_LISTED = 500  #: names in a legend
_WIDE = 170


class PlotsTab(QWidget):
    """A chooser of plots with what each of them minds; the plot; its legend."""

    changed = Signal(dict)  #: what is chosen, as fields of a :class:`Choice`
    led = Signal(object)  #: a :class:`.Spot` whose systems and measures are wanted
    pointed = Signal(str)
    export_wanted = Signal(str, str)  #: a plot by its name, and how

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.chart: Chart | None = None
        self.which = self._box(self.tr("Plot"), 26)
        for name in CHARTS:
            self.which.addItem(said(PLOTS[name].title), name)
        self.measure, self.group, self.baseline = (
            self._box(name, 14) for name in (self.tr("Measure"), self.tr("Ranks under"), self.tr("Baseline"))
        )
        for name, text in zip(GROUPS, self._groups(), strict=True):
            self.group.addItem(text, name)
        self.low, self.high = self._size(self.tr("Smallest size"), 1), self._size(self.tr("Largest size"), 25)
        self.words = {
            "metric": label(self.tr("of")),
            "group": label(self.tr("under")),
            "baseline": label(self.tr("less")),
            "sizes": label(self.tr("sizes")),
        }
        self.until = label("–")
        self.title = Elided("", "heading")
        self.view = PictureView(self.tr("Plot of systems"), theme)
        self.legend = QListWidget()
        self.legend.setAccessibleName(self.tr("Legend"))
        self.legend.setIconSize(QSize(26, 10))
        self.legend.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.legend.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.legend.setFixedWidth(_WIDE)
        self._build()
        self._connect()

    def _groups(self) -> tuple[str, ...]:
        return (
            self.tr("E and T"),
            self.tr("Dice and Jaccard"),
            self.tr("roof and whole"),
            self.tr("micro and macro"),
            self.tr("all chosen measures"),
        )

    def _box(self, name: str, letters: int) -> QComboBox:
        made = QComboBox()
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        made.setMinimumContentsLength(letters)
        made.setMaxVisibleItems(20)
        return made

    def _size(self, name: str, value: int) -> QSpinBox:
        made = QSpinBox()
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.setRange(1, SIZES)
        made.setValue(value)
        made.setKeyboardTracking(False)
        made.lineEdit().setTextMargins(5, 0, 0, 0)
        return made

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(12, 8, 8, 4)
        row.setSpacing(6)
        row.addWidget(self.which)
        for part in (
            self.words["metric"],
            self.measure,
            self.words["group"],
            self.group,
            self.words["baseline"],
            self.baseline,
            self.words["sizes"],
            self.low,
            self.until,
            self.high,
        ):
            row.addWidget(part)
        row.addStretch(1)
        self.export_button = export_button(
            self.tr("Plot of systems"), lambda how: self.export_wanted.emit(self.plot, how)
        )
        row.addWidget(self.export_button)
        body = QHBoxLayout()
        body.setContentsMargins(12, 0, 8, 8)
        body.setSpacing(8)
        body.addWidget(self.view, 1)
        body.addWidget(self.legend)
        card = frame("card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addLayout(row)
        inside.addWidget(self.title)
        self.title.setContentsMargins(12, 2, 12, 2)
        inside.addLayout(body, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(card)
        self._show_choosers()

    def _connect(self) -> None:
        for box in (self.which, self.measure, self.group, self.baseline):
            box.activated.connect(lambda _: self._changed())
        for size in (self.low, self.high):
            size.valueChanged.connect(lambda _: self._changed())
        self.view.chosen.connect(self.led)
        self.view.pointed.connect(self.pointed)
        self.legend.itemClicked.connect(self._named)
        self.legend.itemActivated.connect(self._named)

    @property
    def plot(self) -> str:
        """The name of the plot that is shown."""
        return str(self.which.currentData())

    def choose_plot(self, name: str) -> None:
        """Show another plot; what else is chosen stays."""
        self.which.setCurrentIndex(self.which.findData(name))
        self._show_choosers()
        self.changed.emit({})

    def _changed(self) -> None:
        self._show_choosers()
        wish: dict[str, object] = {
            "group": self.group.currentData(),
            "only": (),
            "baseline": max(self.baseline.currentIndex(), 0),
            "sizes": tuple(sorted((self.low.value(), self.high.value()))),
        }
        if self.measure.currentData():
            wish["metric"] = self.measure.currentData()
        self.changed.emit(wish)

    def _show_choosers(self) -> None:
        """Show only what the plot minds."""
        minds = PLOTS[self.plot].minds
        parts: dict[str, tuple[QWidget, ...]] = {
            "metric": (self.measure,),
            "group": (self.group,),
            "baseline": (self.baseline,),
            "sizes": (self.low, self.until, self.high),
        }
        for name, widgets in parts.items():
            for widget in (self.words[name], *widgets):
                widget.setVisible(name in minds)

    # --- what is shown --------------------------------------------------------------------------------------------

    def offer(self, standings: Standings, choice: Choice) -> None:
        """List the measures and systems that can be chosen; stay at those that are."""
        with QSignalBlocker(self.measure), QSignalBlocker(self.baseline), QSignalBlocker(self.group):
            _fill(self.measure, [title_of(name) for name in choice.metrics], list(choice.metrics))
            self.measure.setCurrentIndex(max(self.measure.findData(choice.first), 0))
            _fill(self.baseline, standings.names, list(range(len(standings.systems))))
            self.baseline.setCurrentIndex(choice.baseline)
            self.group.setCurrentIndex(self.group.findData(choice.group))

    def show_chart(self, chart: Chart) -> None:
        """Show a plot."""
        self.chart = chart
        self.title.setText(chart.title)
        self.view.show_picture(lambda spec, height: picture_of(chart, spec, height), f"{chart.title}. {chart.note}")
        self._list(chart)

    def show_message(self, text: str) -> None:
        """Say why there is no plot."""
        self.chart = None
        self.title.setText("")
        self.legend.clear()
        self.view.show_message(text)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.view.set_theme(theme)
        if self.chart is not None:
            self._list(self.chart)

    def _list(self, chart: Chart) -> None:
        self.legend.clear()
        self.legend.setVisible(chart.legend and len(chart.series) > 1)
        shown = {series.group or f"\0{place}": place for place, series in reversed([*enumerate(chart.series)])}
        for place in sorted(shown.values())[:_LISTED]:
            series = chart.series[place]
            name = series.group or series.name
            item = QListWidgetItem(self._swatch(series), name)
            item.setData(Qt.ItemDataRole.UserRole, place)
            item.setToolTip(as_it_is(name))
            font = self.legend.font()
            font.setBold(series.strong)
            item.setFont(font)
            self.legend.addItem(item)
        self.legend.setFixedWidth(max(_WIDE, min(self.legend.sizeHintForColumn(0) + 32, self.width() // 4)))

    def _swatch(self, series: Series) -> QIcon:
        picture = QPixmap(QSize(26, 10) * 2)
        picture.setDevicePixelRatio(2)
        picture.fill(Qt.GlobalColor.transparent)
        colour, style = line_of_system(series.style, self.theme)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 2, style))
        painter.drawLine(QPointF(2, 5), QPointF(24, 5))
        painter.end()
        return QIcon(picture)

    def _named(self, item: QListWidgetItem) -> None:
        """Lead where a line leads: a system's to the system, a measure's to the measure."""
        if self.chart is not None:
            series = self.chart.series[item.data(Qt.ItemDataRole.UserRole)]
            if series.group:  # many systems: which of them?
                return
            systems = {spot.systems for spot in series.spots}
            metrics = {spot.metrics for spot in series.spots}
            if len(systems) == 1 and series.spots:
                self.led.emit(series.spots[0])
            elif len(metrics) == 1:
                self.changed.emit({"metric": next(iter(metrics))[0]})


def _fill(box: QComboBox, texts: Sequence[str], values: Sequence[object]) -> None:
    """List other entries, unless they are the same."""
    if [box.itemText(row) for row in range(box.count())] == list(texts):
        return
    box.clear()
    for text, value in zip(texts, values, strict=True):
        box.addItem(text, value)
