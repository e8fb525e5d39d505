"""One tree of a sentence: as it is compared, as it is in its file, and with its heads. Plain values without Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from treelens.engine.align.headed import Headed, headed, headed_tree
from treelens.engine.align.mapping import Mapping, phrase
from treelens.engine.breakdowns import Finders
from treelens.engine.prepare import Preparation, Prepared
from treelens.engine.trees import Tree

from ..drawing.drawn import Drawn, drawn, original_of, why_not_compared
from ..drawing.model import Show
from ..drawing.shown import label_text

__all__ = ["Parse", "Shown"]


@dataclass(frozen=True)
class Parse:
    """A tree as it is compared, and the tree in the file that it was made of, if that is to be drawn.

    ``origin`` has for each node of ``tree`` the node of ``original``. ``bank`` and ``number`` say where it is from.
    """

    tree: Tree
    original: Tree | None = None
    origin: Sequence[int] = ()
    bank: Prepared | None = field(default=None, compare=False, repr=False)
    number: int = -1

    @classmethod
    def of(cls, prepared: Prepared, number: int) -> Parse | None:
        """Return a tree of a prepared treebank by its number; None if nothing of it is left."""
        one = prepared.some([number])
        tree = one.bank.tree(0)
        return cls(tree, prepared.original.tree(number), one.origin.tolist(), prepared, number) if len(tree) else None

    def headed(self, preparation: Preparation, side: str) -> Headed:
        """Return it with its heads, as one of a side: gold or system. Nobody needs these but who asks for them."""
        if self.bank is None:
            return headed_tree(self.tree, preparation, side)
        return headed(self.bank, self.number, side, one=True)

    def drawn(self, show: Show) -> Drawn:
        """Return what is drawn of it."""
        if self.original is None:
            return Drawn.of(self.tree)
        return drawn(self.original, self.tree, self.origin, show)

    def label(self, node: int, show: Show) -> str:
        """Return the label of a prepared node as it is drawn."""
        if self.original is None or not show.functions:
            return label_text(self.tree, node, show.functions)
        return label_text(self.original, self.origin[node], functions=True)

    def explain(self, node: int, preparation: Preparation) -> str:
        """Name a node, or say why it is not compared."""
        if node >= 0 or self.original is None:
            return phrase(self.tree, node)
        return why_not_compared(self.original, original_of(node), preparation)


@dataclass(frozen=True)
class Shown:
    """A sentence as one system has it, beside gold; where a tree is missing there is a *reason*."""

    gold: Parse | None
    system: Parse | None
    preparation: Preparation
    title: str = ""
    reason: str = ""
    known: Mapping | None = None  #: how they are aligned, where that was found elsewhere
    finders: Callable[[], Finders] | None = field(default=None, compare=False)  #: tells who found gold's brackets
