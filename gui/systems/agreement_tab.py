"""How far measures agree over systems: a map, two measures against each other, clusters, and what each would choose."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QSplitter, QVBoxLayout, QWidget

from treelens.engine.agreement import Agreement
from treelens.engine.agreement.choices import Optimum
from treelens.engine.sweep import Standings

from ..figures.chart import Chart, Spot, picture_of
from ..figures.heat_map import HeatMap, heat_picture
from ..models.text_table import TextTable
from ..theme import Theme
from ..views.elided import Elided
from ..views.export_button import export_button
from ..views.picture import PictureView
from ..views.row_table import RowTable
from ..views.segments import Segments
from ..widgets import frame
from .choice import Choice, number, title_of

__all__ = ["AgreementTab", "Found"]

_LEAST = 3  #: systems below which no agreement is worth a word

#: All that the tab shows: agreement, the three maps, and the two measures against each other.
Found = tuple[Agreement, dict[str, HeatMap], Chart]


class AgreementTab(QWidget):
    """A cell of the map shows its two measures; a dot leads to its system, a row to its optimum or its measures."""

    pair_chosen = Signal(str, str)  #: two measures, of a cell
    led = Signal(object)  #: a :class:`Spot` whose systems and measures are wanted
    system_chosen = Signal(str, tuple)  #: an optimum by its name, and the measures it is of
    cluster_chosen = Signal(tuple)  #: measures that choose alike
    pointed = Signal(str)
    export_wanted = Signal(str, str)  #: a plot by its name, and how

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.maps: dict[str, HeatMap] = {}
        self.map = PictureView(self.tr("Agreement of measures"), theme)
        self.scatter = PictureView(self.tr("Systems under two measures"), theme)
        self.kind = Segments(
            self.tr("Agreement"),
            [
                ("spearman", self.tr("Spearman"), self.tr("Rank correlation of measures over systems")),
                ("kendall", self.tr("Kendall"), self.tr("Tau-b of measures over systems")),
                (
                    "epsila",
                    self.tr("Epsila"),
                    self.tr("How large a gain under the row must be to be one under the column, in percent of errors"),
                ),
            ],
        )
        self.title = Elided("", "heading")
        self.clusters = TextTable([self.tr("Within"), self.tr("Choose alike")])
        self.optima = TextTable(
            [
                self.tr("Measure"),
                self.tr("Best system"),
                self.tr("Score"),
                self.tr("Best 3"),
                self.tr("Errors +%"),
                self.tr("Seen by"),
            ],
            numbers=(2, 3, 4),
        )
        self.cluster_table = self._table(self.tr("Clusters of measures"), self.clusters, 1)
        self.optimum_table = self._table(self.tr("Optimum of each measure"), self.optima, -1)
        tip = self.tr("The largest increase of the error rate that another measure sees when this one chooses")
        self.optimum_table.horizontalHeader().setToolTip(tip)
        self._build()
        self._connect()

    def _table(self, name: str, model: TextTable, wide: int) -> RowTable:
        made = RowTable(name)
        made.setModel(model)
        header = made.horizontalHeader()
        for section in range(len(model.heading)):
            mode = QHeaderView.ResizeMode.Stretch if section == wide else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(section, mode)
        return made

    def _build(self) -> None:
        above, below = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Horizontal)
        above.addWidget(self._card(self.kind, self.map, lambda how: self.export_wanted.emit(self.kind.value(), how)))
        above.addWidget(self._card(self.title, self.scatter, lambda how: self.export_wanted.emit("against", how)))
        below.addWidget(self._card(Elided(self.tr("Clusters by epsila"), "heading"), self.cluster_table))
        below.addWidget(self._card(Elided(self.tr("What each measure would choose"), "heading"), self.optimum_table))
        whole = QSplitter(Qt.Orientation.Vertical)
        for part in (above, below):
            part.setChildrenCollapsible(False)
            part.setHandleWidth(8)
            part.setStyleSheet("QSplitter::handle { background: transparent; }")
            whole.addWidget(part)
        above.setSizes([560, 460])
        below.setSizes([330, 690])
        whole.setSizes([440, 240])
        whole.setHandleWidth(8)
        whole.setChildrenCollapsible(False)
        whole.setStyleSheet("QSplitter::handle { background: transparent; }")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(whole)

    def _card(self, heading: QWidget, body: QWidget, export: object = None) -> QWidget:
        card = frame("card")
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 8, 0)
        head.addWidget(heading, 1 if isinstance(heading, Elided) else 0)
        if not isinstance(heading, Elided):
            head.addStretch(1)
        if callable(export):
            head.addWidget(export_button(body.accessibleName(), export))
        layout = QVBoxLayout(card)
        layout.setContentsMargins(1, 1, 1, 6)
        layout.setSpacing(4)
        layout.addLayout(head)
        inside = QHBoxLayout()
        inside.setContentsMargins(8, 0, 8, 0)
        inside.addWidget(body)
        layout.addLayout(inside, 1)
        return card

    def _connect(self) -> None:
        self.kind.changed.connect(lambda _: self._show_map())
        self.map.chosen.connect(self._choose_pair)
        self.scatter.chosen.connect(self.led)
        for view in (self.map, self.scatter):
            view.pointed.connect(self.pointed)
        self.map.marked = lambda spot: spot.metrics == self._pair
        self._pair: tuple[str, str] = ("", "")
        for table, slot in (
            (self.cluster_table, self._choose_cluster),
            (self.optimum_table, self._choose_optimum),
        ):
            table.clicked.connect(lambda index, slot=slot: slot(index.row()))
            table.entered_row.connect(lambda index, slot=slot: slot(index.row()))

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for view in (self.map, self.scatter):
            view.set_theme(theme)

    # --- what is shown --------------------------------------------------------------------------------------------

    def wait(self, standings: Standings) -> None:
        """Say that it takes a moment, or that there is too little to agree on."""
        few = len(standings.rows) < _LEAST
        text = self.tr("Agreement needs three systems or more.") if few else self.tr("comparing measures…")
        self.maps = {}
        self.map.show_message(text)
        self.scatter.show_message("")
        self.clusters.show([], [])
        self.optima.show([], [])

    @staticmethod
    def is_enough(standings: Standings, choice: Choice) -> bool:
        """Say whether there are systems and measures enough to compare."""
        return len(standings.rows) >= _LEAST and len(choice.metrics) > 1

    def show_found(self, found: Found, choice: Choice) -> None:
        """Show what was found."""
        agreed, self.maps, chart = found
        self._pair = choice.first, choice.second
        self._show_map()
        self.show_pair(chart, choice)
        rows, meant = _clusters(agreed)
        self.clusters.show(rows, meant)
        self.optima.show([_optimum(one) for one in agreed.optima], agreed.optima)

    def show_pair(self, chart: Chart, choice: Choice) -> None:
        """Show two measures against each other."""
        self._pair = choice.first, choice.second
        self.title.setText(chart.title)
        self.scatter.show_picture(lambda spec, height: picture_of(chart, spec, height), f"{chart.title}. {chart.note}")
        self.map.update()

    def _show_map(self) -> None:
        heat = self.maps.get(self.kind.value())
        if heat is None:
            self.map.show_message(self.tr("No measure here has a perfect value, which epsila needs."))
        else:
            self.map.show_picture(lambda spec, height: heat_picture(heat, spec, height), heat.title)

    # --- where it leads -------------------------------------------------------------------------------------------

    def _choose_pair(self, spot: Spot) -> None:
        one, other = spot.metrics
        if one != other:
            self.pair_chosen.emit(one, other)

    def _choose_cluster(self, row: int) -> None:
        self.cluster_chosen.emit(self.clusters.meant[row])

    def _choose_optimum(self, row: int) -> None:
        one = self.optima.meant[row]
        self.system_chosen.emit(one.system, (one.metric, one.worst) if one.worst else (one.metric,))


def _clusters(agreed: Agreement) -> tuple[list[list[str]], list[tuple[str, ...]]]:
    """Return a row for each cluster of two or more measures, and one for those that stand alone."""
    rows, meant = [], []
    for threshold, sets in agreed.clusters.items():
        together = [one for one in sets if len(one) > 1]
        for place, one in enumerate(together):
            rows.append([f"{100 * threshold:g} %" if place == 0 else "", _listed(one)])
            meant.append(one)
        if not together:
            alone = tuple(name for one in sets for name in one)
            rows.append([f"{100 * threshold:g} %", "–"])
            meant.append(alone)
    return rows, meant


def _listed(metrics: Sequence[str]) -> str:
    return f"{len(metrics)}: " + ", ".join(map(title_of, metrics))


def _optimum(one: Optimum) -> list[str]:
    cost = "n/a" if one.increase is None else number(100 * one.increase)
    seen = title_of(one.worst) if one.worst else ""
    return [title_of(one.metric), one.system, number(one.score), number(one.best_three), cost, seen]
