"""A gold tree beside a system's, and how they are aligned.

Plain values without Qt: the view asks them for roles and words, and tests can ask them too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from treelens.engine.align.arcs import ArcMapping
from treelens.engine.align.edits import t_mapping
from treelens.engine.align.headed import Headed
from treelens.engine.align.mapping import Mapping
from treelens.engine.align.registry import align
from treelens.engine.align.spans import e_mapping
from treelens.engine.common_ground import lost_of
from treelens.engine.prepare import Preparation
from treelens.engine.problems import TreelensError
from treelens.engine.trees import Tree

from ..bidi import mostly_from_right
from ..drawing.arc_script import counterparts
from ..drawing.roles import disagreement_roles, roles_of
from ..drawing.script import Step, script_of

__all__ = ["ALIGNMENTS", "LAYOUTS", "Comparison", "Step", "runs_from_right", "sound_tops"]

ALIGNMENTS = ("e", "t", "fragments", "heads", "dependencies", "disagree")
LAYOUTS = ("side", "mirror", "overlay", "three")
Key = tuple[str, int]


@dataclass(frozen=True)
class Comparison:
    """A gold tree and a system tree, prepared, with an alignment between them.

    ``sides`` are the same trees with their heads, where the alignment goes by these; ``known`` is the mapping, where it
    was found elsewhere.
    """

    gold: Tree
    system: Tree
    preparation: Preparation
    alignment: str = "e"
    sides: tuple[Headed, Headed] | None = None
    known: Mapping | None = None

    @property
    def mapping(self) -> Mapping:
        """The mapping that is shown; where E and T disagree, the T-mapping."""
        return self._aligned[0]

    @property
    def refused(self) -> str:
        """Why the trees are aligned by spans although something else was wanted; nothing if they are not."""
        return self._aligned[1]

    @cached_property
    def _aligned(self) -> tuple[Mapping, str]:
        try:
            return self._wanted(), ""
        except TreelensError as error:  # very large trees may be too different for edits
            return e_mapping(self.gold, self.system, self.preparation, nodes="all"), str(error)

    def _wanted(self) -> Mapping:
        if self.known is not None:
            return self.known
        if self.alignment == "e":
            return e_mapping(self.gold, self.system, self.preparation)
        if self.alignment == "disagree":
            return t_mapping(self.gold, self.system, self.preparation)
        return align(self.alignment, self.gold, self.system, self.preparation, self.sides)

    @cached_property
    def roles(self) -> tuple[dict[int, str], dict[int, str]]:
        """What became of each gold and each system node."""
        if self.alignment == "disagree":
            return disagreement_roles(e_mapping(self.gold, self.system, self.preparation, nodes="all"), self.mapping)
        return roles_of(self.mapping)

    @cached_property
    def differences(self) -> list[Key]:
        """All nodes worth stopping at, gold and system together, from left to right and from the top."""
        apart = self.alignment == "disagree"
        ours, theirs = ({"disagree"}, {"disagree"}) if apart else ({"deletion", "swap"}, {"insertion"})
        keys = [("gold", node) for node, role in self.roles[0].items() if role in ours]
        keys += [("system", node) for node, role in self.roles[1].items() if role in theirs and not self.told(node)]
        return sorted(keys, key=lambda key: (self.tree(key[0]).start[key[1]], key[1], key[0]))

    @cached_property
    def script(self) -> list[Step]:
        """The operations that turn gold into the system's tree: deletions, swaps, insertions."""
        return script_of(self.mapping)

    @cached_property
    def partners(self) -> tuple[dict[int, int], dict[int, int]]:
        """Where to look for a node on the other side: its partner; of a word that governs others, the same word."""
        if isinstance(self.mapping, ArcMapping):
            found = counterparts(self.mapping)
            return found, {other: one for one, other in found.items()}
        return self.mapping.to_system, self.mapping.to_gold

    def told(self, node: int) -> bool:
        """Say whether a difference of the system's is told by gold's: the same word depends on another one there."""
        return self.alignment == "dependencies" and self.partners[1].get(node) in self.mapping.gold_nodes

    @cached_property
    def left_out(self) -> str:
        """What the two sides do not have in common where their words differ, in words; known of heads and arcs."""
        if self.sides is None or not self.mapping.words_aligned:
            return ""
        return str(lost_of(*self.sides, self.preparation))

    @cached_property
    def right_to_left(self) -> bool:
        """Whether most of the words are of a script that runs from right to left."""
        return runs_from_right(self.gold)

    def tree(self, side: str) -> Tree:
        """Return the tree of a side."""
        return self.system if side == "system" else self.gold

    def partner(self, side: str, node: int) -> Key | None:
        """Return where a node's partner is."""
        if side in ("gold", "both"):
            found = self.mapping.to_system.get(node)
            return None if found is None else ("system", found)
        found = self.mapping.to_gold.get(node)
        return None if found is None else ("gold", found)

    def relation(self, side: str, node: int) -> str:
        """Return the label of the arc to a word, ``old→new`` if it is another one; nothing where there are no arcs."""
        mapping = self.mapping
        if not isinstance(mapping, ArcMapping) or mapping.arcs is None or not self.tree(side).is_word(node):
            return ""
        in_gold = side != "system"
        one, other = (node, mapping.to_system.get(node)) if in_gold else (mapping.to_gold.get(node), node)
        gold = mapping.arcs.gold[mapping.gold.start[one]].label if one is not None else ""
        system = mapping.arcs.system[mapping.system.start[other]].label if other is not None else ""
        return f"{gold}→{system}" if (one, other) in mapping.swapped else gold if in_gold else system

    def explain(self, side: str, node: int) -> str:
        """Say in words what became of a node."""
        return self.mapping.explain(node, in_gold=side != "system")

    @property
    def counts(self) -> dict[str, int]:
        """Numbers for the legend."""
        mapping = self.mapping
        if self.alignment == "disagree":
            return {"disagree": sum(role == "disagree" for side in self.roles for role in side.values())}
        return {
            "deletion": len(mapping.deletions),
            "insertion": len(mapping.insertions),
            "swap": len(mapping.swaps),
            "match": len(mapping.matches),
        }

    def matched_tops(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the highest nodes of both trees under which everything is matched: what can be folded away."""
        gold, system = (
            frozenset(sound_tops(tree, roles)) for tree, roles in zip((self.gold, self.system), self.roles, strict=True)
        )
        return gold, system


def runs_from_right(tree: Tree) -> bool:
    """Say whether most words of a tree are of a script that runs from right to left."""
    return mostly_from_right(tree.words)


def sound_tops(tree: Tree, roles: dict[int, str]) -> list[int]:
    """Return the highest phrases of several words under which there is no difference."""
    bad = {node for node, role in roles.items() if role in ("deletion", "insertion", "swap", "disagree")}
    unsound = set(bad)
    for node in range(len(tree) - 1, -1, -1):
        if node in unsound and tree.parent[node] >= 0:
            unsound.add(tree.parent[node])
    return [
        node
        for node in range(len(tree))
        if node not in unsound
        and not tree.is_word(node)
        and not tree.is_preterminal(node)
        and (tree.parent[node] < 0 or tree.parent[node] in unsound)
        and tree.end[node] - tree.start[node] > 1
    ]
