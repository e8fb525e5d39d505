"""Filtering in the list of sentences: the box, help with it, what is wrong, and what came of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from treelens.engine.filters import Context, Filter, FilterError

from ..theme import Colours
from ..widgets import label
from .filter_box import FilterBox
from .filter_help import FilterHelp, help_button
from .filter_run import FilterRun
from .narrowed import Narrowed

__all__ = ["FilterBar"]

_PATIENCE = 400  #: milliseconds that half a filter may stand before it is called wrong


class FilterBar(QWidget):
    """The filter of a study: its text, and the sentences that it lets through.

    While a filter is wrong or not answered yet, ``passing`` is still that of the last one.
    """

    changed = Signal()  #: ``filter`` and ``passing`` are others

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter: Filter | None = None  #: what ``passing`` is the answer to
        self.passing: NDArray[np.bool_] | None = None  #: the sentences it lets through; None: all
        self._context: Context | None = None
        self._again = False
        self.box = FilterBox(colours)
        self.help_button = help_button(self.tr("What a filter may say"))
        self.help = FilterHelp(self)
        self.complaint = label("", "muted", wrap=True)
        self.narrowed = Narrowed()
        self.run = FilterRun(self)
        self._patience = QTimer(self, interval=_PATIENCE, singleShot=True)
        self._build()
        self._connect()
        self.set_colours(colours)

    def _build(self) -> None:
        self.complaint.hide()
        self.complaint.setTextFormat(Qt.TextFormat.PlainText)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.box)
        line.addWidget(self.help_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.complaint)
        layout.addWidget(self.narrowed)

    def _connect(self) -> None:
        self.box.textEdited.connect(lambda _: self._patience.start())
        self.box.textChanged.connect(self.ask)
        self.help_button.clicked.connect(lambda: self.help.open_below(self.box))
        self.help.wanted.connect(self._write)
        self._patience.timeout.connect(lambda: self.complaint.setVisible(bool(self.complaint.text())))
        self.run.found.connect(self._found)
        self.run.growing.connect(self._grown)
        self.run.wrong.connect(self._wrong)
        self.run.busy.connect(self._busy)
        self.run.progress.connect(self.narrowed.show_progress)

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self.box.colours = colours
        self.complaint.setStyleSheet(f"color: {colours.bad.name()};")

    @property
    def context(self) -> Context | None:
        """What filters are asked about."""
        return self._context

    @context.setter
    def context(self, context: Context | None) -> None:
        self.run.stop()
        self._context = self.box.context = context
        self.filter = self.passing = None
        self._complain("")

    def ask(self) -> None:
        """Find out which sentences the filter lets through."""
        self._again = False
        if self._context is not None:
            self.run.ask(self.box.text(), self._context)

    def ask_again(self) -> None:
        """Find out once more, because what the filter looks at has changed; an answer under way is waited for."""
        if self.run.is_busy:
            self._again = True
        elif self._context is not None:
            self.run.ask(self.box.text(), self._context, quietly=True)

    def stop(self) -> None:
        """End all work beside the window."""
        self.run.stop()
        self.run.wait()
        self.box.stop()

    def _write(self, example: str) -> None:
        """Write an example into the box, behind what is there."""
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.end(False)
        before = self.box.text()
        self.box.insert(f" {example}" if before and not before.endswith(" ") else example)

    def _found(self, asked: Filter | None, mask: NDArray[np.bool_] | None) -> None:
        self.filter, self.passing = asked, mask
        self._complain("")
        self.changed.emit()
        if self._again:
            self._again = False
            self.ask_again()

    def _grown(self, asked: Filter, mask: NDArray[np.bool_]) -> None:
        """Show what is found by now; the search goes on."""
        self.filter, self.passing = asked, mask
        self.changed.emit()
        self.narrowed.show_busy(True)

    def _wrong(self, error: FilterError) -> None:
        """Say what is wrong and where; half a filter that is still being typed is given some time."""
        self._complain(error.message, error.report(self.box.text()))
        self.box.mark(error.position)

    def _complain(self, text: str, report: str = "") -> None:
        self.complaint.setText(text)
        self.complaint.setVisible(bool(text) and not self._patience.isActive())
        self.box.setAccessibleDescription(report)

    def _busy(self, busy: bool) -> None:
        self.narrowed.show_busy(busy)
        if busy:
            self._complain("")
