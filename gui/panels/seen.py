"""Panels that work only while somebody can see them: neither hidden nor behind another one in the same place."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

__all__ = ["SeenPanel"]


class SeenPanel(QWidget):
    """A panel that tells when it comes forward; a dock behind others is shown for Qt, but nobody sees it."""

    opened = Signal()  #: the panel is to be seen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._in_front = True

    @property
    def is_seen(self) -> bool:
        """Whether somebody can see the panel."""
        return self.isVisible() and self._in_front

    def set_in_front(self, in_front: bool) -> None:
        """Say whether the panel is in front of those that it shares its place with."""
        came, self._in_front = in_front and not self._in_front, in_front
        if came and self.isVisible():
            self.opened.emit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Tell that there is somebody to look."""
        super().showEvent(event)
        if self._in_front:
            self.opened.emit()
