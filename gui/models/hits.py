"""The sentences in which a rule holds: their numbers, and the words that it holds of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from .cells import Cell, tool_tip
from .ordering import NOWHERE
from .roles import CellRole

__all__ = ["HitModel"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class HitModel(QAbstractTableModel):
    """Hits as they come; what they look like is found when they are seen."""

    NUMBER, WORDS = range(2)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sentences: list[int] = []
        self._words_of: Callable[[int], str] = str
        self._said: dict[int, str] = {}

    def begin(self, words_of: Callable[[int], str]) -> None:
        """Forget all hits; *words_of* will say what a sentence was found by."""
        self.beginResetModel()
        self.sentences, self._said, self._words_of = [], {}, words_of
        self.endResetModel()

    def add(self, sentences: NDArray[np.int64]) -> None:
        """Add hits behind the others."""
        if len(sentences):
            first = len(self.sentences)
            self.beginInsertRows(NOWHERE, first, first + len(sentences) - 1)
            self.sentences.extend(sentences.tolist())
            self.endInsertRows()

    def rowCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of hits."""
        return 0 if parent.isValid() else len(self.sentences)

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self.tr("No.") if section == self.NUMBER else self.tr("Found by")
        return _LEFT if role == _Role.TextAlignmentRole else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a hit."""
        if not index.isValid() or index.row() >= len(self.sentences):
            return None
        if role in (CellRole, _Role.DisplayRole, _Role.AccessibleTextRole, _Role.ToolTipRole):
            sentence = self.sentences[index.row()]
            text = str(sentence + 1) if index.column() == self.NUMBER else self._text(sentence)
            if role == CellRole:
                return Cell(text, "muted" if index.column() == self.NUMBER else "text")
            return tool_tip(text) if role == _Role.ToolTipRole else text
        return _LEFT if role == _Role.TextAlignmentRole else None

    def _text(self, sentence: int) -> str:
        if sentence not in self._said:
            self._said[sentence] = self._words_of(sentence)
        return self._said[sentence]
