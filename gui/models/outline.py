"""Both trees of a sentence and what became of their nodes, as rows of text for keys and screen readers.

Gold and the system are two branches, each with its own tree as it is. One merged tree would have fewer rows, but a
listener could not tell which tree the row above belongs to: what is said to be above a node is above it here. A row
says by itself what a picture shows by colour, and how many differences wait below it.

An index is a number: 0 and 1 are the two branches, then come gold's nodes, then the system's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from treelens.engine.trees import Tree

from ..drawing.model import shown_text
from ..drawing.roles import badge_of
from ..drawing.shown import elided, label_text, runs
from ..plain import as_it_is
from ..theme import Colours
from ..views.comparison import Comparison

__all__ = ["SIDES", "OutlineModel"]

SIDES = ("gold", "system")
NOWHERE = QModelIndex()
_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex
_DIFFERENT = frozenset({"deletion", "insertion", "swap", "disagree"})
_BADGES = {"disagree": "≠"}
_LONGEST = 60
_COUNTED = {
    "deletion": ("{} deletion", "{} deletions"),
    "insertion": ("{} insertion", "{} insertions"),
    "swap": ("{} relabelled", "{} relabelled"),
    "disagree": ("{} judged differently by E and T", "{} judged differently by E and T"),
}


@dataclass(frozen=True)
class _Branch:
    """One tree, with what is counted once: each node's place among its siblings, and differences below it."""

    tree: Tree
    roles: Mapping[int, str]
    first: int  #: the number of the first node's index
    place: list[int]
    below: list[int]

    @classmethod
    def of(cls, tree: Tree, roles: Mapping[int, str], first: int) -> _Branch:
        place, below = [0] * len(tree), [0] * len(tree)
        for node in range(-1, len(tree)):
            for number, child in enumerate(tree.children(node)):
                place[child] = number
        for node in range(len(tree) - 1, -1, -1):
            if (parent := tree.parent[node]) >= 0:
                below[parent] += below[node] + (roles.get(node) in _DIFFERENT)
        return cls(tree, roles, first, place, below)


class OutlineModel(QAbstractItemModel):
    """Two branches, *Gold* and *System*; label, words, and what became of it across."""

    LABEL, WORDS, FATE = range(3)

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self._colours = colours
        self._branches: tuple[_Branch, ...] = ()

    # --- what is shown --------------------------------------------------------------------------------------------

    def set_comparison(self, comparison: Comparison | None) -> None:
        """Show two trees, or nothing."""
        self.beginResetModel()
        self.comparison = comparison
        self._branches = ()
        if comparison is not None:
            first = len(SIDES)
            gold = _Branch.of(comparison.gold, comparison.roles[0], first)
            system = _Branch.of(comparison.system, comparison.roles[1], first + len(comparison.gold))
            self._branches = gold, system
        self.endResetModel()

    def set_colours(self, colours: Colours) -> None:
        """Tell roles by other colours."""
        self._colours = colours
        if self._branches:
            self.dataChanged.emit(self.index(0, 0), self.index(len(SIDES) - 1, self.FATE), [_Role.ForegroundRole])

    def key_of(self, index: _Index) -> tuple[str, int] | None:
        """Return side and node of a row; the node of a branch itself is -1."""
        if not index.isValid():
            return None
        side, node = self._at(index)
        return SIDES[side], node

    def index_of(self, side: str, node: int, column: int = 0) -> QModelIndex:
        """Return where a node stands; ``both`` counts as gold, node -1 is the branch."""
        if side not in ("gold", "both", "system"):
            return QModelIndex()
        number = 1 if side == "system" else 0
        if not self._branches or not -1 <= node < len(self._branches[number].tree):
            return QModelIndex()
        if node < 0:
            return self.createIndex(number, column, number)
        branch = self._branches[number]
        return self.createIndex(branch.place[node], column, branch.first + node)

    def worth_opening(self) -> list[QModelIndex]:
        """Return the branches and all nodes with a difference below them, from the top."""
        rows = [self.index_of(side, -1) for side in SIDES] if self._branches else []
        for side, branch in zip(SIDES, self._branches, strict=False):
            rows += [self.index_of(side, node) for node, count in enumerate(branch.below) if count]
        return rows

    # --- where rows are -------------------------------------------------------------------------------------------

    def _at(self, index: _Index) -> tuple[int, int]:
        """Return the number of the branch, and the node or -1."""
        number = int(index.internalId())
        if number < len(SIDES):
            return number, -1
        side = int(number >= self._branches[1].first)
        return side, number - self._branches[side].first

    def _children(self, parent: _Index) -> tuple[int, ...]:
        if not parent.isValid():
            return tuple(range(len(self._branches)))
        side, node = self._at(parent)
        return self._branches[side].tree.children(node) if parent.column() == 0 else ()

    def index(self, row: int, column: int, parent: _Index = NOWHERE) -> QModelIndex:
        """Return the index of a row."""
        below = self._children(parent)
        if not (0 <= row < len(below) and 0 <= column <= self.FATE):
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(row, column, row)
        return self.createIndex(row, column, self._branches[self._at(parent)[0]].first + below[row])

    def parent(self, child: _Index | None = None) -> Any:
        """Return the row above a row; without one, the owner of this object."""
        if child is None:
            return super().parent()
        if not child.isValid():
            return QModelIndex()
        side, node = self._at(child)
        return QModelIndex() if node < 0 else self.index_of(SIDES[side], self._branches[side].tree.parent[node])

    def rowCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of children."""
        return len(self._children(parent))

    def hasChildren(self, parent: _Index = NOWHERE) -> bool:  # noqa: N802
        """Say whether there are any."""
        return bool(self._children(parent))

    def columnCount(self, parent: _Index = NOWHERE) -> int:  # noqa: N802
        """Return the number of columns."""
        return self.FATE + 1

    # --- what is said ---------------------------------------------------------------------------------------------

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:  # noqa: N802
        """Return what a column is called."""
        if orientation != Qt.Orientation.Horizontal or role not in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return None
        titles = self.tr("Label"), self.tr("Words"), self.tr("What became of it")
        return titles[section] if 0 <= section <= self.FATE else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        """Return what is known of a cell."""
        if not index.isValid():
            return None
        side, node = self._at(index)
        if role == _Role.ForegroundRole:
            return self._colour(side, node)
        texts: dict[int, Callable[[int, int, int], str]] = {
            _Role.DisplayRole: self._text,
            _Role.AccessibleTextRole: self._spoken,
        }
        if role == _Role.ToolTipRole:
            return as_it_is(self._tip(side, node, index.column()))
        return texts[role](side, node, index.column()) if role in texts else None

    def _colour(self, side: int, node: int) -> Any:
        if node < 0:
            return None
        role = self._branches[side].roles.get(node, "")
        if not role:
            return self._colours.tag  # takes no part
        return self._colours.get(role, "phrase") if role in _DIFFERENT else None

    def _text(self, side: int, node: int, column: int) -> str:
        if column == self.WORDS:
            return elided(self._words(side, node), _LONGEST)
        if column == self.LABEL:
            return self._label(side, node)
        return self._summary(side) if node < 0 else self._fate(side, node)

    def _tip(self, side: int, node: int, column: int) -> str:
        return self._words(side, node) if column == self.WORDS else self._text(side, node, column)

    def _spoken(self, side: int, node: int, column: int) -> str:
        """Say all of a row in its first cell, since that is the one a screen reader reads while rows are walked."""
        if column == self.WORDS:
            return self._words(side, node) or self.tr("no words")
        if column == self.FATE:
            return self._text(side, node, column)
        if node < 0:
            return self.tr("{} tree: {}.").format(self._name(side), self._summary(side))
        return f"{self._fate(side, node)} {self._whereabouts(side, node)}"

    def _name(self, side: int) -> str:
        return (self.tr("Gold"), self.tr("System"))[side]

    def _label(self, side: int, node: int) -> str:
        """Return a label with its badge: − NP, + NP, NP→VP; of a word that depends on another also how."""
        if node < 0:
            return self._name(side)
        assert self.comparison is not None
        if relation := self.comparison.relation(SIDES[side], node):
            role = self._branches[side].roles.get(node, "")
            return shown_text(
                f"“{self._branches[side].tree.text(node)}” {relation}", badge_of(role, "", "", SIDES[side])
            )
        branch = self._branches[side]
        text, role = label_text(branch.tree, node, functions=True), branch.roles.get(node, "")
        text = f"“{text}”" if branch.tree.is_word(node) else text
        badge = _BADGES.get(role) or badge_of(role, text, self._partner_label(side, node), SIDES[side])
        if role == "swap":
            return badge or text
        return f"{badge} {text}" if badge else text

    def _partner_label(self, side: int, node: int) -> str:
        assert self.comparison is not None
        partner = self.comparison.partner(SIDES[side], node)
        if partner is None:
            return ""
        tree = self.comparison.tree(partner[0])
        text = label_text(tree, partner[1], functions=True)
        return f"“{text}”" if tree.is_word(partner[1]) else text

    def _words(self, side: int, node: int) -> str:
        """Return the words under a node, with a sign where it has a gap; a word has its own as its label."""
        tree = self._branches[side].tree
        if node < 0:
            return " ".join(tree.words)
        if tree.is_word(node):
            return ""
        return " … ".join(" ".join(tree.words[start:end]) for start, end in runs(tree.positions(node)))

    def _fate(self, side: int, node: int) -> str:
        assert self.comparison is not None
        text = self.comparison.explain(SIDES[side], node)
        if self._branches[side].roles.get(node) == "disagree":
            text += " " + self.tr("E and T judge it differently.")
        return text

    def _summary(self, side: int) -> str:
        roles = list(self._branches[side].roles.values())
        said = []
        for role, forms in _COUNTED.items():
            if count := roles.count(role):
                said.append(self.tr(forms[count != 1]).format(count))
        among = self.tr("among {} compared nodes").format(len(roles))
        return f"{', '.join(said) or self.tr('no difference')} {among}"

    def _whereabouts(self, side: int, node: int) -> str:
        """Say where in its tree a node is, and what is below it."""
        branch = self._branches[side]
        tree, parent = branch.tree, branch.tree.parent[node]
        under = self.tr("under {}").format(tree.text(parent)) if parent >= 0 else self.tr("at the top")
        said = [self.tr("{} tree").format(self._name(side)), under]
        if below := branch.below[node]:
            said.append(self.tr("1 difference below") if below == 1 else self.tr("{} differences below").format(below))
        elif tree.children(node):
            said.append(self.tr("no difference below"))
        return ", ".join(said) + "."
