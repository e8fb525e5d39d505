"""What went wrong in a sentence: the repairs that turn the system's tree into gold, each in words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.align.mapping import phrase
from treelens.engine.errors import Explanation, Repair

from ..theme import Theme
from ..typeahead import leave_letters
from ..views.repair_delegate import RepairDelegate, RepairRow, RowRole
from ..widgets import label
from .steps import StepHeading

__all__ = ["RepairsPanel"]


class _List(QListWidget):
    """Rows as high as their sentences; Esc lets go of what is chosen."""

    left = Signal()  #: Esc while something is chosen
    widened = Signal()  #: there is another width for the rows

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Leave Esc to the window where there is nothing to let go of."""
        if event.key() == Qt.Key.Key_Escape and self.selectedItems():
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Tell when sentences have to be cut into other lines."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.widened.emit()


class RepairsPanel(QWidget):
    """The repairs of a sentence. Choosing one points it out; stepping shows the system's tree after each.

    While stepping, choosing a row goes to the tree after that repair.
    """

    chosen = Signal(object)  #: the repair that was clicked or walked to; None: none any more
    stepped = Signal(int)  #: so many repairs are done; -1: both trees as they are

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.done = -1
        self.waiting = False  #: whether the explanation is still to come
        self.explanation: Explanation | None = None
        self._shown: Repair | None = None  # what is chosen
        self.list = _List()
        self.delegate = RepairDelegate(theme, self.list)
        self.list.setItemDelegate(self.delegate)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("What went wrong"))
        leave_letters(self.list)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for bars in (self.list.setHorizontalScrollBarPolicy, self.list.setVerticalScrollBarPolicy):
            bars(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.heading = StepHeading(self.tr("What went wrong"), self.tr("repair"), ("R", "Shift+R"))
        self.note = label("", "muted", wrap=True)
        self.unexplained = label("", "", wrap=True)
        for text in (self.note, self.unexplained):
            text.setTextFormat(Qt.TextFormat.PlainText)
        self._build()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._connect()
        self.show_repairs(None)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        for below in (self.list, self.unexplained, self.note):
            layout.addWidget(below)

    def _connect(self) -> None:
        self.heading.wanted.connect(self.step)
        self.heading.ended.connect(self.stop)
        self.list.itemClicked.connect(self._clicked)
        self.list.itemActivated.connect(lambda item: self._choose(item, anew=True))
        self.list.currentItemChanged.connect(lambda now, _: self._choose(now) if self.list.hasFocus() else None)
        self.list.left.connect(self._let_go)
        self.list.widened.connect(self._fit)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.delegate.theme = theme
        self.list.viewport().update()

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_repairs(self, explanation: Explanation | None) -> None:
        """List the repairs of a sentence; None where there are no two trees over the same words."""
        self.waiting = False
        self.explanation, self.done, self._shown = explanation, -1, None
        self.list.blockSignals(True)
        self.list.clear()
        for _ in self._repairs():
            self.list.addItem(QListWidgetItem())
        self.list.blockSignals(False)
        self.list.setVisible(bool(self._repairs()))
        self._say()
        self._mark()
        self._fit()
        self.setVisible(explanation is not None)

    def show_waiting(self) -> None:
        """Say that a sentence is large, and what went wrong in it is still to come."""
        self.show_repairs(None)
        self.waiting = True
        self.note.setText(self.tr("large trees: being explained …"))
        self.show()

    def _repairs(self) -> tuple[Repair, ...]:
        return self.explanation.repairs if self.explanation else ()

    def _say(self) -> None:
        """Say how good the explanation is, and what it leaves out."""
        explanation, number = self.explanation, len(self._repairs())
        left = self._left_over()
        self.unexplained.setText(self.tr("Not explained: {}").format("; ".join(left)) if left else "")
        self.unexplained.setVisible(bool(left))
        if explanation is None or explanation.brackets == 0:
            self.note.setText(self.tr("nothing: the brackets are the same") if explanation else "")
            return
        repairs = self.tr("1 repair") if number == 1 else self.tr("{} repairs").format(number)
        how = self.tr("fewest possible") if explanation.exact else self.tr("best found, maybe not the fewest")
        self.note.setText(f"{repairs} · {how}")

    def _left_over(self) -> list[str]:
        if self.explanation is None:
            return []
        missing, extra = self.explanation.unexplained
        return [
            *(self.tr("{} is missing").format(phrase(self.explanation.gold, node)) for node in missing),
            *(self.tr("{} is not in gold").format(phrase(self.explanation.system, node)) for node in extra),
        ]

    def _mark(self) -> None:
        """Say how many repairs are done, and tick them off."""
        self.heading.show_place(self.done, len(self._repairs()))
        errors = self.explanation.brackets if self.explanation else 0
        for number, repair in enumerate(self._repairs()):
            share = self.tr("explains {} of {}").format(repair.brackets, errors)
            row = RepairRow(repair, share if repair.brackets else self.tr("prepares others"), number < self.done)
            item = self.list.item(number)
            item.setData(RowRole, row)
            said = f"{repair.kind}, {row.share}: {repair.sentence}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{said} ✓" if row.done else said)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, self.tr("done") if row.done else "")

    # --- choosing -------------------------------------------------------------------------------------------------

    def _clicked(self, item: QListWidgetItem) -> None:
        """Choose a row, or let go of it: Ctrl and a click do that."""
        if item.isSelected():
            self._choose(item)
        else:
            self._let_go()

    def _choose(self, item: QListWidgetItem | None, *, anew: bool = False) -> None:
        """Point out a repair, if it is not so already or that is wanted *anew*; or go to the tree after it."""
        if item is None:
            return
        if self.done >= 0:
            self._go(self.list.row(item) + 1)
            return
        self._reveal(item)
        repair = self._repairs()[self.list.row(item)]
        if anew or repair is not self._shown:
            self._shown = repair
            item.setSelected(True)
            self.chosen.emit(repair)

    def _let_go(self) -> None:
        self.forget()
        self.chosen.emit(None)

    def forget(self) -> None:
        """Have nothing chosen any more, without telling: something else was selected elsewhere."""
        self._shown = None
        self.list.clearSelection()

    # --- stepping -------------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Do the next repair, or undo the last one; the first step back from the system's tree ends the stepping."""
        if self._repairs():
            self._go(max(self.done, 0) + by if self.done >= 0 or by > 0 else -1)

    def stop(self) -> None:
        """Show both trees as they are."""
        if self.done >= 0:
            self._go(-1)

    def _go(self, done: int) -> None:
        done = max(-1, min(len(self._repairs()), done))
        if done == self.done:
            return
        self.forget()
        self.done = done
        self._mark()
        self._fit()
        self.list.blockSignals(True)
        if done > 0:
            self.list.setCurrentRow(done - 1)
            self._reveal(self.list.item(done - 1))
        else:
            self.list.clearSelection()
        self.list.blockSignals(False)
        self.stepped.emit(done)

    # --- room -----------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Measure anew: before, the look was not known."""
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Measure anew in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _reveal(self, item: QListWidgetItem) -> None:
        """Scroll what the panel is in so that a row is in view: the list itself does not scroll."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        page = area.widget() if area is not None else None
        if area is not None and page is not None:
            row = self.list.visualItemRect(item)
            for corner in (row.bottomLeft(), row.topLeft()):
                place = self.list.viewport().mapTo(page, corner)
                area.ensureVisible(0, place.y(), 0, 4)

    def _fit(self) -> None:
        """Let the list be as high as all its rows: whatever it is in scrolls."""
        self.delegate.width = self.list.viewport().width()
        rows = [self.list.item(number).data(RowRole) for number in range(self.list.count())]
        high = sum(self.delegate.height(row, self.list.font()) for row in rows if row is not None)
        self.list.doItemsLayout()
        self.list.setFixedHeight(high + 2 if high else 0)
