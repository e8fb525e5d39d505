"""The edit script of a sentence: a list of operations from gold to the system's tree, to be stepped through."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from ..bidi import isolated
from ..drawing import Step
from ..plain import as_it_is
from ..theme import Theme
from ..typeahead import leave_letters
from .steps import StepHeading

__all__ = ["ScriptPanel"]

_KEY = Qt.ItemDataRole.UserRole
_MOST = 12  #: rows that are shown at once before the list scrolls by itself


class ScriptPanel(QWidget):
    """What turns gold into the system's tree. Stepping shows the tree after each operation."""

    chosen = Signal(str, int)  #: the node of an operation that was clicked or walked to
    stepped = Signal(int)  #: so many operations are done; -1: both trees as they are

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.done = -1
        self.script: Sequence[Step] = ()
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Edit script"))
        leave_letters(self.list)
        self.heading = StepHeading(self.tr("From gold to system"), self.tr("step"), (".", ","))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        layout.addWidget(self.list)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.set_theme(theme)
        self.heading.wanted.connect(self.step)
        self.heading.ended.connect(self.stop)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(lambda now, _: self._choose(now if self.list.hasFocus() else None))

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._text: QColor = theme.interface.text
        self._muted: QColor = theme.interface.muted
        self._mark()

    def show_script(self, script: Sequence[Step] | None, alignment: str = "") -> None:
        """List the operations of a sentence, by the name of the alignment; None where there are no two trees."""
        self.script = script or ()
        self.done = -1
        self.list.clear()
        for step in self.script:
            item = QListWidgetItem(isolated(step.text))
            item.setData(_KEY, (step.side, step.node))
            item.setToolTip(as_it_is(step.text))
            self.list.addItem(item)
        if script is not None and not self.script:
            self.list.addItem(QListWidgetItem(self._nothing_to_do(alignment)))
        self.setVisible(script is not None)
        self._fit()
        self._mark()

    def _nothing_to_do(self, alignment: str) -> str:
        return {
            "heads": self.tr("nothing to do: the brackets of heads are the same"),
            "dependencies": self.tr("nothing to do: all words depend on the same words"),
        }.get(alignment, self.tr("nothing to do: no differences"))

    def step(self, by: int) -> None:
        """Do the next operation, or undo the last one; the first step back from gold ends the stepping."""
        if not self.script:
            return
        before, last = self.done, len(self.script)
        self.done = max(-1, min(last, max(self.done, 0) + by if self.done >= 0 or by > 0 else -1))
        if self.done == before:
            return
        self._mark()
        if self.done > 0:
            self.list.setCurrentRow(self.done - 1)
        self.stepped.emit(self.done)

    def stop(self) -> None:
        """Show both trees as they are."""
        if self.done >= 0:
            self.done = -1
            self._mark()
            self.stepped.emit(-1)

    def _choose(self, item: QListWidgetItem | None) -> None:
        key = item.data(_KEY) if item is not None else None
        if key is not None:
            self.chosen.emit(*key)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Measure anew: before, the look was not known."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Be as high as the rows, up to a point."""
        rows = min(self.list.count(), _MOST)
        self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 6 if rows else 0)

    def _mark(self) -> None:
        """Say how many operations are done, and tick them off."""
        self.heading.show_place(self.done, len(self.script))
        for row, step in enumerate(self.script):
            item = self.list.item(row)
            finished = row < self.done
            item.setText(f"✓ {step.text}" if finished else step.text)
            item.setForeground(self._muted if finished else self._text)
