"""Lighting up nodes by what they are, such as those that a phenomenon is recognised by, in whatever the panes show.

Nodes are found in the trees as they are in their files; trees are drawn as they are compared, folded, laid over each
other. So a node is told by several keys, of which the first that is drawn counts: the node itself, the word below a
tag, what is above it and, should all of that be left out, what is below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from treelens.engine.trees import Tree

from ..drawing.drawn import drawn_id
from .compared import Compared
from .comparison import Key
from .parse import Parse
from .tree_pane import TreePane

__all__ = ["Finder", "Lighting"]

#: Returns the nodes to light up in the tree of a side (gold, system, second), as it is in its file.
Finder = Callable[[str, Tree], Iterable[int]]


class Lighting:
    """Lights up what is to be found, as long as it is wanted: also in the sentences that come."""

    def __init__(self, panes: Mapping[str, TreePane]) -> None:
        self.panes = panes
        self.find: Finder | None = None
        self._keys: list[Key] = []

    def show(self, compared: Compared | None) -> None:
        """Light up what there is in what is shown."""
        self._keys = []
        if self.find is not None and compared is not None:
            shown = [pane for pane in self.panes.values() if pane.isVisibleTo(pane.window())]
            for side, parse in compared.parses.items():
                if parse.original is not None:
                    for node in self.find(side, parse.original):
                        keys = _keys(compared, side, parse, node)
                        found = next((key for key in keys if any(pane.shows(key) for pane in shown)), None)
                        self._keys += [found] if found is not None else []
        for pane in self.panes.values():
            pane.light_up("lit", self._keys)

    def reveal(self) -> None:
        """Scroll to what is lit up."""
        for pane in self.panes.values():
            labels = (pane.label_of(key) for key in self._keys)
            if pane.isVisible():
                pane.reveal_all(label.box for label in labels if label is not None)


def _keys(compared: Compared, side: str, parse: Parse, node: int) -> Iterable[Key]:
    """Yield the keys by which a node of the tree in the file may be drawn, the most fitting first."""
    assert parse.original is not None
    prepared = {old: new for new, old in enumerate(parse.origin)}
    to_gold = compared.comparisons[side].partners[1] if side in compared.comparisons else {}
    by_words = compared.alignment == "dependencies"
    for each in _candidates(parse.original, node):
        own = drawn_id(each, prepared)
        if by_words and own >= 0:
            word = compared.headed(side).heads.word[own]
            own = parse.tree.leaves[word] if word >= 0 else own
        yield side, own
        both = own if side == "gold" else to_gold.get(own)
        if both is not None and own >= 0 and side != "second":
            yield "both", both


def _candidates(tree: Tree, node: int) -> Iterable[int]:
    yield node
    if tree.is_preterminal(node):
        yield from tree.children(node)
    above = tree.parent[node]
    while above >= 0:
        yield above
        above = tree.parent[above]
    waiting = list(reversed(tree.children(node)))
    while waiting:
        below = waiting.pop()
        yield below
        waiting.extend(reversed(tree.children(below)))
