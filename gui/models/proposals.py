"""Proposals of head reassignments as a table, each with a box to accept it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from treelens.engine.proposals import Proposal

__all__ = ["ProposalModel"]

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_PROPOSAL, _CONFLICTS, _BRACKETS, _F1, _OTHER, _OTHER_BRACKETS = range(6)


class ProposalModel(QAbstractTableModel):
    """A row a proposal; the first column can be ticked."""

    accepted_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.proposals: list[Proposal] = []
        self._ticked: set[int] = set()
        self.titles = (
            self.tr("Proposal"),
            self.tr("Conflicts"),
            self.tr("Brackets"),
            self.tr("F1"),
            self.tr("Or else"),
            self.tr("Brackets"),
        )

    def clear(self) -> None:
        """Forget all proposals."""
        self.beginResetModel()
        self.proposals, self._ticked = [], set()
        self.endResetModel()
        self.accepted_changed.emit()

    def show_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Show proposals, none of them accepted."""
        self.clear()
        if proposals:
            self.beginInsertRows(_NO_INDEX, 0, len(proposals) - 1)
            self.proposals = list(proposals)
            self.endInsertRows()

    @property
    def accepted(self) -> list[Proposal]:
        """The proposals that are ticked."""
        return [self.proposals[row] for row in sorted(self._ticked)]

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:  # noqa: N802
        """Return how many proposals there are."""
        return 0 if parent.isValid() else len(self.proposals)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:  # noqa: N802
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """Return what a column is called."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.titles[section]
        return _stand(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Let the first column be ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == _PROPOSAL else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows, how it stands, whether it is ticked, and what a screen reader says."""
        if not index.isValid():
            return None
        proposal, column = self.proposals[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(proposal, column)
        if role == Qt.ItemDataRole.CheckStateRole and column == _PROPOSAL:
            return Qt.CheckState.Checked if index.row() in self._ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _stand(column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.titles[column]}: {self._text(proposal, column)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            numbers = ", ".join(str(sentence + 1) for sentence in proposal.sentences)
            return self.tr("{} conflicts, among others in sentences {}").format(proposal.count, numbers)
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Tick a proposal, or not any more."""
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != _PROPOSAL:
            return False
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._ticked.add(index.row())
        else:
            self._ticked.discard(index.row())
        self.dataChanged.emit(index, index, [role])
        self.accepted_changed.emit()
        return True

    @staticmethod
    def _text(proposal: Proposal, column: int) -> str:
        f1, other = proposal.after.f1, proposal.other
        return {
            _PROPOSAL: str(proposal.reassign),
            _CONFLICTS: f"{proposal.count:,}",
            _BRACKETS: _signed(proposal.change),
            _F1: "" if f1 is None else f"{100 * f1:.1f}",
            _OTHER: str(other[0]) if other else "",
            _OTHER_BRACKETS: _signed(other[1].brackets - proposal.before.brackets) if other else "",
        }[column]


def _stand(column: int) -> Qt.AlignmentFlag:
    """Return how texts of a column stand: words at the left, numbers at the right."""
    side = Qt.AlignmentFlag.AlignLeft if column in (_PROPOSAL, _OTHER) else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _signed(number: int) -> str:
    """Return a number with its sign, a real minus.

    >>> _signed(-1013), _signed(0), _signed(4)
    ('−1,013', '0', '+4')
    """
    return f"{number:+,}".replace("-", "−") if number else "0"
