"""Small fields of the dialogs: a choice, a width, a family of type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QWidget

from ..figures.spec import UNITS, WIDTHS, points_of
from ..figures.typeface import NAMES, resolved

__all__ = ["Choice", "FontChoice", "Number", "WidthField"]

_OWN = "own"
_NARROWEST, _WIDEST = 36.0, 14400.0  # points


class Choice(QComboBox):
    """One of several values, each with its text."""

    changed = Signal()

    def __init__(self, name: str, choices: Iterable[tuple[object, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        for value, text in choices:
            self.addItem(text, value)
        self.currentIndexChanged.connect(lambda _: self.changed.emit())

    def value(self) -> str:
        """Return what is chosen."""
        return str(self.currentData())

    def set_value(self, value: object) -> None:
        """Choose a value, if it is there."""
        place = self.findData(value)
        if place >= 0:
            self.setCurrentIndex(place)


class Number(QDoubleSpinBox):
    """A number with a unit behind it."""

    changed = Signal()

    def __init__(self, name: str, low: float, high: float, step: float, digits: int = 0, unit: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setDecimals(digits)
        self.setSuffix(f" {unit}" if unit else "")
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(5, 0, 0, 0)
        self.valueChanged.connect(lambda _: self.changed.emit())


class FontChoice(Choice):
    """A family of type: serif and sans, which are sure to be there, and whatever else is installed."""

    def __init__(self, name: str) -> None:
        sure = [(each, f"{each} ({resolved(each)[0]})") for each in NAMES]
        installed = [each for each in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(each)]
        super().__init__(name, [*sure, *((each, each) for each in installed)])
        self.insertSeparator(len(sure))
        self.setMaxVisibleItems(18)


class WidthField(QWidget):
    """A width: by name, or as a length; None for as wide as it gets, where that is allowed."""

    changed = Signal()

    def __init__(self, name: str, *, natural: str, column: str, page: str, own: str, names: Sequence[str]) -> None:
        super().__init__()
        known = [(None, natural)] if natural else []
        self.which = Choice(name, [*known, ("column", column), ("page", page), (_OWN, own)])
        self.number = Number(names[0], 1, 1, 0.1, 2)
        self.unit = Choice(names[1], [(each, each) for each in UNITS])
        self.number.setMinimumWidth(72)
        self.unit.setMinimumContentsLength(2)
        self._points = WIDTHS["column"]
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.which, 3)
        layout.addWidget(self.number, 2)
        layout.addWidget(self.unit)
        self.setFocusProxy(self.which)
        self.unit.set_value("cm")
        self._show_length()
        self.which.changed.connect(self._chosen)
        self.number.changed.connect(self._typed)
        self.unit.changed.connect(self._show_length)

    def value(self) -> str | None:
        """Return the width as specs want it."""
        if self.which.currentData() != _OWN:
            return None if self.which.currentData() is None else self.which.value()
        return f"{self.number.value():g}{self.unit.value()}"

    def set_value(self, width: str | None) -> None:
        """Show a width."""
        if width is None or width in WIDTHS:
            self.which.set_value(width)
            return
        unit = width.strip()[-2:]
        with suppress(ValueError):
            self._points = points_of(width) or self._points
        with QSignalBlocker(self.unit):
            self.unit.set_value(unit)
        self._show_length()
        self.which.set_value(_OWN)

    def _chosen(self) -> None:
        if self.which.currentData() in WIDTHS:
            self._points = WIDTHS[self.which.value()]
        self._show_length()
        self.changed.emit()

    def _typed(self) -> None:
        self._points = self.number.value() * UNITS[self.unit.value()]
        self.changed.emit()

    def _show_length(self) -> None:
        """Show one's own length in its unit."""
        unit = UNITS[self.unit.value()]
        with QSignalBlocker(self.number):
            self.number.setDecimals(2 if unit > 20 else 1)
            self.number.setSingleStep(0.1 if unit > 20 else 1)
            self.number.setRange(_NARROWEST / unit, _WIDEST / unit)
            self.number.setValue(self._points / unit)
        for field in (self.number, self.unit):
            field.setVisible(self.which.currentData() == _OWN)
