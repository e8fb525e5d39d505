"""The status line: what is pointed at in words, what is being worked on, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QSizePolicy, QStatusBar, QWidget

from .bidi import isolated
from .plain import as_it_is
from .widgets import button, label

__all__ = ["StatusLine"]

_WHILE = 8000  #: milliseconds that a message stays


class StatusLine(QStatusBar):
    """Words on the left; progress, a way to cancel, and the state on the right."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel()
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAccessibleName(self.tr("Explanation"))
        self.state = label()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.stop = button(self.tr("Cancel"), "link")
        self.stop.clicked.connect(self.cancelled)
        self.addPermanentWidget(self.words, 1)
        for part in (self.bar, self.stop, self.state):
            self.addPermanentWidget(part)
        self.rest("")

    def explain(self, text: str) -> None:
        """Say what is pointed at."""
        self.words.setText(isolated(text))
        self.words.setToolTip(as_it_is(text))

    def say(self, text: str) -> None:
        """Show a message for a while."""
        self.showMessage(text, _WHILE)

    def work(self, text: str) -> None:
        """Show that something goes on, of unknown length."""
        self.state.setText(text)
        self.bar.setRange(0, 0)
        self._show_work(True)

    def progress(self, done: int, total: int) -> None:
        """Show how far it is."""
        if total:
            self.bar.setRange(0, total)
            self.bar.setValue(done)

    def rest(self, text: str) -> None:
        """Show that nothing goes on, and the state."""
        self.state.setText(text)
        self._show_work(False)

    def _show_work(self, shown: bool) -> None:
        self.bar.setVisible(shown)
        self.stop.setVisible(shown)
