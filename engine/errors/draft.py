"""A tree under repair, and the steps that repair it.

A :class:`Draft` is a value: :func:`apply` makes a new one and leaves the old one as it was, so that every stage from
the system's tree to gold can be kept, shown and compared. A draft has brackets and words, no tags. Its brackets keep
the system's node ids; brackets that a step adds get ids behind those of the system's tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..trees import Node, Tree, tree_of

__all__ = ["ADD", "MOVE", "RELABEL", "REMOVE", "ROOT", "Bracket", "Draft", "Step", "apply", "brackets_of", "draft_of"]

MOVE, RELABEL, ADD, REMOVE = "move", "relabel", "add", "remove"
ROOT = -1  #: stands above everything, is no bracket and never changes

#: Word positions that a bracket covers.
Words = tuple[int, ...]


class Bracket(NamedTuple):
    """A label over words; what repairs are about."""

    label: str
    words: Words


@dataclass(frozen=True, slots=True)
class Step:
    """One repair as it is carried out.

    *move*: the children of ``source`` over ``words`` go to ``target``; then, if ``new`` is not -1, a new bracket
    ``label`` is put under the target over ``new_words``; then the brackets ``gone`` are dissolved.
    *relabel*: ``source`` gets ``label``. *remove*: ``source`` is dissolved. *add*: a new bracket ``new`` is put over
    those children of ``target`` that cover ``new_words``. A relabelled or new bracket is the gold node ``gold``.
    Brackets without words are no part of the tree: they are removed and added by ``source`` or ``new``, without
    ``target``.
    """

    what: str
    source: int = ROOT
    target: int = ROOT
    words: Words = ()
    new: int = -1
    label: str = ""
    new_words: Words = ()
    gone: tuple[int, ...] = ()
    gold: int = -1


@dataclass(frozen=True)
class Draft:
    """Brackets by id over words; a word among children is the complement of its position.

    ``children`` has the children of each bracket and of ROOT, from left to right; ``parents`` what is above each
    bracket and word; ``words`` the positions that each bracket covers, in order. ``empty`` has the brackets without
    words, by id, with their place. ``changed`` are the brackets that the step before has made, renamed, dissolved or
    put over other words. All of it is handed on from draft to draft, for a step changes little of a large tree.
    """

    labels: Mapping[int, str]
    children: Mapping[int, tuple[int, ...]]
    empty: Mapping[int, tuple[str, int]]
    system: Tree
    parents: Mapping[int, int]
    words: Mapping[int, Words]
    changed: frozenset[int] = frozenset()

    @cached_property
    def preorder(self) -> list[int]:
        """All brackets, each before those below it."""
        return _preorder(self.children)

    def in_order(self, nodes: Collection[int]) -> list[int]:
        """Return some brackets as they come in ``preorder``, without going through all others."""
        return sorted(nodes, key=self._way_to) if len(nodes) > 1 else list(nodes)

    def _way_to(self, node: int) -> list[int]:
        """Return the way down to a bracket: which child each bracket on it is."""
        way = []
        while node != ROOT:
            above = self.parents[node]
            way.append(self.children[above].index(node))
            node = above
        return way[::-1]

    @property
    def brackets(self) -> Counter[Bracket]:
        """All brackets, as often as they are there."""
        found = Counter(Bracket(self.labels[node], self.words[node]) for node in self.preorder)
        found.update(Bracket(label, (~place,)) for label, place in self.empty.values())
        return found

    def covered(self, child: int) -> Words:
        """Return the positions of a bracket or word."""
        return (~child,) if child < 0 else self.words[child]

    def tree(self) -> tuple[Tree, tuple[int, ...]]:
        """Return the draft as a tree with the system's words and tags, and the draft's id of each node.

        Words and tags have their ids in the system's tree. Node positions in the source are those of the system.
        """
        leaf = {self.system.start[node]: node for node in self.system.leaves}
        nodes: list[Node] = []
        ids: list[int] = []
        waiting = [(child, -1) for child in reversed(self.children[ROOT])]
        while waiting:
            child, parent = waiting.pop()
            if child >= 0:
                waiting.extend((below, len(nodes)) for below in reversed(self.children[child]))
                where = self.system.where[child] if child < len(self.system) else -1
                nodes.append(Node(self.labels[child], parent, -1, where))
                ids.append(child)
                continue
            word = leaf[~child]
            above = self.system.parent[word]
            if above >= 0 and self.system.is_preterminal(above):
                nodes.append(Node(self.system.text(above), parent, -1, self.system.where[above]))
                ids.append(above)
                parent = len(nodes) - 1
            nodes.append(Node(self.system.text(word), parent, ~child, self.system.where[word]))
            ids.append(word)
        return tree_of(nodes), tuple(ids)


def draft_of(tree: Tree) -> Draft:
    """Return a prepared tree as a draft: its brackets over its words.

    >>> from ..trees import from_nltk
    >>> import nltk
    >>> draft_of(from_nltk(nltk.Tree.fromstring("(S (NP (PRP we)) (VBP sleep))"))).children
    {-1: (0,), 0: (1, -2), 1: (-1,)}
    """
    label, parent, start, end = (column.tolist() for column in tree.columns[:4])
    size = len(label)
    labels: dict[int, str] = {}
    below: dict[int, list[int]] = {ROOT: []}
    empty: dict[int, tuple[str, int]] = {}
    for node in range(size):
        above = parent[node]
        if label[node] < 0:
            if above >= 0 and above not in below:  # the word of a tag
                above = parent[above]
            below[above].append(~start[node])
        elif node + 1 < size and label[node + 1] < 0 and parent[node + 1] == node and _ends(parent, node):
            continue
        elif start[node] == end[node]:
            empty[node] = tree.text(node), start[node]
        else:
            labels[node] = tree.text(node)
            below[node] = []
            below[above].append(node)
    children = {node: tuple(under) for node, under in below.items()}
    parents = {child: node for node, under in children.items() for child in under}
    words: dict[int, Words] = {}
    for node in reversed(_preorder(children)):
        words[node] = _covered(children[node], words)
    return Draft(labels, children, empty, tree, parents, words)


def _preorder(children: Mapping[int, Sequence[int]]) -> list[int]:
    found: list[int] = []
    waiting = [child for child in reversed(children[ROOT]) if child >= 0]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(child for child in reversed(children[node]) if child >= 0)
    return found


def _covered(children: Sequence[int], words: Mapping[int, Words]) -> Words:
    """Return the positions of some brackets and words together."""
    found: list[int] = []
    for child in children:
        if child < 0:
            found.append(~child)
        else:
            found.extend(words.get(child, ()))
    return tuple(sorted(found))


def _ends(parent: Sequence[int], node: int) -> bool:
    """Say whether a node whose first child is a word has no other."""
    return node + 2 >= len(parent) or parent[node + 2] != node


def brackets_of(tree: Tree) -> dict[int, Bracket]:
    """Return the brackets of a prepared tree by node; one without words covers the complement of its place."""
    draft = draft_of(tree)
    found = {node: Bracket(draft.labels[node], draft.words[node]) for node in draft.preorder}
    return found | {node: Bracket(label, (~place,)) for node, (label, place) in draft.empty.items()}


def apply(draft: Draft, step: Step) -> Draft:
    """Return the draft after a step.

    >>> from ..trees import from_nltk
    >>> import nltk
    >>> draft = draft_of(from_nltk(nltk.Tree.fromstring("(S (NP (DT the) (NN cat) (RB here)) (VBZ sits))")))
    >>> after = apply(draft, Step(MOVE, source=1, target=0, words=(2,)))
    >>> print(after.tree()[0])
    (S (NP (DT the) (NN cat)) (RB here) (VBZ sits))
    """
    labels, children, empty = dict(draft.labels), dict(draft.children), dict(draft.empty)
    if step.what == RELABEL:
        if step.source in empty:
            empty[step.source] = step.label, empty[step.source][1]
        else:
            labels[step.source] = step.label
    elif step.what == REMOVE and step.source in empty:
        del empty[step.source]
    elif step.what == ADD and step.new_words[:1] < (0,):
        empty[step.new] = step.label, ~step.new_words[0]
    else:
        parents, touched = _rebuild(draft, step, labels, children)
        words, moved = _recounted(draft, children, parents, touched)
        changed = moved | (draft.labels.keys() & touched - labels.keys())
        return Draft(labels, children, empty, draft.system, parents, words, frozenset(changed))
    changed = {step.new if step.what == ADD else step.source}
    return Draft(labels, children, empty, draft.system, draft.parents, draft.words, frozenset(changed))


def _recounted(
    draft: Draft, children: Mapping[int, tuple[int, ...]], parents: Mapping[int, int], touched: set[int]
) -> tuple[dict[int, Words], set[int]]:
    """Return the words of all brackets after their children have changed, and the brackets whose words are others.

    What is above a bracket is looked at again only if that bracket's own words have changed.
    """
    words = dict(draft.words)
    for node in touched - children.keys():
        del words[node]
    waiting, moved = [node for node in touched if node in children], set()
    while waiting:
        node = waiting.pop()
        covered = _covered(children[node], words) if node != ROOT else ()
        if node != ROOT and covered != words.get(node):
            words[node] = covered
            moved.add(node)
            waiting.append(parents[node])
    return words, {node for node in moved if words[node] != draft.words.get(node)}


def _rebuild(
    draft: Draft, step: Step, labels: dict[int, str], children: dict[int, tuple[int, ...]]
) -> tuple[dict[int, int], set[int]]:
    """Carry out a step that changes which bracket hangs where.

    Returns what is above each bracket and word then, and the brackets whose children are others, or which are gone.
    """
    parents, touched = dict(draft.parents), set()
    if step.what == MOVE and step.source != step.target:
        wanted = set(step.words)
        block = tuple(child for child in children[step.source] if wanted.issuperset(draft.covered(child)))

        def place(child: int) -> int:
            """Where a child begins once the block is out of it."""
            words = draft.covered(child)
            return words[0] if child in block else next((word for word in words if word not in wanted), words[0])

        children[step.source] = tuple(child for child in children[step.source] if child not in block)
        children[step.target] = tuple(sorted((*children[step.target], *block), key=place))
        parents.update(dict.fromkeys(block, step.target))
        touched |= {step.source, step.target}
    if step.new >= 0:
        inside = set(step.new_words)
        chosen = tuple(
            child
            for child in children[step.target]
            if (~child in inside if child < 0 else inside.issuperset(draft.words[child]) or _shrunk(draft, step, child))
        )
        at = children[step.target].index(chosen[0])
        rest = [child for child in children[step.target] if child not in chosen]
        children[step.target] = (*rest[:at], step.new, *rest[at:])
        children[step.new], labels[step.new] = chosen, step.label
        parents.update(dict.fromkeys(chosen, step.new))
        parents[step.new] = step.target
        touched |= {step.new, step.target}
    for node in step.gone if step.what == MOVE else (step.source,) if step.what == REMOVE else ():
        above = parents[node]
        at = children[above].index(node)
        children[above] = (*children[above][:at], *children[node], *children[above][at + 1 :])
        parents.update(dict.fromkeys(children[node], above))
        touched |= {node, above}
        del children[node], labels[node], parents[node]
    return parents, touched


def _shrunk(draft: Draft, step: Step, child: int) -> bool:
    """Say whether a bracket is covered by the new one once the moved words are out of it."""
    left = set(draft.words[child]) - set(step.words)
    return bool(left) and left.issubset(step.new_words)
