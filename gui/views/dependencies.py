"""The dependencies of a sentence as they are drawn: which words, which arcs, and what became of each. No Qt.

Each word stands for the arc that leads to it, so arcs go by the ids of words. Heads are known of what is compared;
words that were taken out before comparing, such as punctuation, stand in the row without an arc.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from treelens.engine.align.arcs import Arc as Dependency
from treelens.engine.align.arcs import ArcMapping, arcs_of
from treelens.engine.align.headed import Headed

from ..drawing.arc_script import counterparts
from ..drawing.arcs import Arc
from ..drawing.dependencies import Tag, Word
from ..drawing.drawn import Drawn
from ..drawing.model import Show
from ..drawing.roles import badge_of
from ..drawing.word_row import merged_words
from .comparison import Comparison

__all__ = ["Dependencies", "Lone"]


@dataclass(frozen=True)
class Lone:
    """The arcs of one parse, with nothing to compare them with."""

    drawn: Drawn
    side: str
    headed: Headed
    show: Show

    @property
    def words(self) -> list[Word]:
        """The words in a row."""
        made = []
        for position, leaf in enumerate(self.drawn.leaves):
            node = self.drawn.ids[leaf]
            tag = _tag(self.drawn, position, self.side) if self.show.tags else None
            made.append(Word(self.drawn.tree.text(leaf), self.side, node, below=tag, position=position))
        return made

    @property
    def arcs(self) -> list[Arc]:
        """The arcs above them."""
        leaves = self.headed.tree.leaves
        ids = [self.drawn.ids[leaf] for leaf in self.drawn.leaves]
        place = {own: at for at, own in enumerate(ids)}
        return [
            Arc(-1 if arc.is_root else place[leaves[arc.governor]], place[leaf], arc.label, "plain", self.side, leaf)
            for leaf, arc in zip(leaves, arcs_of(self.headed), strict=True)
        ]


@dataclass(frozen=True)
class Dependencies:
    """The arcs of gold and of a system over one row of words.

    ``side`` is that of the system: system or second. After *done* steps of the script (None: nobody steps) gold's arcs
    are the system's as far as the script has come.
    """

    comparison: Comparison
    drawn: tuple[Drawn, Drawn]
    side: str
    show: Show
    done: int | None = None

    @property
    def mapping(self) -> ArcMapping:
        """Which arcs are the same."""
        assert isinstance(self.comparison.mapping, ArcMapping)
        return self.comparison.mapping

    # --- words ----------------------------------------------------------------------------------------------------

    @cached_property
    def _row(self) -> list[tuple[int, int]]:
        return merged_words(*self.drawn, counterparts(self.mapping))

    @cached_property
    def _places(self) -> tuple[dict[int, int], dict[int, int]]:
        """The place in the row of each word, by its id."""
        found: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for at, positions in enumerate(self._row):
            for own, drawn, position in zip(found, self.drawn, positions, strict=True):
                if position >= 0:
                    own[drawn.ids[drawn.leaves[position]]] = at
        return found

    def words(self, *, tags: str = "apart", beside: int = -1) -> list[Word]:
        """Return the row of words.

        *tags*: gold's above and the system's below (``apart``), both below (``below``), or those of one side only
        (``gold``, ``system``). *beside* is the side (0 gold, 1 the system) whose tree is drawn too.
        """
        return [self._word(positions, tags if self.show.tags else "", beside) for positions in self._row]

    def _word(self, positions: tuple[int, int], tags: str, beside: int) -> Word:
        sides = ("gold", self.side)
        ids = [
            drawn.ids[drawn.leaves[position]] if position >= 0 else None
            for drawn, position in zip(self.drawn, positions, strict=True)
        ]
        own = 0 if ids[0] is not None and (ids[0] >= 0 or ids[1] is None or ids[1] < 0) else 1
        node = ids[own]
        assert node is not None
        text = self.drawn[own].tree.text(self.drawn[own].leaves[positions[own]])
        both = ids[0] is not None and ids[1] is not None
        side = "both" if both and own == 0 else sides[own]
        role = self._word_role(ids)
        found = [
            _tag(drawn, position, name) if position >= 0 else None
            for drawn, position, name in zip(self.drawn, positions, sides, strict=True)
        ]
        above, below = _tags(found[0], found[1], tags)
        badge = badge_of(role, text, "", side)
        return Word(text, side, node, role, badge, above, below, positions[beside] if beside >= 0 else -1)

    def _word_role(self, ids: Sequence[int | None]) -> str:
        """Return how a word is drawn: as one that only one side has, quietly if it is punctuation, or plainly."""
        mapping, sides = self.mapping, self.comparison.sides
        if ids[1] is None and ids[0] in mapping.gold_nodes:
            return "deletion"
        if ids[0] is None and ids[1] in mapping.system_nodes:
            return "insertion"
        for own, tree, headed in zip(ids, (mapping.gold, mapping.system), sides or (), strict=bool(sides)):
            if own is not None and own >= 0 and headed.heads.ignored[tree.start[own]]:
                return "quiet"
        return "plain"

    # --- arcs -----------------------------------------------------------------------------------------------------

    @cached_property
    def _leaves(self) -> tuple[list[int], list[int]]:
        return self.mapping.gold.leaves, self.mapping.system.leaves

    @cached_property
    def _labels(self) -> tuple[dict[int, Dependency], dict[int, Dependency]]:
        """The dependency of each word, by its id."""
        mapping = self.mapping
        assert mapping.arcs is not None
        gold, system = (
            dict(zip(leaves, arcs, strict=True))
            for leaves, arcs in zip(self._leaves, (mapping.arcs.gold, mapping.arcs.system), strict=True)
        )
        return gold, system

    def arcs(self, number: int) -> list[Arc]:
        """Return the arcs of gold (0) or of the system (1)."""
        arcs = [self._arc(number, word) for word in self._labels[number]]
        return self._stepped(arcs) if number == 0 and self.done is not None else arcs

    def merged(self) -> list[Arc]:
        """Return the arcs of both, those that are the same once."""
        ours, theirs = (self.arcs(number) for number in (0, 1))
        return [*ours, *(arc for arc in theirs if arc.node not in self.mapping.to_gold)]

    def _arc(self, number: int, word: int) -> Arc:
        places, dependency = self._places[number], self._labels[number][word]
        start = -1 if dependency.is_root else places[self._leaves[number][dependency.governor]]
        role = self.comparison.roles[number].get(word, "quiet")
        side = ("gold", self.side)[number]
        named = self.comparison.relation(("gold", "system")[number], word)
        badge = named if role == "swap" else badge_of(role, dependency.label, "", side)
        return Arc(start, places[word], dependency.label, role, side, word, badge)

    def _stepped(self, arcs: list[Arc]) -> list[Arc]:
        """Return gold's arcs after some steps: what was done last stands out, the rest is as it is."""
        script = self.comparison.script
        done = script[: self.done]
        last = done[-1].node if done and done[-1].side == "gold" else -1
        changed = {step.node for step in done if step.side == "gold"}
        partner = counterparts(self.mapping)
        made = []
        for arc in arcs:
            role = "move" if arc.node == last else "match"
            if arc.node not in changed:
                made.append(_as(arc, "match" if arc.role != "quiet" else "quiet"))
            elif arc.node in partner:
                theirs = self._arc(1, partner[arc.node])
                made.append(Arc(theirs.start, arc.end, theirs.text, role, arc.side, arc.node))
        inserted = [step for step in done if step.side != "gold"]
        return made + [_as(self._arc(1, step.node), "move" if step is done[-1] else "match") for step in inserted]


def _as(arc: Arc, role: str) -> Arc:
    """Return an arc in another role."""
    return Arc(arc.start, arc.end, arc.text, role, arc.side, arc.node)


def _tag(drawn: Drawn, position: int, side: str) -> Tag | None:
    """Return the tag of a word; it stands for the word."""
    tree = drawn.tree
    leaf = drawn.leaves[position]
    above = tree.parent[leaf]
    is_tag = above >= 0 and tree.is_preterminal(above)
    return Tag(tree.text(above), side, drawn.ids[leaf]) if is_tag else None


def _tags(gold: Tag | None, system: Tag | None, where: str) -> tuple[Tag | None, Tag | None]:
    """Return the tags above and below a word."""
    if where == "apart":
        return gold, system
    if where == "below" and gold is not None and system is not None and gold.text != system.text:
        return None, Tag(f"{gold.text} · {system.text}", gold.side, gold.node)
    if where == "below":
        return None, gold or system
    return gold if where == "gold" else None, system if where == "system" else None
