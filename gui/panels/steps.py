"""A heading with what is needed to step through the list below it: back, forth, how far one is, and the end."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ..views.elided import Elided
from ..widgets import button, label

__all__ = ["StepHeading"]


class StepHeading(QWidget):
    """As long as one does not step, there is only the way in."""

    wanted = Signal(int)  #: a step forth (1) or back (-1)
    ended = Signal()

    def __init__(self, title: str, what: str, keys: tuple[str, str]) -> None:
        """*what* is the name of a step, *keys* those that do one and undo it."""
        super().__init__()
        forth, back = self.tr("Do a {}").format(what), self.tr("Undo a {}").format(what)
        self.back = button("◀", "link", f"{back} ({keys[1]})", name=self.tr("Previous {}").format(what))
        self.place = label("", "muted")
        self.forth = button("▶", "link", f"{forth} ({keys[0]})", name=self.tr("Next {}").format(what))
        self.leave = button(
            self.tr("End"), "link", self.tr("Show both trees as they are"), name=self.tr("End stepping")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(Elided(title, "heading"), 1)
        for widget in (self.leave, self.back, self.place, self.forth):
            row.addWidget(widget)
        self.back.clicked.connect(lambda: self.wanted.emit(-1))
        self.forth.clicked.connect(lambda: self.wanted.emit(1))
        self.leave.clicked.connect(self.ended)

    def show_place(self, done: int, total: int) -> None:
        """Show how many steps of how many are done; -1: nobody steps."""
        stepping = done >= 0
        self.place.setText(self.tr("{} of {}").format(done, total) if stepping else "")
        self.back.setEnabled(stepping)
        self.forth.setEnabled(total > 0 and done < total)
        for widget in (self.leave, self.back, self.place):
            widget.setVisible(stepping)
        self.forth.setText("▶" if stepping else self.tr("Step ▶"))
        self.forth.setVisible(total > 0)
