"""The scores of one sentence under every measure, with its rank among all sentences."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.metrics import METRICS, Metric
from treelens.engine.study import Standing

from ..theme import Theme
from ..widgets import button

__all__ = ["CHIEF", "CHIEF_OF_PROFILES", "ScoreTable"]

#: The measures that are always shown; the others come out with a click.
CHIEF = ("e-dice", "t-dice", "freval-15", "leaf-ancestor", "mph-f1", "usd")
#: The same where gold has derivations and, perhaps, meanings.
CHIEF_OF_PROFILES = ("e-dice", "t-dice", "lp", "la", "usd", "lnm", "emm", "led")

_MEASURE, _VALUE, _BAR, _RANK = range(4)
_ROW, _BAR_WIDTH, _BAR_HEIGHT = 23, 34, 6
_AIR, _LEAST = 8, 12  #: air beside a bar, and the least width of one
_SHARE = Qt.ItemDataRole.UserRole
_LONG = 14  #: letters of a name that leave no room for a bar


class _BarDelegate(QStyledItemDelegate):
    """Paints a share as a bar."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.empty: QColor = theme.interface.bar_empty
        self.full: QColor = theme.interface.good

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the whole in grey and the share over it."""
        share = index.data(_SHARE)
        if share is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle, room = option.rect.center(), option.rect.width() - _AIR
        whole = QRectF(middle.x() - room / 2, middle.y() - _BAR_HEIGHT / 2, room, _BAR_HEIGHT)
        for width, colour in ((1.0, self.empty), (share, self.full)):
            painter.setBrush(colour)
            whole.setWidth(room * max(0.0, min(1.0, width)))
            painter.drawRoundedRect(whole, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.restore()


class ScoreTable(QWidget):
    """Measures down; value, bar and rank across. As high as its rows: what it stands in scrolls."""

    measure_wanted = Signal(str)  #: a measure that was activated: rank by it

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = QTableWidget(0, 4)
        self.more = button("", "link")
        self.all_shown = False
        self.chief: tuple[str, ...] = CHIEF
        self._standing: Callable[[Metric], Standing] | None = None
        self._bars = _BarDelegate(theme, self.table)
        self._build()
        self.set_theme(theme)
        self.more.clicked.connect(lambda: self.show_all(not self.all_shown))
        self.table.itemActivated.connect(lambda item: self.measure_wanted.emit(self._measure(item.row())))
        self.show_all(False)

    def _build(self) -> None:
        table = self.table
        table.setAccessibleName(self.tr("Scores of this sentence"))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setItemDelegateForColumn(_BAR, self._bars)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(_ROW)
        header = table.horizontalHeader()
        header.hide()
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(_MEASURE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_RANK, QHeaderView.ResizeMode.ResizeToContents)
        for column, width in ((_VALUE, 47), (_BAR, _BAR_WIDTH + _AIR)):
            header.resizeSection(column, width)
        table.setStyleSheet("QTableView::item { border: none; padding: 0 1px; }")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(table)
        layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.muted = theme.interface.muted
        self._bars.set_theme(theme)
        self.table.viewport().update()

    def show_all(self, shown: bool) -> None:
        """Show every measure, or only the chief ones."""
        self.all_shown = shown
        self.more.setText(self.tr("Fewer measures") if shown else self.tr("All {} measures").format(len(METRICS)))
        self._fill()

    def show_scores(self, standing: Callable[[Metric], Standing]) -> None:
        """Show how a sentence stands: *standing* says it for any measure."""
        self._standing = standing
        self._fill()

    def _fill(self) -> None:
        """Show all measures, the chief ones first, or only these: what nobody sees would cost time with a sentence."""
        names = dict.fromkeys([*self.chief, *METRICS]) if self.all_shown else self.chief
        shown = [self._standing(METRICS[name]) for name in names] if self._standing else []
        self.table.setRowCount(len(shown))
        for row, score in enumerate(shown):
            self._show_row(row, score)
        self.table.setFixedHeight(len(shown) * _ROW + 2)
        self._fit_bar()

    def _show_row(self, row: int, score: Standing) -> None:
        metric = score.metric
        known = not math.isnan(score.value)
        value = f"{100 * score.value:.1f}" if metric.is_share else f"{score.value:g}"
        rank = f"{score.rank:g}/{score.of:,}" if known else ""
        without = self.tr("n/a") if score.counted else "…"
        title = metric.title if self.all_shown or len(metric.title) < _LONG else metric.title.partition(",")[0]
        texts = title, value if known else without, "", rank
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            if column == _MEASURE:
                item.setData(_SHARE, metric.name)
                item.setToolTip(f"<p><b>{metric.title}</b>: {metric.definition}<br>{metric.reference}</p>")
            else:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if column == _VALUE:
                font = self.table.font()
                font.setBold(True)
                item.setFont(font)
            if column == _BAR and known and metric.is_share:
                item.setData(_SHARE, score.value)
            if column == _RANK:
                item.setForeground(self.muted)
                item.setToolTip(self.tr("Rank among all sentences; 1 is best"))
            self.table.setItem(row, column, item)

    def _measure(self, row: int) -> str:
        """Return the name of the measure in a row."""
        return str(self.table.model().index(row, _MEASURE).data(_SHARE))

    def _fit_bar(self) -> None:
        """Leave to the bars what the texts leave; names are never cut for them."""
        measure = self.table.fontMetrics().horizontalAdvance
        rows = range(self.table.rowCount())
        texts = [max((measure(self._text(row, column)) for row in rows), default=0) for column in (_MEASURE, _RANK)]
        room = self.table.width() - sum(texts) - 4 * _AIR - self.table.columnWidth(_VALUE) - _AIR
        self.table.setColumnHidden(_BAR, self.all_shown or room < _LEAST)  # the names of all measures are long
        self.table.setColumnWidth(_BAR, max(_LEAST, min(_BAR_WIDTH, room)) + _AIR)

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text() if item is not None else ""

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give the bars another width."""
        super().resizeEvent(event)
        self._fit_bar()
