"""The page one sees when nothing is open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from treelens.resources import resource

from ..remembered import Recent
from ..widgets import button, label

__all__ = ["WelcomePage", "recent_text"]

_MOST = 6  #: entries that are offered
_ICON = 88


class WelcomePage(QWidget):
    """Open files, the demo, or what was open lately."""

    open_wanted = Signal()
    demo_wanted = Signal()
    recent_wanted = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        icon = QLabel()
        icon.setPixmap(QIcon(str(resource("icons", "treelens.svg"))).pixmap(_ICON, _ICON))
        words = label(
            self.tr("See why a parser scored what it scored: gold and system trees, aligned, measured and drawn."),
            "muted",
        )
        self.open_button = button(self.tr("Open gold and systems…"), "primary")
        self.demo_button = button(self.tr("Open the demo: 120 sentences, eight parsers"), "secondary")
        hint = label(self.tr("or drop files here: the first is gold, the others are systems"), "muted")
        choices = QHBoxLayout()
        choices.setSpacing(12)
        choices.addStretch(1)
        choices.addWidget(self.open_button)
        choices.addWidget(self.demo_button)
        choices.addStretch(1)
        for widget in (icon, label("Treelens", "title"), words):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(22)
        layout.addLayout(choices)
        layout.addSpacing(10)
        layout.addWidget(hint, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(22)
        self.recent = QVBoxLayout()
        layout.addLayout(self.recent)
        layout.addStretch(3)
        self.open_button.clicked.connect(self.open_wanted)
        self.demo_button.clicked.connect(self.demo_wanted)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with little: while it is hidden it must not keep the window wide."""
        return QSize(320, 240)

    def show_recent(self, recent: Sequence[Recent]) -> None:
        """Offer what was open lately, newest first."""
        while item := self.recent.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        if recent:
            self.recent.addWidget(label(self.tr("Lately"), "heading"), 0, Qt.AlignmentFlag.AlignHCenter)
        for entry in recent[:_MOST]:
            offer = button(recent_text(entry), "link", "\n".join(entry.paths))
            offer.setEnabled(entry.exists)
            offer.clicked.connect(lambda _=False, paths=list(entry.paths): self.recent_wanted.emit(paths))
            self.recent.addWidget(offer, 0, Qt.AlignmentFlag.AlignHCenter)


def recent_text(entry: Recent) -> str:
    """Return files that were open together in a few words.

    >>> recent_text(Recent(("a/gold.mrg", "a/one.mrg", "a/two.mrg")))
    'gold.mrg · 2 systems'
    """
    names = [Path(path).name for path in entry.paths]
    return f"{names[0]} · {len(names) - 1} systems" if len(names) > 2 else " · ".join(names)
