"""From the system's tree to gold, one repair after the other: the tree at any stage, and what was repaired last.

A draft has only what is compared. :func:`repaired` puts it together with what else is drawn of the system's tree, such
as punctuation, which stays beside its neighbours. :func:`repair_marks` says what the last repair has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from treelens.engine.errors import Draft, Repair
from treelens.engine.trees import Node, tree_of

from .drawn import Drawn

__all__ = ["Marks", "repair_marks", "repaired"]

_TOP = -1  # above all brackets of a draft
_Piece = tuple[str, int]  # a bracket or word of the draft, or a node of the drawn tree that is in no draft


@dataclass(frozen=True)
class Marks:
    """What a repair has changed: roles and badges of nodes, and roles of lines above nodes, by ids of the draft."""

    roles: Mapping[int, str] = field(default_factory=dict)
    badges: Mapping[int, str] = field(default_factory=dict)
    lines: Mapping[int, str] = field(default_factory=dict)


def repaired(draft: Draft, shown: Drawn) -> Drawn:
    """Return a draft as it is to be drawn; *shown* is what is drawn of the system's tree.

    The ids are those of the draft: brackets that were added have ids behind all nodes of the system's tree.
    """
    return _Builder(draft, shown).build()


class _Builder:
    """Hangs the words of a drawn tree, and what is not compared, on the brackets of a draft."""

    def __init__(self, draft: Draft, shown: Drawn) -> None:
        self.draft, self.shown, self.tree = draft, shown, shown.tree
        system, tree = draft.system, shown.tree
        self.node_of = {own: node for node, own in enumerate(shown.ids) if own >= 0}
        self.leaf = {system.start[own]: node for own, node in self.node_of.items() if system.is_word(own)}
        self.at = {position: tree.start[node] for position, node in self.leaf.items()}
        self.compared = [0] * len(tree)  # how many compared words are under each node
        for node in self.leaf.values():
            while node >= 0:
                self.compared[node] += 1
                node = tree.parent[node]
        self.tops = self._tops()
        self.pieces: dict[int, list[_Piece]] = {
            bracket: [("draft", child) for child in children] for bracket, children in draft.children.items()
        }
        self._hang_what_is_not_compared()

    def _tops(self) -> list[int]:
        """Return drawn nodes above everything that is compared."""
        found = []
        for node, own in enumerate(self.shown.ids):
            if own >= 0 or self.compared[node] < len(self.leaf):
                break
            found.append(node)
        return found

    # --- what is not compared -------------------------------------------------------------------------------------

    def _hang_what_is_not_compared(self) -> None:
        waiting = [node for node in range(len(self.tree)) if self._is_loose(node)]
        while waiting:
            node = waiting.pop()
            own = self.shown.ids[node]
            if own >= 0 and own not in self.draft.empty:  # a bracket without words that a repair has removed
                waiting.extend(self.tree.children(node))
            else:
                self.pieces[self._home(node)].append(("loose", node))
        for own in self.draft.empty:
            if own >= len(self.draft.system):
                self.pieces[_TOP].append(("empty", own))

    def _is_loose(self, node: int) -> bool:
        """Say whether there is nothing compared under a node, but under the one above it."""
        above = self.tree.parent[node]
        return not self.compared[node] and (above < 0 or self.compared[above] > 0)

    def _home(self, node: int) -> int:
        """Return the bracket that something hangs on which is not compared.

        That is the one that it hung on, if it is still there, or the next one that was above that. If no word beside
        it belongs to that bracket any more, it goes up; if both do and are in one bracket below, it goes down.
        """
        draft, above = self.draft, self.tree.parent[node]
        while above >= 0 and self.shown.ids[above] not in draft.labels:
            above = self.tree.parent[above]
        home = self.shown.ids[above] if above >= 0 else _TOP
        place = self.tree.start[node]
        left = max((word for word, at in self.at.items() if at < place), default=-1)
        right = min((word for word, at in self.at.items() if at >= place), default=-1)
        beside = {word for word in (left, right) if word >= 0}
        while home != _TOP and beside.isdisjoint(draft.words[home]):
            home = draft.parents[home]
        below: int | None = home
        while below is not None and len(beside) == 2:
            home = below
            inner = (child for child in draft.children[home] if child >= 0)
            below = next((child for child in inner if beside.issubset(draft.words[child])), None)
        return home

    # --- putting together -----------------------------------------------------------------------------------------

    def build(self) -> Drawn:
        """Go through the draft from the top and make a node of each piece."""
        nodes: list[Node] = []
        ids: list[int] = []
        functions: list[str] = []

        def add(text: str, parent: int, own: int, node: int = -1, position: int = -1) -> int:
            nodes.append(Node(text, parent, position))
            ids.append(own)
            functions.append(self.tree.functions[node] if self.tree.functions and node >= 0 else "")
            return len(nodes) - 1

        def copy(node: int, parent: int) -> int:
            position = self.tree.start[node] if self.tree.is_word(node) else -1
            return add(self.tree.text(node), parent, self.shown.ids[node], node, position)

        parent = -1
        for node in self.tops:
            parent = copy(node, parent)
        waiting = [(piece, parent) for piece in reversed(self._sorted(_TOP))]
        while waiting:
            (what, piece), parent = waiting.pop()
            if what == "empty":
                add(self.draft.empty[piece][0], parent, piece)
            elif what == "loose":
                place = copy(piece, parent)
                waiting.extend((("loose", child), place) for child in reversed(self.tree.children(piece)))
            elif piece < 0:
                word = self.leaf[~piece]
                above = self.tree.parent[word]
                own = self.shown.ids[above] if above >= 0 else -1
                if own >= 0 and self.draft.system.is_preterminal(own):
                    parent = copy(above, parent)
                copy(word, parent)
            else:
                node = self.node_of.get(piece, -1)
                known = node >= 0 and self.draft.system.text(piece) == self.draft.labels[piece]
                text = self.tree.text(node) if known else self.draft.labels[piece]
                place = add(text, parent, piece, node if known else -1)
                waiting.extend((below, place) for below in reversed(self._sorted(piece)))
        tree = tree_of(nodes, functions=functions if self.tree.functions else None)
        return Drawn(tree, ids, self.shown.empty)

    def _sorted(self, bracket: int) -> list[_Piece]:
        """Return what hangs on a bracket, from left to right."""

        def place(piece: _Piece) -> tuple[int, bool]:
            what, node = piece
            if what == "loose":
                return self.tree.start[node], False
            if what == "empty":
                return self.at.get(self.draft.empty[node][1], len(self.tree.leaves)), False
            return min(self.at[word] for word in self.draft.covered(node)), True

        return sorted(self.pieces[bracket], key=place)


def repair_marks(before: Draft, after: Draft, repair: Repair) -> Marks:
    """Return what a repair has changed between two drafts.

    Moved things are marked as moved, a bracket with another label as a swap. A bracket that was added is one of gold's
    (a deletion, as gold is read), one that went was the system's: its lines are marked, on which its children hang now.
    """
    roles: dict[int, str] = {}
    badges: dict[int, str] = {}
    lines: dict[int, str] = {}
    for node in before.labels.keys() - after.labels.keys():
        lines |= {_own(after, child): "insertion" for child in before.children[node]}
    if repair.is_attachment:
        moved = [_own(after, root) for root in repair.roots if root < 0 or root in after.labels]
        roles |= dict.fromkeys(moved, "move")
        lines |= dict.fromkeys(moved, "move")
    for node, label in after.labels.items():
        if node not in before.labels:
            roles[node], badges[node] = "deletion", "+"
        elif before.labels[node] != label:
            roles[node], badges[node] = "swap", f"{before.labels[node]}→{label}"
    return Marks(roles, badges, lines)


def _own(draft: Draft, child: int) -> int:
    """Return the id of a bracket, or of the tag of a word, or of the word itself."""
    if child >= 0:
        return child
    system = draft.system
    word = system.leaves[~child]
    above = system.parent[word]
    return above if above >= 0 and system.is_preterminal(above) else word
