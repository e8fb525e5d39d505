"""Choosing the columns of the sentence table: a matrix of measures and systems, at work while it is open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ..models.chosen import DEFAULT_COLUMNS, ERRORS, ChosenColumn, columns_from
from ..models.column_matrix import ColumnMatrix
from ..widgets import button, label
from .measures import groups_of_measures

__all__ = ["ColumnsDialog", "columns_icon"]

_NARROWEST, _WIDEST = 64, 130  #: the width of a system's column
_ROW = 26
_INDENT = 16
_BOX = 14.0
_SIZE = QSize(680, 560)


class ColumnsDialog(QDialog):
    """Every measure of every system, to be shown or not."""

    changed = Signal(list)  #: the :class:`ChosenColumn` s that are shown now

    def __init__(
        self,
        names: Sequence[str],
        chosen: Sequence[ChosenColumn],
        looked_at: str,
        parent: QWidget | None = None,
        *,
        usual: Sequence[str] = DEFAULT_COLUMNS,
        errors: bool = True,
    ) -> None:
        """*usual* are the columns to go back to, as they are written down; *errors* may be a column of its own."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Choose columns"))
        more = [(self.tr("What went wrong"), [ERRORS])] if errors else []
        self.matrix = ColumnMatrix([*groups_of_measures(), *more], names, self)
        self.matrix.set_chosen(chosen)
        self.matrix.changed.connect(self.changed)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a measure"))
        self.search.setAccessibleName(self.tr("Find a measure"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.search.installEventFilter(self)
        self.nothing = label(self.tr("No measure is called so."), "muted")
        self.nothing.hide()
        self.table = QTableView()
        self._usual = columns_from(usual, names)
        titles = ", ".join(column.metric.title for column in self._usual)
        self.reset = button(self.tr("Reset to default"), tip=self.tr("Show {}").format(titles))
        self.reset.clicked.connect(self._reset)
        self.done_button = button(self.tr("Close"), "primary")
        self.done_button.clicked.connect(self.close)
        self._build(looked_at)
        self._build_table()
        self.search.setFocus()

    def _build(self, looked_at: str) -> None:
        for one in (self.reset, self.done_button):
            one.setAutoDefault(False)
        self.done_button.setStyleSheet("padding: 6px 18px;")
        foot = QHBoxLayout()
        foot.addWidget(self.reset)
        foot.addStretch(1)
        foot.addWidget(self.done_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 14, 14, 12)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        if looked_at:
            text = self.tr("“this system” follows the system that is looked at, now {}.").format(looked_at)
            layout.addWidget(label(text, "muted", wrap=True))
        layout.addWidget(self.nothing)
        layout.addWidget(self.table, 1)
        layout.addLayout(foot)
        self.resize(_SIZE)

    def _build_table(self) -> None:
        table = self.table
        table.setModel(self.matrix)
        table.setItemDelegate(_CheckDelegate(table))
        table.setAccessibleName(self.tr("Measures and systems"))
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setCornerButtonEnabled(False)
        # Nothing is to be seen in the corners, and only the box that has the keyboard is marked.
        table.setStyleSheet(
            "QTableView { outline: 0; }"
            "QTableCornerButton::section { background: palette(alternate-base); border: none; }"
            "QAbstractScrollArea::corner { background: transparent; border: none; }"
        )
        across, down = table.horizontalHeader(), _MeasureHeader(Qt.Orientation.Vertical, table)
        table.setVerticalHeader(down)
        down.setFixedWidth(down.wanted_width())
        across.setHighlightSections(False)
        across.setTextElideMode(Qt.TextElideMode.ElideRight)
        metrics = across.fontMetrics()
        for section in range(self.matrix.columnCount()):
            text = self.matrix.headerData(section, Qt.Orientation.Horizontal)
            width = metrics.horizontalAdvance(text) * 1.1 + 20  # the headings are bold
            across.resizeSection(section, int(min(max(width, _NARROWEST), _WIDEST)))
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setDefaultSectionSize(_ROW)
        table.setCurrentIndex(self.matrix.index(1, 0))

    def show_chosen(self, chosen: Sequence[ChosenColumn]) -> None:
        """Mark what is shown, after it was changed elsewhere."""
        self.matrix.set_chosen(chosen)

    def _reset(self) -> None:
        self.matrix.set_chosen(self._usual)
        self.changed.emit(list(self._usual))

    def _find(self, text: str) -> None:
        found = self.matrix.matching(text)
        for row, there in enumerate(found):
            self.table.setRowHidden(row, not there)
        self.nothing.setVisible(not any(found))
        measures = [row for row, there in enumerate(found) if there and not isinstance(self.matrix.rows[row], str)]
        if measures:
            self.table.setCurrentIndex(self.matrix.index(measures[0], max(self.table.currentIndex().column(), 0)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """From the search line, Down and Enter lead into the matrix."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self.search:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.table.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)


class _MeasureHeader(QHeaderView):
    """The measures at the left, the titles of their groups bold and quiet."""

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """Paint a title or a measure."""
        font = self.model().headerData(section, self.orientation(), Qt.ItemDataRole.FontRole)
        text = str(self.model().headerData(section, self.orientation()))
        palette = self.palette()
        painter.save()
        painter.fillRect(rect, palette.base())
        painter.setFont(font or self.font())
        painter.setPen(palette.text().color() if font is None else palette.placeholderText().color())
        room = rect.adjusted(_INDENT if font is None else 6, 0, -4, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def wanted_width(self) -> int:
        """Return the width that all texts fit into."""
        texts = [str(self.model().headerData(row, self.orientation())) for row in range(self.count())]
        bold = QFont(self.font())
        bold.setBold(True)
        return max(map(QFontMetrics(bold).horizontalAdvance, texts), default=0) + _INDENT


class _CheckDelegate(QStyledItemDelegate):
    """Paints a mark in the middle of a cell; a click anywhere in the cell, or the space bar, turns it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the cell, and a box in its middle if it can be checked."""
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return
        palette, state = QGuiApplication.palette(), option.state  # the table's own has no strong colour
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(option.rect, palette.base())
        if state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, palette.alternateBase())
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(palette.highlight().color(), 1.5))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(3.5, 2.5, -3.5, -2.5), 4, 4)
        shown = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        _paint_box(painter, QRectF(option.rect).center(), palette, shown=shown)
        painter.restore()

    def editorEvent(  # noqa: N802
        self, event: QEvent, model: object, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> bool:
        """Turn the mark of a cell."""
        if not _turns(event, option.rect) or not isinstance(model, ColumnMatrix) or model.column_at(index) is None:
            return False  # titles of groups have no mark
        shown = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        state = Qt.CheckState.Unchecked if shown else Qt.CheckState.Checked
        return model.setData(index, state, Qt.ItemDataRole.CheckStateRole)


def _paint_box(painter: QPainter, centre: QPointF, palette: QPalette, *, shown: bool) -> None:
    """Paint a box that can be seen in every theme: the style's own is all but invisible in a dark one."""
    box = QRectF(centre.x() - _BOX / 2, centre.y() - _BOX / 2, _BOX, _BOX)
    painter.setPen(QPen(palette.highlight().color() if shown else palette.placeholderText().color(), 1.2))
    painter.setBrush(palette.highlight() if shown else palette.base())
    painter.drawRoundedRect(box, 3, 3)
    if shown:
        painter.setPen(QPen(palette.highlightedText().color(), 1.8))
        places = [(0.24, 0.52), (0.43, 0.7), (0.77, 0.32)]
        painter.drawPolyline([QPointF(box.left() + x * _BOX, box.top() + y * _BOX) for x, y in places])


def _turns(event: QEvent, cell: QRect) -> bool:
    """Say whether an event is a click into a cell, or the space bar."""
    if isinstance(event, QMouseEvent):
        inside = cell.contains(event.position().toPoint())
        return event.type() == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton and inside
    return isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select)


def columns_icon(colour: QColor) -> QIcon:
    """Return a small picture of columns."""
    picture = QPixmap(32, 32)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.3))
    painter.drawRoundedRect(QRectF(1.5, 2.5, 13, 11), 2, 2)
    for x in (6.0, 10.3):
        painter.drawLine(QPointF(x, 3), QPointF(x, 13))
    painter.drawLine(QPointF(2, 6), QPointF(14, 6))
    painter.end()
    return QIcon(picture)
