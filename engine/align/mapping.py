"""A mapping from nodes of a gold tree to nodes of a system tree, whatever rule it was found by.

Emms (2008): a partial one-to-one map. Gold nodes that are left out are *deletions*, system nodes that are left out
*insertions*; a mapped pair is a *match* if the labels agree, else a *swap*. Its cost is what these add up to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..trees import Tree

if TYPE_CHECKING:
    import networkx

__all__ = ["Mapping", "phrase"]


@dataclass(frozen=True)
class Mapping:
    """Pairs of node ids, gold first, and what they leave over.

    ``gold_nodes`` and ``system_nodes`` are the nodes that take part: all of them, or only the roof of the trees.
    ``swapped`` are the pairs whose labels differ. ``unique`` says whether no other mapping of this kind costs as
    little (None where nobody looked). ``words_aligned`` marks an E-mapping between trees with different words, made
    after aligning these.
    """

    kind: str
    gold: Tree
    system: Tree
    pairs: tuple[tuple[int, int], ...]
    swapped: frozenset[tuple[int, int]]
    gold_nodes: frozenset[int]
    system_nodes: frozenset[int]
    cost: float
    unique: bool | None = None
    words_aligned: bool = False

    @cached_property
    def to_system(self) -> dict[int, int]:
        """The system node of each mapped gold node."""
        return dict(self.pairs)

    @cached_property
    def to_gold(self) -> dict[int, int]:
        """The gold node of each mapped system node."""
        return {system: gold for gold, system in self.pairs}

    @property
    def deletions(self) -> list[int]:
        """Gold nodes without a partner."""
        return sorted(self.gold_nodes - self.to_system.keys())

    @property
    def insertions(self) -> list[int]:
        """System nodes without a partner."""
        return sorted(self.system_nodes - self.to_gold.keys())

    @property
    def swaps(self) -> list[tuple[int, int]]:
        """Mapped pairs whose labels differ."""
        return [pair for pair in self.pairs if pair in self.swapped]

    @property
    def matches(self) -> list[tuple[int, int]]:
        """Mapped pairs whose labels agree."""
        return [pair for pair in self.pairs if pair not in self.swapped]

    def _repr_svg_(self) -> str | None:
        """Return a picture, for notebooks."""
        from ..pictures import svg_of

        return svg_of(self)

    def name(self, node: int, *, in_gold: bool = True) -> str:
        """Name a node in a list of what became of nodes."""
        return phrase(self.gold if in_gold else self.system, node)

    def explain(self, node: int, *, in_gold: bool = True) -> str:
        """Say in words what became of a node."""
        tree, other = (self.gold, self.system) if in_gold else (self.system, self.gold)
        partner = (self.to_system if in_gold else self.to_gold).get(node)
        taking_part = self.gold_nodes if in_gold else self.system_nodes
        here = phrase(tree, node)
        if node not in taking_part:
            return f"{here} takes no part in this comparison."
        if partner is None:
            return f"{here} is in gold only: deleted." if in_gold else f"{here} is in the system only: inserted."
        there = phrase(other, partner)
        pair = (node, partner) if in_gold else (partner, node)
        if pair in self.swapped:
            return f"{here} is relabelled: {phrase(self.gold, pair[0])} in gold, {phrase(self.system, pair[1])} here."
        if tree.positions(node) == other.positions(partner):
            return f"{here} is matched."
        return f"{here} is matched with {there}, which covers other words."

    def to_networkx(self) -> networkx.Graph:
        """Return a bipartite graph: nodes ("gold", id) and ("system", id), an edge for each pair.

        Node attributes: ``bipartite`` (0 gold, 1 system), ``text``, ``word``, ``start``, ``end``, ``role`` (match,
        swap, deletion, insertion). Edge attribute ``role``: match or swap.
        """
        import networkx

        graph = networkx.Graph(kind=self.kind, cost=self.cost)
        roles = self._roles()
        for side, (name, tree, nodes) in enumerate(
            (("gold", self.gold, self.gold_nodes), ("system", self.system, self.system_nodes))
        ):
            for node in sorted(nodes):
                start, end = tree.span(node)
                graph.add_node(
                    (name, node),
                    bipartite=side,
                    text=tree.text(node),
                    word=tree.is_word(node),
                    start=start,
                    end=end,
                    role=roles[side].get(node, ("deletion", "insertion")[side]),
                )
        for gold, system in self.pairs:
            role = "swap" if (gold, system) in self.swapped else "match"
            graph.add_edge(("gold", gold), ("system", system), role=role)
        return graph

    def _roles(self) -> tuple[dict[int, str], dict[int, str]]:
        gold, system = {}, {}
        for pair in self.pairs:
            gold[pair[0]] = system[pair[1]] = "swap" if pair in self.swapped else "match"
        return gold, system

    def to_dict(self) -> dict[str, Any]:
        """Return the mapping as plain values, as ``treelens diff`` prints them."""
        return {
            "align": self.kind,
            "cost": self.cost,
            "gold": {"nodes": _nodes(self.gold)},
            "system": {"nodes": _nodes(self.system)},
            "pairs": [list(pair) for pair in self.pairs],
            "deletions": self.deletions,
            "insertions": self.insertions,
            "swaps": [list(pair) for pair in self.swaps],
            "matches": [list(pair) for pair in self.matches],
            "unique": self.unique,
        } | ({"words_aligned": True} if self.words_aligned else {})


def _nodes(tree: Tree) -> list[dict[str, Any]]:
    rows = []
    for node in range(len(tree)):
        parent = tree.parent[node]
        row: dict[str, Any] = {"id": node, "label": tree.text(node), "span": list(tree.span(node))}
        row["parent"] = parent if parent >= 0 else None
        if tree.is_word(node):
            row["word"] = True
        if node in tree.gaps:
            row["positions"] = list(tree.gaps[node])
        rows.append(row)
    return rows


def phrase(tree: Tree, node: int, longest: int = 5) -> str:
    """Name a node by its label and words.

    >>> from ..trees import Node, tree_of
    >>> phrase(tree_of([Node("NP", -1), Node("the", 0, 0), Node("cat", 0, 1)]), 0)
    'NP “the cat”'
    """
    if tree.is_word(node):
        return f"“{tree.text(node)}”"
    positions, words = tree.positions(node), tree.words
    if len(positions) <= longest:
        shown = [words[position] for position in positions]
    else:
        shown = [*(words[position] for position in positions[: longest - 2]), "…", words[positions[-1]]]
    return f"{tree.text(node)} “{' '.join(shown)}”" if shown else tree.text(node)
