"""The list below the filter box: what the part under the cursor may become. The keyboard stays in the box."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from treelens.engine.errors import kinds_named
from treelens.engine.metrics import METRICS

__all__ = ["Proposals", "meaning"]

_ROWS = 10  #: shown without scrolling
_WIDEST = 460
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _ROWS, Qt.Key.Key_PageUp: -_ROWS}
_LEAVING = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Hide,
    QEvent.Type.WindowDeactivate,
    QEvent.Type.MouseButtonPress,
)
_FIELDS = {
    "label:": "a node of this label",
    "tgrep:": "a pattern of nodes",
    "len:": "number of words",
    "id:": "place in the file",
    "tag:": "a tag of your own",
    "error:": "a kind of error",
    "status:": "ok, error or skip",
    "differ:": "trees differ",
    "gold.": "the gold trees",
    "any.": "any system",
}


def meaning(proposal: str, names: Sequence[str]) -> str:
    """Return in a few words what a proposal stands for, if it is not plain.

    >>> meaning("berkeley.f1:", ["berkeley"]), meaning("berkeley.", ["berkeley"]), meaning("lake", [])
    ('F1', 'a system', '')
    >>> meaning("error:different", [])
    'different label'
    """
    if proposal in _FIELDS:
        return QCoreApplication.translate("Proposals", _FIELDS[proposal])
    if proposal.endswith(".") and proposal[:-1].strip('"') in names:
        return QCoreApplication.translate("Proposals", "a system")
    field, colon, value = proposal.rpartition(":")
    name = value or field.rpartition(".")[2]
    if name in METRICS and colon:
        return METRICS[name].title
    if field.rpartition(".")[2] == "error" and value:
        kinds = kinds_named(value.strip('"'))
        return kinds[0] if len(kinds) == 1 and kinds[0] != value else ""
    return meaning(f"{name}:", names) if colon and not value and f"{name}:" in _FIELDS else ""


class Proposals(QTreeWidget):
    """A list that opens below a line of text and never takes the keyboard from it."""

    taken = Signal(str)

    def __init__(self, line: QWidget) -> None:
        super().__init__(line)
        self._line = line
        self.setWindowFlags(Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setStyleSheet("QTreeWidget { border: 1px solid palette(mid); } QTreeWidget::item { padding: 3px 6px; }")
        self.setAccessibleName(self.tr("Proposals"))
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setStretchLastSection(True)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.itemPressed.connect(lambda item, _: self.taken.emit(item.text(0)))
        self.hide()

    def propose(self, proposals: Sequence[str], names: Sequence[str]) -> None:
        """Show proposals below the line; none close the list."""
        self.clear()
        for proposal in proposals:
            item = QTreeWidgetItem([proposal, meaning(proposal, names)])
            item.setForeground(1, self.palette().placeholderText())
            self.addTopLevelItem(item)
        if not proposals:
            self.hide()
            return
        self.setCurrentIndex(QModelIndex())  # nothing is marked until an arrow says so
        self._place()
        self._line.window().installEventFilter(self)
        self.show()

    def _place(self) -> None:
        """Open below the line, or above it where the screen ends; as wide as the line at least."""
        frame = 2 * self.frameWidth()
        rows = min(self.topLevelItemCount(), _ROWS)
        wide = self.sizeHintForColumn(0) + self.sizeHintForColumn(1) + 24 + frame
        self.resize(min(max(wide, self._line.width()), _WIDEST), rows * max(self.sizeHintForRow(0), 1) + frame)
        place = self._line.mapToGlobal(QPoint(0, self._line.height() + 2))
        screen = self._line.screen().availableGeometry()
        if place.y() + self.height() > screen.bottom():
            place = self._line.mapToGlobal(QPoint(0, -self.height() - 2))
        place.setX(max(min(place.x(), screen.right() - self.width()), screen.left()))
        self.move(place)

    def move_by(self, key: int) -> None:
        """Mark another proposal, and tell who cannot see it; beyond the ends nothing is marked."""
        now = self.currentIndex().row()  # -1 if nothing is marked
        step, last = _STEPS[Qt.Key(key)], self.topLevelItemCount() - 1
        wanted = last if now < 0 and step < 0 else now + step
        if abs(step) > 1:
            wanted = min(max(wanted, 0), last)
        self.setCurrentIndex(self.model().index(wanted, 0) if 0 <= wanted <= last else QModelIndex())
        if item := self.currentItem():
            text = ", ".join(filter(None, (item.text(0), item.text(1))))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._line, text))

    def marked(self) -> str:
        """Return the proposal that is marked, or nothing."""
        item = self.currentItem()
        return item.text(0) if item is not None else ""

    def first(self) -> str:
        """Return the most likely proposal."""
        item = self.topLevelItem(0)
        return item.text(0) if item is not None else ""

    def listed(self) -> list[str]:
        """Return all proposals."""
        return [item.text(0) for row in range(self.topLevelItemCount()) if (item := self.topLevelItem(row))]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Close where the window below moves away or loses the keyboard."""
        if watched is self._line.window() and event.type() in _LEAVING:
            self.hide()
        return super().eventFilter(watched, event)
