"""Which tree is drawn: the one in the file, although a smaller one is compared.

Preparation takes things out of a tree before it is compared (empty elements, punctuation, functions, outer brackets),
but people want to see the tree that they know. :func:`drawn` puts back what is wanted. Nodes that are compared keep
the id that they have in the prepared tree; the others have a negative one, which leads to the original node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from treelens.engine.prepare.settings import TRACE, Preparation
from treelens.engine.prepare.tables import without_function
from treelens.engine.trees import Node, Tree, tree_of

from .model import Show

__all__ = ["Drawn", "Part", "drawn", "drawn_id", "original_of", "why_not_compared"]

_FIRST = -2  # -1 already stands for no node at all


@dataclass(frozen=True)
class Drawn:
    """A tree to be drawn.

    ``ids`` has for each of its nodes the id in the prepared tree, or a negative one (:func:`original_of`); ``empty``
    the positions of words that are none: traces.
    """

    tree: Tree
    ids: Sequence[int]
    empty: frozenset[int] = frozenset()

    @cached_property
    def leaves(self) -> list[int]:
        """The words of the tree, in the order of the sentence; found once."""
        return self.tree.leaves

    @classmethod
    def of(cls, tree: Tree) -> Drawn:
        """Draw a tree as it is."""
        return cls(tree, range(len(tree)))

    def without(self, gone: frozenset[int], texts: Mapping[int, str]) -> Drawn:
        """Return the same without some nodes, whose children move up, and others with another text."""
        tree, ids = self.tree, self.ids
        keep = [ids[node] not in gone for node in range(len(tree))]
        return _picked(tree, keep, lambda node: texts.get(ids[node], tree.text(node)), ids, self.empty)


@dataclass(frozen=True)
class Part:
    """A tree of a drawing: whose it is, and what became of its nodes. All tables go by the ids of labels.

    ``badges`` are second cues that do not follow from the role alone; ``lines`` roles of the lines above nodes, where
    these are not the nodes' own; ``heads`` the nodes that their parent's head is in. Nodes without a role, but for
    words, have the role ``otherwise``.
    """

    drawn: Drawn
    side: str
    roles: Mapping[int, str] = field(default_factory=dict)
    badges: Mapping[int, str] = field(default_factory=dict)
    folded: frozenset[int] = frozenset()
    lines: Mapping[int, str] = field(default_factory=dict)
    heads: frozenset[int] = frozenset()
    otherwise: str = "plain"


def original_of(node: int) -> int:
    """Return the node of the original tree that a negative id stands for.

    >>> original_of(-2), original_of(-7)
    (0, 5)
    """
    return _FIRST - node


def drawn_id(node: int, prepared: Mapping[int, int]) -> int:
    """Return the id by which a node of the original tree is drawn; *prepared* has the prepared node of some.

    >>> drawn_id(5, {5: 3}), drawn_id(5, {}), original_of(drawn_id(5, {}))
    (3, -7, 5)
    """
    return prepared.get(node, _FIRST - node)


def drawn(original: Tree, prepared: Tree, origin: Sequence[int], show: Show) -> Drawn:
    """Return what is drawn of a tree: all of *prepared*, and what *show* wants of the rest of *original*.

    *origin* has for each prepared node its id in the original tree. A word keeps its spelling; a label has its
    function if functions are shown. What hangs on a phrase that is not drawn hangs on the next one above. A tag that
    is not compared and would hang on nothing is left out, its word is not.
    """
    new = {old: node for node, old in enumerate(origin)}
    kinds = _kinds(original, new)
    wanted = {"compared": True, "trace": show.traces, "word": show.punctuation, "phrase": show.removed}
    keep = [wanted[kind] and (kind == "compared" or original.text(node) != "") for node, kind in enumerate(kinds)]
    for node in range(len(original)):
        if keep[node] and node not in new and not original.is_word(node) and not _hangs(original, node, keep):
            keep[node] = False

    def text(node: int) -> str:
        as_in_file = show.functions or original.is_word(node) or node not in new
        return original.text(node) if as_in_file else prepared.text(new[node])

    ids = [drawn_id(node, new) for node in range(len(original))]
    empty = frozenset(
        original.start[node] for node, kind in enumerate(kinds) if kind == "trace" and original.is_word(node)
    )
    return _picked(original, keep, text, ids, empty)


def _kinds(tree: Tree, new: Mapping[int, int]) -> list[str]:
    """Say what each node is: compared, (over nothing but) a trace, (the tag of) an uncompared word, or a phrase."""
    sounding, silent = [False] * len(tree), [False] * len(tree)
    kinds = [""] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        above = tree.parent[node]
        if tree.is_word(node):
            trace = above >= 0 and _is_trace(tree, above)
            sounding[node], silent[node] = not trace, trace
        if above >= 0:
            sounding[above] |= sounding[node]
            silent[above] |= silent[node]
        if node in new:
            kinds[node] = "compared"
        elif silent[node] and not sounding[node]:
            kinds[node] = "trace"
        else:
            kinds[node] = "word" if tree.is_word(node) or tree.is_preterminal(node) else "phrase"
    return kinds


def _is_trace(tree: Tree, node: int) -> bool:
    return tree.is_preterminal(node) and without_function(tree.text(node)) == TRACE


def _hangs(tree: Tree, node: int, keep: Sequence[bool]) -> bool:
    """Say whether something above a node is drawn, or there is more below it than a word."""
    if not tree.is_preterminal(node):
        return True
    above = tree.parent[node]
    while above >= 0 and not keep[above]:
        above = tree.parent[above]
    return above >= 0


def _picked(
    tree: Tree, keep: Sequence[bool], text: Callable[[int], str], ids: Sequence[int], empty: frozenset[int]
) -> Drawn:
    """Return the nodes of a tree that are kept, as a tree of their own."""
    chosen = [node for node in range(len(tree)) if keep[node]]
    if len(chosen) == len(tree) and all(text(node) == tree.text(node) for node in chosen):
        return Drawn(tree, ids, empty)
    words = [False] * len(tree.leaves)
    for node in chosen:
        if tree.is_word(node):
            words[tree.start[node]] = True
    place = [0, *accumulate(words)]
    above: list[int] = []  # for each node: its new number, or that of the nearest one above it that is kept
    nodes: list[Node] = []
    for node, parent in enumerate(tree.parent):
        upper = above[parent] if parent >= 0 else -1
        if keep[node]:
            nodes.append(Node(text(node), upper, place[tree.start[node]] if tree.is_word(node) else -1))
            upper = len(nodes) - 1
        above.append(upper)
    functions = [tree.functions[node] for node in chosen] if tree.functions else None
    silent = frozenset(place[position] for position in empty if words[position])
    return Drawn(tree_of(nodes, functions=functions), [ids[node] for node in chosen], silent)


def why_not_compared(original: Tree, node: int, preparation: Preparation) -> str:
    """Say in words why a node of the original tree is not in the prepared one."""
    above = original.parent[node]
    tag = node if not original.is_word(node) else above if above >= 0 and original.is_preterminal(above) else -1
    name = f"“{original.text(node)}”" if original.is_word(node) else original.text(node)
    label = original.text(tag) if tag >= 0 else ""
    if without_function(label) == TRACE:
        reason = "empty elements are left out"
    elif tag >= 0 and original.is_preterminal(tag):
        reason = f"words tagged {label} are left out"
    elif without_function(label) in preparation.delete or not label:
        reason = f"the label {label} is left out" if label else "a bracket without a label is left out"
    elif preparation.collapse and above >= 0 and len(original.children(above)) == 1:
        reason = "it is the only child of a node of the same label"
    else:
        reason = "nothing that is compared is under it"
    return f"{name} is not compared: {reason}."
