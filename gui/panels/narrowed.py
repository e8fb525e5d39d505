"""The line that says how many sentences are shown, how far a search is, and leads back to all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from ..widgets import button, label

__all__ = ["Narrowed"]


class Narrowed(QWidget):
    """*37 of 120 sentences*, shown only where that is worth saying."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = label("", "muted", wrap=True)
        self.clear = button(self.tr("Show all"), "link", self.tr("Take the filter away (Esc in the filter box)"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName(self.tr("Search"))
        self._busy = self._narrowed = False
        layout = QGridLayout(self)
        layout.setContentsMargins(2, 0, 0, 0)
        layout.setVerticalSpacing(2)
        layout.addWidget(self.count, 0, 0)
        layout.addWidget(self.clear, 0, 1)
        layout.addWidget(self.bar, 1, 0, 1, 2)
        layout.setColumnStretch(0, 1)
        self._update()

    def show_count(self, shown: int, total: int, missing: Sequence[str] = (), *, narrowed: bool) -> None:
        """Say how many sentences of how many are shown, and which scores are still missing."""
        self._narrowed = narrowed
        text = self.tr("{} of {} sentences").format(f"{shown:,}", f"{total:,}")
        if missing:
            text += " · " + self.tr("scores for {} are being computed").format(", ".join(missing))
        self.count.setText(text)
        self._update()

    def show_busy(self, busy: bool) -> None:
        """Say that a search is under way, or that it is not."""
        self._busy = busy
        self.bar.setRange(0, 0)
        if busy:
            self.count.setText(self.tr("searching…"))
        self._update()

    def show_progress(self, done: int, total: int) -> None:
        """Say how far a search is."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        self.count.setText(self.tr("searching… {} of {} sentences").format(f"{done:,}", f"{total:,}"))

    def _update(self) -> None:
        self.bar.setVisible(self._busy)
        self.setVisible(self._busy or self._narrowed)
