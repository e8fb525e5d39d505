"""Painting what is used more or less often: a bar beside the difference, names and numbers as plain as they are."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QColor

from .sentence_delegate import SentenceDelegate

__all__ = ["ChangeDelegate"]


class ChangeDelegate(SentenceDelegate):
    """Paints cells as the list of sentences does, but nothing steps back, and numbers end where headings do."""

    right_margin = 15

    def _text_colour(self, index: QModelIndex | QPersistentModelIndex) -> QColor:
        found: QColor = self.colours.text
        return found
