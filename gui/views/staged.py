"""A sentence between the system's tree and gold: what is shown after some repairs. A plain value without Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from treelens.engine.align.headed import Headed
from treelens.engine.align.mapping import phrase
from treelens.engine.errors import Draft, Explanation
from treelens.engine.heads import find_heads
from treelens.engine.prepare import Preparation
from treelens.engine.trees import Tree

from ..drawing.drawn import Drawn, Part
from ..drawing.model import Show
from ..drawing.repairs import Marks, repair_marks, repaired
from .compared import Parse, Shown
from .comparison import Key

__all__ = ["RepairedParse", "Stage"]


@dataclass(frozen=True)
class RepairedParse(Parse):
    """The system's tree after some repairs.

    ``ids`` has for each node of ``tree`` its id in the draft: the system's own id, or a higher one if it was added.
    """

    base: Parse | None = None
    draft: Draft | None = None
    ids: tuple[int, ...] = ()

    @cached_property
    def node_of(self) -> dict[int, int]:
        """The node of each id of the draft."""
        return {own: node for node, own in enumerate(self.ids)}

    def drawn(self, show: Show) -> Drawn:
        """Return what is drawn of it: all that is drawn of the system's tree."""
        assert self.base is not None
        assert self.draft is not None
        made = repaired(self.draft, self.base.drawn(show))
        return replace(made, ids=[self.node_of.get(own, -1) if own >= 0 else own for own in made.ids])

    def headed(self, preparation: Preparation, side: str) -> Headed:
        """Return it with its heads, by the rules that the system's tree goes by."""
        assert self.base is not None
        before = self.base.headed(preparation, side)
        return Headed(self.tree, find_heads(self.tree, before.heads.rules), before.pieces)

    def label(self, node: int, show: Show) -> str:
        """Return a label as it is drawn: as in the file, if it is the system's own."""
        assert self.base is not None
        own = self.ids[node]
        known = own < len(self.base.tree) and self.base.tree.text(own) == self.tree.text(node)
        return self.base.label(own, show) if known else self.tree.text(node)

    def explain(self, node: int, preparation: Preparation) -> str:
        """Name a node, or say why it is not compared."""
        assert self.base is not None
        return phrase(self.tree, node) if node >= 0 else self.base.explain(node, preparation)


@dataclass(frozen=True)
class Stage:
    """So many repairs of an explanation, done."""

    explanation: Explanation
    done: int

    @property
    def total(self) -> int:
        """How many repairs there are."""
        return len(self.explanation.repairs)

    @cached_property
    def tree(self) -> tuple[Tree, tuple[int, ...]]:
        """The system's tree after the repairs, and the draft's id of each node."""
        return self.explanation.drafts[self.done].tree()

    @property
    def text(self) -> str:
        """What was done last, in words; nothing at the beginning."""
        return self.explanation.repairs[self.done - 1].sentence if self.done else ""

    def shown(self, sentence: Shown) -> Shown:
        """Return a sentence with the system's tree as it is after the repairs."""
        assert sentence.system is not None
        tree, ids = self.tree
        draft = self.explanation.drafts[self.done]
        return replace(sentence, system=RepairedParse(tree, base=sentence.system, draft=draft, ids=ids))

    def fits(self, sentence: Shown) -> bool:
        """Say whether the explanation is of these trees."""
        trees = [parse.tree for parse in (sentence.gold, sentence.system) if parse is not None]
        ours = [self.explanation.gold, self.explanation.system]
        return [tree.columns.label.tolist() for tree in trees] == [tree.columns.label.tolist() for tree in ours]

    @cached_property
    def marks(self) -> Marks:
        """What was changed last, by ids of the draft."""
        if not self.done:
            return Marks()
        drafts, last = self.explanation.drafts, self.done
        return repair_marks(drafts[last - 1], drafts[last], self.explanation.repairs[last - 1])

    @cached_property
    def node_of(self) -> dict[int, int]:
        """The node of each id of the draft."""
        return {own: node for node, own in enumerate(self.tree[1])}

    def here(self, key: Key) -> Key | None:
        """Return where a node of gold or of the system's own tree is at this stage, if it is there."""
        side, node = key
        found = self.node_of.get(node) if side == "system" else node
        return (side, found) if found is not None else None

    def there(self, key: Key) -> Key | None:
        """Return a node of this stage as a node of gold or of the system's own tree, if it is one."""
        side, node = key
        own = self.tree[1][node] if side == "system" and node >= 0 else node
        return (side, own) if side != "system" or own < len(self.explanation.system) else None

    @property
    def changed(self) -> list[Key]:
        """What was changed last, or hangs elsewhere since."""
        owns = {**self.marks.roles, **self.marks.lines}
        return [("system", self.node_of[own]) for own in owns if own in self.node_of]

    def marked(self, part: Part) -> Part:
        """Return a part in which what was changed last stands out, beside what is still to be done."""
        node_of = self.node_of
        roles, badges, lines = (
            {node_of[own]: value for own, value in table.items() if own in node_of}
            for table in (self.marks.roles, self.marks.badges, self.marks.lines)
        )
        return replace(part, roles={**part.roles, **roles}, badges={**part.badges, **badges}, lines=lines)
