"""Edits that can be undone, wherever in the window they are made."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

__all__ = ["Edit"]


class Edit(QUndoCommand):
    """One edit of what belongs to a sentence; after either way, the reader is led there."""

    def __init__(
        self, title: str, backward: Callable[[], object], forward: Callable[[], object], lead_there: Callable[[], None]
    ) -> None:
        super().__init__(title)
        self.backward, self.forward, self.lead_there = backward, forward, lead_there

    def undo(self) -> None:
        """Go back."""
        self.backward()
        self.lead_there()

    def redo(self) -> None:
        """Do it, at first and again."""
        self.forward()
        self.lead_there()
