"""Panes that show the same part of their drawings, as long as they are linked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QObject

from .tree_pane import TreePane

__all__ = ["Linking"]


class Linking(QObject):
    """Lets panes follow the one that is moved or zoomed."""

    def __init__(self, panes: Sequence[TreePane], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.panes = panes
        self.linked = True
        self.last = panes[0]  #: the pane that was used last
        self._busy = False
        for pane in panes:
            pane.moved.connect(lambda pane=pane: self._moved(pane))

    def set_linked(self, linked: bool) -> None:
        """Link the panes, all of them following the one used last, or let each be moved alone."""
        self.linked = linked
        if linked:
            self._follow(self.last)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """While panes are moved one by one, none follows another."""
        before, self._busy = self._busy, True
        try:
            yield
        finally:
            self._busy = before

    def _moved(self, pane: TreePane) -> None:
        if self._busy or not pane.isVisible():
            return
        self.last = pane
        if self.linked:
            self._follow(pane)

    def _follow(self, pane: TreePane) -> None:
        with self.apart():
            for other in self.panes:
                if other is not pane and other.isVisible():
                    other.look_like(pane)
