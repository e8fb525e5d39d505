"""Kinds of error as rows, each with what a bar needs: for a list that paints bars, and for who cannot see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from treelens.engine.errors import Count, Totals

from ..error_data import Bar, bars
from .ordering import NOWHERE

__all__ = ["BarModel", "difference_text", "short_kind"]

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex


_SHORT = {"attachment": "attach.", "structure": "", "phrase": "", "different": "diff.", "modifier": "mod."}


def short_kind(kind: str) -> str:
    """Return a kind in fewer letters, for where there is little room.

    >>> short_kind("modifier attachment"), short_kind("NP-internal structure"), short_kind("coordination")
    ('mod. attach.', 'NP-internal', 'coordination')
    """
    return " ".join(_SHORT.get(word, word) for word in kind.split()).rstrip()


def difference_text(difference: int | None) -> str:
    """Return a difference with its sign.

    >>> difference_text(12), difference_text(-1205), difference_text(0), difference_text(None)
    ('+12', '−1,205', '±0', '')
    """
    if difference is None:
        return ""
    return f"{difference:+,}".replace("-", "−") if difference else "±0"


class BarModel(QAbstractListModel):
    """The kinds of error of a system, the most frequent first, beside those of another."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bars: list[Bar] = []
        self.names: tuple[str, str] = ("", "")  #: of the system, and of the one it is compared with
        self.chosen = ""  #: the kind that sentences are filtered by

    def set_totals(
        self, names: Sequence[str], totals: Mapping[int, Totals], system: int, other: int | None, measure: str
    ) -> None:
        """List the kinds of a system, compared with another if that is counted."""
        self.beginResetModel()
        self.bars = bars(totals, system, other, measure)
        self.names = names[system] if names else "", names[other] if other is not None else ""
        self.endResetModel()

    def set_chosen(self, kind: str) -> None:
        """Mark a kind; none if it is empty."""
        rows = [row for row in (self.row_of(self.chosen), self.row_of(kind)) if row >= 0]
        self.chosen = kind
        for row in rows:
            self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, kind: str) -> int:
        """Return the row of a kind, -1 if it has none."""
        return next((row for row, bar in enumerate(self.bars) if bar.kind == kind), -1)

    @property
    def longest(self) -> int:
        """The length of the longest bar."""
        return max((max(bar.value, bar.other_value) for bar in self.bars), default=0)

    @property
    def compares(self) -> bool:
        """Whether there are bars of two systems."""
        return any(bar.other is not None for bar in self.bars)

    def rowCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of kinds."""
        return 0 if parent.isValid() else len(self.bars)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a kind."""
        if not index.isValid():
            return None
        bar = self.bars[index.row()]
        if role == _Role.DisplayRole:
            return bar.kind
        if role == _Role.ToolTipRole:
            return self._tip(bar)
        if role == _Role.AccessibleTextRole:
            return self._spoken(bar)
        return None

    def _systems(self, bar: Bar) -> list[tuple[str, str]]:
        """Return the name of each system with its numbers."""
        found = [(self.names[0], self._numbers(bar.count, bar.share))]
        if bar.other is not None:
            found.append((self.names[1], self._numbers(bar.other, bar.other_share)))
        return found

    def _tip(self, bar: Bar) -> str:
        lines = [f"<b>{escape(bar.kind)}</b>"]
        lines += [f"{escape(name)}: {numbers}" for name, numbers in self._systems(bar)]
        if bar.other is not None:
            lines.append(f"<i>{escape(self.tr('Shift+Enter, or a click on the lower bar, is for the second'))}</i>")
        return "<p style='white-space: pre'>" + "<br>".join(lines) + "</p>"

    def _spoken(self, bar: Bar) -> str:
        """Say all of a row."""
        text = f"{bar.kind}. " + "; ".join(f"{name}: {numbers}" for name, numbers in self._systems(bar))
        if bar.difference is not None:
            text += "; " + self.tr("difference {}").format(difference_text(bar.difference))
        return text + (", " + self.tr("chosen") if bar.kind == self.chosen else "")

    def _numbers(self, count: Count, share: float) -> str:
        brackets = self.tr("1 bracket error") if count.brackets == 1 else self.tr("{} bracket errors")
        repairs = self.tr("1 repair") if count.repairs == 1 else self.tr("{} repairs")
        sentences = self.tr("1 sentence") if len(count.sentences) == 1 else self.tr("{} sentences")
        return self.tr("{} ({} %), {}, {}").format(
            brackets.format(f"{count.brackets:,}"),
            f"{100 * share:.1f}",
            repairs.format(f"{count.repairs:,}"),
            sentences.format(f"{len(count.sentences):,}"),
        )
