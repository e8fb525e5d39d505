"""The legend below the trees: how many differences of each kind, by which settings, and where the walk is.

In a narrow window it becomes shorter instead of forcing the window to be wide: first words go, then the cost and the
settings, at last the matches. What is not written is told by tool tips and to screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from ..plain import as_it_is
from ..theme import Theme
from ..widgets import button, label
from .elided import Elided
from .looks import sample

__all__ = ["Legend"]

_NAMES = {
    "deletion": ("deletion", "deletions"),
    "insertion": ("insertion", "insertions"),
    "swap": ("swap", "swaps"),
    "match": ("match", "matches"),
    "disagree": ("node judged differently by E and T", "nodes judged differently by E and T"),
    "nobody": ("bracket found by no system", "brackets found by no system"),
    "few": ("by fewer than half", "by fewer than half"),
    "most": ("by half or more", "by half or more"),
    "everybody": ("by all", "by all"),
}
_LEVELS = range(4)  #: from all words to hardly any
_LEAST = 330

Counts = Sequence[tuple[str, dict[str, int]]]  #: for each system its short name ("" if there is one), and by role


class Legend(QFrame):
    """A line of counts."""

    stepped = Signal(int)  #: one difference on (1) or back (-1)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("legend")
        self.theme = theme
        self.level = 0
        self._counts: Counts = ()
        self._costs: Sequence[str] = ()
        self._place, self._total = -1, 0
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 8, 8, 8)
        self._row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        self.entries = {name: self._entry() for name in _NAMES}
        self.cost = label()
        self.cost.setStyleSheet("font-weight: 600; padding-left: 6px;")
        self.setting = Elided("", "muted")
        self.setting.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.back = button("◀", "link", self.tr("Previous difference (Shift+N)"), name=self.tr("Previous difference"))
        self.place = label("", "muted")
        self.forth = button("▶", "link", self.tr("Next difference (N)"), name=self.tr("Next difference"))
        self._row.addWidget(self.cost)
        self._row.addWidget(self.setting, 1)
        self._spare = QWidget()
        self._row.addWidget(self._spare, 1)  # takes the room of the settings where these are not shown
        for widget in (self.back, self.place, self.forth):
            self._row.addWidget(widget)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.forth.clicked.connect(lambda: self.stepped.emit(1))
        self.set_theme(theme)
        self._adapt()

    def _entry(self) -> tuple[QLabel, QLabel]:
        icon, text = label(), label()
        text.setStyleSheet("padding-right: 8px;")
        self._row.addWidget(icon)
        self._row.addWidget(text)
        return icon, text

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        for name, (icon, _) in self.entries.items():
            icon.setPixmap(sample(name, theme, self.devicePixelRatioF()))

    def show_counts(self, counts: Counts, costs: Sequence[str], setting: str, place: int = -1, total: int = 0) -> None:
        """Show how many nodes there are of each role, what the mappings cost, the settings, and where the walk is."""
        self._counts, self._costs = counts, costs
        self._place, self._total = place, total
        self.setting.setText(setting)
        self._adapt()

    def show_place(self, place: int, total: int) -> None:
        """Show where the walk through the differences is; -1: it has not begun."""
        self._place, self._total = place, total
        self._adapt()

    # --- shorter and longer ---------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Say as much as there is room for."""
        super().resizeEvent(event)
        self._adapt()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with little."""
        return QSize(_LEAST, super().minimumSizeHint().height())

    def _adapt(self) -> None:
        """Choose the most words that fit; names of roles give way to the settings, which nothing else tells here."""
        for level in _LEVELS:
            self._say(level)
            self._row.invalidate()
            settings = self.setting.sizeHint().width() if level == 0 else 0
            if self._row.minimumSize().width() + settings <= self.width():
                break

    def _say(self, level: int) -> None:
        self.level = level
        self._row.setSpacing(6 if level < 2 else 2)
        for name, (icon, text) in self.entries.items():
            there = any(name in numbers for _, numbers in self._counts) and (level < 3 or name != "match")
            icon.setVisible(there)
            text.setVisible(there)
            if not there:
                continue
            words = self._count_in_words(name)
            text.setText(words if level == 0 else self._count(name))
            for widget in (icon, text):
                widget.setToolTip(words if level else "")
                widget.setAccessibleName(words)
        cost = " · ".join(self._costs)
        self.cost.setText(self.tr("cost {}").format(cost) if cost else "")
        self.cost.setVisible(bool(cost) and level < 2)
        self.setting.setVisible(level < 2)
        self._spare.setVisible(level >= 2)
        hidden = [self.cost.text(), self.setting.text()] if level >= 2 else []
        if level == 3 and self._counts and "match" in self._counts[0][1]:
            hidden.insert(0, self._count_in_words("match"))
        self.setToolTip(as_it_is(" · ".join(part for part in hidden if part)))
        whole, short = self._place_in_words()
        self.place.setText(whole if level < 2 else short)
        self.place.setToolTip(whole if level >= 2 else "")
        self.place.setAccessibleName(whole)

    def _count(self, name: str) -> str:
        return " · ".join(str(numbers.get(name, 0)) for _, numbers in self._counts)

    def _count_in_words(self, name: str) -> str:
        numbers = [(system, counts.get(name, 0)) for system, counts in self._counts]
        many = len(numbers) != 1 or numbers[0][1] != 1
        said = " · ".join(f"{system} {number}" if system else str(number) for system, number in numbers)
        return f"{said} {self.tr(_NAMES[name][many])}"

    def _place_in_words(self) -> tuple[str, str]:
        """Return where the walk is, in full and short."""
        if not self._counts:
            return "", ""
        if not self._total:
            return self.tr("no difference"), "0"
        if self._place < 0:
            one = self._total == 1
            return self.tr("1 difference") if one else self.tr("{} differences").format(self._total), str(self._total)
        at = self._place + 1
        return self.tr("difference {} of {}").format(at, self._total), f"{at}/{self._total}"
