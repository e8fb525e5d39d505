"""Where a repair is to be seen: what hangs in the wrong place, and both places. A plain value without Qt.

A node is told by several keys, of which the first that is drawn counts: the node itself, what stands for it where both
trees are one, the word of a tag, and then what is above it, should the node be folded away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treelens.engine.errors import Repair
from treelens.engine.trees import Tree

from .compared import Compared
from .comparison import Key

__all__ = ["Pointed", "pointed", "tops_over"]

Keys = tuple[Key, ...]


@dataclass(frozen=True)
class Pointed:
    """What a repair is about, *blocks*, and where that hangs and belongs, *sites*; in gold and in the system.

    ``arrow`` leads from what is moved (its first and its last part) to where it belongs.
    """

    blocks: tuple[Keys, ...] = ()
    sites: tuple[Keys, ...] = ()
    arrow: tuple[Keys, Keys, Keys] | None = None


def pointed(compared: Compared, repair: Repair) -> Pointed:
    """Return where a repair is to be seen in a sentence."""
    gold, system = (compared.parses[side].tree for side in ("gold", "system"))
    ours, theirs = _blocks(gold, repair, in_gold=True), _blocks(system, repair, in_gold=False)
    blocks = [("gold", node) for node in ours] + [("system", node) for node in theirs]
    sites = [("gold", repair.after.node), ("system", repair.before.node)]
    if not repair.is_attachment:
        sites = []
    arrow = None
    target = _target(compared, repair, theirs)
    if repair.is_attachment and theirs and target is not None:
        ends = ("system", theirs[0]), ("system", theirs[-1]), target
        arrow = _keys(compared, ends[0]), _keys(compared, ends[1]), _keys(compared, ends[2])
    return Pointed(
        tuple(_keys(compared, key) for key in blocks),
        tuple(_keys(compared, key) for key in sites if key[1] >= 0),
        arrow,
    )


def _blocks(tree: Tree, repair: Repair, *, in_gold: bool) -> list[int]:
    """Return the nodes of a tree that a repair is about: the bracket itself, or else what is over its words.

    What is moved after other repairs may not be in one piece in the system's tree; its brackets are there all the same,
    unless another repair has added them.
    """
    own = repair.step.gold if in_gold else repair.step.source
    is_there = repair.what == "relabel" or repair.what == ("add" if in_gold else "remove")
    if is_there and 0 <= own < len(tree):
        return [own]
    tops = tops_over(tree, repair.words)
    brackets = repair.is_attachment and not in_gold and all(0 <= root < len(tree) for root in repair.roots)
    return list(repair.roots) if brackets and len(tops) > len(repair.roots) else tops


def tops_over(tree: Tree, words: Sequence[int]) -> list[int]:
    """Return the highest nodes that have no words but these, from left to right."""
    wanted = set(words)
    found: list[int] = []
    waiting = list(reversed(tree.children(-1)))
    while waiting:
        node = waiting.pop()
        there = tree.positions(node)
        if there and wanted.issuperset(there):
            found.append(node)
        elif not wanted.isdisjoint(there):
            waiting.extend(reversed(tree.children(node)))
    return found


def _target(compared: Compared, repair: Repair, blocks: Sequence[int]) -> Key | None:
    """Return where something belongs: in the system, if there is a place for it, else in gold.

    The place is the partner of gold's bracket, or the smallest bracket over the words that are to be its sisters. It is
    none if it is the very bracket that all of it hangs on.
    """
    if repair.after.node < 0 or compared.one is None:
        return None
    mapping, system = compared.one.mapping, compared.parses["system"].tree
    place = mapping.to_system.get(repair.after.node)
    if place is None:
        place = _smallest_over(system, repair.after.words, repair.after.label)
    hanging = all(system.parent[block] == place for block in blocks)
    if place is None or hanging or set(system.positions(place)) <= set(repair.words):
        return "gold", repair.after.node
    return "system", place


def _smallest_over(tree: Tree, words: Sequence[int], label: str) -> int | None:
    """Return the smallest bracket that covers some words; of several over the same words one with a label, if any."""
    wanted = set(words)
    over = [
        node
        for node in range(len(tree))
        if not tree.is_word(node) and not tree.is_preterminal(node) and wanted.issubset(tree.positions(node))
    ]
    return min(over, key=lambda node: (len(tree.positions(node)), tree.text(node) != label), default=None)


def _keys(compared: Compared, key: Key) -> Keys:
    """Return the keys by which a node may be drawn."""
    side, node = key
    tree = compared.parses[side].tree
    found: list[Key] = []
    below = tree.children(node) if tree.is_preterminal(node) else ()
    chain = [node, *below]
    above = tree.parent[node]
    while above >= 0:
        chain.append(above)
        above = tree.parent[above]
    to_gold = compared.comparisons["system"].partners[1] if "system" in compared.comparisons else {}
    if compared.alignment == "dependencies" and compared.headed(side).heads.word[node] >= 0:
        chain = [tree.leaves[compared.headed(side).heads.word[node]]]  # only words are drawn: its head
    for each in chain:
        found.append((side, each))
        both = each if side == "gold" else to_gold.get(each)
        if both is not None:
            found.append(("both", both))
    return tuple(found)
