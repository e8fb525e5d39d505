"""Buttons in a row of which one is pressed."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from ..widgets import button

__all__ = ["Segments"]

_AROUND = 34  #: beside a text: padding and edges


class Segments(QWidget):
    """A choice between few things that are all to be seen."""

    changed = Signal(str)  #: the name of what somebody chose

    def __init__(self, name: str, choices: Iterable[tuple[str, str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        listed = list(choices)
        for place, (value, text, tip) in enumerate(listed):
            made = button(text, "segment", tip, name=f"{name}: {text}")
            made.setCheckable(True)
            made.setProperty("place", "first" if place == 0 else "last" if place == len(listed) - 1 else "middle")
            made.clicked.connect(lambda _=False, value=value: self.changed.emit(value))
            self._group.addButton(made)
            self.buttons[value] = made
            bold = QFont(made.font())
            bold.setWeight(QFont.Weight.DemiBold)  # as the one that is pressed is written
            made.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(text) + _AROUND)
            layout.addWidget(made)
        self.set_value(listed[0][0])

    def value(self) -> str:
        """Return what is chosen."""
        return next(value for value, made in self.buttons.items() if made.isChecked())

    def set_value(self, value: str) -> None:
        """Choose something, and tell nobody."""
        self.buttons[value].setChecked(True)
