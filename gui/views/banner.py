"""A line above the trees that tells some news, leads to it, and can be sent away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from ..widgets import button
from .elided import Elided

__all__ = ["Banner"]


class Banner(QFrame):
    """News: a text, buttons that lead on, and one that ends it. Hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.text = Elided("", "")
        self.buttons: list[QPushButton] = []
        self.dismiss = button("✕", "link", self.tr("Send this away (Esc)"), name=self.tr("Send the news away"))
        self.dismiss.clicked.connect(self.hide)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 4, 6, 4)
        self._row.setSpacing(4)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self.dismiss)
        self.hide()

    def tell(self, text: str, ways: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Show some news, and buttons that lead to it."""
        for old in self.buttons:
            self._row.removeWidget(old)
            old.deleteLater()
        self.buttons = []
        for name, lead in ways:
            made = button(name, "link")
            made.clicked.connect(lambda _=False, lead=lead: lead())
            self._row.insertWidget(self._row.count() - 1, made)
            self.buttons.append(made)
        self.text.setText(text)
        self.setAccessibleName(text)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Esc sends it away."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
