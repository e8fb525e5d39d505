"""The view of all systems: a table, the agreement of measures, plots; every part leads to systems and sentences."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QProgressBar, QStackedWidget, QVBoxLayout, QWidget

from treelens.engine.sweep import Standings

from ..figures.chart import Chart, Spot
from ..newest import Newest
from ..theme import Theme
from ..views.elided import Elided
from ..views.segments import Segments
from ..widgets import button, frame
from . import maps, orders
from .agreement_tab import AgreementTab, Found
from .choice import Choice, chief
from .measures_button import MeasuresButton
from .plots import PLOTS
from .plots_tab import PlotsTab
from .table_tab import TableTab

__all__ = ["SystemsPage"]

_TABS = ("table", "agreement", "plots")


class SystemsPage(QWidget):
    """All systems of what is open. What it shows it is given; what somebody wants of it, it tells."""

    left = Signal()  #: back to the trees
    system_wanted = Signal(int, tuple)  #: a system to look at, and the measures (none to two) to rank sentences by
    pair_wanted = Signal(int, int, tuple)  #: two systems to compare, and a measure
    trees_wanted = Signal(int)  #: a system whose trees are wanted
    pointed = Signal(str)  #: what is under the pointer
    export_wanted = Signal(str, str)  #: a plot by its name, and how
    cancelled = Signal()
    resumed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("systems")
        self.standings, self.choice = Standings(), Choice(())
        self._measures_chosen = False
        self.title = Elided("", "heading")
        self.tabs = Segments(
            self.tr("View"),
            [
                (_TABS[0], self.tr("Table"), self.tr("Systems under measures")),
                (_TABS[1], self.tr("Agreement"), self.tr("How far measures agree over systems")),
                (_TABS[2], self.tr("Plots"), self.tr("Plots of systems")),
            ],
        )
        self.average = QComboBox()
        self.average.setAccessibleName(self.tr("Average"))
        self.average.setToolTip(self.tr("Macro: mean of sentences’ scores. Micro: counts of all sentences together"))
        for name in ("macro", "micro"):
            self.average.addItem(name, name)
        self.measures = MeasuresButton()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(110)
        self.bar.setAccessibleName(self.tr("Systems scored"))
        self.state = Elided("", "muted")
        self.stop = button(self.tr("Cancel"), "link")
        self.go_on = button(self.tr("Go on"), "link", self.tr("Score the other systems"))
        self.table, self.agreement, self.plots = TableTab(theme), AgreementTab(theme), PlotsTab(theme)
        self.stack = QStackedWidget()
        for tab in (self.table, self.agreement, self.plots):
            self.stack.addWidget(tab)
        self._agreeing, self._drawing = Newest(self), Newest(self)
        self._build()
        self._connect()
        self.show_progress(0, 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with little: while it is hidden it must not keep the window wide."""
        return QSize(320, 240)

    def _build(self) -> None:
        head = frame("legend")
        head.setStyleSheet("QFrame#legend { border-top: none; }")
        row = QHBoxLayout(head)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self.tabs)
        row.addWidget(self.title, 1)
        for part in (self.bar, self.state, self.stop, self.go_on, self.average, self.measures):
            row.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self.stack, 1)

    def _connect(self) -> None:
        self.tabs.changed.connect(self.show_tab)
        self.stop.clicked.connect(self.cancelled)
        self.go_on.clicked.connect(self.resumed)
        self.average.activated.connect(lambda _: self._choose(average=str(self.average.currentData())))
        self.measures.changed.connect(self._choose_measures)
        self.table.chosen.connect(lambda system: self.system_wanted.emit(system, ()))
        self.table.entered.connect(self.trees_wanted)
        self.agreement.pair_chosen.connect(lambda one, other: self._choose(metric=one, other=other))
        self.agreement.system_chosen.connect(self._choose_optimum)
        self.agreement.cluster_chosen.connect(self._show_cluster)
        self.plots.changed.connect(self._plot_changed)
        for tab in (self.agreement, self.plots):
            tab.led.connect(self.lead)
            tab.pointed.connect(self.pointed)
            tab.export_wanted.connect(self.export_wanted)
        self._agreeing.done.connect(self._agreed)
        self._agreeing.failed.connect(lambda error: self.agreement.map.show_message(str(error)))
        self._drawing.done.connect(self._drawn)
        self._drawing.failed.connect(lambda error: self.plots.show_message(str(error)))

    # --- what is shown --------------------------------------------------------------------------------------------

    def set_title(self, text: str) -> None:
        """Say whose systems these are."""
        self.title.setText(text)

    def show_standings(self, standings: Standings) -> None:
        """Show other systems, or more of them."""
        others = standings.names != self.standings.names
        self.standings = standings
        if others:
            self._measures_chosen = False
            self.table.model.sorted_by = ("", False)
            self.choice = replace(self.choice, only=(), baseline=0)
        if not self._measures_chosen:
            self.choice = replace(self.choice, metrics=chief(standings))
        self.average.setEnabled(standings.has_micro)
        if not standings.has_micro and self.choice.average != "macro":
            self.choice = replace(self.choice, average="macro")
        self.measures.offer(standings.metrics, self.choice.metrics)
        self._show()

    def show_system(self, system: int) -> None:
        """Make another system stand out: the one that is looked at, -1 if none of these is."""
        if system != self.choice.current:
            self.choice = replace(self.choice, current=system)
            self.table.show_choice(self.choice)
            if self.isVisible() and self.tabs.value() != "table":
                self._show_tab_again()

    def show_progress(self, done: int, total: int, *, working: bool = False) -> None:
        """Show how many systems are scored; nothing once all are."""
        missing = done < total
        self.bar.setVisible(working)
        self.stop.setVisible(working)
        self.go_on.setVisible(missing and not working)
        self.state.setVisible(missing)
        if missing:
            self.bar.setRange(0, total)
            self.bar.setValue(done)
            self.state.setText(self.tr("{} of {} scored").format(f"{done:,}", f"{total:,}"))

    def show_tab(self, name: str) -> None:
        """Show another part."""
        self.tabs.set_value(name)
        self.stack.setCurrentIndex(_TABS.index(name))
        self._show_tab_again()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for tab in (self.table, self.agreement, self.plots):
            tab.set_theme(theme)

    @property
    def busy(self) -> bool:
        """Whether something is being found out."""
        views = (self.agreement.map, self.agreement.scatter, self.plots.view)
        return self._agreeing.busy or self._drawing.busy or any(view.busy for view in views)

    def stop_work(self) -> None:
        """Let go of all work beside the window."""
        self._agreeing.stop()
        self._drawing.stop()

    def _show(self) -> None:
        with QSignalBlocker(self.average):
            self.average.setCurrentIndex(self.average.findData(self.choice.average))
        self.table.show_standings(self.standings, self.choice)
        self._show_tab_again()

    def _show_tab_again(self) -> None:
        """Find out what the tab in front shows; the others are found out when they come to the front."""
        tab = self.tabs.value()
        if tab == "agreement":
            self._show_agreement()
        elif tab == "plots":
            self._show_plot()

    def _show_agreement(self) -> None:
        standings, choice = self.standings, self.choice
        if not self.agreement.is_enough(standings, choice):
            self._agreeing.stop()
            self.agreement.wait(standings)
            return
        if not self.agreement.maps:
            self.agreement.wait(standings)
        self._agreeing.want(lambda: (_found(standings, choice), choice))

    def _agreed(self, result: tuple[Found, Choice]) -> None:
        found, choice = result
        self.agreement.show_found(found, choice)

    def _show_plot(self) -> None:
        which, standings, choice = self.plots.plot, self.standings, self.choice
        self.plots.offer(standings, choice)
        if not standings.rows:
            self.plots.show_message(self.tr("No system is scored yet."))
        else:
            self._drawing.want(lambda: PLOTS[which].draw(standings, choice))

    def _drawn(self, chart: Chart) -> None:
        self.plots.show_chart(chart)

    # --- what is chosen -------------------------------------------------------------------------------------------

    def _choose(self, **what: object) -> None:
        self.choice = replace(self.choice, **what)  # type: ignore[arg-type]
        self._show()

    def _choose_measures(self, metrics: tuple[str, ...]) -> None:
        if metrics:
            self._measures_chosen = True
            self._choose(metrics=metrics)

    def _plot_changed(self, what: dict[str, object]) -> None:
        self.choice = replace(self.choice, **what)  # type: ignore[arg-type]
        self._show_plot()

    def _show_cluster(self, metrics: tuple[str, ...]) -> None:
        """Show how measures that choose alike rank systems."""
        self.choice = replace(self.choice, group="all", only=metrics)
        self.plots.choose_plot("ranks")
        self.show_tab("plots")

    def _choose_optimum(self, name: str, metrics: tuple[str, ...]) -> None:
        if len(metrics) == 2:
            self.choice = replace(self.choice, metric=metrics[0], other=metrics[1])
        self.system_wanted.emit(self.standings.names.index(name), metrics)
        self._show()

    def lead(self, spot: Spot) -> None:
        """Go where a spot leads: to a system, or to two of them."""
        if len(spot.systems) == 2:
            self.pair_wanted.emit(*spot.systems, spot.metrics)
        elif spot.systems:
            self.system_wanted.emit(spot.systems[0], spot.metrics)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Esc leads back to the trees."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _found(standings: Standings, choice: Choice) -> Found:
    """Find out all that the tab of agreement shows."""
    agreed = maps.agreed(standings, choice)
    found = {kind: maps.correlations(standings, choice, kind) for kind in ("spearman", "kendall")}
    if agreed.scores.with_perfect_value:
        found["epsila"] = maps.epsila(standings, choice)
    return agreed, found, orders.against(standings, choice)
