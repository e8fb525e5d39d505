"""Why a figure cannot be drawn as it should be, and what would help, one button each."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ..figures import DoesNotFit, Remedy
from ..widgets import button, frame

__all__ = ["Remedies"]

_MOST = 6
_COLUMNS = 3


class Remedies(QWidget):
    """A message with buttons; hidden while there is nothing to say."""

    chosen = Signal(object)  #: the spec of a remedy

    def __init__(self) -> None:
        super().__init__()
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self.grid = QGridLayout()
        self.grid.setSpacing(6)
        card = frame("card")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.addWidget(self.message)
        layout.addLayout(self.grid)
        around = QVBoxLayout(self)
        around.setContentsMargins(16, 10, 16, 10)
        around.addWidget(card)
        self.hide()

    def show_problem(self, problem: Exception | None) -> None:
        """Say what is wrong; None if nothing is."""
        for each in self.buttons:
            self.grid.removeWidget(each)
            each.deleteLater()
        self.buttons = []
        if problem is not None:
            self.message.setText(_sentence(problem.in_short if isinstance(problem, DoesNotFit) else str(problem)))
            self.message.setAccessibleName(self.message.text())
            remedies = problem.remedies if isinstance(problem, DoesNotFit) else ()
            for place, remedy in enumerate(remedies[:_MOST]):
                self._add(remedy, place)
        self.setVisible(problem is not None)

    def _add(self, remedy: Remedy[Any], place: int) -> None:
        text = f"{_sentence(remedy.words, end='')} → {remedy.width / 72:.2f} in"
        tip = self.tr("With this it fits") if remedy.fits else self.tr("Narrower, but not enough by itself")
        made = button(text if remedy.fits else f"{text} …", "", tip)
        made.clicked.connect(lambda: self.chosen.emit(remedy.spec))
        self.grid.addWidget(made, place // _COLUMNS, place % _COLUMNS)
        self.buttons.append(made)


def _sentence(text: str, end: str = ".") -> str:
    """Return a text with a capital and a full stop.

    >>> _sentence("it needs room")
    'It needs room.'
    """
    return f"{text[:1].upper()}{text[1:]}{end}"
