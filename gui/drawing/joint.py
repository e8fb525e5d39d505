"""One graph of two trees: nodes that a mapping pairs occur once, the others on their own.

A pair can only become one node if ancestors stay above descendants. Mappings that keep ancestry (T) never break that;
others may pair two nodes of a unary chain crosswise. Then a pair on the circle is taken apart again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from treelens.engine.align.mapping import Mapping
from treelens.engine.trees import Tree

from .row import shared_words

__all__ = ["Joint", "joined", "merged_places", "same_subtrees"]


@dataclass(slots=True, eq=False)
class Joint:
    """A node of gold, of the system, or of both (-1: not there)."""

    gold: int = -1
    system: int = -1
    parents: list[Joint | None] = field(default_factory=lambda: [None, None])  #: in gold, in the system
    row: int = -1

    @property
    def nodes(self) -> tuple[int, int]:
        """The node in gold and the node in the system."""
        return self.gold, self.system


def joined(mapping: Mapping) -> tuple[list[Joint], list[tuple[int, int]]]:
    """Return the joint nodes that are no words, with parents and rows, and the positions of words that are one.

    A node's row is the length of the longest way down to it, so it is below all of its ancestors in both trees.
    """
    pairs = _node_pairs(mapping)
    while True:
        joints = _joints(mapping, pairs)
        circle = _rank(joints)
        if not circle:
            return joints, _word_pairs(mapping)
        apart = min(joint.gold for joint in circle if min(joint.nodes) >= 0)
        del pairs[apart]


def merged_places(pairs: Sequence[tuple[int, int]], lengths: Sequence[int]) -> tuple[list[int], list[int]]:
    """Count the words of two sentences as one row, paired ones once.

    Returns for each sentence the place of every word, and behind the last one the number of all.

    >>> merged_places([(0, 0), (1, 2)], [2, 3])
    ([0, 2, 3], [0, 1, 2, 3])
    """
    places: tuple[list[int], list[int]] = ([], [])
    size = 0
    for pair in [*pairs, (lengths[0], lengths[1])]:
        for own, until in zip(places, pair, strict=True):
            ahead = until - len(own)
            own.extend(range(size, size + ahead))
            size += ahead
        for own in places:
            own.append(size)
        size += 1
    return places


def same_subtrees(mapping: Mapping, joints: Sequence[Joint], word_pairs: Sequence[tuple[int, int]]) -> set[int]:
    """Return the gold nodes whose whole subtree is paired with the whole subtree of their partner."""
    gold, system = mapping.gold, mapping.system
    ours, theirs = gold.leaves, system.leaves
    partner = {joint.gold: joint.system for joint in joints if min(joint.nodes) >= 0}
    partner.update((ours[at], theirs[to]) for at, to in word_pairs)
    sizes, other_sizes = _sizes(gold), _sizes(system)
    same: set[int] = set()
    for node in range(len(gold) - 1, -1, -1):
        other = partner.get(node, -1)
        if other < 0 or sizes[node] != other_sizes[other]:
            continue
        if all(child in same and system.parent[partner[child]] == other for child in gold.children(node)):
            same.add(node)
    return same


def _sizes(tree: Tree) -> list[int]:
    """Return for each node the number of nodes in its subtree."""
    sizes = [1] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        if tree.parent[node] >= 0:
            sizes[tree.parent[node]] += sizes[node]
    return sizes


def _node_pairs(mapping: Mapping) -> dict[int, int]:
    """Return the pairs to be drawn as one: those of the mapping, and equal nodes that take no part in it."""
    gold, system = mapping.gold, mapping.system
    pairs = {one: other for one, other in mapping.pairs if not gold.is_word(one) and not system.is_word(other)}
    places = merged_places(_word_pairs(mapping), [len(gold.leaves), len(system.leaves)])
    waiting: dict[tuple[object, ...], list[int]] = {}
    for other in range(len(system)):
        if not system.is_word(other) and other not in mapping.system_nodes:
            waiting.setdefault(_look(system, other, places[1]), []).append(other)
    for one in range(len(gold)):
        if not gold.is_word(one) and one not in mapping.gold_nodes:
            alike = waiting.get(_look(gold, one, places[0]))
            if alike:
                pairs[one] = alike.pop(0)
    return pairs


def _look(tree: Tree, node: int, places: Sequence[int]) -> tuple[object, ...]:
    """Return what two nodes must have in common to be drawn as one: label, words, and whether they are tags."""
    return tree.text(node), tree.is_preterminal(node), *(places[position] for position in tree.positions(node))


def _word_pairs(mapping: Mapping) -> list[tuple[int, int]]:
    """Return positions of words that are drawn as one: equal ones, or paired ones, as long as they stay in order."""
    gold, system = mapping.gold, mapping.system
    words = gold.words, system.words
    if words[0] == words[1]:
        return [(at, at) for at in range(len(words[0]))]
    swapped = {(gold.start[one], system.start[other]) for one, other in mapping.swaps if gold.is_word(one)}
    return [(at, to) for at, to in shared_words(*words) if words[0][at] == words[1][to] or (at, to) in swapped]


def _joints(mapping: Mapping, pairs: dict[int, int]) -> list[Joint]:
    gold, system = mapping.gold, mapping.system
    ours = {node: Joint(gold=node) for node in range(len(gold)) if not gold.is_word(node)}
    theirs = {}
    for one, other in pairs.items():
        ours[one].system = other
        theirs[other] = ours[one]
    for node in range(len(system)):
        if not system.is_word(node) and node not in theirs:
            theirs[node] = Joint(system=node)
    for number, (tree, joints) in enumerate(((gold, ours), (system, theirs))):
        for node, joint in joints.items():
            joint.parents[number] = joints.get(tree.parent[node])
    return [*ours.values(), *(joint for joint in theirs.values() if joint.gold < 0)]


def _rank(joints: Sequence[Joint]) -> list[Joint]:
    """Give each joint its row; return a circle of joints, each above the next, if there is one."""
    below: dict[Joint, list[Joint]] = {joint: [] for joint in joints}
    waiting = {}
    for joint in joints:
        above = {parent for parent in joint.parents if parent is not None}
        waiting[joint] = len(above)
        for parent in above:
            below[parent].append(joint)
    free = [joint for joint in joints if not waiting[joint]]
    for joint in free:
        joint.row = max((parent.row + 1 for parent in joint.parents if parent is not None), default=0)
        for child in below[joint]:
            waiting[child] -= 1
            if not waiting[child]:
                free.append(child)
    return _circle([joint for joint in joints if waiting[joint]], waiting)


def _circle(stuck: Sequence[Joint], waiting: dict[Joint, int]) -> list[Joint]:
    """Climb from a joint that never got free until one is met again."""
    if not stuck:
        return []
    way: dict[Joint, int] = {}
    joint = stuck[0]
    while joint not in way:
        way[joint] = len(way)
        joint = next(parent for parent in joint.parents if parent is not None and waiting[parent])
    return [other for other, number in way.items() if number >= way[joint]]
