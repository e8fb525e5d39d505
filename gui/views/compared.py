"""One sentence as the centre of the window shows it: gold and one system, or two, each as it is in its file.

A plain value without Qt. Nodes are told by keys: a side (gold, system, second) and an id in the prepared tree, or a
negative id for what is drawn but not compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from treelens.engine.align.headed import Headed
from treelens.engine.align.registry import BY_HEADS
from treelens.engine.breakdowns import Finders
from treelens.engine.trees import Tree

from ..drawing.drawn import Part
from ..drawing.model import Show
from ..drawing.roles import FOUND, Texts, badges_of, found_role, gold_badges, gold_roles
from ..drawing.script import step_part
from .comparison import Comparison, Key, runs_from_right, sound_tops
from .finding import found_in_words
from .parse import Parse, Shown

__all__ = ["SIDES", "Compared", "Link", "Parse", "Shown", "neighbour", "next_word"]

SIDES = ("gold", "system", "second")
LETTERS = ("A", "B")  #: short names of two systems
_STOPS = frozenset({"deletion", "insertion", "swap", "disagree"})


@dataclass(frozen=True, slots=True)
class Link:
    """A node of gold and its partner in another tree."""

    gold: Key
    other: Key
    role: str  #: match or swap
    same_words: bool  #: whether both are over the same positions


@dataclass(frozen=True)
class Compared:
    """Gold and one system or two, with an alignment between gold and each."""

    first: Shown
    second: Shown | None = None
    alignment: str = "e"
    marked: Callable[[Part], Part] | None = None  #: makes something stand out in the first system's tree

    # --- trees ----------------------------------------------------------------------------------------------------

    @cached_property
    def parses(self) -> dict[str, Parse]:
        """The trees that there are, by side."""
        found = self.first.gold, self.first.system, self.second.system if self.second else None
        return {side: parse for side, parse in zip(SIDES, found, strict=True) if parse is not None}

    @cached_property
    def comparisons(self) -> dict[str, Comparison]:
        """What is compared with gold, by side."""
        gold = self.parses.get("gold")
        if gold is None:
            return {}
        by_heads = self.alignment in BY_HEADS
        return {
            side: Comparison(
                gold.tree,
                parse.tree,
                self.first.preparation,
                self.alignment,
                (self.headed("gold"), self.headed(side)) if by_heads else None,
                self.first.known if side == "system" else None,
            )
            for side, parse in self.parses.items()
            if side != "gold"
        }

    @cached_property
    def _headed(self) -> dict[str, Headed]:
        return {}

    def headed(self, side: str) -> Headed:
        """Return a tree with its heads; they are found once."""
        if side not in self._headed:
            own = "gold" if side == "gold" else "system"
            self._headed[side] = self.parses[side].headed(self.first.preparation, own)
        return self._headed[side]

    def heads(self, side: str, show: Show) -> frozenset[int]:
        """Return the nodes in which their parent's head is, if they are to be seen."""
        if not (show.heads or self.alignment in BY_HEADS):
            return frozenset()
        return frozenset(self.headed(side).heads.child) - {-1}

    @property
    def one(self) -> Comparison | None:
        """Gold and the first system, if both have a tree."""
        return self.comparisons.get("system")

    @property
    def right_to_left(self) -> bool:
        """Whether the sentence runs from right to left."""
        return any(runs_from_right(parse.tree) for parse in list(self.parses.values())[:1])

    # --- what became of nodes -------------------------------------------------------------------------------------

    @cached_property
    def roles(self) -> dict[str, dict[int, str]]:
        """What became of nodes, by side; of gold's in several systems, the worst."""
        found = {side: comparison.roles[1] for side, comparison in self.comparisons.items()}
        if found:
            found["gold"] = gold_roles([comparison.roles[0] for comparison in self.comparisons.values()])
        return found

    @cached_property
    def finders(self) -> Finders | None:
        """Who found the brackets of gold; None where nobody knows, or where arcs are looked at."""
        told = self.first.finders
        if told is None or self.alignment == "dependencies" or "gold" not in self.parses:
            return None
        found = told()
        return found if found.asked else None

    @cached_property
    def found(self) -> tuple[dict[int, str], dict[int, str]]:
        """Roles and badges of gold's brackets that say how many systems found each."""
        if self.finders is None:
            return {}, {}
        found = self.finders
        return (
            {node: found_role(len(names), len(found.asked)) for node, names in found.names.items()},
            {node: found.share(node) for node in found.names},
        )

    @property
    def found_counts(self) -> dict[str, int]:
        """How many of gold's brackets were found by nobody, few, most and everybody."""
        return {role: list(self.found[0].values()).count(role) for role in FOUND}

    def shown_roles(self, show: Show) -> dict[str, dict[int, str]]:
        """Return the roles that nodes are drawn in: what became of them, or of gold's, if wanted, who found them."""
        return {**self.roles, "gold": self.found[0]} if show.found and self.finders else self.roles

    @cached_property
    def differences(self) -> list[Key]:
        """All nodes worth stopping at, of all trees together, from left to right and from the top.

        A relabelled pair is one difference, and its stop is in gold.
        """
        stops = {"disagree"} if self.alignment == "disagree" else _STOPS
        keys = [
            (side, node)
            for side, roles in self.roles.items()
            for node, role in roles.items()
            if role in stops and (side == "gold" or (role != "swap" and not self.comparisons[side].told(node)))
        ]
        return sorted(keys, key=lambda key: (self.parses[key[0]].tree.start[key[1]], key[1], SIDES.index(key[0])))

    def keys(self, side: str, node: int) -> list[Key]:
        """Return a node and its partners in the other trees."""
        own = [(side, node)]
        if node < 0:
            return own
        gold = node
        if side != "gold":
            found = self.comparisons[side].partners[1].get(node) if side in self.comparisons else None
            if found is None:
                return own
            gold = found
            own.append(("gold", gold))
        for other, comparison in self.comparisons.items():
            partner = comparison.partners[0].get(gold)
            if partner is not None and other != side:
                own.append((other, partner))
        return own

    @cached_property
    def links(self) -> list[Link]:
        """All pairs of gold with the first system, then those with the second; arcs lie over each other anyway."""
        if self.alignment == "dependencies":
            return []
        return [
            Link(("gold", one), (side, other), "swap" if (one, other) in mapping.swapped else "match", same)
            for side, mapping in ((side, comparison.mapping) for side, comparison in self.comparisons.items())
            for one, other in mapping.pairs
            for same in (mapping.gold.span(one) == mapping.system.span(other),)
        ]

    def links_of(self, side: str, node: int) -> list[Link]:
        """Return the links between a node and its partners: several, where several systems are beside gold."""
        keys = set(self.keys(side, node))
        return [link for link in self.links if link.gold in keys and link.other in keys]

    def next_to(self, side: str, node: int, way: str, is_shown: Callable[[int], bool]) -> int | None:
        """Return the node next to a node: see :func:`neighbour`; of arcs see :func:`next_word`."""
        if self.alignment == "dependencies":
            return next_word(self.headed(side), node, way)
        return neighbour(self.parses[side].tree, node, way, is_shown)

    def explain(self, side: str, node: int) -> str:
        """Say in words what became of a node."""
        if node < 0 or side not in self.roles:
            return self.parses[side].explain(node, self.first.preparation) if side in self.parses else ""
        if side != "gold":
            return self.comparisons[side].explain("system", node)
        said = [comparison.explain("gold", node) for comparison in self.comparisons.values()]
        if len(set(said)) == 1:
            return said[0]
        return "  ".join(f"{letter}: {text}" for letter, text in zip(LETTERS, said, strict=False))

    def explain_found(self, side: str, node: int) -> str:
        """Say in words which systems found a bracket of gold, and which did not."""
        gold = node if side == "gold" else next((at for of, at in self.keys(side, node) if of == "gold"), -1)
        return found_in_words(self.finders, gold) if self.finders is not None else ""

    # --- parts of a drawing ---------------------------------------------------------------------------------------

    def texts(self, side: str, show: Show) -> Texts:
        """Return functions that give the label of a node of gold and of a side."""
        gold, other = self.parses["gold"], self.parses[side]
        return lambda node: gold.label(node, show), lambda node: other.label(node, show)

    def parts(self, show: Show, *, fold: bool = False, done: int | None = None) -> list[Part]:
        """Return all trees as they are to be drawn.

        With *done*, gold's place is taken by the tree after so many operations on the way to the first system.
        """
        folded = self.folded() if fold and done is None and self.marked is None else {}
        badges, roles = self._badges(show), self.shown_roles(show)
        if show.found and self.finders:
            badges["gold"] = self.found[1]
        made = [
            Part(
                parse.drawn(show),
                side,
                roles.get(side, {}),
                badges.get(side, {}),
                folded.get(side, frozenset()),
                heads=self.heads(side, show),
                otherwise=self.otherwise,
            )
            for side, parse in self.parses.items()
        ]
        if self.marked is not None and self.one is not None:
            made[1] = self.marked(made[1])
        if done is not None and self.one is not None:
            step = step_part(self.one.mapping, made[0].drawn, made[1].drawn, done)
            made[0] = replace(step, heads=self.heads(step.side, show), otherwise=self.otherwise)
        return made

    @property
    def otherwise(self) -> str:
        """The role of nodes that take no part: where few do, the others stand back."""
        return "quiet" if self.alignment == "heads" else "plain"

    def _badges(self, show: Show) -> dict[str, dict[int, str]]:
        several, found = [], {}
        for letter, (side, comparison) in zip(LETTERS, self.comparisons.items(), strict=False):
            gold, own = badges_of(comparison.mapping, self.texts(side, show))
            several.append((letter, comparison.roles[0], gold))
            found[side] = own
        return {**found, "gold": gold_badges(several)} if several else {}

    def folded(self) -> dict[str, frozenset[int]]:
        """Return, by side, the highest nodes under which everything is matched; there are none of arcs."""
        if self.alignment == "dependencies":
            return {}
        if self.second is None and self.one is not None:
            gold, system = self.one.matched_tops()
            return {"gold": gold, "system": system}
        if "gold" not in self.roles:
            return {}
        tops = sound_tops(self.parses["gold"].tree, self.roles["gold"])
        found = {"gold": frozenset(tops)}
        for side, comparison in self.comparisons.items():
            partners = (comparison.mapping.to_system.get(node) for node in tops)
            found[side] = frozenset(node for node in partners if node is not None)
        return found


def neighbour(tree: Tree, node: int, way: str, is_shown: Callable[[int], bool]) -> int | None:
    """Return the node next to a node: ``up`` its parent, ``down`` its first child, ``left`` and ``right`` a sister.

    Nodes that are not shown are passed over: their children stand in their place.
    """
    if way == "up":
        above = tree.parent[node]
        while above >= 0 and not is_shown(above):
            above = tree.parent[above]
        return above if above >= 0 else None
    if way == "down":
        below = _shown_children(tree, node, is_shown)
        return below[0] if below else None
    parent = neighbour(tree, node, "up", is_shown)
    sisters = _shown_children(tree, -1 if parent is None else parent, is_shown)
    place = sisters.index(node) + (1 if way == "right" else -1) if node in sisters else -1
    return sisters[place] if 0 <= place < len(sisters) else None


def next_word(headed: Headed, node: int, way: str) -> int | None:
    """Return the word next to a word: ``up`` what it depends on, ``down`` the first that depends on it."""
    leaves, governor = headed.tree.leaves, headed.heads.governor
    at = headed.tree.start[node]
    if way == "up":
        found = governor[at]
    elif way == "down":
        found = governor.index(at) if at in governor else -1
    else:
        found = at + 1 if way == "right" else at - 1
    return leaves[found] if 0 <= found < len(leaves) else None


def _shown_children(tree: Tree, node: int, is_shown: Callable[[int], bool]) -> list[int]:
    found: list[int] = []
    waiting = list(reversed(tree.children(node)))
    while waiting:
        child = waiting.pop()
        if is_shown(child):
            found.append(child)
        else:
            waiting.extend(reversed(tree.children(child)))
    return found
