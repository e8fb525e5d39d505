"""Head rules of the window: opens their dialog, keeps it up to date, and does what is wanted there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from .files import Files
from .looking import Looking

if TYPE_CHECKING:
    from .dialogs.head_rules import HeadRulesDialog

__all__ = ["ChoosingHeads"]


class ChoosingHeads(QObject):
    """Shows the dialog for head rules beside a window; it follows what is looked at."""

    def __init__(self, looking: Looking, files: Files, window: QWidget) -> None:
        super().__init__(window)
        self.looking = looking
        self.files = files
        self._window = window
        self.dialog: HeadRulesDialog | None = None
        looking.system_changed.connect(self._follow)
        files.opened.connect(lambda _: self._follow())

    def show(self) -> None:
        """Open the dialog."""
        from .dialogs.head_rules import HeadRulesDialog

        if self.dialog is None:
            self.dialog = HeadRulesDialog(self._window)
            self.dialog.rules_wanted.connect(self.files.find_heads_by)
            self.dialog.sentence_wanted.connect(self.looking.parts.sentences.show_sentence)
        self.dialog.show()
        self.dialog.activateWindow()
        self._follow()

    def _follow(self) -> None:
        """Show the rules of what is looked at now, if anybody looks."""
        document = self.looking.document
        if self.dialog is not None and self.dialog.isVisible() and document is not None:
            self.dialog.show_document(document, document.current)

    def stop(self) -> None:
        """Let go of all work beside the window."""
        if self.dialog is not None:
            self.dialog.stop()
