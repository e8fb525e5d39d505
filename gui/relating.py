"""What is selected in a tree is lit up in the meanings, and the other way round: both are over the same text."""

from __future__ import annotations

from PySide6.QtCore import QObject

from .looking import Looking
from .panels.meaning import MeaningPanel
from .views.parse import Parse
from .views.told import letters_of

__all__ = ["Relating", "smallest_over"]


class Relating(QObject):
    """Shows the meanings of the sentence, and lets selections in trees and in meanings follow each other."""

    def __init__(self, looking: Looking, panel: MeaningPanel) -> None:
        super().__init__(looking)
        self.looking, self.panel = looking, panel
        self.trees = looking.parts.trees
        self.trees.selected.connect(self._from_trees)
        panel.selected.connect(self._from_meaning)
        looking.shown.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        if self.looking.trees is not None:
            self.panel.show_sentence(self.looking.trees)

    def stop(self) -> None:
        """Let go of all work beside the window."""
        self.panel.stop()

    def _from_trees(self, side: str, node: int) -> None:
        parse = self._parses().get(side)
        self.panel.light_letters(letters_of(parse, node) if parse is not None and node >= 0 else None)

    def _from_meaning(self, letters: tuple[int, int] | None) -> None:
        found = [
            (side, node)
            for side, parse in self._parses().items()
            if letters is not None and (node := smallest_over(parse, letters)) is not None
        ]
        first, *others = found or [("", -1)]
        self.trees.select(*first, others)

    def _parses(self) -> dict[str, Parse]:
        return self.trees.compared.parses if self.trees.compared is not None else {}


def smallest_over(parse: Parse, letters: tuple[int, int]) -> int | None:
    """Return the smallest node over all words that some letters of the text touch; the lowest of several."""
    tree = parse.tree
    places = [(leaf, letters_of(parse, leaf)) for leaf in tree.leaves]
    touched = {tree.start[leaf] for leaf, own in places if own and own[0] < letters[1] and letters[0] < own[1]}
    if not touched:
        return None
    over = [node for node in range(len(tree)) if not tree.is_word(node) and touched.issubset(tree.positions(node))]
    return min(over, key=lambda node: (len(tree.positions(node)), -node), default=None)
